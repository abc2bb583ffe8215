#include "rules/players/tree_search.h"

#include <algorithm>
#include <numeric>

#include "base/random_index.h"
#include "rules/players/fair_moves.h"
#include "rules/players/player.h"
#include "rules/players/upper_bound.h"

namespace fairdeal::rules {
namespace {

constexpr std::int64_t kMilli = 1000;  ///< a point of a result, in the units of values
/// After so many moves GoOn is asked again.
constexpr std::uint64_t kMovesBetween = 64, kMovesBetweenOfScript = 4;
/// How many cards and dice in a row are decided. Rules that want more would go on for ever.
constexpr int kQuietMax = 10'000;

std::uint64_t mixed(std::uint64_t key, std::uint64_t word) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  key = (key ^ word) * kOdd + 1;
  return key ^ (key >> 29);
}

/// Returns the key after an event of chance, as `seat` sees it.
std::uint64_t key_after(std::uint64_t key, const ChanceEvent& event, Seat seat,
                        const Known& known) {
  key = mixed(key, event.index());
  const auto mix_all = [&](const std::vector<std::int64_t>& values) {
    for (const std::int64_t value : values) key = mixed(key, static_cast<std::uint64_t>(value));
  };
  if (const auto* dealt = std::get_if<Dealt>(&event)) {
    key = mixed(key, dealt->slot.value);
    if (dealt->to == seat || dealt->also.has(seat))
      key = mixed(key, known.faces.at(dealt->slot).value);
  } else if (const auto* shown = std::get_if<Shown>(&event)) {
    key = mixed(mixed(key, shown->slot.value), shown->face.value);
  } else if (const auto* rolled = std::get_if<Rolled>(&event)) {
    mix_all(rolled->values);
  } else if (const auto* for_one = std::get_if<RolledFor>(&event)) {
    if (for_one->seat == seat) mix_all(known.dice);
  } else if (const auto* dice = std::get_if<DiceShown>(&event)) {
    mix_all(dice->values);
  }
  return key;
}

/// Returns a seat's lead over the best of the others, as a part of what was scored in all.
std::int64_t lead_by(const Range& bounds, const Payoff& scores, std::size_t seat) {
  std::int64_t all = 1, most = scores.size() == 1 ? 0 : INT64_MIN;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    all += std::abs(scores[i]);
    if (i != seat) most = std::max(most, scores[i]);
  }
  const std::int64_t best = std::clamp<std::int64_t>(bounds.max, 1, 1000);
  return best * kMilli * 9 / 10 * (scores[seat] - most) / all;
}

/// Returns whether the moves of a mover that are numbers are all cards that it knows.
bool moves_are_cards(const ForwardModel& model, std::size_t k, const Known& known) {
  if (known.faces.empty()) return false;
  bool any = false;
  for (std::size_t i = 0; i < model.moves(k); ++i)
    if (const auto slot = model.slot(k, i)) {
      if (!known.faces.contains(*slot)) return false;
      any = true;
    }
  return any;
}

}  // namespace

Result<Thought> TreeSearch::think(const AnyGame& game, Seat seat, Rng& rng) {
  const auto root = forward_model(game);
  const auto mover = std::ranges::find(root->movers(), seat);
  if (mover == root->movers().end())
    return fail(Fault::bad_parameters, "it has no moves: another seat's move is wanted");
  const auto k = static_cast<std::size_t>(mover - root->movers().begin());
  seat_ = seat;
  bounds_ = game.bounds();
  says_what_is_fair_ = says_what_is_fair(game);
  least_.assign(game.seats(), INT64_MAX);
  greatest_.assign(game.seats(), INT64_MIN);
  if (root->moves(k) == 1) return Thought{.move = root->action(k, 0)};
  if (const auto wins = winning_move(*root, k, seat))
    return Thought{.move = root->action(k, *wins), .why = "wins at once"};
  at_root_ = value_of(*root);
  scratch_ = root->copy();
  moves_between_ = game.is_script() ? kMovesBetweenOfScript : kMovesBetween;
  while (!stops()) FD_TRY(simulate(*root, rng));
  return told(*root, k);
}

