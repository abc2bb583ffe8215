#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/batch.h"

namespace fairdeal::runtime {

/// Proofs of entries, whose equations wait to be checked in one multi-scalar multiplication
/// (crypto/batch.h), in the order in which they would be checked one by one.
class PendingProofs {
 public:
  /// `by` signed the entry that the proof is in.
  void add(crypto::Equations equations, Seat by);
  std::size_t size() const { return equations_.size(); }
  std::size_t terms() const { return terms_; }

  /// The first that does not hold, found by halving.
  std::optional<std::size_t> first_false(Rng& rng) const;
  /// What is to be said of the i-th if it does not hold: bad_proof, blamed on its author.
  Error error(std::size_t i) const;

  /// Errors: that of the first which does not hold.
  Result<> settle(Rng& rng) const;

 private:
  std::vector<crypto::Equations> equations_;
  std::vector<Seat> authors_;
  std::size_t terms_ = 0;
};

/// Returns what `make` makes of a PendingProofs once the proofs that it added have settled. A false
/// proof came before whatever else `make` found to be wrong. Errors: of the proofs, then of `make`.
template <class Make>
auto settled(Rng& rng, Make&& make) -> decltype(make(std::declval<PendingProofs&>())) {
  PendingProofs proofs;
  auto made = make(proofs);
  FD_TRY(proofs.settle(rng));
  return made;
}

}  // namespace fairdeal::runtime
