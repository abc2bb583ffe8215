#pragma once

#include <string>
#include <vector>

namespace fairdeal::home {

/// How many relays are offered at most.
inline constexpr std::size_t kOfferedRelaysMax = 8;

/// Returns the relays that the administrator of this machine offers to everybody: the lines of
/// fairdeal/relays in the folders of $XDG_DATA_DIRS, or else in /usr/local/share and /usr/share.
/// The first such file counts. Lines that name no relay are left out.
std::vector<std::string> offered_relays();

}  // namespace fairdeal::home
