#include "net/reach/beacon_socket.h"

#include <boost/asio/ip/udp.hpp>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/reach/table_beacon.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

/// Tables announced and found by real sockets, on this machine's loopback.

namespace fairdeal::reach {
namespace {

using asio::ip::udp;

/// How long a test waits for what must come.
constexpr std::chrono::seconds kTestPatience{60};

std::uint16_t free_port() {
  asio::io_context io;
  udp::socket socket(io, udp::endpoint(udp::v4(), 0));
  return socket.local_endpoint().port();
}

/// A program that hears datagrams, with the list that it makes of them.
struct Hearing {
  Hearing(asio::io_context& io, const BeaconSettings& settings, BeaconSocket::Use use) {
    BeaconSocket::Handlers handlers;
    handlers.on_interfaces = [this](const auto& interfaces) { list.on_interfaces(interfaces); };
    handlers.on_datagram = [this](const sockets::LanEndpoint& from, ByteSpan bytes) {
      (void)list.on_datagram(from, bytes, sockets::now());
    };
    auto opened = BeaconSocket::open(io, settings, use, handlers);
    if (opened) socket = *std::move(opened);
  }
  const std::vector<BeaconList::Heard>& tables() { return list.tables(sockets::now()); }

  BeaconList list;
  std::unique_ptr<BeaconSocket> socket;
};

class OnLoopback : public testing::Test {
 protected:
  OnLoopback() {
    settings_.port = free_port();
    settings_.interfaces = {"lo"};
    table_.lobby.fill(std::byte{1});
  }

  template <class Condition>
  bool comes(Condition&& condition) {
    const auto until = std::chrono::steady_clock::now() + kTestPatience;
    while (!condition() && std::chrono::steady_clock::now() < until) io_.run_one_until(until);
    return condition();
  }

  asio::io_context io_;
  BeaconSettings settings_;
  proto::BeaconTable table_{.lobby = {}, .port = 7777, .game = "pig", .seats = 3, .taken = 1};
};

TEST_F(OnLoopback, EveryProgramHearsWhatIsAnnouncedAndChanged) {
  Hearing one(io_, settings_, BeaconSocket::Use::listening);
  Hearing other(io_, settings_, BeaconSocket::Use::listening);
  ASSERT_TRUE(one.socket && other.socket) << "both have the port";
  auto host = TableBeacon::open(io_, settings_, table_);
  ASSERT_TRUE(host);
  for (Hearing* hearing : {&one, &other}) {
    ASSERT_TRUE(comes([&] { return hearing->tables().size() == 1; }));
    EXPECT_EQ(hearing->tables()[0].table, table_);
    EXPECT_EQ(hearing->tables()[0].places[0].at.port, 7777);
  }
  table_.taken = 2;
  (*host)->change(table_);
  EXPECT_TRUE(comes([&] { return other.tables().at(0).table.taken == 2; }));
  EXPECT_TRUE((*host)->refusing().empty());
  host->reset();
  EXPECT_TRUE(comes([&] { return one.tables().empty() && other.tables().empty(); }));
}

TEST_F(OnLoopback, WhoAsksIsAnswered) {
  auto host = TableBeacon::open(io_, settings_, table_);
  ASSERT_TRUE(host);
  // The announcement on opening must not be mistaken for the answer, so nobody listens for it.
  Hearing guest(io_, settings_, BeaconSocket::Use::asking);
  ASSERT_TRUE(guest.socket);
  guest.socket->send_to_all(proto::encode(proto::BeaconSeek{}));
  EXPECT_TRUE(comes([&] { return guest.tables().size() == 1; }));
}

TEST_F(OnLoopback, AHostOfOneAddressIsHeardFromThereAlone) {
  settings_.from = *sockets::LanIp::parse("127.0.0.1");
  auto host = TableBeacon::open(io_, settings_, table_);
  ASSERT_TRUE(host);
  BeaconSettings anywhere = settings_;
  anywhere.from = {};
  Hearing guest(io_, anywhere, BeaconSocket::Use::asking);
  guest.socket->send_to_all(proto::encode(proto::BeaconSeek{}));
  ASSERT_TRUE(comes([&] { return guest.tables().size() == 1; }));
  EXPECT_EQ(guest.tables()[0].places.size(), 1U);
  EXPECT_EQ(guest.tables()[0].places[0].at.address().text(), "127.0.0.1:7777");

  settings_.from = *sockets::LanIp::parse("192.0.2.1");
  auto elsewhere = TableBeacon::open(io_, settings_, table_);
  ASSERT_TRUE(elsewhere) << "no interface has the address, so nothing is announced";
}

TEST_F(OnLoopback, APortThatAnotherProgramKeepsToItselfIsAnError) {
  udp::socket v4(io_, udp::endpoint(udp::v4(), settings_.port));
  settings_.from = *sockets::LanIp::parse("0.0.0.0");
  const auto host = TableBeacon::open(io_, settings_, table_);
  ASSERT_FALSE(host);
  EXPECT_EQ(host.error().fault, Fault::bad_parameters);
  const auto found = find_tables(settings_, Duration{1});
  ASSERT_TRUE(found) << "who asks needs no port of all";
  EXPECT_TRUE(found->empty());
}

}  // namespace
}  // namespace fairdeal::reach
