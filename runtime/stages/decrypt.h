#pragma once

#include "rules/want.h"
#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// A card that is decrypted for one seat (`to`), or for everybody.
struct CardToDecrypt {
  CardSlot slot;
  std::optional<Seat> to;
};

/// Those whose locks lie on these cards give their decryption shares of them.
struct Decrypting {
  std::vector<CardToDecrypt> cards;
};

/// The cards of this stage; none at any other.
const std::vector<CardToDecrypt>* decrypted_cards(const Stage& stage);

/// Begins the deals and shows that stand together in `wants`; a slot twice begins another step.
Next begin_decrypting(const Transition& t, const std::vector<rules::Want>& wants);

EntrySlots owing(const Decrypting& stage, const PublicState& state);
proto::Payload make(const Decrypting& stage, const Making& making);
Result<> check(const Decrypting& stage, const Checking& checking);
Next apply(const Decrypting& stage, const Transition& t);

/// Which of the stage's cards, by index, still need `seat`'s share.
std::vector<std::size_t> owed(const Decrypting& stage, const PublicState& state, Seat seat);
/// The points of these that the seat multiplies by its key.
std::vector<crypto::Point> owed_points(const Decrypting& stage, const PublicState& state,
                                       Seat seat);
/// Shows the cards, if no share is missing; else others stand in for who withheld it.
Next show_or_recover(const Decrypting& stage, const Transition& t);

}  // namespace fairdeal::runtime
