// The secrets of one seat: should its source of randomness repeat itself, or its store be
// damaged.
#include "runtime/state/private_view.h"

#include "base/encode.h"
#include "proto/limits.h"
#include "tests/runtime/match.h"
#include "tests/sim/stuck_rng.h"

namespace fairdeal::sim {
namespace {

using state::PrivateView;
using state::Table;

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
    const auto attachments = view.complaints(table, rng);
    if (attachments.empty() && !nonces.empty()) break;  // everybody knows
    if (attachments.empty()) continue;
    ASSERT_EQ(attachments.size(), 1u);
    nonces.emplace(table.step(), std::get<proto::Complaint>(attachments.front()).proof.R1);
  }
  ASSERT_GT(nonces.size(), 1u);
  EXPECT_NE(nonces.begin()->second, std::next(nonces.begin())->second);
}

TEST(PrivateView, KnowsThatItsStoreLostOrChangedWhatItCommittedTo) {
  constexpr Seat kMe(0);
  World world({.game = "odds-and-evens", .seed = 2});
  ASSERT_TRUE(run_to<state::stages::Revealing>(world, kMe));
  const Table& table = world.node(kMe).table();
  const auto stored = [&](std::string_view key) {
    const auto found = std::ranges::find_if(
        world.stored(kMe).rbegin(), world.stored(kMe).rend(),
        [&](const auto& put) { return put.space == state::Put::Space::secret && put.key == key; });
    return found->value;
  };
  Bytes opening = stored("opening");
  EXPECT_TRUE(view_of(world, kMe, opening).can_answer(table));
  opening.back() ^= std::byte{1};
  for (const auto& damaged : {std::optional<ByteSpan>(opening), std::optional<ByteSpan>()}) {
    const auto refused = view_of(world, kMe, damaged).can_answer(table);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::damaged);
  }
}

// ---- Commitments and prepared shuffles, drawn when the source of randomness repeats itself

/// A seat's secret, drawn with everything that it hangs on as given.
struct Drawing {
  const Table& table;
  Bytes hedge;
  Seat seat{0};
  std::string move = "odd";
  Step place{2};  // of the deck
  crypto::Digest deck{};
  unsigned char source = 7;

  /// All of it by name: the values, the salts, the order, and masks and nonces in short.
  std::map<std::string, Bytes> draw() const {
    PrivateView view = *PrivateView::restore(seat, hedge, {});
    std::map<std::string, Bytes> drawn;
    {
      StuckRng rng(source);
      view.commit_to_dice(table, rng);
      const Bytes opening = view.committed_to_store();
      drawn["value of dice"] = part(opening, 4, 32);
      drawn["salt of dice"] = part(opening, 36, 32);
    }
    {
      StuckRng rng(source);
      view.commit_to_move(table, to_bytes(move), rng);
      drawn["salt of a move"] = part(view.committed_to_store(), 4 + move.size(), 32);
    }
    state::SharedDeck shared;
    shared.slots.resize(52);
    shared.key = crypto::mul_base(crypto::Scalar::from_u64(5));
    shared.place = place;
    shared.digest = deck;
    StuckRng rng(source);
    const auto shuffle = view.prepare_shuffle(table, shared, rng)();
    drawn["order"] = to_bytes(as_text(std::as_bytes(shuffle.witness.permutation.order().expose())));
    drawn["first mask"] = to_bytes(shuffle.witness.masks[0].encode());
    drawn["last mask"] = to_bytes(shuffle.witness.masks[51].encode());
    drawn["C"] = to_bytes(shuffle.commitments.C.encode());
    drawn["D"] = to_bytes(shuffle.commitments.D.encode());
    return drawn;
  }

  static Bytes part(const Bytes& of, std::size_t from, std::size_t size) {
    return to_bytes(as_text(ByteSpan(of).subspan(from, size)));
  }
};

/// Two tables at one place whose histories differ, the step before them, and a table with another
/// name.
class Hedged : public testing::Test {
 protected:
  Hedged() : before(table_of(world)), other(table_of(elsewhere)) {
    SeededRng rng(9);
    hedge = PrivateView(Seat(0), rng).hedge_to_store();
    other_hedge = PrivateView(Seat(0), rng).hedge_to_store();
  }

  static Table table_of(World& world) {
    EXPECT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
    return world.node(Seat(0)).table();
  }
  Table after(std::size_t choice) const {
    const Seat mover = before.slots().front().seat;
    const std::string action = before.game().legal(mover).at(choice).action.text;
    const proto::Entry entry{
        before.id(), before.step(), before.head(), proto::MovePayload{action}, {}};
    auto answer = before.assume_valid(proto::sign(mover, entry, world.key(mover)));
    return *before.after({before.step(), before.head(), {std::move(answer)}});
  }

