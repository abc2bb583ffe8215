// Recovery of an absent seat, and a receiver's complaint of a dealer: every part of both is
// proved, and no change of one is taken.
#include "crypto/dleq.h"
#include "tests/crypto/flipped.h"
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using crypto::DleqProof;
using crypto::Point;
constexpr Seat kMissing{1}, kHelper{2}, kOther{3};

/// A table that recovers what one seat owes, and a helper's honest entry there.
class Recovery : public testing::Test {
 protected:
  Recovery() {
    EXPECT_TRUE(run_to<state::stages::Decrypting>(world, Seat(0)));
    world.silence(kMissing);
    EXPECT_TRUE(run_to<state::stages::Recovering>(world, Seat(0)));
    while (!find_entry() && world.step()) {
    }
    EXPECT_TRUE(std::holds_alternative<proto::RecoverPayload>(entry.payload));
  }

  const proto::RecoverPayload& honest() const {
    return std::get<proto::RecoverPayload>(entry.payload);
  }
  bool takes(const proto::Entry& said, Seat by = kHelper) {
    const auto opened =
        proto::verify_entry(proto::envelope(proto::sign(by, said, world.key(by))), table.charter());
    const auto checked = opened ? table.check(*opened, rng) : fail(opened.error());
    if (checked) return true;
    EXPECT_EQ(checked.error().culprit, by);
    return false;
  }
  bool takes(const proto::RecoverPayload& payload, Seat by = kHelper) {
    proto::Entry other = entry;
    other.payload = payload;
    return takes(other, by);
  }
  SeededRng rng{4};
  World world{{.game = "holdem", .params = R"({"stack":20})", .seats = 4, .seed = 2}};
  state::Table table = world.node(Seat(0)).table();
  proto::Entry entry;

 private:
  bool find_entry() {
    table = world.node(Seat(0)).table();
    for (const Bytes& frame : world.frames_sent(kHelper))
      if (auto said = entry_in(frame);
          said && std::holds_alternative<proto::RecoverPayload>(said->payload)) {
        entry = *std::move(said);
        return true;
      }
    return false;
  }
};

/// Each way to change one bit of `honest`, of those that can be read.
template <class T>
std::vector<T> tampered(const T& honest) {
  std::vector<T> all;
  const auto bytes = honest.encode();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit)
    if (const auto other = T::decode(flipped(bytes, bit))) all.push_back(*other);
  return all;
}

TEST_F(Recovery, A21_NoBitOfAShareInPlaceOfAnotherSeatsOrOfItsProofCanBeChanged) {
  ASSERT_TRUE(takes(entry));
  ASSERT_EQ(honest().shares.size(), 1u);
  proto::RecoverPayload p = honest();
  for (Point& share : p.shares[0].shares) {
    const Point was = share;
    for (const Point& other : tampered(was)) {
      share = other;
      EXPECT_FALSE(takes(p));
    }
    share = was;
  }
  for (const DleqProof& other : tampered(honest().shares[0].proof)) {
    p.shares[0].proof = other;
    EXPECT_FALSE(takes(p));
  }
}

TEST_F(Recovery, A8_OneShareFewerOrMoreOrInAnotherOrder) {
  proto::RecoverPayload p = honest();
  std::swap(p.shares[0].shares.front(), p.shares[0].shares.back());
  EXPECT_EQ(takes(p), honest().shares[0].shares.size() == 1);
  p = honest();
  p.shares[0].shares.push_back(p.shares[0].shares.back());
  EXPECT_FALSE(takes(p));
  p = honest();
  p.shares[0].shares.pop_back();
  EXPECT_FALSE(takes(p));
  p = honest();
  p.shares.push_back(p.shares[0]);
  EXPECT_FALSE(takes(p)) << "of a seat that is not missing";
  EXPECT_FALSE(takes(proto::RecoverPayload{}));
}

TEST_F(Recovery, AnotherHelpersShareIsNoneOfItsOwn) { EXPECT_FALSE(takes(honest(), kOther)); }

// ---- A receiver's complaint of a dealer, with its turn of the deck or before it

class Complaining : public testing::Test {
 protected:
  Complaining() {
    EXPECT_TRUE(run_to<state::stages::Shuffling>(world, kMe));
    while (!find_entry() && world.step()) {
    }
  }

  bool takes(const proto::Complaint& complaint) {
    const auto& table = *at;
    proto::Entry other = entry;
    other.attachments = {complaint};
    const auto opened = proto::verify_entry(
        proto::envelope(proto::sign(kMe, other, world.key(kMe))), table.charter());
    return opened && table.check(*opened, rng);
  }
  /// That its receiver opens `dealer`'s share to all.
  proto::Complaint complaint(Seat dealer) {
    const auto& table = *at;
    const state::Deal& deal = *table.state().next;
    const crypto::Secret y(keys_of(world, kMe, deal)->second);
    const std::array E{deal.encrypted(dealer, kMe).E};
    const std::array K{y.expose() * E[0]};
    return {dealer, K[0],
            prove_dleq({deal.Y[kMe.value], E, K}, y,
                       crypto::context(table.state().place(), kMe, crypto::Purpose::recover), rng)};
  }

  static constexpr Seat kMe{0};
  SeededRng rng{4};
  World world{{.game = "holdem", .params = R"({"stack":20})", .seats = 4, .seed = 2}};
  std::optional<state::Table> at;
  proto::Entry entry;

 private:
  bool find_entry() {
    if (!at) at = world.node(kMe).table();
    for (const Bytes& frame : world.frames_sent(kMe))
      if (auto said = entry_in(frame);
          said && std::holds_alternative<proto::ShufflePayload>(said->payload)) {
        entry = *std::move(said);
        return true;
      }
    return false;
  }
};

TEST_F(Complaining, A18_NoBitOfWhatAComplaintShowsCanBeChanged) {
  const proto::Complaint sound = complaint(Seat(1));
  ASSERT_TRUE(takes(sound));
  proto::Complaint c = sound;
  for (const Point& other : tampered(sound.K)) {
    c.K = other;
    EXPECT_FALSE(takes(c));
  }
  c = sound;
  for (const DleqProof& other : tampered(sound.proof)) {
    c.proof = other;
    EXPECT_FALSE(takes(c));
  }
  c = sound;
  for (const std::uint32_t dealer : {0u, 2u, 3u, 4u, 1000u}) {
    c.dealer = Seat(dealer);
    EXPECT_FALSE(takes(c)) << "what opens one dealer's share opens no other's";
  }
}

}  // namespace
}  // namespace fairdeal::sim
