#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairdeal::front {

/// A key that was pressed: a character, or one of those with names.
struct ScreenKey {
  enum class Name : std::uint8_t {
    character,
    enter,
    tab,
    escape,
    backspace,
    remove,
    left,
    right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    erase_line,
    erase_word,
    redraw
  };
  Name name = Name::character;
  std::string text{};  ///< the character
  bool operator==(const ScreenKey&) const = default;
};

/// Reads the bytes that a terminal sends as keys. The sequences are those of xterm, which tmux,
/// screen, the Linux console and today's other terminals share; unknown ones are passed over. Why
/// not by ncurses: it draws in a thread of its own, and is not made for two.
class ScreenKeys {
 public:
  /// Takes what came. Returns the keys that are complete.
  std::vector<ScreenKey> feed(std::string_view bytes);
  /// Returns whether the bytes so far are the beginning of a key, or the key Esc.
  bool waits() const { return !begun_.empty(); }
  /// Decides, as nothing has followed for a while, that there was no more. Returns the key Esc, if
  /// that was it.
  std::vector<ScreenKey> flush();

 private:
  /// Sequences are shorter; what is longer is passed over.
  static constexpr std::size_t kBegunMax = 32;

  void take(char byte, std::vector<ScreenKey>& keys);
  void escaped(std::vector<ScreenKey>& keys);

  std::string begun_;  ///< the bytes of a key that is not complete
};

}  // namespace fairdeal::front
