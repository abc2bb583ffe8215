#pragma once

#include <vector>

#include "ui/words/said.h"

/// The lines of a log: sentences that follow each other and belong together are one line.

namespace fairdeal::words {

/// The last line of a log, which may still grow: by a move that equals the one before it ("Bob and
/// Cal: fold"), by the answer to a move with a number ("12. Nf3 Nc6"), by a card played to the same
/// trick ("Trick 3: Ann 4♠, Bob K♠"), by a card that the same seats see or cards that another seat
/// shuffles, or by a sentence that is said again.
class OpenLine {
 public:
  /// Takes in the next sentence of an event. Returns the lines that are complete now.
  std::vector<Said> add(const Said& next);
  /// Ends the line. Returns it, or nothing if there is none.
  std::vector<Said> end();
  /// Returns the line as it is now; it may be empty.
  const Said& line() const { return open_; }
  /// Returns whether the line is a trick that lacks cards: the picture of the table shows it, so
  /// nobody misses it meanwhile.
  bool is_trick() const { return open_.id == "trick"; }

 private:
  Said open_{};
};

/// The last lines of a log, in which the last one may still grow.
class LogLines {
 public:
  explicit LogLines(std::size_t most = SIZE_MAX) : most_(most) {}

  void add(const Said& next);
  std::vector<Said> lines() const;
  bool empty() const { return whole_.empty() && open_.line().empty(); }

 private:
  void keep(std::vector<Said> lines);

  std::size_t most_;
  std::vector<Said> whole_{};
  OpenLine open_{};
};

}  // namespace fairdeal::words
