#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hex.h"
#include "relay/counters.h"
#include "relay/pass.h"
#include "relay/server/stun.h"
#include "relay/short_lived.h"
#include "relay/sources.h"

/// The small values that the relay is made of.

namespace fairdeal::relay {
namespace {

using Holding = Sources::Holding;

IpAddress ip(const char* text) { return *IpAddress::parse(text); }
SourceId source_at(const char* text) { return source_of(ip(text)); }

TEST(SourceId, IsTheSixtyFourOfIPv6) {
  EXPECT_EQ(source_at("2001:db8:1:2::7"), source_at("2001:db8:1:2:ffff::8"));
  EXPECT_NE(source_at("2001:db8:1:2::7"), source_at("2001:db8:1:3::7"));
  EXPECT_NE(source_at("192.0.2.7"), source_at("192.0.2.8"));
}

TEST(IpNetwork, HasTheAddressesThatBeginLikeIt) {
  const auto net = *IpNetwork::parse("10.16.0.0/12");
  EXPECT_TRUE(net.contains(ip("10.16.0.0")) && net.contains(ip("10.31.255.255")));
  EXPECT_FALSE(net.contains(ip("10.32.0.0")) || net.contains(ip("10.15.255.255")));
  EXPECT_TRUE(IpNetwork::parse("::/0")->contains(ip("::1")));
  EXPECT_TRUE(IpNetwork::parse("127.0.0.1")->contains(ip("127.0.0.1")));
  EXPECT_FALSE(IpNetwork::parse("127.0.0.1")->contains(ip("127.0.0.2")));
  EXPECT_FALSE(IpNetwork::parse("0.0.0.0/0")->contains(ip("2001:db8::1")));
  for (const char* wrong : {"10.16.0.1/12", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "/8",
                            "10.0.0.0/-1", "::1/64", "::/129"})
    EXPECT_FALSE(IpNetwork::parse(wrong)) << wrong;
}

TEST(ClientAddress, IsTheLastThatNoTrustedProxyHas) {
  const std::vector<IpNetwork> trusted{*IpNetwork::parse("127.0.0.0/8"),
                                       *IpNetwork::parse("10.0.0.0/8")};
  const auto client = [&](const char* peer, const char* forwarded) {
    return client_address(ip(peer), forwarded, trusted).text();
  };
  EXPECT_EQ(client("192.0.2.1", "192.0.2.9"), "192.0.2.1") << "not a proxy: its word is nothing";
  EXPECT_EQ(client("127.0.0.1", "192.0.2.9"), "192.0.2.9");
  EXPECT_EQ(client("127.0.0.1", "1.1.1.1, 192.0.2.9 , 10.2.3.4"), "192.0.2.9");
  EXPECT_EQ(client("127.0.0.1", "1.1.1.1,2001:db8::5"), "2001:db8::5");
  EXPECT_EQ(client("127.0.0.1", ""), "127.0.0.1");
  EXPECT_EQ(client("127.0.0.1", "192.0.2.9, nonsense, 10.2.3.4"), "10.2.3.4");
  EXPECT_EQ(client("127.0.0.1", "10.2.3.4"), "10.2.3.4");
  EXPECT_EQ(client_address(ip("127.0.0.1"), "192.0.2.9", {}).text(), "127.0.0.1");
}

struct SourcesTest : testing::Test {
  Bounds bounds;
  Sources sources{bounds};
  const Instant now{1'000'000};
  const SourceId ann = source_at("192.0.2.1"), bob = source_at("192.0.2.2");
};

TEST_F(SourcesTest, AreCountedAtEachWidth) {
  const auto takes = [&](auto address, int count) {
    std::vector<Counted> held;
    for (int i = 0; i < count; ++i) {
      auto share = sources.take(Holding::nameplate, source_at(address(i).c_str()), now);
      if (share) held.push_back(*std::move(share));
    }
    return held.size();
  };
  const auto text = [](const char* before, int i, const char* after) {
    std::array<char, 64> bytes{};
    std::snprintf(bytes.data(), bytes.size(), "%s%x%s", before, i, after);
    return std::string(bytes.data());
  };
  EXPECT_EQ(takes([](int) { return std::string("192.0.2.1"); }, 100), 8u);
  EXPECT_EQ(takes([](int i) { return "192.0.2." + std::to_string(i); }, 100), 32u);
  EXPECT_EQ(takes([](int i) { return "192.0." + std::to_string(i) + ".1"; }, 100), 100u);
  EXPECT_EQ(takes([&](int i) { return text("2001:db8:1:2::", i, ""); }, 100), 8u);
  EXPECT_EQ(takes([&](int i) { return text("2001:db8:1:2", 0x10 + i, "::1"); }, 100), 16u);
  EXPECT_EQ(takes([&](int i) { return text("2001:db8:1:", i * 0x100, "::1"); }, 100), 32u);
  EXPECT_EQ(takes([&](int i) { return text("2001:db8:", i, "::1"); }, 100), 100u);
  sources.forget_idle(now + Duration{3'600'000});
  EXPECT_EQ(sources.size(), 0u);
}

TEST(ShortLivedThings, OfTheNetworkThatHasMostTheOldestGivesWay) {
  ShortLived things;
  EXPECT_FALSE(things.gives_way());
  things.add(1, source_at("192.0.2.1"));
  things.add(2, source_at("2001:db8:1:1::1"));
  EXPECT_TRUE(things.gives_way());
  things.add(3, source_at("2001:db8:1:200::1"));
  things.add(4, source_at("2001:db8:1:201::1"));
  things.add(5, source_at("2001:db8:1:201::2"));
  EXPECT_EQ(things.gives_way(), 4u) << "the /64 that has two, in the /56 that has three";
  EXPECT_EQ(things.gives_way_in(network_of(source_at("192.0.2.9"), Width::network)), 1u);
  EXPECT_FALSE(things.gives_way_in(network_of(source_at("192.0.2.9"), Width::source)));
  EXPECT_EQ(things.gives_way_in(network_of(source_at("2001:db8:1:1::9"), Width::site)), 2u);
  things.remove(4);
  things.remove(4);
  things.remove(5);
  EXPECT_TRUE(things.gives_way() == 2u || things.gives_way() == 3u);
  for (const ShortLived::Name name : {1U, 2U, 3U}) things.remove(name);
  EXPECT_FALSE(things.gives_way());
  EXPECT_EQ(things.size(), 0u);
}

TEST_F(SourcesTest, HoldALimitedNumberOfEachKind) {
  for (const auto& [what, most] : {std::pair(Holding::nameplate, 8), std::pair(Holding::box, 128),
                                   std::pair(Holding::pipe, 128)}) {
    std::vector<Counted> held;
    for (int i = 0; i < most; ++i) {
      auto share = sources.take(what, ann, now);
      ASSERT_TRUE(share) << i;
      held.push_back(*std::move(share));
    }
    EXPECT_FALSE(sources.take(what, ann, now));
    EXPECT_TRUE(sources.take(what, bob, now));
    held.pop_back();
    EXPECT_TRUE(sources.take(what, ann, now));
  }
}

TEST_F(SourcesTest, AreBeyondTheirShareBeforeTheyHoldAllThatTheyMay) {
  std::vector<Counted> held;
  for (int i = 0; i < 64; ++i) {
    EXPECT_FALSE(sources.beyond_share(Holding::pipe, ann)) << i;
    held.push_back(*sources.take(Holding::pipe, ann, now));
  }
  EXPECT_TRUE(sources.beyond_share(Holding::pipe, ann));
  EXPECT_FALSE(sources.full(Holding::pipe, ann));
  EXPECT_FALSE(sources.beyond_share(Holding::pipe, bob));
}

TEST_F(SourcesTest, SendSoManyBytesADay) {
  const Instant next_day = now + Duration{24 * 3600 * std::int64_t{1000}};
  EXPECT_TRUE(sources.count_bytes(ann, bounds.bytes_per_day.source, now));
  EXPECT_FALSE(sources.count_bytes(ann, 1, now));
  EXPECT_TRUE(sources.count_bytes(bob, 1, now));
  sources.forget_idle(Instant{next_day.ms - 1});
  EXPECT_FALSE(sources.count_bytes(ann, 1, Instant{next_day.ms - 1}))
      << "who has sent much is remembered";
  EXPECT_TRUE(sources.count_bytes(ann, 1, next_day));
}

TEST_F(SourcesTest, AreForgottenWhenThatChangesNothing) {
  const Instant later = now + Duration{120'000};
  std::optional<Counted> held = sources.take(Holding::connection, ann, now);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(sources.take_visit(bob, now));
  sources.forget_idle(Instant{later.ms - 1});
  EXPECT_EQ(sources.size(), 3u) << "the two, and the network around them";
  EXPECT_FALSE(sources.take_visit(bob, now));
  held.reset();
  sources.forget_idle(later);
  EXPECT_EQ(sources.size(), 0u);
}

TEST_F(SourcesTest, AreForgottenOnceTheyMayDoAsMuchAsNewOnes) {
  EXPECT_TRUE(sources.take_visit(bob, now));
  EXPECT_TRUE(sources.take_handshake(bob, now));
  sources.forget_idle(now + Duration{5'999});
  EXPECT_GT(sources.size(), 0u) << "ten visits a minute";
  sources.forget_idle(now + Duration{6'000});
  EXPECT_EQ(sources.size(), 0u);
}

TEST(Pass, IsGoodUntilItsTimeAndWithItsSecretOnly) {
  const auto key = PassKey::from("correct horse battery staple\n");
  const auto other = PassKey::from("correct horse battery stapler");
  ASSERT_TRUE(key && other);
  const std::string pass = key->pass(2'000'000'000);
  EXPECT_TRUE(pass.starts_with("2000000000."));
  EXPECT_EQ(pass.size(), 11u + 43u);
  EXPECT_TRUE(key->check(pass, 1'999'999'999));
  EXPECT_EQ(key->check(pass, 2'000'000'000).error().fault, Fault::not_wanted);
  EXPECT_EQ(other->check(pass, 0).error().fault, Fault::bad_signature);
  for (std::size_t i = 0; i < pass.size(); ++i) {
    std::string forged = pass;
    forged[i] = forged[i] == '1' ? '2' : '1';
    EXPECT_FALSE(key->check(forged, 0)) << i;
  }
  for (const std::string& wrong :
       {std::string(), std::string("."), std::string("2000000000"), pass + "=", "0" + pass,
        "+" + pass, " " + pass, std::string("99999999999999999999999.x")})
    EXPECT_FALSE(key->check(wrong, 0)) << wrong;
  EXPECT_TRUE(PassKey::from("correct horse battery staple")->check(pass, 0));
}

TEST(Pass, WantsASecretThatIsLongEnough) {
  EXPECT_FALSE(PassKey::from(""));
  EXPECT_FALSE(PassKey::from(std::string(21, 'x') + "\n"));
  EXPECT_TRUE(PassKey::from(std::string(22, 'x')));
  EXPECT_FALSE(PassKey::from(std::string(4097, 'x')));
}

/// A Binding request with the transaction id of RFC 5769, 2.2 and 2.3, whose answers have these
/// addresses.
Bytes request() { return *from_hex("000100002112a442b7e7a701bc34d686fa87dfae"); }

TEST(Stun, AnswersAsThePublishedExamplesDo) {
  const auto v4 = server::stun_answer(request(), {.ip = ip("192.0.2.1"), .port = 32853});
  ASSERT_TRUE(v4);
  EXPECT_EQ(to_hex(*v4),
            "0101000c2112a442b7e7a701bc34d686fa87dfae"
            "002000080001a147e112a643");
  const auto v6 = server::stun_answer(
      request(), {.ip = ip("2001:db8:1234:5678:11:2233:4455:6677"), .port = 32853});
  ASSERT_TRUE(v6);
  EXPECT_EQ(to_hex(*v6),
            "010100182112a442b7e7a701bc34d686fa87dfae"
            "002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9");
}

TEST(Stun, AnswersNothingElse) {
  const Address caller{.ip = ip("192.0.2.1"), .port = 1};
  for (std::size_t bit = 0; bit < 64; ++bit) {
    Bytes wrong = request();
    wrong[bit / 8] ^= std::byte{1} << bit % 8;
    EXPECT_FALSE(server::stun_answer(wrong, caller)) << bit;
  }
  Bytes longer = request();
  longer.push_back(std::byte{0});
  EXPECT_FALSE(server::stun_answer(longer, caller));
  EXPECT_FALSE(server::stun_answer(ByteSpan(longer).first(19), caller));
}

TEST(Metrics, AreTextThatPrometheusReads) {
  Counters counters;
  counters.count(Denied::pipes);
  counters.count(VisitEnd::time);
  counters.count_wait(Duration{150});
  counters.count_wait(Duration{20'000});
  counters.loop_lag = Duration{7};
  const std::string text = metrics_text(
      counters, {.occupancy = {.nameplates = 3, .boxes = 4, .pipes = 5}, .resident_bytes = 6});
  for (const char* line : {
           "# TYPE fairdeal_relay_places gauge",
           "fairdeal_relay_places{kind=\"nameplate\"} 3",
           "fairdeal_relay_places{kind=\"box\"} 4",
           "fairdeal_relay_pipes 5",
           "fairdeal_relay_visits_total{result=\"time\"} 1",
           "fairdeal_relay_refused_total{why=\"pipes\"} 1",
           "fairdeal_relay_refused_total{why=\"reflections\"} 0",
           "# TYPE fairdeal_relay_pipe_wait_seconds histogram",
           "fairdeal_relay_pipe_wait_seconds_bucket{le=\"0.050\"} 0",
           "fairdeal_relay_pipe_wait_seconds_bucket{le=\"0.200\"} 1",
           "fairdeal_relay_pipe_wait_seconds_bucket{le=\"15.000\"} 1",
           "fairdeal_relay_pipe_wait_seconds_bucket{le=\"+Inf\"} 2",
           "fairdeal_relay_pipe_wait_seconds_sum 20.150",
           "fairdeal_relay_pipe_wait_seconds_count 2",
           "fairdeal_relay_loop_lag_seconds 0.007",
           "process_resident_memory_bytes 6",
       })
    EXPECT_THAT("\n" + text, testing::HasSubstr(std::string("\n") + line + "\n"));
}

}  // namespace
}  // namespace fairdeal::relay
