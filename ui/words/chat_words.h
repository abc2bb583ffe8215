#pragma once

#include <string>
#include <vector>

namespace fairdeal::words {

/// Returns the rows in which a line of chat is shown: "Bob says: hello". Each row begins with the
/// name and fits on a screen of 80 columns, so that nothing that a member says looks like something
/// that the program says. Both texts must be printable().
std::vector<std::string> chat_rows(const std::string& name, const std::string& text);

}  // namespace fairdeal::words
