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

  /// A line that stays.
  void line(const std::string& text);
  /// Replaces the block. Nothing happens if it is the same, or in_place() is false.
  void block(const std::string& text);
  /// The block stays as it is, and becomes lines.
  void keep_block();
  /// A sound, where something is drawn in place.
  void bell();
  /// A line was typed (and echoed) below the block: both go.
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

/// What was typed as one word: without spaces and capitals.
std::string word_typed(const std::string& line);

/// Cards such as A♠ in four colours: hearts red, diamonds blue, clubs green.
std::string colour_cards(const std::string& text);

/// Text as a terminal may show it: what comes from peers (nicknames) must neither move the cursor
/// nor turn the direction of writing, nor be invisible. What may not be shown becomes "?".
std::string printable(const std::string& text);
/// The same for more than one line.
std::string printable_lines(const std::string& text);
/// A name in quotes, as a terminal may show it, for lines that machines read too: so that a name
/// such as `Ann): 5000` stays one. A quote within it is \".
std::string quoted(const std::string& name);

}  // namespace fairdeal::apps
