// Shows that time does not depend on secrets, by valgrind's memcheck: bytes that are secret are
// declared undefined, and memcheck reports every branch and every address that depends on them, at
// whatever distance. (Langley, ctgrind, 2010.) ctest runs it under valgrind; declassified.supp
// names the few outcomes that are no secret. `branch` and `address` show that the method sees such
// leaks. Eight lanes (crypto/curve/ifma/eight.h) are out of its reach: valgrind has no AVX-512.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include <valgrind/memcheck.h>

#include "base/seeded_rng.h"
#include "crypto/among.h"
#include "crypto/commit.h"
#include "crypto/cpace.h"
#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/encrypt.h"
#include "crypto/hedged_rng.h"
#include "crypto/keyed_hash.h"
#include "crypto/order.h"
#include "crypto/place.h"
#include "crypto/rekey.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/sign.h"
#include "crypto/some.h"
#include "crypto/vss.h"

namespace fairdeal::crypto {
namespace {

template <class T>
void hide(const T& value) {
  VALGRIND_MAKE_MEM_UNDEFINED(&value, sizeof value);
}
template <class T>
void hide(const Secrets<T>& values) {
  VALGRIND_MAKE_MEM_UNDEFINED(values.expose().data(), values.size() * sizeof(T));
}
/// Marks sent bytes as no secret any more.
template <class T>
T sent(T value) {
  VALGRIND_MAKE_MEM_DEFINED(&value, sizeof value);
  return value;
}

/// Whatever comes from it is secret.
class SecretRng final : public Rng {
 public:
  void fill(std::span<std::byte> out) override {
    inner_.fill(out);
    VALGRIND_MAKE_MEM_UNDEFINED(out.data(), out.size());
  }

