// Members' words about themselves, alone: which word counts, what is still to be said, and what the
// table does not know yet.
#include "runtime/node/presences.h"

#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using What = proto::Presence::What;

/// Seat 0's memory of what the four at the table said.
class Words : public StepFour {
 protected:
  static constexpr Seat kMe{0}, kOther{2};

  proto::Signed<proto::Presence> word(Seat by, What what, Step step = kStep) {
    return proto::sign(by, proto::Presence{table->id(), step, what}, world.key(by));
  }
  /// The table once the mover has attached these words to its move.
  state::Table after(std::vector<proto::Signed<proto::Presence>> words) {
    std::vector<proto::Attachment> attachments;
    for (const auto& one : words)
      attachments.push_back(proto::PresenceAttachment{proto::envelope(one)});
    const auto move = said(proto::MovePayload{table->game().legal(kMover).front().action.text},
                           std::move(attachments));
    return *table->after({kStep, table->head(), {table->assume_valid(move)}});
  }
  node::Presences presences{kMe, 4};
};

TEST_F(Words, TheLatestStepCountsAndOfOneStepTheFirstWord) {
  EXPECT_TRUE(presences.add(word(kOther, What::leaves, Step(2)), *table));
  EXPECT_FALSE(presences.add(word(kOther, What::back, Step(2)), *table));
  EXPECT_FALSE(presences.add(word(kOther, What::back, Step(1)), *table));
  ASSERT_EQ(presences.news(*table).size(), 1u);
  EXPECT_EQ(presences.news(*table).front().message().what, What::leaves);
  EXPECT_TRUE(presences.add(word(kOther, What::back, Step(3)), *table));
  EXPECT_TRUE(presences.news(*table).empty()) << "it is not gone";
}

TEST_F(Words, WhoWantsToLeaveSaysSoOnce) {
  EXPECT_EQ(presences.pending(*table), std::nullopt);
  presences.want(What::leaves);
  EXPECT_EQ(presences.pending(*table), What::leaves);
  EXPECT_TRUE(presences.add(word(kMe, What::leaves), *table));
  EXPECT_TRUE(presences.has_said(What::leaves));
  EXPECT_EQ(presences.pending(*table), std::nullopt);
}

TEST_F(Words, WhoIsGoneSaysThatItIsBackOnceForEachTimeThatItWent) {
  const auto gone = after({word(kMe, What::leaves)});
  ASSERT_TRUE(gone.members().standing(kMe).left());
  EXPECT_TRUE(presences.add(word(kMe, What::leaves), *table));
  EXPECT_EQ(presences.pending(gone), What::back);
  presences.want(What::leaves);
  EXPECT_EQ(presences.pending(gone), std::nullopt) << "it has left, as it wants";
  presences.want(What::back);
  EXPECT_TRUE(presences.add(word(kMe, What::back, gone.step()), *table));
  EXPECT_EQ(presences.pending(gone), std::nullopt);
}

TEST_F(Words, NewsIsWhatTheTableDoesNotKnowWithItsOwnWordFirst) {
  EXPECT_TRUE(presences.add(word(kOther, What::leaves), *table));
  EXPECT_TRUE(presences.add(word(Seat(3), What::leaves, kStep.next()), *table));
  EXPECT_TRUE(presences.add(word(kMe, What::leaves), *table));
  const auto news = presences.news(*table);
  ASSERT_EQ(news.size(), 2u) << "a word of a step to come waits for it";
  EXPECT_EQ(news[0].by(), kMe);
  EXPECT_EQ(news[1].by(), kOther);
  const auto known = presences.news(after({word(kOther, What::leaves)}));
  EXPECT_TRUE(std::ranges::none_of(known, [](const auto& said) { return said.by() == kOther; }));
}

}  // namespace
}  // namespace fairdeal::sim
