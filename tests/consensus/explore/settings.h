#pragma once

#include "tests/consensus/explore/universe.h"

namespace fairdeal::explore {

/// The settings of the search, by name.
std::vector<Setting> settings();

}  // namespace fairdeal::explore
