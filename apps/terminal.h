#pragma once

#include <string>
#include <vector>

namespace fairdeal::apps {

/// The screen of a person: lines that stay, and below them a block that is drawn anew in place.
/// Written to standard error, since standard output is for results. Without a terminal (or with
/// TERM=dumb) there is no block; colours also go with NO_COLOR. Lines break between words; where
/// the locale is not UTF-8, cards are "Kd". What is being typed below stays as it is.
class Terminal {
 public:
  Terminal();

  bool in_place() const { return in_place_; }
  bool colour() const { return colour_; }

  /// Prints a line that stays.
  void line(const std::string& text);
  /// Replaces the block. Nothing happens if it is the same, or in_place() is false.
  void block(const std::string& text);
  /// Makes lines of the block, which stay as they are.
  void keep_block();
  /// Rings the bell, where something is drawn in place.
  void bell();
  /// Removes the block and the line that was typed, and echoed, below it.
  void erase_typed(const std::string& typed);

 private:
  std::string shown(const std::string& text) const;
  void redraw(const std::string& stays, const std::string& block);
  void erase_rows(std::size_t rows);

  bool in_place_;
  bool colour_;
  bool utf8_;
  std::string block_;
};

/// Returns what was typed as one word, without spaces and capitals.
std::string word_typed(const std::string& line);

/// Colours cards such as A♠: hearts red, diamonds blue, clubs green.
std::string colour_cards(const std::string& text);

/// Returns text as a terminal may show it, with "?" for what may not be shown. Why: what comes from
/// peers (nicknames) must neither move the cursor nor turn the direction of writing, nor be
/// invisible.
std::string printable(const std::string& text);
/// Does the same for more than one line.
std::string printable_lines(const std::string& text);
/// Returns a name in quotes, as a terminal may show it, for lines that machines read too. Why: a
/// name such as `Ann): 5000` then stays one. A quote within it becomes \".
std::string quoted(const std::string& name);

}  // namespace fairdeal::apps
