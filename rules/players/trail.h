#pragma once

#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// What has happened in a match, as one seat saw it: the first value, every event since, and the
/// value after each. None of these holds anything that is hidden, so the trails of two seats differ
/// in `known` alone.
struct Trail {
  AnyGame start;
  std::vector<AnyEvent> events{};
  std::vector<AnyGame> values{};  ///< after each event
  std::vector<Known> known{};     ///< what the seat alone knew after each event

  const AnyGame& last() const { return values.empty() ? start : values.back(); }
  /// Returns the value before an event.
  const AnyGame& before(std::size_t event) const { return event == 0 ? start : values[event - 1]; }
  void note(AnyEvent event, AnyGame after, Known seen) {
    events.push_back(std::move(event));
    values.push_back(std::move(after));
    known.push_back(std::move(seen));
  }
  /// Adds the events of a step at a table. `seen` is what the seat alone knows after the last one:
  /// each card of it is known from the event on that dealt it. Returns false if the events do not
  /// follow on what was noted: then something is missing.
  bool note_step(Seat seat, const std::vector<AnyEvent>& step, const Known& seen);
};

}  // namespace fairdeal::rules
