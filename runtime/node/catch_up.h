#pragma once

#include <array>
#include <deque>
#include <map>
#include <variant>
#include <vector>

#include "base/bucket.h"
#include "runtime/node/history.h"
#include "runtime/node/links.h"
#include "runtime/node/peer_limits.h"

/// Catching up: how members that are at different steps, or that lost a message, come to have the
/// same. A member sends its Status when a step makes no progress, and others send what it lacks.

namespace fairdeal::node {

/// Returns the Status that says where this member is and what it holds.
proto::Status status_of(const state::Table& table, const consensus::Agreement& agreement,
                        const Links& links, bool asks);
/// Send a peer the entries of the step but those of the entry slots whose bits are set in `held`,
/// or the votes of one round and phase but those of `held`.
void send_entries(Seat to, std::uint32_t held, const consensus::Agreement& agreement, Effects& out);
void send_votes(Seat to, Round round, proto::Phase phase, SeatSet held,
                const consensus::Agreement& agreement, Effects& out);
/// Sends a peer this member's own entries and votes of the step.
void send_own_statements(Seat me, Seat to, const consensus::Agreement& agreement, Effects& out);
/// Sends the votes and proposals that a peer of the same step lacks, by its Status.
void send_missing_votes(Seat to, const proto::Status& theirs, const consensus::Agreement& agreement,
                        Effects& out);
/// Returns a proposal together with the votes that show that it may be voted for.
proto::ProposalFrame frame_of(const proto::Signed<proto::Proposal>& proposal,
                              const consensus::Agreement& agreement);

/// Knows where the others are, what this member still has to send them, and when it next
/// says where it is itself.
class CatchUp {
 public:
  explicit CatchUp(std::size_t members);

  // When this member sends its Status.

  /// Starts the timer again if this member is at another step than before. A member that is behind,
  /// or asks what it signed (`asks`), sends its Status as soon as others will answer.
  void note_progress(Step here, bool asks, Instant now);
  /// Returns whether it is time to send the Status, and if so sets the timer for the next one. A
  /// member that asks what it signed is silent meanwhile, so it asks often.
  bool is_due(bool asks, Instant now);
  /// Makes the Status due soon, because a message of a step beyond the next one came in. It does so
  /// once a step: a liar could make this member ask without end.
  void hurry(Step here, Instant now);
  Instant deadline() const { return due_at_; }

  // Where the others are.

  /// Notes the step and head that a peer says it is at. `mine` is the head before that step as this
  /// member knows it.
  void learn(Seat peer, Step step, const crypto::Digest& head,
             const std::optional<crypto::Digest>& mine);
  /// Notes that a peer has reached this step.
  void learn(Seat peer, Step step);
  Step step_of(Seat peer) const { return peers_[peer.value].step; }
  /// Returns whether the peer's history differs from this member's.
  bool parted(Seat peer) const { return peers_[peer.value].parted; }
  /// Notes that a peer's history differs, though the heads cannot be compared.
  void part(Seat peer) { peers_[peer.value].parted = true; }
  bool others_are_ahead(Step here) const;

  // Records that the others lack.

  enum class Answer { nothing, status, records, statements };
  /// Returns what to send a peer whose Status says that it is at `there`. The first Status of a
  /// connection that `asks` is answered at once, whatever the peer was sent before: a restarted
  /// member may have lost it, and waits for the answer. So are the next ones, at a pace of their
  /// own (AnswerPace).
  Answer on_status(Seat from, Step there, bool asks, Step here, Instant now);
  /// Notes that a peer at that step was sent something, so that it soon gets no second answer.
  void answered(Seat peer, Step there, Instant now);
  /// Queues the records from `first` on for a peer, behind what others lack. A peer that asks
  /// from the same record again on one connection gets that one alone: the rest may be on its way.
  void resend(Seat to, Step first);
  /// Returns whether records are queued for a peer.
  bool resends_to(Seat peer) const;
  /// Sends queued records, as long as the rate allows.
  void send_decided(const History& history, Step here, Instant now, Effects& out);
  /// Returns when the next queued records may be sent.
  Instant resend_at() const { return resends_.empty() ? never() : resend_at_; }
  /// Drops what is queued for a peer whose connection ended: it will ask again.
  void lost(Seat peer);

  // Statements that this member cannot use yet: those of the next step, and those of this step in
  // rounds that are far from its own. It remembers them, because it may be the only one that heard
  // them when their author comes back with an older copy of its store, and asks.

  using Statement = std::variant<proto::EntryFrame, proto::VoteFrame, proto::ProposalFrame>;
  struct Early {
    Seat from;
    Step of;
    Statement frame;
  };
  void begin_step();
  /// Keeps a statement of this step or the next, but only so many of each author. Returns whether
  /// it is kept now and was not before.
  bool keep(Seat from, Step of, Statement frame);
  const std::vector<Early>& early() const { return early_; }
  /// Returns the statements of the step `here`, and forgets all of them. Those of a step that is
  /// decided bind nobody any more.
  std::vector<Early> take_early(Step here);

 private:
  struct Peer {
    Step step{0};                       ///< the step at which it last said it was
    bool parted = false;                ///< its history up to there differs from this member's
    std::size_t early = 0;              ///< how many of its statements are in early_ …
    std::size_t early_bytes = 0;        ///< … and how long they are together
    std::optional<Instant> asked_at{};  ///< when its last Status came that was not ignored
    AnswerPace answers{};
    bool asked = false;            ///< on this connection it has asked what it signed
    std::optional<Step> resent{};  ///< the first record that it was sent last on this connection
  };

  std::vector<Peer> peers_;
  Step step_{0};  ///< the step for which the timer runs
  Instant step_began_{0};
  std::array<Duration, 8> took_{};  ///< how long the last steps took, zero for those before
  Instant due_at_{0};
  Duration due_after_{0};
  std::optional<Step> hurried_;  ///< the last step at which hurry() made the Status due
  std::vector<Early> early_;
  std::deque<std::pair<Seat, Step>> resends_;  ///< the queue, with one range for each peer at most
  Bucket resending_;
  Instant resend_at_{0};
};

/// Returns the signed statement in a message that came early.
const proto::Envelope& envelope_in(const CatchUp::Early& early);

}  // namespace fairdeal::node
