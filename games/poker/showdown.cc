#include <algorithm>

#include "games/poker/poker.h"
#include "rules/pots.h"

/// The showdown of poker: who shows, and who wins.
namespace fairdeal::rules {

/// Tables the hands of all who are in, with the cards that they are still to get.
void Poker::table_hands() {
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    pockets_[i].tabled = betting_.stakes[i].in;
    if (betting_.stakes[i].in) pockets_[i].size = variant_->hole();
  }
}

/// Returns the seat that decides first whether to show, if nobody has bet in the last round.
std::optional<Seat> Poker::first_undecided() const {
  if (!variant_->has_bring_in() || betting_.in() == 1) return undecided_after(blinds_.button);
  const Seat first = best_open();
  return pocket(first).tabled ? undecided_after(first) : first;
}

void Poker::begin_showdown(std::optional<Seat> aggressor) {
  street_ = Street::showdown;
  opened_ = false;
  const auto all_in = [](const Stake& stake) { return stake.in && stake.stack == 0; };
  if (betting_.in() == 1) {
    decides_ = undecided_after(blinds_.button);
  } else if (std::ranges::any_of(betting_.stakes, all_in)) {
    table_hands();
    if (!terms_.run_twice || board_.size == variant_->board()) return;
    street_ = Street::run_outs;
    decides_ = next_in({});
  } else if (aggressor && terms_.called_shows) {
    pockets_[aggressor->value].tabled = true;
    decides_ = undecided_after(*aggressor);
  } else {
    decides_ = aggressor ? aggressor : first_undecided();
  }
}

/// One who wants a single board decides for all.
void Poker::run_out_move(bool twice) {
  decides_ = twice ? next_in(decides_) : std::nullopt;
  if (decides_) return;
  if (twice) second_ = board_;
  street_ = Street::showdown;
}

std::optional<Seat> Poker::undecided_after(Seat seat) const {
  // The last seat in the hand wins without showing.
  if (betting_.in() == 1 && !terms_.winner_shows) return {};
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    seat = betting_.after(seat);
    if (betting_.at(seat).in && !pocket(seat).tabled) return seat;
  }
  return {};
}

void Poker::showdown_move(bool show) {
  const Seat seat = *decides_;
  const bool alone = betting_.in() == 1;
  if (show)
    pockets_[seat.value].tabled = true;
  else if (!alone)
    betting_.at(seat).in = false;
  decides_ = alone ? std::nullopt : undecided_after(seat);
}

std::optional<CardList> Poker::own_hand(Seat seat, const Known& known) const {
  CardList hand;
  for (std::size_t card = 0; card < pocket(seat).size; ++card) {
    const auto face = seen_face(seat, card, seat, known);
    if (!face) return {};
    hand.add(*face);
  }
  return hand.size > 0 ? std::optional(hand) : std::nullopt;
}

std::optional<Seat> Poker::beaten_by(const CardList& hand) const {
  std::optional<Seat> winner;
  const auto own_low = variant_->low_rank(board_, hand);
  bool wins_low = own_low.has_value();
  for (const Seat seat : players()) {
    const auto shown = pocket(seat).shown();
    if (!betting_.at(seat).in || !shown) continue;
    if (!winner && variant_->rank(board_, *shown) > variant_->rank(board_, hand)) winner = seat;
    wins_low = wins_low && variant_->low_rank(board_, *shown) <= own_low;
  }
  return wins_low ? std::nullopt : winner;
}

std::optional<Poker::Move> Poker::obvious(Seat seat, const Known& known) const {
  if (street_ != Street::showdown || turn() != seat || betting_.in() == 1) return {};
  const auto hand = own_hand(seat, known);
  if (!hand) return {};
  const bool mucks = beaten_by(*hand) && !known.shows_losing;
  return Move{mucks ? Move::Kind::muck : Move::Kind::show};
}

