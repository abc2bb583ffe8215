#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

// ---- Whole tables

void restart_all(World& world, Duration every) {
  for (std::uint32_t i = 0; i < world.size(); ++i) world.kill(Seat(i));
  world.run(world.now() + every);
  for (std::uint32_t i = 0; i < world.size(); ++i) world.revive(Seat(i));
}

class RestartOfAll : public testing::TestWithParam<Options> {};

TEST_P(RestartOfAll, AtOnceAndAgainAndAgainEndsTheMatchAllTheSame) {
  World world(GetParam());
  for (int i = 0; i < 12; ++i) {
    world.run(world.now() + Duration{40});
    restart_all(world, {1'000});
  }
  world.run();
  expect_finished(world);
  for (std::uint32_t i = 0; i < world.size(); ++i)
    EXPECT_TRUE(world.node(Seat(i)).parts().contradictions.all().empty());
}
INSTANTIATE_TEST_SUITE_P(
    Tables, RestartOfAll,
    testing::Values(Options{.game = "bet", .seats = 1, .faults = {.delay_max = {10}}},
                    Options{.game = "tic-tac-toe", .faults = {.delay_max = {10}}},
                    Options{.game = "pig",
                            .params = R"({"goal":20})",
                            .witnesses = 1,
                            .faults = {.delay_max = {10}}},
                    Options{
                        .game = "odds-and-evens", .witnesses = 2, .faults = {.delay_max = {10}}}));

TEST(RestartOfOne, ThatIsGoneComesBackAndSpeaks) {
  World world({.game = "tic-tac-toe", .witnesses = 2, .seed = 5});
  while (world.node(Seat(0)).table().step() < Step(2)) ASSERT_TRUE(world.step());
  world.kill(Seat(1));
  while (!world.node(Seat(0)).table().members().standing(Seat(1)).gone() && world.step()) {
  }
  ASSERT_TRUE(world.node(Seat(0)).table().members().standing(Seat(1)).gone());
  world.revive(Seat(1));
  world.run();
  expect_finished(world);
}

/// Seat 0 loses its commitment with a part of its disk.
TEST(LostOpening, IsAnsweredByNoneAndNeitherHaltsNorConvicts) {
  World world({.game = "odds-and-evens", .witnesses = 2, .seed = 5});
  ASSERT_TRUE(run_to<state::stages::Committing>(world, Seat(0)));
  // Its reveal reaches nobody, and the others stand where it is asked for.
  world.corrupt(Seat(0), [](Seat, const Bytes& frame) {
    const auto entry = entry_in(frame);
    const bool reveal = entry && std::holds_alternative<proto::RevealPayload>(entry->payload);
    return reveal ? std::vector<Bytes>() : std::vector<Bytes>{frame};
  });
  for (const Seat seat : {Seat(0), Seat(1), Seat(2), Seat(3)})
    ASSERT_TRUE(run_to<state::stages::Revealing>(world, seat));
  const auto& table = world.node(Seat(2)).table();
  const Step step = table.step();
  Member m(world, Seat(0));
  std::vector<state::Put> old;
  for (const auto& put : disk_after(m.writes))
    if (put.key != "opening" && put.key != "entry " + std::to_string(step.value))
      old.push_back(put);
  m.restart_from(old);
  m.link_all();
  for (const Seat by : {Seat(1), Seat(2), Seat(3)}) m.hear(by, proto::Recall{table.id(), step, {}});
  EXPECT_FALSE(m.node.halted());
  const auto entries = m.sent_of<proto::EntryFrame>();
  ASSERT_FALSE(entries.empty());
  const auto mine = *proto::decode_entry(entries.front().envelope.body);
  EXPECT_TRUE(std::holds_alternative<proto::NonePayload>(mine.payload));
  // The others take it for what it is.
  Member other(world, Seat(2));
  other.hear(Seat(0), entries.front());
  EXPECT_TRUE(other.noticed<node::Refused>().empty());
  EXPECT_TRUE(other.noticed<node::Equivocated>().empty());
  EXPECT_EQ(other.noticed<node::Arrived>().size(), 1u);
}

/// All that hides something goes with the record that ends the match. If that record rots, the seat
/// gets it from the others, and needs no secret for it.
TEST(LostSecrets, OfAMatchThatIsOverDoNotKeepASeatFromItsEnd) {
  World world({.game = "kuhn", .witnesses = 1, .seed = 2});
  world.run();
  ASSERT_TRUE(world.node(Seat(0)).finished());
  const auto end = world.node(Seat(0)).table().head();
  auto disk = disk_after(world.stored(Seat(0)));
  std::erase_if(disk, [](const state::Put& put) {
    return put.space == state::Put::Space::secret && put.value.empty();
  });
  EXPECT_TRUE(std::ranges::none_of(
      disk, [](const auto& put) { return put.space == state::Put::Space::secret; }));
  const auto records = [&](const state::Put& put) {
    return put.space == state::Put::Space::record;
  };
  const auto last = std::ranges::max_element(
      disk, {}, [&](const state::Put& put) { return records(put) ? std::stoll(put.key) : -1; });
  const auto part = *proto::decode_transcript_part(last->value);
  disk.erase(last);
  Member member(world, Seat(0));
  member.restart_from(disk);
  ASSERT_FALSE(member.node.halted());
  EXPECT_FALSE(member.node.finished());
  member.link_all();
  member.hear(Seat(1), std::get<proto::Decided>(part));
  EXPECT_TRUE(member.node.finished());
  EXPECT_EQ(member.node.table().head(), end);
}

}  // namespace
}  // namespace fairdeal::sim
