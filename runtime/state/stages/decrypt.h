#pragma once

#include "crypto/curve/point.h"
#include "rules/want.h"
#include "runtime/state/stages/next.h"

namespace fairdeal::state {
struct CardCopy;
}

namespace fairdeal::state::stages {

/// A card that is decrypted for one seat (`to`), or for everybody. If the rules want it dealt,
/// `deal` says to whom; one of these is `to`, who copies the card for the others.
struct CardToDecrypt {
  CardSlot slot;
  std::optional<Seat> to;
  std::optional<rules::WantDeal> deal{};
};

/// The stage in which key holders give their decryption shares of these cards. If there are
/// `opened` cards, what is decrypted is copies of some of them (runtime/state/stages/copy.h).
struct Decrypting {
  static constexpr bool kAsksForShares = true;
  std::vector<CardToDecrypt> cards;
  std::vector<CardToDecrypt> opened{};
};

/// Returns the seats that see a card that is dealt so.
SeatSet seats_of(const rules::WantDeal& deal);
/// Returns whether `seat` can read this copy: all other shares are public.
bool is_readable(const CardCopy& copy, Seat seat);

/// Returns the cards of this stage; null at another stage.
const std::vector<CardToDecrypt>* decrypted_cards(const Stage& stage);

/// Begins one step for the deals and shows at the front of `wants`. A slot that comes a second time
/// waits for the next step.
Next begin_decrypting(const Transition& t, const std::vector<rules::Want>& wants);

/// Returns the stage that decrypts these copies of `opened` cards.
Stage decrypt_copies(std::vector<CardToDecrypt> copies, std::vector<CardToDecrypt> opened);

EntrySlots owing(const Decrypting& stage, const PublicState& state);
proto::Payload make(const Decrypting& stage, const Making& making);
Result<> check(const Decrypting& stage, const Checking& checking);
Next apply(const Decrypting& stage, const Transition& t);

/// Returns the indices of the stage's cards that still need `seat`'s share.
std::vector<std::size_t> owed(const Decrypting& stage, const PublicState& state, Seat seat);
/// Returns the points of these cards that the seat multiplies by its key.
std::vector<crypto::Point> owed_points(const Decrypting& stage, const PublicState& state,
                                       Seat seat);
/// Takes a seat's share of the i-th card of the stage.
void take_share(const Decrypting& stage, PublicState& state, std::size_t i, Seat seat,
                const crypto::Point& share);
/// Shows the cards if no share is missing, after copies of them are made; else begins the recovery
/// of the missing ones.
Next show_or_recover(const Decrypting& stage, const Transition& t);

}  // namespace fairdeal::state::stages
