#pragma once

#include "consensus/quorum.h"
#include "consensus/record.h"
#include "rules/any_game.h"
#include "runtime/pending_proofs.h"
#include "runtime/shuffle_chain.h"
#include "runtime/stage.h"

namespace fairdeal::runtime {

/// A card as everybody sees it.
struct Card {
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

/// How a member stands with the table.
struct Standing {
  std::uint32_t absences = 0;  ///< in a row
  bool gone = false;           ///< owes nothing, votes on nothing
  bool convicted = false;      ///< by something it signed; never comes back
  bool left = false;           ///< gone by its own word: the table is one of those that remain
  Step since{0};               ///< since when it is here, out or gone
  bool is_back = false;        ///< said since then that it is back
  bool on_trial = false;       ///< played nothing through since: gone at its first absence
  std::uint32_t times = 0;     ///< it became out or gone, less one for every ten deals played
  std::uint32_t played = 0;    ///< deals since `times` fell last; without decks, answers
  Step went{0};                ///< when it became out or gone
  std::uint64_t missed = 0;    ///< the deal that it missed then
};

/// The replicated state: public knowledge only, a fold over the agreed records. Peer, simulator and
/// auditor run this same class. A value: `after` returns the next one.
class Table : private consensus::EntryChecker {
 public:
  /// Before step 0. Errors: as open_game.
  static Result<Table> create(std::shared_ptr<const proto::SignedCharter> charter);

  const proto::Charter& charter() const { return charter_->charter; }
  const std::shared_ptr<const proto::SignedCharter>& signed_charter() const { return charter_; }
  std::size_t seats() const { return charter().seats.size(); }
  const crypto::Digest& id() const { return id_; }
  Step step() const { return step_; }
  const crypto::Digest& head() const { return head_; }
  const Stage& stage() const { return stage_; }
  const rules::AnyGame& game() const { return game_; }
  bool over() const { return std::holds_alternative<Over>(stage_); }

  const Standing& standing(Seat member) const { return standings_.at(member.value); }
  const std::vector<Standing>& standings() const { return standings_; }  ///< seats', witnesses'
  /// Seats that are not gone.
  SeatSet present() const;
  /// Those of present() that play this deal. A seat that missed a part of its opening or a roll, or
  /// that came back since, does not (docs/dealing.md, Who is out).
  SeatSet in() const { return present() - out_; }
  /// Whether no card lies, no roll is hidden, and no deal is being opened that is wanted now.
  bool between_deals() const { return nothing_lies() && !(next_ && next_->wanted); }
  /// Returns whether a statement that `member` is back would change anything: it is out or gone,
  /// and has not said that it is back since.
  bool awaits_word(Seat member) const;
  /// Who takes turns of deck(). Of a deck that is shuffled ahead: all members of the next deal.
  SeatSet takers() const {
    return std::holds_alternative<Shuffling>(stage_) ? in() : next_ ? next_->members : SeatSet();
  }
  /// Returns whether a seat that left has answered all that it was asked since.
  bool still_answers(Seat seat) const;
  /// Whether anything may yet be asked of a seat that left: its lock on the cards that nobody has
  /// seen; where the others cannot stand in for it, its share of its own cards and dice, while the
  /// rules may show them.
  bool needs(Seat seat) const;
  /// Whether an entry of this step may attach evidence that `member` contradicted itself at `step`.
  bool may_attach(Seat member, Step step) const;
  /// Who votes on this step, and how many of them must agree.
  consensus::Quorum quorum() const;

  /// Which entries this step waits for, in seat order.
  std::vector<consensus::EntrySlot> slots() const;

  /// Whether an entry fits a slot of this step and is true: signed by its author for this table,
  /// step and history, proved, legal. Cost: its proof's. Errors: wrong_table, state_differs,
  /// not_wanted; what fits and is false (bad_proof, illegal_move …) is blamed on the author. What
  /// was `verified` when it was passed is not checked again.
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, Rng& rng,
                                   const Verified& verified = {}) const;
  /// Like the other check(), but adds the entry's proof to `proofs`. Use the result only after
  /// proofs.settle() succeeds.
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, PendingProofs& proofs,
                                   const Verified& verified = {}) const;
  /// The cheap first part of check(). Errors: wrong_table, state_differs, not_wanted, too_large.
  Result<> fits(const proto::Signed<proto::Entry>& entry) const;
  /// Whether what `author` passed for the deal that is being opened, its key or recovery shares, is
  /// true. Errors: bad_proof; not_wanted.
  Result<> check_part(Seat author, const proto::Passed& passed, Rng& rng) const;
  /// The largest allowed encoding of an entry of `seat` at this step, in bytes.
  std::size_t entry_bytes_max(Seat seat) const;
  /// Checks that an entry fits a slot of this step and is false, as somebody claims. Errors: those
  /// of an entry that does not fit; not_wanted, if it is sound.
  Result<consensus::InvalidEntry> check_invalid(proto::Signed<proto::Entry> entry, Rng& rng) const;
  /// Accepts this peer's own entry, or one that this peer checked before it stored it, without a
  /// check. Never call it with an entry that came from elsewhere.
  consensus::Checked assume_valid(proto::Signed<proto::Entry> own) const;
  consensus::InvalidEntry assume_invalid(proto::Signed<proto::Entry> stored) const;
  /// An answer to the i-th slot as it travelled, validated, if `proofs` hold, which now have its
  /// among them. Errors: not_canonical, if it is another seat's; as check and check_invalid.
  Result<consensus::Answer> validate(std::size_t i, const proto::Answer& answer,
                                     PendingProofs& proofs, Rng& rng,
                                     const Verified& verified = {}) const;

