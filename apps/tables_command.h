#pragma once

#include <string>
#include <variant>

#include "apps/report.h"

namespace fairdeal::apps {

/// Looks for tables on the local network for somebody who named none, and asks the person at the
/// terminal for one of them. Returns the address, or whatever else was typed (perhaps a link), or
/// the exit code if there is nobody to ask. `may_ask` says whether questions may be asked at all.
std::variant<std::string, int> choose_table(bool may_ask, const Output& output);

}  // namespace fairdeal::apps
