#pragma once

#include <map>

#include "rules/any_game.h"
#include "rules/grants.h"
#include "runtime/state/deal.h"
#include "runtime/state/members.h"
#include "runtime/state/stages/stage.h"

namespace fairdeal::state {

/// A copy of a card for a second seat that is to see it, made by that seat
/// (runtime/state/stages/copy.h). It has two locks: that of the seat that it is for, and that of
/// the card's first reader.
struct CardCopy {
  crypto::MaskedCard masked;
  SeatSet key_holders;
  std::map<Seat, crypto::Point> shares{};
};

/// A card as everybody sees it.
struct PublicCard {
  crypto::MaskedCard masked;
  SeatSet key_holders;                   ///< the seats whose locks are on it
  std::map<Seat, crypto::Point> shares;  ///< the public decryption shares, each proved
  std::optional<Seat> dealt_to;  ///< the seat that can read it, since all others gave their shares
  std::optional<Face> face;      ///< set once it is shown
  SeatSet shuffled{};            ///< the seats that had a turn when its deck was new
  SeatSet also{};                ///< the other seats that it is dealt to
  std::map<Seat, CardCopy> copies{};  ///< by the seat that a copy is for
};

/// A roll that one seat alone has seen: the coin, and the shares of all others.
struct PrivateRoll {
  stages::Coin coin;
  std::map<Seat, crypto::Point> shares;
};

/// Moves at which the rules failed, so that they count as absences.
struct FailedMoves {
  SeatSet by;
  std::string why;  ///< in the words of the rules
};

/// All that the members of a table know in common. A Table folds the records into it, and each
/// stage reads and changes it in its own file (runtime/state/stages/).
struct PublicState {
  std::shared_ptr<const proto::SignedCharter> signed_charter;
  crypto::Digest id;
  Step step{0};
  crypto::Digest head;
  stages::Stage stage = stages::over();
  rules::AnyGame game;
  Members members;
  /// The seats that were asked for a share of a card or a coin of this deal, or for their locks,
  /// and did not answer. They are not asked again.
  SeatSet withheld{};
  /// The seats whose locks the others have recovered. They go out of the deal when the rules are
  /// asked next, since what they wanted comes true first.
  SeatSet recovered{};
  /// The deal that was void where fewer than two others could play, so that nobody was put out. 0:
  /// none. If it is void so once more, the match ends.
  std::uint64_t spoilt = 0;
  std::optional<Deal> deal{};    ///< the current deal: its keys lock the cards and make the coins
  std::optional<Deal> next{};    ///< the deal that is being opened, wanted or ahead of its time
  std::uint64_t deals_made = 0;  ///< counts the openings of this match, dropped ones too
  /// Counts the deals that began because a deck was wanted. An opening that takes the place of a
  /// dropped one is not counted again.
  std::uint64_t deals_begun = 0;
  Step opened{0};            ///< the step at which the last opening began
  std::uint32_t alarms = 0;  ///< counts the alarms that rang
  SeatSet alarmed{};         ///< the members that said that the next one is due
  std::map<CardSlot, PublicCard> cards{};
  std::map<Seat, PrivateRoll> private_rolls{};
  std::uint64_t rolls_made = 0;  ///< counts the coins of this match, void ones too
  std::size_t faces = 0;         ///< one more than the largest face that can be on this table
  /// The fault of the rules, in words, if they failed: the match is over without a result, and
  /// they are not asked again.
  std::optional<std::string> rules_fault{};
  // The kind of the last step: it follows from the record, and is no part of the digest.
  std::optional<FailedMoves> failed_moves{};
  std::vector<rules::AnyGame> games{};  ///< the game after each event

  const proto::Charter& charter() const { return signed_charter->charter; }
  std::size_t seats() const { return charter().seats.size(); }
  SeatSet all_seats() const { return SeatSet::first(seats()); }
  SeatSet present() const { return members.present(); }
  /// Returns the seats that have nothing left to play for (AnyGame::spent). They vote, but have no
  /// part in deals: they could make one void for a friend and lose nothing.
  SeatSet spent() const;
  SeatSet in() const { return members.in() - spent(); }
  /// Returns nothing if this member may resign now. Errors, by what is wrong: bad_proof.
  Result<> may_resign(Seat member) const;
  /// Returns whether a member may say that the alarm with this number is due: it is the one that
  /// the game has set, and the member has not said so.
  bool may_say_alarm(Seat member, std::uint32_t number) const {
    return game.alarm() && number == alarms + 1 && !alarmed.has(member);
  }
  /// Returns the place to which this step's proofs are bound.
  crypto::Place place() const { return {id, step}; }

  /// Returns whether no card lies and no roll is hidden.
  bool nothing_lies() const { return cards.empty() && private_rolls.empty(); }
  /// Returns whether nothing lies, and no deal is being opened that is wanted now.
  bool between_deals() const { return nothing_lies() && !(next && next->wanted); }
  /// Returns whether a deck is shuffled at this step. One that is shuffled ahead does not count.
  bool is_shuffling() const { return stages::shuffled_deck(stage) != nullptr; }
  consensus::Quorum quorum() const { return members.quorum(charter().quorum); }
  /// Returns the place that the next opening will have.
  Step deal_to_come() const;
  /// Returns the open deck: the one that is shuffled at this step, or else the one that opens the
  /// next deal, if it has turns left. Null if there is none.
  const SharedDeck* deck() const;
  /// Returns the seats that take turns of deck(). Those of a deck that is shuffled ahead are all
  /// members of the next deal.
  SeatSet takers() const;
  /// Returns the deal about whose recovery shares `receiver` may still complain: one that is being
  /// opened, until the receiver's own turn of its deck, or one that has no cards. Null if there is
  /// none.
  const Deal* disputed(Seat receiver) const;
  /// Returns the seats that can make shares in place of `missing`: the other members of the deal
  /// that are not gone. Each holds a recovery share of each missing key.
  SeatSet helpers(SeatSet missing) const;
  /// Returns whether there are enough of these helpers.
  bool recovers(SeatSet missing) const;
  /// Returns what grants.h has to know of this table.
  rules::Lying lying() const;
  /// Returns whether anything may yet be asked of a seat that left: its locks on the cards that
  /// nobody has seen or, where the others cannot stand in for it, its shares of its own cards and
  /// dice, as long as the rules may show them.
  bool needs(Seat seat) const;
};

/// Returns the digest of what follows from the records (docs/protocol.md, Digests).
crypto::Digest digest(const PublicState& state);

}  // namespace fairdeal::state
