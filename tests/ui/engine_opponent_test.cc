#include <algorithm>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/players/trail.h"
#include "rules/registry.h"
#include "ui/engine/opponent.h"
#include "ui/engine/running_engine.h"

namespace fairdeal::engine {
namespace {

using rules::AnyGame;
using rules::Progress;
using rules::Thought;

AnyGame chess(rules::Json params = rules::Json::object()) {
  return rules::start_game("chess", params, 2).value();
}
const rules::GoOn kForEver = [](const Progress&) { return true; };
const rules::GoOn kNoMore = [](const Progress&) { return false; };

Result<Thought> thought_of(const rules::Opponent& opponent, const AnyGame& game,
                           const rules::GoOn& go_on = kForEver) {
  SeededRng rng(1);
  return opponent.thinker({game, game.active().at(0), {}}, opponent.budget, go_on, rng);
}
/// An opponent whose engine plays in this way (hostile_engine.cc).
rules::Opponent hostile(const std::string& way) {
  return engine_opponent("uci:" FD_HOSTILE_ENGINE " play " + way, chess()).value();
}
std::string failure_of(const std::string& way, const rules::GoOn& go_on = kForEver) {
  const auto thought = thought_of(hostile(way), chess(), go_on);
  return thought ? "it answered " + thought->move.text : thought.error().about;
}

TEST(EngineChoices, NameAProgramAndItsStrength) {
  const auto plain = engine_choice("uci:stockfish").value();
  EXPECT_EQ(plain.name, "stockfish");
  EXPECT_EQ(plain.command.program, "stockfish");
  EXPECT_EQ(plain.milliseconds, kUsualThought_ms);
  const auto full =
      engine_choice("uci:/usr/games/gnuchess --uci  -x,time=500,hash=8,depth=3").value();
  EXPECT_EQ(full.name, "gnuchess");
  EXPECT_EQ(full.command.arguments, (std::vector<std::string>{"--uci", "-x"}));
  EXPECT_EQ(full.milliseconds, 500);
  EXPECT_EQ(full.depth, 3u);
  ASSERT_EQ(full.settings.size(), 1u);
  EXPECT_EQ(full.settings[0].name, "Hash");
  const auto weak = engine_choice("uci:stockfish,skill=5,elo=1500,nodes=10000").value();
  EXPECT_EQ(weak.milliseconds, 0);
  EXPECT_EQ(weak.nodes, 10'000u);
  ASSERT_EQ(weak.settings.size(), 3u);
  EXPECT_EQ(weak.settings[0].value, "5");
  EXPECT_EQ(weak.settings[2].value, "1500");
}

TEST(EngineChoices, ThatAreNoneAreRefused) {
  for (const char* text :
       {"", "uci", "uci:", "uci: ", "uci:,skill=5", "stockfish", "uci:x,", "uci:x,skill",
        "uci:x,skill=", "uci:x,skill=21", "uci:x,skill=-1", "uci:x,skill=5x", "uci:x,power=9",
        "uci:x,hash=1000", "uci:x,nodes=0", "uci:x\nquit", "uci:x,skill=5\nquit", "uci:\xc3\xa4"})
    EXPECT_FALSE(engine_choice(text)) << text;
  EXPECT_FALSE(engine_choice("uci:" + std::string(300, 'x')));
}

TEST(EngineOpponents, PlayChessAlone) {
  EXPECT_TRUE(engine_opponent("uci:stockfish", chess()));
  const auto other = rules::start_game("tic-tac-toe", rules::Json::object(), 2).value();
  EXPECT_EQ(engine_opponent("uci:stockfish", other).error().about,
            "an engine plays chess, and not tic-tac-toe");
  EXPECT_FALSE(engine_opponent("uci:x,skill=99", chess()));
}

TEST(EngineOpponents, MakeTheMoveOfTheEngine) {
  const auto thought = thought_of(hostile("move g1f3"), chess());
  ASSERT_TRUE(thought) << thought.error().about;
  EXPECT_EQ(thought->move.text, "\"Nf3\"");
  EXPECT_EQ(thought->progress.simulations, 30u);
  EXPECT_EQ(thought->why,
            "looked 1 moves ahead, at 30 positions; it is worth 7 hundredths of a pawn");
}

TEST(EngineOpponents, CastleAndPromote) {
  const auto castles = chess({{"fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}});
  EXPECT_EQ(thought_of(hostile("move e1g1"), castles)->move.text, "\"O-O\"");
  const auto promotes = chess({{"fen", "8/P6k/8/8/8/8/8/4K3 w - - 0 1"}});
  EXPECT_EQ(thought_of(hostile("move a7a8n"), promotes)->move.text, "\"a8=N\"");
}

/// Each of these is an error of one thought, for which seat::Thinking makes a simple move.
TEST(EngineOpponents, SayWhatTheirEngineDoesWrong) {
  const std::string name = "hostile_engine: ";
  EXPECT_EQ(failure_of("crash"), name + "it has ended");
  EXPECT_EQ(failure_of("leave"), name + "it has ended");
  EXPECT_EQ(failure_of("nonsense"), name + "its answer is no move");
  EXPECT_EQ(failure_of("illegal"), name + "its move e2e5 is not legal");
  EXPECT_EQ(failure_of("flood"), name + "it wrote too much");
  EXPECT_EQ(failure_of("endless"), name + "it wrote a line that is too long");
  EXPECT_EQ(failure_of("silent", kNoMore), name + "it was not ready in time");
  const auto missing = engine_opponent("uci:/nowhere/engine", chess()).value();
  EXPECT_EQ(thought_of(missing, chess()).error().about, "engine: it could not be started");
  const auto setting = engine_opponent("uci:" FD_HOSTILE_ENGINE " play move e2e4,skill=5", chess());
  EXPECT_EQ(thought_of(*setting, chess()).error().about, name + "it has no option 'Skill Level'");
}

TEST(EngineOpponents, AreStoppedByTheirCaller) {
  const rules::GoOn until_it_thinks = [](const Progress& progress) { return progress.depth == 0; };
  const rules::Opponent late = hostile("late");
  EXPECT_EQ(thought_of(late, chess(), kNoMore).error().about,
            "hostile_engine: it was not ready in time");
  // Meanwhile the engine goes on to start, so that a later question finds it ready.
  const auto thought = thought_of(late, chess(), until_it_thinks);
  ASSERT_TRUE(thought) << thought.error().about;
  EXPECT_EQ(thought->move.text, "\"e4\"");
  EXPECT_EQ(failure_of("hang", until_it_thinks), "hostile_engine: it did not answer in time");
}

TEST(EngineOpponents, AreStartedAnewAFewTimes) {
  const rules::Opponent opponent = hostile("crash");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(thought_of(opponent, chess()).error().about, "hostile_engine: it has ended");
  EXPECT_EQ(thought_of(opponent, chess()).error().about,
            "hostile_engine has failed 3 times and is not asked any more");
}

/// A match by FIDE's rules with these moves and words.
rules::Trail trail_of_moves(const std::vector<std::string>& moves) {
  rules::Trail trail{.start = chess({{"fide", true}})};
  for (const std::string& move : moves) {
    const AnyGame& before = trail.last();
    const rules::AnyEvent event =
        rules::Moved<rules::Action>{before.active().at(0), {"\"" + move + "\""}};
    const auto after = before.after(event);
    EXPECT_TRUE(after) << move;
    if (after) trail.note(event, *after, {});
  }
  return trail;
}
UciQuestion question_after(const std::vector<std::string>& moves) {
  const rules::Trail trail = trail_of_moves(moves);
  return question_about({trail.last(), trail.last().active().at(0), {}, &trail});
}

TEST(EngineQuestions, BeginAfterTheLastCaptureOrPawnsMove) {
  const auto none = question_after({});
  EXPECT_EQ(none.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_TRUE(none.moves.empty());
  const auto quiet = question_after({"e4", "Nf6", "Nc3", "Ng8", "Nb1"});
  EXPECT_EQ(quiet.fen, trail_of_moves({"e4"}).last().json().at("fen"));
  EXPECT_EQ(quiet.moves, (std::vector<std::string>{"g8f6", "b1c3", "f6g8", "c3b1"}));
  EXPECT_TRUE(question_after({"Nf3", "Nf6", "e4"}).moves.empty());
  EXPECT_EQ(question_after({"Nf3", "Nf6"}).moves, (std::vector<std::string>{"g1f3", "g8f6"}));
}

TEST(EngineQuestions, LeaveOutWords) {
  const auto moves = trail_of_moves({"Nf3"}).last().legal(Seat(1));
  const auto offer = std::ranges::find_if(moves, [](const rules::Choice& choice) {
    return choice.action.text.find("offer") != std::string::npos;
  });
  ASSERT_NE(offer, moves.end());
  const std::string word = offer->action.text.substr(1, offer->action.text.size() - 2);
  EXPECT_EQ(question_after({"Nf3", word, "Nf6"}).moves, (std::vector<std::string>{"g1f3", "g8f6"}));
}

/// The engines of Debian play a few moves under the profile. Without them this is not tested.
class RealEngines : public testing::TestWithParam<const char*> {};

TEST_P(RealEngines, PlayLegalMoves) {
  const auto choice = engine_choice(GetParam()).value();
  if (why_no_engine(choice)) GTEST_SKIP() << choice.name << " is not installed";
  const auto opponent = engine_opponent(GetParam(), chess()).value();
  AnyGame game = chess();
  for (int ply = 0; ply < 6; ++ply) {
    const auto thought = thought_of(opponent, game);
    ASSERT_TRUE(thought) << thought.error().about;
    EXPECT_NE(thought->why, "");
    const auto after = game.after(rules::moved({{game.active().at(0), thought->move}}));
    ASSERT_TRUE(after) << thought->move.text;
    game = *after;
  }
}
INSTANTIATE_TEST_SUITE_P(Debian, RealEngines,
                         testing::Values("uci:stockfish,nodes=2000",
                                         "uci:stockfish,skill=3,hash=32,depth=4",
                                         "uci:stockfish,elo=1500,time=50",
                                         "uci:gnuchess --uci,depth=3"));

TEST(RealEngine, FindsAMateInOne) {
  if (why_no_engine(engine_choice("uci:stockfish").value())) GTEST_SKIP() << "it is not installed";
  const auto mates = chess({{"fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"}});
  const auto thought =
      thought_of(engine_opponent("uci:stockfish,nodes=1000", mates).value(), mates);
  ASSERT_TRUE(thought) << thought.error().about;
  EXPECT_EQ(thought->move.text, "\"Ra8#\"");
  EXPECT_NE(thought->why.find("mate in 1"), std::string::npos) << thought->why;
}

}  // namespace
}  // namespace fairdeal::engine
