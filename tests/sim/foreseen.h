#pragma once

#include <algorithm>

#include "crypto/deck.h"
#include "rules/card.h"
#include "tests/sim/course.h"

namespace fairdeal::sim {

inline bool is_ace(Face face) { return rules::card_of(face).rank == 12; }

/// Returns whether `to` would be dealt an ace if all gave their shares at this step. A coalition of
/// `to` and others knows that once the rest have given theirs.
inline bool sees_an_ace(const Course& course, const state::stages::Decrypting& stage, Seat to) {
  const auto& state = course.table().state();
  return std::ranges::any_of(stage.cards, [&](const state::stages::CardToDecrypt& wanted) {
    if (wanted.to != to) return false;
    const auto& card = state.cards.at(wanted.slot);
    crypto::Point M = card.masked.B;
    for (const Seat seat : card.key_holders.list()) {
      const auto share = card.shares.find(seat);
      const Bytes keys = course.view(seat).keys_to_store(state.deal->number);
      const ByteSpan bytes = keys;
      M = M -
          (share != card.shares.end()
               ? share->second
               : *crypto::Scalar::decode(bytes.first<crypto::Scalar::kBytes>()) * card.masked.A);
    }
    return is_ace(*crypto::face_of(M, state.faces));
  });
}

}  // namespace fairdeal::sim
