#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/channel/limits.h"
#include "net/signaling/client.h"

/// One member at one relay: its waits, to the millisecond.

namespace fairdeal::signaling {
namespace {

using What = RelayTrouble::What;

const proto::BoxId kBox{std::byte{1}};

struct ClientTest : testing::Test {
  ClientTest() { client.start(out); }

  SocketId opened(std::size_t at) const { return std::get<OpenSocket>(out.sockets.at(at)).socket; }
  void greet(SocketId socket) {
    client.on_open(socket, now);
    client.on_message(socket, proto::encode(proto::Greeting{.observed = "192.0.2.7"}), now, out);
  }
  void hear(SocketId socket, const proto::RelayMessage& message) {
    client.on_message(socket, proto::encode(message), now, out);
  }
  /// Lets time pass until the next deadline, and forgets what was before.
  void wait() {
    out = {};
    now = std::max(now, client.deadline());
    client.on_time(now, out);
  }
  template <class Event>
  const Event& heard(std::size_t at = 0) const {
    return std::get<Event>(out.events.at(at));
  }

  SeededRng rng{1};
  RelaySettings settings{.url = *RelayUrl::parse("relay.test")};
  Client client{settings, rng};
  Client::Effects out;
  Instant now{5'000};
};

TEST_F(ClientTest, AGreetingThatIsLateEndsTheCallAndAnotherFollows) {
  client.on_open(opened(0), now);
  EXPECT_EQ(client.deadline(), now + settings.greeting_max);
  wait();
  EXPECT_EQ(out.sockets, (std::vector<SocketEffect>{CloseSocket{SocketId(1), true}}));
  EXPECT_EQ(heard<told::Trouble>().trouble.what, What::lost);
  const Duration pause = client.deadline() - now;
  EXPECT_GT(pause, Duration{0});
  EXPECT_LE(pause, settings.redial_max);
  wait();
  EXPECT_EQ(opened(0), SocketId(2));
}

TEST_F(ClientTest, TheWaitsBetweenCallsGrowUntilACallHasStood) {
  std::vector<Duration> waits;
  const auto fail_once = [&] {
    client.on_end(SocketId(1 + waits.size()), {.what = What::tcp, .error = {}}, now, out);
    waits.push_back(client.deadline() - now);
    wait();
  };
  while (waits.size() < 20) fail_once();
  EXPECT_LE(waits.front(), settings.redial_min);
  EXPECT_GT(waits.back(), settings.redial_min);
  EXPECT_LE(waits.back(), settings.redial_max);
  greet(opened(0));
  now = now + settings.redial_max;
  fail_once();
  EXPECT_LE(waits.back(), settings.redial_min);
}

TEST_F(ClientTest, ABusyRelayIsLeftAloneForAWhile) {
  client.on_end(opened(0), {.what = What::busy, .error = {}}, now, out);
  EXPECT_GE(client.deadline(), now + settings.busy_min);
  EXPECT_LE(client.deadline(), now + settings.busy_min * 2);
  client.renew(now);
  EXPECT_EQ(client.deadline(), now) << "the machine has slept: it is called at once";
  wait();
  EXPECT_EQ(opened(0), SocketId(2));
  EXPECT_TRUE(out.events.empty());
}

TEST_F(ClientTest, AVisitThatNobodyAnswersIsOverAfterItsTime) {
  greet(opened(0));
  const auto visit = client.visit(kBox, {}, now, out);
  ASSERT_TRUE(visit);
  greet(SocketId(2));
  EXPECT_EQ(client.deadline(), now + net::kVisitMax);
  wait();
  EXPECT_EQ(out.sockets, (std::vector<SocketEffect>{CloseSocket{SocketId(2)}}));
  EXPECT_EQ(heard<told::Gone>().visit, *visit);
  EXPECT_EQ(std::get<proto::Gone::Why>(heard<told::Gone>().why), proto::Gone::Why::time);
  EXPECT_FALSE(client.say(*visit, {}, out));
  EXPECT_EQ(client.deadline(), never());
}

TEST_F(ClientTest, WorkIsDoneAtOnceAndNothingIsSentBeforeIt) {
  greet(opened(0));
  ASSERT_TRUE(client.open(kBox, {}, out));
  out = {};
  const proto::RelayWork work{.purpose = proto::RelayWork::For::box, .bits = proto::kWorkBitsMin};
  hear(SocketId(1), work);
  EXPECT_TRUE(out.sockets.empty());
  EXPECT_LE(client.deadline(), now) << "its first slice is due";
  const Instant began = now;
  do wait();
  while (out.sockets.empty());
  EXPECT_EQ(now, began) << "no time is waited for";
  ASSERT_EQ(out.sockets.size(), 2u);
  const auto sent = [&](std::size_t at) {
    return proto::decode_relay(std::get<SendMessage>(out.sockets.at(at)).message).value();
  };
  const auto worked = std::get<proto::Worked>(sent(0));
  EXPECT_TRUE(proto::begins_with_zeros(proto::work_digest(work, worked.counter), work.bits));
  EXPECT_EQ(sent(1), proto::RelayMessage(proto::OpenBox{.box = kBox}));
  EXPECT_EQ(client.deadline(), never());
}

TEST_F(ClientTest, ASocketThatIsClosedIsNotHeardAnyMore) {
  greet(opened(0));
  const auto visit = client.visit(kBox, {}, now, out);
  greet(SocketId(2));
  client.hang_up(*visit, proto::Gone::Why::left, out);
  out = {};
  hear(SocketId(2), proto::Say{.visit = 5, .body = {}});
  client.on_end(SocketId(2), {}, now, out);
  EXPECT_TRUE(out.events.empty() && out.sockets.empty());
}

}  // namespace
}  // namespace fairdeal::signaling
