#pragma once

#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// The stage in which the rules want nothing more, and every seat that is there signs the head.
struct Ending {
  static constexpr bool kAsksForShares = false;
};
/// The stage after that: the match is over, and nothing more is asked of anybody.
struct Over {
  static constexpr bool kAsksForShares = false;
};

Stage ending();
Stage over();
bool is_over(const Stage& stage);

EntrySlots owing(const Ending& stage, const PublicState& state);
proto::Payload make(const Ending& stage, const Making& making);
Result<> check(const Ending& stage, const Checking& checking);
Next apply(const Ending& stage, const Transition& t);

EntrySlots owing(const Over& stage, const PublicState& state);
proto::Payload make(const Over& stage, const Making& making);
Result<> check(const Over& stage, const Checking& checking);
Next apply(const Over& stage, const Transition& t);

}  // namespace fairdeal::state::stages
