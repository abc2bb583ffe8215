#include "games/hearts/hearts.h"

#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/match.h"
#include "rules/model.h"
#include "rules/params.h"
#include "rules/players/player.h"

namespace fairdeal::rules {
namespace {

constexpr Seat kA(0), kB(1), kC(2), kD(3);

Face card(const char* name) { return parse_card(name).value(); }

std::vector<TrickCard> trick_of(std::initializer_list<const char*> names) {
  std::vector<TrickCard> cards;
  for (const char* name : names)
    cards.push_back({Seat(static_cast<std::uint32_t>(cards.size() % 4)), card(name)});
  return cards;
}

/// Seat 0 has all spades, seat 1 all hearts, seat 2 all diamonds, seat 3 all clubs, the lowest
/// first; `a` and `b` have changed places.
ChanceOutcome suits(const char* a = "2c", const char* b = "2c") {
  ChanceOutcome faces;
  for (std::uint32_t suit : {3u, 2u, 1u, 0u})
    for (std::uint32_t rank = 0; rank < 13; ++rank) faces.push_back(Card{rank, suit}.face().value);
  std::iter_swap(std::ranges::find(faces, std::int64_t{card(a).value}),
                 std::ranges::find(faces, std::int64_t{card(b).value}));
  return faces;
}

/// The first card that is held still.
Action first_move(const AnyGame& game, Seat seat, const Known&, Rng&) {
  return game.legal(seat).front().action;
}

AnyGame played(Player player, const Json& params, std::uint64_t seed,
               std::vector<ChanceOutcome> given = {}) {
  const std::vector<Player> players(kHeartsSeats, player);
  return play(start_game("hearts", params, kHeartsSeats).value(), players, seed, {},
              std::move(given))
      .value();
}

TEST(Hearts, TheHighestCardOfTheSuitThatWasLedTakesTheTrick) {
  EXPECT_EQ(trick_winner(trick_of({"5c", "Tc", "As", "Ah"})), kB);
  EXPECT_EQ(trick_winner(trick_of({"5c", "2c", "Kd", "Ac"})), kD);
  EXPECT_EQ(trick_winner(trick_of({"2d", "Kc", "Kh", "Ks"})), kA);
}

TEST(Hearts, SuitIsFollowedHeartsWaitAndTheFirstTrickIsWithoutPoints) {
  const auto wrong = [](const char* name, const std::vector<TrickCard>& before,
                        std::vector<Face> others) {
    return wrong_with(card(name), before, others);
  };
  const auto led = trick_of({"5c"});
  EXPECT_EQ(wrong("2d", led, {card("3c")}), Wrong::renounced);
  EXPECT_FALSE(wrong("2d", led, {card("3s")}));
  EXPECT_EQ(wrong("Qs", led, {card("3s")}), Wrong::gave_points_in_first_trick);
  EXPECT_FALSE(wrong("Qs", led, {card("3h")}));  // points alone
  EXPECT_EQ(wrong("2h", {}, {card("3s")}), Wrong::led_hearts_early);
  EXPECT_FALSE(wrong("2h", {}, {card("3h")}));
  EXPECT_FALSE(wrong("2h", trick_of({"5c", "6c", "7c", "Ac", "2d", "Ah", "4d", "5d"}),
                     {card("3s")}));  // a heart has fallen
}

TEST(Hearts, WhoTakesAllPointsGivesThemToTheOthers) {
  const AnyGame over = played(first_move, {{"passing", false}}, 1, {suits()});
  EXPECT_EQ(over.scores(), (Payoff{0, 26, 26, 26}));
  EXPECT_EQ(over.result(), (Payoff{78, -26, -26, -26}));
  EXPECT_TRUE(over.json()["renounces"].empty());
}

TEST(Hearts, ARenounceIsNamedAtTheEndOfTheHandAndTakesAllPoints) {
  // Spades are led, and seat 1, which plays a heart to the first, has one among the last.
  const AnyGame over = played(first_move, {{"passing", false}}, 1, {suits("As", "Ah")});
  EXPECT_EQ(over.json()["renounces"], Json::parse(R"([{"card":"2h","hand":0,"seat":1,"trick":0,
                                                       "wrong":"renounced"}])"));
  EXPECT_EQ(over.scores(), (Payoff{0, 26, 0, 0}));
  EXPECT_NE(over.draw({}, {}).find("renounced with 2♥ in trick 1"), std::string::npos);
}

TEST(Hearts, NothingOfARenounceIsSaidBeforeTheEndOfTheHand) {
  Match match(start_game("hearts", {{"passing", false}, {"hands", 2}}, 4).value(),
              Dealer(1, {suits("As", "Ah")}));
  ASSERT_TRUE(match.begin());
  for (int plays = 0; plays < 52; ++plays) {
    EXPECT_TRUE(match.game().json()["renounces"].empty());
    const Seat seat = match.game().active().at(0);
    ASSERT_TRUE(match.move({{seat, match.game().legal(seat).front().action}}));
  }
  EXPECT_EQ(match.game().json()["renounces"].size(), 1u);
  EXPECT_EQ(match.game().active(), std::vector{kB});  // it is the next hand's leader
}

TEST(Hearts, ThreeCardsGoToTheLeftAndWhoseTheyWereNoLongerSeesThem) {
  Match match(start_game("hearts", {}, 4).value(), Dealer(5, {suits()}));
  ASSERT_TRUE(match.begin());
  for (int pass = 0; pass < 12; ++pass) {
    const Seat seat = match.game().active().at(0);
    ASSERT_EQ(seat, Seat(static_cast<std::uint32_t>(pass / 3)));
    ASSERT_TRUE(match.move({{seat, match.game().legal(seat).front().action}}));
  }
  const auto* hearts = typed<Hearts>(match.game());
  ASSERT_NE(hearts, nullptr);
  const auto names = [&](Seat seat) {
    std::set<std::string> cards;
    for (const auto& [slot, face] : hearts->own(seat, match.dealer().known(seat)))
      cards.insert(card_name(face));
    return cards;
  };
  EXPECT_EQ(names(kA), (std::set<std::string>{"2c", "3c", "4c", "5s", "6s", "7s", "8s", "9s", "Ts",
                                              "Js", "Qs", "Ks", "As"}));
  EXPECT_EQ(names(kB).count("4s"), 1u);
  EXPECT_EQ(names(kC).count("2h"), 1u);
  EXPECT_EQ(names(kD).count("3d"), 1u);
  for (std::uint32_t i = 0; i < 4; ++i)
    EXPECT_EQ(match.game().legal(Seat(i)).size(), i == 0 ? 13u : 0u);
}

TEST(Hearts, PlayersWhoFollowTheRulesAreNeverNamed) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const AnyGame over = played(simple_move, {{"hands", 5}, {"goal", 60}}, seed);
    EXPECT_TRUE(over.json()["renounces"].empty()) << "seed " << seed;
    const auto scores = over.scores().value();
    const auto hands = over.json()["hand"].get<std::int64_t>();
    const auto sum = std::accumulate(scores.begin(), scores.end(), std::int64_t{0});
    EXPECT_EQ((sum - 26 * hands) % 52, 0) << "seed " << seed;  // 26 a hand, or three times that
    EXPECT_TRUE(hands == 5 || std::ranges::max(scores) >= 60) << "seed " << seed;
  }
}

