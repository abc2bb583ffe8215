#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The cells of a terminal's screen, as values: what stands where, and how it looks.

namespace fairdeal::front {

/// How a cell looks. A colour only adds to what the words say.
struct ScreenStyle {
  enum class Colour : std::uint8_t { none, amber, red, green, blue };
  Colour colour = Colour::none;
  bool bold = false, dim = false, reverse = false;
  bool operator==(const ScreenStyle&) const = default;
};

/// A cell: a character with the marks that are written over it. A wide character stands in the left
/// one of two cells, and the other one is empty.
struct ScreenCell {
  std::string text = " ";
  ScreenStyle style{};
  bool operator==(const ScreenCell&) const = default;
};

/// Returns how many columns a text takes on a terminal that knows all characters.
std::size_t screen_columns(const std::string& text);
/// Returns the lines of `text`, broken between words where they are longer than `columns`. Each
/// line but the first of a paragraph begins with `indent` spaces.
std::vector<std::string> screen_lines(const std::string& text, std::size_t columns,
                                      std::size_t indent = 0);

/// A screen of rows and columns. Nothing that is put there reaches beyond it, and no character of a
/// text from others moves the cursor of the terminal: all are printable().
class ScreenGrid {
 public:
  /// Makes an empty screen. If `utf8` is not set, all texts are put in_ascii().
  ScreenGrid(std::size_t rows, std::size_t columns, bool utf8);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  const ScreenCell& at(std::size_t row, std::size_t column) const {
    return cells_.at(row * columns_ + column);
  }

  /// Puts a text into at most `width` columns. If it is longer, its last column has the mark of a
  /// cut, "…". Returns the column behind it.
  std::size_t put(std::size_t row, std::size_t column, const std::string& text,
                  ScreenStyle style = {}, std::size_t width = SIZE_MAX);
  /// Does the same for a text that ends before the column `end`.
  void put_right(std::size_t row, std::size_t end, const std::string& text, ScreenStyle style = {});
  /// Gives all cells of a row this style.
  void paint(std::size_t row, ScreenStyle style);
  /// Gives cards such as A♠ the colours of their suits, where no other style is.
  void colour_suits();

  /// Where the person types; none: the cursor is not shown.
  std::optional<std::pair<std::size_t, std::size_t>> cursor{};

  /// Returns the rows as text, without spaces at their ends.
  std::string text() const;

 private:
  std::string shown(const std::string& text) const;

  std::size_t rows_, columns_;
  bool utf8_;
  std::vector<ScreenCell> cells_;
};

}  // namespace fairdeal::front
