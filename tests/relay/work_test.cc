#include <gmock/gmock.h>

#include "crypto/cpace.h"
#include "proto/relay_work.h"
#include "relay/work_gate.h"
#include "tests/relay/client.h"

/// The work that a relay with much to do asks of strangers, and the clients that it never asks.

namespace fairdeal::relay::testing_ {
namespace {

using For = proto::RelayWork::For;
using Clients = std::vector<std::unique_ptr<Client>>;

proto::Worked solve(const proto::RelayWork& work, std::uint64_t first = 0) {
  std::uint64_t counter = first;
  while (!proto::begins_with_zeros(proto::work_digest(work, counter), work.bits)) ++counter;
  return proto::solution(work, counter);
}

SourceId source(const char* address) { return source_of(*IpAddress::parse(address)); }

struct Gate {
  Bounds bounds{};
  WorkGate gate{bounds};
  Instant now{1'000'000};
  SourceId ann = source("192.0.2.1"), bob = source("192.0.2.2");
  proto::Worked solved(std::uint64_t first = 0) {
    return solve(gate.ask(For::visit, proto::kWorkBitsMin, ann, now), first);
  }
};

TEST(WorkBits, GrowWithTheLoadAboveHalf) {
  EXPECT_EQ(work_bits(0, 100, 50), 0u);
  EXPECT_EQ(work_bits(50, 100, 50), 0u);
  EXPECT_EQ(work_bits(51, 100, 50), 12u);
  EXPECT_EQ(work_bits(75, 100, 50), 16u);
  EXPECT_EQ(work_bits(99, 100, 50), 19u);
  EXPECT_EQ(work_bits(100, 100, 50), 20u);
  EXPECT_EQ(work_bits(500, 100, 50), 20u);
  EXPECT_EQ(work_bits(100, 100, 100), 0u);
}

TEST(WorkGateTest, ASolutionCountsOnceAndOnlyForItsSourcePurposeAndBits) {
  Gate it;
  const auto worked = it.solved();
  EXPECT_FALSE(it.gate.take(worked, it.bob, it.now));
  auto other = worked;
  other.purpose = For::claim;
  EXPECT_FALSE(it.gate.take(other, it.ann, it.now));
  other = worked;
  ++other.bits;
  EXPECT_FALSE(it.gate.take(other, it.ann, it.now));
  EXPECT_FALSE(WorkGate(it.bounds).take(worked, it.ann, it.now)) << "another relay";
  EXPECT_TRUE(it.gate.take(worked, it.ann, it.now));
  EXPECT_FALSE(it.gate.take(worked, it.ann, it.now));
  EXPECT_TRUE(it.gate.take(it.solved(worked.counter + 1), it.ann, it.now));
}

TEST(WorkGateTest, AnUnsolvedChallengeIsNotTaken) {
  Gate it;
  const auto work = it.gate.ask(For::visit, proto::kWorkBitsMax, it.ann, it.now);
  for (std::uint64_t counter = 0; counter < 100; ++counter)
    EXPECT_FALSE(it.gate.take(proto::solution(work, counter), it.ann, it.now));
  EXPECT_EQ(it.gate.size(), 0u);
}

TEST(WorkGateTest, AChallengeIsOfNoUseAfterItsTimeAndThenItIsForgotten) {
  Gate it;
  const auto worked = it.solved(), later = it.solved(worked.counter + 1);
  EXPECT_TRUE(it.gate.take(worked, it.ann, it.now + it.bounds.work_period));
  EXPECT_FALSE(it.gate.take(later, it.ann, it.now + it.bounds.work_period + it.bounds.work_period));
  it.gate.forget_old(it.now + Duration{3 * it.bounds.work_period.ms});
  EXPECT_EQ(it.gate.size(), 0u);
}

TEST(WorkGateTest, RemembersABoundedNumberOfSolutions) {
  Gate it;
  it.bounds.work_solutions = 3;
  std::uint64_t next = 0;
  std::vector<proto::Worked> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(it.solved(next));
    next = all.back().counter + 1;
    EXPECT_TRUE(it.gate.take(all.back(), it.ann, it.now));
  }
  const auto fourth = it.solved(next);
  EXPECT_FALSE(it.gate.take(fourth, it.ann, it.now)) << "it is void";
  for (const auto& worked : all) EXPECT_FALSE(it.gate.take(worked, it.ann, it.now));
  EXPECT_TRUE(it.gate.take(it.solved(), it.ann, it.now));
}

/// A relay of which more than half is taken, so that it asks for twelve bits and a little more.
struct BusyRelay {
  BusyRelay() : relay(bounds()) {
    for (int i = 0; i < 52; ++i) {
      others.push_back(std::make_unique<Client>(relay.port(), "127.9.0." + std::to_string(1 + i)));
      others.back()->come_in();
    }
  }
  static Bounds bounds() {
    Bounds bounds;
    bounds.connections = 100;
    bounds.tick = Duration{20};
    return bounds;
  }
  std::unique_ptr<Client> control(const std::string& from) {
    auto client = std::make_unique<Client>(relay.port(), from);
    client->come_in();
    client->send(kControl);
    return client;
  }
  /// Says it, does the work that it costs, and says it again.
  static void pay_for(Client& client, const proto::RelayMessage& message, For purpose) {
    client.say(message);
    const auto work = client.hear_a<proto::RelayWork>();
    EXPECT_EQ(work.purpose, purpose);
    client.say(solve(work));
    client.say(message);
  }
  RelayUp relay;
  Clients others;
};

TEST(RelayWork, AClaimABoxAndAVisitCostWorkOnceHalfOfTheRelayIsTaken) {
  BusyRelay busy;
  const auto host = busy.control("127.0.0.2"), guest = busy.control("127.0.0.3");
  BusyRelay::pay_for(*host, proto::Claim{.minutes = 1}, For::claim);
  const auto claimed = host->hear_a<proto::Claimed>();
  BusyRelay::pay_for(*host, proto::OpenBox{.box = {std::byte{1}}}, For::box);
  host->hear_a<proto::Held>();
  BusyRelay::pay_for(*guest, proto::Visit{0, claimed.nameplate, to_bytes("hello")}, For::visit);
  EXPECT_EQ(host->hear_a<proto::Visit>().body, to_bytes("hello"));
  EXPECT_EQ(busy.relay.refused("work"), 3);
}

TEST(RelayWork, NoSolutionOpensTheDoorTwice) {
  BusyRelay busy;
  const auto host = busy.control("127.0.0.2"), guest = busy.control("127.0.0.3");
  BusyRelay::pay_for(*host, proto::OpenBox{.box = {std::byte{1}}}, For::box);
  host->hear_a<proto::Held>();
  const proto::Visit visit{0, proto::BoxId{std::byte{1}}, {}};
  guest->say(visit);
  const auto worked = solve(guest->hear_a<proto::RelayWork>());
  for (int i = 0; i < 3; ++i) guest->say(worked);
  for (int i = 0; i < 3; ++i) guest->say(visit);
  for (int i = 0; i < 2; ++i) guest->hear_a<proto::RelayWork>();
  host->hear_a<proto::Visit>();
  const auto other = busy.control("127.0.0.4");
  other->say(worked);
  other->say(visit);
  other->hear_a<proto::RelayWork>();
}

TEST(RelayWork, WhoHasAPlaceAsksForItAgainForNothing) {
  BusyRelay busy;
  auto host = busy.control("127.0.0.2");
  BusyRelay::pay_for(*host, proto::Claim{.minutes = 1}, For::claim);
  const auto claimed = host->hear_a<proto::Claimed>();
  const proto::OpenBox box{.box = {std::byte{1}}, .proof = {std::byte{2}}};
  BusyRelay::pay_for(*host, box, For::box);
  host->hear_a<proto::Held>();
  host->hang_up();
  host = busy.control("127.7.0.2");  // from another address
  host->say(proto::Claim{.minutes = 1, .keep = claimed.keep});
  EXPECT_EQ(host->hear_a<proto::Claimed>().nameplate, claimed.nameplate);
  host->say(box);
  host->hear_a<proto::Held>();
}

TEST(RelayWork, APipeCostsWorkForAStrangerAndNothingForAMemberOrForItsOtherEnd) {
  BusyRelay busy;
  Client stranger(busy.relay.port(), "127.0.0.2"), other(busy.relay.port(), "127.0.0.3");
  stranger.come_in();
  other.come_in();
  stranger.send(pipe_hello(kToken, 0));
  const auto asked = stranger.message();
  ASSERT_TRUE(asked && asked->at(0) == '\2');
  const auto work = proto::decode_relay(as_bytes(asked->substr(1)));
  ASSERT_TRUE(work && std::holds_alternative<proto::RelayWork>(*work));
  const auto worked = solve(std::get<proto::RelayWork>(*work));
  stranger.send("\2" + std::string(as_text(proto::encode(proto::RelayMessage(worked)))));
  busy.relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 1);
  other.send(pipe_hello(kToken, 1));
  EXPECT_EQ(other.message(), kBothAreThere);
  EXPECT_EQ(stranger.message(), kBothAreThere);

