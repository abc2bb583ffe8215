#include "ui/author/inspect_page.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/page.pb.h"
#include "rules/choice_text.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "ui/author/page_inspect.h"

/// The page of `fairdeal inspect`, without a browser.

namespace fairdeal::author {
namespace {

class NoDisplay final : public front::PageDisplay {
 public:
  void show(boost::asio::io_context&, front::Page&) override {}
  void changed() override {}
  std::size_t viewers() const override { return 1; }
  void stop(std::function<void()> then) override { then(); }
};

class InspectPageTest : public testing::Test {
 protected:
  void begin(const std::string& game, std::size_t seats,
             const words::Json& params = words::Json::object()) {
    page_.emplace(io_, display_,
                  Inspector(InspectedMatch(rules::start_game(game, params, seats).value(), 7)),
                  game);
  }
  words::Json state() {
    const std::string text = page_->state_message();
    page::FromNode message;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(text, &message).ok())
        << "page.proto knows all fields";
    return words::Json::parse(text).at("state");
  }
  words::Json say(const std::string& line) {
    EXPECT_TRUE(page_->take(words::Json{{"v", 1}, {"line", line}}.dump()));
    return state();
  }
  std::string last_line() const { return page_->lines().empty() ? "" : page_->lines().back().text; }

  NoDisplay display_;
  boost::asio::io_context io_;
  std::optional<InspectPage> page_;
};

TEST_F(InspectPageTest, ShowsStateViewsAndWhatWasLearnt) {
  begin("kuhn", 2);
  words::Json now = state();
  EXPECT_EQ(now.at("phase"), "inspect");
  EXPECT_EQ(now.at("me"), -1);
  EXPECT_EQ(now.at("inspect").at("ply"), 0);
  EXPECT_EQ(now.at("inspect").at("seats").size(), 3U);
  EXPECT_TRUE(now.at("inspect").at("before").is_null());
  now = say("next 2");  // the shuffle, and the first card
  const words::Json& seats = now.at("inspect").at("seats");
  EXPECT_FALSE(seats[1].at("learnt").empty() && seats[2].at("learnt").empty())
      << "one of them has a card";
  EXPECT_NE(seats[1].at("learnt"), seats[2].at("learnt"));
  EXPECT_TRUE(page_->lines().empty()) << "a place needs no words in the log";
  say("wants");
  EXPECT_EQ(last_line().substr(0, 8), "the card");
}

TEST_F(InspectPageTest, PlaysByLinesAndFromTheEyesOfASeat) {
  begin("tic-tac-toe", 2);
  words::Json now = say(state().at("inspect").at("moves")[0].at("moves")[4].at("line"));
  EXPECT_EQ(now.at("inspect").at("ply"), 1);
  EXPECT_EQ(now.at("moves"), words::Json::array()) << "everybody has no moves";
  now = say("look 2");
  EXPECT_EQ(now.at("me"), 1);
  EXPECT_TRUE(now.at("turn").at("mine"));
  ASSERT_EQ(now.at("moves").size(), 8U);
  const auto move = [&](const words::Json& step, const words::Json& what) {
    EXPECT_TRUE(page_->take(words::Json{{"v", 1}, {"step", step}, {"move", what}}.dump()));
    return state();
  };
  const words::Json chosen = now.at("moves")[0].at("move"), step = now.at("step");
  now = move(step.get<int>() + 1, chosen);
  EXPECT_EQ(now.at("inspect").at("ply"), 1) << "that place is another one";
  now = move(step, "nonsense");
  EXPECT_EQ(last_line(), "That move is not legal here.");
  now = move(now.at("step"), chosen);
  EXPECT_EQ(now.at("inspect").at("ply"), 2);
  EXPECT_EQ(say("look 9").at("me"), 1) << "a refusal changes nothing";
  EXPECT_EQ(page_->lines().back().kind, "trouble");
  now = say("look Xs");
  EXPECT_EQ(now.at("me"), 0);
  now = move(now.at("step"), now.at("moves")[0].at("move"));
  EXPECT_EQ(now.at("inspect").at("ply"), 3) << "one click after another";
  now = say("look 2");
  EXPECT_TRUE(now.at("turn").at("mine"));
  now = move(now.at("step"), now.at("moves")[0].at("move"));
  EXPECT_EQ(now.at("inspect").at("ply"), 4);
  now = say("absent 1");
  EXPECT_FALSE(now.at("result").is_null()) << "who misses a turn has lost";
}

TEST_F(InspectPageTest, MovesAtOnceWaitForAll) {
  begin("odds-and-evens", 2);
  words::Json now = state();
  ASSERT_EQ(now.at("inspect").at("moves").size(), 2U);
  now = say(now.at("inspect").at("moves")[0].at("moves")[0].at("line"));
  EXPECT_TRUE(now.at("inspect").at("moves")[0].at("chosen"));
  EXPECT_FALSE(now.at("inspect").at("moves")[1].at("chosen"));
  now = say(now.at("inspect").at("moves")[1].at("moves")[0].at("line"));
  EXPECT_EQ(now.at("inspect").at("ply"), 1);
}

TEST_F(InspectPageTest, NobodyLooksWhoIsNotInTheMatchThatWasLoaded) {
  const std::string file = testing::TempDir() + "inspected.json";
  begin("liars-dice", 2);
  say("save " + file);
  begin("liars-dice", 4);
  EXPECT_EQ(say("look 4").at("me"), 3);
  const words::Json now = say("load " + file);
  EXPECT_EQ(now.at("inspect").at("seats").size(), 3U);
  EXPECT_EQ(now.at("me"), -1);
}

TEST_F(InspectPageTest, QuitStopsTheProgram) {
  begin("pig", 2);
  EXPECT_TRUE(page_->take(R"({"v":1,"line":"quit"})"));
  io_.run();
  EXPECT_TRUE(io_.stopped());
}

/// A number in the list of moves means the move there in every game.
TEST(PageInspect, ALineMakesTheMoveThatItStandsBeside) {
  for (const rules::Module& module : rules::modules()) {
    const auto& info = module.info();
    InspectedMatch match(
        rules::start_game(info.name, words::Json::object(), info.seats_min).value(), 3);
    for (int ply = 0; ply < 40 && !match.game().over(); ++ply) {
      for (const Seat seat : match.game().active()) {
        const auto choices = match.game().choices(seat, *match.known(seat), match.names().all());
        for (std::size_t i = 0; i < choices.size(); ++i) {
          const std::string number = rules::choice_number(choices, i);
          const auto read = rules::read_choice(
              choices[i].range ? number + " " + std::to_string(choices[i].range->max) : number,
              choices);
          ASSERT_TRUE(read.has_value()) << info.name << ": " << number;
          const auto meant =
              choices[i].range ? with_number(choices[i], choices[i].range->max) : choices[i].action;
          ASSERT_EQ(*read, meant) << info.name << ": " << number << " is " << read->text;
        }
      }
      ASSERT_TRUE(match.random().has_value()) << info.name;
    }
  }
}

}  // namespace
}  // namespace fairdeal::author
