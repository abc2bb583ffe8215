#include "rules/recording.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/match.h"
#include "rules/params.h"

namespace fairdeal::rules {

Json by_role(const AnyGame& game, const std::optional<Payoff>& numbers) {
  if (!numbers) return {};
  Json roles = Json::object();
  for (std::uint32_t i = 0; i < numbers->size(); ++i) roles[game.role(Seat(i))] = (*numbers)[i];
  return roles;
}

Json result_json(const AnyGame& game) {
  const auto result = game.result();
  if (!result || game.info().name != "tribolo") return by_role(game, result);
  Json winners = Json::array();
  for (std::uint32_t i = 0; i < result->size(); ++i)
    if ((*result)[i] == std::ranges::max(*result)) winners.push_back(game.role(Seat(i)));
  return {{"winners", winners}, {"scores", by_role(game, game.scores())}};
}

Json active_roles(const AnyGame& game) {
  Json roles = Json::array();
  for (const Seat seat : game.active()) roles.push_back(game.role(seat));
  return roles;
}

Json legal_moves(const AnyGame& game) {
  Json roles = Json::object();
  for (const Seat seat : game.active()) {
    Json& moves = roles[game.role(seat)] = Json::array();
    for (const Choice& choice : game.legal(seat)) moves.push_back(json_or_null(choice.action.text));
  }
  return roles;
}

namespace {

/// Watches a match and records it.
class PlayoutRecorder {
 public:
  void operator()(const Report& report) {
    if (report.event != nullptr)
      std::visit([&](const auto& e) { note(e, *before_); }, *report.event);
    before_ = report.game;
    Json& now = plies_.empty() ? initial_ : plies_.back()["state_after"];
    now = report.game.json();
    if (plies_.empty()) return;
    plies_.back()["result"] = result_json(report.game);
    if (const auto scores = report.game.scores())
      plies_.back()["scores"] = by_role(report.game, scores);
  }

  Json line(const AnyGame& end) && {
    Json players = Json::array();
    for (std::uint32_t i = 0; i < end.seats(); ++i) players.push_back(end.role(Seat(i)));
    const std::size_t length = plies_.size();
    return {{"game", end.info().name},
            {"params", end.params()},
            {"players", std::move(players)},
            {"initial", std::move(initial_)},
            {"plies", std::move(plies_)},
            {"final_result", result_json(end)},
            {"final_scores", by_role(end, end.scores())},
            {"length", length},
            {"complete", end.over()}};
  }

  /// Returns what there is of a match that broke off so. It asks the game nothing.
  std::string broken_line(const std::string& how) && {
    const Json line = {
        {"initial", std::move(initial_)}, {"plies", std::move(plies_)}, {"broke_off", how}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);  // it may be no text
  }

 private:
  void begin_ply(const AnyGame& game, const std::map<Seat, Action>& moves) {
    Json ply = {{"active", active_roles(game)}, {"legal_moves", legal_moves(game)}};
    for (const auto& [seat, action] : moves)
      ply["moves"][game.role(seat)] = json_or_null(action.text);
    plies_.push_back(std::move(ply));
    times_.clear();
  }
  /// Records what chance did. If the same thing happens again in one ply, as when the blinds put
  /// all seats of two hands in a row all-in, its values stand in a list.
  void add(const char* kind, const std::string& name, const Json& value) {
    Json& place = plies_.back()[kind][name];
    const std::size_t before = times_[kind + name]++;
    if (before == 1) place = Json::array({place});
    if (before == 0)
      place = value;
    else
      place.push_back(value);
  }
  void note(const Moved<Action>& e, const AnyGame& game) { begin_ply(game, {{e.seat, e.move}}); }
  void note(const MovedTogether<Action>& e, const AnyGame& game) { begin_ply(game, e.moves); }
  void note(const Rolled& e, const AnyGame& game) {
    if (plies_.empty()) return;  // chance before the first move is part of `initial`
    const auto wants = game.wants();
    const auto& dice = std::get<WantRoll>(wants.front()).dice;
    for (std::size_t i = 0; i < dice.size(); ++i) {
      plies_.back()["aleatories"][dice[i].name] = dice[i].values;
      add("haps", dice[i].name, e.values[i]);
    }
  }
  void note(const Shown& e, const AnyGame&) {
    if (!plies_.empty()) add("shown", std::to_string(e.slot.value), e.face.value);
  }
  void note(const DiceShown& e, const AnyGame&) {
    if (!plies_.empty()) add("opened", std::to_string(e.seat.value), e.values);
  }
  template <class E>
  void note(const E&, const AnyGame&) {}  // leaves nothing in public

