#pragma once

#include <map>
#include <memory>

#include "base/seeded_rng.h"
#include "runtime/state/table.h"

namespace fairdeal::sim {

/// The records of one match, checked as an auditor of any member's transcript would. A record that
/// several members store is checked once.
class Ledger {
 public:
  /// Begins with no records. Requires: Table::create accepts the charter.
  explicit Ledger(const std::shared_ptr<const proto::SignedCharter>& charter);

  /// A decided step, with the tables before and after it.
  struct Page {
    std::shared_ptr<const state::Table> before;
    proto::Decided decided;
    consensus::Record record;
    proto::Outcome outcome;
    std::shared_ptr<const state::Table> after;
  };
  struct Read {
    const Page* page;
    bool fresh;  ///< no member has stored this step before
  };
  /// Checks a record and its certificate that a member stored after the records that led to
  /// `before`. Errors: those that an auditor would report.
  Result<Read> read(const std::shared_ptr<const state::Table>& before, ByteSpan stored);

  const std::shared_ptr<const state::Table>& opened() const { return opened_; }

 private:
  SeededRng rng_{7};
  std::shared_ptr<const state::Table> opened_;
  std::multimap<Step, Page> pages_;
};

}  // namespace fairdeal::sim
