#include <chrono>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "tests/sim/plan_text.h"

/// fairdeal-sim: plays simulated matches with mixed faults and checks from outside that no rule is
/// broken. The same seed gives the same match.
namespace {

using namespace fairdeal::sim;

enum Exit { kGood = 0, kUsage = 2, kViolated = 3, kNotReached = 4 };

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t games = 1;
  std::string game;
  std::size_t seats = 0;
  int witnesses = -1;
  bool quiet_network = false;
  bool no_lies = false;
  bool older_copies = false;
  bool trace = false;
  bool frames = false;
  bool shrink = true;
  bool keep_going = false;
  bool bench = false;
  bool json = false;
  bool require_reach = false;
  bool schemes = false;
  std::string lie;
  std::optional<Plan> plan{};
  std::optional<std::uint32_t> liar{};
  std::uint64_t lie_at = 0;
};

struct Totals {
  std::uint64_t matches = 0, steps = 0, rounds = 0, absences = 0, convicted = 0, unfinished = 0,
                violated = 0;
  Reach reach;
  void add(const TrialResult& v) {
    ++matches;
    reach += v.reach;
    steps += v.steps;
    rounds += v.rounds > 0;
    absences += v.absences > 0;
    convicted += v.convicted > 0;
    unfinished += !v.finished;
    violated += !v.good();
  }
};

void print(const TrialResult& verdict) {
  for (const auto& violation : verdict.violations)
    std::cout << "  VIOLATION of " << violation.rule << " at " << violation.at.ms
              << " ms: " << violation.how << "\n";
}

void report(const Arguments& arguments, const Plan& plan, const TrialResult& verdict) {
  std::cout << "\nseed " << plan.options.seed << ": " << describe(plan);
  print(verdict);
  if (!arguments.shrink) return;
  const Shrunk shrunk = shrink(plan);
  std::cout << "smallest schedule that still breaks it (" << shrunk.tries << " tried):\n"
            << describe(shrunk.plan);
  print(shrunk.verdict);
  if (arguments.trace) {
    Trace trace(std::cout, arguments.frames);
    play(shrunk.plan, &trace);
  }
  std::cout << std::flush;
}

Wish wish_of(const Arguments& arguments) {
  Wish wish{.faults = !arguments.quiet_network, .lies = !arguments.no_lies};
  wish.schemes = arguments.schemes;
  if (!arguments.game.empty()) wish.game = arguments.game;
  if (arguments.seats > 0) wish.seats = arguments.seats;
  wish.older_copies = arguments.older_copies;
  if (!arguments.liar) wish.lie = lie_named(arguments.lie);
  if (arguments.witnesses >= 0) wish.witnesses = static_cast<std::size_t>(arguments.witnesses);
  return wish;
}

/// Returns the plan that stands in the file of --plan. Throws a usage error if it cannot be read.
Plan read_plan_file(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw CLI::ValidationError("--plan", path + " cannot be read");
  auto plan = read_plan(text);
  if (!plan) throw CLI::ValidationError("--plan", describe(plan.error()));
  return *std::move(plan);
}

Plan plan_of(const Arguments& arguments, std::uint64_t seed) {
  if (arguments.plan) return *arguments.plan;
  Plan plan = plan_of(seed, wish_of(arguments));
  if (arguments.liar)
    plan.options.faults.incidents.push_back({.what = Faults::Incident::What::lies,
                                             .seat = fairdeal::Seat(*arguments.liar),
                                             .step = arguments.lie_at,
                                             .lie = *lie_named(arguments.lie)});
  return plan;
}

/// Measures how fast steps are decided without the checkers, with all members' work in one thread.
int bench(const Arguments& arguments) {
  std::uint64_t steps = 0;
  const std::clock_t began = std::clock();
  for (std::uint64_t i = 0; i < arguments.games; ++i) {
    World world(plan_of(arguments, arguments.seed + i).options);
    world.run();
    steps += world.node(fairdeal::Seat(0)).table().step().value;
  }
  const double took = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  std::cout << steps << " steps in " << took
            << " s of one processor: " << static_cast<double>(steps) / took << " steps a second\n";
  return kGood;
}

/// Prints the totals of a run for a person.
void print(const Totals& totals, double seconds) {
  std::cout << totals.matches << " matches, " << totals.steps << " steps, " << totals.violated
            << " with violations; " << totals.rounds << " needed a second round, "
            << totals.absences << " voted somebody absent, " << totals.convicted
            << " convicted somebody, " << totals.unfinished << " could not end\n"
            << seconds << " s, " << static_cast<double>(totals.steps) / seconds
            << " steps a second, " << static_cast<double>(totals.matches) / seconds * 60
            << " matches a minute\n\n"
            << std::setw(10) << totals.reach.last_round().value << "  was the latest round\n";
  for (const auto& [name, count] : totals.reach.rows())
    std::cout << std::setw(10) << count << "  " << name << "\n";
  const PairGains& pairs = totals.reach.pairs;
  std::cout << "\nPairs of whom one was absent gained " << pairs.mean() << " ± "
            << pairs.standard_error() << " big blinds, in " << pairs.count() << " hands\n";
}

