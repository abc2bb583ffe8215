#include <set>
#include <thread>

#include "tests/e2e/web_table.h"

/// Matches that people play at pages, by every command that has one.
namespace fairdeal::e2e {
namespace {

/// Messages to a page of hold'em while the other seat's cards were hidden from it.
struct Told {
  std::set<std::string> own;  ///< its own cards
  std::vector<std::string> messages;
};

/// Checks and calls to the end of a match of two at a page of this seat.
Told play_holdem(PageSocket& page, std::size_t seat) {
  Told told;
  bool hidden = true;
  std::uint64_t played = UINT64_MAX;
  for (;;) {
    const Json message = page.read();
    if (message.is_null()) {
      ADD_FAILURE() << "the page's connection has ended";
      return told;
    }
    const Json state = message.value("state", Json());
    if (state.is_object() && has_ended(state)) break;
    const Json view = state.is_object() ? state.at("view") : Json();
    if (view.is_object()) {
      const Json& other = view.at("pockets").at(1 - seat);
      hidden = hidden && (other.is_null() || other.at(0).is_null());
    }
    // Lines come after the state that shows what they tell, unless the table went on before it was
    // sent.
    for (const Json& line : message.value("lines", Json::array()))
      hidden = hidden && !line.at("shows").get<bool>();
    if (hidden) told.messages.push_back(message.dump());
    if (!view.is_object()) continue;
    if (const Json& pocket = view.at("pockets").at(seat); hidden && pocket.is_array())
      for (const Json& card : pocket)
        if (card.is_string()) told.own.insert(card.get<std::string>());
    if (!is_to_move(state) || state.at("step") == played) continue;
    std::size_t best = 0;
    for (std::size_t k = 0; k < state["moves"].size(); ++k) {
      const Json& move = state["moves"][k]["move"];
      if (move == "call" || move == "check" || move == "show") best = k;
    }
    choose(page, state, best);
    played = state["step"];
  }
  page.say(Json{{"v", 1}, {"line", "quit"}});
  return told;
}

TEST_F(Web, NoPageSaysTheOthersCards) {
  host({"holdem", "--params", R"({"hands":1,"stack":100})"});
  const auto bob = join({"--web", "--no-open", "--accept"});
  WebAddress of_bob(bob->said("Open "));
  PageSocket pages[] = {page(*web_, web_enter(*web_)), page(of_bob, web_enter(of_bob))};
  Told told[2];
  std::thread other([&] { told[1] = play_holdem(pages[1], 1); });
  told[0] = play_holdem(pages[0], 0);
  other.join();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GT(told[i].messages.size(), 5u);
    EXPECT_EQ(told[i].own.size(), 2u);
    for (const std::string& card : told[1 - i].own) {
      const std::string symbol = card.substr(0, 1) == "T" ? "10" : card.substr(0, 1);
      const char* suits[] = {"♣", "♦", "♥", "♠"};
      const std::string drawn = card.substr(0, 1) + suits[std::string("cdhs").find(card[1])];
      for (const std::string& message : told[i].messages) {
        EXPECT_EQ(message.find("\"" + card + "\""), std::string::npos) << card << message;
        EXPECT_EQ(message.find(drawn), std::string::npos) << drawn << message;
        EXPECT_EQ(message.find(symbol + drawn.substr(1)), std::string::npos) << symbol << message;
      }
    }
  }
  EXPECT_EQ(ann_->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
}

TEST_F(Web, WhoPlaysAgainstBotsHasAPage) {
  const auto play = start({"play", "tic-tac-toe", "--seed", "1", "--web", "--no-open", "--json"});
  WebAddress web(play->said("Open "));
  auto page = this->page(web, web_enter(web));
  const Json end = play_on(page);
  EXPECT_TRUE(has_ended(end));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(play->end().code, 0);
}

TEST_F(Web, WhoLeavesAMatchAgainstBotsCanGoOnLater) {
  const auto play = start({"play", "connect-four", "--seed", "1", "--web", "--no-open"});
  WebAddress web(play->said("Open "));
  auto page = this->page(web, web_enter(web));
  const Json first = state_when(page, is_to_move);
  choose(page, first);
  state_when(page, [&](const Json& state) {
    return is_to_move(state) && state.at("step") != first.at("step");
  });
  page.say(Json{{"v", 1}, {"line", "leave"}});
  const auto left = play->end();
  EXPECT_EQ(left.code, 130);
  const auto at = left.err.find("fairdeal resume ");
  ASSERT_NE(at, std::string::npos) << left.err;
  const std::string rest = left.err.substr(at + 16);
  const auto again =
      start({"resume", rest.substr(0, rest.find_first_of(" \n")), "--web", "--no-open"});
  WebAddress there(again->said("Open "));
  auto later = this->page(there, web_enter(there));
  // The person's moves are kept; the bot answers again.
  const std::string board = state_when(later, is_to_move).at("view").at("board");
  EXPECT_EQ(board.front(), '0') << board;
  EXPECT_EQ(std::ranges::count(board, '1'), 1) << board;
}

TEST_F(Web, TheFirstSeatOfADemoIsPlayedOnAPage) {
  const auto demo = start({"demo", "--game", "tic-tac-toe", "--seats", "2", "--web", "--no-open",
                           "--transcript", (folder_ / "t.fdt").string(), "--json"});
  WebAddress web(demo->said("Open "));
  {
    auto page = this->page(web, web_enter(web));
    EXPECT_TRUE(has_ended(play_on(page)));
  }  // the page is closed, and so the demo ends
  const auto ended = demo->end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.json().at("audit"), "VALID");
}

TEST_F(Web, AnotherMatchIsPlayedAtTheSamePage) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept", "--matches", "2"});
  const std::string cookie = web_enter(*web_);
  Json first;
  {
    auto page = this->page(*web_, cookie);
    first = play_on(page);
    EXPECT_TRUE(first.at("again"));
    EXPECT_FALSE(first.at("question").get<std::string>().empty());
    page.say(Json{{"v", 1}, {"line", "yes"}});
    while (!page.read().is_null()) {
    }
    EXPECT_EQ(page.close_code(), 1001);
  }
  auto page = this->page(*web_, cookie);  // as a browser does by itself
  const Json second = play_on(page);
  EXPECT_NE(second.at("table").at("id"), first.at("table").at("id"));
  EXPECT_NE(second.at("transcript"), first.at("transcript"));
  page.say(Json{{"v", 1}, {"line", "no"}});
  EXPECT_EQ(ann_->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
}

TEST_F(Web, APortThatIsTakenIsSaid) {
  host({"tic-tac-toe"});
  run_refused(
      {"play", "tic-tac-toe", "--web", "--no-open", "--web-port", std::to_string(web_->port)}, 2,
      "cannot_serve");
}

}  // namespace
}  // namespace fairdeal::e2e
