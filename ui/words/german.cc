#include "ui/words/german.h"

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/words/words.h"

namespace fairdeal::words {

extern const char* const kGameRules;
extern const char* const kGameLabels;

namespace {

std::optional<std::string> german_of(const rules::Json& file, const char* part,
                                     const std::string& english) {
  return rules::JsonReader(file).member(part).member(english).text();
}

}  // namespace

bool locale_is_german() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || value[0] == '\0') continue;
    const std::string_view locale = value;
    return locale.substr(0, locale.find_first_of("_.@")) == "de";
  }
  return false;
}

std::vector<std::string> paragraphs_of(const std::string& rules) {
  std::vector<std::string> paragraphs;
  std::istringstream lines(rules);
  bool begins = true;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find_last_not_of(' ');
    if (end == std::string::npos) {
      begins = true;
      continue;
    }
    line.resize(end + 1);
    if (std::exchange(begins, false))
      paragraphs.push_back(line);
    else
      paragraphs.back() += (line.front() == ' ' ? "\n" : " ") + line;
  }
  return paragraphs;
}

std::vector<std::string> german_paragraphs(const std::vector<std::string>& english) {
  static const rules::Json file = rules::json_or_null(kGameRules);
  std::vector<std::string> german;
  for (const std::string& paragraph : english) {
    auto found = german_of(file, "paragraphs", paragraph);
    if (!found) return {};
    german.push_back(*std::move(found));
  }
  return german;
}

std::string german_rules(const rules::GameInfo& info, bool is_script) {
  std::string german;
  for (const std::string& paragraph : german_paragraphs(paragraphs_of(info.rules)))
    german += (german.empty() ? "" : "\n\n") + paragraph;
  return is_script ? marked_lines(german) : german;
}

Said::Value both(std::string english, std::string german) {
  return {"both", {{"en", english}, {"de", std::move(german)}}, english};
}

std::string german_about(const std::string& english) {
  static const rules::Json file = rules::json_or_null(kGameLabels);
  for (const char* part : {"games", "params"})
    if (auto german = german_of(file, part, english)) return *std::move(german);
  return english;
}

}  // namespace fairdeal::words
