#include <algorithm>
#include <csignal>

#include "tests/e2e/process.h"
#include "tests/e2e/screen.h"

/// A person's view: the same program in a terminal.
namespace fairdeal::e2e {
namespace {

class Screen : public E2e {
 protected:
  /// Everything that two turns of a match write to a terminal of this kind.
  std::string two_turns(const std::string& term) {
    environment_["TERM"] = term;
    environment_["LC_ALL"] = "C.UTF-8";
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

  std::unique_ptr<Process> waiting_host() {
    environment_["TERM"] = "xterm";
    auto host =
        start({"host", "kuhn", "--listen", "127.0.0.1:0", "--nickname", "Ann"}, Out::terminal);
    host->said("waiting for others to join");
    return host;
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
  const auto host = waiting_host();
  EXPECT_FALSE(host->terminal_does_not_block());
  host->signal(SIGINT);
  EXPECT_EQ(host->end().code, 130);
}

/// The present picture of the screen.
DrawnScreen drawn(Process& process) {
  DrawnScreen screen;
  screen.write(process.said_so_far());
  return screen;
}

TEST_F(Screen, KeepsWhatIsBeingTypedWhileItIsDrawnAnew) {
  const auto host = waiting_host();
  host->type("hel");
  host->said("waiting for others to join (");
  host->said("waiting for others to join (");
  const auto rows = drawn(*host).rows();
  const auto waits = std::ranges::find_if(
      rows, [](const auto& row) { return row.starts_with("waiting for others to join ("); });
  ASSERT_NE(waits, rows.end()) << drawn(*host).text();
  EXPECT_EQ(*(waits + 1), "hel") << drawn(*host).text();
  EXPECT_EQ(std::ranges::count_if(rows, [](const auto& r) { return r.starts_with("waiting"); }), 1);
  host->type("p\n");
  host->said("all in");
  host->said("start, or Enter");  // the last lines of help: the first ones may be above the screen
  EXPECT_TRUE(drawn(*host).shows("start, or Enter")) << drawn(*host).text();
  host->signal(SIGINT);
  host->end();
}

TEST_F(Screen, BreaksLinesBetweenWords) {
  const auto host = waiting_host();
  host->type("terms\n");
  host->said("No player or host can see");
  host->said("waiting for others to join");
  std::string all;
  for (const auto& row : drawn(*host).rows()) all += row + " ";
  for (const char* words : {"After 2 absences in a row the table stops waiting",
                            "the table waits for it", "Players can still talk to each other."})
    EXPECT_NE(all.find(words), std::string::npos) << words << "\n" << drawn(*host).text();
  host->signal(SIGINT);
  host->end();
}

TEST_F(Screen, HasLettersForSuitsWhereTheLocaleIsNotUtf8) {
  environment_["TERM"] = "xterm";
  environment_["LC_ALL"] = "C";
  const auto match = start({"play", "holdem", "--seed", "3"}, Out::terminal);
  match->said("Your move");
  const std::string shown = match->said_so_far();
  EXPECT_TRUE(std::ranges::all_of(shown, [](char c) { return (c & 0x80) == 0; })) << shown;
  match->signal(SIGINT);
  match->end();
}

TEST_F(Screen, OfAMatchAgainstBotsThatWasInterruptedIsTheSameWhenItIsResumed) {
  environment_["TERM"] = "xterm";
  const auto match =
      start({"play", "holdem", "--seats", "3", "--seed", "18446744073709551615"}, Out::terminal);
  match->said("Your move");
  match->type("call\n");
  match->said("You: call 20");
  match->said("Your move");
  const auto table_of = [](Process& process) {  // from the hand's heading to the question
    const std::string text = drawn(process).text();
    const auto begin = text.rfind("Hand 1, "), end = text.find("Your move");
    EXPECT_TRUE(begin < end && end != std::string::npos) << text;
    return text.substr(begin, end - begin);
  };
  const std::string before = table_of(*match);
  match->signal(SIGINT);
  const auto ended = match->end();
  EXPECT_EQ(ended.code, 130);
  const std::string command = "To go on: fairdeal resume ";
  const auto at = ended.err.find(command);
  ASSERT_NE(at, std::string::npos) << ended.err;
  std::string name = ended.err.substr(at + command.size());
  name.resize(name.find_first_of("\r\n"));
  const auto again = start({"resume", name}, Out::terminal);
  again->said("Your move");
  EXPECT_EQ(table_of(*again), before);
  again->signal(SIGINT);
  EXPECT_NE(again->end().err.find(command + name), std::string::npos);
  write_file(folder_ / "data/fairdeal/plays" / (name + ".json"), "{");
  run_refused({"resume", name}, 2, "damaged");
}

TEST_F(Screen, OfAMatchThatHasEndedIsNotKept) {
  EXPECT_EQ(run({"play", "tic-tac-toe", "--seed", "1"}, "1\n2\n3\n4\n5\n6\n7\n8\n9\n").code, 0);
  EXPECT_TRUE(fs::is_empty(folder_ / "data/fairdeal/plays"));
}

class OwnCards : public Screen, public testing::WithParamInterface<const char*> {};

/// On 80 columns and 24 rows.
TEST_P(OwnCards, AreInSightAtThePrompt) {
  environment_["TERM"] = "xterm";
  environment_["LC_ALL"] = "C";
  const auto match = start({"play", GetParam(), "--seed", "3"}, Out::terminal);
  match->said("Your move");
  const DrawnScreen screen = drawn(*match);
  const auto rows = screen.rows();
  const auto own = std::ranges::find_if(rows, [](const auto& row) {
    return row.find("You ") != std::string::npos && row.find("You rolled") == std::string::npos;
  });
  ASSERT_NE(own, rows.end()) << screen.text();
  EXPECT_EQ(own->find("?"), std::string::npos) << screen.text();
  EXPECT_TRUE(screen.shows("Your move")) << screen.text();
  match->signal(SIGINT);
  match->end();
}
INSTANTIATE_TEST_SUITE_P(Of, OwnCards, testing::Values("holdem", "liars-dice", "go-fish", "kuhn"));

/// All in with the first hand, which loses; what is said after that, when this is typed.
class OutOfChips : public Screen {
 protected:
  std::string typed_then(const std::string& answer) {
    environment_["TERM"] = "dumb";
    const auto match = start(
        {"play", "holdem", "--seats", "3", "--seed", "3", "--params", R"({"hands":4,"stack":100})"},
        Out::terminal);
    match->said("1 fold   2 call 20   3 raise to 40");
    match->type("all in\n");
    match->said("You have no chips left; the bots play on.");
    match->said("Enter goes to the result");
    const std::size_t before = match->said_so_far().size();
    match->type(answer);
    const auto ended = match->end();
    EXPECT_EQ(ended.code, 0);
    EXPECT_NE(ended.err.find("Result: You lose 100 chips"), std::string::npos) << ended.err;
    return ended.err.substr(before);
  }
};

TEST_F(OutOfChips, TheHandsOfTheBotsDoNotRushBy) {
  for (const char* words : {"bot 1: ", "shuffled", "Hand 2: "})
    EXPECT_EQ(typed_then("\n").find(words), std::string::npos) << words;
}

TEST_F(OutOfChips, OneMayWatchThemWithALineAHand) {
  const auto said = typed_then("watch\n");
  for (const char* words : {"Hand 2: ", "Hand 3: ", "Hand 4: "})
    EXPECT_NE(said.find(words), std::string::npos) << said;
  EXPECT_EQ(said.find("bot 1: "), std::string::npos) << said;
}

TEST_F(Screen, TakesMovesAsPlayersWriteThem) {
  environment_["TERM"] = "xterm";
  const auto chess = start({"play", "chess", "--seed", "3"}, Out::terminal);
  chess->said("Your move");
  chess->type("e2e4\n");
  chess->said("1. e4");
  chess->said("Your move");
  chess->type("nf3\n");
  chess->said("2. Nf3");
  chess->signal(SIGINT);
  chess->end();

  const auto dice = start({"play", "liars-dice", "--seed", "3"}, Out::terminal);
  dice->said("Your move");
  dice->type("3x3\n");
  dice->said("You: 3 times 3");
  dice->signal(SIGINT);
  dice->end();
}

}  // namespace
}  // namespace fairdeal::e2e
