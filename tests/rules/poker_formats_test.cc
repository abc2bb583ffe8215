#include <numeric>

#include "games/badugi/badugi.h"
#include "games/five-card-draw/five_card_draw.h"
#include "games/omaha-hi-lo/omaha_hi_lo.h"
#include "games/omaha/omaha.h"
#include "games/poker/ohh.h"
#include "games/poker/phh.h"
#include "games/razz/razz.h"
#include "games/short-deck/short_deck.h"
#include "games/single-draw/single_draw.h"
#include "games/stud-hi-lo/stud_hi_lo.h"
#include "games/triple-draw/triple_draw.h"
#include "tests/rules/phh_reader.h"
#include "tests/rules/poker_random_match.h"

/// The formats that other programs read, of games other than hold'em.
namespace fairdeal::rules {
namespace {

/// The hands of random matches, of which the first seat has the history.
class PokerFormats : public testing::TestWithParam<const PokerVariant*> {
 protected:
  template <class See>
  void each_match(int matches, See see) {
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(matches); ++seed) {
      SeededRng rng(seed);
      PokerTable table(*GetParam(), 2 + rng.below(4), random_terms(rng, *GetParam()));
      table.keep_history({"Ann", "Bob", "Cat", "Dan", "Eve"}, Seat(0));
      for (int event = 0; event < 300 && table.game().street() != Poker::Street::over; ++event)
        go_on(table, rng);
      see(table);
      ASSERT_FALSE(HasFailure()) << "match " << seed << "\n" << table.history();
    }
  }

  /// Returns the cards that everybody saw by the lines of a history, and those of its owner.
  static std::set<std::string> may_be_named(const PokerTable& table) {
    std::set<std::string> cards;
    const std::string& lines = table.history();
    for (std::size_t open = lines.find('['); open != std::string::npos;
         open = lines.find('[', open + 1)) {
      std::istringstream inside(lines.substr(open + 1, lines.find(']', open) - open - 1));
      for (std::string card; inside >> card;) cards.insert(card);
    }
    for (const HandRecord& hand : table.writer().hands())
      for (const auto& face : hand.player(Seat(0)) != nullptr ? hand.player(Seat(0))->own
                                                              : std::vector<std::optional<Face>>())
        if (face) cards.insert(card_name(*face));
    return cards;
  }
};

class WithABoard : public PokerFormats {};

TEST_P(WithABoard, ArePlayedBackToTheSameChips) {
  int hands = 0, cut = 0, own = 0;
  each_match(60, [&](const PokerTable& table) {
    const auto named = may_be_named(table);
    for (const HandRecord& record : table.writer().hands()) {
      const auto read = toml::parse(phh({record}));
      const PhhReader reader(read);
      for (const std::string& card : reader.cards) EXPECT_TRUE(named.contains(card)) << card;
      const auto places = reader.numbers("seats"), left = reader.numbers("finishing_stacks");
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto* player = record.player(Seat(static_cast<std::uint32_t>(places[i] - 1)));
        ASSERT_NE(player, nullptr);
        EXPECT_EQ(left[i], player->left());
        if (record.dealt && !reader.cut) {
          EXPECT_EQ(reader.paid()[i], player->paid) << phh({record});
        }
      }
      ++hands;
      cut += reader.cut;
      const auto* player = record.player(Seat(0));
      own += player != nullptr && player->own.size() == GetParam()->hole();
    }
  });
  EXPECT_GE(hands, 200);
  EXPECT_GE(own, 100);
  EXPECT_LT(2 * cut, hands) << "most hands can be said, although these seats are often silent";
}

TEST_P(PokerFormats, OhhHasTheSumsOfItsPots) {
  int hands = 0;
  each_match(30, [&](const PokerTable& table) {
    for (const HandRecord& record : table.writer().hands()) {
      const Json hand = Json::parse(ohh({record})).at("ohh");
      std::map<std::int64_t, Chips> put, won;
      for (const Json& round : hand.at("rounds"))
        for (const Json& action : round.at("actions"))
          put[action.at("player_id")] += action.at("amount").get<Chips>();
      for (const Json& pot : hand.at("pots"))
        for (const Json& win : pot.at("player_wins"))
          won[win.at("player_id")] += win.at("win_amount").get<Chips>();
      Chips paid = 0, all_won = 0;
      for (const HandRecord::Player& player : record.players) {
        EXPECT_GE(put[player.seat.value], player.paid) << "the rest was not called";
        EXPECT_EQ(won[player.seat.value], player.won);
        paid += player.paid;
        all_won += player.won;
      }
      EXPECT_EQ(paid, all_won);
      ++hands;
    }
  });
  EXPECT_GE(hands, 50);
}

/// Expects that `text` has these lines, in this order.
void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  std::size_t from = 0;
  for (const std::string& line : lines) {
    const std::size_t at = text.find(line + "\n", from);
    ASSERT_NE(at, std::string::npos) << line << " is not there, or not in its place:\n" << text;
    from = at + line.size();
  }
}

