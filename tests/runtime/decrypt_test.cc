// False decryption shares (docs/attacks.md): shares that are not what they claim convict their
// author; openings nobody asked for are refused.
#include "crypto/deck.h"
#include "crypto/encrypt.h"
#include "crypto/vss.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using crypto::Point;
using crypto::Purpose;
constexpr Seat kLiar{1};

/// A Kuhn table at a step of decrypting, where the liar's own shares are held back.
class Decrypting : public testing::Test {
 protected:
  Decrypting() {
    world.corrupt(kLiar, [](Seat, const Bytes& frame) {
      const auto entry = entry_in(frame);
      const bool decrypt = entry && std::holds_alternative<proto::DecryptPayload>(entry->payload);
      return decrypt ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
    });
    EXPECT_TRUE(run_to<state::stages::Decrypting>(world, Seat(0)));
    A = owed_points(stage(), table().state(), kLiar);
    for (const Point& a : A) D.push_back(masking_key(world, kLiar) * a);
  }

  const state::Table& table() { return world.node(Seat(0)).table(); }
  const state::stages::Decrypting& stage() {
    return std::get<state::stages::Decrypting>(table().stage());
  }

  /// A proof for these shares as good as the liar can make it.
  proto::DecryptPayload proved(const std::vector<Point>& points, const std::vector<Point>& shares,
                               Seat as = kLiar) {
    proto::DecryptPayload p{shares, {}};
    const crypto::Secret<crypto::Scalar> x(masking_key(world, as));
    p.proof =
        crypto::prove_dleq({table().state().deal->X[as.value], points, shares}, x,
                           crypto::context(table().state().place(), as, Purpose::decrypt), rng);
    return p;
  }

  /// It opens nothing, convicts its author, whoever passed it on, and holds nobody up.
  void expect_convicted(const proto::Payload& payload, const std::string& what) {
    world.inject(Seat(2), Seat(0), forged(world, kLiar, payload));
    world.run();
    EXPECT_TRUE(refused(world, Seat(0), {Fault::bad_proof, kLiar})) << what;
    for (const Seat seat : {Seat(0), Seat(2)}) {
      const auto& node = world.node(seat);
      EXPECT_TRUE(node.finished()) << what;
      EXPECT_EQ(node.table().head(), table().head()) << what;
      for (const Seat member : {Seat(0), kLiar, Seat(2)})
        EXPECT_EQ(node.table().members().standing(member).convicted(), member == kLiar) << what;
      const auto evidence = audit::evidence_in(world.charter(), world.stored(seat), kLiar);
      ASSERT_TRUE(evidence && *evidence) << what;
      EXPECT_TRUE(audit::verify(**evidence, rng)) << what;
      EXPECT_EQ(verdict(world.transcript(seat)), audit::Verdict::valid) << what;
    }
  }

  SeededRng rng{4};
  World world{{.game = "leduc", .witnesses = 1, .seed = 2}};
  std::vector<Point> A, D;
};

TEST_F(Decrypting, A21_ARandomShare) {
  for (auto& d : D) d = crypto::mul_base(crypto::Scalar::random_nonzero(rng));
  expect_convicted(proved(A, D), "a random share");
}

TEST_F(Decrypting, A21_AnotherCardsShare) {
  const auto& cards = table().state().cards;
  std::vector<Point> others;
  for (const auto& [slot, card] : cards)
    if (std::ranges::find(A, card.masked.A) == A.end() && others.size() < A.size())
      others.push_back(card.masked.A);
  ASSERT_EQ(others.size(), A.size());
  std::vector<Point> shares;
  for (const auto& other : others) shares.push_back(masking_key(world, kLiar) * other);
  expect_convicted(proved(others, shares), "another card's share, rightly proved for that card");
}

TEST_F(Decrypting, A21_AnotherSeatsShare) {
  std::vector<Point> theirs;
  for (const Point& a : A) theirs.push_back(masking_key(world, Seat(0)) * a);
  auto p = proved(A, theirs, Seat(0));
  expect_convicted(p, "another seat's share with that seat's proof");
}

TEST_F(Decrypting, A20_AShareThatMakesTheCardWhatItsGiverLikes) {
  const auto owed = state::stages::owed(stage(), table().state(), kLiar);
  const auto& card = table().state().cards.at(stage().cards[owed.front()].slot);
  const Point truth = D[0];
  for (const Face face : {Face(0), Face(1)}) {  // one of them it is not
    const Point wished = crypto::plain_deck(std::vector{face}).front().B;
    D[0] = card.masked.B - masking_key(world, Seat(0)) * card.masked.A - wished;
    if (D[0] != truth) break;
  }
  ASSERT_NE(D[0], truth);
  expect_convicted(proved(A, D), "a card made up");
}

