#pragma once

#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// Members deal recovery shares of their keys to one another, encrypted.
struct DealingShares {};

Stage deal_shares();

EntrySlots owing(const DealingShares& stage, const PublicState& state);
proto::Payload make(const DealingShares& stage, const Making& making);
Result<> check(const DealingShares& stage, const Checking& checking);
Next apply(const DealingShares& stage, const Transition& t);

/// A dealing may also be passed ahead of its step (runtime/shuffle_pipeline.h), and come attached.
proto::SharesPayload make_dealing(const Making& making);
/// What is encrypted cannot be checked by all: its receiver complains.
Result<> check_dealing(const Checking& checking, Seat author, const proto::SharesPayload& dealing);

Result<> check_complaint(const Checking& checking, const proto::Complaint& complaint);
/// Convicts the dealer of a wrong share, or who called a sound one wrong.
void take_complaint(const Transition& t, Seat by, const proto::Complaint& complaint);

}  // namespace fairdeal::runtime
