#include <functional>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/rendezvous/relay_socket.h"
#include "net/sockets/clock.h"
#include "net/sockets/stream.h"
#include "tests/net/loopback.h"
#include "tests/net/pipe_opener.h"
#include "tests/net/scripted_relay.h"

/// One end of a pipe, through a relay that a test scripts.

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;
using signaling::PipeSide;
using signaling::RelaySettings;
using signaling::RelayTrouble;
using What = RelayTrouble::What;

const proto::PipeToken kToken{std::byte{9}, std::byte{8}};
const Bytes kJoined{std::byte{1}};

Bytes random_bytes(std::size_t size) {
  SeededRng rng(1);
  Bytes bytes(size);
  rng.fill(bytes);
  return bytes;
}

/// Opens a pipe, and reads and writes all that it is given.
class RelayPipeTest : public testing::Test {
 protected:
  void call(RelaySettings settings) {
    opener.emplace(
        io, settings, kToken, PipeSide::asked,
        PipeOpener::Handlers{
            .on_open =
                [this](std::unique_ptr<sockets::Stream> opened) { stream = std::move(opened); },
            .on_failure = [this](const RelayTrouble& why) { trouble = why; }});
  }
  void call() { call(relay.settings()); }
  [[nodiscard]] bool is_called() {
    return net::testing_::run_until(
        io, [&] { return relay.guests.size() == 1 && guest().messages.size() == 1; });
  }
  void open() {
    call();
    ASSERT_TRUE(is_called());
    guest().send(kJoined);
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return stream != nullptr; }));
    asio::co_spawn(io, read(*this), rethrow);
  }
  RelayTrouble failure() {
    EXPECT_TRUE(net::testing_::run_until(io, [&] { return trouble.has_value(); }));
    EXPECT_EQ(stream, nullptr);
    return trouble.value_or(RelayTrouble{});
  }

  static asio::awaitable<void> read(RelayPipeTest& test) {
    Bytes buffer(1'000);  // shorter than the messages
    while (!test.end) {
      const auto [error, size] = co_await test.stream->read_some(asio::buffer(buffer));
      if (error) test.end = error;
      test.received.insert(test.received.end(), buffer.begin(),
                           buffer.begin() + static_cast<std::ptrdiff_t>(size));
    }
  }
  /// Writes `bytes` in pieces, each a third longer than the one before.
  static asio::awaitable<void> write(RelayPipeTest& test, Bytes bytes) {
    std::size_t size = 1;
    for (asio::const_buffer rest = asio::buffer(bytes); rest.size() > 0; size += size / 3 + 1) {
      const auto piece = asio::buffer(rest, size);
      const error_code error = co_await test.stream->write(piece);
      EXPECT_FALSE(error) << error.message();
      rest += piece.size();
    }
    test.written = true;
  }

  net::testing_::RelayGuest& guest() { return *relay.guests.at(0); }
  /// The bytes that the relay got after the first message, as one stream.
  Bytes relayed() {
    Bytes all;
    for (std::size_t i = 1; i < guest().messages.size(); ++i)
      all.insert(all.end(), guest().messages[i].begin(), guest().messages[i].end());
    return all;
  }

  asio::io_context io;
  net::testing_::ScriptedRelay relay{io};
  std::optional<PipeOpener> opener;
  std::unique_ptr<sockets::Stream> stream;
  std::optional<RelayTrouble> trouble;
  Bytes received;
  std::optional<error_code> end;
  bool written = false;
};

TEST_F(RelayPipeTest, TheFirstMessageNamesTheTokenAndTheSide) {
  open();
  Bytes hello{std::byte{1}};
  hello.insert(hello.end(), kToken.begin(), kToken.end());
  hello.push_back(std::byte{1});
  EXPECT_EQ(guest().messages.at(0), hello);
  EXPECT_EQ(stream->remote_ip(), "");
}

TEST_F(RelayPipeTest, AMebibyteGoesBothWaysWhateverTheBorders) {
  open();
  const Bytes all = random_bytes(1 << 20);
  asio::co_spawn(io, write(*this, all), rethrow);
  std::size_t sent = 0;
  for (std::size_t size = 1; sent < all.size(); size = (size * 5 + 3) % proto::kPipeBytesMax + 1) {
    const std::size_t piece = std::min(size, all.size() - sent);
    const ByteSpan bytes = ByteSpan(all).subspan(sent, piece);
    if (size % 4 == 0)
      guest().send_in_frames(bytes, {piece / 3, 0, piece - piece / 3});
    else
      guest().send(to_bytes(bytes));
    sent += piece;
  }
  ASSERT_TRUE(
      net::testing_::run_until(io, [&] { return received.size() == all.size() && written; }));
  EXPECT_EQ(received, all);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return relayed().size() == all.size(); }));
  EXPECT_EQ(relayed(), all);
  for (const Bytes& message : guest().messages) EXPECT_LE(message.size(), proto::kPipeBytesMax);
}

