#include <array>
#include <cstdio>
#include <fstream>
#include <optional>

#include "rules/json_full.h"
#include "ui/author/match_file.h"
#include "ui/author/measure.h"
#include "ui/author/rules_game.h"
#include "ui/author/tournament_plot.h"
#include "ui/seat/bot_names.h"
#include "ui/words/printable.h"
#include "ui/words/progress.h"

namespace fairdeal::author {
namespace {

/// The error of a tournament that Ctrl-C ended. Its caller asks Interruptible::interrupted().
constexpr Fault kInterrupted = Fault::not_wanted;

/// The first line of a file of matches: what must be the same for them to belong together. More
/// deals may be played later.
words::Json tournament_json(const TournamentOptions& options, const rules::AnyGame& game) {
  const rules::Module& module = **rules::find_module(options.game);
  words::Json json = {{"tournament", options.kind},   {"game", options.game},
                      {"params", game.params()},      {"seats", game.seats()},
                      {"players", options.players},   {"seed", options.seed},
                      {"think_ms", options.think_ms}, {"simulations", options.simulations}};
  if (!module.script.empty()) json["script_bytes"] = module.script.size();
  return json;
}

/// Plays those of the matches that the file has not, and keeps them there.
class FiledMatches {
 public:
  FiledMatches(const TournamentOptions& options, const rules::AnyGame& game,
               const words::Output& output, std::optional<MatchFile> file)
      : options_(options), game_(game), file_(std::move(file)), progress_(output) {}

  Result<std::vector<MatchPlayed>> play(const std::vector<MatchToPlay>& matches) {
    std::map<MatchFile::Key, MatchPlayed> there;
    std::vector<MatchToPlay> missing;
    for (const MatchToPlay& match : matches) {
      const MatchPlayed* kept = file_ ? file_->find(match) : nullptr;
      if (kept != nullptr)
        there.insert_or_assign({match.seats, match.deal}, *kept);
      else
        missing.push_back(match);
    }
    found_ += there.size();
    const PoolPlan plan{.seed = options_.seed,
                        .jobs = options_.jobs,
                        .think_ms = options_.think_ms,
                        .simulations = options_.simulations};
    const auto keep = [&](MatchPlayed match) -> Result<> {
      if (!match.failed.empty())
        return fail(Fault::rules, "deal " + std::to_string(match.deal) + ": " + match.failed);
      if (file_) FD_TRY(file_->add(match));
      ++played_;
      progress_.tell([&] {
        return thousands(there.size() + 1) + " of " + thousands(matches.size()) + " matches";
      });
      there.insert_or_assign({match.seats, match.deal}, std::move(match));
      return {};
    };
    FD_TRY(play_matches(game_, plan, missing, keep));
    std::vector<MatchPlayed> all;
    for (const MatchToPlay& match : matches) {
      const auto found = there.find({match.seats, match.deal});
      if (found == there.end()) return fail(kInterrupted);
      all.push_back(found->second);
    }
    return all;
  }

  std::uint64_t played() const { return played_; }
  std::uint64_t found() const { return found_; }

