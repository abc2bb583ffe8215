#pragma once

#include "ui/front/screen_keys.h"
#include "ui/front/screen_scene.h"

/// The input of a person at the full-screen table: what they typed, chose and scrolled. It does no
/// I/O.

namespace fairdeal::front {

/// The line that the person types, the move that the arrows have chosen, and how far the log is
/// scrolled back.
struct ScreenInput {
  static constexpr std::size_t kTypedMax = 1024;  ///< bytes; no command is longer

  std::string typed{};
  std::size_t cursor = 0;  ///< where the next character goes, in bytes
  std::optional<std::size_t> chosen{};
  std::uint64_t step = 0;         ///< for which the move is chosen
  std::uint64_t last_line = 0;    ///< the last line of the log in sight; 0: the newest
  std::size_t troubles_read = 0;  ///< those that the person has put away

  /// Lets go of a choice that was made for another step.
  void follow(const ScreenScene& scene);
  /// Takes a key. `columns` is how wide the screen is. Returns what the person says by it, if
  /// anything: the same as a page in the browser says.
  std::optional<FromPage> press(const ScreenKey& key, const ScreenScene& scene,
                                std::size_t columns);

 private:
  std::optional<FromPage> enter(const ScreenScene& scene);
  void choose(ScreenKey::Name key, const ScreenScene& scene, std::size_t columns);
  void edit(const ScreenKey& key);
  void insert(const std::string& text);
  void scroll(const ScreenScene& scene, std::ptrdiff_t lines);
  void set_typed(const std::string& text);
};

}  // namespace fairdeal::front
