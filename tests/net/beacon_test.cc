#include "net/reach/beacon.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

/// Tables on the local network: when they are announced, and what a listener believes.

namespace fairdeal::reach {
namespace {

using proto::BeaconBye;
using proto::BeaconSeek;
using proto::BeaconTable;

sockets::LanIp ip(const std::string& text) { return *sockets::LanIp::parse(text); }

/// A link-local address of the interface with this index, which need not exist here.
sockets::LanIp on_link(const std::string& text, std::uint32_t index) {
  sockets::LanIp address = ip(text);
  address.scope = index;
  return address;
}

/// A machine with a wired network of both families and a second IPv4 network.
std::vector<sockets::LanInterface> two_networks() {
  return {
      {.name = "wired",
       .index = 2,
       .multicasts = true,
       .prefixes = {{ip("192.168.1.20"), 96 + 24},
                    {on_link("fe80::20", 2), 64},
                    {ip("2001:db8:1::20"), 64}}},
      {.name = "radio", .index = 3, .multicasts = true, .prefixes = {{ip("10.1.2.3"), 96 + 9}}}};
}

BeaconTable table(std::uint8_t lobby = 1, std::uint32_t taken = 1) {
  BeaconTable out{.lobby = {}, .port = 7777, .game = "holdem", .seats = 4, .taken = taken};
  out.lobby.fill(static_cast<std::byte>(lobby));
  out.tags.fill(std::byte{7});
  return out;
}

BeaconSeek seek(std::uint8_t nonce) {
  BeaconSeek out;
  out.nonce.fill(static_cast<std::byte>(nonce));
  return out;
}

sockets::LanEndpoint at(const std::string& text, std::uint16_t port = 40'000) {
  return {ip(text), port};
}

/// The IPv4 address number `n` of the second network.
sockets::LanIp neighbour(std::uint32_t n) { return sockets::LanIp::v4((10U << 24) + 1 + n); }

Fault fault(const Result<>& result) { return result ? Fault::incomplete : result.error().fault; }

// ---- Addresses

TEST(LanIp, IsReadAndWritten) {
  for (const char* text : {"192.168.1.20", "0.0.0.0", "::", "::1", "2001:db8::7", "fe80::1%lo"})
    EXPECT_EQ(ip(text).text(), text);
  for (const char* text : {"", "192.168.1", "example.org", "fe80::1%", "fe80::1%no such", "::1%lo"})
    EXPECT_FALSE(sockets::LanIp::parse(text)) << text;
  EXPECT_TRUE(ip("::ffff:192.168.1.20") == ip("192.168.1.20"));
  EXPECT_EQ((sockets::LanEndpoint{ip("fe80::1%lo"), 7777}.address().text()), "[fe80::1%lo]:7777");
}

TEST(Attached, IsWhoHasAnAddressOfOneOfOurNetworks) {
  const struct {
    sockets::LanIp source;
    bool attached;
  } kCases[] = {{ip("192.168.1.1"), true},
                {ip("192.168.1.255"), true},
                {ip("192.168.2.1"), false},
                {ip("10.0.0.1"), true},  // of 10.0.0.0/9
                {ip("10.127.255.255"), true},
                {ip("10.128.0.0"), false},
                {ip("203.0.113.9"), false},
                {ip("0.0.0.0"), false},
                {ip("127.0.0.1"), false},
                {on_link("fe80::9", 2), true},
                {on_link("fe80::9", 3), false},  // an address of another link
                {on_link("fe80::9", 0), false},
                {ip("2001:db8:1::9"), true},
                {ip("2001:db8:1:0:ffff::9"), true},
                {ip("2001:db8:1:1::9"), false},
                {ip("::1"), false}};
  for (const auto& [source, attached] : kCases)
    EXPECT_EQ(sockets::is_attached(two_networks(), source), attached) << source.text();
  EXPECT_FALSE(sockets::is_attached({}, ip("192.168.1.1")));
}

TEST(LanInterfaces, AreReadByNameLoopbackIncluded) {
  const auto found = sockets::lan_interfaces({"lo"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(sockets::is_attached(found, ip("127.0.0.1")) && found[0].multicasts &&
              found[0].index != 0);
  EXPECT_FALSE(sockets::is_attached(found, ip("128.0.0.1")));
  EXPECT_TRUE(std::ranges::none_of(sockets::lan_interfaces(),
                                   [](const auto& i) { return i.name == "lo"; }));
}

// ---- The host's side

class Announcing : public testing::Test {
 protected:
  Announcing() { announcer_.on_interfaces(two_networks()); }

  Result<> ask(const sockets::LanEndpoint& from, std::uint8_t nonce, Instant now) {
    return announcer_.on_datagram(from, proto::encode(seek(nonce)), now, rng_);
  }
  /// Lets time pass until `until`, and returns when something was sent to everybody (an unspecified
  /// address) or to a single address.
  std::vector<std::pair<std::int64_t, sockets::LanIp>> sent_until(std::int64_t until) {
    std::vector<std::pair<std::int64_t, sockets::LanIp>> sent;
    while (announcer_.deadline() <= Instant{until}) {
      const Instant now = std::max(announcer_.deadline(), now_);
      for (const auto& out : announcer_.on_time(now))
        sent.emplace_back(now.ms, out.to ? out.to->ip : sockets::LanIp{});
    }
    now_ = Instant{until};
    return sent;
  }
  std::vector<std::int64_t> announced_until(std::int64_t until) {
    std::vector<std::int64_t> times;
    for (const auto& [when, to] : sent_until(until))
      if (to == sockets::LanIp{}) times.push_back(when);
    return times;
  }

  SeededRng rng_{1};
  Instant now_{0};
  Announcer announcer_{table(), Instant{0}};
};

using Times = std::vector<std::int64_t>;

TEST_F(Announcing, IsDoneOnOpeningAndEachHalfMinute) {
  EXPECT_EQ(announced_until(95'000), (Times{0, 30'000, 60'000, 90'000}));
}

TEST_F(Announcing, IsDoneAtEveryChangeButNotTwiceWithinTheGap) {
  EXPECT_EQ(announced_until(10'000), (Times{0}));
  announcer_.on_change(table(1, 2), Instant{10'000});
  EXPECT_EQ(announced_until(10'000), (Times{10'000}));
  announcer_.on_change(table(1, 3), Instant{10'100});
  announcer_.on_change(table(1, 2), Instant{10'200});
  EXPECT_EQ(announced_until(20'000), (Times{10'500}));
  announcer_.on_change(table(1, 2), Instant{20'000});
  EXPECT_EQ(announced_until(40'499), (Times{})) << "nothing has changed";
  EXPECT_EQ(announced_until(40'500), (Times{40'500}));
}

TEST_F(Announcing, SaysHowTheTableIsNowAndThenFarewell) {
  announcer_.on_change(table(1, 3), Instant{0});
  const auto out = announcer_.on_time(Instant{0});
  ASSERT_EQ(out.size(), 1U);
  EXPECT_FALSE(out[0].to);
  EXPECT_EQ(*proto::decode_beacon(out[0].datagram), proto::Beacon(table(1, 3)));
  EXPECT_EQ(*proto::decode_beacon(announcer_.farewell()), proto::Beacon(BeaconBye{table().lobby}));
}

TEST_F(Announcing, AnswersWhoAsksAloneAndTheSameQuestionOnce) {
  (void)sent_until(0);
  EXPECT_TRUE(ask(at("192.168.1.7", 41'000), 1, Instant{1'000}));
  EXPECT_TRUE(ask(at("192.168.1.7", 41'000), 1, Instant{1'001})) << "by broadcast as well";
  const Instant due = announcer_.deadline();
  EXPECT_TRUE(due >= Instant{1'000} && due <= Instant{1'200});
  EXPECT_TRUE(announcer_.on_time(due + Duration{-1}).empty());
  const auto out = announcer_.on_time(due);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].to, at("192.168.1.7", 41'000));
  EXPECT_EQ(*proto::decode_beacon(out[0].datagram), proto::Beacon(table()));
  EXPECT_TRUE(ask(at("192.168.1.7", 41'000), 1, due + Duration{1})) << "it arrives late";
  EXPECT_EQ(announcer_.deadline(), Instant{30'000});
}

TEST_F(Announcing, AnswersASourceOnceASecond) {
  (void)sent_until(0);
  EXPECT_TRUE(ask(at("192.168.1.7", 41'000), 1, Instant{1'000}));
  const Instant first = announcer_.deadline();
  EXPECT_EQ(announcer_.on_time(first).size(), 1U);
  EXPECT_TRUE(ask(at("192.168.1.7", 42'000), 2, first + Duration{1}));
  EXPECT_GE(announcer_.deadline(), (first + net::kAnswerEvery));
  EXPECT_LE(announcer_.deadline(), (first + net::kAnswerEvery + net::kAnswerDelayMax));
}

/// A program that asks just after another one of its machine has ended is not left out.
TEST_F(Announcing, AnswersTheLastOfAMachineThatAsked) {
  (void)sent_until(0);
  EXPECT_TRUE(ask(at("192.168.1.7", 41'000), 1, Instant{1'000}));
  const Instant first = announcer_.deadline();
  EXPECT_EQ(announcer_.on_time(first).size(), 1U);
  EXPECT_TRUE(ask(at("192.168.1.7", 41'000), 2, first + Duration{1}));
  const Instant due = announcer_.deadline();
  EXPECT_TRUE(ask(at("192.168.1.7", 42'000), 3, first + Duration{2}));
  EXPECT_TRUE(ask(at("192.168.1.7", 42'000), 3, first + Duration{3})) << "it took another way";
  EXPECT_EQ(announcer_.deadline(), due) << "no sooner, and no later";
  const auto out = announcer_.on_time(due);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].to, at("192.168.1.7", 42'000));
}

TEST_F(Announcing, AnswersNobodyElse) {
  EXPECT_EQ(fault(ask(at("203.0.113.9"), 1, Instant{0})), Fault::not_wanted);
  const sockets::LanEndpoint from = at("192.168.1.7");
  EXPECT_EQ(fault(announcer_.on_datagram(from, proto::encode(table()), Instant{0}, rng_)),
            Fault::not_wanted);
  EXPECT_EQ(fault(announcer_.on_datagram(from, as_bytes("GET / HTTP"), Instant{0}, rng_)),
            Fault::unknown_version);
  for (std::uint32_t i = 0; i < net::kBeaconSourcesMax; ++i)
    EXPECT_TRUE(ask({neighbour(i), 40'000}, 1, Instant{0}));
  EXPECT_EQ(fault(ask(from, 1, Instant{0})), Fault::too_large);
  EXPECT_EQ(sent_until(5'000).size(), 1 + net::kBeaconSourcesMax);
  EXPECT_TRUE(ask(from, 1, Instant{5'000}));
}

/// Changes and questions come at random, of a few sources.
class AnnouncingAtRandom : public testing::TestWithParam<std::uint64_t> {};
TEST_P(AnnouncingAtRandom, KeepsItsTimes) {
  SeededRng rng(GetParam());
  Announcer announcer(table(), Instant{0});
  announcer.on_interfaces(two_networks());
  std::map<sockets::LanIp, Instant> answered, asked;
  std::optional<Instant> announced;
  std::uint8_t nonce = 0;
  for (Instant now{0}; now < Instant{300'000};
       now.ms += static_cast<std::int64_t>(rng.below(400))) {
    for (const auto& out : announcer.on_time(now)) {
      if (!out.to) {
        EXPECT_TRUE(!announced || *announced + net::kAnnounceGap <= now);
        announced = now;
        continue;
      }
      const sockets::LanIp& to = out.to->ip;
      EXPECT_TRUE(!answered.contains(to) || answered[to] + net::kAnswerEvery <= now);
      ASSERT_TRUE(asked.contains(to)) << "nobody asked";
      // 400 more, since this test does not look at every moment.
      EXPECT_LE((now - asked[to]).ms, net::kAnswerEvery.ms + net::kAnswerDelayMax.ms + 400);
      asked.erase(to);
      answered[to] = now;
    }
    ASSERT_TRUE(announced);
    EXPECT_LE((now - *announced).ms, net::kAnnounceEvery.ms);
    EXPECT_GT(announcer.deadline(), now);
    if (rng.below(3) == 0)
      announcer.on_change(table(1, static_cast<std::uint32_t>(rng.below(5))), now);
    if (rng.below(2) == 0) {
      const sockets::LanIp from = neighbour(static_cast<std::uint32_t>(rng.below(5)));
      EXPECT_TRUE(announcer.on_datagram({from, 40'000}, proto::encode(seek(++nonce)), now, rng));
      asked.try_emplace(from, now);
    }
  }
  EXPECT_EQ(answered.size(), 5U);
}
INSTANTIATE_TEST_SUITE_P(Seeds, AnnouncingAtRandom, testing::Range<std::uint64_t>(0, 50));

// ---- The listener's side

class Listening : public testing::Test {
 protected:
  Listening() { list_.on_interfaces(two_networks()); }

  Result<> hear(const sockets::LanEndpoint& from, const proto::Beacon& beacon,
                std::int64_t ms = 0) {
    return list_.on_datagram(from, proto::encode(beacon), Instant{ms});
  }

  BeaconList list_;
};

TEST_F(Listening, TheTableIsAtTheSourceAndNotWhereItSays) {
  EXPECT_TRUE(hear(at("192.168.1.7", 24'177), table()));
  EXPECT_TRUE(hear({on_link("fe80::7", 2), 24'177}, table()));
  const auto tables = list_.tables(Instant{0});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].table, table());
  ASSERT_EQ(tables[0].places.size(), 2U);
  EXPECT_EQ(tables[0].places[0].at, at("192.168.1.7", 7777));
  EXPECT_EQ(tables[0].places[1].at, (sockets::LanEndpoint{on_link("fe80::7", 2), 7777}));
}

TEST_F(Listening, DropsWhatComesFromAnotherNetworkOrIsNoTable) {
  EXPECT_EQ(fault(hear(at("203.0.113.9"), table())), Fault::not_wanted);
  EXPECT_EQ(fault(hear({on_link("fe80::7", 3), 1}, table())), Fault::not_wanted);
  EXPECT_EQ(fault(hear(at("192.168.1.7"), seek(1))), Fault::not_wanted);
  EXPECT_EQ(fault(list_.on_datagram(at("192.168.1.7"), as_bytes("fdb2"), Instant{0})),
            Fault::unknown_version);
  EXPECT_TRUE(list_.tables(Instant{0}).empty());
  list_.on_interfaces({});
  EXPECT_EQ(fault(hear(at("192.168.1.7"), table())), Fault::not_wanted);
}

TEST_F(Listening, ATableChangesAndGoesWithItsFarewell) {
  EXPECT_TRUE(hear(at("192.168.1.7"), table(1, 1)));
  EXPECT_TRUE(hear(at("192.168.1.7"), table(1, 3)));
  EXPECT_EQ(list_.tables(Instant{0}).at(0).table.taken, 3U);
  EXPECT_TRUE(hear(at("192.168.1.7"), BeaconBye{table().lobby}));
  EXPECT_TRUE(list_.tables(Instant{0}).empty());
  EXPECT_EQ(fault(hear(at("192.168.1.7"), BeaconBye{table().lobby})), Fault::not_wanted);
}

TEST_F(Listening, WhoRepeatsALobbyChangesNothingThatWasHeard) {
  EXPECT_TRUE(hear(at("192.168.1.7"), table(1, 1)));
  EXPECT_EQ(fault(hear(at("192.168.1.66"), BeaconBye{table().lobby})), Fault::not_wanted);
  EXPECT_TRUE(hear(at("192.168.1.66"), table(1, 4)));
  EXPECT_TRUE(hear(at("192.168.1.66"), BeaconBye{table().lobby}));
  const auto tables = list_.tables(Instant{0});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].table.taken, 1U);
  ASSERT_EQ(tables[0].places.size(), 1U);
  for (std::uint32_t i = 1; i < net::kLanPlacesMax; ++i)
    EXPECT_TRUE(hear({neighbour(i), 1}, table(1, 1)));
  EXPECT_EQ(fault(hear(at("192.168.1.66"), table(1, 1))), Fault::too_large);
}

TEST_F(Listening, ATableThatIsNotHeardGoes) {
  EXPECT_TRUE(hear(at("192.168.1.7"), table(1), 0));
  EXPECT_TRUE(hear(at("192.168.1.8"), table(2), 50'000));
  EXPECT_TRUE(hear(at("192.168.1.7"), table(1), 60'000));
  EXPECT_EQ(list_.tables(Instant{139'999}).size(), 2U);
  EXPECT_EQ(list_.tables(Instant{140'000}).size(), 1U);
  EXPECT_EQ(list_.tables(Instant{150'000}).size(), 0U);
}

TEST_F(Listening, ThereIsRoomForSoManyTables) {
  for (std::uint32_t i = 0; i < net::kLanTablesMax; ++i)
    EXPECT_TRUE(hear({neighbour(i), 1}, table(static_cast<std::uint8_t>(i))));
  EXPECT_EQ(fault(hear(at("192.168.1.7"), table(99))), Fault::too_large);
  EXPECT_TRUE(hear({neighbour(0), 1}, table(0, 2))) << "those that are known go on";
  EXPECT_EQ(list_.tables(Instant{0}).size(), net::kLanTablesMax);
  EXPECT_TRUE(hear(at("192.168.1.7"), table(99), 90'000)) << "the others have gone";
}

TEST_F(Listening, WhoSendsTooManyIsDroppedAndOthersAreHeard) {
  for (std::int64_t i = 0; i <= net::kBeaconsPerSecond; ++i)
    EXPECT_TRUE(hear(at("192.168.1.7"), table()));
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(fault(hear(at("192.168.1.7"), table())), Fault::too_large);
  EXPECT_TRUE(hear(at("192.168.1.8"), table(2)));
  EXPECT_EQ(fault(hear(at("192.168.1.7"), table(), 49)), Fault::too_large);
  EXPECT_TRUE(hear(at("192.168.1.7"), table(), 50)) << "what was dropped costs nothing later";
}

TEST_F(Listening, SoManySourcesAreKeptApart) {
  for (std::uint32_t i = 0; i < net::kBeaconSourcesMax; ++i)
    EXPECT_EQ(fault(hear({neighbour(i), 1}, seek(1))), Fault::not_wanted);
  EXPECT_EQ(fault(hear(at("192.168.1.7"), table())), Fault::too_large);
  EXPECT_TRUE(hear(at("192.168.1.7"), table(), 1'000));
}

/// Datagrams of all kinds come from sources near and far, some of them damaged.
class ListeningAtRandom : public testing::TestWithParam<std::uint64_t> {};
TEST_P(ListeningAtRandom, NothingIsListedButWhatWasHeardFromNear) {
  SeededRng rng(GetParam());
  BeaconList list;
  list.on_interfaces(two_networks());
  Instant now{0};
  std::map<sockets::LanEndpoint, Instant> heard;
  for (int i = 0; i < 3'000; ++i) {
    now.ms += static_cast<std::int64_t>(rng.below(200));
    const auto number = static_cast<std::uint32_t>(rng.below(80));
    const bool near = rng.below(4) != 0;
    const sockets::LanEndpoint from{
        near ? neighbour(number) : sockets::LanIp::v4((172U << 24) + number), 1};
    const auto lobby = static_cast<std::uint8_t>(rng.below(60));
    const bool bye = rng.below(5) == 0;
    Bytes bytes = bye ? proto::encode(BeaconBye{table(lobby).lobby}) : proto::encode(table(lobby));
    if (rng.below(3) == 0) bytes.resize(rng.below(bytes.size()));
    if (list.on_datagram(from, bytes, now)) {
      EXPECT_TRUE(near);
      if (!bye) heard[{from.ip, 7777}] = now;
    }
    const auto& tables = list.tables(now);
    ASSERT_LE(tables.size(), net::kLanTablesMax);
    std::set<proto::LobbyId> lobbies;
    for (const auto& [table, places] : tables) {
      EXPECT_TRUE(lobbies.insert(table.lobby).second);
      ASSERT_TRUE(!places.empty() && places.size() <= net::kLanPlacesMax);
      for (const auto& place : places) {
        ASSERT_TRUE(heard.contains(place.at));
        EXPECT_LT((now - place.last).ms, net::kAnnouncedFor.ms);
      }
    }
  }
  EXPECT_FALSE(list.tables(now).empty());
}
INSTANTIATE_TEST_SUITE_P(Seeds, ListeningAtRandom, testing::Range<std::uint64_t>(0, 20));

}  // namespace
}  // namespace fairdeal::reach
