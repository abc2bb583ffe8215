#include <csignal>

#include "tests/e2e/web_table.h"

/// A page as a browser meets it: people who play there, and those who are not let in.
namespace fairdeal::e2e {
namespace {

TEST_F(Web, APagePlaysAMatchToItsEnd) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept"});
  const std::string cookie = web_enter(*web_);
  auto page = this->page(*web_, cookie);
  ASSERT_EQ(page.status(), 101);
  const Json end = play_on(page);
  EXPECT_EQ(end.at("table").at("game"), "tic-tac-toe");
  EXPECT_EQ(end.at("result").at("json").size(), 2u) << end;
  EXPECT_EQ(end.at("me"), 0);
  EXPECT_TRUE(end.at("hint").contains("grid"));
  const WebReply transcript = web_get(*web_, web_->keyed("/transcript"), {cookie});
  EXPECT_EQ(transcript.status, 200);
  EXPECT_EQ(transcript.body, read_file(end.at("transcript").get<std::string>()));
  page.say(Json{{"v", 1}, {"line", "leave"}});
  EXPECT_TRUE(page.read().is_null() || page.read().is_null());
  const auto a = ann_->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(a.json().at("head"), b.json().at("head"));
  EXPECT_EQ(run({"audit", a.json().at("transcript"), b.json().at("transcript")}).code, 0);
}

TEST_F(Web, AGuestAgreesToTheTermsOnThePage) {
  host({"tic-tac-toe"});
  const auto bob = join({"--web", "--no-open"});
  WebAddress of_bob(bob->said("Open "));
  auto there = page(of_bob, web_enter(of_bob));
  const Json asked =
      state_when(there, [](const Json& state) { return state.at("phase") == "terms"; });
  EXPECT_FALSE(asked.at("question").get<std::string>().empty());
  EXPECT_FALSE(asked.at("terms").at("lines").empty());
  there.say(Json{{"v", 1}, {"line", "yes"}});
  auto here = page(*web_, web_enter(*web_));
  choose(here, state_when(here, is_to_move));
  choose(there, state_when(there, is_to_move));
  state_when(here, is_to_move);
  bob->signal(SIGTERM);
  EXPECT_EQ(bob->end().code, 130);
}

TEST_F(Web, SeveralPagesAndOneThatIsLoadedAgainSeeTheSame) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept"});
  const std::string cookie = web_enter(*web_);
  std::vector<std::string> first_lines, second_lines;
  auto first = page(*web_, cookie);
  const Json seen = state_when(first, is_to_move, &first_lines);
  auto second = page(*web_, cookie);
  EXPECT_EQ(state_when(second, is_to_move).at("view"), seen.at("view"));
  choose(second, seen);
  const auto later = [&](const Json& state) {
    return is_to_move(state) && state.at("step") != seen.at("step");
  };
  const Json after = state_when(first, later, &first_lines);
  {
    const auto dropped = std::move(second);  // cut in the middle of a match
  }
  auto again = page(*web_, cookie);
  EXPECT_EQ(state_when(again, is_to_move).at("view"), after.at("view"));
  again.say(Json{{"v", 1}, {"line", "say hello"}});
  const auto said = [&](const std::vector<std::string>& lines) {
    return std::ranges::count(lines, "hello") > 0;
  };
  for (Json message; !said(second_lines) && !message.contains("nothing");) {
    message = again.read();
    ASSERT_FALSE(message.is_null());
    if (message.contains("lines"))
      for (const Json& line : message["lines"]) second_lines.push_back(line.at("text"));
  }
  EXPECT_GT(std::ranges::count_if(second_lines,
                                  [](const auto& line) { return line.starts_with("Ann: "); }),
            0)
      << "the log is sent again";
  EXPECT_TRUE(has_ended(play_on(again)));
  again.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(ann_->end().code, 0);
}

