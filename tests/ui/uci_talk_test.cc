#include "ui/engine/uci_talk.h"

#include <gtest/gtest.h>

namespace fairdeal::engine {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
using Stage = UciTalk::Stage;

/// A talk with an engine that has said its options.
UciTalk ready_talk() {
  UciTalk talk({});
  EXPECT_TRUE(talk.on_bytes("uciok\nreadyok\n"));
  return talk;
}
/// A talk in which the engine thinks about the first position.
UciTalk thinking_talk() {
  UciTalk talk = ready_talk();
  talk.ask({.fen = kStart, .nodes = 1'000});
  return talk;
}

/// Recorded from Stockfish 15.1 of Debian 12; the middle of the options is left out.
TEST(UciTalk, SpeaksWithStockfish) {
  UciTalk talk({{"Skill Level", "5"}, {"Hash", "32"}});
  EXPECT_EQ(UciTalk::begin(), "uci\n");
  EXPECT_EQ(talk.on_bytes("Stockfish 15.1 by the Stockfish developers (see AUTHORS file)\n"
                          "id name Stockfish 15.1\n"
                          "id author the Stockfish developers (see AUTHORS file)\n\n"
                          "option name Debug Log File type string default \n"
                          "option name Hash type spin default 16 min 1 max 33554432\n"
                          "option name Clear Hash type button\n"
                          "option name Skill Level type spin default 20 min 0 max 20\n")
                .value(),
            "");
  EXPECT_EQ(talk.stage(), Stage::greeting);
  EXPECT_EQ(talk.on_bytes("uciok\n").value(),
            "setoption name Skill Level value 5\nsetoption name Hash value 32\n"
            "ucinewgame\nisready\n");
  EXPECT_EQ(talk.name(), "Stockfish 15.1");
  EXPECT_EQ(talk.on_bytes("readyok\n").value(), "");
  EXPECT_EQ(talk.stage(), Stage::ready);

  EXPECT_EQ(talk.ask({.fen = kStart, .moves = {"e2e4", "e7e5"}, .nodes = 1'000, .depth = 12}),
            std::string("position fen ") + kStart + " moves e2e4 e7e5\ngo nodes 1000 depth 12\n");
  EXPECT_EQ(talk.on_bytes("info string NNUE evaluation using nn-ad9b42354671.nnue enabled\n"
                          "info depth 5 seldepth 2 multipv 1 score cp 58 nodes 174 nps 87000 "
                          "hashfull 0 tbhits 0 time 2 pv d2d4 a7a6\n")
                .value(),
            "");
  EXPECT_EQ(talk.progress().depth, 5u);
  EXPECT_EQ(talk.progress().nodes, 174u);
  EXPECT_EQ(talk.progress().centipawns, 58);
  EXPECT_FALSE(talk.take_answer());
  EXPECT_TRUE(
      talk.on_bytes("info depth 6 seldepth 3 multipv 1 score cp -110 upperbound nodes 1000 "
                    "nps 333333 time 3 pv d2d4 a7a6\nbestmove d2d4 ponder a7a6\n"));
  const auto answer = talk.take_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->move, "d2d4");
  EXPECT_EQ(answer->progress.centipawns, -110);
  EXPECT_EQ(answer->progress.nodes, 1'000u);
  EXPECT_FALSE(talk.take_answer());
  EXPECT_EQ(talk.stage(), Stage::ready);
}

/// Recorded from GNU Chess 6.2.9 of Debian 12.
TEST(UciTalk, SpeaksWithGnuChess) {
  UciTalk talk = ready_talk();
  talk.ask({.fen = kStart, .milliseconds = 300});
  EXPECT_TRUE(
      talk.on_bytes("info depth 10\r\n"
                    "info depth 10 seldepth 23 score cp -9 time 268 nodes 878139 pv g8f6\r\n"
                    "info time 302 nodes 980000 nps 0 cpuload 1000\r\n"
                    "info hashfull 130\r\nbestmove d7d5 ponder e4d5\r\n"));
  const auto answer = talk.take_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->move, "d7d5");
  EXPECT_EQ(answer->progress.nodes, 980'000u);
  EXPECT_EQ(answer->progress.centipawns, -9);
}

TEST(UciTalk, ItsPartsMayBreakAnywhere) {
  UciTalk talk = thinking_talk();
  const std::string said = "info depth 3 score mate -2\nbestmove a7a8q\n";
  for (const char byte : said) EXPECT_TRUE(talk.on_bytes({&byte, 1}));
  const auto answer = talk.take_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->move, "a7a8q");
  EXPECT_EQ(answer->progress.mate_in, -2);
  EXPECT_FALSE(answer->progress.centipawns);
}

TEST(UciTalk, AQuestionWithoutALimitIsEndedByStop) {
  EXPECT_EQ(ready_talk().ask({.fen = "F"}), "position fen F\ngo infinite\n");
  EXPECT_EQ(ready_talk().ask({.fen = "F", .milliseconds = 40}), "position fen F\ngo movetime 40\n");
  EXPECT_EQ(UciTalk::stop(), "stop\n");
}

TEST(UciTalk, ASettingThatTheEngineDoesNotTakeIsSaid) {
  const auto set = [](const UciSetting& setting) {
    return UciTalk({setting}).on_bytes(
        "option name Skill Level type spin default 20 min 0 max 20\n"
        "option name UCI_LimitStrength type check default false\nuciok\n");
  };
  EXPECT_TRUE(set({"skill level", "20"}));
  EXPECT_TRUE(set({"UCI_LimitStrength", "true"}));
  EXPECT_EQ(set({"Skill Level", "21"}).error().about, "its option 'Skill Level' is 0 to 20");
  EXPECT_EQ(set({"Skill Level", "x"}).error().about, "its option 'Skill Level' is 0 to 20");
  EXPECT_EQ(set({"UCI_Elo", "1500"}).error().about, "it has no option 'UCI_Elo'");
}

TEST(UciTalk, WordsThatAreNotKnownArePassedOver) {
  UciTalk talk({});
  EXPECT_TRUE(
      talk.on_bytes("\n\n   \nhello\nreadyok\ncopyprotection ok\noption\noption name\n"
                    "option name X type spin min max\nid\nid name\nuciok \nuciok\n"));
  EXPECT_EQ(talk.stage(), Stage::preparing);
  EXPECT_TRUE(talk.on_bytes("readyok\nreadyok\n"));
  talk.ask({.fen = kStart});
  EXPECT_TRUE(talk.on_bytes(
      "info\ninfo depth\ninfo depth x nodes -1 score\ninfo score cp\ninfo score bp 3\n"
      "info depth 99999999999999999999 score cp 99999999999999999999\ninfo string depth 7\n"
      "info pv depth 7\n"));
  EXPECT_EQ(talk.progress().depth, 0u);
  EXPECT_EQ(talk.progress().nodes, 0u);
  EXPECT_FALSE(talk.progress().centipawns);
  EXPECT_EQ(talk.stage(), Stage::thinking);
}

TEST(UciTalk, NonsenseIsRefusedForGood) {
  const std::string long_line(kUciLineMax + 1, 'x');
  const std::vector<std::string> nonsense{
      "bestmove\n",      "bestmove (none)\n", "bestmove 0000\n",
      "bestmove e2e9\n", "bestmove e7e8k\n",  "bestmove Nf3\n",
      "bestmove i2i4\n", "bestmove e2e4e5\n", std::string("info \0depth 3\n", 14),
      "info \x1b[2J\n",  long_line,           long_line + "\n"};
  for (const std::string& text : nonsense) {
    UciTalk talk = thinking_talk();
    EXPECT_FALSE(talk.on_bytes(text)) << text.substr(0, 40);
    EXPECT_FALSE(talk.on_bytes("bestmove e2e4\n")) << text.substr(0, 40);
    EXPECT_FALSE(talk.take_answer()) << text.substr(0, 40);
  }
}

TEST(UciTalk, AMoveThatNobodyAskedForIsRefused) {
  EXPECT_FALSE(ready_talk().on_bytes("bestmove e2e4\n"));
  EXPECT_FALSE(UciTalk({}).on_bytes("bestmove e2e4\n"));
  EXPECT_FALSE(thinking_talk().on_bytes("bestmove e2e4\nbestmove e2e4\n"));
}

TEST(UciTalk, AnEngineThatDoesNotStopWritingIsRefused) {
  UciTalk talk = thinking_talk();
  const std::string line = "info string " + std::string(kUciLineMax / 2, 'x') + "\n";
  std::size_t lines = 0;
  while (talk.on_bytes(line)) ++lines;
  EXPECT_LE(lines * line.size(), kUciAnswerMax);
  EXPECT_GT((lines + 1) * line.size(), kUciAnswerMax);
}

/// Lines of Stockfish with some bytes changed: no answer but a move comes of them.
TEST(UciTalk, ChangedBytesGiveAMoveOrAnError) {
  const std::string said = "info depth 5 score cp 58 nodes 174 pv d2d4 a7a6\nbestmove d2d4\n";
  for (std::size_t at = 0; at < said.size(); ++at)
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = said;
      changed[at] = static_cast<char>(byte);
      UciTalk talk = thinking_talk();
      const auto result = talk.on_bytes(changed);
      const auto answer = talk.take_answer();
      EXPECT_FALSE(!result && answer) << at << ' ' << byte;
      if (answer) {
        EXPECT_TRUE(is_uci_move(answer->move)) << at << ' ' << byte;
      }
    }
}

}  // namespace
}  // namespace fairdeal::engine
