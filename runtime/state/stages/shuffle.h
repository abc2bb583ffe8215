#pragma once

#include "rules/want.h"
#include "runtime/state/deal.h"
#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// The stage in which a deck is shuffled. The step waits for the key holder whose turn it is, and
/// its entry attaches the turns that others have passed meanwhile. Turns are made ahead of their
/// step (runtime/node/shuffle_pipeline.h).
struct Shuffling {
  static constexpr bool kAsksForShares = false;
  SharedDeck deck;
};

/// Returns the deck that is shuffled at this stage; null at another stage.
const SharedDeck* shuffled_deck(const Stage& stage);

/// Begins the shuffle that the rules want: of a new deck that opens a deal or joins one, or of
/// cards that lie.
Next begin_shuffle(const Transition& t, const rules::WantShuffle& want);
Stage shuffle(SharedDeck deck);

EntrySlots owing(const Shuffling& stage, const PublicState& state);
/// Is not called, because a turn is made ahead of its step: by make_turn().
proto::Payload make(const Shuffling& stage, const Making& making);
Result<> check(const Shuffling& stage, const Checking& checking);
Next apply(const Shuffling& stage, const Transition& t);

/// Makes a seat's turn: `prepared` shuffles the deck that the turns before it leave. Cost: a few
/// milliseconds (docs/speed.md), so ShufflePipeline runs it on a worker.
proto::Passed make_turn(crypto::PreparedShuffle prepared, const SharedDeck& reached,
                        const crypto::Digest& table, Seat me);

/// Makes a new deck, face up, for `key_holders` to shuffle. Requires that it is granted. Errors:
/// bad_proof (their keys cancel out: then what is wanted is void by all of them).
Result<SharedDeck> new_deck(PublicState& state, const rules::WantShuffle& want, SeatSet key_holders,
                            const Deal& deal, Step place);
/// Checks a turn of `deck` by `author`, unless it is `known` to be sound, and takes it into `deck`.
Result<> check_turn(const Checking& checking, SharedDeck& deck, Seat author,
                    const proto::ShufflePayload& turn, bool known);
/// Takes the turns that the record's entries attach and that follow one another.
void take_attached_turns(const Transition& t, SharedDeck& deck, SeatSet takers);

}  // namespace fairdeal::state::stages
