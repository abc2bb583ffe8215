#pragma once

#include "consensus/record.h"
#include "crypto/sign.h"
#include "runtime/links.h"
#include "runtime/private_view.h"

namespace fairdeal::runtime {

/// What this member makes, checks and offers of the deck that is open, and of the deal that is
/// opened ahead, before a record has it:
///
///   a shuffle   prepared ─> made once the turns before it are here ─> offered to whom it concerns
///   of others   kept ─> checked, several proofs in one ─> attached by who answers a first slot
///
/// Losing all of it costs nothing but time. docs/dealing.md, shuffles that pass.
class ShufflePipeline {
 public:
  /// The step at which the member is.
  struct Here {
    Seat me;
    const std::shared_ptr<const Table>& table;
    Seat attacher;  ///< whose entry is the step's first
    const Links& links;
  };

  /// Where what is passed now has its proofs: the deck that is shuffled at this step, or else the
  /// deal that is being opened. None if there is neither.
  static std::optional<Step> place_of(const Table& table);

  /// Forgets what is of another place.
  void begin(const std::optional<Step>& place, Instant now);
  const std::optional<Step>& place() const { return chain_.place(); }
  /// Starts whatever is to be made, checked and offered now.
  void advance(const Here& here, const PrivateView& view, Rng& rng, Instant now, Effects& out);

  // What others passed.

  /// Whether it is new, and there is room for more of its author.
  bool wants(const proto::Envelope& passed) const;
  /// Keeps what is of the place that comes next, from a peer that decided this step first; a few of
  /// each author.
  void keep_early(Seat from, const proto::PassedFrame& frame, const proto::Passed& passed,
                  const Table& table);
  std::vector<std::pair<Seat, proto::PassedFrame>> take_early();
  void add(proto::Signed<proto::Passed> passed);

  // What a worker has done.

  void on_done(Done::Prepared& prepared);
  /// Signs what was made, and offers it. It is sent without having been stored: if it is lost,
  /// another is as good.
  void on_done(Done::Made& made, const crypto::SigningKey& key, const Here& here, Effects& out);
  /// Returns the authors of what was found to be false.
  std::vector<Seat> on_done(const Done::PassedChecked& checked);

  // What comes of it.

  /// The shuffle with which this member answers now, if the deck waits for its turn and it knows
  /// the turns of all, or has waited for the next one long enough. Requires: it has not answered
  /// yet.
  const proto::ShufflePayload* answer(const Here& here, Instant now) const;
  /// When answer() has waited long enough.
  Instant deadline(const Table& table, Seat me) const;
  /// What the author of the step's first entry attaches: the parts that the deal ahead needs next,
  /// and the chain of turns from where the table is, or from its own turn. What does not fit into
  /// `room` bytes goes with a later entry.
  std::vector<proto::Attachment> attachments(const Here& here, std::size_t room) const;
  /// Names of what was found to be sound: it is not checked again.
  Verified verified() const { return chain_.verified(); }
  /// The seats whose turn in the open deck is known to be sound, although no record has it yet.
  SeatSet passed(const Table& table) const;
  /// Sends a peer, which may have missed it, what this member passed.
  void send_own(Seat me, Seat to, Effects& out) const;

 private:
  std::vector<const ShuffleChain::Link*> attachable(const Here& here) const;
  SeatSet attachers(const Here& here) const;
  SeatSet concerned(const ShuffleChain::Link& link, const Here& here) const;
  void offer(const Here& here, Effects& out);
  void make_part(const Deal& deal, const Here& here, const PrivateView& view, Rng& rng,
                 Effects& out);
  void make_turn(const SharedDeck& deck, const Here& here, const PrivateView& view, Rng& rng,
                 Effects& out);
  void check_parts(const Deal& deal, const Here& here, Rng& rng, Effects& out);
  void check_turns(const SharedDeck& deck, const Here& here, Rng& rng, Effects& out);

  ShuffleChain chain_;
  std::vector<std::pair<Seat, proto::PassedFrame>>
      early_;  ///< of a place that is not open here yet
  std::shared_ptr<crypto::PreparedShuffle> prepared_;
  bool preparing_ = false;
  bool making_ = false;    ///< what it passes next is being made
  SeatSet offered_;        ///< who was sent what this member passed last
  std::size_t known_ = 0;  ///< how many turns were known to be sound at known_at_
  Instant known_at_{0};
};

}  // namespace fairdeal::runtime