  const auto member = busy.control("127.0.0.4");
  BusyRelay::pay_for(*member, proto::OpenBox{.box = {std::byte{1}}}, For::box);
  member->hear_a<proto::Held>();
  Client end(busy.relay.port(), "127.0.0.4");
  end.come_in();
  end.send(pipe_hello(std::string(16, 'm'), 0));
  busy.relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 3);
  member->say(proto::Visit{0, proto::BoxId{std::byte{1}}, {}});
  member->hear_a<proto::Visit>();
}

TEST(RelayWork, APipeWithoutAnAnswerOrWithAWrongOneEnds) {
  BusyRelay busy;
  Client wrong(busy.relay.port(), "127.0.0.2"), nonsense(busy.relay.port(), "127.0.0.3");
  for (Client* client : {&wrong, &nonsense}) {
    client->come_in();
    client->send(pipe_hello(kToken, 0));
  }
  nonsense.message();
  nonsense.send("nonsense");
  EXPECT_EQ(nonsense.close_code(), 4400);
  for (int i = 0; i < kWorkAsksMax; ++i) {
    ASSERT_TRUE(wrong.message());
    wrong.send("\2" + std::string(as_text(proto::encode(
                          proto::RelayMessage(proto::Worked{.purpose = For::pipe})))));
  }
  EXPECT_EQ(wrong.close_code(), 4429);
  Bounds bounds = BusyRelay::bounds();
  bounds.work_from_percent = 0;
  bounds.pipe_wait_max = Duration{100};
  RelayUp relay(bounds);
  Client silent(relay.port());
  silent.come_in();
  silent.send(pipe_hello(kToken, 0));
  EXPECT_EQ(silent.close_code(), 4404);
}

