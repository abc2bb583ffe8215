#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace fairdeal {

/// Returns how many characters have to be put in, left out or changed, or swapped with the next
/// one, to turn `a` into `b`, for hints about slips.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the name that somebody may have meant who wrote `name`, whatever letters are capitals:
/// the shortest that begins so or, if there is none, the nearest of these, the first if several are
/// as near; "" if none is near.
std::string nearest_name(std::string_view name, std::span<const std::string> names);

}  // namespace fairdeal
