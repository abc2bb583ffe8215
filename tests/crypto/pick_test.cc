// Picks by two provers and two verifiers, and every way to be wrong (docs/decks.md).
#include "crypto/pick.h"

#include <gtest/gtest.h>

#include "crypto/hedged_rng.h"
#include "crypto/some.h"
#include "tests/crypto/flipped.h"
#include "tests/crypto/honest_table.h"
#include "tests/crypto/picker.h"

namespace fairdeal::crypto {
namespace {

using second::Hearing;
using second::Picker;
using Labels = std::vector<std::string>;

/// The ships' cells of a 3 × 3 sea: a ship of two cells and one of one, faces 1 and 2; water is 0.
Claim small_fleet() {
  Claim::Choice two, one;
  for (std::uint32_t cell = 0; cell < 9; ++cell) {
    if (cell % 3 < 2) two.push_back({{cell, Face(1)}, {cell + 1, Face(1)}});
    if (cell < 6) two.push_back({{cell, Face(1)}, {cell + 3, Face(1)}});
    one.push_back({{cell, Face(2)}});
  }
  std::ranges::sort(two);
  return *Claim::of(Claim::Grounds(9, Face(0)), {two, one});
}

/// A true claim about cards that one seat can read, by their masks or by the seat's key.
struct Hidden {
  Hidden(std::uint64_t seed, Claim about, std::vector<std::uint32_t> holds)
      : rng(seed), claim(std::move(about)), faces(std::move(holds)) {
    for (const std::uint32_t k : faces) {
      masks.push_back(Scalar::random_nonzero(rng));
      cards.push_back({mul_base(masks.back()), card_point(Face(k)) + masks.back() * X});
    }
  }

  Secrets<std::uint32_t> indices() const { return *claim.indices(second::numbers(faces)); }
  std::vector<Scalar> delta() const {
    const auto found = indices();
    return second::bits({found.expose().begin(), found.expose().end()}, claim.bits());
  }
  Secrets<Scalar> secret_masks() const {
    Secrets<Scalar> out(masks.size());
    std::ranges::copy(masks, out.expose().begin());
    return out;
  }
  PlaceStatement placed() const { return {claim, X, cards}; }
  AmongStatement dealt() const { return {claim, X, cards}; }
  PickProof place_proof() { return prove_place(placed(), indices(), secret_masks(), here, rng); }
  PickProof claim_proof() { return prove_among(dealt(), indices(), x, here, rng); }
  bool accepts_place(const PickProof& proof) {
    return check(place_equations(placed(), proof, here), rng).has_value();
  }
  bool accepts_claim(const PickProof& proof) {
    return check(among_equations(dealt(), proof, here), rng).has_value();
  }

