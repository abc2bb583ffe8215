#pragma once

#include "crypto/pick.h"
#include "crypto/shuffle.h"

namespace fairdeal::crypto {

/// A proof that n cards were laid anew in one of n public orders and masked anew; it does not tell
/// in which order.
///
///   statement  (kind, X, in, out), n ≥ 2 cards    witness  i, r with out_j = in_σ_i(j) + (r_j·G,
///   r_j·X)
///
/// No card of `out` is face up or equals a card of `in`, as with shuffles.
enum class OrderKind {
  cut,     ///< σ_i(j) = (j + i) mod n: the deck is cut at i
  insert,  ///< the last card goes to place i, and the others keep their order
};

struct OrderStatement {
  static constexpr std::size_t kCardsMax = 512;

  OrderKind kind;
  Point X;  // the joint key
  const Deck& in;
  const Deck& out;
};

/// Returns the permutation σ_i of n cards. The order is secret: it is computed under masks.
/// Requires `at` < n.
Permutation order_at(OrderKind kind, std::size_t n, const Secret<std::uint32_t>& at);

struct ProvedOrder {
  Deck deck;
  PickProof proof;
};
/// Lays `deck` anew in order `at`, masks it anew, and proves it. `rng` must be hedged
/// (hedged_rng.h). Requires 2 to kCardsMax cards (CHECKed) and `at` below their number. Cost: 2n
/// multiplications and those of finish_pick.
ProvedOrder order_and_prove(OrderKind kind, const Deck& deck, const Secret<std::uint32_t>& at,
                            const Point& X, ByteSpan context, Rng& rng);
/// Proves a statement with its order and masks. Requires as order_and_prove does.
PickProof prove_order(const OrderStatement& statement, const Secret<std::uint32_t>& at,
                      const Secrets<Scalar>& masks, ByteSpan context, Rng& rng);

/// Returns m, the bits of the index of one of n orders.
std::size_t order_bits(std::size_t n);
/// Returns the equations that hold if the proof is right. Errors: bad_proof (an `out` of another
/// length, a card not masked or not masked anew, a proof of other numbers); rules (an `in` of fewer
/// than 2 or more than kCardsMax cards).
Result<Equations> order_equations(const OrderStatement& statement, const PickProof& proof,
                                  ByteSpan context);

}  // namespace fairdeal::crypto
