#include <gmock/gmock.h>

#include "relay/refusals.h"
#include "tests/relay/client.h"

/// The tools of an operator: lists, passes with names, bounds on traffic, the log of refusals, and
/// the end of a relay.

namespace fairdeal::relay::testing_ {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

IpAddress ip(const char* text) { return *IpAddress::parse(text); }

TEST(BlockLists, HaveOneNetworkALine) {
  const auto list = BlockList::parse(
      "# from our firewall\n192.0.2.0/24\n  2001:db8:7::/48  # a customer\n\n203.0.113.9");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->size(), 3u);
  for (const char* blocked : {"192.0.2.0", "192.0.2.255", "2001:db8:7:ffff::1", "203.0.113.9"})
    EXPECT_TRUE(list->contains(ip(blocked))) << blocked;
  for (const char* other : {"192.0.3.0", "192.0.1.255", "2001:db8:8::1", "203.0.113.8", "::1"})
    EXPECT_FALSE(list->contains(ip(other))) << other;
  EXPECT_TRUE(BlockList::parse("0.0.0.0/0")->contains(ip("8.8.8.8")));
  EXPECT_FALSE(BlockList::parse("0.0.0.0/0")->contains(ip("2001:db8::1")));
  EXPECT_TRUE(BlockList::parse("::/0")->contains(ip("8.8.8.8")));
  EXPECT_FALSE(BlockList::parse("")->contains(ip("8.8.8.8")));
}

TEST(BlockLists, AWrongLineIsNamed) {
  const auto wrong = BlockList::parse("192.0.2.0/24\n\n192.0.2.1/24\n");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().about, HasSubstr("line 3"));
  EXPECT_FALSE(BlockList::parse("somewhere"));
}

TEST(NamedPasses, AreGoodUntilTheirNameIsRevoked) {
  const auto key = PassKey::from("correct horse battery staple");
  const std::string pass = key->pass(2'000'000'000, "ann-2"), none = key->pass(2'000'000'000);
  EXPECT_TRUE(pass.starts_with("ann-2.2000000000."));
  EXPECT_EQ(key->check(pass, 1).value_or("?"), "ann-2");
  EXPECT_EQ(key->check(none, 1).value_or("?"), "");
  EXPECT_FALSE(key->check(pass.substr(6), 1)) << "another's mark on a pass without a name";
  EXPECT_FALSE(key->check("ann-3" + pass.substr(5), 1));
  EXPECT_FALSE(key->check("ann-2." + none, 1));
  for (std::size_t i = 0; i < pass.size(); ++i) {
    std::string forged = pass;
    forged[i] = forged[i] == 'a' ? 'b' : 'a';
    EXPECT_FALSE(key->check(forged, 1)) << i;
  }
  for (const char* wrong : {"", "1ann", "an.n", "a b", "ann\n", "-"})
    EXPECT_FALSE(PassKey::is_name(wrong)) << wrong;
  EXPECT_FALSE(PassKey::is_name(std::string(41, 'a')));
  const auto revoked = RevokedPasses::parse("# left in May\nbob\nann-2 # lost her phone\n");
  ASSERT_TRUE(revoked);
  EXPECT_TRUE(revoked->contains("ann-2"));
  EXPECT_FALSE(revoked->contains("ann"));
  EXPECT_FALSE(RevokedPasses::parse("two names"));
}

TEST(MonthVolumes, AreOfTheCalendarOfUtc) {
  constexpr std::uint64_t kLastOfNovember = 1'796'083'199;  // 2026-11-30 23:59:59
  const std::uint32_t november = MonthVolume::month_of(kLastOfNovember);
  EXPECT_EQ(MonthVolume::month_of(kLastOfNovember + 1), november + 1);
  const MonthVolume volume{.month = november, .bytes = 123};
  EXPECT_EQ(volume.text(), "2026-11 123\n");
  EXPECT_EQ(MonthVolume::parse(volume.text()).value_or(MonthVolume{}), volume);
  for (const char* wrong : {"", "2026-13 1", "2026-11", "2026-11 x", "2026-11 1 1", "-11 5"})
    EXPECT_FALSE(MonthVolume::parse(wrong)) << wrong;
}

