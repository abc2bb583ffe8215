#include <algorithm>
#include <csignal>
#include <future>
#include <set>

#include "net/channel/limits.h"
#include "tests/e2e/reach_scene.h"
#include "tests/net/scripted_relay.h"

/// Each failure on the way to a table, made to happen to real processes: its exit code, what is
/// said first, and what is said to do next. Where the rest is tested:
///
///   no_network                        here; doctor without a network: here
///   no_relay                          code_test: ThatLeadNowhereSayWhy
///   relay_down (name … version)       here; a pass is missing: code_test, AClosedRelay…
///   relay_busy                        here
///   code_unknown, bad_code            code_test: ThatLeadNowhereSayWhy
///   code_wrong, a code that is burned code_test: AfterThreeWrongTries…; the late guest:
///   reach_host_test waiting for the host's person     reach_host_test (by a code); admission_test:
///   TheHostIsAsked… host_gone, nobody_there, host_silent, table_full, not_hosting   here; by a
///   code: reach_host_test not_invited                       admission_test, contacts_test kicked
///   admission_test: WhoIsSentAway… incompatible (version)            reach_host_test
///   identity_differs                  admission_test, code_test (link by a relay), contacts_test
///   clock_differs                     reach_host_test
///   a pair without a path             reach_paths_test
///   relay only, and why               reach_paths_test; each pair of routers: tests/lab/nat.sh
namespace fairdeal::e2e {
namespace {

using net::testing_::RelayScript;
using net::testing_::ScriptedRelay;

class ReachFails : public Reach {};

// ---- This machine

TEST_F(ReachFails, WithoutANetwork) {
  if (!can_be_without_network())
    GTEST_SKIP() << "this machine gives no process a network of its own";
  network_ = Network::none;
  const Told told{6, "no_network", "This machine is on no network", "Connect it"};
  expect_told(joins("Bob", "192.0.2.7:7777"), told);
  expect_told(joins("Bob", "7-guitar-igloo@192.0.2.7"), told);
  const auto looks = run({"doctor", "--json"});
  EXPECT_EQ(looks.code, 6) << looks.out;
  EXPECT_EQ(looks.json().at("verdict"), "none");
}

// ---- A relay

struct RelayStep {
  const char* step;
  Told told;
  RelayScript script{};
};

class RelayFails : public Reach, public testing::WithParamInterface<RelayStep> {};

/// The same relay brings a code and a link to the same end, and doctor says the same of it.
TEST_P(RelayFails, AtThisStep) {
  const auto& [step, told, script] = GetParam();
  Beside beside;
  ScriptedRelay relay(beside.io, script);
  const Port nobody;
  const std::string port = std::to_string(relay.settings().url.port);
  const std::string at = step == std::string("name")  ? "ws://no-such-name.invalid:" + port
                         : step == std::string("tcp") ? "ws://" + nobody.text()
                         : step == std::string("tls") ? "127.0.0.1:" + port
                                                      : "ws://127.0.0.1:" + port;
  const std::string link =
      "fairdeal:1/" + std::string(43, 'A') + "/" + std::string(22, 'A') + "?r=" + at;
  for (const std::string& by : {"7-guitar-igloo@" + at, link}) {
    const auto ended = joins("Bob", by);
    expect_told(ended, told);
    EXPECT_EQ(ended.json().value("step", ""), step) << ended.out;
  }
  const auto looks = run({"doctor", "--relay", at, "--json"}).json();
  for (const Json& finding : looks.at("findings")) {
    if (finding.at("name") != "relay") continue;
    EXPECT_EQ(finding.at("state"), "bad") << finding;
    EXPECT_NE(finding.at("next").get<std::string>().find(told.next), std::string::npos) << finding;
  }
}

std::string http(const std::string& status) {
  return "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n";
}
Bytes greeting_of(std::uint32_t version) {
  return proto::encode(proto::Greeting{.version = version, .observed = "192.0.2.7"});
}

const RelayStep kRelaySteps[] = {
    {"name", {6, "relay_down", "the name of the relay", "Check its name"}},
    {"tcp", {6, "relay_down", "Connection refused", "Check that it runs"}},
    {"tls", {6, "relay_down", "TLS with the relay", "Check its name and this machine's clock"}},
    {"upgrade",
     {6, "relay_down", "HTTP 404", "Ask its operator"},
     {.instead_of_upgrade = http("404 Not Found")}},
    {"upgrade",
     {6, "relay_down", "a pass", "Ask its operator"},
     {.instead_of_upgrade = http("401 Unauthorized")}},
    {"version", {6, "relay_down", "does not offer fairdeal.1", "versions"}, {.subprotocol = ""}},
    {"version",
     {6, "relay_down", "the relay speaks version 2 of its protocol, and we speak version 1",
      "versions"},
     {.greeting = greeting_of(2)}},
    {"busy",
     {6, "relay_busy", "HTTP 429", "Try again in a few minutes"},
     {.instead_of_upgrade = http("429 Too Many Requests")}},
    {"busy",
     {6, "relay_busy", "HTTP 503", "Try again in a few minutes"},
     {.instead_of_upgrade = http("503 Service Unavailable")}},
};
INSTANTIATE_TEST_SUITE_P(Reach, RelayFails, testing::ValuesIn(kRelaySteps), [](const auto& row) {
  return std::to_string(row.index) + "_" + row.param.step;
});

TEST_F(ReachFails, AtARelayThatShutsDown) {
  Beside beside;
  ScriptedRelay relay(beside.io);
  const auto bob = joining("Bob", "7-guitar-igloo@" + relay.settings().url.text());
  bool closed = false;
  while (!closed) {  // once the guest's visit is there
    std::promise<bool> done;
    asio::post(beside.io, [&] {
      const auto visits = [](const auto& guest) { return guest->messages.size() >= 2; };
      const auto found = std::ranges::find_if(relay.guests, visits);
      if (found != relay.guests.end()) (*found)->close(4503);
      done.set_value(found != relay.guests.end());
    });
    closed = done.get_future().get();
  }
  expect_told(bob->end(), {6, "relay_busy", "shuts down", "Try again in a few minutes"});
}

/// A relay that answers each visit, and each that follows, with the same end.
struct CrowdedRelay {
  explicit CrowdedRelay(proto::Gone::Why end) : why(end) { look(); }
  ~CrowdedRelay() {
    std::promise<void> gone;
    asio::post(beside.io, [&] {
      timer.cancel();
      gone.set_value();
    });
    gone.get_future().get();
  }
  void look() {
    timer.expires_after(std::chrono::milliseconds(10));
    timer.async_wait([this](boost::system::error_code cancelled) {
      if (cancelled) return;
      for (const auto& guest : relay.guests)
        if (guest->messages.size() == 2 && answered.insert(guest).second)
          guest->send(proto::Gone{.visit = 0, .why = why});
      look();
    });
  }
  proto::Gone::Why why;
  Beside beside;
  ScriptedRelay relay{beside.io};
  asio::steady_timer timer{beside.io};
  std::set<std::shared_ptr<net::testing_::RelayGuest>> answered{};
};

TEST_F(ReachFails, WhereItIsCrowdedWhichOfTheTwoIsSaid) {
  using Why = proto::Gone::Why;
  CrowdedRelay host_crowded(Why::too_many), called_often(Why::too_often);
  const auto code = [](const CrowdedRelay& at) {
    return "4821-guitar-igloo@" + at.relay.settings().url.text();
  };
  expect_told(joins("Bob", code(host_crowded)),
              {6, "crowded", "too many call it just now", "Try again in a minute"});
  EXPECT_GT(host_crowded.answered.size(), 1u) << "it tried again";
  expect_told(
      joins("Bob", code(called_often)),
      {6, "crowded", "you, or others in your network, called too often", "Try again in a minute"});
}

// ---- Each wait, with --timeout 3

/// Somebody who calls `by` waits for nothing longer than --timeout says.
void expect_bounded(const Ended& ended, std::chrono::steady_clock::time_point began) {
  EXPECT_TRUE(ended.code == 6 || ended.code == 11) << ended.out << ended.err;
  // Without --timeout the shortest of these waits takes ten seconds.
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(9));
}

TEST_F(ReachFails, NoWaitForARelayIsLongerThanTheTimeout) {
  Port accepts, silent;
  accepts.answer_nothing();
  silent.be_silent();
  Beside beside;
  ScriptedRelay greets_nobody(beside.io, {.greets = false}), says_nothing(beside.io);
  for (const std::string& at :
       {"ws://" + accepts.text(), "ws://" + silent.text(), greets_nobody.settings().url.text(),
        says_nothing.settings().url.text()}) {
    SCOPED_TRACE(at);
    const auto began = std::chrono::steady_clock::now();
    expect_bounded(joins("Bob", "4821-guitar-igloo@" + at), began);
  }
}

TEST_F(ReachFails, NoWaitForAHostIsLongerThanTheTimeout) {
  Port accepts, silent;
  accepts.answer_nothing();
  silent.be_silent();
  for (const std::string& at : {accepts.text(), silent.text()}) {
    SCOPED_TRACE(at);
    const auto began = std::chrono::steady_clock::now();
    expect_bounded(joins("Bob", at), began);
  }
  const auto waits = host({"kuhn", "--start", "ask", "--seats", "2"});
  const std::string link = link_of(*waits);
  const auto began = std::chrono::steady_clock::now();
  const auto bob = joining("Bob", link);
  waits->said("Press Enter to start");
  expect_bounded(bob->end(), began);
}

// ---- The host's address

TEST_F(ReachFails, AtAnAddressWhereNobodyListens) {
  const Port nobody;
  expect_told(joins("Bob", nobody.text()),
              {6, "nobody_there", "no program listens at " + nobody.text(), "Check the address"});
}

TEST_F(ReachFails, AtAnAddressFromWhichNothingComesBack) {
  for (const bool takes_calls : {false, true}) {
    Port port;
    takes_calls ? port.answer_nothing() : port.be_silent();
    expect_told(joins("Bob", port.text()),
                {6, "host_silent", "nothing comes back from " + port.text(), "forwards the port"});
  }
}

TEST_F(ReachFails, WhenTheHostGoesBeforeTheTableBegins) {
  for (const bool by_relay : {false, true}) {
    if (by_relay) open_relay();
    const auto ann = host({"holdem", "--seats", "3", "--start", "ask"});
    const auto bob = joining("Bob", link_of(*ann));
    bob->said("2 of 3 are here");
    ann->signal(SIGKILL);
    expect_told(bob->end(),
                {6, "host_gone", "The host has gone before the table began", "Ask whether"});
  }
}

TEST_F(ReachFails, WhenNoTableIsOpenAtTheHostsLink) {
  open_relay();
  const auto ann = host({"kuhn", "--start", "ask"});
  const std::string link = link_of(*ann);
  ann->signal(SIGTERM);
  ann->end();
  expect_told(joins("Bob", link),
              {6, "not_hosting", "The host of this link has no table open", "new link"});
}

TEST_F(ReachFails, WhenTheTableIsFull) {
  const auto ann = host({"kuhn", "--start", "ask"});
  const std::string link = link_of(*ann);
  const auto bob = joining("Bob", link);
  ann->said("Press Enter to start");
  expect_told(joins("Cat", link), {8, "table_full", "All seats are taken", "next match"});
}

}  // namespace
}  // namespace fairdeal::e2e
