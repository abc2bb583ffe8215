#include "tools/bench_picks.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/check.h"
#include "crypto/among.h"
#include "crypto/curve/msm.h"
#include "crypto/order.h"
#include "crypto/place.h"
#include "crypto/system_rng.h"

namespace fairdeal::tools {
namespace {

using namespace crypto;

/// A table with one key, which is the joint key too.
struct OneKey {
  SystemRng rng;
  Bytes place = context({}, Seat(0), Purpose::prove);
  Secret<Scalar> x{Scalar::random_nonzero(rng)};
  Point X = *Point::decode(mul_base(x.expose()).encode());
};

Deck as_received(const Deck& sent) {
  Deck deck;
  for (const MaskedCard& card : sent) deck.push_back(*MaskedCard::decode(card.encode()));
  return deck;
}

Secrets<std::uint32_t> secret_numbers(std::span<const std::uint32_t> values) {
  Secrets<std::uint32_t> out(values.size());
  std::ranges::copy(values, out.expose().begin());
  return out;
}

/// Returns the claim that each of `cards` cards is one of the first `faces` faces.
Claim each_in(std::size_t cards, std::uint32_t faces) {
  std::vector<Claim::Choice> choices(cards);
  for (std::uint32_t j = 0; j < cards; ++j)
    for (std::uint32_t k = 0; k < faces; ++k) choices[j].push_back({{j, Face(k)}});
  return *Claim::of(Claim::Grounds(cards), std::move(choices));
}

constexpr std::uint32_t kSide = 10, kCells = kSide * kSide;
constexpr std::uint32_t kShips[] = {5, 4, 3, 3, 2};

/// Returns the entries that name the cells of a ship in each of its places.
Claim::Choice ship_places(std::uint32_t length, Face face) {
  Claim::Choice choice;
  for (std::uint32_t cell = 0; cell < kCells; ++cell)
    for (const std::uint32_t step : {1U, kSide}) {
      const std::uint32_t along = step == 1 ? cell % kSide : cell / kSide;
      if (along + length > kSide) continue;
      Claim::Entry entry;
      for (std::uint32_t i = 0; i < length; ++i) entry.push_back({cell + i * step, face});
      choice.push_back(entry);
    }
  std::ranges::sort(choice);
  return choice;
}

/// Returns the claim that the cells hold the ships 1 … 5 and else water, which is face 0.
Claim fleet() {
  std::vector<Claim::Choice> choices;
  for (const std::uint32_t length : kShips)
    choices.push_back(ship_places(length, Face(static_cast<std::uint32_t>(choices.size() + 1))));
  return *Claim::of(Claim::Grounds(kCells, Face(0)), std::move(choices));
}

/// Returns the faces of a grid in which ship s lies in row 2 s.
std::vector<std::uint32_t> grid() {
  std::vector<std::uint32_t> faces(kCells, 0);
  std::uint32_t ship = 0;
  for (const std::uint32_t length : kShips) {
    std::fill_n(faces.begin() + 2 * kSide * ship, length, ship + 1);
    ++ship;
  }
  return faces;
}

void add_place(Pieces& pieces, std::size_t cards, std::uint32_t faces) {
  struct Placing : OneKey {
    Placing(std::size_t n, std::uint32_t N) : claim(each_in(n, N)), chosen(n) {
      for (std::size_t j = 0; j < n; ++j) chosen[j] = static_cast<std::uint32_t>(j * 7919 % N);
      prove();
      received = as_received(placed.cards);
    }
    void prove() {
      placed = place_cards(claim, X, chosen, rng);
      proof =
          prove_place({claim, X, placed.cards}, *claim.indices(chosen), placed.masks, place, rng);
    }
    void verify() { CHECK(check(place_equations({claim, X, received}, proof, place), rng)); }
    Claim claim;
    Secrets<std::uint32_t> chosen;
    PlacedCards placed;
    PickProof proof;
    Deck received;
  };
  const auto placing = std::make_shared<Placing>(cards, faces);
  const std::string name = "/" + std::to_string(cards) + "_of_" + std::to_string(faces);
  const auto first = std::make_shared<Placing>(cards, faces);  // whose proof stays as it is
  pieces["place_prove" + name].once = [placing] { placing->prove(); };
  pieces["place_verify" + name].once = [first] { first->verify(); };
}

void add_claim(Pieces& pieces, const std::string& name, const Claim& about,
               std::span<const std::uint32_t> holds) {
  struct Claiming : OneKey {
    Claiming(const Claim& about, std::span<const std::uint32_t> holds)
        : claim(about), faces(secret_numbers(holds)) {
      for (const std::uint32_t k : holds) {
        const Scalar r = Scalar::random_nonzero(rng);
        cards.push_back({mul_base(r), card_point(Face(k)) + r * X});
      }
      cards = as_received(cards);
      prove();
    }
    void prove() { proof = prove_among({claim, X, cards}, *claim.indices(faces), x, place, rng); }
    void verify() { CHECK(check(among_equations({claim, X, cards}, proof, place), rng)); }
    Claim claim;
    Secrets<std::uint32_t> faces;
    Deck cards;
    PickProof proof;
  };
  const auto claiming = std::make_shared<Claiming>(about, holds);
  pieces["claim_prove/" + name].once = [claiming] { claiming->prove(); };
  pieces["claim_verify/" + name].once = [claiming] { claiming->verify(); };
}

void add_cut(Pieces& pieces, std::size_t cards) {
  struct Cutting : OneKey {
    explicit Cutting(std::size_t n) {
      std::vector<Face> faces;
      for (std::uint32_t k = 0; k < n; ++k) faces.push_back(Face(k));
      const ShuffleWitness witness = draw_shuffle(n, rng);
      in = as_received(shuffle(plain_deck(faces), prepare_masks(X, witness), witness));
      prove();
      out = as_received(made.deck);
      proof = made.proof;
    }
    void prove() {
      made = order_and_prove(OrderKind::cut, in, Secret<std::uint32_t>(17), X, place, rng);
    }
    void verify() {
      CHECK(check(order_equations({OrderKind::cut, X, in, out}, proof, place), rng));
    }
    Deck in, out;
    ProvedOrder made;
    PickProof proof;
  };
  const auto cutting = std::make_shared<Cutting>(cards);
  pieces["cut_prove/" + std::to_string(cards)].once = [cutting] { cutting->prove(); };
  pieces["cut_verify/" + std::to_string(cards)].once = [cutting] { cutting->verify(); };
}

void add_pack(Pieces& pieces, std::uint32_t cards) {
  struct Packing : OneKey {
    explicit Packing(std::uint32_t n) : order(n) {
      for (std::uint32_t k = 0; k < n; ++k) faces.push_back(Face(k / 2));
      std::iota(order.rbegin(), order.rend(), 0);
      prove();
      out = as_received(placed.deck);
      proof = placed.proof;
    }
    void prove() { placed = place_pack(faces, secret_numbers(order), X, place, rng); }
    void verify() { CHECK(check(pack_equations(faces, X, out, proof, place), rng)); }
    std::vector<Face> faces;
    std::vector<std::uint32_t> order;
    ProvedShuffle placed;
    Deck out;
    ShuffleProof proof;
  };
  const auto packing = std::make_shared<Packing>(cards);
  pieces["pack_prove/" + std::to_string(cards)].once = [packing] { packing->prove(); };
  pieces["pack_verify/" + std::to_string(cards)].once = [packing] { packing->verify(); };
}

}  // namespace

void add_picks(Pieces& pieces) {
  add_place(pieces, 1, 52);
  add_place(pieces, 1, 1000);
  add_place(pieces, 60, 300);
  add_place(pieces, 100, 1000);
  std::vector<std::uint32_t> hand(13);
  std::iota(hand.begin(), hand.end(), 20);
  add_claim(pieces, "13_of_39", each_in(13, 39), hand);
  add_claim(pieces, "7_of_48", each_in(7, 48), std::span(hand).first(7));
  add_claim(pieces, "fleet", fleet(), grid());
  for (const std::size_t cards : {52u, 104u}) add_cut(pieces, cards);
  for (const std::uint32_t cards : {40u, 100u, 300u}) add_pack(pieces, cards);
}

}  // namespace fairdeal::tools