  World world{{.game = "tic-tac-toe", .seed = 3}}, elsewhere{{.game = "tic-tac-toe", .seed = 4}};
  Table before, other;
  Bytes hedge, other_hedge;
};

TEST_F(Hedged, NothingIsDrawnTwiceThoughItsSourceRepeatsItself) {
  const Table one = after(0), another = after(1);
  ASSERT_EQ(one.state().place(), another.state().place());
  ASSERT_NE(one.head(), another.head());
  const crypto::Digest deck = crypto::hash("deck", {});
  const std::vector<std::pair<std::string, Drawing>> drawings = {
      {"here", {one, hedge}},
      {"another step", {before, hedge}},
      {"another table", {other, hedge}},
      {"another head", {another, hedge}},
      {"another secret", {one, other_hedge}},
      {"another seat", {one, hedge, Seat(1)}},
      {"another source", {.table = one, .hedge = hedge, .source = 8}},
      {"another move", {.table = one, .hedge = hedge, .move = "even"}},
      {"another pack", {.table = one, .hedge = hedge, .place = Step(3)}},
      {"another deck", {.table = one, .hedge = hedge, .deck = deck}}};
  std::map<Bytes, std::string> seen;
  for (const auto& [name, drawing] : drawings)
    for (const auto& [what, bytes] : drawing.draw()) {
      const bool of_move = what == "salt of a move", of_dice = what.ends_with("dice");
      if (name == "another move" && !of_move) continue;
      if ((name == "another pack" || name == "another deck") && (of_move || of_dice)) continue;
      const auto [first, is_new] = seen.emplace(bytes, what + ", " + name);
      EXPECT_TRUE(is_new) << what << ", " << name << " is " << first->second;
    }
}

/// The reason not to roll a machine that plays back to a snapshot (docs/threat-model.md): if
/// nothing at all differs, nothing does. The simulator rests on this.
TEST_F(Hedged, TheSameIsDrawnIfNothingDiffers) {
  const Table one = after(0);
  EXPECT_EQ((Drawing{one, hedge}.draw()), (Drawing{one, hedge}.draw()));
}

TEST(PrivateView, InAMatchNoOpeningHasTheValueOrTheSaltOfAnotherThoughAllSourcesRepeatThemselves) {
  for (const std::string game : {"pig", "odds-and-evens"}) {
    World world({.game = game,
                 .params = game == "pig" ? R"({"goal":20})" : "{}",
                 .seed = 2,
                 .stuck = true});
    world.run();
    ASSERT_TRUE(world.node(Seat(0)).finished());
    std::set<Bytes> values, salts;
    std::size_t openings = 0;
    for (const Seat seat : {Seat(0), Seat(1)})
      for (const auto& put : world.stored(seat)) {
        if (put.space != state::Put::Space::secret || put.key != "opening" || put.value.empty())
          continue;
        Reader reader(put.value);
        values.insert(to_bytes(as_text(*reader.frame(proto::kRevealBytesMax))));
        salts.insert(to_bytes(*reader.array<32>()));
        ++openings;
      }
    EXPECT_GE(openings, game == "pig" ? 8u : 2u) << game;
    EXPECT_EQ(salts.size(), openings) << game;
    if (game == "pig") {
      EXPECT_EQ(values.size(), openings);
    }
  }
}

TEST(PrivateView, InAMatchNoTwoShufflesAreAlikeThoughAllSourcesRepeatThemselves) {
  std::map<Bytes, std::set<Bytes>> proofs;  // by C and D
  struct Watch final : Observer {
    explicit Watch(std::map<Bytes, std::set<Bytes>>& p) : proofs(p) {}
    void on_send(World&, Seat, Seat, const Bytes& frame) override {
      if (const auto passed = passed_in(frame)) {
        const auto& proof = std::get<crypto::ShuffleProof>(passed->shuffle.proof);
        proofs[Writer().raw(proof.C.encode()).raw(proof.D.encode()).bytes()].insert(proof.encode());
      }
    }
    std::map<Bytes, std::set<Bytes>>& proofs;
  } watch(proofs);
  World world({.game = "holdem", .params = R"({"hands":3})", .seed = 2, .stuck = true}, &watch);
  world.run();
  ASSERT_TRUE(world.node(Seat(0)).finished());
  EXPECT_GE(proofs.size(), 3u);
  for (const auto& [commitments, of_them] : proofs) EXPECT_EQ(of_them.size(), 1u);
}

}  // namespace
}  // namespace fairdeal::sim