/// Returns a move that ends the match with the best result that there is.
std::optional<std::size_t> TreeSearch::winning_move(const ForwardModel& root, std::size_t k,
                                                    Seat seat) {
  if (root.movers().size() > 1) return {};
  const auto after = root.copy();
  for (std::size_t i = 0; i < root.moves(k); ++i) {
    after->become(root);
    if (!after->play({i})) continue;
    const Payoff* result = after->result();
    if (result != nullptr && result->at(seat.value) == bounds_.max) return i;
  }
  return {};
}

/// Returns whether the search has to end. It is asked between moves, also within a match.
bool TreeSearch::stops() {
  if (stopped_ || progress_.simulations == 0) return stopped_;  // there is at least one match
  if (budget_.simulations != 0 && progress_.simulations >= budget_.simulations) return true;
  if (moves_ - asked_at_ < moves_between_) return false;
  asked_at_ = moves_;
  stopped_ = go_on_ && !go_on_(progress_);
  return stopped_;
}

Result<> TreeSearch::simulate(const ForwardModel& root, Rng& rng) {
  FD_TRY(Dealer dealer, deal_(rng));
  scratch_->become(root);
  Walk match{.model = *scratch_, .dealer = std::move(dealer)};
  FD_TRY(const Values values, walk(match, rng));
  if (stopped_) return {};  // the match was not played to its end
  ++progress_.simulations;
  for (std::size_t i = 0; i < values.size(); ++i) {
    least_[i] = std::min(least_[i], values[i]);
    greatest_[i] = std::max(greatest_[i], values[i]);
  }
  for (const Step& step : match.steps) {
    Arm& arm = step.node->arms[step.k][step.arm];
    arm.sum += values[step.seat.value];
    ++arm.visits;
  }
  return {};
}

Result<TreeSearch::Values> TreeSearch::walk(Walk& match, Rng& rng) {
  int quiet = 0;
  while (match.model.result() == nullptr && !is_cut(match) && !stops()) {
    if (match.model.movers().empty()) {
      if (++quiet > kQuietMax)
        return fail(Fault::rules, "the game wants one thing after another and asks nobody");
      FD_TRY(chance(match));
      continue;
    }
    quiet = 0;
    ++moves_;
    FD_TRY(match.in_tree ? move(match, rng) : move_beyond(match, rng));
  }
  return value_of(match.model);
}

Result<> TreeSearch::chance(Walk& match) {
  const ChanceEvent event = match.dealer.answer(match.model.chance());
  if (match.in_tree) match.key = key_after(match.key, event, seat_, match.dealer.known(seat_));
  return match.model.happen(event);
}

/// Makes a move within the tree. The first match that comes to a node leaves the tree there.
Result<> TreeSearch::move(Walk& match, Rng& rng) {
  const auto [at, is_new] = nodes_.try_emplace(match.key);
  Node& node = at->second;
  const std::size_t movers = match.model.movers().size();
  if (is_new) node.arms.resize(movers);
  chosen_.resize(movers);
  for (std::size_t k = 0; k < movers; ++k) {
    chosen_[k] = choose_in_tree(match, node, k, rng);
    match.key = mixed(match.key, match.model.name(k, chosen_[k]));
  }
  if (is_new || !plan_.grows) match.in_tree = false;
  return match.model.play(chosen_);
}

