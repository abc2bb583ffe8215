#include "games/players/simple_holdem.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/random_index.h"

namespace fairdeal::rules {
namespace {

using Kind = Holdem::Move::Kind;

constexpr int kSamples = 200;          // ± 4 % at the most
constexpr std::int64_t kWhole = 2520;  // divides by any number of winners up to ten

CardSet set_of(std::span<const Face> cards) {
  CardSet set;
  for (const Face card : cards) set |= CardSet::of(card);
  return set;
}

/// The part of the pot that `own` wins, out of kWhole.
std::int64_t share(HandRank own, std::span<const HandRank> rivals) {
  std::int64_t winners = 1;
  for (const HandRank rival : rivals) {
    if (rival > own) return 0;
    if (rival == own) ++winners;
  }
  return kWhole / winners;
}

}  // namespace

std::int64_t win_chance(std::span<const Face> own, std::span<const Face> board, std::size_t rivals,
                        int samples, Rng& rng) {
  CHECK(own.size() == 2 && board.size() <= 5 && rivals < Betting::kSeatsMax);
  const CardSet seen = set_of(own) | set_of(board);
  std::array<CardSet, Card::kFaces> deck;
  std::size_t cards = 0;
  for (std::uint32_t k = 0; k < Card::kFaces; ++k)
    if (!seen.overlaps(CardSet::of(Face(k)))) deck[cards++] = CardSet::of(Face(k));

  std::int64_t won = 0;
  for (int sample = 0; sample < samples; ++sample) {
    std::size_t drawn = 0;
    const auto draw = [&] {
      std::swap(deck[drawn], deck[drawn + random_index(rng, cards - drawn)]);
      return deck[drawn++];
    };
    CardSet whole_board = set_of(board);
    for (std::size_t i = board.size(); i < 5; ++i) whole_board |= draw();
    std::array<HandRank, Betting::kSeatsMax> ranks;
    for (std::size_t i = 0; i < rivals; ++i) ranks[i] = rank_hand(whole_board | draw() | draw());
    won += share(rank_hand(whole_board | set_of(own)), std::span(ranks).first(rivals));
  }
  return won * 1000 / (samples * kWhole);
}

namespace {

std::array<Face, 2> own_cards(const Holdem& game, Seat seat, const Known& known) {
  const auto& slots = game.pocket(seat).slots;
  return {known.faces.at(slots[0]), known.faces.at(slots[1])};
}

Holdem::Move at_showdown(const Holdem& game, Seat seat, const Known& known) {
  if (game.betting().in() == 1) return {Kind::muck};
  const HandRank own = Holdem::rank(game.board(), own_cards(game, seat, known));
  for (std::uint32_t i = 0; i < game.betting().seats; ++i) {
    const auto shown = game.pocket(Seat(i)).shown();
    if (shown && Holdem::rank(game.board(), *shown) > own) return {Kind::muck};
  }
  return {Kind::show};
}

/// Bets by the chance to win; a call has to be worth its price.
Holdem::Move at_bets(const Holdem& game, Seat seat, const Known& known, Rng& rng) {
  const Betting& betting = game.betting();
  const std::size_t rivals = betting.in() - 1;
  const std::int64_t chance =
      win_chance(own_cards(game, seat, known), game.board().cards(), rivals, kSamples, rng);
  const std::int64_t fair = 1000 / static_cast<std::int64_t>(rivals + 1);
  Chips pot = 0;
  for (const Stake& stake : betting.stakes) pot += stake.bet + stake.paid;
  const Chips call = betting.to_call();

  // A seat that has already bet is likely to hold something, so a raise needs more than a bet.
  const std::int64_t edge = (1000 - fair) * (betting.aggressor ? 45 : 25) / 100;
  const bool bluffs = call == 0 && rivals == 1 && rng.below(12) == 0;
  if (const auto raises = betting.raises(); raises && (chance >= fair + edge || bluffs)) {
    const Chips to = betting.to_meet + (pot + call) * 2 / 3;
    return {betting.to_meet == 0 ? Kind::bet : Kind::raise,
            std::clamp(to, raises->min, raises->max)};
  }
  if (call == 0) return {Kind::check};
  constexpr std::int64_t kMargin = 30;  // what is bet into us means more than random cards
  return {(chance - kMargin) * (pot + call) >= 1000 * call ? Kind::call : Kind::fold};
}

}  // namespace

Holdem::Move simple_holdem_move(const Holdem& game, Seat seat, const Known& known, Rng& rng) {
  switch (game.street()) {
    case Holdem::Street::seating:
      return {Kind::back};
    case Holdem::Street::straddle:
      return {Kind::pass};
    case Holdem::Street::run_outs:
      return {Kind::twice};
    case Holdem::Street::showdown:
      return at_showdown(game, seat, known);
    default:
      return at_bets(game, seat, known, rng);
  }
}

}  // namespace fairdeal::rules
