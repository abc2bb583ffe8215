#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/seat_set.h"

/// What rules want to happen next, and what came of it. A game never draws a random number, reads a
/// clock or sees a key: these two variants are all it hears of the world. The trusted dealer
/// (rules/match) and the table of peers (runtime/) answer the same wants with the same events.
namespace fairdeal::rules {

/// A random choice among `values`, each with its weight. Weights are positive; values are distinct.
struct Die {
  std::string name;
  std::vector<std::int64_t> values;
  std::vector<std::uint32_t> weights;
  bool operator==(const Die&) const = default;
};
/// min, min + 1 … max, equally likely.
Die uniform_die(std::string name, std::int64_t min, std::int64_t max);

/// Moves of one seat, or of several at once (ascending), who commit before any of them reveals.
struct WantMove {
  std::vector<Seat> seats;
  bool operator==(const WantMove&) const = default;
};
/// The cards in `slots`, in an order nobody knows. With `faces`, a new deck of these is put there
/// first (as many as slots); without, what lies there is shuffled, and whoever knew it no longer
/// does. With `by`, these seats alone shuffle, and a new deck has their locks alone; without, all
/// who are in the deal do.
struct WantShuffle {
  std::vector<CardSlot> slots;
  std::vector<Face> faces;
  SeatSet by{};
  bool operator==(const WantShuffle&) const = default;
};
/// The card in `slot` for the eyes of seat `to`.
struct WantDeal {
  CardSlot slot;
  Seat to;
  bool operator==(const WantDeal&) const = default;
};
/// The card in `slot` for all.
struct WantShow {
  CardSlot slot;
  bool operator==(const WantShow&) const = default;
};
/// Dice for all, rolled together.
struct WantRoll {
  std::vector<Die> dice;
  bool operator==(const WantRoll&) const = default;
};
/// Dice for one seat's eyes. a seat has at most one such roll that is not shown.
struct WantRollFor {
  Seat seat;
  std::vector<Die> dice;
  bool operator==(const WantRollFor&) const = default;
};
/// That roll, shown to all.
struct WantShowDice {
  Seat seat;
  bool operator==(const WantShowDice&) const = default;
};

/// Several wants at once come true in their order.
using Want =
    std::variant<WantMove, WantShuffle, WantDeal, WantShow, WantRoll, WantRollFor, WantShowDice>;

template <class Move>
struct Moved {
  Seat seat;
  Move move;
  bool operator==(const Moved&) const = default;
};
/// The moves that were revealed, one at least. A seat that is asked and missing here counts as
/// absent, and nobody is asked again: see AnyGame::after.
template <class Move>
struct MovedTogether {
  std::map<Seat, Move> moves;
  bool operator==(const MovedTogether&) const = default;
};
struct Shuffled {
  std::vector<CardSlot> slots;
  bool operator==(const Shuffled&) const = default;
};
struct Dealt {
  CardSlot slot;
  Seat to;
  bool operator==(const Dealt&) const = default;
};
struct Shown {
  CardSlot slot;
  Face face;
  bool operator==(const Shown&) const = default;
};
/// One value for each die, in their order.
struct Rolled {
  std::vector<std::int64_t> values;
  bool operator==(const Rolled&) const = default;
};
struct RolledFor {
  Seat seat;
  bool operator==(const RolledFor&) const = default;
};
struct DiceShown {
  Seat seat;
  std::vector<std::int64_t> values;
  bool operator==(const DiceShown&) const = default;
};
/// The table voted a seat out of its turn: its move becomes what the rules say.
struct Absent {
  Seat seat;
  bool opens = false;  ///< it said nothing, and all others together can open its cards
  bool operator==(const Absent&) const = default;
};
/// The seat does not play the present deal: it makes no moves and is dealt no cards until the next
/// new deck. Heard once a deal, before Shuffled if it is known by then, else at any time, on its
/// move or not.
struct Out {
  Seat seat;
  bool left = false;   ///< by its own word: it is out of each deal until it is back
  bool opens = false;  ///< it said nothing, and all others together can open its cards
  bool operator==(const Out&) const = default;
};
/// What was wanted can never come true: the rules settle it against `by`, whose share or reveal is
/// missing, or who was asked to recover it and did not. Never empty; all seats, if nobody is left.
/// Dice that a seat has rolled for its own eyes, and nobody was shown, are gone.
struct Void {
  SeatSet by;
  bool operator==(const Void&) const = default;
};

template <class Move>
using Event = std::variant<Moved<Move>, MovedTogether<Move>, Shuffled, Dealt, Shown, Rolled,
                           RolledFor, DiceShown, Absent, Out, Void>;

/// What came of a want that no seat decides.
using ChanceEvent = std::variant<Shuffled, Dealt, Shown, Rolled, RolledFor, DiceShown>;
template <class Move>
Event<Move> event_of(const ChanceEvent& event) {
  return std::visit([](const auto& e) { return Event<Move>(e); }, event);
}

/// What one seat knows beyond the public: its overlay on a view. Never in a state or a digest.
struct Known {
  std::map<CardSlot, Face> faces;
  std::vector<std::int64_t> dice;  ///< of its roll that is not shown
};

}  // namespace fairdeal::rules
