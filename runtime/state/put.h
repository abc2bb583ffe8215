#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "crypto/wipe.h"
#include "runtime/state/store_key.h"

namespace fairdeal::state {

/// One value to store. A later value under the same key replaces the earlier one; the store refuses
/// that for what this member signed. The bytes of a secret are wiped when this object dies.
struct Put {
  using Space = state::Space;
  Put(const StoreKey& k, Bytes v) : Put(space_of(k), text_of(k), std::move(v)) {}
  /// Takes space and key as the database has them.
  Put(Space s, std::string k, Bytes v) : space(s), key(std::move(k)), value(std::move(v)) {}
  Put(const Put&) = default;
  Put(Put&&) noexcept = default;
  Put& operator=(Put other) noexcept {
    std::swap(space, other.space);
    key.swap(other.key);
    value.swap(other.value);
    return *this;
  }
  ~Put() {
    if (space == Space::secret) crypto::wipe(value);
  }

  Space space;
  std::string key;
  Bytes value;
};

/// Returns what a stored value is; none if stores of this version have no such key.
inline std::optional<StoreKey> key_of(const Put& put) { return parse_key(put.space, put.key); }
/// Returns the step of a stored record; none if the value is something else.
std::optional<Step> record_step(const Put& put);

}  // namespace fairdeal::state
