#pragma once

#include <map>
#include <vector>

#include "base/result.h"
#include "rules/any_game.h"

/// The wants that a table can fulfil: the trusted dealer, the laws and the table of peers ask here
/// before they fulfil a want, so a game that passes the laws is not refused at a table.
namespace fairdeal::rules {

inline constexpr std::size_t kDeckCardsMax = 512;  ///< cards in one shuffle, as proto/limits.h says
inline constexpr std::uint32_t kFacesMax = 1024;   ///< faces from 0: so many card points there are
inline constexpr std::size_t kDiceMax = 64;        ///< dice in one roll: nobody throws more

/// A card that lies, as the public knows it.
struct LyingCard {
  SeatSet key_holders;  ///< the seats whose locks are on it
  SeatSet dealt_to{};
  bool shown = false;
  bool operator==(const LyingCard&) const = default;
};

/// The cards that lie, and the rolls that only their seats have seen, as the public knows them.
struct Lying {
  explicit Lying(std::size_t at_table) : seats(at_table), in(SeatSet::first(at_table)) {}

  std::size_t seats;
  SeatSet in;  ///< the seats that play the present deal
  std::map<CardSlot, LyingCard> cards{};
  SeatSet rolled{};  ///< the seats that have a roll that they have not shown

  /// Takes in an event that the game accepted. `wants` is what the game wanted before it.
  void hear(const std::vector<Want>& wants, const AnyEvent& event);

 private:
  void shuffled(const WantShuffle& want);

  SeatSet out_next_{};  ///< the seats that are out of the deal that is about to begin
};

/// Returns whether this new deck begins a deal, under new keys: it replaces every card that lies,
/// no roll is hidden, and the rules do not name the seats that shuffle it. Otherwise it joins the
/// deal that is there.
bool begins_deal(const Lying& lying, const WantShuffle& want);

/// Checks that a table where this lies can do what is wanted:
///
/// - Seats are at the table, and a move is wanted of each seat once, in ascending order.
/// - A new deck has 2 to kDeckCardsMax faces below kFacesMax, one for each slot.
/// - Cards that are shuffled lie, each named once, and have the same locks. Seats that are named to
///   shuffle them have locks on them. Where a card was dealt and not shown, a seat that it was
///   dealt to is among the named: a stranger could turn the shares of it that are public into
///   those of the card that it makes of it (docs/cards.md, section 10).
/// - A card that is dealt or shown lies. It is dealt to seats whose locks are on it, since the
///   shares of all others become public, and to all seats that it was dealt to before.
/// - A roll has 1 to kDiceMax dice, each with as many positive weights as values. A seat rolls for
///   itself when it has shown its roll before, and shows a roll that it has.
///
/// A game may want a seat that is out to shuffle or to have a card; then the table does without it.
/// Errors: rules, with what is wrong in words.
Result<> granted(const Lying& lying, const Want& want);

/// Checks that a game says of itself (GameInfo) that it asks for this: `simultaneous` for moves of
/// several seats, `chance` for all but moves, `hidden` for a card or a roll that one seat sees, and
/// `secrets` for who sees, shuffles and rolls. The members of a table agreed to no more than that.
/// Errors: not_wanted, in words.
Result<> declared(const GameInfo& info, const Want& want);

/// Checks that a table where this lies may and can do what the game wants: declared(), and
/// granted(). A want that fails blames no seat, and makes the match void. Errors: rules, in words.
Result<> takes(const GameInfo& info, const Lying& lying, const Want& want);

}  // namespace fairdeal::rules
