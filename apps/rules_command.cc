#include "apps/rules_command.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <thread>

#include "apps/progress.h"
#include "apps/terminal.h"
#include "rules/json_full.h"
#include "rules/laws.h"
#include "rules/recording.h"

namespace fairdeal::apps {
namespace {

using rules::AnyGame;
using rules::Module;

constexpr int kDiffers = 1;

int wrong(const Output& output, const std::string& what, const Error& error) {
  const bool unknown = error.fault == Fault::unknown_module;
  return output.failed(
      {Exit::usage, unknown ? "unknown_game" : "bad_parameters",
       unknown ? "There is no game " + error.about + "." : what + ": " + error.about,
       unknown ? "fairdeal games lists them." : ""});
}

Result<Json> json_of(const std::string& text, const char* name) {
  auto json = rules::parse_json(text, 1 << 20);
  if (!json) return fail(Fault::bad_parameters, std::string(name) + " is no JSON: " + text);
  return json;
}

/// Returns the game that the options name, at its start or in the given state.
Result<AnyGame> game_of(const RulesOptions& options) {
  FD_TRY(const Module* module, rules::find_module(options.game));
  FD_TRY(const Json params, json_of(options.params, "--params"));
  const std::size_t seats = options.seats == 0 ? module->info().seats_min : options.seats;
  if (options.state.empty()) return rules::start_game(options.game, params, seats);
  FD_TRY(const Json state, json_of(options.state, "--state"));
  return rules::load_game(options.game, params, seats, state);
}

Json or_null(const std::optional<std::uint64_t>& count) { return count ? Json(*count) : Json(); }

std::string thousands(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace

int run_rules_record(const RulesOptions& options, const Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  const std::vector<rules::Player> players(game->seats(), rules::random_move);
  Progress progress(output);
  for (std::uint64_t i = 0; i < options.playouts; ++i) {
    auto line = rules::record_playout(*game, players, options.seed + i);
    if (!line) return output.failed(failure_of(line.error(), "Recording failed"));
    (*line)["id"] = i;
    std::cout << rules::text(*line) << "\n";
    progress.tell([&] {
      return "recorded " + std::to_string(i + 1) + " of " + std::to_string(options.playouts);
    });
  }
  return 0;
}

int run_rules_perft(const RulesOptions& options, const Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  Progress progress(output);
  rules::PerftLimits limits{.depth = options.depth};
  limits.progress = [&](unsigned depth, std::uint64_t positions) {
    progress.tell([&] {
      return "depth " + std::to_string(depth) + ": " + thousands(positions) + " positions walked";
    });
  };
  const auto perft = (*rules::find_module(options.game))->perft(*game, limits);
  if (!perft) return wrong(output, options.game, perft.error());

  Json levels = Json::array();
  std::string text = "depth       sequences  distinct states        finished";
  for (std::size_t depth = 0; depth < perft->levels.size(); ++depth) {
    const auto& level = perft->levels[depth];
    levels.push_back({{"depth", depth},
                      {"sequences", level.sequences},
                      {"distinct_states", or_null(level.distinct_states)},
                      {"finished_sequences", level.finished_sequences},
                      {"finished_states", or_null(level.finished_states)},
                      {"finished_by_result", level.finished_by_result}});
    const auto column = [](const std::string& entry, std::size_t width) {
      return std::string(entry.size() < width ? width - entry.size() : 1, ' ') + entry;
    };
    text += "\n" + column(std::to_string(depth), 5) + column(thousands(level.sequences), 16) +
            column(level.distinct_states ? thousands(*level.distinct_states) : "-", 17) +
            column(thousands(level.finished_sequences), 16);
  }
  if (perft->complete) text += "\nThe tree ends there.";
  output.result(Json{{"v", 1},
                     {"game", options.game},
                     {"params", game->params()},
                     {"levels", levels},
                     {"complete_tree", perft->complete}});
  output.result(text);
  return 0;
}

int run_rules_solve(const RulesOptions& options, const Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  Progress progress(output);
  rules::SolveLimits limits{.states = options.states, .bytes = options.memory_mib << 20};
  output.note("Looks at up to " + thousands(limits.states) + " states, in up to " +
              thousands(options.memory_mib) + " MiB; --states and --memory change that.");
  limits.progress = [&](std::uint64_t states) {
    progress.tell([&] { return thousands(states) + " states so far"; });
  };
  const auto solution = (*rules::find_module(options.game))->solve(*game, limits);
  if (!solution) return wrong(output, options.game, solution.error());

  Json value = Json::object(), moves = Json::array();
  std::string text;
  for (std::uint32_t i = 0; i < solution->value.size(); ++i) {
    value[game->role(Seat(i))] = solution->value[i];
    text += (i == 0 ? "" : ", ") + game->role(Seat(i)) + " " + std::to_string(solution->value[i]);
  }
  for (const auto& move : solution->moves) {
    moves.push_back({{"move", Json::parse(move.move)}, {"value_for_mover", move.value}});
    text += "\n  " + move.move + "  " + std::to_string(move.value);
  }
  Json document = {{"v", 1},         {"game", options.game},       {"params", game->params()},
                   {"value", value}, {"states", solution->states}, {"move_values", moves}};
  document["mover"] = game->over() ? Json() : Json(game->role(solution->mover));
  output.result(document);
  output.result("Best play: " + text + "\n" + thousands(solution->states) + " states");
  return 0;
}

namespace {

/// Ends this program with a verdict if a call of the game does not return. A script's calls have
/// budgets; a compiled game's have none, so they are timed.
class CallWatch {
 public:
  CallWatch(const RulesOptions& options, const Output& output,
            const std::atomic<std::uint64_t>& seed)
      : thread_([&options, &output, &seed](const std::stop_token& stop) {
          std::uint64_t seen = rules::laws_checked();
          for (std::uint64_t still = 0; !stop.stop_requested();) {
            std::this_thread::sleep_for(kLook);
            still = rules::laws_checked() == seen ? still + 1 : 0;
            seen = rules::laws_checked();
            if (kLook * still < std::chrono::seconds(options.call_seconds)) continue;
            broken(options, output, seed,
                   "a call returns: one takes longer than " + std::to_string(options.call_seconds) +
                       " s (--call-limit)");
            std::_Exit(kDiffers);
          }
        }) {}

  static void broken(const RulesOptions& options, const Output& output, std::uint64_t seed,
                     const std::string& what) {
    output.result(
        Json{{"v", 1}, {"game", options.game}, {"holds", false}, {"seed", seed}, {"broken", what}});
    output.result(printable_lines("Broken with --seed " + std::to_string(seed) + ": " + what));
    std::cout.flush();
  }

 private:
  static constexpr std::chrono::milliseconds kLook{100};
  std::jthread thread_;
};

}  // namespace

int run_rules_test(const RulesOptions& options, const Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  const Module& module = **rules::find_module(options.game);
  Progress progress(output);
  std::uint64_t values = 0;
  std::atomic<std::uint64_t> seed = options.seed;
  const CallWatch watch(options, output, seed);
  for (std::uint64_t i = 0; i < options.playouts; ++i, ++seed) {
    const auto report = rules::check_laws(module, game->params(), game->seats(), seed);
    values += report.values;
    if (report.broken) {
      CallWatch::broken(options, output, seed, *report.broken);
      return kDiffers;
    }
    progress.tell([&] {
      return "match " + std::to_string(i + 1) + " of " + std::to_string(options.playouts);
    });
  }
  output.result(Json{{"v", 1},
                     {"game", options.game},
                     {"holds", true},
                     {"matches", options.playouts},
                     {"values", values}});
  output.result("All laws hold: " + thousands(options.playouts) +
                (options.playouts == 1 ? " match, " : " matches, ") + thousands(values) +
                " values");
  return 0;
}

}  // namespace fairdeal::apps