std::int64_t Poker::pause(const Poker& before) const {
  constexpr std::int64_t kShowdown_ms = 4'000, kUncalled_ms = 1'200;
  const bool hunted = before.street_ == Street::rabbit && !before.decides_;
  if (hunted && street_ != Street::rabbit) return kShowdown_ms;
  if (last_.hand == before.last_.hand) return 0;
  const bool shown = std::ranges::any_of(last_.shown, [](const auto& hand) { return !!hand; });
  return shown ? kShowdown_ms : kUncalled_ms;
}

/// Returns those of `seats` that have the best hand, high or low, on this board.
std::vector<Seat> Poker::best_of(const std::vector<Seat>& seats, const HandOutcome& outcome,
                                 bool second, bool low) const {
  const Board& board = second ? *outcome.second : outcome.board;
  const auto rank = [&](Seat seat) -> std::optional<HandRank> {
    if (seats.size() == 1) return HandRank{};
    const CardList& hand = outcome.shown[seat.value].value();
    return low ? variant_->low_rank(board, hand) : variant_->rank(board, hand);
  };
  std::vector<Seat> winners;
  std::optional<HandRank> best;
  for (const Seat seat : seats) {
    const auto of_seat = rank(seat);
    if (!of_seat || of_seat < best) continue;
    if (of_seat > best) winners.clear();
    best = of_seat;
    winners.push_back(seat);
  }
  return winners;
}

/// Adds the parts of `part.chips` that these seats get; odd chips go to the first of them.
void Poker::share(std::vector<Award>& awards, Award part, const std::vector<Seat>& winners) {
  const auto parts = split(part.chips, winners.size());
  for (std::size_t i = 0; i < winners.size(); ++i) {
    part.seat = winners[i];
    part.chips = parts[i];
    if (part.chips > 0) awards.push_back(part);
  }
}

std::vector<Poker::Award> Poker::split_pot(const Pot& pot, const HandOutcome& outcome) const {
  std::vector<Seat> seats;
  Seat seat = blinds_.button;
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    seat = betting_.after(seat);
    if (std::ranges::binary_search(pot.seats, seat)) seats.push_back(seat);
  }
  std::vector<Award> awards;
  const Chips to_second = outcome.second ? pot.chips / 2 : 0;
  for (const bool second : {false, true}) {
    if (second && !outcome.second) break;
    const Board& board = second ? *outcome.second : outcome.board;
    const bool has_low = seats.size() > 1 && std::ranges::any_of(seats, [&](Seat of) {
                           return variant_->low_rank(board, *outcome.shown[of.value]).has_value();
                         });
    const Chips chips = second ? to_second : pot.chips - to_second;
    const Chips to_low = has_low ? chips / 2 : 0;
    const auto high = best_of(seats, outcome, second, false);
    share(awards, {.seat = {}, .chips = chips - to_low, .second = second}, high);
    if (!has_low) continue;
    auto low = best_of(seats, outcome, second, true);
    // Winners of both halves share the odd chips: those of the low begin where the high's ended.
    if (low == high) {
      const auto odd = static_cast<std::size_t>(chips - to_low) % high.size();
      std::ranges::rotate(low, low.begin() + static_cast<std::ptrdiff_t>(odd));
    }
    share(awards, {.seat = {}, .chips = to_low, .second = second, .low = true}, low);
  }
  return awards;
}

void Poker::pay_pots() {
  last_ = {.hand = hand_, .variant = variant_, .board = board_, .second = second_};
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    last_.shown[i] = pockets_[i].shown();
    last_.paid[i] = betting_.stakes[i].paid;
  }
  for (const Pot& pot : pots(betting_.stakes))
    for (const Award& award : split_pot(pot, last_)) last_.won[award.seat.value] += award.chips;
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    betting_.stakes[i].paid = betting_.stakes[i].dead = 0;
    betting_.stakes[i].stack += last_.won[i];
  }
}

}  // namespace fairdeal::rules
