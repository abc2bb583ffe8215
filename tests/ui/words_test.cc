#include "ui/words/words.h"

#include <algorithm>
#include <regex>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/match.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "runtime/state/terms.h"
#include "tests/rules/plan_game.h"
#include "tests/runtime/transcript_parts.h"
#include "tests/source_files.h"
#include "ui/words/heading.h"
#include "ui/words/log_lines.h"
#include "ui/words/printable.h"
#include "ui/words/refusal_words.h"
#include "ui/words/rung_words.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/terms_words.h"

/// The events, in words.

namespace fairdeal::words {
namespace {

using rules::Json;

/// The lines for Ann and Bob while these moves are made, one after another.
std::string told(const char* name, const Json& params, std::vector<std::string> moves,
                 const Names& names = Names({"Ann", "Bob"})) {
  std::string text;
  std::optional<rules::AnyGame> before;
  rules::Match match(rules::start_game(name, params, 2).value(), rules::Dealer(3),
                     [&](const rules::Report& report) {
                       if (report.kind == rules::Report::Kind::next)
                         text += describe(*report.event, *before, report.game, names) + "\n";
                       before = report.game;
                     });
  EXPECT_TRUE(match.begin());
  for (auto& move : moves)
    EXPECT_TRUE(match.move({{match.game().active().front(), {std::move(move)}}})) << move;
  return text;
}

std::vector<std::string> to_the_showdown() {
  std::vector<std::string> moves{R"("call")"};
  moves.resize(8, R"("check")");
  moves.insert(moves.end(), 2, R"("show")");
  return moves;
}

TEST(Told, IsWhoWonAHandWithWhat) {
  const std::string text = told("holdem", {{"hands", 2}}, to_the_showdown());
  EXPECT_NE(text.find("\nHand 1: "), std::string::npos) << text;
  EXPECT_NE(text.find(" wins 40 with "), std::string::npos) << text;
  EXPECT_NE(text.find(". Board "), std::string::npos) << text;
}

TEST(Told, IsEachStreetAndEachHandThatIsShown) {
  const std::string text = told("holdem", {{"hands", 1}}, to_the_showdown());
  for (const char* words : {"\nFlop: ", "\nTurn: ", "\nRiver: ", "\nAnn shows ", "\nBob shows "})
    EXPECT_NE(text.find(words), std::string::npos) << words << text;
}

TEST(Told, AHandsEndIsToldBeforeTheNextShuffle) {
  const std::string text = told("holdem", {{"hands", 2}}, {R"("fold")"});
  EXPECT_LT(text.find("Hand 1: "), text.rfind("The cards are shuffled."));
  EXPECT_EQ(text.find(" with "), std::string::npos) << "nobody called: " << text;
}

TEST(Told, YouWinWhereOthersWin) {
  const std::string text = told("holdem", {{"hands", 1}}, to_the_showdown(), Names({"You", "You"}));
  EXPECT_NE(text.find("You win 40"), std::string::npos) << text;
  EXPECT_EQ(told("kuhn", {}, {R"("pass")", R"("pass")"}, Names({"You", "Bob"})).find("You shows"),
            std::string::npos);
}

/// A game with a key "last" in its state, as boards have, is no hold'em.
TEST(Told, IsOfEachGameWhatItsOwnRulesTell) {
  EXPECT_NE(told("kuhn", {}, {R"("pass")", R"("pass")"}).find("Ann shows "), std::string::npos);
  EXPECT_EQ(told("tic-tac-toe", {}, {"0"}), "Ann: top left\n");
}

TEST(Told, NamesWhoIsAskedForCards) {
  EXPECT_NE(told("go-fish", {}, {"[1,2]"}).find("Ann: ask Bob for "), std::string::npos);
}

TEST(Told, IsTheVerdictOfALiarsDiceRound) {
  const std::string text = told("liars-dice", {{"dice", 1}}, {R"({"bid":[2,6]})", R"("liar")"});
  EXPECT_NE(text.find("The bid was 2 times 6, and there "), std::string::npos) << text;
  EXPECT_NE(text.find(" loses a die, the last one."), std::string::npos) << text;
}

TEST(Told, IsWhatWasDoneForWhoDidNotAnswer) {
  const Names names({"Ann", "Bob"});
  const auto kuhn = rules::start_game("kuhn", Json::object(), 2).value();
  rules::Match match(kuhn, rules::Dealer(3));
  ASSERT_TRUE(match.begin());
  const rules::AnyEvent absent = rules::Absent{Seat(0)};
  EXPECT_EQ(describe(absent, match.game(), match.game().after(absent).value(), names),
            "Ann did not answer: pass");
}

TEST(Told, OfAProgramThatIsGoneIsWhatBecomesOfTheHand) {
  const Names names({"Ann", "Bob", "Cal"});
  const auto told = [&](const rules::AnyGame& before) {
    const rules::AnyEvent event = rules::Void{SeatSet::of({Seat(1)})};
    return describe(event, before, before.after(event).value(), names);
  };
  const auto holdem = rules::start_game("holdem", Json::object(), 3).value();
  EXPECT_EQ(told(holdem), "Bob's program is gone: the hand is dealt again without Bob.");
  rules::Match match(holdem, rules::Dealer(3));
  ASSERT_TRUE(match.begin());
  for (const char* move : {R"("call")", R"("call")", R"("check")"})
    ASSERT_TRUE(match.move({{match.game().active().front(), {move}}}));
  EXPECT_EQ(told(match.game()), "Bob's program is gone: the others go on without Bob.")
      << "the board stays, and is completed";
  EXPECT_EQ(told(rules::start_game("liars-dice", Json::object(), 3).value()),
            "Bob's program is gone: the others go on without Bob.");
  EXPECT_EQ(told(rules::start_game("kuhn", Json::object(), 2).value()),
            "Bob's program is gone, so this cannot be finished.");
}

TEST(Told, ACardIsToldByItsFaceAndNotByItsSlot) {
  std::string text;
  std::optional<rules::AnyGame> before;
  DealtCards dealt;
  const Names names({"Ann", "Bob", "Cal", "Deb"});
  rules::Match match(rules::start_game("hearts", Json::object(), 4).value(), rules::Dealer(3),
                     [&](const rules::Report& report) {
                       if (report.kind == rules::Report::Kind::next) {
                         text += describe(*report.event, *before, report.game, names, dealt) + "\n";
                         dealt.note(*report.event);
                       }
                       before = report.game;
                     });
  ASSERT_TRUE(match.begin());
  for (int move = 0; move < 16; ++move) {
    const Seat seat = match.game().active().front();
    ASSERT_TRUE(match.move({{seat, match.game().legal(seat).front().action}}));
  }
  EXPECT_NE(text.find("Ann passes a card\n"), std::string::npos) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("\nAnn: [2-9TJQKA](♠|♥|♦|♣)\n"))) << text;
  EXPECT_EQ(text.find("play card"), std::string::npos) << text;
  EXPECT_EQ(text.find("pass card"), std::string::npos) << text;
}

