#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "games/poker/history.h"
#include "rules/any_game.h"
#include "runtime/state/table.h"
#include "ui/match/own_cards.h"

namespace fairdeal::match {

/// The sum of what chance brought, beside its distribution.
struct Tally {
  std::uint64_t count = 0;  ///< of dice, of cards, of hands
  double sum = 0, expected = 0, variance = 0;

  Tally& operator+=(const Tally& other);
  /// Returns half the width of the interval about `expected` that has the sum in 95 of 100 cases.
  double reach() const;
  bool operator==(const Tally&) const = default;
};

/// The luck of one seat in a match or in several.
struct Luck {
  Tally dice;   ///< the values of the dice that it rolled
  Tally cards;  ///< the ranks of the cards that it was dealt from a new deck of 52, from 2 to 14
  /// The chips that it won in hands of hold'em in which all bets were made before the last card and
  /// all cards were shown, beside its share of the pots over all boards that could come.
  Tally all_in;

  Luck& operator+=(const Luck& other);
  bool operator==(const Luck&) const = default;
};

/// Returns the seat whose roll these dice are, which the game wants now: the one that moves next
/// after most of the values that they can show, or else the one that moved last. It depends on no
/// outcome, so nobody's luck is chosen by it.
std::optional<Seat> roller(const rules::AnyGame& game, const std::vector<rules::Die>& dice,
                           std::optional<Seat> moved_last);

/// Returns the tally of a hand in which `me` was all in; none of any other hand.
std::optional<Tally> all_in_luck(const rules::HandRecord& hand, Seat me);

/// The luck of the owner of a transcript, record by record.
class LuckReader {
 public:
  LuckReader(const state::Table& start, Seat me, OwnCards own);

  /// Takes the table after the next record.
  void on(const state::Table& table);
  /// Returns the luck so far, without that of a hand that is not over.
  Luck luck() const;

 private:
  void take(const rules::AnyEvent& event, const rules::AnyGame& after, const state::Table& table);
  void roll(const std::vector<rules::Die>& dice, const std::vector<std::int64_t>& values);
  void begin_deck(const std::vector<Face>& faces);
  Tally dealt_tally() const;

  Seat me_;
  OwnCards own_;
  rules::AnyGame game_;
  std::optional<Seat> moved_last_;
  rules::HandHistory hands_;
  std::vector<Face> deck_;      ///< the new deck that is dealt, if it is the standard one of 52
  std::set<CardSlot> touched_;  ///< slots whose cards somebody was dealt, or that were mixed again
  std::vector<Face> dealt_;     ///< to me, out of that deck
  Luck luck_;
};

}  // namespace fairdeal::match
