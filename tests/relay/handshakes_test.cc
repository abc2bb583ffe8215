#include "relay/server/handshakes.h"

#include <future>
#include <optional>
#include <string>

#include <gtest/gtest.h>

/// The thread that computes TLS handshakes, and the order of its steps.

namespace fairdeal::relay::server {
namespace {

struct HandshakesTest : testing::Test {
  using Name = Handshakes::Name;

  static asio::awaitable<void> shake(HandshakesTest& test, Name name, std::uint64_t rank,
                                     std::function<void()> step) {
    co_await test.handshakes->compute(name, rank, std::move(step));
    test.ended += static_cast<char>('0' + name);
  }
  void begin(Name name, std::uint64_t rank, std::function<void()> step) {
    asio::co_spawn(io, shake(*this, name, rank, std::move(step)), rethrow);
  }
  /// Lets the thread have a step that goes on until `open` is set.
  void block() {
    begin(0, 0, [this] {
      held.set_value();
      open.get_future().wait();
    });
    io.poll();
    held.get_future().wait();
  }
  std::function<void()> note(char name) {
    return [this, name] { computed += name; };
  }

  asio::io_context io{1};
  std::promise<void> held, open;
  std::string computed;  ///< by the thread
  std::string ended;
  std::optional<Handshakes> handshakes{std::in_place, io};
};

TEST_F(HandshakesTest, A82_TheRelayGoesOnWhileAStepIsComputed) {
  begin(1, 0, [this] { open.get_future().wait(); });
  begin(2, 0, [] {});
  asio::post(io, [this] { asio::post(io, [this] { open.set_value(); }); });
  io.run();
  EXPECT_EQ(ended, "12");
}

TEST_F(HandshakesTest, WhoseNetworkBeganFewestComesFirstAndThenTheOldest) {
  block();
  begin(1, 7, note('1'));
  begin(2, 2, note('2'));
  begin(3, 7, note('3'));
  begin(4, 2, note('4'));
  begin(5, 0, note('5'));
  io.poll();
  open.set_value();
  io.run();
  EXPECT_EQ(computed, "52413");
  EXPECT_EQ(ended, "052413");
}

TEST_F(HandshakesTest, AStepThatIsDroppedIsNotComputed) {
  block();
  begin(1, 0, note('1'));
  begin(2, 0, note('2'));
  io.poll();
  handshakes->drop(1);
  handshakes->drop(1);
  handshakes->drop(9);
  io.poll();
  EXPECT_EQ(ended, "1");
  open.set_value();
  io.run();
  EXPECT_EQ(computed, "2");
  EXPECT_EQ(ended, "102");
}

TEST_F(HandshakesTest, AtTheEndOneStepIsWaitedForAndTheOthersAreForgotten) {
  block();
  const auto kept = std::make_shared<int>(0);
  begin(1, 0, [kept] { ++*kept; });
  io.poll();
  open.set_value();
  handshakes.reset();
  EXPECT_EQ(*kept, 0);
  io.poll();  // what was posted finds nobody
  EXPECT_EQ(ended, "");
}

}  // namespace
}  // namespace fairdeal::relay::server