 private:
  SeededRng inner_{1};
};

/// Public data, and a secret key x.
struct Table {
  Table() : x(Scalar::random(open)), X(mul_base(x.expose())) {
    std::vector<Face> faces;
    for (std::uint32_t k = 0; k < 5; ++k) faces.push_back(Face(k));
    const ShuffleWitness witness = draw_shuffle(faces.size(), open);
    in = shuffle(plain_deck(faces), prepare_masks(X, witness), witness);
    keep_encodings(std::span(&X, 1));
    hide(x);
  }
  SeededRng open{2};
  SecretRng secret;
  Secret<Scalar> x;
  Point X;
  Deck in;
};

void scalars(Table& table) {
  const Scalar a = Scalar::random(table.secret), b = table.x.expose();
  const Scalar c = (a + b) * (a - b) * -a;
  (void)sent(c == a);
  (void)sent(c.encode());
}

void points(Table& table) {
  const Scalar& x = table.x.expose();
  const Point P = x * table.in[0].A + mul_base(x) - table.in[1].B;
  (void)sent(P.encode());
  (void)sent(P == table.X);
  const Secrets<Scalar> several(6);
  hide(several);
  const std::vector<Point> six(6, table.X);
  (void)sent(msm(several.expose(), six).encode());
  for (const Point& base : {Point::base(), table.X})
    (void)sent(multiples(several.expose(), base)[5].encode());
  (void)sent(each_times(x, std::vector<Point>(9, P))[8].encode());
  (void)sent(msm(several.expose(), pedersen_points(several.size() - 1)).encode());
  (void)sent(-P);
}

void proofs(Table& table) {
  (void)sent(prove_key(table.x, {}, table.secret));
  std::vector<Point> A, D;
  for (const MaskedCard& card : table.in) {
    A.push_back(card.A);
    D.push_back(sent(table.x.expose() * card.A));
  }
  (void)sent(prove_dleq({table.X, A, D}, table.x, {}, table.secret));
}

/// Hedged, as a seat's draws are: with its key, and what the source gives.
HedgedRng hedged(Table& table) {
  return HedgedRng(table.X.encode(), table.x.expose().encode(), table.secret);
}

void send(const ShuffleProof& proof) {
  const Bytes bytes = proof.encode();
  VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
  std::printf("%d", std::to_integer<int>(bytes[0]));
}

/// The order is drawn in secret, as are the masks and all that hides them.
void shuffles(Table& table) {
  HedgedRng rng = hedged(table);
  const ShuffleWitness witness = draw_shuffle(table.in.size(), rng);
  Deck out = shuffle(table.in, prepare_masks(table.X, witness), witness);
  for (MaskedCard& card : out) card = sent(card);
  send(prove_shuffle({table.X, table.in, out}, witness, {}, rng));
}

void prepared_shuffles(Table& table) {
  HedgedRng rng = hedged(table);
  auto made =
      shuffle_and_prove(prepare_shuffle(table.in.size(), table.X, rng), table.X, table.in, {});
  send(made.proof);
}

void send(const PickProof& proof) {
  const Bytes bytes = proof.encode();
  VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
  std::printf("%d", std::to_integer<int>(bytes[0]));
}

template <class Values>
Secrets<std::uint32_t> hidden(const Values& values) {
  Secrets<std::uint32_t> out(values.size());
  std::ranges::copy(values, out.expose().begin());
  hide(out);
  return out;
}

/// Faces are secret, and so is what they are the indices of; the lists are not. One choice is about
/// two cards.
void placements(Table& table) {
  HedgedRng rng = hedged(table);
  const Claim claim = *Claim::of(
      Claim::Grounds(3),
      {{{{0, Face(0)}}, {{0, Face(2)}}, {{0, Face(5)}}},
       {{{1, Face(1)}, {2, Face(3)}}, {{1, Face(2)}, {2, Face(2)}}, {{1, Face(3)}, {2, Face(1)}}}});
  const auto faces = hidden(std::array{5u, 2u, 2u});
  PlacedCards placed = place_cards(claim, table.X, faces, rng);
  for (MaskedCard& card : placed.cards) card = sent(card);
  send(prove_place({claim, table.X, placed.cards}, *claim.indices(faces), placed.masks, {}, rng));
}

/// A pack in a secret order.
void packs(Table& table) {
  HedgedRng rng = hedged(table);
  const std::array pack{Face(0), Face(0), Face(1), Face(2)};
  const auto placed = place_pack(pack, hidden(std::array{2u, 0u, 3u, 1u}), table.X, {}, rng);
  send(placed.proof);
}

/// A claim with grounds about the cards of a seat that alone has locks on them.
void claims(Table& table) {
  HedgedRng rng = hedged(table);
  const Claim claim = *Claim::of(Claim::Grounds(3, Face(4)),
                                 {{{{0, Face(0)}, {1, Face(0)}}, {{1, Face(0)}, {2, Face(0)}}}});
  Deck cards;
  for (const std::uint32_t k : {4u, 0u, 0u}) {
    const Scalar r = Scalar::random_nonzero(table.open);
    cards.push_back({mul_base(r), card_point(Face(k)) + r * table.X});
  }
  keep_encodings(cards);
  send(prove_among({claim, table.X, cards}, *claim.indices(hidden(std::array{4u, 0u, 0u})), table.x,
                   {}, rng));
}

/// One of the seat's cards, and which one is secret.
void claims_of_some(Table& table) {
  HedgedRng rng = hedged(table);
  const Claim claim = *Claim::of(Claim::Grounds(1), {{{{0, Face(3)}}, {{0, Face(4)}}}});
  Deck cards;
  for (const std::uint32_t k : {1u, 4u, 0u}) {
    const Scalar r = Scalar::random_nonzero(table.open);
    cards.push_back({mul_base(r), card_point(Face(k)) + r * table.X});
  }
  keep_encodings(cards);
  const SomeProof proof = prove_some(
      {claim, table.X, cards}, *order_for(claim, hidden(std::array{1u, 4u, 0u})), table.x, {}, rng);
  const Bytes bytes = proof.encode();
  VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
  std::printf("%d", std::to_integer<int>(bytes[0]));
}

void orders(Table& table) {
  for (const OrderKind kind : {OrderKind::cut, OrderKind::insert}) {
    HedgedRng rng = hedged(table);
    const Secret<std::uint32_t> at(3);
    hide(at);
    send(order_and_prove(kind, table.in, at, table.X, {}, rng).proof);
  }
}

void new_keys(Table& table) {
  HedgedRng rng = hedged(table);
  const auto made = rekey_and_prove(table.in, table.x, table.X, {}, rng);
  (void)sent(made.proof);
}

/// The face of a card, for its owner only.
void private_card(Table& table) {
  const MaskedCard& card = table.in[3];
  (void)sent(face_of(card.B - table.x.expose() * card.A, table.in.size()));
}

/// A key's shares, each encrypted to its receiver, who opens its own and sees whether it fits.
void shares(Table& table) {
  const Dealing dealing = deal_shares(table.x, 3, 5, table.secret);
  std::vector<Point> commitments;
  for (const Point& F : dealing.commitments) commitments.push_back(sent(F));
  const Secret y(Scalar::random(table.secret));
  const Point Y = sent(mul_base(y.expose()));
  const EncryptedScalar encrypted = sent(encrypt(Secret(dealing.shares[1]), Y, {}, table.secret));
  const auto opened = decrypt(encrypted, Y, Secret(y.expose() * encrypted.E), {});
  (void)sent(share_fits(commitments, Seat(1), *opened));
}

/// A value committed to, before it is revealed.
void commitments(Table& table) {
  ByteArray<32> value;
  Salt salt;
  table.secret.fill(value);
  table.secret.fill(salt);
  (void)sent(commit({}, value, salt));
}

void signatures(Table& table) {
  const SigningKey key = SigningKey::generate(table.secret);
  (void)sent(key.sign("ctime", as_bytes("signed")));
}

/// A code that two people tell each other, the key that they agree on by it, and a tag that shows
/// one of them that the other has the key.
void spoken_codes(Table& table) {
  const ByteArray<12> words{};
  hide(words);
  const CpaceInputs inputs{words, as_bytes("channel"), as_bytes("session")};
  CpaceParty guest(CpaceParty::Role::initiator, inputs, table.secret);
  CpaceParty host(CpaceParty::Role::responder, inputs, table.secret);
  const CpaceShare a = sent(guest.share()), b = sent(host.share());
  const CpaceKey key = *std::move(guest).finish(b, as_bytes("guest"), as_bytes("host"));
  const Secret confirms(hash("confirm", key.expose()));
  (void)sent(keyed_hash(confirms.expose(), a));
  (void)sent(*std::move(host).finish(a, as_bytes("guest"), as_bytes("host"))->expose().begin());
}

/// The forbidden case: a branch on a secret.
void leak_by_branch(Table& table) {
  if (table.x.expose().is_zero()) std::puts("zero");
}

/// Nor this: an address that depends on one.
void leak_by_address(Table& table) {
  const auto bytes = table.X.encode();
  const std::byte low = table.x.expose().encode()[0] & std::byte{31};
  std::printf("%d", std::to_integer<int>(sent(bytes[std::to_integer<std::size_t>(low)])));
}

}  // namespace
}  // namespace fairdeal::crypto

int main(int argc, char** argv) {
  using namespace fairdeal::crypto;
  if (RUNNING_ON_VALGRIND == 0) return 2;
  Table table;
  const std::string_view leak = argc > 1 ? argv[1] : "";
  if (leak == "branch") return leak_by_branch(table), 0;
  if (leak == "address") return leak_by_address(table), 0;
  for (const auto step : {scalars, points, proofs, shuffles, prepared_shuffles, placements, packs,
                          claims, claims_of_some, orders, new_keys, private_card, shares,
                          commitments, signatures, spoken_codes})
    step(table);
}
