#pragma once

#include "runtime/contradictions.h"
#include "runtime/fork.h"
#include "runtime/move_clock.h"
#include "runtime/presences.h"
#include "runtime/restart.h"
#include "runtime/shuffle_pipeline.h"

namespace fairdeal::runtime {

/// One member of one table, without its I/O: agreement, replicated state and private view together.
/// Bytes and the time go in; what to store, send and show comes out (runtime/effects.h). Never
/// blocks, never reads a clock; the same inputs give the same outputs.
///
/// The caller performs each Effects in order, and calls on_time once `now` has reached deadline().
class Node {
 public:
  struct Config {
    std::shared_ptr<const proto::SignedCharter> charter;
    Seat me;
    crypto::SigningKey key;
  };

  /// A new table, at step 0. `rng` outlives the node. Errors: as Table::create; bad_signature.
  static Result<Node> create(Config config, Rng& rng);
  /// A table that this member's store remembers: everything Effects::store ever held. Continues
  /// where it was, and says nothing that contradicts what it said: it first asks the others what it
  /// said (asking()). A record that is missing is asked for from the others, too. `known`: the
  /// table after the first records, if the caller has it; these are then not replayed. Errors:
  /// damaged; as create.
  static Result<Node> resume(Config config, std::span<const Put> stored, Rng& rng,
                             std::shared_ptr<const Table> known = nullptr);

  Effects start(Instant now);
  /// The connection to another member is there, or gone.
  Effects on_link(Seat peer, bool up, Instant now);
  /// Errors: the frame is malformed, and `from`'s doing: hang up on it. Nothing else happened.
  Result<Effects> on_frame(Seat from, ByteSpan frame, Instant now);
  /// This peer's move. Errors: not_wanted, illegal_move; nothing was sent.
  Result<Effects> on_action(const rules::Action& action, Instant now);
  /// Announces that this seat leaves (nobody waits for it from the next step on) or is back.
  Effects on_presence(proto::Presence::What what, Instant now);
  Effects on_done(Done done, Instant now);
  Effects on_time(Instant now);
  Instant deadline() const;

