#include <fstream>
#include <iostream>

#include <CLI/CLI.hpp>

#include "tests/consensus/explore/lives.h"
#include "tests/consensus/explore/places.h"
#include "tests/consensus/explore/settings.h"
#include "tests/consensus/explore/trails.h"

/// fairdeal-explore: every state of a step that honest members and liars can bring about.
namespace {

using namespace fairdeal::explore;

void print(const Report& report, const Setting& setting) {
  for (const Violation& v : report.violations)
    std::cout << "VIOLATION of " << v.rule << ": " << v.how << "\n" << v.trail;
  std::cout << setting.name << ": " << (report.complete ? "complete" : "NOT complete") << ", "
            << report.states() << " states, " << report.transitions() << " transitions, "
            << report.seconds << " s; decided at most " << report.rounds_to_decide
            << " rounds later";
  if (report.left > 0) std::cout << "; " << report.left << " states not gone on from";
  std::cout << std::endl;
}

void print(const LivesReport& report, const Setting& setting) {
  for (const Violation& v : report.violations)
    std::cout << "VIOLATION of " << v.rule << ": " << v.how << "\n" << v.trail;
  std::cout << setting.name << ": lives, " << (report.complete ? "complete" : "NOT complete")
            << ", " << report.states << " states, " << report.between << " between, "
            << report.transitions << " transitions, " << report.continued << " continued, "
            << report.left << " left, " << report.beyond << " beyond, " << report.seconds << " s"
            << std::endl;
}

int replay(const Universe& universe, const std::string& file, bool by_seat) {
  Answers answers(universe, {.any_proposal = true});
  bool all = true;
  for (const Trail& trail : read_trails(file)) {
    const Followed followed = follow(universe, answers, trail, by_seat);
    all = all && followed.refused.empty();
    std::cout << trail.name << ": " << followed.lines << " of " << trail.lines.size();
    if (!followed.refused.empty()) std::cout << "; refused: " << followed.refused;
    std::cout << std::endl;
  }
  return all ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"explores every state of one step"};
  std::string name = "one liar leads none";
  Limits limits;
  LivesLimits lives;
  bool live = false, by_seat = false;
  std::string replayed;
  app.add_option("--setting", name);
  app.add_option("--minutes", limits.minutes);
  app.add_option("--threads", limits.threads);
  app.add_option("--progress", limits.progress_every);
  app.add_option("--violations", limits.violations);
  app.add_option("--rule", limits.rule);
  app.add_option("--compare", limits.compared);
  app.add_flag("--lives", live);
  app.add_option("--restarts", lives.restarts);
  app.add_option("--walks", lives.walks);
  app.add_option("--seed", lives.seed);
  app.add_option("--replay", replayed);
  app.add_flag("--by-seat", by_seat);
  CLI11_PARSE(app, argc, argv);
  for (const Setting& setting : settings()) {
    if (setting.name != name && name != "all") continue;
    const Universe universe(setting);
    if (!replayed.empty()) return replay(universe, replayed, by_seat);
    if (live) {
      lives.minutes = limits.minutes;
      lives.progress_every = limits.progress_every;
      lives.violations = limits.violations;
      print(explore_lives(universe, lives, &std::cout), setting);
      continue;
    }
    for (const Violation& v : explore_decisions(universe))
      std::cout << "VIOLATION of " << v.rule << ": " << v.how << "\n" << v.trail;
    const Report report = explore_places(universe, limits, &std::cout);
    print(report, setting);
  }
}
