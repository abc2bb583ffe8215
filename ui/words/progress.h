#pragma once

#include <chrono>

#include "ui/words/report.h"

namespace fairdeal::words {

/// A progress line on standard error, printed at most once a second.
class Progress {
 public:
  explicit Progress(const Output& output) : output_(output) {}

  /// Prints the line that `words` returns, if a second has passed since the last one.
  template <class Words>
  void tell(Words&& words) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::seconds(1);
    output_.note(words());
  }

 private:
  const Output& output_;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace fairdeal::words
