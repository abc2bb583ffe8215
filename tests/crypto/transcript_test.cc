#include "crypto/transcript.h"

#include <set>

#include <gtest/gtest.h>

#include "base/encode.h"

namespace fairdeal::crypto {
namespace {

TEST(Transcript, EqualConversationsGiveEqualChallenges) {
  const auto talk = [] {
    Transcript transcript("talk", as_bytes("here"));
    transcript.append("a", as_bytes("1"));
    const Scalar first = transcript.challenge("c");
    transcript.append("b", std::array{Point::base()});
    return std::pair(first, transcript.challenge("d"));
  };
  EXPECT_EQ(talk(), talk());
}

TEST(Transcript, EveryDifferenceAnywhereGivesAnotherChallenge) {
  std::set<ByteArray<32>> challenges;
  const auto talk = [&](const char* protocol, const char* context, const char* label,
                        const char* data, const char* asked, bool before) {
    Transcript transcript(protocol, as_bytes(context));
    if (before) transcript.challenge("c");
    transcript.append(label, as_bytes(data));
    challenges.insert(transcript.challenge(asked).encode());
  };
  talk("p", "x", "l", "d", "c", false);
  talk("q", "x", "l", "d", "c", false);
  talk("p", "y", "l", "d", "c", false);
  talk("p", "x", "m", "d", "c", false);
  talk("p", "x", "l", "e", "c", false);
  talk("p", "x", "l", "", "c", false);
  talk("p", "x", "l", "d", "k", false);
  talk("p", "x", "l", "d", "c", true);
  EXPECT_EQ(challenges.size(), 8u);
}

TEST(Transcript, AChallengeMovesTheTranscriptOn) {
  Transcript transcript("p", {});
  std::set<ByteArray<32>> challenges;
  for (int i = 0; i < 10; ++i) challenges.insert(transcript.challenge("c").encode());
  EXPECT_EQ(challenges.size(), 10u);
}

TEST(Transcript, APointListIsItsEncodingsOneAfterAnother) {
  Transcript typed("p", {}), raw("p", {});
  typed.append("P", std::array{Point::base(), Point()});
  raw.append("P", Writer().raw(Point::base().encode()).raw(Point().encode()).bytes());
  EXPECT_EQ(typed.state(), raw.state());
}

TEST(Transcript, FewerWeightsAreAPrefixOfMore) {
  Transcript few("p", {}), many("p", {});
  const auto three = few.weights("w", 3), ten = many.weights("w", 10);
  EXPECT_TRUE(std::equal(three.begin(), three.end(), ten.begin()));
  EXPECT_EQ(few.state(), many.state());
}

}  // namespace
}  // namespace fairdeal::crypto
