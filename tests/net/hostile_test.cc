#include "tests/net/loopback.h"

/// Attacks of a stranger or a bad peer on a listening port, with real sockets (input
/// without bounds). Each test ends with an honest peer being served.

namespace fairdeal::channel {
namespace {

using namespace net::testing_;

class Hostile : public testing::Test {
 protected:
  Hostile() {
    bob.mesh->keep_calling(address);
    EXPECT_TRUE(
        net::testing_::run_until(io, [&] { return ann.is_up(bob.id) && bob.is_up(ann.id); }));
  }
  ~Hostile() override {
    bob.mesh->send(ann.id, as_bytes("still here"));
    EXPECT_TRUE(net::testing_::run_until(io, [&] { return ann.got(bob.id, "still here"); }));
    EXPECT_TRUE(ann.downs.find(bob.id) == ann.downs.end()) << "the honest peer was hurt";
  }

  /// Mallory, admitted like everybody else, and up.
  net::testing_::Client mallory() {
    net::testing_::Client client(io, address);
    client.open(net::testing_::key(3), rng);
    EXPECT_TRUE(net::testing_::run_until(
        io, [&] { return ann.is_up(net::testing_::key(3).public_key()); }));
    return client;
  }
  const Error& why_down() {
    EXPECT_TRUE(net::testing_::run_until(io, [&] { return !ann.reasons.empty(); }));
    return ann.reasons.front();
  }

  asio::io_context io;
  SeededRng rng{7};
  net::testing_::Node ann{io, net::testing_::key(1)};
  net::testing_::Node bob{io, net::testing_::key(2)};
  sockets::Address address = ann.mesh->listen(net::testing_::kAnyPort).value();
};

TEST_F(Hostile, GarbageOnThePortIsRefused) {
  net::testing_::Client browser(io, address);
  browser.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(browser.is_closed());
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !ann.refusals.empty(); }));
  EXPECT_EQ(ann.refusals[0].fault, Fault::too_large);
}

TEST_F(Hostile, RandomBytesAreRefused) {
  for (int i = 0; i < 50; ++i) {
    net::testing_::Client client(io, address);
    Bytes bytes(1'000);
    rng.fill(bytes);
    bytes[0] = std::byte{0};  // a length that a handshake may have
    client.send(bytes);
    EXPECT_TRUE(client.is_closed());
  }
}

TEST_F(Hostile, A29_APortScannerLeavesNothingBehind) {
  const std::size_t scans = 3 * net::kHalfOpenMax;
  for (std::size_t i = 0; i < scans; ++i) {
    const std::size_t before = ann.refusals.size();
    { net::testing_::Client scanner(io, address); }
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return ann.refusals.size() > before; }));
  }
}

TEST_F(Hostile, A29_OneSourceCannotHoldMoreThanItsShareOfHalfOpenConnections) {
  std::vector<net::testing_::Client> silent;
  for (std::size_t i = 0; i < net::kHalfOpenPerSourceMax; ++i) silent.emplace_back(io, address);
  net::testing_::Client one_more(io, address);
  EXPECT_TRUE(silent.front().is_closed()) << "the oldest gives way";

  net::testing_::Node cat(io, net::testing_::key(4));
  cat.mesh->keep_calling(address);
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return ann.is_up(cat.id); }));
  EXPECT_TRUE(ann.refusals.empty()) << "a crowd comes and goes without a word";
}

TEST_F(Hostile, A29_SixtyFourIdleConnectionsFromEightAddressesKeepNobodyOut) {
  const auto crowd = [&](bool of_members) {
    std::vector<net::testing_::Client> idle;
    for (std::size_t i = 0; i < 64; ++i)
      idle.emplace_back(io, address, "127.0.0." + std::to_string((of_members ? 1 : 2) + i % 8));
    return idle;
  };
  const auto before = crowd(false);
  net::testing_::Node cat(io, net::testing_::key(4));
  cat.mesh->keep_calling(address);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return ann.is_up(cat.id); }));
  EXPECT_TRUE(cat.refusals.empty()) << "at the first call";

  ann.mesh->expect_from({"127.0.0.1", "a.name.example"});
  const auto after = crowd(true);
  net::testing_::Node dan(io, net::testing_::key(5));
  dan.mesh->keep_calling(address);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return ann.is_up(dan.id); }));
  EXPECT_TRUE(dan.refusals.empty()) << "at the first call";
}

