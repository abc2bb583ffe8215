#include <csignal>

#include "tests/e2e/process.h"
#include "tests/e2e/screen.h"

/// Input that a person types before a question is shown: it answers none.
namespace fairdeal::e2e {
namespace {

const std::string kNoAnswer = "You typed this before you were asked, so it is no answer: ";

class TypedAhead : public E2e {
 protected:
  std::unique_ptr<Process> begun(std::vector<std::string> arguments, const std::string& term,
                                 const std::string& typed) {
    environment_["TERM"] = term;
    environment_["LC_ALL"] = "C.UTF-8";
    auto process = start(arguments, Out::terminal);
    process->type(typed);  // the program is not even loaded
    return process;
  }
  static void stop(Process& process) {
    process.signal(SIGINT);
    process.end();
  }
};

class TypedAheadOfAMove : public TypedAhead, public testing::WithParamInterface<const char*> {};

TEST_P(TypedAheadOfAMove, IsNoMoveAndTheQuestionIsAnsweredAfterIt) {
  const auto match = begun({"play", "tic-tac-toe", "--seed", "1"}, GetParam(), "4\n0\n");
  EXPECT_TRUE(match->said(kNoAnswer).starts_with("4, 0")) << match->said_so_far();
  match->said("Your move");
  EXPECT_EQ(match->said_so_far().find("You: "), std::string::npos) << match->said_so_far();
  match->type("8\n");
  match->said("You: ");
  stop(*match);
}
INSTANTIATE_TEST_SUITE_P(On, TypedAheadOfAMove, testing::Values("xterm", "dumb"));

TEST_F(TypedAhead, OfTheNextTurnIsNoMoveEither) {
  const auto match = begun({"play", "tic-tac-toe", "--seed", "1"}, "dumb", "");
  match->said("Your move");
  match->type("8\n7\n6\n5\n4\n3\n2\n1\n");
  match->said(kNoAnswer);
  match->said("Your move");
  const std::string& all = match->said_so_far();
  EXPECT_EQ(all.find("You: "), all.rfind("You: ")) << "one move was made: " << all;
  stop(*match);
}

TEST_F(TypedAhead, ALineThatHasNoEnterYetStays) {
  const auto match = begun({"play", "tic-tac-toe", "--seed", "1"}, "dumb", "8");
  match->said("Your move");
  match->type("\n");
  match->said("You: ");
  EXPECT_EQ(match->said_so_far().find(kNoAnswer), std::string::npos);
  stop(*match);
}

TEST_F(TypedAhead, OfTheQuestionHowToQuitLeavesNoTable) {
  const auto host =
      begun({"host", "tic-tac-toe", "--listen", "127.0.0.1:0", "--nickname", "Ann", "--bots", "1"},
            "dumb", "");
  host->said("Your move");
  // When something happens at the table, the question is drawn anew: then the quit was typed ahead.
  const std::string& all = host->said_so_far();
  std::size_t from = 0;
  const auto shows = [&](const std::string& words) {
    return all.find(words, from) != std::string::npos;
  };
  do {
    from = all.size();
    host->type("quit\nleave\n");
    while (!shows("leave for good") && !shows(kNoAnswer + "quit")) host->look();
  } while (!shows("leave for good"));
  while (!shows(kNoAnswer + "leave")) host->look();
  EXPECT_EQ(all.find("You leave"), std::string::npos) << all;
  stop(*host);
}

TEST_F(TypedAhead, OfAFullScreenIsNoMoveAndStaysInTheLineUntilEnter) {
  const auto match = begun({"play", "tic-tac-toe", "--screen", "--seed", "1"}, "xterm",
                           "4\r"
                           "8");
  const auto drawn = [&] {
    DrawnScreen screen;
    screen.write(match->said_so_far());
    return screen;
  };
  while (!drawn().shows("Your turn")) match->look();
  while (!drawn().shows("You typed this before you were asked")) match->look();
  EXPECT_FALSE(drawn().shows("You: ")) << drawn().text();
  match->type("\r");
  while (!drawn().shows("You: ")) match->look();
  stop(*match);
}

/// A script cannot wait for what it does not read: its lines are its moves.
TEST_F(TypedAhead, APipeIsReadToItsEnd) {
  const auto played = run({"play", "tic-tac-toe", "--seed", "1"}, "4\n0\n8\n1\n2\n3\n5\n6\n7\n");
  EXPECT_EQ(played.code, 0) << played.err;
  EXPECT_EQ(played.err.find(kNoAnswer), std::string::npos) << played.err;
  EXPECT_NE((played.out + played.err).find("Result: "), std::string::npos) << played.err;
}

}  // namespace
}  // namespace fairdeal::e2e
