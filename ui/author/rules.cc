#include "ui/author/rules.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <optional>
#include <thread>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/laws.h"
#include "rules/recording.h"
#include "ui/author/rules_game.h"
#include "ui/sandbox/script_client.h"
#include "ui/words/printable.h"
#include "ui/words/progress.h"

namespace fairdeal::author {
namespace {

using rules::Module;

constexpr int kDiffers = 1;

words::Json or_null(const std::optional<std::uint64_t>& count) {
  return count ? words::Json(*count) : words::Json();
}

}  // namespace

int run_rules_record(const RulesOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  const std::vector<rules::Player> players(game->seats(), rules::random_move);
  words::Progress progress(output);
  for (std::uint64_t i = 0; i < options.playouts; ++i) {
    auto line = rules::record_playout(*game, players, options.seed + i);
    if (!line) return output.failed(words::failure_of(line.error(), "Recording failed"));
    (*line)["id"] = i;
    std::cout << rules::text(*line) << "\n";
    progress.tell([&] {
      return "recorded " + std::to_string(i + 1) + " of " + std::to_string(options.playouts);
    });
  }
  return 0;
}

int run_rules_perft(const RulesOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  words::Progress progress(output);
  rules::PerftLimits limits{.depth = options.depth};
  limits.progress = [&](unsigned depth, std::uint64_t positions) {
    progress.tell([&] {
      return "depth " + std::to_string(depth) + ": " + thousands(positions) + " positions walked";
    });
  };
  const auto perft = (*rules::find_module(options.game))->perft(*game, limits);
  if (!perft) return wrong(output, options.game, perft.error());

  words::Json levels = words::Json::array();
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
  output.result(words::Json{{"v", 1},
                            {"game", options.game},
                            {"params", game->params()},
                            {"levels", levels},
                            {"complete_tree", perft->complete}});
  output.result(text);
  return 0;
}

int run_rules_solve(const RulesOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  words::Progress progress(output);
  rules::SolveLimits limits{.states = options.states, .bytes = options.memory_mib << 20};
  output.note("Looks at up to " + thousands(limits.states) + " states, in up to " +
              thousands(options.memory_mib) + " MiB; --states and --memory change that.");
  limits.progress = [&](std::uint64_t states) {
    progress.tell([&] { return thousands(states) + " states so far"; });
  };
  const auto solution = (*rules::find_module(options.game))->solve(*game, limits);
  if (!solution) return wrong(output, options.game, solution.error());

  words::Json value = words::Json::object(), moves = words::Json::array();
  std::string text;
  for (std::uint32_t i = 0; i < solution->value.size(); ++i) {
    value[game->role(Seat(i))] = solution->value[i];
    text += (i == 0 ? "" : ", ") + game->role(Seat(i)) + " " + std::to_string(solution->value[i]);
  }
  for (const auto& move : solution->moves) {
    moves.push_back({{"move", rules::json_or_null(move.move)}, {"value_for_mover", move.value}});
    text += "\n  " + move.move + "  " + std::to_string(move.value);
  }
  words::Json document = {
      {"v", 1},         {"game", options.game},       {"params", game->params()},
      {"value", value}, {"states", solution->states}, {"move_values", moves}};
  document["mover"] = game->over() ? words::Json() : words::Json(game->role(solution->mover));
  output.result(document);
  output.result("Best play: " + text + "\n" + thousands(solution->states) + " states");
  return 0;
}

namespace {

/// The match that is tested now. The watch reads it, too.
struct TestedMatch {
  std::atomic<std::uint64_t> number = 0;  ///< counted from 0
  std::atomic<std::uint64_t> seed;
  std::atomic<std::size_t> seats;
};

void tell_broken(const RulesOptions& options, const words::Output& output, const TestedMatch& match,
                 const std::string& what) {
  output.result(words::Json{{"v", 1},
                            {"game", options.game},
                            {"holds", false},
                            {"seed", match.seed.load()},
                            {"seats", match.seats.load()},
                            {"broken", what}});
  output.result(words::printable_lines("Broken with --seats " + std::to_string(match.seats) +
                                       " --seed " + std::to_string(match.seed) + ": " + what));
  std::cout.flush();
}

std::chrono::milliseconds processor_time() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::duration_cast<std::chrono::milliseconds>(
                                                 std::chrono::nanoseconds(time.tv_nsec));
}

/// Tells how far the test is, and ends this program with a verdict if a call of a compiled game
/// does not return: its processor time is counted, so that a busy machine breaks no law. A script's
/// calls have budgets of their own.
class TestWatch {
 public:
  TestWatch(const RulesOptions& options, const words::Output& output, const TestedMatch& match,
            bool is_script)
      : thread_([&options, &output, &match, is_script](const std::stop_token& stop) {
          words::Progress progress(output);
          std::uint64_t seen = rules::laws_checked(), looks = 0;
          const std::chrono::seconds limit(options.call_seconds);
          for (auto since = processor_time(); !stop.stop_requested(); ++looks) {
            std::this_thread::sleep_for(kLook);
            progress.tell([&] {
              return "match " + std::to_string(match.number + 1) + " of " +
                     std::to_string(options.matches) + ", " + thousands(seen) + " laws checked";
            });
            if (const std::uint64_t now = rules::laws_checked(); now != seen) {
              seen = now;
              looks = 0;
              since = processor_time();
            }
            const bool waits = looks * kLook >= kWaitingCounts * limit;
            if (is_script || (processor_time() - since < limit && !waits)) continue;
            tell_broken(options, output, match,
                        waits ? "a call returns: one waits and does nothing"
                              : "a call returns: one takes longer than " +
                                    std::to_string(options.call_seconds) +
                                    " s of processor time (--call-limit)");
            std::_Exit(kDiffers);
          }
        }) {}

 private:
  static constexpr std::chrono::milliseconds kLook{100};
  static constexpr int kWaitingCounts = 10;  ///< so many times the limit, if a call only waits
  std::jthread thread_;
};

}  // namespace

int run_rules_test(const RulesOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  const Module& module = **rules::find_module(options.game);
  const sandbox::DrawingsAreWaitedFor judged;
  TestedMatch match{.seed = options.seed, .seats = game->seats()};
  std::uint64_t values = 0;
  rules::Secrecy used;
  std::optional<TestWatch> watch(std::in_place, options, output, match, !module.script.empty());
  for (; match.number < options.matches; ++match.number, ++match.seed) {
    const auto report = rules::check_laws(module, game->params(), match.seats, match.seed);
    values += report.values;
    used.add(report.used);
    if (!report.broken) continue;
    watch.reset();  // nobody else tells of the end
    tell_broken(options, output, match, *report.broken);
    return kDiffers;
  }
  watch.reset();
  const auto unused = rules::unused(secrets_of(module.info()), used);
  output.result(
      words::Json{{"v", 1},
                  {"game", options.game},
                  {"holds", true},
                  {"matches", options.matches},
                  {"values", values},
                  {"unused", module.info().secrets ? unused : std::vector<std::string>()}});
  output.result("All laws hold: " + thousands(options.matches) +
                (options.matches == 1 ? " match, " : " matches, ") + thousands(values) + " values");
  if (module.info().secrets)
    for (const std::string& line : unused)
      output.result("Not used in these matches: " + line + ".");
  return 0;
}

}  // namespace fairdeal::author
