#include <gmock/gmock.h>

#include "tests/relay/fake_bus.h"

/// Places and visits of a relay that is two processes.

namespace fairdeal::relay {
namespace {

using proto::Gone;
using Why = Gone::Why;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::VariantWith;

constexpr std::uint64_t kAnn = 1, kBob = 2, kCat = 3;
constexpr proto::BoxId kBox{std::byte{7}};
constexpr proto::BoxProof kProof{std::byte{1}}, kOther{std::byte{2}};

struct NatsPlaces : testing::Test {
  /// Returns the only answer.
  proto::RelayMessage ask(std::size_t at, std::uint64_t caller, const proto::RelayMessage& m) {
    world.say(at, caller, m);
    world.run_for(1'000);
    const auto answers = world.heard(at, caller);
    EXPECT_EQ(answers.size(), 1u);
    return answers.empty() ? Gone{} : answers[0];
  }
  bool opens(std::size_t at, std::uint64_t caller, const proto::BoxProof& proof = kProof) {
    return std::holds_alternative<proto::Held>(ask(at, caller, proto::OpenBox{kBox, proof}));
  }
  proto::Claimed claim(std::size_t at, std::uint64_t caller, std::optional<proto::Keep> keep = {}) {
    const auto answer = ask(at, caller, proto::Claim{20, keep});
    const auto* claimed = std::get_if<proto::Claimed>(&answer);
    EXPECT_TRUE(claimed);
    return claimed != nullptr ? *claimed : proto::Claimed{};
  }
  /// Visits; returns the number that the holder is told, or 0.
  std::uint64_t visit(std::size_t from, std::uint64_t caller, const proto::RelayPlace& place,
                      std::size_t at, std::uint64_t holder) {
    world.say(from, caller, proto::Visit{0, place, to_bytes("hello")});
    world.run_for(100);
    const auto told = world.heard(at, holder);
    if (told.size() != 1 || !std::holds_alternative<proto::Visit>(told[0])) return 0;
    EXPECT_EQ(std::get<proto::Visit>(told[0]).body, to_bytes("hello"));
    return std::get<proto::Visit>(told[0]).visit;
  }
  void hang_up(std::size_t at, std::uint64_t caller) {
    world[at].exchange->on_hang_up(CallerId(caller), world.now);
  }

  BusWorld world;
};

TEST_F(NatsPlaces, AnotherProcessKnowsWhoAsksAgainForAPlace) {
  EXPECT_TRUE(opens(0, kAnn));
  const auto claimed = claim(0, kAnn);
  auto other_keep = claimed.keep;
  other_keep.back() ^= std::byte{1};
  const auto renews = [&](const proto::RelayMessage& message) {
    std::optional<bool> answer;
    const bool asked =
        world[1].exchange->ask_elsewhere(message, world.now, [&](bool it) { answer = it; });
    world.run_for(1'000);
    EXPECT_EQ(asked, answer.has_value());
    return answer;
  };
  EXPECT_EQ(renews(proto::OpenBox{kBox, kProof}), true);
  EXPECT_EQ(renews(proto::OpenBox{kBox, kOther}), false);
  EXPECT_EQ(renews(proto::OpenBox{proto::BoxId{std::byte{9}}, kProof}), false);
  EXPECT_EQ(renews(proto::Claim{20, claimed.keep}), true);
  EXPECT_EQ(renews(proto::Claim{20, other_keep}), false);
  EXPECT_EQ(renews(proto::Claim{20, {}}), std::nullopt);
  EXPECT_EQ(renews(proto::Visit{0, kBox, {}}), std::nullopt);
  world.store_away = true;
  std::optional<bool> answer;
  world[1].exchange->ask_elsewhere(proto::OpenBox{kBox, kProof}, world.now,
                                   [&](bool it) { answer = it; });
  world.run_for(kStorePatience.ms + 1'000);
  EXPECT_EQ(answer, false);
}

TEST_F(NatsPlaces, HaveOneHolderAmongAllProcesses) {
  EXPECT_TRUE(opens(0, kAnn));
  EXPECT_THAT(ask(1, kBob, proto::OpenBox{kBox, kOther}), VariantWith<Gone>(Gone{0, Why::refused}));
  EXPECT_EQ(world[1].exchange->occupancy().boxes, 0u);
  world.say(0, kAnn, proto::ClosePlace{kBox});
  world.run_for(10);
  EXPECT_TRUE(opens(1, kBob, kOther)) << "a place that was closed is free at once";
}

TEST_F(NatsPlaces, OfTwoWhoClaimAtTheSameTimeOneSucceeds) {
  world.say(0, kAnn, proto::OpenBox{kBox, kProof});
  world.say(1, kBob, proto::OpenBox{kBox, kOther});
  world.run_for(100);
  const auto ann = world.heard(0, kAnn), bob = world.heard(1, kBob);
  ASSERT_EQ(ann.size() + bob.size(), 2u);
  EXPECT_NE(std::holds_alternative<proto::Held>(ann[0]),
            std::holds_alternative<proto::Held>(bob[0]));
}

TEST_F(NatsPlaces, NumbersAreDrawnUntilOneIsFreeAmongAll) {
  std::set<std::uint32_t> seen;
  for (std::uint64_t i = 0; i < 90; ++i)
    EXPECT_TRUE(seen.insert(claim(i % 2, 1 + i / 2).nameplate).second);
}

TEST_F(NatsPlaces, AHolderWithTheProofHasItsPlaceAgainThroughAnotherProcess) {
  EXPECT_TRUE(opens(0, kAnn));
  const auto claimed = claim(0, kAnn);
  hang_up(0, kAnn);
  EXPECT_TRUE(opens(1, kAnn));
  EXPECT_EQ(claim(1, kAnn, claimed.keep).nameplate, claimed.nameplate);
  EXPECT_NE(visit(0, kBob, kBox, 1, kAnn), 0u);
  EXPECT_NE(visit(0, kBob, claimed.nameplate, 1, kAnn), 0u);
  world.run_for(30'000);
  EXPECT_EQ(world[0].exchange->occupancy().boxes, 0u) << "the old process has given it up";
  EXPECT_EQ(world[0].exchange->occupancy().nameplates, 0u);
  EXPECT_THAT(world[0].hung_up, IsEmpty());
  EXPECT_EQ(world.heard(1, kAnn).size(), 2u) << "the visits are over";
  EXPECT_NE(visit(0, kBob, kBox, 1, kAnn), 0u);
}

TEST_F(NatsPlaces, AWrongKeepGivesAnotherNumber) {
  const auto claimed = claim(0, kAnn);
  auto wrong = claimed.keep;
  wrong[15] ^= std::byte{1};
  EXPECT_NE(claim(1, kBob, wrong).nameplate, claimed.nameplate);
}

TEST_F(NatsPlaces, AreRenewedAsLongAsTheyAreWanted) {
  EXPECT_TRUE(opens(0, kAnn));
  world.run_for(600'000);
  EXPECT_NE(visit(1, kBob, kBox, 0, kAnn), 0u);
  hang_up(0, kAnn);
  world.run_for(29'000);
  EXPECT_FALSE(opens(1, kCat, kOther)) << "it is kept for its holder";
  world.run_for(25'000);
  EXPECT_TRUE(opens(1, kCat, kOther));
}

TEST_F(NatsPlaces, OfAProcessThatDiedAreFreeAfterAMinute) {
  EXPECT_TRUE(opens(0, kAnn));
  world[0].dead = true;
  EXPECT_FALSE(opens(1, kBob, kOther));
  world.run_for(60'000);
  EXPECT_TRUE(opens(1, kBob, kOther));
}

TEST_F(NatsPlaces, A85_TheProcessSaysWhetherClaimsWork) {
  EXPECT_TRUE(opens(0, kAnn));
  EXPECT_TRUE(world[0].exchange->claims_work());
  world.store_away = true;
  world.say(0, kBob, proto::Claim{20, {}});
  world.run_for(20'000);
  EXPECT_FALSE(world[0].exchange->claims_work());
  world.store_away = false;
  claim(0, kCat);
  EXPECT_TRUE(world[0].exchange->claims_work());
}

/// A stranger who can write to the store takes no place away for longer than a moment.
TEST_F(NatsPlaces, A85_AValueThatNobodyWroteHoldsNoPlace) {
  EXPECT_TRUE(opens(0, kAnn));
  ASSERT_EQ(world.store.size(), 1u);
  BusWorld::Value& value = world.store.begin()->second;
  value.bytes = to_bytes("mine now");
  value.revision = ++world.last_revision;
  world.run_for(60'000);  // Ann's process renews its key
  EXPECT_NE(world.store.begin()->second.bytes, to_bytes("mine now"));
  EXPECT_GT(world[0].counters.nats_ignored, 0u);
  EXPECT_NE(visit(1, kBob, kBox, 0, kAnn), 0u) << "and Ann is found";
  world.say(0, kAnn, proto::ClosePlace{kBox});
  world.run_for(10);
  world.store["b.07" + std::string(30, '0')] = {to_bytes("x"), ++world.last_revision, never()};
  EXPECT_TRUE(opens(1, kBob, kOther)) << "a free place with such a value can be claimed";
}

TEST_F(NatsPlaces, VisitsGoToWhereTheirHolderIsAndBack) {
  const auto claimed = claim(0, kAnn);
  const auto number = visit(1, kBob, claimed.nameplate, 0, kAnn);
  ASSERT_NE(number, 0u);
  world.say(0, kAnn, proto::Say{number, to_bytes("who is there?")});
  world.run_for(500);  // the first answer to a visit of a number has its time
  EXPECT_THAT(world.heard(1, kBob), ElementsAre(proto::Say{number, to_bytes("who is there?")}));
  world.say(1, kBob, proto::Say{number, to_bytes("Bob")});
  world.run_for(10);
  EXPECT_THAT(world.heard(0, kAnn), ElementsAre(proto::Say{number, to_bytes("Bob")}));
  world.say(0, kAnn, Gone{number, Why::refused});
  world.run_for(10);
  EXPECT_THAT(world.heard(1, kBob), ElementsAre(Gone{number, Why::refused}));
  world.say(1, kBob, proto::Say{number, {}});
  world.run_for(100'000);
  EXPECT_THAT(world.heard(0, kAnn), IsEmpty());
  EXPECT_THAT(world.heard(1, kBob), IsEmpty());
}

TEST_F(NatsPlaces, WhoHangsUpEndsItsVisits) {
  EXPECT_TRUE(opens(0, kAnn));
  const auto first = visit(1, kBob, kBox, 0, kAnn), second = visit(1, kCat, kBox, 0, kAnn);
  hang_up(1, kBob);
  world.say(1, kCat, Gone{0, Why::left});
  world.run_for(10);
  EXPECT_THAT(world.heard(0, kAnn), ElementsAre(Gone{first, Why::left}, Gone{second, Why::left}));
  visit(1, kBob, kBox, 0, kAnn);
  hang_up(0, kAnn);
  world.run_for(10);
  EXPECT_THAT(world.heard(1, kBob), ElementsAre(Gone{0, Why::left}));
}

TEST_F(NatsPlaces, AVisitThatNobodyAnswersEndsByTime) {
  EXPECT_TRUE(opens(0, kAnn));
  visit(1, kBob, kBox, 0, kAnn);
  world.run_for(62'000);
  EXPECT_THAT(world.heard(1, kBob), ElementsAre(Gone{0, Why::time}));
  world[0].dead = true;
  EXPECT_EQ(visit(1, kBob, kBox, 0, kAnn), 0u);
  world.run_for(61'000);
  EXPECT_THAT(world.heard(1, kBob), ElementsAre(Gone{0, Why::time})) << "also of a dead process";
}

TEST_F(NatsPlaces, ToNoPlaceTheAnswerComesAsInOneProcess) {
  for (const std::size_t at : {0u, 1u}) {
    world.say(at, kBob, proto::Visit{0, kBox, {}});
    world.run_for(199);
    EXPECT_THAT(world.heard(at, kBob), IsEmpty());
    world.run_for(310);
    EXPECT_THAT(world.heard(at, kBob), ElementsAre(Gone{0, Why::no_place}));
    // The second time the key is still there, and the place is not.
    if (at == 0) {
      EXPECT_TRUE(opens(0, kAnn));
    }
    hang_up(0, kAnn);
  }
}

TEST_F(NatsPlaces, AVisitWhoseFirstMessageIsLostIsRepeatedAndCountsOnce) {
  EXPECT_TRUE(opens(0, kAnn));
  int lose = 1;
  world.swallow = [&](const std::string& subject, const Bytes&) {
    return subject.starts_with("fd.v.") && lose-- > 0;
  };
  EXPECT_EQ(visit(1, kBob, kBox, 0, kAnn), 0u);
  world.run_for(3'000);
  const auto told = world.heard(0, kAnn);
  ASSERT_EQ(told.size(), 1u);
  lose = 1;  // the answer
  const auto number = std::get<proto::Visit>(told[0]).visit;
  world.say(0, kAnn, proto::Say{number, to_bytes("answer")});
  world.run_for(10);
  EXPECT_THAT(world.heard(1, kBob), IsEmpty());
  world.run_for(4'000);  // until the visitor repeats itself, and before the visit is over
  EXPECT_THAT(world.heard(1, kBob), ElementsAre(proto::Say{number, to_bytes("answer")}));
  EXPECT_THAT(world.heard(0, kAnn), IsEmpty()) << "one visit";
}

TEST_F(NatsPlaces, AnswersToRequestsComeInTheirOrder) {
  world.faults.late = 50;
  proto::BoxId box{};
  for (unsigned char i = 1; i <= 60; ++i) {
    box[0] = std::byte{i};
    world.say(0, kAnn, proto::OpenBox{box, kProof});
  }
  world.say(0, kAnn, proto::Claim{20, {}});
  world.run_for(10'000);
  const auto answers = world.heard(0, kAnn);
  ASSERT_EQ(answers.size(), 61u);
  for (unsigned char i = 1; i <= 60; ++i)
    EXPECT_EQ(std::get<proto::Held>(answers[i - 1u]).box[0], std::byte{i});
}

TEST_F(NatsPlaces, WaitForAStoreThatElectsANewLeader) {
  world.store_away = true;
  world.say(0, kAnn, proto::OpenBox{kBox, kProof});
  world.run_for(5'500);
  EXPECT_THAT(world.heard(0, kAnn), IsEmpty());
  world.store_away = false;
  world.run_for(1'000);
  EXPECT_THAT(world.heard(0, kAnn), ElementsAre(proto::Held{kBox}));
}

TEST_F(NatsPlaces, WithoutAStoreTheClientIsSentAwayAndComesBack) {
  world.store_away = true;
  world.say(0, kAnn, proto::OpenBox{kBox, kProof});
  world.say(0, kBob, proto::Visit{0, kBox, {}});
  world.run_for(11'000);
  EXPECT_THAT(world[0].hung_up, testing::UnorderedElementsAre(CallerId(kAnn), CallerId(kBob)));
  EXPECT_EQ(world[0].exchange->occupancy().boxes, 0u);
  hang_up(0, kAnn);
  world.store_away = false;
  EXPECT_TRUE(opens(0, kAnn));
}

TEST_F(NatsPlaces, AreGivenUpBeforeTheStoreForgetsThem) {
  EXPECT_TRUE(opens(0, kAnn));
  world.run_for(15'000);
  world.store_away = true;
  world.run_for(38'000);
  EXPECT_THAT(world[0].hung_up, IsEmpty());
  world.run_for(3'000);
  EXPECT_THAT(world[0].hung_up, ElementsAre(CallerId(kAnn)));
}

TEST_F(NatsPlaces, AStoreThatLostItsMemoryHearsOfThemAgain) {
  EXPECT_TRUE(opens(0, kAnn));
  world.store.clear();
  world.event(0, cluster::BusLost{});
  world.event(0, cluster::BusBack{});
  world.run_for(10);
  EXPECT_NE(visit(1, kBob, kBox, 0, kAnn), 0u);
  EXPECT_EQ(world[0].counters.nats_reconnects, 1u);
  world.store.clear();
  EXPECT_TRUE(opens(1, kCat, kOther)) << "somebody was faster";
  world.event(0, cluster::BusBack{});
  world.run_for(10);
  EXPECT_THAT(world[0].hung_up, ElementsAre(CallerId(kAnn))) << "so that it asks again";
}

TEST_F(NatsPlaces, WhatOnlyARelaySaysIsRefused) {
  auto& exchange = *world[0].exchange;
  EXPECT_FALSE(exchange.on_message(CallerId(kAnn), {}, proto::Held{kBox}, world.now));
  EXPECT_FALSE(exchange.on_message(CallerId(kAnn), {}, proto::Visit{5, kBox, {}}, world.now));
}

TEST_F(NatsPlaces, WhoAsksTooMuchAtOnceIsSentAway) {
  world.store_away = true;
  proto::BoxId box{};
  for (std::size_t i = 0; i <= kRequestsMax; ++i) {
    box[0] = static_cast<std::byte>(i);
    world.say(0, kAnn, proto::OpenBox{box, kProof});
  }
  EXPECT_THAT(world[0].hung_up, ElementsAre(CallerId(kAnn)));
}

/// Two who claim one box with different proofs, again and again, while requests are late, lost, or
/// carried out long after nobody waits for them, and the store is away now and then.
struct TwoClaimers : testing::TestWithParam<std::uint64_t> {};

TEST_P(TwoClaimers, NeverBothHoldAPlace) {
  BusWorld world(GetParam());
  world.faults = {.lost = 5, .doubled = 5, .late = 30, .unanswered = 15, .late_max = {300}};
  bool holds[2] = {false, false}, asked[2] = {false, false};
  int held = 0;
  for (int step = 0; step < 4'000; ++step) {
    world.run_for(1 + static_cast<std::int64_t>(world.rng.below(100)));
    if (world.percent(1)) world.store_away = world.percent(30);
    for (const std::size_t i : {0u, 1u}) {
      for (const CallerId unused : std::exchange(world[i].hung_up, {})) {
        (void)unused;
        world[i].exchange->on_hang_up(CallerId(kAnn), world.now);
        holds[i] = asked[i] = false;
      }
      for (const auto& answer : world.heard(i, kAnn)) {
        asked[i] = false;
        holds[i] = std::holds_alternative<proto::Held>(answer);
        held += holds[i] ? 1 : 0;
      }
      ASSERT_FALSE(holds[0] && holds[1]) << "seed " << GetParam() << ", step " << step;
      if (!asked[i] && !holds[i] && world.percent(30)) {
        asked[i] = true;
        world.say(i, kAnn, proto::OpenBox{kBox, i == 0 ? kProof : kOther});
      } else if (holds[i] && world.percent(i == 0 ? 20 : 2)) {
        holds[i] = false;
        world.say(i, kAnn, proto::ClosePlace{kBox});
      }
    }
  }
  EXPECT_GT(held, 10);
}
INSTANTIATE_TEST_SUITE_P(Seeds, TwoClaimers, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace fairdeal::relay