TEST_F(Web, WhoMayNotComeInIsRefusedAndTheTableGoesOn) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept"});
  const std::string own = "http://" + web_->host();

  // Before anybody has entered: wrong tokens, and no cookie.
  const WebReply wrong = web_get(*web_, "/?token=00112233445566778899aabbccddeeff");
  EXPECT_EQ(wrong.status, 403);
  EXPECT_EQ(wrong.header("Set-Cookie"), "");
  EXPECT_EQ(web_get(*web_, "/").status, 403);
  EXPECT_EQ(web_get(*web_, "/transcript").status, 403);
  EXPECT_EQ(PageSocket(*web_, {}, own).status(), 403);
  EXPECT_EQ(web_get(*web_, web_->target, {"Origin: http://evil.example"}).status, 403);

  const std::string cookie = web_enter(*web_);
  const WebReply again = web_get(*web_, web_->target);
  EXPECT_EQ(again.status, 403) << "a token works once";
  EXPECT_EQ(again.header("Set-Cookie"), "");
  EXPECT_EQ(web_get(*web_, web_->target, {cookie}).status, 303) << "but for who entered by it";

  // Another name that leads here, another site, a cookie that was guessed.
  const std::string rebound = "GET / HTTP/1.1\r\nHost: evil.example:" + std::to_string(web_->port) +
                              "\r\n" + cookie + "\r\n\r\n";
  EXPECT_EQ(web_exchange(web_->port, rebound).status, 403);
  EXPECT_EQ(web_exchange(web_->port, "GET / HTTP/1.1\r\n" + cookie + "\r\n\r\n").status, 403);
  EXPECT_EQ(web_get(*web_, "/", {cookie, "Host: evil.example"}).status, 403);
  EXPECT_EQ(web_get(*web_, "/", {cookie, "Origin: http://evil.example"}).status, 403);
  EXPECT_EQ(web_get(*web_, "/", {cookie.substr(0, cookie.size() - 1) + "x"}).status, 403);
  EXPECT_EQ(PageSocket(*web_, {cookie}, "http://evil.example").status(), 403);
  EXPECT_EQ(PageSocket(*web_, {cookie}, "null").status(), 403);
  EXPECT_EQ(PageSocket(*web_, {cookie}, "").status(), 403) << "a WebSocket says its Origin";
  EXPECT_EQ(PageSocket(*web_, {}, own).status(), 403);

  auto page = this->page(*web_, cookie);
  EXPECT_TRUE(has_ended(play_on(page)));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(ann_->end().code, 0);
}

