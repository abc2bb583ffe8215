#pragma once

#include <initializer_list>
#include <string>

#include <CLI/CLI.hpp>

#include "apps/commands.h"
#include "apps/rules_command.h"

/// The command line: cli_table.cc declares the commands that sit down at a table, cli_rules.cc
/// `fairdeal rules`, and cli_tools.cc all others.
namespace fairdeal::apps {

struct Options {
  Output output;
  IdOptions id;
  GamesOptions games;
  AuditOptions audit;
  ExportOptions export_;
  SelftestOptions selftest;
  BenchOptions bench;
  TableOptions host;
  AdmissionOptions admission;
  SeatOptions host_seat;
  JoinOptions join;
  SeatOptions join_seat;
  JoinOptions witness;
  SeatOptions witness_seat;
  ResumeOptions resume;
  SeatOptions resume_seat;
  EvidenceOptions evidence;
  PlayOptions play;
  DemoOptions demo;
  RulesOptions rules;
  std::string shell;
  bool licences = false;
};

/// The text of the file THIRD-PARTY: which parts of this program others made, and their licences.
extern const char* const kThirdParty;

/// The parser to which commands are added, the options that it fills in, and the place for the exit
/// code of the command that ran.
struct Cli {
  CLI::App& app;
  Options& options;
  int& status;

  /// Adds a command with --json and --quiet; `run` gets the options.
  template <class Run>
  CLI::App* command(const char* name, const std::string& about, Run run) const {
    return command_of(app, name, about, [o = &options, run] { return run(*o); });
  }
  /// Adds a nested subcommand.
  template <class Run>
  CLI::App* command_of(CLI::App& parent, const char* name, const std::string& about,
                       Run run) const {
    CLI::App* sub = parent.add_subcommand(name, about);
    sub->add_flag("--json", options.output.json,
                  "One JSON document on standard output, and nothing else there");
    sub->add_flag("-q,--quiet", options.output.quiet, "No progress on standard error");
    sub->callback([at = &status, run] { *at = run(); });
    return sub;
  }
};

/// Formats the help of a command, with its examples first.
std::string with_examples(const std::string& about, std::initializer_list<const char*> examples);

void add_table_commands(const Cli& cli);
void add_rules_commands(const Cli& cli);
void add_tool_commands(const Cli& cli);

}  // namespace fairdeal::apps
