#include <csignal>
#include <set>
#include <thread>

#include "tests/e2e/process.h"
#include "tests/e2e/web_client.h"

/// A page as a browser meets it: people who play there, and those who are not let in.
namespace fairdeal::e2e {
namespace {

class Web : public E2e {
 protected:
  std::unique_ptr<Process> seat(const std::string& name, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name, "--json"});
    return start(arguments);
  }
  /// Opens a table whose host plays at a page.
  void host(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"host",          "--listen", "127.0.0.1:0",
                                       "--no-announce", "--web",    "--no-open"};
    arguments.insert(arguments.begin() + 1, more.begin(), more.end());
    ann_ = seat("Ann", arguments);
    web_.emplace(ann_->said("Open "));
    const std::string rest = ann_->said("The table is open at ");
    address_ = rest.substr(0, rest.find(". "));
  }
  std::unique_ptr<Process> join(std::vector<std::string> more) {
    more.insert(more.begin(), {"join", address_, "--listen", "127.0.0.1:0"});
    return seat("Bob", more);
  }
  static PageSocket page(const WebAddress& web, const std::string& cookie) {
    return {web, {cookie}, "http://" + web.host()};
  }

  std::unique_ptr<Process> ann_;
  std::optional<WebAddress> web_;
  std::string address_;
};

/// Reads states until one is as `wanted` says, and returns it; collects the lines.
Json state_when(PageSocket& page, const std::function<bool(const Json&)>& wanted,
                std::vector<std::string>* lines = nullptr) {
  for (;;) {
    const Json message = page.read();
    if (message.is_null()) {
      ADD_FAILURE() << "the page's connection has ended, " << page.close_code();
      return Json::object();
    }
    EXPECT_EQ(message.at("v"), 1);
    if (lines != nullptr && message.contains("lines"))
      for (const Json& line : message["lines"]) lines->push_back(line.at("text"));
    if (message.contains("state") && wanted(message["state"])) return message["state"];
  }
}

bool is_to_move(const Json& state) { return !state.at("moves").empty(); }
bool has_ended(const Json& state) { return state.at("phase") == "ended"; }

void choose(PageSocket& page, const Json& state, std::size_t i = 0) {
  page.say({{"v", 1}, {"step", state.at("step")}, {"move", state.at("moves").at(i).at("move")}});
}

/// Plays the first legal move, as long as there is one. Returns the last state.
Json play_on(PageSocket& page) {
  std::uint64_t played = UINT64_MAX;
  for (;;) {
    const Json state = state_when(page, [&](const Json& now) {
      return has_ended(now) || (is_to_move(now) && now.at("step") != played);
    });
    if (state.empty() || has_ended(state)) return state;
    choose(page, state);
    played = state.at("step");
  }
}

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
  const WebReply transcript = web_get(*web_, "/transcript", {cookie});
  EXPECT_EQ(transcript.status, 200);
  EXPECT_EQ(transcript.body, read_file(end.at("transcript").get<std::string>()));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_TRUE(page.read().is_null() || page.read().is_null());
  const auto a = ann_->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(a.json().at("head"), b.json().at("head"));
  EXPECT_EQ(run({"audit", a.json().at("transcript"), b.json().at("transcript")}).code, 0);
}

TEST_F(Web, AGuestAgreesToTheTermsOnThePage) {
  host({"tic-tac-toe"});
  const auto bob = join({"--web", "--no-open"});
  const WebAddress of_bob(bob->said("Open "));
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

  // What is no request, or none of ours.
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
    const IdleConnections idle(web_->port, 15);
    EXPECT_EQ(web_get(*web_, "/", {cookie}).status, 503);
    EXPECT_EQ(PageSocket(*web_, {cookie}, "http://" + web_->host()).status(), 503);
  }
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
  const WebAddress again(ann->said("Open "));
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
  const WebAddress of_cat(cat->said("Open "));
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

/// What a page of hold'em was told while the other seat's cards were hidden from it.
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
    // Lines come after the state that shows what they tell.
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
  const WebAddress of_bob(bob->said("Open "));
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
  const WebAddress web(play->said("Open "));
  auto page = this->page(web, web_enter(web));
  const Json end = play_on(page);
  EXPECT_TRUE(has_ended(end));
  page.say(Json{{"v", 1}, {"line", "quit"}});
  EXPECT_EQ(play->end().code, 0);
}

TEST_F(Web, TheFirstSeatOfADemoIsPlayedOnAPage) {
  const auto demo = start({"demo", "--game", "tic-tac-toe", "--seats", "2", "--web", "--no-open",
                           "--transcript", (folder_ / "t.fdt").string(), "--json"});
  const WebAddress web(demo->said("Open "));
  {
    auto page = this->page(web, web_enter(web));
    EXPECT_TRUE(has_ended(play_on(page)));
  }  // the page is closed, and so the demo ends
  const auto ended = demo->end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.json().at("audit"), "VALID");
}

}  // namespace
}  // namespace fairdeal::e2e