  SeededRng rng;
  Bytes here = to_bytes("here");
  Secret<Scalar> x{Scalar::random_nonzero(rng)};
  Point X = mul_base(x.expose());
  Claim claim;
  std::vector<std::uint32_t> faces;
  std::vector<Scalar> masks;
  Deck cards;
};

/// Three cards of which each is one of five faces.
Hidden three_of_five(std::uint64_t seed = 1) { return {seed, second::each_in(3, 5), {4, 0, 2}}; }
Hidden sea(std::uint64_t seed = 2) { return {seed, small_fleet(), {0, 1, 0, 0, 1, 0, 2, 0, 0}}; }

Deck shuffled_deck(std::uint32_t n, const Point& X, Rng& rng) {
  std::vector<Face> faces;
  for (std::uint32_t k = 0; k < n; ++k) faces.push_back(Face(k));
  const ShuffleWitness witness = draw_shuffle(n, rng);
  return shuffle(plain_deck(faces), prepare_masks(X, witness), witness);
}

constexpr OrderKind kBothOrders[] = {OrderKind::cut, OrderKind::insert};

// ---- Honest proofs

TEST(Pick, BothVerifiersAcceptAndBothProversMakeTheSameProof) {
  Hidden three = three_of_five(), fleet = sea();
  SeededRng rng(9), same_rng(9);
  Hearing hearing;

  const PickProof placed =
      prove_place(three.placed(), three.indices(), three.secret_masks(), three.here, rng);
  EXPECT_TRUE(three.accepts_place(placed));
  EXPECT_TRUE(second::pick_holds(second::pick(three.placed()), placed, three.here, hearing));
  EXPECT_EQ(placed.encode(), Picker({three.delta(), second::sum_of(three.masks)})
                                 .prove(second::pick(three.placed()), three.here, same_rng)
                                 .encode());

  const PickProof claimed = prove_among(fleet.dealt(), fleet.indices(), fleet.x, fleet.here, rng);
  EXPECT_TRUE(fleet.accepts_claim(claimed));
  EXPECT_TRUE(second::pick_holds(second::pick(fleet.dealt()), claimed, fleet.here, hearing));
  const auto key = [&](const auto&) { return fleet.x.expose(); };
  EXPECT_EQ(claimed.encode(), Picker({fleet.delta(), key})
                                  .prove(second::pick(fleet.dealt()), fleet.here, same_rng)
                                  .encode());
}

TEST(Pick, EveryCutAndInsertionOfTwoToNineCards) {
  SeededRng rng(3);
  const Point X = mul_base(Scalar::random_nonzero(rng));
  for (const OrderKind kind : kBothOrders)
    for (std::uint32_t n = 2; n <= 9; ++n) {
      const Deck in = shuffled_deck(n, X, rng);
      for (std::uint32_t at = 0; at < n; ++at) {
        const auto made = order_and_prove(kind, in, Secret<std::uint32_t>(at), X, {}, rng);
        const OrderStatement statement{kind, X, in, made.deck};
        EXPECT_TRUE(check(order_equations(statement, made.proof, {}), rng)) << n << " at " << at;
        Hearing hearing;
        EXPECT_TRUE(second::pick_holds(second::pick(statement), made.proof, {}, hearing));
      }
    }
}

TEST(Pick, AProofIsReadBackAsItWasWritten) {
  Hidden three = three_of_five();
  const Bytes bytes = three.place_proof().encode();
  EXPECT_EQ(bytes.size(), PickProof::bytes(3, 3));
  const auto proof = PickProof::decode(bytes, 3, 3);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->encode(), bytes);
  EXPECT_TRUE(three.accepts_place(*proof));
}

TEST(Pick, NoOtherLengthNoIdentityAndNoScalarTwice) {
  Hidden three = three_of_five();
  const Bytes honest = three.place_proof().encode();
  const auto decodes = [](const Bytes& bytes) {
    return PickProof::decode(bytes, 3, 3).has_value();
  };
  ASSERT_TRUE(decodes(honest));
  for (const std::size_t length : {std::size_t{0}, honest.size() - 32, honest.size() + 32,
                                   honest.size() - 1, honest.size() + 1}) {
    Bytes other = honest;
    other.resize(length);
    EXPECT_FALSE(decodes(other)) << length;
  }
  for (std::size_t at = 0; at < honest.size(); at += 32) {
    const bool is_point = at < 32 * (4 + 2 * 3);
    Bytes other = honest;
    std::fill_n(other.begin() + static_cast<std::ptrdiff_t>(at), 32,
                is_point ? std::byte{0} : std::byte{0xff});  // O; a number from ℓ on
    EXPECT_FALSE(decodes(other)) << at;
  }
}

TEST(Pick, AnyFlippedBitIsRefused) {
  Hidden one(4, second::each_in(1, 2), {1});
  const Bytes honest = one.place_proof().encode();
  for (std::size_t bit = 0; bit < 8 * honest.size(); ++bit) {
    const auto proof = PickProof::decode(flipped(honest, bit), 1, 1);
    EXPECT_FALSE(proof && one.accepts_place(*proof)) << "bit " << bit;
  }
}

TEST(Pick, AFlippedBitInEveryFieldOfAFleetIsRefused) {
  Hidden fleet = sea();
  const Bytes honest = fleet.claim_proof().encode();
  for (std::size_t field = 0; field < honest.size() / 32; ++field)
    for (int i = 0; i < 4; ++i) {
      const std::size_t bit = 256 * field + fleet.rng.below(256);
      const auto proof = PickProof::decode(flipped(honest, bit), 2, fleet.claim.bits());
      EXPECT_FALSE(proof && fleet.accepts_claim(*proof)) << "bit " << bit;
    }
}

TEST(Pick, ProofsOfOneTableAreCheckedAtOnceAndTheWrongOneNamed) {
  Hidden three = three_of_five(), fleet = sea();
  PickProof wrong = fleet.claim_proof();
  wrong.zeta = wrong.zeta + Scalar::from_u64(1);
  const std::vector<Equations> all{
      *place_equations(three.placed(), three.place_proof(), three.here),
      *among_equations(fleet.dealt(), wrong, fleet.here),
      *among_equations(fleet.dealt(), fleet.claim_proof(), fleet.here)};
  EXPECT_EQ(first_false(all, three.rng), 1u);
}

// ---- Lies about placed cards

TEST(Attacks, A38_A39_A40_NoPlacedCardButAFaceOfTheList) {
  SeededRng rng(5);
  const Point X = mul_base(Scalar::random_nonzero(rng));
  for (const std::uint32_t faces : {2u, 5u}) {
    const Claim claim = second::each_in(2, faces);
    for (auto& lie : second::place_lies(2, faces, X, rng))
      for (const bool bend : {false, true}) {
        lie.picker.bend = bend;
        const PlaceStatement statement{claim, X, lie.cards};
        const PickProof proof = lie.picker.prove(second::pick(statement), {}, rng);
        EXPECT_FALSE(check(place_equations(statement, proof, {}), rng)) << lie.name;
      }
  }
}

/// Why a placement proves knowledge of the masks: seat 0 adds a mask to the A of seat 1's card, and
/// has the result dealt to itself. From the others' shares of it, it makes their shares of the
/// card.
TEST(Attacks, A37_ACardBuiltOnAnothersIsRefusedAndWouldReadIt) {
  HonestTable table(6);
  const MaskedCard& victims = table.out[0];
  const Scalar r = Scalar::random_nonzero(table.rng);
  const MaskedCard built{victims.A + mul_base(r), card_point(Face(1)) + r * table.joint};
  Point read = victims.B - table.x[0].expose() * victims.A;
  for (const std::size_t other : {1u, 2u}) {
    const Point share = table.x[other].expose() * built.A;  // public, once it is dealt to seat 0
    read = read - (share - r * table.X[other]);
  }
  const auto face = face_of(read, 5);
  ASSERT_TRUE(face) << "the attack reads the card";

  const Claim claim = second::each_in(1, 5);
  const Deck cards{built};
  const PlaceStatement statement{claim, table.joint, cards};
  for (const bool bend : {false, true}) {
    const Picker picker{second::bits({1}, claim.bits()), second::sum_of({r}), bend};
    const PickProof proof = picker.prove(second::pick(statement), {}, table.rng);
    EXPECT_FALSE(check(place_equations(statement, proof, {}), table.rng));
  }
}

TEST(Attacks, A38_ACardWithoutAMaskIsRefusedWhateverTheProof) {
  Hidden three = three_of_five();
  const PickProof proof = three.place_proof();
  for (Point MaskedCard::*side : {&MaskedCard::A, &MaskedCard::B}) {
    Deck bare = three.cards;
    bare[1].*side = Point();
    EXPECT_FALSE(place_equations({three.claim, three.X, bare}, proof, three.here));
  }
  Deck fewer(three.cards.begin(), three.cards.begin() + 2);
  EXPECT_FALSE(place_equations({three.claim, three.X, fewer}, proof, three.here));
}

TEST(Attacks, A44_ACopiedBidIsNoBidOfItsCopier) {
  Hidden bid(7, second::each_in(1, 10), {6});
  const PickProof proof = bid.place_proof();
  const Place place{};
  EXPECT_FALSE(
      check(place_equations(bid.placed(), proof, context(place, Seat(1), Purpose::place)), bid.rng))
      << "the same card and proof by another seat";
  const Scalar r = Scalar::random_nonzero(bid.rng);
  const Deck masked{{bid.cards[0].A + mul_base(r), bid.cards[0].B + r * bid.X}};
  EXPECT_FALSE(check(place_equations({bid.claim, bid.X, masked}, proof, bid.here), bid.rng));
  // A copier knows r and the right list, but neither the face nor the rest of the mask.
  for (std::uint32_t guess = 0; guess < 10; ++guess)
    for (const bool bend : {false, true}) {
      const Picker picker{second::bits({guess}, 4), second::sum_of({r}), bend};
      const PlaceStatement statement{bid.claim, bid.X, masked};
      const PickProof made = picker.prove(second::pick(statement), bid.here, bid.rng);
      EXPECT_FALSE(check(place_equations(statement, made, bid.here), bid.rng)) << guess;
    }
}

// ---- Packs

TEST(Attacks, A48_APackIsTheWholePackAndNothingElse) {
  SeededRng rng(8);
  const Point X = mul_base(Scalar::random_nonzero(rng));
  const std::vector<Face> pack{Face(0), Face(0), Face(3), Face(4)};
  const auto placed = place_pack(pack, second::numbers(std::array{2u, 0u, 3u, 1u}), X, {}, rng);
  EXPECT_TRUE(check(pack_equations(pack, X, placed.deck, placed.proof, {}), rng));

  std::vector<Face> other = pack;
  other[1] = Face(3);
  EXPECT_FALSE(check(pack_equations(other, X, placed.deck, placed.proof, {}), rng))
      << "another multiset";
  other = {Face(0), Face(0), Face(4), Face(3)};
  EXPECT_FALSE(check(pack_equations(other, X, placed.deck, placed.proof, {}), rng))
      << "another order of the pack";
  for (const std::size_t cards : {3u, 5u}) {
    Deck deck = placed.deck;
    deck.resize(cards, placed.deck[0]);
    EXPECT_FALSE(check(pack_equations(pack, X, deck, placed.proof, {}), rng)) << cards;
  }
  // The rest of the pack once more, in place of cards of a second placement.
  auto second = place_pack(pack, second::numbers(std::array{0u, 1u, 2u, 3u}), X, {}, rng);
  second.deck[0] = placed.deck[3];
  EXPECT_FALSE(check(pack_equations(pack, X, second.deck, second.proof, {}), rng));
}

TEST(Attacks, A48_APackWithoutAChoiceOrOverTheLimitIsNone) {
  for (const std::vector<Face>& none :
       {std::vector<Face>{}, {Face(1)}, {Face(2), Face(2), Face(2)}, {Face(0), Face(1024)}})
    EXPECT_FALSE(open_pack(none));
  std::vector<Face> long_one(kPackMax, Face(0));
  long_one[0] = Face(1);
  EXPECT_TRUE(open_pack(long_one));
  long_one.push_back(Face(0));
  EXPECT_FALSE(open_pack(long_one));
}

// ---- Transcripts, and proofs used elsewhere

const Labels kClaimSaid{"context", "claim", "X", "cards", "commit", "w?", "sums", "y?"};
const Labels kOrderSaid{"context", "n", "X", "in", "out", "commit", "w?", "sums", "y?"};

void expect_said(const Labels& labels, const second::PickStatement& statement,
                 const PickProof& proof, const Bytes& context) {
  Hearing hearing;
  EXPECT_TRUE(second::pick_holds(statement, proof, context, hearing));
  EXPECT_EQ(hearing.heard, labels);
  for (const std::string& label : labels) {
    if (label.back() == '?') continue;
    Hearing deaf{.deaf_to = label};
    EXPECT_FALSE(second::pick_holds(statement, proof, context, deaf)) << "without " << label;
  }
}

TEST(Attacks, A41_EveryLabelReachesTheChallenges) {
  Hidden three = three_of_five();
  expect_said(kClaimSaid, second::pick(three.placed()), three.place_proof(), three.here);
  expect_said(kClaimSaid, second::pick(three.dealt()), three.claim_proof(), three.here);
  for (const OrderKind kind : kBothOrders) {
    const auto made = order_and_prove(kind, three.cards, Secret<std::uint32_t>(1), three.X,
                                      three.here, three.rng);
    expect_said(kOrderSaid, second::pick(OrderStatement{kind, three.X, three.cards, made.deck}),
                made.proof, three.here);
  }
}

TEST(Attacks, A41_AStatementChangedOnTheVerifiersSideFails) {
  Hidden fleet = sea();
  const PickProof proof = fleet.claim_proof();
  ASSERT_TRUE(fleet.accepts_claim(proof));
  const auto refused = [&](const Claim& claim, const Point& X, const Deck& cards) {
    return !check(among_equations({claim, X, cards}, proof, fleet.here), fleet.rng);
  };
  EXPECT_TRUE(refused(fleet.claim, fleet.X + Point::base(), fleet.cards));
  for (MaskedCard& card : fleet.cards)
    for (Point* side : {&card.A, &card.B}) {
      const Point before = *side;
      *side = *side + Point::base();
      EXPECT_TRUE(refused(fleet.claim, fleet.X, fleet.cards));
      *side = before;
    }
  std::swap(fleet.cards[0], fleet.cards[2]);  // both water
  EXPECT_TRUE(refused(fleet.claim, fleet.X, fleet.cards)) << "the order counts";
  std::swap(fleet.cards[0], fleet.cards[2]);

  // Claims that hold too, but are others: a face or entry of a list that was not picked, a ground
  // of a card that is named, an entry repeated as padding repeats it.
  auto choices = fleet.claim.choices();
  choices[1][2][0].face = Face(3);
  EXPECT_TRUE(refused(*Claim::of(fleet.claim.grounds(), choices), fleet.X, fleet.cards));
  choices = fleet.claim.choices();
  choices[1].pop_back();
  EXPECT_TRUE(refused(*Claim::of(fleet.claim.grounds(), choices), fleet.X, fleet.cards));
  auto grounds = fleet.claim.grounds();
  grounds[6] = Face(5);
  EXPECT_TRUE(refused(*Claim::of(grounds, fleet.claim.choices()), fleet.X, fleet.cards));
  EXPECT_FALSE(refused(fleet.claim, fleet.X, fleet.cards));
}

TEST(Attacks, A43_AProofIsOfItsTableStepSeatPurposeAndCardsOnly) {
  Hidden three = three_of_five();
  Place place{};
  place.step = Step(4);
  const Bytes here = context(place, Seat(1), Purpose::prove);
  const PickProof proof = prove_among(three.dealt(), three.indices(), three.x, here, three.rng);
  const auto accepted = [&](const Bytes& where) {
    return check(among_equations(three.dealt(), proof, where), three.rng).has_value();
  };
  EXPECT_TRUE(accepted(here));
  Place other_table = place, other_step = place;
  other_table.table.bytes[3] ^= std::byte{1};
  other_step.step = place.step.next();
  EXPECT_FALSE(accepted(context(other_table, Seat(1), Purpose::prove)));
  EXPECT_FALSE(accepted(context(other_step, Seat(1), Purpose::prove)));
  EXPECT_FALSE(accepted(context(place, Seat(0), Purpose::prove)));
  for (const Purpose purpose : {Purpose::place, Purpose::cut, Purpose::bring, Purpose::shuffle})
    EXPECT_FALSE(accepted(context(place, Seat(1), purpose)));
  EXPECT_FALSE(check(place_equations(three.placed(), proof, here), three.rng))
      << "a claim is no placement";

  const Scalar r = Scalar::random_nonzero(three.rng);
  Deck masked = three.cards;
  masked[0] = {masked[0].A + mul_base(r), masked[0].B + r * three.X};
  EXPECT_FALSE(check(among_equations({three.claim, three.X, masked}, proof, here), three.rng))
      << "after a card was masked anew";
}

// ---- Claims about hidden cards

/// Cards 0 and 1 of a table were dealt to seat 0, and so the others' shares of them are public.
struct DealtCards : HonestTable {
  DealtCards() : HonestTable(11) {
    for (std::size_t j = 0; j < 2; ++j) {
      MaskedCard left = out[j];
      for (const std::size_t other : {1u, 2u}) left.B = left.B - x[other].expose() * left.A;
      cards.push_back(left);
      faces.push_back(face_of(left.B - x[0].expose() * left.A, 5)->value);
    }
  }
  Deck cards;  // with only seat 0's lock
  std::vector<std::uint32_t> faces;
  const Claim claim = second::each_in(2, 5);
  const Bytes here = HonestTable::context(Purpose::prove);

