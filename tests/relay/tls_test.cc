#include <gmock/gmock.h>

#include "tests/net/certificate.h"
#include "tests/relay/tls_client.h"

/// A relay that speaks TLS itself.

namespace fairdeal::relay::testing_ {
namespace {

server::TlsKeys keys(long serial = 1) {
  const auto made = net::testing_::certificate("DNS:localhost,IP:127.0.0.1", 3'600, serial);
  return *server::TlsKeys::from(made.certificate, made.key);
}

server::Config with_tls(Bounds bounds = {}) {
  server::Config config{.bounds = bounds};
  config.files.tls = keys();
  return config;
}

void expect_nobody(RelayUp& relay) {
  for (const char* kind : {"new", "control", "pipe"})
    relay.wait_for(std::string("fairdeal_relay_connections{kind=\"") + kind + "\"}", 0);
}

TEST(RelayTls, CarriesAStreamBothWays) {
  RelayUp relay(with_tls());
  {
    TlsClient ann(relay.port()), bob(relay.port());
    EXPECT_EQ(ann.version(), "TLSv1.3");
    ann.come_in();
    bob.come_in();
    ann.send(pipe_hello(kToken, 0));
    bob.send(pipe_hello(kToken, 1));
    EXPECT_EQ(ann.message(), kBothAreThere);
    EXPECT_EQ(bob.message(), kBothAreThere);
    SeededRng rng(4);
    std::string there(1 << 20, ' '), back(200'000, ' ');
    rng.fill(std::as_writable_bytes(std::span(there)));
    rng.fill(std::as_writable_bytes(std::span(back)));
    const auto send_all = [](Client& from, const std::string& bytes) {
      for (std::size_t at = 0; at < bytes.size(); at += 50'000) from.send(bytes.substr(at, 50'000));
    };
    send_all(bob, back);  // while nobody reads, the relay holds a piece and TCP the rest
    std::thread sender([&] { send_all(ann, there); });
    EXPECT_TRUE(bob.stream(there.size()) == there);
    sender.join();
    EXPECT_TRUE(ann.stream(back.size()) == back);
    ann.hang_up();
    EXPECT_EQ(bob.close_code(), 4410);
  }
  expect_nobody(relay);
}

TEST(RelayTls, SpeaksNothingOlderThanTls12) {
  RelayUp relay(with_tls());
  EXPECT_EQ(TlsClient(relay.port(), TLS1_2_VERSION).version(), "TLSv1.2");
  TlsClient old(relay.port(), TLS1_1_VERSION);
  EXPECT_TRUE(old.refused());
}

TEST(RelayTls, A82_WhateverComesInsteadOfAHandshakeIsOverInTime) {
  Bounds bounds;
  bounds.tick = Duration{20};
  bounds.upgrade_max = Duration{200};
  bounds.closing_max = Duration{200};
  RelayUp relay(with_tls(bounds));
  std::vector<std::unique_ptr<Client>> clients;
  for (const std::string& bytes :
       {Client::request(), std::string("\x16\x03\x01\x02", 4), std::string(),
        std::string("\x16\x03\x01\x00\x05hello", 10), std::string(2'000, '\xff')}) {
    clients.push_back(std::make_unique<Client>(relay.port()));
    clients.back()->send_raw(bytes);
  }
  // After a handshake: a head that never ends, a broken frame, and the end of TLS in a message.
  for (const std::string& bytes :
       {std::string("GET /fairdeal/1 HT"), Client::request() + "\x83\x80" + std::string(4, '\0')}) {
    clients.push_back(std::make_unique<TlsClient>(relay.port()));
    clients.back()->send_raw(bytes);
  }
  auto broken = std::make_unique<TlsClient>(relay.port());
  broken->come_in();
  broken->send("half", Client::kBinary, false);
  broken->send("x", Client::kText);
  EXPECT_EQ(broken->close_code(), 1002);
  auto cut = std::make_unique<TlsClient>(relay.port());
  cut->come_in();
  cut->send(kControl);
  cut->send_raw(std::string("\x82\xfe\x0f\xff", 4));
  cut->hang_up();
  broken.reset();
  expect_nobody(relay);
  clients.clear();
}

/// Strangers that begin a handshake, and say nothing more.
std::vector<std::unique_ptr<Client>> stopped(RelayUp& relay, std::size_t count) {
  std::vector<std::unique_ptr<Client>> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(std::make_unique<Client>(relay.port(), "127.7.0." + std::to_string(1 + i)));
    all.back()->send_raw(client_hello());
    EXPECT_EQ(all.back()->raw(5).front(), '\x16') << "it is answered";
  }
  return all;
}

TEST(RelayTls, A82_AHandshakeThatStoppedGivesWayToAnother) {
  Bounds bounds;
  bounds.handshakes = 4;
  bounds.upgrade_max = Duration{3'600'000};
  RelayUp relay(with_tls(bounds));
  {
    const auto strangers = stopped(relay, 6);
    EXPECT_EQ(relay.refused("gave_way"), 2);
    TlsClient ann(relay.port());
    ann.come_in();
    EXPECT_EQ(relay.refused("gave_way"), 3);
    for (std::size_t i = 0; i < 3; ++i) (void)strangers[i]->rest();  // they were cut off
  }
  expect_nobody(relay);
}

TEST(RelayTls, A82_OneSourceBeginsSoManyHandshakes) {
  Bounds bounds;
  bounds.handshakes_burst = {3, 100, 100};
  bounds.handshakes_per_minute = {1, 100, 100};
  bounds.connections_of = {100, 100, 100};
  RelayUp relay(with_tls(bounds));
  for (int i = 0; i < 3; ++i) TlsClient(relay.port()).come_in();
  const TlsClient fourth(relay.port());
  EXPECT_TRUE(fourth.refused());
  EXPECT_EQ(relay.refused("handshakes"), 1);
  TlsClient(relay.port(), 0, "127.0.0.2").come_in();
  expect_nobody(relay);
}

TEST(RelayTls, A82_AProxysHandshakesAreThoseOfAllWhoComeThroughIt) {
  Bounds bounds;
  bounds.handshakes_burst = {1, 1, 1};
  bounds.handshakes_per_minute = {1, 1, 1};
  auto config = with_tls(bounds);
  config.trusted_proxies = {*IpNetwork::parse("127.0.0.1")};
  RelayUp relay(std::move(config));
  for (int i = 0; i < 3; ++i) TlsClient(relay.port()).come_in("X-Forwarded-For: 192.0.2.1\r\n");
  EXPECT_EQ(relay.refused("handshakes"), 0);
}

TEST(RelayTls, A82_AHelloWithoutAnEndIsCutOff) {
  Bounds bounds;
  bounds.upgrade_max = Duration{3'600'000};
  RelayUp relay(with_tls(bounds));
  Client client(relay.port());
  std::string record("\x16\x03\x01\x40\x00", 5);  // 16 KiB of a hello of 128,000 bytes
  record += std::string("\x01\x01\xf4\x00\x03\x03", 6) + std::string(16'384 - 6, 'x');
  client.send_raw(record + record);
  (void)client.rest();
  client.hang_up();
  expect_nobody(relay);
}

TEST(RelayTls, A82_WhoWantsAnotherHandshakeIsCutOff) {
  Bounds bounds;
  bounds.upgrade_max = bounds.silence_max = Duration{3'600'000};
  RelayUp relay(with_tls(bounds));
  TlsClient ann(relay.port(), TLS1_2_VERSION);
  ann.come_in();
  EXPECT_EQ(SSL_renegotiate(ann.ssl()), 1);
  ann.send_raw("it begins with what is written next");
  relay.wait_for("fairdeal_relay_connections{kind=\"new\"}", 0);
}

TEST(RelayTls, NewKeysInTheMiddleOfAStreamLoseNothing) {
  RelayUp relay(with_tls());
  TlsClient ann(relay.port()), bob(relay.port());
  ann.come_in();
  bob.come_in();
  ann.send(pipe_hello(kToken, 0));
  bob.send(pipe_hello(kToken, 1));
  EXPECT_EQ(ann.message(), kBothAreThere);
  EXPECT_EQ(bob.message(), kBothAreThere);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(SSL_key_update(ann.ssl(), SSL_KEY_UPDATE_REQUESTED), 1);
    ann.send("there");
    EXPECT_EQ(bob.stream(5), "there");
    bob.send("back");
    EXPECT_EQ(ann.stream(4), "back");
  }
}

/// A client chooses the group in which both compute, among those that the relay offers.
TEST(RelayTls, A82_KeysThatAreCostlyToComputeAreRefused) {
  RelayUp relay(with_tls());
  for (const char* cheap : {"X25519", "P-256"})
    EXPECT_FALSE(TlsClient(relay.port(), 0, "127.0.0.1", cheap).refused()) << cheap;
  for (const char* costly : {"X448", "P-384", "P-521", "ffdhe2048", "ffdhe8192"})
    EXPECT_TRUE(TlsClient(relay.port(), 0, "127.0.0.1", costly).refused()) << costly;
}

TEST(RelayTls, ASessionIsNotResumed) {
  RelayUp relay(with_tls());
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient ann(relay.port(), version);
    ann.come_in();
    const std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)> session(
        SSL_get1_session(ann.ssl()), SSL_SESSION_free);
    EXPECT_FALSE(SSL_SESSION_is_resumable(session.get())) << version;
  }
}

TEST(RelayTls, ConnectionsKeepTheirKeysWhenTheRelayGetsOthers) {
  RelayUp relay(with_tls());
  TlsClient before(relay.port());
  EXPECT_EQ(before.serial(), 1);
  before.come_in();
  server::Files files;
  files.tls = keys(2);
  relay.renew(std::move(files));
  relay.wait_for("fairdeal_relay_connections{kind=\"new\"}", 1);
  EXPECT_EQ(TlsClient(relay.port()).serial(), 2);
  before.send(kControl);
  before.say(proto::Claim{.minutes = 20});
  EXPECT_NE(before.hear_a<proto::Claimed>().nameplate, 0u);
}

}  // namespace
}  // namespace fairdeal::relay::testing_
