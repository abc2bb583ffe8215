#include "ui/home/own_addresses.h"

#include <gtest/gtest.h>

/// The addresses that a host sends its friends.

namespace fairdeal::home {
namespace {

using From = OwnAddress::From;

TEST(OwnAddresses, OfIpv6StandInBrackets) {
  const auto lines =
      invitation({{"2001:db8::7", From::anywhere}, {"192.168.1.20", From::network}}, 7777);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text(), "  fairdeal join [2001:db8::7]:7777   from anywhere with IPv6");
  EXPECT_NE(lines[2].text().find("forward TCP port 7777 to 192.168.1.20"), std::string::npos)
      << "for those without IPv6";
}

TEST(OwnAddresses, MakeACommandToSend) {
  EXPECT_EQ(words::in_lines(invitation({{"198.51.100.7", From::anywhere}}, 7777)).text(),
            "  fairdeal join 198.51.100.7:7777   from anywhere");
  const auto lines = invitation({{"192.168.1.20", From::network}}, 7778);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].text(), "  fairdeal join 192.168.1.20:7778   from your network");
  EXPECT_NE(lines[1].text().find("forward TCP port 7778 to 192.168.1.20"), std::string::npos);
  EXPECT_EQ(invitation({}, 7777).size(), 1u);
}

TEST(OwnAddresses, BehindARouterTheHostIsToldWhatToForward) {
  const words::Said send = words::said("forward_then_send");
  EXPECT_EQ(forwarding({{"192.168.1.20", From::network}}, 7777, send).text(),
            "For friends elsewhere, let your router forward TCP port 7777 to 192.168.1.20, and "
            "send them the router's address.");
  EXPECT_TRUE(
      forwarding({{"198.51.100.7", From::anywhere}, {"10.0.0.2", From::network}}, 7777, send)
          .empty());
  EXPECT_TRUE(forwarding({{"2001:db8::7", From::anywhere}}, 7777, send).empty());
  const auto ways = ways_from_elsewhere({{"192.168.1.20", From::network}}, 7777);
  ASSERT_EQ(ways.size(), 3u);
  EXPECT_NE(ways[1].text().find("--relay NAME"), std::string::npos);
  EXPECT_NE(ways[2].text().find("forward TCP port 7777 to 192.168.1.20"), std::string::npos);
  EXPECT_TRUE(ways_from_elsewhere({{"198.51.100.7", From::anywhere}}, 7777).empty());
}

TEST(OwnAddresses, OfThisMachineAreNoLoopback) {
  for (const OwnAddress& address : own_addresses()) EXPECT_FALSE(address.text.starts_with("127."));
}

}  // namespace
}  // namespace fairdeal::home
