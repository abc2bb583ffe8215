#include "apps/terminal.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <sys/ioctl.h>

namespace fairdeal::apps {
namespace {

std::size_t screen_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

/// How many columns a line takes: escape sequences take none, a character of text takes one.
std::size_t columns_of(std::string_view line) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      while (i < line.size() && line[i] != 'm') ++i;
    } else if ((line[i] & 0xc0) != 0x80) {
      ++columns;
    }
  }
  return columns;
}

std::size_t rows_of(const std::string& block, std::size_t screen) {
  std::size_t rows = 0;
  for (std::size_t start = 0; start < block.size();) {
    const std::size_t end = std::min(block.find('\n', start), block.size());
    const std::size_t columns = columns_of(std::string_view(block).substr(start, end - start));
    rows += std::max<std::size_t>(1, (columns + screen - 1) / screen);
    start = end + 1;
  }
  return rows;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

Terminal::Terminal() {
  const char* term = std::getenv("TERM");
  in_place_ = ::isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
  const char* no_colour = std::getenv("NO_COLOR");
  colour_ = in_place_ && (no_colour == nullptr || no_colour[0] == '\0');
}

void Terminal::erase_block() {
  const std::size_t rows = rows_of(block_, screen_columns());
  if (rows > 0) print("\033[" + std::to_string(rows) + "A\r\033[J");
}

void Terminal::line(const std::string& text) {
  erase_block();
  print(text + "\n" + block_);
}

void Terminal::block(const std::string& text) {
  if (!in_place_ || text == block_) return;
  erase_block();
  block_ = text.empty() || text.back() == '\n' ? text : text + "\n";
  print(block_);
}

void Terminal::keep_block() { block_.clear(); }

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
  for (const char c : text) out += (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) ? '?' : c;
  return out;
}

}  // namespace fairdeal::apps
