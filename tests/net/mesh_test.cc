#include "net/mesh/mesh.h"

#include "net/sockets/listener.h"
#include "tests/net/loopback.h"

namespace fairdeal::mesh {
namespace {

using namespace net::testing_;

/// Longer than any test: of two simultaneous calls the first stays, however slow the machine.
const Config kPatient{.channel = {}, .twin_age = Duration{600'000}};

/// Ann, who listens, and Bob.
class MeshTest : public testing::Test {
 protected:
  void ann_listens_and_bob_calls() {
    address = ann.mesh->listen(net::testing_::kAnyPort).value();
    bob.mesh->keep_calling(address);
  }
  bool meet() {
    return net::testing_::run_until(io, [&] { return ann.is_up(bob.id) && bob.is_up(ann.id); });
  }

  asio::io_context io;
  net::testing_::Node ann{io, net::testing_::key(1)};
  net::testing_::Node bob{io, net::testing_::key(2)};
  sockets::Address address;
};

TEST_F(MeshTest, TwoMeetAndFramesArriveInOrderBothWays) {
  ann_listens_and_bob_calls();
  ASSERT_TRUE(meet());
  std::vector<Bytes> frames;
  for (std::size_t size = 1; size <= net::kFrameBytesMax; size *= 4) frames.emplace_back(size);
  for (const Bytes& frame : frames) {
    EXPECT_TRUE(ann.mesh->send(bob.id, frame));
    EXPECT_TRUE(bob.mesh->send(ann.id, frame));
  }
  ASSERT_TRUE(net::testing_::run_until(io, [&] {
    return ann.frames[bob.id].size() == frames.size() && bob.frames[ann.id].size() == frames.size();
  }));
  EXPECT_EQ(ann.frames[bob.id], frames);
  EXPECT_EQ(bob.frames[ann.id], frames);
}

TEST_F(MeshTest, AStreamThatSomebodyElseOpenedCarriesAPeerUntilItIsLost) {
  auto [anns, bobs] = net::testing_::two_ends(io);
  ann.mesh->add_stream(std::move(anns), "relay test", bob.id, false);
  bob.mesh->add_stream(std::move(bobs), "relay test", ann.id, true);
  ASSERT_TRUE(meet());
  EXPECT_EQ(ann.mesh->rung_of(bob.id), channel::Rung::relayed);
  EXPECT_EQ(bob.mesh->rung_of(ann.id), channel::Rung::relayed);
  EXPECT_FALSE(bob.mesh->called(ann.id));
  bob.mesh->send(ann.id, as_bytes("hello"));
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return ann.got(bob.id, "hello"); }));
  ann.mesh->drop(bob.id, {});
  ASSERT_TRUE(net::testing_::run_until(
      io, [&] { return ann.downs[bob.id] == 1 && bob.downs[ann.id] == 1; }));
  EXPECT_EQ(ann.mesh->rung_of(bob.id), std::nullopt);
}

/// The side that answers learns who it is from the other's introduction, the side that dials from
/// the answer: either refuses whoever it did not expect.
TEST_F(MeshTest, AStreamOfAnotherIdentityThanTheExpectedIsRefusedByEitherSide) {
  for (const bool ann_dials : {false, true}) {
    auto [anns, bobs] = net::testing_::two_ends(io);
    ann.mesh->add_stream(std::move(anns), "relay test", net::testing_::key(3).public_key(),
                         ann_dials);
    bob.mesh->add_stream(std::move(bobs), "relay test", {}, !ann_dials);
    ASSERT_TRUE(net::testing_::run_until(
        io, [&] { return !ann.refusals.empty() && !bob.refusals.empty(); }));
    EXPECT_EQ(ann.refusals.back().fault, Fault::other_identity);
    EXPECT_EQ(ann.refused_at.back(), "relay test");
    EXPECT_TRUE(ann.ups.empty() && bob.ups.empty());
    ann.refusals.clear();
    bob.refusals.clear();
  }
}

TEST_F(MeshTest, APeerThatWasCalledHereIsOnTheLan) {
  ann_listens_and_bob_calls();
  EXPECT_EQ(bob.mesh->rung_of(ann.id), std::nullopt);
  ASSERT_TRUE(meet());
  EXPECT_EQ(ann.mesh->rung_of(bob.id), channel::Rung::lan);
  EXPECT_EQ(bob.mesh->rung_of(ann.id), channel::Rung::lan);
}

TEST_F(MeshTest, MessagesAboutPathsTravelBetweenFrames) {
  EXPECT_FALSE(ann.mesh->send_path(bob.id, proto::Where{}));
  ann_listens_and_bob_calls();
  ASSERT_TRUE(meet());
  const proto::PathMessage where = proto::Where{.at = {{"192.0.2.7:7000", 1}}};
  EXPECT_TRUE(ann.mesh->send_path(bob.id, where));
  ann.mesh->send(bob.id, as_bytes("a frame"));
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return bob.got(ann.id, "a frame"); }));
  EXPECT_EQ(bob.path_messages[ann.id], std::vector{where});
}

