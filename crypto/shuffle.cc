#include "crypto/shuffle.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "crypto/curve/msm.h"
#include "crypto/oblivious.h"
#include "crypto/sorting_network.h"

namespace fairdeal::crypto {
namespace {

/// Replaces things[j] by what things[order[j]] was, for every j. The network sorts `order`, which
/// moves a thing from place j to place order[j]; the same swaps in reverse order move a thing from
/// place order[j] to place j. The network depends on the number of things alone, and a swap reads
/// and writes the same bytes whether it swaps or not.
template <class T>
void permute(const Secrets<std::uint32_t>& order, std::span<T> things) {
  const std::vector<Comparator> network = sorting_network(order.size());
  Secrets<std::uint32_t> sorted(order.size());
  std::ranges::copy(order.expose(), sorted.expose().begin());
  Secrets<std::uint32_t> swapped(network.size());  // all ones where a comparator swapped
  for (std::size_t c = 0; c < network.size(); ++c) {
    auto &low = sorted[network[c].low], &high = sorted[network[c].high];
    swapped[c] = mask_if_less(high, low);
    const std::uint32_t change = swapped[c] & (low ^ high);
    low ^= change;
    high ^= change;
  }
  for (std::size_t c = network.size(); c-- > 0;)
    oblivious_swap(swapped[c], things[network[c].low], things[network[c].high]);
}

/// Returns all ones if each of 0 … n−1 is among the n numbers.
std::uint32_t mask_if_permutation(const Secrets<std::uint32_t>& order) {
  std::uint32_t all = ~0U;
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    std::uint32_t found = 0;
    for (const std::uint32_t from : order.expose())
      found |= static_cast<std::uint32_t>(mask_if_equal(from, place));
    all &= found;
  }
  return all;
}

/// Stops the program if it chose an order that is none, which can only be a fault of its own. It is
/// a function of its own because tests/ctime declassifies this branch by its name.
[[gnu::noinline]] void check_chosen(std::uint32_t is_permutation) { CHECK(is_permutation != 0); }

}  // namespace

Permutation Permutation::random(std::size_t n, Rng& rng) {
  Permutation permutation;
  permutation.order_ = Secrets<std::uint32_t>(n);
  auto order = permutation.order_.expose();
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i-- > 1;) {  // swaps order[i] with order[j], j uniform in 0…i
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

Permutation Permutation::chosen(Secrets<std::uint32_t> order) {
  check_chosen(mask_if_permutation(order));
  Permutation permutation;
  permutation.order_ = std::move(order);
  return permutation;
}

Secrets<Scalar> Permutation::apply(std::span<const Scalar> in) const {
  CHECK(in.size() == size());
  Secrets<Scalar> out(size());
  std::ranges::copy(in, out.expose().begin());
  permute(order_, out.expose());
  return out;
}

Deck Permutation::apply(const Deck& in) const {
  CHECK(in.size() == size());
  Deck out = in;
  permute(order_, std::span(out));
  return out;
}

Secrets<Scalar> draw_masks(std::size_t n, Rng& rng) {
  Secrets<Scalar> masks(n);
  for (Scalar& r : masks.expose()) r = Scalar::random_nonzero(rng);
  return masks;
}

ShuffleWitness draw_shuffle(std::size_t n, Rng& rng) {
  Permutation order = Permutation::random(n, rng);
  return {std::move(order), draw_masks(n, rng)};
}

Secrets<MaskedCard> prepare_masks(const Point& X, const ShuffleWitness& witness) {
  const auto of_G = multiples(witness.masks.expose(), Point::base());
  const auto of_X = multiples(witness.masks.expose(), X);
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

}  // namespace fairdeal::crypto
