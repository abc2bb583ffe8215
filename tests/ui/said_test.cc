#include "ui/words/said.h"

#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "tests/source_files.h"

/// The sentences of the program: one file has them all, in both languages.

namespace fairdeal::words {
namespace {

/// Returns the values that a sentence names: "{n:hand|hands}" names n.
std::set<std::string> places_of(const std::string& sentence) {
  std::set<std::string> places;
  for (std::size_t at = 0; (at = sentence.find('{', at)) != std::string::npos; ++at) {
    const std::size_t end = sentence.find('}', at);
    const std::string place = sentence.substr(at + 1, end - at - 1);
    places.insert(place.substr(0, place.find(':')));
  }
  return places;
}

std::size_t first_letter(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Returns the ids that the program says.
std::set<std::string> ids_said() {
  constexpr std::string_view kSaid = "said(\"";
  std::set<std::string> ids;
  for (const sources::File& file : sources::files()) {
    if (file.folder != "ui" && file.folder != "cli") continue;
    std::string code;
    for (const std::string& line : file.lines) code += line.substr(first_letter(line));
    for (std::size_t at = 0; (at = code.find(kSaid, at)) != std::string::npos;) {
      at += kSaid.size();
      ids.insert(code.substr(at, code.find('"', at) - at));
    }
    // A sentence may become another one with the same values.
    constexpr std::string_view kBecomes = "id = \"";
    for (std::size_t at = 0; (at = code.find(kBecomes, at)) != std::string::npos;) {
      at += kBecomes.size();
      ids.insert(code.substr(at, code.find('"', at) - at));
    }
  }
  return ids;
}

/// Returns the names of the values in `code` from `at`, behind the id: , {{"who", …}, {"n", …}}).
std::set<std::string> values_at(std::string_view code, std::size_t at) {
  std::set<std::string> names;
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == '}' && --depth == 0) break;
    if (code[at] != '{') continue;
    if (++depth == 2 && code[at + 1] == '"')
      names.insert(std::string(code.substr(at + 2, code.find('"', at + 2) - at - 2)));
  }
  return names;
}

TEST(Sentences, GetTheValuesThatTheyName) {
  constexpr std::string_view kSaid = "said(\"";
  std::size_t calls = 0;
  for (const sources::File& file : sources::files()) {
    if (file.folder != "ui" && file.folder != "cli") continue;
    std::string code;
    for (const std::string& line : file.lines) code += line.substr(first_letter(line)) + ' ';
    for (std::size_t at = 0; (at = code.find(kSaid, at)) != std::string::npos;) {
      at += kSaid.size();
      const std::size_t end = code.find('"', at);
      const std::string id = code.substr(at, end - at);
      const std::size_t values = code.find_first_not_of(", ", end + 1);
      const bool none = code[values] == ')';
      if ((!none && code.substr(values, 2) != "{{") || !sentences().contains(id)) continue;
      const std::string english = sentences().at(id).at("en");
      EXPECT_EQ(none ? std::set<std::string>() : values_at(code, values), places_of(english)) << id;
      ++calls;
    }
  }
  EXPECT_GT(calls, 100u);
}

TEST(Sentences, AreToldWithoutAValueThatLacks) {
  EXPECT_EQ(said("left").text(), "who left.");
  EXPECT_EQ(said("no such sentence").text(), "no such sentence");
}

TEST(Sentences, AreThereInBothLanguagesWithTheSameValues) {
  for (const auto& [id, sentence] : sentences().items()) {
    ASSERT_EQ(sentence.size(), 2u) << id;
    const std::string english = sentence.at("en"), german = sentence.at("de");
    EXPECT_FALSE(english.empty() || german.empty()) << id;
    EXPECT_EQ(places_of(english), places_of(german)) << id;
  }
}

/// No sentence begins with a clause for a person, or calls what is theirs "its".
TEST(Sentences, SpeakOfPeopleAsPeople) {
  const std::regex clause(R"(^(Who|Whom|Whoever|What)\b)");
  const std::regex person(R"(\b(host|guest|friend|player)s?\b[^.:;,]*\b(its|itself)\b)",
                          std::regex::icase);
  for (const auto& [id, sentence] : sentences().items()) {
    const std::string english = sentence.at("en");
    EXPECT_FALSE(std::regex_search(english, clause)) << english;
    EXPECT_FALSE(std::regex_search(english, person)) << english;
  }
}

TEST(Sentences, AreThoseThatTheProgramSays) {
  std::set<std::string> there;
  for (const auto& [id, sentence] : sentences().items()) there.insert(id);
  EXPECT_EQ(ids_said(), there);
}

TEST(Sentences, TakeTheirValues) {
  const Said one = said("vote_on", {{"who", names({"Ann"})}, {"n", count(1)}});
  const Said two = said("vote_on", {{"who", names({"Ann", "Bob"})}, {"n", count(2)}});
  EXPECT_EQ(one.text(), "Ann does not answer; the others go on without Ann.");
  EXPECT_EQ(two.text(), "Ann and Bob do not answer; the others go on without Ann and Bob.");
  EXPECT_EQ(in_lines({said("left", {{"who", name("Ann")}}), said("no_chat")}).text(),
            "Ann left.\nAt this table nobody says anything: the host wants no chat.");
}

TEST(Sentences, TellAPageTheKindsOfTheirValues) {
  const Said won = said("you_win_chips", {{"n", chips(1510)}});
  EXPECT_EQ(won.json(), (Json{{"id", "you_win_chips"}, {"n", {{"chips", 1510}}}}));
  EXPECT_TRUE(Said().json().is_null());
  EXPECT_EQ(Said().text(), "");
}

}  // namespace
}  // namespace fairdeal::words
