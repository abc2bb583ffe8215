#include <gmock/gmock.h>

#include "relay/pass.h"
#include "tests/relay/client.h"

/// The limits that the relay holds its clients to: each met, and one that stays below.

namespace fairdeal::relay::testing_ {
namespace {

using Why = proto::Gone::Why;
using Clients = std::vector<std::unique_ptr<Client>>;

/// Bounds that end what a test waits for soon.
Bounds quick() {
  Bounds bounds;
  bounds.tick = Duration{20};
  bounds.closing_max = Duration{200};
  // tests/relay/work_test.cc has what costs work.
  bounds.work_from_percent = 100;
  bounds.shares_with_work = 1;
  return bounds;
}

/// A control connection with a box, which gives way to nobody.
void hold_a_box(Client& client, unsigned char number) {
  client.come_in();
  client.send(kControl);
  client.say(proto::OpenBox{.box = {std::byte{number}}});
  client.hear_a<proto::Held>();
}

TEST(RelayLimits, ASourceHasSoManyConnectionsOfWhichThoseWithoutAPlaceGiveWay) {
  Bounds bounds = quick();
  bounds.connections_of.source = 3;
  RelayUp relay(bounds);
  Client first(relay.port()), second(relay.port()), third(relay.port());
  hold_a_box(first, 1);
  second.come_in();
  hold_a_box(third, 3);
  Client fourth(relay.port());
  hold_a_box(fourth, 4);
  EXPECT_FALSE(second.frame()) << "it gave way";
  EXPECT_EQ(relay.refused("gave_way"), 1);
  Client fifth(relay.port());
  EXPECT_EQ(fifth.ask(Client::request()), 101);
  EXPECT_EQ(fifth.close_code(), 4429) << "who holds something is never thrown out";
  EXPECT_EQ(relay.refused("connections"), 1);
  Client elsewhere(relay.port(), "127.0.0.2");
  EXPECT_EQ(elsewhere.come_in().observed, "127.0.0.2");
  first.hang_up();
  for (bool is_in = false; !is_in;) {  // until the relay has seen that
    Client again(relay.port());
    if (again.ask(Client::request()) != 101) continue;
    const auto next = again.frame();
    is_in = next && next->opcode == Client::kBinary;
  }
}

TEST(RelayLimits, A83_WhenAllPlacesAreTakenTheNetworkThatHasMostMakesRoom) {
  Bounds bounds = quick();
  bounds.connections = 10;
  RelayUp relay(bounds);
  Client holder(relay.port(), "127.1.0.1"), neighbour(relay.port(), "127.1.1.1");
  hold_a_box(holder, 1);
  neighbour.come_in();
  Clients clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(std::make_unique<Client>(relay.port(), "127.2.0." + std::to_string(1 + i)));
    clients.back()->come_in();
  }
  EXPECT_EQ(relay.refused("gave_way"), 12);
  EXPECT_FALSE(clients.at(0)->frame()) << "the oldest of those gave way";
  neighbour.send(kControl);
  neighbour.say(proto::OpenBox{.box = {std::byte{2}}});
  neighbour.hear_a<proto::Held>();
  holder.say(proto::OpenBox{.box = {std::byte{3}}});
  holder.hear_a<proto::Held>();
}

TEST(RelayLimits, A83_ANetworkHasSoMuchWhateverItsAddresses) {
  for (const auto& [first, step] : {std::pair("2001:db8:1:", 0x100), std::pair("2001:db8:1:", 1)}) {
    server::Config config{.bounds = quick()};
    config.trusted_proxies = {*IpNetwork::parse("127.0.0.1")};
    RelayUp relay(std::move(config));
    Clients clients;
    int numbers = 0;
    for (int i = 1; i <= 20; ++i) {
      std::array<char, 64> address{};
      std::snprintf(address.data(), address.size(), "X-Forwarded-For: %s%x::7\r\n", first,
                    i * step);
      clients.push_back(std::make_unique<Client>(relay.port()));
      clients.back()->come_in(address.data());
      clients.back()->send(kControl);
      for (int j = 0; j < 4; ++j) {
        clients.back()->say(proto::Claim{.minutes = 1});
        const auto answer = clients.back()->hear();
        if (answer && std::holds_alternative<proto::Claimed>(*answer)) ++numbers;
      }
    }
    EXPECT_EQ(numbers, step == 1 ? 8 : 16) << "a /56, and a /48";
  }
}

TEST(RelayLimits, A83_APipeThatWaitsGivesWayAndOneThatIsJoinedDoesNot) {
  Bounds bounds = quick();
  bounds.pipes_of.source = 3;
  RelayUp relay(bounds);
  Joined pipe(relay);
  Client waits(relay.port()), newer(relay.port());
  for (Client* client : {&waits, &newer}) client->come_in();
  waits.send(pipe_hello(std::string(16, 'x'), 0));
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 3);
  newer.send(pipe_hello(std::string(16, 'y'), 0));
  EXPECT_EQ(waits.close_code(), 0) << "it gave way";
  pipe.ann.send("on it goes");
  EXPECT_EQ(pipe.bob.stream(10), "on it goes");
}

