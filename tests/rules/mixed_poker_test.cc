#include <set>

#include <gtest/gtest.h>

#include "games/mixed/mixed.h"
#include "games/players/simple_poker.h"
#include "games/poker/history.h"
#include "games/poker/mix.h"
#include "games/poker/ohh.h"
#include "games/poker/phh.h"
#include "rules/dealer.h"
#include "rules/json_full.h"
#include "rules/law.h"
#include "rules/registry.h"
#include "tests/rules/poker_random_match.h"

/// A table of poker that changes its game.
namespace fairdeal::rules {
namespace {

AnyGame mixed(const Json& params, std::size_t seats) {
  return start_game("mixed", params, seats).value();
}

TEST(Mixed, HasEveryGameOfTheFamilyWithAWholeDeck) {
  std::set<std::string> names{"mixed", "short-deck"};
  for (const MixedGame& game : mixed_games()) names.insert(game.name);
  const auto all = poker_games();
  EXPECT_EQ(names, std::set<std::string>(all.begin(), all.end()));
  std::vector<std::string> listed;
  for (const MixedGame& game : mixed_games()) listed.emplace_back(game.name);
  EXPECT_TRUE(std::ranges::is_sorted(listed)) << "as choices are listed";
}

TEST(Mixed, TermsThatNameNoGamesAreRefused) {
  const auto refused = [](const Json& params) {
    return start_game("mixed", params, 2).error().about;
  };
  EXPECT_EQ(refused({{"games", Json::array()}}), "games: there is one at least");
  EXPECT_EQ(refused({{"games", {"stud", "stud"}}}), "games: each stands there once");
  EXPECT_TRUE(refused({{"games", {"short-deck"}}}).starts_with("games: each is one of badugi, "));
  EXPECT_TRUE(refused({{"games", {7}}}).starts_with("games: each is one of badugi, "));
  EXPECT_EQ(refused({{"bring_in", 20}}), "bring_in is less than big_blind");
}

TEST(Mixed, EachLevelHasBlindsAndABringIn) {
  const Json level{{"from", 2}, {"small", 20}, {"big", 40}, {"ante", 8}, {"bring_in", 10}};
  PokerTable table(MixedRules::kRules, 2,
                   {{"games", {"holdem", "stud"}}, {"game_hands", 1}, {"levels", {level}}});
  table.deal_any(1).play("fold");
  EXPECT_EQ(table.game().betting().at(Seat(0)).paid, 8);
  EXPECT_EQ(table.game().level().small, 10);
  EXPECT_EQ(table.game().level().big, 40);
}

/// A seat that leaves while the game is chosen leaves the choice to the button; a seat that is out
/// of the deal pays what is due in the hand.
TEST(Mixed, ASeatThatIsOutWhileTheGameIsChosenPaysWhatIsDue) {
  const AnyGame game = mixed({{"dealers_choice", true}}, 3);
  const AnyGame left = game.after(Out{.seat = Seat(2), .left = true}).value();
  EXPECT_EQ(left.json().at("street"), "choice");
  EXPECT_EQ(left.active(), std::vector{Seat(1)}) << "between two, the button is the other's";
  EXPECT_EQ(poker_in(left)->betting().at(Seat(2)).total(), 1000);

  const AnyGame out = game.after(Out{.seat = Seat(2)}).value();
  EXPECT_EQ(out.json().at("street"), "shuffle");
  EXPECT_EQ(poker_in(out)->betting().at(Seat(2)).bet, 20) << "its blind stays";
  const AnyGame spoilt = game.after(Void{SeatSet::of({Seat(2)})}).value();
  EXPECT_EQ(poker_in(spoilt)->betting().at(Seat(2)).bet, 20);
}

/// A seat that has come back plays the stud games, in which blinds rest, and still waits for the
/// big blind.
TEST(Mixed, ASeatThatWaitsForTheBigBlindPlaysTheStudGames) {
  PokerTable table(MixedRules::kRules, 4,
                   {{"games", {"holdem", "stud"}}, {"game_hands", 2}, {"bring_in", 0}});
  table.deal_any(1).out({.seat = Seat(0), .left = true});
  while (table.game().hand() == 1) table.play("fold");
  table.deal_any(2);
  while (table.game().hand() == 2) table.play("fold");
  EXPECT_EQ(table.game().variant().title, std::string("7 Card Stud"));
  EXPECT_EQ(table.game().presence(Seat(0)), Poker::Presence::waits);
  EXPECT_TRUE(table.game().pocket(Seat(0)).dealt_in);
  EXPECT_EQ(table.game().betting().at(Seat(0)).paid, 4);
  // The big blind that it waits for is still its own when hold'em comes again.
  for (std::uint32_t hand = 3; hand <= 4; ++hand) {
    table.deal_any(hand);
    while (table.game().hand() == hand) table.play("fold");
  }
  EXPECT_EQ(table.game().variant().title, std::string("Hold'em"));
  EXPECT_EQ(table.game().blinds().big, Seat(0));
  EXPECT_EQ(table.game().presence(Seat(0)), Poker::Presence::here);
}

TEST(Mixed, ABotPlaysEachGame) {
  std::set<std::string> played;
  Dealer dealer(4);
  SeededRng rng(4);
  AnyGame game = mixed({{"dealers_choice", true},
                        {"game_hands", 1},
                        {"hands", 30},
                        {"games",
                         {"badugi", "five-card-draw", "holdem", "omaha", "omaha-hi-lo", "razz",
                          "single-draw", "stud", "stud-hi-lo", "triple-draw"}}},
                       3);
  for (int event = 0; event < 5000 && !game.over(); ++event) {
    const auto active = game.active();
    if (active.empty()) {
      game = game.after(event_of<Action>(dealer.answer(game.wants().front()))).value();
      continue;
    }
    const Seat seat = active.front();
    const auto move = simple_poker_move(*poker_in(game), seat, dealer.known(seat), rng);
    game = game.after(Moved<Action>{seat, {text(Poker::move_json(move))}}).value();
    played.insert(game.json().at("game").get<std::string>());
  }
  EXPECT_GE(played.size(), 6U);
}

/// Each hand stands in the formats as one of its own game.
TEST(Mixed, HandHistoriesHaveTheGameOfEachHand) {
  PokerTable table(
      MixedRules::kRules, 2,
      {{"games", {"holdem", "razz", "badugi"}}, {"game_hands", 1}, {"hands", 3}, {"bring_in", 0}});
  table.keep_history({"Ann", "Bob"}, Seat(0));
  for (std::uint64_t hand = 1; hand <= 3; ++hand) table.deal_any(hand).play("fold");
  const auto& hands = table.writer().hands();
  ASSERT_EQ(hands.size(), 3U);
  const std::string phh_text = phh(hands);
  for (const char* variant : {"\"FT\"", "\"FR\"", "\"FB\""})
    EXPECT_NE(phh_text.find(std::string("variant = ") + variant), std::string::npos) << phh_text;
  EXPECT_NE(phh_text.find("bring_in = 0"), std::string::npos);
  std::set<std::string> types;
  std::istringstream lines(ohh(hands));
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) types.insert(Json::parse(line).at("ohh").at("game_type").get<std::string>());
  EXPECT_EQ(types, (std::set<std::string>{"Holdem", "Stud", "Draw"}));
  EXPECT_NE(table.history().find("Hand #2: Razz"), std::string::npos) << table.history();
}

TEST(Mixed, AChoiceIsToldInTheHistoryOfItsHand) {
  PokerTable table(MixedRules::kRules, 2, {{"dealers_choice", true}, {"hands", 1}});
  table.keep_history({"Ann", "Bob"}, Seat(0));
  table.after(Moved<Poker::Move>{Seat(0), Poker::parse_move("choose stud").value()});
  table.after(Absent{*table.asked()});
  EXPECT_NE(table.history().find("Ann: chooses 7 Card Stud\n"), std::string::npos)
      << table.history();
}

/// Chips and cards stay whole, whatever is played and whoever is silent.
TEST(Mixed, KeepsChipsWhateverIsPlayed) {
  int ended = 0;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    SeededRng rng(seed);
    Json terms = random_terms(rng, MixedRules::kRules);
    terms["games"] = {"holdem", "razz", "triple-draw", "stud-hi-lo", "omaha"};
    terms["game_hands"] = rng.below(3);
    terms["dealers_choice"] = !terms.contains("bomb_every") && rng.below(2) == 0;
    PokerTable table(MixedRules::kRules, 2 + rng.below(5), terms);
    table.keep_history({"Ann", "Bob", "Cat", "Dan", "Eve", "Fay"}, Seat(0));
    const Chips chips = table.game().terms().total();
    for (int event = 0; event < 300 && table.game().street() != Poker::Street::over; ++event) {
      go_on(table, rng);
      Chips all = 0;
      for (const Stake& stake : table.game().betting().stakes) all += stake.total();
      ASSERT_EQ(all, chips) << table.game().json();
    }
    ended += table.game().street() == Poker::Street::over;
    for (const HandRecord& hand : table.writer().hands()) {
      EXPECT_FALSE(phh({hand}).empty());
      EXPECT_FALSE(ohh({hand}).empty());
    }
  }
  EXPECT_GT(ended, 0);
}

}  // namespace
}  // namespace fairdeal::rules
