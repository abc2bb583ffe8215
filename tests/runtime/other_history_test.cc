// Statements after another history that was not shown: when they are told, what a file shows.
#include "runtime/node/other_history.h"

#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using node::HistoryUnshown;

class OtherHistory : public StepFour {
 protected:
  static constexpr Duration kMinute{60'000};

  proto::Signed<proto::Entry> after_another(Seat by, std::byte which = std::byte{1}) {
    crypto::Digest parent = table->head();
    parent.bytes[0] ^= which;
    return proto::sign(by, proto::Entry{table->id(), kStep, parent, proto::EndPayload{}, {}},
                       world.key(by));
  }
  /// A proposal of a record of that entry, and the record.
  std::pair<proto::Signed<proto::Proposal>, std::vector<proto::Answer>> proposed(Seat by) {
    const auto entry = after_another(kMover);
    std::vector<proto::Answer> record{proto::envelope(entry)};
    const auto digest = consensus::digest(kStep, entry.message().parent, record);
    return {
        proto::sign(by, proto::Proposal{table->id(), kStep, Round(1), {}, digest}, world.key(by)),
        record};
  }
  std::vector<HistoryUnshown> told() { return m.noticed<HistoryUnshown>(); }
  const proto::SignedCharter& charter() { return *table->state().signed_charter; }
  Result<node::HistoryFile> read(const Bytes& file) {
    std::size_t at = 0;
    return node::read_history_file([&](std::size_t wanted) -> Result<Bytes> {
      const std::size_t n = std::min(wanted, file.size() - at);
      at += n;
      return Bytes(file.begin() + std::ptrdiff_t(at - n), file.begin() + std::ptrdiff_t(at));
    });
  }

  Member m{world, Seat(3)};
};

TEST_F(OtherHistory, IsToldOnceAfterAMinuteWithoutAnAnswer) {
  m.hear(kMover, proto::EntryFrame{proto::envelope(after_another(kMover))});
  m.hear(kMover, proto::EntryFrame{proto::envelope(after_another(kMover, std::byte{2}))});
  m.wait(Duration{kMinute.ms - 1});
  EXPECT_TRUE(told().empty());
  m.wait(Duration{1});
  ASSERT_EQ(told().size(), 1u);
  EXPECT_EQ(told().front().seat, kMover);
  const auto said = node::read_statement(told().front().said, charter());
  ASSERT_TRUE(said);
  EXPECT_EQ(said->parent, after_another(kMover).message().parent);
  m.hear(kMover, proto::EntryFrame{proto::envelope(after_another(kMover, std::byte{3}))});
  m.wait(kMinute * 3);
  EXPECT_EQ(told().size(), 1u);
  EXPECT_FALSE(m.node.halted());
}

/// "Nothing accepted is lost": a program that is killed within the minute has it in its store.
TEST_F(OtherHistory, IsToldByAProgramThatWasKilledWithinTheMinute) {
  m.hear(kMover, proto::EntryFrame{proto::envelope(after_another(kMover))});
  m.wait(Duration{kMinute.ms / 2});
  for (const bool once : {true, false}) {
    m.restart();
    ASSERT_EQ(m.node.parts().unshown.untold().size(), 1u) << once;
    m.wait(Duration{kMinute.ms - 1});
    EXPECT_TRUE(told().empty());
  }
  m.wait(Duration{1});
  ASSERT_EQ(told().size(), 1u);
  EXPECT_EQ(told().front().seat, kMover);
  EXPECT_TRUE(node::read_statement(told().front().said, charter()));
  EXPECT_TRUE(m.node.parts().unshown.untold().empty());
}

TEST_F(OtherHistory, OfAProposalIsToldWithItsRecordAndOnlyWithTheOneThatItsLeaderSigned) {
  const auto [proposal, record] = proposed(Seat(0));
  m.hear(Seat(0), proto::ProposalFrame{proto::envelope(proposal), {}, record});
  // Seat 2 passes on an honest proposal with a record that its leader never saw.
  const auto honest = proto::sign(Seat(1), proto::Proposal{table->id(), kStep, Round(1), {}, {}},
                                  world.key(Seat(1)));
  m.hear(Seat(2), proto::ProposalFrame{proto::envelope(honest), {}, record});
  m.wait(kMinute);
  ASSERT_EQ(told().size(), 1u);
  EXPECT_EQ(told().front().seat, Seat(0));
  EXPECT_TRUE(node::read_statement(told().front().said, charter()));
}

TEST_F(OtherHistory, OfAStatusAloneIsNotToldForItIsNotSigned) {
  m.hear(kMover, proto::Status{table->id(), kStep, {}});
  EXPECT_EQ(m.sent_of<proto::HistoryQuery>().size(), 1u);
  m.wait(kMinute * 2);
  EXPECT_TRUE(told().empty());
}

TEST_F(OtherHistory, AFileSaysWhatItsAuthorSignedAndNobodyElseCanMakeOne) {
  const auto entry = after_another(kMover);
  const Bytes file = node::history_file(charter(), node::as_part(entry));
  const auto found = read(file);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->table, table->id());
  EXPECT_EQ(found->said.by, kMover);
  EXPECT_EQ(found->said.step, kStep);

  auto forged = node::as_part(entry);
  std::get<proto::Envelope>(forged.decided.record.front()).by = Seat(0);
  EXPECT_FALSE(read(node::history_file(charter(), forged)));
  auto [proposal, record] = proposed(Seat(0));
  record.front() = proto::envelope(after_another(kMover, std::byte{9}));
  EXPECT_FALSE(read(node::history_file(charter(), node::as_part(proposal, record))));
  auto elsewhere = entry.message();
  elsewhere.table.bytes[0] ^= std::byte{1};
  EXPECT_FALSE(read(node::history_file(
      charter(), node::as_part(proto::sign(kMover, elsewhere, world.key(kMover))))));
}

TEST_F(OtherHistory, AFileThatIsCutOrDamagedIsRefusedAtEachByte) {
  const Bytes file = node::history_file(charter(), node::as_part(after_another(kMover)));
  for (std::size_t length = 0; length < file.size(); ++length)
    EXPECT_FALSE(read(Bytes(file.begin(), file.begin() + std::ptrdiff_t(length)))) << length;
  for (std::size_t i = 0; i < file.size(); ++i) {
    Bytes damaged = file;
    damaged[i] ^= std::byte{1};
    EXPECT_FALSE(read(damaged)) << i;
  }
  Bytes longer = file;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(read(longer));
}

}  // namespace
}  // namespace fairdeal::sim
