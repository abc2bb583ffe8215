#include "crypto/claim.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/place.h"
#include "tests/crypto/picker.h"

namespace fairdeal::crypto {
namespace {

using Choices = std::vector<Claim::Choice>;

bool well_formed(Claim::Grounds grounds, Choices choices) {
  return Claim::of(std::move(grounds), std::move(choices)).has_value();
}

/// Returns a choice of the first `entries` faces for one card.
Claim::Choice faces_of(std::uint32_t card, std::uint32_t entries, std::uint32_t first = 0) {
  Claim::Choice choice;
  for (std::uint32_t k = 0; k < entries; ++k) choice.push_back({{card, Face(first + k)}});
  return choice;
}

TEST(Claim, EachConditionIsChecked) {
  const Claim::Grounds one(1), two(2), water(2, Face(0));
  EXPECT_TRUE(well_formed(one, {faces_of(0, 2)}));
  EXPECT_FALSE(well_formed({}, {faces_of(0, 2)})) << "no cards";
  EXPECT_FALSE(well_formed(one, {})) << "no choice";
  EXPECT_FALSE(well_formed(one, {{}})) << "no entry";
  EXPECT_FALSE(well_formed(one, {{{}}})) << "no pair";
  EXPECT_FALSE(well_formed(one, {faces_of(1, 2)})) << "no such card";
  EXPECT_FALSE(well_formed(one, {faces_of(0, 2, 1023)})) << "no such face";
  EXPECT_TRUE(well_formed(one, {faces_of(0, 1024)}));
  EXPECT_FALSE(well_formed({Face(1024)}, {faces_of(0, 2)})) << "no such ground";
  EXPECT_FALSE(well_formed(one, {{{{0, Face(1)}}, {{0, Face(1)}}}})) << "an entry twice";
  EXPECT_FALSE(well_formed(one, {{{{0, Face(2)}}, {{0, Face(1)}}}})) << "entries descend";
  EXPECT_FALSE(well_formed(two, {{{{1, Face(1)}, {0, Face(1)}}}})) << "cards descend";
  EXPECT_FALSE(well_formed(two, {{{{0, Face(1)}, {0, Face(2)}, {1, Face(0)}}}})) << "a card twice";
  EXPECT_FALSE(well_formed(two, {faces_of(0, 2)})) << "a card that no choice names";
  EXPECT_FALSE(well_formed(one, {faces_of(0, 2), faces_of(0, 2)})) << "two choices of one card";
  EXPECT_FALSE(well_formed(two, {{{{0, Face(1)}}, {{0, Face(1)}, {1, Face(0)}}}}))
      << "a card that not every entry names";
  EXPECT_TRUE(well_formed(water, {faces_of(0, 2, 1)})) << "a card may keep its ground";
  EXPECT_TRUE(well_formed(water, {faces_of(0, 2, 1), {{{0, Face(1)}}, {{1, Face(1)}}}}))
      << "two choices may name a card that has a ground";
}

TEST(Attacks, A49_APairThatNamesAGroundIsRefused) {
  EXPECT_FALSE(well_formed({Face(1)}, {faces_of(0, 2)}));
  EXPECT_TRUE(well_formed({Face(2)}, {faces_of(0, 2)}));
}

TEST(Attacks, A49_APlacementWithGroundsIsRefused) {
  const Claim claim =
      *Claim::of(Claim::Grounds(1, Face(0)), {faces_of(0, 2, 1), faces_of(0, 2, 1)});
  SeededRng rng(1);
  const Point X = mul_base(Scalar::random_nonzero(rng));
  // Both entries name the card, and add up to M_1 + M_2 − 2 M_0, which is no face.
  const Scalar r = Scalar::random_nonzero(rng);
  const Point M =
      card_point(Face(1)) + card_point(Face(2)) - card_point(Face(0)) - card_point(Face(0));
  const Deck cards{{mul_base(r), M + r * X}};
  const PlaceStatement statement{claim, X, cards};
  const second::Picker picker{second::bits({0, 1}, 1), second::sum_of({r})};
  const PickProof proof = picker.prove(second::pick(statement), {}, rng);
  second::Hearing hearing;
  EXPECT_TRUE(second::pick_holds(second::pick(statement), proof, {}, hearing))
      << "without the condition the card passes";
  EXPECT_FALSE(check(place_equations(statement, proof, {}), rng));
}

TEST(Attacks, A49_ShipsThatLieAcrossEachOtherHaveNoIndices) {
  // Three cells in a row, a ship of two cells, face 1, and one of one cell, face 2.
  const Claim claim = *Claim::of(Claim::Grounds(3, Face(0)),
                                 {{{{0, Face(1)}, {1, Face(1)}}, {{1, Face(1)}, {2, Face(1)}}},
                                  {{{0, Face(2)}}, {{1, Face(2)}}, {{2, Face(2)}}}});
  std::size_t legal = 0;
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = 0; b < 3; ++b)
      for (std::uint32_t c = 0; c < 3; ++c)
        legal += claim.indices(second::numbers(std::array{a, b, c})).has_value();
  EXPECT_EQ(legal, 2u);
  EXPECT_TRUE(claim.indices(second::numbers(std::array{1u, 1u, 2u})));
  EXPECT_TRUE(claim.indices(second::numbers(std::array{2u, 1u, 1u})));

