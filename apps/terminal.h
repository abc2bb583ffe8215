#pragma once

#include <string>
#include <vector>

namespace fairdeal::apps {

/// The screen of a person: lines that stay, and below them a block that is drawn anew in place.
/// Written to standard error, since standard output is for results. Without a terminal (or with
/// TERM=dumb) there is no block; colours also go with NO_COLOR.
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
  /// A line was typed (and echoed) below the block: both go.
  void erase_typed(const std::string& typed);

 private:
  void erase_block(std::size_t rows_below = 0);

  bool in_place_;
  bool colour_;
  std::string block_;
};

/// Cards such as A♠ in four colours: hearts red, diamonds blue, clubs green.
std::string colour_cards(const std::string& text);

/// Text as a terminal may show it: what comes from peers (nicknames) must neither move the cursor
/// nor turn the direction of writing, nor be invisible. What may not be shown becomes "?".
std::string printable(const std::string& text);

}  // namespace fairdeal::apps