TEST_F(MeshTest, APeerThatSaysNonsenseAboutPathsIsDropped) {
  address = ann.mesh->listen(net::testing_::kAnyPort).value();
  SeededRng rng(5);
  net::testing_::Client client(io, address);
  client.open(net::testing_::key(6), rng);
  ASSERT_TRUE(
      net::testing_::run_until(io, [&] { return ann.is_up(net::testing_::key(6).public_key()); }));
  client.send_path("nonsense");
  ASSERT_TRUE(net::testing_::run_until(
      io, [&] { return ann.downs[net::testing_::key(6).public_key()] == 1; }));
  EXPECT_EQ(ann.reasons[0].fault, Fault::not_canonical);
}

TEST_F(MeshTest, AFloodIsReadMoreSlowlyAndLosesNothing) {
  ann_listens_and_bob_calls();
  ASSERT_TRUE(meet());
  const Bytes frame(net::kFrameBytesMax);
  const std::size_t count =
      net::kReceiveBytesBurst / net::kFrameBytesMax + 2;  // the last two must wait
  std::size_t sent = 0;
  ASSERT_TRUE(net::testing_::run_until(io, [&] {
    const std::size_t arrived = ann.frames[bob.id].size();
    for (; sent < count && sent < arrived + 4; ++sent) bob.mesh->send(ann.id, frame);
    return arrived == count;
  }));
  EXPECT_TRUE(ann.downs.empty() && bob.downs.empty());
}

TEST_F(MeshTest, WhatMattersLessIsDroppedWhereMuchWaits) {
  ann_listens_and_bob_calls();
  ASSERT_TRUE(meet());
  EXPECT_TRUE(ann.mesh->send_unless_busy(bob.id, as_bytes("chat")));
  EXPECT_TRUE(ann.mesh->send(bob.id, Bytes(net::kBusyQueueBytes)));
  EXPECT_FALSE(ann.mesh->send_unless_busy(bob.id, as_bytes("too much")));
  EXPECT_TRUE(ann.mesh->send(bob.id, as_bytes("a move")));
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return bob.got(ann.id, "a move"); }));
  EXPECT_TRUE(ann.mesh->send_unless_busy(bob.id, as_bytes("again")));
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return bob.got(ann.id, "again"); }));
  EXPECT_TRUE(bob.got(ann.id, "chat"));
  EXPECT_FALSE(bob.got(ann.id, "too much"));
}

TEST_F(MeshTest, WhoIsNotUpIsNotSentTo) { EXPECT_FALSE(ann.mesh->send(bob.id, {})); }

TEST_F(MeshTest, APortInUseIsSaidPlainly) {
  const sockets::Address taken = ann.mesh->listen(net::testing_::kAnyPort).value();
  const auto again = bob.mesh->listen(taken);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().fault, Fault::bad_parameters);
  EXPECT_EQ(again.error().about, "listening at " + taken.text() + " (Address already in use)");
  EXPECT_FALSE(bob.mesh->listen({.host = "no address", .port = 0}));
}

