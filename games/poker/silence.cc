#include <algorithm>

#include "games/poker/poker.h"

/// The cost of silence in poker: who is out folds, and a void hand is finished without `by`. Who
/// leaves plays no more.
namespace fairdeal::rules {

Poker Poker::without(const Out& out) const {
  Poker next = *this;
  if (street_ == Street::over) return next;
  const bool leaves = out.left && !out.owes;
  if (street_ == Street::choice && !leaves) next = begun();  // so that it pays what is due
  if (leaves) next.presence_[out.seat.value] = Presence::left;
  const bool is_paid = street_ == Street::rabbit;
  if (is_paid && decides_)
    next.rabbit_move(false);  // it does not agree, so none of its locks opens this board
  if (is_paid || !betting_.at(out.seat).in || stays_in(out)) return next;
  if (leaves && street_ <= Street::shuffle && !spoilt_)
    next.begin_anew();
  else if (betting_.in() == 1)
    next.win_unshown();
  else
    next.fold_out(out.seat);
  next.proceed();
  return next;
}

/// Returns whether its hand is to be shown, or may be, and the others need nothing of it for that:
/// then it may win. As long as it is asked anything it is absent.
bool Poker::stays_in(const Out& out) const {
  const bool betting_is_over = street_ == Street::run_outs || street_ == Street::showdown;
  return betting_is_over && betting_.in() > 1 && (out.opens || pocket(out.seat).shown());
}

/// Begins this hand again without those who left before its cards; nobody has posted anything. A
/// seat that is out of this deal hears so once, so it stays out.
void Poker::begin_anew() {
  give_back();
  if (!two_can_play()) return break_off();
  const SeatSet out = post_anew();
  const std::int64_t hand = hand_;
  for (const Seat seat : out.list())
    if (hand_ == hand && street_ == Street::shuffle && betting_.at(seat).in) fold_out(seat);
}

Poker Poker::posted_anew(Seat left) const {
  Poker next = *this;
  next.presence_[left.value] = Presence::left;
  next.give_back();
  next.post_anew();
  return next;
}

/// Returns the seats that are out of this deal, and are in the hand again.
SeatSet Poker::post_anew() {
  SeatSet out;
  for (const Seat seat : dealt_seats().list())
    if (street_ != Street::choice && !pocket(seat).dealt_in) out.insert(seat);
  let_in_waiting();
  const SeatSet here = with_chips(Presence::here), waiting = with_chips(Presence::waits);
  set_blinds(blinds_rest() ? rested_blinds()
                           : blinds_without(blinds_, betting_.seats, here, waiting));
  --hand_;
  begin_hand();
  return out;
}

/// Takes the seat out of the hand, on its move or not. It gets no more cards. If it was to bring
/// in, it does so before.
void Poker::fold_out(Seat seat) {
  const bool was_asked = decides_ == seat;
  if (was_asked && street_ == Street::run_outs) run_out_move(false);  // as if it were absent
  if (was_asked && street_ == Street::seating) decides_ = next_away(seat);
  if (was_asked && street_ == Street::straddle) decides_ = next_straddler(seat);
  if (was_asked && is_betting()) decides_ = next_in(seat);
  if (changes_ == seat) {  // it needs no new cards
    pockets_[seat.value].size -= lacks_;
    lacks_ = 0;
  }
  if (owes_bring_in(seat)) betting_.bring_in(level().small);
  betting_.fold(seat);
  if (street_ == Street::straddle && betting_.in() < 3) decides_.reset();
  hide(seat);
  if (street_ < Street::deal) {
    pockets_[seat.value] = {};
    place_pockets();
  }
  if (street_ == Street::showdown && decides_ && (was_asked || betting_.in() == 1))
    decides_ = undecided_after(seat);
  if (betting_.in() == 1) win_alone();
}

/// All others have folded. Seats that may still choose to show are asked.
void Poker::win_alone() {
  if (is_betting()) {
    decides_.reset();
    return end_betting();
  }
  if (street_ <= Street::deal) {  // it wins without cards
    decides_.reset();
    betting_.gather(bet_min(Street::preflop));
    return end_hand();
  }
  if (!decides_ || street_ == Street::run_outs) win_unshown();
}

/// Gives the pots to the last seat: nothing more is shown, on a second board neither.
void Poker::win_unshown() {
  for (std::uint32_t i = 0; i < betting_.seats; ++i) hide(Seat(i));
  decides_.reset();
  second_.reset();
  street_ = Street::showdown;
  opened_ = false;
}

/// A hand that was about to be shown stays hidden; one that all have seen has been seen.
void Poker::hide(Seat seat) {
  Pocket& pocket = pockets_[seat.value];
  if (!pocket.shown()) pocket.tabled = false;
}

Result<> Poker::on(const Void& event) {
  // Leaving does not save the blinds of the hands that a seat then misses.
  for (const Seat seat : event.by.list()) presence_[seat.value] = Presence::here;
  if (event.by.size() == betting_.seats) {  // nobody is left to play
    break_off();
    return {};
  }
  if (street_ == Street::choice) choose(next_game());
  if (street_ == Street::rabbit) {
    decides_.reset();
    next_hand();
    return {};
  }
  if (betting_.in() == 1) {
    spoilt_ = true;
    win_unshown();
    return {};
  }
  const bool has_cards = street_ >= Street::preflop;
  const bool all = std::ranges::all_of(
      players(), [&](Seat seat) { return !betting_.at(seat).in || event.by.has(seat); });
  if (all) {
    give_back();
    next_hand();
    return {};
  }
  for (const Seat seat : event.by.list())
    if (owes_bring_in(seat)) betting_.bring_in(level().small);
  for (const Seat seat : event.by.list()) {
    betting_.at(seat).in = false;
    hide(seat);
  }
  decides_.reset();
  if (has_cards)
    finish_void();
  else
    deal_again();
  return {};
}

/// Betting has ended. Those left show, and a new deck completes the board.
void Poker::finish_void() {
  spoilt_ = true;
  if (is_betting()) betting_.gather(bet_min(Street::preflop));
  if (betting_.in() == 1) return win_unshown();
  table_hands();
  place_lacking();
  street_ = Street::showdown;
  opened_ = false;
}

/// Nobody who is left has seen a card, so these are dealt new ones, and they bet on them.
void Poker::deal_again() {
  if (betting_.in() == 1) return win_alone();
  for (std::size_t i = 0; i < betting_.seats; ++i) pockets_[i] = undealt(betting_.stakes[i].in);
  place_pockets();
  dealt_ = 0;
  street_ = Street::shuffle;
  spoilt_ = true;
}

/// Nobody who could still win is left in the hand.
void Poker::give_back() {
  for (Stake& stake : betting_.stakes) stake = {.stack = stake.total()};
  decides_.reset();
  betting_.gather(bet_min(Street::preflop));
}

/// Whatever lies face down, or could: the faces that are not shown, in the slots of such cards,
/// under the locks of those alone who are in.
WantShuffle Poker::deck_of_those_in() const {
  WantShuffle shuffle;
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    if (betting_.stakes[i].in) shuffle.by.insert(Seat(i));
  const CardSet faces = seen();
  const auto slots = shown_slots();
  for (std::uint32_t k = 0; k < variant_->deck_size(); ++k) {
    const Face face(variant_->first_face + k);
    if (!faces.overlaps(CardSet::of(face))) shuffle.faces.push_back(face);
    if (std::ranges::count(slots, CardSlot(k)) == 0) shuffle.slots.emplace_back(k);
  }
  return shuffle;
}

std::vector<CardSlot> Poker::shown_slots() const {
  std::vector<CardSlot> slots;
  for (const Pocket& pocket : pockets_)
    for (std::size_t card = 0; card < pocket.size; ++card)
      if (pocket.faces[card]) slots.push_back(pocket.slots[card]);
  for (std::size_t card = 0; card < board_.size; ++card) slots.push_back(board_slot(false, card));
  for (std::size_t card = 0; second_ && card < second_->size; ++card)
    if (card >= board_.size || second_->faces[card] != board_.faces[card])
      slots.push_back(board_slot(true, card));
  return slots;
}

}  // namespace fairdeal::rules
