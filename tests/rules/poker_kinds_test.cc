#include <bit>
#include <numeric>

#include "games/badugi/badugi.h"
#include "games/five-card-draw/five_card_draw.h"
#include "games/omaha-hi-lo/omaha_hi_lo.h"
#include "games/players/simple_poker.h"
#include "games/poker/poker_game.h"
#include "games/razz/razz.h"
#include "games/short-deck/short_deck.h"
#include "games/single-draw/single_draw.h"
#include "games/stud-hi-lo/stud_hi_lo.h"
#include "games/triple-draw/triple_draw.h"
#include "rules/json_full.h"
#include "rules/law.h"
#include "rules/pots.h"
#include "rules/registry.h"
#include "tests/rules/poker_random_match.h"

/// The table of poker beside hold'em: bring-in and open cards, changes of cards, high and low,
/// other decks.
namespace fairdeal::rules {
namespace {

/// Returns a deck in which the first slots have these cards, and the others any.
std::vector<std::int64_t> deck_of(const std::string& first) {
  std::vector<std::int64_t> deck;
  for (const Face face : faces(first)) deck.push_back(face.value);
  for (std::int64_t k = 0; k < Card::kFaces; ++k)
    if (std::ranges::count(deck, k) == 0) deck.push_back(k);
  return deck;
}

// ---- A bring-in and open cards. Of three seats the first has the button and the last cards, so
// the slots are of seats 2, 3, 1.

TEST(Stud, TheLowestOpenCardBringsInOrBets) {
  PokerTable table(StudRules::kRules, 3);
  table.deal("Ah Kh Qh As Ks Qs 9c 2d 2c");
  EXPECT_EQ(table.turn(), 1U) << "of equal ranks by suit: clubs are the lowest";
  EXPECT_EQ(table.legal(), "complete to 20 | bring in 5");
  table.play("bring_in");
  EXPECT_EQ(table.turn(), 2U);
  EXPECT_EQ(table.legal(), "complete to 20 | call 5 | fold");
}

TEST(Stud, TheBringInHasNoOptionAndIsRaisedByCompletingIt) {
  PokerTable table(StudRules::kRules, 3);
  table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c Jc 4d 5d");
  table.play("bring_in, call, call");
  EXPECT_STREQ(table.game().street_name(table.game().street()), "fourth");
  EXPECT_EQ(table.turn(), 2U) << "J 9 is the best that is open";
  EXPECT_EQ(table.legal(), "bet 20 | check | fold");

  PokerTable raised(StudRules::kRules, 3);
  raised.deal("Ah Kh Qh As Ks Qs 9c 3d 2c Jc 4d 5d").play("bring_in, raise 20");
  EXPECT_EQ(raised.legal(), "raise to 40 | call 20 | fold");
  raised.play("raise 40, raise 60, raise 80");
  EXPECT_EQ(raised.legal(), "call 40 | fold") << "the bet and three raises";
}

TEST(Stud, AnOpenPairSpeaksFirstAndBetsAreDoubleFromTheFifthCard) {
  PokerTable table(StudRules::kRules, 3);
  table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c Jc 4d 2d 8c 7d 6d").play("bring_in, call, call");
  EXPECT_EQ(table.turn(), 1U) << "a pair of deuces";
  table.play("check, check, check");
  EXPECT_EQ(table.legal(), "bet 40 | check | fold");
}

TEST(Stud, ASeatThatIsGonePaysItsBringIn) {
  for (const bool spoils : {false, true}) {
    PokerTable table(StudRules::kRules, 3, {{"hands", 1}});
    table.keep_history({"Ann", "Bob", "Cat"}, Seat(1));
    table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c");
    if (spoils)
      table.after(Void{SeatSet::of({Seat(0)})});
    else
      table.out({.seat = Seat(0), .left = true});
    const Stake& stake = table.game().betting().at(Seat(0));
    EXPECT_EQ(spoils ? table.game().last().paid[0] : stake.bet + stake.paid, 9);
    EXPECT_NE(table.history().find("Ann: brings in for 5\nAnn: folds"), std::string::npos)
        << table.history();
    if (!spoils) {
      EXPECT_EQ(table.turn(), 2U);
      EXPECT_EQ(table.legal(), "complete to 20 | call 5 | fold");
    }
  }
}

/// A hand of stud that goes on event by event, and its history. The first seat gets the last cards.
struct StudByEvents {
  StudByEvents(std::size_t seats, const std::string& deck)
      : game(start_game("stud", {{"hands", 1}}, seats).value()), dealer(0, {deck_of(deck)}) {}

