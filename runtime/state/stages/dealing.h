#pragma once

#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// The stage in which members deal encrypted recovery shares of their keys to one another.
struct DealingShares {
  static constexpr bool kAsksForShares = false;
};

Stage deal_shares();

EntrySlots owing(const DealingShares& stage, const PublicState& state);
proto::Payload make(const DealingShares& stage, const Making& making);
Result<> check(const DealingShares& stage, const Checking& checking);
Next apply(const DealingShares& stage, const Transition& t);

/// Makes this seat's recovery shares. They may also be passed ahead of their step
/// (runtime/node/shuffle_pipeline.h), and attached.
proto::SharesPayload make_dealing(const Making& making);
/// Checks recovery shares as far as everybody can. Only its receiver can decrypt a share, and
/// complains if it is wrong.
Result<> check_dealing(const Checking& checking, Seat author, const proto::SharesPayload& dealing);

/// Checks that a complaint is about shares that can still be disputed, and that it reveals the
/// right point to decrypt one.
Result<> check_complaint(const Checking& checking, const proto::Complaint& complaint);
/// Convicts the dealer if its share is wrong, and the author of the complaint if it is sound.
void take_complaint(const Transition& t, Seat by, const proto::Complaint& complaint);

}  // namespace fairdeal::state::stages
