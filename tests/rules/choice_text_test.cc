#include "rules/choice_text.h"

#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// Lines that a person types, at a table of hold'em with everything on.
namespace fairdeal::rules {
namespace {

std::vector<Choice> choices_of(std::vector<std::pair<std::string, std::string>> moves) {
  std::vector<Choice> choices;
  for (auto& [action, label] : moves) choices.push_back({{action}, label, {}});
  return choices;
}

TEST(ChoiceText, ALabelOfSeveralWordsMayBeTyped) {
  const auto choices = choices_of({{R"("once")", "run it once"}, {R"("twice")", "run it twice"}});
  for (const char* typed : {"run it twice", "Run it twice", "twice", "tw", "2"})
    EXPECT_EQ(read_choice(typed, choices).value().text, R"("twice")") << typed;
  EXPECT_FALSE(read_choice("run", choices)) << "either";
  EXPECT_EQ(list_choices(choices), "1 run it once   2 run it twice");
}

TEST(ChoiceText, ALabelMayBeTypedWithAnotherNumber) {
  auto choices = choices_of({{R"({"bid":0})", "bid 0 of 10 tricks"}, {R"("pass")", "pass"}});
  choices[0].range = Range{0, 10};
  EXPECT_EQ(read_choice("bid 3 of 10 tricks", choices).value().text, R"({"bid":3})");
  EXPECT_EQ(read_choice("Bid 10 of 10 tricks", choices).value().text, R"({"bid":10})");
  EXPECT_FALSE(read_choice("bid 11 of 10 tricks", choices));
  EXPECT_FALSE(read_choice("bid x of 10 tricks", choices));
}

TEST(ChoiceText, TheOnlyMoveIsTypedByItsAmountAlone) {
  auto choices = choices_of({{R"({"bid":0})", "bid"}});
  choices[0].range = Range{0, 13};
  EXPECT_EQ(list_choices(choices), "bid (bid 0…13)");
  EXPECT_EQ(read_choice("1", choices).value().text, R"({"bid":1})") << "no place in a list";
  EXPECT_EQ(read_choice("13", choices).value().text, R"({"bid":13})");
  EXPECT_EQ(choice_number(choices, 0), "");
  EXPECT_EQ(typed_for(choices, 0), "bid") << "no number of a list, which would be an amount";
  EXPECT_FALSE(read_choice("1 7", choices));
  EXPECT_FALSE(read_choice("14", choices));
}

TEST(ChoiceText, ALabelWithAnotherNumberMeansThatMovesAreNoNumbers) {
  EXPECT_EQ(list_choices(choices_of({{"7", "a1"}, {"9", "c1"}})), "1 a1   2 c1");
  EXPECT_EQ(list_choices(choices_of({{"2", "c2"}})), "1 c2") << "a part of a word is no number";
  EXPECT_EQ(list_choices(choices_of({{"4", "centre"}, {"8", "corner"}})), "4 centre   8 corner");
  EXPECT_EQ(list_choices(choices_of({{"4", "column 4"}, {"8", "column 8"}})),
            "4 column 4   8 column 8");
}

TEST(ChoiceText, ASquareAloneIsTheMoveThatNamesIt) {
  const auto choices =
      choices_of({{"18", "shoot at c3"}, {"2", "shoot at c1"}, {R"("wait")", "wait"}});
  EXPECT_EQ(read_choice("c3", choices).value().text, "18");
  EXPECT_EQ(read_choice("C1", choices).value().text, "2");
  EXPECT_FALSE(read_choice("c2", choices)) << "nobody shoots there";
  EXPECT_FALSE(read_choice("d1", choices_of({{"1", "a to d1"}, {"2", "b to d1"}}))) << "either";
}

TEST(ChoiceText, AMoveThatSharesItsLabelIsTypedByItsNumber) {
  const auto choices = choices_of({{R"("a")", "go"}, {R"("b")", "go"}, {R"("c")", "stay"}});
  EXPECT_EQ(typed_for(choices, 1), "2");
  EXPECT_EQ(typed_for(choices, 2), "stay");
}

TEST(ChoiceText, OfNoMovesNoneCanBeChosen) {
  for (const char* typed : {"1", "x", "1 2", "all in"})
    EXPECT_FALSE(read_choice(typed, {})) << typed;
}

TEST(ChoiceText, WhoSitsOutSaysSo) {
  const auto choices = choices_of({{R"("away")", "stay out"}, {R"("back")", "come back"}});
  for (const char* typed : {"away", "stay out", "stay"})
    EXPECT_EQ(read_choice(typed, choices).value().text, R"("away")") << typed;
  for (const char* typed : {"back", "come back", "c"})
    EXPECT_EQ(read_choice(typed, choices).value().text, R"("back")") << typed;
}

TEST(ChoiceText, WhereARaiseHasOneSizeNoNumberIsNeeded) {
  auto choices = choices_of({{R"({"raise":40})", "raise to 40"}, {R"("fold")", "fold"}});
  choices[0].range = Range{40, 40};
  for (const char* typed : {"raise", "raise 40", "r", "1"})
    EXPECT_EQ(read_choice(typed, choices).value().text, R"({"raise":40})") << typed;
  EXPECT_FALSE(read_choice("raise 60", choices));
  EXPECT_EQ(list_choices(choices), "1 raise to 40   2 fold");

  choices[0].range = Range{40, 200};
  EXPECT_FALSE(read_choice("raise", choices)) << "which?";
  EXPECT_EQ(read_choice("raise 60", choices).value().text, R"({"raise":60})");
}

TEST(ChoiceText, NumbersAloneAreASquareAndZerosAreACastle) {
  const auto squares = choices_of({{"[0,0]", "[0,0]"}, {"[0,1]", "[0,1]"}, {"[3,3]", "[3,3]"}});
  for (const char* typed : {"0-0", "0 0", "0,0", "0x0", "[0,0]", "1"})
    EXPECT_EQ(read_choice(typed, squares).value().text, "[0,0]") << typed;
  const auto castles = choices_of({{R"("O-O")", "O-O"}, {R"("O-O-O")", "O-O-O"}});
  EXPECT_EQ(read_choice("0-0", castles).value().text, R"("O-O")");
  EXPECT_EQ(read_choice("0-0-0", castles).value().text, R"("O-O-O")");
}

TEST(ChoiceText, AnAmountIsTypedAsPlayersWriteIt) {
  auto choices = choices_of({{R"({"raise":40})", "raise to 40"}, {R"("call")", "call 20"}});
  choices[0].range = Range{40, 200};
  for (const char* typed : {"raise 60", "RAISE TO 60", "raise to60", "r60", "R 60", "1 60"})
    EXPECT_EQ(read_choice(typed, choices).value().text, R"({"raise":60})") << typed;
  for (const char* typed : {"all in", "all-in", "ALLIN"})
    EXPECT_EQ(read_choice(typed, choices).value().text, R"({"raise":200})") << typed;
  for (const char* typed : {"r", "raise 39", "raise sixty", "call 20 20", "", "3"})
    EXPECT_FALSE(read_choice(typed, choices)) << typed;
}

/// Against a bet of more than a player has, all that they have is a call.
TEST(ChoiceText, AllInIsTheCallWhereNobodyMayRaise) {
  const auto calls = choices_of({{R"("fold")", "fold"}, {R"("call")", "call 540"}});
  for (const char* typed : {"all in", "all-in", "ALLIN"})
    EXPECT_EQ(read_choice(typed, calls).value().text, R"("call")") << typed;
  const auto checks = choices_of({{R"("fold")", "fold"}, {R"("check")", "check"}});
  EXPECT_EQ(choice_typed("all in", checks).error().why, Refusal::Why::no_wager);
}

/// A number of the list means its place there, and no other number can mean anything but an amount.
TEST(ChoiceText, TheNumberOfAMoveAloneIsTheMoveAsTheListShowsIt) {
  auto choices = choices_of({{R"("fold")", "fold"}, {R"({"raise":40})", "raise to 40"}});
  choices[1].range = Range{40, 200};
  EXPECT_EQ(read_choice("2", choices).value().text, R"({"raise":40})");
  auto bids = choices_of({{R"({"bid":0})", "bid 0 of 10 tricks"}, {R"("pass")", "pass"}});
  bids[0].range = Range{0, 10};
  EXPECT_FALSE(read_choice("1", bids)) << "the first of the list, or a bid of one?";
}

TEST(ChoiceText, EverySpellingOfOneMoveOfABoardIsThatMove) {
  auto choices = choices_of({{R"("Bb5")", "Bb5+"},
                             {R"("a8")", "a8=Q"},
                             {R"("e4")", "e4"},
                             {R"("exd5")", "exd5"},
                             {R"("Nbd2")", "Nbd2"},
                             {R"("Nfd2")", "Nfd2"}});
  choices[2].aliases = {"e2e4"};
  const auto means = [&](const char* typed) {
    const auto action = read_choice(typed, choices);
    return action ? action->text : action.error().about;
  };
  EXPECT_EQ(means("Bb5"), R"("Bb5")");
  EXPECT_EQ(means("bb5!?"), R"("Bb5")");
  for (const char* typed : {"a8Q", "a8=Q+", "a8q"}) EXPECT_EQ(means(typed), R"("a8")") << typed;
  for (const char* typed : {"e4!", "e2-e4", "e2 e4"}) EXPECT_EQ(means(typed), R"("e4")") << typed;
  EXPECT_EQ(means("ed5"), R"("exd5")");
  EXPECT_EQ(means("Nd2"), "You cannot play 'Nd2' now") << "which of the two?";
  EXPECT_EQ(means("Bb6"), "You cannot play 'Bb6' now");
  EXPECT_EQ(means("e2e5"), "You cannot play 'e2e5' now");
}

TEST(ChoiceText, EveryRowOfAListThatNeedsAMarkHasIt) {
  std::vector<std::pair<std::string, std::string>> moves;
  for (int i = 0; i < 20; ++i)
    moves.emplace_back(std::to_string(i) + "0", "Your move, or help " + std::to_string(i));
  for (const bool all : {false, true}) {
    std::istringstream rows(list_choices(choices_of(moves), all, "| "));
    std::size_t marked = 0;
    for (std::string row; std::getline(rows, row);)
      if (row != "Type one of them; 'list' shows them all.") {
        EXPECT_TRUE(row.starts_with("| ")) << row;
        EXPECT_TRUE(!all || row.size() <= 80) << row;
        ++marked;
      }
    EXPECT_GE(marked, all ? 6U : 1U);
  }
}

TEST(ChoiceText, ATextThatCouldBeEitherOfTwoMovesIsRefusedWithBothNamed) {
  for (const char* bishop : {"Bc4", "Bxc4+"}) {
    const auto choices =
        choices_of({{R"("b")", bishop}, {R"("p")", "bxc4"}, {R"("n")", "Nc3"}, {R"("e")", "e4"}});
    const auto means = [&](const std::string& typed) {
      const auto action = read_choice(typed, choices);
      return action ? action->text : action.error().about;
    };
    EXPECT_EQ(means("bc4"),
              "'bc4' may be " + std::string(bishop) + " or bxc4: type it as it is written here");
    EXPECT_EQ(means("Bc4"), R"("b")");
    EXPECT_EQ(means(bishop), R"("b")");
    EXPECT_EQ(means("bxc4"), R"("p")");
    EXPECT_EQ(means("nc3"), R"("n")");
    EXPECT_EQ(means("e4"), R"("e")");
  }
}

TEST(ChoiceText, AMoveOfBettingThatIsNotPossibleIsToldWithItsReason) {
  auto open = choices_of({{R"("check")", "check"}, {R"({"bet":20})", "bet 20"}});
  open[1].range = Range{20, 200};
  auto facing = choices_of({{R"("fold")", "fold"}, {R"("call")", "call 20"}});
  facing.push_back({{R"({"raise":40})"}, "raise to 40", Range{40, 200}});
  EXPECT_EQ(read_choice("CALL", open).error().about, "You cannot call now: nobody has bet");
  EXPECT_EQ(read_choice("raise 40", open).error().about,
            "You cannot raise now: nobody has bet, so you may bet");
  EXPECT_EQ(read_choice("check", facing).error().about,
            "You cannot check now: there is a bet to call");
}

TEST(ChoiceText, AnAmountAloneIsTheOneMoveThatTakesOne) {
  auto choices = choices_of({{R"({"bid":0})", "bid"}, {R"("pass")", "pass"}});
  choices[0].range = Range{0, 50};
  EXPECT_EQ(read_choice("17", choices).value().text, R"({"bid":17})");
  EXPECT_EQ(read_choice("0", choices).value().text, R"({"bid":0})");
  EXPECT_EQ(read_choice("2", choices).value().text, R"("pass")") << "the second of the list";
  EXPECT_FALSE(read_choice("1", choices)) << "the first of the list, which takes a number";
  EXPECT_FALSE(read_choice("51", choices));
  EXPECT_EQ(list_choices(choices), "1 bid (bid 0…50)   2 pass");

  choices.push_back({{R"({"raise":3})"}, "raise", Range{3, 9}});
  EXPECT_FALSE(read_choice("7", choices)) << "bid or raise?";
}

}  // namespace
}  // namespace fairdeal::rules