  void happen(const Event<Poker::Move>& event, const AnyEvent& any) {
    const AnyGame next = game.after(any).value();
    history += writer.on(*poker_in(game), event, *poker_in(next));
    game = next;
  }
  void go_on() {
    const auto outcome = dealer.answer(game.wants().front());
    happen(event_of<Poker::Move>(outcome), event_of<Action>(outcome));
  }
  void leave(Seat seat) {
    const Out out{.seat = seat, .left = true};
    happen(out, out);
  }
  const Poker& table() const { return *poker_in(game); }

  AnyGame game;
  Dealer dealer;
  HandHistory writer{{"Ann", "Bob", "Cat", "Dan"}, "oak"};
  std::string history;
};

TEST(Stud, ASeatThatGoesAfterItsOpenCardCamePaysTheBringIn) {
  StudByEvents hand(3, "Ah Kh Qh As Ks Qs 2c 9d 3c");
  while (!hand.table().pocket(Seat(1)).faces[2]) hand.go_on();
  hand.leave(Seat(1));
  EXPECT_EQ(hand.table().betting().at(Seat(1)).bet, 0) << "the other open cards are to come";
  while (hand.game.active().empty()) hand.go_on();
  EXPECT_EQ(hand.table().betting().at(Seat(1)).bet, 5);
  EXPECT_EQ(hand.table().betting().to_meet, 5);
  EXPECT_EQ(hand.table().turn(), Seat(2)) << "the next seat calls, folds or completes";
  EXPECT_FALSE(hand.table().must_bring_in());
  EXPECT_NE(hand.history.find("Bob: brings in for 5"), std::string::npos) << hand.history;
}

TEST(Stud, AHistoryHasTheBringInAlsoWhereTheLastOpenCardIsOfOneWhoGoes) {
  StudByEvents hand(4, "Ah Kh Qh Jh As Ks Qs Js 2c 9d Td 3c");
  while (!hand.table().pocket(Seat(3)).faces[2]) hand.go_on();
  hand.leave(Seat(1));
  hand.leave(Seat(0));
  while (hand.game.active().empty()) hand.go_on();
  EXPECT_EQ(hand.table().betting().at(Seat(1)).bet, 5);
  EXPECT_NE(hand.history.find("Bob: brings in for 5"), std::string::npos) << hand.history;
}

TEST(Stud, ABringInThatIsAllInIsCalledInFull) {
  PokerTable table(StudRules::kRules, 3, {{"ante", 4}, {"stacks", {6, 500, 500}}});
  table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c");
  EXPECT_EQ(table.turn(), 1U);
  EXPECT_EQ(table.legal(), "bring in 2");
  table.play("bring_in");
  EXPECT_EQ(table.legal(), "complete to 20 | call 5 | fold");
}

TEST(Stud, WithoutALimitABringInIsRaisedToABetAtLeast) {
  PokerTable table(StudRules::kRules, 3, {{"betting", "no-limit"}});
  table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c").play("bring_in");
  EXPECT_EQ(table.legal(), "raise to 20 | call 5 | fold");
  table.play("raise 20");
  EXPECT_EQ(table.legal(), "raise to 40 | call 20 | fold");
}

TEST(Stud, WithoutALimitACompletedBringInMayBeRaisedByThoseWhoCalledIt) {
  PokerTable table(StudRules::kRules, 3, {{"betting", "no-limit"}});
  table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c").play("bring_in, call, raise 20");
  EXPECT_EQ(table.turn(), 1U);
  EXPECT_EQ(table.legal(), "raise to 40 | call 15 | fold");
}

TEST(Stud, ToFoldAnothersBringInIsNoCarelessMove) {
  PokerTable table(StudRules::kRules, 3, {{"ante", 4}, {"stacks", {4, 500, 500}}});
  table.deal("Ah Kh Qh As Ks Qs 9c 3d 2c");
  ASSERT_EQ(table.legal(), "complete to 20 | bring in 5 | fold");
  EXPECT_FALSE(table.game().facts(Seat(1), {Poker::Move::Kind::fold}).careful)
      << "nobody may check here";
}

TEST(Stud, ABotWithLessThanTheBringInHasAMove) {
  PokerTable table(StudRules::kRules, 3, {{"ante", 0}, {"stacks", {3, 500, 500}}});
  table.deal("Ah Kh 2h As Ks 2s 9c 3d 2c");
  ASSERT_EQ(table.legal(), "bring in 3");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SeededRng rng(seed);
    const auto move = simple_poker_move(table.game(), Seat(0), table.known(Seat(0)), rng);
    EXPECT_EQ(move.kind, Poker::Move::Kind::bring_in);
  }
}

TEST(Stud, ABringInIsLessThanABet) {
  GameInfo info;
  info.params = PokerTerms::params(StudRules::kRules, "fixed-limit", "0");
  const Json params = complete_params(info, {{"bring_in", 20}}).value();
  EXPECT_EQ(Poker::start(StudRules::kRules, params, 2).error().about, "bring_in is less than bet");
}

TEST(Razz, TheHighestOpenCardBringsInAndTheLowestHandSpeaks) {
  PokerTable table(RazzRules::kRules, 3);
  table.deal("2h 3h 4h 2s 3s 4s Kc Ad Kd 5c 4d 6d");
  EXPECT_EQ(table.turn(), 1U) << "the ace is low, and the king of diamonds above that of clubs";
  table.play("bring_in, call, call");
  EXPECT_EQ(table.turn(), 3U) << "4 A";
}

TEST(Stud, HandsAreOrderedByTheirOpenCards) {
  const auto rank = [](const PokerVariant& variant, const char* cards) {
    return variant.open_rank(faces(cards));
  };
  EXPECT_GT(rank(StudRules::kRules, "2c 2d"), rank(StudRules::kRules, "Ac Kd"));
  EXPECT_GT(rank(StudRules::kRules, "2c 2d 3c 3d"), rank(StudRules::kRules, "Ac Ad Kc Qd"));
  EXPECT_GT(rank(StudRules::kRules, "2c 2d 2h 3c"), rank(StudRules::kRules, "Ac Ad Kc Kd"));
  EXPECT_EQ(rank(StudRules::kRules, "Ac Kd"), rank(StudRules::kRules, "Ah Ks"))
      << "suits decide nothing";
  EXPECT_GT(rank(RazzRules::kRules, "2c 2d"), rank(RazzRules::kRules, "Kc Qd"))
      << "a pair is worse than any high card";
  EXPECT_LT(rank(RazzRules::kRules, "Ac 7d"), rank(RazzRules::kRules, "2c 7h"));
}

// ---- Changes of cards. Of two seats the first has the button; the second gets the first cards.

TEST(Draw, CardsAreChangedAndTheNewOnesStandAtTheRightEnd) {
  PokerTable table(FiveCardDrawRules::kRules, 2);
  table.deal("2h 3h 2c 3c 2d 3d 2s 3s 9h Th Kh Ks Qh Qs");
  EXPECT_EQ(table.hand(2), "2h 2c 2d 2s 9h");
  table.play("call, check");
  EXPECT_EQ(table.turn(), 2U) << "left of the button changes first";
  table.play("change 1 5");
  EXPECT_EQ(table.hand(2), "2c 2d 2s Kh Ks");
  EXPECT_EQ(table.hand(1), "3h 3c 3d 3s Th");
  table.play("keep");
  EXPECT_EQ(table.hand(1), "3h 3c 3d 3s Th");
  EXPECT_EQ(table.turn(), 2U);
  EXPECT_EQ(table.game().drawn(Seat(0)), 0U);
  EXPECT_EQ(table.game().drawn(Seat(1)), 2U);
}

TEST(Draw, EveryChoiceOfCardsMayBeChanged) {
  PokerTable table(FiveCardDrawRules::kRules, 2);
  table.deal_any(3).play("call, check");
  EXPECT_EQ(table.game().legal(Seat(1)).size(), 32U);
  EXPECT_FALSE(
      table.game().after(Moved<Poker::Move>{Seat(1), Poker::parse_move("change 6").value()}))
      << "there are five cards";
  EXPECT_FALSE(Poker::parse_move("change 2 1"));
  EXPECT_FALSE(Poker::parse_move("change"));
  EXPECT_FALSE(Poker::parse_move("change 1 1"));
}

TEST(Draw, ThrownCardsComeAgainWhenTheDeckHasRunOut) {
  PokerTable table(FiveCardDrawRules::kRules, 7);
  table.deal_any(5).play("call, call, call, call, call, call, check");
  // The deck has 17 more cards, so the fourth seat is dealt some that were thrown before.
  for (int i = 0; i < 4; ++i) table.play("change 1 2 3 4 5");
  EXPECT_EQ(faces(table.hand(5)).size(), 5U);
  const Json state = table.game().json();
  EXPECT_EQ(state.at("thrown").size(), 5U)
      << "the last seat's own cards are not among the new ones";
  EXPECT_EQ(state.at("stock").size(), 12U);
}

TEST(Draw, ASeatThatIsSilentKeepsItsCards) {
  PokerTable table(FiveCardDrawRules::kRules, 2);
  table.deal_any(1).play("call, check");
  const std::string cards = table.hand(2);
  table.after(Absent{Seat(1)});
  EXPECT_EQ(table.hand(2), cards);
  EXPECT_EQ(table.game().drawn(Seat(1)), 0U);
}

TEST(Draw, SeatsThatAreAllInStillChangeTheirCards) {
  PokerTable table(FiveCardDrawRules::kRules, 2, {{"betting", "no-limit"}});
  table.deal_any(1).play("raise 1000, call");
  EXPECT_EQ(table.turn(), 2U);
  table.play("change 1, change 2");
  EXPECT_EQ(table.game().last().hand, 1);
  EXPECT_TRUE(table.game().last().shown[0].has_value());
}

TEST(Lowball, TheLowestHandWins) {
  PokerTable table(TripleDrawRules::kRules, 2, {{"hands", 1}});
  table.deal("2h 2s 3h 3s 4c 4h 5d 6s 7s 8s");
  table.play("call, check, keep, keep, check, check, keep, keep, check, check");
  table.play("keep, keep, check, check, show, show");
  EXPECT_EQ(table.won(), (std::vector<Chips>{0, 40}));
}

TEST(Badugi, FourCardsBeatThree) {
  PokerTable table(BadugiRules::kRules, 2, {{"hands", 1}});
  table.deal("Kh Ah Qd 2d Jc 3c Ts 4c");
  table.play("call, check, keep, keep, check, check, keep, keep, check, check");
  table.play("keep, keep, check, check, show, show");
  EXPECT_EQ(table.won(), (std::vector<Chips>{0, 40}));
}

// ---- High and low

TEST(HiLo, EachWinsHalfAndTheHighHandTheOddChip) {
  PokerTable table(OmahaHiLoRules::kRules, 2,
                   {{"hands", 1}, {"ante", 1}, {"small_blind", 4}, {"big_blind", 4}});
  table.deal("Ah Ks 2h Kd 9c Qs 9d Js 3c 4d 8h Kh Qd");
  table.play("check, check, check, check, check, check, check, check, show, show");
  EXPECT_EQ(table.won(), (std::vector<Chips>{5, 5}));

  PokerTable odd(OmahaHiLoRules::kRules, 3, {{"hands", 1}, {"small_blind", 1}, {"big_blind", 4}});
  odd.deal("2c Ah Ks 3d 2h Kd 3h 9c Qs 4h 9d Js 3c 4d 8h Kh Qd");
  odd.play("call, fold, check, check, check, check, check, check, check, show, show");
  EXPECT_EQ(odd.won(), (std::vector<Chips>{5, 0, 4}));
}

TEST(HiLo, OddChipsOfBothHalvesGoToDifferentSeats) {
  PokerTable table(OmahaHiLoRules::kRules, 2,
                   {{"hands", 1}, {"ante", 1}, {"small_blind", 4}, {"big_blind", 4}});
  table.deal("Ah Ad 2h 2d 9c 9s 9d 9h 3c 4d 5h Kc Qd");
  table.play("check, check, check, check, check, check, check, check, show, show");
  EXPECT_EQ(table.won(), (std::vector<Chips>{5, 5}));
}

TEST(HiLo, WithoutALowTheHighHandWinsAll) {
  PokerTable table(OmahaHiLoRules::kRules, 2, {{"hands", 1}});
  table.deal("Ah Ks 2h Kd 9c Qs 9d Js 3c 4d Th Kh Qd");
  table.play("call, check, check, check, check, check, check, check, show, show");
  EXPECT_EQ(table.won(), (std::vector<Chips>{40, 0}));
}

TEST(HiLo, AHandThatWinsLowIsShownThoughItsHighLoses) {
  PokerTable table(OmahaHiLoRules::kRules, 2, {{"hands", 1}});
  table.deal("Ks Ah Kd 2h Qs 9c Js 9d 3c 4d 8h Kh Qd");
  table.play("call, check, check, check, check, check, check, check, show");
  const auto move = table.game().obvious(Seat(0), table.known(Seat(0)));
  ASSERT_TRUE(move);
  EXPECT_EQ(move->kind, Poker::Move::Kind::show);
}

// ---- A fold where a check is free

class FreeFold : public testing::TestWithParam<std::string> {};

/// A person may fold, but is asked once more; neither silence nor a program does it.
TEST_P(FreeFold, IsAllowedAndMadeByPersonsAlone) {
  int free = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Dealer dealer(seed);
    SeededRng rng(seed);
    AnyGame game = start_game(GetParam(), Json::object(), 3).value();
    for (int event = 0; event < 200 && !game.over(); ++event) {
      for (const Seat seat : game.active()) {
        const auto choices = game.choices(seat, dealer.known(seat));
        const auto has = [&](const char* kind) {
          return std::ranges::find(choices, kind, &Choice::kind) != choices.end();
        };
        if (!has("check")) continue;
        ASSERT_TRUE(has("fold")) << text(game.json());
        EXPECT_TRUE(std::ranges::find(choices, "fold", &Choice::kind)->facts.careful);
        EXPECT_EQ(game.careful(seat, dealer.known(seat))->text, R"("check")");
        EXPECT_EQ(game.move_of_absent(seat)->action.text, R"("check")");
        const Poker& table = *poker_in(game);
        EXPECT_NE(simple_poker_move(table, seat, dealer.known(seat), rng).kind,
                  Poker::Move::Kind::fold);
        EXPECT_TRUE(game.after(Moved<Action>{seat, {R"("fold")"}}));
        ++free;
      }
      game = game.after(next_event(game, dealer, rng)).value();
    }
  }
  EXPECT_GT(free, 20);
}

