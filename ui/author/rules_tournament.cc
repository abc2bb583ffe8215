#include <atomic>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <thread>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/players/contest.h"
#include "ui/author/rules_players.h"
#include "ui/seat/bot_names.h"
#include "ui/words/progress.h"

/// `fairdeal rules tournament` plays players against each other.

namespace fairdeal::author {
namespace {

using words::Json;

/// One match: the first player has one seat, and the second all others.
struct Pairing {
  std::size_t one, others;  ///< among the players
  std::uint64_t deal;
  std::size_t seat;
  auto operator<=>(const Pairing&) const = default;
};
using Results = std::map<Pairing, std::int64_t>;  ///< what the first player gets

std::atomic<bool> interrupted = false;

/// Returns all matches: each deal with the first player in each seat, for each two players.
std::vector<Pairing> schedule(std::size_t players, std::size_t seats, std::uint64_t deals) {
  std::vector<Pairing> all;
  for (std::uint64_t deal = 0; deal < deals; ++deal)
    for (std::size_t one = 0; one < players; ++one)
      for (std::size_t others = 0; others < players; ++others)
        for (std::size_t seat = 0; seat < seats && one != others; ++seat)
          if (seats > 2 || one < others) all.push_back({one, others, deal, seat});
  return all;
}

/// The results in a file, a line of JSON each. A line that was cut is not there.
Results read_results(const std::string& path, const std::string& of) {
  Results results;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto json = rules::parse_json(line, 1 << 16);
    if (!json) continue;
    const rules::JsonReader row(*json);
    const auto one = row.member("one").natural(), others = row.member("others").natural(),
               deal = row.member("deal").natural(), seat = row.member("seat").natural();
    const auto result = row.member("result").number();
    if (one && others && deal && seat && result && row.member("of").text() == of)
      results[{*one, *others, *deal, *seat}] = *result;
  }
  return results;
}

/// The mean of a player's results, and how sure it is.
struct Score {
  double sum = 0, squares = 0;
  std::uint64_t matches = 0, won = 0, drawn = 0;
  void add(std::int64_t result) {
    const auto value = static_cast<double>(result);
    sum += value;
    squares += value * value;
    ++matches;
    won += result > 0 ? 1 : 0;
    drawn += result == 0 ? 1 : 0;
  }
  double mean() const { return matches == 0 ? 0 : sum / static_cast<double>(matches); }
  /// Half of the 95 % interval of the mean, by the normal distribution.
  double doubt() const {
    if (matches < 2) return 0;
    const auto n = static_cast<double>(matches);
    const double variance = std::max(0.0, (squares - sum * sum / n) / (n - 1));
    return 1.96 * std::sqrt(variance / n);
  }
};

/// Plays what is missing on all processors, and hands over each result.
class Matches {
 public:
  Matches(const RulesOptions& options, const rules::AnyGame& game,
          const std::vector<rules::Opponent>& players, std::vector<Pairing> missing)
      : options_(options), game_(game), players_(players), missing_(std::move(missing)) {}

  /// Returns what went wrong first; "": nothing.
  template <class Take>
  std::string play(Take&& take) {
    std::vector<std::thread> threads;
    const std::size_t jobs =
        options_.jobs > 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
    for (std::size_t i = 0; i < jobs; ++i)
      threads.emplace_back([&] {
        for (std::size_t next = next_++; next < missing_.size() && !interrupted && !failed_;
             next = next_++) {
          const auto result = play_one(missing_[next]);
          const std::lock_guard lock(mutex_);
          if (!result) {
            failed_ = true;
            why_ = result.error().about;
          } else if (*result) {
            take(missing_[next], **result);
          }
        }
      });
    for (std::thread& thread : threads) thread.join();
    return why_;
  }

 private:
  /// Returns what the first player gets; none if the run was interrupted.
  Result<std::optional<std::int64_t>> play_one(const Pairing& match) const {
    std::vector<rules::Opponent> seats(game_.seats(), players_[match.others]);
    seats[match.seat] = players_[match.one];
    const auto go_on = [](const rules::Progress&) { return !interrupted.load(); };
    FD_TRY(const rules::AnyGame end,
           rules::play_contest(game_, seats, options_.seed + match.deal, go_on));
    if (interrupted) return std::optional<std::int64_t>();
    return std::optional(end.result().value().at(match.seat));
  }

