#include "ui/words/printable.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include "base/visible.h"

namespace fairdeal::words {

std::string in_ascii(std::string text) {
  static constexpr std::pair<std::string_view, std::string_view> kInstead[] = {
      {"♠", "s"},  {"♥", "h"},   {"♦", "d"},   {"♣", "c"},  {"…", "..."}, {"–", "-"},  {"—", "-"},
      {"−", "-"},  {"→", "->"},  {"✓", "*"},   {"·", "-"},  {"─", "-"},   {"│", "|"},  {"▸", ">"},
      {"×", "x"},  {"⅓", "1/3"}, {"½", "1/2"}, {"µ", "u"},  {"±", "+-"},  {"„", "\""}, {"“", "\""},
      {"”", "\""}, {"‚", "'"},   {"‘", "'"},   {"’", "'"},  {"ä", "ae"},  {"ö", "oe"}, {"ü", "ue"},
      {"ß", "ss"}, {"Ä", "Ae"},  {"Ö", "Oe"},  {"Ü", "Ue"}, {"█", "#"},   {"▀", "#"},  {"▄", "#"}};
  for (const auto& [from, to] : kInstead)
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  std::string out;
  for (const char c : text)
    if ((c & 0x80) == 0)
      out += c;
    else if ((c & 0x40) != 0)
      out += '?';
  return out;
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || value[0] == '\0') continue;
    const std::string_view locale = value;
    return locale.find("UTF-8") != std::string_view::npos ||
           locale.find("utf8") != std::string_view::npos ||
           locale.find("utf-8") != std::string_view::npos;
  }
  return true;
}

bool shows_utf8(int stream) { return ::isatty(stream) != 1 || locale_is_utf8(); }

std::string shown_on(int stream, const std::string& text) {
  return shows_utf8(stream) ? text : in_ascii(text);
}

std::string word_typed(const std::string& line) {
  std::string word;
  for (const char c : line)
    if (c > ' ') word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

std::string colour_cards(const std::string& text) {
  struct Suit {
    std::string_view symbol;
    const char* colour;
  };
  static constexpr Suit kSuits[] = {
      {"♥", "\033[31m"}, {"♦", "\033[34m"}, {"♣", "\033[32m"}, {"♠", "\033[1m"}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const auto suit = std::ranges::find_if(
        kSuits, [&](const Suit& s) { return rest.substr(1).starts_with(s.symbol); });
    if (suit == std::end(kSuits)) {
      out += text[i++];
      continue;
    }
    const std::size_t length = 1 + suit->symbol.size();
    out += suit->colour + std::string(rest.substr(0, length)) + "\033[0m";
    i += length;
  }
  return out;
}

std::string printable(const std::string& text) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const Character character = first_character(rest);
    const std::string_view written = rest.substr(0, std::max<std::size_t>(character.bytes, 1));
    out += character.bytes > 0 && is_visible(character.code) ? written : "?";
    rest.remove_prefix(written.size());
  }
  return out;
}

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : printable(name)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string printable_lines(const std::string& text) {
  std::string out;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out += printable(text.substr(start, end - start)) + (end < text.size() ? "\n" : "");
    start = end + 1;
  }
  return out;
}

}  // namespace fairdeal::words
