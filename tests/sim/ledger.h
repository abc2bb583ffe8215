#pragma once

#include <map>
#include <memory>

#include "base/seeded_rng.h"
#include "runtime/table.h"

namespace fairdeal::sim {

/// The records of one match as an auditor of any member's transcript checks them. What several
/// members store alike is checked once.
class Ledger {
 public:
  /// Requires a sound charter.
  explicit Ledger(const std::shared_ptr<const proto::SignedCharter>& charter);

  /// A step as an auditor understands it.
  struct Page {
    std::shared_ptr<const runtime::Table> before;
    proto::Decided decided;
    consensus::Record record;
    proto::Outcome outcome;
    std::shared_ptr<const runtime::Table> after;
  };
  struct Read {
    const Page* page;
    bool fresh;  ///< nobody stored this step before
  };
  /// Checks a record as a member stored it after those that led to `before`, with its certificate.
  /// Errors: an auditor's.
  Result<Read> read(const std::shared_ptr<const runtime::Table>& before, ByteSpan stored);

  const std::shared_ptr<const runtime::Table>& opened() const { return opened_; }

 private:
  SeededRng rng_{7};
  std::shared_ptr<const runtime::Table> opened_;
  std::multimap<Step, Page> pages_;
};

}  // namespace fairdeal::sim
