#include "ui/front/page_state.h"

#include <regex>
#include <set>

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "proto/page.pb.h"
#include "rules/dealer.h"
#include "rules/match.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "tests/ui/shown_game.h"
#include "ui/words/qr.h"

/// The messages to pages of matches of every game, which a trusted dealer plays.

namespace fairdeal::front {
namespace {

/// Longer matches show nothing new.
constexpr int kTurnsMax = 150;

/// All two-letter names and symbols of cards in a text.
std::set<std::string> cards_in(const std::string& text) {
  static const std::regex kCard("(^|[^A-Za-z0-9])([2-9TJQKA][cdhs])($|[^A-Za-z0-9])");
  static const std::regex kSymbol("(10|[2-9TJQKA])(♣|♦|♥|♠)");
  static const std::map<std::string, std::string> kSuits{
      {"♣", "c"}, {"♦", "d"}, {"♥", "h"}, {"♠", "s"}};
  std::set<std::string> cards;
  for (auto at = text.cbegin(); at < text.cend();) {
    std::smatch match;
    if (!std::regex_search(at, text.cend(), match, kCard)) break;
    cards.insert(match[2]);
    at = match[2].second;
  }
  for (std::sregex_iterator i(text.begin(), text.end(), kSymbol), end; i != end; ++i)
    cards.insert(((*i)[1] == "10" ? "T" : (*i)[1].str()) + kSuits.at((*i)[2]));
  return cards;
}

/// Checks that a message is one of the schema: no field that it does not know, and each of its
/// type.
void expect_schema(const std::string& text) {
  page::FromNode message;
  const auto parsed = google::protobuf::util::JsonStringToMessage(text, &message);
  EXPECT_TRUE(parsed.ok()) << parsed.ToString() << "\n" << text.substr(0, 2000);
  EXPECT_EQ(message.v(), 1u);
}

Json state_of(const PageFacts& facts) { return Json::parse(page_state_text(facts)).at("state"); }

class EveryGame : public testing::TestWithParam<std::size_t> {
 protected:
  const rules::Module& module() const { return rules::modules()[GetParam()]; }

