// The randomness of what one seat proves, should its source repeat itself.
#include "runtime/private_view.h"

#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using runtime::PrivateView;
using runtime::Table;

/// Says the same whenever it is asked: a snapshot restored, a broken generator.
class StuckRng final : public Rng {
 public:
  explicit StuckRng(unsigned char byte) : byte_(std::byte{byte}) {}
  void fill(std::span<std::byte> out) override { std::ranges::fill(out, byte_); }

 private:
  std::byte byte_;
};

PrivateView view_of(const World& world, Seat seat) {
  for (const auto& put : world.stored(seat))
    if (put.space == runtime::Put::Space::secret && put.key == "keys")
      return *PrivateView::restore(seat, put.value, {});
  CHECK(false);
}

TEST(PrivateView, ComplaintsOfTwoStepsShareNoNonceThoughTheirSourceRepeatsItself) {
  constexpr Seat kVictim(2);
  World world({.game = "holdem", .params = R"({"stack":20})", .seats = 4, .seed = 2});
  world.lie(Seat(1), Lie::wrong_dealing);
  std::map<Step, crypto::Point> nonces;  // r·G
  while (!world.node(kVictim).finished() && world.step()) {
    const Table& table = world.node(kVictim).table();
    if (nonces.contains(table.step())) continue;
    PrivateView view = view_of(world, kVictim);
    ASSERT_TRUE(view.learn(table));
    StuckRng rng(7);
    const auto notes = view.complaints(table, rng);
    if (notes.empty() && !nonces.empty()) break;  // everybody knows
    if (notes.empty()) continue;
    ASSERT_EQ(notes.size(), 1u);
    nonces.emplace(table.step(), std::get<proto::Complaint>(notes.front()).proof.R1);
  }
  ASSERT_GT(nonces.size(), 1u);
  EXPECT_NE(nonces.begin()->second, std::next(nonces.begin())->second);
}

}  // namespace
}  // namespace fairdeal::sim
