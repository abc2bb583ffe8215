#pragma once

#include <string>
#include <vector>

namespace fairdeal::front {

/// The screen of a person: lines that stay, and below them a block that is redrawn in place. It is
/// written to standard error, since standard output is for results. Without a terminal, or with
/// TERM=dumb, there is no block; NO_COLOR turns off colours. Long lines break between words. If the
/// locale is not UTF-8, a card is shown as "Kd". The person's line below stays as it is.
class Terminal {
 public:
  Terminal();

  /// Shows nothing from now on, because something else has the whole screen.
  void mute() { muted_ = true; }
  bool in_place() const { return in_place_; }
  bool colour() const { return colour_; }

  /// Prints a line that stays.
  void line(const std::string& text);
  /// Replaces the block. Does nothing if the block is the same or in_place() is false.
  void block(const std::string& text);
  /// Leaves the block on the screen, as lines that stay.
  void keep_block();
  /// Rings the bell, if in_place().
  void bell();
  /// Removes the block, and below it the line that the person typed and the terminal echoed.
  void erase_typed(const std::string& typed);

 private:
  std::string shown(const std::string& text) const;
  void redraw(const std::string& stays, const std::string& block);
  void erase_rows(std::size_t rows);
  void print(const std::string& text) const;

  bool muted_ = false;
  bool in_place_;
  bool colour_;
  bool utf8_;
  std::string block_;
};

/// Breaks lines that are longer than `width` columns. Every row of a line in a script's words, or
/// of its drawing, begins with the mark of such lines, so that none looks like chat or the program.
std::string wrapped(const std::string& text, std::size_t width);

/// Return how many rows the screen has, and how many of them a line takes that stays.
std::size_t rows_of_screen();
std::size_t rows_on_screen(const std::string& line);

}  // namespace fairdeal::front
