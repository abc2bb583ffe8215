#pragma once

#include <cstddef>
#include <string_view>

namespace fairdeal {

/// Returns how many characters have to be put in, left out or changed to turn `a` into `b`, for
/// hints about slips.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace fairdeal
