#include <algorithm>

#include "games/holdem/holdem.h"
#include "rules/pots.h"

/// The showdown of hold'em: who shows, and who wins.
namespace fairdeal::rules {

HandRank Holdem::rank(const Board& board, const std::array<Face, 2>& shown) {
  CardSet cards;
  for (const Face face : board.cards()) cards |= CardSet::of(face);
  for (const Face face : shown) cards |= CardSet::of(face);
  return rank_hand(cards);
}

void Holdem::begin_showdown(std::optional<Seat> aggressor) {
  street_ = Street::showdown;
  const auto all_in = [](const Stake& stake) { return stake.in && stake.stack == 0; };
  if (betting_.in() == 1) {
    decides_ = undecided_after(blinds_.button);
  } else if (std::ranges::any_of(betting_.stakes, all_in)) {
    for (std::size_t i = 0; i < betting_.seats; ++i) pockets_[i].tabled = betting_.stakes[i].in;
    if (!terms_.run_twice || board_.size == board_.faces.size()) return;
    street_ = Street::run_outs;
    decides_ = next_in({});
  } else if (aggressor && terms_.called_shows) {
    pockets_[aggressor->value].tabled = true;
    decides_ = undecided_after(*aggressor);
  } else {
    decides_ = aggressor ? aggressor : undecided_after(blinds_.button);
  }
}

/// One who wants a single board decides for all.
void Holdem::run_out_move(bool twice) {
  decides_ = twice ? next_in(decides_) : std::nullopt;
  if (decides_) return;
  if (twice) second_ = board_;
  street_ = Street::showdown;
}

std::optional<Seat> Holdem::undecided_after(Seat seat) const {
  // The last seat in the hand wins without showing.
  if (betting_.in() == 1 && !terms_.winner_shows) return {};
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    seat = betting_.after(seat);
    if (betting_.at(seat).in && !pocket(seat).tabled) return seat;
  }
  return {};
}

void Holdem::showdown_move(bool show) {
  const Seat seat = *decides_;
  const bool alone = betting_.in() == 1;
  if (show)
    pockets_[seat.value].tabled = true;
  else if (!alone)
    betting_.at(seat).in = false;
  decides_ = alone ? std::nullopt : undecided_after(seat);
}

std::optional<std::array<Face, 2>> Holdem::own_hand(Seat seat, const Known& known) const {
  const auto first = seen_face(seat, 0, seat, known), second = seen_face(seat, 1, seat, known);
  if (!first || !second) return {};
  return {{*first, *second}};
}

std::optional<Seat> Holdem::beaten_by(const std::array<Face, 2>& hand) const {
  for (const Seat seat : players()) {
    const auto shown = pocket(seat).shown();
    if (betting_.at(seat).in && shown && rank(board_, *shown) > rank(board_, hand)) return seat;
  }
  return {};
}

std::optional<Holdem::Move> Holdem::obvious(Seat seat, const Known& known) const {
  if (street_ != Street::showdown || turn() != seat || betting_.in() == 1) return {};
  const auto hand = own_hand(seat, known);
  if (!hand) return {};
  const bool mucks = beaten_by(*hand) && !known.shows_losing;
  return Move{mucks ? Move::Kind::muck : Move::Kind::show};
}

std::int64_t Holdem::pause(const Holdem& before) const {
  constexpr std::int64_t kShowdown_ms = 4'000, kUncalled_ms = 1'200;
  if (last_.hand == before.last_.hand) return 0;
  const bool shown = std::ranges::any_of(last_.shown, [](const auto& hand) { return !!hand; });
  return shown ? kShowdown_ms : kUncalled_ms;
}

std::vector<Seat> Holdem::winners(const std::vector<Seat>& seats, const Board& board) const {
  if (seats.size() == 1) return seats;
  std::vector<Seat> winners;
  HandRank best;
  for (const Seat seat : players()) {
    if (!std::ranges::binary_search(seats, seat)) continue;
    const HandRank rank = Holdem::rank(board, pocket(seat).shown().value());
    if (rank > best) winners.clear();
    best = std::max(best, rank);
    if (rank == best) winners.push_back(seat);
  }
  return winners;
}

void Holdem::pay(Chips chips, const std::vector<Seat>& seats, const Board& board) {
  const auto winning = winners(seats, board);
  const auto parts = split(chips, winning.size());
  for (std::size_t i = 0; i < winning.size(); ++i) last_.won[winning[i].value] += parts[i];
}

void Holdem::pay_pots() {
  last_ = {.hand = hand_, .board = board_, .second = second_};
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    last_.shown[i] = pockets_[i].shown();
    last_.paid[i] = betting_.stakes[i].paid;
  }
  for (const Pot& pot : pots(betting_.stakes)) {
    const Chips to_second = second_ ? pot.chips / 2 : 0;
    pay(pot.chips - to_second, pot.seats, board_);
    if (second_) pay(to_second, pot.seats, *second_);
  }
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    betting_.stakes[i].paid = betting_.stakes[i].dead = 0;
    betting_.stakes[i].stack += last_.won[i];
  }
}

}  // namespace fairdeal::rules
