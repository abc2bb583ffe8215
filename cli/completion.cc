#include "cli/completion.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <CLI/CLI.hpp>

#include "rules/registry.h"

namespace fairdeal::cli {
namespace {

using Words = std::vector<std::string>;

/// An option as a shell completes it.
struct CompletedOption {
  std::string name;  ///< without its dashes
  std::string about;
  bool takes_value;
  Words values;       ///< all that it accepts; empty: anything, such as a number or a file
  std::string asked;  ///< what `fairdeal complete` is asked for its value; "" if nothing
};

/// The words that may follow a command, or a subcommand such as `rules check`.
struct CompletedPlace {
  std::string path;  ///< "host", "rules check"; "" is the program itself
  std::string about;
  std::vector<CompletedOption> options;
  Words words;        ///< subcommands, names of games, or the values of its argument
  Words below;        ///< of `words`, the subcommands
  bool takes_file;    ///< whether its argument is a file
  std::string asked;  ///< as of an option: "table" or "contact"
};

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Returns the beginning of an option's help that says what it is, for a column of a shell's list.
std::string brief(const std::string& about) {
  return about.substr(0, std::min({about.find(": "), about.find(" ("), about.find(" ["),
                                   about.find("; "), about.find(". "), about.find('\n')}));
}

std::string about_command(std::string text) {
  // A description begins with examples. The command's task comes after an empty line.
  if (const auto blank = text.find("\n\n"); blank != std::string::npos)
    text = text.substr(blank + 2);
  return brief(text);
}

/// Returns the values that one_of() allows, which the help shows as "TEXT:{auto,ask}".
Words values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto begin = type.find('{'), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  Words values;
  std::istringstream list(type.substr(begin + 1, end - begin - 1));
  for (std::string value; std::getline(list, value, ',');) values.push_back(value);
  return values;
}

Words games() {
  Words names;
  for (const auto& module : rules::modules()) names.push_back(module.info().name);
  for (const auto& script : rules::scripts_of_folder()) names.emplace_back(script.name);
  return names;
}

CompletedPlace place_of(const CLI::App& command, const std::string& path) {
  CompletedPlace place{path, about_command(command.get_description()), {}, {}, {}, false, {}};
  for (const CLI::App* below : command.get_subcommands({})) {
    if (below->get_group().empty()) continue;  // hidden, too
    place.words.push_back(below->get_name());
    place.below.push_back(below->get_name());
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden, for tests or for the program
    const Words values = values_of(*option);
    for (const auto& name : option->get_lnames())
      place.options.push_back({name, brief(option->get_description()),
                               option->get_items_expected_max() > 0, values,
                               name == "invite" ? "contact" : ""});
    const std::string name = option->get_name();
    const Words words = name == "GAME" || (name == "NAME" && path == "games") ? games()
                        : option->get_lnames().empty()                        ? values
                                                                              : Words();
    place.words.insert(place.words.end(), words.begin(), words.end());
    place.takes_file = place.takes_file || name == "FILE" || path == "inspect";
    if (name == "CONTACT") place.asked = "contact";
    if (name == "LINK" && path == "join") place.asked = "table";
  }
  return place;
}

/// Returns the program, its commands and their subcommands.
std::vector<CompletedPlace> places_of(const CLI::App& app) {
  std::vector<CompletedPlace> places{place_of(app, "")};
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    places.push_back(place_of(*command, command->get_name()));
    for (const CLI::App* below : command->get_subcommands({}))
      places.push_back(place_of(*below, command->get_name() + " " + below->get_name()));
  }
  return places;
}

/// Returns the assignment, in bash and zsh, that has the program asked; "" if it knows nothing.
std::string asks_for(const std::string& asked) { return asked.empty() ? "" : "; asked=" + asked; }

/// Returns the first part of a case statement of bash and zsh: the values of options.
std::string value_cases(const std::vector<CompletedPlace>& places, const std::string& set) {
  std::string cases;
  for (const CompletedPlace& place : places)
    for (const CompletedOption& option : place.options)
      if (option.takes_value)
        cases += "    \"" + place.path + " --" + option.name + "\") " + set + "(" +
                 joined(option.values) + ")" + asks_for(option.asked) + " ;;\n";
  return cases;
}

/// Returns a line of a case statement that holds for all subcommands.
std::string two_words(const std::vector<CompletedPlace>& places, const std::string& then) {
  std::string patterns;
  for (const CompletedPlace& place : places)
    if (place.path.find(' ') != std::string::npos)
      patterns += (patterns.empty() ? "\"" : "|\"") + place.path + "\"";
  return "    " + patterns + ") " + then + " ;;\n";
}

