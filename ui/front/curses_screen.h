#pragma once

#include <memory>
#include <utility>

#include "ui/front/screen_grid.h"
#include "ui/words/report.h"

namespace fairdeal::front {

/// The whole terminal as a screen that is drawn, by ncurses. A thread of its own draws, so that a
/// slow or stopped terminal does not hold up the game: what it has not drawn yet is replaced by
/// what is newer. Whatever ends the program gives the terminal back as it was.
class CursesScreen {
 public:
  /// Takes standard input and output, and shows nothing yet. Errors, in words: they are no
  /// terminal, it is of an unknown kind, or too small. Requires: this process may still read files,
  /// and has no other CursesScreen.
  static tl::expected<CursesScreen, words::Failure> open();
  CursesScreen(CursesScreen&&) = default;
  CursesScreen& operator=(CursesScreen&&) = delete;
  /// Calls leave().
  ~CursesScreen();

  /// Returns whether its characters are not ASCII alone.
  bool utf8() const { return utf8_; }
  /// Returns how many rows and columns the terminal has now.
  std::pair<std::size_t, std::size_t> size() const;
  /// Draws a screen soon. `afresh`: also what seems to be there already. Returns the drawing's
  /// number.
  std::uint64_t draw(ScreenGrid grid, bool afresh = false);
  /// Returns whether that drawing has begun, so that what is typed from then on may answer it.
  bool has_begun(std::uint64_t drawing) const;
  void bell();
  /// Gives the terminal back until something is drawn again. Waits for a second at most.
  void leave();
  /// Makes the signals that end a program give the terminal back first, where nothing else handles
  /// them.
  static void guard_signals();
  /// Gives the terminal back at once, if it is taken. A signal handler may call this.
  static void restore() noexcept;

 private:
  struct Shared;
  explicit CursesScreen(std::shared_ptr<Shared> shared, bool utf8)
      : shared_(std::move(shared)), utf8_(utf8) {}
  static void draw_all(const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;  ///< shared with the thread, which may outlive this object
  bool utf8_;
};

}  // namespace fairdeal::front
