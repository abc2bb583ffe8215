#pragma once

#include <string>
#include <vector>

#include "rules/game.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// The German of our games' own texts, held beside the English: the rules in games/rules.json, the
/// rest in games/labels.json. Scripts of others have none, unless they repeat our words.

/// Returns whether this machine's locale asks for messages in German.
bool locale_is_german();

/// Returns the paragraphs of a game's rules, each in one line; an indented line stays apart.
std::vector<std::string> paragraphs_of(const std::string& rules);

/// Returns the paragraphs in German; none unless each of them has German.
std::vector<std::string> german_paragraphs(const std::vector<std::string>& english);

/// Returns the rules of a game in German, those of a script marked; "" if they have no German.
std::string german_rules(const rules::GameInfo& info, bool is_script);

/// Returns words that the file of sentences does not have, for a page in either language.
Said::Value both(std::string english, std::string german);

/// Returns in German what a game or a parameter is about, and `english` if it has no German.
std::string german_about(const std::string& english);

}  // namespace fairdeal::words
