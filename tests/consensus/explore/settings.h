#pragma once

#include "tests/consensus/explore/universe.h"

namespace fairdeal::explore {

/// What is explored, by name.
std::vector<Setting> settings();

}  // namespace fairdeal::explore
