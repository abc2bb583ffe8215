#include "net/reach/punch.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/channel/limits.h"
#include "net/sockets/lan.h"

/// Two members that agree on a moment to call each other, and peers that lie.

namespace fairdeal::reach {
namespace {

const sockets::Address kAnns{.host = "198.51.100.7", .port = 40'001};
const sockets::Address kBobs{.host = "203.0.113.9", .port = 40'002};

bool is_public(const sockets::Address& at) { return sockets::is_worth_a_call(at, {}); }

/// One member: its core, what its reflectors say and when it began to call.
struct Side {
  Side(PunchAttempts::Role role, sockets::Address at, std::uint64_t seed)
      : seen(PunchAttempts::Seen{.at = std::move(at), .steady = true}),
        rng(seed),
        punch(role, is_public, rng) {}

  std::optional<PunchAttempts::Seen> seen;
  SeededRng rng;
  PunchAttempts punch;
  bool deaf = false;      ///< hears nothing that the other one says
  Duration reflects{30};  ///< how long its reflectors take
  std::vector<Instant> began;
  std::vector<sockets::Address> called;
  bool open = false;  ///< it has a port
  int ports = 0;
};

/// Both members on one clock, with so much time from one to the other.
class PunchTest : public testing::Test {
 protected:
  void apply(Side& side, const PunchAttempts::Effects& effects) {
    Side& other = &side == &ann ? bob : ann;
    for (const PunchAttempts::Effect& effect : effects) {
      if (std::holds_alternative<PunchAttempts::Reflect>(effect)) {
        side.open = true;
        ++side.ports;
        at(now + side.reflects,
           [this, &side] { apply(side, side.punch.on_reflected(side.seen, now)); });
      } else if (const auto* say = std::get_if<PunchAttempts::Say>(&effect)) {
        if (const auto* punch = std::get_if<proto::Punch>(&say->message))
          nonces.push_back(punch->nonce);
        at(now + delay, [this, &other, message = say->message] {
          if (!other.deaf) apply(other, other.punch.on_message(message, now));
        });
      } else if (const auto* call = std::get_if<PunchAttempts::Call>(&effect)) {
        side.began.push_back(now);
        side.called.push_back(call->at);
      } else if (std::holds_alternative<PunchAttempts::Close>(effect)) {
        side.open = false;
      }
    }
  }
  void at(Instant when, std::function<void()> then) { todo.emplace(when, std::move(then)); }
  void relayed() {
    ann.punch.on_relayed(now);
    bob.punch.on_relayed(now);
  }
  void run_to(Instant end) {
    for (;;) {
      Instant next = std::min(ann.punch.deadline(), bob.punch.deadline());
      if (!todo.empty()) next = std::min(next, todo.begin()->first);
      if (next > end) break;
      now = std::max(now, next);
      if (!todo.empty() && todo.begin()->first <= now) {
        const auto then = todo.extract(todo.begin());
        then.mapped()();
        continue;
      }
      for (Side* side : {&ann, &bob})
        if (side->punch.deadline() <= now) apply(*side, side->punch.on_time(now));
    }
    now = end;
  }
  void run_for(std::int64_t ms) { run_to(now + Duration{ms}); }

  Instant now{1'000'000};
  Duration delay{25};
  Side ann{PunchAttempts::Role::starts, kAnns, 1};
  Side bob{PunchAttempts::Role::answers, kBobs, 2};
  std::multimap<Instant, std::function<void()>> todo;
  std::vector<ByteArray<8>> nonces{4};  ///< some that were said, and others
};

TEST_F(PunchTest, BothBeginToCallEachOtherAtOneMoment) {
  for (const std::int64_t one_way : {0, 5, 25, 100, 250}) {
    delay = {one_way};
    relayed();
    run_for(3'000);
    ASSERT_EQ(ann.began.size(), 1U) << one_way;
    ASSERT_EQ(bob.began.size(), 1U) << one_way;
    EXPECT_EQ(ann.began, bob.began) << one_way;
    EXPECT_EQ(ann.called.at(0), kBobs);
    EXPECT_EQ(bob.called.at(0), kAnns);
    apply(ann, ann.punch.on_settled());
    apply(bob, bob.punch.on_settled());
    EXPECT_FALSE(ann.open || bob.open);
    EXPECT_FALSE(ann.punch.failure() || bob.punch.failure());
    now = now + net::kPunchesTime;
    ann.began.clear();
    bob.began.clear();
  }
}

TEST_F(PunchTest, OverASlowRelayTheyStillMeet) {
  delay = {900};
  relayed();
  run_for(8'000);
  ASSERT_EQ(ann.began.size() + bob.began.size(), 2U);
  EXPECT_LT(ann.began[0] - bob.began[0], net::kPunchMax);
}

TEST_F(PunchTest, NothingIsTriedWhileThePathIsGoodOrGone) {
  run_for(100'000);
  EXPECT_EQ(ann.ports + bob.ports, 0);
  relayed();
  apply(ann, ann.punch.on_settled());
  run_for(100'000);
  EXPECT_EQ(ann.ports + bob.ports, 0);
}

TEST_F(PunchTest, WhatFailsIsTriedThreeTimesSoonAndThenRarely) {
  relayed();
  run_for(net::kPunchesTime.ms - 1);
  EXPECT_EQ(ann.began.size(), net::kPunchesMax);
  EXPECT_EQ(bob.began.size(), net::kPunchesMax);
  EXPECT_EQ(ann.punch.failure(), PunchFailure::time);
  EXPECT_EQ(bob.punch.failure(), PunchFailure::time);
  EXPECT_FALSE(ann.open || bob.open);
  run_for(5 * net::kPunchesTime.ms);
  EXPECT_GT(ann.began.size(), net::kPunchesMax + 3);
  EXPECT_LE(ann.began.size(), net::kPunchesMax * 6);
}

TEST_F(PunchTest, AttemptsAreCountedBeyondALostConnection) {
  for (int i = 0; i < 10; ++i) {
    relayed();
    run_for(2'000);
    apply(ann, ann.punch.on_settled());
    apply(bob, bob.punch.on_settled());
  }
  EXPECT_EQ(ann.ports, 3);
  EXPECT_EQ(bob.ports, 3);
}

TEST_F(PunchTest, WherePortsChangeOnBothSidesNobodyCalls) {
  ann.seen->steady = bob.seen->steady = false;
  relayed();
  run_for(60'000);
  EXPECT_TRUE(ann.began.empty() && bob.began.empty());
  EXPECT_EQ(ann.punch.failure(), PunchFailure::ports_change_both);
  EXPECT_EQ(bob.punch.failure(), PunchFailure::ports_change_both);
}

TEST_F(PunchTest, WherePortsChangeOnOneSideBothCallAndKnowWhyItFailed) {
  bob.seen->steady = false;
  relayed();
  run_for(60'000);
  EXPECT_EQ(ann.began.size(), 3U);
  EXPECT_EQ(bob.began.size(), 3U);
  EXPECT_EQ(ann.punch.failure(), PunchFailure::ports_change_there);
  EXPECT_EQ(bob.punch.failure(), PunchFailure::ports_change_here);
}

TEST_F(PunchTest, BothKnowWhoHasNoReflector) {
  for (Side* side : {&ann, &bob}) {
    Side& other = side == &ann ? bob : ann;
    const auto seen = std::exchange(side->seen, std::nullopt);
    relayed();
    run_for(60'000);
    EXPECT_EQ(side->punch.failure(), PunchFailure::no_reflector_here);
    EXPECT_EQ(other.punch.failure(), PunchFailure::no_reflector_there);
    EXPECT_FALSE(ann.open || bob.open);
    side->seen = seen;
    now = now + net::kPunchesTime;
  }
  EXPECT_TRUE(ann.began.empty() && bob.began.empty());
}

TEST_F(PunchTest, ASilentPeerIsNotWaitedForLong) {
  bob.deaf = true;
  relayed();
  run_for(10'000);
  EXPECT_EQ(ann.punch.failure(), PunchFailure::no_answer);
  bob.deaf = false;
  ann.deaf = true;  // so it never says when to go
  run_for(60'000);
  EXPECT_EQ(bob.punch.failure(), PunchFailure::no_answer);
  EXPECT_FALSE(ann.open || bob.open);
  EXPECT_TRUE(ann.began.empty() && bob.began.empty());
}

/// Loopback, link-local, private networks to which this machine is not attached, addresses of
/// nobody, names and nonsense.
const std::vector<std::string> kNotToBeCalled{"127.0.0.1:80",
                                              "[::1]:80",
                                              "[::ffff:127.0.0.1]:80",
                                              "169.254.1.1:80",
                                              "[fe80::1]:80",
                                              "[fe80::1%eth0]:80",
                                              "10.0.0.1:80",
                                              "172.16.0.1:80",
                                              "192.168.1.1:80",
                                              "100.64.0.1:80",
                                              "[fc00::1]:80",
                                              "[::ffff:10.0.0.1]:80",
                                              "0.0.0.0:80",
                                              "[::]:80",
                                              "224.0.0.1:80",
                                              "255.255.255.255:80",
                                              "198.51.100.7:0",
                                              "localhost:80",
                                              "example.org:80",
                                              "198.51.100.7",
                                              "nonsense",
                                              "",
                                              "0x7f000001:80",
                                              "127.1:80"};

TEST_F(PunchTest, WhoeverStartsMayNotNameAnyAddress) {
  relayed();
  for (const std::string& text : kNotToBeCalled) {
    const proto::Punch lie{.nonce = {std::byte{9}}, .at = text, .steady = true};
    const PunchAttempts::Effects refused{
        PunchAttempts::Tell{PunchFailure::bad_address},
        PunchAttempts::Say{proto::NoPunch{.nonce = lie.nonce, .why = 4}}};
    EXPECT_EQ(bob.punch.on_message(lie, now), refused) << text;
    EXPECT_EQ(bob.punch.failure(), PunchFailure::bad_address);
  }
}

TEST_F(PunchTest, WhoeverAnswersMayNotNameAnyAddress) {
  bob.deaf = true;
  for (const std::string& text : kNotToBeCalled) {
    now = now + net::kPunchesTime;
    relayed();
    std::optional<proto::Punch> asked;
    while (!asked) {
      now = ann.punch.deadline();
      const auto first = ann.punch.on_time(now);
      if (first.empty()) continue;
      const auto said = ann.punch.on_reflected(ann.seen, now);
      asked = std::get<proto::Punch>(std::get<PunchAttempts::Say>(said.at(0)).message);
    }
    const auto effects =
        ann.punch.on_message(proto::Punch{.nonce = asked->nonce, .at = text, .steady = true}, now);
    EXPECT_EQ(effects.at(0), PunchAttempts::Effect(PunchAttempts::Close{})) << text;
    EXPECT_EQ(ann.punch.failure(), PunchFailure::bad_address) << text;
  }
}

TEST(WorthACall, AnAddressOfANetworkToWhichThisMachineIsAttachedIs) {
  const std::vector<sockets::LanInterface> interfaces{
      {.name = "eth0",
       .index = 2,
       .prefixes = {{.own = sockets::LanIp::parse("192.168.1.5").value(), .bits = 96 + 24}}}};
  const auto worth = [&](const char* text) {
    return sockets::is_worth_a_call(*sockets::Address::parse(text), interfaces);
  };
  EXPECT_TRUE(worth("192.168.1.9:7777"));
  EXPECT_FALSE(worth("192.168.2.9:7777"));
  EXPECT_FALSE(worth("192.168.1.9:0"));
  EXPECT_TRUE(worth("198.51.100.7:7777"));
  EXPECT_TRUE(worth("[2001:db8::7]:7777"));
  for (const std::string& text : kNotToBeCalled)
    if (const auto address = sockets::Address::parse(text);
        address && address->host.find("192.168.1.") == std::string::npos) {
      EXPECT_FALSE(sockets::is_worth_a_call(*address, interfaces)) << text;
    }
}

TEST_F(PunchTest, NobodyIsKeptWaitingLongerThanTheLongestGo) {
  relayed();
  run_for(200);
  const proto::Punch theirs{.nonce = {std::byte{9}}, .at = kAnns.text(), .steady = true};
  apply(bob, bob.punch.on_message(theirs, now));
  run_for(100);
  apply(bob, bob.punch.on_message(proto::Go{.nonce = theirs.nonce, .in_ms = 4'000'000'000}, now));
  EXPECT_EQ(bob.punch.deadline() - now, net::kGoInMax);
}

/// A peer says anything at any time: it has this member call three addresses in ten minutes, all of
/// which may be called, and open as many ports, one at a time.
class LyingPeer : public PunchTest, public testing::WithParamInterface<int> {};

TEST_P(LyingPeer, GetsNoMoreThanAnHonestOne) {
  SeededRng lies(static_cast<std::uint64_t>(GetParam()));
  for (Side* victim : {&ann, &bob}) {
    Side& liar = victim == &ann ? bob : ann;
    liar.deaf = true;
    victim->deaf = false;
    victim->punch.on_relayed(now);
    const Instant end = now + Duration{net::kPunchesTime.ms - 2'000};
    std::size_t said = 0;
    while (now < end) {
      run_for(static_cast<std::int64_t>(lies.below(1'500)));
      const auto nonce = nonces[lies.below(nonces.size())];
      const std::string where =
          lies.below(2) == 0 ? kNotToBeCalled[lies.below(kNotToBeCalled.size())] : kBobs.text();
      proto::PathMessage lie = proto::Where{};
      switch (lies.below(5)) {
        case 0:
          lie = proto::Go{.nonce = nonce, .in_ms = static_cast<std::uint32_t>(lies.u64())};
          break;
        case 1:
          lie = proto::NoPunch{.nonce = nonce, .why = static_cast<std::uint32_t>(lies.below(6))};
          break;
        case 2:
          break;
        default:
          lie = proto::Punch{.nonce = nonce, .at = where, .steady = lies.below(2) == 0};
      }
      ++said;
      apply(*victim, victim->punch.on_message(lie, now));
    }
    EXPECT_GT(said, 100U);
    EXPECT_LE(victim->ports, 3);
    EXPECT_LE(victim->called.size(), 3U);
    for (const sockets::Address& called : victim->called)
      EXPECT_TRUE(is_public(called)) << called.text();
    run_for(20'000);
    apply(*victim, victim->punch.on_settled());
    EXPECT_FALSE(victim->open);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, LyingPeer, testing::Range(0, 50));

}  // namespace
}  // namespace fairdeal::reach
