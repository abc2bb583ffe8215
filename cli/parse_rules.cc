#include "cli/parser.h"
#include "ui/author/rules.h"
#include "ui/author/rules_players.h"
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
  void add_players();

 private:
  using RulesCommand = Command<author::RulesOptions>;
  using Run = int (*)(const author::RulesOptions&, const words::Output&);

  RulesCommand command(const char* name, const std::string& about, Run run) {
    return cli_.command_of<author::RulesOptions>(
        rules_, name, about, [run](author::RulesOptions& o, const words::Output& output) {
          if (run == author::run_rules_test && author::is_case_file(o.game))
            return author::run_rules_cases(o, output);
          if (const auto used = sandbox::use_native(o.game); !used)
            return output.failed(used.error());
          if (const auto used = sandbox::use_script(o.game); !used)
            return output.failed(used.error());
          sandbox::tell_of_drawing(o.game, output);
          return run(o, output);
        });
  }
  static void add_game(const RulesCommand& sub) {
    sub->add_option(
           "GAME", sub.options.game,
           "Which game: see fairdeal games; or a script, FILE.lua; or a library, ./FILE.so")
        ->required();
  }
  static void add_start(const RulesCommand& sub, const char* seats) {
    sub->add_option("--params", sub.options.params, "The game's parameters, as JSON");
    sub->add_option("--seats", sub.options.seats, seats)->check(not_zero);
  }
  static void add_state(const RulesCommand& sub) {
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

void RulesParser::add_players() {
  const auto evaluate =
      command("evaluate",
              with_examples("Let a player weigh the moves of a state.",
                            {"fairdeal rules evaluate connect-four --player hard",
                             "fairdeal rules evaluate chess --player alphabeta --ahead 4 --json"}),
              author::run_rules_evaluate);
  add_game(evaluate);
  add_state(evaluate);
  evaluate->add_option("--player", evaluate.options.player, "Which player: see docs/players.md")
      ->capture_default_str();
  evaluate->add_option("--seat", evaluate.options.seat, "Which seat is to move, from 1")
      ->check(not_zero);
  evaluate->add_option("--simulations", evaluate.options.simulations,
                       "How many positions or matches it looks at, at most");
  evaluate->add_option("--ahead", evaluate.options.ahead, "How many moves it looks ahead");
  evaluate->add_option("--seed", evaluate.options.seed, "Repeats what it draws by chance")
      ->capture_default_str();

  const auto tournament = command(
      "tournament",
      with_examples("Play players against each other: each deal with the seats exchanged. With a "
                    "file the same command\ngoes on where it was interrupted.",
                    {"fairdeal rules tournament othello --players hard,easy",
                     "fairdeal rules tournament hearts --players normal,simple --out h.jsonl"}),
      author::run_rules_tournament);
  add_game(tournament);
  add_start(tournament, "How many play; the fewest if left out");
  tournament
      ->add_option("--players", tournament.options.players,
                   "Two or more players, with commas between")
      ->required();
  tournament
      ->add_option("--deals", tournament.options.matches,
                   "How many deals; each is played with every player in every seat")
      ->check(not_zero)
      ->capture_default_str();
  tournament->add_option("--seed", tournament.options.seed, "The seed of the first deal")
      ->capture_default_str();
  tournament->add_option("--jobs", tournament.options.jobs,
                         "How many matches are played at once [one a processor]");
  tournament->add_option("--out", tournament.options.out, "A file that gets a line for each match");
}

void RulesParser::add_test() {
  const auto test = command(
      "test",
      with_examples("Play random matches and check the laws that every game obeys; or play the\n"
                    "cases of FILE.test, which say what follows from which cards and moves.\n"
                    "Exit codes: 0 all hold, 1 one is broken.",
                    {"fairdeal rules test pig", "fairdeal rules test holdem --seats 6",
                     "fairdeal rules test games/omaha/omaha.test"}),
      author::run_rules_test);
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

}  // namespace

void add_rules_commands(const Cli& cli) {
  CLI::App* rules = cli.app.add_subcommand(
      "rules",
      with_examples(
          "For writers of games: check recorded play, record, count, solve, evaluate, test.",
          {"fairdeal rules check tests/traces/*.jsonl", "fairdeal rules perft connect-four 8"}));
  rules->require_subcommand(1);
  RulesParser parser(cli, *rules);
  parser.add_check_and_record();
  parser.add_counts();
  parser.add_players();
  parser.add_test();
  add_author_commands(cli, *rules);
}

}  // namespace fairdeal::cli
