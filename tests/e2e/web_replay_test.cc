#include <csignal>

#include "tests/e2e/web_table.h"

/// A replay at a page, and the audit of a table by one click.
namespace fairdeal::e2e {
namespace {

/// A match of bots, and its replay at a page.
class WebReplay : public Web {
 protected:
  void play(const std::vector<std::string>& game) {
    file_ = (folder_ / "match.fdt").string();
    std::vector<std::string> arguments{"demo", "--no-input", "--transcript", file_, "--seed", "7"};
    arguments.insert(arguments.end(), game.begin(), game.end());
    ASSERT_EQ(run(arguments).code, 0);
  }
  void replay(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"replay", file_, "--web", "--no-open", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    program_ = start(arguments);
    web_.emplace(program_->said("Open "));
    cookie_ = web_enter(*web_);
  }
  /// Opens a tab, and waits until the file is checked.
  PageSocket look() {
    auto there = page(*web_, cookie_);
    seen_ = place_when(there, [](const Json&) { return true; });
    return there;
  }
  static void say(PageSocket& page, const std::string& line) {
    page.say(Json{{"v", 1}, {"line", line}});
  }
  /// Reads states until the replay stands where `wanted` says.
  static Json place_when(PageSocket& page, const std::function<bool(const Json&)>& wanted) {
    return state_when(page, [&](const Json& state) {
      return state.at("phase") == "replay" && !state.at("replay").at("checking") &&
             wanted(state.at("replay"));
    });
  }
  static Json go(PageSocket& page, const std::string& line, const std::string& member,
                 const Json& value) {
    say(page, line);
    return place_when(page, [&](const Json& replay) { return replay.at(member) == value; });
  }

