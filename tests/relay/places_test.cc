#include "relay/places.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/cpace.h"

/// Nameplates, boxes and visits, without sockets and clocks.

namespace fairdeal::relay {
namespace {

using proto::Gone;
using Why = proto::Gone::Why;
using testing::ElementsAre;
using testing::IsEmpty;

const CallerId kAnn(1), kBob(2), kCat(3);

SourceId source(unsigned char number) {
  SourceId source;
  source.prefix[0] = std::byte{number};
  return source;
}

struct Relay : testing::TestWithParam<std::uint64_t> {
  Relay() {
    bounds.visits_burst = {1'000'000, 1'000'000, 1'000'000};
    bounds.misses_per_minute = 1'000'000;
    bounds.answer_min = bounds.answer_max = Duration{0};
  }

  std::vector<Delivery> say(CallerId from, const proto::RelayMessage& message,
                            unsigned char address = 1) {
    auto deliveries = places.on_message(from, source(address), message, now);
    EXPECT_TRUE(deliveries) << deliveries.error().about;
    return deliveries.value_or(std::vector<Delivery>());
  }
  proto::Claimed claim(CallerId from, std::uint32_t minutes = 20,
                       std::optional<proto::Keep> keep = {}, unsigned char address = 1) {
    const auto answers = say(from, proto::Claim{minutes, keep}, address);
    EXPECT_EQ(answers.size(), 1u);
    const auto* claimed = std::get_if<proto::Claimed>(&answers.at(0).message);
    return claimed != nullptr ? *claimed : proto::Claimed{};
  }
  /// Begins a visit; returns the number that the holder is told, 0 if it is told nothing.
  std::uint64_t visit(CallerId from, const proto::RelayPlace& place, CallerId holder) {
    const auto told = say(from, proto::Visit{0, place, to_bytes("hello")});
    if (told.empty() || told[0].to != holder) return 0;
    const auto* visit = std::get_if<proto::Visit>(&told[0].message);
    if (visit == nullptr) return 0;
    EXPECT_EQ(visit->body, to_bytes("hello"));
    EXPECT_EQ(visit->place, place);
    return visit->visit;
  }
  std::vector<Delivery> wait(Duration duration) {
    now = now + duration;
    return places.on_time(now);
  }

