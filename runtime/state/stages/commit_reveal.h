#pragma once

#include <map>

#include "crypto/commit.h"
#include "crypto/transcript.h"
#include "rules/want.h"
#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// The stage in which all commit, to simultaneous moves or to values for shared dice. `dice` is
/// empty for moves. In the next step all reveal.
struct Committing {
  static constexpr bool kAsksForShares = false;
  std::vector<Seat> seats;
  std::vector<rules::Die> dice;
};
/// The stage in which all reveal what they committed to.
struct Revealing {
  static constexpr bool kAsksForShares = false;
  Committing what;
  crypto::Place place;  ///< the place of their commitments
  std::map<Seat, crypto::Commitment> commitments;
};

Stage commit_to_moves(std::vector<Seat> seats);
Stage commit_to_dice(std::vector<Seat> seats, std::vector<rules::Die> dice);
/// Returns the dice of a roll by commit–reveal, none for simultaneous moves; null at another stage.
const std::vector<rules::Die>* rolled_together(const Stage& stage);
/// Returns whether the seat may still be asked to reveal what it committed to.
bool may_reveal(const Stage& stage, Seat seat);
/// Returns whether `committed` is the opening of the seat's commitment at this stage, or the seat
/// has no commitment here.
bool opens_commitment(const Stage& stage, Seat seat,
                      const std::optional<proto::RevealPayload>& committed);

/// Commits to making.committed, a move or this seat's part of shared dice.
proto::CommitPayload make_commitment(const Making& making);

EntrySlots owing(const Committing& stage, const PublicState& state);
proto::Payload make(const Committing& stage, const Making& making);
Result<> check(const Committing& stage, const Checking& checking);
Next apply(const Committing& stage, const Transition& t);

EntrySlots owing(const Revealing& stage, const PublicState& state);
proto::Payload make(const Revealing& stage, const Making& making);
Result<> check(const Revealing& stage, const Checking& checking);
Next apply(const Revealing& stage, const Transition& t);

}  // namespace fairdeal::state::stages
