#include <csignal>

#include "tests/e2e/process.h"

/// What a person sees: the same program in a terminal.
namespace fairdeal::e2e {
namespace {

class Screen : public E2e {
 protected:
  /// Everything that two turns of a match write to a terminal of this kind.
  std::string two_turns(const std::string& term) {
    environment_["TERM"] = term;
    const auto match = start({"play", "holdem", "--seats", "3", "--seed", "3"}, Out::terminal);
    match->said("Your move");
    match->type("call\n");
    match->said("You: call 20");
    match->said("Your move");
    match->signal(SIGINT);
    const auto ended = match->end();
    EXPECT_EQ(ended.code, 130);
    return ended.err;
  }
};

const std::string kEscape = "\x1b[";

TEST_F(Screen, IsDrawnInPlaceWithColours) {
  environment_["NO_COLOR"] = std::nullopt;
  const auto shown = two_turns("xterm");
  EXPECT_NE(shown.find("A\r" + kEscape + "J"), std::string::npos) << "up, and clear";
  EXPECT_NE(shown.find(kEscape + "31m3♥"), std::string::npos) << "a red heart: " << shown;
}

TEST_F(Screen, HasNoColoursWithNoColor) {
  environment_["NO_COLOR"] = "1";
  const auto shown = two_turns("xterm");
  EXPECT_NE(shown.find("A\r" + kEscape + "J"), std::string::npos);
  EXPECT_EQ(shown.find("m3♥"), std::string::npos);
}

TEST_F(Screen, IsPlainTextOnADumbTerminal) {
  EXPECT_EQ(two_turns("dumb").find('\x1b'), std::string::npos);
}

TEST_F(Screen, SaysForWhomItWaitsAndLeavesTheTerminalAsItWas) {
  environment_["TERM"] = "xterm";
  const auto host = start({"host", "kuhn", "--listen", "127.0.0.1:0"}, Out::terminal);
  host->said("waiting for others to join");
  EXPECT_FALSE(host->terminal_does_not_block());
  host->signal(SIGINT);
  EXPECT_EQ(host->end().code, 130);
}

}  // namespace
}  // namespace fairdeal::e2e
