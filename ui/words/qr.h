#pragma once

#include <string>
#include <vector>

namespace fairdeal::words {

/// Returns a QR code of `text` (error correction level L) in half blocks, as lines of equal length;
/// none if the text is too long. The light modules are drawn, which suits dark terminals, and
/// around them the quiet zone of 4 modules that readers need.
std::vector<std::string> qr_code(const std::string& text);

/// Returns how many columns the code takes; 0 if it is empty.
std::size_t qr_columns(const std::vector<std::string>& code);

}  // namespace fairdeal::words