std::string bash(const std::vector<CompletedPlace>& places) {
  std::string cases;
  for (const CompletedPlace& place : places) {
    cases += "      \"" + place.path + "\") words=(" + joined(place.words);
    for (const CompletedOption& option : place.options) cases += " --" + option.name;
    cases += ")" + asks_for(place.asked) + " ;;\n";
  }
  return "_fairdeal() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local place= words=() asked= line\n"
         "  [ \"$COMP_CWORD\" -gt 1 ] && place=${COMP_WORDS[1]}\n"
         "  [ \"$COMP_CWORD\" -gt 2 ] && case \"$place ${COMP_WORDS[2]}\" in\n" +
         two_words(places, "place+=\" ${COMP_WORDS[2]}\"") +
         "  esac\n"
         "  case \"$place $before\" in\n" +
         value_cases(places, "words=") + "    *) case $place in\n" + cases +
         "    esac ;;\n"
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"${words[*]}\" -- \"$current\"))\n"
         "  [ -n \"$asked\" ] && [ \"${current#-}\" = \"$current\" ] &&\n"
         "    while IFS= read -r line; do\n"
         "      [[ $line =~ [^[:alnum:],.@_-] ]] && printf -v line %q \"$line\"\n"
         "      COMPREPLY+=(\"$line\")\n"
         "    done < <(\n"
         "      \"${COMP_WORDS[0]/#\\~/$HOME}\" complete $asked -- \"${current//\\\\/}\" "
         "2>/dev/null)\n"
         "  return 0\n"
         "}\n"
         "complete -o default -F _fairdeal fairdeal\n";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

std::string quoted_for_zsh(const std::string& name, const std::string& about) {
  return "'" + name + ":" + replaced(replaced(about, "\\", "\\\\"), "'", "'\\''") + "'";
}

std::string zsh(const std::vector<CompletedPlace>& places) {
  std::string cases;
  for (const CompletedPlace& place : places) {
    cases += "      \"" + place.path + "\")\n        found=(";
    for (const std::string& word : place.words) {
      const std::string path = place.path.empty() ? word : place.path + " " + word;
      const auto below = std::ranges::find(places, path, &CompletedPlace::path);
      cases += (below == places.end() ? word : quoted_for_zsh(word, below->about)) + " ";
    }
    cases += ")\n        options=(";
    for (const CompletedOption& option : place.options)
      cases += "\n          " + quoted_for_zsh("--" + option.name, option.about);
    cases +=
        ")" + asks_for(place.asked) + (place.takes_file ? "\n        files=yes ;;\n" : " ;;\n");
  }
  return "#compdef fairdeal\n"
         "_fairdeal() {\n"
         "  local place= before=$words[CURRENT-1] files= asked=\n"
         "  local -a found options\n"
         "  (( CURRENT > 2 )) && place=$words[2]\n"
         "  (( CURRENT > 3 )) && case \"$place $words[3]\" in\n" +
         two_words(places, "place+=\" $words[3]\"") +
         "  esac\n"
         "  case \"$place $before\" in\n" +
         value_cases(places, "found=") + "    *) case $place in\n" + cases +
         "    esac ;;\n"
         "  esac\n"
         // A word that the program finds may begin in another case than the typed one (-U).
         "  [[ -n $asked && $words[CURRENT] != -* ]] &&\n"
         "    compadd -U -- ${(f)\"$(${~words[1]} complete $asked -- ${(Q)words[CURRENT]} "
         "2>/dev/null)\"}\n"
         "  (( $#found )) && _describe word found\n"
         "  (( $#options )) && _describe -o option options\n"
         "  [[ -n $files || $#found+$#options+$#asked -eq 0 ]] && _files\n"
         "  return 0\n"
         "}\n"
         "if [[ $funcstack[1] = _fairdeal ]]; then _fairdeal \"$@\"; else compdef _fairdeal "
         "fairdeal; fi\n";
}

std::string quoted_for_fish(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// Returns fish's condition for being at this place.
std::string fish_condition(const CompletedPlace& place) {
  if (place.path.empty()) return "__fish_use_subcommand";
  std::string condition;
  std::istringstream path(place.path);
  for (std::string word; path >> word;)
    condition += (condition.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
  if (!place.below.empty())
    condition += "; and not __fish_seen_subcommand_from " + joined(place.below);
  return condition;
}

/// Returns what has fish ask the program for what it knows.
std::string fish_asks(const std::string& asked) {
  return "'(fairdeal complete " + asked + " -- (commandline -ct))'";
}

std::string fish(const std::vector<CompletedPlace>& places) {
  std::string script = "complete -c fairdeal -f\n";
  for (const CompletedPlace& place : places) {
    const std::string line = "complete -c fairdeal -n '" + fish_condition(place) + "'";
    for (const std::string& word : place.words) {
      const std::string path = place.path.empty() ? word : place.path + " " + word;
      const auto below = std::ranges::find(places, path, &CompletedPlace::path);
      script += line + " -a " + word;
      if (below != places.end()) script += " -d " + quoted_for_fish(below->about);
      script += "\n";
    }
    for (const CompletedOption& option : place.options) {
      script += line + " -l " + option.name;
      const bool is_free = option.values.empty() && option.asked.empty();
      if (option.takes_value) script += is_free ? " -r -F" : " -x -a ";
      if (!option.asked.empty())
        script += fish_asks(option.asked);
      else if (!option.values.empty())
        script += quoted_for_fish(joined(option.values));
      script += " -d " + quoted_for_fish(option.about) + "\n";
    }
    if (place.takes_file) script += line + " -F\n";
    if (!place.asked.empty()) script += line + " -a " + fish_asks(place.asked) + "\n";
  }
  return script;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  const auto places = places_of(app);
  if (shell == "fish") return fish(places);
  return shell == "zsh" ? zsh(places) : bash(places);
}

}  // namespace fairdeal::cli
