#include "games/players/simple_poker.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/random_index.h"

namespace fairdeal::rules {
namespace {

using Kind = Poker::Move::Kind;

constexpr int kSamples = 200;          // ± 4 % at the most
constexpr std::int64_t kWhole = 5040;  // divides by twice any number of winners up to ten

/// The part of `whole` that `own` wins.
template <class Rank>
std::int64_t share(std::int64_t whole, Rank own, std::span<const Rank> rivals) {
  std::int64_t winners = 1;
  for (const Rank rival : rivals) {
    if (rival > own) return 0;
    if (rival == own) ++winners;
  }
  return whole / winners;
}

/// The cards that a player has not seen, of which any may come next.
class UnseenCards {
 public:
  UnseenCards(const PokerVariant& variant, Rng& rng) : rng_(rng) {
    for (std::uint32_t k = variant.first_face; k < Card::kFaces; ++k) deck_[size_++] = Face(k);
  }
  void see(const CardList& cards) {
    for (const Face face : cards.cards()) {
      const auto end = deck_.begin() + static_cast<std::ptrdiff_t>(size_);
      size_ = static_cast<std::size_t>(std::remove(deck_.begin(), end, face) - deck_.begin());
    }
  }
  void shuffle() { drawn_ = 0; }
  CardList complete(CardList cards, std::size_t size) {
    while (cards.size < size) {
      std::swap(deck_[drawn_], deck_[drawn_ + random_index(rng_, size_ - drawn_)]);
      cards.add(deck_[drawn_++]);
    }
    return cards;
  }

 private:
  Rng& rng_;
  std::array<Face, Card::kFaces> deck_{};
  std::size_t size_ = 0, drawn_ = 0;
};

}  // namespace

std::int64_t win_chance(const PokerVariant& variant, const CardList& own, const CardList& board,
                        std::span<const CardList> rivals, int samples, Rng& rng) {
  CHECK(rivals.size() < Betting::kSeatsMax);
  UnseenCards deck(variant, rng);
  deck.see(own);
  deck.see(board);
  for (const CardList& open : rivals) deck.see(open);

  std::int64_t won = 0;
  for (int sample = 0; sample < samples; ++sample) {
    deck.shuffle();
    const CardList all = deck.complete(board, variant.board());
    const CardList hand = deck.complete(own, variant.hole());
    std::array<HandRank, Betting::kSeatsMax> ranks;
    std::array<std::optional<HandRank>, Betting::kSeatsMax> lows;
    const auto own_low = variant.low_rank(all, hand);
    bool any_low = own_low.has_value();
    for (std::size_t i = 0; i < rivals.size(); ++i) {
      const CardList rival = deck.complete(rivals[i], variant.hole());
      ranks[i] = variant.rank(all, rival);
      lows[i] = variant.low_rank(all, rival);
      any_low = any_low || lows[i];
    }
    const std::int64_t high = any_low ? kWhole / 2 : kWhole;
    won +=
        share(high, variant.rank(all, hand), std::span<const HandRank>(ranks).first(rivals.size()));
    if (own_low)
      won += share(kWhole / 2, own_low,
                   std::span<const std::optional<HandRank>>(lows).first(rivals.size()));
  }
  return won * 1000 / (samples * kWhole);
}

namespace {

Poker::Move at_showdown(const Poker& game, Seat seat, const Known& known) {
  if (game.betting().in() == 1) return {Kind::muck};
  const auto own = game.own_hand(seat, known);
  return {own && game.beaten_by(*own) ? Kind::muck : Kind::show};
}

/// Changes the cards without which the hand would win most often, if the new ones were the last.
Poker::Move at_draw(const Poker& game, Seat seat, const CardList& own, Rng& rng) {
  constexpr int kSamplesEach = 60;
  constexpr std::int64_t kBetter = 20;
  const CardList unknown{};
  const auto chance = [&](const CardList& kept) {
    return win_chance(game.variant(), kept, {}, std::span(&unknown, 1), kSamplesEach, rng);
  };
  Poker::Move best{Kind::keep};
  std::int64_t most = chance(own) + kBetter;
  for (const Poker::Move& move : game.legal(seat)) {
    if (move.kind != Kind::change) continue;
    CardList kept;
    for (std::size_t card = 0; card < own.size; ++card)
      if ((move.cards >> card & 1) == 0) kept.add(own.faces[card]);
    const std::int64_t with = chance(kept);
    if (with <= most) continue;
    most = with;
    best = move;
  }
  return best;
}

/// Bets by the chance to win; a call has to be worth its price.
Poker::Move at_bets(const Poker& game, Seat seat, const CardList& own, Rng& rng) {
  const Betting& betting = game.betting();
  std::vector<CardList> open;
  for (std::uint32_t i = 0; i < betting.seats; ++i)
    if (Seat(i) != seat && betting.at(Seat(i)).in) open.push_back(game.open_cards(Seat(i)));
  const std::size_t rivals = open.size();
  const std::int64_t chance = win_chance(game.variant(), own, game.board(), open, kSamples, rng);
  const std::int64_t fair = 1000 / static_cast<std::int64_t>(rivals + 1);
  Chips pot = 0;
  for (const Stake& stake : betting.stakes) pot += stake.bet + stake.paid;
  const Chips call = betting.to_call();

  // A seat that has already bet is likely to hold something, so a raise needs more than a bet.
  const std::int64_t edge = (1000 - fair) * (betting.aggressor ? 45 : 25) / 100;
  const bool bluffs = call == 0 && rivals == 1 && rng.below(12) == 0;
  const auto legal = game.legal(seat);
  const auto bets = std::ranges::find_if(legal, [](const auto& move) { return move.to > 0; });
  if (bets != legal.end() && (chance >= fair + edge || bluffs)) {
    const Chips to = betting.to_meet + (pot + call) * 2 / 3;
    const auto range = game.range(seat, *bets);
    return {bets->kind, range ? std::clamp(to, range->min, range->max) : bets->to};
  }
  if (game.must_bring_in()) {  // which it may fold if another seat's lower card was to bring in
    const bool may_fold = std::ranges::find(legal, Kind::fold, &Poker::Move::kind) != legal.end();
    return {may_fold && chance < fair ? Kind::fold : Kind::bring_in};
  }
  if (call == 0) return {Kind::check};
  constexpr std::int64_t kMargin = 30;  // what is bet into us means more than random cards
  return {(chance - kMargin) * (pot + call) >= 1000 * call ? Kind::call : Kind::fold};
}

}  // namespace

Poker::Move simple_poker_move(const Poker& game, Seat seat, const Known& known, Rng& rng) {
  switch (game.street()) {
    case Poker::Street::choice: {
      const auto games = game.legal(seat);
      return games[random_index(rng, games.size())];
    }
    case Poker::Street::seating:
      return {Kind::back};
    case Poker::Street::straddle:
      return {Kind::pass};
    case Poker::Street::rabbit:
      return {Kind::rabbit};
    case Poker::Street::run_outs:
      return {Kind::twice};
    case Poker::Street::showdown:
      return at_showdown(game, seat, known);
    default:
      break;
  }
  const CardList own = game.own_hand(seat, known).value();
  return game.draws() ? at_draw(game, seat, own, rng) : at_bets(game, seat, own, rng);
}

}  // namespace fairdeal::rules
