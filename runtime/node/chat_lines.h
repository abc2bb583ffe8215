#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "proto/messages.h"
#include "runtime/node/effects.h"

namespace fairdeal::node {

/// The lines of the members' chat. A line travels as presences do: its author signs
/// it and sends it to those it is connected to, and they forward it to those whom the author does
/// not reach. Lines are only in memory: no record, transcript, store or log has them.
///
/// The number of a line is higher than that of its author's line before, so a line that comes by
/// two ways, or is repeated later, counts once. Each author has a rate of its own, whoever sent the
/// line on, so nobody can use up another's.
class ChatLines {
 public:
  /// As many lines as anybody reads again.
  static constexpr std::size_t kLinesMax = 200;
  /// How often an author may say something, and how many lines at once after a silence. A person
  /// types more slowly.
  static constexpr Duration kEvery{1'000};
  static constexpr std::int64_t kBurst = 5;

  explicit ChatLines(std::size_t members) : authors_(members) {}

  /// Returns whether this line of this author would be news, and is not one too many. It is cheap,
  /// so it comes before the line's signature is verified. Requires: `by` is a member.
  bool wants(Seat by, std::uint64_t number, Instant now) const;
  /// Keeps a line. Requires: wants().
  void add(const proto::Signed<proto::Chat>& said, Instant now);
  /// How long a line is repeated to members that were not connected when it was said.
  static constexpr Duration kRepeated{60'000};
  /// Returns the lines of `by`, as it signed them, that were said within kRepeated: the newest
  /// kBurst of them, oldest first.
  std::vector<proto::ChatFrame> recent(Seat by, Instant now) const;
  /// Returns the number of the next line of this author. `utc_ms`, the time of day, makes it higher
  /// than those that its program used before it was restarted.
  std::uint64_t next_number(Seat by, std::uint64_t utc_ms) const;

  const std::deque<ChatLine>& all() const { return lines_; }

 private:
  struct Author {
    std::uint64_t last = 0;
    Instant free_at{0};  ///< when all that it said is forgotten; kEvery for each line
  };
  struct Said {
    Instant at;
    Seat by;
    proto::ChatFrame frame;
  };

  std::vector<Author> authors_;
  std::deque<ChatLine> lines_;
  std::deque<Said> recent_;  ///< at most kBurst of each author
};

}  // namespace fairdeal::node
