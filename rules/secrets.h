#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/want.h"

namespace fairdeal::rules {

/// The privileges of seats to see, know or choose something. A game's author declares them
/// (GameInfo::secrets), a table enforces it (declared() in grants.h), and all that people are told
/// about secrecy is written from it.
struct Secrecy {
  /// How many seats see a card that is dealt: `several` means that some cards are dealt to several.
  enum class Deals : std::uint8_t { none, one, several };
  /// The seats that shuffle: `named` means that the rules name the seats that shuffle some cards.
  enum class Shuffles : std::uint8_t { none, all, named };
  /// The seats that see dice: `own` means that some are for one seat's eyes.
  enum class Rolls : std::uint8_t { none, open, own };

  Deals deals = Deals::none;
  Shuffles shuffles = Shuffles::none;
  Rolls rolls = Rolls::none;
  bool done = false;     ///< a seat can be done with a hand: then it gives its locks away
  bool answers = false;  ///< `obvious`, or labels of moves, depend on what a seat alone knows

  /// Adds what another has.
  void add(const Secrecy& other);
  bool operator==(const Secrecy&) const = default;

  /// The form in which a message has them: 8 bits.
  std::uint32_t bits() const;
  static Secrecy of_bits(std::uint32_t bits);
};

/// The declarations of most games.
inline constexpr Secrecy kOwnCards{.deals = Secrecy::Deals::one,
                                   .shuffles = Secrecy::Shuffles::all};
inline constexpr Secrecy kOpenDice{.rolls = Secrecy::Rolls::open};
inline constexpr Secrecy kOwnDice{.rolls = Secrecy::Rolls::own};

/// Returns what a want needs to be declared.
Secrecy secrets_of(const Want& want);
/// Returns what of `used` is not declared, in words for its author; "": all is.
std::string undeclared(const Secrecy& declared, const Secrecy& used);
/// Returns what is declared and not used, a line each, in words for its author.
std::vector<std::string> unused(const Secrecy& declared, const Secrecy& used);

}  // namespace fairdeal::rules
