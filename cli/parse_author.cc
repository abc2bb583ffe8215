#include "cli/inspect.h"
#include "cli/parser.h"
#include "ui/author/rules.h"

/// The command lines for authors of games: rules new, rules watch, inspect.

namespace fairdeal::cli {

void add_author_commands(const Cli& cli, CLI::App& rules) {
  const auto fresh = cli.command_of<author::RulesOptions>(
      rules, "new",
      with_examples(
          "Write a small game that is whole, for you to change into yours: a script with what an\n"
          "editor knows of scripts beside it, or a project in C++.",
          {"fairdeal rules new sea-war --lua", "fairdeal rules new sea-war --cpp"}),
      author::run_rules_new);
  fresh->add_option("NAME", fresh.options.game, "The game's name")->required();
  fresh->add_flag("--lua", fresh.options.lua, "A script, NAME.lua");
  fresh->add_flag("--cpp", fresh.options.cpp, "A folder NAME, which builds a library");
  fresh->add_option("--folder", fresh.options.folder, "Where it is written")->capture_default_str();

  const auto watch = cli.command_of<author::RulesOptions>(
      rules, "watch",
      with_examples(
          "Play a match of a script, and again whenever its file is saved: the same moves as far\n"
          "as they are legal. It says where the match first differs from the one before, which "
          "law\n"
          "is broken, or in which line the script fails. With --json each match is a line.\n"
          "Ctrl-C ends it.",
          {"fairdeal rules watch sea-war.lua", "fairdeal rules watch sea-war.lua --seed 7"}),
      author::run_rules_watch);
  watch->add_option("FILE", watch.options.game, "A script, FILE.lua")->required();
  watch->add_option("--params", watch.options.params, "The game's parameters, as JSON");
  watch->add_option("--seats", watch.options.seats, "How many play; the fewest if left out");
  watch->add_option("--seed", watch.options.seed, "Of the dealer and of random moves")
      ->capture_default_str();
}

void add_inspect_command(const Cli& cli) {
  const auto inspect = cli.command<InspectOptions>(
      "inspect",
      with_examples(
          "Go through a match of a game, with a dealer who knows all, or through a transcript: "
          "the\n"
          "state, what each seat sees, what an event revealed and to whom, what is wanted, the\n"
          "legal moves; forwards and back. In a match you make the moves, let seats be absent,\n"
          "save and load. It reads a command a line; `help` lists them. With --json each answer "
          "is\n"
          "a line of JSON. Exit code 2 if a line of a pipe was refused; else that of `audit` for "
          "a\n"
          "transcript, 0 for a match.",
          {"fairdeal inspect higher.lua", "fairdeal inspect holdem --seats 3 --seed 7",
           "fairdeal inspect skull.lua --web", "fairdeal inspect table.fdt",
           "echo 'random 5' | fairdeal inspect pig --json"}),
      run_inspect);
  inspect
      ->add_option("GAME", inspect.options.what,
                   "A game: see fairdeal games; a script, FILE.lua; a library, ./FILE.so; or a "
                   "transcript")
      ->required();
  add_library_option(*inspect, cli.options);
  inspect->add_option("--seats", inspect.options.seats, "How many play; the fewest if left out");
  inspect->add_option("--params", inspect.options.params, "The game's parameters, as JSON");
  inspect->add_option("--seed", inspect.options.seed, "Of the dealer and of random moves")
      ->capture_default_str();
  add_page_options(*inspect, inspect.options.page,
                   "Show it on a page in your browser, where the table is drawn and can be played");
}

}  // namespace fairdeal::cli
