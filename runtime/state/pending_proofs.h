#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/batch.h"

namespace fairdeal::state {

/// Proofs whose equations wait to be checked in one multi-scalar multiplication (crypto/batch.h).
/// They are in the order in which they would be checked one by one.
class PendingProofs {
 public:
  /// Adds the equations of a proof. `by` signed the entry that the proof is in.
  void add(crypto::Equations equations, Seat by);
  std::size_t size() const { return equations_.size(); }
  std::size_t terms() const { return terms_; }

  /// Returns the index of the first proof that does not hold, which it finds by halving; none if
  /// all hold.
  std::optional<std::size_t> first_false(Rng& rng) const;
  /// Returns the error for the i-th proof if it does not hold: bad_proof, blamed on its author.
  Error error(std::size_t i) const;

  /// Checks all proofs. Errors: that of the first that does not hold.
  Result<> settle(Rng& rng) const;

 private:
  std::vector<crypto::Equations> equations_;
  std::vector<Seat> authors_;
  std::size_t terms_ = 0;
};

/// Calls `make` with a PendingProofs, checks the proofs that it added, and returns what it
/// returned. Errors: that of the first false proof, or else that of `make`, because whatever `make`
/// found to be wrong may follow from the false proof.
template <class Make>
auto settled(Rng& rng, Make&& make) -> decltype(make(std::declval<PendingProofs&>())) {
  PendingProofs proofs;
  auto made = make(proofs);
  FD_TRY(proofs.settle(rng));
  return made;
}

}  // namespace fairdeal::state
