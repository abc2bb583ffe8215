#include <csignal>

#include "tests/e2e/web_table.h"

/// A person who does not wait for a bot that thinks. The bot is an engine that would never answer.
namespace fairdeal::e2e {
namespace {

/// Returns the name of a bot that answers a question after a minute at the earliest.
std::string endless_bot() { return "uci:" FD_HOSTILE_ENGINE " play hang,time=60000"; }

bool is_bots_turn(const Json& state) {
  return state.at("moves").empty() && state.at("phase") == "playing";
}

using InterruptedBot = Web;

TEST_F(InterruptedBot, AMatchBeginsAnewWhileABotThinks) {
  const auto play =
      start({"play", "chess", "--bots", endless_bot(), "--first", "bot", "--web", "--no-open"});
  WebAddress web(play->said("Open "));
  const std::string cookie = web_enter(web);
  {
    auto first = page(web, cookie);
    state_when(first, is_bots_turn);
    first.say(Json{{"v", 1}, {"line", "new me"}});
    while (!first.read().is_null()) continue;
  }
  Json begun;
  {
    auto second = page(web, cookie);
    begun = state_when(second, is_to_move);
    choose(second, begun);
    state_when(second, is_bots_turn);
    second.say(Json{{"v", 1}, {"line", "undo"}});
    const Json back = state_when(second, is_to_move);
    EXPECT_EQ(back.at("moves"), begun.at("moves"));
    choose(second, back, 1);
    state_when(second, is_bots_turn);
    second.say(Json{{"v", 1}, {"line", "restart"}});
    while (!second.read().is_null()) continue;
  }
  auto third = page(web, cookie);
  EXPECT_EQ(state_when(third, is_to_move).at("moves"), begun.at("moves"));
  play->signal(SIGINT);
  EXPECT_EQ(play->end().code, 130);
}

TEST_F(InterruptedBot, ATerminalHearsCommandsWhileABotThinks) {
  const auto play =
      start({"play", "chess", "--bots", endless_bot(), "--first", "bot"}, Out::terminal);
  play->type("new me\n");
  play->said("A new match begins.");
  play->said("Your move");
  play->type("e4\n");
  play->said("You: 1. e4");
  play->type("a4\nundo\n");  // the first is a move for the person's next turn
  play->said("You took back your last move.");
  play->said("You: 1. a4");
  play->type("quit\n");
  EXPECT_EQ(play->end().code, 130);
}

/// A bot that thinks does not keep the program from ending.
TEST_F(InterruptedBot, TheProgramEndsWhileABotThinks) {
  const auto play =
      start({"play", "chess", "--bots", endless_bot(), "--first", "bot", "--web", "--no-open"});
  WebAddress web(play->said("Open "));
  auto page = this->page(web, web_enter(web));
  state_when(page, is_bots_turn);
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(play->end().code, 130);
}

}  // namespace
}  // namespace fairdeal::e2e
