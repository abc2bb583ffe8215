#pragma once

#include "runtime/table.h"

namespace fairdeal::runtime {

/// A step as it was decided, believed by its own proofs and certificate alone.
struct Followed {
  consensus::Record record;
  Table next;
  bool partial;  ///< decided without somebody's vote
};

/// Checks what others decided at `table`'s step: slots, signatures, proofs, rules, certificate.
/// Errors: not_canonical (other slots, another step), bad_certificate, and as Table::validate.
Result<Followed> follow(const Table& table, const proto::Decided& decided, Rng& rng);

/// The same, but adds the record's proofs to `proofs`. Settle them before the result is believed,
/// be it an error: that may follow from a false proof.
Result<Followed> follow(const Table& table, const proto::Decided& decided, PendingProofs& proofs,
                        Rng& rng);

}  // namespace fairdeal::runtime
