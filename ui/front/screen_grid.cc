#include "ui/front/screen_grid.h"

#include <algorithm>
#include <clocale>
#include <cwchar>
#include <string_view>

#include "ui/words/printable.h"

namespace fairdeal::front {
namespace {

/// Marks over one character, such as accents, that a cell takes. A name could have hundreds.
constexpr std::size_t kMarksMax = 2;

/// A character with the marks over it, and how many columns it takes.
struct Glyph {
  std::string text;
  std::size_t columns;
};

/// Returns how many columns a character takes, by the tables of the C library: 0 for a mark over
/// the one before.
std::size_t columns_of_character(wchar_t character) {
  static const locale_t kUtf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (character < 0x80 || kUtf8 == nullptr) return 1;
  const locale_t before = ::uselocale(kUtf8);
  const int columns = ::wcwidth(character);
  ::uselocale(before);
  return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

/// Returns the code of a character that is written in UTF-8.
wchar_t code_of(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  unsigned code = bytes.size() == 1 ? first : first & (0xffu >> (bytes.size() + 1));
  for (const char byte : bytes.substr(1))
    code = code << 6 | (static_cast<unsigned char>(byte) & 0x3fu);
  return static_cast<wchar_t>(code);
}

/// Splits a printable() text into glyphs.
std::vector<Glyph> glyphs_of(std::string_view text) {
  std::vector<Glyph> glyphs;
  std::size_t marks = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = 1;
    while (i + length < text.size() && (text[i + length] & 0xc0) == 0x80) ++length;
    const std::string_view bytes = text.substr(i, length);
    i += length;
    const std::size_t columns = columns_of_character(code_of(bytes));
    if (columns > 0) {
      glyphs.push_back({std::string(bytes), columns});
      marks = 0;
    } else if (!glyphs.empty() && marks++ < kMarksMax) {
      glyphs.back().text += bytes;
    }
  }
  return glyphs;
}

std::size_t columns_of_glyphs(const std::vector<Glyph>& glyphs) {
  std::size_t columns = 0;
  for (const Glyph& glyph : glyphs) columns += glyph.columns;
  return columns;
}

/// Breaks one line. The rest of a word that is longer than a line begins a new one.
void break_line(std::string_view line, std::size_t columns, std::size_t indent,
                std::vector<std::string>& lines) {
  std::string row;
  std::size_t taken = 0, space = std::string::npos;  // where the row's last word begins
  for (const Glyph& glyph : glyphs_of(line)) {
    if (taken + glyph.columns > columns && !row.empty()) {
      std::string rest(indent, ' ');
      if (glyph.text == " ") space = row.size();
      if (space != std::string::npos) {
        rest += row.substr(std::min(space + 1, row.size()));
        row.resize(space);
      }
      lines.push_back(std::exchange(row, rest));
      taken = screen_columns(row);
      space = std::string::npos;
      if (glyph.text == " ") continue;
    }
    if (glyph.text == " " && row.find_first_not_of(' ') != std::string::npos) space = row.size();
    row += glyph.text;
    taken += glyph.columns;
  }
  lines.push_back(row);
}

}  // namespace

std::size_t screen_columns(const std::string& text) {
  return columns_of_glyphs(glyphs_of(words::printable(text)));
}

std::vector<std::string> screen_lines(const std::string& text, std::size_t columns,
                                      std::size_t indent) {
  std::vector<std::string> lines;
  const std::string safe = words::printable_lines(text);
  for (std::size_t start = 0; start <= safe.size();) {
    const std::size_t end = std::min(safe.find('\n', start), safe.size());
    break_line(std::string_view(safe).substr(start, end - start), columns, indent, lines);
    start = end + 1;
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

ScreenGrid::ScreenGrid(std::size_t rows, std::size_t columns, bool utf8)
    : rows_(rows), columns_(columns), utf8_(utf8), cells_(rows * columns) {}

std::string ScreenGrid::shown(const std::string& text) const {
  const std::string safe = words::printable(text);
  return utf8_ ? safe : words::in_ascii(safe);
}

std::size_t ScreenGrid::put(std::size_t row, std::size_t column, const std::string& text,
                            ScreenStyle style, std::size_t width) {
  if (row >= rows_ || column >= columns_) return column;
  const std::size_t end = column + std::min(width, columns_ - column);
  const auto glyphs = glyphs_of(shown(text));
  const bool cut = columns_of_glyphs(glyphs) > end - column;
  for (const Glyph& glyph : glyphs) {
    if (column + glyph.columns + (cut ? 1 : 0) > end) break;
    const auto cell = cells_.begin() + static_cast<std::ptrdiff_t>(row * columns_ + column);
    *cell = {glyph.text, style};
    if (glyph.columns == 2) *(cell + 1) = {"", style};
    column += glyph.columns;
  }
  if (cut && column < end) cells_[row * columns_ + column++] = {utf8_ ? "…" : "~", style};
  return column;
}

void ScreenGrid::put_right(std::size_t row, std::size_t end, const std::string& text,
                           ScreenStyle style) {
  const std::size_t columns = std::min(columns_of_glyphs(glyphs_of(shown(text))), end);
  put(row, end - columns, text, style, columns);
}

void ScreenGrid::paint(std::size_t row, ScreenStyle style) {
  if (row >= rows_) return;
  for (std::size_t column = 0; column < columns_; ++column)
    cells_[row * columns_ + column].style = style;
}

void ScreenGrid::colour_suits() {
  using SuitColour = ScreenStyle::Colour;
  static constexpr std::pair<std::string_view, SuitColour> kSuits[] = {
      {"♥", SuitColour::red}, {"♦", SuitColour::blue}, {"♣", SuitColour::green}};
  for (std::size_t i = 1; i < cells_.size(); ++i) {
    for (const auto& [suit, colour] : kSuits) {
      if (cells_[i].text != suit || cells_[i].style != ScreenStyle()) continue;
      cells_[i].style.colour = colour;
      if (i % columns_ > 0) cells_[i - 1].style.colour = colour;
    }
  }
}

std::string ScreenGrid::text() const {
  std::string text;
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) text += at(row, column).text;
    text.resize(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace fairdeal::front
