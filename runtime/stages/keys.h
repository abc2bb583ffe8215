#pragma once

#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// Members publish their keys for the deal that is being opened.
struct CollectingKeys {};

Stage collect_keys();

EntrySlots owing(const CollectingKeys& stage, const PublicState& state);
proto::Payload make(const CollectingKeys& stage, const Making& making);
Result<> check(const CollectingKeys& stage, const Checking& checking);
Next apply(const CollectingKeys& stage, const Transition& t);

/// A key may also be passed ahead of its step (runtime/shuffle_pipeline.h), and come attached.
proto::KeyPayload make_key(const Making& making);
Result<> check_key(const Checking& checking, Seat author, const proto::KeyPayload& key);
void take_key(const Transition& t, Seat seat, const proto::KeyPayload& key);

}  // namespace fairdeal::runtime
