#pragma once

#include "runtime/pending_proofs.h"
#include "runtime/public_state.h"
#include "runtime/shuffle_chain.h"

namespace fairdeal::runtime {

/// An entry that is checked, and what it is checked against. Proofs are not checked at once: their
/// equations are added to `proofs`.
struct Checking {
  const PublicState& state;
  Seat seat;  ///< the author
  const proto::Entry& entry;
  PendingProofs& proofs;
  const Verified& verified;  ///< what was passed and found to be sound

  /// The entry's payload. Errors: not_wanted, if it is of another kind.
  template <class P>
  Result<const P*> payload() const {
    if (const auto* p = std::get_if<P>(&entry.payload)) return p;
    return fail(Fault::not_wanted, "entry of another kind");
  }
  Bytes context(crypto::Purpose purpose) const {
    return crypto::context(state.place(), seat, purpose);
  }
  /// The context of a part of the opening that `author` made.
  Bytes opening_context(Seat author, crypto::Purpose purpose) const {
    return crypto::context({state.id, state.next->place()}, author, purpose);
  }
  /// Adds the equations of a proof. Errors: bad_proof, if there are none.
  Result<> later(Result<crypto::Equations> equations) const {
    if (!equations) return fail(std::move(equations).error());
    proofs.add(*std::move(equations), seat);
    return {};
  }
  /// Checks decryption shares of `points` by the author's key of the deal that lies.
  template <class P>
  Result<> shares(const std::vector<crypto::Point>& points, const P& p,
                  crypto::Purpose purpose) const {
    return later(crypto::dleq_equations({state.deal->X[seat.value], points, p.shares}, p.proof,
                                        context(purpose)));
  }
};

/// Whether an entry of this step may attach evidence that `member` contradicted itself at `step`.
bool may_attach(const PublicState& state, Seat member, Step step);
/// Checks what the entry attaches beside its payload: evidence, complaints, statements that
/// somebody leaves or is back, and what was passed from seat to seat.
Result<> check_attachments(const Checking& checking);

}  // namespace fairdeal::runtime