  /// Plays a match by bots. Calls `look` at each turn.
  template <class Look>
  void play(std::uint64_t seed, Look look) const {
    const auto& info = module().info();
    const std::size_t seats =
        std::min<std::size_t>(info.seats_max, std::max<std::size_t>(info.seats_min, 3));
    const auto start = rules::start_game(info.name, Json::object(), seats);
    ASSERT_TRUE(start) << start.error().about;
    rules::Match match(*start, rules::Dealer(seed));
    ASSERT_TRUE(match.begin());
    SeededRng rng(seed);
    for (int turn = 0; turn < kTurnsMax && !match.game().over(); ++turn) {
      look(match);
      std::map<Seat, rules::Action> moves;
      for (const Seat seat : match.game().active())
        moves.emplace(seat,
                      rules::random_move(match.game(), seat, match.dealer().known(seat), rng));
      ASSERT_TRUE(match.move(moves));
    }
    look(match);
  }
  static PageFacts facts_of(const rules::Match& match, rules::Observer observer) {
    const bool asks = observer && std::ranges::count(match.game().active(), *observer) > 0;
    PageFacts facts;
    facts.phase = "playing";
    facts.game = PageGame{.game = match.game(),
                          .observer = observer,
                          .known = observer ? match.dealer().known(*observer) : rules::Known(),
                          .asks = asks};
    return facts;
  }
};

TEST_P(EveryGame, APageSeesWhatItsSeatSeesAndNoOtherCard) {
  for (const std::uint64_t seed : {1U, 2U}) {
    play(seed, [&](const rules::Match& match) {
      for (std::uint32_t i = 0; i <= match.game().seats(); ++i) {
        const auto observer =
            i < match.game().seats() ? rules::Observer(Seat(i)) : rules::Observer();
        const PageFacts facts = facts_of(match, observer);
        const Json state = state_of(facts);
        const rules::Known known = observer ? match.dealer().known(*observer) : rules::Known();
        const Json view = match.game().view(observer, known);
        EXPECT_EQ(state.at("view"), view);
        Json rest = state;
        rest.erase("view");
        rest.erase("hint");
        const auto seen = cards_in(view.dump());
        for (const std::string& card : cards_in(rest.dump()))
          EXPECT_TRUE(seen.contains(card)) << card << " in " << rest.dump();
      }
    });
  }
}

/// With other hidden cards and dice, but the same public course of the match, a page is told the
/// same: what it is told comes from the seat's own view.
TEST_P(EveryGame, AStateDependsOnNothingButTheSeatsOwnKnowledge) {
  play(3, [&](const rules::Match& match) {
    for (std::uint32_t i = 0; i < match.game().seats(); ++i) {
      PageFacts facts = facts_of(match, Seat(i));
      const std::string text = page_state_text(facts);
      // The same value of the game, read from its public JSON form.
      const auto loaded = rules::load_game(module().info().name, match.game().params(),
                                           match.game().seats(), match.game().json());
      // Stud shows cards before its first move, and cannot be read back from there.
      if (!module().loads && !loaded) GTEST_SKIP() << loaded.error().about;
      ASSERT_TRUE(loaded) << loaded.error().about;
      facts.game->game = *loaded;
      EXPECT_EQ(page_state_text(facts), text);
    }
  });
}

TEST_P(EveryGame, EveryMessageIsOneOfTheSchemaAndEveryMoveIsLegal) {
  play(4, [&](const rules::Match& match) {
    for (std::uint32_t i = 0; i < match.game().seats(); ++i) {
      const PageFacts facts = facts_of(match, Seat(i));
      expect_schema(page_state_text(facts));
      const Json state = state_of(facts);
      EXPECT_EQ(state.at("moves").empty(), !facts.game->asks) << state.at("moves");
      std::set<std::string> ids;
      for (const Json& move : state.at("moves")) {
        EXPECT_TRUE(ids.insert(move.at("id")).second) << move;
        const auto allowed = [&](const Json& json) {
          return rules::allows(match.game(), Seat(i), rules::Action{rules::text(json)});
        };
        EXPECT_TRUE(allowed(move.at("move"))) << move;
        if (!move.contains("number")) continue;
        const Json& number = move["number"];
        for (const Json& one : number.at("suggestions")) {
          Json with = move.at("move");
          with[number.at("name").get<std::string>()] = one.at("value");
          EXPECT_TRUE(allowed(with)) << with << move;
        }
      }
    }
  });
}

std::string name_of(const testing::TestParamInfo<std::size_t>& at) {
  std::string name = rules::modules()[at.param].info().name;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, EveryGame, testing::Range(std::size_t{0}, rules::modules().size()),
                         name_of);

TEST(PageState, OfATableThatGathersFitsTheSchema) {
  PageFacts facts;
  facts.table = {
      .id = "", .game = "go-fish", .seats = 3, .code = "7-a-b", .link = "x", .here = "y"};
  facts.seats = {{.name = "Ann"},
                 {.name = "Bob \xff", .standing = "away", .words = "lost contact"}};
  facts.working = {{Seat(1), "shuffle", true}};
  facts.checks.steps = {{1, "shuffle", "Ann", 3, true}};
  facts.result = PageResult{{"Ann +1"}, Json::array({1, -1})};
  facts.trouble = {{true, "a", "b", "c"}};
  expect_schema(page_state_text(facts));
  const Json table = state_of(facts).at("table");
  EXPECT_EQ(table.at("title"), "Go fish");
  EXPECT_EQ(table.at("link_qr"), Json(words::qr_code("x"))) << "also where a code is kept busy";
  const std::vector<PageLine> lines{{1, "chat", "hello", 1, 0}, {2, "note", "x"}};
  expect_schema(page_lines_text(lines));
}

/// The value that a page of JavaScript reads where a message has this number.
Json rounded(const Json& json) {
  if (json.is_number_integer()) return static_cast<std::int64_t>(json.get<double>());
  Json copy = json;
  if (json.is_structured())
    for (Json& part : copy) part = rounded(part);
  return copy;
}

constexpr std::int64_t kOdd = (std::int64_t{1} << 53) + 1;  // no double is this

TEST(PageState, HasNoNumberThatAPageWouldRound) {
  const Json big = {{"at", kOdd}, {"low", {-kOdd, INT64_MIN, INT64_MAX}}, {"most", kOdd - 2}};
  const auto game =
      words::ShownGame::of({.params = {{"of", kOdd}}, .views = {big}, .moves = {big}});
  const Json state = state_of(words::facts_of_shown(game, Seat(0)));
  EXPECT_EQ(rounded(state), state);
  EXPECT_EQ(state.at("view").at("at"), "9007199254740993");
  EXPECT_EQ(state.at("view").at("most"), kOdd - 2) << "the largest that is exact stays a number";
  EXPECT_EQ(state.at("moves").at(0).at("move").at("low").at(2), "9223372036854775807");
}

TEST(PageState, AMoveComesBackWithItsOwnNumbers) {
  const std::vector<Json> moves{kOdd, kOdd - 1, Json::array({1, -kOdd}), {{"bid", INT64_MAX}},
                                7,    "plain"};
  const auto game = words::ShownGame::of({.views = {Json()}, .moves = moves});
  const Json state = state_of(words::facts_of_shown(game, Seat(0)));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const rules::Action said{rules::text(rounded(state.at("moves").at(i).at("move")))};
    EXPECT_EQ(meant_by(said, game, Seat(0)).value().text, rules::text(moves[i]));
  }
  const rules::Action other{R"("9007199254740995")"};
  EXPECT_EQ(meant_by(other, game, Seat(0)), other) << "another number stays what it is: no move";
}

TEST(PageState, AMoveThatMayBeOneOfTwoIsNone) {
  const auto game =
      words::ShownGame::of({.views = {Json()}, .moves = {kOdd, std::to_string(kOdd)}});
  const rules::Action said{rules::text(Json(std::to_string(kOdd)))};
  EXPECT_FALSE(meant_by(said, game, Seat(0))) << "the page showed two moves that look the same";
}

TEST(PageState, ANumberToChooseEndsWhereAPageWouldRoundIt) {
  const Json move = {{"label", "bid 5"},
                     {"move", {{"bid", 5}}},
                     {"min", 5},
                     {"max", std::int64_t{1} << 53},
                     {"step", 2}};
  const auto game = words::ShownGame::of({.views = {Json()}, .moves = {move}});
  const Json number = state_of(words::facts_of_shown(game, Seat(0))).at("moves").at(0).at("number");
  EXPECT_EQ(rounded(number), number);
  EXPECT_EQ(number.at("max"), (std::int64_t{1} << 53) - 1);
}

TEST(FromPage, AHeartbeatIsNothingElse) {
  EXPECT_TRUE(is_heartbeat(R"({"v":1,"beat":true})"));
  for (const char* other : {R"({"v":1,"beat":false})", R"({"v":2,"beat":true})", R"({"beat":true})",
                            R"({"v":1,"beat":true,"line":"x"})", "", "[]"})
    EXPECT_FALSE(is_heartbeat(other)) << other;
  EXPECT_EQ(Json::parse(heartbeat_text()), (Json{{"v", 1}, {"beat", true}}));
}

TEST(FromPage, IsAMoveForAStepOrALine) {
  const auto move = parse_from_page(R"({"v":1,"step":7,"move":{"raise":60}})");
  ASSERT_TRUE(move);
  EXPECT_EQ(move->chosen->step, 7u);
  EXPECT_EQ(move->chosen->action.text, R"({"raise":60})");
  const auto line = parse_from_page(R"({"v":1,"line":"say hé"})");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->line, "say hé");
  EXPECT_FALSE(line->chosen);
}

