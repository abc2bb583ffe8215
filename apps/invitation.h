#pragma once

#include <string>
#include <string_view>

namespace fairdeal::apps {

/// Returns what in a text names a table: a link, or else a code, or else an address. "" if there is
/// none, or several of a kind. Why: an invitation is copied with words around it.
std::string invitation_in(std::string_view text);

}  // namespace fairdeal::apps
