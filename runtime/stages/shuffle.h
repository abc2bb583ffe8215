#pragma once

#include "rules/want.h"
#include "runtime/deal.h"
#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// The step is that of the holder whose turn it is; whatever others have passed on meanwhile comes
/// with its entry. Turns are made ahead of their step (runtime/shuffle_pipeline.h).
struct Shuffling {
  SharedDeck deck;
};

/// The deck that is shuffled at this stage; none at any other.
const SharedDeck* shuffled_deck(const Stage& stage);

/// Begins the shuffle that the rules want: of a new deck that opens a deal or joins one, or of
/// what lies there.
Next begin_shuffle(const Transition& t, const rules::WantShuffle& want);
Stage shuffle(SharedDeck deck);

EntrySlots owing(const Shuffling& stage, const PublicState& state);
Result<> check(const Shuffling& stage, const Checking& checking);
Next apply(const Shuffling& stage, const Transition& t);

/// Makes a deck, face up, under the locks of `key_holders`. Errors: not_wanted; bad_proof, if their
/// keys cancel out.
Result<SharedDeck> new_deck(PublicState& state, const rules::WantShuffle& want, SeatSet key_holders,
                            const Deal& deal, Step place);
/// Checks a turn of `deck` by `author`, unless it is `known` to be sound, and takes it.
Result<> check_turn(const Checking& checking, SharedDeck& deck, Seat author,
                    const proto::ShufflePayload& turn, bool known);
/// Takes the turns that the record's entries attach and that follow one another.
void take_attached_turns(const Transition& t, SharedDeck& deck, SeatSet takers);

}  // namespace fairdeal::runtime
