#include "base/visible.h"

#include <algorithm>

namespace fairdeal {
namespace {

struct Characters {
  char32_t first, last;
};

/// In ascending order.
constexpr Characters kInvisible[] = {
    {0x00, 0x1f},        // controls
    {0x7f, 0x9f},        // controls
    {0xad, 0xad},        // soft hyphen
    {0x34f, 0x34f},      // combining grapheme joiner
    {0x61c, 0x61c},      // Arabic letter mark
    {0x115f, 0x1160},    // Hangul fillers
    {0x17b4, 0x17b5},    // Khmer inherent vowels
    {0x180b, 0x180f},    // Mongolian variation selectors and vowel separator
    {0x200b, 0x200f},    // zero-width characters, marks of direction
    {0x2028, 0x202e},    // separators of lines, embeddings and overrides of direction
    {0x2060, 0x206f},    // word joiner, invisible operators, isolates of direction
    {0x2800, 0x2800},    // blank Braille pattern
    {0x3164, 0x3164},    // Hangul filler
    {0xfe00, 0xfe0f},    // variation selectors
    {0xfeff, 0xfeff},    // zero-width no-break space
    {0xffa0, 0xffa0},    // halfwidth Hangul filler
    {0xfff0, 0xfffb},    // unassigned, and the limits of annotations
    {0x1bca0, 0x1bca3},  // controls of shorthand
    {0x1d173, 0x1d17a},  // controls of music
    {0xe0000, 0xe0fff},  // tags, variation selectors
};

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  constexpr Character kNone{0, 0};
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || length > text.size()) return kNone;
  char32_t code = first & (0xff >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return kNone;
    code = code << 6 | (byte(k) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_one =
      code >= kLeast[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return is_one ? Character{code, length} : kNone;
}

bool is_visible(char32_t c) {
  return std::ranges::none_of(
      kInvisible, [c](const Characters& some) { return c >= some.first && c <= some.last; });
}

}  // namespace fairdeal