 private:
  const TournamentOptions& options_;
  const rules::AnyGame& game_;
  std::optional<MatchFile> file_;
  words::Progress progress_;
  std::uint64_t played_ = 0, found_ = 0;
};

words::Json standing_json(const Standing& one) {
  const double mean = one.by_deal.mean(), half = one.by_deal.half_interval();
  return {{"player", one.player},
          {"role", one.role.empty() ? words::Json() : words::Json(one.role)},
          {"matches", one.results.count()},
          {"won", one.won},
          {"drawn", one.drawn},
          {"lost", one.lost},
          {"deals", one.by_deal.count()},
          {"mean", mean},
          {"deviation", one.by_deal.deviation()},
          {"low", mean - half},
          {"high", mean + half},
          {"length", one.length.average().text()}};
}

words::Json difference_json(const Difference& one) {
  const double score = one.by_deal.score(), half = one.by_deal.half_interval();
  const bool varies = one.by_deal.deviation() > 0;
  const auto degrees = static_cast<double>(one.by_deal.count()) - 1;
  const auto if_varies = [&](double value) { return varies ? words::Json(value) : words::Json(); };
  return {{"first", one.first},
          {"second", one.second},
          {"deals", one.by_deal.count()},
          {"mean", one.by_deal.mean()},
          {"low", one.by_deal.mean() - half},
          {"high", one.by_deal.mean() + half},
          {"z", if_varies(score)},
          {"z_p", varies ? words::Json(normal_p(score)) : words::Json()},
          {"t", if_varies(score)},
          {"t_degrees", degrees},
          {"t_p", varies ? words::Json(student_p(score, degrees)) : words::Json()},
          {"fisher_p", one.fisher_p}};
}

std::string standing_words(const Standing& one) {
  const double mean = one.by_deal.mean(), half = one.by_deal.half_interval();
  return "\n  " + (one.role.empty() ? one.player : "  as " + one.role) + ": " + rounded(mean) +
         " a match, 95 % from " + rounded(mean - half) + " to " + rounded(mean + half) +
         ", deviation " + rounded(one.by_deal.deviation()) + "; " + thousands(one.won) + " won, " +
         thousands(one.drawn) + " drawn, " + thousands(one.lost) + " lost";
}

std::string difference_words(const Difference& one) {
  const double score = one.by_deal.score();
  std::string text = "\n  " + one.first + " gets " + rounded(one.by_deal.mean(), "%+.3f") +
                     " more than " + one.second + " over " + thousands(one.by_deal.count()) +
                     " deals";
  if (one.by_deal.deviation() > 0)
    text += ": z and t " + rounded(score, "%.2f") + ", p " + rounded(normal_p(score), "%.2g") +
            " and " +
            rounded(student_p(score, static_cast<double>(one.by_deal.count()) - 1), "%.2g");
  return text + "; Fisher's p of their wins in the first seat " + rounded(one.fisher_p, "%.2g");
}

void tell(const TournamentOptions& options, const rules::AnyGame& game, const FiledMatches& player,
          const Tournament& tournament, const std::vector<Standing>& standings,
          const words::Output& output) {
  words::Json results = words::Json::array(), comparisons = words::Json::array();
  std::string text = thousands(tournament.matches.size()) + " matches";
  if (player.found() > 0) text += ", " + thousands(player.found()) + " of them from the file";
  for (const Standing& one : standings) {
    results.push_back(standing_json(one));
    text += standing_words(one);
  }
  const auto differences = differences_of(tournament.matches);
  if (!differences.empty()) text += "\nComparisons, a positive figure for the first:";
  for (const Difference& one : differences) {
    comparisons.push_back(difference_json(one));
    text += difference_words(one);
  }
  for (const std::string& winner : tournament.winners) text += "\nWinner: " + winner;
  output.result(words::Json{{"v", 1},
                            {"game", options.game},
                            {"params", game.params()},
                            {"seats", game.seats()},
                            {"kind", options.kind},
                            {"seed", options.seed},
                            {"matches", tournament.matches.size()},
                            {"from_file", player.found()},
                            {"results", results},
                            {"comparisons", comparisons},
                            {"winners", tournament.winners}});
  output.result(words::printable_lines(text));
}

int stopped(const TournamentOptions& options, std::uint64_t played, const words::Output& output) {
  return output.failed(
      {words::Exit::interrupted, "interrupted",
       "Stopped after " + thousands(played) + (played == 1 ? " match." : " matches."),
       options.out.empty() ? "With --out FILE a tournament can go on later."
                           : "The same command goes on with the matches in " + options.out + "."});
}

}  // namespace

int run_rules_tournament(const TournamentOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  for (const std::string& name : options.players)
    if (const auto failure = seat::unknown_bot(name, *game)) return output.failed(*failure);
  std::optional<MatchFile> file;
  if (!options.out.empty()) {
    auto opened = MatchFile::open(options.out, tournament_json(options, *game), game->seats());
    if (!opened) return wrong(output, options.game, opened.error());
    file.emplace(*std::move(opened));
  }
  const Interruptible interruptible;
  FiledMatches player(options, *game, output, std::move(file));
  const auto tournament = play_tournament(
      {.kind = options.kind,
       .players = options.players,
       .seats = game->seats(),
       .deals = options.deals,
       .lead = options.lead},
      [&](const std::vector<MatchToPlay>& matches) { return player.play(matches); });
  if (!tournament) {
    if (Interruptible::interrupted()) return stopped(options, player.played(), output);
    if (tournament.error().fault == Fault::bad_parameters)
      return wrong(output, options.game, tournament.error());
    return output.failed(words::failure_of(tournament.error(), "The tournament failed"));
  }
  const auto standings = standings_of(*game, tournament->matches);
  if (!options.svg.empty()) {
    std::ofstream svg(options.svg, std::ios::binary);
    svg << plot_of(options.game + ": mean result a match, with 95 % intervals", standings);
    if (!svg.flush())
      return output.failed({words::Exit::usage, "storage", "Could not write " + options.svg, ""});
  }
  tell(options, *game, player, *tournament, standings, output);
  return 0;
}

}  // namespace fairdeal::author
