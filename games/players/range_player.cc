#include "games/players/range_player.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <vector>

#include "base/random_index.h"
#include "games/players/simple_poker.h"
#include "games/poker/poker_game.h"
#include "rules/players/trail.h"

namespace fairdeal::rules {
namespace {

using Kind = Poker::Move::Kind;

/// Chances are in thousandths.
using Chance = std::int64_t;
constexpr Chance kSure = 1000;

constexpr std::uint64_t kBoardsMost = 300;
/// So many hands are drawn where there are too many to look at each.
constexpr std::size_t kHandsDrawn = 600;

std::uint64_t bit_of(Face face) { return std::uint64_t{1} << face.value; }
std::uint64_t bits_of(const CardList& cards) {
  std::uint64_t bits = 0;
  for (const Face face : cards.cards()) bits |= bit_of(face);
  return bits;
}

/// Returns the chance that several things happen, each of which has this one.
Chance all_of(Chance each, std::size_t count) {
  Chance all = kSure;
  for (std::size_t i = 0; i < count; ++i) all = all * each / kSure;
  return all;
}

/// Returns 0 far below a threshold, 1000 far above it, and 500 at it.
Chance ramp(Chance value, Chance threshold, Chance width) {
  return std::clamp<Chance>(kSure / 2 + (value - threshold) * kSure / (2 * width), 0, kSure);
}

/// A decision in a round of betting, as the seat that is to act sees it.
struct Spot {
  CardList board;
  std::size_t rivals = 0;
  Chips pot = 0;        ///< with all bets
  Chips call = 0;       ///< what it has to add to stay in
  bool raised = false;  ///< whether somebody has bet in this round
};

Chips pot_of(const Betting& betting) {
  Chips pot = 0;
  for (const Stake& stake : betting.stakes) pot += stake.bet + stake.paid;
  return pot;
}

Spot spot_of(const Poker& game) {
  const Betting& betting = game.betting();
  return {game.board(), betting.in() - 1, pot_of(betting), betting.to_call(),
          betting.aggressor.has_value()};
}

/// Returns how likely people bet with a hand of this chance to win: they bet strong hands, and
/// sometimes weak ones. They raise a bet with stronger hands.
Chance chance_to_bet(const Spot& spot, Chance win) {
  constexpr Chance kWidth = 60, kBluff = 40, kSlow = 100;
  const Chance fair = kSure / static_cast<Chance>(spot.rivals + 1);
  const Chance edge = (kSure - fair) * (spot.raised ? 45 : 25) / 100;
  const Chance bluff = spot.raised ? kBluff / 4 : kBluff;
  return std::clamp(ramp(win, fair + edge, kWidth), bluff, kSure - kSlow);
}
/// Returns how likely people call with a hand of this chance to win. They call with hands that win
/// about as often as the price asks for. Now and then they call with weaker hands, so that nobody
/// bluffs them all the time.
Chance chance_to_call(Chips call, Chips pot, Chance win) {
  constexpr Chance kWidth = 100, kLeast = 60;
  return std::max(kLeast, ramp(win, kSure * call / (pot + call), kWidth));
}

/// A move of a seat in such a spot.
struct Deed {
  Seat seat;
  Spot spot;
  Kind kind;
};

/// Returns what other seats did in this hand. Without a trail nothing is known.
std::vector<Deed> deeds_of(const SeatSight& sight, std::int64_t hand) {
  std::vector<Deed> deeds;
  if (sight.trail == nullptr) return deeds;
  const auto& events = sight.trail->events;
  for (std::size_t i = events.size(); i > 0; --i) {
    const Poker* before = poker_in(sight.trail->before(i - 1));
    if (before == nullptr || before->hand() != hand) break;
    const auto* moved = std::get_if<Moved<Action>>(&events[i - 1]);
    if (moved == nullptr || moved->seat == sight.seat) continue;
    const auto json = parse_json(moved->move.text, 1 << 10);
    const auto move = json ? Poker::parse_move(*json) : Result<Poker::Move>(fail(json.error()));
    if (!move || before->betting().turn != moved->seat) continue;
    deeds.push_back({moved->seat, spot_of(*before), move->kind});
  }
  return deeds;
}

/// The hands that rivals may hold, and how strong they are.
class Hands {
 public:
  Hands(const PokerVariant& variant, const CardList& own, const CardList& board, Rng& rng)
      : variant_(variant), own_(own), rng_(rng) {
    const std::uint64_t seen = bits_of(own) | bits_of(board);
    for (std::uint32_t k = variant.first_face; k < Card::kFaces; ++k)
      if ((seen & bit_of(Face(k))) == 0) unseen_.push_back(Face(k));
    if (variant.hole() == 2)
      take_pairs();
    else
      draw_hands();
  }
  std::size_t size() const { return hands_.size(); }

