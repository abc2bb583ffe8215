#pragma once

#include <deque>
#include <map>
#include <variant>
#include <vector>

#include "base/bucket.h"
#include "runtime/history.h"
#include "runtime/links.h"
#include "runtime/peer_limits.h"

/// How members that stand at different steps, or lost a message, come to have the same: each says
/// where it stands (Status) when nothing moves, and others send what it lacks.
namespace fairdeal::runtime {

/// Says where a member stands.
proto::Status status_of(const Table& table, const consensus::Agreement& agreement,
                        const Links& links, bool asks);
/// Sends the entries of the step, but those whose bits are set in `but`; votes by voter, likewise.
void send_entries(Seat to, std::uint32_t but, const consensus::Agreement& agreement, Effects& out);
void send_votes(Seat to, Round round, proto::Phase phase, std::uint32_t but,
                const consensus::Agreement& agreement, Effects& out);
/// Sends the votes and proposals that a peer of the same step lacks, by its Status.
void send_missing_votes(Seat to, const proto::Status& theirs, const consensus::Agreement& agreement,
                        Effects& out);
/// A proposal, with the votes that show that it may be voted for.
proto::ProposalFrame frame_of(const proto::Signed<proto::Proposal>& proposal,
                              const consensus::Agreement& agreement);

class CatchUp {
 public:
  explicit CatchUp(std::size_t members);

  // When to say where this member stands.

  /// Notes that something came in or the step was decided, which puts the question off. A member
  /// that is behind, or was restarted (`asks`), says it as soon as others will answer.
  void note_progress(Step here, bool asks, Instant now);
  /// Whether it is time to say it; the next time is later.
  bool is_due(Instant now);
  /// Says it soon: something came of a step that is further ahead than the next. Once a step: a
  /// liar would make this member ask without end.
  void hurry(Step here, Instant now);
  Instant deadline() const { return due_at_; }

  // Where the others stand.

  /// Notes what a peer said of itself. `mine`: the head at its step as this member knows it.
  void learn(Seat peer, Step step, const crypto::Digest& head,
             const std::optional<crypto::Digest>& mine);
  void learn(Seat peer, Step step);
  Step step_of(Seat peer) const { return peers_[peer.value].step; }
  /// Whether its history is another than this member's.
  bool parted(Seat peer) const { return peers_[peer.value].parted; }
  bool others_are_ahead(Step here) const;

  // What they lack.

  /// What is to be sent to a peer whose Status says that it stands at `there`.
  enum class Answer { nothing, status, records, statements };
  Answer on_status(Seat from, Step there, Step here, Instant now);
  /// Something was sent to a peer at that step: it is not soon answered there again.
  void answered(Seat peer, Step there, Instant now);
  /// Records from `first` on are to be sent, in turn with what others lack.
  void resend(Seat to, Step first);
  /// Sends what waits, as long as the rate allows.
  void send_decided(const History& history, Step here, Instant now, Effects& out);
  Instant resend_at() const { return resends_.empty() ? never() : resend_at_; }
  /// What waited for a peer that is gone will be asked for again.
  void lost(Seat peer);

  // What is of the next step: from peers that decided this one first.

  using Early = std::pair<Seat, std::variant<proto::EntryFrame, proto::VoteFrame>>;
  void begin_step();
  /// Keeps a statement until this step is decided; of each author only a few.
  void keep(Seat from, std::variant<proto::EntryFrame, proto::VoteFrame> statement);
  const std::vector<Early>& early() const { return early_; }
  std::vector<Early> take_early() { return std::exchange(early_, {}); }

 private:
  struct Peer {
    Step step{0};                       ///< where it last said it was
    bool parted = false;                ///< and that its history there is another
    int early = 0;                      ///< messages of it kept for the next step
    std::optional<Instant> asked_at{};  ///< its last Status that was looked into
    AnswerPace answers{};
  };

  std::vector<Peer> peers_;
  Step step_{0};  ///< at which the timer runs
  Instant due_at_{0};
  Duration due_after_{0};
  std::optional<Step> hurried_;  ///< at which a later statement made this member ask at once
  std::vector<Early> early_;
  std::deque<std::pair<Seat, Step>> resends_;  ///< one range a peer, first come, first served
  Bucket resending_;
  Instant resend_at_{0};
};

/// The statement in one that came early.
const proto::Envelope& envelope_in(const CatchUp::Early& early);

}  // namespace fairdeal::runtime