TEST(StudFormats, NameTheStreetsTheBringInAndOpenCards) {
  PokerTable table(StudRules::kRules, 2, {{"hands", 1}});
  table.keep_history({"Ann", "Bob"}, Seat(0));
  table.deal("Ah Kh As Ks 9c 2c Jd 4d 8d 7d Tc 5d Qs 3h");
  table.play("bring_in, raise 20, call, check, check, check, check, bet 40, fold");
  expect_lines(table.history(),
               {"Fairdeal Hand #1: 7 Card Stud Limit (bet 20, bring-in 5)", "Ann: posts the ante 4",
                "*** THIRD STREET ***", "Dealt to Bob [9c]", "Dealt to Ann [2c]",
                "Ann: brings in for 5", "Bob: raises 15 to 20", "Ann: calls 15",
                "*** FOURTH STREET ***", "Dealt to Bob [Jd]", "*** SIXTH STREET ***",
                "Bob: bets 40", "Ann: folds", "Seat 1: Ann (button) folded on the sixth street"});
  expect_lines(phh(table.writer().hands()),
               {"variant = \"F7S\"", "bring_in = 5", "small_bet = 20", "  \"d dh p1 ????9c\",",
                "  \"d dh p2 KhKs2c\",", "  \"p2 pb\",", "  \"p1 cbr 20\",", "  \"p2 cc\",",
                "  \"d dh p1 Jd\",", "  \"d dh p2 4d\",", "  \"p1 cbr 40\",", "  \"p2 f\","});
}

TEST(StudFormats, ShowsAHandThatIsAllInWithTheCardsThatComeThen) {
  PokerTable table(StudRules::kRules, 2, {{"hands", 1}, {"betting", "no-limit"}});
  table.keep_history({"Ann", "Bob"}, Seat(0));
  table.deal("Ah Kh As Ks 9c 2c Jd 4d 8d 7d Tc 5d Qs 3h").play("bring_in, raise 996, call");
  expect_lines(phh(table.writer().hands()),
               {"  \"p1 cbr 996\",", "  \"p2 cc\",", "  \"d dh p1 Jd\",", "  \"d dh p2 4d\",",
                "  \"d dh p1 8d\",", "  \"d dh p2 3h\",", "  \"p1 sm AhAs9cJd8dTcQs\",",
                "  \"p2 sm KhKs2c4d7d5d3h\",", "]"});
}

TEST(DrawFormats, NameDiscardsBeforeTheNewCards) {
  PokerTable table(TripleDrawRules::kRules, 2, {{"hands", 1}});
  table.keep_history({"Ann", "Bob"}, Seat(0));
  table.deal("2h 2s 3h 3s 4c 4h 5d 6s 7s 8s Kh Kd Qc");
  table.play("call, check, change 1 5, change 2, bet 20, call, keep, keep, bet 40, fold");
  expect_lines(
      table.history(),
      {"*** HOLE CARDS ***", "*** FIRST DRAW ***", "Bob: discards 2 cards", "Ann: discards 1 card",
       "Bob: bets 20", "*** SECOND DRAW ***", "Bob: stands pat", "Ann: stands pat",
       "Seat 1: Ann (button) (small blind) folded after the second draw"});
  expect_lines(phh(table.writer().hands()),
               {"variant = \"F2L3D\"", "  \"d dh p1 ??????????\",", "  \"d dh p2 2s3s4h6s8s\",",
                "  \"p1 sd ????\",", "  \"p2 sd 3s\",", "  \"d dh p1 ????\",", "  \"d dh p2 Qc\",",
                "  \"p1 cbr 20\",", "  \"p2 cc\",", "  \"p1 sd\",", "  \"p2 sd\",",
                "  \"p1 cbr 40\",", "  \"p2 f\","});
  const Json hand = Json::parse(ohh(table.writer().hands())).at("ohh");
  std::string rounds;
  for (const Json& round : hand.at("rounds"))
    rounds += round.at("street").get<std::string>() + ". ";
  EXPECT_EQ(rounds, "Predraw. First Draw. Second Draw. ");
}

INSTANTIATE_TEST_SUITE_P(Of, WithABoard,
                         testing::Values(&OmahaRules::kRules, &OmahaHiLoRules::kRules,
                                         &ShortDeckRules::kRules),
                         variant_name);
INSTANTIATE_TEST_SUITE_P(Of, PokerFormats,
                         testing::Values(&OmahaRules::kRules, &OmahaHiLoRules::kRules,
                                         &ShortDeckRules::kRules, &StudRules::kRules,
                                         &StudHiLoRules::kRules, &RazzRules::kRules,
                                         &FiveCardDrawRules::kRules, &SingleDrawRules::kRules,
                                         &TripleDrawRules::kRules, &BadugiRules::kRules),
                         variant_name);

}  // namespace
}  // namespace fairdeal::rules
