#include "games/chess/pgn.h"

#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

AnyGame chess_from(const Json& params) { return start_game("chess", params, 2).value(); }

AnyEvent move(const AnyGame& game, const std::string& san) {
  return Moved<Action>{game.active().at(0), {text(Json(san))}};
}

/// Plays moves, and returns what is written of them.
std::string written(AnyGame game, const std::vector<std::string>& moves, SeatNames names = {}) {
  Pgn pgn(game, std::move(names), "Club night");
  for (const auto& san : moves) {
    const auto event = move(game, san);
    game = game.after(event).value();
    pgn.on(event, game);
  }
  return pgn.text();
}

TEST(Pgn, HasTheSevenTagsAndTheMovesInStandardNotation) {
  EXPECT_EQ(written(chess_from({}), {"f3", "e5", "g4", "Qh4#"}, {"Ann", "Bob \"B\""}),
            "[Event \"Club night\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n"
            "[White \"Ann\"]\n[Black \"Bob \\\"B\\\"\"]\n[Result \"0-1\"]\n"
            "[Termination \"normal\"]\n\n1. f3 e5 2. g4 Qh4# {Checkmate.} 0-1\n");
}

TEST(Pgn, AMatchThatGoesOnOrBreaksOffSaysSo) {
  auto game = chess_from({});
  EXPECT_NE(written(game, {"e4"}).find("[Termination \"unterminated\"]\n\n1. e4 *\n"),
            std::string::npos);
  Pgn pgn(game, {"} 1-0 {", "Bob"}, "");
  const AnyEvent silent = Absent{Seat(0)};
  pgn.on(silent, game.after(silent).value());
  EXPECT_NE(
      pgn.text().find("[Termination \"time forfeit\"]\n\n{White did not move in time.} 0-1\n"),
      std::string::npos)
      << pgn.text();
}

/// Returns the end of a match that an event ends: its termination, and what stands after the tags.
std::string ended(const std::string& fen, const AnyEvent& event) {
  const auto game = chess_from({{"fen", fen}});
  Pgn pgn(game, {"Ann", "Bob"}, "");
  const auto* out = std::get_if<Out>(&event);
  pgn.on(event,
         game.after(out == nullptr ? event : AnyEvent(Void{SeatSet::of({out->seat})})).value());
  const std::string text = pgn.text();
  return text.substr(text.find("[Termination"));
}

TEST(Pgn, AFlagIsATimeForfeitAndALeaverAbandons) {
  const std::string against_a_king = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
  EXPECT_EQ(ended(against_a_king, Absent{Seat(0)}),
            "[Termination \"time forfeit\"]\n\n"
            "{White did not move in time. A draw: Black cannot give mate.} 1/2-1/2\n");
  EXPECT_EQ(ended(against_a_king, Out{.seat = Seat(0), .left = true}),
            "[Termination \"abandoned\"]\n\n"
            "{White left. A draw: Black cannot give mate.} 1/2-1/2\n");
  EXPECT_EQ(ended(against_a_king, Void{SeatSet::of({Seat(1)})}),
            "[Termination \"abandoned\"]\n\n{Black did not answer.} 1-0\n");
  EXPECT_EQ(ended(against_a_king, Void{SeatSet::of({Seat(0), Seat(1)})}),
            "[Termination \"abandoned\"]\n\n{Nobody answered.} 1/2-1/2\n");
}

TEST(Pgn, AResignationIsANormalEndThatLosesEvenToALoneKing) {
  EXPECT_EQ(ended("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Resigned{Seat(0)}),
            "[Termination \"normal\"]\n\n{White resigns.} 0-1\n");
}

TEST(Pgn, WordsAreNoMovesButSayWhyItIsOver) {
  const auto text = written(chess_from({{"fide", true}}), {"offer draw", "e4", "accept draw"});
  EXPECT_NE(text.find("[Termination \"normal\"]\n\n1. e4 {A draw by agreement.} 1/2-1/2\n"),
            std::string::npos)
      << text;
}

TEST(Pgn, BeginsFromAnyPosition) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30";
  const auto text = written(chess_from({{"fen", fen}}), {"Kd7", "e4"});
  EXPECT_NE(text.find("[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n30... Kd7 31. e4 *\n"), std::string::npos) << text;
}

/// The written game leads to the same position again.
TEST(Pgn, CanBeReadBack) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SeededRng rng(seed);
    auto game = chess_from({});
    Pgn pgn(game, {}, "");
    while (!game.over()) {
      const auto choices = game.legal(game.active()[0]);
      const AnyEvent event =
          Moved<Action>{game.active()[0], choices[rng.below(choices.size())].action};
      game = game.after(event).value();
      pgn.on(event, game);
    }
    const std::string text = pgn.text();
    std::istringstream words(text.substr(text.find("\n\n")));
    auto again = chess_from({});
    for (std::string word; words >> word;) {
      if (word[0] == '{') break;                 // why it is over
      if (std::isdigit(word[0]) != 0) continue;  // numbers and the result
      again = again.after(move(again, word)).value();
    }
    EXPECT_EQ(again, game) << "seed " << seed;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U);
  }
}

TEST(ChessWords, SayWhyItIsOverAndTurnTheBoard) {
  const auto news = [](const Json& params, const std::string& san) {
    const auto before = chess_from(params);
    const auto event = move(before, san);
    return before.news(event, before.after(event).value());
  };
  EXPECT_EQ(news({{"fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"}}, "Ra8#"), "Checkmate.");
  EXPECT_EQ(news({{"fen", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"}}, "Qg6"), "Stalemate: a draw.");
  EXPECT_EQ(news({{"fen", "7k/8/8/8/8/8/1p6/K7 w - - 0 1"}}, "Kxb2"),
            "A draw: nobody has the pieces for a mate.");
  EXPECT_EQ(news({{"fen", "7k/8/8/8/8/8/R7/K7 w - - 99 80"}}, "Ra3"),
            "A draw: fifty moves of each side without a capture or a pawn's move.");
  EXPECT_EQ(news({}, "e4"), "");
  const auto game = chess_from({});
  EXPECT_EQ(game.draw(Seat(0), {}).substr(0, 18), "8 r n b q k b n r\n");
  EXPECT_EQ(game.draw(Seat(1), {}).substr(0, 18), "1 R N B K Q B N R\n");
  EXPECT_EQ(game.draw({}, {}), game.draw(Seat(0), {}));
}

}  // namespace
}  // namespace fairdeal::rules