TEST(Hearts, PeopleAreNeverStoppedByTheHandsBeforeAHundredPoints) {
  const Json among = params_among_people(Hearts::info(), Json::object());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const AnyGame over = played(simple_move, among, seed);
    EXPECT_GE(std::ranges::max(over.scores().value()), 100) << "seed " << seed;
    EXPECT_GT(over.json()["hand"].get<std::int64_t>(), 1) << "seed " << seed;
  }
}

TEST(Hearts, TheSlowestWayToAHundredPointsTakesSixteenHands) {
  // In turn one seat makes a hand void, which costs it 26 points.
  const Json among = params_among_people(Hearts::info(), Json::object());
  AnyGame game = start_game("hearts", among, kHeartsSeats).value();
  std::uint32_t hands = 0;
  for (; !game.over(); ++hands)
    game = game.after(Void{SeatSet::of({Seat(hands % kHeartsSeats)})}).value();
  EXPECT_LE(hands, 16u);
  EXPECT_EQ(std::ranges::max(game.scores().value()), 104);
}

TEST(Hearts, ACardThatNobodyChoseIsNoRenounceButCostsItsSeatAllPoints) {
  // Spades are led, and seat 1, which has one among the last, is absent throughout.
  Match match(start_game("hearts", {{"passing", false}}, 4).value(),
              Dealer(1, {suits("As", "Ah")}));
  ASSERT_TRUE(match.begin());
  while (!match.game().over()) {
    const Seat seat = match.game().active().at(0);
    if (seat == kB)
      ASSERT_TRUE(match.happen(Absent{kB}));
    else
      ASSERT_TRUE(match.move({{seat, match.game().legal(seat).front().action}}));
  }
  // Seat 0 takes all tricks, and so nobody but the silent seat pays.
  EXPECT_TRUE(match.game().json()["renounces"].empty());
  EXPECT_EQ(match.game().scores(), (Payoff{0, 26, 0, 0}));
}

