#include "ui/front/terminal.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <sys/ioctl.h>

#include "base/visible.h"
#include "ui/words/printable.h"

namespace fairdeal::front {
namespace {

/// Characters from here on may take two columns: those of East Asia, and pictures.
constexpr char32_t kFirstWide = 0x2e80;

struct Screen {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

Screen screen() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return {};
  return {size.ws_col, size.ws_row};
}

/// Returns how many columns a line takes. An escape sequence takes none, and any other character
/// one.
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

/// Returns how many rows the lines of `block` take on a screen of `width` columns.
std::size_t rows_of(std::string_view block, std::size_t width) {
  std::size_t rows = 0;
  for (std::size_t start = 0; start < block.size();) {
    const std::size_t end = std::min(block.find('\n', start), block.size());
    const std::size_t columns = columns_of(block.substr(start, end - start));
    rows += std::max<std::size_t>(1, (columns + width - 1) / width);
    start = end + 1;
  }
  return rows;
}

/// Returns as many of the block's last lines as fit above the row of the cursor. Rows that have
/// scrolled off the screen could not be redrawn.
std::string_view fitting(std::string_view block, Screen screen) {
  while (rows_of(block, screen.columns) + 1 > screen.rows) {
    const auto end = block.find('\n');
    if (end == std::string_view::npos || end + 1 >= block.size()) break;
    block.remove_prefix(end + 1);
  }
  return block;
}

/// Returns the sign before each line that a script draws or says, with the spaces before it; "" of
/// any other line.
std::string_view script_mark(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  for (const std::string_view mark : {"game> ", "| "})
    if (line.substr(begin).starts_with(mark)) return line.substr(0, begin + mark.size());
  return "";
}

/// Returns how many bytes of a line fit into a row: at least one character. Why two columns for
/// most characters beyond ASCII: what a terminal breaks itself has no mark.
std::size_t bytes_in_row(std::string_view line, std::size_t width) {
  std::size_t columns = 0, i = 0;
  while (i < line.size()) {
    std::size_t end = i + 1;
    if (line[i] == '\033') {
      while (end < line.size() && line[end - 1] != 'm') ++end;
    } else {
      const Character character = first_character(line.substr(i));
      end = i + std::max<std::size_t>(character.bytes, 1);
      columns += character.code >= kFirstWide ? 2 : 1;
      if (columns > width && i > 0) return i;
    }
    i = end;
  }
  return i;
}

/// Breaks a line of a script into rows that all have its mark.
std::string marked_rows(std::string_view line, std::string_view mark, std::size_t width) {
  line.remove_prefix(mark.size());
  std::string rows;
  do {
    std::size_t bytes = bytes_in_row(line, width - mark.size());
    const std::size_t space = line.substr(0, bytes + 1).rfind(' ');
    const bool at_space = bytes < line.size() && space != std::string_view::npos &&
                          line.find_first_not_of(' ') < space;
    if (at_space) bytes = space;
    rows += (rows.empty() ? "" : "\n") + std::string(mark) + std::string(line.substr(0, bytes));
    line.remove_prefix(bytes + (at_space ? 1 : 0));
  } while (!line.empty());
  return rows;
}

/// Breaks a line that is too long between words. The terminal itself breaks a word that is too
/// long.
std::string rows_of_words(std::string_view line, std::size_t width) {
  std::string rows;
  while (columns_of(line) > width) {
    std::size_t cut = std::string_view::npos;
    for (std::size_t space = line.find(' ', 1);
         space != std::string_view::npos && columns_of(line.substr(0, space)) <= width;
         space = line.find(' ', space + 1))
      if (line.find_first_not_of(' ') < space) cut = space;
    if (cut == std::string_view::npos) break;
    rows += std::string(line.substr(0, cut)) + "\n";
    line.remove_prefix(cut + 1);
  }
  return rows + std::string(line);
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = std::string_view(text).substr(start, end - start);
    const std::string_view mark = script_mark(line);
    out += mark.empty()           ? rows_of_words(line, width)
           : width <= mark.size() ? std::string(line)
                                  : marked_rows(line, mark, width);
    if (end < text.size()) out += '\n';
    start = end + 1;
  }
  return out;
}

void Terminal::print(const std::string& text) const {
  if (muted_) return;
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

Terminal::Terminal() {
  const char* term = std::getenv("TERM");
  in_place_ = ::isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
  const char* no_colour = std::getenv("NO_COLOR");
  colour_ = in_place_ && (no_colour == nullptr || no_colour[0] == '\0');
  utf8_ = words::shows_utf8(STDERR_FILENO);
}

std::size_t rows_of_screen() { return screen().rows; }

std::size_t rows_on_screen(const std::string& line) {
  const std::size_t width = screen().columns;
  return rows_of(wrapped(line, width) + "\n", width);
}

void Terminal::erase_rows(std::size_t rows) {
  if (rows > 0) print("\033[" + std::to_string(rows) + "A\r\033[J");
}

std::string Terminal::shown(const std::string& text) const {
  const std::string letters = utf8_ ? text : words::in_ascii(text);
  return in_place_ ? wrapped(letters, screen().columns) : letters;
}

void Terminal::line(const std::string& text) { redraw(shown(text) + "\n", block_); }

void Terminal::block(const std::string& block) {
  std::string text = shown(block);
  if (!text.empty() && text.back() != '\n') text += '\n';
  if (in_place_ && text != block_) redraw("", text);
}

/// Replaces the block by `stays`, which stays for good, and a new block. The rows above the
/// cursor's are deleted and inserted (ECMA-48: DL, IL, IND; DEC: save and restore cursor), so that
/// the cursor's own row, with what the person is typing, moves but is not overwritten.
void Terminal::redraw(const std::string& stays, const std::string& block) {
  const Screen now = screen();
  const std::size_t old = std::min(rows_of(block_, now.columns), now.rows - 1);
  block_ = fitting(block, now);
  const std::string text = stays + block_;
  const std::size_t rows = rows_of(text, now.columns);
  if (!in_place_) return print(text);
  if (rows >= now.rows) {
    erase_rows(old);
    return print(text);
  }
  const auto by = [](std::size_t n, char what) {
    return n == 0 ? "" : "\033[" + std::to_string(n) + what;
  };
  const std::size_t more = rows - std::min(rows, old), fewer = old - std::min(rows, old);
  std::string out;
  for (std::size_t i = 0; i < more; ++i) out += "\033D";
  out += by(more, 'A') + "\0337" + by(old, 'A') + "\r" + by(old, 'M') + by(rows, 'L') + text;
  print(out + "\0338" + by(more, 'B') + by(fewer, 'A'));
}

void Terminal::bell() {
  if (in_place_) print("\a");
}

void Terminal::keep_block() { block_.clear(); }

void Terminal::erase_typed(const std::string& typed) {
  const Screen now = screen();
  if (in_place_)
    erase_rows(
        std::min(rows_of(block_, now.columns) + rows_of(typed + "\n", now.columns), now.rows - 1));
  block_.clear();
}

}  // namespace fairdeal::front
