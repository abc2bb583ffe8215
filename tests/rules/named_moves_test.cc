#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/card.h"
#include "rules/choice_text.h"
#include "rules/match.h"
#include "rules/params.h"
#include "rules/registry.h"

/// Games' words to a person: names of moves, and moves that need no question.
namespace fairdeal::rules {
namespace {

Match begun(const char* name, const Json& params, std::size_t seats, std::uint64_t seed) {
  Match match(start_game(name, params, seats).value(), Dealer(seed));
  EXPECT_TRUE(match.begin());
  return match;
}

std::vector<Choice> choices(const Match& match, Seat seat) {
  return match.game().choices(seat, match.dealer().known(seat), {"Ann", "Bob", "Cat", "Dan"});
}

TEST(MoveNames, OfChessAreThoseOfPlayersAndOfPrograms) {
  const Match match = begun("chess", Json::object(), 2, 1);
  const auto all = choices(match, Seat(0));
  for (const char* typed : {"Nf3", "nf3", "g1f3", "G1F3"})
    EXPECT_EQ(read_choice(typed, all).value().text, R"("Nf3")") << typed;
  EXPECT_EQ(read_choice("e2e4", all).value().text, R"("e4")");
  EXPECT_FALSE(read_choice("e2e5", all));
}

TEST(MoveNames, OfAPawnAndABishopAreTheirOwn) {
  const Json position = {{"fen", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"}};
  const Match match = begun("chess", position, 2, 1);
  const auto all = choices(match, Seat(0));
  EXPECT_EQ(read_choice("bxc3", all).value().text, R"("bxc3")");
  EXPECT_EQ(read_choice("Bxc3", all).value().text, R"("Bxc3")");
  EXPECT_FALSE(read_choice("BXC3", all)) << "either";
}

/// Earlier builds named the places of the cards: "change 1 2 3".
TEST(MoveNames, OfAChangeAreTheCardsThatTheSeatGivesAway) {
  Match match = begun("five-card-draw", Json::object(), 2, 1);
  const auto asked = [&] { return match.game().active().front(); };
  const auto changes = [](const Choice& choice) { return choice.kind.starts_with("change"); };
  while (std::ranges::none_of(choices(match, asked()), changes)) {
    const auto all = choices(match, asked());
    const auto calm = std::ranges::find_if(
        all, [](const Choice& c) { return c.kind == "check" || c.kind == "call"; });
    ASSERT_NE(calm, all.end());
    ASSERT_TRUE(match.move({{asked(), calm->action}}));
  }
  const auto all = choices(match, asked());
  std::vector<Face> held;
  for (const auto& [slot, face] : match.dealer().known(asked()).faces) held.push_back(face);
  ASSERT_EQ(held.size(), 5U);
  for (const Face face : held) {
    const auto by_name = read_choice("change " + card_name(face), all);
    ASSERT_TRUE(by_name) << card_name(face);
    EXPECT_EQ(read_choice("change " + card_symbol(face), all), by_name);
  }
  for (const Choice& choice : all) {
    if (!changes(choice)) continue;
    EXPECT_EQ(read_choice(choice.label, all), choice.action) << choice.label;
    EXPECT_NE('"' + choice.label + '"', choice.action.text);
  }
  EXPECT_EQ(read_choice("change 1 3", all).value().text, R"("change 1 3")") << "as before";
}

TEST(MoveNames, OfMutropasAreThePiecesThatTheSeatHas) {
  const Match match = begun("mutropas", Json::object(), 2, 1);
  for (const Seat seat : {Seat(0), Seat(1)}) {
    const auto all = choices(match, seat);
    ASSERT_EQ(match.dealer().known(seat).faces.size(), 4u);
    for (const auto& [slot, face] : match.dealer().known(seat).faces) {
      const auto read = read_choice("play " + std::to_string(face.value), all);
      ASSERT_TRUE(read) << face.value;
      EXPECT_EQ(read->text, std::to_string(slot.value % 4));
    }
  }
  for (const Choice& choice : match.game().choices(Seat(0), {}, {}))
    EXPECT_TRUE(choice.label.starts_with("play piece ")) << choice.label;
}

TEST(MoveNames, OfHeartsAreTheCardsThatTheSeatHas) {
  Match match = begun("hearts", Json::object(), 4, 1);
  for (std::uint32_t i = 0; i < 4; ++i)
    for (const Choice& choice : choices(match, Seat(i))) {
      EXPECT_TRUE(choice.label.starts_with("pass ") || choice.label.starts_with("play "));
      EXPECT_EQ(read_choice(choice.aliases.back(), choices(match, Seat(i))), choice.action);
      EXPECT_EQ(choice.label.find_first_of("0123456789"), choice.label.find_first_of("23456789"));
    }
}

TEST(MoveNames, OfHeartsStandInTheOrderOfSuitsAndRanks) {
  const Match match = begun("hearts", Json::object(), 4, 1);
  const auto all = choices(match, Seat(0));
  std::vector<std::string> cards;
  for (const auto& [slot, face] : match.dealer().known(Seat(0)).faces)
    cards.push_back(card_name(face));
  const auto place = [](const std::string& card) {
    return std::pair(std::string("cdhs").find(card[1]), std::string("23456789TJQKA").find(card[0]));
  };
  std::ranges::sort(cards, {}, place);
  ASSERT_EQ(all.size(), cards.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(read_choice(cards[i], all).value(), all[i].action) << cards[i];
}

TEST(MoveNames, OfConnectFourAreSquaresAndTheirListCountsFromOne) {
  const Match match = begun("connect-four", Json::object(), 2, 1);
  const auto all = choices(match, Seat(0));
  EXPECT_EQ(list_choices(all), "1 a1   2 b1   3 c1   4 d1   5 e1   6 f1   7 g1");
  EXPECT_EQ(read_choice("d", all).value().text, "3");
  EXPECT_EQ(read_choice("1", all).value().text, "0");
}

TEST(MoveNames, OfGoFishSayWhomAndWhat) {
  const Match match = begun("go-fish", Json::object(), 3, 1);
  const auto all = choices(match, Seat(0));
  ASSERT_EQ(all.size(), 26u);
  EXPECT_EQ(read_choice("ask Bob for kings", all), read_choice("ask seat 2 for kings", all));
  EXPECT_EQ(read_choice("ASK CAT FOR ACES", all), all.back().action);
  EXPECT_FALSE(read_choice("kings", all)) << "of whom?";
}

/// Both call and check to the showdown; then each shows by what `decide` says, or mucks.
template <class Decide>
std::vector<std::int64_t> won(std::uint64_t seed, std::size_t seats, Decide&& decide) {
  Match match = begun("holdem", {{"hands", 1}}, seats, seed);
  while (!match.game().over()) {
    const Seat seat = match.game().active().front();
    const auto legal = match.game().legal(seat);
    const auto has = [&](const char* move) {
      return std::ranges::any_of(legal, [&](const auto& c) { return c.action.text == move; });
    };
    const Action move = has(R"("show")")    ? decide(match, seat)
                        : has(R"("check")") ? Action{R"("check")"}
                                            : Action{R"("call")"};
    EXPECT_TRUE(match.move({{seat, move}}));
  }
  return match.game().json()["last"]["won"].get<std::vector<std::int64_t>>();
}

TEST(NamedMoves, OfPokerStandInTheOrderInWhichPlayersSayThem) {
  Match match(start_game("holdem", {{"sit_out", true}}, 3).value(), Dealer(1));
  ASSERT_TRUE(match.begin());
  std::vector<std::string> labels;
  for (const Choice& choice : choices(match, Seat(0))) labels.push_back(choice.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"fold", "call 20", "raise to 40", "sit out"}));
}

TEST(Obvious, IsToShowAHandThatMayWinAndToMuckAnyOther) {
  std::size_t mucked = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    for (const std::size_t seats : {2u, 5u}) {
      const auto all_show =
          won(seed, seats, [](const Match&, Seat) { return Action{R"("show")"}; });
      const auto who_may = won(seed, seats, [&](const Match& match, Seat seat) {
        const Known known = match.dealer().known(seat);
        const Action move = match.game().obvious(seat, known).value();
        if (move.text == R"("show")") return move;
        ++mucked;
        EXPECT_EQ(move.text, R"("muck")");
        const auto drawn = match.game().draw(seat, known, {"You", "Bob", "Cat", "Dan", "Eve"});
        EXPECT_NE(drawn.find("which loses to "), std::string::npos) << drawn;
        return move;
      });
      EXPECT_EQ(all_show, who_may) << seed;
    }
  EXPECT_GT(mucked, 100u);
}

TEST(Obvious, IsToShowALosingHandForAPersonWhoShowsThem) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    won(seed, 3, [](const Match& match, Seat seat) {
      Known known = match.dealer().known(seat);
      known.shows_losing = true;
      const Action move = match.game().obvious(seat, known).value();
      EXPECT_EQ(move.text, R"("show")");
      return move;
    });
}

TEST(Pause, IsAsLongAsPeopleLookAtAShowdownAndShortWhereNobodyShows) {
  for (const bool folds : {false, true}) {
    Match match = begun("holdem", {{"hands", 2}}, 3, 5);
    std::vector<std::int64_t> pauses;
    while (match.game().json()["hand"] == 1) {
      const AnyGame before = match.game();
      const Seat seat = before.active().front();
      std::string move = before.legal(seat).front().action.text;
      for (const Choice& choice : before.legal(seat))
        for (const char* other : {R"("call")", R"("check")", R"("show")"})
          if (choice.action.text == (folds ? R"("fold")" : other)) move = choice.action.text;
      ASSERT_TRUE(match.move({{seat, Action{move}}}));
      pauses.push_back(match.game().pause(before));
    }
    EXPECT_EQ(pauses.back(), folds ? 1'200 : 4'000);
    pauses.pop_back();
    EXPECT_EQ(std::ranges::count(pauses, 0), std::ssize(pauses)) << "no other move shows a hand";
  }
}

TEST(Obvious, NoMoveIsObviousWhereThereIsAChoice) {
  for (const Module& module : modules()) {
    const std::size_t seats = std::max<std::size_t>(module.info().seats_min, 1);
    Match match(module.start(complete_params(module.info(), Json::object()).value(), seats).value(),
                Dealer(1));
    ASSERT_TRUE(match.begin());
    for (const Seat seat : match.game().active())
      EXPECT_FALSE(match.game().obvious(seat, match.dealer().known(seat))) << module.info().name;
  }
}

}  // namespace
}  // namespace fairdeal::rules
