#pragma once

#include <string>
#include <string_view>

namespace fairdeal::words {

/// Returns what in a text names a table: a link that can be used, or else a code, or else a link
/// that cannot, or else an address. "" if there is none, or several codes or addresses. Why: an
/// invitation is copied with words around it, and with what a mail or a chat makes of it.
std::string invitation_in(std::string_view text);

/// Returns whether a text holds a link or a code, by which its reader can sit down.
bool holds_invitation(std::string_view text);

}  // namespace fairdeal::words
