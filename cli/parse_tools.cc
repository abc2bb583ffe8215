#include <iostream>

#include "cli/completion.h"
#include "cli/parser.h"
#include "rules/json_full.h"
#include "ui/seat/nickname.h"

/// The command lines of audit, export, replay, evidence, games, id, selftest, bench, completion and
/// version.

namespace fairdeal::cli {
namespace {

void add_audit(const Cli& cli) {
  Options& o = cli.options;
  auto* audit = cli.command(
      "audit",
      with_examples("Check a transcript: every signature, proof, vote and rule, from the file "
                    "alone.\nExit codes: 0 VALID, 3 INVALID, 4 INCOMPLETE, 5 CANNOT CHECK.",
                    {"fairdeal audit table.fdt", "fairdeal audit --json *.fdt",
                     "fairdeal audit table.fdt --html report.html",
                     "fairdeal audit --trace table.fdt > table.jsonl"}),
      [](Options& x) { return run_audit(x.audit, x.output); });
  audit->add_option("FILE", o.audit.files, "Transcripts, and *.history files beside them")
      ->required();
  add_library_option(*audit, o);
  auto* trace = audit->add_flag(
      "--trace", o.audit.trace,
      "Of one transcript: a line of JSON for each record that is good, with its digests "
      "and the state that it leads to (docs/verify.md), then one with the verdict");
  audit
      ->add_option("--html", o.audit.html,
                   "Also write the report to this file, as one page that needs nothing else: the "
                   "verdict, the seats, what was checked, each record with its votes, and a record "
                   "that fails beside what was expected")
      ->excludes(trace);
}

void add_replay(const Cli& cli) {
  Options& o = cli.options;
  auto* replay = cli.command(
      "replay",
      with_examples(
          "Go through a transcript record by record; every record is checked first.\n"
          "In a terminal by keys, else by lines of input: `?` lists them. With --web on "
          "a page in your browser. With --json it prints one line for each record.\nExit "
          "codes as those of audit.",
          {"fairdeal replay table.fdt", "fairdeal replay --mine --hand 14 table.fdt",
           "fairdeal replay --web table.fdt", "fairdeal replay --json table.fdt > frames.jsonl"}),
      [](Options& x) { return run_replay(x.replay, x.output); });
  replay->add_option("FILE", o.replay.file, "A transcript")->required();
  add_library_option(*replay, o);
  replay->add_flag("--mine", o.replay.mine,
                   "Begin with what you saw, by FILE.own; else with what everybody saw");
  replay->add_option("--hand", o.replay.hand, "Begin at this hand")->check(CLI::Range(1, 1000000));
  add_page_options(*replay, o.replay.page,
                   "Show the match on a page in your browser. This program serves the page to this "
                   "machine alone, and prints its address");
}

void add_export(const Cli& cli) {
  Options& o = cli.options;
  auto* exported = cli.command(
      "export",
      with_examples(
          "Print the match of a transcript, which is checked on the way. It has only the cards "
          "that were shown, and those that FILE.own lists as dealt to you.\n"
          "Exit codes as those of audit; what was good until then is written. 2 if the "
          "game has no such format.",
          {"fairdeal export table.fdt", "fairdeal export --format phh table.fdt > t.phhs",
           "fairdeal export --format ohh table.fdt > t.ohh",
           "fairdeal export --format json table.fdt | jq .frames[].text"}),
      [](Options& x) { return run_export(x.export_, x.output); });
  exported->add_option("FILE", o.export_.file, "A transcript")->required();
  add_library_option(*exported, o);
  exported
      ->add_option(
          "--format", o.export_.format,
          "text: in words, of hold'em as poker rooms print hands, of chess PGN; json: every "
          "record with its events and your view; phh, ohh: Poker Hand History and Open Hand "
          "History, of hold'em; pgn: of chess")
      ->check(CLI::IsMember({"text", "json", "phh", "ohh", "pgn"}))
      ->capture_default_str();
}

void add_evidence(const Cli& cli) {
  Options& o = cli.options;
  auto* evidence = cli.app.add_subcommand(
      "evidence", with_examples("Check the proof that convicts a cheat, as anybody can.",
                                {"fairdeal evidence verify FILE", "fairdeal evidence show FILE"}));
  evidence->require_subcommand(1);
  for (const bool verifies : {true, false}) {
    CLI::App* sub = evidence->add_subcommand(
        verifies ? "verify" : "show",
        verifies ? "Check it. Exit codes: 0 convicts, 3 does not, 5 CANNOT CHECK."
                 : "Name the accused and the act.");
    sub->add_flag("--json", o.output.json, "One JSON document on standard output");
    sub->add_option("FILE", o.evidence.file, "A file of evidence")->required();
    add_library_option(*sub, o);
    sub->callback([&o, &status = cli.status, verifies] {
      o.evidence.verify = verifies;
      status = o.with_libraries([&o] { return run_evidence(o.evidence, o.output); });
    });
  }
}

void add_scripts(const Cli& cli, CLI::App& games) {
  Options& o = cli.options;
  using Run = int (*)(const ScriptsOptions&, const words::Output&);
  const auto command = [&](const char* name, const char* about, const char* example, Run run) {
    auto* sub = cli.command_of(games, name, with_examples(about, {example}), [&o, run] {
      o.scripts.status = run(o.scripts, o.output);
      return *o.scripts.status;
    });
    return sub;
  };
  constexpr const char* kFile = "The script, FILE.lua";
  constexpr const char* kWhich =
      "FILE.lua, or the name or the first digits of the digest of one that is kept";
  command("add", "Keep a game that is a script, so that it can be named as any other.",
          "fairdeal games add skull.lua", &run_games_add)
      ->add_option("FILE", o.scripts.script, kFile)
      ->required();
  command(
      "show",
      "List the scripts that are kept on this machine, or show all of one: rules, author, digest.",
      "fairdeal games show skull", &run_games_show)
      ->add_option("SCRIPT", o.scripts.script, kWhich);
  command("remove", "Forget a script that is kept. Tables and transcripts have it all the same.",
          "fairdeal games remove skull", &run_games_remove)
      ->add_option("SCRIPT", o.scripts.script, "Its name, or the first digits of its digest")
      ->required();
  auto* sign = command("sign", "Sign a script as its author: FILE.lua.sig goes with it.",
                       "fairdeal games sign skull.lua", &run_games_sign);
  sign->add_option("FILE", o.scripts.script, kFile)->required();
  bind_identity(cli, *sign, sign->add_option("--identity", o.scripts.identity, "Identity file"));
  command(
      "verify",
      "Check who signed a script. Exit codes: 0 the signature holds, 2 there is none, 3 it does "
      "not hold.",
      "fairdeal games verify skull.lua", &run_games_verify)
      ->add_option("SCRIPT", o.scripts.script, kWhich)
      ->required();
}

void add_games_and_id(const Cli& cli) {
  Options& o = cli.options;
  auto* games = cli.command(
      "games",
      with_examples(
          "List the games, and their parameters.",
          {"fairdeal games", "fairdeal games holdem --json", "fairdeal games pig --state"}),
      [](Options& x) {
        // CLI11 calls this after a subcommand, too.
        return x.scripts.status ? *x.scripts.status : run_games(x.games, x.output);
      });
  games->add_option("NAME", o.games.name, "Only this game");
  games->add_flag("--all", o.games.all, "Also the variants that recorded matches are of");
  games->add_flag("--state", o.games.state,
                  "Of one game: the members of its JSON state, which every digest covers");
  add_scripts(cli, *games);

  auto* id = cli.command(
      "id",
      with_examples("Show your public key, by which others know you; made on first use.",
                    {"fairdeal id", "fairdeal id --nickname Ann --file ann.id"}),
      [](Options& x) { return run_id(x.id, x.output); });
  bind_identity(cli, *id, id->add_option("--file", o.id.file, "Identity file"));
  id->add_option("--nickname", o.id.nickname, "The name that others see from now on")
      ->check(seat::nickname_problem);
}

void add_measures(const Cli& cli) {
  Options& o = cli.options;
  auto* selftest = cli.command(
      "selftest",
      with_examples("Recompute known answers of the card protocol.",
                    {"fairdeal selftest", "fairdeal selftest --vectors card-protocol.json"}),
      [](Options& x) { return tools::run_selftest(x.selftest, x.output); });
  selftest->add_option("--vectors", o.selftest.vectors, "A file of known answers");

  auto* bench = cli.command("bench",
                            with_examples("Measure this machine.",
                                          {"fairdeal bench cards", "fairdeal bench playouts --json",
                                           "fairdeal bench table --seats 9 --hands 5 --runs 3",
                                           "fairdeal bench audit table.fdt"}),
                            [](Options& x) { return tools::run_bench(x.bench, x.output); });
  bench
      ->add_option("WHAT", o.bench.what,
                   "cards: the card protocol; playouts: rules alone; table: whole matches of "
                   "hold'em, every seat a process")
      ->check(CLI::IsMember({"cards", "playouts", "table"}))
      ->capture_default_str();
  bench
      ->add_option("--runs", o.bench.runs,
                   "Repetitions; medians are printed [cards 21, table 3, audit 5]")
      ->check(CLI::Range(1, 10000));
  bench->add_option("--seats", o.bench.seats, "How many sit there [table 9, audit 6]")
      ->check(CLI::Range(2, 10));
  bench->add_option("--hands", o.bench.hands, "How many hands a match has [table 5, audit 20]")
      ->check(CLI::Range(1, 1000));

  // `audit` is a subcommand of bench. If it were a value of WHAT, CLI11 would take it for the
  // command `fairdeal audit`.
  CLI::App* audits = bench->add_subcommand(
      "audit", with_examples("Measure audits of a match: in all, its signatures, its proofs.",
                             {"fairdeal bench audit table.fdt --runs 5 --json"}));
  audits->fallthrough();  // so that bench's options, such as --runs and --json, work here too
  audits->add_option("FILE", o.bench.file,
                     "A transcript that is VALID; without one, a match is played first");
  audits->callback([&o] { o.bench.what = "audit"; });
}

void add_completion(const Cli& cli) {
  Options& o = cli.options;
  auto* completion = cli.app.add_subcommand(
      "completion",
      with_examples(
          "Print a completion script for your shell.",
          {"fairdeal completion bash > ~/.local/share/bash-completion/completions/fairdeal"}));
  completion->add_option("SHELL", o.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&app = cli.app, &o] { std::cout << completion_script(app, o.shell); });