TEST(Told, ASquareByItsNameOnTheBoard) {
  EXPECT_EQ(told("othello", {}, {"[2,4]"}), "Ann: e3\n");
  EXPECT_EQ(told("bahab", {}, {"[[1,3],[2,2]]"}), "Ann: d2 to c3\n");
}

/// Returns the headings of a match of two, each as it is before its first move.
std::vector<std::string> headings(const char* game, const Json& params,
                                  std::vector<std::string> moves) {
  std::vector<std::string> all;
  rules::Match match(rules::start_game(game, params, 2).value(), rules::Dealer(3));
  EXPECT_TRUE(match.begin());
  for (auto& move : moves) {
    if (const std::string text = heading_of(match.game()).line().text();
        all.empty() || all.back() != text)
      all.push_back(text);
    EXPECT_TRUE(match.move({{match.game().active().front(), {std::move(move)}}})) << move;
  }
  return all;
}

TEST(Headings, NameTheHandTheStreetAndThePot) {
  EXPECT_EQ(headings("holdem", {{"hands", 1}}, to_the_showdown()),
            (std::vector<std::string>{
                "-- Hand 1, before the flop, pot 30 --", "-- Hand 1, before the flop, pot 40 --",
                "-- Hand 1, flop, pot 40 --", "-- Hand 1, turn, pot 40 --",
                "-- Hand 1, river, pot 40 --", "-- Hand 1, showdown, pot 40 --"}));
}

/// Returns what a terminal shows of a match while each seat makes its first move, `moves` times.
std::vector<std::string> lines_of(const rules::AnyGame& start, const Names& names, int moves) {
  std::vector<std::string> all;
  std::optional<rules::AnyGame> before;
  DealtCards dealt;
  LogParts parts;
  LogLines log;
  rules::Match match(start, rules::Dealer(3), [&](const rules::Report& report) {
    if (report.kind == rules::Report::Kind::next) {
      const auto told = described(*report.event, *before, report.game, names, dealt);
      for (const Said& line : parts.next(*before, told).lines) log.add(line);
      dealt.note(*report.event);
    }
    before = report.game;
  });
  EXPECT_TRUE(match.begin());
  for (int move = 0; move < moves && !match.game().over(); ++move) {
    const Seat seat = match.game().active().front();
    EXPECT_TRUE(match.move({{seat, match.game().legal(seat).front().action}}));
  }
  return texts_of(log.lines());
}

std::ptrdiff_t lines_like(const std::vector<std::string>& lines, const char* pattern) {
  return std::ranges::count_if(
      lines, [&](const std::string& line) { return std::regex_match(line, std::regex(pattern)); });
}

