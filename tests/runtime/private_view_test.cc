// What one seat keeps to itself: should its source of randomness repeat itself, or its store be
// damaged.
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

TEST(PrivateView, KnowsThatItsStoreLostOrChangedWhatItCommittedTo) {
  constexpr Seat kMe(0);
  World world({.game = "odds-and-evens", .seed = 2});
  ASSERT_TRUE(run_to<runtime::Revealing>(world, kMe));
  const Table& table = world.node(kMe).table();
  const auto stored = [&](std::string_view key) {
    const auto found = std::ranges::find_if(
        world.stored(kMe).rbegin(), world.stored(kMe).rend(), [&](const auto& put) {
          return put.space == runtime::Put::Space::secret && put.key == key;
        });
    return found->value;
  };
  Bytes opening = stored("opening");
  EXPECT_TRUE(PrivateView::restore(kMe, stored("keys"), opening)->can_answer(table));
  opening.back() ^= std::byte{1};
  for (const auto& damaged : {std::optional<ByteSpan>(opening), std::optional<ByteSpan>()}) {
    const auto refused = PrivateView::restore(kMe, stored("keys"), damaged)->can_answer(table);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::damaged);
  }
}

// ---- Prepared shuffles: there is no deck yet that their nonces could depend on

class Prepared : public testing::Test {
 protected:
  Prepared() { EXPECT_TRUE(run_to<runtime::Shuffling>(world, Seat(0))); }

  const Table& table() const { return world.node(Seat(0)).table(); }

  /// All that hides the order, in short: r_0, C and D.
  std::vector<ByteArray<32>> prepared(const Table& at, const runtime::Pack& pack,
                                      unsigned char source = 7) const {
    StuckRng rng(source);
    const auto shuffle = view.prepare_shuffle(at, pack, rng)();
    return {shuffle.witness.masks[0].encode(), shuffle.commitments.C.encode(),
            shuffle.commitments.D.encode()};
  }
  static bool share_any(const std::vector<ByteArray<32>>& a, const std::vector<ByteArray<32>>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] == b[i]) return true;
    return false;
  }

  World world{{.game = "kuhn", .seed = 2}};
  PrivateView view = view_of(world, Seat(0));
};

TEST_F(Prepared, OfAnotherPackOrTableAreOthersThoughTheirSourceRepeatsItself) {
  const auto first = prepared(table(), *table().pack());
  auto later = *table().pack();
  later.since = later.since.next();
  EXPECT_FALSE(share_any(first, prepared(table(), later)));
  World other({.game = "kuhn", .seed = 3});
  ASSERT_TRUE(run_to<runtime::Shuffling>(other, Seat(0)));
  EXPECT_FALSE(share_any(first, prepared(other.node(Seat(0)).table(), *table().pack())));
}

TEST_F(Prepared, OfTheSamePackAreOthersIfTheirSourceIsFresh) {
  EXPECT_FALSE(
      share_any(prepared(table(), *table().pack(), 7), prepared(table(), *table().pack(), 8)));
}

/// The reason not to roll a machine that plays back to a snapshot (docs/threat-model.md).
TEST_F(Prepared, OfTheSamePackAndSourceAreTheSame) {
  EXPECT_EQ(prepared(table(), *table().pack()), prepared(table(), *table().pack()));
}

}  // namespace
}  // namespace fairdeal::sim
