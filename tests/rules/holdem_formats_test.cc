#include <numeric>

#include "games/poker/ohh.h"
#include "games/poker/phh.h"
#include "tests/rules/holdem_random_match.h"
#include "tests/rules/phh_reader.h"

/// The formats that other programs read are read back as these do: PHH by tomlplusplus and a reader
/// that plays the hand by itself, OHH by its sums. Golden hands are compared letter for letter.
namespace fairdeal::rules {
namespace {

const SeatNames kFormatNames{"Ann", "Bob \"B\"", "Cat", "Dan", "Eve"};

Chips sum_of(const std::vector<Chips>& chips) {
  return std::accumulate(chips.begin(), chips.end(), Chips{0});
}

/// The objects of an OHH file.
std::vector<Json> ohh_objects(const std::string& file) {
  std::vector<Json> objects;
  std::istringstream lines(file);
  bool blank = true;
  for (std::string line; std::getline(lines, line); blank = line.empty()) {
    EXPECT_NE(blank, line.empty()) << "one empty line between two hands, and nowhere else";
    if (!line.empty()) objects.push_back(Json::parse(line).at("ohh"));
  }
  return objects;
}

/// Checks the sums of a hand by the rules of the format: what the actions put in, less what nobody
/// called, is in the pots, and all of each pot is won.
void check_ohh_sums(const Json& hand, const HandRecord& record) {
  std::map<std::int64_t, Chips> put;
  for (const Json& round : hand.at("rounds"))
    for (const Json& action : round.at("actions"))
      put[action.at("player_id")] += action.at("amount").get<Chips>();
  Chips pots = 0, uncalled = 0;
  std::map<std::int64_t, Chips> won;
  for (const Json& pot : hand.at("pots")) {
    Chips wins = 0;
    for (const Json& win : pot.at("player_wins")) {
      wins += win.at("win_amount").get<Chips>();
      won[win.at("player_id")] += win.at("win_amount").get<Chips>();
    }
    EXPECT_EQ(wins, pot.at("amount"));
    pots += wins;
  }
  Chips all = 0;
  for (const HandRecord::Player& player : record.players) {
    const Chips back = put[player.seat.value] - player.paid;
    EXPECT_GE(back, 0) << player.name;
    uncalled += back;
    all += put[player.seat.value];
    EXPECT_EQ(won[player.seat.value], player.won);
    EXPECT_LE(put[player.seat.value], player.stack);
  }
  EXPECT_EQ(all - uncalled, pots);
}

/// Checks that every field of the specification that is not nullable is there, with its type.
void check_ohh_fields(const Json& hand) {
  for (const char* name : {"spec_version", "site_name", "network_name", "internal_version",
                           "game_number", "table_name", "game_type", "currency"})
    EXPECT_TRUE(hand.at(name).is_string()) << name;
  for (const char* name :
       {"table_size", "dealer_seat", "small_blind_amount", "big_blind_amount", "ante_amount"})
    EXPECT_TRUE(hand.at(name).is_number()) << name;
  EXPECT_TRUE(hand.at("tournament").is_boolean());
  EXPECT_TRUE(hand.at("bet_limit").at("bet_type").is_string());
  EXPECT_TRUE(hand.at("bet_limit").at("bet_cap").is_number());
  for (const Json& player : hand.at("players")) {
    EXPECT_TRUE(player.at("id").is_number_integer() && player.at("seat").is_number_integer());
    EXPECT_TRUE(player.at("name").is_string() && player.at("starting_stack").is_number());
  }
  std::size_t id = 0, number = 0;
  for (const Json& round : hand.at("rounds")) {
    EXPECT_EQ(round.at("id"), id++);
    for (const Json& action : round.at("actions")) {
      EXPECT_EQ(action.at("action_number"), ++number);
      EXPECT_TRUE(action.at("is_allin").is_boolean() && action.at("amount").is_number());
      EXPECT_FALSE(round.at("street") == "Preflop" && action.at("action") == "Bet");
      EXPECT_EQ(round.at("street") == "Showdown",
                action.at("action") == "Shows Cards" || action.at("action") == "Mucks Cards");
    }
  }
  const bool observed = std::ranges::count(hand.at("flags"), Json("Observed")) > 0;
  EXPECT_EQ(observed, hand.at("hero_player_id").is_null());
}

std::set<std::string> ohh_cards_of(const Json& hand) {
  std::set<std::string> cards;
  for (const Json& round : hand.at("rounds")) {
    for (const Json& card : round.at("cards")) cards.insert(card.get<std::string>());
    for (const Json& action : round.at("actions"))
      if (action.contains("cards"))
        for (const Json& card : action.at("cards")) cards.insert(card.get<std::string>());
  }
  return cards;
}

/// The cards of a hand that everybody saw, as the lines of its history name them, and those that
/// its owner was dealt.
std::set<std::string> may_be_named(const std::string& lines, const HandRecord& record) {
  std::set<std::string> cards;
  for (std::size_t open = lines.find('['); open != std::string::npos;
       open = lines.find('[', open + 1)) {
    std::istringstream inside(lines.substr(open + 1, lines.find(']', open) - open - 1));
    for (std::string card; inside >> card;) cards.insert(card);
  }
  for (const HandRecord::Player& player : record.players)
    for (const auto& face : player.own)
      if (face) cards.insert(card_name(*face));
  return cards;
}

class HoldemFormats : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HoldemFormats, SayWhatWasPlayedAndNameNoHiddenCard) {
  SeededRng rng(GetParam());
  std::size_t hands = 0, cut = 0, dead = 0, own = 0;
  for (int match = 0; match < 60; ++match) {
    const std::size_t seats = 2 + rng.below(4);
    const Json terms = drawn_terms(rng);
    HoldemTable table(seats, terms);
    table.keep_history(kFormatNames, Seat(0));
    play_randomly(table, rng);

    const auto& records = table.writer().hands();
    if (records.empty()) continue;
    const auto read = toml::parse(phh(records));
    const auto objects = ohh_objects(ohh(records));
    ASSERT_EQ(objects.size(), records.size());
    std::istringstream history(table.history());
    for (std::size_t k = 0; k < records.size(); ++k) {
      const HandRecord& record = records[k];
      std::string lines;
      for (std::string line; std::getline(history, line) && !line.empty();) lines += line + "\n";
      const auto named = may_be_named(lines, record);

      const auto* fields = records.size() == 1 ? &read : read[std::to_string(k + 1)].as_table();
      const PhhReader reader(*fields);
      for (const std::string& card : reader.cards) EXPECT_TRUE(named.contains(card)) << card;
      const auto stacks = reader.numbers("starting_stacks"), won = reader.numbers("winnings"),
                 left = reader.numbers("finishing_stacks"), places = reader.numbers("seats");
      EXPECT_EQ(sum_of(stacks), sum_of(left));
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto* player = record.player(Seat(static_cast<std::uint32_t>(places[i] - 1)));
        ASSERT_NE(player, nullptr);
        EXPECT_EQ(left[i], player->left());
        if (record.dealt && !reader.cut) {
          EXPECT_EQ(reader.paid()[i], player->paid) << player->name;
          EXPECT_EQ(stacks[i] - reader.paid()[i] + won[i], left[i]);
        }
      }

      check_ohh_fields(objects[k]);
      check_ohh_sums(objects[k], record);
      for (const std::string& card : ohh_cards_of(objects[k]))
        EXPECT_TRUE(named.contains(card)) << card;
      ++hands;
      cut += reader.cut;
      dead += record.player(record.small) == nullptr || record.player(record.button) == nullptr;
      own += !objects[k].at("hero_player_id").is_null();
      ASSERT_FALSE(HasFailure()) << "match " << match << ", hand " << record.number << ", " << terms
                                 << "\n"
                                 << lines << phh({record});
    }
  }
  EXPECT_GE(hands, 400U);
  EXPECT_GE(dead, 5U);
  EXPECT_GE(own, 200U);
  EXPECT_LT(2 * cut, hands) << "most hands can be said, although these seats are often silent";
}

