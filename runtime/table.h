#pragma once

#include "consensus/record.h"
#include "rules/any_game.h"
#include "runtime/stage.h"

namespace fairdeal::runtime {

/// A card as everybody sees it.
struct Card {
  crypto::MaskedCard masked;
  std::map<Seat, crypto::Point> shares;  ///< unlock shares that are public, each proved
  std::optional<Seat> dealt_to;
  std::optional<Face> face;  ///< once shown
};

/// One seat's throw that it alone has seen: the coin, and everybody else's shares.
struct PrivateThrow {
  Coin coin;
  std::map<Seat, crypto::Point> shares;
};

/// The replicated state: public knowledge only, a fold over the agreed records. Peer, simulator and
/// auditor run this same class. A value: `after` returns the next one.
class Table {
 public:
  /// Before step 0. Errors: as open_game.
  static Result<Table> open(std::shared_ptr<const proto::SealedCharter> charter);

  const proto::Charter& charter() const { return charter_->charter; }
  std::size_t seats() const { return charter().seats.size(); }
  const crypto::Digest& id() const { return id_; }
  Step step() const { return step_; }
  const crypto::Digest& head() const { return head_; }
  const Stage& stage() const { return stage_; }
  const rules::AnyGame& game() const { return game_; }
  bool over() const { return std::holds_alternative<Over>(stage_); }

  /// Who owes what at this step, by seat.
  std::vector<consensus::EntrySlot> slots() const;

  /// Whether an entry is for this table, step and history, and for a slot that its author owes. No
  /// proof is looked at. Errors: wrong_table, state_differs; not_wanted, blamed on the author.
  Result<> fits(const proto::Signed<proto::Entry>& entry) const;
  /// Whether an entry fits and is true: proved, legal. Cost: its proof's. Errors: as fits;
  /// bad_proof and illegal_move, blamed on the author.
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, Rng& rng) const;
  /// This peer's own entry, made by the functions of runtime/contribute.h: not checked again.
  consensus::Checked vouch(proto::Signed<proto::Entry> own) const;

  /// The state this step's record leads to. Errors: illegal_move, not_wanted (rules that contradict
  /// themselves), bad_proof (keys that cancel out).
  Result<Table> after(const consensus::Record& record) const;

  /// Of what follows from the records by rules: the game's JSON form and the slots of this step.
  crypto::Digest digest() const;
  /// What happened to the game in the last step.
  const std::vector<rules::AnyEvent>& events() const { return events_; }

  // What entries are made from and checked against.

  /// The place of this step's proofs.
  crypto::Place place() const { return {id_, step_}; }
  const std::vector<crypto::Point>& keys() const { return keys_; }
  const std::vector<crypto::Point>& sealing_keys() const { return sealing_keys_; }
  const crypto::Point& joint_key() const { return joint_key_; }
  /// What each dealer sealed to each seat, once it is dealt.
  const std::vector<proto::SharesPayload>& dealings() const { return dealings_; }
  const std::map<Slot, Card>& cards() const { return cards_; }
  const std::map<Seat, PrivateThrow>& throws() const { return throws_; }
  /// Faces that can be on this table are below this.
  std::size_t faces() const { return faces_; }
  /// Which of this step's openings or coins, by index, still need `seat`'s share.
  std::vector<std::size_t> owed(Seat seat) const;
  /// The points that `seat` multiplies by its key for these: of cards or of coins.
  std::vector<crypto::Point> owed_points(Seat seat) const;

 private:
  friend struct Checking;
  friend struct Applying;
  explicit Table(std::shared_ptr<const proto::SealedCharter> charter, rules::AnyGame game);

  std::shared_ptr<const proto::SealedCharter> charter_;
  crypto::Digest id_;
  Step step_{0};
  crypto::Digest head_;
  Stage stage_ = CollectingKeys{};
  rules::AnyGame game_;
  std::vector<rules::AnyEvent> events_;

  std::vector<crypto::Point> keys_;
  std::vector<crypto::Point> sealing_keys_;
  crypto::Point joint_key_;
  std::vector<proto::SharesPayload> dealings_;
  std::map<Slot, Card> cards_;
  std::map<Seat, PrivateThrow> throws_;
  std::size_t faces_ = 0;
};

/// The numbers that dice show, from 64 shared random bytes.
std::vector<std::int64_t> throw_dice(const std::vector<rules::Die>& dice,
                                     const ByteArray<64>& value);

}  // namespace fairdeal::runtime
