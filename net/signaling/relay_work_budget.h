#pragma once

#include <optional>

#include "base/bucket.h"
#include "net/channel/limits.h"

namespace fairdeal::signaling {

/// How much work this program still does for one relay, which may ask for ever.
class RelayWorkBudget {
 public:
  /// Only tests change how many hashes there are at first.
  explicit RelayWorkBudget(std::int64_t hashes = net::kWorkHashesBurst) : hashes_(hashes) {}
  /// Takes so many hashes. Returns false, and takes nothing, if the relay has had too many.
  bool take(std::int64_t hashes, Instant now);

 private:
  std::int64_t hashes_;
  std::optional<Bucket> left_;  ///< is set by the first work
};

}  // namespace fairdeal::signaling
