#pragma once

#include <map>

#include "rules/any_game.h"
#include "runtime/deal.h"
#include "runtime/members.h"
#include "runtime/stages/stage.h"

namespace fairdeal::runtime {

/// A card as everybody sees it.
struct PublicCard {
  crypto::MaskedCard masked;
  SeatSet key_holders;                   ///< whose locks lie on it
  std::map<Seat, crypto::Point> shares;  ///< decryption shares that are public, each proved
  std::optional<Seat> dealt_to;
  std::optional<Face> face;  ///< once shown
  SeatSet shuffled{};        ///< who had a turn when its deck was new
};

/// A roll that one seat alone has seen: the coin, and everybody else's shares.
struct PrivateRoll {
  Coin coin;
  std::map<Seat, crypto::Point> shares;
};

/// All that the members of a table know in common: the data that a Table folds records into. Each
/// stage reads and changes it in its own file (runtime/stages/).
struct PublicState {
  std::shared_ptr<const proto::SignedCharter> signed_charter;
  crypto::Digest id;
  Step step{0};
  crypto::Digest head;
  Stage stage = over();
  rules::AnyGame game;
  Members members;
  SeatSet
      withheld{};  ///< who was asked for its lock when it was done, and kept it: not asked again
  std::optional<Deal> deal{};     ///< whose keys lock the cards that lie and make the coins
  std::optional<Deal> next{};     ///< the deal that is being opened: wanted, or ahead of its time
  std::uint64_t deals_made = 0;   ///< openings of this match, dropped ones too
  std::uint64_t deals_begun = 0;  ///< of these, those of a deck that was wanted; a dropped one and
                                  ///< what takes its place are one
  Step opened{0};                 ///< when the last opening began
  std::map<CardSlot, PublicCard> cards{};
  std::map<Seat, PrivateRoll> private_rolls{};
  std::uint64_t rolls_made = 0;  ///< coins of this match, void ones too
  std::size_t faces = 0;         ///< one more than the largest face that can be on this table

  const proto::Charter& charter() const { return signed_charter->charter; }
  std::size_t seats() const { return charter().seats.size(); }
  SeatSet all_seats() const { return SeatSet::first(seats()); }
  SeatSet present() const { return members.present(); }
  SeatSet in() const { return members.in(); }
  /// The place of this step's proofs.
  crypto::Place place() const { return {id, step}; }

  /// Whether no card lies and no roll is hidden.
  bool nothing_lies() const { return cards.empty() && private_rolls.empty(); }
  /// Whether nothing lies, and no deal is being opened that is wanted now.
  bool between_deals() const { return nothing_lies() && !(next && next->wanted); }
  /// Whether a deck is shuffled at this step, and not ahead of its time.
  bool is_shuffling() const { return shuffled_deck(stage) != nullptr; }
  consensus::Quorum quorum() const { return members.quorum(charter().quorum); }
  /// The place that the next opening will have.
  Step deal_to_come() const;
  /// The deck that is open: the one that is shuffled at this step, or else the one that opens the
  /// next deal, if it has turns left.
  const SharedDeck* deck() const;
  /// Who takes turns of deck(). Of a deck that is shuffled ahead: all members of the next deal.
  SeatSet takers() const;
  /// The deal about whose recovery shares `receiver` may still complain: one that is being opened,
  /// until the receiver's own turn of its deck, or one without cards.
  const Deal* disputed(Seat receiver) const;
  /// The seats that can make decryption shares in place of `missing`: those that hold a recovery
  /// share of the key of each of them.
  SeatSet helpers(SeatSet missing) const;
  /// Whether there are enough of these helpers.
  bool recovers(SeatSet missing) const;
  /// Whether anything may yet be asked of a seat that left: its lock on the cards that nobody has
  /// seen; where the others cannot stand in for it, its share of its own cards and dice, while the
  /// rules may show them.
  bool needs(Seat seat) const;
};

/// The digest of what follows from the records (docs/protocol.md, Digests).
crypto::Digest digest(const PublicState& state);

}  // namespace fairdeal::runtime