/// Prints the same totals for a program, as one JSON document.
void print_json(const Arguments& arguments, const Totals& totals, double seconds) {
  auto reached = nlohmann::ordered_json::object();
  for (const auto& [name, count] : totals.reach.rows()) reached[name] = count;
  const PairGains& pairs = totals.reach.pairs;
  const nlohmann::ordered_json document{{"first_seed", arguments.seed},
                                        {"matches", totals.matches},
                                        {"steps", totals.steps},
                                        {"violated", totals.violated},
                                        {"second_round", totals.rounds},
                                        {"absent", totals.absences},
                                        {"convicted", totals.convicted},
                                        {"unfinished", totals.unfinished},
                                        {"seconds", seconds},
                                        {"latest_round", totals.reach.last_round().value},
                                        {"reached", std::move(reached)},
                                        {"pairs",
                                         {{"hands", pairs.count()},
                                          {"mean", pairs.mean()},
                                          {"standard_error", pairs.standard_error()}}}};
  std::cout << document.dump(2) << "\n";
}

/// Returns the exit code of a run: whether it found a violation and, if that is required, reached
/// everything.
int verdict_on(const Arguments& arguments, const Totals& totals) {
  if (totals.violated > 0) return kViolated;
  const PairGains& pairs = totals.reach.pairs;
  if (pairs.count() >= 100 && pairs.mean() > 3 * pairs.standard_error()) {
    std::cerr << "pairs gain by the absence of one of them\n";
    return kViolated;
  }
  constexpr std::uint64_t kEachRow = 200;
  const auto empty = arguments.schemes ? totals.reach.rare(kEachRow)
                                       : totals.reach.empty(lie_named(arguments.lie));
  if (!arguments.require_reach || empty.empty()) return kGood;
  for (const std::string& name : empty) std::cerr << "not reached: " << name << "\n";
  return kNotReached;
}

TrialResult play_traced(const Arguments& arguments, const Plan& plan) {
  std::cout << describe(plan);
  Trace trace(std::cout, arguments.frames);
  return play(plan, &trace);
}

int run(const Arguments& arguments) {
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
  Totals totals;
  for (std::uint64_t i = 0; i < arguments.games; ++i) {
    const Plan plan = plan_of(arguments, arguments.seed + i);
    const bool traced = arguments.trace && arguments.games == 1;
    const TrialResult verdict = traced ? play_traced(arguments, plan) : play(plan);
    totals.add(verdict);
    if (!verdict.good()) {
      report(arguments, plan, verdict);
      if (!arguments.keep_going) break;
    }
    if ((i + 1) % 1'000 == 0)
      std::cerr << "\r" << i + 1 << " matches, " << totals.violated << " violations, "
                << static_cast<int>(seconds()) << " s" << std::flush;
  }
  if (totals.matches >= 1'000) std::cerr << "\n";
  if (arguments.json)
    print_json(arguments, totals, seconds());
  else
    print(totals, seconds());
  return verdict_on(arguments, totals);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Plays simulated matches with mixed faults: lost, doubled, late frames, partitions, "
      "crashes,\n"
      "slow disks, wrong clocks, silent seats and liars. Checks from outside that no rule is "
      "broken.\n"
      "Exit codes: 0 no violation, 2 usage, 3 a rule was broken (the seed and the smallest "
      "schedule\n"
      "that still breaks it are printed), 4 something was never reached (--require-reach).",
      "fairdeal-sim");
  Arguments arguments;
  app.add_option("--seed", arguments.seed, "of the first match; each next has the next seed");
  auto* games = app.add_option("--games", arguments.games, "how many matches");
  app.add_option_function<std::string>(
         "--plan", [&](const std::string& path) { arguments.plan = read_plan_file(path); },
         "a file with a schedule as this program prints it, which is played once")
      ->excludes(games)
      ->check(CLI::ExistingFile);
  app.add_option("--game", arguments.game, "one game only, as `fairdeal games` names it");
  app.add_option("--seats", arguments.seats, "so many seats")->check(CLI::Range(1, 10));
  app.add_option("--witnesses", arguments.witnesses, "so many witnesses")->check(CLI::Range(0, 6));
  app.add_flag("--no-faults", arguments.quiet_network, "nothing goes wrong");
  app.add_flag("--no-lies", arguments.no_lies, "nobody lies");
  app.add_flag("--older-copies", arguments.older_copies,
               "members are restarted from older copies of their stores, and one member lies");
  app.add_flag("--trace", arguments.trace, "show what happens (of one match, or of a failing one)");
  app.add_flag("--frames", arguments.frames, "with --trace: every frame too");
  app.add_flag("!--no-shrink", arguments.shrink, "do not look for a smaller failing schedule");
  std::vector<std::string> lies;
  for (std::size_t i = 0; i < kLies; ++i) lies.push_back(name(static_cast<Lie>(i)));
  auto* lie = app.add_option("--lie", arguments.lie, "who lies does it in this way, in every match")
                  ->check(CLI::IsMember(lies));
  app.add_option("--liar", arguments.liar, "this member, besides others; else drawn")->needs(lie);
  app.add_option("--lie-at", arguments.lie_at, "from which step on");
  app.add_flag("--bench", arguments.bench, "only measure how fast steps are decided");
  app.add_flag("--json", arguments.json, "print what it came to as one JSON document");
  app.add_flag("--require-reach", arguments.require_reach,
               "fail if the run never reached one of the things that are counted");
  app.add_flag("--schemes", arguments.schemes,
               "liars that plan, people in their last second, long and large matches; nothing else "
               "goes wrong, so that clocks must hold (--require-reach: each of these 200 times)");
  app.add_flag("--keep-going", arguments.keep_going, "do not stop at the first violation");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kGood : kUsage;
  }
  return arguments.bench ? bench(arguments) : run(arguments);
}