  std::string file_, cookie_;
  Json seen_;  ///< the first state of the tab that was opened last
  std::unique_ptr<Process> program_;
};

TEST_F(WebReplay, GoesWhereALineSaysAndAllTabsSeeIt) {
  play({"--game", "holdem", "--seats", "3", "--hands", "2"});
  replay();
  auto first = look();
  auto second = look();
  const Json begin = seen_;
  EXPECT_EQ(begin.at("replay").at("record"), -1);
  EXPECT_EQ(begin.at("moves"), Json::array());
  EXPECT_EQ(begin.at("me"), -1);
  EXPECT_EQ(begin.at("replay").at("owner"), 0);
  EXPECT_EQ(begin.at("replay").at("hands"), 2);
  go(first, "next", "record", 0);
  const Json hand = go(first, "hand 2", "hand", 2);
  EXPECT_EQ(hand.at("replay").at("record"), hand.at("replay").at("first_of_hand"));
  EXPECT_FALSE(hand.at("replay").at("streets").empty());
  EXPECT_EQ(place_when(second, [](const Json& at) { return at.at("hand") == 2; }).at("view"),
            hand.at("view"));
  const Json end = go(second, "last", "record", begin.at("replay").at("last"));
  EXPECT_EQ(end.at("result").at("json").size(), 3U);
  go(first, "record 5", "record", 5);
  go(first, "[", "record", 2);
  // To the end by itself, as fast as it can.
  say(first, "record " + std::to_string(end.at("step").get<int>() - 3));
  go(first, "speed 8", "speed", 8);
  go(first, "play", "plays", true);
  place_when(first, [&](const Json& at) { return at.at("record") == at.at("last"); });
  say(first, "nonsense <b>");
  std::vector<std::string> lines;
  while (lines.empty() ||
         lines.back() != "\"nonsense <b>\" is no command here. Type ? for all commands.") {
    const Json message = first.read();
    ASSERT_FALSE(message.is_null());
    if (message.contains("lines"))
      for (const Json& line : message["lines"]) lines.push_back(line.at("text"));
  }
  say(second, "quit");
  const auto ended = program_->end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.json().at("verdict"), "VALID");
}

TEST_F(WebReplay, ShowsMySeatsCardsToNobodyElseAndOnlyWithMyFile) {
  play({"--game", "holdem", "--seats", "2", "--hands", "1"});
  replay();
  {
    auto page = look();
    const Json all = go(page, "record 3", "record", 3);
    const Json hidden = Json::array({nullptr, nullptr});
    EXPECT_EQ(all.at("view").at("pockets").at(0), hidden);
    const Json mine = go(page, "mine", "mine", true);
    EXPECT_EQ(mine.at("me"), 0);
    EXPECT_TRUE(mine.at("view").at("pockets").at(0).at(0).is_string());
    EXPECT_EQ(mine.at("view").at("pockets").at(1), hidden);
  }
  program_->signal(SIGINT);  // the page is closed, and the program goes on until then
  EXPECT_EQ(program_->end().code, 0);
  fs::remove(file_ + ".own");
  replay();
  auto page = look();
  const Json alone = go(page, "record 3", "record", 3);
  EXPECT_EQ(alone.at("replay").at("owner"), -1);
  say(page, "mine");  // is told that nothing says which seat is mine
  EXPECT_EQ(go(page, "next", "record", 4).at("me"), -1);
}

TEST_F(WebReplay, SaysLoudlyThatARecordFails) {
  play({"--game", "tic-tac-toe", "--seats", "2"});
  std::string bytes = read_file(file_);
  bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
  write_file(file_, bytes);
  replay();
  auto page = look();
  say(page, "next");
  const Json state = place_when(page, [](const Json& at) { return at.at("record") == 0; });
  EXPECT_EQ(state.at("trouble").at(0).at("level"), "bad");
  EXPECT_EQ(state.at("replay").at("runs").back().at("mark"), "failing");
  say(page, "quit");
  EXPECT_EQ(program_->end().code, 3);
}

TEST_F(WebReplay, RefusesWhatItCannotShow) {
  run_refused({"replay", (folder_ / "none.fdt").string(), "--web", "--no-open"}, 2, "storage");
  write_file(folder_ / "garbage.fdt", "garbage");
  const auto garbage = run({"replay", (folder_ / "garbage.fdt").string(), "--web", "--no-open"});
  EXPECT_NE(garbage.code, 0);
}

TEST_F(WebReplay, IsAuditedByOneClick) {
  play({"--game", "tic-tac-toe", "--seats", "2"});
  replay();
  const WebReply report = web_get(*web_, web_->keyed("/audit"), {cookie_});
  EXPECT_EQ(report.status, 200) << report.body;
  EXPECT_EQ(report.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(report.body.find("VALID</h1>"), std::string::npos) << report.body.substr(0, 4000);
  const std::string policy = report.header("Content-Security-Policy");
  EXPECT_TRUE(policy.starts_with("default-src 'none'; style-src 'sha256-")) << policy;
  EXPECT_EQ(policy.find("script"), std::string::npos) << policy;
  EXPECT_EQ(report.header("Cache-Control"), "no-store");
  EXPECT_EQ(web_get(*web_, web_->keyed("/audit")).status, 403) << "without the cookie";
  EXPECT_EQ(web_get(*web_, web_->keyed("/audit"), {cookie_, "Origin: http://evil.example"}).status,
            403);
  fs::remove(file_);
  EXPECT_EQ(web_get(*web_, web_->keyed("/audit"), {cookie_}).status, 503) << "the program goes on";
  EXPECT_EQ(web_get(*web_, "/", {cookie_}).status, 200);
}

/// The audit is a fork, and a script runs beside the program that it is a fork of.
TEST_F(WebReplay, OfAScriptIsAuditedByOneClick) {
  play({"--game", "mia", "--seats", "2", "--params", R"({"lives":1})"});
  replay();
  for (int i = 0; i < 2; ++i) {
    const WebReply report = web_get(*web_, web_->keyed("/audit"), {cookie_});
    EXPECT_EQ(report.status, 200) << report.body;
    EXPECT_NE(report.body.find("VALID</h1>"), std::string::npos) << report.body.substr(0, 4000);
  }
}

TEST_F(Web, ATableOfAScriptIsAuditedByOneClickAndGoesOn) {
  host({"mia", "--params", R"({"lives":1})"});
  const std::string cookie = web_enter(*web_);
  const auto bob = join({"--bot", "simple", "--accept"});
  auto page = this->page(*web_, cookie);
  const Json mine = state_when(page, is_to_move);
  const WebReply report = web_get(*web_, web_->keyed("/audit"), {cookie});
  EXPECT_EQ(report.status, 200) << report.body;
  EXPECT_NE(report.body.find("INCOMPLETE"), std::string::npos);
  choose(page, mine);
  EXPECT_TRUE(has_ended(play_on(page))) << "the table goes on";
  EXPECT_NE(web_get(*web_, web_->keyed("/audit"), {cookie}).body.find("VALID</h1>"),
            std::string::npos);
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(ann_->end().code, 0);
}

TEST_F(Web, ATableIsAuditedByOneClickWhileItIsPlayed) {
  host({"tic-tac-toe"});
  const std::string cookie = web_enter(*web_);
  EXPECT_EQ(web_get(*web_, web_->keyed("/audit"), {cookie}).status, 503)
      << "nothing was played yet";
  const auto bob = join({"--bot", "simple", "--accept"});
  auto page = this->page(*web_, cookie);
  const Json mine = state_when(page, is_to_move);
  EXPECT_EQ(web_get(*web_, web_->keyed("/audit")).status, 403);
  const WebReply report = web_get(*web_, web_->keyed("/audit"), {cookie});
  EXPECT_EQ(report.status, 200) << report.body;
  EXPECT_NE(report.body.find("INCOMPLETE"), std::string::npos);
  EXPECT_NE(report.body.find("Bob"), std::string::npos);
  choose(page, mine);
  EXPECT_TRUE(has_ended(play_on(page))) << "the table goes on";
  EXPECT_NE(web_get(*web_, web_->keyed("/audit"), {cookie}).body.find("VALID</h1>"),
            std::string::npos);
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(ann_->end().code, 0);
}

TEST_F(Web, AnAuditShowsNamesAsText) {
  const auto evil = start({"host", "tic-tac-toe", "--listen", "127.0.0.1:0", "--no-announce",
                           "--web", "--no-open", "--nickname", "&lt;b&gt;", "--identity",
                           folder_ / "evil.id", "--data", folder_ / "evil", "--json"});
  WebAddress of_evil(evil->said("Open "));
  const std::string rest = evil->said("The table is open at ");
  address_ = rest.substr(0, rest.find(". "));
  const auto bob = join({"--bot", "simple", "--accept"});
  const std::string cookie = web_enter(of_evil);
  auto there = page(of_evil, cookie);
  state_when(there, is_to_move);
  const WebReply report = web_get(of_evil, of_evil.keyed("/audit"), {cookie});
  EXPECT_EQ(report.status, 200) << report.body;
  EXPECT_EQ(report.body.find("&lt;b&gt;"), std::string::npos);
  EXPECT_NE(report.body.find("&amp;lt;b&amp;gt;"), std::string::npos);
  evil->signal(SIGTERM);
  evil->end();
}

TEST_F(Web, AnAuditEndsWithWhoAskedForIt) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept"});
  const std::string cookie = web_enter(*web_);
  auto page = this->page(*web_, cookie);
  state_when(page, is_to_move);
  {
    const IdleConnections gone(web_->port, 1,
                               "GET " + web_->keyed("/audit") + " HTTP/1.1\r\nHost: " +
                                   web_->host() + "\r\n" + cookie + "\r\n\r\n");
  }
  // Another audit may begin as soon as the first one is noticed to be asked for by nobody.
  WebReply report;
  do report = web_get(*web_, web_->keyed("/audit"), {cookie});
  while (report.status == 503);
  EXPECT_EQ(report.status, 200);
  EXPECT_TRUE(has_ended(play_on(page)));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(ann_->end().code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
