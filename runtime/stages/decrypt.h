#pragma once

#include "rules/want.h"
#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// A card that is decrypted for one seat (`to`), or for everybody.
struct CardToDecrypt {
  CardSlot slot;
  std::optional<Seat> to;
};

/// The stage in which key holders give their decryption shares of these cards.
struct Decrypting {
  std::vector<CardToDecrypt> cards;
};

/// Returns the cards of this stage; null at another stage.
const std::vector<CardToDecrypt>* decrypted_cards(const Stage& stage);

/// Begins one step for the deals and shows at the front of `wants`. A slot that comes a second time
/// waits for the next step.
Next begin_decrypting(const Transition& t, const std::vector<rules::Want>& wants);

EntrySlots owing(const Decrypting& stage, const PublicState& state);
proto::Payload make(const Decrypting& stage, const Making& making);
Result<> check(const Decrypting& stage, const Checking& checking);
Next apply(const Decrypting& stage, const Transition& t);

/// Returns the indices of the stage's cards that still need `seat`'s share.
std::vector<std::size_t> owed(const Decrypting& stage, const PublicState& state, Seat seat);
/// Returns the points of these cards that the seat multiplies by its key.
std::vector<crypto::Point> owed_points(const Decrypting& stage, const PublicState& state,
                                       Seat seat);
/// Shows the cards if no share is missing; else begins the recovery of the missing ones.
Next show_or_recover(const Decrypting& stage, const Transition& t);

}  // namespace fairdeal::runtime