TEST_F(Decrypting, A8_OneShareFewerOrMore) {
  auto fewer = proved(A, D);
  fewer.shares.pop_back();
  if (!fewer.shares.empty()) expect_convicted(fewer, "one fewer");
  auto A2 = A, D2 = D;
  A2.push_back(A.front());
  D2.push_back(D.front());
  expect_convicted(proved(A2, D2), "one more, rightly proved");
}

TEST(CardToDecrypt, A20_NobodyShowsACardUnasked) {
  World world({.game = "kuhn", .seed = 2});
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const auto& table = world.node(Seat(0)).table();
  SeededRng rng(4);
  std::size_t cards = 0;
  for (const auto& [slot, card] : table.state().cards) {
    const crypto::Secret<crypto::Scalar> x(masking_key(world, kLiar));
    const std::vector<Point> A{card.masked.A}, D{x.expose() * card.masked.A};
    proto::DecryptPayload p{D, {}};
    p.proof =
        crypto::prove_dleq({table.state().deal->X[1], A, D}, x,
                           crypto::context(table.state().place(), kLiar, Purpose::decrypt), rng);
    const auto effects = world.node(Seat(0)).on_frame(kLiar, forged(world, kLiar, p), world.now());
    ASSERT_EQ(effects->notices.size(), 1u);
    EXPECT_EQ(std::get<node::Refused>(effects->notices[0]).error,
              (Error{Fault::not_wanted, kLiar}));
    if (++cards == 3) break;
  }
  world.run();
  expect_finished(world);
}

// ---- Dealings of recovery shares

class Dealing : public testing::Test {
 protected:
  Dealing() {
    world.corrupt(kLiar, [](Seat, const Bytes& frame) {
      const auto entry = entry_in(frame);
      const bool dealing = entry && std::holds_alternative<proto::SharesPayload>(entry->payload);
      return dealing ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
    });
    EXPECT_TRUE(run_to<state::stages::DealingShares>(world, Seat(0)));
  }

  const state::Table& table() { return world.node(Seat(0)).table(); }
  const state::stages::Decrypting& stage() {
    return std::get<state::stages::Decrypting>(table().stage());
  }

  proto::SharesPayload dealt(Seat as = kLiar) {
    const crypto::Secret<crypto::Scalar> x(masking_key(world, as));
    const state::Deal& deal = *table().state().next;
    auto dealing = crypto::deal_shares(x, deal.recovery, table().seats(), rng);
    proto::SharesPayload p{dealing.commitments, {}};
    const crypto::Place place{table().id(), deal.place()};
    for (const Seat to : (deal.members - SeatSet::of({as})).list())
      p.encrypted.push_back(
          crypto::encrypt(crypto::Secret<crypto::Scalar>(dealing.shares[to.value]),
                          deal.Y[to.value], crypto::context(place, as, Purpose::recover), rng));
    return p;
  }

  bool accepts(const proto::SharesPayload& p) {
    const proto::Entry entry{table().id(), table().step(), table().head(), p, {}};
    const auto opened = proto::verify_entry(
        proto::envelope(proto::sign(kLiar, entry, world.key(kLiar))), table().charter());
    if (!opened) {
      EXPECT_EQ(opened.error().culprit, kLiar);
      return false;
    }
    const auto checked = table().check(*opened, rng);
    if (!checked) {
      EXPECT_EQ(checked.error(), (Error{Fault::bad_proof, kLiar}));
    }
    return checked.has_value();
  }

  SeededRng rng{4};
  World world{{.game = "holdem", .params = R"({"stack":20})", .seats = 4, .seed = 2}};
};

TEST_F(Dealing, AnHonestOneIsTaken) { EXPECT_TRUE(accepts(dealt())); }

TEST_F(Dealing, A8_OneCommitmentOrEncryptedShareFewerOrMore) {
  auto p = dealt();
  p.commitments.pop_back();
  EXPECT_FALSE(accepts(p));
  p = dealt();
  p.commitments.push_back(p.commitments.back());
  EXPECT_FALSE(accepts(p));
  p = dealt();
  p.encrypted.pop_back();
  EXPECT_FALSE(accepts(p));
  p = dealt();
  p.encrypted.push_back(p.encrypted.back());
  EXPECT_FALSE(accepts(p));
}

TEST_F(Dealing, A1_NoCommitmentIsTheIdentity) {
  for (std::size_t k = 0; k < table().charter().recovery; ++k) {
    auto p = dealt();
    p.commitments[k] = Point();
    EXPECT_FALSE(accepts(p)) << k;
  }
}

TEST_F(Dealing, AnotherSeatsKeyCannotBeDealt) { EXPECT_FALSE(accepts(dealt(Seat(0)))); }

/// Else its receiver could be made to open, by complaining, what another encrypted to it.
TEST_F(Dealing, AnEncryptedShareCopiedFromAnotherDealerIsRefused) {
  auto p = dealt();
  p.encrypted[2] = dealt(Seat(0)).encrypted[2];
  EXPECT_FALSE(accepts(p));
}

}  // namespace
}  // namespace fairdeal::sim