TEST(RelayTraffic, TheMonthsVolumeEndsWithTheMonth) {
  constexpr std::uint64_t kNow = 1'796'083'190;
  const MonthVolume before{.month = MonthVolume::month_of(kNow), .bytes = 900};
  Traffic traffic({.bytes_per_month = 10'000}, before, Instant{0});
  EXPECT_TRUE(traffic.has_room_for_pipes(kNow));
  traffic.sent(8'600, kNow);
  EXPECT_FALSE(traffic.has_room_for_pipes(kNow)) << "the last 5 % are for the tables that play";
  EXPECT_TRUE(traffic.has_room(kNow));
  traffic.sent(600, kNow);
  EXPECT_FALSE(traffic.has_room(kNow));
  EXPECT_TRUE(traffic.has_room(kNow + 10)) << "it is December";
  EXPECT_EQ(traffic.volume(kNow + 10).bytes, 0u);
  Traffic of_october({.bytes_per_month = 10'000}, {.month = before.month - 1, .bytes = 20'000},
                     Instant{0});
  EXPECT_TRUE(of_october.has_room_for_pipes(kNow));
}

TEST(RelayTraffic, TheRateIsOfAllPipesTogether) {
  Traffic traffic({.bytes_per_second = 100'000}, {}, Instant{0});
  Instant next{0};
  for (int piece = 0; piece < 100; ++piece) next = traffic.take(8'192, Instant{0});
  const std::int64_t expected = (100 * (8'192 + 64) - 100'000) / 100;
  EXPECT_NEAR(static_cast<double>(next.ms), static_cast<double>(expected), 10);
  Traffic unbounded({}, {}, Instant{0});
  EXPECT_EQ(unbounded.take(std::int64_t{1} << 40, Instant{5}), Instant{5});
}

TEST(RelayTraffic, ShowsTheAverageOfTenSeconds) {
  Traffic traffic({}, {}, Instant{0});
  EXPECT_EQ(traffic.bytes_per_second(), 0u);
  for (int second = 0; second <= 30; ++second) {
    if (second > 20) traffic.sent(936, 0);
    traffic.on_tick(Instant{second * 1'000});
  }
  EXPECT_EQ(traffic.bytes_per_second(), 1'000u);
}

TEST(RefusalLogs, SayWhoAndWhyOnceASecond) {
  std::vector<std::string> lines;
  RefusalLog log([&](const std::string& line) { lines.push_back(line); });
  for (int i = 0; i < 5; ++i) log.on_refused(Denied::visits, ip("192.0.2.7"), Instant{100});
  log.on_refused(Denied::pass, ip("192.0.2.7"), Instant{200});
  log.on_refused(Denied::visits, ip("2001:db8::1"), Instant{300});
  log.on_refused(Denied::visits, ip("2001:db8::2"), Instant{400});
  EXPECT_THAT(lines, ElementsAre("refused network=192.0.2.7 why=visits",
                                 "refused network=192.0.2.7 why=pass",
                                 "refused network=2001:db8::/64 why=visits"));
  lines.clear();
  log.on_tick(Instant{1'100});
  EXPECT_THAT(lines, ElementsAre("refused 5 more"));
  lines.clear();
  for (std::uint32_t i = 0; i < 1'000; ++i)
    log.on_refused(Denied::visits, IpAddress::v4(i), Instant{2'000});
  EXPECT_EQ(lines.size(), RefusalLog::kLinesMax) << "attackers do not fill the log";
}

TEST(RelayOperator, BlockedNetworksAreNotLetIn) {
  server::Config config;
  config.reflect = {any_port()};
  config.files.blocked = *BlockList::parse("127.0.0.2\n192.0.2.0/24");
  config.trusted_proxies = {*IpNetwork::parse("127.0.0.1")};
  RelayUp relay(std::move(config));
  Client blocked(relay.port(), "127.0.0.2"), other(relay.port(), "127.0.0.3");
  EXPECT_EQ(blocked.ask(Client::request()), 0);
  EXPECT_EQ(other.ask(Client::request()), 101);
  EXPECT_EQ(Client(relay.reflector(), "127.0.0.2").rest(), "");
  Client through_proxy(relay.port());
  EXPECT_EQ(through_proxy.ask(
                Client::request("/fairdeal/1", "fairdeal.1", "X-Forwarded-For: 192.0.2.9\r\n")),
            0);
  EXPECT_EQ(relay.refused("blocked"), 3);
  Client collector(relay.metrics_port(), "127.0.0.2");
  EXPECT_EQ(collector.ask("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n"), 200)
      << "the metrics are the operator's";
}

TEST(RelayOperator, NewListsEndTheConnectionsThatTheyName) {
  const auto key = *PassKey::from("correct horse battery staple");
  server::Config config;
  config.passes = PassKey::from("correct horse battery staple").value();
  RelayUp relay(std::move(config));
  const auto bearer = [&](const char* name) {
    return "Authorization: Bearer " + key.pass(2'000'000, name) + "\r\n";
  };
  Client ann(relay.port()), bob(relay.port()), cat(relay.port(), "127.0.0.4");
  ann.come_in(bearer("ann"));
  bob.come_in(bearer("bob"));
  cat.come_in(bearer("cat"));
  server::Files files;
  files.revoked = *RevokedPasses::parse("ann");
  files.blocked = *BlockList::parse("127.0.0.4");
  relay.renew(std::move(files));
  EXPECT_EQ(ann.close_code(), 4429);
  EXPECT_EQ(cat.close_code(), 4429);
  Client again(relay.port());
  EXPECT_EQ(again.ask(Client::request("/fairdeal/1", "fairdeal.1", bearer("ann"))), 401);
  bob.send(kControl);
  bob.say(proto::Claim{.minutes = 20});
  EXPECT_NE(bob.hear_a<proto::Claimed>().nameplate, 0u) << "Bob is still there";
}

TEST(RelayOperator, WhenTheMonthIsUsedUpThereAreNoNewPipes) {
  server::Config config;
  config.traffic.bytes_per_month = 100'000;
  config.utc_seconds = [] { return std::uint64_t{1'796'083'190}; };
  config.volume = {.month = MonthVolume::month_of(1'796'083'190), .bytes = 90'000};
  MonthVolume kept;
  config.keep_volume = [&](const MonthVolume& volume) { kept = volume; };
  RelayUp relay(std::move(config));
  Joined pipe(relay);
  pipe.ann.send(std::string(5'000, 'x'));
  EXPECT_EQ(pipe.bob.stream(5'000).size(), 5'000u);
  Client late(relay.port());
  late.come_in();
  late.send(pipe_hello(std::string(16, 'l'), 0));
  EXPECT_EQ(late.close_code(), 4429);
  EXPECT_EQ(relay.refused("month"), 1);
  pipe.ann.send(std::string(4'000, 'y'));
  EXPECT_EQ(pipe.bob.stream(4'000).size(), 4'000u) << "the table has the rest";
  pipe.ann.send(std::string(5'000, 'z'));
  pipe.ann.send(std::string(5'000, 'z'));
  EXPECT_EQ(pipe.ann.close_code(), 4429);
  EXPECT_GE(relay.metric("fairdeal_relay_month_sent_bytes"), 99'000);
  EXPECT_EQ(relay.metric("fairdeal_relay_month_max_bytes"), 100'000);
  relay.stop();
  EXPECT_GE(kept.bytes, 99'000u) << "it is kept at the end";
}

TEST(RelayOperator, TheRateHoldsForAllPipes) {
  server::Config config;
  config.traffic.bytes_per_second = 100'000;
  RelayUp relay(std::move(config));
  Joined first(relay), second(relay, 0, std::string(16, 'u'));
  const Instant began = now();
  const std::string bytes(10'000, 'x');
  for (int i = 0; i < 12; ++i) {
    first.ann.send(bytes);
    second.ann.send(bytes);
    EXPECT_EQ(first.bob.stream(bytes.size()), bytes);
    EXPECT_EQ(second.bob.stream(bytes.size()), bytes);
  }
  EXPECT_GT((now() - began).ms, 1'000) << "240 kB, of which 100 kB may go at once";
}

TEST(RelayOperator, TheStatusPageSaysRateAndMonth) {
  server::Config config;
  config.traffic = {.bytes_per_second = 20'000'000, .bytes_per_month = 500'000'000'000};
  config.utc_seconds = [] { return std::uint64_t{1'796'083'190}; };
  config.volume = {.month = MonthVolume::month_of(1'796'083'190), .bytes = 125'000'000'000};
  RelayUp relay(std::move(config));
  const auto page = [&](const char* path) {
    Client asking(relay.metrics_port());
    EXPECT_EQ(asking.ask(std::string("GET ") + path + " HTTP/1.1\r\nHost: here\r\n\r\n"), 200);
    return asking.rest();
  };
  EXPECT_THAT(page("/status"), HasSubstr("Rate: 0 B a second of 20.0 MB\n"));
  EXPECT_THAT(page("/status"), HasSubstr("Sent in 2026-11: 125.0 GB of 500.0 GB (24 %)\n"));
  EXPECT_THAT(page("/status.json"), HasSubstr("\"sent\":{\"month\":\"2026-11\","
                                              "\"bytes\":125000000000,\"max\":500000000000}"));
}

TEST(RelayOperator, TellsWhomItRefusedWhat) {
  server::Config config;
  std::vector<std::string> lines;
  config.log_refusal = [&](const std::string& line) { lines.push_back(line); };
  RelayUp relay(std::move(config));
  Client lost(relay.port(), "127.0.0.5");
  EXPECT_EQ(lost.ask("GET / HTTP/1.1\r\nHost: here\r\n\r\n"), 404);
  Client visitor(relay.port(), "127.0.0.6");
  visitor.come_in();
  visitor.send(kControl);
  for (int i = 0; i < 11; ++i) visitor.say(proto::Visit{0, std::uint32_t{7}, {}});
  for (int i = 0; i < 11; ++i) (void)visitor.hear();
  relay.stop();
  EXPECT_THAT(lines, testing::Contains("refused network=127.0.0.5 why=not_fairdeal"));
  EXPECT_THAT(lines, testing::Contains("refused network=127.0.0.6 why=visits"));
}

Bounds draining_bounds() {
  Bounds bounds;
  bounds.tick = Duration{50};
  bounds.closing_max = Duration{200};
  return bounds;
}

TEST(RelayDrain, TablesGoOnAndNobodyElseDoes) {
  RelayUp relay(draining_bounds());
  Joined pipe(relay);
  Client control(relay.port()), waiting(relay.port());
  control.come_in();
  control.send(kControl);
  control.say(proto::Claim{.minutes = 20});
  (void)control.hear_a<proto::Claimed>();
  waiting.come_in();
  waiting.send(pipe_hello(std::string(16, 'w'), 0));
  relay.begin_to_drain();
  EXPECT_EQ(control.close_code(), 4503);
  EXPECT_EQ(waiting.close_code(), 4503);
  EXPECT_THROW(Client(relay.port()), boost::system::system_error);
  pipe.ann.send("still here");
  EXPECT_EQ(pipe.bob.stream(10), "still here");
  EXPECT_EQ(relay.metric("fairdeal_relay_draining"), 1);
  pipe.ann.hang_up();
  EXPECT_EQ(pipe.bob.close_code(), 4410);
  pipe.bob.hang_up();
  relay.join();
}

TEST(RelayDrain, EndsAfterItsTime) {
  Bounds bounds = draining_bounds();
  bounds.drain_max = Duration{300};
  RelayUp relay(bounds);
  Joined pipe(relay);
  relay.begin_to_drain();
  EXPECT_EQ(pipe.ann.close_code(), 4503);
  EXPECT_EQ(pipe.bob.close_code(), 4503);
  relay.join();
}

TEST(RelayDrain, WithoutATableItEndsAtOnceWhateverItsClientsDo) {
  RelayUp relay(draining_bounds());
  Client silent(relay.port()), half(relay.port());
  ASSERT_EQ(silent.ask(Client::request()), 101);
  half.send_raw("GET /fairdeal/1 HT");
  const Instant began = now();
  relay.begin_to_drain();
  relay.join();
  EXPECT_LT((now() - began).ms, 3'000);
}

TEST(RelayDrain, ToldTwiceItEndsAtOnce) {
  RelayUp relay(draining_bounds());
  Joined pipe(relay);
  relay.begin_to_drain();
  const Instant began = now();
  relay.stop();
  EXPECT_LT((now() - began).ms, 3'000);
  EXPECT_EQ(pipe.ann.close_code(), 4503);
}

}  // namespace
}  // namespace fairdeal::relay::testing_
