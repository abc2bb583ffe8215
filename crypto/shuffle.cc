#include "crypto/shuffle.h"

#include <vector>

#include "base/check.h"
#include "crypto/msm.h"
#include "crypto/oblivious.h"

namespace fairdeal::crypto {
Permutation Permutation::random(std::size_t n, Rng& rng) {
  Permutation permutation;
  permutation.order_ = Secrets<std::uint32_t>(n);
  auto order = permutation.order_.reveal();
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i-- > 1;) {  // swap order[i] with order[j], j uniform in 0…i
    const auto j = static_cast<std::uint32_t>(rng.below(i + 1));
    const std::uint32_t last = order[i];
    std::uint32_t taken = 0;
    for (std::uint32_t k = 0; k <= i; ++k) {
      const auto mask = static_cast<std::uint32_t>(mask_if_equal(k, j));
      taken |= order[k] & mask;
      order[k] = (order[k] & ~mask) | (last & mask);
    }
    order[i] = taken;
  }
  return permutation;
}

Permutation Permutation::of(std::span<const std::uint32_t> order) {
  Permutation permutation;
  permutation.order_ = Secrets<std::uint32_t>(order.size());
  std::vector<bool> seen(order.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK(order[i] < order.size() && !seen[order[i]]);
    seen[order[i]] = true;
    permutation.order_[i] = order[i];
  }
  return permutation;
}

Secrets<Scalar> Permutation::apply(std::span<const Scalar> in) const {
  CHECK(in.size() == size());
  Secrets<Scalar> out(size());
  for (std::size_t j = 0; j < size(); ++j) out[j] = oblivious_read(in, order_[j]);
  return out;
}

Deck Permutation::apply(const Deck& in) const {
  CHECK(in.size() == size());
  Deck out;
  out.reserve(size());
  for (std::size_t j = 0; j < size(); ++j)
    out.push_back(oblivious_read(std::span<const MaskedCard>(in), order_[j]));
  return out;
}

ShuffleWitness draw_shuffle(std::size_t n, Rng& rng) {
  ShuffleWitness witness{Permutation::random(n, rng), Secrets<Scalar>(n)};
  for (Scalar& r : witness.masks.reveal()) r = Scalar::random_nonzero(rng);
  return witness;
}

Secrets<MaskedCard> prepare_masks(const Point& X, const ShuffleWitness& witness) {
  const auto of_G = multiples(witness.masks.reveal(), Point::base());
  const auto of_X = multiples(witness.masks.reveal(), X);
  Secrets<MaskedCard> masks(of_G.size());
  for (std::size_t j = 0; j < masks.size(); ++j) masks[j] = {of_G[j], of_X[j]};
  return masks;
}

Deck shuffle(const Deck& deck, const Secrets<MaskedCard>& masks, const ShuffleWitness& witness) {
  CHECK(masks.size() == deck.size());
  Deck out = witness.permutation.apply(deck);
  for (std::size_t j = 0; j < out.size(); ++j)
    out[j] = {.A = out[j].A + masks[j].A, .B = out[j].B + masks[j].B};
  return out;
}

Deck shuffle(const Deck& deck, const Point& X, const ShuffleWitness& witness) {
  return shuffle(deck, prepare_masks(X, witness), witness);
}

}  // namespace fairdeal::crypto