/// Returns the four suits from the two to the ace, a card of each to a trick: seat 0 leads spades,
/// and seats 1, 2 and 3 follow with hearts, diamonds and clubs.
HandOfHearts hand_of_suits() {
  HandOfHearts hand;
  for (const char rank : std::string("23456789TJQKA"))
    for (std::uint32_t i = 0; i < kHeartsSeats; ++i)
      hand.cards.push_back({Seat(i), card((std::string(1, rank) + "shdc"[i]).c_str())});
  return hand;
}

TEST(Hearts, TheTricksCountForTheOthersWhereASilentSeatBrokeARule) {
  // Seat 2 has the ace of spades for its queen of diamonds, and so takes two tricks.
  HandOfHearts hand = hand_of_suits();
  std::swap(hand.cards[42].face, hand.cards[48].face);
  hand.unchosen = {3};  // a club, which breaks no rule
  EXPECT_EQ(points_of_hand(hand, {}), (Payoff{11, 0, 15, 0}));
  hand.unchosen = {2};  // a diamond, though it could follow suit
  EXPECT_EQ(points_of_hand(hand, {}), (Payoff{11, 0, 26, 0}));
}

TEST(Hearts, ASilentSeatThatTakesAllPointsKeepsThem) {
  HandOfHearts hand = hand_of_suits();
  std::swap(hand.cards[0].face, hand.cards[49].face);  // seat 0 leads a heart, seat 1 has a spade
  hand.unchosen = {0};
  EXPECT_EQ(points_of_hand(hand, {}), (Payoff{26, 0, 0, 0}));
  hand.unchosen = {};
  EXPECT_EQ(points_of_hand(hand, {}), (Payoff{0, 26, 26, 26}));
}

/// Plays a hand in which the seats answer the question for the two of clubs as given, and then
/// play their first cards.
AnyGame two_led(const std::vector<AnyEvent>& answers, const char* a = "2c", const char* b = "2c") {
  const Json params{{"passing", false}, {"two_of_clubs", true}};
  Match match(start_game("hearts", params, 4).value(), Dealer(1, {suits(a, b)}));
  EXPECT_TRUE(match.begin());
  for (const AnyEvent& answer : answers) EXPECT_TRUE(match.happen(answer));
  while (!match.game().over() && !testing::Test::HasFailure()) {
    const Seat seat = match.game().active().at(0);
    EXPECT_TRUE(match.move({{seat, match.game().legal(seat).front().action}}));
  }
  return match.game();
}

AnyEvent declines(Seat seat) { return Moved<Action>{seat, {R"("no_two_of_clubs")"}}; }

// Seat 0 has the spades, seat 1 the hearts, seat 2 the diamonds and seat 3 the clubs.
TEST(Hearts, TheHolderOfTheTwoOfClubsLeadsIt) {
  const AnyGame over = two_led({declines(kA), declines(kB), declines(kC)});
  EXPECT_TRUE(over.json()["renounces"].empty());
  EXPECT_EQ(over.scores(), (Payoff{26, 26, 26, 0}));
}

TEST(Hearts, ASeatThatKeepsTheTwoOfClubsTakesAllPoints) {
  const std::string kept =
      R"([{"card":"2c","hand":0,"seat":0,"trick":0,"wrong":"kept the two of clubs"}])";
  // Seat 0 has the two of clubs for its two of spades, and says that it has not.
  const AnyGame lied = two_led({declines(kA), declines(kB), declines(kC)}, "2c", "2s");
  EXPECT_EQ(lied.json()["renounces"].at(0), Json::parse(kept).at(0));
  EXPECT_EQ(lied.scores(), (Payoff{26, 0, 0, 0}));
  // Or it leads another card, and has not the two of clubs at all.
  const AnyGame led = two_led({});
  EXPECT_EQ(led.json()["renounces"].at(0)["wrong"], "led in place of the two of clubs");
  EXPECT_EQ(led.json()["renounces"].at(0)["seat"], 0);
  EXPECT_EQ(led.scores(), (Payoff{26, 0, 0, 0}));
}