  /// The state this step's record leads to. Errors: illegal_move, not_wanted (rules that contradict
  /// themselves), bad_proof (keys that cancel out).
  Result<Table> after(const consensus::Record& record) const;

  /// The digest of the public state that follows from the records (docs/protocol.md, Digests).
  const crypto::Digest& digest() const { return digest_; }
  /// What happened to the game in the last step.
  const std::vector<rules::AnyEvent>& events() const { return events_; }

  // What entries are made from and checked against.

  /// The place of this step's proofs.
  crypto::Place place() const { return {id_, step_}; }
  /// The deal whose keys lock the cards that lie and make the coins.
  const std::optional<Deal>& deal() const { return deal_; }
  /// The deal that is being opened, because it is wanted or ahead of its time.
  const std::optional<Deal>& next_deal() const { return next_; }
  /// Whether this step is one of opening next_deal(), which is wanted.
  bool is_opening() const;
  /// Whether a deck is shuffled at this step, and not ahead of its time.
  bool is_shuffling() const { return std::holds_alternative<Shuffling>(stage_); }
  /// Whether this step's commitments are to dice: a program makes them, and not a person.
  bool commits_to_dice() const;
  /// The place that the next opening will have.
  Step deal_to_come() const {
    return Deal{.number = deals_made_, .members = {}, .X = {}, .Y = {}}.place();
  }
  /// The deal about whose recovery shares `receiver` may still complain: one that is being opened,
  /// until the receiver's own turn of its deck, or one without cards.
  const Deal* disputed(Seat receiver) const;
  /// The seats that can make decryption shares in place of `missing`: those that hold a recovery
  /// share of the key of each of them.
  SeatSet helpers(SeatSet missing) const;
  /// Whether there are enough of these helpers.
  bool recovers(SeatSet missing) const;
  const std::map<CardSlot, Card>& cards() const { return cards_; }
  /// The deck that is open: the one that is shuffled at this step, or else the one that opens the
  /// next deal, if it has turns left.
  const SharedDeck* deck() const;
  const std::map<Seat, PrivateRoll>& private_rolls() const { return private_rolls_; }
  /// The cards with the lock of `seat` that were neither dealt nor shown: it gives its shares of
  /// them when it leaves.
  std::vector<CardSlot> handed_over(Seat seat) const;
  /// Whether it is asked for them in a step: it is done with the hand without having made the move
  /// that carries them, and has not kept them back yet.
  bool owes_locks(Seat seat) const {
    return present().has(seat) && game_.done(seat) && !withheld_.has(seat);
  }
  /// Whether it gives them with a move that leads to `after`: if it is done then with a hand that
  /// goes on.
  bool hands_over(Seat seat, const rules::AnyGame& after) const;
  /// One more than the largest face that can be on this table.
  std::size_t faces() const { return faces_; }
  /// which of this step's cards or coins, by index, still need `seat`'s share.
  std::vector<std::size_t> owed(Seat seat) const;
  /// The points, of cards or of coins, that `seat` multiplies by its key for these.
  std::vector<crypto::Point> owed_points(Seat seat) const;

 private:
  // What reads an entry (table_check.cc), and what makes the next table (runtime/applying.h).
  friend struct Checking;
  friend struct Applying;
  bool nothing_lies() const { return cards_.empty() && private_rolls_.empty(); }
  explicit Table(std::shared_ptr<const proto::SignedCharter> charter, rules::AnyGame game);
  Result<> begin();
  crypto::Digest state_digest() const;
  Result<> holds(const proto::Signed<proto::Entry>& entry, PendingProofs& proofs,
                 const Verified& verified) const;

  std::shared_ptr<const proto::SignedCharter> charter_;
  crypto::Digest id_;
  Step step_{0};
  crypto::Digest head_;
  crypto::Digest digest_;
  Stage stage_ = Over{};
  rules::AnyGame game_;
  std::vector<rules::AnyEvent> events_;

  std::vector<Standing> standings_;  // of seats, then witnesses
  SeatSet out_;                      // seats that are out of this deal, as the rules have heard
  SeatSet withheld_;  // who was asked for its lock when it was done, and kept it: not asked again
  std::optional<Deal> deal_;
  std::optional<Deal> next_;
  std::uint64_t deals_made_ = 0;   // openings of this match, dropped ones too
  std::uint64_t deals_begun_ = 0;  // of these, those of a deck that was wanted; a dropped one and
                                   // what takes its place are one
  Step opened_{0};                 // when the last opening began
  std::map<CardSlot, Card> cards_;
  std::map<Seat, PrivateRoll> private_rolls_;
  std::uint64_t rolls_made_ = 0;  // coins of this match, void ones too
  std::size_t faces_ = 0;
};

/// The numbers that dice show, from 64 shared random bytes.
std::vector<std::int64_t> roll_dice(const std::vector<rules::Die>& dice,
                                    const ByteArray<64>& value);

}  // namespace fairdeal::runtime
