#include "cli/parser.h"
#include "ui/author/measure.h"
#include "ui/author/rules.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_files.h"

/// The command line of `fairdeal rules …`.

namespace fairdeal::cli {
namespace {

std::string not_zero(const std::string& number) {
  const bool is_zero = !number.empty() && number.find_first_not_of('0') == std::string::npos;
  return is_zero ? "it is at least 1" : "";
}

/// Adds commands below `rules`, and the options that several of them have.
class RulesParser {
 public:
  RulesParser(const Cli& cli, CLI::App& rules) : cli_(cli), rules_(rules) {}

  void add_check_and_record();
  void add_counts();
  void add_test();
  void add_evaluate();
  void add_scan();
  void add_tournament();
  void add_report();

 private:
  /// Options is author::RulesOptions, or has them and more.
  template <class Options = author::RulesOptions>
  Command<Options> command(const char* name, const std::string& about,
                           int (*run)(const Options&, const words::Output&)) {
    return cli_.command_of<Options>(rules_, name, about,
                                    [run](Options& o, const words::Output& output) {
                                      if (const auto used = sandbox::use_native(o.game); !used)
                                        return output.failed(used.error());
                                      if (const auto used = sandbox::use_script(o.game); !used)
                                        return output.failed(used.error());
                                      sandbox::tell_of_drawing(o.game, output);
                                      return run(o, output);
                                    });
  }
  template <class Options>
  static void add_game(const Command<Options>& sub) {
    sub->add_option(
           "GAME", sub.options.game,
           "Which game: see fairdeal games; or a script, FILE.lua; or a library, ./FILE.so")
        ->required();
  }
  template <class Options>
  static void add_start(const Command<Options>& sub, const char* seats) {
    sub->add_option("--params", sub.options.params, "The game's parameters, as JSON");
    sub->add_option("--seats", sub.options.seats, seats)->check(not_zero);
  }
  template <class Options>
  static void add_state(const Command<Options>& sub) {
    add_start(sub, "How many play; the fewest if left out");
    sub->add_option("--state", sub.options.state, "Where to begin, as JSON; the start if left out")
        ->check([](const std::string& text) {
          return std::string(text.empty() ? "an empty text is no state" : "");
        });
  }

