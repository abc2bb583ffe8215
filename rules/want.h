#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/seat_set.h"

/// The wants of rules, for what is to happen next, and the events that answer them. A game never
/// draws a random number, reads a clock or sees a key: these two variants are all that it has to do
/// with the world. The trusted dealer (rules/match) and the table of peers (runtime/) answer the
/// same wants with the same events.
namespace fairdeal::rules {

/// A random choice among `values`, each with its weight. Weights are positive, and values differ.
struct Die {
  std::string name;
  std::vector<std::int64_t> values;
  std::vector<std::uint32_t> weights;
  bool operator==(const Die&) const = default;
};
/// Returns a die that shows min, min + 1 … max, each equally likely.
Die uniform_die(std::string name, std::int64_t min, std::int64_t max);

/// Asks for the move of one seat, or for those of several seats (in ascending order) at once: then
/// all of them commit before any reveals.
struct WantMove {
  std::vector<Seat> seats;
  bool operator==(const WantMove&) const = default;
};
/// Asks for the cards in `slots` in an order that nobody knows. If there are `faces`, a new deck of
/// these is put into the slots (which are as many). If there are none, the cards that lie there are
/// shuffled, and a seat that knew one of them lost track of it; a shuffle of a single card
/// only puts it under a fresh mask. If `by` has seats, only these shuffle, and a new deck has their
/// locks alone; else all who are in the deal do. grants.h has the powers of a table.
struct WantShuffle {
  std::vector<CardSlot> slots;
  std::vector<Face> faces;
  SeatSet by{};
  bool operator==(const WantShuffle&) const = default;
};
/// Asks that the seats `to` and `also`, and nobody else, see the card in `slot`. A card that some
/// seats see already can be dealt to these and more. `to` is not among `also`.
struct WantDeal {
  CardSlot slot;
  Seat to;
  SeatSet also{};
  bool operator==(const WantDeal&) const = default;
};
/// Asks that all see the card in `slot`.
struct WantShow {
  CardSlot slot;
  bool operator==(const WantShow&) const = default;
};
/// Asks for a roll of dice that all see.
struct WantRoll {
  std::vector<Die> dice;
  bool operator==(const WantRoll&) const = default;
};
/// Asks for a roll of dice that only one seat sees. A seat has at most one such roll that it has
/// not shown.
struct WantRollFor {
  Seat seat;
  std::vector<Die> dice;
  bool operator==(const WantRollFor&) const = default;
};
/// Asks that all see this roll of the seat.
struct WantShowDice {
  Seat seat;
  bool operator==(const WantShowDice&) const = default;
};

/// Anything that rules may want. If they want several at once, these happen in their order.
using Want =
    std::variant<WantMove, WantShuffle, WantDeal, WantShow, WantRoll, WantRollFor, WantShowDice>;

template <class Move>
struct Moved {
  Seat seat;
  Move move;
  bool operator==(const Moved&) const = default;
};
/// The moves that were revealed, at least one. A seat that was asked and is missing here counts as
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
  SeatSet also{};
  bool operator==(const Dealt&) const = default;
};
struct Shown {
  CardSlot slot;
  Face face;
  bool operator==(const Shown&) const = default;
};
/// The values that dice show, in their order.
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
/// The table voted that a seat missed its turn. The rules say what happens in place of its move.
struct Absent {
  Seat seat;
  bool opens = false;  ///< the seat is silent, and all others together can decrypt its cards
  bool operator==(const Absent&) const = default;
};
/// A seat does not play the present deal: it makes no moves and is dealt no cards until the next
/// new deck. This comes once in a deal: before Shuffled if it is known by then, else at any time,
/// whether it is the seat's turn or not.
struct Out {
  Seat seat;
  bool left = false;   ///< the seat said that it leaves: it is out of each deal until it is back
  bool opens = false;  ///< the seat is silent, and all others together can decrypt its cards
  /// The seat misses this deal because it made one void before. It pays what a seat that plays and
  /// folds would pay, whether it has left or not, so `left` is not set then: see HasMissed.
  bool owes = false;
  bool operator==(const Out&) const = default;
};
/// Says that what was wanted can never happen. The rules settle it against the seats in `by`: those
/// whose share or reveal is missing, and those who were asked to recover it and did not. There is
/// at least one; if nobody is left, `by` is all seats. A roll that only one seat has seen is lost.
struct Void {
  SeatSet by;
  bool operator==(const Void&) const = default;
};
/// A seat said that it gives the match up, on its own turn or on another's, or while chance
/// decides. It loses, and the match is over: see AnyGame::resigns.
struct Resigned {
  Seat seat;
  bool operator==(const Resigned&) const = default;
};
/// The alarm that the game has set rings, by the clocks of more than half of the members
/// (AnyGame::alarm).
struct AlarmRang {
  bool operator==(const AlarmRang&) const = default;
};

template <class Move>
using Event = std::variant<Moved<Move>, MovedTogether<Move>, Shuffled, Dealt, Shown, Rolled,
                           RolledFor, DiceShown, Absent, Out, Void, Resigned, AlarmRang>;

/// An event that answers a want which no seat decides.
using ChanceEvent = std::variant<Shuffled, Dealt, Shown, Rolled, RolledFor, DiceShown>;
template <class Move>
Event<Move> event_of(const ChanceEvent& event) {
  return std::visit([](const auto& e) { return Event<Move>(e); }, event);
}

/// The knowledge that one seat has and the public has not: the faces of its cards and its own dice.
/// A view adds it to the state. It is never part of a state or a digest.
struct Known {
  std::map<CardSlot, Face> faces;
  std::vector<std::int64_t> dice;  ///< the seat's roll that it has not shown
  /// Whether the seat's person lets a game answer by this (Secrecy::answers): make obvious moves,
  /// and name moves. Others can learn from such a move what the seat alone knows.
  bool answers = false;
  /// Whether the person shows a hand that has lost, where others would put it away unseen. The
  /// game's obvious moves keep to it.
  bool shows_losing = false;
};

}  // namespace fairdeal::rules
