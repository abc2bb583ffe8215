#include "rules/any_position.h"

#include "base/check.h"
#include "rules/json_full.h"
#include "rules/perft.h"
#include "rules/registry.h"
#include "rules/solve.h"

namespace fairdeal::rules {

std::vector<AnyEvent> joint_moves(const AnyGame& game) {
  const auto seats = game.active();
  std::vector<std::map<Seat, Action>> combinations{{}};
  for (const Seat seat : seats) {
    std::vector<std::map<Seat, Action>> longer;
    for (const auto& moves : combinations)
      for (const Choice& choice : game.legal(seat)) {
        longer.push_back(moves);
        longer.back()[seat] = choice.action;
      }
    combinations = std::move(longer);
  }
  std::vector<AnyEvent> events;
  if (seats.empty()) return events;
  for (const auto& moves : combinations) events.push_back(moved(moves));
  return events;
}

std::vector<AnyChild> rolls(const AnyGame& game) {
  const auto wants = game.wants();
  std::vector<AnyPly> plies{{.events = {Rolled{}}}};
  for (const Die& die : std::get<WantRoll>(wants.front()).dice) {
    std::vector<AnyPly> longer;
    const auto all = std::accumulate(die.weights.begin(), die.weights.end(), std::uint64_t{0});
    for (const AnyPly& ply : plies)
      for (std::size_t i = 0; i < die.values.size(); ++i) {
        longer.push_back(ply);
        std::get<Rolled>(longer.back().events[0]).values.push_back(die.values[i]);
        longer.back().weight *= die.weights[i];
        longer.back().all *= all;
      }
    plies = std::move(longer);
  }
  std::vector<AnyChild> children;
  for (AnyPly& ply : plies) {
    AnyGame after = game.after(ply.events[0]).value();
    children.push_back({std::move(ply), std::move(after)});
  }
  return children;
}

namespace {

/// Rolls the dice that `child` wants, in every way, until moves are wanted or the game is over, and
/// adds to `out` all that it comes to.
Result<> let_happen(AnyChild child, std::vector<AnyChild>& out) {
  if (child.after.over() || !child.after.active().empty()) {
    out.push_back(std::move(child));
    return {};
  }
  const auto wants = child.after.wants();
  if (!std::holds_alternative<WantRoll>(wants.front()))
    return fail(Fault::bad_parameters,
                child.after.info().name + " hides something: its states cannot be listed");
  for (AnyChild& roll : rolls(child.after)) {
    AnyChild next{child.ply, std::move(roll.after)};
    next.ply.events.push_back(roll.ply.events[0]);
    next.ply.weight *= roll.ply.weight;
    next.ply.all *= roll.ply.all;
    FD_TRY(let_happen(std::move(next), out));
  }
  return {};
}

}  // namespace

Result<std::vector<AnyChild>> children(const AnyGame& game) {
  std::vector<AnyChild> out;
  if (game.over()) return out;
  if (game.active().empty()) {
    FD_TRY(let_happen({{}, game}, out));
    return out;
  }
  for (const AnyEvent& event : joint_moves(game)) {
    FD_TRY(AnyGame after, game.after(event));
    FD_TRY(let_happen({{.events = {event}}, std::move(after)}, out));
  }
  return out;
}

std::string outcome_name(const GameInfo& info, const Payoff& payoff) {
  if (payoff.size() == 1) return payoff[0] > 0 ? "win" : payoff[0] < 0 ? "loss" : "draw";
  for (std::size_t i = 0; i < payoff.size(); ++i)
    if (payoff[i] > 0) return info.roles.empty() ? std::to_string(i + 1) : info.roles[i];
  return "draw";
}

Result<Perft> perft_any(const AnyGame& start, const PerftLimits& limits) {
  struct Reached {
    AnyGame game;
    std::uint64_t times = 0;
  };
  Perft perft;
  std::map<std::string, Reached> layer{{text(start.json()), {start, 1}}};
  std::uint64_t positions = 0;
  for (unsigned depth = 0;; ++depth) {
    PerftLevel level;
    level.distinct_states = layer.size();
    level.finished_states = 0;
    std::map<std::string, Reached> next;
    for (const auto& [state, reached] : layer) {
      level.sequences += reached.times;
      if (const auto result = reached.game.result()) {
        ++*level.finished_states;
        level.finished_sequences += reached.times;
        level.finished_by_result[outcome_name(start.info(), *result)] += reached.times;
        continue;
      }
      if (depth == limits.depth) continue;
      FD_TRY(const auto after, children(reached.game));
      for (const AnyChild& child : after)
        next.try_emplace(text(child.after.json()), Reached{child.after, 0}).first->second.times +=
            reached.times;
      if (++positions % 1024 == 0 && limits.progress) limits.progress(depth, positions);
    }
    perft.complete = level.finished_sequences == level.sequences;
    perft.levels.push_back(std::move(level));
    if (perft.complete || depth == limits.depth) return perft;
    layer = std::move(next);
  }
}

namespace {

/// Returns the value of `game` for seat 0. `known` has the values of the states that were looked at
/// before, by the text of their JSON form.
Result<std::int64_t> value(const AnyGame& game, std::map<std::string, std::int64_t>& known,
                           const SolveLimits& limits) {
  constexpr std::int64_t kUnderWay = INT64_MIN;
  const auto [entry, is_new] = known.try_emplace(text(game.json()), kUnderWay);
  if (!is_new && entry->second == kUnderWay)
    return fail(Fault::bad_parameters, game.info().name + " can go round in circles");
  if (!is_new) return entry->second;
  if (known.size() >= limits.states)
    return fail(Fault::too_large, "more than " + std::to_string(limits.states) + " states");
  if (known.size() % 1024 == 0 && limits.progress) limits.progress(known.size());
  if (const auto result = game.result()) return entry->second = result->front();
  const std::int64_t side = game.active().front() == Seat(0) ? 1 : -1;
  std::optional<std::int64_t> best;
  FD_TRY(const auto after, children(game));
  for (const AnyChild& child : after) {
    FD_TRY(const std::int64_t v, value(child.after, known, limits));
    best = best ? std::max(*best, side * v) : side * v;
  }
  return entry->second = side * *best;
}

}  // namespace

Result<Solution> solve_any(const AnyGame& start, const SolveLimits& limits) {
  const GameInfo& info = start.info();
  if (info.hidden || info.chance || info.simultaneous || start.seats() > 2)
    return fail(Fault::bad_parameters,
                info.name +
                    " has hidden cards, chance, moves made together or more than two "
                    "seats: only games of turns for one or two have one exact value");
  std::map<std::string, std::int64_t> known;
  Solution solution;
  FD_TRY(const std::int64_t first, value(start, known, limits));
  solution.value = start.seats() == 1 ? Payoff{first} : Payoff{first, -first};
  if (!start.over()) {
    solution.mover = start.active().front();
    const std::int64_t side = solution.mover == Seat(0) ? 1 : -1;
    FD_TRY(const auto after, children(start));
    for (const AnyChild& child : after) {
      FD_TRY(const std::int64_t v, value(child.after, known, limits));
      const auto& moved = std::get<Moved<Action>>(child.ply.events.front());
      solution.moves.push_back({moved.move.text, side * v});
    }
  }
  solution.states = known.size();
  return solution;
}

}  // namespace fairdeal::rules