  const Cli& cli_;
  CLI::App& rules_;
};

void RulesParser::add_check_and_record() {
  const auto check = command(
      "check",
      with_examples("Check recorded lines, of all kinds of docs/traces.md, against the rules.\n"
                    "Exit codes: 0 all agree, 1 some differ, 2 unreadable.",
                    {"fairdeal rules check tests/traces/*.jsonl"}),
      author::run_rules_check);
  check->add_option("FILE", check.options.files, "Files of JSON lines")->required();

  const auto record =
      command("record",
              with_examples("Write random playouts as JSON lines.",
                            {"fairdeal rules record pig --playouts 100 --seed 1",
                             "fairdeal rules record othello --playouts 5 > o.jsonl"}),
              author::run_rules_record);
  add_game(record);
  add_state(record);
  record->add_option("--playouts", record.options.playouts, "How many playouts")
      ->check(not_zero)
      ->capture_default_str();
  record
      ->add_option("--seed", record.options.seed,
                   "The seed of the first playout; each next has one more")
      ->capture_default_str();
}

void RulesParser::add_counts() {
  const auto perft =
      command("perft",
              with_examples("Count move sequences, states and finished games by depth.",
                            {"fairdeal rules perft chess 4",
                             "fairdeal rules perft othello 8 --params '{\"rows\":6}'"}),
              author::run_rules_perft);
  add_game(perft);
  perft->add_option("DEPTH", perft.options.depth, "Plies")->required();
  add_state(perft);

  const auto solve =
      command("solve",
              with_examples("Compute exact values under best play, by looking at every state.",
                            {"fairdeal rules solve tic-tac-toe",
                             "fairdeal rules solve othello --params "
                             "'{\"rows\":4,\"columns\":4}' --json"}),
              author::run_rules_solve);
  add_game(solve);
  add_state(solve);
  solve->add_option("--states", solve.options.states, "How many states it looks at, at most")
      ->check(not_zero)
      ->capture_default_str();
  // At most a TiB, so that the number of bytes cannot overflow.
  solve->add_option("--memory", solve.options.memory_mib, "MiB in which it keeps them, at most")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
}

/// Tests the laws of a game, or plays the cases of a file.
int test_game_or_cases(const author::RulesOptions& options, const words::Output& output) {
  return author::is_case_file(options.game) ? author::run_rules_cases(options, output)
                                            : author::run_rules_test(options, output);
}

void RulesParser::add_test() {
  const auto test = command(
      "test",
      with_examples("Play random matches and check the laws that every game obeys; or play the\n"
                    "cases of FILE.test, which say what follows from which cards and moves.\n"
                    "Exit codes: 0 all hold, 1 one is broken.",
                    {"fairdeal rules test pig", "fairdeal rules test holdem --seats 6",
                     "fairdeal rules test games/omaha/omaha.test"}),
      test_game_or_cases);
  add_game(test);
  add_start(test, "How many play; the fewest if left out");
  test->add_option("--playouts", test.options.matches, "How many matches")
      ->check(not_zero)
      ->capture_default_str();
  test->add_option("--seed", test.options.seed, "The seed of the first match")
      ->capture_default_str();
  test->add_option("--call-limit", test.options.call_seconds,
                   "How many seconds of processor time one call of a compiled game may take; a "
                   "script's calls are counted")
      ->check(not_zero)
      ->capture_default_str();
}

void RulesParser::add_evaluate() {
  const auto evaluate = command(
      "evaluate",
      with_examples("Say what a player thinks of each move in a position, and which are best.\n"
                    "Exit codes: 0 done, 2 something that was named cannot be used.",
                    {"fairdeal rules evaluate connect-four --player alphabeta --depth 8 --trace 8",
                     "fairdeal rules evaluate hearts --match deal.json --player hard",
                     "fairdeal rules evaluate othello --player minimax --heuristic 'piece ratio'"}),
      author::run_rules_evaluate);
  auto& o = evaluate.options;
  add_game(evaluate);
  add_state(evaluate);
  evaluate->add_option("--match", o.match, "A match that inspect saved, where it stands");
  evaluate->add_option("--seat", o.seat,
                       "Whose moves: its number, or its role; the first that is asked if left out");
  evaluate
      ->add_option("--player", o.player,
                   "Who thinks: a name for --bots, such as hard or uct:easy; or maxn")
      ->capture_default_str();
  evaluate->add_option("--heuristic", o.heuristic,
                       "Search exactly, by minimax, alphabeta or maxn, and judge by this");
  evaluate->add_option("--simulations", o.simulations, "How many the player may make")
      ->check(not_zero);
  evaluate->add_option("--depth", o.plies, "How many plies it looks ahead")->check(not_zero);
  evaluate->add_option("--trace", o.trace, "Show the search, in so many lines at most");
  evaluate->add_option("--seed", o.seed, "Of the dealer, without --state, and of the player")
      ->capture_default_str();
}

void RulesParser::add_scan() {
  const auto scan = command(
      "scan",
      with_examples("Sample the tree of a game: how many moves there are to choose from, and how\n"
                    "long matches are. A game that hides cards or dice is sampled by matches.",
                    {"fairdeal rules scan othello", "fairdeal rules scan hearts --length 200"}),
      author::run_rules_scan);
  auto& o = scan.options;
  add_game(scan);
  add_state(scan);
  scan->add_option("--width", o.width, "How many states go on at each ply, or how many matches")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  scan->add_option("--length", o.length, "How many plies, at most")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  scan->add_option("--seed", o.seed, "Of the sample")->capture_default_str();
}

/// Adds the options by which bots play many matches.
template <class Options>
void add_bots(const Command<Options>& sub) {
  auto& o = sub.options;
  sub->add_option("--seed", o.seed, "Of all deals and bots")->capture_default_str();
  sub->add_option("--jobs", o.jobs, "How many matches are played at a time; all cores if left out")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--think-ms", o.think_ms, "The most that a bot thinks about a move")
      ->check(CLI::Range(1, 600'000))
      ->capture_default_str();
  sub->add_option(
         "--simulations", o.simulations,
         "The most simulations, or positions, of a move; bots then have no time limit, and "
         "the same seed gives the same matches")
      ->check(not_zero);
}

void RulesParser::add_tournament() {
  const auto tournament = command(
      "tournament",
      with_examples(
          "Let bots play each other, and say how good each is and how sure that is. Pairings play\n"
          "the same deals with seats exchanged. Exit codes: 0 done, 2 something that was named "
          "cannot\nbe used, 130 Ctrl-C; with --out the same command then goes on.",
          {"fairdeal rules tournament connect-four --players hard,easy,simple,random",
           "fairdeal rules tournament hearts --players hard,easy --kind measurement --out h.jsonl",
           "fairdeal rules tournament othello --players uct,alphabeta --kind tug-of-war"}),
      author::run_rules_tournament);
  auto& o = tournament.options;
  add_game(tournament);
  add_start(tournament, "How many play; the fewest if left out");
  tournament->add_option("--players", o.players, "Names for --bots, with commas between them")
      ->delimiter(',')
      ->required();
  tournament->add_option("--kind", o.kind, "Who plays whom")
      ->check(CLI::IsMember({"round-robin", "measurement", "elimination", "tug-of-war"}))
      ->capture_default_str();
  tournament->add_option("--deals", o.deals, "How many deals each pairing plays")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  tournament->add_option("--lead", o.lead, "By how many deals a tug-of-war is won")
      ->check(not_zero)
      ->capture_default_str();
  add_bots(tournament);
  tournament->add_option("--out", o.out,
                         "A file that keeps the matches, and with which it goes on");
  tournament->add_option("--svg", o.svg, "A file for a plot of the results");
}

void RulesParser::add_report() {
  const auto report = command(
      "report",
      with_examples("Tell an author whether the game is fair: what the first seat is worth, how\n"
                    "long matches are, how many moves there are to choose from, how often skill\n"
                    "beats chance, draws and dead ends.",
                    {"fairdeal rules report connect-four",
                     "fairdeal rules report higher.lua --matches 200 --html report.html"}),
      author::run_rules_report);
  auto& o = report.options;
  add_game(report);
  add_start(report, "How many play; the fewest if left out");
  report->add_option("--matches", o.measured, "How many matches each measurement has")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  add_bots(report);
  report->add_option("--html", o.html, "A file for a page");
}

}  // namespace

void add_rules_commands(const Cli& cli) {
  CLI::App* rules = cli.app.add_subcommand(
      "rules",
      with_examples(
          "For writers of games: check recorded play, record, count, solve, test, measure.",
          {"fairdeal rules check tests/traces/*.jsonl", "fairdeal rules perft connect-four 8"}));
  rules->require_subcommand(1);
  RulesParser parser(cli, *rules);
  parser.add_check_and_record();
  parser.add_counts();
  parser.add_test();
  parser.add_evaluate();
  parser.add_scan();
  parser.add_tournament();
  parser.add_report();
  add_author_commands(cli, *rules);
}

}  // namespace fairdeal::cli
