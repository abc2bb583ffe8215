#include <csignal>
#include <unistd.h>

#include "tests/e2e/web_table.h"

/// The lobby as a browser meets it: real programs, which it starts and which outlive it.
namespace fairdeal::e2e {
namespace {

class LobbyOfAnn : public Web {
 protected:
  void SetUp() override { open(); }
  void TearDown() override {
    // Programs that a lobby started outlive it, and this test.
    for (const pid_t process : programs()) ::kill(process, SIGKILL);
  }
  /// Returns the processes that have this test's folder in their environment.
  std::vector<pid_t> programs() const {
    std::vector<pid_t> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const pid_t process = std::atoi(entry.path().filename().c_str());
      if (process > 0 && process != ::getpid() &&
          read_file(entry.path() / "environ").find(folder_.path.string()) != std::string::npos)
        found.push_back(process);
    }
    return found;
  }

  void open() {
    lobby_ = start({"lobby", "--no-open"});
    address_of_lobby_.emplace(lobby_->said("Open "));
    page_.emplace(page(*address_of_lobby_, web_enter(*address_of_lobby_)));
    ASSERT_EQ(page_->status(), 101);
  }
  void close() {
    lobby_->signal(SIGINT);
    EXPECT_EQ(lobby_->end().code, 0);
  }
  Json lobby_when(const std::function<bool(const Json&)>& wanted) {
    return state_when(*page_, [&](const Json& state) {
      return state.at("phase") == "lobby" && wanted(state.at("lobby"));
    });
  }
  void say(const std::string& line) { page_->say(Json{{"v", 1}, {"line", line}}); }
  /// Says a line, and returns the words of what is wrong with it.
  std::string trouble_after(const std::string& line) {
    say(line);
    const Json state = state_when(*page_, [&](const Json& now) {
      return !now.at("trouble").empty() && now.at("trouble")[0].at("text") != trouble_ &&
             now.at("lobby").at("starting") == "";
    });
    EXPECT_EQ(state.at("lobby").at("opened"), 0);
    trouble_ = state.at("trouble")[0].at("text");
    return trouble_;
  }
  /// Says a line, and returns the address of the page to which it leads.
  std::string led_by(const std::string& line, int count = 1) {
    say(line);
    const Json state = lobby_when([&](const Json& lobby) { return lobby.at("opened") == count; });
    return state.at("lobby").at("open_address");
  }

