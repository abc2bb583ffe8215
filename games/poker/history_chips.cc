#include <algorithm>

#include "base/ascii.h"
#include "games/poker/history_event.h"

/// The lines of a hand history about chips: those that nobody called, pots, and the end of a hand.
namespace fairdeal::rules {
namespace {

/// Returns what `pot` of so many is called, before the word pot: "main ", "side-1 " is "side
/// pot-1".
std::string pot_name(std::size_t pot, std::size_t count, const char* main, const char* side) {
  if (pot == 0) return main;
  return side + std::string("pot") + (count > 2 ? "-" + std::to_string(pot) : "");
}

}  // namespace

/// Tells of chips that nobody called.
void HandHistoryEvent::return_uncalled() {
  for (const Seat seat : seats()) {
    const auto put_in = [seat](const Betting& betting) {
      return betting.at(seat).bet + betting.at(seat).paid;
    };
    const Chips left = is_paid() ? after_.last().paid[seat.value] : put_in(after_.betting());
    const Chips back = put_in(closed_) - left;
    if (back > 0) add("Uncalled bet (" + number(back) + ") returned to " + name(seat));
  }
}

void HandHistoryEvent::return_all() {
  add("The hand cannot be finished: all chips go back");
  for (const Seat seat : seats())
    if (const Chips back = stake(seat).bet + stake(seat).paid; back > 0)
      add("Uncalled bet (" + number(back) + ") returned to " + name(seat));
}

std::vector<Pot> HandHistoryEvent::final_pots() const {
  if (!is_paid()) return {};
  Betting betting = closed_;
  const bool seating = before_.street() <= Poker::Street::seating && betting.in() > 1;
  for (const Seat seat : seats()) {
    Stake& of = betting.at(seat);
    of.paid = after_.last().paid[seat.value];
    if (seating && after_.sits_out(seat)) of.in = false;
  }
  return pots(betting.stakes);
}

std::vector<HandHistoryEvent::Award> HandHistoryEvent::awards(const std::vector<Pot>& pots) const {
  std::vector<Award> awards;
  for (std::size_t pot = 0; pot < pots.size(); ++pot)
    for (const Poker::Award& award : before_.split_pot(pots[pot], after_.last()))
      awards.push_back({award, pot});
  return awards;
}

void HandHistoryEvent::collect(const std::vector<Pot>& pots, const std::vector<Award>& list) {
  const bool twice = after_.last().second.has_value();
  for (const bool second : {false, true}) {
    if (second && !twice) break;
    if (twice)
      begin_showdown(second ? "SECOND " : "FIRST ");
    else if (std::ranges::any_of(pots, [](const Pot& pot) { return pot.seats.size() > 1; }))
      begin_showdown("");
    for (const Award& award : list)
      if (award.of.second == second)
        add(name(award.of.seat) + " collected " + number(award.of.chips) + " from " +
            pot_name(award.pot, pots.size(), pots.size() == 1 ? "pot" : "main pot", "side "));
  }
}

// ---- The end of a hand

void HandHistoryEvent::summarize(const std::vector<Pot>& pots) {
  add("*** SUMMARY ***");
  Chips total = 0;
  for (const Pot& pot : pots) total += pot.chips;
  std::string line = "Total pot " + number(total);
  for (std::size_t pot = 0; pots.size() > 1 && pot < pots.size(); ++pot)
    line +=
        " " + pot_name(pot, pots.size(), "Main pot", "Side ") + " " + number(pots[pot].chips) + ".";
  add(line + " | Rake 0");
  const auto& board = is_paid() ? after_.last().board : before_.board();
  const auto& second = is_paid() ? after_.last().second : before_.second_board();
  if (second) add("Hand was run twice");
  if (board.size > 0) add((second ? "FIRST Board " : "Board ") + cards(board.cards()));
  if (second) add("SECOND Board " + cards(second->cards()));
  for (const Seat seat : seats()) {
    const bool has_blinds = before_.variant().has_blinds() && !before_.is_bomb();
    const bool small = has_blinds && seat == before_.blinds().small;
    const bool big = has_blinds && seat == before_.blinds().big;
    const bool has_chips = stake(seat).total() > 0;
    if (!has_chips && seat != before_.button()) continue;
    add("Seat " + number(seat.value + 1) + ": " + (has_chips ? name(seat) : "empty") +
        (seat == before_.button() ? " (button)" : "") +
        (small && has_chips ? " (small blind)" : "") + (big ? " (big blind)" : "") +
        (has_chips ? " " + seat_words(seat) : ""));
  }
}

/// "folded on the Turn", "folded on the fourth street", "folded after the draw".
std::string HandHistoryEvent::folded_words(Seat seat, std::size_t street) const {
  const PokerVariant& variant = before_.variant();
  const bool on_board = variant.board() > 0;
  if (on_board && street == 0)
    return std::string("folded before Flop") +
           (stake(seat).bet + stake(seat).paid == 0 ? " (didn't bet)" : "");
  std::string part = variant.streets[street].part;
  if (on_board) part[0] = ascii::upper(part[0]);
  return (variant.has_draws() ? "folded " : "folded on the ") + part;
}

/// "showed [Ks 4h] and won (700) with two pair, kings and fours", to follow its name.
std::string HandHistoryEvent::seat_words(Seat seat) const {
  if (const auto folded = hand_.folded[seat.value]) return folded_words(seat, *folded);
  if (hand_.mucked[seat.value]) return "mucked";
  const auto& last = after_.last();
  if (!is_paid()) return "took its chips back";
  const Chips won = last.won[seat.value];
  const auto& shown = last.shown[seat.value];
  if (shown && before_.variant().ranks(last.board, *shown))
    return "showed " + cards(shown->cards()) +
           (won > 0 ? " and won (" + number(won) + ")" : " and lost") + rank_words(seat);
  const bool away = before_.street() <= Poker::Street::seating && after_.sits_out(seat);
  const bool in = won > 0 || (closed_.at(seat).in && !away);
  return in ? "collected (" + number(won) + ")" : "sat out";
}

/// " with two pair, kings and tens"; with two boards, of both.
std::string HandHistoryEvent::rank_words(Seat seat) const {
  const auto& last = after_.last();
  const CardList& shown = *last.shown[seat.value];
  const PokerVariant& variant = before_.variant();
  std::string text = " with " + variant.describe(last.board, shown);
  if (last.second) text += ", then " + variant.describe(*last.second, shown);
  return text;
}

void HandHistoryEvent::end_hand() {
  const auto pots = final_pots();
  const auto list = awards(pots);
  note_end(pots, list);
  if (is_paid()) collect(pots, list);
  summarize(pots);
  if (after_.street() != Poker::Street::rabbit) add("");
}

}  // namespace fairdeal::rules
