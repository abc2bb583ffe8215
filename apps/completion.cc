#include "apps/completion.h"

#include <CLI/CLI.hpp>

#include "rules/registry.h"

namespace fairdeal::apps {
namespace {

/// Returns the words that may follow a command: its options and, if it takes a game, their names.
std::string words_of(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden, for tests or for the program
    for (const auto& name : option->get_lnames()) words += " --" + name;
    if (option->get_name() == "GAME" || option->get_name() == "NAME")
      for (const auto& module : rules::modules()) words += " " + module.info().name;
  }
  return words;
}

std::string first_line_of(std::string text) {
  // A description begins with examples. What the command does comes after an empty line.
  if (const auto blank = text.find("\n\n"); blank != std::string::npos)
    text = text.substr(blank + 2);
  return text.substr(0, text.find('\n'));
}

std::string bash(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands += " " + command->get_name();
    cases += "    " + command->get_name() + ") words=\"" + words_of(*command) + "\" ;;\n";
  }
  return "_fairdeal() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} words\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases + "    *) words=\"" + commands +
         " --help --version\" ;;\n"
         "  esac\n"
         "  [ \"$COMP_CWORD\" = 1 ] && words=\"" +
         commands +
         " --help --version\"\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _fairdeal fairdeal\n";
}

std::string fish(const CLI::App& app) {
  std::string script;
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string name = command->get_name();
    script += "complete -c fairdeal -n __fish_use_subcommand -a " + name + " -d '" +
              first_line_of(command->get_description()) + "'\n";
    script += "complete -c fairdeal -n '__fish_seen_subcommand_from " + name + "' -a '" +
              words_of(*command) + "'\n";
  }
  return script;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") return fish(app);
  if (shell == "zsh")
    return "#compdef fairdeal\nautoload -U +X bashcompinit && bashcompinit\n" + bash(app);
  return bash(app);
}

}  // namespace fairdeal::apps