TEST(Log, HasOneLineForATrickOfHearts) {
  const auto game = rules::start_game("hearts", Json::object(), 4).value();
  const auto lines = lines_of(game, Names({"Ann", "Bob", "Cal", "You"}), 12 + 52);
  constexpr const char* kTrick =
      "Trick [0-9]+: (Ann|Bob|Cal|You) [^ ]+(, (Ann|Bob|Cal|You) [^ ]+){3} — "
      "((Ann|Bob|Cal) takes|you take) it";
  EXPECT_EQ(lines_like(lines, kTrick), 13) << testing::PrintToString(lines);
  EXPECT_EQ(lines_like(lines, "-- Deal 1 --"), 1) << "the line of a trick has its number";
  EXPECT_EQ(lines_like(lines, "Ann passes a card \\(3 times\\)"), 1);
}

TEST(Log, HasATrickThatLacksCardsAsFarAsItGoes) {
  const auto game = rules::start_game("hearts", Json::object(), 4).value();
  const auto lines = lines_of(game, Names({"Ann", "Bob", "Cal", "Deb"}), 12 + 6);
  EXPECT_EQ(lines_like(lines, "Trick 1: .* takes it"), 1) << testing::PrintToString(lines);
  EXPECT_TRUE(std::regex_match(lines.back(), std::regex("Trick 2: \\w+ [^ ]+, \\w+ [^ ]+")))
      << lines.back();
}

Said moved_said(const char* who, const char* move) {
  return said("moved", {{"who", name(who)}, {"move", stakes(move)}});
}

TEST(Log, HasEqualMovesOfSeveralPeopleInOneLine) {
  LogLines log;
  for (const char* who : {"Ann", "Bob", "Cal", "Cal"}) log.add(moved_said(who, "fold"));
  log.add(moved_said("Deb", "call 20"));
  log.add(moved_said("Eve", "call 40"));
  EXPECT_EQ(texts_of(log.lines()), (std::vector<std::string>{"Ann, Bob and Cal: fold", "Cal: fold",
                                                             "Deb: call 20", "Eve: call 40"}));
}

/// The first legal moves of White are Na3 and Nb1, and so on.
TEST(Log, HasAMoveOfChessAndTheAnswerInOneLine) {
  const auto game = rules::start_game("chess", Json::object(), 2).value();
  EXPECT_EQ(lines_of(game, Names({"Ann", "You"}), 3),
            (std::vector<std::string>{"1. Na3 Na6", "Ann: 2. Nb1"}));
  const char* fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
  const auto black = rules::start_game("chess", {{"fen", fen}}, 2).value();
  EXPECT_EQ(lines_of(black, Names({"Ann", "You"}), 1), std::vector<std::string>{"You: 40... Kd7"});
}

TEST(Log, HasOneLineForCardsThatTheSameSeatsSee) {
  LogLines log;
  const auto seen_by = [&](const std::vector<std::string>& who) {
    log.add(said("card_seen_by", {{"who", names(who)}}));
  };
  for (int card = 0; card < 5; ++card) seen_by({"You", "Bob"});
  seen_by({"Bob", "Cal"});
  EXPECT_EQ(texts_of(log.lines()), (std::vector<std::string>{"You and Bob see these 5 cards.",
                                                             "Bob and Cal see this card."}));
}

TEST(Log, HasOneLineForSeatsThatEachShuffleTheirOwnCards) {
  LogLines log;
  for (const char* who : {"Ann", "Bob", "Bob", "You"})
    log.add(said("shuffled_by_one", {{"who", names({who})}}));
  EXPECT_EQ(texts_of(log.lines()),
            std::vector<std::string>{"Ann, Bob and You each shuffled cards of their own, and alone "
                                     "know the order of these."});
}

TEST(Log, HasNoLineThatGrowsOnceAnotherStandsBelow) {
  OpenLine open;
  EXPECT_TRUE(open.add(moved_said("Ann", "fold")).empty());
  const auto complete = open.add(said("left", {{"who", name("Bob")}}));
  EXPECT_EQ(texts_of(complete), std::vector<std::string>{"Ann: fold"});
  EXPECT_EQ(texts_of(open.add(moved_said("Bob", "fold"))), std::vector<std::string>{"Bob left."});
  EXPECT_EQ(texts_of(open.end()), std::vector<std::string>{"Bob: fold"});
  EXPECT_TRUE(open.end().empty());
}

TEST(Headings, OfAStreetAreItsCardsOnOneLine) {
  const auto game = rules::start_game("holdem", {{"hands", 1}}, 2).value();
  std::vector<std::string> moves = to_the_showdown(), all;
  std::optional<rules::AnyGame> before;
  LogParts parts;
  rules::Match match(game, rules::Dealer(3), [&](const rules::Report& report) {
    if (report.kind == rules::Report::Kind::next) {
      const auto told = described(*report.event, *before, report.game, Names({"Ann", "Bob"}));
      for (const Said& line : parts.next(*before, told).lines) all.push_back(line.text());
    }
    before = report.game;
  });
  ASSERT_TRUE(match.begin());
  for (auto& move : moves)
    ASSERT_TRUE(match.move({{match.game().active().front(), {std::move(move)}}}));
  EXPECT_EQ(lines_like(all, "-- Flop: [^ ]+ [^ ]+ [^ ]+, pot 40 --"), 1)
      << testing::PrintToString(all);
  EXPECT_EQ(lines_like(all, ".*(Flop|flop).*"), 2) << "the other heading is that before the flop";
  EXPECT_EQ(lines_like(all, "-- Hand 1, showdown, pot 40 --"), 1);
}

