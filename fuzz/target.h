#pragma once

#include "base/bytes.h"

namespace fairdeal {

/// Runs a fuzz target on its input. Each file beside this one defines it once. Whatever
/// comes, it returns; a CHECK that fails is the finding.
void fuzz(ByteSpan input);

}  // namespace fairdeal
