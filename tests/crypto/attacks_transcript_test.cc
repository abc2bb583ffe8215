// Fiat–Shamir and replays (docs/attacks.md): everything said is bound, to the place too.
#include <gtest/gtest.h>

#include "tests/crypto/honest_table.h"
#include "tests/crypto/second_verifier.h"
#include "tests/crypto/shuffler.h"

namespace fairdeal::crypto {
namespace {

using second::Hearing;
using Labels = std::vector<std::string>;

// docs/cards.md, sections 4, 6 and 7; "c?" is a challenge.
const Labels kKeySaid{"context", "X", "R", "c?"};
const Labels kDleqSaid{"context", "X", "A", "D", "w?", "R", "c?"};
const Labels kShuffleSaid{"context", "n",        "X",       "in", "out",     "commit",
                          "t?",      "response", "lambda?", "x?", "product", "e?"};

/// The second verifier says exactly these labels. That it agrees with the first means that the
/// first says them too; that it does not when deaf to any of them, that each of them counts.
template <class Holds>
void expect_said(const Labels& labels, Holds&& holds) {
  Hearing hearing;
  EXPECT_TRUE(holds(hearing));
  EXPECT_EQ(hearing.heard, labels);
  for (const std::string& label : labels) {
    if (label.back() == '?') continue;
    Hearing deaf{.deaf_to = label};
    EXPECT_FALSE(holds(deaf)) << "without \"" << label << "\"";
  }
}

TEST(Attacks, A4_EveryLabelOfTheSpecificationReachesTheChallenge) {
  HonestTable table(1, 4);
  const KeyProof key = table.key_proof(0);
  ASSERT_TRUE(table.check_key(0, table.X[0], key));
  expect_said(kKeySaid, [&](Hearing& h) {
    return second::key_holds(table.X[0], key, table.context(Purpose::key), h);
  });

  const auto A = table.locked(), D = table.shares(1);
  const DleqProof decrypt = table.decryption_proof(1, A, D);
  ASSERT_TRUE(table.check_decryption(1, A, D, decrypt));
  expect_said(kDleqSaid, [&](Hearing& h) {
    return second::dleq_holds({table.X[1], A, D}, decrypt, table.context(Purpose::decrypt, 1), h);
  });

  const ShuffleProof shuffled = table.shuffle_proof();
  ASSERT_TRUE(table.check_shuffle(table.statement(), shuffled));
  expect_said(kShuffleSaid, [&](Hearing& h) {
    return second::shuffle_holds(table.statement(), shuffled, table.context(Purpose::shuffle), h);
  });
}

TEST(Attacks, A4_APublicInputFlippedOnTheVerifiersSideFails) {
  HonestTable table(2, 4);
  const Point G = Point::base();
  const KeyProof key = table.key_proof(0);
  EXPECT_FALSE(table.check_key(0, table.X[0] + G, key));
  EXPECT_FALSE(table.check_key(0, table.X[0], {key.R + G, key.s}));

  const auto A = table.locked(), D = table.shares(0);
  const DleqProof decrypt = table.decryption_proof(0, A, D);
  EXPECT_FALSE(check(
      dleq_equations({table.X[0] + G, A, D}, decrypt, table.context(Purpose::decrypt)), table.rng));
  EXPECT_FALSE(table.check_decryption(0, A, D, {decrypt.R1 + G, decrypt.R2, decrypt.s}));
  EXPECT_FALSE(table.check_decryption(0, A, D, {decrypt.R1, decrypt.R2 + G, decrypt.s}));
  for (std::size_t k = 0; k < A.size(); ++k) {
    auto changed = A;
    changed[k] = changed[k] + G;
    EXPECT_FALSE(table.check_decryption(0, changed, D, decrypt)) << k;
    changed = D;
    changed[k] = changed[k] + G;
    EXPECT_FALSE(table.check_decryption(0, A, changed, decrypt)) << k;
  }
  std::vector<Point> reordered(A.rbegin(), A.rend()), shares(D.rbegin(), D.rend());
  EXPECT_FALSE(table.check_decryption(0, reordered, shares, decrypt))
      << "a true statement, another one";

  const ShuffleProof shuffled = table.shuffle_proof();
  EXPECT_FALSE(table.check_shuffle({table.joint + G, table.in, table.out}, shuffled));
  EXPECT_FALSE(table.check_shuffle({table.joint, table.out, table.in}, shuffled));
  for (Deck* deck : {&table.in, &table.out})
    for (auto& card : *deck)
      for (Point* side : {&card.A, &card.B}) {
        const Point before = *side;
        *side = *side + G;
        EXPECT_FALSE(table.check_shuffle(table.statement(), shuffled));
        *side = before;
      }
  for (Deck* deck : {&table.in, &table.out}) {
    std::swap((*deck)[0], (*deck)[1]);
    EXPECT_FALSE(table.check_shuffle(table.statement(), shuffled)) << "the order counts";
    std::swap((*deck)[0], (*deck)[1]);
  }
  EXPECT_TRUE(table.check_shuffle(table.statement(), shuffled));
}

// The classic forgeries: what a challenge does not cover is chosen after it. Each passes a verifier
// that forgot it, which shows that the forgery is one, and not ours.

TEST(Attacks, A4_AKeyChosenAfterTheChallengeIsRefused) {
  HonestTable table(3);
  const Bytes context = table.context(Purpose::key);
  Transcript deaf("key", context);  // to "X"
  KeyProof forged{.R = table.X[1], .s = Scalar::random(table.rng)};
  deaf.append("R", std::array{forged.R});
  const Scalar c = deaf.challenge("c");
  const Point X = c.inverse() * (mul_base(forged.s) - forged.R);  // whose logarithm nobody knows
  Hearing without_X{.deaf_to = "X"};
  EXPECT_TRUE(second::key_holds(X, forged, context, without_X));
  EXPECT_FALSE(table.check_key(0, X, forged));
}

TEST(Attacks, A4_AShareChosenAfterTheChallengeIsRefused) {
  HonestTable table(4);
  const Bytes context = table.context(Purpose::decrypt);
  const std::array A{table.out[0].A};
  const Secret r(Scalar::random(table.rng));
  DleqProof forged{
      .R1 = mul_base(r.expose()), .R2 = table.X[2], .s = {}};  // R2 of no use to anyone
  Transcript deaf("dleq", context);                            // to "D"
  deaf.append("X", std::array{table.X[0]});
  deaf.append("A", A);
  const Scalar w = deaf.weights("w", 1)[0];
  deaf.append("R", std::array{forged.R1, forged.R2});
  const Scalar c = deaf.challenge("c");
  forged.s = r.expose() + c * table.x[0].expose();
  const std::array D{(c * w).inverse() * (forged.s * (w * A[0]) - forged.R2)};
  ASSERT_NE(D[0], table.x[0].expose() * A[0]) << "a false share";
  Hearing without_D{.deaf_to = "D"};
  EXPECT_TRUE(second::dleq_holds({table.X[0], A, D}, forged, context, without_D));
  EXPECT_FALSE(table.check_decryption(0, A, D, forged));
}

TEST(Attacks, A4_CommitmentsChosenAfterTheChallengeAreRefused) {
  // All commitments of a shuffle, solved from its equations after the challenges: for a deck in
  // which card 0 lies twice. (The simulator of docs/proofs.md is this same program.)
  HonestTable table(5, 4);
  const Bytes context = table.context(Purpose::shuffle);
  const ShuffleWitness other = draw_shuffle(4, table.rng);
  table.out[1] = shuffle(table.in, prepare_masks(table.joint, other), other)[0];
  const second::Challenges guessed = coins(4, table.rng);
  const ShuffleProof forged = simulate(table.statement(), guessed, table.rng);
  EXPECT_TRUE(second::shuffle_equations_hold(table.statement(), forged, guessed));
  EXPECT_FALSE(table.check_shuffle(table.statement(), forged));
}

// ---- Replays, as far as proofs go: none is worth anything at another place

TEST(Attacks, A13_AProofFromAnotherTableStepSeatOrPurposeIsRefused) {
  HonestTable table(6, 3);
  const Place here = table.place;
  Place other_table = here, other_step = here;
  other_table.table.bytes[0] ^= std::byte{1};
  other_step.step = here.step.next();

  const KeyProof key = table.key_proof(0);
  const auto A = table.locked(), D = table.shares(0);
  const DleqProof decrypt = table.decryption_proof(0, A, D);
  const ShuffleProof shuffled = table.shuffle_proof();
  const auto accepted = [&](const Bytes& context) {
    return std::array{
        check(key_equations(table.X[0], key, context), table.rng).has_value(),
        check(dleq_equations({table.X[0], A, D}, decrypt, context), table.rng).has_value(),
        check(shuffle_equations(table.statement(), shuffled, context), table.rng).has_value()};
  };
  using Verdicts = std::array<bool, 3>;
  EXPECT_EQ(accepted(context(here, Seat(0), Purpose::key)), (Verdicts{true, false, false}));
  EXPECT_EQ(accepted(context(here, Seat(0), Purpose::decrypt)), (Verdicts{false, true, false}));
  EXPECT_EQ(accepted(context(here, Seat(0), Purpose::shuffle)), (Verdicts{false, false, true}));
  for (const Purpose purpose : {Purpose::key, Purpose::decrypt, Purpose::shuffle, Purpose::coin,
                                Purpose::commit, Purpose::recover}) {
    EXPECT_EQ(accepted(context(here, Seat(1), purpose)), Verdicts{});
    EXPECT_EQ(accepted(context(here, kNobody, purpose)), Verdicts{});
    EXPECT_EQ(accepted(context(other_table, Seat(0), purpose)), Verdicts{});
    EXPECT_EQ(accepted(context(other_step, Seat(0), purpose)), Verdicts{});
  }
}

}  // namespace
}  // namespace fairdeal::crypto
