#pragma once

#include <chrono>
#include <string>

namespace fairdeal::seat {

/// The result of a hand, which stays on the screen while the next hand is dealt: for two seconds,
/// or until the person types something or is asked for a move.
class ResultHold {
 public:
  using Instant = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds kTime{2};

  void begin(Instant now, std::string text) {
    text_ = std::move(text);
    until_ = now + kTime;
  }
  void end() { text_.clear(); }
  /// Returns the result to show in place of the table, or "" when the table is to be shown again.
  /// `asked`: the person is asked for a move now.
  const std::string& text(Instant now, bool asked) {
    if (asked || now >= until_) end();
    return text_;
  }
  /// Returns what text() returned last.
  const std::string& held() const { return text_; }

 private:
  std::string text_;
  Instant until_{};
};

}  // namespace fairdeal::seat
