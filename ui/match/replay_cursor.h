#pragma once

#include <string>

#include "ui/match/frames.h"

namespace fairdeal::match {

/// A place in a replay, and how one gets from place to place. A move that leads nowhere changes
/// nothing.
class ReplayCursor {
 public:
  /// Begins at the first frame. Requires: there is one.
  explicit ReplayCursor(const std::vector<Frame>& frames) : frames_(frames) {}

  const Frame& frame() const { return frames_[at_]; }
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ + 1 == frames_.size(); }

  bool next() { return to(at_ + 1); }
  bool back() { return at_ > 0 && to(at_ - 1); }
  bool first() { return to(0); }
  bool last() { return to(frames_.size() - 1); }
  /// Go to the first record of the next street or hand, or of this one or, from there, of the one
  /// before.
  bool next_street() { return forward(&same_street); }
  bool street_back() { return backward(&same_street); }
  bool next_hand() { return forward(&same_hand); }
  bool hand_back() { return backward(&same_hand); }
  bool to_hand(std::int64_t hand);
  bool to_record(std::uint64_t record);

 private:
  using Same = bool (*)(const Frame& a, const Frame& b);
  static bool same_hand(const Frame& a, const Frame& b) { return a.hand == b.hand; }
  static bool same_street(const Frame& a, const Frame& b) {
    return a.hand == b.hand && a.street == b.street;
  }
  bool to(std::size_t at);
  bool forward(Same same);
  bool backward(Same same);
  std::size_t begin_of(std::size_t at, Same same) const;

  const std::vector<Frame>& frames_;
  std::size_t at_ = 0;
};

/// The commands of a replay, as a person types or presses them.
enum class ReplayStep {
  next,
  back,
  next_street,
  street_back,
  next_hand,
  hand_back,
  first,
  last,
  to_hand,
  to_record,
  everybody,
  mine,
  other,  ///< what the other of these two sees
  play,
  faster,
  slower,
  speed,
  help,
  quit,
};
struct ReplayCommand {
  ReplayStep step;
  std::uint64_t number = 0;  ///< of the hand or the record, or how fast
};

/// Reads a command that was typed as a line: "", "back", "hand 14".
std::optional<ReplayCommand> replay_command(const std::string& line);

/// The keys and the words, for a person.
extern const char* const kReplayHelp;

}  // namespace fairdeal::match
