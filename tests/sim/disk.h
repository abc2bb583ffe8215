#pragma once

#include <map>
#include <set>
#include <span>

#include "runtime/node/effects.h"

namespace fairdeal::sim {

/// A member's disk, which behaves as runtime/node/store.h: each transaction is there as a whole or
/// not at all, damage is noticed when the store is opened, and a second statement for one place is
/// refused. World decides whether a write gets as far as the disk.
class Disk {
 public:
  using Space = state::Put::Space;

  /// Writes all of these values, or none. Errors: equivocation.
  Result<> apply(std::vector<state::Put> puts);
  /// Returns what a process finds when it starts, records in the order of their steps. A damaged
  /// record is left out, since the others have it. Errors: damaged.
  Result<std::vector<state::Put>> load() const;
  /// Returns the value of a key; null if there is none.
  const Bytes* get(Space space, const std::string& key) const;

  /// Puts an older copy back, without the last transactions. The first one stays, because without
  /// it no member has a table.
  void go_back(std::size_t transactions);
  /// Damages a record, or a value of another kind, chosen by `which`. Returns false if there is
  /// none.
  bool damage(bool a_record, std::uint64_t which);

  /// Returns all that was ever written, in order, whether it is still there or not.
  const std::vector<state::Put>& written() const { return written_; }

 private:
  using Place = std::pair<Space, std::string>;
  void keep(std::size_t index);

  std::vector<state::Put> written_;
  std::vector<std::pair<std::size_t, std::size_t>> transactions_;  ///< first and end in written_
  std::map<Place, std::size_t> kept_;                              ///< the index in written_
  std::set<Place> damaged_;
};

}  // namespace fairdeal::sim
