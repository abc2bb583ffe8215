#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// A public statement about the faces of n cards: of each choice exactly one entry holds. An entry
/// names cards with faces. A card may have a ground, which is its face unless a picked entry names
/// the card. Every member derives the claim from the rules, so it is never sent.
///
/// A Claim is well-formed, since only of() makes one: docs/decks.md#claims has the conditions and
/// what each of them prevents.
class Claim {
 public:
  /// Says that a card has a face. Cards count from 0.
  struct Named {
    std::uint32_t card;
    Face face;
    friend auto operator<=>(const Named&, const Named&) = default;
  };
  using Entry = std::vector<Named>;   ///< by ascending card
  using Choice = std::vector<Entry>;  ///< ascending as lists, and all different
  using Grounds = std::vector<std::optional<Face>>;

  static constexpr std::size_t kCardsMax = 512;
  static constexpr std::size_t kBitsMax = 12;          ///< of an index
  static constexpr std::size_t kAllBitsMax = 1024;     ///< of all indices: one generator each
  static constexpr std::size_t kPairsMax = 1UL << 17;  ///< in all entries

  /// Makes a claim about as many cards as there are grounds. It checks all conditions before any
  /// arithmetic. Errors: rules (a bad claim: it blames nobody, since the rules asked for it).
  static Result<Claim> of(Grounds grounds, std::vector<Choice> choices);

  std::size_t cards() const { return grounds_.size(); }
  const Grounds& grounds() const { return grounds_; }
  bool has_grounds() const;
  const std::vector<Choice>& choices() const { return choices_; }
  /// Returns m, the number of bits of an index: the least m ≥ 1 with 2^m ≥ the longest choice.
  std::size_t bits() const { return bits_; }

  /// Returns the bytes that are hashed: docs/decks.md#claims.
  Bytes encode() const;

  /// Returns the index of the entry of each choice that holds of cards with these faces, the lowest
  /// if several hold; or none if the claim does not hold with these entries. It compares every pair
  /// under masks, so its time does not depend on the faces. Requires a face for each card
  /// (CHECKed). Cost: one comparison a pair.
  std::optional<Secrets<std::uint32_t>> indices(const Secrets<std::uint32_t>& faces) const;

 private:
  Claim(Grounds grounds, std::vector<Choice> choices, std::size_t bits)
      : grounds_(std::move(grounds)), choices_(std::move(choices)), bits_(bits) {}

  Grounds grounds_;
  std::vector<Choice> choices_;
  std::size_t bits_;
};

}  // namespace fairdeal::crypto
