#pragma once

#include <chrono>

#include "apps/report.h"

namespace fairdeal::apps {

/// Prints once a second, on standard error, how far some long work has come.
class Progress {
 public:
  explicit Progress(const Output& output) : output_(output) {}

  /// Prints the line that `words` makes, when it is time for one.
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

}  // namespace fairdeal::apps
