#pragma once

#include <memory>
#include <span>
#include <string>

#include "runtime/node/effects.h"

namespace fairdeal::node {

/// The store of one member of one table: a SQLite file (WAL, synced at every commit) that only its
/// owner can read and one process at a time has open. Each value has a checksum of its own, so that
/// damage is found before anything is signed.
class Store {
 public:
  enum class Missing { create, refuse };
  /// Opens the store at `path`, and creates it if it is missing and may be. Errors: storage (it
  /// cannot be opened, or is in use by another process), damaged, unknown_version (another
  /// program's version).
  static Result<Store> open(const std::string& path, Missing missing = Missing::create);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// Stores all of these values or none; they are on the disk when it returns. An empty value
  /// deletes its key. Why it refuses to replace a statement of this member: two statements for one
  /// place would convict it, so this process must not send the second one. Cost: one flush of the
  /// disk. Errors: storage (the disk is full, …), equivocation.
  Result<> apply(std::span<const state::Put> puts);

  /// Returns the value of a key; none if there is none. Errors: storage, damaged.
  Result<std::optional<Bytes>> get(const state::StoreKey& key) const;
  /// Returns all values, records in the order of their steps. It leaves out damaged records, which
  /// the others have. Errors: storage, damaged.
  Result<std::vector<state::Put>> load() const;

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace fairdeal::node