TEST_F(RelayPipeTest, TheRelaySaysWhyThereIsNoPipe) {
  const std::pair<std::uint16_t, What> rows[] = {
      {4400, What::version}, {4404, What::nobody}, {4408, What::lost}, {4410, What::left},
      {4429, What::busy},    {4503, What::busy},   {1001, What::lost},
  };
  for (const auto& [code, what] : rows) {
    relay.guests.clear();
    trouble.reset();
    call();
    ASSERT_TRUE(is_called());
    guest().close(code);
    EXPECT_EQ(name(failure().what), name(what)) << code;
  }
}

TEST_F(RelayPipeTest, ARunningPipeEndsWithTheRelaysReason) {
  const std::pair<std::uint16_t, const char*> rows[] = {
      {4408, "the relay lost bytes"},
      {4410, "the other end left"},
      {4429, "over a limit of the relay"},
      {4503, "the relay shuts down"},
      {1001, "the relay closed the connection with code 1001"},
  };
  for (const auto& [code, words] : rows) {
    relay.guests.clear();
    stream.reset();
    end.reset();
    open();
    guest().send(to_bytes("last"));
    guest().close(code);
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return end.has_value(); }));
    EXPECT_EQ(end->message(), words);
    EXPECT_EQ(received, to_bytes("last"));
    received.clear();
  }
}

TEST_F(RelayPipeTest, OnlyTheRelaysWordOpensAPipe) {
  for (const Bytes& word : {to_bytes("\x02"), to_bytes("\x01\x01"), Bytes{}, Bytes(70'000)}) {
    relay.guests.clear();
    trouble.reset();
    call();
    ASSERT_TRUE(is_called());
    guest().send(word);
    EXPECT_EQ(failure().what, What::protocol) << word.size();
  }
}

TEST_F(RelayPipeTest, TextsEmptyAndTooLongMessagesEndIt) {
  const std::function<void(net::testing_::RelayGuest&)> lies[] = {
      [](net::testing_::RelayGuest& g) { g.send_text("hello"); },
      [](net::testing_::RelayGuest& g) { g.send(Bytes{}); },
      [](net::testing_::RelayGuest& g) { g.send(Bytes(proto::kPipeBytesMax + 1)); },
  };
  for (const auto& lie : lies) {
    relay.guests.clear();
    stream.reset();
    end.reset();
    open();
    lie(guest());
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return end.has_value(); }));
    EXPECT_EQ(trouble_of(*end).what, What::protocol) << end->message();
  }
}

TEST_F(RelayPipeTest, TheOtherEndIsWaitedForAndNotForever) {
  auto settings = relay.settings();
  settings.pipe_join_max = Duration{20};
  const Instant begin = sockets::now();
  call(settings);
  const RelayTrouble why = failure();
  EXPECT_EQ(why.what, What::lost);
  EXPECT_GE((sockets::now() - begin).ms, 20);
  EXPECT_NE(why.error.about.find("in time"), std::string::npos) << why.error.about;
}

TEST_F(RelayPipeTest, ARelayThatDoesNotAnswerTheCallIsNoPipe) {
  relay.script.instead_of_upgrade = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
  call();
  EXPECT_EQ(failure().what, What::busy);
}

TEST_F(RelayPipeTest, WhatIsLastIsSentAndBothEndsEnd) {
  open();
  stream->close(asio::buffer("last", 4));
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return guest().gone && end.has_value(); }));
  EXPECT_EQ(relayed(), to_bytes("last"));
}

TEST_F(RelayPipeTest, ADestroyedStreamLeavesThePipe) {
  call();
  ASSERT_TRUE(is_called());
  guest().send(kJoined);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return stream != nullptr; }));
  stream.reset();
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return guest().gone; }));
}

TEST_F(RelayPipeTest, ARelayThatDoesNotReadSlowsTheWriterAndCloseEndsTheWrite) {
  open();
  guest().stop_reading();
  constexpr std::size_t kMoreThanSocketsHold = std::size_t{64} << 20;
  std::optional<error_code> result;
  const Bytes bytes(kMoreThanSocketsHold);
  asio::co_spawn(io, stream->write(asio::buffer(bytes)),
                 [&](const std::exception_ptr&, error_code error) { result = error; });
  for (int i = 0; i < 10'000; ++i) io.poll_one();
  EXPECT_FALSE(result);
  stream->close({});
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return result.has_value() && end.has_value(); }));
  EXPECT_TRUE(*result);
}

}  // namespace
}  // namespace fairdeal::rendezvous