TEST_F(Web, WhatNoPageSendsIsRefusedAndTheTableGoesOn) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept"});
  const std::string cookie = web_enter(*web_);

  // Input that is no request, or none of ours.
  EXPECT_EQ(web_exchange(web_->port, "\x16\x03\x01 garbage\r\n\r\n").status, 400);
  EXPECT_EQ(web_get(*web_, "/" + std::string(20'000, 'x'), {cookie}).status, 431);
  EXPECT_EQ(web_get(*web_, "/../index.html", {cookie}).status, 404);
  EXPECT_EQ(web_exchange(web_->port, "POST / HTTP/1.1\r\nHost: " + web_->host() + "\r\n" + cookie +
                                         "\r\nContent-Length: 0\r\n\r\n")
                .status,
            405);
  const WebReply index = web_get(*web_, "/", {cookie});
  EXPECT_EQ(index.status, 200);
  EXPECT_EQ(index.header("Content-Encoding"), "gzip");
  EXPECT_EQ(index.header("Cache-Control"), "no-store");
  EXPECT_EQ(index.header("X-Content-Type-Options"), "nosniff");
  EXPECT_NE(index.header("Content-Security-Policy").find("default-src 'none'"), std::string::npos);

  // Messages that no page sends.
  const auto closed_by = [&](const std::string& message, bool binary = false) {
    auto page = this->page(*web_, cookie);
    page.say(message, binary);
    while (!page.read().is_null()) {
    }
    return page.close_code();
  };
  EXPECT_EQ(closed_by(std::string(5000, ' ')), 1009);
  EXPECT_EQ(closed_by("garbage"), 1008);
  EXPECT_EQ(closed_by(R"({"v":1,"line":"x","more":1})"), 1008);
  EXPECT_EQ(closed_by(R"({"v":1,"step":-1,"move":0})"), 1008);
  EXPECT_EQ(closed_by(R"({"v":1,"line":"x"})", true), 1003);

  auto page = this->page(*web_, cookie);
  const Json mine = state_when(page, is_to_move);
  std::vector<std::string> lines;
  page.say(Json{{"v", 1}, {"step", mine.at("step")}, {"move", 99}});
  page.say(Json{{"v", 1}, {"step", 12345}, {"move", 0}});
  while (lines.empty() || !lines.back().starts_with("That move came too late")) {
    const Json message = page.read();
    ASSERT_FALSE(message.is_null());
    if (message.contains("lines"))
      for (const Json& line : message["lines"]) lines.push_back(line.at("text"));
  }
  EXPECT_TRUE(lines.at(lines.size() - 2).starts_with("Not played: ")) << lines.at(lines.size() - 2);
  EXPECT_TRUE(has_ended(play_on(page)));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  const auto a = ann_->end();
  EXPECT_EQ(a.code, 0) << a.err;
}

TEST_F(Web, ASeventeenthConnectionIsToldThatThereAreTooMany) {
  host({"tic-tac-toe"});
  const std::string cookie = web_enter(*web_);
  auto page = this->page(*web_, cookie);
  state_when(page, [](const Json& state) { return state.at("phase") == "gathering"; });
  {
    std::vector<PageSocket> tabs;
    for (int i = 0; i < 15; ++i) tabs.push_back(this->page(*web_, cookie));
    EXPECT_EQ(tabs.back().status(), 101);
    EXPECT_EQ(web_get(*web_, "/", {cookie}).status, 503);
    EXPECT_EQ(PageSocket(*web_, {cookie}, "http://" + web_->host()).status(), 503);
  }
  const auto bob = join({"--bot", "simple", "--accept"});
  EXPECT_TRUE(has_ended(play_on(page)));
}

TEST_F(Web, StrangersIdleConnectionsLockOutNoBrowserThatHasTheCookie) {
  host({"tic-tac-toe"});
  const std::string cookie = web_enter(*web_);
  // More than there are places of any kind, and some that have begun a request.
  const IdleConnections idle(web_->port, 100), begun(web_->port, 100, "GET / HTTP/1.1\r\nHost:");
  EXPECT_EQ(web_get(*web_, "/", {cookie}).status, 200);
  auto page = this->page(*web_, cookie);
  EXPECT_EQ(page.status(), 101);
  const IdleConnections more(web_->port, 100);
  const auto bob = join({"--bot", "simple", "--accept"});
  EXPECT_TRUE(has_ended(play_on(page))) << "a page that is there stays";
}

TEST_F(Web, TheCookieAloneOpensNoPage) {
  host({"tic-tac-toe"});
  const std::string cookie = web_enter(*web_);
  EXPECT_EQ(this->page(*web_, cookie).status(), 101);
  // Another program of this machine, which the browser has called at its own port.
  WebAddress other = *web_;
  for (const std::string& key : {std::string(), std::string(32, '0'), other.key.substr(1)}) {
    other.key = key;
    EXPECT_EQ(this->page(other, cookie).status(), 403) << key;
    EXPECT_EQ(web_get(other, other.keyed("/audit"), {cookie}).status, 403) << key;
    EXPECT_EQ(web_get(other, other.keyed("/transcript"), {cookie}).status, 403) << key;
  }
  EXPECT_EQ(web_get(other, "/audit", {cookie}).status, 403);
}

TEST_F(Web, AHeartbeatIsAnswered) {
  host({"tic-tac-toe"});
  auto page = this->page(*web_, web_enter(*web_));
  page.say(Json{{"v", 1}, {"beat", true}});
  Json heard;
  do heard = page.read();
  while (!heard.is_null() && !heard.contains("beat"));
  EXPECT_EQ(heard, (Json{{"v", 1}, {"beat", true}}));
  const auto bob = join({"--bot", "simple", "--accept"});
  EXPECT_TRUE(has_ended(play_on(page)));
}

TEST_F(Web, ATableThatIsResumedHasAPageAgain) {
  host({"tic-tac-toe"});
  const auto bob = join({"--bot", "simple", "--accept"});
  Json seen;
  {
    auto page = this->page(*web_, web_enter(*web_));
    const Json first = state_when(page, is_to_move);
    choose(page, first);
    seen = state_when(page, [&](const Json& state) {
      return is_to_move(state) && state.at("step") != first.at("step");
    });
  }
  ann_->signal(SIGKILL);
  ann_->end();
  fs::path store;
  for (const auto& entry : fs::directory_iterator(folder_ / "Ann"))
    if (entry.path().extension() == ".db") store = entry.path();
  const auto ann = seat("Ann", {"resume", store.string(), "--web", "--no-open"});
  WebAddress again(ann->said("Open "));
  auto page = this->page(again, web_enter(again));
  EXPECT_EQ(state_when(page, is_to_move).at("view"), seen.at("view"));
  EXPECT_TRUE(has_ended(play_on(page)));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
}

TEST_F(Web, WhoWatchesSeesTheTableAndNoMoves) {
  host({"tic-tac-toe", "--watch", "open", "--watch-seconds", "1"});
  const auto cat = start({"watch", address_, "--web", "--no-open", "--transcript",
                          (folder_ / "w.fdt").string(), "--identity", folder_ / "Cat.id"});
  WebAddress of_cat(cat->said("Open "));
  auto there = page(of_cat, web_enter(of_cat));
  const auto bob = join({"--bot", "simple", "--accept"});
  ann_->said("Watching, at Ann: ");
  {
    auto here = page(*web_, web_enter(*web_));
    EXPECT_TRUE(has_ended(play_on(here)));
  }
  const Json end = state_when(there, [](const Json& state) {
    EXPECT_EQ(state.at("me"), -1);
    EXPECT_EQ(state.at("moves"), Json::array());
    return has_ended(state);
  });
  EXPECT_EQ(end.at("result").at("json").size(), 2u);
  there.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(cat->end().code, 0);
  EXPECT_EQ(ann_->end().code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