INSTANTIATE_TEST_SUITE_P(Seeds, HoldemFormats, testing::Values(1, 2));

/// A hand to the showdown, of which Bob has the history.
HoldemTable& a_hand(HoldemTable& table) {
  table.keep_history({"Ann", "Bob", "Cat"}, Seat(1));
  table.writer().set_time(1'795'464'909);
  table.deal({"Kh 4d", "Qh Qd", "7h 2d"}, "Ks 4h 8s 9c 3c");
  return table.play_all({"raise 60", "call", "fold", "check", "bet 80", "call", "check", "check",
                         "bet 200", "call", "show", "show"});
}

TEST(Phh, AHandToTheShowdown) {
  HoldemTable table(3);
  EXPECT_EQ(phh(a_hand(table).writer().hands()), R"(variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [10, 20, 0]
min_bet = 20
starting_stacks = [1000, 1000, 1000]
actions = [
  "d dh p1 QhQd",
  "d dh p2 ????",
  "d dh p3 ????",
  "p3 cbr 60",
  "p1 cc",
  "p2 f",
  "d db Ks4h8s",
  "p1 cc",
  "p3 cbr 80",
  "p1 cc",
  "d db 9c",
  "p1 cc",
  "p3 cc",
  "d db 3c",
  "p1 cbr 200",
  "p3 cc",
  "p1 sm QhQd",
  "p3 sm Kh4d",
]
time = 20:15:09
time_zone = "UTC"
day = 23
month = 11
year = 2026
hand = 1
level = 1
seats = [2, 3, 1]
seat_count = 3
table = "oak"
players = ["Bob", "Cat", "Ann"]
finishing_stacks = [660, 980, 1360]
winnings = [0, 0, 700]
_button = 1
)");
}

TEST(Phh, TwoPlayersPostInTheOtherOrderAndAreAllInBeforeTheBoard) {
  HoldemTable table(2, {{"ante", 5}, {"ante_from", "big-blind"}, {"stack", 50}});
  table.keep_history({"Ann\n", "B\"ob"});
  table.deal({"Kh 4d", "Qh Qd"}, "Ks 4h 8s 9c 3c").play_all({"raise 50", "call"});
  const std::string text = phh(table.writer().hands());
  EXPECT_NE(text.find("antes = [0, 5]\nblinds_or_straddles = [10, 20]\n"), std::string::npos);
  EXPECT_NE(text.find("\"p2 cbr 50\",\n  \"p1 cc\",\n  \"p1 sm QhQd\",\n  \"p2 sm Kh4d\",\n"
                      "  \"d db Ks4h8s\",\n  \"d db 9c\",\n  \"d db 3c\",\n]"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(players = ["B\"ob", "Ann\u000A"])"), std::string::npos) << text;
  EXPECT_NE(text.find("finishing_stacks = [0, 100]\nwinnings = [0, 95]"), std::string::npos)
      << text;
}

TEST(Phh, NobodyStandsForADeadBlindOrADeadButton) {
  HoldemTable table(4);
  table.stacks({1980, 1000, 20, 1000}).keep_history({"Ann", "Bob", "Cat", "Dan"});
  table.deal({"Ah Ad", "7h 2d", "Kh Kd", "7c 2s"}, "3c 4d 8h 9s Jc");
  table.play_all({"fold", "call", "fold"});  // Cat is out
  table.deal(1).play_all({"fold", "fold"});
  table.deal(2).play_all({"fold", "fold"});
  const auto& hands = table.writer().hands();
  ASSERT_EQ(hands.size(), 3U);
  const std::string blind = phh({hands[1]}), button = phh({hands[2]});
  EXPECT_NE(blind.find("\nblinds_or_straddles = [20, 0, 0]\n"), std::string::npos) << blind;
  EXPECT_NE(blind.find("\"p2 f\",\n  \"p3 f\",\n]"), std::string::npos) << blind;
  EXPECT_NE(blind.find("\nseats = [4, 1, 2]\nseat_count = 4\n"), std::string::npos) << blind;
  EXPECT_NE(blind.find("\n_button = 2\n"), std::string::npos) << blind;
  EXPECT_NE(button.find("\nblinds_or_straddles = [10, 20, 0]\n"), std::string::npos) << button;
  EXPECT_NE(button.find("\nseats = [4, 1, 2]\n"), std::string::npos) << button;
  EXPECT_NE(button.find("\n_button = 3\n"), std::string::npos) << button;

  const Json with_button = Json::parse(ohh({hands[2]})).at("ohh");
  EXPECT_EQ(with_button.at("dealer_seat"), 3);
  EXPECT_EQ(with_button.at("players").size(), 3U);
  EXPECT_EQ(ohh({hands[1]}).find("Post SB"), std::string::npos);
}

TEST(Phh, AStraddleStandsAtItsSeat) {
  HoldemTable table(4, {{"straddle", true}, {"straddle_from", "button"}});
  table.keep_history({"Ann", "Bob", "Cat", "Dan"});
  table.deal(3).play_all({"straddle", "fold", "fold", "fold"});
  const std::string text = phh(table.writer().hands());
  EXPECT_NE(text.find("blinds_or_straddles = [10, 20, 0, 40]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\"p1 f\",\n  \"p2 f\",\n  \"p3 f\",\n]"), std::string::npos) << text;
  EXPECT_NE(text.find("winnings = [0, 0, 0, 50]"), std::string::npos) << text;
  EXPECT_NE(table.history().find("Ann: posts straddle 40\n"), std::string::npos);
  EXPECT_NE(ohh(table.writer().hands()).find(R"("action":"Straddle")"), std::string::npos);
}

TEST(Phh, AnUnfinishedHandHasNoFinishingStacks) {
  HoldemTable table(2);
  table.keep_history({"Ann", "Bob"});
  table.deal({"Kh 4d", "Qh Qd"}, "Ks 4h 8s 9c 3c").play("raise 60");
  const auto last = table.writer().unfinished();
  ASSERT_TRUE(last);
  const auto read = toml::parse(phh({*last}));
  EXPECT_EQ(read["actions"].as_array()->size(), 3U);
  EXPECT_FALSE(read.contains("finishing_stacks"));
  EXPECT_EQ(ohh({*last}), "");
}

TEST(Phh, TwoBoardsAreACommentaryAndTheirStacks) {
  HoldemTable table(2, {{"run_outs", 2}, {"stack", 100}});
  table.keep_history({"Ann", "Bob"});
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c", "Kc 7d 6h 5s Jc");
  table.play_all({"raise 100", "call", "twice", "twice"});
  const std::string text = phh(table.writer().hands());
  EXPECT_NE(text.find("\"# Two boards are dealt: first board 2c3d4h 8s 9c; the second board's own "
                      "cards Kc7d6h 5s Jc\",\n]"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("finishing_stacks = [100, 100]"), std::string::npos) << text;
  const Json hand = Json::parse(ohh(table.writer().hands())).at("ohh");
  EXPECT_EQ(hand.at("flags"), (Json{"Run_It_Twice", "Observed"}));
  std::string streets;
  for (const Json& round : hand.at("rounds"))
    streets += round.at("street").get<std::string>() + " ";
  EXPECT_EQ(streets, "Preflop Flop Turn River Flop Turn River Showdown ");
}

TEST(Ohh, AHandToTheShowdown) {
  HoldemTable table(3);
  const Json hand = Json::parse(ohh(a_hand(table).writer().hands())).at("ohh");
  Json rest = hand;
  rest.erase("rounds");
  EXPECT_EQ(rest, Json::parse(R"({
    "spec_version": "1.4.7", "internal_version": "1.0.0", "site_name": "Fairdeal",
    "network_name": "Fairdeal", "tournament": false, "game_number": "oak-1",
    "start_date_utc": "2026-11-23T20:15:09Z", "table_name": "oak", "game_type": "Holdem",
    "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "table_size": 3, "currency": "",
    "dealer_seat": 1, "small_blind_amount": 10, "big_blind_amount": 20, "ante_amount": 0,
    "hero_player_id": 1, "flags": [],
    "players": [
      {"id": 0, "seat": 1, "name": "Ann", "display": "Ann", "starting_stack": 1000,
       "is_sitting_out": false},
      {"id": 1, "seat": 2, "name": "Bob", "display": "Bob", "starting_stack": 1000,
       "is_sitting_out": false},
      {"id": 2, "seat": 3, "name": "Cat", "display": "Cat", "starting_stack": 1000,
       "is_sitting_out": false}],
    "pots": [{"number": 0, "amount": 700, "rake": 0, "jackpot": 0,
              "player_wins": [{"player_id": 0, "win_amount": 700}]}]})"));
  std::string course;
  for (const Json& round : hand.at("rounds")) {
    course += round.at("street").get<std::string>() + text(round.at("cards")) + "\n";
    for (const Json& action : round.at("actions"))
      course += "  " + action.at("player_id").dump() + " " +
                action.at("action").get<std::string>() + " " + action.at("amount").dump() +
                (action.contains("cards") ? " " + text(action.at("cards")) : "") + "\n";
  }
  EXPECT_EQ(course, R"(Preflop[]
  1 Post SB 10
  2 Post BB 20
  1 Dealt Cards 0 ["Qh","Qd"]
  0 Raise 60
  1 Call 50
  2 Fold 0
Flop["Ks","4h","8s"]
  1 Check 0
  0 Bet 80
  1 Call 80
Turn["9c"]
  1 Check 0
  0 Check 0
River["3c"]
  1 Bet 200
  0 Call 200
Showdown[]
  1 Shows Cards 0 ["Qh","Qd"]
  0 Shows Cards 0 ["Kh","4d"]
)");
}

}  // namespace
}  // namespace fairdeal::rules
