#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/missed_move_law.h"
#include "rules/params.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "tests/shipped_script.h"
#include "ui/words/german.h"
#include "ui/words/words.h"

/// The German of the games' own words: games/labels.json.

namespace fairdeal::rules {
namespace {

constexpr int kTurnsMax = 150;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const Json& labels() {
  static const Json all = Json::parse(text_of(FD_SOURCE_DIR "/games/labels.json"));
  return all;
}

/// Returns the places of a pattern: "raise to {n}" has {n}.
std::multiset<std::string> places_of(const std::string& pattern) {
  static const std::regex kPlace(R"(\{\w+\})");
  return {std::sregex_token_iterator(pattern.begin(), pattern.end(), kPlace), {}};
}

/// Returns what matches a pattern: n and m are numbers, and any other place stands for any words.
std::regex matched_by(const std::string& pattern) {
  static const std::regex kPlace(R"(\{\w+\})"), kOther(R"([.?*+()|^$\[\]\\])");
  static const std::regex kNumber(R"(\{[nm]\})");
  std::string regex = std::regex_replace(pattern, kOther, R"(\$&)");
  regex = std::regex_replace(regex, kNumber, R"(([-+]?\d+))");
  return std::regex(std::regex_replace(regex, kPlace, "(.+)"));
}

/// A pattern of news, and which of its places have to be news themselves.
struct NewsPattern {
  std::regex matched;
  std::vector<bool> is_news;
};

/// Returns the patterns of news: there n, m and f are numbers, and a place with a capital is news.
std::vector<NewsPattern> news_patterns() {
  static const std::regex kNumber(R"(\{[nmf]\})"), kPlace(R"(\{\w+\})"),
      kOther(R"([.?*+()|^$\[\]\\])");
  std::vector<NewsPattern> patterns;
  for (const auto& [english, german] : labels().at("news").items()) {
    std::string regex = std::regex_replace(english, kOther, R"(\$&)");
    regex = std::regex_replace(regex, kNumber, R"(([-+]?\d+))");
    regex = std::regex_replace(regex, std::regex(R"(\{[A-Z]\w*\})"), "(.+)");
    // A name ends no sentence, and hides no comma between two news.
    regex = std::regex_replace(regex, std::regex(R"(\{(who|to)\})"), R"(((?:(?!\. |, ).)+))");
    NewsPattern pattern{std::regex(std::regex_replace(regex, kPlace, R"(((?:(?!\. ).)+))")), {}};
    for (std::sregex_iterator place(english.begin(), english.end(), kPlace), end; place != end;
         ++place)
      pattern.is_news.push_back(std::isupper(place->str()[1]) != 0);
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

bool news_has_german(const std::string& news);

/// Returns whether these are several news with German, joined by commas.
bool list_has_german(const std::string& news) {
  for (std::size_t at = 0; (at = news.find(", ", at)) != std::string::npos; at += 2)
    if (news_has_german(news.substr(0, at)) && news_has_german(news.substr(at + 2))) return true;
  return false;
}

bool news_has_german(const std::string& news) {
  static const std::vector<NewsPattern> patterns = news_patterns();
  static std::map<std::string, bool> known;
  if (const auto before = known.find(news); before != known.end()) return before->second;
  const bool has =
      list_has_german(news) || std::ranges::any_of(patterns, [&](const NewsPattern& pattern) {
        std::smatch found;
        if (!std::regex_match(news, found, pattern.matched)) return false;
        for (std::size_t i = 0; i < pattern.is_news.size(); ++i)
          if (pattern.is_news[i] && !news_has_german(found[i + 1])) return false;
        return true;
      });
  return known[news] = has;
}

/// Collects the lines in which a game tells of an event that have no German. A number is as good as
/// any other, and so is a card.
void collect_news(const std::string& lines, std::set<std::string>& without) {
  static const std::regex kNumber(R"(\d+)"), kCard(R"((10|[2-9TJQKA])(♠|♥|♦|♣|[cdhs]\b))");
  std::istringstream each(lines);
  for (std::string line; std::getline(each, line);) {
    if (line.starts_with("game> ")) line.erase(0, 6);
    line.erase(line.find_last_not_of(' ') + 1);
    line = std::regex_replace(std::regex_replace(line, kCard, "x"), kNumber, "1");
    if (!news_has_german(line)) without.insert(line);
  }
}

bool has_german(const std::string& label) {
  static const std::vector<std::regex> all = [] {
    std::vector<std::regex> regexes;
    for (const auto& [english, german] : labels().at("labels").items())
      regexes.push_back(matched_by(english));
    return regexes;
  }();
  return std::ranges::any_of(all,
                             [&](const std::regex& one) { return std::regex_match(label, one); });
}

/// Begins a match as people play it.
Result<AnyGame> start_among_people(const std::string& game, std::size_t seats) {
  FD_TRY(const Module* module, find_module(game));
  return start_game(game, params_among_people(module->info(), Json::object()), seats);
}

/// Plays a match at random, and collects the labels of all its moves that have no German.
void collect(const std::string& game, std::size_t seats, std::uint64_t seed,
             std::set<std::string>& without) {
  auto start = start_among_people(game, seats);
  ASSERT_TRUE(start) << game << start.error().about;
  Match match(*start, Dealer(seed));
  ASSERT_TRUE(match.begin());
  SeededRng rng(seed);
  const SeatNames all{"Ann", "Bob", "Cal", "Deb", "Eve", "Fay"};
  const SeatNames names(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(seats));
  for (int turn = 0; turn < kTurnsMax && !match.game().over(); ++turn) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active()) {
      const Known known = match.dealer().known(seat);
      for (const Choice& choice : match.game().choices(seat, known, names))
        if (!has_german(choice.label)) without.insert(choice.label);
      moves.emplace(seat, random_move(match.game(), seat, known, rng));
      const std::string told = match.game().label(seat, moves.at(seat), {}, names);
      if (!has_german(told)) without.insert(told);
    }
    ASSERT_TRUE(match.move(moves));
  }
}

/// Plays a match at random, and collects the news that have no German.
void collect_news_of(const std::string& game, std::size_t seats, std::uint64_t seed,
                     const Player& player, std::set<std::string>& without) {
  auto start = start_among_people(game, seats);
  ASSERT_TRUE(start) << game << start.error().about;
  SeatNames names{"You", "Bob", "Cal", "Deb", "Eve", "Fay"};
  names.resize(seats);
  AnyGame before = *start;
  Match match(*start, Dealer(seed), [&](const Report& report) {
    if (report.event != nullptr) {
      collect_news(before.news(*report.event, report.game, names), without);
      collect_news(before.words(*report.event, names), without);
    }
    before = report.game;
  });
  ASSERT_TRUE(match.begin());
  SeededRng rng(seed);
  for (int turn = 0; turn < kTurnsMax && !match.game().over(); ++turn) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves.emplace(seat, player(match.game(), seat, match.dealer().known(seat), rng));
    ASSERT_TRUE(match.move(moves));
  }
}

/// Returns whether words of a scene have German, or none to translate: people, cards and numbers.
bool scene_has_german(const std::string& words) {
  static const std::regex kNotation(R"((Ann|Bob|Cal|Deb|[^A-Za-z]|\b(bar|off)\b)*)");
  return labels().at("names").contains(words) || has_german(words) ||
         std::regex_match(words, kNotation);
}

/// Collects the words of a scene that have no German.
void collect_words(const Json& part, std::set<std::string>& without) {
  if (part.is_array())
    for (const Json& each : part) collect_words(each, without);
  if (!part.is_object()) return;
  for (const auto& [key, value] : part.items()) {
    static const std::set<std::string> kWords{"title", "tag",   "unit",  "about",
                                              "ask",   "label", "aside", "name"};
    const bool is_label = key == "text" && part.value("kind", "") == "label";
    if (!value.is_string())
      collect_words(value, without);
    else if ((kWords.contains(key) || is_label) && !scene_has_german(value.get<std::string>()))
      without.insert(value.get<std::string>());
  }
}

/// Returns a playing card as moves name it: "9♣" of "9c"; "" for any other face.
std::string symbol_of(const std::string& face) {
  static const std::map<char, std::string> kSuits{{'c', "♣"}, {'d', "♦"}, {'h', "♥"}, {'s', "♠"}};
  if (face.size() != 2 || !kSuits.contains(face[1])) return "";
  return face[0] + kSuits.at(face[1]);
}

/// Expects that each move that is made by touching one card names this card.
void expect_cards_named(const Json& scene) {
  std::map<std::string, std::string> symbols;
  for (const Json& thing : scene.value("things", Json::array()))
    if (thing.at(3).is_string())
      symbols.emplace(thing.at(0).get<std::string>(), symbol_of(thing.at(3).get<std::string>()));
  for (const Json& move : scene.value("moves", Json::array())) {
    const Json touches = move.value("touches", Json::array());
    if (touches.size() != 1 || symbols[touches.at(0).get<std::string>()].empty()) continue;
    const std::string& symbol = symbols.at(touches.at(0).get<std::string>());
    EXPECT_NE(move.value("label", "").find(symbol), std::string::npos) << move << " for " << symbol;
  }
}

/// Plays a match at random, and collects the words of its scenes that have no German.
void collect_scenes(const std::string& game, std::size_t seats, std::set<std::string>& without) {
  auto start = start_among_people(game, seats);
  ASSERT_TRUE(start) << game << start.error().about;
  Match match(*start, Dealer(4));
  ASSERT_TRUE(match.begin());
  SeededRng rng(4);
  SeatNames names{"Ann", "Bob", "Cal", "Deb"};
  names.resize(seats);
  for (int turn = 0; turn < kTurnsMax && !match.game().over(); ++turn) {
    std::map<Seat, Action> moves;
    collect_words(match.game().scene({}, {}, names), without);
    for (const Seat seat : match.game().active()) {
      const Known known = match.dealer().known(seat);
      const Json scene = match.game().scene(seat, known, names);
      collect_words(scene, without);
      if (scene.is_object()) expect_cards_named(scene);
      moves.emplace(seat, random_move(match.game(), seat, known, rng));
    }
    ASSERT_TRUE(match.move(moves));
  }
}

/// Returns the names of all shipped games, but for those that only serve as a reference.
const std::set<std::string>& shipped_games() {
  static const std::set<std::string> all = [] {
    std::set<std::string> games;
    for (const std::string& file : sources::shipped_scripts()) {
      const auto script = Script::load(file, text_of(sources::shipped_script(file)));
      if (!script) continue;
      if (const auto module = add_module(module_of_script(*script)))
        games.insert((*module)->info().name);
    }
    for (const Module& module : modules())
      if (module.info().shelf != "reference") games.insert(module.info().name);
    return games;
  }();
  return all;
}

TEST(Labels, HaveTheSamePlacesInBothLanguages) {
  for (const char* part : {"labels", "parts", "news"})
    for (const auto& [english, german] : labels().at(part).items())
      EXPECT_EQ(places_of(english), places_of(german.get<std::string>())) << english;
}

TEST(Labels, WhatAllShippedGamesAreAboutHasGerman) {
  std::set<std::string> games, params;
  for (const std::string& game : shipped_games()) {
    const GameInfo& info = (*find_module(game))->info();
    if (info.shelf == "reference") continue;
    games.insert(info.about);
    for (const Param& param : info.params) params.insert(param.about);
  }
  const auto german = [](const char* part) {
    std::set<std::string> english;
    for (const auto& [key, told] : labels().at(part).items()) {
      EXPECT_NE(key, told.get<std::string>());
      english.insert(key);
    }
    return english;
  };
  EXPECT_EQ(games, german("games"));
  EXPECT_EQ(params, german("params"));
}

TEST(Labels, EveryShippedGameHasRulesThatSayMoreThanHowAMissedMoveEndsIt) {
  for (const std::string& game : shipped_games()) {
    std::string rules = (*find_module(game))->info().rules;
    const std::string sentence = "If you do not move in time, " + std::string(kLosesTheMatch) + ".";
    if (const auto at = rules.find(sentence); at != std::string::npos)
      rules.erase(at, sentence.size());
    EXPECT_NE(rules.find_first_not_of(" \n"), std::string::npos) << game;
  }
}

TEST(Rules, OfAllShippedGamesHaveGermanInEachParagraphAndNoOtherHas) {
  const Json file = Json::parse(text_of(FD_SOURCE_DIR "/games/rules.json"));
  std::set<std::string> english, german;
  for (const std::string& game : shipped_games()) {
    const GameInfo& info = (*find_module(game))->info();
    for (const std::string& paragraph : words::paragraphs_of(info.rules)) english.insert(paragraph);
    EXPECT_NE(words::german_rules(info, false), "") << game;
    EXPECT_NE(words::german_about(info.about), info.about) << game;
  }
  for (const auto& [key, told] : file.at("paragraphs").items()) {
    german.insert(key);
    EXPECT_NE(key, told.get<std::string>());
  }
  EXPECT_EQ(english, german);
}

/// A number of the rules is the same in both languages, however it is written out.
TEST(Rules, HaveTheSameNumbersInBothLanguages) {
  static const std::regex kNumber(R"(\d+)");
  const auto numbers_of = [](const std::string& text) {
    return std::multiset<std::string>{std::sregex_token_iterator(text.begin(), text.end(), kNumber),
                                      {}};
  };
  const Json file = Json::parse(text_of(FD_SOURCE_DIR "/games/rules.json"));
  for (const auto& [english, german] : file.at("paragraphs").items())
    EXPECT_EQ(numbers_of(english), numbers_of(german.get<std::string>())) << english;
}

TEST(Rules, OfAScriptWithAnotherParagraphStayInEnglish) {
  GameInfo info = (*find_module("kuhn"))->info();
  EXPECT_TRUE(words::german_rules(info, false).starts_with("Es gibt drei Karten"));
  EXPECT_TRUE(words::german_rules(info, true).starts_with("| Es gibt drei Karten"));
  info.rules += "\n\nThe host always wins.";
  EXPECT_EQ(words::german_rules(info, false), "");
}

/// web/fixtures is written by programs, and here it is checked that these are not of long ago.
TEST(Rules, OfTheFixturesOfTheLobbyAreThoseOfToday) {
  for (const std::string name : {"lobby", "lobby-empty"}) {
    const std::string path = FD_SOURCE_DIR "/web/fixtures/" + name + ".json";
    const Json fixture = Json::parse(text_of(path));
    std::map<std::string, Json> games;
    for (const Json& message : fixture)
      if (message.contains("state"))
        for (const Json& game : message.at("state").at("lobby").at("games"))
          games[game.at("name").get<std::string>()] = game;
    for (const std::string& game : shipped_games()) {
      const GameInfo& info = (*find_module(game))->info();
      if (info.shelf == "reference") continue;
      ASSERT_TRUE(games.contains(game)) << game << " is not in " << path;
      const Json& told = games.at(game);
      const auto stale = "write " + name + ".json anew: web/tests/fixtures.mjs; of " + game;
      EXPECT_EQ(told.at("about"), info.about) << stale;
      EXPECT_EQ(told.at("rules"), words::rules_words(info, false)) << stale;
      EXPECT_EQ(told.at("rules_de"), words::german_rules(info, false)) << stale;
      std::vector<std::string> params, told_params;
      for (const Param& param : info.params) params.push_back(param.name);
      for (const Json& param : told.at("params"))
        told_params.push_back(param.at("name").get<std::string>());
      EXPECT_EQ(told_params, params) << stale;
    }
  }
}

TEST(Rules, AreReadByParagraphsWhoseIndentedLinesStayApart) {
  EXPECT_EQ(words::paragraphs_of("One\ntwo \n  three;\n  four.\nFive\n \n\nSix\n"),
            (std::vector<std::string>{"One two\n  three;\n  four. Five", "Six"}));
  EXPECT_EQ(words::paragraphs_of("\n"), std::vector<std::string>());
}

TEST(Labels, NewsOfAllShippedGamesHaveGerman) {
  EXPECT_FALSE(news_has_german("Bob wins the pot of 80"));
  EXPECT_TRUE(news_has_german("Hand 1: You win 1 with a flush, ace high, Bob wins 1."));
  EXPECT_FALSE(news_has_german("Bob wins 1, and the sky falls"));
  for (const std::string& game : shipped_games()) {
    const GameInfo& info = (*find_module(game))->info();
    const std::size_t seats =
        std::min<std::size_t>(info.seats_max, std::max<std::size_t>(info.seats_min, 3));
    std::set<std::string> without;
    collect_news_of(game, seats, 1, random_move, without);
    for (const std::uint64_t seed : {2U, 3U})
      collect_news_of(game, seats, seed, simple_move, without);
    EXPECT_TRUE(without.empty()) << game << ": " << testing::PrintToString(without);
  }
}

TEST(Labels, OfAllShippedGamesHaveGermanOrAreNotation) {
  for (const std::string& game : shipped_games()) {
    const GameInfo& info = (*find_module(game))->info();
    if (labels().at("notation").contains(game)) continue;
    const std::size_t seats =
        std::min<std::size_t>(info.seats_max, std::max<std::size_t>(info.seats_min, 3));
    std::set<std::string> without;
    for (const std::uint64_t seed : {1U, 2U, 3U}) collect(game, seats, seed, without);
    EXPECT_TRUE(without.empty()) << game << ": " << testing::PrintToString(without);
  }
  for (const auto& [game, why] : labels().at("notation").items())
    EXPECT_TRUE(shipped_games().contains(game)) << game;
}

TEST(Labels, WordsOfScenesOfAllShippedGamesHaveGerman) {
  EXPECT_FALSE(scene_has_german("no such words"));
  for (const std::string& game : shipped_games()) {
    const GameInfo& info = (*find_module(game))->info();
    std::set<std::string> without;
    collect_scenes(game,
                   std::min<std::size_t>(info.seats_max, std::max<std::size_t>(info.seats_min, 2)),
                   without);
    EXPECT_TRUE(without.empty()) << game << ": " << testing::PrintToString(without);
  }
}

}  // namespace
}  // namespace fairdeal::rules
