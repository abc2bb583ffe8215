#include <algorithm>
#include <fstream>

#include "rules/json_full.h"
#include "ui/author/match_pool.h"
#include "ui/author/measure.h"
#include "ui/author/rules_game.h"
#include "ui/author/tournament.h"
#include "ui/words/html_text.h"
#include "ui/words/printable.h"
#include "ui/words/progress.h"

namespace fairdeal::author {
namespace {

/// A difference counts if chance alone shows one as great in one of twenty measurements.
constexpr double kSure = 0.05;

/// Matches of equal players, one deal each: what the seats are worth, and how matches go.
struct EqualMatches {
  std::string player;
  std::vector<Sample> seats{};           ///< the result of each seat
  std::vector<std::uint64_t> won{};      ///< by each seat
  Sample first{};                        ///< how much more the first seat gets than the others
  Sample length{};                       ///< in plies
  conformance::Series width{};           ///< the moves to choose from
  std::int64_t forced = 0;               ///< how often there was only one
  std::uint64_t matches = 0, drawn = 0;  ///< that ended, and of these without a winner
  std::vector<std::string> dead_ends{};  ///< why the others did not end
};

/// Deals that a better player and weaker ones play in all seats.
struct SkillMatches {
  std::string better, weaker;
  Sample more{};  ///< how much more the better one gets, by deal
  std::uint64_t matches = 0, won = 0, drawn = 0, lost = 0;
};

struct GameReport {
  EqualMatches equal;
  std::vector<SkillMatches> skill;
  std::vector<std::string> verdicts;
};

void note_equal(const MatchPlayed& match, EqualMatches& equal) {
  if (!match.failed.empty()) return equal.dead_ends.push_back(match.failed);
  const rules::Payoff& result = match.result;
  double others = 0;
  bool has_winner = false;
  for (std::size_t i = 0; i < result.size(); ++i) {
    equal.seats[i].add(static_cast<double>(result[i]));
    equal.won[i] += result[i] > 0;
    has_winner |= result[i] > 0;
    if (i > 0) others += static_cast<double>(result[i]) / static_cast<double>(result.size() - 1);
  }
  ++equal.matches;
  equal.drawn += !has_winner;
  equal.first.add(static_cast<double>(result.front()) - others);
  equal.length.add(static_cast<double>(match.plies));
  equal.width.add(match.width);
  equal.forced += match.forced;
}

/// Plays the matches of a report, and tells how far it is.
class Measurements {
 public:
  Measurements(const ReportOptions& options, const rules::AnyGame& game,
               const words::Output& output)
      : options_(options), game_(game), progress_(output) {}

  Result<EqualMatches> equal(const std::string& player) {
    EqualMatches found{.player = player};
    found.seats.resize(game_.seats());
    found.won.resize(game_.seats());
    std::vector<MatchToPlay> matches;
    for (std::uint64_t deal = 0; deal < options_.measured; ++deal)
      matches.push_back({std::vector<std::string>(game_.seats(), player), deal});
    FD_TRY(const auto played, play(matches, "matches of equal players"));
    for (const MatchPlayed& match : played) note_equal(match, found);
    return found;
  }

  Result<SkillMatches> skill(const std::string& better, const std::string& weaker) {
    SkillMatches found{better, weaker};
    const std::uint64_t deals =
        std::max<std::uint64_t>(2, options_.measured / std::max<std::size_t>(1, game_.seats()));
    const TournamentPlan plan{
        .kind = "measurement", .players = {better, weaker}, .seats = game_.seats(), .deals = deals};
    FD_TRY(Tournament tournament,
           play_tournament(plan, [&](const std::vector<MatchToPlay>& matches) {
             return play(matches, better + " against " + weaker);
           }));
    std::erase_if(tournament.matches, [](const MatchPlayed& one) { return !one.failed.empty(); });
    for (const MatchPlayed& match : tournament.matches) {
      const auto seat = std::ranges::find(match.seats, better) - match.seats.begin();
      const std::int64_t result = match.result[static_cast<std::size_t>(seat)];
      ++found.matches;
      ++(result > 0 ? found.won : result < 0 ? found.lost : found.drawn);
    }
    found.more = difference_between(tournament.matches, better, weaker).by_deal;
    return found;
  }

 private:
  /// Returns the matches in the order of their deals, so that their sums do not depend on threads.
  Result<std::vector<MatchPlayed>> play(const std::vector<MatchToPlay>& matches,
                                        const std::string& what) {
    std::map<std::pair<std::uint64_t, std::vector<std::string>>, MatchPlayed> played;
    const auto keep = [&](MatchPlayed match) -> Result<> {
      const auto key = std::pair(match.deal, match.seats);
      played.insert_or_assign(key, std::move(match));
      progress_.tell([&] {
        return what + ": " + thousands(played.size()) + " of " + thousands(matches.size());
      });
      return {};
    };
    const PoolPlan plan{.seed = options_.seed,
                        .jobs = options_.jobs,
                        .think_ms = options_.simulations > 0 ? 0 : options_.think_ms,
                        .simulations = options_.simulations,
                        .counts_width = true};
    FD_TRY(play_matches(game_, plan, matches, keep));
    if (Interruptible::interrupted()) return fail(Fault::not_wanted);
    std::vector<MatchPlayed> all;
    for (auto& [key, match] : played) all.push_back(std::move(match));
    return all;
  }

