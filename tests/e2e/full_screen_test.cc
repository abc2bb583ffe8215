#include <algorithm>
#include <csignal>

#include "tests/e2e/process.h"
#include "tests/e2e/screen.h"

/// The full-screen table of a terminal, in real processes.
namespace fairdeal::e2e {
namespace {

const std::string kLeaves = "\x1b[?1049l";  // xterm's other screen is left
const std::string kRight = "\x1b[C", kEnter = "\r";

class FullScreen : public E2e {
 protected:
  FullScreen() {
    environment_["TERM"] = "xterm";
    environment_["LC_ALL"] = "C.UTF-8";
  }

  /// The present picture of the screen.
  static DrawnScreen drawn(Process& process, std::size_t rows = 24, std::size_t columns = 80,
                           std::size_t from = 0) {
    DrawnScreen screen(rows, columns);
    screen.write(process.said_so_far().substr(from));
    return screen;
  }
  /// Waits until the screen shows one of these texts.
  static void shows(Process& process, const std::vector<std::string>& texts) {
    while (
        std::ranges::none_of(texts, [&](const auto& text) { return drawn(process).shows(text); }))
      process.look();
  }
  /// Checks that the program ends with this code after it has given the terminal back.
  static Ended expect_end(Process& process, int code) {
    process.all_gone();
    EXPECT_TRUE(process.terminal_is_as_it_was());
    auto ended = process.end();
    EXPECT_EQ(ended.code, code);
    const auto left = ended.err.rfind(kLeaves);
    EXPECT_NE(left, std::string::npos);
    EXPECT_EQ(ended.err.find("\x1b[?1049h", left), std::string::npos);
    ended.err.erase(0, std::min(left, ended.err.size()));
    return ended;
  }
  /// Waits until a host's table is open, and returns where.
  static std::string address_of(Process& host) {
    shows(host, {"2 are here: Ann"});  // the line after that with the address, which is whole then
    const std::string text = drawn(host).text();
    const auto at = text.find("127.0.0.1:", text.find("fairdeal join "));
    return text.substr(at, text.find_first_of(" \n", at) - at);
  }
  std::unique_ptr<Process> playing() {
    auto match = start({"play", "tic-tac-toe", "--screen", "--seed", "1"}, Out::terminal);
    shows(*match, {"Your turn"});
    return match;
  }
};

TEST_F(FullScreen, IsPlayedByKeysToTheEnd) {
  const auto match = playing();
  EXPECT_FALSE(match->terminal_is_as_it_was());
  EXPECT_TRUE(drawn(*match).shows(" 0 | 1 | 2 ")) << drawn(*match).text();
  for (std::size_t moves = 1; !drawn(*match).shows("The match is over."); ++moves) {
    match->type(kRight + kEnter);
    const auto made = [&] {
      const auto rows = drawn(*match).rows();
      return static_cast<std::size_t>(std::ranges::count_if(
          rows, [](const auto& row) { return row.find("You: ") != std::string::npos; }));
    };
    while (made() < moves && !drawn(*match).shows("The match is over.")) match->look();
  }
  EXPECT_TRUE(drawn(*match).shows("Result: You ")) << drawn(*match).text();
  match->type(kEnter);
  EXPECT_NE(expect_end(*match, 0).err.find("Result: You "), std::string::npos)
      << "it stays in the terminal, too";
}

TEST_F(FullScreen, TakesTypedMovesAndSaysWhatIsWrongWithOne) {
  const auto match = playing();
  match->type("upper left" + kEnter);
  shows(*match, {"You cannot play 'upper left' now"});
  match->type("4" + kEnter);
  shows(*match, {"You: middle centre"});
  match->signal(SIGINT);
  const auto ended = expect_end(*match, 130);
  EXPECT_NE(ended.err.find("To go on: fairdeal resume tic-tac-toe-"), std::string::npos);
}

/// The question stands there until it is answered, and nothing is answered for the person before.
TEST_F(FullScreen, A73_AsksOnceWhetherTheGameMayAnswer) {
  std::string text = read_file(FD_SOURCE_DIR "/tests/e2e/scripts/leak2.lua");
  text.replace(text.find("return {\n"), 9,
               "return {\n  secrets = {dealt_to = 'one', shuffled_by = 'all', answers = true},\n");
  write_file(folder_ / "leak2.lua", text);
  const auto match =
      start({"play", folder_ / "leak2.lua", "--screen", "--seed", "1"}, Out::terminal);
  shows(*match, {"May this game answer for you by what you alone know?"});
  EXPECT_FALSE(drawn(*match).shows("This game answered for you"));
  match->type("answers yes" + kEnter);
  shows(*match, {"This game answered for you"});
  shows(*match, {"Your turn"});
  EXPECT_FALSE(drawn(*match).shows("May this game answer")) << drawn(*match).text();
  match->signal(SIGINT);
  expect_end(*match, 130);
}

TEST_F(FullScreen, IsDrawnAnewInAnotherSize) {
  const auto match = playing();
  const std::size_t before = match->said_so_far().size();
  match->resize(40, 120);
  std::string line;
  for (int i = 0; i < 120; ++i) line += "─";
  while (!drawn(*match, 40, 120, before).shows(line)) match->look();
  const auto rows = drawn(*match, 40, 120, before).rows();
  EXPECT_TRUE(rows[38].starts_with(" >")) << drawn(*match, 40, 120, before).text();
  const std::size_t large = match->said_so_far().size();
  match->resize(20, 60);
  while (!drawn(*match, 20, 60, large).shows("This window is too small")) match->look();
  match->signal(SIGINT);
  expect_end(*match, 130);
}

TEST_F(FullScreen, GivesTheTerminalBackHoweverTheProgramEnds) {
  for (const int signal : {SIGTERM, SIGHUP, SIGQUIT, SIGABRT}) {
    const auto match = playing();
    match->signal(signal);
    expect_end(*match, 128 + signal);
  }
}

TEST_F(FullScreen, IsLeftWhileTheProgramIsStopped) {
  const auto match = playing();
  match->signal(SIGTSTP);
  const std::string state = "/proc/" + std::to_string(match->pid()) + "/stat";
  while (read_file(state).find(") T ") == std::string::npos) match->look();
  match->look();
  EXPECT_TRUE(match->terminal_is_as_it_was());
  EXPECT_NE(match->said_so_far().find(kLeaves), std::string::npos);
  const std::size_t stopped = match->said_so_far().size();
  match->signal(SIGCONT);
  while (!drawn(*match, 24, 80, stopped).shows("Your turn")) match->look();
  match->signal(SIGINT);
  expect_end(*match, 130);
}

TEST_F(FullScreen, OfATableAgreesToTermsPlaysAndAsksForAnotherMatch) {
  const auto host = start(
      {"host", "kuhn", "--listen", "127.0.0.1:0", "--nickname", "Ann", "--screen"}, Out::terminal);
  const std::string address = address_of(*host);
  environment_["XDG_DATA_HOME"] = (folder_ / "guest").string();
  const auto guest = start({"join", address, "--nickname", "Bob", "--screen"}, Out::terminal);
  shows(*guest, {"Do you agree to these terms? yes or no"});
  guest->type("yes" + kEnter);
  const std::vector<Process*> both{host.get(), guest.get()};
  const auto over = [&](Process& process) {
    return drawn(process).shows("Another match with the same people? yes or no");
  };
  while (!over(*host) || !over(*guest))
    for (Process* process : both) {
      if (drawn(*process).shows("Your turn")) process->type("pass" + kEnter);
      process->look();
    }
  EXPECT_TRUE(drawn(*host).shows("Result: ")) << drawn(*host).text();
  EXPECT_TRUE(drawn(*host).shows("Checked here: ")) << drawn(*host).text();
  for (Process* process : both) process->type("no" + kEnter);
  for (Process* process : both)
    EXPECT_NE(expect_end(*process, 0).err.find("Transcript: "), std::string::npos);
}

/// As after Ctrl-S: what is drawn fills the terminal many times over, and nobody reads there.
TEST_F(FullScreen, ThatStandsStillHoldsUpNobody) {
  const auto host =
      start({"host", "holdem", "--bot", "simple", "--listen", "127.0.0.1:0", "--nickname", "Ann",
             "--params", R"({"hands":8,"betting":"fixed-limit","stack":100000})", "--screen"},
            Out::terminal);
  const std::string address = address_of(*host);
  environment_["XDG_DATA_HOME"] = (folder_ / "guest").string();
  const auto guest = run({"join", address, "--nickname", "Bob", "--bot", "simple", "--accept"});
  ASSERT_EQ(guest.code, 0) << address << guest.err;
  shows(*host, {"Another match with the same people? yes or no"});  // somebody reads there again
  host->type("no" + kEnter);
  expect_end(*host, 0);
}

TEST_F(FullScreen, OfAHostThatIsInterruptedIsLeft) {
  const auto host = start(
      {"host", "kuhn", "--listen", "127.0.0.1:0", "--nickname", "Ann", "--screen"}, Out::terminal);
  shows(*host, {"waiting for others to join"});
  host->signal(SIGINT);
  EXPECT_NE(expect_end(*host, 130).err.find("Interrupted."), std::string::npos);
}

TEST_F(FullScreen, TakesATerminalThatIsLargeEnoughAndKnown) {
  const std::vector<std::string> command{"play", "tic-tac-toe", "--screen"};
  const auto piped = run(command);
  EXPECT_EQ(piped.code, 2);
  EXPECT_NE(piped.err.find("takes a terminal"), std::string::npos) << piped.err;
  const auto small = start(command, Out::small_terminal)->end();
  EXPECT_EQ(small.code, 2);
  EXPECT_NE(small.err.find("this terminal has 79 and 23"), std::string::npos) << small.err;
  for (const char* term : {"dumb", "of-nobody", ""}) {
    environment_["TERM"] = term;
    const auto unknown = start(command, Out::terminal)->end();
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("which is what TERM says"), std::string::npos) << unknown.err;
    EXPECT_EQ(unknown.err.find('\x1b'), std::string::npos);
  }
  for (const char* other : {"--web", "--json"})
    EXPECT_EQ(run({"play", "tic-tac-toe", "--screen", other}).code, 2);
}

TEST_F(FullScreen, HasNoColoursWithNoColor) {
  const auto colours_of = [this] {
    const auto match = start({"play", "holdem", "--screen", "--seed", "3"}, Out::terminal);
    shows(*match, {"Your turn"});
    match->signal(SIGINT);
    const std::string all = match->end().err;
    return std::ranges::any_of(std::vector<std::string>{"[31m", "[32m", "[33m", "[34m", ";33m"},
                               [&](const auto& c) { return all.find(c) != std::string::npos; });
  };
  environment_["NO_COLOR"] = std::nullopt;
  EXPECT_TRUE(colours_of());
  environment_["NO_COLOR"] = "1";
  EXPECT_FALSE(colours_of());
}

}  // namespace
}  // namespace fairdeal::e2e
