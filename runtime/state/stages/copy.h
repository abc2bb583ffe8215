#pragma once

#include "runtime/state/stages/decrypt.h"

namespace fairdeal::state::stages {

/// A copy of the card in `slot` that `to` makes for itself. `from` can read the card.
struct CopyToMake {
  CardSlot slot;
  Seat from;
  Seat to;
};

/// The stage in which seats that are to see a card, too, copy it for themselves. A copy is the card
/// under a fresh mask, with no locks left on it but those of `from` and `to`: the shares of all
/// others are public by then. Then `from` deals the copy to `to`, by a share of its own.
///
///   Decrypting ──> Copying ──> Decrypting ──> all that was wanted happens
///     the cards    a fresh mask    the copies
///
/// Why the seat that is to see the card makes its copy: the share that is missing then is one like
/// all others, which the others recover if `from` keeps it back. A seat that does not copy what it
/// is to see makes void what is wanted, by itself.
struct Copying {
  static constexpr bool kAsksForShares = true;
  std::vector<CopyToMake> copies;
  std::vector<CardToDecrypt> opened;  ///< the cards of the step before
};

/// Begins to copy what other seats are to see of these cards, whose shares are public. Returns none
/// if there is nothing to copy.
std::optional<Stage> begin_copying(const Transition& t, const std::vector<CardToDecrypt>& opened);
/// Returns how many copies a want needs.
std::size_t copies_needed(const PublicState& state, const CardToDecrypt& card);

EntrySlots owing(const Copying& stage, const PublicState& state);
proto::Payload make(const Copying& stage, const Making& making);
Result<> check(const Copying& stage, const Checking& checking);
Next apply(const Copying& stage, const Transition& t);

/// Returns the indices of the copies that the seat makes.
std::vector<std::size_t> owed(const Copying& stage, Seat seat);
/// Returns what a copy is made from: the card without the locks of all but `from` and `to`, whose
/// locks are `key_holders`.
CardCopy to_copy(const PublicState& state, const CopyToMake& copy);
/// Returns the joint key of a copy.
crypto::Point copy_key(const PublicState& state, SeatSet key_holders);

}  // namespace fairdeal::state::stages
