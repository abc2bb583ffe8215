// Shared randomness: commit–reveal, the coin, and the numbers made of them.
#include "crypto/coin.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/encode.h"
#include "crypto/commit.h"
#include "crypto/vss.h"
#include "tests/crypto/flipped.h"
#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

TEST(Commit, EveryBitOfContextValueAndSaltCounts) {
  const Bytes context = to_bytes("here"), value = to_bytes("17");
  const Salt salt{std::byte{1}};
  const Commitment honest = commit(context, value, salt);
  EXPECT_EQ(commit(context, value, salt), honest);
  const auto differs_at = [&](Bytes c, Bytes v, Salt s) { EXPECT_NE(commit(c, v, s), honest); };
  for (std::size_t bit = 0; bit < 8 * context.size(); ++bit)
    differs_at(flipped(context, bit), value, salt);
  for (std::size_t bit = 0; bit < 8 * value.size(); ++bit)
    differs_at(context, flipped(value, bit), salt);
  for (std::size_t bit = 0; bit < 8 * salt.size(); ++bit)
    differs_at(context, value, flipped(salt, bit));
}

TEST(Commit, TheJointValueIsEverybodysInSeatOrder) {
  const ByteArray<32> a{std::byte{1}}, b{std::byte{2}};
  const auto joint = joint_value(as_bytes("here"), std::array{a, b});
  EXPECT_EQ(joint_value(as_bytes("here"), std::array{a, b}), joint);
  EXPECT_NE(joint_value(as_bytes("here"), std::array{b, a}), joint);
  EXPECT_NE(joint_value(as_bytes("there"), std::array{a, b}), joint);
  EXPECT_NE(joint_value(as_bytes("here"), std::span(&a, 1)), joint);
  EXPECT_NE(joint_value(as_bytes("here"), std::array{a, b, a}), joint);
}

/// The coin of a table, from each seat's share of it.
struct Coin {
  explicit Coin(const HonestTable& table)
      : context(table.context(Purpose::coin, kNobody.value)), point(coin_point(context)) {
    for (const auto& x : table.x) shares.push_back(x.expose() * point);
  }
  ByteArray<64> value() const {
    Point sum;
    for (const Point& share : shares) sum = sum + share;
    return coin_value(context, sum);
  }
  Bytes context;
  Point point;
  std::vector<Point> shares;
};

TEST(Coin, IsTheSameForAllAndAnotherAtEveryStep) {
  HonestTable table(1);
  const Coin coin(table);
  EXPECT_EQ(Coin(table).value(), coin.value());
  table.place.step = table.place.step.next();
  EXPECT_NE(Coin(table).point, coin.point);
  EXPECT_NE(Coin(table).value(), coin.value());
}

TEST(Attacks, A16_NobodyCanChooseItsShareOfACoin) {
  HonestTable table(2);
  Coin coin(table);
  const std::array A{coin.point};
  const Bytes context = table.context(Purpose::coin, 2);
  const auto accepted = [&](const Point& share) {
    const std::array D{share};
    const DleqStatement statement{table.X[2], A, D};
    const DleqProof proof = prove_dleq(statement, table.x[2], context, table.rng);
    return check(dleq_equations(statement, proof, context), table.rng).has_value();
  };
  EXPECT_TRUE(accepted(coin.shares[2]));
  // The last to show may know the sum of the others and still has one share only.
  for (const Point& chosen : {Point(), coin.point, coin.shares[2] + Point::base(), -coin.shares[2],
                              coin.shares[0], coin.shares[0] + coin.shares[1]})
    EXPECT_FALSE(accepted(chosen));
}

TEST(Attacks, A16_A17_WhatASeatWithholdsOthersRecoverToTheSameValue) {
  HonestTable table(3, 5, 4);
  constexpr std::size_t kThreshold = 3;
  const std::uint32_t gone = 3;
  const Dealing dealing = deal_shares(table.x[gone], kThreshold, 4, table.rng);
  const auto recovered = [&](const Point& A) {  // x_gone·A, by the others, each share proved
    std::vector<Seat> helpers;
    std::vector<Point> parts;
    for (std::uint32_t j = 0; j < 3; ++j) {
      const Secret share(dealing.shares[j]);
      const std::array points{A}, images{share.expose() * A};
      const DleqStatement statement{public_share(dealing.commitments, Seat(j)), points, images};
      const Bytes context = table.context(Purpose::recover, j);
      const DleqProof proof = prove_dleq(statement, share, context, table.rng);
      EXPECT_TRUE(check(dleq_equations(statement, proof, context), table.rng));
      helpers.push_back(Seat(j));
      parts.push_back(images[0]);
    }
    return combine_shares(helpers, parts);
  };
  Coin coin(table);
  const auto honest = coin.value();
  coin.shares[gone] = recovered(coin.point);
  EXPECT_EQ(coin.value(), honest);

  for (const MaskedCard& card : table.out) {
    std::vector<Point> shares;
    for (std::uint32_t i = 0; i < 4; ++i)
      shares.push_back(i == gone ? recovered(card.A) : table.x[i].expose() * card.A);
    EXPECT_TRUE(face_of(decrypted(card, shares), 5));
  }
}

TEST(SharedRng, IsTheSameForEverybodyHoweverItIsRead) {
  const ByteArray<64> value{std::byte{5}};
  SharedRng at_once(value), in_pieces(value);
  Bytes a(200), b(200);
  at_once.fill(a);
  for (std::size_t i = 0; i < 200; i += 8) in_pieces.fill(std::span(b).subspan(i, 8));
  EXPECT_EQ(a, b);
}

TEST(SharedRng, EachBlockIsTheHashOfTheValueAndItsNumber) {
  const ByteArray<64> value{std::byte{6}};
  SharedRng rng(value);
  for (std::uint64_t k = 0; k < 3; ++k) {
    ByteArray<64> block;
    rng.fill(block);
    EXPECT_EQ(block, sha512({Writer().raw(value).u64(k).bytes()})) << k;
  }
}

TEST(SharedRng, DiceAreFair) {
  std::array<double, 6> faces{};
  constexpr int kRolls = 60'000;
  for (std::uint64_t roll = 0; roll < kRolls; ++roll) {
    ByteArray<64> value{};
    for (std::size_t i = 0; i < 8; ++i) value[i] = static_cast<std::byte>(roll >> (8 * i));
    ++faces[SharedRng(value).below(6)];
  }
  double chi_square = 0;
  for (const double count : faces) chi_square += std::pow(count - kRolls / 6.0, 2) / (kRolls / 6.0);
  EXPECT_LT(chi_square, 5 + 6 * std::sqrt(10));
}

}  // namespace
}  // namespace fairdeal::crypto