  // Ships with one face, across each other: cells 0, 1 and 1, 2. The faces fit both entries.
  const Claim alike = *Claim::of(Claim::Grounds(3, Face(0)),
                                 {{{{0, Face(1)}, {1, Face(1)}}}, {{{1, Face(1)}, {2, Face(1)}}}});
  EXPECT_FALSE(alike.indices(second::numbers(std::array{1u, 1u, 1u})));
}

TEST(Claim, TheIndicesAreThoseOfTheEntriesThatHold) {
  const Claim claim =
      *Claim::of(Claim::Grounds(3),
                 {faces_of(0, 7), {{{1, Face(1)}, {2, Face(2)}}, {{1, Face(2)}, {2, Face(1)}}}});
  const auto found = claim.indices(second::numbers(std::array{5u, 2u, 1u}));
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], 5u);
  EXPECT_EQ((*found)[1], 1u);
  EXPECT_FALSE(claim.indices(second::numbers(std::array{5u, 2u, 2u})));
  EXPECT_FALSE(claim.indices(second::numbers(std::array{7u, 2u, 1u})));
}

TEST(Attacks, A50_OverlongClaimsAreRefusedBeforeAnyArithmetic) {
  EXPECT_FALSE(well_formed(Claim::Grounds(513), {}));
  // 2^12 entries fit: pairs of 64 faces. One more does not.
  Claim::Choice rows;
  for (std::uint32_t k = 0; k < 4097; ++k) rows.push_back({{0, Face(k / 64)}, {1, Face(k % 64)}});
  EXPECT_FALSE(well_formed(Claim::Grounds(2), {rows}));
  rows.pop_back();
  const auto longest = Claim::of(Claim::Grounds(2), {rows});
  ASSERT_TRUE(longest);
  EXPECT_EQ(longest->bits(), 12u);

  // q·m = 1024 = 512 · 2 fits, 342 · 3 = 1026 does not.
  Choices four, five;
  for (std::uint32_t j = 0; j < 512; ++j) four.push_back(faces_of(j, 4));
  for (std::uint32_t j = 0; j < 342; ++j) five.push_back(faces_of(j, 5));
  EXPECT_TRUE(well_formed(Claim::Grounds(512), four));
  EXPECT_FALSE(well_formed(Claim::Grounds(342), five));

  // 2^17 pairs fit: 256 entries of 512 cards.
  Claim::Choice wide;
  for (std::uint32_t k = 0; k < 257; ++k) {
    auto& entry = wide.emplace_back();
    for (std::uint32_t j = 0; j < 512; ++j) entry.push_back({j, Face(k)});
  }
  EXPECT_FALSE(well_formed(Claim::Grounds(512), {wide}));
  wide.pop_back();
  EXPECT_TRUE(well_formed(Claim::Grounds(512), {wide}));
}

}  // namespace
}  // namespace fairdeal::crypto