  auto* complete = cli.command("complete", "What the completion scripts ask.",
                               [](Options& x) { return run_complete(x.complete); });
  complete->group("");  // hidden: nobody types it
  complete->add_option("WHAT", o.complete.what)
      ->required()
      ->check(CLI::IsMember({"table", "contact"}));
  complete->add_option("TYPED", o.complete.typed);
  bind_identity(cli, *complete, complete->add_option("--identity", o.complete.identity));
}

void add_version(const Cli& cli) {
  auto* version = cli.command(
      "version",
      with_examples(
          "Print the version of this program, and the licences of the parts that others made.",
          {"fairdeal version", "fairdeal version --licences"}),
      [](Options& x) {
        words::Json document = {{"v", 1}, {"version", FAIRDEAL_VERSION}};
        if (x.licences) document["licences"] = kThirdParty;
        x.output.result(document);
        x.output.result(std::string("fairdeal " FAIRDEAL_VERSION) +
                        (x.licences ? std::string("\n\n") + kThirdParty : ""));
        return 0;
      });
  version->add_flag("--licences", cli.options.licences, "With the licences of what others made");
}

}  // namespace

void add_library_option(CLI::App& command, Options& options) {
  command
      .add_option(
          "--library", options.libraries,
          "Your copy of a game that is a library, ./FILE.so, if the table or the file is of "
          "one. It becomes a part of this program, so you have to trust it; nothing is "
          "searched, and no path is kept")
      ->allow_extra_args(false);
}

std::string with_examples(const std::string& about, std::initializer_list<const char*> examples) {
  std::string text = "Examples:\n";
  for (const char* example : examples) text += std::string("  ") + example + "\n";
  return text + "\n" + about;
}

void add_tool_commands(const Cli& cli) {
  add_audit(cli);
  add_export(cli);
  add_replay(cli);
  add_evidence(cli);
  add_games_and_id(cli);
  add_measures(cli);
  add_completion(cli);
  add_version(cli);
}

}  // namespace fairdeal::cli