TEST(RelayWork, ANetworkBeyondItsShareWorksForMore) {
  Bounds bounds;
  bounds.nameplates_of.source = 2;
  RelayUp relay(bounds);
  Client host(relay.port());
  host.come_in();
  host.send(kControl);
  for (int i = 0; i < 2; ++i) {
    host.say(proto::Claim{.minutes = 1});
    host.hear_a<proto::Claimed>();
  }
  for (const std::uint32_t bits : {16U, 20U}) {
    host.say(proto::Claim{.minutes = 1});
    const auto work = host.hear_a<proto::RelayWork>();
    EXPECT_EQ(work.bits, bits);
    host.say(solve(work));
    host.say(proto::Claim{.minutes = 1});
    host.hear_a<proto::Claimed>();
  }
  host.say(proto::Claim{.minutes = 1});
  EXPECT_EQ(host.hear_a<proto::Gone>().why, proto::Gone::Why::too_many);
}

/// Solves the work that an end of a pipe is asked for, and returns its bits.
std::uint32_t work_for_pipe(Client& client) {
  const auto asked = client.message();
  const auto work = asked && asked->at(0) == '\2' ? proto::decode_relay(as_bytes(asked->substr(1)))
                                                  : fail(Fault::incomplete);
  EXPECT_TRUE(work && std::holds_alternative<proto::RelayWork>(*work));
  if (!work || !std::holds_alternative<proto::RelayWork>(*work)) return 0;
  const auto& question = std::get<proto::RelayWork>(*work);
  client.send("\2" + std::string(as_text(proto::encode(proto::RelayMessage(solve(question))))));
  return question.bits;
}