  /// Ranks the hands on boards that this one may become. Returns false if it was told to stop.
  bool look_at(const CardList& board, std::uint64_t boards, const std::function<bool()>& go_on) {
    if (board.size == variant_.board()) boards = 1;
    ranks_.clear();
    own_ranks_.clear();
    std::vector<std::uint64_t> sums(size()), counts(size());
    std::vector<std::uint32_t> order;
    for (std::uint64_t i = 0; i < boards; ++i) {
      if (!go_on()) return false;
      const CardList whole = completed(board);
      const auto ranks = ranks_on(whole);
      add_places(ranks, order, sums, counts);
      own_ranks_.push_back(variant_.rank(whole, own_));
      ranks_.insert(ranks_.end(), ranks.begin(), ranks.end());
    }
    strengths_.assign(size(), kSure / 2);
    for (std::size_t h = 0; h < size(); ++h)
      if (counts[h] > 0) strengths_[h] = static_cast<Chance>(sums[h] / counts[h]);
    return true;
  }

  /// Returns how often in a thousand the hand beats one other hand, on the board that look_at() saw
  /// last.
  Chance strength(std::size_t hand) const { return strengths_[hand]; }

  /// Returns how often in a thousand the own hand beats the hands of all these rivals at once. Each
  /// list says of one rival how likely it holds each hand.
  Chance win_chance(std::span<const std::vector<std::uint32_t>> weights) const {
    std::int64_t sum = 0;
    for (std::size_t board = 0; board < own_ranks_.size(); ++board) {
      const auto ranks = std::span(ranks_).subspan(board * size(), size());
      std::int64_t all = 1'000'000;
      for (const auto& of : weights) {
        std::uint64_t won = 0, whole = 0;
        for (std::size_t h = 0; h < size(); ++h) {
          if (ranks[h].value == 0) continue;  // it has a card of the board
          whole += 2 * of[h];
          won += ranks[h] < own_ranks_[board]    ? 2 * of[h]
                 : ranks[h] == own_ranks_[board] ? of[h]
                                                 : 0;
        }
        if (whole > 0) all = all * static_cast<std::int64_t>(won * 1000 / whole) / 1000;
      }
      sum += all;
    }
    const auto boards = static_cast<std::int64_t>(own_ranks_.size());
    return boards == 0 ? kSure / 2 : sum / boards / 1000;
  }

 private:
  void take_pairs() {
    for (std::size_t i = 0; i < unseen_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        CardList hand;
        hand.add(unseen_[i]);
        hand.add(unseen_[j]);
        note(hand);
      }
  }
  void draw_hands() {
    for (std::size_t i = 0; i < kHandsDrawn; ++i) note(drawn(variant_.hole(), {}));
  }
  void note(const CardList& hand) {
    hands_.push_back(hand);
    bits_.push_back(bits_of(hand));
  }
  /// Draws cards that were not seen, beside these, until there are so many.
  CardList drawn(std::size_t size, CardList cards) {
    std::uint64_t taken = bits_of(cards);
    while (cards.size < size) {
      const Face face = unseen_[random_index(rng_, unseen_.size())];
      if ((taken & bit_of(face)) != 0) continue;
      taken |= bit_of(face);
      cards.add(face);
    }
    return cards;
  }
  CardList completed(const CardList& board) { return drawn(variant_.board(), board); }

