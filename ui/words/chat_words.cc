#include "ui/words/chat_words.h"

#include <string_view>

namespace fairdeal::words {
namespace {

/// How much of a line one row holds: so there is room for the longest name, in wide letters.
constexpr std::size_t kColumnsMax = 40;

/// Returns how many bytes at the beginning of `text` fit into a row. A character that is not ASCII
/// may take two columns.
std::size_t bytes_of_row(std::string_view text) {
  std::size_t columns = 0;
  std::size_t after_space = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (text[end] & 0xc0) == 0x80) ++end;
    columns += end - i > 1 ? 2 : 1;
    if (columns > kColumnsMax) return after_space > 0 ? after_space : i;
    if (text[i] == ' ') after_space = end;
    i = end;
  }
  return text.size();
}

}  // namespace

std::vector<std::string> chat_rows(const std::string& name, const std::string& text) {
  std::vector<std::string> rows;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t bytes = bytes_of_row(rest);
    rows.push_back(name + " says: " + std::string(rest.substr(0, bytes)));
    rest.remove_prefix(bytes);
  }
  return rows;
}

}  // namespace fairdeal::words
