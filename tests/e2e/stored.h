#pragma once

#include "proto/messages.h"
#include "tests/e2e/process.h"

namespace fairdeal::e2e {

/// The memory of the store of a member whose process is gone.
struct Stored {
  /// Of the one table that is kept in a folder.
  static fs::path in(const fs::path& folder);
  /// Reads a copy: to open a store changes its files.
  static Stored read(const fs::path& store);

  std::shared_ptr<const proto::SignedCharter> charter;
  std::vector<Bytes> keys;            ///< x, y of each deal that is not over
  std::vector<proto::Entry> entries;  ///< its own, by step
  std::vector<proto::Vote> votes;
  std::vector<proto::Proposal> proposals;
  std::vector<proto::Decided> records;  ///< by step
};

/// Makes `to` what `from` is, with all that a store has beside it.
void copy_folder(const fs::path& from, const fs::path& to);

/// The outcome of a record: all votes of its certificate say so.
proto::Outcome outcome_of(const proto::Decided& decided);

}  // namespace fairdeal::e2e
