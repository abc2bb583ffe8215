#pragma once

#include <map>
#include <set>
#include <span>

#include "runtime/effects.h"

namespace fairdeal::sim {

/// A member's disk, as runtime/store.h has it: each transaction is there as a whole or not at all,
/// what is damaged is noticed when it is opened, and a second statement for one place is refused.
/// Whether a write comes that far is for World to say.
class Disk {
 public:
  using Space = runtime::Put::Space;

  /// All of it. Errors: equivocation; then nothing of it.
  Result<> apply(std::vector<runtime::Put> puts);
  /// What a process that is started finds, records by step; a damaged record is left out, since
  /// the others have it. Errors: damaged.
  Result<std::vector<runtime::Put>> load() const;
  /// The value under a key; null if there is none.
  const Bytes* get(Space space, const std::string& key) const;

  /// An older copy is put back: the last transactions are gone. The first one stays, without which
  /// no member has a table.
  void go_back(std::size_t transactions);
  /// One of the rows of a record, or one of the others: chosen by `which`. False if there is none.
  bool damage(bool a_record, std::size_t which);

  /// All that was ever written, in order, whether it is still there or not.
  const std::vector<runtime::Put>& written() const { return written_; }

 private:
  using Place = std::pair<Space, std::string>;
  void keep(std::size_t index);

  std::vector<runtime::Put> written_;
  std::vector<std::pair<std::size_t, std::size_t>> transactions_;  ///< first and end, in written_
  std::map<Place, std::size_t> kept_;                              ///< index in written_
  std::set<Place> damaged_;
};

}  // namespace fairdeal::sim