  bool proves(const Point& key, const Secret<Scalar>& secret, const Deck& about) {
    const AmongStatement statement{claim, key, about};
    const auto proof =
        prove_among(statement, *claim.indices(second::numbers(faces)), secret, here, rng);
    return check(among_equations(statement, proof, here), rng).has_value();
  }
};

TEST(Attacks, A42_AClaimIsAboutTheCardUnderItsAuthorsLockAlone) {
  DealtCards table;
  EXPECT_TRUE(table.proves(table.X[0], table.x[0], table.cards));
  Deck others = table.cards;
  others[1].B = table.out[1].B;
  EXPECT_FALSE(table.proves(table.X[0], table.x[0], others)) << "B in place of B'";
  others[1].B = others[1].B - table.x[1].expose() * others[1].A;
  EXPECT_FALSE(table.proves(table.X[0], table.x[0], others)) << "a share left out";
  EXPECT_FALSE(table.proves(table.X[1], table.x[1], table.cards)) << "another seat's cards";
  EXPECT_FALSE(table.proves(table.X[0], table.x[1], table.cards)) << "another key";
  others = {table.cards[0], table.out[2]};
  EXPECT_FALSE(table.proves(table.X[0], table.x[0], others)) << "a card that was not dealt";
  others = {table.cards[0], {Point(), card_point(Face(table.faces[1]))}};
  EXPECT_FALSE(table.proves(table.X[0], table.x[0], others)) << "a card that lies open";
}

TEST(Attacks, A42_NoFalseClaimIsProved) {
  DealtCards table;
  const AmongStatement statement{table.claim, table.X[0], table.cards};
  const auto key = [&](const auto&) { return table.x[0].expose(); };
  for (std::uint32_t a = 0; a < 5; ++a)
    for (const bool bend : {false, true}) {
      const Picker picker{second::bits({a, table.faces[1]}, 3), key, bend};
      const PickProof proof = picker.prove(second::pick(statement), table.here, table.rng);
      EXPECT_EQ(check(among_equations(statement, proof, table.here), table.rng).has_value(),
                a == table.faces[0]);
    }
  EXPECT_FALSE(among_equations({table.claim, table.X[0], {table.cards[0]}}, {}, table.here));
}

// ---- Some of the cards

struct SomeCards : Hidden {
  SomeCards() : Hidden(12, second::each_in(3, 5), {4, 1, 3}) {}
  const Claim one = second::each_in(1, 2);  // that some card is 0 or 1: card 1 is
  const Claim two = second::each_in(2, 2);
  AmongStatement about_one() const { return {one, X, cards}; }
  SomeProof honest() {
    return prove_some(about_one(),
                      {second::numbers(std::array{1u, 2u, 0u}), second::numbers(std::array{1u})}, x,
                      here, rng);
  }
  bool accepts(const AmongStatement& statement, const SomeProof& proof) {
    return check(some_equations(statement, proof, here), rng).has_value();
  }
};

TEST(Some, AProofIsReadBackAsItWasWritten) {
  SomeCards hand;
  const Bytes bytes = hand.honest().encode();
  EXPECT_EQ(bytes.size(), SomeProof::bytes(3, 1, 1));
  const auto proof = SomeProof::decode(bytes, 3, hand.one);
  ASSERT_TRUE(proof);
  EXPECT_TRUE(hand.accepts(hand.about_one(), *proof));
  EXPECT_FALSE(SomeProof::decode(std::span(bytes).first(bytes.size() - 32), 3, hand.one));
  EXPECT_FALSE(SomeProof::decode(bytes, 2, hand.one));
}

/// Every hand of three cards of four faces, for "one is a 0 or a 1", "two are" and "two are a
/// pair".
TEST(Some, AnOrderIsFoundWhereThereIsOne) {
  const Claim one = second::each_in(1, 2), two = second::each_in(2, 2);
  const Claim pair =
      *Claim::of(Claim::Grounds(2), {{{{0, Face(0)}, {1, Face(1)}}, {{0, Face(2)}, {1, Face(3)}}}});
  for (std::uint32_t hand = 0; hand < 64; ++hand) {
    const std::array faces{hand % 4, hand / 4 % 4, hand / 16};
    const auto low = std::ranges::count_if(faces, [](auto face) { return face < 2; });
    const auto has = [&](std::uint32_t face) { return std::ranges::count(faces, face) > 0; };
    EXPECT_EQ(order_for(one, second::numbers(faces)).has_value(), low >= 1);
    EXPECT_EQ(order_for(two, second::numbers(faces)).has_value(), low >= 2);
    EXPECT_EQ(order_for(pair, second::numbers(faces)).has_value(),
              (has(0) && has(1)) || (has(2) && has(3)));
    for (const Claim* claim : {&one, &two, &pair}) {
      const auto found = order_for(*claim, second::numbers(faces));
      if (!found) continue;
      (void)Permutation::of(found->order.expose());  // which checks that it is one
      std::vector<std::uint32_t> first;
      for (std::size_t place = 0; place < claim->cards(); ++place)
        first.push_back(faces[found->order[place]]);
      const auto indices = claim->indices(second::numbers(first));
      ASSERT_TRUE(indices);
      EXPECT_TRUE(std::ranges::equal(indices->expose(), found->indices.expose()));
    }
  }
}

TEST(Some, ASearchThatWouldTakeTooLongFindsNone) {
  Claim::Choice row(2);
  std::vector<std::uint32_t> faces;
  for (std::uint32_t j = 0; j < 8; ++j) {
    row[0].push_back({j, Face(j)});
    row[1].push_back({j, Face(j + 1)});
    faces.push_back(j);
  }
  const Claim claim = *Claim::of(Claim::Grounds(8), {row});
  EXPECT_TRUE(claim.indices(second::numbers(faces)));
  EXPECT_FALSE(order_for(claim, second::numbers(faces)));  // of 8^8 lists of 8 cards
}

TEST(Attacks, A45_NoCardCountsTwiceAndNoCopyIsAnotherHand) {
  SomeCards hand;
  const SomeProof honest = hand.honest();
  ASSERT_TRUE(hand.accepts(hand.about_one(), honest));

  // The one fitting card counted twice: in the copy in place of another, with the proofs that a
  // shuffler makes who says otherwise.
  SomeProof twice = honest;
  const Scalar r = Scalar::random_nonzero(hand.rng);
  twice.copy[1] = {twice.copy[0].A + mul_base(r), twice.copy[0].B + r * hand.X};
  const AmongStatement about_two{hand.two, hand.X, hand.cards};
  const Deck both(twice.copy.begin(), twice.copy.begin() + 2);
  twice.claim = prove_among({hand.two, hand.X, both}, second::numbers(std::array{1u, 1u}), hand.x,
                            hand.here, hand.rng);
  EXPECT_FALSE(hand.accepts(about_two, twice)) << "a card in the copy twice";
  const Deck repeated{hand.cards[1], hand.cards[1], hand.cards[2]};
  twice = prove_some({hand.two, hand.X, repeated},
                     {second::numbers(std::array{0u, 1u, 2u}), second::numbers(std::array{1u, 1u})},
                     hand.x, hand.here, hand.rng);
  EXPECT_FALSE(hand.accepts(about_two, twice)) << "the copy of a hand with a card twice";

  SomeProof foreign = honest;
  foreign.copy[2] = {mul_base(r), card_point(Face(0)) + r * hand.X};
  EXPECT_FALSE(hand.accepts(hand.about_one(), foreign)) << "a card that is not in the hand";
  SomeProof shorter = honest;
  shorter.copy.pop_back();
  EXPECT_FALSE(hand.accepts(hand.about_one(), shorter));
  SomeProof false_claim = honest;
  std::swap(false_claim.copy[0], false_claim.copy[1]);
  EXPECT_FALSE(hand.accepts(hand.about_one(), false_claim)) << "about another card of the copy";
  EXPECT_FALSE(hand.accepts({hand.one, hand.X, {hand.cards[1]}}, honest));
}

TEST(Attacks, A45_ACopyThatIsNotMaskedIsRefusedThoughItsProofIsRight) {
  SomeCards hand;
  ShuffleWitness witness{Permutation::of(std::array{1u, 2u, 0u}), draw_masks(3, hand.rng)};
  witness.masks[0] = Scalar();
  SomeProof proof;
  proof.copy = shuffle(hand.cards, prepare_masks(hand.X, witness), witness);
  proof.shuffle = prove_shuffle({hand.X, hand.cards, proof.copy}, witness, hand.here, hand.rng);
  proof.claim = prove_among({hand.one, hand.X, {proof.copy[0]}}, second::numbers(std::array{1u}),
                            hand.x, hand.here, hand.rng);
  EXPECT_FALSE(hand.accepts(hand.about_one(), proof));
}

// ---- Cuts and insertions

TEST(Attacks, A47_NoOrderButACutOrAnInsertion) {
  SeededRng rng(13);
  const Point X = mul_base(Scalar::random_nonzero(rng));
  for (const OrderKind kind : kBothOrders)
    for (const std::uint32_t n : {2u, 3u, 4u, 5u, 8u}) {
      const Deck in = shuffled_deck(n, X, rng);
      for (auto& lie : second::order_lies(kind, in, n - 1, X, rng))
        for (const bool bend : {false, true}) {
          lie.picker.bend = bend;
          const OrderStatement statement{kind, X, in, lie.cards};
          const PickProof proof = lie.picker.prove(second::pick(statement), {}, rng);
          EXPECT_FALSE(check(order_equations(statement, proof, {}), rng)) << lie.name << n;
        }
    }
}

TEST(Attacks, A47_AnInsertionIsNoCutAndNothingUnmaskedIsOne) {
  SeededRng rng(14);
  const Point X = mul_base(Scalar::random_nonzero(rng));
  for (const std::uint32_t n : {2u, 3u, 4u, 5u}) {
    const Deck in = shuffled_deck(n, X, rng);
    const auto made =
        order_and_prove(OrderKind::insert, in, Secret<std::uint32_t>(n - 1), X, {}, rng);
    ASSERT_TRUE(check(order_equations({OrderKind::insert, X, in, made.deck}, made.proof, {}), rng));
    EXPECT_FALSE(check(order_equations({OrderKind::cut, X, in, made.deck}, made.proof, {}), rng))
        << "though both leave the order as it was";
    for (std::uint32_t unmasked = 0; unmasked < n; ++unmasked) {
      Secrets<Scalar> masks = draw_masks(n, rng);
      masks[unmasked] = Scalar();
      const Secret<std::uint32_t> at(0);
      Deck out;
      for (std::uint32_t j = 0; j < n; ++j)
        out.push_back({in[j].A + mul_base(masks[j]), in[j].B + masks[j] * X});
      const OrderStatement statement{OrderKind::cut, X, in, out};
      const PickProof proof = prove_order(statement, at, masks, {}, rng);
      Hearing hearing;
      EXPECT_TRUE(second::pick_holds(second::pick(statement), proof, {}, hearing));
      EXPECT_FALSE(check(order_equations(statement, proof, {}), rng));
    }
  }
  EXPECT_FALSE(order_equations({OrderKind::cut, X, {}, {}}, {}, {}));
}

// ---- Nonces

/// The generator begins anew for every proof, as after a snapshot that is restored.
TEST(Attacks, A51_ANonceUsedTwiceTellsTheIndexUnlessItIsHedged) {
  Hidden three = three_of_five();
  Hidden other = three_of_five();  // the same seat and cards, asked for another claim
  other.claim = *Claim::of(Claim::Grounds(3), {{{{0, Face(4)}}, {{0, Face(5)}}},
                                               {{{1, Face(0)}}, {{1, Face(6)}}},
                                               {{{2, Face(2)}}, {{2, Face(7)}}}});
  const auto proofs = [&](auto&& make_rng) {
    std::vector<PickProof> made;
    for (const Hidden* asked : {&three, &other}) {
      auto rng = make_rng(*asked);
      made.push_back(prove_among(asked->dealt(), asked->indices(), three.x, three.here, *rng));
    }
    return made;
  };
  const auto plain = proofs([](const Hidden&) { return std::make_unique<SeededRng>(1); });
  const auto hedged = proofs([&](const Hidden& asked) {
    SeededRng same(1);
    return std::make_unique<HedgedRng>(asked.claim.encode(), asked.x.expose().encode(), same);
  });
  // Both proofs have the same a, and every bit of the other claim's indices is zero: so its f are
  // the a, and f − a tells each bit of the index 4.
  for (std::size_t l = 0; l < 3; ++l)
    EXPECT_EQ(plain[0].f[l] != plain[1].f[l], l == 2) << "bit " << l;
  EXPECT_NE(hedged[0].f[0], hedged[1].f[0]);
  EXPECT_NE(hedged[0].I, hedged[1].I);
}

}  // namespace
}  // namespace fairdeal::crypto
