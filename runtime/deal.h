#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/seat_set.h"
#include "crypto/deck.h"
#include "proto/messages.h"
#include "rules/want.h"

namespace fairdeal::runtime {

/// Cards that those whose locks lie on them permute and mask, one after another
/// (runtime/shuffle_chain.h).
struct SharedDeck {
  std::vector<CardSlot> slots;
  std::vector<Face> faces;  ///< of a new deck; none: what lay there
  SeatSet key_holders;
  crypto::Point key;  ///< theirs together
  Step place;         ///< of its proofs: its deal's, or the step at which it joined one
  std::shared_ptr<const crypto::Deck> cards;
  crypto::Digest digest;  ///< the deck's
  SeatSet left;           ///< key_holders who have not had their turn
  SeatSet turns{};        ///< who has had its turn

  bool is_new() const { return !faces.empty(); }
  /// Whose turn it is; none: all of `takers` have had theirs.
  std::optional<Seat> due(SeatSet takers) const;
  /// `seat` has had its turn, and leaves `to`.
  void take_turn(Seat seat, std::shared_ptr<const crypto::Deck> to);
};

/// One set of masking keys: what is dealt and rolled under them is a deal (docs/dealing.md, A
/// deal). While it is opened, its members publish their keys; then, if all others together are to
/// stand in for a member that falls silent, recovery shares of them; then each has its turn of the
/// deck.
struct Deal {
  std::uint64_t number = 0;      ///< of the openings of the match, dropped ones too
  SeatSet members;               ///< who owes a key, or has published one
  std::size_t recovery = 0;      ///< how many others stand in for a member; 0: nobody does
  std::vector<crypto::Point> X;  ///< masking keys by seat, O of who has none
  std::vector<crypto::Point> Y;  ///< encryption keys by seat, H of who has none
  SeatSet keyed{};               ///< who has published them
  std::map<Seat, proto::SharesPayload> dealings{};
  std::optional<rules::WantShuffle> want{};  ///< of its deck, while nothing else is in the deal
  std::optional<SharedDeck> deck{};          ///< that opens it, while its turns are taken ahead
  bool wanted = false;                       ///< what is wanted waits for it: else it is ahead
  bool counted = false;                      ///< for who has played it through
  bool asked = false;                        ///< its members have been asked for shares
  bool anew = false;  ///< in place of one that lay: the rules know of its deck

  /// Of the keys, the dealings, and the turns of the deck that opens it.
  Step place() const { return Step((std::uint64_t{1} << 63) + number); }
  SeatSet owe_keys() const { return members - keyed; }
  /// Recovery shares: nobody before all keys are there.
  SeatSet owe_shares() const;
  bool is_open() const { return owe_keys().empty() && owe_shares().empty(); }
  /// What dealings refer to: the keys of all members.
  crypto::Digest keys_digest() const;
  /// What `dealer` encrypted to `to`, another member. Requires a dealing of its.
  const crypto::EncryptedScalar& encrypted(Seat dealer, Seat to) const;
};

}  // namespace fairdeal::runtime
