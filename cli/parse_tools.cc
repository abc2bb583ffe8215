#include <iostream>

#include "cli/audit.h"
#include "cli/complete.h"
#include "cli/completion.h"
#include "cli/evidence.h"
#include "cli/export.h"
#include "cli/games.h"
#include "cli/id.h"
#include "cli/one_of.h"
#include "cli/parser.h"
#include "cli/replay.h"
#include "cli/scripts.h"
#include "rules/json_full.h"
#include "tools/bench.h"
#include "tools/selftest.h"
#include "ui/seat/nickname.h"

/// The command lines of audit, export, replay, evidence, games, id, selftest, bench, completion and
/// version.

namespace fairdeal::cli {
namespace {

void add_audit(const Cli& cli) {
  const auto audit = cli.command<AuditOptions>(
      "audit",
      with_examples(
          "Check a transcript: every signature, proof, vote and rule, from the file "
          "alone.\nExit codes: 0 VALID, 3 INVALID, 4 INCOMPLETE, 5 CANNOT CHECK.",
          {"fairdeal audit table.fdt", "fairdeal audit --json *.fdt",
           "fairdeal audit table.fdt --html report.html", "fairdeal audit *.fdt --join evening.fdt",
           "fairdeal audit --trace table.fdt > table.jsonl"}),
      run_audit);
  AuditOptions& o = audit.options;
  audit
      ->add_option("FILE", o.files,
                   "Transcripts, each of a table or of an evening's tables, and *.history files "
                   "beside them")
      ->required();
  add_library_option(*audit, cli.options);
  auto* trace = audit->add_flag(
      "--trace", o.trace,
      "Of one transcript: a line of JSON for each record that is good, with its digests "
      "and the state that it leads to (docs/verify.md), then one with the verdict");
  audit
      ->add_option("--html", o.html,
                   "Also write the report to this file, as one page that needs nothing else: the "
                   "verdict, the seats, what was checked, each record with its votes, and a record "
                   "that fails beside what was expected")
      ->excludes(trace);
  audit
      ->add_option(
          "--csv", o.csv,
          "Of the tables of an evening: also write what each player bought, cashed out and "
          "won, and who owes whom, to this file for a spreadsheet")
      ->excludes(trace);
  audit
      ->add_option(
          "--join", o.join,
          "If all is VALID: also write the tables of an evening to this file, one after "
          "another in the order in which they were played. audit takes it as it takes them. A file "
          "that is there is replaced only if all its tables are among these")
      ->excludes(trace);
}

void add_replay(const Cli& cli) {
  const auto replay = cli.command<ReplayOptions>(
      "replay",
      with_examples(
          "Go through a transcript record by record; every record is checked first.\n"
          "In a terminal by keys, else by lines of input: `?` lists them. With --web on "
          "a page in your browser. With --json it prints one line for each record.\nExit "
          "codes as those of audit.",
          {"fairdeal replay table.fdt", "fairdeal replay --mine --hand 14 table.fdt",
           "fairdeal replay --web table.fdt", "fairdeal replay --json table.fdt > frames.jsonl"}),
      run_replay);
  ReplayOptions& o = replay.options;
  replay->add_option("FILE", o.file, "A transcript")->required();
  add_library_option(*replay, cli.options);
  replay->add_flag("--mine", o.mine,
                   "Begin with what you saw, by FILE.own; else with what everybody saw");
  replay->add_option("--hand", o.hand, "Begin at this hand")->check(CLI::Range(1, 1000000));
  add_page_options(*replay, o.page,
                   "Show the match on a page in your browser. This program serves the page to this "
                   "machine alone, and prints its address");
}

void add_export(const Cli& cli) {
  const auto exported = cli.command<ExportOptions>(
      "export",
      with_examples(
          "Print the match of a transcript, which is checked on the way. It has only the cards "
          "that were shown, and those that FILE.own lists as dealt to you.\n"
          "Exit codes as those of audit; what was good until then is written. 2 if the "
          "game has no such format.",
          {"fairdeal export table.fdt", "fairdeal export --format phh table.fdt > t.phhs",
           "fairdeal export --format ohh table.fdt > t.ohh",
           "fairdeal export --format json table.fdt | jq .frames[].text"}),
      run_export);
  ExportOptions& o = exported.options;
  exported->add_option("FILE", o.file, "A transcript")->required();
  add_library_option(*exported, cli.options);
  exported
      ->add_option(
          "--format", o.format,
          "text: in words, of poker as poker rooms print hands, of chess PGN; json: every "
          "record with its events and your view; phh, ohh: Poker Hand History and Open Hand "
          "History, of poker; pgn: of chess")
      ->check(one_of({"text", "json", "phh", "ohh", "pgn"}))
      ->capture_default_str();
}

void add_evidence(const Cli& cli) {
  Options& shared = cli.options;
  auto* evidence = cli.app.add_subcommand(
      "evidence", with_examples("Check the proof that convicts a cheat, as anybody can.",
                                {"fairdeal evidence verify FILE", "fairdeal evidence show FILE"}));
  evidence->require_subcommand(1);
  for (const bool verifies : {true, false}) {
    const auto own = std::make_shared<EvidenceOptions>();
    own->verify = verifies;
    CLI::App* sub = evidence->add_subcommand(
        verifies ? "verify" : "show",
        verifies ? "Check it. Exit codes: 0 convicts, 3 does not, 5 CANNOT CHECK."
                 : "Name the accused and the act.");
    sub->add_flag("--json", shared.output.json, "One JSON document on standard output");
    sub->add_option("FILE", own->file, "A file of evidence")->required();
    add_library_option(*sub, shared);
    sub->callback([own, &shared, &status = cli.status] {
      status = shared.with_libraries([&] { return run_evidence(*own, shared.output); });
    });
  }
}

void add_scripts(const Cli& cli, CLI::App& games) {
  using Run = int (*)(const ScriptsOptions&, const words::Output&);
  const auto command = [&](const char* name, const char* about, const char* example, Run run) {
    return cli.command_of<ScriptsOptions>(games, name, with_examples(about, {example}), run);
  };
  constexpr const char* kFile = "The script, FILE.lua";
  constexpr const char* kWhich =
      "FILE.lua, or the name or the first digits of the digest of one that is kept";
  const auto add =
      command("add", "Keep a game that is a script, so that it can be named as any other.",
              "fairdeal games add skull.lua", &run_games_add);
  add->add_option("FILE", add.options.script, kFile)->required();
  const auto show = command(
      "show",
      "List the scripts that are kept on this machine, or show all of one: rules, author, digest.",
      "fairdeal games show skull", &run_games_show);
  show->add_option("SCRIPT", show.options.script, kWhich);
  const auto remove = command(
      "remove", "Forget a script that is kept. Tables and transcripts have it all the same.",
      "fairdeal games remove skull", &run_games_remove);
  remove->add_option("SCRIPT", remove.options.script, "Its name, or the first digits of its digest")
      ->required();
  const auto sign = command("sign", "Sign a script as its author: FILE.lua.sig goes with it.",
                            "fairdeal games sign skull.lua", &run_games_sign);
  sign->add_option("FILE", sign.options.script, kFile)->required();
  bind_identity(cli, *sign, sign->add_option("--identity", sign.options.identity, "Identity file"));
  const auto verify = command(
      "verify",
      "Check who signed a script. Exit codes: 0 the signature holds, 2 there is none, 3 it does "
      "not hold.",
      "fairdeal games verify skull.lua", &run_games_verify);
  verify->add_option("SCRIPT", verify.options.script, kWhich)->required();
}

void add_games_and_id(const Cli& cli) {
  const auto games = cli.command<GamesOptions>(
      "games",
      with_examples(
          "List the games, and their parameters.",
          {"fairdeal games", "fairdeal games holdem --json", "fairdeal games pig --state"}),
      run_games);
  GamesOptions& o = games.options;
  games->add_option("NAME", o.name, "Only this game");
  games->add_flag("--all", o.all, "Also the variants that recorded matches are of");
  games->add_flag("--state", o.state,
                  "Of one game: the members of its JSON state, which every digest covers");
  add_scripts(cli, *games);

  const auto id = cli.command<IdOptions>(
      "id",
      with_examples("Show your public key, by which others know you; made on first use.",
                    {"fairdeal id", "fairdeal id --nickname Ann --file ann.id"}),
      run_id);
  bind_identity(cli, *id, id->add_option("--file", id.options.file, "Identity file"));
  id->add_option("--nickname", id.options.nickname, "The name that others see from now on")
      ->check(seat::nickname_problem);
}

void add_measures(const Cli& cli) {
  const auto selftest = cli.command<tools::SelftestOptions>(
      "selftest",
      with_examples("Recompute known answers of the card protocol.",
                    {"fairdeal selftest", "fairdeal selftest --vectors card-protocol.json"}),
      tools::run_selftest);
  selftest->add_option("--vectors", selftest.options.vectors, "A file of known answers");

  const auto bench = cli.command<tools::BenchOptions>(
      "bench",
      with_examples(
          "Measure this machine.",
          {"fairdeal bench cards", "fairdeal bench playouts --json",
           "fairdeal bench players --runs 5", "fairdeal bench table --seats 9 --hands 5 --runs 3",
           "fairdeal bench audit table.fdt"}),
      tools::run_bench);
  tools::BenchOptions& o = bench.options;
  bench
      ->add_option("WHAT", o.what,
                   "cards: the card protocol; playouts: rules alone; players: how long they think; "
                   "table: whole matches of hold'em, every seat a process")
      ->check(one_of({"cards", "playouts", "players", "table"}))
      ->capture_default_str();
  bench
      ->add_option("--runs", o.runs,
                   "Repetitions; medians are printed [cards 21, players 21, table 3, audit 5]")
      ->check(CLI::Range(1, 10000));
  bench->add_option("--seats", o.seats, "How many sit there [table 9, audit 6]")
      ->check(CLI::Range(2, 10));
  bench->add_option("--hands", o.hands, "How many hands a match has [table 5, audit 20]")
      ->check(CLI::Range(1, 1000));

  // `audit` is a subcommand of bench. If it were a value of WHAT, CLI11 would take it for the
  // command `fairdeal audit`.
  CLI::App* audits = bench->add_subcommand(
      "audit", with_examples("Measure audits of a match: in all, its signatures, its proofs.",
                             {"fairdeal bench audit table.fdt --runs 5 --json"}));
  audits->fallthrough();  // so that bench's options, such as --runs and --json, work here too
  audits->add_option("FILE", o.file,
                     "A transcript that is VALID; without one, a match is played first");
  audits->callback([&o] { o.what = "audit"; });
}

void add_completion(const Cli& cli) {
  auto* completion = cli.app.add_subcommand(
      "completion",
      with_examples(
          "Print a completion script for your shell.",
          {"fairdeal completion bash > ~/.local/share/bash-completion/completions/fairdeal"}));
  const auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  completion->callback([&app = cli.app, shell] { std::cout << completion_script(app, *shell); });

  const auto complete = cli.command<CompleteOptions>(
      "complete", "What the completion scripts ask.",
      [](const CompleteOptions& own, const words::Output&) { return run_complete(own); });
  complete->group("");  // hidden: nobody types it
  complete->add_option("WHAT", complete.options.what)
      ->required()
      ->check(one_of({"table", "contact"}));
  complete->add_option("TYPED", complete.options.typed);
  bind_identity(cli, *complete, complete->add_option("--identity", complete.options.identity));
}

void add_version(const Cli& cli) {
  struct VersionOptions {
    bool licences = false;
  };
  const auto version = cli.command<VersionOptions>(
      "version",
      with_examples(
          "Print the version of this program, and the licences of the parts that others made.",
          {"fairdeal version", "fairdeal version --licences"}),
      [](const VersionOptions& own, const words::Output& output) {
        words::Json document = {{"v", 1}, {"version", FAIRDEAL_VERSION}};
        if (own.licences) document["licences"] = kThirdParty;
        output.result(document);
        output.result(std::string("fairdeal " FAIRDEAL_VERSION) +
                      (own.licences ? std::string("\n\n") + kThirdParty : ""));
        return 0;
      });
  version->add_flag("--licences", version.options.licences,
                    "With the licences of what others made");
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
