#include "net/signaling/relay_holder.h"

#include <gtest/gtest.h>

#include "net/channel/limits.h"

/// A member's places at a relay, without a relay.

namespace fairdeal::signaling {
namespace {

using Why = proto::Gone::Why;
using Messages = RelayHolder::Messages;

constexpr Instant kStart{1'000'000};
const proto::BoxId kBox{std::byte{1}};
const proto::BoxId kOtherBox{std::byte{2}};
const proto::BoxProof kProof{std::byte{3}};
const proto::Keep kKeep{std::byte{4}};

Instant after_minutes(std::int64_t minutes) { return kStart + Duration{minutes * 60'000}; }

template <class Event>
Event only(const RelayHolder::Effects& effects) {
  EXPECT_FALSE(effects.broken);
  EXPECT_EQ(effects.events.size(), 1u);
  return std::get<Event>(effects.events.at(0));
}

/// A connected holder of nameplate 7 for 20 minutes and of kBox.
RelayHolder holder_of_both() {
  RelayHolder holder;
  holder.on_connected(kStart);
  holder.claim(20);
  EXPECT_TRUE(holder.open(kBox, kProof));
  const proto::Claimed claimed{.nameplate = 7, .seconds = 1200, .keep = kKeep};
  EXPECT_EQ(only<RelayHolder::Claimed>(holder.on_message(claimed, kStart)).nameplate, 7u);
  EXPECT_EQ(only<RelayHolder::Held>(holder.on_message(proto::Held{kBox}, kStart)).box, kBox);
  return holder;
}

TEST(RelayHolder, WithoutAConnectionNothingIsSentAndAConnectionSaysItAll) {
  RelayHolder holder;
  EXPECT_TRUE(holder.claim(5).empty());
  EXPECT_TRUE(holder.open(kBox, kProof)->empty());
  EXPECT_TRUE(holder.open(kOtherBox, kProof)->empty());
  EXPECT_TRUE(holder.close(kOtherBox).empty());
  EXPECT_EQ(holder.on_connected(kStart),
            (Messages{proto::Claim{.minutes = 5}, proto::OpenBox{.box = kBox, .proof = kProof}}));
}

TEST(RelayHolder, ANameplateIsClaimedAgainForWhatIsLeftOfItsTime) {
  RelayHolder holder = holder_of_both();
  holder.on_disconnected();
  const Messages again = holder.on_connected(after_minutes(12) + Duration{1});
  EXPECT_EQ(again, (Messages{proto::Claim{.minutes = 8, .keep = kKeep},
                             proto::OpenBox{.box = kBox, .proof = kProof}}));
  // However long the relay grants it now, it ends when it was to end.
  const auto claimed = only<RelayHolder::Claimed>(holder.on_message(
      proto::Claimed{.nameplate = 8, .seconds = 4'000'000'000, .keep = kKeep}, after_minutes(13)));
  EXPECT_EQ(claimed.nameplate, 8u);
  EXPECT_EQ(claimed.seconds, 7u * 60);
  holder.on_disconnected();
  EXPECT_EQ(holder.on_connected(after_minutes(20)),
            (Messages{proto::OpenBox{.box = kBox, .proof = kProof}}));
}

TEST(RelayHolder, ANewClaimTakesThePlaceOfTheOneBefore) {
  RelayHolder holder = holder_of_both();
  EXPECT_EQ(holder.claim(3),
            (Messages{proto::ClosePlace{std::uint32_t{7}}, proto::Claim{.minutes = 3}}));
  EXPECT_EQ(holder.claim(4), (Messages{proto::Claim{.minutes = 4}}));
  const auto stale = holder.on_message(proto::Claimed{.nameplate = 8, .seconds = 180}, kStart);
  EXPECT_EQ(stale.send, (Messages{proto::ClosePlace{std::uint32_t{8}}}));
  EXPECT_TRUE(stale.events.empty());
  const auto fresh = holder.on_message(proto::Claimed{.nameplate = 9, .seconds = 240}, kStart);
  EXPECT_EQ(only<RelayHolder::Claimed>(fresh).nameplate, 9u);
  EXPECT_EQ(holder.close_nameplate(), (Messages{proto::ClosePlace{std::uint32_t{9}}}));
}

TEST(RelayHolder, AClaimThatWasGivenUpIsClosedWhenItsAnswerComes) {
  RelayHolder holder;
  holder.on_connected(kStart);
  holder.claim(20);
  EXPECT_TRUE(holder.close_nameplate().empty());
  const auto effects = holder.on_message(proto::Claimed{.nameplate = 7, .seconds = 60}, kStart);
  EXPECT_EQ(effects.send, (Messages{proto::ClosePlace{std::uint32_t{7}}}));
  EXPECT_TRUE(effects.events.empty());
}

TEST(RelayHolder, ARefusalIsOfTheOldestQuestionAndEndsTheWish) {
  RelayHolder holder;
  holder.on_connected(kStart);
  holder.claim(20);
  ASSERT_TRUE(holder.open(kBox, kProof));
  ASSERT_TRUE(holder.open(kOtherBox, kProof));
  const proto::Gone no_number{.visit = 0, .why = Why::too_many};
  EXPECT_EQ(only<RelayHolder::ClaimRefused>(holder.on_message(no_number, kStart)).why,
            Why::too_many);
  const auto box = only<RelayHolder::BoxRefused>(
      holder.on_message(proto::Gone{.visit = 0, .why = Why::refused}, kStart));
  EXPECT_EQ(box.box, kBox);
  EXPECT_EQ(box.why, Why::refused);
  only<RelayHolder::Held>(holder.on_message(proto::Held{kOtherBox}, kStart));
  holder.on_disconnected();
  EXPECT_EQ(holder.on_connected(kStart),
            (Messages{proto::OpenBox{.box = kOtherBox, .proof = kProof}}));
}

TEST(RelayHolder, WhatAnHonestRelayNeverSaysBreaksTheProtocol) {
  const proto::RelayMessage lies[] = {
      proto::Claimed{.nameplate = 7, .seconds = 60},
      proto::Held{kBox},
      proto::Held{kOtherBox},
      proto::Gone{.visit = 0, .why = Why::refused},
      proto::Claim{.minutes = 1},
      proto::OpenBox{.box = kBox, .proof = kProof},
      proto::ClosePlace{kBox},
      proto::Visit{.visit = 0, .place = kBox, .body = {}},
      proto::Visit{.visit = 5, .place = kBox, .body = {}},
  };
  for (const auto& lie : lies) {
    RelayHolder holder = holder_of_both();
    ASSERT_FALSE(
        holder.on_message(proto::Visit{.visit = 5, .place = kBox, .body = {}}, kStart).broken);
    const auto effects = holder.on_message(lie, kStart);
    EXPECT_TRUE(effects.broken) << lie.index();
    EXPECT_TRUE(effects.events.empty() && effects.send.empty()) << lie.index();
  }
}

TEST(RelayHolder, OneAnswerTooManyInAnotherOrderIsNoticed) {
  RelayHolder holder;
  holder.on_connected(kStart);
  holder.claim(20);
  ASSERT_TRUE(holder.open(kBox, kProof));
  EXPECT_TRUE(holder.on_message(proto::Held{kBox}, kStart).broken);
}

TEST(RelayHolder, WhatCrossedOurOwnWordsIsIgnored) {
  RelayHolder holder = holder_of_both();
  EXPECT_EQ(holder.close(kBox), (Messages{proto::ClosePlace{kBox}}));
  const proto::RelayMessage late[] = {
      proto::Say{.visit = 77, .body = to_bytes("late")},
      proto::Gone{.visit = 77, .why = Why::left},
  };
  for (const auto& message : late) {
    const auto effects = holder.on_message(message, kStart);
    EXPECT_TRUE(effects.events.empty() && effects.send.empty() && !effects.broken);
  }
  const auto visit = holder.on_message(proto::Visit{.visit = 6, .place = kBox, .body = {}}, kStart);
  EXPECT_EQ(visit.send, (Messages{proto::Gone{.visit = 6, .why = Why::no_place}}));
  EXPECT_TRUE(visit.events.empty() && !visit.broken);
}

TEST(RelayHolder, AVisitIsAnsweredByTheRelaysNumber) {
  RelayHolder holder = holder_of_both();
  const proto::RelayPlace place = std::uint32_t{7};
  const auto visited = only<RelayHolder::Visited>(holder.on_message(
      proto::Visit{.visit = 1'000, .place = place, .body = to_bytes("hello")}, kStart));
  EXPECT_EQ(visited.place, place);
  EXPECT_EQ(visited.body, to_bytes("hello"));
  EXPECT_EQ(holder.say(visited.visit, as_bytes("answer")),
            (Messages{proto::Say{.visit = 1'000, .body = to_bytes("answer")}}));
  const auto said = only<RelayHolder::Said>(
      holder.on_message(proto::Say{.visit = 1'000, .body = to_bytes("proof")}, kStart));
  EXPECT_EQ(said.visit, visited.visit);
  EXPECT_EQ(said.body, to_bytes("proof"));
  EXPECT_EQ(holder.hang_up(visited.visit),
            (Messages{proto::Gone{.visit = 1'000, .why = Why::left}}));
  EXPECT_TRUE(holder.hang_up(visited.visit).empty());
  EXPECT_TRUE(holder.say(visited.visit, {}).empty());
}

TEST(RelayHolder, AVisitHasEightMessagesAndNoMore) {
  RelayHolder holder = holder_of_both();
  const auto visit = only<RelayHolder::Visited>(
      holder.on_message(proto::Visit{.visit = 1, .place = kBox, .body = {}}, kStart));
  for (std::size_t i = 1; i < proto::kVisitMessagesMax; ++i)
    ASSERT_FALSE(holder.say(visit.visit, {}).empty()) << i;
  EXPECT_TRUE(holder.say(visit.visit, {}).empty());
  const auto over = holder.on_message(proto::Say{.visit = 1, .body = {}}, kStart);
  EXPECT_EQ(only<RelayHolder::Gone>(over).why, Why::too_many);
  EXPECT_EQ(over.send, (Messages{proto::Gone{.visit = 1, .why = Why::too_many}}));
}

TEST(RelayHolder, VisitsAtOnceAreLimitedAndEndByTime) {
  RelayHolder holder = holder_of_both();
  std::uint64_t number = 1;
  for (; number <= net::kVisitsHeldMax; ++number)
    only<RelayHolder::Visited>(
        holder.on_message(proto::Visit{.visit = number, .place = kBox, .body = {}}, kStart));
  const proto::Visit next{.visit = number, .place = kBox, .body = {}};
  const Instant end = kStart + net::kVisitMax;
  EXPECT_EQ(holder.on_message(next, end + Duration{-1}).send,
            (Messages{proto::Gone{.visit = number, .why = Why::too_many}}));
  const auto effects = holder.on_message(next, end);
  ASSERT_EQ(effects.events.size(), net::kVisitsHeldMax + 1);
  EXPECT_EQ(std::get<RelayHolder::Gone>(effects.events.front()).why, Why::time);
  EXPECT_TRUE(std::holds_alternative<RelayHolder::Visited>(effects.events.back()));
}

TEST(RelayHolder, ALostConnectionEndsTheVisits) {
  RelayHolder holder = holder_of_both();
  const auto visit = only<RelayHolder::Visited>(
      holder.on_message(proto::Visit{.visit = 1, .place = kBox, .body = {}}, kStart));
  const auto events = holder.on_disconnected();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(std::get<RelayHolder::Gone>(events[0]).visit, visit.visit);
  EXPECT_TRUE(holder.say(visit.visit, {}).empty());
  // The relay may use its number again; ours is new.
  holder.on_connected(kStart);
  const auto again = only<RelayHolder::Visited>(
      holder.on_message(proto::Visit{.visit = 1, .place = kBox, .body = {}}, kStart));
  EXPECT_NE(again.visit, visit.visit);
}

TEST(RelayHolder, BoxesAreLimited) {
  RelayHolder holder;
  proto::BoxId box{};
  for (std::size_t i = 0; i < net::kBoxesMax; ++i) {
    box[0] = static_cast<std::byte>(i);
    ASSERT_TRUE(holder.open(box, kProof));
  }
  EXPECT_TRUE(holder.open(box, kProof)) << "it is open already";
  box[0] = static_cast<std::byte>(net::kBoxesMax);
  const auto refused = holder.open(box, kProof);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::too_large);
}

}  // namespace
}  // namespace fairdeal::signaling