  const RulesOptions& options_;
  const rules::AnyGame& game_;
  const std::vector<rules::Opponent>& players_;
  std::vector<Pairing> missing_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::string why_;
};

std::string rounded(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.3f", number);
  return text;
}

/// Prints what each player got in all, and against each other.
void tell(const RulesOptions& options, const rules::AnyGame& game, const Results& results,
          const std::vector<std::string>& names, const words::Output& output) {
  std::vector<Score> in_all(names.size());
  std::map<std::pair<std::size_t, std::size_t>, Score> pairs;
  std::vector<Score> by_seat(game.seats());
  for (const auto& [match, result] : results) {
    in_all[match.one].add(result);
    by_seat[match.seat].add(result);
    pairs[{match.one, match.others}].add(result);
    if (game.seats() != 2) continue;
    in_all[match.others].add(-result);
    by_seat[1 - match.seat].add(-result);
  }
  const auto json_of = [](const Score& score) {
    return Json{{"matches", score.matches},
                {"mean", score.mean()},
                {"low", score.mean() - score.doubt()},
                {"high", score.mean() + score.doubt()},
                {"won", score.won},
                {"drawn", score.drawn}};
  };
  const auto line_of = [](const std::string& who, const Score& score) {
    return "\n  " + who + ": " + rounded(score.mean()) +
           " a match (95 %: " + rounded(score.mean() - score.doubt()) + " to " +
           rounded(score.mean() + score.doubt()) + "), " + std::to_string(score.won) + " won, " +
           std::to_string(score.drawn) + " drawn of " + std::to_string(score.matches);
  };
  Json players = Json::array(), between = Json::array(), seats = Json::array();
  std::string text = std::to_string(results.size()) + " matches of " + options.game;
  for (std::size_t i = 0; i < names.size(); ++i) {
    players.push_back(json_of(in_all[i]));
    players.back()["player"] = names[i];
    text += line_of(names[i], in_all[i]);
  }
  for (const auto& [pair, score] : pairs) {
    between.push_back(json_of(score));
    between.back()["player"] = names[pair.first];
    between.back()["against"] = names[pair.second];
    if (names.size() > 2)
      text += line_of(names[pair.first] + " against " + names[pair.second], score);
  }
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    seats.push_back(json_of(by_seat[i]));
    seats.back()["seat"] = game.role(Seat(i));
    text += line_of("seat " + game.role(Seat(i)), by_seat[i]);
  }
  output.result(Json{{"v", 1},
                     {"game", options.game},
                     {"params", game.params()},
                     {"seed", options.seed},
                     {"matches", results.size()},
                     {"players", players},
                     {"pairs", between},
                     {"seats", seats}});
  output.result(text);
}

}  // namespace

int run_rules_tournament(const RulesOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong_game(output, options.game, game.error());
  const auto names = seat::listed_bots(options.players);
  if (names.size() < 2)
    return output.failed({words::Exit::usage, "bad_parameters",
                          "A tournament takes two players or more.", "For example hard,easy."});
  if (game->seats() < 2)
    return output.failed({words::Exit::usage, "bad_parameters",
                          options.game + " is for one: nobody plays against another there.", ""});
  std::vector<rules::Opponent> players;
  for (const std::string& name : names) {
    if (const auto failure = seat::unknown_bot(name, *game)) return output.failed(*failure);
    players.push_back(rules::opponent_named(name, *game).value());
  }
  const std::string of = rules::text(Json{{"game", options.game},
                                          {"version", game->info().version},
                                          {"params", game->params()},
                                          {"players", names},
                                          {"seed", options.seed}});
  Results results = options.out.empty() ? Results() : read_results(options.out, of);
  const auto all = schedule(players.size(), game->seats(), options.matches);
  std::vector<Pairing> missing;
  for (const Pairing& match : all)
    if (!results.contains(match)) missing.push_back(match);
  std::ofstream file;
  if (!options.out.empty()) {
    file.open(options.out, std::ios::app);
    if (!file)
      return output.failed(
          {words::Exit::usage, "storage", "Cannot write " + options.out + ".", ""});
    file << "\n";  // ends a line that was cut
  }
  std::signal(SIGINT, [](int) { interrupted = true; });
  words::Progress progress(output);
  Matches matches(options, *game, players, missing);
  const std::string why = matches.play([&](const Pairing& match, std::int64_t result) {
    results[match] = result;
    if (file.is_open())
      file << rules::text(Json{{"of", of},
                               {"one", match.one},
                               {"others", match.others},
                               {"deal", match.deal},
                               {"seat", match.seat},
                               {"result", result}})
           << std::endl;
    progress.tell([&] {
      return std::to_string(results.size()) + " of " + std::to_string(all.size()) + " matches";
    });
  });
  if (!why.empty()) return wrong_game(output, options.game, Error{Fault::bad_parameters, {}, why});
  tell(options, *game, results, names, output);
  if (!interrupted) return 0;
  output.note(options.out.empty() ? "Interrupted: these are the matches so far."
                                  : "Interrupted: the same command goes on from here.");
  return static_cast<int>(words::Exit::interrupted);
}

}  // namespace fairdeal::author
