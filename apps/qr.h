#pragma once

#include <string>
#include <vector>

namespace fairdeal::apps {

/// A QR code of `text` (level L) in half blocks, as lines of equal length: light modules are drawn,
/// as suits dark terminals, with the quiet zone of 4 modules that readers ask for. Empty: too long.
std::vector<std::string> qr_code(const std::string& text);

/// How many columns such a code takes; 0 if there is none.
std::size_t qr_columns(const std::vector<std::string>& code);

}  // namespace fairdeal::apps
