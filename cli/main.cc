#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <poll.h>
#include <span>
#include <sstream>
#include <unistd.h>

#include "base/edit_distance.h"
#include "cli/parser.h"
#include "rules/registry.h"
#include "ui/front/open_page.h"
#include "ui/home/log.h"
#include "ui/home/machine.h"
#include "ui/home/places.h"
#include "ui/sandbox/confine.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_client.h"
#include "ui/sandbox/script_helper.h"
#include "ui/words/invitation.h"
#include "ui/words/printable.h"

namespace {

using namespace fairdeal;
using namespace cli;

constexpr const char* kVersion = "fairdeal " FAIRDEAL_VERSION;

/// The text that is printed if no command is given and there is no desktop, with the three commands
/// that are most likely wanted.
constexpr const char* kFirstWords =
    "fairdeal: card and board games among peers, without a dealer and without a server.\n\n"
    "  fairdeal play holdem             practise against bots on this machine\n"
    "  fairdeal host holdem --seats 3   open a table for others to join\n"
    "  fairdeal join ADDRESS            sit down at somebody's table\n\n"
    "All commands: fairdeal --help";

/// Makes every option that is a count refuse negative numbers, which strtoull would turn into large
/// ones.
void refuse_negative_counts(CLI::App& app) {
  for (CLI::Option* option :
       app.get_options([](const CLI::Option* o) { return o->get_type_name().starts_with("UINT"); }))
    option->check([](const std::string& text) {
      return text.starts_with("-") ? text + " is less than 0" : std::string();
    });
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    refuse_negative_counts(*command);
}

/// The commands that hold secrets, or read what others wrote, and may run a script meanwhile. Any
/// other starts what scripts need when it meets one.
constexpr std::string_view kMayRunScripts[] = {"host",  "join",  "witness",  "resume",
                                               "watch", "audit", "replay",   "export",
                                               "games", "lobby", "evidence", "inspect"};

/// Prepares for scripts. A user without a home has none that are kept.
void begin_scripts(std::span<char*> arguments) {
  // Without a command it is the lobby.
  if (arguments.empty() ||
      std::ranges::count(kMayRunScripts, std::string_view(arguments.front())) != 0)
    sandbox::start_script_helper(arguments);
  try {
    sandbox::run_scripts_apart(home::scripts_folder());
  } catch (const std::filesystem::filesystem_error&) {
    sandbox::run_scripts_apart({});
  }
}

/// Returns whether standard output is a pipe whose reader has left.
bool reader_left() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

/// Ends the program whose result was lost. As other programs do, it tells no reader that has left:
/// `fairdeal games | head -1` is no failure.
int result_lost(const std::string& why) {
  if (reader_left()) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  std::fprintf(stderr, "fairdeal: The result could not be written: %s.\n", why.c_str());
  return static_cast<int>(words::Exit::usage);
}

bool is_command(const CLI::App& app, const std::string& word) {
  return std::ranges::any_of(app.get_subcommands({}),
                             [&](const CLI::App* c) { return c->get_name() == word; });
}

/// Returns the known word that somebody who typed `word` may have meant; "" if none is near. A part
/// of a longer name is near to it: "name" to "nickname".
std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  const std::size_t slips_max = word.size() < 5 ? 1 : 2;  // another short word is no slip
  std::string found;
  for (const std::string& one : known)
    if (found.empty() || fairdeal::edit_distance(word, one) < fairdeal::edit_distance(word, found))
      found = one;
  if (!found.empty() && fairdeal::edit_distance(word, found) <= slips_max) return found;
  const auto longer = std::ranges::find_if(
      known, [&](const std::string& one) { return word.size() > 2 && one.ends_with(word); });
  return longer == known.end() ? "" : *longer;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// Returns what the parser says is wrong, without the secrets of links and codes.
std::string words_of(const CLI::ParseError& error) {
  const std::string text = error.what();
  const bool has_secret =
      dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || words::holds_invitation(text);
  return (has_secret ? home::redacted(text) : text) + ".";
}

words::Failure bad_usage(const std::string& message, const std::string& hint) {
  return {words::Exit::usage, "usage", message, hint};
}

/// Returns the failure of an option that a command does not have, if there is one among `words`.
/// The text behind it may be a link, so it is not repeated.
std::optional<words::Failure> unknown_option(const CLI::App& command, const std::string& named,
                                             const std::vector<std::string>& extras) {
  const auto found = std::ranges::find_if(
      extras, [](const std::string& word) { return word.size() > 1 && word.starts_with("-"); });
  if (found == extras.end()) return {};
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back(name);
  const std::string word = found->substr(0, found->find('='));
  const std::string meant = nearest(word.substr(word.find_first_not_of('-')), known);
  return bad_usage(named + " has no option " + words::printable(word) + ".",
                   meant.empty() ? "See " + named + " --help." : "Is it --" + meant + "?");
}

/// Returns what is wrong with the words after a command, and what to do about it.
words::Failure failure_in_command(const CLI::App& command, const std::vector<std::string>& words,
                                  const CLI::ParseError& error) {
  std::string named = "fairdeal " + words.front();
  const CLI::App* innermost = &command;
  const auto below = command_names(command);
  if (!below.empty() && words.size() > 1 && std::ranges::count(below, words[1]) > 0) {
    innermost = command.get_subcommand(words[1]);
    named += " " + words[1];
  } else if (!below.empty() && words.size() > 1 && !words[1].starts_with("-") &&
             (command.get_require_subcommand_min() > 0 || !nearest(words[1], below).empty())) {
    const std::string meant = nearest(words[1], below);
    if (meant.empty() && words.front() == "rules" && rules::find_module(words[1]))
      return bad_usage("fairdeal rules is for writers of games.",
                       "fairdeal games " + words[1] + " tells the rules of this one.");
    return bad_usage("There is no '" + words.front() + " " + words::printable(words[1]) + "'.",
                     meant.empty() ? "See " + named + " --help."
                                   : "Is it fairdeal " + words.front() + " " + meant + "?");
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    if (auto failure = unknown_option(*innermost, named, innermost->remaining()))
      return *std::move(failure);
  }
  return bad_usage(words_of(error), "See " + named + " --help.");
}

/// Returns what is wrong with the command line, and what to do about it.
words::Failure usage_failure(const CLI::App& app, const std::vector<std::string>& words,
                             const CLI::ParseError& error) {
  const std::string& first = words.front();
  if (is_command(app, first)) return failure_in_command(*app.get_subcommand(first), words, error);
  const auto commands = command_names(app);
  if (first.starts_with("-")) {
    const auto command = std::ranges::find_first_of(words, commands);
    if (command == words.end()) return bad_usage(words_of(error), "See fairdeal --help.");
    return bad_usage(
        words::printable(first.substr(0, first.find('='))) + " stands before the command.",
        "Write options behind it: fairdeal " + *command + " " +
            words::printable(first.substr(0, first.find('='))) + " ….");
  }
  const std::string meant = nearest(first, commands);
  std::string names;
  for (const std::string& name : commands) names += (names.empty() ? "" : ", ") + name;
  return {words::Exit::usage, "unknown_command",
          "There is no command '" + words::printable(first) + "'.",
          (meant.empty() ? std::string() : "Is it fairdeal " + meant + "? ") + "The commands are " +
              names + "."};
}

int run(CLI::App& app, Options& options, int& status, std::vector<std::string> words) {
  if (words.front() == "help") {  // an alias that other programs have, too
    words.erase(words.begin());
    if (words.empty() || is_command(app, words.front())) words.emplace_back("--help");
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11: last one first
    return status;
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int code = app.exit(success, text, text);
    std::cout << words::shown_on(STDOUT_FILENO, text.str());
    return code;
  } catch (const CLI::ParseError& error) {
    options.output.json = std::ranges::find(words, "--json") != words.end();
    return options.output.failed(usage_failure(app, words, error));
  } catch (const words::ResultLost& error) {
    return result_lost(error.code().message());
  } catch (const home::MachineLacks& error) {
    return options.output.failed({words::Exit::usage, "machine_lacks",
                                  std::string(error.what()) + ".",
                                  "A chroot or a container gets it from the machine around it."});
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = error.path1().empty() ? "" : error.path1().string() + ": ";
    return options.output.failed(words::failure_of(
        {fairdeal::Fault::storage, {}, path + error.code().message()}, "Could not use a file"));
  } catch (const fairdeal::rules::ScriptLost& error) {
    return options.output.failed({words::Exit::rules_fault, "script_lost", error.what(),
                                  "A table is kept: fairdeal resume. If it happens again, tell "
                                  "the author of the game."});
  } catch (const std::exception& error) {
    return options.output.failed({words::Exit::internal, "internal",
                                  std::string("This should not happen: ") + error.what() + ".",
                                  "Please report it, with what you did."});
  }
}

/// Overwrites links and codes in the arguments, so that a list of this machine's processes does not
/// show their secrets.
void overwrite_secrets(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (words::holds_invitation(argv[i])) std::memset(argv[i], '*', std::strlen(argv[i]));
}

}  // namespace