  /// Returns the rank of each hand; 0 for one that has a card of the board.
  std::vector<HandRank> ranks_on(const CardList& board) const {
    const std::uint64_t open = bits_of(board);
    std::vector<HandRank> ranks(size());
    for (std::size_t h = 0; h < size(); ++h)
      if ((bits_[h] & open) == 0) ranks[h] = variant_.rank(board, hands_[h]);
    return ranks;
  }
  /// Adds to each hand's sum the part of the others that it beats, in thousandths.
  static void add_places(const std::vector<HandRank>& ranks, std::vector<std::uint32_t>& order,
                         std::vector<std::uint64_t>& sums, std::vector<std::uint64_t>& counts) {
    order.clear();
    for (std::uint32_t h = 0; h < ranks.size(); ++h)
      if (ranks[h].value != 0) order.push_back(h);
    std::ranges::sort(order, {}, [&](std::uint32_t h) { return ranks[h]; });
    const std::size_t most = std::max<std::size_t>(order.size(), 2) - 1;
    for (std::size_t from = 0; from < order.size();) {
      std::size_t to = from;
      while (to < order.size() && ranks[order[to]] == ranks[order[from]]) ++to;
      const std::size_t place = 1000 * (from + to - 1) / 2 / most;  // the middle of equal ones
      for (; from < to; ++from) {
        sums[order[from]] += place;
        ++counts[order[from]];
      }
    }
  }

  const PokerVariant& variant_;
  const CardList own_;
  Rng& rng_;
  std::vector<Face> unseen_{};
  std::vector<CardList> hands_{};
  std::vector<std::uint64_t> bits_{};
  std::vector<HandRank> ranks_{};      ///< of each board the ranks of all hands
  std::vector<HandRank> own_ranks_{};  ///< of each board
  std::vector<Chance> strengths_{};
};

/// Makes a hand as much less likely as its holder would have done something else.
void weigh(std::vector<std::uint32_t>& weights, const Hands& hands, const Deed& deed) {
  std::uint64_t most = 1;
  std::vector<std::uint64_t> product(weights.size());
  for (std::size_t h = 0; h < weights.size(); ++h) {
    const Chance win = all_of(hands.strength(h), deed.spot.rivals);
    const Chance bets = chance_to_bet(deed.spot, win);
    Chance likely = kSure;
    if (deed.kind == Kind::bet || deed.kind == Kind::raise)
      likely = bets;
    else if (deed.kind == Kind::check)
      likely = kSure - bets;
    else if (deed.kind == Kind::call)
      likely = (kSure - bets) * chance_to_call(deed.spot.call, deed.spot.pot, win) / kSure;
    product[h] = weights[h] * static_cast<std::uint64_t>(std::max<Chance>(likely, 1));
    most = std::max(most, product[h]);
  }
  // Keeps the likeliest hand near 2^20, so that sums of products have room.
  constexpr std::uint64_t kWhole = 1 << 20;
  for (std::size_t h = 0; h < weights.size(); ++h)
    weights[h] = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(weights[h] > 0 ? 1 : 0, product[h] * kWhole / most));
}

/// The thought of one decision.
class Decision {
 public:
  Decision(const SeatSight& sight, const Poker& game, const CardList& own, const Budget& budget,
           const GoOn& go_on, Rng& rng)
      : sight_(sight), game_(game), hands_(game.variant(), own, game.board(), rng) {
    boards_ = budget.simulations > 0 ? budget.simulations : kBoardsMost;
    goes_on_ = [&go_on, this] {
      stopped_ = stopped_ || (go_on && !go_on({.simulations = looked_++}));
      return !stopped_;
    };
    const Betting& betting = game.betting();
    for (std::uint32_t i = 0; i < betting.seats; ++i)
      if (Seat(i) != sight.seat && betting.at(Seat(i)).in) rivals_.push_back(Seat(i));
    weights_.assign(rivals_.size(), std::vector<std::uint32_t>(hands_.size(), 1 << 20));
    read_bets();
    looks_ = hands_.look_at(game.board(), boards_, goes_on_);
  }

