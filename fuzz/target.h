#pragma once

#include "base/bytes.h"

namespace fairdeal {

/// What a fuzz target does with its input: each file beside this one defines it once. Whatever
/// comes, it returns; a CHECK that fails is the finding.
void fuzz(ByteSpan input);

}  // namespace fairdeal
