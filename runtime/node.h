#pragma once

#include "runtime/effects.h"
#include "runtime/private_view.h"

namespace fairdeal::runtime {

/// One member of one table, without its I/O: agreement, replicated state and private view together.
/// Bytes and the time go in; what to store, send and show comes out (runtime/effects.h). Never
/// blocks, never reads a clock; the same inputs give the same outputs.
///
/// The caller performs each Effects in order, and calls on_time once `now` has reached deadline().
class Node {
 public:
  struct Config {
    std::shared_ptr<const proto::SealedCharter> charter;
    Seat me;
    crypto::SigningKey key;
  };

  /// A new table, at step 0. `rng` outlives the node. Errors: as Table::open; bad_signature.
  static Result<Node> open(Config config, Rng& rng);

  Effects start(Instant now);
  /// The connection to another member is there, or gone.
  Effects on_link(Seat peer, bool up, Instant now);
  /// Errors: the frame is malformed, and `from`'s doing: hang up on it.
  Result<Effects> on_frame(Seat from, ByteSpan frame, Instant now);
  /// This peer's move. Errors: not_wanted, illegal_move; nothing was sent.
  Result<Effects> on_action(const rules::Action& action, Instant now);
  Effects on_done(Done done, Instant now);
  Effects on_time(Instant now);
  Instant deadline() const { return halted_ || finished() ? never() : repair_at_; }

  Seat me() const { return config_.me; }
  const Table& table() const { return *table_; }
  const rules::Known& known() const { return private_.known(); }
  bool finished() const { return table_->over(); }
  /// Finished, and so has everybody this peer is connected to: nobody needs it any more.
  bool all_finished() const;
  const std::optional<Error>& halted() const { return halted_; }

  /// Whether this peer is to move now, and has not yet.
  bool my_turn() const;
  /// Whom the current step waits for, and for what: an entry, or (none) the vote that seals it,
  /// which who voted for something else owes still.
  struct Awaited {
    Seat seat;
    std::optional<proto::Kind> entry;
    bool operator==(const Awaited&) const = default;
  };
  std::vector<Awaited> awaited() const;

 private:
  Node(Config config, Table table, Rng& rng);

  void begin_step(Effects& out);
  void contribute(Effects& out);
  void make_entry(proto::Payload payload, Effects& out);
  void take_entry(Seat from, const proto::Envelope& envelope, Effects& out);
  void accept(consensus::Checked entry, Seat from, Effects& out);
  void take_vote(Seat from, const proto::Envelope& envelope, Effects& out);
  void take_status(Seat from, const proto::Status& status, Instant now, Effects& out);
  void progress(Effects& out);
  void settle_dissent(Effects& out);
  void keep(Seat from, Seat author, Step step, proto::Message message);
  void look_back(const proto::Signed<proto::Entry>& late, Effects& out);
  void look_back(const proto::Signed<proto::Vote>& late, Effects& out);
  void convict(const consensus::Equivocation& evidence, Effects& out);
  void show_evidence(Seat to, Effects& out);
  void decide(const consensus::Agreement::Decision& decision, Effects& out);
  void refuse(Error error, Effects& out);
  void halt(Error error, Effects& out);
  void note_progress(Instant now);

  bool linked(Seat peer) const { return (links_ >> peer.value & 1) != 0; }
  void send(Seat to, const proto::Message& message, Effects& out);
  void broadcast(const proto::Message& message, Effects& out);
  bool may_answer(Seat peer, Instant now);
  void pass_on(Seat author, Seat from, const proto::Message& message, Effects& out);
  proto::Status status() const;
  void send_what_it_lacks(Seat peer, const proto::Status& theirs, Effects& out);

  Config config_;
  Rng* rng_;
  std::shared_ptr<const Table> table_;
  PrivateView private_;
  consensus::Agreement agreement_;
  std::shared_ptr<const Table> candidate_;  ///< what the complete record leads to
  std::vector<proto::Decided> log_;         ///< by step; serves peers that were away
  /// Of the next step, from peers that decided this one first.
  std::vector<std::pair<Seat, proto::Message>> ahead_;
  /// What this peer keeps of each validator.
  struct Other {
    std::uint32_t links = 0;            ///< whom it is connected to, as it last said
    Step step{0};                       ///< where it last said it was
    bool checking = false;              ///< a long check of its entry is under way
    int refused = 0;                    ///< wrong entries of it at this step
    int ahead = 0;                      ///< messages of it kept for the next step
    bool shown = false;                 ///< it voted otherwise, and was shown this peer's entries
    std::optional<Instant> answered{};  ///< when its Status last was
  };
  std::vector<Other> others_;
  std::uint32_t links_ = 0;
  bool contributed_ = false;  ///< made, or being made, for this step
  std::optional<Error> halted_;
  std::optional<consensus::Equivocation> evidence_;
  Step repair_step_{0};
  Instant repair_at_{0};
  Duration repair_after_{0};
};

}  // namespace fairdeal::runtime