  const ReportOptions& options_;
  const rules::AnyGame& game_;
  words::Progress progress_;
};

std::string percent(double share) { return rounded(100 * share, "%.1f") + " %"; }
double share_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

/// Returns the probability of such a mean by chance; 0 if all numbers are the same and not 0.
double p_of(const Sample& sample) {
  if (sample.count() < 2) return 1;
  if (sample.deviation() == 0) return sample.mean() == 0 ? 1 : 0;
  return student_p(sample.score(), static_cast<double>(sample.count()) - 1);
}

std::string interval_words(const Sample& sample) {
  const double half = sample.half_interval();
  return rounded(sample.mean(), "%+.3f") + ", 95 % from " + rounded(sample.mean() - half, "%+.3f") +
         " to " + rounded(sample.mean() + half, "%+.3f");
}

std::vector<std::string> verdicts_on(const EqualMatches& equal,
                                     const std::vector<SkillMatches>& skill) {
  std::vector<std::string> said;
  if (equal.seats.size() > 1 && equal.first.count() > 1) {
    if (p_of(equal.first) >= kSure)
      said.emplace_back("No advantage of the first seat shows in these matches.");
    else
      said.push_back(std::string("The first seat is at ") +
                     (equal.first.mean() > 0 ? "an advantage" : "a disadvantage") +
                     ": let seats change from match to match, or give the others something.");
  }
  for (const SkillMatches& one : skill) {
    const bool is_sure = p_of(one.more) < kSure;
    said.push_back(is_sure && one.more.mean() > 0
                       ? "Skill counts: " + one.better + " beats " + one.weaker + "."
                   : is_sure ? "The weaker player wins more: " + one.weaker + " beats " +
                                   one.better + ", so look at what " + one.better + " misses."
                             : "Skill does not show: " + one.better + " and " + one.weaker +
                                   " differ by no more than chance.");
  }
  constexpr double kManyDraws = 0.5, kManyForced = 0.5;
  if (share_of(equal.drawn, equal.matches) > kManyDraws)
    said.emplace_back("More than half of the matches have no winner.");
  const auto asked = static_cast<std::uint64_t>(equal.width.count());
  if (share_of(static_cast<std::uint64_t>(equal.forced), asked) > kManyForced)
    said.emplace_back("More than half of the turns leave only one move.");
  if (!equal.dead_ends.empty()) said.emplace_back("Some matches do not end: see the dead ends.");
  return said;
}

/// Two columns of a table: what was measured, and the figures.
using Rows = std::vector<std::pair<std::string, std::string>>;

Rows rows_of(const rules::AnyGame& game, const GameReport& report) {
  const EqualMatches& equal = report.equal;
  Rows rows{{"Matches of equal players", thousands(equal.matches) + " of " + equal.player}};
  for (std::size_t i = 0; equal.matches > 1 && i < equal.seats.size(); ++i) {
    const auto [low, high] = share_interval(equal.won[i], equal.matches);
    rows.push_back({"Seat " + game.role(Seat(static_cast<std::uint32_t>(i))),
                    interval_words(equal.seats[i]) + "; wins " +
                        percent(share_of(equal.won[i], equal.matches)) + ", 95 % from " +
                        percent(low) + " to " + percent(high)});
  }
  if (equal.seats.size() > 1)
    rows.push_back({"First seat, more than the others",
                    interval_words(equal.first) + ", p " + rounded(p_of(equal.first), "%.2g")});
  rows.push_back({"Length", rounded(equal.length.mean(), "%.1f") + " plies on average, deviation " +
                                rounded(equal.length.deviation(), "%.1f")});
  rows.push_back({"Moves to choose from", equal.width.average().text() + " on average, " +
                                              std::to_string(equal.width.min()) + " to " +
                                              std::to_string(equal.width.max())});
  const auto asked = static_cast<std::uint64_t>(equal.width.count());
  rows.push_back({"Turns with only one move",
                  percent(share_of(static_cast<std::uint64_t>(equal.forced), asked))});
  rows.push_back({"Matches without a winner", percent(share_of(equal.drawn, equal.matches))});
  for (const SkillMatches& one : report.skill)
    rows.push_back({one.better + " against " + one.weaker,
                    thousands(one.won) + " won, " + thousands(one.drawn) + " drawn, " +
                        thousands(one.lost) + " lost; gets " + interval_words(one.more) +
                        " more, p " + rounded(p_of(one.more), "%.2g")});
  rows.push_back({"Dead ends", equal.dead_ends.empty()
                                   ? "none"
                                   : thousands(equal.dead_ends.size()) +
                                         ", such as: " + equal.dead_ends.front()});
  return rows;
}

words::Json sample_json(const Sample& sample) {
  const double half = sample.half_interval();
  return {{"count", sample.count()},
          {"mean", sample.mean()},
          {"deviation", sample.deviation()},
          {"low", sample.mean() - half},
          {"high", sample.mean() + half}};
}

words::Json report_json(const ReportOptions& options, const rules::AnyGame& game,
                        const GameReport& report) {
  const EqualMatches& equal = report.equal;
  words::Json seats = words::Json::array(), skill = words::Json::array();
  for (std::size_t i = 0; i < equal.seats.size(); ++i)
    seats.push_back({{"role", game.role(Seat(static_cast<std::uint32_t>(i)))},
                     {"result", sample_json(equal.seats[i])},
                     {"won", equal.won[i]}});
  for (const SkillMatches& one : report.skill)
    skill.push_back({{"better", one.better},
                     {"weaker", one.weaker},
                     {"matches", one.matches},
                     {"won", one.won},
                     {"drawn", one.drawn},
                     {"lost", one.lost},
                     {"more", sample_json(one.more)},
                     {"p", p_of(one.more)}});
  words::Json first = sample_json(equal.first);
  first["p"] = p_of(equal.first);
  return {{"v", 1},
          {"game", options.game},
          {"params", game.params()},
          {"seed", options.seed},
          {"player", equal.player},
          {"matches", equal.matches},
          {"seats", seats},
          {"first_seat", first},
          {"length", sample_json(equal.length)},
          {"branching",
           {{"average", equal.width.average().text()},
            {"min", equal.width.min()},
            {"max", equal.width.max()},
            {"turns", equal.width.count()},
            {"forced", equal.forced}}},
          {"drawn", equal.drawn},
          {"skill", skill},
          {"dead_ends", equal.dead_ends},
          {"verdicts", report.verdicts}};
}

std::string page_of(const std::string& game, const GameReport& report, const Rows& rows) {
  const std::string title = words::html_escaped("Is " + game + " fair?");
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>" + title +
      "</title>\n<style>body { font: 16px/1.5 sans-serif; max-width: 50em; margin: 2em auto; "
      "padding: 0 1em } th { text-align: left; font-weight: normal; padding-right: 2em; "
      "vertical-align: top } td, th { border-top: 1px solid #ccc; padding-top: .3em }</style>\n"
      "<h1>" +
      title + "</h1>\n<ul>\n";
  for (const std::string& verdict : report.verdicts)
    page += "<li>" + words::html_escaped(verdict) + "</li>\n";
  page += "</ul>\n<table>\n";
  for (const auto& [what, figures] : rows)
    page += "<tr><th>" + words::html_escaped(what) + "</th>" +
            words::table_cell(words::html_escaped(figures)) + "</tr>\n";
  return page + "</table>\n</html>\n";
}

Result<GameReport> measure(const ReportOptions& options, const rules::AnyGame& game,
                           const words::Output& output) {
  Measurements measurements(options, game, output);
  const auto players = rules::opponents_for(game);
  const bool thinks = std::ranges::find(players, "hard") != players.end();
  FD_TRY(EqualMatches equal, measurements.equal(thinks ? "easy" : "simple"));
  std::vector<SkillMatches> skill;
  if (game.seats() > 1) {
    if (thinks) {
      FD_TRY(SkillMatches hard, measurements.skill("hard", "easy"));
      skill.push_back(std::move(hard));
    }
    FD_TRY(SkillMatches chance, measurements.skill(thinks ? "hard" : "simple", "random"));
    skill.push_back(std::move(chance));
  }
  auto verdicts = verdicts_on(equal, skill);
  return GameReport{std::move(equal), std::move(skill), std::move(verdicts)};
}

}  // namespace

int run_rules_report(const ReportOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong(output, options.game, game.error());
  const Interruptible interruptible;
  const auto report = measure(options, *game, output);
  if (Interruptible::interrupted())
    return output.failed(
        {words::Exit::interrupted, "interrupted", "Stopped before the report was whole.", ""});
  if (!report) return wrong(output, options.game, report.error());

  const Rows rows = rows_of(*game, *report);
  if (!options.html.empty()) {
    std::ofstream page(options.html, std::ios::binary);
    page << page_of(options.game, *report, rows);
    if (!page.flush())
      return output.failed({words::Exit::usage, "storage", "Could not write " + options.html, ""});
  }
  output.result(report_json(options, *game, *report));
  std::string text;
  for (const std::string& verdict : report->verdicts) text += verdict + "\n";
  for (const auto& [what, figures] : rows) text += "\n  " + what + ": " + figures;
  output.result(words::printable_lines(text));
  return 0;
}

}  // namespace fairdeal::author
