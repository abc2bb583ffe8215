#pragma once

#include "runtime/state/table.h"

namespace fairdeal::state {

/// A decided step that was followed: its record, and the table after it.
struct Followed {
  consensus::Record record;
  Table next;
  bool partial;  ///< it was decided without somebody's vote
};

/// Follows what others decided at `table`'s step. It checks slots, signatures, proofs, rules and
/// the certificate, so it need not trust who sent the step. Errors: not_canonical (other slots or
/// another step), wrong_table, bad_certificate, those of Table::validate and Table::after.
Result<Followed> follow(const Table& table, const proto::Decided& decided, Rng& rng);

/// Follows a step, but adds the record's proofs to `proofs` instead of checking them. Settle these
/// before you use the result, even an error: it may be the consequence of a false proof.
Result<Followed> follow(const Table& table, const proto::Decided& decided, PendingProofs& proofs,
                        Rng& rng);

}  // namespace fairdeal::state