TEST(RelayWork, ANetworkBeyondItsShareOfPipesWorksForMoreAndIsRefusedOnlyBeyondTwice) {
  Bounds bounds;
  bounds.pipes_of.source = 2;
  RelayUp relay(bounds);
  const Joined held(relay);
  Client third(relay.port()), fourth(relay.port()), fifth(relay.port());
  for (Client* client : {&third, &fourth, &fifth}) client->come_in();
  const std::string token(16, 'u');
  third.send(pipe_hello(token, 0));
  EXPECT_EQ(work_for_pipe(third), 16u);
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 3);
  // The third waits, and would give way to a stranger; its other end does not push it out.
  fourth.send(pipe_hello(token, 1));
  EXPECT_EQ(work_for_pipe(fourth), 20u);
  EXPECT_EQ(third.message(), kBothAreThere);
  EXPECT_EQ(fourth.message(), kBothAreThere);
  fifth.send(pipe_hello(std::string(16, 'v'), 0));
  EXPECT_EQ(fifth.close_code(), 4429);
  EXPECT_EQ(relay.refused("pipes"), 1);
}

TEST(RelayWork, AMemberBeyondItsNetworksShareOfPipesWorksAsOthersDo) {
  Bounds bounds;
  bounds.pipes_of.source = 2;
  RelayUp relay(bounds);
  const Joined held(relay);
  Client member(relay.port()), end(relay.port());
  for (Client* client : {&member, &end}) client->come_in();
  member.send(kControl);
  member.say(proto::OpenBox{.box = {std::byte{1}}});
  member.hear_a<proto::Held>();
  end.send(pipe_hello(std::string(16, 'm'), 0));
  EXPECT_EQ(work_for_pipe(end), 16u);
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 3);
}

/// A full place costs the same whether somebody holds it or not, so that the price tells nothing.
TEST(RelayWork, A84_ACrowdedPlaceCostsWorkWhetherSomebodyHoldsItOrNot) {
  for (const bool held : {true, false}) {
    Bounds bounds;
    bounds.visits_per_place = 8;
    RelayUp relay(bounds);
    Client host(relay.port()), guest(relay.port(), "127.0.0.9");
    for (Client* client : {&host, &guest}) {
      client->come_in();
      client->send(kControl);
    }
    std::uint32_t number = 1234;
    if (held) {
      host.say(proto::Claim{.minutes = 1});
      number = host.hear_a<proto::Claimed>().nameplate;
    }
    SeededRng rng(1);
    const crypto::CpaceParty party(crypto::CpaceParty::Role::initiator,
                                   {.password = {}, .channel = {}, .session = {}}, rng);
    const proto::CodeHello hello{.version = 1, .sid = {}, .y = party.share()};
    const proto::Visit visit{0, number, proto::encode(proto::CodeMessage(hello))};
    for (int i = 0; i < 5; ++i) guest.say(visit);
    Client friendly(relay.port(), "127.8.0.9");
    friendly.come_in();
    friendly.send(kControl);
    relay.wait_for("fairdeal_relay_visits", 5);
    friendly.say(visit);
    EXPECT_EQ(friendly.hear_a<proto::RelayWork>().bits, 14u) << held;
  }
}

}  // namespace
}  // namespace fairdeal::relay::testing_