TEST(FromPage, IsRefusedIfItIsAnythingElse) {
  for (const char* text :
       {"", "1", "[]", "{}", R"({"v":1})", R"({"v":2,"line":"x"})", R"({"line":"x"})",
        R"({"v":1,"line":7})", R"({"v":1,"line":"a\nb"})", R"({"v":1,"line":"\u001b[2J"})",
        R"({"v":1,"line":"x","step":1})", R"({"v":1,"step":1})", R"({"v":1,"move":1})",
        R"({"v":1,"step":"1","move":1})", R"({"v":1,"step":-1,"move":1})",
        R"({"v":1,"step":1.5,"move":1})", R"({"v":1,"step":1,"move":1,"line":"x"})",
        R"({"v":1,"v":1,"line":"x"})", "{\"v\":1,\"line\":\"\xff\"}"})
    EXPECT_FALSE(parse_from_page(text)) << text;
  EXPECT_FALSE(parse_from_page(R"({"v":1,"line":")" + std::string(4096, 'x') + "\"}"));
}

TEST(FromPage, A88_AnAnswerToAnotherQuestionIsNone) {
  const auto said = parse_from_page(R"({"v":1,"line":"yes","asked":"Run this script?"})");
  ASSERT_TRUE(said);
  EXPECT_EQ(said->line, "yes");
  EXPECT_TRUE(answers_another(*said, "Do you agree to these terms?"));
  EXPECT_TRUE(answers_another(*said, ""));
  EXPECT_FALSE(answers_another(*said, "Run this script?"));
  EXPECT_FALSE(answers_another(*parse_from_page(R"({"v":1,"line":"yes"})"), "Run this script?"));
  for (const char* wrong : {R"({"v":1,"line":"yes","asked":7})", R"({"v":1,"line":"y","else":""})"})
    EXPECT_FALSE(parse_from_page(wrong)) << wrong;
}

}  // namespace
}  // namespace fairdeal::front
