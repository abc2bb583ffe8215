#include <gtest/gtest.h>

#include "base/bucket.h"
#include "base/seeded_rng.h"
#include "net/channel/backoff.h"
#include "net/sockets/address.h"
#include "net/sockets/half_open.h"
#include "net/sockets/transport.h"

/// The small values that the rest of net/ is made of.

namespace fairdeal::sockets {
namespace {

TEST(Bucket, ABurstIsFreeAndADebtIsRepaidAtTheRate) {
  const Instant start{5'000};
  Bucket bucket(100, 1'000, start);
  EXPECT_EQ(bucket.take(1'000, start), start);
  EXPECT_EQ(bucket.take(50, start), (start + Duration{500}));
  EXPECT_EQ(bucket.take(0, start + Duration{400}), (start + Duration{500}));
  EXPECT_EQ(bucket.take(0, start + Duration{500}), (start + Duration{500}));
}

TEST(Bucket, NeverHoldsMoreThanABurstHoweverLongItStands) {
  const Instant later{std::int64_t{1} << 60};
  Bucket bucket(100, 1'000, Instant{0});
  EXPECT_EQ(bucket.take(1'000, later), later);
  EXPECT_GT(bucket.take(1, later), later);
}

TEST(Bucket, AClockThatStandsOrGoesBackGivesNothing) {
  Bucket bucket(1'000, 10, Instant{1'000});
  (void)bucket.take(10, Instant{1'000});
  EXPECT_GT(bucket.take(1, Instant{0}), Instant{0});
}

TEST(Backoff, DoublesUpToItsBoundAndBeginsAnew) {
  SeededRng rng(1);
  channel::Backoff backoff(Duration{100}, Duration{1'000});
  for (const std::int64_t full : {100, 200, 400, 800, 1'000, 1'000}) {
    const Duration wait = backoff.next(rng);
    EXPECT_GE(wait, (Duration{full / 2}));
    EXPECT_LE(wait, (Duration{full}));
  }
  backoff.reset();
  EXPECT_LE(backoff.next(rng), (Duration{100}));
}

TEST(HalfOpen, WhoComesToAFullHouseTakesTheOldestPlaceOfTheSourceThatHoldsMost) {
  HalfOpen house(4, 3);
  auto bob = house.enter({"bob", ""});
  std::vector<HalfOpen::Permit> ann;
  for (int i = 0; i < 4; ++i) ann.push_back(house.enter({"ann", ""}));
  EXPECT_TRUE(ann[0]->evicted) << "her share is three";
  EXPECT_FALSE(ann[1]->evicted || bob->evicted);

  bool told = false;
  ann[1]->on_evicted = [&] { told = true; };
  auto cat = house.enter({"cat", ""});
  EXPECT_TRUE(told && ann[1]->evicted) << "the house is full";
  EXPECT_FALSE(ann[2]->evicted || bob->evicted || cat->evicted);

  ann.pop_back();
  auto dan = house.enter({"dan", ""});
  EXPECT_FALSE(ann[2]->evicted || bob->evicted || cat->evicted) << "there was room again";
}

TEST(HalfOpen, WithinANetworkThePartThatHoldsMostGivesWay) {
  HalfOpen house(9, 3);
  auto honest = house.enter({"network", "ann's"});
  auto first = house.enter({"network", "mallory's"});
  auto second = house.enter({"network", "mallory's"});
  auto third = house.enter({"network", "mallory's"});
  EXPECT_TRUE(first->evicted);
  EXPECT_FALSE(honest->evicted || second->evicted || third->evicted);
}

TEST(HalfOpen, APermitMayOutliveTheHouse) {
  HalfOpen::Permit pass;
  {
    HalfOpen house(1, 1);
    pass = house.enter({"ann", ""});
  }
  EXPECT_TRUE(pass);
}

TEST(Address, IsReadAsItIsWritten) {
  for (const std::string text : {"127.0.0.1:7000", "[::1]:7000", "[2001:db8::7]:1",
                                 "ann.example.org:65535", "localhost:0"}) {
    const auto address = Address::parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->text(), text);
  }
}

TEST(Address, IsAUrlOfATransportAndThatOfTcpIsNotWritten) {
  const Address plain = Address::parse("192.0.2.7:7000").value();
  EXPECT_EQ(plain.scheme, "");
  EXPECT_EQ(&transport_of(plain), &kTcp);
  EXPECT_EQ(transport_named("tcp"), &kTcp);
  EXPECT_EQ(transport_named(""), nullptr);
  // One address has one text, and a transport that nobody has is no address.
  for (const char* text : {"tcp://192.0.2.7:7000", "nobody://192.0.2.7:7000", "://192.0.2.7:7000"})
    EXPECT_FALSE(Address::parse(text)) << text;
  for (const std::string_view scheme : kSchemes) EXPECT_NE(transport_named(scheme), nullptr);
  const Address other{.host = "192.0.2.7", .port = 7000, .scheme = "nobody"};
  EXPECT_EQ(other.text(), "nobody://192.0.2.7:7000");
  EXPECT_NE(other, plain);
}

TEST(Address, TellsFromWhereItCanBeReached) {
  const auto expect = [](std::optional<Reach> reach, std::initializer_list<const char*> hosts) {
    for (const char* host : hosts) EXPECT_EQ(reach_of(host), reach) << host;
  };
  expect(Reach::machine, {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"});
  expect(Reach::link, {"169.254.1.1", "fe80::1", "febf::1", "::ffff:169.254.9.9"});
  expect(Reach::network, {"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.20", "100.64.0.1",
                          "fd12::7", "::ffff:192.168.1.20"});
  expect(Reach::anywhere, {"172.32.0.1", "172.15.0.1", "192.169.0.1", "100.128.0.1", "8.8.8.8",
                           "2001:db8::7", "::ffff:8.8.8.8"});
  expect({}, {"localhost", "example.org", "", "0.0.0.0", "::", "224.0.0.1", "255.255.255.255",
              "ff02::1", "1.2.3", "127.1", "0x7f000001"});
}

TEST(Address, WhatIsNoAddressIsRefused) {
  for (const std::string text :
       {"", ":", "host", "host:", ":7000", "host:65536", "host:-1", "host:7000x", "host: 7",
        "::1:7000", "[]:7000", "[::1]", "[::1:7000"})
    EXPECT_FALSE(Address::parse(text)) << text;
}

}  // namespace
}  // namespace fairdeal::sockets
