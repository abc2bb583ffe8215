#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "ui/front/page_options.h"
#include "ui/home/settings.h"
#include "ui/sandbox/native_files.h"
#include "ui/seat/options.h"
#include "ui/words/report.h"

/// The command line. parse_table.cc declares the commands that sit down at a table, parse_rules.cc
/// `fairdeal rules`, parse_author.cc the commands that help to write a game, parse_relay.cc
/// `fairdeal relay`, parse_contacts.cc `fairdeal contacts`, parse_network.cc status, stats, doctor
/// and report, parse_settings.cc `fairdeal config` and the options that are settings too, and
/// parse_tools.cc all others.

namespace fairdeal::cli {

/// An option of a command that its setting gives a value if nobody types it.
struct BoundSetting {
  const CLI::App* command;
  const home::Setting* setting;
  CLI::Option* option;
};

/// The options that all commands share. A command has the others in its own header.
struct Options {
  words::Output output;
  std::vector<BoundSetting> bound;             ///< of all commands
  std::vector<home::SettingInForce> in_force;  ///< all settings, once the command has them
  std::vector<std::string> libraries;  ///< games that --library names, for whichever command runs
  bool ran = false;                    ///< a command has run; CLI11 calls the one above it next

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

/// A command, and the options that it fills in.
template <class O>
struct Command {
  CLI::App* app;
  O& options;
  CLI::App* operator->() const { return app; }
  CLI::App& operator*() const { return *app; }
};

/// The parser to which commands are added, what they share, and the place for the exit code of the
/// command that ran.
struct Cli {
  CLI::App& app;
  Options& options;
  int& status;

  /// Adds a command with --json and --quiet, and makes its options. `run` gets these and the
  /// output, and returns the exit code.
  template <class O, class Run>
  Command<O> command(const char* name, const std::string& about, Run run) const {
    return command_of<O>(app, name, about, run);
  }
  /// Adds a nested subcommand, which runs in place of its parent.
  template <class O, class Run>
  Command<O> command_of(CLI::App& parent, const char* name, const std::string& about,
                        Run run) const {
    CLI::App* sub = parent.add_subcommand(name, about);
    sub->add_flag("--json", options.output.json,
                  "One JSON document on standard output, and nothing else there");
    sub->add_flag("-q,--quiet", options.output.quiet, "No progress on standard error");
    const auto own = std::make_shared<O>();
    sub->callback([at = &status, run, own, shared = &options, sub] {
      if (std::exchange(shared->ran, true)) return;
      const auto failure = apply_settings(*shared, *sub);
      *at = failure ? shared->output.failed(*failure)
                    : shared->with_libraries([&] { return run(*own, shared->output); });
    });
    return {sub, *own};
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

struct HostOptions;

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
void add_host_settings(const Cli& cli, CLI::App& command, HostOptions& host);

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
