#include <fstream>

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/page.pb.h"
#include "ui/front/page_state.h"
#include "ui/home/private_files.h"
#include "ui/lobby/child.h"
#include "ui/lobby/line.h"
#include "ui/lobby/page.h"

/// Lines from the page of the lobby, and messages to it.

namespace fairdeal::lobby {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Order order_of(const std::string& line) {
  const auto order = parse_line(line);
  EXPECT_TRUE(order) << line << ": " << order.error().about;
  return order ? *order : Order();
}

TEST(LobbyLine, IsSplitAtSpacesAndQuotes) {
  EXPECT_EQ(*lobby_words("  play   holdem --params '{\"stack\": 5}' ''"),
            (Words{"play", "holdem", "--params", "{\"stack\": 5}", ""}));
  EXPECT_EQ(*lobby_words("a\"b \\ $HOME"), (Words{"a\"b", "\\", "$HOME"})) << "no shell reads it";
  EXPECT_FALSE(lobby_words("'open"));
  EXPECT_FALSE(lobby_words("'a'b"));
  std::string many;
  for (int i = 0; i < 33; ++i) many += "x ";
  EXPECT_EQ(lobby_words(many).error().fault, Fault::too_large);
}

TEST(LobbyLine, BecomesTheArgumentsOfACommand) {
  const auto host = order_of(
      "host holdem --seats 4 --bots 1 --params '{\"stack\":2500}' --move-time 15 --watch open");
  EXPECT_EQ(host.arguments, (Words{"host", "holdem", "--seats", "4", "--bots", "1", "--params",
                                   "{\"stack\":2500}", "--move-time", "15", "--watch", "open"}));
  const std::string evening = "host holdem --evening --buy-in 400:1000 --chips 500 --orders ask";
  EXPECT_EQ(order_of(evening).arguments, (Words{"host", "holdem", "--evening", "--buy-in",
                                                "400:1000", "--chips", "500", "--orders", "ask"}));
  EXPECT_EQ(order_of("play chess --bots uci:stockfish,skill=5").arguments,
            (Words{"play", "chess", "--bots", "uci:stockfish,skill=5"}));
  EXPECT_EQ(order_of("play tic-tac-toe").arguments, (Words{"play", "tic-tac-toe"}));
  EXPECT_EQ(order_of("resume 4f2a91c2d0e1f203-seat-0").arguments,
            (Words{"resume", "4f2a91c2d0e1f203-seat-0"}));
  EXPECT_EQ(order_of("open 4711").process, "4711");
  EXPECT_EQ(order_of("name 'Ann Bo'").value, "Ann Bo");
  EXPECT_EQ(order_of("relay wss://Relay.example.org/").value, "relay.example.org");
  EXPECT_EQ(order_of("relay ''").what, Order::What::relay);
  EXPECT_EQ(order_of("show-losing yes").what, Order::What::show_losing);
  EXPECT_EQ(order_of("show-losing no").value, "no");
  EXPECT_EQ(order_of("replay 4f2a-seat-0.fdt").file, "4f2a-seat-0.fdt");
  EXPECT_EQ(order_of("audit 4f2a-seat-0.fdt").what, Order::What::audit);
}

TEST(LobbyLine, NoInvitationIsAmongTheArguments) {
  for (const char* table : {"7-guitar-igloo", "'7 guitar igloo'",
                            "fairdeal:1/AAAA/BBBB?a=1.2.3.4:7", "192.168.1.20:7777", "ann"}) {
    for (const char* command : {"join ", "watch "}) {
      const auto order = order_of(std::string(command) + table);
      EXPECT_EQ(order.arguments.size(), 1u);
      EXPECT_EQ(order.secret, lobby_words(table)->front());
    }
  }
}

TEST(LobbyLine, AnInvitationMayStandInAnyTextAndSaysItselfWhetherItIsToWatch) {
  const std::string key(43, 'A'), token(22, 'A');
  const std::string link = "fairdeal:1/" + key + "/" + token;
  EXPECT_EQ(order_of("join 'come: " + link + "?a=1.2.3.4:7!'").arguments, Words{"join"});
  EXPECT_EQ(order_of("join 'look: " + link + "?w=1&a=1.2.3.4:7!'").arguments, Words{"watch"});
  EXPECT_EQ(order_of("join '" + link + "?w=1&amp;a=1.2.3.4%3A7'").arguments, Words{"watch"});
  EXPECT_EQ(order_of("join '- 7-guitar-igloo'").secret, "- 7-guitar-igloo");
}

TEST(LobbyLine, ANameAndARelayAreCheckedBeforeTheyAreKept) {
  for (const char* line :
       {"name", "name ''", "name 'a\u202eb'", "name Ann Bo", "relay", "relay 'two words'",
        "show-losing", "show-losing perhaps", "relay http://relay.example.org"}) {
    const auto order = parse_line(line);
    EXPECT_TRUE(!order && !order.error().about.empty()) << line;
  }
}

/// Lines that no list of the lobby has.
constexpr const char* kRefused[] = {"",
                                    "host",
                                    "demo x",
                                    "config x",
                                    "id x",
                                    "rules new x",
                                    "lobby x",
                                    "complete table x",
                                    "play --help",
                                    "play -x",
                                    "play ../../etc/passwd",
                                    "play no-such-game",
                                    "play holdem --transcript /etc/passwd",
                                    "play holdem --seed 1",
                                    "play holdem --web-port 80",
                                    "play holdem --identity /elsewhere/x",
                                    "host holdem --listen 0.0.0.0:80",
                                    "host holdem --relay x",
                                    "host holdem --chaos kill:0@1",
                                    "host holdem --events-fd 3",
                                    "host holdem extra",
                                    "host holdem --seats",
                                    "host holdem --seats 0",
                                    "host holdem --seats -2",
                                    "host holdem --seats 11",
                                    "host holdem --seats 2x",
                                    "host holdem --buy-in 400",
                                    "host holdem --buy-in 400:",
                                    "host holdem --buy-in :400",
                                    "host holdem --buy-in 0:400",
                                    "host holdem --buy-in 1:2:3",
                                    "host holdem --orders never",
                                    "host holdem --seats 1e1",
                                    "host holdem --seats 99999999999999999999",
                                    "host holdem --seats 2 --seats 3",
                                    "host holdem --params --bots",
                                    "host holdem --params [1]",
                                    "host holdem --params {",
                                    "host holdem --params ' {}'",
                                    "host holdem --watch everybody",
                                    "host holdem --admit --json",
                                    "play holdem --bot simple",
                                    "play holdem --bots 'simple --seed'",
                                    "host holdem --bots 1:Hard",
                                    "host holdem --bots 100",
                                    "host chess --bots 1:uci:/bin/engine",
                                    "host chess --bots '1:uci:stockfish --uci'",
                                    "join",
                                    "join ''",
                                    "join --accept",
                                    "join -",
                                    "join a b",
                                    "watch --json-lines",
                                    "resume ../x",
                                    "resume /elsewhere/x.db",
                                    "resume -v",
                                    "resume 'a b'",
                                    "resume .hidden",
                                    "replay ../x.fdt",
                                    "replay /x.fdt",
                                    "replay x.html",
                                    "replay -x.fdt",
                                    "replay .fdt",
                                    "audit x.fdt --html",
                                    "audit --html",
                                    "open -1",
                                    "open 1.page",
                                    "open ../../x",
                                    "open 99999999999",
                                    "open x",
                                    "relay"};

TEST(LobbyLine, WhatIsNotOnTheListIsRefusedWithAReason) {
  for (const char* line : kRefused) {
    const auto order = parse_line(line);
    EXPECT_TRUE(!order && !order.error().about.empty()) << line;
  }
  EXPECT_FALSE(parse_line("join " + std::string(3001, 'x')));
  EXPECT_FALSE(parse_line("resume " + std::string(81, 'x')));
}

TEST(LobbyChild, AnAddressIsTakenOnceAllOfItHasCome) {
  EXPECT_EQ(address_in("Open http://127.0.0.1:4711/?token=00ff"), "");
  EXPECT_EQ(address_in("x\nOpen http://127.0.0.1:4711/?token=00ff in your browser"),
            "http://127.0.0.1:4711/?token=00ff");
  EXPECT_EQ(address_in("Open http://evil.example/ now"), "");
}

TEST(LobbyChild, ItsLastWordsAreShownWithoutItsNameAndWithoutControls) {
  EXPECT_EQ(ending_words("fairdeal: Could not.\nfairdeal: Do that.\n\n", 600),
            "Could not.\nDo that.");
  EXPECT_EQ(ending_words("first line\nthe second one\n", 20), "the second one");
  EXPECT_EQ(ending_words("a\x1b[2Jb", 600), "a?[2Jb");
  EXPECT_EQ(ending_words("", 600), "");
}

TEST(LobbyFacts, AreAMessageOfTheSchemaAndListsAreBounded) {
  front::PageFacts facts;
  facts.phase = "lobby";
  front::LobbyFacts& lobby = facts.lobby.emplace();
  lobby.me = "Ann";
  lobby.games = front::lobby_games();
  for (int i = 0; i < 100; ++i) {
    lobby.tables.push_back({.line = "open 1", .game = "holdem", .with = {"Bob"}});
    lobby.near.push_back({.line = "join '1.2.3.4:7'", .game = "chess", .seats = 2, .taken = 1});
    lobby.finished.push_back({.file = "x.fdt",
                              .game = "chess",
                              .players = {"Ann", "Bob"},
                              .me = 0,
                              .result = {1, -1},
                              .moves = 41});
    match::GameStats stats{.game = "pig", .matches = 1};
    stats.luck.dice = {.count = 9, .sum = 30, .expected = 31.5, .variance = 26.25};
    // The greatest stakes there are, a thousand times.
    stats.luck.all_in = {.count = 1'000, .sum = 1e16, .expected = 1e16, .variance = 1e29};
    lobby.figures.push_back(stats);
  }
  const std::string text = front::page_state_text(facts);
  page::FromNode message;
  const auto parsed = google::protobuf::util::JsonStringToMessage(text, &message);
  ASSERT_TRUE(parsed.ok()) << parsed.ToString();
  const page::Lobby& told = message.state().lobby();
  EXPECT_EQ(static_cast<std::size_t>(told.tables_size()), front::kLobbyTablesMax);
  EXPECT_EQ(static_cast<std::size_t>(told.near_size()), front::kLobbyNearMax);
  EXPECT_EQ(static_cast<std::size_t>(told.finished_size()), front::kLobbyFinishedMax);
  EXPECT_EQ(static_cast<std::size_t>(told.figures_size()), front::kLobbyFiguresMax);
  ASSERT_EQ(told.figures(0).luck_size(), 2);
  EXPECT_GT(told.figures(0).luck(1).reach(), 0);
  EXPECT_LT(told.figures(0).luck(1).sum(), std::int64_t{1} << 53);
  const page::LobbyLuck& dice = told.figures(0).luck(0);
  EXPECT_EQ(dice.what(), "dice");
  EXPECT_EQ(dice.count(), 9u);
  EXPECT_EQ(dice.sum(), 3000);
  EXPECT_EQ(dice.expected(), 3150);
  EXPECT_EQ(dice.reach(), 1004);
  EXPECT_LT(text.size(), 180'000u);  // most of it: the rules of all games in two languages
}

TEST(LobbyFacts, EveryParameterOfEveryGameIsOffered) {
  std::size_t params = 0;
  for (const words::Json game : front::lobby_games()) {
    words::Json given = words::Json::object();
    for (const words::Json& param : game.at("params")) {
      ++params;
      given[param.at("name").get<std::string>()] = param.at("standard");
      EXPECT_FALSE(param.at("about").get<std::string>().empty());
    }
    const auto name = game.at("name").get<std::string>();
    const auto seats = game.at("seats_min").get<std::size_t>();
    EXPECT_TRUE(rules::start_game(name, given, seats)) << name << " with what its form shows";
    for (const words::Json& param : game.at("params")) {
      if (param.at("kind") != "choice") continue;
      for (const words::Json& choice : param.at("choices"))
        EXPECT_TRUE(rules::start_game(name, words::Json{{param.at("name"), choice}}, seats))
            << choice;
    }
  }
  EXPECT_GT(params, 30u);
  const words::Json games = front::lobby_games();
  const auto holdem =
      std::ranges::find_if(games, [](const words::Json& g) { return g["name"] == "holdem"; });
  const auto& all = holdem->at("params");
  const auto betting =
      std::ranges::find_if(all, [](const words::Json& p) { return p["name"] == "betting"; });
  EXPECT_EQ(betting->at("choices"), (words::Json{"no-limit", "pot-limit", "fixed-limit"}));
}

TEST(LobbyFacts, TheMostUrgentTableComesFirst) {
  std::vector<front::LobbyTable> tables{{.game = "old", .standing = "kept", .seen_s = 5},
                                        {.game = "new", .standing = "kept", .seen_s = 9},
                                        {.game = "gathers", .standing = "gathering"},
                                        {.game = "plays", .standing = "playing"},
                                        {.game = "untimed", .standing = "to_act"},
                                        {.game = "later", .standing = "to_act", .left_ms = 9000},
                                        {.game = "soon", .standing = "to_act", .left_ms = 500}};
  front::sort_by_urgency(tables);
  std::vector<std::string> order;
  for (const front::LobbyTable& table : tables) order.push_back(table.game);
  EXPECT_EQ(order, (Words{"soon", "later", "untimed", "plays", "gathers", "new", "old"}));
}

TEST(GameStats, CountTheMatchesThatAreOverAndInWhichOneSat) {
  const std::vector<match::PlayedMatch> played{
      {.game = "holdem", .me = 0, .over = true, .result = {120, -120}, .hands = 38},
      {.game = "holdem", .me = 1, .over = true, .result = {20, -20}, .hands = 2},
      {.game = "holdem", .me = 1, .over = false, .hands = 5},
      {.game = "chess", .me = 1, .over = true, .result = {0, 0}, .moves = 80},
      {.game = "chess", .me = -1, .over = true, .result = {1, -1}},
      {.game = "chess", .me = 7, .over = true, .result = {1, -1}}};
  std::vector<const match::PlayedMatch*> all;
  for (const auto& one : played) all.push_back(&one);
  const auto stats = match::stats_of(all);
  ASSERT_EQ(stats.size(), 2u);
  EXPECT_EQ(stats[0].game, "holdem");
  EXPECT_EQ(stats[0].hands, 40u);
  EXPECT_EQ(stats[0].sum, 100);
  EXPECT_EQ(stats[0].won, 1u);
  EXPECT_EQ(stats[0].lost, 1u);
  EXPECT_EQ(stats[1].matches, 1u);
  EXPECT_EQ(stats[1].won + stats[1].lost, 0u) << "a draw";
  EXPECT_FALSE(stats[1].per_match()) << "one match tells nothing of the next";
}

TEST(GameStats, AMatchForChipsIsWonByWhoeverHasMoreThanBefore) {
  const std::vector<match::PlayedMatch> played{
      {.game = "holdem", .me = 0, .over = true, .result = {20, 100, -120}},
      {.game = "holdem", .me = 0, .over = true, .result = {0, 50, -50}},
      {.game = "holdem", .me = 2, .over = true, .result = {20, 100, -120}},
      {.game = "hearts", .me = 0, .over = true, .result = {20, 100, -120, 0}}};
  std::vector<const match::PlayedMatch*> all;
  for (const auto& one : played) all.push_back(&one);
  const auto stats = match::stats_of(all);
  ASSERT_EQ(stats.size(), 2u);
  EXPECT_EQ(stats[0].won, 1u) << "another player has won more";
  EXPECT_EQ(stats[0].lost, 1u) << "no chips are lost in the second match";
  EXPECT_EQ(stats[1].lost, 1u) << "of a game without chips one player wins";
}

TEST(LobbyScan, TakesFromAStatusWhatHasTheRightType) {
  const auto mine = table_of_status(
      {{"phase", "playing"},
       {"game", "holdem"},
       {"pid", 4711},
       {"page", true},
       {"to_act", true},
       {"left_ms", 1200},
       {"then", "fold"},
       {"waiting", "x\x1b[2J"},
       {"members", {{{"me", true}, {"name", "Ann"}}, {{"me", false}, {"name", "Bob"}}}}});
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->line, "open 4711");
  EXPECT_EQ(mine->standing, "to_act");
  EXPECT_EQ(mine->left_ms, 1200);
  EXPECT_EQ(mine->with, Words{"Bob"});
  EXPECT_EQ(mine->words, "x?[2J");
  const auto odd = table_of_status({{"phase", 7},
                                    {"game", words::Json::array()},
                                    {"pid", "4711; rm"},
                                    {"page", true},
                                    {"members", {1, "x", {{"me", 0}}}}});
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->line, "");
  EXPECT_FALSE(table_of_status(words::Json::array()));
  EXPECT_FALSE(table_of_status(words::Json::object()));
}

TEST(PlayedMatches, TheSeatIsInTheNameOfItsTranscript) {
  EXPECT_EQ(match::seat_in_name("4f2a91c2d0e1f203-seat-3.fdt"), 3);
  for (const char* name : {"2026-01-02-101112.fdt", "x-seat-.fdt", "x-seat-1.db", "x-seat--1.fdt",
                           "x-seat-99999999999.fdt", "-seat-1x.fdt"})
    EXPECT_EQ(match::seat_in_name(name), -1) << name;
}

TEST(PlayedMatches, WhatIsNoTranscriptIsPassedOverAndNotReadTwice) {
  const fs::path folder = home::make_temporary_folder();
  const fs::path known = folder / "state" / "matches.json";
  std::ofstream(folder / "a-seat-0.fdt") << "no transcript";
  std::ofstream(folder / "b.txt") << "something else";
  SeededRng rng(1);
  const std::atomic<bool> stop = false;
  const auto nobody = [](const std::string&) { return false; };
  for (const char* damaged : {"", "[1,2]", R"({"v":1,"matches":[{"path":7}]})", "{"}) {
    fs::create_directories(known.parent_path());
    std::ofstream(known) << damaged;
    match::PlayedMatches matches(known);
    matches.look({folder, folder / "not there"});
    ASSERT_EQ(matches.list().size(), 1u);
    EXPECT_FALSE(matches.read_one([](const std::string&) { return true; }, rng, stop))
        << "it is being written";
    EXPECT_TRUE(matches.read_one(nobody, rng, stop));
    EXPECT_FALSE(matches.read_one(nobody, rng, stop));
    EXPECT_FALSE(matches.list().front().good);
    matches.keep();
  }
  match::PlayedMatches again(known);
  again.look({folder});
  EXPECT_FALSE(again.read_one(nobody, rng, stop)) << "the file of the state folder says what it is";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace fairdeal::lobby
