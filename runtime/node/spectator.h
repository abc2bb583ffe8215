#pragma once

#include <memory>
#include <optional>

#include "base/rng.h"
#include "runtime/meet/admission.h"
#include "runtime/state/table.h"

namespace fairdeal::node {

/// Somebody who watches a table: it folds what it is sent with the same Table as a member or an
/// auditor, so it believes nothing that is not signed, proved and decided. It has no key of a
/// member, and signs nothing.
class Spectator {
 public:
  /// Asks for what is missing. With the token of an invitation, it proves to know that to `host`
  /// over the connection `link`, as `me`.
  proto::Watch ask(const std::optional<meet::Token>& token, const meet::LinkId& link,
                   const proto::PublicKey& host, const proto::PublicKey& me) const;
  /// Takes in the charter. Errors: bad_signature; those of Table::create; wrong_table (it is not
  /// that of the table that was watched so far).
  Result<> on_charter(const proto::SignedCharter& charter);
  /// Takes in a step. Errors: not_wanted (there is no charter yet, or it is out of order), and as
  /// follow().
  Result<> on_decided(const proto::Decided& decided, Rng& rng);

  /// Returns the table after the steps that came; null before the charter.
  const state::Table* table() const { return table_ ? &*table_ : nullptr; }

 private:
  std::optional<state::Table> table_;
};

}  // namespace fairdeal::node
