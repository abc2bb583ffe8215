#include "net/reach/reflect.h"

#include "net/reach/stun.h"
#include "net/sockets/shared_port.h"
#include "relay/server/server.h"
#include "relay/server/stun.h"
#include "tests/net/loopback.h"

/// Reflectors' view of this machine, by STUN over TCP.

namespace fairdeal::reach {
namespace {

using namespace net::testing_;

constexpr StunId kId{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};

Bytes answer(const std::string& ip, std::uint16_t port) {
  return *relay::server::stun_answer(stun_request(kId),
                                     {.ip = *IpAddress::parse(ip), .port = port});
}

TEST(Stun, AnAnswerSaysWhatTheRelaySaw) {
  for (const std::string ip : {"192.0.2.7", "2001:db8::7"}) {
    const auto seen = read_stun_answer(answer(ip, 40'001), kId);
    ASSERT_TRUE(seen) << describe(seen.error());
    EXPECT_EQ(*seen, (sockets::Address{.host = ip, .port = 40'001}));
  }
}

/// RFC 5769, 2.2: the answer of a program that others wrote, which has attributes before and after.
TEST(Stun, ReadsThePublishedAnswer) {
  const std::string_view vector(
      "\x01\x01\x00\x3c\x21\x12\xa4\x42\xb7\xe7\xa7\x01\xbc\x34\xd6\x86\xfa\x87\xdf\xae"
      "\x80\x22\x00\x0b\x74\x65\x73\x74\x20\x76\x65\x63\x74\x6f\x72\x20"
      "\x00\x20\x00\x08\x00\x01\xa1\x47\xe1\x12\xa6\x43"
      "\x00\x08\x00\x14\x2b\x91\xf5\x99\xfd\x9e\x90\xc3\x8c\x74\x89\xf9\x2a\xf9\xba\x53\xf0\x6b\xe7"
      "\xd7\x80\x28\x00\x04\xc0\x7d\x4c\x96",
      80);
  StunId id;
  std::ranges::copy(as_bytes(vector).subspan(8, 12), id.begin());
  EXPECT_EQ(read_stun_answer(as_bytes(vector), id).value(),
            (sockets::Address{.host = "192.0.2.1", .port = 32'853}));
}

TEST(Stun, AnAnswerThatIsNotWholeIsAwaitedAndALongerOneRefused) {
  const Bytes whole = answer("192.0.2.7", 1);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read_stun_answer(ByteSpan(whole).first(size), kId).error().fault, Fault::incomplete);
  Bytes more = whole;
  more.push_back({});
  EXPECT_EQ(read_stun_answer(more, kId).error().fault, Fault::not_canonical);
  Bytes huge = whole;
  huge[2] = std::byte{1};
  EXPECT_EQ(read_stun_answer(huge, kId).error().fault, Fault::too_large);
}

TEST(Stun, AnswersToOtherQuestionsAreRefused) {
  const Bytes whole = answer("192.0.2.7", 1);
  // The type, the length, the cookie and the transaction's id; and all of the attribute's head.
  for (std::size_t at = 0; at < 24; ++at) {
    Bytes forged = whole;
    forged[at] ^= std::byte{0x40};
    const auto seen = read_stun_answer(forged, kId);
    EXPECT_FALSE(seen) << "byte " << at;
  }
  Bytes wrong_family = whole;
  wrong_family[25] = std::byte{2};
  EXPECT_FALSE(read_stun_answer(wrong_family, kId));
}

/// A relay with reflectors on this machine, and one question at a time.
class ReflectTest : public testing::Test {
 protected:
  ReflectTest() {
    const relay::Address any{.ip = *IpAddress::parse("127.0.0.1"), .port = 0};
    server = relay::server::Server::open(io, {.listen = any, .reflect = {any, any}}, rng).value();
    for (const auto& at : server->reflectors())
      reflectors.push_back(*sockets::Address::parse(at.text()));
  }
  Reflection::Answer ask(Reflection::Question question) {
    answer.reset();
    reflection = std::make_unique<Reflection>(
        io, std::move(question), rng, [this](const Reflection::Answer& heard) { answer = heard; });
    EXPECT_TRUE(net::testing_::run_until(io, [&] { return answer.has_value(); }));
    return answer.value_or(Reflection::Answer{});
  }
  Reflection::Question question() {
    return {.reflectors = reflectors,
            .may_be_called = [](const sockets::Address&) { return true; }};
  }
  sockets::Address at_silent() const {
    return {.host = "127.0.0.1", .port = silent.local_endpoint().port()};
  }

  asio::io_context io;
  /// Somebody who accepts connections, and says nothing unless the test makes him.
  tcp::acceptor silent{io, {asio::ip::make_address("127.0.0.1"), 0}};
  SeededRng rng{1};
  std::unique_ptr<relay::server::Server> server;
  std::vector<sockets::Address> reflectors;
  std::unique_ptr<Reflection> reflection;
  std::optional<Reflection::Answer> answer;
};

TEST_F(ReflectTest, TwoThatSeeTheSameMakeAPortSteady) {
  const auto heard = ask(question());
  ASSERT_EQ(heard.seen.size(), 2U);
  EXPECT_TRUE(heard.steady());
  ASSERT_NE(reflection->port(), nullptr);
  EXPECT_EQ(heard.seen[0],
            (sockets::Address{.host = "127.0.0.1", .port = reflection->port()->number()}));
}

TEST_F(ReflectTest, EachQuestionHasAPortOfItsOwn) {
  const auto first = ask(question());
  const auto kept = std::move(reflection);
  const auto second = ask(question());
  EXPECT_NE(first.seen.at(0), second.seen.at(0));
}

TEST_F(ReflectTest, WhatMayNotBeCalledIsNotCalled) {
  auto only_public = question();
  only_public.may_be_called = [](const sockets::Address& at) {
    return sockets::reach_of(at.host) == sockets::Reach::anywhere;
  };
  EXPECT_TRUE(ask(only_public).seen.empty());
  EXPECT_EQ(reflection->port(), nullptr);
}

TEST_F(ReflectTest, WithoutReflectorsTheAnswerComesAtOnce) {
  EXPECT_TRUE(ask({.reflectors = {}, .may_be_called = {}}).seen.empty());
  auto other_family = question();
  other_family.family = IpFamily::v6;
  EXPECT_TRUE(ask(other_family).seen.empty());
}

TEST_F(ReflectTest, OneAloneMakesNoPortSteady) {
  reflectors.pop_back();
  EXPECT_EQ(ask(question()).seen.size(), 1U);
  EXPECT_FALSE(answer->steady());
}

TEST_F(ReflectTest, ASilentOneIsWaitedForNoLongerThanTheTime) {
  reflectors[0] = at_silent();
  auto brief = question();
  brief.time_max = Duration{50};
  EXPECT_EQ(ask(brief).seen.size(), 1U);
  EXPECT_FALSE(answer->steady());
}

TEST_F(ReflectTest, ALiarIsNotBelieved) {
  reflectors[0] = at_silent();
  std::optional<tcp::socket> liar;
  const Bytes lie = reach::answer("192.0.2.66", 666);  // for another id
  silent.async_accept([&](error_code, tcp::socket socket) {
    liar.emplace(std::move(socket));
    asio::write(*liar, asio::buffer(lie));
  });
  EXPECT_EQ(ask(question()).seen.size(), 1U);
}

TEST_F(ReflectTest, ConnectionsStayOpenUntilItIsDestroyed) {
  reflectors[0] = at_silent();
  std::optional<tcp::socket> caller;
  silent.async_accept([&](error_code, tcp::socket socket) { caller.emplace(std::move(socket)); });
  auto brief = question();
  brief.time_max = Duration{50};
  ask(brief);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return caller.has_value(); }));
  bool closed = false;
  Bytes buffer(256);
  const std::function<void()> read = [&] {
    caller->async_read_some(asio::buffer(buffer), [&](error_code error, std::size_t) {
      closed = closed || error;
      if (!error) read();
    });
  };
  read();
  io.poll();
  EXPECT_FALSE(closed);
  reflection.reset();
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return closed; }));
}

}  // namespace
}  // namespace fairdeal::reach
