#include "ui/seat/thinking.h"

#include <atomic>

#include <boost/asio/executor_work_guard.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/registry.h"
#include "rules/script_lost.h"
#include "ui/seat/bot_names.h"

namespace fairdeal::seat {
namespace {

using rules::Action;
using rules::Budget;
using rules::GoOn;
using rules::Opponent;
using rules::Progress;
using rules::SeatSight;
using rules::Thought;

constexpr std::chrono::milliseconds kHour{3'600'000};

/// A program with one io_context, whose work never ends, and a thread for players.
class Thinkers : public ::testing::Test {
 protected:
  ThinkerQuestion question(rules::Thinker thinker, Budget budget = {}) {
    const auto game = rules::start_game("tic-tac-toe", rules::Json::object(), 2).value();
    return {{"test", std::move(thinker), budget}, game, Seat(0), {}, {}, 7};
  }
  /// Runs the io_context until an answer is there.
  ThinkerAnswer answer_of(ThinkerQuestion asked, std::chrono::milliseconds time_max = kHour) {
    std::optional<ThinkerAnswer> answer;
    thinking_.ask(std::move(asked), time_max, [&](ThinkerAnswer given) { answer = given; });
    while (!answer) io_.run_one();
    return *answer;
  }
  /// A player that goes on until it is told to stop.
  static Result<Thought> think_for_ever(const SeatSight& sight, const Budget&, const GoOn& go_on,
                                        Rng&) {
    for (Progress progress; go_on(progress);) ++progress.simulations;
    return Thought{.move = sight.game.legal(sight.seat).back().action};
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
      io_.get_executor()};
  Thinking thinking_{io_};
};

TEST_F(Thinkers, AnswerOnTheThreadOfTheProgram) {
  const auto here = std::this_thread::get_id();
  std::atomic<bool> elsewhere = false;
  std::optional<std::thread::id> told;
  thinking_.ask(
      question([&](const SeatSight& sight, const Budget&, const GoOn&, Rng&) -> Result<Thought> {
        elsewhere = std::this_thread::get_id() != here;
        return Thought{.move = sight.game.legal(sight.seat).front().action};
      }),
      kHour, [&](ThinkerAnswer) { told = std::this_thread::get_id(); });
  EXPECT_TRUE(thinking_.is_thinking());
  while (!told) io_.run_one();
  EXPECT_TRUE(elsewhere);
  EXPECT_EQ(*told, here);
  EXPECT_FALSE(thinking_.is_thinking());
}

TEST_F(Thinkers, StopWhenTheirTimeIsOver) {
  EXPECT_EQ(answer_of(question(think_for_ever, {.milliseconds = 1})).thought.move.text, "8");
  EXPECT_EQ(answer_of(question(think_for_ever), std::chrono::milliseconds(1)).thought.move.text,
            "8");
}

TEST_F(Thinkers, AreStoppedByCancelAndByTheNextQuestion) {
  bool answered = false;
  thinking_.ask(question(think_for_ever), kHour, [&](ThinkerAnswer) { answered = true; });
  thinking_.cancel();
  EXPECT_FALSE(thinking_.is_thinking());
  thinking_.ask(question(think_for_ever), kHour, [&](ThinkerAnswer) { answered = true; });
  EXPECT_EQ(answer_of(question(think_for_ever, {.milliseconds = 1})).thought.move.text, "8");
  EXPECT_FALSE(answered);
}

/// The thread ends with the program, whatever its player does: this test would not end otherwise.
TEST_F(Thinkers, EndWithTheProgram) {
  thinking_.ask(question(think_for_ever), kHour, [](ThinkerAnswer) {});
}

TEST_F(Thinkers, ThatAnswerNonsenseOrFailGetALegalMoveInPlaceOfTheirs) {
  const auto nonsense = [](const SeatSight&, const Budget&, const GoOn&, Rng&) -> Result<Thought> {
    return Thought{.move = {R"("checkmate")"}};
  };
  const auto refuses = [](const SeatSight&, const Budget&, const GoOn&, Rng&) -> Result<Thought> {
    return fail(Fault::bad_parameters, "no idea");
  };
  const auto throws = [](const SeatSight&, const Budget&, const GoOn&, Rng&) -> Result<Thought> {
    throw std::runtime_error("broken");
  };
  for (const auto& [thinker, why] : std::vector<std::pair<rules::Thinker, std::string>>{
           {nonsense, "the move \"checkmate\" is not legal"},
           {refuses, "no idea"},
           {throws, "broken"}}) {
    const ThinkerQuestion asked = question(thinker);
    const ThinkerAnswer answer = answer_of(asked);
    EXPECT_EQ(answer.failed, why);
    EXPECT_TRUE(rules::allows(asked.game, asked.seat, answer.thought.move));
  }
}

TEST_F(Thinkers, WhoseScriptIsLostSaySoToTheProgram) {
  const auto lost = [](const SeatSight&, const Budget&, const GoOn&, Rng&) -> Result<Thought> {
    throw rules::ScriptLost("The script is gone.");
  };
  EXPECT_THROW(answer_of(question(lost)), rules::ScriptLost);
}

TEST(BotNames, SayWhichPlayerItIs) {
  EXPECT_EQ(bot_nickname("simple", 1), "Bot 1");
  EXPECT_EQ(bot_nickname("random", 2), "Bot 2");
  EXPECT_EQ(bot_nickname("hard", 1), "Bot hard 1");
  EXPECT_EQ(bot_nickname("alphabeta:easy", 3), "Bot alpha easy 3");
  EXPECT_EQ(bot_nickname("uci:/usr/games/gnuchess --uci,depth=3", 1), "Bot gnuchess 1");
  // A nickname has room for 16 columns.
  EXPECT_EQ(bot_nickname("montecarlo:normal", 12), "Bot mo normal 12");
  EXPECT_EQ(bot_nickname("uci:a-very-long-name", 1), "Bot a-very-lon 1");
  EXPECT_EQ(bot_nickname("uci:x#y", 1), "Bot x 1");
}

TEST(BotNames, AreCountedOrListed) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(counted_bots("2"), (Names{"simple", "simple"}));
  EXPECT_EQ(counted_bots("0"), Names{});
  EXPECT_EQ(counted_bots("2:hard"), (Names{"hard", "hard"}));
  EXPECT_EQ(counted_bots("1:alphabeta:easy"), (Names{"alphabeta:easy"}));
  EXPECT_EQ(counted_bots("hard,easy"), (Names{"hard", "easy"}));
  for (const char* text : {"", "100", "-1", "2:", ":hard", "hard,", "Hard", "hard easy", "2x",
                           "99999999999999999999", "hard:easy:normal", "../x", "2:hard:"})
    EXPECT_FALSE(counted_bots(text)) << text;
  // A setting belongs to the engine before it.
  EXPECT_EQ(counted_bots("2:uci:stockfish"), (Names{"uci:stockfish", "uci:stockfish"}));
  EXPECT_EQ(counted_bots("uci:stockfish,skill=5,nodes=9,hard"),
            (Names{"uci:stockfish,skill=5,nodes=9", "hard"}));
  for (const char* text : {"uci:", "1:uci:", "hard,skill=5", "uci:stockfish,skill=99"})
    EXPECT_FALSE(counted_bots(text)) << text;
  EXPECT_EQ(bots_for("hard", 3), (Names{"hard", "hard", "hard"}));
  EXPECT_EQ(bots_for("hard,easy", 2), (Names{"hard", "easy"}));
  EXPECT_FALSE(bots_for("hard,easy", 3));
}

}  // namespace
}  // namespace fairdeal::seat
