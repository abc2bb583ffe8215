#include "rules/betting.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::rules {

void Betting::pay(Stake& stake, Chips chips) {
  stake.stack -= chips;
  stake.bet += chips;
}

void Betting::post_blind(Seat seat, Chips chips) {
  const Chips posted = std::min(chips, at(seat).stack);
  pay(at(seat), posted);
  to_meet = std::max(to_meet, chips);
  if (limit.kind == BetLimit::Kind::pot) unposted += chips - posted;
}

void Betting::miss_blind(Chips chips) {
  to_meet = std::max(to_meet, chips);
  if (limit.kind == BetLimit::Kind::pot) unposted += chips;
}

void Betting::post_ante(Seat seat, Chips chips) {
  Stake& stake = at(seat);
  const Chips ante = std::min(chips, stake.stack);
  stake.stack -= ante;
  stake.paid += ante;
}

void Betting::post_table_ante(Seat seat, Chips chips) {
  Stake& stake = at(seat);
  stake.dead += std::min(chips, stake.stack);
  post_ante(seat, chips);
}

void Betting::bring_in(Chips chips) {
  CHECK(turn.has_value());
  post_blind(*turn, chips);
  brought_in = true;
  pass_turn();
}

void Betting::count_blinds(std::int64_t bets) {
  if (!is_fixed()) return;
  full = to_meet;
  wagers = bets;
}

void Betting::begin(Seat first) {
  turn.reset();
  if (in() < 2) return;
  for (std::size_t i = 0; i < seats && !turn; ++i, first = after(first))
    if (must_act(first)) turn = first;
}

void Betting::gather(Chips bet_min) {
  const auto by_bet = [](const Stake& a, const Stake& b) { return a.bet < b.bet; };
  const auto highest = std::max_element(stakes.begin(), stakes.end(), by_bet);
  Chips called = 0;
  for (auto stake = stakes.begin(); stake != stakes.end(); ++stake)
    if (stake != highest) called = std::max(called, stake->bet);
  // The blind of a seat that sits out stays in the pot: it is no bet that others could have called.
  const Chips uncalled = highest->in ? highest->bet - called : 0;
  highest->bet -= uncalled;
  highest->stack += uncalled;

  for (Stake& stake : stakes) {
    stake.paid += stake.bet;
    stake.bet = 0;
    stake.met.reset();
  }
  to_meet = unposted = full = wagers = 0;
  brought_in = false;
  raise_min = bet_min;
  aggressor.reset();
  turn.reset();
}

Chips Betting::price(Seat seat) const {
  const bool others_can_act = able() > (at(seat).can_act() ? 1u : 0u);
  if (others_can_act) return to_meet;
  Chips bet_of_others = 0;
  for (std::size_t i = 0; i < seats; ++i)
    if (i != seat.value && stakes[i].in) bet_of_others = std::max(bet_of_others, stakes[i].bet);
  return bet_of_others;
}

bool Betting::must_act(Seat seat) const {
  const Stake& stake = at(seat);
  if (!stake.can_act()) return false;
  if (stake.bet < price(seat)) return true;
  return !stake.met && able() > 1;
}

void Betting::pass_turn() {
  CHECK(turn.has_value());
  at(*turn).met = brought_in ? 0 : to_meet;  // a bring-in is no bet
  begin(after(*turn));
}

Chips Betting::to_call() const {
  CHECK(turn.has_value());
  const Stake& stake = at(*turn);
  return std::clamp<Chips>(price(*turn) - stake.bet, 0, stake.stack);
}

bool Betting::reopened(const Stake& stake) const {
  if (!stake.met) return true;
  // Rule 47: the raises since this seat acted must add up to a full raise, or to half a bet.
  const Chips more = to_meet - *stake.met;
  return (is_fixed() ? 2 * more : more) >= raise_min;
}

bool Betting::is_capped() const {
  // `wagers` counts the bet as well as the raises.
  if (!is_fixed() || limit.raises == 0 || wagers <= limit.raises) return false;
  const auto has_chips = [](const Stake& stake) { return stake.total() > 0; };
  return std::ranges::count_if(stakes, has_chips) > 2;
}

Chips Betting::highest(const Stake& stake, Chips least) const {
  if (is_fixed()) return least;
  if (limit.kind == BetLimit::Kind::none) return stake.bet + stake.stack;
  Chips pot = unposted;
  for (const Stake& each : stakes) pot += each.bet + each.paid;
  return std::max(least, to_meet + pot + to_meet - stake.bet);
}

std::optional<Range> Betting::raises() const {
  CHECK(turn.has_value());
  const Stake& stake = at(*turn);
  const Chips all_in = stake.bet + stake.stack;
  if (!reopened(stake) || is_capped() || able() < 2 || all_in <= to_meet) return {};
  const Chips least = (is_fixed() ? full : brought_in ? 0 : to_meet) + raise_min;
  return Range{.min = std::min(least, all_in), .max = std::min(highest(stake, least), all_in)};
}

void Betting::fold() {
  CHECK(turn.has_value());
  at(*turn).in = false;
  pass_turn();
}

void Betting::fold(Seat seat) {
  at(seat).in = false;
  if (aggressor == seat) aggressor.reset();
  if (turn) begin(*turn);
}

void Betting::call() {
  pay(at(*turn), to_call());
  pass_turn();
}

void Betting::raise_to(Chips bet) {
  Stake& stake = at(*turn);
  pay(stake, bet - stake.bet);
  // With a fixed limit a raise of less than half a bet counts as none: `full` stays, so that the
  // next raise completes this bet.
  if (!is_fixed()) {
    raise_min = std::max(raise_min, bet - to_meet);
  } else if (2 * (bet - full) >= raise_min) {
    full = bet;
    ++wagers;
  }
  to_meet = bet;
  brought_in = false;
  aggressor = turn;
  pass_turn();
}

std::size_t Betting::in() const {
  return static_cast<std::size_t>(std::ranges::count_if(stakes, &Stake::in));
}

std::size_t Betting::able() const {
  return static_cast<std::size_t>(std::ranges::count_if(stakes, &Stake::can_act));
}

}  // namespace fairdeal::rules
