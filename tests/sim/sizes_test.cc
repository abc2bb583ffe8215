// Tries each cell of the table in docs/agreement.md, What a table survives.
#include <fstream>
#include <sstream>

#include "consensus/quorum.h"
#include "runtime/state/follow.h"
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using consensus::Quorum;
using consensus::quorum_of;

/// The cells of a row after V; none where the cell says "never".
using Row = std::vector<std::optional<std::size_t>>;

std::map<std::size_t, Row> rows() {
  std::ifstream file(FD_SOURCE_DIR "/docs/agreement.md");
  std::map<std::size_t, Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| ") || line.size() < 3 || std::isdigit(line[2]) == 0) continue;
    std::istringstream cells(line.substr(2));
    Row row;
    for (std::string cell; std::getline(cells, cell, '|');) {
      if (cell.find_first_not_of(' ') == std::string::npos) continue;
      row.push_back(cell.find("never") != std::string::npos
                        ? std::nullopt
                        : std::optional<std::size_t>(std::stoul(cell)));
    }
    const std::size_t members = row.front().value();
    rows[members] = Row(row.begin() + 1, row.end());
  }
  return rows;
}

enum Column { q, f, at_once, in_turn, split, stop, call_absent, spoil, open_cards, kColumns };

class Size : public testing::TestWithParam<std::size_t> {
 protected:
  std::size_t V = GetParam();
  Row row = rows().at(V);
  std::size_t needed = consensus::default_quorum(V);

  std::optional<std::size_t> cell(Column column) const { return row.at(column); }
  Quorum of(std::size_t present) const {
    return quorum_of(V, needed, SeatSet::first(present), 0, 0);
  }
  World match(std::uint64_t seed, int hands = 1) const {
    const std::string params = R"({"hands":)" + std::to_string(hands) + R"(,"stack":50000})";
    return World({.game = "holdem", .params = params, .seats = V, .seed = seed});
  }
};

TEST_P(Size, HasARow) { EXPECT_EQ(row.size(), std::size_t{kColumns}); }

TEST_P(Size, HasItsQuorumAndItsLiars) {
  EXPECT_EQ(cell(q), needed);
  EXPECT_EQ(cell(f), of(V).max_faulty);
}

TEST_P(Size, GoesOnWithoutSoManyWhoFallSilentAtOnceAndNoMore) {
  for (const std::size_t silent : {*cell(at_once), *cell(at_once) + 1}) {
    World world = match(3);
    for (std::size_t i = V - silent; i < V; ++i) world.silence(Seat(static_cast<std::uint32_t>(i)));
    world.run({2'000'000});
    EXPECT_EQ(world.node(Seat(0)).finished(), silent == *cell(at_once)) << silent;
    EXPECT_FALSE(world.node(Seat(0)).halted());
  }
  EXPECT_EQ(cell(stop), *cell(at_once) + 1);
}

TEST_P(Size, GoesOnWithoutSoManyWhoFallSilentInTurnAndNoMore) {
  World world = match(4, 100);
  const auto goes_on = [&](Seat without) {
    const Step step = world.node(Seat(0)).table().step();
    const auto here = [&]() -> const state::Table& { return world.node(Seat(0)).table(); };
    while (!here().over() && (!here().members().standing(without).gone() || here().step() == step))
      if (world.now() > Instant{20'000'000} || !world.step()) return false;
    return here().members().standing(without).gone();
  };
  std::size_t silent = 0;
  for (std::size_t last = V - 1; last > 0; --last) {
    const Seat next(static_cast<std::uint32_t>(last));
    world.silence(next);
    if (!goes_on(next)) break;
    ++silent;
  }
  EXPECT_EQ(silent, *cell(in_turn));
}

/// With fewer liars any two quorums share an honest member, however many were voted out. With as
/// many as the cell says there is a number of voters at which they need not.
TEST_P(Size, IsSplitBySoManyAndNoFewer) {
  const auto apart = [&](std::size_t liars) {
    for (std::size_t here = V; here >= liars + 2; --here) {  // two honest members, to be split
      if (2 * of(here).needed <= here + liars) return true;
    }
    return false;
  };
  for (std::size_t liars = 0; liars < V; ++liars) {
    if (!cell(split) || liars < *cell(split)) {
      EXPECT_FALSE(apart(liars)) << liars;
    }
  }
  EXPECT_EQ(cell(split).has_value(), cell(split) && apart(*cell(split)));
}

TEST_P(Size, NeedsThatManyVotesToCallASeatAbsent) {
  World world = match(6);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const state::Table& table = world.node(Seat(0)).table();
  const Seat mover = table.slots().front().seat;
  const consensus::Record record{table.step(), table.head(), {proto::AbsentSeat{mover}}};
  const proto::Outcome outcome{consensus::digest(record), table.after(record)->digest()};
  SeededRng rng(1);
  for (std::size_t voters = 1; voters < V; ++voters) {
    proto::Decided decided{table.step(), consensus::to_wire(record), {}};
    for (std::uint32_t i = 0; decided.certificate.size() < voters; ++i) {
      const Seat voter(i);
      if (voter == mover) continue;
      const proto::Vote vote{table.id(), table.step(), Round(1), proto::Phase::precommit, outcome};
      decided.certificate.push_back(proto::envelope(proto::sign(voter, vote, world.key(voter))));
    }
    EXPECT_EQ(state::follow(table, decided, rng).has_value(),
              cell(call_absent) && voters >= *cell(call_absent));
  }
}

TEST_P(Size, HasItsCardsRecoveredByAllOthersOrNobody) {
  World world = match(5);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const state::Table& table = world.node(Seat(0)).table();
  const SeatSet all = SeatSet::first(V);
  for (const Seat silent : all.list()) {
    const SeatSet missing = SeatSet::of({silent});
    EXPECT_EQ(table.state().recovers(missing), cell(open_cards).has_value());
    if (!cell(open_cards)) continue;
    EXPECT_EQ(table.state().deal->recovery, *cell(open_cards));
    EXPECT_EQ(table.state().helpers(missing), all - missing);
    // A second seat that withholds its part spoils the deal.
    for (const Seat second : (all - missing).list())
      EXPECT_FALSE(table.state().recovers(missing | SeatSet::of({second})));
  }
  EXPECT_EQ(cell(spoil), V == 2             ? std::nullopt
                         : cell(open_cards) ? std::optional<std::size_t>(2)
                                            : std::optional<std::size_t>(1));
}

INSTANTIATE_TEST_SUITE_P(Members, Size, testing::Range<std::size_t>(2, 11),
                         [](const auto& instance) { return "V" + std::to_string(instance.param); });

}  // namespace
}  // namespace fairdeal::sim
