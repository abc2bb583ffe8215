#pragma once

#include <memory>
#include <span>
#include <string>

#include "runtime/effects.h"

namespace fairdeal::runtime {

/// What a member of one table must not lose: one SQLite file (WAL, synced at every commit),
/// readable by its owner only, open in one process at a time. Each value carries a digest of its
/// own, so that a damaged file is found before anything is signed.
class Store {
 public:
  enum class Missing { create, refuse };
  /// Opens, or creates what is missing. Errors: storage (cannot be opened, in use by another
  /// process), damaged, unknown_version (an older program's).
  static Result<Store> open(const std::string& path, Missing missing = Missing::create);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// All of it or nothing, on the disk when it returns. An empty value forgets the key. Cost: one
  /// flush of the disk. Errors: storage (the disk is full, …); equivocation, if `mine` would be
  /// overwritten by something else: this process then must not send it.
  Result<> apply(std::span<const Put> puts);

  /// What is kept under a key; none if nothing is. Errors: storage, damaged.
  Result<std::optional<Bytes>> get(const StoreKey& key) const;
  /// Everything, records by step, but for records that are damaged: the others have them. Errors:
  /// storage, damaged.
  Result<std::vector<Put>> load() const;

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace fairdeal::runtime
