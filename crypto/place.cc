#include "crypto/place.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/check.h"
#include "crypto/claim_row.h"
#include "crypto/curve/msm.h"
#include "crypto/generators.h"
#include "crypto/oblivious.h"

namespace fairdeal::crypto {
namespace {

Transcript begin(const PlaceStatement& statement, ByteSpan context) {
  Transcript transcript("place", context);
  transcript.append("claim", ByteSpan(statement.claim.encode()));
  transcript.append("X", std::array{statement.X});
  transcript.append("cards", points_of(statement.cards));
  return transcript;
}

/// T = (Σ w_j A_j, Σ w_j B_j) and P = (G, X): then σ = Σ w_j r_j.
PickRow row_of(const PlaceStatement& statement, std::span<const Scalar> w) {
  PickRow row = claim_row(statement.claim, w);
  for (std::size_t j = 0; j < w.size(); ++j) {
    row.T_A.add(w[j], statement.cards[j].A);
    row.T_B.add(w[j], statement.cards[j].B);
  }
  row.P_B.add(Scalar::from_u64(1), statement.X);
  return row;
}

/// Returns M_0, M_1 … up to the largest face of the claim.
std::vector<Point> card_points(const Claim& claim) {
  std::uint32_t largest = 0;
  for (const auto& choice : claim.choices())
    for (const auto& entry : choice)
      for (const auto& named : entry) largest = std::max(largest, named.face.value);
  std::vector<Point> points;
  for (std::uint32_t k = 0; k <= largest; ++k) points.push_back(card_point(Face(k)));
  return points;
}

}  // namespace

PlacedCards place_cards(const Claim& claim, const Point& X, const Secrets<std::uint32_t>& faces,
                        Rng& rng) {
  CHECK(faces.size() == claim.cards());
  PlacedCards placed{{}, draw_masks(faces.size(), rng)};
  const auto of_G = multiples(placed.masks.expose(), Point::base());
  const auto of_X = multiples(placed.masks.expose(), X);
  const std::vector<Point> M = card_points(claim);
  for (std::size_t j = 0; j < faces.size(); ++j) {
    const Secret face(oblivious_read(std::span(M), faces[j]));
    placed.cards.push_back({.A = of_G[j], .B = face.expose() + of_X[j]});
  }
  keep_encodings(placed.cards);  // the proof hashes them, and they are sent
  return placed;
}

PickProof prove_place(const PlaceStatement& statement, Secrets<std::uint32_t> indices,
                      const Secrets<Scalar>& masks, ByteSpan context, Rng& rng) {
  const auto& [claim, X, cards] = statement;
  CHECK(!claim.has_grounds() && cards.size() == claim.cards() && masks.size() == cards.size() &&
        indices.size() == claim.choices().size());
  Transcript transcript = begin(statement, context);
  BegunPick begun = begin_pick(std::move(indices), claim.bits(), rng);
  const auto w = draw_pick_weights(transcript, begun.proof, claim.cards());
  return finish_pick(std::move(begun), row_of(statement, w), weighted(w, masks), transcript);
}

Result<Equations> place_equations(const PlaceStatement& statement, const PickProof& proof,
                                  ByteSpan context) {
  const auto& [claim, X, cards] = statement;
  if (claim.has_grounds()) return fail(Fault::rules, "placement: a claim with grounds");
  if (cards.size() != claim.cards())
    return fail(Fault::bad_proof, "placement: not the same number of cards");
  for (const MaskedCard& card : cards)
    if (card.A.is_identity() || card.B.is_identity())
      return fail(Fault::bad_proof, "placement: a card without a mask");
  Transcript transcript = begin(statement, context);
  const auto w = draw_pick_weights(transcript, proof, claim.cards());
  return pick_equations(row_of(statement, w), proof, transcript, "placement: proof of its faces");
}

Result<Deck> open_pack(std::span<const Face> faces) {
  const auto out_of_range = [](Face face) { return face.value >= kGeneratorsMax; };
  if (faces.size() > kPackMax || std::ranges::any_of(faces, out_of_range))
    return fail(Fault::rules, "a pack that is too large, or a face that is none");
  if (std::ranges::adjacent_find(faces, std::not_equal_to{}) == faces.end())
    return fail(Fault::rules, "a pack without a choice");
  return plain_deck(faces);
}

ProvedShuffle place_pack(std::span<const Face> faces, Secrets<std::uint32_t> order, const Point& X,
                         ByteSpan context, Rng& rng) {
  const auto pack = open_pack(faces);
  CHECK(pack && order.size() == pack->size());
  const ShuffleWitness witness{Permutation::chosen(std::move(order)),
                               draw_masks(pack->size(), rng)};
  ProvedShuffle placed{shuffle(*pack, prepare_masks(X, witness), witness), {}};
  keep_encodings(placed.deck);  // the proof hashes them, and they are sent
  placed.proof = prove_shuffle({X, *pack, placed.deck}, witness, context, rng);
  return placed;
}

Result<Equations> pack_equations(std::span<const Face> faces, const Point& X, const Deck& cards,
                                 const ShuffleProof& proof, ByteSpan context) {
  FD_TRY(const Deck pack, open_pack(faces));
  return shuffle_equations({X, pack, cards}, proof, context);
}

}  // namespace fairdeal::crypto
