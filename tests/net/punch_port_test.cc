#include "net/reach/punch_port.h"

#include "relay/server/server.h"
#include "tests/net/loopback.h"

/// The sockets of an attempt to punch, on this machine's own address: without a router in between,
/// whoever calls is let in. tests/lab/nat.sh has the routers.

namespace fairdeal::reach {
namespace {

using namespace net::testing_;

/// A port, and what it heard.
struct Puncher {
  Puncher(asio::io_context& io, std::vector<sockets::Address> reflectors)
      : port(std::make_unique<PunchPort>(
            io,
            Reflection::Question{.reflectors = std::move(reflectors),
                                 .may_be_called = [](const sockets::Address&) { return true; }},
            rng,
            PunchPort::Handlers{
                .on_reflected =
                    [this](const std::optional<PunchAttempts::Seen>& heard) {
                      answered = true;
                      seen = heard;
                    },
                .on_stream =
                    [this](std::unique_ptr<sockets::Stream> stream, std::string where) {
                      from.push_back(std::move(where));
                      if (take)
                        take(std::move(stream), from.back());
                      else
                        streams.push_back(std::move(stream));
                    }})) {}

  SeededRng rng{5};
  bool answered = false;
  std::optional<PunchAttempts::Seen> seen;
  std::vector<std::unique_ptr<sockets::Stream>> streams;
  std::vector<std::string> from;
  std::function<void(std::unique_ptr<sockets::Stream>, const std::string&)> take;
  std::unique_ptr<PunchPort> port;
};

class PunchPortTest : public testing::Test {
 protected:
  PunchPortTest() {
    const relay::Address any{.ip = *IpAddress::parse("127.0.0.1"), .port = 0};
    server = relay::server::Server::open(io, {.listen = any, .reflect = {any, any}}, rng).value();
    for (const auto& at : server->reflectors())
      reflectors.push_back(*sockets::Address::parse(at.text()));
  }
  std::unique_ptr<Puncher> open() {
    auto one = std::make_unique<Puncher>(io, reflectors);
    EXPECT_TRUE(run([&] { return one->answered; }));
    return one;
  }
  template <class Condition>
  [[nodiscard]] bool run(Condition happened) {
    return net::testing_::run_until(io, happened);
  }
  tcp::endpoint endpoint(const sockets::Address& at) {
    return {asio::ip::make_address(at.host), at.port};
  }