/// Returns the place of the move that the k-th mover takes.
std::size_t TreeSearch::choose_in_tree(Walk& match, Node& node, std::size_t k, Rng& rng) {
  const Seat mover = match.model.movers()[k];
  const Known& known = match.dealer.known(mover);
  const bool by_cards = mover != seat_ && moves_are_cards(match.model, k, known);
  there_.clear();
  arms_.clear();
  const auto fair =
      says_what_is_fair_ ? fair_cards(match.model.game(), mover, known) : std::nullopt;
  for (std::size_t i = 0; i < match.model.moves(k); ++i) {
    if (fair && !fair->empty())
      if (const auto card = match.model.slot(k, i); card && !fair->contains(*card)) continue;
    const auto slot = by_cards ? match.model.slot(k, i) : std::nullopt;
    const std::uint64_t name =
        slot ? mixed(1, known.faces.at(*slot).value) : match.model.name(k, i);
    const std::size_t arm = arm_of(node, k, i, name);
    if (std::ranges::count(arms_, arm) != 0) continue;  // another card of the same face
    there_.push_back(i);
    arms_.push_back(arm);
    ++node.arms[k][arm].available;
  }
  if (there_.empty()) {  // what is fair is none of the moves
    there_.push_back(0);
    arms_.push_back(arm_of(node, k, 0, match.model.name(k, 0)));
  }
  const std::size_t best =
      best_by_rules(match, node, k, rng).value_or(best_arm(node.arms[k], mover, rng));
  match.steps.push_back({&node, k, arms_[best], mover});
  return there_[best];
}

/// Where matches are played out by rules of thumb, the first match that comes to a node makes the
/// move of these rules. Returns its place in `there_`; none: there were others before.
std::optional<std::size_t> TreeSearch::best_by_rules(const Walk& match, const Node& node,
                                                     std::size_t k, Rng& rng) const {
  if (plan_.policy != PlayoutPolicy::simple) return {};
  for (const std::size_t arm : arms_)
    if (node.arms[k][arm].visits != 0) return {};
  const Seat mover = match.model.movers()[k];
  const Action action = simple_move(match.model.game(), mover, match.dealer.known(mover), rng);
  for (std::size_t i = 0; i < there_.size(); ++i)
    if (match.model.action(k, there_[i]) == action) return i;
  return {};
}

/// Returns the place of a move's arm, which is made if there is none. `guess` is where it may be.
std::size_t TreeSearch::arm_of(Node& node, std::size_t k, std::size_t guess, std::uint64_t name) {
  std::vector<Arm>& arms = node.arms[k];
  if (guess < arms.size() && arms[guess].name == name) return guess;
  const auto found = std::ranges::find(arms, name, &Arm::name);
  if (found != arms.end()) return static_cast<std::size_t>(found - arms.begin());
  arms.push_back({name});
  return arms.size() - 1;
}

/// Returns a place in `arms_`: of a move that no match has had so far, or else of the one with the
/// greatest upper bound. In flat Monte Carlo the moves take turns.
std::size_t TreeSearch::best_arm(const std::vector<Arm>& arms, Seat mover, Rng& rng) const {
  std::size_t fresh = 0, best = 0;
  for (const std::size_t arm : arms_) fresh += arms[arm].visits == 0 ? 1 : 0;
  const bool by_rules = plan_.policy == PlayoutPolicy::simple && fresh < arms_.size();
  if (fresh > 0 && !by_rules) {
    std::size_t skip = random_index(rng, fresh);
    for (std::size_t i = 0; i < arms_.size(); ++i)
      if (arms[arms_[i]].visits == 0 && skip-- == 0) return i;
  }
  if (!plan_.grows && mover != seat_) return random_index(rng, arms_.size());
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    const Arm& arm = arms[arms_[i]];
    const std::uint64_t bound = !plan_.grows      ? UINT64_MAX - arm.visits
                                : arm.visits == 0 ? bound_of_fresh(arms, mover)
                                                  : upper_bound(arm, mover);
    if (bound > most) {
      most = bound;
      best = i;
    }
  }
  return best;
}

/// Rules of thumb know better than chance which move is good. So one that no match has had counts
/// as the others did, as if it was made in a few matches.
std::uint64_t TreeSearch::bound_of_fresh(const std::vector<Arm>& arms, Seat mover) const {
  constexpr std::uint32_t kAsIf = 4;
  Arm others{0};
  for (const std::size_t arm : arms_) {
    others.sum += arms[arm].sum;
    others.visits += arms[arm].visits;
  }
  others.sum = others.sum / std::int64_t{others.visits} * std::int64_t{kAsIf};
  others.available = std::max(others.visits, kAsIf);
  others.visits = kAsIf;
  return upper_bound(others, mover);
}

