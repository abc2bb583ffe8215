// Several false entries of one record, among true ones: whether they come one by one or the record
// comes whole, exactly their authors are named.
#include <set>

#include "runtime/state/follow.h"
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

const crypto::Scalar kOne = crypto::Scalar::from_u64(1);

/// A key proof that is false by one more or less: a sum without weights would not see two of them.
void made_false(proto::KeyPayload& key, bool more) {
  key.proof.s = more ? key.proof.s + kOne : key.proof.s - kOne;
}

struct Liars {
  const char* where;
  std::vector<Seat> seats;          ///< every other one is false by more, the rest by less
  std::optional<Seat> misfit = {};  ///< in a whole record, with an entry that is not for this step

  bool has(Seat seat) const { return std::ranges::find(seats, seat) != seats.end(); }
  void falsify(Seat seat, proto::Entry& entry) const {
    auto* key = std::get_if<proto::KeyPayload>(&entry.payload);
    if (key != nullptr && has(seat)) made_false(*key, seat == seats.front());
  }
  friend std::ostream& operator<<(std::ostream& out, const Liars& l) { return out << l.where; }
};

class FalseEntries : public testing::TestWithParam<Liars> {
 protected:
  static Options options() {
    return {.game = "holdem", .params = R"({"stack":20})", .seats = 7, .seed = 2};
  }
};

TEST_P(FalseEntries, ThatComeOneByOneConvictTheirAuthorsAlone) {
  World world(options());
  for (const Seat liar : GetParam().seats)
    world.corrupt(liar, [&world, liar](Seat, const Bytes& sent) {
      auto entry = entry_in(sent);
      if (!entry) return std::vector<Bytes>{sent};
      GetParam().falsify(liar, *entry);
      return std::vector<Bytes>{frame(proto::sign(liar, *std::move(entry), world.key(liar)))};
    });
  world.run();
  const Seat honest(2);
  ASSERT_FALSE(GetParam().has(honest));
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    if (GetParam().has(Seat(i))) continue;
    const auto& table = world.node(Seat(i)).table();
    EXPECT_TRUE(table.over());
    EXPECT_EQ(table.head(), world.node(honest).table().head());
    for (std::uint32_t j = 0; j < world.size(); ++j)
      EXPECT_EQ(table.members().standing(Seat(j)).convicted(), GetParam().has(Seat(j)))
          << "seat " << j;
  }
}

/// From any sender: here it comes as a proposal and as a decided step.
TEST_P(FalseEntries, OfARecordThatComesWholeAreRefusedAndALiarBlamed) {
  World world(options());
  std::vector<proto::Answer> record;
  std::set<std::uint32_t> have;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    world.corrupt(Seat(i), [&, i](Seat, const Bytes& sent) {
      auto entry = entry_in(sent);
      if (!entry) return std::vector<Bytes>{sent};
      if (!have.insert(i).second) return std::vector<Bytes>{};
      GetParam().falsify(Seat(i), *entry);
      if (GetParam().misfit == Seat(i)) entry->payload = proto::MovePayload{"call"};
      auto statement = proto::sign(Seat(i), *std::move(entry), world.key(Seat(i)));
      record.push_back(proto::envelope(statement));
      return std::vector<Bytes>{};
    });
  while (record.size() < world.size() && world.step()) {
  }
  std::ranges::sort(record, {}, [](const auto& a) { return std::get<proto::Envelope>(a).by; });
  const auto& table = world.node(Seat(2)).table();
  ASSERT_EQ(record.size(), table.slots().size());

  const Seat leader(1);
  const proto::Proposal proposal{table.id(),
                                 table.step(),
                                 Round(1),
                                 {},
                                 consensus::digest(table.step(), table.head(), record)};
  world.inject(
      leader, Seat(2),
      proto::encode(proto::Message(proto::ProposalFrame{
          proto::envelope(proto::sign(leader, proposal, world.key(leader))), {}, record})));
  world.run({50});
  const auto refusals = noticed<node::Refused>(world, Seat(2));
  ASSERT_EQ(refusals.size(), 1u);
  // Whether all entries fit comes before the first proof.
  const auto misfit = GetParam().misfit;
  EXPECT_EQ(refusals[0].error, misfit ? (Error{Fault::not_wanted, *misfit})
                                      : (Error{Fault::bad_proof, GetParam().seats.front()}));
  // Even if all have voted for it.
  proto::Decided decided{table.step(), record, {}};
  const proto::Outcome outcome{consensus::digest(table.step(), table.head(), record), {}};
  for (const Seat seat : table.quorum().voters.list()) {
    const proto::Vote vote{table.id(), table.step(), Round(0), proto::Phase::prevote, outcome};
    decided.certificate.push_back(proto::envelope(proto::sign(seat, vote, world.key(seat))));
  }
  SeededRng rng(3);
  const auto followed = state::follow(table, decided, rng);
  ASSERT_FALSE(followed);
  EXPECT_EQ(followed.error(), refusals[0].error);
}

INSTANTIATE_TEST_SUITE_P(Of, FalseEntries,
                         testing::Values(Liars{"the_first", {Seat(0)}},
                                         Liars{"one_in_the_middle", {Seat(3)}},
                                         Liars{"the_last", {Seat(6)}},
                                         Liars{"one_before_a_misfit", {Seat(3)}, Seat(5)},
                                         Liars{"two_that_would_cancel", {Seat(1), Seat(4)}}),
                         [](const auto& of) { return std::string(of.param.where); });

}  // namespace
}  // namespace fairdeal::sim