TEST(Headings, BelongToOnePartWhateverThePotIs) {
  const auto game = rules::start_game("holdem", Json::object(), 2).value();
  Heading before = heading_of(game), after = before;
  after.value = {};
  EXPECT_TRUE(before.same_part(after));
  EXPECT_EQ(before.json()["page"], (Json{{"id", "heading_hand"}, {"n", {{"count", 1}}}}));
}

TEST(Headings, AreNoneInAGameThatNamesNone) {
  const Heading none = heading_of(rules::start_game("kuhn", Json::object(), 2).value());
  EXPECT_TRUE(none.title.empty());
  EXPECT_TRUE(none.json().is_null());
  EXPECT_EQ(none.line().text(), "");
}

TEST(Told, IsWhereSomebodyWhoIsBackComesIn) {
  const node::StandingChanged back{Seat(1), false, false};
  const auto holdem = rules::start_game("holdem", Json::object(), 3).value();
  EXPECT_EQ(describe_standing(back, holdem, "Bob").id, "plays_again");
  const auto without = holdem.after(rules::Out{.seat = Seat(1), .left = true}).value();
  EXPECT_EQ(describe_standing(back, without, "Bob").text(),
            "Bob is back and plays from the next big blind.");
  EXPECT_EQ(describe_standing({Seat(0), false, false}, without, "Ann").id, "plays_again");
}

/// The results, as Ann or somebody who only watches hears them.
struct ResultCase {
  const char* shelf;
  rules::Payoff result;
  rules::Observer observer;
  Ending ending;
  std::vector<std::string> told;
};

std::vector<ResultCase> results() {
  using How = Ending::How;
  const rules::Observer ann = Seat(0), nobody;
  const Ending resigned_by_bob{How::resigned, Seat(1), {}}, resigned_by_ann{How::resigned, Seat(0)};
  const Ending late_bob{How::silent, Seat(1), {}}, late_ann{How::silent, Seat(0), {}};
  const Ending repeated{How::played, Seat(0),
                        said("game_says", {{"words", game("A draw by agreement.")}})};
  return {
      {"poker", {1510, -1510}, ann, {}, {"You win 1510 chips", "Bob loses 1510 chips"}},
      {"poker", {-5, 5}, ann, {}, {"You lose 5 chips", "Bob wins 5 chips"}},
      {"poker", {0, 0}, ann, {}, {"You end with as many chips as you brought"}},
      {"poker", {0, -9, 9}, nobody, {}, {"Cal wins 9 chips", "Bob loses 9 chips"}},
      {"poker", {0, 0}, nobody, {}, {"Draw"}},
      {"cards", {7, -7}, ann, {}, {"You win", "Ann +7", "Bob −7"}},
      {"cards", {-30, 10, 20}, ann, {}, {"You lose: Cal wins", "Ann −30", "Cal +20", "Bob +10"}},
      {"cards", {-9, 9, 0}, nobody, {}, {"Bob wins", "Bob +9", "Cal 0", "Ann −9"}},
      {"cards", {5, -10, 5}, ann, {}, {"You win: Ann and Cal", "Ann +5", "Cal +5", "Bob −10"}},
      // Places, which are no points of the game.
      {"dice", {0, 2, -2}, ann, {}, {"You lose: Bob wins"}},
      {"cards", {-1, -1, 2}, nobody, {}, {"Cal wins"}},
      {"boards", {1, -1}, ann, {}, {"You win"}},
      {"boards", {1, 1, -1}, ann, {}, {"You win: Ann and Bob"}},
      {"boards", {-1, 1}, ann, {}, {"You lose: Bob wins"}},
      {"boards", {-1, 1, 1}, ann, {}, {"You lose: Bob and Cal win"}},
      {"boards", {-1}, ann, {}, {"You lose"}},
      {"boards", {1, -1}, nobody, {}, {"Ann wins"}},
      {"boards", {0, 0}, ann, {}, {"Draw"}},
      {"boards", {0, 0}, ann, repeated, {"Draw", "A draw by agreement."}},
      {"boards", {1, -1}, ann, resigned_by_bob, {"You win: Bob resigned"}},
      {"boards", {-1, 1}, ann, resigned_by_ann, {"You lose: Bob wins by resignation"}},
      {"boards", {1, -1}, nobody, resigned_by_bob, {"Ann wins: Bob resigned"}},
      {"boards", {1, -1}, ann, late_bob, {"You win: Bob did not move in time"}},
      {"boards", {-1, 1}, ann, late_ann, {"You lose: Bob wins on time"}},
  };
}

