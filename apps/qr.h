#pragma once

#include <string>
#include <vector>

namespace fairdeal::apps {

/// Returns a QR code of `text` (level L) in half blocks, as lines of equal length. Its light
/// modules are drawn, as suits dark terminals, with the quiet zone of 4 modules that readers ask
/// for. It is empty if the text is too long.
std::vector<std::string> qr_code(const std::string& text);

/// Returns how many columns such a code takes; 0 if there is none.
std::size_t qr_columns(const std::vector<std::string>& code);

}  // namespace fairdeal::apps
