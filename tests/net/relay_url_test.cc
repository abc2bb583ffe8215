#include "net/signaling/relay_url.h"

#include <gtest/gtest.h>

#include "net/rendezvous/exposed.h"
#include "proto/reach.h"

/// How people write the address of a relay.

namespace fairdeal::signaling {
namespace {

using Security = RelayUrl::Security;

TEST(RelayUrl, EachFormIsReadAndHasOneShortestText) {
  const struct {
    const char* written;
    RelayUrl meant;
    const char* text;
  } rows[] = {
      {"relay.example.org", {Security::tls, "relay.example.org", 443}, "relay.example.org"},
      {"relay.example.org:443", {Security::tls, "relay.example.org", 443}, "relay.example.org"},
      {"relay.example.org:80", {Security::tls, "relay.example.org", 80}, "relay.example.org:80"},
      {"wss://relay.example.org", {Security::tls, "relay.example.org", 443}, "relay.example.org"},
      {"WSS://Relay.Example.ORG/", {Security::tls, "relay.example.org", 443}, "relay.example.org"},
      {"wss://a-b.c_d:4800", {Security::tls, "a-b.c_d", 4800}, "a-b.c_d:4800"},
      {"ws://localhost", {Security::none, "localhost", 80}, "ws://localhost"},
      {"ws://localhost:80", {Security::none, "localhost", 80}, "ws://localhost"},
      {"ws://192.0.2.7:4800", {Security::none, "192.0.2.7", 4800}, "ws://192.0.2.7:4800"},
      {"ws://relay:443/", {Security::none, "relay", 443}, "ws://relay:443"},
      {"[2001:db8::7]", {Security::tls, "2001:db8::7", 443}, "[2001:db8::7]"},
      {"wss://[2001:DB8:0::7]:4800", {Security::tls, "2001:db8::7", 4800}, "[2001:db8::7]:4800"},
      {"ws://[::1]:1", {Security::none, "::1", 1}, "ws://[::1]:1"},
      {"3com.example", {Security::tls, "3com.example", 443}, "3com.example"},
      {"x.4players", {Security::tls, "x.4players", 443}, "x.4players"},
      {"relay:65535", {Security::tls, "relay", 65535}, "relay:65535"},
  };
  for (const auto& row : rows) {
    const auto url = RelayUrl::parse(row.written);
    ASSERT_TRUE(url) << row.written << ": " << describe(url.error());
    EXPECT_EQ(*url, row.meant) << row.written;
    EXPECT_EQ(url->text(), row.text);
    EXPECT_EQ(RelayUrl::parse(url->text()), *url) << row.written;
  }
}

TEST(RelayUrl, EverythingElseIsRefusedWithItsReason) {
  const struct {
    std::string written;
    const char* reason;
  } rows[] = {
      {"", "without a host"},
      {"wss://", "without a host"},
      {":4800", "without a host"},
      {"https://relay.example.org", "begins with wss://"},
      {"relay.example.org/fairdeal/1", "a host and a port"},
      {"relay.example.org//", "a host and a port"},
      {"ann@relay.example.org", "a host and a port"},
      {"relay.example.org?x", "a host and a port"},
      {"relay.example.org#x", "a host and a port"},
      {"relay.example.org:", "a number"},
      {"relay.example.org:0", "a number"},
      {"relay.example.org:65536", "a number"},
      {"relay.example.org:48 00", "a number"},
      {"relay.example.org:+80", "a number"},
      {"2001:db8::7", "a number"},
      {"[2001:db8::7", "without ]"},
      {"[2001:db8::7]x", "only a port"},
      {"[fe80::1%eth0]", "IPv6"},
      {"[192.0.2.7]", "IPv6"},
      {"[]", "IPv6"},
      {"relay..example", "neither"},
      {".example", "neither"},
      {"relay.", "neither"},
      {"-relay.example", "neither"},
      {"relay example", "neither"},
      {"rel\xc3\xa4y.example", "neither"},
      {"relay\r\nX: y", "a number"},
      {"relay\r\n", "neither"},
      {"1.2.3", "neither"},
      {"127.0.0.1.", "neither"},
      {"256.0.0.1", "neither"},
      {"0x7f000001", "neither"},
      {"relay.0x1", "neither"},
      {std::string(64, 'a') + ".example", "neither"},
  };
  for (const auto& row : rows) {
    const auto url = RelayUrl::parse(row.written);
    ASSERT_FALSE(url) << row.written;
    EXPECT_EQ(url.error().fault, Fault::not_canonical) << row.written;
    EXPECT_NE(url.error().about.find(row.reason), std::string::npos) << url.error().about;
  }
}

TEST(RelayUrl, TheLongestAddressIsReadAndOneByteMoreIsNot) {
  std::string longest;
  while (longest.size() + 50 <= proto::kRelayUrlBytesMax) longest += std::string(49, 'a') + ".";
  longest += std::string(proto::kRelayUrlBytesMax - longest.size(), 'b');
  if (longest.back() == '.') longest.back() = 'c';
  EXPECT_TRUE(RelayUrl::parse(longest));
  const auto longer = RelayUrl::parse(longest + "c");
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().fault, Fault::too_large);
}

TEST(RelayUrl, OnlyARelayFarAwayWithoutTlsIsExposed) {
  for (const char* safe : {"relay.example.org", "wss://203.0.113.7", "ws://localhost:4800",
                           "ws://127.0.0.1", "ws://[::1]", "ws://192.168.1.2", "ws://10.0.0.1:4800",
                           "ws://[fd00::1]", "ws://169.254.1.1", "ws://[fe80::1]"})
    EXPECT_FALSE(rendezvous::is_exposed(RelayUrl::parse(safe).value())) << safe;
  for (const char* far : {"ws://relay.example.org", "ws://relay", "ws://203.0.113.7:4800",
                          "ws://[2001:db8::7]", "ws://0.0.0.0", "ws://localhost.example.org"})
    EXPECT_TRUE(rendezvous::is_exposed(RelayUrl::parse(far).value())) << far;
}

}  // namespace
}  // namespace fairdeal::signaling