TEST(Hearts, ASeatThatIsAbsentWhenTheTwoOfClubsIsAskedForTakesAllPoints) {
  // Seat 3 has to lead and takes each trick, but only the silent seat pays.
  HandOfHearts hand{.two_leads = true, .declined = {{kA, false}, {kB}, {kC}}};
  for (const char* ranks = "A3456789TJQK2"; *ranks != 0; ++ranks) {
    const bool first = *ranks == 'A', second = *ranks == '3', last = *ranks == '2';
    const std::string rank(1, *ranks), own = first || last ? "A" : rank;
    hand.cards.push_back({kD, card((first ? "As" : own + "c").c_str())});
    hand.cards.push_back({kA, card(first ? "3s" : second ? "2c" : (rank + "s").c_str())});
    hand.cards.push_back({kB, card((rank + "h").c_str())});
    hand.cards.push_back({kC, card((rank + "d").c_str())});
  }
  // The two of clubs of seat 0 falls in the second trick.
  EXPECT_TRUE(renounces_in(hand, 0).empty());
  EXPECT_EQ(points_of_hand(hand, {}), (Payoff{26, 0, 0, 0}));
  hand.declined[0].chosen = true;
  EXPECT_EQ(renounces_in(hand, 0).at(0).wrong, Wrong::kept_two_of_clubs);
  // A seat that leads another card though nobody had to is to blame, whoever was absent before it.
  hand.declined = {{kA, false}};
  ASSERT_EQ(renounces_in(hand, 0).size(), 1U);
  EXPECT_EQ(renounces_in(hand, 0).at(0).wrong, Wrong::led_in_its_place);
  EXPECT_EQ(renounces_in(hand, 0).at(0).seat, kD);
}

TEST(Hearts, AProgramAnswersForTheTwoOfClubs) {
  const Json params{{"passing", false}, {"two_of_clubs", true}};
  Match match(start_game("hearts", params, 4).value(), Dealer(1, {suits()}));
  ASSERT_TRUE(match.begin());
  for (int asked = 0; asked < 4; ++asked) {
    const Seat seat = match.game().active().at(0);
    const auto action = match.game().obvious(seat, match.dealer().known(seat));
    ASSERT_TRUE(action);
    EXPECT_EQ(action->text == R"("no_two_of_clubs")", asked < 3);
    ASSERT_TRUE(match.move({{seat, *action}}));
  }
  EXPECT_EQ(match.game().json()["plays"], Json::parse(R"([[39,"2c"]])"));
  const Seat next = match.game().active().at(0);
  EXPECT_FALSE(match.game().obvious(next, match.dealer().known(next)));
}

TEST(Hearts, WhoMakesAHandVoidTakesAllPointsAndTheNextIsDealt) {
  Match match(start_game("hearts", {{"hands", 2}}, 4).value(), Dealer(1));
  ASSERT_TRUE(match.begin());
  ASSERT_TRUE(match.happen(Void{SeatSet::of({kB, kD})}));
  EXPECT_EQ(match.game().scores(), (Payoff{0, 26, 0, 26}));
  EXPECT_FALSE(match.game().over());
  ASSERT_TRUE(match.happen(Void{SeatSet::of({kB})}));
  EXPECT_EQ(match.game().result(), (Payoff{78, -130, 78, -26}));
}

TEST(Hearts, ASeatThatIsAbsentPlaysItsFirstCardAndAHandVoidByAllCountsForNothing) {
  Match match(start_game("hearts", {{"passing", false}}, 4).value(), Dealer(1, {suits()}));
  ASSERT_TRUE(match.begin());
  const AnyGame after = match.game().after(Absent{kA}).value();
  EXPECT_EQ(after.wants(), std::vector<Want>{WantShow{CardSlot(0)}});
  EXPECT_EQ(after.after(Void{SeatSet::first(4)})->result(), (Payoff{0, 0, 0, 0}));
}

}  // namespace
}  // namespace fairdeal::rules
