#include "runtime/state/pending_proofs.h"

namespace fairdeal::state {

void PendingProofs::add(crypto::Equations equations, Seat by) {
  terms_ += equations.size();
  equations_.push_back(std::move(equations));
  authors_.push_back(by);
}

std::optional<std::size_t> PendingProofs::first_false(Rng& rng) const {
  return crypto::first_false(equations_, rng);
}

Error PendingProofs::error(std::size_t i) const {
  return blame({Fault::bad_proof, {}, std::string(equations_.at(i).about())}, authors_.at(i));
}

Result<> PendingProofs::settle(Rng& rng) const {
  if (const auto i = first_false(rng)) return fail(error(*i));
  return {};
}

}  // namespace fairdeal::state