  std::optional<AnyGame> before_;
  Json initial_;
  Json plies_ = Json::array();
  std::map<std::string, std::size_t> times_;  ///< how often each thing happened in this ply
};

/// Thrown within recorded_rules alone, through the code of a match, where a record ends early.
struct BrokenOff {
  const char* how;
};

/// Returns whether a number can be put into the move, as with_number() does.
bool takes_numbers(const Choice& choice) {
  const Json json = json_or_null(choice.action.text);
  const bool fits = json.is_object() && json.size() == 1;
  return fits && choice.range->step > 0 && choice.range->min <= choice.range->max;
}

/// Chooses as random_move does, which may rely on what the laws say of a game.
Action recorded_move(const AnyGame& game, Seat seat, const Known& known, Rng& rng) {
  const auto choices = game.legal(seat);
  if (std::ranges::all_of(choices, &Choice::left_to_people)) throw BrokenOff{"no move"};
  for (const Choice& choice : choices)
    if (choice.range && !takes_numbers(choice)) throw BrokenOff{"a range that is none"};
  return random_move(game, seat, known, rng);
}

/// Returns how much the next ply has beside its state: the legal moves, or the values of its dice.
std::size_t of_ply(const AnyGame& game) {
  std::size_t bytes = 0;
  for (const Seat seat : game.active())
    for (const Choice& choice : game.legal(seat)) bytes += choice.action.text.size();
  const auto wants = game.wants();
  const auto* roll = wants.empty() ? nullptr : std::get_if<WantRoll>(&wants.front());
  if (roll != nullptr)
    for (const Die& die : roll->dice) bytes += die.values.size() * sizeof die.values[0];
  return bytes;
}

/// Counts what a match makes, and ends it at the bounds.
class Bounds {
 public:
  void operator()(const Report& report) {
    bytes_ += text(report.game.json()).size() + of_ply(report.game);
    if (++events_ > kRecordedEventsMax || bytes_ > kRecordedBytesMax) throw BrokenOff{"long"};
  }

 private:
  std::size_t events_ = 0, bytes_ = 0;
};

std::string recorded_match(const AnyGame& start, std::uint64_t seed) {
  PlayoutRecorder recorder;
  Bounds bounds;
  const auto watch = [&](const Report& report) {
    bounds(report);
    recorder(report);
  };
  std::string how;
  try {
    const std::vector<Player> players(start.seats(), recorded_move);
    const auto end = play(start, players, seed, watch);
    if (end) return text(std::move(recorder).line(*end));
    how = name(end.error().fault);
  } catch (const BrokenOff& broken) {
    how = broken.how;
  } catch (...) {  // whatever a library throws
    how = "thrown";
  }
  return std::move(recorder).broken_line(how);
}

Result<AnyGame> first_of_record(const Module& module, const Json& params, std::size_t seats) {
  try {
    return start_game(module, params, seats);
  } catch (...) {
    return fail(Fault::rules, "");
  }
}

}  // namespace

Result<Json> record_playout(const AnyGame& game, std::span<const Player> players,
                            std::uint64_t seed) {
  PlayoutRecorder recorder;
  FD_TRY(const AnyGame end, play(game, players, seed, std::ref(recorder)));
  return std::move(recorder).line(end);
}

std::string recorded_rules(const Module& module) {
  constexpr std::uint64_t kPlayouts = 4;
  const GameInfo& info = module.info();
  const std::set<Json> tables{Json::object(), params_among_people(info, Json::object())};
  std::string lines;
  for (const Json& params : tables)
    for (const std::size_t seats : std::set{info.seats_min, info.seats_max}) {
      const auto start = first_of_record(module, params, seats);
      if (!start) lines += std::string(name(start.error().fault)) + "\n";
      for (std::uint64_t seed = 1; start && seed <= kPlayouts; ++seed)
        lines += recorded_match(*start, seed) + "\n";
    }
  return lines;
}

}  // namespace fairdeal::rules