  Seat me() const { return config_.me; }
  const Table& table() const { return *table_; }
  const rules::Known& known() const { return private_.known(); }
  bool finished() const { return table_->over(); }
  /// Returns whether this peer has finished, and everybody to whom it is connected, or was less
  /// than kNear ago, has finished with the same history or has left: then nobody needs it any more.
  bool all_finished(Instant now) const;
  /// Returns whether a record says that this seat left, and nobody needs anything of it any more.
  bool has_gone() const;
  /// How long a member that has finished thinks of one that is no longer connected.
  static constexpr Duration kNear{60'000};
  /// Returns whether this peer was restarted and still asks the others what it signed: until a
  /// quorum has answered it signs nothing.
  bool asking() const { return asking_.has_value(); }

  /// All that a later statement of this peer may rest on: what a restart must not forget.
  struct Memory {
    Step step;
    crypto::Digest head;
    std::vector<Bytes> said;  ///< at this step: entries, votes, proposals
    struct Lock {
      Round round;
      crypto::Digest record;
      bool proved;  ///< its record and a quorum's prevotes for it are here
      bool operator==(const Lock&) const = default;
    };
    std::vector<Lock> locks;
    crypto::Digest secrets;  ///< keys, and what it committed to
    std::vector<Duration> banks;
    bool operator==(const Memory&) const = default;
  };
  Memory memory() const;
  const std::optional<Error>& halted() const { return halted_; }
  /// Until when no connection with this peer is accepted, because it sent too much that it knew to
  /// be wrong.
  Instant shut_until(Seat peer) const { return others_.at(peer.value).score.shut_until(); }
  /// Every contradiction that this peer has seen, once each.
  const std::vector<consensus::Equivocation>& evidence() const { return contradictions_.all(); }

  /// Whether this peer is to move now, and has not yet.
  bool to_act() const;
  /// Who is connected to whom.
  const Links& links() const { return links_; }
  /// What this peer has made and checked of the open deck.
  const ShufflePipeline& pipeline() const { return pipeline_; }
  /// How long each member may still take at this step.
  const MoveClock& clock() const { return clock_; }
  Round round() const { return agreement_.round(); }
  /// Whom the current step waits for, and for which kind of entry; without a kind, for a vote.
  /// While this peer is asking(), those who have not answered it.
  struct Awaited {
    Seat seat;
    std::optional<proto::Kind> entry;
    bool operator==(const Awaited&) const = default;
  };
  std::vector<Awaited> awaited() const;

 private:
  /// The state that each record of a step leads to.
  struct Outcomes {
    std::map<crypto::Digest, std::shared_ptr<const Table>> tables;  // by record
    std::optional<Error> error;
  };
  /// What this peer remembers about one member.
  struct Other {
    std::optional<proto::Envelope> checking{};  ///< its entry, while a long check is under way
    int refused = 0;                            ///< wrong entries of it at this step
    int useless = 0;                            ///< points for its score, of this frame
    PeerScore score{};
    bool shown = false;                ///< was sent this peer's entries, as it holds others
    std::optional<Instant> linked_at;  ///< when it was last connected, if perhaps not long ago
    Step heard{0};                     ///< the last step at which anything came from it
  };

  Node(Config config, std::shared_ptr<const Table> table, PrivateView view, Rng& rng);

  // After a restart (node_restart.cc).
  Result<> replay(const Bytes& record);
  Result<> remember(std::span<const Put> stored);
  Result<> remember(const Put& put);
  void replay_later(Effects& out);
  Result<> restore_statement(const Put& said);
  void ask(Effects& out) const;
  void hear_enough(Instant now, Effects& out);
  void take(Seat from, const proto::Recall& recall, Instant now, Effects& out);
  bool holds_own(const crypto::Digest& statement) const;
  bool adopt_later(const Put& own, Step step, Effects& out);
  void adopt(const proto::Signed<proto::Entry>& own, Instant now, Effects& out);
  void adopt(const proto::Signed<proto::Vote>& own, Instant now, Effects& out);
  void adopt(const proto::Signed<proto::Proposal>& own, Instant now, Effects& out);

  // Histories that part (node_fork.cc).
  void suspect(Seat from, Seat author, const std::optional<NamedHistory>& named, Effects& out);
  void take(Seat from, const proto::HistoryQuery& query, Instant now, Effects& out);
  void take(Seat from, const proto::HistoryAnswer& theirs, Instant now, Effects& out);

  // One step, from its opening to its decision (node.cc).
  void begin_step(Instant now, Effects& out);
  consensus::Agreement agreement_on_step(Instant now);
  void compute_outcomes();
  /// Gives the agreement something of this step, and what it then asks for.
  template <class... What>
  consensus::Agreement::Added add(What&&... what) {
    const auto added = agreement_.add(std::forward<What>(what)...);
    compute_outcomes();
    return added;
  }
  template <class... What>
  void restore(What&&... what) {
    agreement_.restore(std::forward<What>(what)...);
    compute_outcomes();
  }
  ShufflePipeline::Here here() const;
  void advance_pipeline(Instant now, Effects& out);
  void contribute(Instant now, Effects& out);
  void set_due(Instant now);
  void speak(Instant now, Effects& out);
  void draw_keys(Effects& out);
  void forget_keys(Effects& out);
  SeatSet quiet_voters() const;
  bool owes() const;
  bool has_entered() const;
  void answer_none(Instant now, Effects& out);
  void make_move(const std::string& action, Instant now, Effects& out);
  void make_entry(proto::Payload payload, Instant now, Effects& out);
  void progress(Instant now, Effects& out);
  void sign(consensus::Agreement::Statement statement, Effects& out);
  void settle_dissent(const proto::Signed<proto::Vote>& vote, Effects& out);
  void decide(const consensus::Agreement::Decision& decision, Instant now, Effects& out);
  void new_round(Effects& out);
  void tell_standings(const Table& before, Effects& out) const;
  void refuse(Error error, Effects& out);
  void useless(Seat from, Error error, Effects& out);
  void halt(Error error, Effects& out);

  // What comes in (node_receive.cc).
  bool route(Seat from, const proto::Message& message, Instant now, Effects& out);
  void take(Seat from, const proto::EntryFrame& frame, Instant now, Effects& out);
  void take(Seat from, const proto::VoteFrame& frame, Instant now, Effects& out);
  void take(Seat from, const proto::ProposalFrame& frame, Instant now, Effects& out);
  void take(Seat from, const proto::Status& status, Instant now, Effects& out);
  void take(Seat from, const proto::Decided& decided, Instant now, Effects& out);
  Work examine(proto::Signed<proto::Entry> entry, Seat from);
  bool is_impossible(Seat from, Step step, Effects& out);
  bool is_far(Step step, Instant now);
  bool is_out_of_reach(Seat from, const proto::Envelope& said, Instant now, Effects& out);
  void adopt_entries(const proto::Proposal& proposal, Instant now, Effects& out);
  template <class T>
  void look_back(const proto::Signed<T>& late, Effects& out);
  void accept(Done::Verdict verdict, Instant now, Effects& out);
  Result<std::vector<consensus::Answer>> validate(const std::vector<proto::Answer>& record);

  void take(Seat from, const proto::PassedFrame& frame, Instant now, Effects& out);
  // What it tells the table beside its answers (node_attachments.cc).
  void say_presence(proto::Presence::What what, Instant now, Effects& out);
  void take(Seat from, const proto::PresenceFrame& frame, Instant now, Effects& out);
  std::vector<proto::Attachment> attachments(std::size_t room);

  // Whom to tell (node_send.cc).
  std::size_t members() const { return others_.size(); }
  proto::Status status() const;

  Config config_;
  Rng* rng_;
  std::shared_ptr<const Table> table_;
  PrivateView private_;
  Outcomes outcomes_;
  consensus::Agreement agreement_;
  History history_;
  CatchUp catch_up_;
  ForkSearch forks_;
  Contradictions contradictions_;
  std::vector<Other> others_;
  Links links_;
  Presences presences_;
  MoveClock clock_;
  bool contributed_ = false;  ///< made, or being made, for this step
  bool resumed_ = false;      ///< was restarted: its store has charter and keys
  /// What this peer signed before it was restarted, for the current step and for later ones.
  OwnStatements mine_;
  std::map<Step, Bytes> later_;  ///< stored records after one that is missing
  std::optional<Asking> asking_;
  std::optional<Error> halted_;
  Round told_round_{0};
  ShufflePipeline pipeline_;
};

}  // namespace fairdeal::runtime
