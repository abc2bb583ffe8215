#include <algorithm>

#include "games/holdem/holdem.h"

/// The course of a hand of hold'em. Showing and winning are in showdown.cc.
namespace fairdeal::rules {

bool Holdem::waits() const {
  switch (street_) {
    case Street::shuffle:
    case Street::over:
      return true;
    case Street::deal:
      return !to_deal().empty();
    default:
      return turn() || !to_show().empty();
  }
}

void Holdem::proceed() {
  while (!waits()) end_street();
}

void Holdem::end_street() {
  switch (street_) {
    case Street::seating:
      return seat_players();
    case Street::straddle:
      return begin_deal();
    case Street::deal:
      return begin_preflop();
    case Street::showdown:
      return end_hand();
    default:
      return end_betting();
  }
}

void Holdem::begin_hand() {
  ++hand_;
  street_ = Street::shuffle;
  dealt_ = 0;
  board_ = {};
  second_.reset();
  straddle_.reset();
  presence_[blinds_.big.value] = Presence::here;
  const SeatSet here = with_chips(Presence::here);
  for (std::uint32_t i = 0; i < betting_.seats; ++i) {
    betting_.stakes[i].in = here.has(Seat(i));
    pockets_[i] = {.dealt_in = betting_.stakes[i].in};
  }
  place_pockets();
  post_blinds();
}

/// An ante of each seat is paid before the blinds, one for the whole table after the big blind.
void Holdem::post_blinds() {
  betting_.raise_min = bet_min(Street::preflop);
  if (!terms_.table_ante)
    for (const Seat seat : players()) betting_.post_ante(seat, level().ante);
  post_blind(blinds_.small, level().small);
  post_blind(blinds_.big, level().big);
  if (terms_.table_ante) betting_.post_table_ante(blinds_.big, level().ante);
}

/// Nobody posts it for a seat that is empty or was left.
void Holdem::post_blind(Seat seat, Chips chips) {
  if (pocket(seat).dealt_in)
    betting_.post_blind(seat, chips);
  else
    betting_.miss_blind(chips);
}

namespace {

template <class Holds>
std::optional<Seat> next_of(const std::vector<Seat>& seats, std::optional<Seat> last, Holds holds) {
  auto from = last ? std::ranges::find(seats, *last) : seats.begin();
  if (last && from != seats.end()) ++from;
  const auto found = std::find_if(from, seats.end(), holds);
  return found == seats.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::optional<Seat> Holdem::next_away(std::optional<Seat> last) const {
  return next_of(players(), last, [this](Seat seat) { return away_[seat.value]; });
}

std::optional<Seat> Holdem::next_in(std::optional<Seat> last) const {
  return next_of(players(), last, [this](Seat seat) { return betting_.at(seat).in; });
}

void Holdem::seat_players() {
  for (std::size_t i = 0; i < betting_.seats; ++i)
    if (away_[i]) {
      betting_.stakes[i].in = false;
      pockets_[i] = {};
    }
  place_pockets();
  if (betting_.in() == 0) return break_off();
  if (betting_.in() == 1) {  // it wins without cards
    betting_.gather(bet_min(Street::preflop));
    return end_hand();
  }
  street_ = Street::straddle;
  decides_ = straddler();
}

std::optional<Seat> Holdem::straddler() const {
  if (!terms_.straddle || straddle_ || betting_.in() < 3) return {};
  Seat seat = betting_.after(blinds_.big);
  while (!betting_.at(seat).in) seat = betting_.after(seat);
  return betting_.at(seat).stack >= 2 * level().big ? std::optional(seat) : std::nullopt;
}

void Holdem::begin_deal() {
  street_ = Street::deal;
  // Where raises have no fixed size, the straddle is the blind that they are counted from.
  if (straddle_ && terms_.limit.kind != BetLimit::Kind::fixed)
    betting_.raise_min = betting_.to_meet;
}

void Holdem::begin_preflop() {
  street_ = Street::preflop;
  dealt_ = static_cast<std::uint32_t>(2 * players().size());
  betting_.count_blinds(straddle_ ? 2 : 1);
  betting_.begin(betting_.after(straddle_.value_or(blinds_.big)));
}

Chips Holdem::bet_min(Street street) const {
  const bool doubled = terms_.limit.kind == BetLimit::Kind::fixed &&
                       (street == Street::turn || street == Street::river);
  return (doubled ? 2 : 1) * level().big;
}

void Holdem::end_betting() {
  const auto aggressor = betting_.aggressor;
  const auto next = static_cast<Street>(static_cast<int>(street_) + 1);
  betting_.gather(bet_min(next));
  if (betting_.in() == 1 || betting_.able() <= 1 || street_ == Street::river)
    return begin_showdown(aggressor);
  street_ = next;
  betting_.begin(betting_.after(blinds_.button));
}

SeatSet Holdem::with_chips(Presence presence) const {
  SeatSet seats;
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    if (betting_.stakes[i].stack > 0 && presence_[i] == presence) seats.insert(Seat(i));
  return seats;
}

bool Holdem::two_can_play() const {
  return (with_chips(Presence::here) | with_chips(Presence::waits)).size() >= 2;
}

void Holdem::end_hand() {
  pay_pots();
  next_hand();
}

void Holdem::next_hand() {
  spoilt_ = false;
  const bool last_hand = terms_.hands != 0 && hand_ >= terms_.hands;
  if (last_hand || !two_can_play()) {
    street_ = Street::over;
    return;
  }
  for (Presence& presence : presence_)
    if (presence == Presence::left) presence = Presence::left_before;
  let_in_waiting();
  blinds_ =
      next_blinds(blinds_, betting_.seats, with_chips(Presence::here), with_chips(Presence::waits));
  begin_hand();
}

/// Two play each hand, whichever seats wait.
void Holdem::let_in_waiting() {
  if (with_chips(Presence::here).size() >= 2) return;
  for (Presence& presence : presence_)
    if (presence == Presence::waits) presence = Presence::here;
}

void Holdem::break_off() {
  for (Stake& stake : betting_.stakes) stake = {.stack = stake.total()};
  betting_.turn.reset();
  decides_.reset();
  spoilt_ = false;
  street_ = Street::over;
}

}  // namespace fairdeal::rules