/// A caller by IPv4 is named, and counted, by its IPv4 address.
TEST_F(MeshTest, OnePortTakesCallsByIpv4AndIpv6) {
  const auto all = ann.mesh->listen({.host = "::", .port = 0});
  ASSERT_TRUE(all);
  bob.mesh->keep_calling({.host = "127.0.0.1", .port = all->port});
  ASSERT_TRUE(meet());
  EXPECT_EQ(ann.mesh->host_of(bob.id), "127.0.0.1");
  if (all->host == "0.0.0.0") GTEST_SKIP() << "this machine has no IPv6";
  net::testing_::Node cat(io, net::testing_::key(3));
  cat.mesh->keep_calling({.host = "::1", .port = all->port});
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return ann.is_up(cat.id); }));
  EXPECT_EQ(ann.mesh->host_of(cat.id), "::1");
}

TEST(Listener, TakesAnIpv4AddressThatIpv6HasWrappedForItself) {
  const auto mapped = asio::ip::make_address("::ffff:192.0.2.7");
  EXPECT_EQ(sockets::unwrapped(mapped), asio::ip::make_address("192.0.2.7"));
  for (const char* other : {"192.0.2.7", "2001:db8::7", "::1"})
    EXPECT_EQ(sockets::unwrapped(asio::ip::make_address(other)), asio::ip::make_address(other));
}

TEST(Listener, CountsAnIpv6NetworkOfOneCustomerAsOneSource) {
  const auto of = [](const char* address) {
    return sockets::source(asio::ip::make_address(address));
  };
  EXPECT_EQ(of("2001:db8:7:1::1").part, of("2001:db8:7:1:2:3:4:5").part);
  EXPECT_EQ(of("2001:db8:7:1::1").network, of("2001:db8:7:ffff::1").network);
  EXPECT_NE(of("2001:db8:7:1::1").part, of("2001:db8:7:2::1").part);
  EXPECT_NE(of("2001:db8:7:1::1").network, of("2001:db8:8:1::1").network);
  EXPECT_NE(of("192.0.2.7").network, of("192.0.2.8").network);
}

TEST_F(MeshTest, AllPairsOfFiveMeetThoughAllCallEachOtherAtOnce) {
  std::vector<std::unique_ptr<net::testing_::Node>> nodes;
  for (std::uint64_t i = 0; i < 5; ++i)
    nodes.push_back(
        std::make_unique<net::testing_::Node>(io, net::testing_::key(10 + i), kPatient));
  std::vector<sockets::Address> addresses;
  for (const auto& node : nodes)
    addresses.push_back(node->mesh->listen(net::testing_::kAnyPort).value());
  for (const auto& node : nodes)
    for (const sockets::Address& to : addresses)
      node->mesh->keep_calling(to);  // its own among them

  // Frames that reach everybody by connections that do not change prove that it has settled.
  const auto everybody_has_everybody = [&] {
    return std::ranges::all_of(nodes,
                               [](const auto& node) { return node->mesh->peers().size() == 4; });
  };
  ASSERT_TRUE(net::testing_::run_until(io, everybody_has_everybody));
  for (const auto& from : nodes)
    for (const auto& to : nodes)
      if (from != to) from->mesh->send(to->id, as_bytes("hello"));
  EXPECT_TRUE(net::testing_::run_until(io, [&] {
    return std::ranges::all_of(nodes, [&](const auto& to) {
      return std::ranges::all_of(nodes, [&](const auto& from) {
        return from == to || (to->got(from->id, "hello") && to->is_up(from->id));
      });
    });
  }));
  for (const auto& node : nodes) EXPECT_FALSE(node->is_up(node->id)) << "nobody is his own peer";
}

TEST_F(MeshTest, WhoIsImpatientGivesUpAfterEightCallsUntilAnyConnectionIsLost) {
  Config hasty;
  hasty.redial_max = {1};
  net::testing_::Node eve(io, net::testing_::key(20), hasty);
  tcp::acceptor taken(io, {asio::ip::make_address("127.0.0.1"), 0});
  const sockets::Address nobody{.host = "127.0.0.1", .port = taken.local_endpoint().port()};
  taken.close();
  eve.mesh->keep_calling(nobody, bob.id, Mesh::Patience::short_);
  ASSERT_TRUE(
      net::testing_::run_until(io, [&] { return eve.refusals.size() == net::kUnansweredMax; }));

  eve.mesh->keep_calling(ann.mesh->listen(net::testing_::kAnyPort).value());
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return eve.is_up(ann.id) && ann.is_up(eve.id); }));
  EXPECT_EQ(eve.refusals.size(), net::kUnansweredMax);
  ann.mesh->drop(eve.id, {});
  EXPECT_TRUE(
      net::testing_::run_until(io, [&] { return eve.refusals.size() >= 2 * net::kUnansweredMax; }));
}