TEST_F(Hostile, A29_NobodyElsewhereTakesThePlacesOfMembers) {
  ann.mesh->expect_from({"127.0.0.1"});
  std::vector<net::testing_::Client> members;
  for (std::size_t i = 0; i < net::kHalfOpenForMembers; ++i) members.emplace_back(io, address);
  std::vector<net::testing_::Client> others;
  for (std::size_t i = 0; i < net::kHalfOpenMax; ++i)
    others.emplace_back(io, address, "127.0.0." + std::to_string(2 + i));
  EXPECT_TRUE(others.front().is_closed());
  for (std::size_t i = 0; i < members.size(); ++i)
    members[i].open(net::testing_::key(100 + i), rng);
}

TEST_F(Hostile, A29_IdentitiesThatNobodyWantsHaveNoMoreThanThatShareEither) {
  ann.keeps = false;
  std::vector<net::testing_::Client> strangers;
  for (std::size_t i = 0; i < net::kHalfOpenPerSourceMax; ++i) {
    strangers.emplace_back(io, address);
    strangers.back().open(net::testing_::key(100 + i), rng);
  }
  net::testing_::Client one_more(io, address);
  EXPECT_TRUE(strangers.front().is_closed());
  EXPECT_EQ(why_down().about, "a newer connection took its place");

  // A wanted caller leaves the place to the next, and is never evicted.
  ann.mesh->keep(net::testing_::key(101).public_key());
  net::testing_::Node cat(io, net::testing_::key(4));
  cat.mesh->keep_calling(address);
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return ann.is_up(cat.id); }));
}

TEST_F(Hostile, APeerThatSendsAForgedRecordIsDropped) {
  net::testing_::Client client = mallory();
  client.send(Bytes(2 + noise::kMessageBytesMax, std::byte{0xff}));
  EXPECT_EQ(why_down().fault, Fault::bad_signature);
}

TEST_F(Hostile, APeerThatSendsAnEmptyRecordIsDropped) {
  net::testing_::Client client = mallory();
  client.send(Bytes(2));
  EXPECT_EQ(why_down().fault, Fault::incomplete);
}

TEST_F(Hostile, A29_APeerThatDoesNotReadIsDropped) {
  const net::testing_::Client client = mallory();
  const Bytes frame(net::kFrameBytesMax);
  for (int i = 0; ann.is_up(net::testing_::key(3).public_key()); ++i) {
    ASSERT_LT(i, 1'000) << "no kernel buffers a gigabyte";
    ann.mesh->send(net::testing_::key(3).public_key(), frame);
    io.poll();
  }
  EXPECT_EQ(why_down().fault, Fault::too_large);
}

TEST_F(Hostile, APeerThatLeavesIsNoticedAtOnce) {
  { const net::testing_::Client client = mallory(); }
  EXPECT_EQ(why_down().about, "the connection (End of file)");
}

// Two that need short times, and therefore have no honest peer: a slow machine would hurt it too.

TEST(HostileInTime, A29_AHalfOpenConnectionIsClosedAtItsDeadline) {
  asio::io_context io;
  net::testing_::Node ann(io, net::testing_::key(1), {.channel = {.handshake_max = Duration{50}}});
  net::testing_::Client silent(io, ann.mesh->listen(net::testing_::kAnyPort).value());
  EXPECT_TRUE(silent.is_closed());
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !ann.refusals.empty(); }));
  EXPECT_EQ(ann.refusals[0].about, "a handshake that took too long");
}

TEST(HostileInTime, AStrangerThatWantsNothingIsSentAway) {
  asio::io_context io;
  net::testing_::Node ann(io, net::testing_::key(1), {.stranger_max = Duration{50}});
  ann.keeps = false;
  SeededRng rng(7);
  net::testing_::Client stranger(io, ann.mesh->listen(net::testing_::kAnyPort).value());
  stranger.open(net::testing_::key(3), rng);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !ann.reasons.empty(); }));
  EXPECT_EQ(ann.reasons[0].about, "a stranger that wants nothing");
}

TEST(HostileInTime, APeerWhoseMachineVanishesIsNoticed) {
  asio::io_context io;
  net::testing_::Node ann(io, net::testing_::key(1), {.channel = {.silence_max = Duration{50}}});
  SeededRng rng(7);
  net::testing_::Client vanished(io, ann.mesh->listen(net::testing_::kAnyPort).value());
  vanished.open(net::testing_::key(3),
                rng);  // its socket stays open, and nothing ever comes from it again
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !ann.reasons.empty(); }));
  EXPECT_EQ(ann.reasons[0].about, "a peer too long silent");
}

}  // namespace
}  // namespace fairdeal::channel