/// The mean result, scaled to 0…1, plus √(c² ln N / n), where the move was there to be made in N
/// matches and was made in n of them.
std::uint64_t TreeSearch::upper_bound(const Arm& arm, Seat mover) const {
  const std::int64_t span = std::max<std::int64_t>(greatest_[mover.value] - least_[mover.value], 1);
  const std::int64_t above = arm.sum / arm.visits - least_[mover.value];
  const auto mean = static_cast<std::uint64_t>((above << kPointBits) / span);
  const std::uint64_t doubt =
      ((plan_.doubt * logarithm(arm.available) / 16) << kPointBits) / arm.visits;
  return mean + square_root(doubt);
}

Result<> TreeSearch::move_beyond(Walk& match, Rng& rng) {
  ForwardModel& model = match.model;
  const auto& movers = model.movers();
  ++match.moves_beyond;
  if (plan_.policy == PlayoutPolicy::simple) {
    std::map<Seat, Action> moves;
    const AnyGame game = model.game();
    for (const Seat seat : movers)
      moves[seat] = simple_move(game, seat, match.dealer.known(seat), rng);
    FD_TRY(const AnyGame after, game.after(moved(moves)));
    model.become_value(after);
    return {};
  }
  chosen_.resize(movers.size());
  for (std::size_t k = 0; k < movers.size(); ++k) chosen_[k] = random_index(rng, model.moves(k));
  return model.play(chosen_);
}

/// Returns whether the match goes on, and is followed no further.
bool TreeSearch::is_cut(const Walk& match) const {
  if (match.moves_beyond >= plan_.moves_max) return true;
  if (!plan_.one_deal || !match.model.movers().empty()) return false;
  const Want& want = match.model.chance();
  const auto* shuffle = std::get_if<WantShuffle>(&want);
  const bool is_new =
      (shuffle != nullptr && !shuffle->faces.empty()) || std::holds_alternative<WantRollFor>(want);
  return is_new && value_of(match.model) != at_root_;
}

TreeSearch::Values TreeSearch::value_of(const ForwardModel& model) const {
  Values values(least_.size(), 0);
  const auto differ = [](const Payoff& payoff) {
    return std::ranges::any_of(payoff, [&](std::int64_t one) { return one != payoff.front(); });
  };
  if (const Payoff* result = model.result()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (*result)[i] * kMilli;
    return values;
  }
  const auto ended = model.result_if_ended();
  const auto scores = model.scores();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (ended && differ(*ended))
      values[i] = (*ended)[i] * kMilli;
    else if (scores)
      values[i] = lead_by(bounds_, *scores, i);
  }
  return values;
}

Thought TreeSearch::told(const ForwardModel& root, std::size_t k) {
  const std::vector<Arm>& arms = nodes_.at(0).arms[k];
  Thought thought{.move = {}, .progress = progress_};
  const auto less = [](const Arm* a, const Arm* b) {
    if (a->visits != b->visits) return a->visits < b->visits;
    return a->visits != 0 && a->sum < b->sum;
  };
  const auto mean_less = [](const Arm* a, const Arm* b) {
    if (a->visits == 0 || b->visits == 0) return a->visits < b->visits;
    return a->sum * std::int64_t{b->visits} < b->sum * std::int64_t{a->visits};
  };
  const Arm* best = nullptr;
  for (std::size_t i = 0; i < root.moves(k); ++i) {
    const auto arm = std::ranges::find(arms, root.name(k, i), &Arm::name);
    if (arm == arms.end()) continue;
    const auto visits = std::max<std::int64_t>(arm->visits, 1);
    thought.moves.push_back({root.action(k, i), Rational(arm->sum, kMilli * visits), arm->visits});
    if (best == nullptr || (plan_.grows ? less(best, &*arm) : mean_less(best, &*arm))) {
      best = &*arm;
      thought.move = thought.moves.back().move;
    }
  }
  return thought;
}

}  // namespace fairdeal::rules
