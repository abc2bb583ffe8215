#include "base/ip.h"

#include <gtest/gtest.h>

namespace fairdeal {
namespace {

IpAddress ip(const char* text) { return *IpAddress::parse(text); }

TEST(IpAddress, IsTheSameInEitherFamily) {
  EXPECT_EQ(ip("192.0.2.7"), ip("::ffff:192.0.2.7"));
  EXPECT_EQ(ip("192.0.2.7"), IpAddress::v4(0xc0000207));
  EXPECT_EQ(ip("::ffff:192.0.2.7").text(), "192.0.2.7");
  EXPECT_TRUE(ip("::ffff:192.0.2.7").is_v4() && !ip("::192.0.2.7").is_v4());
}

TEST(IpAddress, IsReadAndWritten) {
  for (const char* text : {"0.0.0.0", "255.255.255.255", "::", "::1", "2001:db8::7", "fe80::1"})
    EXPECT_EQ(ip(text).text(), text);
  using namespace std::string_view_literals;
  for (const auto wrong : {""sv, "192.0.2"sv, "192.0.2.7:80"sv, "host"sv, "1.2.3.4 "sv, "12345::"sv,
                           "fe80::1%lo"sv, "::1\0"sv, "1.2.3.4\0x"sv})
    EXPECT_FALSE(IpAddress::parse(wrong)) << wrong;
}

TEST(IpAddress, SharesThePrefixThatTheFirstBitsAre) {
  EXPECT_TRUE(ip("fe80::1").is_link_local() && ip("febf::1").is_link_local());
  EXPECT_FALSE(ip("fec0::1").is_link_local() || ip("169.254.0.1").is_link_local());
  // The two differ in their bit 33 alone.
  const IpAddress a = ip("2001:db8::"), b = ip("2001:db8:4000::");
  for (std::size_t bits = 0; bits <= 128; ++bits) {
    EXPECT_EQ(a.shares_prefix(b, bits), bits <= 33) << bits;
    EXPECT_TRUE(a.shares_prefix(a, bits));
  }
}

}  // namespace
}  // namespace fairdeal
