#include "base/seeded_rng.h"
#include "conformance/scanner.h"
#include "rules/json_full.h"
#include "rules/match.h"
#include "ui/author/measure.h"
#include "ui/author/rules_game.h"
#include "ui/words/progress.h"

namespace fairdeal::author {
namespace {

using conformance::Series;
using conformance::Statistics;

/// Plays random matches of a game whose tree nobody can walk, since it hides cards or dice; with
/// the keys of conformance::scan().
Result<Statistics> scan_matches(const rules::AnyGame& game, const ScanOptions& options,
                                const words::Output& output) {
  Statistics statistics;
  SeededRng seeds(options.seed);
  words::Progress progress(output);
  std::int64_t aborted = 0;
  for (std::uint64_t i = 0; i < options.width; ++i) {
    rules::Match match(game, rules::Dealer(seeds.next()));
    SeededRng rng(seeds.next());
    FD_TRY(match.begin());
    for (std::uint64_t plies = 0;; ++plies) {
      const auto& now = match.game();
      const auto add = [&](const char* key, Seat seat, std::int64_t value) {
        statistics.add({{"key", key}, {"role", now.role(seat)}}, value);
      };
      if (const auto result = now.result()) {
        for (std::uint32_t seat = 0; seat < result->size(); ++seat) {
          add("game.result", Seat(seat), (*result)[seat]);
          add("game.length", Seat(seat), static_cast<std::int64_t>(plies));
        }
        break;
      }
      if (plies >= options.length) {
        ++aborted;
        break;
      }
      std::map<Seat, rules::Action> moves;
      for (const Seat seat : now.active()) {
        add("game.width", seat, static_cast<std::int64_t>(now.legal(seat).size()));
        moves[seat] = rules::random_move(now, seat, match.dealer().known(seat), rng);
      }
      FD_TRY(match.move(moves));
    }
    progress.tell(
        [&] { return thousands(i + 1) + " of " + thousands(options.width) + " matches"; });
  }
  statistics.add({{"key", "aborted"}}, aborted);
  return statistics;
}

words::Json json_of_series(const Series& series) {
  return {{"count", series.count()},
          {"average", series.average().text()},
          {"min", series.min()},
          {"max", series.max()},
          {"variance", series.sample_variance().text()}};
}

std::string words_of(const std::string& name, const Series& series) {
  if (series.count() == 0) return "\n  " + name + ": none";
  return "\n  " + name + ": " + series.average().text() + " on average, " +
         std::to_string(series.min()) + " to " + std::to_string(series.max()) + " (" +
         thousands(static_cast<std::uint64_t>(series.count())) + " counted)";
}

}  // namespace

int run_rules_scan(const ScanOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  const bool hides = game->info().hidden;
  SeededRng rng(options.seed);
  const auto found = hides ? scan_matches(*game, options, output)
                           : conformance::scan(*game,
                                               {.width = static_cast<std::size_t>(options.width),
                                                .length = static_cast<std::size_t>(options.length)},
                                               rng);
  if (!found) return wrong(output, options.game, found.error());

  const auto aborted = found->query({{"key", "aborted"}}).sum();
  words::Json roles = words::Json::object();
  std::string text = hides ? "Random matches, since the game hides cards or dice: "
                           : "The tree, of which up to " + thousands(options.width) +
                                 " states go on at each ply: ";
  text += std::to_string(aborted) + " not over after " + thousands(options.length) + " plies";
  for (std::uint32_t i = 0; i < game->seats(); ++i) {
    const std::string role = game->role(Seat(i));
    const auto of = [&](const char* key) { return found->query({{"key", key}, {"role", role}}); };
    roles[role] = {{"width", json_of_series(of("game.width"))},
                   {"length", json_of_series(of("game.length"))},
                   {"result", json_of_series(of("game.result"))}};
    text += "\n" + role + words_of("moves to choose from", of("game.width")) +
            words_of("plies to the end", of("game.length")) + words_of("result", of("game.result"));
  }
  output.result(words::Json{{"v", 1},
                            {"game", options.game},
                            {"params", game->params()},
                            {"sampled", hides ? "matches" : "tree"},
                            {"width", options.width},
                            {"length", options.length},
                            {"seed", options.seed},
                            {"aborted", aborted},
                            {"roles", roles}});
  output.result(text);
  return 0;
}

}  // namespace fairdeal::author
