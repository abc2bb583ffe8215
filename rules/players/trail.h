#pragma once

#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// What has happened in a match, as one seat saw it: the first value, and every event since. An
/// event holds nothing that is hidden, so the trails of two seats differ in `known` alone.
struct Trail {
  AnyGame start;
  std::vector<AnyEvent> events{};
  /// What the seat alone knew after each event; as many as there are events.
  std::vector<Known> known{};
};

}  // namespace fairdeal::rules
