// A transcript that was cut or edited, exhaustively: every byte of a small transcript flipped,
// every cut.
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using audit::Verdict;

class EveryByte : public testing::TestWithParam<const char*> {};

TEST_P(EveryByte, A34_FlippedIsInvalidAndCutIsIncomplete) {
  World world({.game = GetParam()});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  ASSERT_EQ(verdict(good), Verdict::valid);
  for (std::size_t i = 0; i < good.size(); ++i) {
    Bytes flipped = good;
    flipped[i] ^= std::byte(1 << i % 8);
    const auto report = audited(flipped);
    const auto said = report.verdict;
    EXPECT_TRUE(names_nobody(report)) << "byte " << i << ": " << describe(*report.error);
    if (i < proto::kTranscriptMagic.size())
      EXPECT_EQ(said, Verdict::cannot_check) << "byte " << i;  // no transcript of this format
    else
      EXPECT_EQ(said, Verdict::invalid) << "byte " << i << " of " << good.size();
    const auto cut = audited(ByteSpan(good).first(i));
    EXPECT_EQ(cut.verdict, Verdict::incomplete) << "cut at " << i;
    EXPECT_TRUE(names_nobody(cut)) << "cut at " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, EveryByte, testing::Values("odds-and-evens", "kuhn"),
                         [](const auto& i) { return std::string(i.param).substr(0, 4); });

}  // namespace
}  // namespace fairdeal::sim
