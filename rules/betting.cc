#include "rules/betting.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::rules {

void Betting::pay(Stake& stake, Chips chips) {
  stake.stack -= chips;
  stake.bet += chips;
}

void Betting::post_blind(Seat seat, Chips chips) {
  pay(at(seat), std::min(chips, at(seat).stack));
  to_meet = std::max(to_meet, chips);
}

void Betting::post_ante(Seat seat, Chips chips) {
  Stake& stake = at(seat);
  const Chips ante = std::min(chips, stake.stack);
  stake.stack -= ante;
  stake.paid += ante;
}

void Betting::begin(Seat first) {
  turn.reset();
  for (std::size_t i = 0; i < seats && !turn; ++i, first = after(first))
    if (must_act(first)) turn = first;
}

void Betting::gather(Chips bet_min) {
  const auto by_bet = [](const Stake& a, const Stake& b) { return a.bet < b.bet; };
  const auto highest = std::max_element(stakes.begin(), stakes.end(), by_bet);
  Chips called = 0;
  for (auto stake = stakes.begin(); stake != stakes.end(); ++stake)
    if (stake != highest) called = std::max(called, stake->bet);
  const Chips uncalled = highest->bet - called;
  highest->bet -= uncalled;
  highest->stack += uncalled;

  for (Stake& stake : stakes) {
    stake.paid += stake.bet;
    stake.bet = 0;
    stake.met.reset();
  }
  to_meet = 0;
  raise_min = bet_min;
  aggressor.reset();
  turn.reset();
}

Chips Betting::price(Seat seat) const {
  const bool others_can_act = able() > (at(seat).can_act() ? 1u : 0u);
  if (others_can_act) return to_meet;
  Chips bet_of_others = 0;
  for (std::size_t i = 0; i < seats; ++i)
    if (i != seat.value) bet_of_others = std::max(bet_of_others, stakes[i].bet);
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
  at(*turn).met = to_meet;
  begin(after(*turn));
}

Chips Betting::to_call() const {
  CHECK(turn.has_value());
  const Stake& stake = at(*turn);
  return std::clamp<Chips>(price(*turn) - stake.bet, 0, stake.stack);
}

std::optional<Range> Betting::raises() const {
  CHECK(turn.has_value());
  const Stake& stake = at(*turn);
  const Chips all_in = stake.bet + stake.stack;
  const bool reopened = !stake.met || to_meet - *stake.met >= raise_min;
  if (!reopened || able() < 2 || all_in <= to_meet) return {};
  return Range{.min = std::min(to_meet + raise_min, all_in), .max = all_in};
}

void Betting::fold() {
  CHECK(turn.has_value());
  at(*turn).in = false;
  pass_turn();
}

void Betting::call() {
  pay(at(*turn), to_call());
  pass_turn();
}

void Betting::raise_to(Chips bet) {
  Stake& stake = at(*turn);
  pay(stake, bet - stake.bet);
  raise_min = std::max(raise_min, bet - to_meet);
  to_meet = bet;
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
