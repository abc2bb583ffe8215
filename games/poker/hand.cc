#include <algorithm>
#include <utility>

#include "games/poker/poker.h"

/// The course of a hand of poker. Showing and winning are in showdown.cc.
namespace fairdeal::rules {

bool Poker::waits() const {
  switch (street_) {
    case Street::shuffle:
    case Street::over:
      return true;
    case Street::deal:
      return !cards_due().empty();
    default:
      return turn() || !cards_due().empty();
  }
}

void Poker::proceed() {
  while (!waits()) end_street();
}

void Poker::end_street() {
  switch (street_) {
    case Street::choice:
      return choose(next_game());
    case Street::seating:
      return seat_players();
    case Street::straddle:
      return begin_deal();
    case Street::deal:
      return begin_first_street();
    case Street::showdown:
      return end_hand();
    case Street::rabbit:
      last_.board = board_;
      return next_hand();
    default:
      return is_betting() && !opened_ ? open_betting() : end_betting();
  }
}

void Poker::begin_hand() {
  ++hand_;
  if (is_mixed() && game_left_ == 0) {  // the cards of the last hand lie there until the shuffle
    street_ = Street::choice;
    for (std::uint32_t i = 0; i < betting_.seats; ++i)
      betting_.stakes[i].in = dealt_seats().has(Seat(i));
    decides_ = chooser();
    return;
  }
  street_ = Street::shuffle;
  dealt_ = 0;
  board_ = {};
  second_.reset();
  straddle_.reset();
  forget_draws();
  const bool has_its_blind = !has_no_blinds() || (is_bomb() && terms_.bomb_every == 1);
  if (has_its_blind) presence_[blinds_.big.value] = Presence::here;
  const SeatSet here = dealt_seats();
  for (std::uint32_t i = 0; i < betting_.seats; ++i) {
    betting_.stakes[i].in = here.has(Seat(i));
    pockets_[i] = undealt(betting_.stakes[i].in);
  }
  place_pockets();
  post_blinds();
}

/// In a hand without blinds, as a mixed table plays a game with a bring-in, a seat that waits for
/// the big blind pays antes as all do, and plays.
SeatSet Poker::dealt_seats() const {
  const SeatSet here = with_chips(Presence::here);
  return has_no_blinds() ? here | with_chips(Presence::waits) : here;
}

bool Poker::is_bomb() const {
  return terms_.bomb_every > 0 && hand_ % terms_.bomb_every == 0 && variant_->board() > 0 &&
         street_ != Street::choice;
}

void Poker::forget_draws() {
  opened_ = false;
  changes_.reset();
  lacks_ = 0;
  drawn_.fill(-1);
  thrown_.clear();
  stock_.clear();
}

/// An ante of each seat is paid before the blinds, one for the whole table after the big blind.
void Poker::post_blinds() {
  betting_.raise_min = bet_min(Street::preflop);
  if (!has_table_ante())
    for (const Seat seat : players()) betting_.post_ante(seat, level().ante);
  if (is_bomb()) return;
  if (variant_->has_blinds()) post_blind(blinds_.small, level().small);
  if (!variant_->has_bring_in()) post_blind(blinds_.big, level().big);
  if (terms_.table_ante) betting_.post_table_ante(blinds_.big, level().ante);
}

/// Nobody posts it for a seat that is empty or was left.
void Poker::post_blind(Seat seat, Chips chips) {
  if (pocket(seat).dealt_in)
    betting_.post_blind(seat, chips);
  else
    betting_.miss_blind(chips);
}

/// Returns whether the board lacks cards since all but one have folded. After a void they cannot
/// all be shown. If a seat has left or sits out, its answer is known: it does not agree.
bool Poker::offers_rabbit() const {
  if (!terms_.rabbit || spoilt_ || street_ != Street::showdown || betting_.in() != 1) return false;
  const auto can_agree = [&](Seat seat) {
    return presence_[seat.value] != Presence::left && !away_[seat.value];
  };
  return board_.size < variant_->board() && std::ranges::all_of(players(), can_agree);
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

std::optional<Seat> Poker::next_away(std::optional<Seat> last) const {
  return next_of(players(), last, [this](Seat seat) { return away_[seat.value]; });
}

std::optional<Seat> Poker::next_in(std::optional<Seat> last) const {
  return next_of(players(), last, [this](Seat seat) { return betting_.at(seat).in; });
}

/// One who does not agree, asked or not yet, decides for all.
void Poker::rabbit_move(bool agrees) {
  const Seat seat = *std::exchange(decides_, {});
  if (!agrees) return next_hand();
  decides_ = next_of(players(), seat, [](Seat) { return true; });
}

void Poker::seat_players() {
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
  decides_ = next_straddler({});
}

/// Returns the seats that may straddle, in the order in which they are asked. One straddle is
/// posted at the most.
std::vector<Seat> Poker::straddlers() const {
  if (!terms_.straddle || straddle_ || betting_.in() < 3 || is_bomb()) return {};
  std::vector<Seat> seats;
  switch (terms_.straddlers) {
    case PokerTerms::Straddlers::first:
      seats = {betting_.after(blinds_.big)};
      while (!betting_.at(seats.front()).in) seats.front() = betting_.after(seats.front());
      break;
    case PokerTerms::Straddlers::button:
      seats = {blinds_.button};
      break;
    case PokerTerms::Straddlers::any:
      seats = players();
      std::ranges::reverse(seats);
      std::erase_if(seats, [&](Seat seat) { return seat == blinds_.small || seat == blinds_.big; });
      break;
  }
  std::erase_if(seats, [&](Seat seat) {
    return !betting_.at(seat).in || betting_.at(seat).stack < 2 * level().big;
  });
  return seats;
}

std::optional<Seat> Poker::next_straddler(std::optional<Seat> last) const {
  return next_of(straddlers(), last, [](Seat) { return true; });
}

void Poker::begin_deal() {
  street_ = Street::deal;
  // Where raises have no fixed size, the straddle is the blind that they are counted from.
  if (straddle_ && terms_.limit.kind != BetLimit::Kind::fixed)
    betting_.raise_min = betting_.to_meet;
}

void Poker::begin_first_street() {
  street_ = Street::first;
  dealt_ = static_cast<std::uint32_t>(variant_->hole_by(0) * players().size());
  opened_ = true;
  if (is_bomb()) return end_betting();
  if (variant_->has_bring_in()) return begin_bring_in();
  betting_.count_blinds(straddle_ ? 2 : 1);
  betting_.begin(betting_.after(straddle_.value_or(blinds_.big)));
}

/// A seat that has folded since its open card was shown owes the bring-in if that card is to bring
/// in.
void Poker::begin_bring_in() {
  const Seat of_those_in = brings_in();
  Seat lowest = of_those_in;
  for (const Seat seat : players()) {
    const CardList open = open_cards(seat);
    const bool could_pay = betting_.at(seat).in || betting_.at(seat).stack > 0;
    if (could_pay && open.size > 0 && variant_->brings_in_before(open, open_cards(lowest)))
      lowest = seat;
  }
  if (betting_.at(lowest).in || level().small == 0) return betting_.begin(of_those_in);
  betting_.turn = lowest;
  betting_.bring_in(level().small);
}

/// Betting begins at once if the seat that speaks first does not depend on cards.
void Poker::begin_street(Street street) {
  street_ = street;
  opened_ = false;
  changes_.reset();
  drawn_.fill(-1);
  for (const Seat seat : players())
    if (betting_.at(seat).in) pockets_[seat.value].size = hole_due();
  if (rules_of(street).draw != nullptr)
    decides_ = next_in({});
  else if (!variant_->has_bring_in())
    open_betting();
}

void Poker::open_betting() {
  const auto cards = static_cast<std::uint32_t>(hole_due() * players().size());
  dealt_ = std::max(dealt_, cards);
  opened_ = true;
  betting_.begin(variant_->has_bring_in() ? best_open() : betting_.after(blinds_.button));
}

/// Returns the seat whose open cards are best: of equal ones the first from the button's left.
Seat Poker::best_open() const { return first_by_open(&PokerVariant::speaks_before); }

/// Returns the seat that has to bring in: that with the lowest open card, and with aces low that
/// with the highest one.
Seat Poker::brings_in() const { return first_by_open(&PokerVariant::brings_in_before); }

Seat Poker::first_by_open(bool (PokerVariant::*before)(const CardList&, const CardList&)
                              const) const {
  std::optional<Seat> first;
  for (const Seat seat : players()) {
    if (!betting_.at(seat).in) continue;
    if (!first || (variant_->*before)(open_cards(seat), open_cards(*first))) first = seat;
  }
  return first.value();
}

/// Without a small and a big blind the button is where the big blind would be: at a seat that
/// plays.
void Poker::set_blinds(const BlindSeats& blinds) {
  blinds_ = blinds;
  if (!has_blind_seats()) blinds_.button = blinds_.small = blinds_.big;
}

Chips Poker::bet_min(Street street) const {
  const bool doubled = terms_.limit.kind == BetLimit::Kind::fixed && street >= Street::first &&
                       street <= last_street() && rules_of(street).doubled;
  return (doubled ? 2 : 1) * level().big;
}

bool Poker::draws_after(Street street) const {
  for (std::size_t i = number_of(street) + 1; i < variant_->streets.size(); ++i)
    if (variant_->streets[i].draw != nullptr) return true;
  return false;
}

void Poker::end_betting() {
  const auto aggressor = betting_.aggressor;
  const bool last = street_ == last_street();
  const auto next = static_cast<Street>(static_cast<int>(street_) + 1);
  betting_.gather(bet_min(next));
  if (last || betting_.in() == 1 || (betting_.able() <= 1 && !draws_after(street_)))
    return begin_showdown(aggressor);
  begin_street(next);
}

SeatSet Poker::with_chips(Presence presence) const {
  SeatSet seats;
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    if (betting_.stakes[i].stack > 0 && presence_[i] == presence) seats.insert(Seat(i));
  return seats;
}

bool Poker::two_can_play() const {
  return (with_chips(Presence::here) | with_chips(Presence::waits)).size() >= 2;
}

void Poker::end_hand() {
  const bool rabbit = offers_rabbit();
  pay_pots();
  if (!rabbit || is_last_hand()) return next_hand();
  street_ = Street::rabbit;
  decides_ = players().front();
}

/// Returns whether the match ends with this hand, whose pots are paid.
bool Poker::is_last_hand() const {
  return (terms_.hands != 0 && hand_ >= terms_.hands) || !two_can_play();
}

void Poker::next_hand() {
  spoilt_ = opened_ = false;
  if (is_last_hand()) {
    street_ = Street::over;
    return;
  }
  for (Presence& presence : presence_)
    if (presence == Presence::left) presence = Presence::left_before;
  let_in_waiting();
  const SeatSet here = with_chips(Presence::here), waiting = with_chips(Presence::waits);
  set_blinds(blinds_rest() ? rested_blinds() : next_blinds(blinds_, betting_.seats, here, waiting));
  count_hand();
  level_ = level_due_;
  begin_hand();
}

std::size_t Poker::level_number() const {
  return terms_.level_minutes > 0 ? level_ + 1 : terms_.level_number(hand_);
}

std::optional<std::int64_t> Poker::alarm() const {
  const bool has_next = level_due_ + 1 < terms_.levels.size();
  return terms_.level_minutes > 0 && has_next && street_ != Street::over
             ? std::optional(terms_.level_minutes)
             : std::nullopt;
}

Poker Poker::rung() const {
  Poker next = *this;
  ++next.level_due_;
  return next;
}

/// Returns whether the button and the blinds stay where they are, as they do during games with a
/// bring-in where games change in turn (TDA, rule 10), and during a bomb pot between other hands;
/// also the big blind of a seat that waits for it. Where the button chooses, it goes on after each
/// hand, so that the next one may choose.
bool Poker::blinds_rest() const {
  const bool always = is_bomb() && terms_.bomb_every == 1;
  return has_no_blinds() && !terms_.dealers_choice && !always;
}

/// Returns where the blinds are due after a rest. A big blind for which a seat waits is its own.
BlindSeats Poker::rested_blinds() const {
  SeatSet here = with_chips(Presence::here);
  const SeatSet waiting = with_chips(Presence::waits);
  if (waiting.has(blinds_.big)) here.insert(blinds_.big);
  return blinds_without(blinds_, betting_.seats, here, waiting);
}

/// Two play each hand, whichever seats wait.
void Poker::let_in_waiting() {
  if (with_chips(Presence::here).size() >= 2) return;
  for (Presence& presence : presence_)
    if (presence == Presence::waits) presence = Presence::here;
}

void Poker::break_off() {
  for (Stake& stake : betting_.stakes) stake = {.stack = stake.total()};
  betting_.turn.reset();
  decides_.reset();
  spoilt_ = opened_ = false;
  street_ = Street::over;
}

}  // namespace fairdeal::rules
