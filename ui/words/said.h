#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rules/json_full.h"

namespace fairdeal::words {

using Json = nlohmann::json;

/// A sentence of the program: its id in ui/words/sentences.json, and the values that it names. The
/// file has the sentence in English and in German. A terminal shows the English, and a page the
/// language of its person.
///
/// A place such as {who} in a sentence stands for the value of that name. {n:hand|hands} stands for
/// the first word if n is 1, and else for the second one.
struct Said {
  struct Value {
    /// name, names: of people; count; chips; text: as it is, in every language; both: in two;
    /// game: words of the game's own; stakes: the same, where its numbers are chips; said: a
    /// sentence; list, lines: sentences, with commas or line ends between them.
    const char* kind;
    Json json;         ///< the value, but for sentences
    std::string text;  ///< in English
  };

  std::string id{};  ///< "": nothing is said
  std::map<std::string, Value> values{};

  bool empty() const { return id.empty(); }
  /// Returns the sentence in English. A sentence that the file lacks is told as its id, and a value
  /// that it lacks as its name.
  std::string text() const;
  /// Returns it for a page: {"id": "left", "who": {"name": "Bob"}}; null if nothing is said.
  Json json() const;
};

using Values = std::map<std::string, Said::Value>;

inline Said said(std::string id, Values values = {}) { return {std::move(id), std::move(values)}; }

Said::Value name(std::string who);
/// Returns the names as a sentence has them: "Ann, Bob and Cal".
Said::Value names(const std::vector<std::string>& who);
Said::Value count(std::int64_t number);
Said::Value chips(std::int64_t number);
Said::Value text(std::string words);
Said::Value game(std::string words);
Said::Value stakes(std::string words);
Said::Value sentence(const Said& said);
Said::Value list(const std::vector<Said>& sentences);
Said::Value lines(const std::vector<Said>& sentences);

/// Returns the sentences as one that has a line for each.
Said in_lines(const std::vector<Said>& sentences);

/// Returns these words as they are, in every language.
Said plain(std::string words);
std::vector<Said> plain_lines(const std::vector<std::string>& lines);

/// Returns the sentences in English.
std::vector<std::string> texts_of(const std::vector<Said>& sentences);
/// Returns the sentences for a page, in a list.
Json json_of(const std::vector<Said>& sentences);

/// Returns the file of sentences.
const Json& sentences();

}  // namespace fairdeal::words
