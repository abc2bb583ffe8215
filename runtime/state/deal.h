#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/seat_set.h"
#include "crypto/deck.h"
#include "proto/messages.h"
#include "rules/want.h"

namespace fairdeal::state {

/// A deck that its key holders permute and mask, one after another (runtime/state/shuffle_chain.h).
struct SharedDeck {
  std::vector<CardSlot> slots;
  std::vector<Face> faces;  ///< the faces of a new deck; none if cards that lay are shuffled again
  SeatSet key_holders;
  crypto::Point key;  ///< the joint key of the key holders
  Step place;         ///< the place of its proofs: its deal's, or the step at which it joined one
  std::shared_ptr<const crypto::Deck> cards;
  crypto::Digest digest;  ///< the digest of `cards`
  SeatSet left;           ///< the key holders whose turns are still to come
  SeatSet turns{};        ///< the seats that have had their turns

  bool is_new() const { return !faces.empty(); }
  /// Returns the seat whose turn it is; none if all of `takers` have had theirs.
  std::optional<Seat> due(SeatSet takers) const;
  /// Takes the turn of `seat`, which leaves the deck `to`.
  void take_turn(Seat seat, std::shared_ptr<const crypto::Deck> to);
};

/// One set of masking keys, with what is dealt and rolled under them (docs/dealing.md, A deal).
/// While a deal is opened, its members first publish their keys. Then, if the terms have recovery,
/// they deal recovery shares of the keys to one another. Then each has its turn of the deck.
struct Deal {
  std::uint64_t number = 0;      ///< counts the openings of the match, dropped ones too
  SeatSet members;               ///< the seats that owe a key or have published one
  std::size_t recovery = 0;      ///< how many others stand in for a member; 0: nobody does
  std::vector<crypto::Point> X;  ///< masking keys by seat; O where a seat has none
  std::vector<crypto::Point> Y;  ///< encryption keys by seat; H where a seat has none
  SeatSet keyed{};               ///< the seats that have published their keys
  std::map<Seat, proto::SharesPayload> dealings{};  ///< the recovery shares, by dealer
  std::optional<rules::WantShuffle> want{};  ///< the want of its deck, while it has nothing else
  std::optional<SharedDeck> deck{};          ///< the deck that opens it, while turns come ahead
  bool wanted = false;                       ///< the rules wait for it; else it is opened ahead
  bool counted = false;                      ///< it has counted as played through
  bool asked = false;                        ///< its members have been asked for shares
  bool anew = false;  ///< it replaces a deal whose deck lay already, and the rules know the deck

  /// Returns the place of its keys, its recovery shares and the turns of the deck that opens it.
  Step place() const { return Step((std::uint64_t{1} << 63) + number); }
  SeatSet owe_keys() const { return members - keyed; }
  /// Returns the members that owe recovery shares: nobody before all keys are there.
  SeatSet owe_shares() const;
  bool is_open() const { return owe_keys().empty() && owe_shares().empty(); }
  /// Returns the digest of all members' keys, which recovery shares refer to.
  crypto::Digest keys_digest() const;
  /// Returns the recovery share that `dealer` encrypted to `to`. Requires: `to` is another member,
  /// and `dealer` has dealt.
  const crypto::EncryptedScalar& encrypted(Seat dealer, Seat to) const;
};

}  // namespace fairdeal::state
