#pragma once

#include <string>
#include <string_view>

/// Letters and digits of ASCII, whatever the locale.
namespace fairdeal::ascii {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

/// Returns the text with its capitals as small letters.
inline std::string lowered(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = lower(c);
  return small;
}

}  // namespace fairdeal::ascii