TEST_F(MeshTest, SimultaneousCallsLeaveOneConnection) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    net::testing_::Node cat(io, net::testing_::key(100 + round), kPatient);
    net::testing_::Node dan(io, net::testing_::key(200 + round), kPatient);
    const sockets::Address cats = cat.mesh->listen(net::testing_::kAnyPort).value();
    const sockets::Address dans = dan.mesh->listen(net::testing_::kAnyPort).value();
    cat.mesh->keep_calling(dans);
    dan.mesh->keep_calling(cats);
    ASSERT_TRUE(
        net::testing_::run_until(io, [&] { return cat.is_up(dan.id) && dan.is_up(cat.id); }));
    cat.mesh->send(dan.id, as_bytes("ping"));
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return dan.got(cat.id, "ping"); }));
    dan.mesh->send(cat.id, as_bytes("pong"));
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return cat.got(dan.id, "pong"); }));
    EXPECT_EQ(cat.ups[dan.id], 1);
    EXPECT_EQ(dan.ups[cat.id], 1);
    EXPECT_TRUE(cat.downs.empty() && dan.downs.empty());
  }
}

TEST_F(MeshTest, AfterARestartThePeerIsFoundAgain) {
  ann_listens_and_bob_calls();
  ASSERT_TRUE(meet());
  ann.mesh.reset();
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return bob.downs[ann.id] == 1; }));
  EXPECT_FALSE(bob.is_up(ann.id));
  EXPECT_FALSE(bob.mesh->send(ann.id, {}));

  net::testing_::Node ann_again(io, net::testing_::key(1));
  ASSERT_TRUE(ann_again.mesh->listen(address));
  ASSERT_TRUE(
      net::testing_::run_until(io, [&] { return bob.is_up(ann.id) && ann_again.is_up(bob.id); }));
  EXPECT_EQ(bob.ups[ann.id], 2);
  ann_again.mesh->send(bob.id, as_bytes("back"));
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return bob.got(ann.id, "back"); }));
}

TEST_F(MeshTest, AnAddressIsCalledUntilSomebodyAnswers) {
  const sockets::Address later = ann.mesh->listen(net::testing_::kAnyPort).value();
  ann.mesh.reset();
  bob.mesh->keep_calling(later);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return bob.refusals.size() >= 2; }));
  EXPECT_EQ(bob.refusals[0].about, "Connection refused");
  net::testing_::Node ann_again(io, net::testing_::key(1));
  ASSERT_TRUE(ann_again.mesh->listen(later));
  EXPECT_TRUE(net::testing_::run_until(io, [&] { return bob.is_up(ann.id); }));
}

/// The peer has lost its connection and comes again, while the old one still looks alive.
class ComingAgain : public testing::TestWithParam<int> {};

TEST_P(ComingAgain, TheNewerConnectionReplacesAStaleOne) {
  // Two keys in either order: the smaller of them decides.
  net::testing_::SigningKey smaller = net::testing_::key(1);
  net::testing_::SigningKey larger = net::testing_::key(2);
  if (larger.public_key() < smaller.public_key()) std::swap(smaller, larger);
  const bool node_decides = GetParam() == 0;
  const net::testing_::SigningKey& me = node_decides ? smaller : larger;
  const net::testing_::SigningKey& other = node_decides ? larger : smaller;

  asio::io_context io;
  net::testing_::Node node(io, me, {.channel = {}, .twin_age = Duration{0}});
  const sockets::Address address = node.mesh->listen(net::testing_::kAnyPort).value();
  SeededRng rng(3);
  net::testing_::Client stale(io, address);
  stale.open(other, rng);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return node.is_up(other.public_key()); }));
  net::testing_::Client fresh(io, address);
  fresh.open(other, rng);
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return node.ups[other.public_key()] == 2; }));
  EXPECT_EQ(node.downs[other.public_key()], 1);
  EXPECT_TRUE(stale.is_closed());
  fresh.send_frame("here I am");
  EXPECT_TRUE(
      net::testing_::run_until(io, [&] { return node.got(other.public_key(), "here I am"); }));
}

