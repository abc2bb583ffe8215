#include "rules/lua/plain_text.h"

#include <cstdint>

namespace fairdeal::rules {
namespace {

/// Returns how many bytes the character at the beginning has; 0 if it is none.
std::size_t size_of_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t size = first < 0x80                    ? 1
                           : first >= 0xc2 && first < 0xe0 ? 2
                           : first >= 0xe0 && first < 0xf0 ? 3
                           : first >= 0xf0 && first < 0xf5 ? 4
                                                           : 0;
  if (size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  return size;
}

/// Returns whether a character moves the cursor, or turns the direction in which others are
/// written.
bool steers(std::string_view character, bool lines) {
  const auto first = static_cast<unsigned char>(character.front());
  if (first < 0x20 || first == 0x7f) return !(lines && first == '\n');
  if (first == 0xc2) return static_cast<unsigned char>(character[1]) < 0xa0;
  if (!character.starts_with("\xe2")) return false;
  const std::string_view rest = character.substr(1);
  return (rest >= "\x80\x8b" && rest <= "\x80\x8f") || (rest >= "\x80\xa8" && rest <= "\x80\xae") ||
         (rest >= "\x81\xa0" && rest <= "\x81\xaf");
}

}  // namespace

std::string plain_text(std::string_view said, std::size_t bytes_max, bool lines) {
  std::string plain;
  while (!said.empty()) {
    const std::size_t size = size_of_character(said);
    const std::string_view character = said.substr(0, size == 0 ? 1 : size);
    const bool is_shown = size != 0 && !steers(character, lines);
    if (plain.size() + character.size() > bytes_max) break;
    plain += is_shown ? character : "?";
    said.remove_prefix(character.size());
  }
  return plain;
}

}  // namespace fairdeal::rules
