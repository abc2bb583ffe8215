#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proto/messages.h"
#include "runtime/effects.h"

namespace fairdeal::net {

/// The addresses at which the members of a table can be called. A member stores them for its
/// restart.
struct Whereabouts {
  std::string listening;               ///< this member's own address
  std::vector<std::string> addresses;  ///< by seat; "": nowhere
  std::optional<Seat> host{};          ///< where this member itself called it; none: it is the host

  Bytes encode() const;
  /// Errors: incomplete, too_large, not_canonical.
  static Result<Whereabouts> decode(ByteSpan bytes);
};

/// What a store says about its table.
struct Remembered {
  std::shared_ptr<const proto::SignedCharter> charter;
  Seat me;
  Whereabouts where;
};
/// Errors: damaged (no table in it); not_wanted (a table without a seat for `key`).
Result<Remembered> remember(std::span<const runtime::Put> stored, const crypto::PublicKey& key);

}  // namespace fairdeal::net