  std::unique_ptr<Process> lobby_;
  std::string trouble_;  ///< the last
  std::optional<WebAddress> address_of_lobby_;
  std::optional<PageSocket> page_;
};

TEST_F(LobbyOfAnn, OpensAMatchThatGoesOnWithoutItAndFindsItAgain) {
  lobby_when([](const Json& lobby) { return lobby.at("games").size() > 20; });
  WebAddress match(led_by("play tic-tac-toe"));
  std::optional<PageSocket> there(page(match, web_enter(match)));
  const Json first = state_when(*there, is_to_move);
  EXPECT_EQ(first.at("table").at("game"), "tic-tac-toe");
  close();
  choose(*there, first);
  const Json second = state_when(*there, [&](const Json& state) {
    return is_to_move(state) && state.at("step") != first.at("step");
  });
  there.reset();  // the page was closed

  open();
  const Json listed =
      lobby_when([](const Json& lobby) { return !lobby.at("tables").empty(); }).at("lobby");
  ASSERT_EQ(listed.at("tables").size(), 1u) << listed.at("tables");
  EXPECT_EQ(listed.at("tables")[0].at("standing"), "to_act");
  WebAddress again(led_by(listed.at("tables")[0].at("line").get<std::string>()));
  EXPECT_EQ(again.port, match.port);
  EXPECT_EQ(web_get(match, match.target).status, 403) << "the first address was used";
  const std::string cookie = web_enter(again);
  EXPECT_EQ(web_get(again, again.target).status, 403) << "so is this one now";
  auto back = page(again, cookie);
  const Json now = state_when(back, is_to_move);
  EXPECT_EQ(now.at("view"), second.at("view"));
  choose(back, now);
  EXPECT_TRUE(has_ended(play_on(back)));
  back.say(Json{{"v", 1}, {"line", "quit"}});
  while (!back.read().is_null()) {
  }
  close();
}

TEST_F(LobbyOfAnn, OffersTheScriptsThatAreKept) {
  close();
  std::string text = read_file(FD_SOURCE_DIR "/games/tic-tac-toe/tic-tac-toe.lua");
  text.replace(text.find("lua-tic-tac-toe"), std::string_view("lua-tic-tac-toe").size(),
               "kept-game");
  write_file(folder_ / "kept-game.lua", text);
  ASSERT_EQ(run({"games", "add", folder_ / "kept-game.lua"}).code, 0);
  open();
  lobby_when([](const Json& lobby) {
    return std::ranges::any_of(lobby.at("games"), [](const Json& game) {
      return game.at("name") == "kept-game" && game.at("seats_max") == 2;
    });
  });
  WebAddress match(led_by("play kept-game"));
  auto there = page(match, web_enter(match));
  EXPECT_EQ(state_when(there, is_to_move).at("table").at("game"), "kept-game");
  there.say(Json{{"v", 1}, {"line", "quit"}});
  while (!there.read().is_null()) {
  }
  close();
}

TEST_F(LobbyOfAnn, OffersTheScriptsThatAreShipped) {
  const Json state = lobby_when([](const Json& lobby) { return lobby.at("games").size() > 20; });
  for (const auto& [name, shelf] : {std::pair("spades", "cards"), std::pair("omaha", "poker"),
                                    std::pair("backgammon", "dice")}) {
    const Json& games = state.at("lobby").at("games");
    const auto found =
        std::ranges::find_if(games, [&](const Json& game) { return game.at("name") == name; });
    ASSERT_NE(found, games.end()) << name;
    EXPECT_EQ(found->at("shelf"), shelf) << name;
  }
  close();
}

/// A table's output after the end of its lobby goes nowhere, and the table goes on.
TEST_F(LobbyOfAnn, ThatIsClosedCostsItsTablesNothing) {
  WebAddress match(led_by("host tic-tac-toe --bots 1 --untimed"));
  auto there = page(match, web_enter(match));
  close();
  EXPECT_TRUE(has_ended(play_on(there)));
  there.say(Json{{"v", 1}, {"line", "quit"}});
  while (!there.read().is_null()) {
  }
}

TEST_F(LobbyOfAnn, SaysWhyNothingWasOpened) {
  EXPECT_NE(trouble_after("resume no-such-table").find("No table no-such-table is kept"),
            std::string::npos);
  EXPECT_NE(trouble_after("demo x").find("cannot be done from here"), std::string::npos);
  EXPECT_NE(trouble_after("host holdem --seats 2 --bots 2").find("do not fit"), std::string::npos);
  EXPECT_NE(trouble_after("replay x.fdt").find("no such transcript"), std::string::npos);
  EXPECT_NE(trouble_after("open 1").find("has ended"), std::string::npos);
}

TEST_F(LobbyOfAnn, ListsWhatIsOverAndAuditsIt) {
  const auto played = run({"host", "tic-tac-toe", "--seats", "2", "--bots", "1", "--bot", "simple",
                           "--listen", "127.0.0.1:0", "--no-announce", "--json"});
  ASSERT_EQ(played.code, 0) << played.err;
  const Json lobby = lobby_when([](const Json& now) {
                       return !now.at("finished").empty() && now.at("reading") == false;
                     }).at("lobby");
  ASSERT_EQ(lobby.at("finished").size(), 1u);
  const Json& match = lobby.at("finished")[0];
  EXPECT_EQ(match.at("game"), "tic-tac-toe");
  EXPECT_EQ(match.at("result"), played.json().at("result"));
  EXPECT_EQ(match.at("players").size(), 2u);
  EXPECT_GE(match.at("moves"), 5);
  EXPECT_EQ(lobby.at("figures")[0].at("matches"), 1);
  say("audit " + match.at("file").get<std::string>());
  lobby_when([](const Json& now) { return now.at("finished")[0].at("verdict") == "VALID"; });
}

TEST_F(LobbyOfAnn, NoInvitationIsInAListOfProcesses) {
  const WebAddress guest(led_by("join 7-guitar-igloo@relay.invalid"));
  const auto processes = programs();
  EXPECT_GE(processes.size(), 2u) << "the lobby, and the program that it started";
  for (const pid_t process : processes)
    EXPECT_EQ(read_file(fs::path("/proc") / std::to_string(process) / "cmdline").find("guitar"),
              std::string::npos);
}

}  // namespace
}  // namespace fairdeal::e2e