  asio::io_context io;
  SeededRng rng{1};
  std::unique_ptr<relay::server::Server> server;
  std::vector<sockets::Address> reflectors;
};

TEST_F(PunchPortTest, TwoThatCallEachOtherAreConnectedBetweenTheirPorts) {
  const auto ann = open();
  const auto bob = open();
  ASSERT_TRUE(ann->seen && bob->seen && ann->seen->steady && bob->seen->steady);
  ann->port->call(bob->seen->at);
  bob->port->call(ann->seen->at);
  ASSERT_TRUE(run([&] { return !ann->streams.empty() && !bob->streams.empty(); }));
  EXPECT_EQ(ann->from.at(0), bob->seen->at.text());
  EXPECT_EQ(bob->from.at(0), ann->seen->at.text());
}

TEST_F(PunchPortTest, CallsGoOnUntilTheyAreAnswered) {
  const auto ann = open();
  tcp::acceptor later(io, {asio::ip::make_address("127.0.0.1"), 0});
  const auto at = later.local_endpoint();
  later.close();
  ann->port->call({.host = "127.0.0.1", .port = at.port()});
  asio::steady_timer pause(io, std::chrono::milliseconds(1));
  bool refused_a_while = false;
  pause.async_wait([&](error_code) { refused_a_while = true; });
  ASSERT_TRUE(run([&] { return refused_a_while; }));
  EXPECT_TRUE(ann->streams.empty());
  later = tcp::acceptor(io, at);
  EXPECT_TRUE(run([&] { return !ann->streams.empty(); }));
}

TEST_F(PunchPortTest, StrangersFindAFewPlacesAndNoMore) {
  const auto ann = open();
  std::vector<tcp::socket> strangers;
  for (std::size_t i = 0; i < 3 * net::kPunchSocketsMax; ++i)
    strangers.emplace_back(io).connect(endpoint(ann->seen->at));
  ASSERT_TRUE(run([&] { return ann->streams.size() == net::kPunchSocketsMax; }));
  io.poll();
  EXPECT_EQ(ann->streams.size(), net::kPunchSocketsMax);
}

TEST_F(PunchPortTest, OnceItIsGoneNobodyAnswersThere) {
  const auto ann = open();
  ann->port->call({.host = "127.0.0.1", .port = 1});
  ann->port.reset();
  tcp::socket caller(io);
  error_code error;
  caller.connect(endpoint(ann->seen->at), error);
  EXPECT_EQ(error, asio::error::connection_refused);
}

TEST_F(PunchPortTest, WithoutTwoReflectorsThereIsNothingToTell) {
  reflectors.pop_back();
  EXPECT_FALSE(open()->seen);
  reflectors.clear();
  EXPECT_FALSE(open()->seen);
}

TEST_F(PunchPortTest, ItMayBeDestroyedByWhatItTells) {
  const auto ann = open();
  ann->take = [&](std::unique_ptr<sockets::Stream>, const std::string&) { ann->port.reset(); };
  tcp::socket stranger(io);
  stranger.connect(endpoint(ann->seen->at));
  EXPECT_TRUE(run([&] { return ann->port == nullptr; }));
  io.poll();
}

/// Ann and Bob, whom a relay connects. A stranger finds both ports before they do.
TEST_F(PunchPortTest, MovesAPeerFromARelayAndLetsNoStrangerIn) {
  net::testing_::Node ann(io, net::testing_::key(1)), bob(io, net::testing_::key(2));
  auto [anns, bobs] = net::testing_::two_ends(io);
  ann.mesh->add_stream(std::move(anns), "relay test", bob.id, false);
  bob.mesh->add_stream(std::move(bobs), "relay test", ann.id, true);
  ASSERT_TRUE(run([&] { return ann.is_up(bob.id) && bob.is_up(ann.id); }));

  const auto anns_port = open();
  const auto bobs_port = open();
  const auto hand_to = [](net::testing_::Node& node, const net::testing_::PublicKey& peer) {
    return [&node, peer](std::unique_ptr<sockets::Stream> stream, const std::string& where) {
      node.mesh->add_stream(std::move(stream), where, peer, node.id < peer, channel::Rung::punched);
    };
  };
  anns_port->take = hand_to(ann, bob.id);
  bobs_port->take = hand_to(bob, ann.id);
  net::testing_::Node eve(io, net::testing_::key(3));
  for (Puncher* port : {anns_port.get(), bobs_port.get()})
    for (const bool dials : {true, false}) {
      tcp::socket socket(io);
      socket.connect(endpoint(port->seen->at));
      eve.mesh->add_stream(std::make_unique<sockets::TcpStream>(std::move(socket)), "", {}, dials);
    }
  ASSERT_TRUE(run([&] { return anns_port->from.size() == 2 && bobs_port->from.size() == 2; }));
  for (int i = 0; i < 50; ++i) ann.mesh->send(bob.id, to_bytes("a frame"));
  anns_port->port->call(bobs_port->seen->at);
  bobs_port->port->call(anns_port->seen->at);
  ASSERT_TRUE(run([&] { return !ann.paths[bob.id].empty() && !bob.paths[ann.id].empty(); }));
  EXPECT_EQ(ann.mesh->rung_of(bob.id), channel::Rung::punched);
  EXPECT_EQ(bob.mesh->rung_of(ann.id), channel::Rung::punched);
  ASSERT_TRUE(run([&] { return bob.frames[ann.id].size() == 50; }));
  EXPECT_EQ(ann.downs[bob.id] + bob.downs[ann.id], 0);
  EXPECT_FALSE(ann.is_up(eve.id) || bob.is_up(eve.id));
  EXPECT_TRUE(ann.refusals.empty() && bob.refusals.empty());
}

}  // namespace
}  // namespace fairdeal::reach