INSTANTIATE_TEST_SUITE_P(Of, FreeFold, testing::ValuesIn(poker_games()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

// ---- A button blind, and a deck of 36

TEST(ShortDeck, TheButtonPostsTheOnlyBlindAndSpeaksLast) {
  PokerTable table(ShortDeckRules::kRules, 3, {{"ante", 10}, {"button_blind", 20}});
  EXPECT_EQ(table.game().betting().at(Seat(0)).bet, 20);
  EXPECT_EQ(table.game().betting().at(Seat(1)).bet, 0);
  EXPECT_EQ(std::get<WantShuffle>(table.game().wants().front()).faces.size(), 36U);
  table.deal_any(1);
  EXPECT_EQ(table.turn(), 2U);
  table.play("call, call");
  EXPECT_EQ(table.turn(), 1U);
  EXPECT_EQ(table.legal(), "raise to 40 | check | fold");
  table.play("check");
  EXPECT_EQ(table.turn(), 2U);
}

TEST(ShortDeck, TheButtonPassesToTheNextWithChips) {
  PokerTable table(ShortDeckRules::kRules, 3);
  table.deal_any(1).play("fold, fold");
  EXPECT_EQ(table.game().button(), Seat(1));
}

// ---- Laws, by random moves and silences of all kinds

class PokerKinds : public testing::TestWithParam<const PokerVariant*> {};

/// Expects that no card is in two places, and that the pots hold all that was paid.
void expect_whole(const Poker& game, Chips chips) {
  std::uint64_t slots = 0;
  CardSet faces;
  int placed = 0, shown = 0;
  const auto see = [&](Face face) { faces |= CardSet::of(face), ++shown; };
  Chips in_pots = 0, paid = 0, all = 0;
  for (std::uint32_t i = 0; i < game.betting().seats; ++i) {
    const Poker::Pocket& pocket = game.pocket(Seat(i));
    const Stake& stake = game.betting().at(Seat(i));
    ASSERT_TRUE(stake.stack >= 0 && stake.bet >= 0 && stake.paid >= 0);
    paid += stake.paid;
    all += stake.total();
    if (!pocket.dealt_in) continue;
    for (std::size_t card = 0; card < pocket.size; ++card) {
      if (pocket.faces[card]) see(*pocket.faces[card]);
      if (pocket.slots[card].value >= Card::kFaces) continue;  // not there yet
      slots |= std::uint64_t{1} << pocket.slots[card].value, ++placed;
    }
  }
  for (const Face face : game.board().cards()) see(face);
  ASSERT_EQ(std::popcount(slots), placed) << game.json();
  ASSERT_EQ(std::popcount(faces.bits), shown) << game.json();
  for (const Pot& pot : pots(game.betting().stakes)) in_pots += pot.chips;
  ASSERT_EQ(in_pots, paid);
  ASSERT_EQ(all, chips) << game.json();
}

/// Expects that an observer sees no hidden card of another seat.
void expect_secret(const PokerTable& table) {
  const Poker& game = table.game();
  for (std::uint32_t of = 0; of < game.betting().seats; ++of) {
    const Json cards = game.view(Seat(of), table.known(Seat(of))).at("pockets");
    for (std::uint32_t i = 0; i < game.betting().seats; ++i) {
      const Poker::Pocket& pocket = game.pocket(Seat(i));
      for (std::size_t card = 0; i != of && pocket.dealt_in && card < pocket.size; ++card)
        ASSERT_EQ(cards.at(i).at(card).is_null(), !pocket.faces[card].has_value());
    }
  }
}

TEST_P(PokerKinds, KeepChipsAndCardsWhateverIsPlayed) {
  const PokerVariant& variant = *GetParam();
  constexpr int kMatches = 60, kEvents = 300;
  int ended = 0;
  for (std::uint64_t seed = 0; seed < kMatches && !HasFailure(); ++seed) {
    SeededRng rng(seed);
    const std::size_t seats = 2 + rng.below(5);
    PokerTable table(variant, seats, random_terms(rng, variant));
    const Chips chips = table.game().terms().total();
    for (int event = 0; event < kEvents && !HasFailure(); ++event) {
      if (table.game().street() == Poker::Street::over) break;
      go_on(table, rng);
      expect_whole(table.game(), chips);
      if (event % 8 == 0) expect_secret(table);
    }
    ended += table.game().street() == Poker::Street::over;
  }
  EXPECT_GT(ended, 0);
}

INSTANTIATE_TEST_SUITE_P(Each, PokerKinds,
                         testing::Values(&StudRules::kRules, &StudHiLoRules::kRules,
                                         &RazzRules::kRules, &FiveCardDrawRules::kRules,
                                         &SingleDrawRules::kRules, &TripleDrawRules::kRules,
                                         &BadugiRules::kRules, &OmahaHiLoRules::kRules,
                                         &ShortDeckRules::kRules),
                         variant_name);

}  // namespace
}  // namespace fairdeal::rules
