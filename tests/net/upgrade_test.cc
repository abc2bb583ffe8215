// Connections that are replaced by better ones, over real sockets.
#include "base/encode.h"
#include "tests/net/loopback.h"

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;

/// Ann and Bob, whom a relay connects. Ann listens, too. Either of them may have the smaller key,
/// and so decide.
class Upgrade : public testing::TestWithParam<std::uint64_t> {
 protected:
  Upgrade() {
    auto [anns, bobs] = net::testing_::two_ends(io);
    ann.mesh->add_stream(std::move(anns), "relay test", bob.id, false);
    bob.mesh->add_stream(std::move(bobs), "relay test", ann.id, true);
    address = ann.mesh->listen(net::testing_::kAnyPort).value();
    EXPECT_TRUE(
        net::testing_::run_until(io, [&] { return ann.is_up(bob.id) && bob.is_up(ann.id); }));
  }
  void send_both(std::size_t count, std::size_t size) {
    for (; count > 0; --count, ++sent) {
      Bytes frame = Writer().u64(sent).bytes();
      frame.resize(size);
      ann.mesh->send(bob.id, frame);
      bob.mesh->send(ann.id, frame);
    }
  }
  bool moved() { return !ann.paths[bob.id].empty() && !bob.paths[ann.id].empty(); }
  bool all_arrived() {
    return ann.frames[bob.id].size() == sent && bob.frames[ann.id].size() == sent;
  }
  static void expect_in_order(const std::vector<Bytes>& frames) {
    for (std::uint64_t i = 0; i < frames.size(); ++i) EXPECT_EQ(Reader(frames[i]).u64().value(), i);
  }

  asio::io_context io;
  net::testing_::Node ann{io, net::testing_::key(GetParam())};
  net::testing_::Node bob{io, net::testing_::key(3 - GetParam())};
  sockets::Address address;
  std::uint64_t sent = 0;
};

TEST_P(Upgrade, MovesAPeerFromARelayToTheLanWithoutAFrameLost) {
  const channel::LinkId came_by = ann.mesh->link_of(bob.id);
  send_both(40, 100'000);
  bob.mesh->keep_calling(address, ann.id);
  ASSERT_TRUE(net::testing_::run_until(io, [&] {
    send_both(1, 50);
    return moved();
  }));
  send_both(10, 200'000);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return all_arrived(); }));
  expect_in_order(ann.frames[bob.id]);
  expect_in_order(bob.frames[ann.id]);
  for (const auto& [node, peer] : {std::pair{&ann, &bob}, {&bob, &ann}}) {
    EXPECT_EQ(node->paths[peer->id], std::vector{channel::Rung::lan});
    EXPECT_EQ(node->mesh->rung_of(peer->id), channel::Rung::lan);
    EXPECT_EQ(node->ups[peer->id], 1);
    EXPECT_EQ(node->downs[peer->id], 0);
    EXPECT_EQ(node->mesh->link_of(peer->id), came_by);
  }
  EXPECT_TRUE(bob.mesh->called(ann.id));
}

TEST_P(Upgrade, OfCrossingCallsOneMovesThePeer) {
  const sockets::Address bobs = bob.mesh->listen(net::testing_::kAnyPort).value();
  bob.mesh->keep_calling(address, ann.id);
  ann.mesh->keep_calling(bobs, bob.id);
  ASSERT_TRUE(net::testing_::run_until(io, [&] {
    send_both(1, 2'000);
    return moved();
  }));
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return all_arrived(); }));
  expect_in_order(ann.frames[bob.id]);
  expect_in_order(bob.frames[ann.id]);
  EXPECT_EQ(ann.paths[bob.id], std::vector{channel::Rung::lan});
  EXPECT_EQ(ann.downs[bob.id] + bob.downs[ann.id], 0);
}

TEST_P(Upgrade, APeerThatIsDroppedMeanwhileIsDownAndComesBack) {
  bob.mesh->keep_calling(address, ann.id);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !ann.paths[bob.id].empty(); }));
  ann.mesh->drop(bob.id, {});
  ASSERT_TRUE(net::testing_::run_until(
      io, [&] { return ann.downs[bob.id] == 1 && bob.downs[ann.id] == 1; }));
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return ann.is_up(bob.id) && bob.is_up(ann.id); }));
  EXPECT_EQ(ann.mesh->rung_of(bob.id), channel::Rung::lan);
}

INSTANTIATE_TEST_SUITE_P(EitherDecides, Upgrade, testing::Values(1, 2));

/// A peer that agrees to an upgrade, and then never sends the last record of the old connection.
TEST(HostileUpgrade, AHandoverThatThePeerNeverMakesEndsBothConnections) {
  asio::io_context io;
  net::testing_::SigningKey smaller = net::testing_::key(1);
  net::testing_::SigningKey larger = net::testing_::key(2);
  if (larger.public_key() < smaller.public_key()) std::swap(smaller, larger);
  net::testing_::Node node(io, smaller, {.handover_max = Duration{50}});
  const sockets::Address address = node.mesh->listen(net::testing_::kAnyPort).value();
  const net::testing_::PublicKey peer = larger.public_key();

  SeededRng rng(3);
  tcp::acceptor relay(io, {asio::ip::make_address("127.0.0.1"), 0});
  net::testing_::Client relayed(io, {.host = "127.0.0.1", .port = relay.local_endpoint().port()});
  node.mesh->add_stream(std::make_unique<sockets::TcpStream>(relay.accept()), "relay test", peer,
                        false);
  relayed.open(larger, rng);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return node.is_up(peer); }));

  net::testing_::Client direct(io, address);
  direct.replace(node.mesh->link_of(peer));
  direct.open(larger, rng);
  direct.send_frame("too early");
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return node.downs[peer] == 1; }));
  EXPECT_EQ(node.reasons[0].about, "a handover that took too long");
  EXPECT_TRUE(node.paths.empty() && node.frames.empty());
  EXPECT_TRUE(relayed.is_closed() && direct.is_closed());
}

}  // namespace
}  // namespace fairdeal::rendezvous
