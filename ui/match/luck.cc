#include "ui/match/luck.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>

#include "base/overloaded.h"
#include "base/seeded_rng.h"
#include "rules/hand_rank.h"

namespace fairdeal::match {
namespace {

constexpr double kReach95 = 1.96;  ///< standard deviations
/// More boards than this are not counted: so many are drawn of them, always the same.
constexpr std::size_t kBoardsMax = 20'000;

struct Moments {
  double mean = 0, variance = 0;
};
Moments moments_of(const rules::Die& die) {
  double weights = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < die.values.size(); ++i) {
    const auto weight = static_cast<double>(die.weights[i]);
    const auto value = static_cast<double>(die.values[i]);
    weights += weight;
    sum += weight * value;
    squares += weight * value * value;
  }
  const double mean = sum / weights;
  return {mean, squares / weights - mean * mean};
}

double rank_of(Face face) { return rules::card_of(face).rank + 2.0; }

// ---- Hands that are all in

using Kind = rules::HandRecord::Action::Kind;

/// A seat that goes for the pots, with its hand.
struct Contestant {
  Seat seat;
  rules::Chips paid;
  rules::CardSet hand;
};

/// A pot, and who can win it.
struct Pot {
  double chips = 0;
  std::vector<std::size_t> by;  ///< as places in the list of contestants
};

/// The state of a hand when its last bet was made.
struct LastBet {
  std::vector<Face> board;
  std::vector<Face> out;  ///< all cards that are known, the board included
  std::vector<Contestant> contestants;
};

/// Returns whether it is a part of the betting: blinds, antes, folds and checks are, too.
bool is_of_betting(Kind kind) { return kind <= Kind::raise; }

/// Returns whether the luck of a game is counted: that of two cards and five of the board.
bool is_counted(const rules::PokerVariant& variant) {
  return variant.hole() == 2 && variant.order == rules::HandOrder::high && !variant.low;
}

/// Returns the two cards of a player, if the history has them.
std::vector<Face> hole_cards(const rules::HandRecord& hand, const rules::HandRecord::Player& of) {
  std::vector<Face> cards;
  for (const auto& card : of.own)
    if (card) cards.push_back(*card);
  for (const auto& action : hand.actions)
    if (action.kind == Kind::show && action.seat == of.seat) cards = action.cards;
  return cards.size() == 2 ? cards : std::vector<Face>();
}

std::optional<LastBet> last_bet(const rules::HandRecord& hand) {
  if (!hand.ended || hand.given_back || (hand.variant != nullptr && !is_counted(*hand.variant)))
    return {};
  LastBet found;
  std::vector<Face> board;
  std::set<Seat> folded;
  for (const auto& action : hand.actions) {
    if (action.kind == Kind::anew) return {};
    if (action.kind == Kind::board && !action.second)
      board.insert(board.end(), action.cards.begin(), action.cards.end());
    if (action.kind == Kind::fold) folded.insert(action.seat);
    if (is_of_betting(action.kind)) found.board = board;
  }
  if (found.board.size() > 4) return {};
  found.out = found.board;
  for (const auto& player : hand.players) {
    if (!player.dealt_in || player.sits_out || folded.contains(player.seat)) continue;
    const auto cards = hole_cards(hand, player);
    if (cards.empty()) return {};
    rules::CardSet both;
    for (const Face card : cards) both |= rules::CardSet::of(card);
    found.contestants.push_back({player.seat, player.paid, both});
    found.out.insert(found.out.end(), cards.begin(), cards.end());
  }
  return found.contestants.size() > 1 ? std::optional(std::move(found)) : std::nullopt;
}

std::vector<Pot> pots_of(const rules::HandRecord& hand, const LastBet& bet) {
  std::set<rules::Chips> levels;
  for (const Contestant& one : bet.contestants) levels.insert(one.paid);
  std::vector<Pot> pots;
  rules::Chips below = 0;
  for (const rules::Chips level : levels) {
    Pot pot;
    for (const auto& player : hand.players)
      pot.chips += static_cast<double>(std::clamp(player.paid, below, level) - below);
    for (std::size_t i = 0; i < bet.contestants.size(); ++i)
      if (bet.contestants[i].paid >= level) pot.by.push_back(i);
    pots.push_back(std::move(pot));
    below = level;
  }
  return pots;
}

/// Returns the chips that the contestant `me` wins with this board.
double won_with(rules::CardSet board, const LastBet& bet, const std::vector<Pot>& pots,
                std::size_t me) {
  std::vector<rules::HandRank> ranks;
  for (const Contestant& one : bet.contestants) ranks.push_back(rules::rank_hand(one.hand | board));
  double won = 0;
  for (const Pot& pot : pots) {
    rules::HandRank best{};
    for (const std::size_t i : pot.by) best = std::max(best, ranks[i]);
    const auto winners =
        std::ranges::count_if(pot.by, [&](std::size_t i) { return ranks[i] == best; });
    const bool mine = std::ranges::find(pot.by, me) != pot.by.end() && ranks[me] == best;
    if (mine) won += pot.chips / static_cast<double>(winners);
  }
  return won;
}

/// Calls `each` with the boards that can follow: with all, or with kBoardsMax that are drawn.
template <class Each>
void for_each_board(const LastBet& bet, Each&& each) {
  std::vector<Face> left;
  for (const Face face : rules::all_cards<Face>())
    if (std::ranges::find(bet.out, face) == bet.out.end()) left.push_back(face);
  rules::CardSet board;
  for (const Face face : bet.board) board |= rules::CardSet::of(face);
  const std::size_t missing = 5 - bet.board.size();
  if (missing == 1) {
    for (const Face face : left) each(board | rules::CardSet::of(face));
  } else if (missing == 2) {
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        each(board | rules::CardSet::of(left[i]) | rules::CardSet::of(left[j]));
  } else {
    SeededRng rng(1);
    for (std::size_t n = 0; n < kBoardsMax; ++n) {
      rules::CardSet drawn = board;
      for (std::size_t i = 0; i < missing; ++i) {
        std::swap(left[i], left[i + rng.below(left.size() - i)]);
        drawn |= rules::CardSet::of(left[i]);
      }
      each(drawn);
    }
  }
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  count += other.count;
  sum += other.sum;
  expected += other.expected;
  variance += other.variance;
  return *this;
}

double Tally::reach() const { return kReach95 * std::sqrt(variance); }

Luck& Luck::operator+=(const Luck& other) {
  dice += other.dice;
  cards += other.cards;
  all_in += other.all_in;
  return *this;
}

std::optional<Seat> roller(const rules::AnyGame& game, const std::vector<rules::Die>& dice,
                           std::optional<Seat> moved_last) {
  std::map<Seat, std::size_t> next;
  std::size_t tried = 0;
  for (const rules::Die& die : dice) tried = std::max(tried, die.values.size());
  for (std::size_t i = 0; i < tried; ++i) {
    rules::Rolled rolled;
    for (const rules::Die& die : dice)
      rolled.values.push_back(die.values[std::min(i, die.values.size() - 1)]);
    const auto after = game.after(rolled);
    if (!after) continue;
    if (const auto active = after->active(); active.size() == 1) ++next[active.front()];
  }
  for (const auto& [seat, times] : next)
    if (2 * times > tried) return seat;
  return moved_last;
}

std::optional<Tally> all_in_luck(const rules::HandRecord& hand, Seat me) {
  const auto bet = last_bet(hand);
  if (!bet) return {};
  const auto mine = std::ranges::find(bet->contestants, me, &Contestant::seat);
  if (mine == bet->contestants.end()) return {};
  const auto pots = pots_of(hand, *bet);
  const auto place = static_cast<std::size_t>(mine - bet->contestants.begin());
  double boards = 0, sum = 0, squares = 0;
  for_each_board(*bet, [&](rules::CardSet board) {
    const double won = won_with(board, *bet, pots, place);
    ++boards;
    sum += won;
    squares += won * won;
  });
  const double mean = sum / boards;
  const double variance = std::max(0.0, squares / boards - mean * mean);
  return Tally{.count = 1,
               .sum = static_cast<double>(hand.player(me)->won),
               .expected = mean,
               .variance = hand.twice ? variance / 2 : variance};
}

LuckReader::LuckReader(const state::Table& start, Seat me, OwnCards own)
    : me_(me), own_(std::move(own)), game_(start.game()), hands_({}) {}

void LuckReader::on(const state::Table& table) {
  const auto deal = table.state().deal ? std::optional(table.state().deal->number) : std::nullopt;
  hands_.set_own(
      [this, deal](CardSlot slot) { return deal ? own_.face(*deal, slot) : std::nullopt; });
  for (std::size_t i = 0; i < table.events().size(); ++i)
    take(table.events()[i], table.state().games[i], table);
}

void LuckReader::take(const rules::AnyEvent& event, const rules::AnyGame& after,
                      const state::Table& table) {
  const auto wants = game_.wants();
  const auto* want = wants.empty() ? nullptr : &wants.front();
  const auto wanted = [want]<class W>(std::type_identity<W>) {
    return want == nullptr ? nullptr : std::get_if<W>(want);
  };
  std::visit(Overloaded{[&](const rules::Rolled& e) {
                          const auto* dice = wanted(std::type_identity<rules::WantRoll>());
                          if (dice != nullptr && roller(game_, dice->dice, moved_last_) == me_)
                            roll(dice->dice, e.values);
                        },
                        [&](const rules::RolledFor& e) {
                          const auto* dice = wanted(std::type_identity<rules::WantRollFor>());
                          const auto values = own_.dice(table.step());
                          if (dice != nullptr && e.seat == me_ && values) roll(dice->dice, *values);
                        },
                        [&](const rules::Shuffled& e) {
                          const auto* shuffle = wanted(std::type_identity<rules::WantShuffle>());
                          if (shuffle != nullptr && !shuffle->faces.empty())
                            begin_deck(shuffle->faces);
                          else
                            touched_.insert(e.slots.begin(), e.slots.end());
                        },
                        [&](const rules::Dealt& e) {
                          if (!touched_.insert(e.slot).second || e.to != me_ || !table.state().deal)
                            return;
                          const auto face = own_.face(table.state().deal->number, e.slot);
                          if (face && !deck_.empty()) dealt_.push_back(*face);
                        },
                        [&](const rules::Shown& e) { touched_.insert(e.slot); },
                        [&](const rules::Moved<rules::Action>& e) { moved_last_ = e.seat; },
                        [](const auto&) {}},
             event);
  hands_.on(game_, event, after);
  game_ = after;
}

void LuckReader::roll(const std::vector<rules::Die>& dice,
                      const std::vector<std::int64_t>& values) {
  for (std::size_t i = 0; i < dice.size() && i < values.size(); ++i) {
    const Moments moments = moments_of(dice[i]);
    luck_.dice += {.count = 1,
                   .sum = static_cast<double>(values[i]),
                   .expected = moments.mean,
                   .variance = moments.variance};
  }
}

void LuckReader::begin_deck(const std::vector<Face>& faces) {
  luck_.cards += dealt_tally();
  dealt_.clear();
  touched_.clear();
  const std::set<Face> distinct(faces.begin(), faces.end());
  const bool is_standard =
      distinct.size() == rules::Card::kFaces && distinct.rbegin()->value < rules::Card::kFaces;
  deck_ = is_standard ? faces : std::vector<Face>();
}

/// Returns the tally of the cards out of the present deck. They were drawn without putting any
/// back, so their sum has the variance of the hypergeometric distribution.
Tally LuckReader::dealt_tally() const {
  if (dealt_.empty()) return {};
  const auto cards = static_cast<double>(dealt_.size()), all = static_cast<double>(deck_.size());
  double sum = 0, squares = 0;
  for (const Face face : deck_) {
    sum += rank_of(face);
    squares += rank_of(face) * rank_of(face);
  }
  const double mean = sum / all;
  Tally tally{.count = dealt_.size(),
              .expected = cards * mean,
              .variance = cards * (squares / all - mean * mean) * (all - cards) / (all - 1)};
  for (const Face face : dealt_) tally.sum += rank_of(face);
  return tally;
}

Luck LuckReader::luck() const {
  Luck luck = luck_;
  luck.cards += dealt_tally();
  for (const rules::HandRecord& hand : hands_.hands())
    if (const auto tally = all_in_luck(hand, me_)) luck.all_in += *tally;
  return luck;
}

}  // namespace fairdeal::match
