#pragma once

#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// The stage in which members publish their keys for the deal that is being opened.
struct CollectingKeys {
  static constexpr bool kAsksForShares = false;
};

Stage collect_keys();

EntrySlots owing(const CollectingKeys& stage, const PublicState& state);
proto::Payload make(const CollectingKeys& stage, const Making& making);
Result<> check(const CollectingKeys& stage, const Checking& checking);
Next apply(const CollectingKeys& stage, const Transition& t);

/// Makes this seat's keys and their proofs. They may also be passed ahead of their step
/// (runtime/node/shuffle_pipeline.h), and attached.
proto::KeyPayload make_key(const Making& making);
Result<> check_key(const Checking& checking, Seat author, const proto::KeyPayload& key);
/// Takes a seat's keys into the deal that is being opened, if it owes them.
void take_key(const Transition& t, Seat seat, const proto::KeyPayload& key);

}  // namespace fairdeal::state::stages