TEST(RelayLimits, ASourceHasSoManyPipes) {
  Bounds bounds = quick();
  bounds.pipes_of.source = 2;
  RelayUp relay(bounds);
  Joined pipe(relay);
  Client third(relay.port());
  third.come_in();
  third.send(pipe_hello(std::string(16, 'x'), 0));
  EXPECT_EQ(third.close_code(), 4429);
  EXPECT_EQ(relay.refused("pipes"), 1);
  pipe.ann.send("on it goes");
  EXPECT_EQ(pipe.bob.stream(10), "on it goes");
}

TEST(RelayLimits, ASourceSendsSoManyBytesADay) {
  Bounds bounds = quick();
  bounds.bytes_per_day.source = 1000;
  RelayUp relay(bounds);
  Joined pipe(relay);
  pipe.ann.send(std::string(1000, 'x'));
  EXPECT_EQ(pipe.bob.stream(1000).size(), 1000u);
  pipe.ann.send("y");
  EXPECT_EQ(pipe.ann.close_code(), 4429);
  EXPECT_EQ(pipe.bob.close_code(), 4410);
  EXPECT_EQ(relay.refused("bytes"), 1);
}

TEST(RelayLimits, AFastPipeIsReadSlowerAndLosesNothing) {
  Bounds bounds = quick();
  bounds.pipe_bytes_per_second = 1 << 20;
  bounds.pipe_bytes_burst = 64 << 10;
  RelayUp relay(bounds);
  Joined pipe(relay);
  const std::string bytes(384 << 10, 'x');
  const Instant began = now();
  std::thread ann([&] {
    for (std::size_t at = 0; at < bytes.size(); at += 32 << 10)
      pipe.ann.send(bytes.substr(at, 32 << 10));
  });
  EXPECT_TRUE(pipe.bob.stream(bytes.size()) == bytes);
  ann.join();
  EXPECT_GE((now() - began).ms, 250) << "all but the burst and the last piece";
}

/// A sender without end to a client that does not read gets only as much into the relay as the
/// buffers of the kernel take: the relay itself holds one piece.
TEST(RelayLimits, WhatWaitsForAReaderIsBounded) {
  Bounds bounds = quick();
  bounds.pipe_bytes_burst = std::int64_t{1} << 40;
  RelayUp relay(bounds);
  Joined pipe(relay, 4096);
  constexpr std::int64_t kBytes = 48 << 20;
  const std::int64_t memory_before = relay.metric("process_resident_memory_bytes");
  std::thread ann([&] {
    const std::string piece(65536, 'x');
    for (std::int64_t sent = 0; sent < kBytes; sent += 65536) pipe.ann.send(piece);
  });
  // The relay has stopped to read when what it has read no longer grows.
  std::int64_t read = -1;
  for (int same = 0; same < 50;) {
    const std::int64_t reads = relay.metric("fairdeal_relay_pipe_bytes_total");
    same = reads > 0 && reads == read ? same + 1 : 0;
    read = reads;
  }
  EXPECT_LT(read, kBytes / 2);
  EXPECT_LT(relay.metric("process_resident_memory_bytes") - memory_before, kBytes / 2);
  EXPECT_EQ(pipe.bob.stream(kBytes).size(), static_cast<std::size_t>(kBytes));
  ann.join();
}

TEST(RelayLimits, AWriteWithoutProgressEndsThePipe) {
  Bounds bounds = quick();
  bounds.pipe_bytes_burst = std::int64_t{1} << 40;
  bounds.write_max = Duration{300};
  RelayUp relay(bounds);
  Joined pipe(relay, 4096);
  while (!pipe.ann.write_failed()) pipe.ann.send(std::string(65536, 'x'));  // bob does not read
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
  EXPECT_EQ(relay.refused("too_slow"), 1);
}

