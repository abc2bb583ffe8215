#pragma once

#include "consensus/record.h"
#include "crypto/sign.h"
#include "runtime/node/links.h"
#include "runtime/state/private_view.h"

namespace fairdeal::node {

/// The parts of the open deck, and of the deal that is opened ahead, which this member makes,
/// checks and offers before a record has them:
///
///   its own     prepared ─> made once the turns before it are here ─> sent to those who need it
///   of others   kept ─> checked, several proofs in one ─> attached by the first entry's author
///
/// Losing all of it costs nothing but time (docs/dealing.md, Shuffles that pass).
class ShufflePipeline {
 public:
  /// This member and the step at which it is.
  struct Here {
    Seat me;
    const std::shared_ptr<const state::Table>& table;
    Seat attacher;  ///< the seat whose entry is the step's first
    const Links& links;
  };

  /// Returns the place to which the proofs of passed parts are bound now: that of the deck that is
  /// shuffled at this step, or else of the deal that is being opened. None if there is neither.
  static std::optional<Step> place_of(const state::Table& table);

  /// Goes on at this place, and forgets all parts of another.
  void begin(const std::optional<Step>& place, Instant now);
  const std::optional<Step>& place() const { return chain_.place(); }
  /// Starts to make, check and offer whatever is due now.
  void advance(const Here& here, const state::PrivateView& view, Rng& rng, Instant now,
               Effects& out);

  /// Returns whether a deal or a deck of this place may be opened next.
  static bool may_open(Step place, const state::Table& table);

  // Parts that others passed.

  /// Returns whether a part is new, and there is room for more of its author.
  bool wants(const proto::Envelope& passed) const;
  /// Keeps a part of the place that comes next, which a peer sends that has decided this step
  /// already; only a few of each author.
  void keep_early(Seat from, const proto::PassedFrame& frame, const proto::Passed& passed,
                  const state::Table& table);
  std::vector<std::pair<Seat, proto::PassedFrame>> take_early();
  void add(proto::Signed<proto::Passed> passed);

  // Results of a worker.

  void on_done(Done::Prepared& prepared);
  /// Signs a part that was made, and sends it. Why it need not be stored first: it binds its author
  /// to nothing, and after a restart another one is as good.
  void on_done(Done::Made& made, const crypto::SigningKey& key, const Here& here, Effects& out);
  /// Takes in what a check found, and returns the authors of false parts.
  std::vector<Seat> on_done(const Done::PassedChecked& checked);

  // Answering and attaching.

  /// Returns the shuffle with which this member answers now, if the deck waits for its turn and it
  /// knows the turns of all, or has waited for the next one long enough. Requires: it has not
  /// answered yet.
  const proto::ShufflePayload* answer(const Here& here, Instant now) const;
  /// Returns when answer() has waited long enough.
  Instant deadline(const state::Table& table, Seat me) const;
  /// Returns what the author of the step's first entry attaches: the parts that the deal ahead
  /// needs next, and the chain of turns that follow the table's deck or, if the entry is its own
  /// turn, that turn. Parts beyond `room` bytes go with a later entry.
  std::vector<proto::Attachment> attachments(const Here& here, std::size_t room) const;
  /// Returns the names of parts that were found to be sound, so that they are not checked again.
  state::Verified verified() const { return chain_.verified(); }
  /// Returns the seats whose turns of the open deck are known to be sound, although no record has
  /// them yet.
  SeatSet passed(const state::Table& table) const;
  /// Sends a peer, which may have missed them, the parts that this member passed.
  void send_own(Seat me, Seat to, Effects& out) const;

 private:
  std::vector<const state::ShuffleChain::Link*> attachable(const Here& here) const;
  SeatSet attachers(const Here& here) const;
  SeatSet concerned(const state::ShuffleChain::Link& link, const Here& here) const;
  void offer(const Here& here, Effects& out);
  void make_part(const state::Deal& deal, const Here& here, const state::PrivateView& view,
                 Rng& rng, Effects& out);
  void make_turn(const state::SharedDeck& deck, const Here& here, const state::PrivateView& view,
                 Rng& rng, Effects& out);
  void check_parts(const state::Deal& deal, const Here& here, Rng& rng, Effects& out);
  void check_turns(const state::SharedDeck& deck, const Here& here, Rng& rng, Effects& out);

  state::ShuffleChain chain_;
  std::vector<std::pair<Seat, proto::PassedFrame>>
      early_;  ///< parts of a place that is not open here yet, and who sent each
  std::shared_ptr<crypto::PreparedShuffle> prepared_;
  bool preparing_ = false;
  bool making_ = false;    ///< its next part is being made
  SeatSet offered_;        ///< the members that were sent its latest part
  std::size_t known_ = 0;  ///< how many turns of the chain are known to be sound
  Instant known_at_{0};    ///< when that number last changed
};

}  // namespace fairdeal::node