INSTANTIATE_TEST_SUITE_P(EitherDecides, ComingAgain, testing::Values(0, 1));

TEST_F(MeshTest, AStrangerIsRefusedAndBothAreTold) {
  ann.strangers.insert(bob.id);
  ann_listens_and_bob_calls();
  ASSERT_TRUE(
      net::testing_::run_until(io, [&] { return !ann.refusals.empty() && !bob.refusals.empty(); }));
  EXPECT_EQ(ann.refusals[0].fault, Fault::not_wanted);
  EXPECT_EQ(bob.refusals[0].fault, Fault::hung_up);
  EXPECT_TRUE(ann.ups.empty() && bob.ups.empty());
}

TEST_F(MeshTest, AnotherIdentityThanTheExpectedIsRefused) {
  address = ann.mesh->listen(net::testing_::kAnyPort).value();
  bob.mesh->keep_calling(address, net::testing_::key(3).public_key());
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !bob.refusals.empty(); }));
  EXPECT_EQ(bob.refusals[0].fault, Fault::other_identity);
  bob.mesh->keep_calling(address, ann.id);
  EXPECT_TRUE(meet());
}

TEST_F(MeshTest, AnotherVersionIsRefusedWithBothNamed) {
  net::testing_::Node newer(io, net::testing_::key(3), {.channel = {.version = "fairdeal/8"}});
  newer.mesh->keep_calling(ann.mesh->listen(net::testing_::kAnyPort).value());
  ASSERT_TRUE(net::testing_::run_until(
      io, [&] { return !ann.refusals.empty() && !newer.refusals.empty(); }));
  EXPECT_EQ(ann.refusals[0].about, "the peer speaks fairdeal/8, this program fairdeal/7");
  EXPECT_EQ(newer.refusals[0].about, "the peer speaks fairdeal/7, this program fairdeal/8");
}

TEST_F(MeshTest, ADroppedPeerIsToldNothingAndComesBack) {
  ann_listens_and_bob_calls();
  ASSERT_TRUE(meet());
  ann.mesh->drop(bob.id, {.fault = Fault::not_canonical, .about = "an entry"});
  EXPECT_TRUE(ann.downs.empty()) << "no handler is called from inside a member function";
  ASSERT_TRUE(net::testing_::run_until(
      io, [&] { return ann.downs[bob.id] == 1 && bob.downs[ann.id] == 1; }));
  EXPECT_EQ(ann.reasons[0].about, "an entry");
  EXPECT_TRUE(meet());
}

TEST(Mesh, MayBeDestroyedByAnyOfItsHandlers) {
  for (const std::string handler : {"up", "frame", "down", "refused"}) {
    asio::io_context io;
    std::unique_ptr<Mesh> mesh;
    bool destroyed = false;
    const auto destroy_on = [&](const std::string& event) {
      if (event != handler) return;
      mesh.reset();
      destroyed = true;
    };
    mesh = std::make_unique<Mesh>(
        io, net::testing_::key(1),
        Mesh::Handlers{
            .admit = [](const net::testing_::PublicKey&) { return true; },
            .on_up = [&](const net::testing_::PublicKey&) { destroy_on("up"); },
            .on_down = [&](const net::testing_::PublicKey&, const Error&) { destroy_on("down"); },
            .on_frame = [&](const net::testing_::PublicKey&, const Bytes&) { destroy_on("frame"); },
            .on_refused = [&](const std::string&, const Error&) { destroy_on("refused"); }});
    const sockets::Address address = mesh->listen(net::testing_::kAnyPort).value();
    net::testing_::Client garbage(io, address);
    if (handler == "refused") garbage.send("GET / HTTP/1.1\r\n\r\n");
    net::testing_::Node bob(io, net::testing_::key(2));
    bob.mesh->keep_calling(address);
    ASSERT_TRUE(net::testing_::run_until(io, [&] {
      return destroyed || !bob.mesh->peers().empty();
    })) << handler;
    if (handler == "frame") bob.mesh->send(net::testing_::key(1).public_key(), {});
    if (handler == "down") bob.mesh.reset();
    ASSERT_TRUE(net::testing_::run_until(io, [&] { return destroyed; })) << handler;
  }
}

}  // namespace
}  // namespace fairdeal::mesh