TEST(RelayLimits, AControlClientThatDoesNotReadIsCutOff) {
  Bounds bounds = quick();
  bounds.control_burst = 100'000'000;
  bounds.queue_bytes = 4096;
  RelayUp relay(bounds);
  Client client(relay.port(), "127.0.0.1", 4096);
  client.come_in();
  client.send(kControl);
  while (!client.write_failed()) client.say(proto::OpenBox{.box = {std::byte{1}}});
  relay.wait_for("fairdeal_relay_connections{kind=\"control\"}", 0);
  EXPECT_EQ(relay.refused("queue"), 1);
}

TEST(RelayLimits, A84_VisitsDoNotFillTheQueueOfAHolderThatReadsSlowly) {
  Bounds bounds = quick();
  bounds.control_burst = 100'000;
  bounds.queue_bytes = 64 * 1024;
  bounds.visits_burst = {100'000, 100'000, 100'000};
  RelayUp relay(bounds);
  Client holder(relay.port(), "127.0.0.1", 4096), visitor(relay.port(), "127.0.0.2");
  for (Client* client : {&holder, &visitor}) {
    client->come_in();
    client->send(kControl);
  }
  holder.say(proto::OpenBox{.box = {std::byte{1}}});
  holder.hear_a<proto::Held>();
  for (int i = 0; i < 500; ++i)
    visitor.say(proto::Visit{0, proto::BoxId{std::byte{1}}, Bytes(1024)});
  // Those that found no room end, and the holder, which has read nothing meanwhile, is still there.
  EXPECT_EQ(visitor.hear_a<proto::Gone>().why, Why::left);
  EXPECT_EQ(holder.hear_a<proto::Visit>().body.size(), 1024u);
  EXPECT_EQ(relay.refused("queue"), 0);
}

TEST(RelayLimits, ControlMessagesAreReadSlowerAboveTheirRate) {
  Bounds bounds = quick();
  bounds.control_burst = 2;
  bounds.control_per_second = 20;
  RelayUp relay(bounds);
  Client client(relay.port());
  client.come_in();
  client.send(kControl);
  const Instant began = now();
  for (int i = 0; i < 8; ++i) client.say(proto::OpenBox{.box = {std::byte{1}}});
  for (int i = 0; i < 8; ++i) client.hear_a<proto::Held>();
  EXPECT_GE((now() - began).ms, 245);
}

TEST(RelayLimits, VisitsBoxesAndNameplatesAreCountedByTheSource) {
  Bounds bounds = quick();
  bounds.visits_burst.source = 2;
  bounds.nameplates_of.source = 1;
  bounds.boxes_of.source = 1;
  RelayUp relay(bounds);
  Client one(relay.port()), two(relay.port());
  for (Client* client : {&one, &two}) {
    client->come_in();
    client->send(kControl);
  }
  const proto::Gone too_many{0, Why::too_many};
  one.say(proto::Claim{.minutes = 1});
  const auto claimed = one.hear_a<proto::Claimed>();
  two.say(proto::Claim{.minutes = 1});
  EXPECT_EQ(two.hear_a<proto::Gone>(), too_many);
  one.say(proto::OpenBox{.box = {std::byte{1}}});
  one.hear_a<proto::Held>();
  two.say(proto::OpenBox{.box = {std::byte{2}}});
  EXPECT_EQ(two.hear_a<proto::Gone>(), too_many);
  for (int i = 0; i < 2; ++i) {
    two.say(proto::Visit{0, claimed.nameplate, {}});
    one.hear_a<proto::Visit>();
  }
  two.say(proto::Visit{0, claimed.nameplate, {}});
  EXPECT_EQ(two.hear_a<proto::Gone>(), (proto::Gone{0, Why::too_often}));
  for (const char* why : {"nameplates", "boxes", "visits"}) EXPECT_EQ(relay.refused(why), 1) << why;
}

TEST(RelayLimits, WhoIsSlowToBeginIsCutOff) {
  Bounds bounds = quick();
  bounds.upgrade_max = Duration{200};
  RelayUp relay(bounds);
  Client nothing(relay.port()), half_head(relay.port()), no_message(relay.port()),
      half_message(relay.port());
  half_head.send_raw("GET /fairdeal/1 HTTP/1.1\r\nHost: ");
  (void)no_message.ask(Client::request());  // on a very slow machine it comes too late already
  (void)half_message.ask(Client::request());
  half_message.send(kToken, Client::kBinary, false);
  EXPECT_EQ(nothing.ask(""), 0);
  EXPECT_EQ(half_head.ask(""), 0);
  EXPECT_EQ(no_message.close_code(), 0);
  EXPECT_EQ(half_message.close_code(), 0);
  EXPECT_EQ(relay.refused("too_slow"), 4);
}

TEST(RelayLimits, WhoDoesNotAnswerTheClosingFrameIsCutOff) {
  RelayUp relay(quick());
  Client client(relay.port());
  client.come_in();
  client.send(kControl);
  client.send("nonsense");
  EXPECT_EQ(client.frame()->opcode, Client::kClose);
  EXPECT_FALSE(client.frame());
}

TEST(RelayLimits, WhoLeavesWhenItIsToldToIsForgottenAtOnce) {
  Bounds bounds = quick();
  bounds.closing_max = Duration{600'000};
  RelayUp relay(bounds);
  Client leaves(relay.port()), answers(relay.port());
  for (Client* client : {&leaves, &answers}) {
    client->come_in();
    client->send(kControl);
    client->send("nonsense");
  }
  EXPECT_EQ(leaves.frame()->opcode, Client::kClose);
  leaves.hang_up();
  EXPECT_EQ(answers.close_code(), 4400);
  answers.hang_up();
  relay.wait_for("fairdeal_relay_connections{kind=\"control\"}", 0);
}

TEST(RelayLimits, WhoIsSilentIsCutOffAndWhoAnswersPingsIsNot) {
  Bounds bounds = quick();
  bounds.ping_every = Duration{50};
  bounds.silence_max = Duration{4'000};
  RelayUp relay(bounds);
  Client silent(relay.port()), quiet(relay.port());
  for (Client* client : {&silent, &quiet}) {
    client->come_in();
    client->send(kControl);
  }
  // Answers pings until the other has been cut off for its silence.
  std::thread answers([&] { (void)quiet.message(); });
  relay.wait_for("fairdeal_relay_refused_total{why=\"too_slow\"}", 1);
  EXPECT_EQ(relay.metric("fairdeal_relay_connections{kind=\"control\"}"), 1);
  relay.begin_to_stop();
  answers.join();
  EXPECT_EQ(quiet.close_code(), 4503) << "it was there to the end";
  EXPECT_GE(quiet.pings(), 1);
}

TEST(RelayLimits, AReflectorTellsTheAddressToSoManyAtATime) {
  server::Config config{.bounds = quick()};
  config.reflect = {any_port()};
  config.bounds.reflections_per_source = 2;
  RelayUp relay(std::move(config));
  const std::string request = std::string("\0\1\0\0\x21\x12\xa4\x42", 8) + "transaction.";
  Clients callers;
  for (int i = 0; i < 2; ++i) {
    callers.push_back(std::make_unique<Client>(relay.reflector()));
    callers.back()->send_raw(request);
    EXPECT_EQ(callers.back()->raw(32).substr(0, 4), std::string("\1\1\0\x0c", 4));
  }
  Client third(relay.reflector());
  EXPECT_EQ(third.raw(1), "");
  Client elsewhere(relay.reflector(), "127.0.0.2");
  elsewhere.send_raw("this is no STUN, but it is long enough");
  EXPECT_EQ(elsewhere.raw(1), "");
  EXPECT_EQ(relay.metric("fairdeal_relay_connections{kind=\"reflector\"}"), 2);
  EXPECT_EQ(relay.refused("reflections"), 1);
  callers[0]->send_raw("more");
  EXPECT_EQ(callers[0]->raw(1), "") << "it has its answer";
}

TEST(RelayLimits, WhoHoldsAllPlacesAtTheMetricsOrAReflectorGivesWay) {
  server::Config config{.bounds = quick()};
  config.reflect = {any_port()};
  config.bounds.reflections = 20;
  RelayUp relay(std::move(config));
  Clients callers;
  for (int i = 0; i < 40; ++i) {
    callers.push_back(std::make_unique<Client>(relay.metrics_port(), "127.0.1.1"));
    callers.push_back(std::make_unique<Client>(
        relay.reflector(), "127.0." + std::to_string(2 + i % 4) + "." + std::to_string(1 + i)));
  }
  EXPECT_EQ(relay.metric("fairdeal_relay_connections{kind=\"reflector\"}"), 20);
  Client asking(relay.reflector(), "127.9.0.1");
  asking.send_raw(std::string("\0\1\0\0\x21\x12\xa4\x42", 8) + "transaction.");
  EXPECT_EQ(asking.raw(32).substr(0, 4), std::string("\1\1\0\x0c", 4));
}

TEST(RelayLimits, AReflectorIsLeftAfterAMinute) {
  server::Config config{.bounds = quick()};
  config.reflect = {any_port()};
  config.bounds.reflection_max = Duration{100};
  RelayUp relay(std::move(config));
  Client silent(relay.reflector());
  EXPECT_EQ(silent.raw(1), "");
}

TEST(RelayLimits, AClosedRelayWantsAPass) {
  server::Config config{.bounds = quick()};
  auto passes = PassKey::from("a secret for this test");
  const std::string good = passes->pass(1'000'001), over = passes->pass(1'000'000);
  config.passes = *std::move(passes);
  RelayUp relay(std::move(config));
  const auto status = [&](const std::string& header) {
    Client client(relay.port());
    return client.ask(Client::request("/fairdeal/1", "fairdeal.1", header));
  };
  EXPECT_EQ(status("Authorization: Bearer " + good + "\r\n"), 101);
  for (const char* scheme : {"bearer ", "BEARER ", "bEaReR ", "Bearer   "})
    EXPECT_EQ(status(std::string("authorization: ") + scheme + good + "\r\n"), 101) << scheme;
  EXPECT_EQ(status("Authorization: Basic " + good + "\r\n"), 401);
  EXPECT_EQ(status("Authorization: Bearer " + over + "\r\n"), 401);
  EXPECT_EQ(status("Authorization: " + good + "\r\n"), 401);
  EXPECT_EQ(status(""), 401);
  EXPECT_EQ(relay.refused("pass"), 4);
}

TEST(RelayLimits, BehindAProxyTheClientsAreCountedAndNotTheProxy) {
  server::Config config{.bounds = quick()};
  config.bounds.connections_of.source = 1;
  config.trusted_proxies = {*IpNetwork::parse("127.0.0.1/32")};
  std::vector<std::string> logged;
  config.log_address = [&](const std::string& address) { logged.push_back(address); };
  std::vector<std::string> strays;
  config.on_stray_proxy = [&](const std::string& address) { strays.push_back(address); };
  RelayUp relay(std::move(config));
  const auto from = [](const std::string& address) {
    return "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: " + address + "\r\n";
  };
  Client ann(relay.port()), bob(relay.port()), ann_again(relay.port()),
      direct(relay.port(), "127.0.0.2");
  EXPECT_EQ(ann.come_in(from("192.0.2.1")).observed, "192.0.2.1");
  EXPECT_EQ(bob.come_in(from("2001:db8::1")).observed, "2001:db8::1");
  EXPECT_EQ(ann_again.come_in(from("192.0.2.1")).observed, "192.0.2.1");
  EXPECT_FALSE(ann.frame()) << "it gave way to the other one";
  EXPECT_EQ(direct.ask(Client::request("/fairdeal/1", "fairdeal.1", from("192.0.2.7"))), 400)
      << "no proxy of ours";
  EXPECT_THAT(direct.rest(), testing::HasSubstr("--trust-proxy"));
  EXPECT_EQ(relay.refused("forwarded"), 1);
  relay.stop();
  EXPECT_THAT(strays, testing::ElementsAre("127.0.0.2"));
  EXPECT_THAT(logged,
              testing::UnorderedElementsAre("127.0.0.2", "192.0.2.1", "2001:db8::1", "192.0.2.1"));
}

TEST(RelayLimits, AConnectionThatAProxyMakesForItselfIsCountedOnce) {
  server::Config config{.bounds = quick()};
  config.trusted_proxies = {*IpNetwork::parse("127.0.0.1")};
  config.bounds.connections_of.source = 2;
  RelayUp relay(std::move(config));
  Client first(relay.port()), second(relay.port()), third(relay.port());
  hold_a_box(first, 1);
  hold_a_box(second, 2);
  EXPECT_EQ(third.ask(Client::request()), 101);
  EXPECT_EQ(third.close_code(), 4429);
  for (Client* client : {&first, &second, &third}) client->hang_up();
  for (const char* kind : {"new", "control"})
    relay.wait_for(std::string("fairdeal_relay_connections{kind=\"") + kind + "\"}", 0);
  hold_a_box(*std::make_unique<Client>(relay.port()), 4);
}

TEST(RelayLimits, NothingThatAClientSaysIsInTheMetrics) {
  RelayUp relay(quick());
  Joined pipe(relay);
  pipe.ann.send("planted plaintext");
  EXPECT_EQ(pipe.bob.stream(17), "planted plaintext");
  const std::string text = relay.metrics();
  for (const char* words : {"planted", "127.0.0.1", "tttt"})
    EXPECT_THAT(text, testing::Not(testing::HasSubstr(words)));
}

}  // namespace
}  // namespace fairdeal::relay::testing_