  Thought think() {
    Thought thought{.move = {}, .progress = {.simulations = looked_}};
    if (!looks_) return thought;
    win_ = hands_.win_chance(weights_);
    const auto legal = game_.legal(sight_.seat);
    std::optional<std::int64_t> most;
    for (const Poker::Move& kind : legal)
      for (const Poker::Move& move : sizes_of(kind)) {
        const auto worth = worth_of(move);
        if (!worth) continue;
        const Action action{text(Poker::move_json(move))};
        thought.moves.push_back({action, Rational(*worth, kSure), 0});
        if (most && *worth <= *most) continue;
        most = *worth;
        thought.move = action;
      }
    thought.why = "wins " + std::to_string(win_ / 10) +
                  " times in 100 against the hands that the bets of the " +
                  (rivals_.size() == 1 ? "other suggest" : "others suggest");
    if (const Spot spot = spot_of(game_); spot.call > 0)
      thought.why +=
          "; " + std::to_string(spot.call) + " to call for a pot of " + std::to_string(spot.pot);
    return thought;
  }

 private:
  /// Weighs the hands of each rival by its deeds, street by street.
  void read_bets() {
    const auto deeds = deeds_of(sight_, game_.hand());
    const PokerVariant& variant = game_.variant();
    for (std::size_t street = 0; street <= game_.street_number(); ++street) {
      const auto is_here = [&](const Deed& deed) {
        return deed.spot.board.size == variant.board_by(street) &&
               std::ranges::count(rivals_, deed.seat) > 0;
      };
      const auto first = std::ranges::find_if(deeds, is_here);
      if (first == deeds.end() || !hands_.look_at(first->spot.board, boards_, goes_on_)) continue;
      for (const Deed& deed : deeds)
        if (is_here(deed)) weigh(weights_[index_of(deed.seat)], hands_, deed);
    }
  }
  std::size_t index_of(Seat rival) const {
    return static_cast<std::size_t>(std::ranges::find(rivals_, rival) - rivals_.begin());
  }

  /// Returns the sizes of a bet that are weighed: from the least up to twice the pot. More is
  /// answered by few but the best hands, as far as people go.
  std::vector<Poker::Move> sizes_of(const Poker::Move& move) const {
    const auto range = game_.range(sight_.seat, move);
    if (!range || move.to == 0) return {move};
    const Betting& betting = game_.betting();
    const Chips after_call = pot_of(betting) + betting.to_call();
    std::vector<Poker::Move> sizes;
    for (const Chips thirds : {0, 1, 2, 3, 4, 6}) {
      Poker::Move sized = move;
      sized.to = std::clamp(betting.to_meet + after_call / 3 * thirds, range->min, range->max);
      if (std::ranges::count(sizes, sized) == 0) sizes.push_back(sized);
    }
    return sizes;
  }

  /// Returns what a move brings on average, in thousandths of a chip; none: it is not weighed.
  std::optional<std::int64_t> worth_of(const Poker::Move& move) {
    const Spot spot = spot_of(game_);
    switch (move.kind) {
      case Kind::fold:
        return spot.call > 0 ? std::optional<std::int64_t>(0) : std::nullopt;
      case Kind::check:
        return win_ * spot.pot;
      case Kind::call:
        return win_ * (spot.pot + spot.call) - kSure * spot.call;
      case Kind::bet:
      case Kind::raise:
        return worth_of_bet(move.to, spot);
      default:
        return {};
    }
  }

