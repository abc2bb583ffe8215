#pragma once

#include <map>

#include "crypto/commit.h"
#include "crypto/transcript.h"
#include "rules/want.h"
#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// Simultaneous moves, or shared dice by commit–reveal (then `dice` is not empty): all commit, in
/// the next step all reveal.
struct Committing {
  std::vector<Seat> seats;
  std::vector<rules::Die> dice;
};
struct Revealing {
  Committing what;
  crypto::Place place;  ///< where they committed
  std::map<Seat, crypto::Commitment> commitments;
};

Stage commit_to_moves(std::vector<Seat> seats);
Stage commit_to_dice(std::vector<Seat> seats, std::vector<rules::Die> dice);
/// The dice of a roll by commit–reveal, empty of simultaneous moves; none at any other stage.
const std::vector<rules::Die>* rolled_together(const Stage& stage);
/// Whether what the seat committed to is still asked for.
bool may_reveal(const Stage& stage, Seat seat);
/// Whether `committed` opens the seat's commitment, if the stage has one.
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

}  // namespace fairdeal::runtime
