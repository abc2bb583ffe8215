#include "crypto/curve/field.h"

#include <gtest/gtest.h>

#include "base/hex.h"
#include "base/seeded_rng.h"
#include "crypto/curve/square_root.h"

namespace fairdeal::crypto {
namespace {

Field number(std::uint64_t n) { return Field::from_u64(n); }
bool same(const Field& a, const Field& b) { return equal(a, b) != 0; }

/// p + small.
Field p_plus(std::uint64_t small) {
  constexpr std::uint64_t m = Field::kMask;
  return {{m - 18 + small, m, m, m, m}};
}

/// Numbers at which carries go wrong first, tight and at the bound of what a product takes.
std::vector<Field> edges() {
  constexpr std::uint64_t tight = Field::kMask + (1 << 13), most = std::uint64_t{1} << 54;
  std::vector<Field> all{number(0),     number(1),  number(2), number(19),
                         number(~0ull), kD,         p_plus(0), p_plus(1),
                         p_plus(18),    -number(1), kTwoD,     kSqrtMinusOne};
  all.push_back({{tight, tight, tight, tight, tight}});
  all.push_back({{most - 1, most - 1, most - 1, most - 1, most - 1}});
  for (std::size_t i = 0; i < 5; ++i) {
    Field one_limb;
    one_limb.limb[i] = most - 1;
    all.push_back(one_limb);
  }
  SeededRng rng(1);
  for (int i = 0; i < 30; ++i) {
    ByteArray<32> bytes;
    rng.fill(bytes);
    all.push_back(Field::from_bytes(bytes));
  }
  return all;
}

TEST(Field, IsAFieldAtTheBoundsOfItsLimbs) {
  const auto all = edges();
  for (const Field& a : all)
    for (const Field& b : all) {
      const Field& c = all[(a.limb[0] ^ b.limb[1]) % all.size()];
      EXPECT_TRUE(same(a * b, (b * a).carried()));
      EXPECT_TRUE(same((a * b) * c, a * (b * c)));
      EXPECT_TRUE(same(a.carried() * (b.carried() + c.carried()), (a * b + a * c).carried()));
      EXPECT_TRUE(same((a.carried() - b.carried()) + b.carried(), a.carried()));
      EXPECT_TRUE(same(square(a), a * a));
      EXPECT_EQ(square(a).bytes(), (a * a).bytes());
    }
}

TEST(Field, ProductsAreTightHoweverLooseTheirFactors) {
  for (const Field& a : edges())
    for (const Field& b : edges())
      for (const Field& product : {a * b, square(a), a.carried(), (a - b.carried()).carried()})
        for (const std::uint64_t limb : product.limb) EXPECT_LT(limb, Field::kMask + (1 << 13));
}

TEST(Field, HasOneStringANumber) {
  for (std::uint64_t small = 0; small < 19; ++small) {
    EXPECT_EQ(p_plus(small).bytes(), number(small).bytes());
    EXPECT_EQ(p_plus(small).is_zero() != 0, small == 0);
    EXPECT_EQ(p_plus(small).is_negative() != 0, small % 2 == 1);
  }
  EXPECT_EQ(to_hex((-number(1)).bytes()),
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
  for (const Field& a : edges()) {
    EXPECT_EQ(Field::from_bytes(a.bytes()).bytes(), a.bytes());
    EXPECT_TRUE(same(Field::from_bytes(a.bytes()), a.carried()));
  }
}

TEST(Field, EveryNumberButZeroHasAnInverse) {
  for (const Field& a : edges()) EXPECT_TRUE(same(invert(a) * a, number(a.is_zero() != 0 ? 0 : 1)));
}

TEST(Field, TheConstantsOfRfc9496AreWhatTheirNamesSay) {
  const Field one = number(1);
  EXPECT_TRUE(same(kD * number(121666), (-number(121665)).carried()));
  EXPECT_TRUE(same((kD + kD).carried(), kTwoD));
  EXPECT_TRUE(same(square(kSqrtMinusOne), (-one).carried()));
  EXPECT_EQ(kSqrtMinusOne.is_negative(), 0u);
  EXPECT_TRUE(same(square(kInvSqrtAMinusD) * (-one - kD), one));
  EXPECT_EQ(to_hex(kInvSqrtAMinusD.bytes()),
            "ea405d80aafdc899be72415a17162f9d40d801fe917bc216a2fcafcf05896c78");
  EXPECT_TRUE(same(square(kSqrtADMinusOne), (-kD - one).carried()));
  EXPECT_EQ(to_hex(kSqrtADMinusOne.bytes()),
            "1b2e7b49a0f6977ebd54781b0c8e9daffdd1f531c9fc3c0fac48832bbf316937");
  EXPECT_TRUE(same(kOneMinusDSquared, (one - square(kD)).carried()));
  EXPECT_TRUE(same(kDMinusOneSquared, square(kD - one)));
}

/// RFC 9496, 4.2, its four cases.
TEST(Field, SquareRootsOfRatiosAreAsInRfc9496) {
  const Field one = number(1), i = kSqrtMinusOne;
  for (const Field& a : edges())
    for (const Field& v : {one, kD, number(5)}) {
      if (a.is_zero()) continue;
      const Field u = square(a) * v;  // u/v = a²
      const auto square_case = sqrt_ratio_m1(u, v);
      EXPECT_NE(square_case.was_square, 0u);
      EXPECT_TRUE(same(square_case.root, abs(a.carried())));
      const auto other_case = sqrt_ratio_m1(u * i, v);
      EXPECT_EQ(other_case.was_square, 0u);
      EXPECT_TRUE(same(square(other_case.root) * v, i * (u * i)));
      EXPECT_EQ(other_case.root.is_negative(), 0u);
    }
  EXPECT_NE(sqrt_ratio_m1(number(0), kD).was_square, 0u);
  EXPECT_NE(sqrt_ratio_m1(number(0), kD).root.is_zero(), 0u);
  EXPECT_EQ(sqrt_ratio_m1(kD, number(0)).was_square, 0u);
  EXPECT_NE(sqrt_ratio_m1(kD, number(0)).root.is_zero(), 0u);
}

}  // namespace
}  // namespace fairdeal::crypto
