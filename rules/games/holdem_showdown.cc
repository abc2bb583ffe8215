#include <algorithm>

#include "rules/games/holdem.h"
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
  if (std::ranges::any_of(betting_.stakes, all_in)) {
    for (std::size_t i = 0; i < betting_.seats; ++i) pockets_[i].tabled = betting_.stakes[i].in;
  } else {
    shows_next_ = aggressor ? aggressor : undecided_after(blinds_.button);
  }
}

std::optional<Seat> Holdem::undecided_after(Seat seat) const {
  if (betting_.in() == 1) return {};  // who is left alone wins without showing
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    seat = betting_.after(seat);
    if (betting_.at(seat).in && !pocket(seat).tabled) return seat;
  }
  return {};
}

void Holdem::showdown_move(bool show) {
  const Seat seat = *shows_next_;
  if (show)
    pockets_[seat.value].tabled = true;
  else
    betting_.at(seat).in = false;
  shows_next_ = undecided_after(seat);
}

std::vector<Seat> Holdem::winners(const std::vector<Seat>& seats) const {
  if (seats.size() == 1) return seats;
  std::vector<Seat> winners;
  HandRank best;
  for (const Seat seat : players()) {
    if (!std::ranges::binary_search(seats, seat)) continue;
    const HandRank rank = Holdem::rank(board_, pocket(seat).shown().value());
    if (rank > best) winners.clear();
    best = std::max(best, rank);
    if (rank == best) winners.push_back(seat);
  }
  return winners;
}

void Holdem::pay_pots() {
  last_ = {.hand = hand_, .board = board_};
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    last_.shown[i] = pockets_[i].shown();
    last_.paid[i] = betting_.stakes[i].paid;
  }
  for (const Pot& pot : pots(betting_.stakes)) {
    const auto winning = winners(pot.seats);
    const auto parts = split(pot.chips, winning.size());
    for (std::size_t i = 0; i < winning.size(); ++i) last_.won[winning[i].value] += parts[i];
  }
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    betting_.stakes[i].paid = 0;
    betting_.stakes[i].stack += last_.won[i];
  }
}

}  // namespace fairdeal::rules
