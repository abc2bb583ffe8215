// Several transcripts of one table: the same match, the beginning of it, or another after a fork.
#include "runtime/audit/comparison.h"

#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using audit::Comparison;
using audit::Verdict;
using proto::Phase;
using state::Table;
using Relation = Comparison::Relation;

/// Two play, two watch and vote: three of the four make a quorum.
class Forks : public testing::Test {
 protected:
  Forks() {
    world.run();
    honest = parts_of(world.transcript(Seat(0)));
  }

  /// The honest match up to `step`, whose record is as `change` leaves it, with the votes of these.
  template <class Change>
  Bytes signed_anew(std::size_t step, Change change, Round round, Phase phase,
                    const std::vector<std::uint32_t>& voters) {
    return transcript_of(sim::signed_anew(world, honest, step, change, {round, phase, voters}));
  }
  static constexpr auto as_it_was = [](const Table&, auto&) {};
  static constexpr auto first_absent = [](const Table& table, auto& record) {
    record.front() = proto::AbsentSeat{table.slots().front().seat};
  };

  std::size_t last() const { return honest.size() - 2; }
  Bytes honest_file() const { return transcript_of(honest); }

  static Comparison compared(const Bytes& a, const Bytes& b) {
    return compare(audited(a), audited(b));
  }
  static SeatSet named(const Bytes& a, const Bytes& b, std::size_t step) {
    SeatSet seats;
    for (const auto& evidence : audit::contradictions(a, b, Step(step)))
      seats.insert(evidence.first.by);
    return seats;
  }

  World world{{.game = "tic-tac-toe", .witnesses = 2}};
  std::vector<Bytes> honest;
};

TEST_F(Forks, TheSameOutcomeWithOtherVotesIsNoFork) {
  for (const std::size_t step : {std::size_t{2}, last()}) {
    const Bytes other = signed_anew(step, as_it_was, Round(0), Phase::precommit, {0, 2, 3});
    const auto [relation, common] = compared(honest_file(), other);
    EXPECT_EQ(relation, step == last() ? Relation::equal : Relation::prefix);
    EXPECT_EQ(common, step + 1);
    EXPECT_TRUE(named(honest_file(), other, step).empty());
  }
}

TEST_F(Forks, ABeginningIsOneOfTheWholeWhicheverIsGivenFirst) {
  const Bytes whole = honest_file();
  for (std::size_t n = 1; n < honest.size(); ++n) {
    const Bytes beginning = transcript_of({honest.begin(), honest.begin() + std::ptrdiff_t(n)});
    for (const auto& [relation, common] :
         {compared(whole, beginning), compared(beginning, whole)}) {
      EXPECT_EQ(relation, Relation::prefix);
      EXPECT_EQ(common, n - 1);
    }
  }
}

TEST_F(Forks, OnlyWhatIsGoodIsCompared) {
  Bytes damaged = honest_file();
  damaged[damaged.size() - 1] ^= std::byte{1};
  EXPECT_EQ(compared(honest_file(), damaged).relation, Relation::prefix);
  EXPECT_EQ(compared(honest_file(), damaged).common, last());
}

/// A quorum signs another end, each file being VALID by itself: comparing them tells. An honest
/// member may have voted for all entries first, and then, outvoted, for the record without one.
TEST_F(Forks, AReSignedEndIsNoticedAndNobodyNamedWhoMayBeHonest) {
  const Bytes other = signed_anew(last(), first_absent, Round(1), Phase::precommit, {1, 2, 3});
  EXPECT_EQ(verdict(honest_file()), Verdict::valid);
  EXPECT_EQ(verdict(other), Verdict::valid);
  const auto [relation, common] = compared(honest_file(), other);
  EXPECT_EQ(relation, Relation::forked);
  EXPECT_EQ(common, last());
  EXPECT_TRUE(named(honest_file(), other, last()).empty());
}

TEST_F(Forks, WhoSignsTwoVotesOfOneRoundIsNamedAndNobodyElse) {
  const Bytes a = signed_anew(4, as_it_was, Round(1), Phase::precommit, {0, 1, 2});
  const Bytes b = signed_anew(4, first_absent, Round(1), Phase::precommit, {1, 2, 3});
  EXPECT_EQ(compared(a, b).relation, Relation::forked);
  EXPECT_EQ(compared(a, b).common, 4u);
  EXPECT_EQ(named(a, b, 4), SeatSet::of_bits(0b0110));
  EXPECT_EQ(named(b, a, 4), SeatSet::of_bits(0b0110));
  EXPECT_EQ(named(a, b, 0), SeatSet::of_bits(0b0110)) << "every step from there on is compared";
  EXPECT_TRUE(named(a, b, 5).empty());
}

TEST_F(Forks, WhoSignsTwoMovesIsNamedThoughTheVotersNeedNotBe) {
  const std::size_t step = 3;
  const auto another_move = [this](const Table& table, auto& record) {
    auto& answer = std::get<proto::Envelope>(record.front());
    proto::Entry entry = *proto::decode_entry(answer.body);
    auto& action = std::get<proto::MovePayload>(entry.payload).action;
    const std::string said = action;
    for (const auto& choice : table.game().legal(answer.by))
      if (choice.action.text != said) action = choice.action.text;
    answer = proto::envelope(proto::sign(answer.by, entry, world.key(answer.by)));
  };
  const Seat mover = table_before(world, honest, step).slots().front().seat;
  const Bytes other = signed_anew(step, another_move, Round(1), Phase::precommit, {1, 2, 3});
  EXPECT_EQ(compared(honest_file(), other).relation, Relation::forked);
  EXPECT_EQ(named(honest_file(), other, step).list(), std::vector{mover});
}

TEST_F(Forks, OtherBytesConvictNobody) {
  World elsewhere({.game = "tic-tac-toe", .witnesses = 2, .seed = 2});
  elsewhere.run();
  const Bytes other = elsewhere.transcript(Seat(0));
  EXPECT_TRUE(named(honest_file(), other, 2).empty());
  EXPECT_TRUE(named(honest_file(), {}, 2).empty());
  EXPECT_TRUE(named(honest_file(), honest_file(), honest.size()).empty());
}

}  // namespace
}  // namespace fairdeal::sim
