#include "apps/own_addresses.h"

#include <gtest/gtest.h>

/// What a host is told to send its friends.
namespace fairdeal::apps {
namespace {

using From = OwnAddress::From;

TEST(OwnAddresses, AreToldApartByWhoReachesThem) {
  EXPECT_EQ(reached_from(0x7f000001), std::nullopt) << "127.0.0.1";
  EXPECT_EQ(reached_from(0xa9fe0101), std::nullopt) << "169.254.1.1";
  for (const std::uint32_t own : {0x0a000001u, 0xac100001u, 0xac1fffffu, 0xc0a80114u, 0x64400001u})
    EXPECT_EQ(reached_from(own), From::network) << std::hex << own;
  for (const std::uint32_t all : {0xac200001u, 0xac0f0001u, 0xc0a90001u, 0x64800001u, 0x08080808u})
    EXPECT_EQ(reached_from(all), From::anywhere) << std::hex << all;
}

TEST(OwnAddresses, OfIpv6AreToldApartToo) {
  const auto beginning = [](std::uint8_t a, std::uint8_t b) {
    V6Bytes address{};
    address[0] = a;
    address[1] = b;
    address[15] = 1;
    return reached_from(address);
  };
  EXPECT_EQ(beginning(0, 0), std::nullopt) << "::1";
  EXPECT_EQ(beginning(0xfe, 0x80), std::nullopt) << "fe80::1, of one interface";
  EXPECT_EQ(beginning(0xff, 0x02), std::nullopt) << "ff02::1, of many";
  EXPECT_EQ(beginning(0xfd, 0x12), From::network);
  EXPECT_EQ(beginning(0x20, 0x01), From::anywhere);
}

TEST(OwnAddresses, OfIpv6StandInBrackets) {
  const auto lines =
      invitation({{"2001:db8::7", From::anywhere}, {"192.168.1.20", From::network}}, 7777);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "  fairdeal join [2001:db8::7]:7777   from anywhere with IPv6");
  EXPECT_NE(lines[2].find("forward TCP port 7777 to 192.168.1.20"), std::string::npos)
      << "for those without IPv6";
}

TEST(OwnAddresses, MakeACommandToSend) {
  EXPECT_EQ(invitation({{"198.51.100.7", From::anywhere}}, 7777),
            std::vector<std::string>{"  fairdeal join 198.51.100.7:7777   from anywhere"});
  const auto lines = invitation({{"192.168.1.20", From::network}}, 7778);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "  fairdeal join 192.168.1.20:7778   from your network");
  EXPECT_NE(lines[1].find("forward TCP port 7778 to 192.168.1.20"), std::string::npos);
  EXPECT_EQ(invitation({}, 7777).size(), 1u);
}

TEST(OwnAddresses, OfThisMachineAreNoLoopback) {
  for (const OwnAddress& address : own_addresses()) EXPECT_FALSE(address.text.starts_with("127."));
}

}  // namespace
}  // namespace fairdeal::apps
