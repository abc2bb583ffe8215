#include <csignal>
#include <future>

#include "crypto/system_rng.h"
#include "net/mesh/mesh.h"
#include "net/rendezvous/relay_client.h"
#include "net/sockets/clock.h"
#include "runtime/meet/code_host.h"
#include "tests/e2e/reach_scene.h"

/// Failures at the host: what a guest's program says of hosts that this test plays, at a relay that
/// is a real process, and of one with another version or another clock. The table of all failures
/// is in reach_failures_test.cc.
namespace fairdeal::e2e {
namespace {

/// A host that gives out one code at a relay, and then does one thing to whoever has it.
class PlayedHost {
 public:
  enum class Does { has_burned_the_code, hangs_up, says_nonsense, is_full, says_no, lets_wait };

  PlayedHost(const std::string& relay, Does does) : does_(does) {
    asio::post(beside_.io, [this, url = *signaling::RelayUrl::parse(relay)] {
      client_ = std::make_unique<rendezvous::RelayClient>(
          beside_.io, signaling::RelaySettings{.url = url}, handlers());
      client_->claim(10);
    });
  }
  ~PlayedHost() {
    std::promise<void> gone;
    asio::post(beside_.io, [&] {
      client_.reset();
      gone.set_value();
    });
    gone.get_future().get();
  }
  std::string code() { return code_.get_future().get(); }
  /// Ends all visits, as a program that is closed does.
  void go() {
    asio::post(beside_.io, [this] {
      for (const signaling::VisitId visit : visits_) client_->hang_up(visit);
    });
  }

 private:
  rendezvous::RelayClient::Handlers handlers() {
    return {
        .on_greeting = [](const proto::Greeting&) {},
        .on_nameplate =
            [this](std::uint32_t number, std::uint32_t) {
              auto code = meet::InviteCode::draw(number, 2, rng_, "");
              const std::string text = code.text();
              perform(host_.show(std::move(code), sockets::now()));
              if (does_ == Does::has_burned_the_code) perform(host_.withdraw(sockets::now()));
              code_.set_value(text);
            },
        .on_no_nameplate = [](proto::Gone::Why) {},
        .on_held = [](const proto::BoxId&) {},
        .on_not_held = [](const proto::BoxId&, proto::Gone::Why) {},
        .on_visit = [this](signaling::VisitId visit, const proto::RelayPlace& place,
                           const Bytes& body) { visited(visit, place, body); },
        .on_said =
            [this](signaling::VisitId visit, const Bytes& body) {
              perform(host_.on_body(visit.number, body, sockets::now()));
            },
        .on_gone =
            [this](signaling::VisitId visit, const signaling::EndOfVisit&) {
              host_.on_gone(visit.number, sockets::now());
            },
        .on_trouble = [](const signaling::RelayTrouble&) {},
    };
  }
  void visited(signaling::VisitId visit, const proto::RelayPlace& place, const Bytes& body) {
    visits_.push_back(visit);
    if (does_ == Does::hangs_up) return client_->hang_up(visit);
    if (does_ == Does::says_nonsense) return void(client_->say(visit, Bytes(16)));
    perform(host_.on_visit(visit.number, std::get<std::uint32_t>(place), body, sockets::now()));
  }
  void perform(const meet::CodeHostEffects& effects) {
    const auto id = [](meet::CodeVisitId visit) {
      return signaling::VisitId{signaling::VisitId::Role::holder, visit};
    };
    for (const auto& said : effects.say) client_->say(id(said.visit), said.body);
    for (const auto& gone : effects.hang_up) client_->hang_up(id(gone.visit));
    using Why = proto::CodeDeny::Why;
    for (const auto& asked : effects.asks)
      perform(host_.deny(asked.visit, does_ == Does::is_full   ? Why::full
                                      : does_ == Does::says_no ? Why::not_welcome
                                                               : Why::wait));
  }