  Bounds bounds;
  Sources sources{bounds};
  Counters counters;
  SeededRng rng{7};
  Places places{bounds, sources, counters, rng};
  Instant now{1'000'000};
};

struct Nameplates : Relay {};
struct Boxes : Relay {};
struct Visits : Relay {};

TEST_F(Visits, A82_WhatIsDueIsDoneInSmallPartsSoThatTablesDoNotWaitForAllOfIt) {
  bounds.misses_per_minute = 1'000;
  bounds.visits_burst = {1'000, 1'000, 1'000};
  for (int i = 0; i < 100; ++i) say(kBob, proto::Visit{0, std::uint32_t{1234}, {}});
  now = now + bounds.answer_max;
  std::size_t told = 0, parts = 0;
  for (; places.deadline() <= now; ++parts) {
    const auto some = places.on_time(now);
    EXPECT_LE(some.size(), kDueTogether);
    told += some.size();
  }
  EXPECT_EQ(told, 100u);
  EXPECT_GE(parts, 100 / kDueTogether);
}

TEST_F(Visits, WhoHasHungUpIsNotToldThatThereWasNobody) {
  say(kBob, proto::Visit{0, std::uint32_t{1234}, {}});
  say(kCat, proto::Visit{0, std::uint32_t{1234}, {}});
  places.on_hang_up(kBob, now);
  EXPECT_THAT(wait(Duration{500}), ElementsAre(Delivery{kCat, Gone{0, Why::no_place}}));
  EXPECT_EQ(places.deadline(), never());
}

TEST_F(Boxes, PlacesWhoseTimeIsOverAreSweptInSmallParts) {
  bounds.boxes_of = {1'000, 1'000, 1'000};
  for (int i = 0; i < 300; ++i)
    say(kAnn, proto::OpenBox{
                  {std::byte{1}, static_cast<std::byte>(i), static_cast<std::byte>(i >> 8)}, {}});
  EXPECT_EQ(places.occupancy().boxes, 300u);
  places.on_hang_up(kAnn, now);
  now = now + Duration{60'000};
  std::size_t parts = 0;
  for (; places.deadline() <= now; ++parts) {
    const std::size_t before = places.occupancy().boxes;
    places.on_time(now);
    EXPECT_LE(before - places.occupancy().boxes, kSweptTogether);
  }
  EXPECT_EQ(places.occupancy().boxes, 0u);
  EXPECT_GE(parts, 300 / kSweptTogether);
}

TEST_F(Nameplates, HaveFourDigitsAndAreAllGivenOnce) {
  bounds.nameplates_of = {20'000, 20'000, 20'000};
  std::set<std::uint32_t> seen;
  for (int i = 1000; i <= 9999; ++i) {
    const std::uint32_t number = claim(kAnn).nameplate;
    EXPECT_TRUE(number >= 1000u && number <= 9999u);
    EXPECT_TRUE(seen.insert(number).second) << "twice: " << number;
  }
  EXPECT_THAT(say(kAnn, proto::Claim{20, {}}), ElementsAre(Delivery{kAnn, Gone{0, Why::too_many}}));
}

TEST_F(Nameplates, AreDrawnFromAllThatAreFree) {
  std::set<std::uint32_t> thousands;
  for (int i = 0; i < 500; ++i) {
    const std::uint32_t number = claim(kAnn).nameplate;
    thousands.insert(number / 1000);
    say(kAnn, proto::ClosePlace{number});
  }
  EXPECT_EQ(thousands.size(), 9u);
}

TEST_F(Nameplates, LastAsLongAsWasAskedFor) {
  const auto claimed = claim(kAnn, 2);
  EXPECT_EQ(claimed.seconds, 120u);
  wait(Duration{119'999});
  EXPECT_NE(visit(kBob, claimed.nameplate, kAnn), 0u);
  wait(Duration{1});
  EXPECT_EQ(visit(kBob, claimed.nameplate, kAnn), 0u);
}

TEST_F(Nameplates, ASourceHasFourWithoutWork) {
  bounds.shares_with_work = 1;
  for (int i = 0; i < 4; ++i) EXPECT_NE(claim(kAnn).nameplate, 0u);
  EXPECT_THAT(say(kBob, proto::Claim{20, {}}), ElementsAre(Delivery{kBob, Gone{0, Why::too_many}}));
  EXPECT_NE(claim(kCat, 20, {}, 2).nameplate, 0u) << "another source";
  const auto closed = places.on_hang_up(kAnn, now);
  EXPECT_THAT(say(kBob, proto::Claim{20, {}}), ElementsAre(Delivery{kBob, Gone{0, Why::too_many}}))
      << "they are kept";
  wait(Duration{30'000});
  EXPECT_NE(claim(kBob).nameplate, 0u);
}

TEST_F(Nameplates, AreKeptForThirtySecondsForWhoHasTheKeep) {
  const auto claimed = claim(kAnn);
  places.on_hang_up(kAnn, now);
  EXPECT_EQ(visit(kBob, claimed.nameplate, kAnn), 0u) << "nobody is there";
  wait(Duration{29'999});
  auto wrong = claimed.keep;
  wrong[15] ^= std::byte{1};
  EXPECT_NE(claim(kBob, 20, wrong).nameplate, claimed.nameplate);
  const auto again = claim(kCat, 20, claimed.keep, 2);
  EXPECT_EQ(again.nameplate, claimed.nameplate);
  EXPECT_EQ(again.keep, claimed.keep);
  EXPECT_NE(visit(kBob, claimed.nameplate, kCat), 0u);
}

TEST_F(Nameplates, AreFreeAfterThirtySeconds) {
  const auto claimed = claim(kAnn);
  places.on_hang_up(kAnn, now);
  wait(Duration{30'000});
  EXPECT_EQ(places.occupancy().nameplates, 0u);
  const auto again = claim(kAnn, 20, claimed.keep);
  EXPECT_EQ(again.nameplate, claimed.nameplate) << "it is still free";
  EXPECT_NE(again.keep, claimed.keep) << "and this is another holder for all that is known";
}

TEST_F(Nameplates, OfARelayThatWasRestartedAreGivenAgainIfTheyAreFree) {
  const auto before = claim(kAnn);
  Sources other_sources(bounds);
  Places restarted(bounds, other_sources, counters, rng);
  const auto after = restarted.on_message(kBob, source(1), proto::Claim{20, before.keep}, now);
  ASSERT_TRUE(after);
  EXPECT_EQ(std::get<proto::Claimed>(after->at(0).message).nameplate, before.nameplate);
  const auto late = restarted.on_message(kCat, source(1), proto::Claim{20, before.keep}, now);
  ASSERT_TRUE(late);
  EXPECT_NE(std::get<proto::Claimed>(late->at(0).message).nameplate, before.nameplate);
  proto::Keep impossible{};
  impossible.fill(std::byte{0xff});
  EXPECT_LE(claim(kBob, 20, impossible).nameplate, 9999u);
}

TEST_F(Boxes, BelongToTheFirstProof) {
  const proto::BoxId box{std::byte{1}};
  const proto::BoxProof proof{std::byte{2}}, other{std::byte{3}};
  EXPECT_THAT(say(kAnn, proto::OpenBox{box, proof}), ElementsAre(Delivery{kAnn, proto::Held{box}}));
  EXPECT_THAT(say(kBob, proto::OpenBox{box, other}),
              ElementsAre(Delivery{kBob, Gone{0, Why::refused}}));
  EXPECT_NE(visit(kBob, box, kAnn), 0u);
  EXPECT_THAT(say(kCat, proto::OpenBox{box, proof}), ElementsAre(Delivery{kCat, proto::Held{box}}));
  EXPECT_NE(visit(kBob, box, kCat), 0u) << "the newest holder wins";
  say(kAnn, proto::ClosePlace{box});
  EXPECT_NE(visit(kBob, box, kCat), 0u) << "who does not hold it cannot close it";
  places.on_hang_up(kCat, now);
  wait(Duration{29'999});
  EXPECT_THAT(say(kBob, proto::OpenBox{box, other}),
              ElementsAre(Delivery{kBob, Gone{0, Why::refused}}));
  wait(Duration{1});
  EXPECT_THAT(say(kBob, proto::OpenBox{box, other}), ElementsAre(Delivery{kBob, proto::Held{box}}));
}

TEST_F(Boxes, ASourceHasSixtyFourWithoutWorkAndTheRelayHasABound) {
  bounds.shares_with_work = 1;
  bounds.boxes = 70;
  const auto open = [&](unsigned char number, unsigned char address) {
    const proto::BoxId box{std::byte{number}};
    const auto answers = say(kAnn, proto::OpenBox{box, {}}, address);
    return std::holds_alternative<proto::Held>(answers.at(0).message);
  };
  for (unsigned char i = 0; i < 64; ++i) EXPECT_TRUE(open(i, 1)) << int{i};
  EXPECT_FALSE(open(64, 1));
  for (unsigned char i = 64; i < 70; ++i) EXPECT_TRUE(open(i, 2)) << int{i};
  EXPECT_FALSE(open(70, 2));
  EXPECT_EQ(places.occupancy().boxes, 70u);
  say(kAnn, proto::ClosePlace{proto::BoxId{std::byte{5}}});
  EXPECT_TRUE(open(71, 2));
}

TEST_F(Visits, CarryMessagesBothWaysUntilOneHangsUp) {
  const auto place = claim(kAnn).nameplate;
  const std::uint64_t number = visit(kBob, place, kAnn);
  const proto::Say answer{number, to_bytes("answer")}, proof{number, to_bytes("proof")};
  EXPECT_THAT(say(kBob, proof), IsEmpty()) << "a visitor does not know the number yet";
  EXPECT_THAT(say(kAnn, answer), ElementsAre(Delivery{kBob, answer}));
  EXPECT_THAT(say(kBob, proof), ElementsAre(Delivery{kAnn, proof}));
  EXPECT_THAT(say(kCat, proof), IsEmpty()) << "not her visit";
  EXPECT_THAT(say(kCat, Gone{number, Why::left}), IsEmpty());
  EXPECT_THAT(say(kBob, Gone{number, Why::left}),
              ElementsAre(Delivery{kAnn, Gone{number, Why::left}}));
  EXPECT_THAT(say(kAnn, answer), IsEmpty());
}

TEST_F(Visits, EndWithTheConnectionOfEither) {
  const auto place = claim(kAnn).nameplate;
  const std::uint64_t first = visit(kBob, place, kAnn), second = visit(kCat, place, kAnn);
  EXPECT_THAT(places.on_hang_up(kBob, now), ElementsAre(Delivery{kAnn, Gone{first, Why::left}}));
  say(kAnn, proto::Say{second, {}});
  EXPECT_THAT(places.on_hang_up(kAnn, now), ElementsAre(Delivery{kCat, Gone{second, Why::left}}));
}

TEST_F(Visits, ThatAreNotAnsweredHaveTheNumberZeroToTheVisitor) {
  const auto place = claim(kAnn).nameplate;
  const std::uint64_t first = visit(kBob, place, kAnn);
  EXPECT_THAT(say(kAnn, Gone{first, Why::refused}),
              ElementsAre(Delivery{kBob, Gone{0, Why::refused}}));
  const std::uint64_t second = visit(kBob, place, kAnn);
  EXPECT_THAT(say(kBob, Gone{0, Why::left}), ElementsAre(Delivery{kAnn, Gone{second, Why::left}}));
}

TEST_F(Visits, HaveEightMessages) {
  const auto place = claim(kAnn).nameplate;
  const proto::Say message{visit(kBob, place, kAnn), {}};
  for (int i = 2; i <= 8; ++i) EXPECT_EQ(say(i % 2 == 0 ? kAnn : kBob, message).size(), 1u) << i;
  EXPECT_THAT(say(kBob, message), ElementsAre(Delivery{kBob, Gone{message.visit, Why::too_many}},
                                              Delivery{kAnn, Gone{message.visit, Why::too_many}}));
}

TEST_F(Visits, A84_AtAFullPlaceTheOldestOfTheNetworkThatHasMostGivesWay) {
  bounds.visits_per_place = 4;
  const auto place = claim(kAnn).nameplate;
  const auto begin = [&](CallerId who, unsigned char address) {
    return say(who, proto::Visit{0, place, {}}, address);
  };
  const auto number_in = [&](const std::vector<Delivery>& told) {
    return std::get<proto::Visit>(told.back().message).visit;
  };
  const std::uint64_t honest = number_in(begin(kBob, 1));
  const std::uint64_t first = number_in(begin(kCat, 2));
  for (int i = 0; i < 2; ++i) begin(kCat, 2);
  const auto told = begin(kCat, 2);
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[0], (Delivery{kCat, Gone{0, Why::too_many}}));
  EXPECT_EQ(told[1], (Delivery{kAnn, Gone{first, Why::too_many}}));
  EXPECT_THAT(say(kAnn, proto::Say{honest, {}}),
              ElementsAre(Delivery{kBob, proto::Say{honest, {}}}))
      << "another network's visit goes on";
}

TEST_F(Visits, A84_OfWhomTheHolderSaysThatTheyKnowTheCodeGiveWayToNobody) {
  bounds.visits_per_place = 2;
  const auto place = claim(kAnn).nameplate;
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t number = visit(kBob, place, kAnn);
    EXPECT_THAT(say(kBob, proto::Proved{number}), IsEmpty());
    EXPECT_THAT(say(kAnn, proto::Proved{number}), IsEmpty());
  }
  EXPECT_THAT(say(kCat, proto::Visit{0, place, {}}, 2),
              ElementsAre(Delivery{kCat, Gone{0, Why::too_many}}));
  EXPECT_THAT(wait(Duration{59'999}), IsEmpty());
  EXPECT_EQ(wait(Duration{1}).size(), 4u);
}

TEST_F(Visits, A84_ThatAreSilentLastFiveSeconds) {
  const std::uint64_t number = visit(kBob, claim(kAnn).nameplate, kAnn);
  // The relay's word that the visitor knows the code counts for nothing if the visitor says it.
  say(kBob, proto::Proved{number});
  EXPECT_THAT(wait(Duration{4'999}), IsEmpty());
  EXPECT_THAT(wait(Duration{1}), ElementsAre(Delivery{kBob, Gone{0, Why::time}},
                                             Delivery{kAnn, Gone{number, Why::time}}));
}

Bytes hello_of(Rng& rng) {
  ByteArray<16> sid{};
  rng.fill(sid);
  const crypto::CpaceParty party(crypto::CpaceParty::Role::initiator,
                                 {.password = sid, .channel = {}, .session = sid}, rng);
  return proto::encode(
      proto::CodeMessage(proto::CodeHello{.version = 1, .sid = sid, .y = party.share()}));
}

/// A visitor says hello, then tries words: the answers of a number, and when; "proof" stands
/// for what it hears after that.
TEST_F(Visits, A84_ToNobodyLookLikeAnyOtherUntilTheProof) {
  bounds.answer_min = Duration{200};
  bounds.answer_max = Duration{500};
  const std::uint32_t held = claim(kAnn).nameplate;
  const std::uint32_t free = held == 5000 ? 5001 : 5000;
  for (const std::uint32_t place : {held, free}) {
    std::set<std::int64_t> waits;
    for (int i = 0; i < 200; ++i) {
      const Instant asked = now;
      std::vector<Delivery> out = say(kBob, proto::Visit{0, place, hello_of(rng)});
      if (place == held) {
        const std::uint64_t number = std::get<proto::Visit>(out.at(0).message).visit;
        now = now + Duration{i % 20};  // the way to the holder and back
        out = say(kAnn, proto::Say{number, Bytes(36)});
      }
      EXPECT_THAT(out, IsEmpty());
      while (out.empty()) {
        now = std::max(places.deadline(), now);
        out = places.on_time(now);
      }
      ASSERT_EQ(out.size(), 1u);
      EXPECT_EQ(out[0].to, kBob);
      const auto* answer = std::get_if<proto::Say>(&out[0].message);
      ASSERT_NE(answer, nullptr);
      EXPECT_EQ(answer->body.size(), 36u);
      waits.insert((now - asked).ms);
      if (place == free) {
        const auto code = proto::decode_code(answer->body);
        ASSERT_TRUE(code && std::holds_alternative<proto::CodeAnswer>(*code));
        EXPECT_TRUE(crypto::Point::decode(std::get<proto::CodeAnswer>(*code).y));
        EXPECT_THAT(say(kBob, proto::Say{answer->visit, to_bytes("proof")}), IsEmpty());
        now = now + Duration{500};
        EXPECT_THAT(places.on_time(now),
                    ElementsAre(Delivery{kBob, Gone{answer->visit, Why::no_place}}));
      } else {
        say(kBob, Gone{answer->visit, Why::left});
      }
    }
    EXPECT_GE(*waits.begin(), 200);
    EXPECT_LE(*waits.rbegin(), 500);
    EXPECT_LT(*waits.begin(), 215);
    EXPECT_GT(*waits.rbegin(), 485);
  }
}

TEST_F(Visits, A84_WhatTheHolderCannotReadIsAnsweredAsANumberThatNobodyHolds) {
  bounds.answer_min = Duration{200};
  bounds.answer_max = Duration{500};
  const auto place = claim(kAnn).nameplate;
  const std::uint64_t number = visit(kBob, place, kAnn);
  EXPECT_THAT(say(kAnn, Gone{number, Why::no_place}), IsEmpty()) << "nor is the holder told";
  EXPECT_THAT(wait(Duration{199}), IsEmpty());
  EXPECT_THAT(wait(Duration{301}), ElementsAre(Delivery{kBob, Gone{0, Why::no_place}}));
}

TEST_F(Visits, A84_ToNobodyThatAreSilentEndAsOthersDo) {
  EXPECT_THAT(say(kBob, proto::Visit{0, std::uint32_t{5000}, hello_of(rng)}), IsEmpty());
  const auto answered = wait(Duration{0});
  ASSERT_EQ(answered.size(), 1u);
  const std::uint64_t number = std::get<proto::Say>(answered[0].message).visit;
  EXPECT_THAT(wait(Duration{4'999}), IsEmpty());
  EXPECT_THAT(wait(Duration{1}), ElementsAre(Delivery{kBob, Gone{number, Why::time}}));
  EXPECT_EQ(places.deadline(), never());
}

TEST_F(Visits, A84_WhoLooksForNumbersIsRefusedWhetherTheyAreHeldOrNot) {
  bounds.misses_per_minute = 10;
  const std::uint32_t held = claim(kAnn).nameplate;
  for (std::uint32_t i = 0; i < 10; ++i) say(kBob, proto::Visit{0, 1000 + i, hello_of(rng)}, 7);
  const Delivery refused{kBob, Gone{0, Why::too_often}};
  EXPECT_THAT(say(kBob, proto::Visit{0, held, {}}, 7), ElementsAre(refused));
  EXPECT_THAT(say(kBob, proto::Visit{0, std::uint32_t{9998}, {}}, 7), ElementsAre(refused));
  EXPECT_EQ(say(kCat, proto::Visit{0, held, {}}, 8).at(0).to, kAnn) << "another network";
  wait(Duration{6'100});
  EXPECT_NE(say(kBob, proto::Visit{0, held, {}}, 7).size(), 0u);
}

TEST_F(Visits, A84_OfTheWholeRelayGiveWayToNewerOnes) {
  bounds.visits = 3;
  const auto place = claim(kAnn).nameplate, other = claim(kAnn).nameplate;
  for (int i = 0; i < 3; ++i) visit(kBob, place, kAnn);
  EXPECT_EQ(say(kCat, proto::Visit{0, other, {}}, 2).size(), 3u);
}

TEST_F(Visits, ASourceMakesTwentyAtOnceAndTenAMinute) {
  bounds.visits_burst = {20, 40, 80};
  bounds.visits_per_place = 100;
  const auto place = claim(kAnn).nameplate;
  for (int i = 0; i < 20; ++i) EXPECT_NE(visit(kBob, place, kAnn), 0u) << i;
  const auto once_more = proto::Visit{0, place, to_bytes("hello")};
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(say(kCat, once_more), ElementsAre(Delivery{kCat, Gone{0, Why::too_often}}));
  EXPECT_EQ(say(kCat, once_more, 2).size(), 1u) << "another source";
  wait(Duration{5'999});
  EXPECT_EQ(visit(kBob, place, kAnn), 0u);
  wait(Duration{101});
  EXPECT_NE(visit(kBob, place, kAnn), 0u);
  EXPECT_EQ(visit(kBob, place, kAnn), 0u);
}

/// A place that never was, one that was closed, one whose time is over and one whose holder is lost
/// are told apart neither by the answer nor by when it comes.
TEST_P(Visits, ToNobodyGetTheSameAnswerAtTheSameTimes) {
  rng = SeededRng(GetParam());
  bounds.answer_min = Duration{200};
  bounds.answer_max = Duration{500};
  const auto closed = claim(kAnn).nameplate;
  say(kAnn, proto::ClosePlace{closed});
  const auto over = claim(kAnn, 1).nameplate;
  wait(Duration{60'000});
  const auto lost = claim(kCat).nameplate;
  places.on_hang_up(kCat, now);
  std::uint32_t never_there = 1;
  while (std::set{closed, over, lost}.contains(never_there)) ++never_there;
  for (const std::uint32_t place : {closed, over, lost, never_there}) {
    std::set<std::int64_t> waits;
    for (int i = 0; i < 300; ++i) {
      const Instant asked = now;
      EXPECT_THAT(say(kBob, proto::Visit{0, place, {}}), IsEmpty());
      std::vector<Delivery> answers;
      while (answers.empty()) {
        now = std::max(places.deadline(), now);
        answers = places.on_time(now);
      }
      EXPECT_THAT(answers, ElementsAre(Delivery{kBob, Gone{0, Why::no_place}}));
      waits.insert((now - asked).ms);
      now = asked;
    }
    EXPECT_GE(*waits.begin(), 200);
    EXPECT_LE(*waits.rbegin(), 500);
    EXPECT_LT(*waits.begin(), 210) << "all of the time is used";
    EXPECT_GT(*waits.rbegin(), 490);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, Visits, testing::Range<std::uint64_t>(0, 5));

TEST_F(Visits, WhatOnlyARelaySaysIsRefused) {
  for (const proto::RelayMessage& message :
       {proto::RelayMessage(proto::Claimed{1, 1, {}}), proto::RelayMessage(proto::Held{}),
        proto::RelayMessage(proto::Visit{1, std::uint32_t{5}, {}})}) {
    const auto refused = places.on_message(kAnn, source(1), message, now);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::not_wanted);
  }
}

/// Whatever some clients do, in any order: what is counted for a source is what it has, and in the
/// end nothing is left.
TEST_P(Visits, NothingIsLeftOfClientsThatAreGone) {
  SeededRng choice(GetParam());
  std::vector<proto::Keep> keeps;
  std::vector<std::uint64_t> numbers{0};
  for (int i = 0; i < 3'000; ++i) {
    const CallerId who(1 + choice.below(5));
    const auto address = static_cast<unsigned char>(choice.below(3));
    const auto number = static_cast<std::uint32_t>(1 + choice.below(99));
    const proto::BoxId box{static_cast<std::byte>(choice.below(6))};
    const proto::RelayPlace place =
        choice.below(2) == 0 ? proto::RelayPlace(number) : proto::RelayPlace(box);
    const std::uint64_t visit = numbers[choice.below(numbers.size())];
    std::vector<Delivery> out;
    switch (choice.below(9)) {
      case 0:
        out = say(who, proto::Claim{1, {}}, address);
        break;
      case 1:
        if (!keeps.empty())
          out = say(who, proto::Claim{1, keeps[choice.below(keeps.size())]}, address);
        break;
      case 2:
        out = say(who, proto::OpenBox{box, {static_cast<std::byte>(choice.below(2))}}, address);
        break;
      case 3:
        out = say(who, proto::ClosePlace{place}, address);
        break;
      case 4:
        out = say(who, proto::Visit{0, place, {}}, address);
        break;
      case 5:
        out = say(who, proto::Say{visit, {}}, address);
        break;
      case 6:
        out = say(who, Gone{visit, Why::left}, address);
        break;
      case 7:
        out = places.on_hang_up(who, now);
        break;
      default:
        out = wait(Duration{static_cast<std::int64_t>(choice.below(20'000))});
    }
    for (const Delivery& each : out) {
      if (const auto* claimed = std::get_if<proto::Claimed>(&each.message))
        keeps.push_back(claimed->keep);
      if (const auto* begun = std::get_if<proto::Visit>(&each.message))
        numbers.push_back(begun->visit);
    }
  }
  for (std::uint64_t who = 1; who <= 5; ++who) places.on_hang_up(CallerId(who), now);
  wait(Duration{60'000});
  EXPECT_EQ(places.occupancy().nameplates + places.occupancy().boxes, 0u);
  EXPECT_EQ(places.deadline(), never());
  sources.forget_idle(now + Duration{std::int64_t{1'000'000} * 60'000});
  EXPECT_EQ(sources.size(), 0u) << "something is still counted";
}

}  // namespace
}  // namespace fairdeal::relay
