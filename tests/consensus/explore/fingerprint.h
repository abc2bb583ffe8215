#pragma once

#include <array>
#include <cstdint>

#include "consensus/agreement.h"

namespace fairdeal::explore {

struct Fingerprint {
  std::array<std::uint64_t, 2> words{};
  auto operator<=>(const Fingerprint&) const = default;
};

struct FingerprintHash {
  std::size_t operator()(const Fingerprint& f) const { return f.words[0]; }
};

/// Of all that an Agreement holds, but for when: of its timers only whether they run.
Fingerprint fingerprint(const consensus::Agreement& agreement);

}  // namespace fairdeal::explore