int main(int argc, char** argv) {
  sandbox::keep_memory_private();
  std::signal(SIGPIPE, SIG_IGN);  // the reader of our output may end; the table goes on
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a full disk to its writer
  // A closed standard stream is opened on /dev/null, so that no socket gets its number. Since it is
  // opened for reading only, a write to standard output still fails.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) (void)!::open("/dev/null", O_RDONLY);
  begin_scripts(std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
  std::vector<std::string> words(argv + 1, argv + argc);
  overwrite_secrets(argc, argv);
  CLI::App app("Card and board games among peers, without a dealer and without a server.",
               "fairdeal");
  app.set_version_flag("--version", kVersion);
  app.footer(
      "Options that you repeat can stand in a file: fairdeal config --help.\n\n"
      "Exit codes: 0 done, 2 wrong usage, 3 INVALID, 4 INCOMPLETE, 5 CANNOT CHECK, 6 unreachable,\n"
      "7 incompatible, 8 refused, 9 violated by another player, 10 by a relay only (doctor),\n11 "
      "timed out, 12 the rules of the game failed, 130 interrupted.");
  app.require_subcommand(0, 1);  // what looks like a second command is a word of the first
  Options options;
  int status = 0;
  const Cli cli{app, options, status};
  add_table_commands(cli);
  add_config_command(cli);
  add_contacts_command(cli);
  add_tool_commands(cli);
  add_network_commands(cli);
  add_relay_commands(cli);
  add_rules_commands(cli);
  add_inspect_command(cli);
  refuse_negative_counts(app);
  if (words.empty() && front::has_desktop()) words.emplace_back("lobby");
  if (words.empty())
    std::cout << kFirstWords << std::endl;
  else
    status = run(app, options, status, std::move(words));
  if (status == 0 && !std::cout.flush()) return result_lost(std::strerror(errno));
  return status;
}
