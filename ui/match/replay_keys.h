#pragma once

#include <optional>
#include <termios.h>

#include "ui/match/replay_cursor.h"

namespace fairdeal::match {

/// The keyboard of a terminal, key by key, while it exists. Afterwards the terminal is as it was.
class ReplayKeys {
 public:
  ReplayKeys();
  ReplayKeys(const ReplayKeys&) = delete;
  ReplayKeys& operator=(const ReplayKeys&) = delete;
  ~ReplayKeys();

  /// Waits for a key that means something, at most `wait_ms` milliseconds; −1: for ever. At the end
  /// of the input it returns `quit`.
  std::optional<ReplayCommand> next(int wait_ms);

 private:
  /// Returns the next byte; none after `wait_ms`, and 0 at the end of the input.
  std::optional<char> byte(int wait_ms);
  std::optional<ReplayCommand> escape();

  termios before_{};
  std::uint64_t number_ = 0;  ///< the digits typed so far
};

}  // namespace fairdeal::match
