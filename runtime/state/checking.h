#pragma once

#include "runtime/state/pending_proofs.h"
#include "runtime/state/public_state.h"
#include "runtime/state/shuffle_chain.h"

namespace fairdeal::state {

/// An entry that is being checked, and what it is checked against. Proofs are not checked at once:
/// their equations are added to `proofs`.
struct Checking {
  const PublicState& state;
  Seat seat;  ///< the author
  const proto::Entry& entry;
  PendingProofs& proofs;
  const Verified& verified;  ///< the passed parts that were found to be sound before

  /// Returns the entry's payload. Errors: not_wanted (it is of another kind).
  template <class P>
  Result<const P*> payload() const {
    if (const auto* p = std::get_if<P>(&entry.payload)) return p;
    return fail(Fault::not_wanted, "entry of another kind");
  }
  Bytes context(crypto::Purpose purpose) const {
    return crypto::context(state.place(), seat, purpose);
  }
  /// Returns the context of the proofs in `author`'s part of a deal's opening.
  Bytes opening_context(Seat author, crypto::Purpose purpose) const {
    return crypto::context({state.id, state.next->place()}, author, purpose);
  }
  /// Adds the equations of a proof to `proofs`. Errors: those of making them.
  Result<> later(Result<crypto::Equations> equations) const {
    if (!equations) return fail(std::move(equations).error());
    proofs.add(*std::move(equations), seat);
    return {};
  }
  /// Checks the author's shares of `points` under its masking key of the current deal.
  template <class P>
  Result<> shares(const std::vector<crypto::Point>& points, const P& p,
                  crypto::Purpose purpose) const {
    return later(crypto::dleq_equations({state.deal->X[seat.value], points, p.shares}, p.proof,
                                        context(purpose)));
  }
};

/// Returns whether an entry of this step may attach evidence that `member` contradicted itself at
/// `step`.
bool may_attach(const PublicState& state, Seat member, Step step);
/// Checks what the entry attaches beside its payload: evidence, complaints, statements that
/// somebody leaves, is back or resigns, and passed parts of a deal's opening.
Result<> check_attachments(const Checking& checking);
/// Returns whether the entry attaches a statement that a seat resigns.
bool attaches_resignation(const proto::Entry& entry);

}  // namespace fairdeal::state