  Does does_;
  std::promise<std::string> code_;
  std::vector<signaling::VisitId> visits_;
  crypto::SystemRng rng_;
  meet::CodeHost host_{rng_};
  std::unique_ptr<rendezvous::RelayClient> client_;
  Beside beside_;
};

class ReachHost : public Reach {};

struct CodeRow {
  const char* name;
  PlayedHost::Does host;
  Told told;
};
class CodeFails : public Reach, public testing::WithParamInterface<CodeRow> {};

TEST_P(CodeFails, AtThisHost) {
  open_relay();
  PlayedHost host(relay_, GetParam().host);
  expect_told(joins("Bob", host.code() + "@" + relay_), GetParam().told);
}

using Does = PlayedHost::Does;
const CodeRow kCodeRows[] = {
    {"burned", Does::has_burned_the_code, {6, "code_expired", "valid no more", "a new one"}},
    {"gone", Does::hangs_up, {6, "host_silent", "the host does not answer", "still open"}},
    {"altered",
     Does::says_nonsense,
     {6, "code_altered", "did not bring you to the host", "ask for a link"}},
    {"full", Does::is_full, {8, "table_full", "All seats of this table are taken", "next table"}},
    {"unwelcome", Does::says_no, {8, "not_invited", "The host said no", ""}},
};
INSTANTIATE_TEST_SUITE_P(Reach, CodeFails, testing::ValuesIn(kCodeRows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_F(ReachHost, AGuestIsToldThatTheHostIsAskedAndThatItHasGoneMeanwhile) {
  open_relay();
  PlayedHost host(relay_, Does::lets_wait);
  const auto bob = joining("Bob", host.code() + "@" + relay_);
  bob->said("The host is asked whether you may sit down.");
  host.go();
  expect_told(bob->end(), {6, "host_silent", "the host does not answer", "still open"});
}

TEST_F(ReachHost, NobodyWaitsForAPersonLongerThanTheTimeout) {
  open_relay();
  PlayedHost host(relay_, Does::lets_wait);
  const auto bob = joining("Bob", host.code() + "@" + relay_);
  bob->said("The host is asked whether you may sit down.");
  expect_told(bob->end(), {11, "timed_out", "Gave up after 3 s", ""});
}

// ---- Another version

std::string both_versions(const std::string& peer, const std::string& mine) {
  return "the peer speaks " + peer + ", this program " + mine;
}

/// A program of another version, at a port of this machine.
class OtherVersion {
 public:
  OtherVersion() {
    std::promise<sockets::Address> listens;
    asio::post(beside_.io, [&] {
      crypto::SystemRng rng;
      mesh::Config config;
      config.channel.version = "fairdeal/9";
      mesh_ = std::make_unique<mesh::Mesh>(
          beside_.io, crypto::SigningKey::generate(rng),
          mesh::Mesh::Handlers{.admit = [](const crypto::PublicKey&) { return true; },
                               .on_up = [](const crypto::PublicKey&) {},
                               .on_down = [](const crypto::PublicKey&, const Error&) {},
                               .on_frame = [](const crypto::PublicKey&, const Bytes&) {},
                               .on_refused = [](const std::string&, const Error&) {}},
          config);
      listens.set_value(*mesh_->listen({.host = "127.0.0.1", .port = 0}));
    });
    address = listens.get_future().get();
  }
  ~OtherVersion() {
    std::promise<void> gone;
    asio::post(beside_.io, [&] {
      mesh_.reset();
      gone.set_value();
    });
    gone.get_future().get();
  }
  void call(const sockets::Address& where) {
    asio::post(beside_.io, [this, where] { mesh_->keep_calling(where); });
  }

  sockets::Address address;

 private:
  Beside beside_;
  std::unique_ptr<mesh::Mesh> mesh_;
};

TEST_F(ReachHost, AnotherVersionIsNamedAtBothSides) {
  const std::string mine(net::kProtocolVersion);
  OtherVersion other;
  expect_told(joins("Bob", other.address.text()),
              {7, "incompatible", both_versions("fairdeal/9", mine), "the same version"});

  const auto ann = host({"kuhn", "--start", "ask"});
  const std::string link = link_of(*ann);
  other.call(*sockets::Address::parse(link.substr(link.find("a=") + 2)));
  ann->said(both_versions("fairdeal/9", mine));
}

// ---- Another clock

TEST_F(ReachHost, AClockThatIsWrongIsToldWithHowFar) {
#ifndef FD_WRONG_CLOCK
  GTEST_SKIP() << "a sanitizer has to be the first library";
#else
  open_relay();
  const auto ann = host({"kuhn", "--bot", "simple"});
  const std::string link = link_of(*ann);
  environment_["LD_PRELOAD"] = FD_WRONG_CLOCK;
  for (const auto& [ahead, says] :
       {std::pair("600", "s behind of yours"), std::pair("-600", "s ahead of yours")}) {
    environment_["FD_CLOCK_AHEAD_S"] = ahead;
    const auto ended = joins("Bob", link);
    expect_told(ended, {6, "clock_differs", says, "Set the clock that is wrong"});
    const std::string message = ended.json().at("error").at("message");
    const auto digit = message.find_first_of("0123456789");
    ASSERT_NE(digit, std::string::npos);
    EXPECT_NEAR(std::stoi(message.substr(digit)), 600, 70) << message;
  }
  environment_["FD_CLOCK_AHEAD_S"] = "60";
  EXPECT_EQ(joins("Cat", link).code, 0) << "a minute matters to nobody";
  EXPECT_EQ(ann->end().code, 0);
#endif
}

}  // namespace
}  // namespace fairdeal::e2e
