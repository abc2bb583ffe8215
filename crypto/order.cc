#include "crypto/order.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"
#include "crypto/oblivious.h"

namespace fairdeal::crypto {
namespace {

Transcript begin(const OrderStatement& statement, ByteSpan context) {
  Transcript transcript(statement.kind == OrderKind::cut ? "cut" : "insert", context);
  transcript.append("n", static_cast<std::uint32_t>(statement.in.size()));
  transcript.append("X", std::array{statement.X});
  transcript.append("in", points_of(statement.in));
  transcript.append("out", points_of(statement.out));
  return transcript;
}

/// Returns v_0 … v_{n−1}, to the last of which the values of the repeated entry are added.
Secrets<Scalar> folded(std::span<const Scalar> v, std::size_t n) {
  Secrets<Scalar> out(n);
  std::ranges::copy(v.first(n), out.expose().begin());
  for (const Scalar& repeated : v.subspan(n)) out[n - 1] = out[n - 1] + repeated;
  return out;
}

/// Adds Σ_i v_i w_j to the scalar of in_k, where j = (k − i) mod n is the place to which a cut at i
/// moves card k.
void collect_cut(std::span<const Scalar> w, std::span<const Scalar> v, std::span<Scalar> sums) {
  const std::size_t n = w.size();
  const Secrets<Scalar> value = folded(v, n);
  Secrets<Scalar> scratch(1);
  Scalar& product = scratch[0];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      product = value[i] * w[(k + n - i) % n];
      sums[k] = sums[k] + product;
    }
}

/// Adds the same for insertions at i: they move the last card to place i, and card k before it to
/// place k if k < i, else to k + 1. So the scalar of in_k is w_k Σ_{i>k} v_i + w_{k+1} Σ_{i≤k} v_i.
void collect_insert(std::span<const Scalar> w, std::span<const Scalar> v, std::span<Scalar> sums) {
  const std::size_t n = w.size();
  const Secrets<Scalar> value = folded(v, n);
  Secrets<Scalar> up_to(n);  // Σ_{i≤k} v_i
  for (std::size_t k = 0; k < n; ++k) up_to[k] = k == 0 ? value[0] : up_to[k - 1] + value[k];
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const Secret above(up_to[n - 1] - up_to[k]), stays(above.expose() * w[k]),
        moves(up_to[k] * w[k + 1]);
    sums[k] = sums[k] + stays.expose() + moves.expose();
  }
  for (std::size_t i = 0; i < n; ++i) sums[n - 1] = sums[n - 1] + Secret(value[i] * w[i]).expose();
}

/// T = (Σ w_j A'_j, Σ w_j B'_j), P = (G, X) and E_0,i = Σ_j w_j in_σ_i(j): then σ = Σ w_j r_j.
PickRow row_of(const OrderStatement& statement, std::vector<Scalar> w) {
  PickRow row;
  row.m = order_bits(w.size());
  row.scale = {Scalar::from_u64(1)};
  row.P_B.add(row.scale[0], statement.X);
  for (std::size_t j = 0; j < w.size(); ++j) {
    row.T_A.add(w[j], statement.out[j].A);
    row.T_B.add(w[j], statement.out[j].B);
    row.A.push_back(statement.in[j].A);
    row.B.push_back(statement.in[j].B);
  }
  const auto collect = statement.kind == OrderKind::cut ? collect_cut : collect_insert;
  row.collect = [collect, w = std::move(w)](std::size_t, std::span<const Scalar> v,
                                            std::span<Scalar> sums) { collect(w, v, sums); };
  return row;
}

}  // namespace

std::size_t order_bits(std::size_t n) { return static_cast<std::size_t>(std::bit_width(n - 1)); }

Permutation order_at(OrderKind kind, std::size_t n, const Secret<std::uint32_t>& at) {
  const auto size = static_cast<std::uint32_t>(n);
  const std::uint32_t i = at.expose();
  Secrets<std::uint32_t> order(n);
  for (std::uint32_t j = 0; j < size; ++j) {
    if (kind == OrderKind::cut) {
      order[j] = j + i - (size & ~mask_if_less(j + i, size));
    } else {
      const auto here = static_cast<std::uint32_t>(mask_if_equal(j, i));
      const std::uint32_t after = mask_if_less(i, j);
      order[j] = (here & (size - 1)) | (~here & (j - (after & 1)));
    }
  }
  return Permutation::chosen(std::move(order));
}

ProvedOrder order_and_prove(OrderKind kind, const Deck& deck, const Secret<std::uint32_t>& at,
                            const Point& X, ByteSpan context, Rng& rng) {
  CHECK(deck.size() >= 2 && deck.size() <= OrderStatement::kCardsMax);
  ShuffleWitness witness{order_at(kind, deck.size(), at), draw_masks(deck.size(), rng)};
  ProvedOrder made{shuffle(deck, prepare_masks(X, witness), witness), {}};
  keep_encodings(made.deck);  // the proof hashes them, and they are sent
  made.proof = prove_order({kind, X, deck, made.deck}, at, witness.masks, context, rng);
  return made;
}

PickProof prove_order(const OrderStatement& statement, const Secret<std::uint32_t>& at,
                      const Secrets<Scalar>& masks, ByteSpan context, Rng& rng) {
  const std::size_t n = statement.in.size();
  CHECK(n >= 2 && n <= OrderStatement::kCardsMax && statement.out.size() == n && masks.size() == n);
  Transcript transcript = begin(statement, context);
  Secrets<std::uint32_t> indices(1);
  indices[0] = at.expose();
  BegunPick begun = begin_pick(std::move(indices), order_bits(n), rng);
  const auto w = draw_pick_weights(transcript, begun.proof, n);
  return finish_pick(std::move(begun), row_of(statement, w), weighted(w, masks), transcript);
}

Result<Equations> order_equations(const OrderStatement& statement, const PickProof& proof,
                                  ByteSpan context) {
  const std::size_t n = statement.in.size();
  if (n < 2 || n > OrderStatement::kCardsMax)
    return fail(Fault::rules, "order: of so many cards there is none");
  if (statement.out.size() != n)
    return fail(Fault::bad_proof, "order: not the same number of cards");
  if (some_card_not_masked(statement.in, statement.out))
    return fail(Fault::bad_proof, "order: a card was passed on as it was");
  Transcript transcript = begin(statement, context);
  const auto w = draw_pick_weights(transcript, proof, n);
  return pick_equations(row_of(statement, w), proof, transcript,
                        "order: proof of one of its orders");
}

}  // namespace fairdeal::crypto
