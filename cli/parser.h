#pragma once

#include <initializer_list>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/audit.h"
#include "cli/complete.h"
#include "cli/contacts.h"
#include "cli/evidence.h"
#include "cli/export.h"
#include "cli/games.h"
#include "cli/id.h"
#include "cli/inspect.h"
#include "cli/join.h"
#include "cli/play.h"
#include "cli/relay.h"
#include "cli/replay.h"
#include "cli/report.h"
#include "cli/resume.h"
#include "cli/scripts.h"
#include "cli/watch.h"
#include "tools/bench.h"
#include "tools/demo.h"
#include "tools/selftest.h"
#include "ui/author/rules.h"
#include "ui/front/page_options.h"
#include "ui/home/settings.h"
#include "ui/sandbox/native_files.h"
#include "ui/seat/options.h"
#include "ui/seat/tables.h"
#include "ui/words/report.h"

/// The command line. parse_table.cc declares the commands that sit down at a table, parse_rules.cc
/// `fairdeal rules`, parse_author.cc the commands that help to write a game, parse_relay.cc
/// `fairdeal relay`, parse_contacts.cc `fairdeal contacts`, parse_network.cc status and doctor,
/// parse_settings.cc `fairdeal config` and the options that are settings too, and parse_tools.cc
/// all others.

namespace fairdeal::cli {

/// An option of a command that its setting gives a value if nobody types it.
struct BoundSetting {
  const CLI::App* command;
  const home::Setting* setting;
  CLI::Option* option;
};

struct Options {
  words::Output output;
  IdOptions id;
  ContactsOptions contacts;
  CompleteOptions complete;
  GamesOptions games;
  ScriptsOptions scripts;
  AuditOptions audit;
  ExportOptions export_;
  ReplayOptions replay;
  ReportOptions report;
  InspectOptions inspect;
  tools::SelftestOptions selftest;
  tools::BenchOptions bench;
  seat::TableOptions host;
  seat::AdmissionOptions admission;
  seat::Options host_seat;
  seat::TablesOptions tables;
  JoinOptions join;
  seat::Options join_seat;
  JoinOptions witness;
  seat::Options witness_seat;
  WatchOptions watch;
  ResumeOptions resume;
  seat::Options resume_seat;
  seat::Options doctor_seat;
  EvidenceOptions evidence;
  PlayOptions play;
  tools::DemoOptions demo;
  seat::Options lobby;
  author::RulesOptions rules;
  seat::Options config_seat;
  seat::TableOptions config_table;
  seat::AdmissionOptions config_admission;
  bool show_origin = false;
  std::vector<BoundSetting> bound;             ///< of all commands
  std::vector<home::SettingInForce> in_force;  ///< all settings, once the command has them
  std::vector<std::string> libraries;  ///< games that --library names, for whichever command runs
  RelayOptions relay;
  std::string shell;
  bool licences = false;

  /// Runs a command once the libraries are loaded. Returns the exit code.
  template <class Run>
  int with_libraries(Run run) const {
    const auto loaded = sandbox::use_libraries(libraries);
    return loaded ? run() : output.failed(loaded.error());
  }
};

/// The text of the file THIRD-PARTY: which parts of this program others made, and their licences.
extern const char* const kThirdParty;

/// Gives the options of `command` that nobody typed the values of their settings, and notes in
/// options.in_force what holds. Reads the environment and config.toml, unless the command has no
/// such option. Returns what is wrong with a setting.
std::optional<words::Failure> apply_settings(Options& options, const CLI::App& command);

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
    sub->callback([at = &status, run, o = &options, sub] {
      const auto failure = apply_settings(*o, *sub);
      *at = failure ? o->output.failed(*failure) : o->with_libraries(run);
    });
    return sub;
  }
};

/// Adds the option by which a command knows a game that is a library.
void add_library_option(CLI::App& command, Options& options);

/// Formats the help of a command, with its examples first.
std::string with_examples(const std::string& about, std::initializer_list<const char*> examples);

/// Adds an option that is a time in seconds and not a setting by itself.
CLI::Option* add_seconds_option(CLI::App& command, const char* name, Duration& duration,
                                const std::string& about);
inline constexpr const char* kPlaysOnAPage =
    "Show the table on a page in your browser. This program serves the page to this machine alone, "
    "and prints its address";
/// Adds the options of a page in a browser; `about` says what --web does.
void add_page_options(CLI::App& command, front::PageOptions& page,
                      const char* about = kPlaysOnAPage);
/// Adds those of a command that always serves a page.
void add_page_place_options(CLI::App& command, front::PageOptions& page);
CLI::Option* add_timeout_option(CLI::App& command, std::int64_t& seconds);
/// Returns the range of a time, in words for an option's help.
std::string from_to(Duration min, Duration max);

/// The options that the settings of a host fill in.
struct HostTargets {
  seat::TableOptions& table;
  seat::AdmissionOptions& admission;
  seat::Options& seat;
};
/// Makes an option take its value from the setting `identity`.
void bind_identity(const Cli& cli, CLI::App& command, CLI::Option* option);
/// Adds the options, which are settings too, for where things are kept, and for relays.
void add_place_settings(const Cli& cli, CLI::App& command, seat::Options& seat);
/// Adds the first of these, and the one for the person's name.
void add_person_settings(const Cli& cli, CLI::App& command, seat::Options& seat);
void add_relay_settings(const Cli& cli, CLI::App& command, seat::Options& seat);
void add_port_map_setting(const Cli& cli, CLI::App& command, seat::Options& seat);
/// Adds the options of any seat that are settings, too.
void add_seat_settings(const Cli& cli, CLI::App& command, seat::Options& seat);
/// Adds the options of a host that are settings, too.
void add_bots_think_setting(const Cli& cli, CLI::App& command, std::int64_t& think_ms);
void add_show_losing_setting(const Cli& cli, CLI::App& command, bool& shows);
void add_host_settings(const Cli& cli, CLI::App& command, const HostTargets& targets);

void add_table_commands(const Cli& cli);
void add_config_command(const Cli& cli);
void add_rules_commands(const Cli& cli);
/// Adds the commands of `fairdeal rules` that help while a game is written.
void add_author_commands(const Cli& cli, CLI::App& rules);
void add_inspect_command(const Cli& cli);
void add_relay_commands(const Cli& cli);
void add_network_commands(const Cli& cli);
void add_contacts_command(const Cli& cli);
void add_tool_commands(const Cli& cli);

}  // namespace fairdeal::cli