  std::int64_t worth_of_bet(Chips to, const Spot& spot) {
    const Betting& betting = game_.betting();
    const Chips add = to - betting.at(sight_.seat).bet;
    Chance all_fold = kSure;
    Chips expected = 0;  // what those who call add, in thousandths
    std::vector<std::vector<std::uint32_t>> calling;
    std::vector<Chance> calls;
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
      const Stake& stake = betting.at(rivals_[i]);
      const Chips price = std::min(to - stake.bet, stake.stack);
      std::uint64_t called = 0, whole = 0;
      auto& of = calling.emplace_back(weights_[i]);
      for (std::size_t h = 0; h < of.size(); ++h) {
        whole += of[h];
        if (price > 0) {
          const Chance win = all_of(hands_.strength(h), spot.rivals);
          of[h] = static_cast<std::uint32_t>(
              std::uint64_t{of[h]} *
              static_cast<std::uint64_t>(chance_to_call(price, spot.pot + add, win)) / kSure);
        }
        called += of[h];
      }
      const auto chance = static_cast<Chance>(whole == 0 ? 0 : called * kSure / whole);
      calls.push_back(chance);
      all_fold = all_fold * (kSure - chance) / kSure;
      expected += chance * price;
    }
    if (all_fold >= kSure) return kSure * spot.pot;
    // A rival that folds cannot win. So the own hand beats each rival that folds or calls and
    // loses.
    Chance wins = kSure;
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
      const Chance beats = hands_.win_chance(std::span(calling).subspan(i, 1));
      wins = wins * (kSure - calls[i] + calls[i] * beats / kSure) / kSure;
    }
    const Chance called_wins =
        std::clamp<Chance>((wins - all_fold) * kSure / (kSure - all_fold), 0, kSure);
    const Chips callers = expected / (kSure - all_fold);
    return all_fold * spot.pot +
           (kSure - all_fold) * (called_wins * (spot.pot + add + callers) / kSure - add);
  }

  const SeatSight& sight_;
  const Poker& game_;
  Hands hands_;
  std::uint64_t boards_ = 0, looked_ = 0;
  std::function<bool()> goes_on_{};
  bool looks_ = false, stopped_ = false;
  std::vector<Seat> rivals_{};
  std::vector<std::vector<std::uint32_t>> weights_{};  ///< of each rival, how likely each hand is
  Chance win_ = 0;
};

bool plays_by_ranges(const AnyGame& game) {
  const Poker* poker = poker_in(game);
  if (poker == nullptr || !poker->terms().games.empty()) return false;
  const PokerVariant& variant = poker->variant();
  if (variant.board() == 0 || variant.low || variant.has_draws()) return false;
  for (std::size_t card = 0; card < variant.hole(); ++card)
    if (variant.is_up(card)) return false;
  return true;
}

Result<Thought> think_by_ranges(const SeatSight& sight, const Budget& budget, const GoOn& go_on,
                                Rng& rng) {
  if (!plays_by_ranges(sight.game))
    return fail(Fault::bad_parameters,
                "this player plays poker with a board and hidden hands alone");
  const Poker& game = *poker_in(sight.game);
  const auto own = game.own_hand(sight.seat, sight.known);
  const bool bets = game.betting().turn == sight.seat && own &&
                    game.street() >= Poker::Street::first && game.street() <= Poker::Street::last;
  if (bets) {
    Thought thought = Decision(sight, game, *own, budget, go_on, rng).think();
    if (!thought.moves.empty()) return thought;
  }
  const Poker::Move move = simple_poker_move(game, sight.seat, sight.known, rng);
  return Thought{.move = Action{text(Poker::move_json(move))}};
}

Budget range_budget(const AnyGame&, Strength strength) {
  if (strength == Strength::easy) return {.simulations = 3, .milliseconds = 500};
  if (strength == Strength::normal) return {.simulations = 12, .milliseconds = 1'500};
  return {.simulations = 150, .milliseconds = 4'000};
}

}  // namespace

ThinkerKind range_kind() {
  return {"ranges", "weighs the hands that others may hold by what they have bet", plays_by_ranges,
          think_by_ranges, range_budget};
}

}  // namespace fairdeal::rules
