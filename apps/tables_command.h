#pragma once

#include <string>
#include <variant>

#include "apps/commands.h"

namespace fairdeal::apps {

/// Looks for tables of contacts and on the local network for somebody who named none, and asks the
/// person at the terminal for one of them. Returns the contact's name, the address, or whatever
/// else was typed (perhaps a link), or the exit code if there is nobody to ask.
std::variant<std::string, int> choose_table(const SeatOptions& seat, const Output& output);

}  // namespace fairdeal::apps