/// Seats that play against a bank, or together as a team.
TEST(Results, OfAGameThatIsNoZeroSum) {
  const Names names({"Ann", "Bob", "Cal"});
  rules::GameInfo info;
  info.zero_sum = false;
  const auto told = [&](const rules::Payoff& result, const Ending& ending = {}) {
    return texts_of(result_said(result, info, Seat(0), names, ending));
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(told({-10, -18, -8}), (Lines{"You lose", "Ann −10", "Cal −8", "Bob −18"}));
  EXPECT_EQ(told({10, 8, -8}), (Lines{"You win: Ann and Bob", "Ann +10", "Bob +8", "Cal −8"}));
  const Ending team{Ending::How::played, Seat(0),
                    said("game_says", {{"words", game("The team has 9 of 25 points")}})};
  EXPECT_EQ(told({9, 9, 9}, team), Lines{"The team has 9 of 25 points"});
  EXPECT_EQ(told({0, 0, 0}, team), Lines{"The team has 9 of 25 points"});
  EXPECT_EQ(told({0, 0, 0}), Lines{"Draw"});
}

TEST(Results, AreToldAsPeopleSayThem) {
  for (const ResultCase& each : results()) {
    const Names names({"Ann", "Bob", "Cal"});
    rules::GameInfo info;
    info.shelf = each.shelf;
    EXPECT_EQ(texts_of(result_said(each.result, info, each.observer, names, each.ending)),
              each.told);
  }
  EXPECT_EQ(result_line({said("you_win"), said("drawn")}), "Result: You win, Draw");
}

/// A position before the last move of a match, and how it ends.
Ending ending_after(const char* game, const Json& params, const std::vector<std::string>& moves) {
  Ending ending;
  std::optional<rules::AnyGame> before;
  const Names names({"Ann", "Bob"});
  rules::Match match(rules::start_game(game, params, 2).value(), rules::Dealer(3),
                     [&](const rules::Report& report) {
                       if (report.event != nullptr && report.game.over())
                         ending = ending_of(*report.event, *before, report.game, names);
                       before = report.game;
                     });
  EXPECT_TRUE(match.begin());
  for (const auto& move : moves)
    EXPECT_TRUE(match.move({{match.game().active().front(), {move}}})) << move;
  EXPECT_TRUE(match.game().over()) << game;
  return ending;
}

TEST(Results, HaveTheReasonFromTheLastEvent) {
  const Ending resigned = ending_after("chess", {{"fide", true}}, {R"("f3")", R"("resign")"});
  EXPECT_EQ(resigned.how, Ending::How::resigned);
  EXPECT_EQ(resigned.by, Seat(1));
  const Ending agreed =
      ending_after("chess", {{"fide", true}}, {R"("offer draw")", R"("f3")", R"("accept draw")"});
  EXPECT_EQ(agreed.how, Ending::How::played);
  EXPECT_EQ(agreed.news.text(), "A draw by agreement.");
}

/// Returns how a match ends in which White's flag falls in this position.
Ending ending_by_flag(const std::string& fen) {
  const auto before = rules::start_game("chess", {{"fen", fen}}, 2).value();
  const rules::AnyEvent flag = rules::Absent{Seat(0)};
  return ending_of(flag, before, before.after(flag).value(), Names({"Ann", "Bob"}));
}

TEST(Results, OfAFlagAreALossOrADrawWithItsReason) {
  const Names names({"Ann", "Bob"});
  const rules::GameInfo& chess = (*rules::find_module("chess"))->info();
  const Ending lost = ending_by_flag("4k2r/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(lost.how, Ending::How::silent);
  EXPECT_EQ(texts_of(result_said({-1, 1}, chess, Seat(0), names, lost)),
            std::vector<std::string>{"You lose: Bob wins on time"});
  const Ending drawn = ending_by_flag("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_EQ(texts_of(result_said({0, 0}, chess, Seat(0), names, drawn)),
            (std::vector<std::string>{"Draw", "A draw: Black cannot give mate."}));
}

proto::Terms terms_of(const std::string& game, std::uint32_t seats) {
  proto::Terms terms;
  terms.module = game;
  terms.params = "{}";
  terms.seats = seats;
  state::set_defaults(terms);
  return terms;
}

/// Of whatever game and table: a screen's width, and lines that are left for the question.
TEST(TermsInBrief, AreAtMostSixLinesOf80Columns) {
  for (const auto& module : rules::modules()) {
    for (const std::size_t seats : {module.info().seats_min, module.info().seats_max}) {
      auto terms = terms_of(module.info().name, static_cast<std::uint32_t>(seats));
      terms.witnesses = 6;
      Json params = Json::object();
      for (const auto& param : module.info().params) params[param.name] = 123456;
      terms.params = params.dump();
      for (const bool untimed : {false, true}) {
        if (untimed) terms.pace.move = proto::kUntimed;
        const auto lines = terms_in_brief(terms);
        EXPECT_LE(lines.size(), 6u);
        for (const auto& line : lines) EXPECT_LE(line.size(), 80u) << line;
      }
    }
  }
}

TEST(TermsInBrief, NameWhatATableHasOfItsOwn) {
  auto terms = terms_of("holdem", 4);
  terms.params = R"({"hands":20,"stack":1000})";
  const auto lines = terms_in_brief(terms);
  EXPECT_EQ(lines[0], "holdem, 4 seats; hands = 20.");
  EXPECT_EQ(lines[1], "As usual: stack = 1000; small_blind = 10; big_blind = 20; ante = 0; ...");
  EXPECT_EQ(lines[2], "1 min a move, 2 min in reserve, 5 s back for a move in time.");
  EXPECT_EQ(lines[4], "3 of the 4 are enough to go on if one drops out.");
  EXPECT_EQ(lines[5], "Only all 3 others together could see your cards.");
}

/// A guest agrees to the bank and the buy-in, so the first lines that they read have both.
TEST(TermsInBrief, NameTheBankAndTheBuyInOfAnEvening) {
  auto terms = terms_of("holdem", 4);
  terms.evening = {.buy_in_min = 500, .buy_in_max = 1000, .room = 4, .table = 3};
  EXPECT_EQ(terms_in_brief(terms)[2],
            "Evening, table 3: the host is the bank; a buy-in is 500 to 1000 chips.");
  const auto facts = terms_facts(terms);
  EXPECT_EQ(facts.evening.value, 3);
  EXPECT_EQ(facts.buy_in_min.value, 500);
  EXPECT_EQ(facts.buy_in_max.value, 1000);
  EXPECT_EQ(terms_facts(terms_of("holdem", 4)).evening.value, 0);
}

TEST(TermsAsValues, SayWhatTheLinesSay) {
  auto terms = terms_of("holdem", 4);
  terms.params = R"({"hands":20,"stack":1000})";
  const auto facts = terms_facts(terms);
  const auto param = [&](const std::string& name) {
    return *std::ranges::find(facts.params, name, &message::TermsParam::name);
  };
  EXPECT_EQ(param("hands").value, 20);
  EXPECT_FALSE(param("hands").usual);
  EXPECT_EQ(param("small_blind").value, 10) << "also where the terms leave it out";
  EXPECT_TRUE(param("small_blind").usual && param("stack").usual);
  EXPECT_EQ(facts.members.value, 4);
  EXPECT_EQ(facts.quorum.value, 3);
  EXPECT_EQ(facts.recovery.value, 3);
  EXPECT_EQ(facts.move_ms.value, 60'000);
  EXPECT_EQ(facts.reserve_ms.value, 120'000);
  EXPECT_EQ(facts.increment_ms.value, 5'000);
  EXPECT_EQ(facts.hides + " " + facts.trust, "cards others");
  terms.pace.move = proto::kUntimed;
  EXPECT_TRUE(terms_facts(terms).untimed);
  EXPECT_EQ(terms_facts(terms_of("holdem", 3)).trust, "shufflers");
  EXPECT_EQ(terms_facts(terms_of("kuhn", 2)).trust, "nobody");
  EXPECT_EQ(terms_facts(terms_of("chess", 2)).trust, "moves");
}

TEST(TermsInBrief, SayWhatIsDoneForAPlayerWhoIsGone) {
  const auto says = [](const std::string& game, std::uint32_t seats, const std::string& sentence) {
    const auto lines = terms_in_brief(terms_of(game, seats));
    return std::ranges::count(lines, sentence) == 1;
  };
  EXPECT_TRUE(
      says("holdem", 4, "Out of time you check or fold; after 5 in a row nobody waits for you."));
  EXPECT_TRUE(says("holdem", 9, "7 of the 9 are enough to go on if 2 drop out."));
  EXPECT_TRUE(says("chess", 2, "If one of you drops out, the other waits."));
  EXPECT_TRUE(says("chess", 2, "Each step takes both of you."));
}

TEST(Params, AreWordsWithoutTheQuotesOfJson) {
  auto terms = terms_of("holdem", 2);
  terms.params = R"({"betting":"no-limit"})";
  const auto lines = describe_terms(terms);
  EXPECT_TRUE(std::ranges::any_of(
      lines, [](const auto& line) { return line.starts_with("  betting = no-limit   "); }));
}

/// The host chose it, and it stands between the program's own words.
TEST(Params, ThatCouldBeTakenForMoreHaveQuotes) {
  auto terms = terms_of("chess", 2);
  terms.params = R"({"fen":"x. Only all 3 others together could see your cards"})";
  EXPECT_EQ(terms_in_brief(terms)[0].find("fen = x."), std::string::npos);
  const auto lines = describe_terms(terms);
  EXPECT_TRUE(std::ranges::any_of(
      lines, [](const auto& line) { return line.starts_with("  fen = \"x. Only all"); }));
}

/// A person who types `terms` at a page reads them in the page's language.
TEST(Terms, AreSentencesOfTheFile) {
  for (const auto& module : rules::modules()) {
    const auto terms =
        terms_of(module.info().name, static_cast<std::uint32_t>(module.info().seats_max));
    const auto lines = terms_said(terms);
    EXPECT_GT(lines.size(), 5U);
    for (const Said& line : lines) {
      EXPECT_TRUE(sentences().contains(line.id)) << line.id;
      EXPECT_NE(line.id, "plain") << line.text();
    }
  }
}

TEST(Ways, OfARelayedMemberSayWhy) {
  EXPECT_EQ(rung_said(channel::Rung::punched).text(), "directly, through both routers");
  EXPECT_EQ(punch_said(reach::PunchFailure::ports_change_here).text(),
            "your router gives each connection another port");
}

TEST(Cards, AreNotSpokenOfWhereAGameHasNone) {
  for (const auto& module : rules::modules()) {
    const auto& game = module.info();
    std::string text;
    for (const auto& line :
         describe_terms(terms_of(game.name, static_cast<std::uint32_t>(game.seats_max))))
      if (!line.starts_with("  ") && !line.starts_with("Game: ")) text += line + "\n";
    EXPECT_EQ(text.find("cards") != std::string::npos, hidden_things(game) == "cards")
        << game.name << "\n"
        << text;
  }
  EXPECT_EQ(trust_sentence(terms_of("chess", 2)),
            "Every move is signed by its player: nobody can change one, or take it back.");
  EXPECT_TRUE(trust_sentence(terms_of("liars-dice", 3))
                  .starts_with("No player or host can see your dice or choose a roll, if"));
  EXPECT_TRUE(trust_sentence(terms_of("liars-dice", 5))
                  .ends_with("; only all 4 others together could see your dice. Players can still "
                             "talk to each other."));
}

std::string all(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(Words, A74_OfSecrecyFollowFromWhatAGameDeclares) {
  using Secrecy = rules::Secrecy;
  const std::string usual = all(secrecy_facts(rules::kOwnCards, "cards"));
  EXPECT_NE(usual.find("is seen by one seat"), std::string::npos) << usual;
  EXPECT_NE(usual.find("nobody can choose their order"), std::string::npos) << usual;
  const std::string odd = all(secrecy_facts(
      {.deals = Secrecy::Deals::several, .shuffles = Secrecy::Shuffles::named, .done = true},
      "pieces"));
  EXPECT_NE(odd.find("others may see what you were dealt"), std::string::npos) << odd;
  EXPECT_NE(odd.find("a seat alone does"), std::string::npos) << odd;
  EXPECT_NE(odd.find("gives its locks away"), std::string::npos) << odd;
  EXPECT_EQ(odd.find("one seat, until"), std::string::npos) << odd;
  EXPECT_EQ(all(secrecy_facts({}, "")), "Nothing is hidden, and nothing falls to chance.\n");
  EXPECT_TRUE(trust_sentence(terms_of("holdem", 3))
                  .starts_with("No player or host can see your cards or choose the shuffle, if at "
                               "least one who shuffles is honest."));
  EXPECT_TRUE(trust_sentence(terms_of("kuhn", 2))
                  .starts_with("No player or host can see your cards or choose the shuffle, if at "
                               "least one player is honest."));
}

/// A seat that shuffles alone knows where each card lies.
TEST(Words, A74_InBriefSayWhoCouldSeeACard) {
  const auto said = [](const char* game, std::uint32_t seats) {
    return all(terms_in_brief(terms_of(game, seats)));
  };
  EXPECT_NE(said("holdem", 3).find("can see your cards, unless they alone shuffle.\n"),
            std::string::npos)
      << said("holdem", 3);
  EXPECT_NE(said("kuhn", 2).find("can see your cards.\n"), std::string::npos) << said("kuhn", 2);
}

/// No line of a script's drawing or rules looks like what the program or a player says.
TEST(Words, A74_OfAScriptsDrawingAreMarked) {
  EXPECT_EQ(marked_lines("Ann says: hello\nDo you agree?\n"),
            "| Ann says: hello\n| Do you agree?\n");
  rules::GameInfo info{};
  info.about = "Run it.";
  EXPECT_EQ(rules_words(info, true), "| Run it.\n");
  EXPECT_EQ(rules_words(info, false), "Run it.");
  info.rules = "One.\nAnn says: \x1b[2Jtwo.";
  EXPECT_EQ(rules_words(info, true).find("\nAnn"), std::string::npos);
}

/// Returns what Ann, Bob and Cat are told while these wants come true.
std::string told_of(std::vector<rules::Want> wants) {
  (void)rules::plan_game();
  std::string text;
  std::optional<rules::AnyGame> before;
  const Names names({"Ann", "Bob", "Cat"});
  rules::Match match(rules::start_game("plan", rules::plan(std::move(wants)), 3).value(),
                     rules::Dealer(3), [&](const rules::Report& report) {
                       if (report.kind == rules::Report::Kind::next)
                         text += describe(*report.event, *before, report.game, names) + "\n";
                       before = report.game;
                     });
  EXPECT_TRUE(match.begin());
  return text;
}

TEST(Words, A74_OfACardAndAShuffleFollowFromTheWants) {
  const std::vector<CardSlot> slots{CardSlot(0), CardSlot(1)};
  const std::vector<Face> faces{Face(0), Face(1)};
  const std::string several = told_of(
      {rules::WantShuffle{slots, faces}, rules::WantDeal{CardSlot(0), Seat(0)},
       rules::WantDeal{CardSlot(0), Seat(0), SeatSet::of({Seat(2)})}, rules::WantMove{{Seat(0)}}});
  EXPECT_NE(several.find("Ann and Cat see this card."), std::string::npos) << several;
  EXPECT_EQ(several.find("alone"), std::string::npos) << several;
  const std::string alone = told_of(
      {rules::WantShuffle{slots, faces, SeatSet::of({Seat(1)})}, rules::WantMove{{Seat(0)}}});
  EXPECT_NE(alone.find("Shuffled by Bob alone, who knows the order."), std::string::npos) << alone;
}

/// A seat that has no turn of a shuffle is not said to have shuffled.
TEST(Words, A74_OfAShuffleAreTrueOfEachSeat) {
  (void)rules::plan_game();
  const std::vector<CardSlot> slots{CardSlot(0), CardSlot(1)};
  sim::World world(
      {.game = "plan",
       .params = rules::plan({rules::WantShuffle{
                                  slots, {Face(0), Face(1)}, SeatSet::of({Seat(0), Seat(1)})},
                              rules::WantMove{{Seat(0)}}})
                     .dump(),
       .seats = 3,
       .seed = 1});
  ASSERT_TRUE(sim::run_to<state::stages::Shuffling>(world, Seat(0)));
  const auto& node = world.node(Seat(0));
  const SeatSet passed = node.parts().pipeline.passed(node.table());
  const auto stages = shuffle_stages(node.table(), passed, Names({"Ann", "Bob", "Cat"}));
  ASSERT_EQ(stages.size(), 3U);
  EXPECT_EQ(stages[2], "Cat: has no part in this shuffle");
  EXPECT_NE(stages[1], "Bob: has no part in this shuffle");
  const auto parts = parts_of_shuffle(node.table(), passed);
  EXPECT_TRUE(parts.contains(Seat(0)) && parts.contains(Seat(1)));
  EXPECT_FALSE(parts.contains(Seat(2))) << "a page says nothing of who has no part";
}

/// The words of the table's row of docs/agreement.md for a person who sits down.
TEST(Votes, SayWhatTheTableSurvives) {
  const auto said = [](std::uint32_t seats, const std::string& words) {
    const auto lines = describe_terms(terms_of("holdem", seats));
    return std::ranges::any_of(
        lines, [&](const auto& line) { return line.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(said(2, "nobody can be called absent"));
  EXPECT_TRUE(said(3, "One liar can split the other two"));
  EXPECT_TRUE(said(4, "3 of the 4 members"));
  EXPECT_TRUE(said(4, "while 1 of them is silent."));
  EXPECT_TRUE(said(9, "while 2 of them are silent."));
}

TEST(Ascii, HasGermanLettersAndQuotesInTheirUsualSpelling) {
  EXPECT_EQ(in_ascii("„Jürgen Groß“ zieht – Ä, Ö, Ü …"),
            "\"Juergen Gross\" zieht - Ae, Oe, Ue ...");
  EXPECT_EQ(in_ascii("A♠ K♥ Q♦ J♣ ✓ 2–10"), "As Kh Qd Jc * 2-10");
  EXPECT_EQ(in_ascii("日"), "?");
}

/// Every character beyond ASCII that the program itself writes has a spelling in ASCII.
TEST(Ascii, HasEveryCharacterOfTheSources) {
  const std::set<std::string> shown{"ui",    "cli",   "tools", "rules",
                                    "games", "relay", "net",   "runtime"};
  for (const sources::File& file : sources::files()) {
    if (!shown.contains(file.folder)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code = file.lines[i].substr(0, file.lines[i].find("//"));
      const auto count = [](const std::string& text) { return std::ranges::count(text, '?'); };
      EXPECT_EQ(count(in_ascii(code)), count(code)) << sources::at(file, i);
    }
  }
}

TEST(Refusals, ReadInEnglishAsTheProgramSaysThem) {
  using Why = rules::Refusal::Why;
  int count = 0;
  for (int why = 0; why <= static_cast<int>(Why::bet_of_a_bet); ++why, ++count) {
    const rules::Refusal refusal{static_cast<Why>(why), {"e4", "17", "bid"}};
    EXPECT_FALSE(refusal.text().empty()) << why;
    EXPECT_EQ(refusal_said(refusal).text(), refusal.text());
  }
  EXPECT_EQ(count, 16);
}

TEST(Secrecy, AQuestionAndItsAnswersAreSentencesOfTheFile) {
  for (const Said& one : {may_it_answer(), whether_it_answers(true), whether_it_answers(false)})
    EXPECT_TRUE(sentences().contains(one.id)) << one.id;
}

}  // namespace
}  // namespace fairdeal::words
