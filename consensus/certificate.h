#pragma once

#include <vector>

#include "proto/messages.h"

namespace fairdeal::consensus {

/// The signed votes that decided a step, by author.
using Certificate = std::vector<proto::Envelope>;

/// Whether `certificate` decides that `step` of `table` comes to `outcome`: every validator's
/// prevote of round 0 for it (the fast path). Errors: bad_certificate.
Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const crypto::Digest& table, Step step, const proto::Outcome& outcome);

}  // namespace fairdeal::consensus
