#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "crypto/among.h"
#include "crypto/order.h"
#include "crypto/place.h"
#include "tests/crypto/second_verifier.h"

/// The pick proved and checked a second time, straight from docs/decks.md: every entry is a pair of
/// points, and every polynomial is multiplied out.
namespace fairdeal::crypto::second {

/// T, P and the entries, each choice repeated up to 2^m of them.
struct PickLists {
  MaskedCard T, P;
  std::vector<std::vector<MaskedCard>> E;
};

struct PickStatement {
  std::string protocol;
  std::vector<std::pair<std::string, Bytes>> said;
  std::size_t n = 0, m = 0;  // weights; bits of an index
  std::function<PickLists(const std::vector<Scalar>& w)> lists;
};
PickStatement pick(const PlaceStatement& statement);
PickStatement pick(const AmongStatement& statement);
PickStatement pick(const OrderStatement& statement);

/// What a verifier and its provers leave out, to show what it is good for.
struct Layers {
  bool bits = true;  ///< equation (2)
  enum { after_commit, before_commit, all_one } weights = after_commit;
};

bool pick_holds(const PickStatement& statement, const PickProof& proof, ByteSpan context,
                Hearing& hearing, Layers layers = {});

/// A prover with numbers of its own choice. With the bits of true indices and the right σ it is
/// honest; anything else is a cheat.
struct Picker {
  std::vector<Scalar> delta;  ///< at s·m + l
  std::function<Scalar(const std::vector<Scalar>& w)> sigma;
  /// Chooses K, L and the sums so that the equations hold for as many challenges as they can: 1 and
  /// 2 in (2), 1 to m in (3).
  bool bend = false;
  /// Chooses delta anew once the weights are known; only without Layers::after_commit of use.
  std::function<std::vector<Scalar>(const std::vector<Scalar>& w)> search{};

  PickProof prove(const PickStatement& statement, ByteSpan context, Rng& rng,
                  Layers layers = {}) const;
};

/// Returns the bits of indices, as an honest delta.
std::vector<Scalar> bits(const std::vector<std::uint32_t>& indices, std::size_t m);
/// Returns σ for a placement or an order whose masks are known.
std::function<Scalar(const std::vector<Scalar>& w)> sum_of(std::vector<Scalar> masks);

/// Cards that are not as they should be, with the best argument for them.
struct PickLie {
  std::string name;
  Deck cards;
  Picker picker;
};
/// Lies about n ≥ 2 placed cards, each of which should be one of the first `faces` faces.
std::vector<PickLie> place_lies(std::size_t n, std::uint32_t faces, const Point& X, Rng& rng);
/// Lies about a deck of n ≥ 2 cards after a cut or an insertion at `at`.
std::vector<PickLie> order_lies(OrderKind kind, const Deck& in, std::uint32_t at, const Point& X,
                                Rng& rng);

/// Returns these numbers where secret ones are wanted.
inline Secrets<std::uint32_t> numbers(std::span<const std::uint32_t> values) {
  Secrets<std::uint32_t> out(values.size());
  std::ranges::copy(values, out.expose().begin());
  return out;
}

/// The claim that each of n cards is one of the first `faces` faces.
Claim each_in(std::size_t n, std::uint32_t faces);

}  // namespace fairdeal::crypto::second
