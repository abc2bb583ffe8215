#pragma once

#include "runtime/node_parts.h"

namespace fairdeal::runtime {

/// One member of one table, without its I/O: agreement, replicated state and private view together.
/// Bytes and the time go in; what to store, send and show comes out (runtime/effects.h). Never
/// blocks, never reads a clock; the same inputs give the same outputs.
///
/// It gives each input to the parts that it is for, then takes the table as far as what is here
/// allows, step after step:
///
///   begin_step ─> votes, as soon as what they rest on is here (vote) ─┬─> decide ─> begin_step
///        ^                                                            └─> wait for the next input
///
/// The caller performs each Effects in order, and calls on_time once `now` has reached deadline().
class Node {
 public:
  using Config = NodeConfig;

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

  Seat me() const { return parts_.config.me; }
  const Table& table() const { return parts_.table(); }
  const rules::Known& known() const { return parts_.view.known(); }
  bool finished() const { return table().over(); }
  const std::optional<Error>& halted() const { return parts_.halted; }
  /// Returns whether this peer was restarted and still asks the others what it signed: until a
  /// quorum has answered it signs nothing.
  bool asking() const { return parts_.asking.has_value(); }
  /// Returns whether this peer is to move now, and has not yet.
  bool to_act() const;
  /// What it is made of, to be looked at; runtime/node_queries.h has answers that span parts.
  const NodeParts& parts() const { return parts_; }

 private:
  explicit Node(NodeParts parts) : parts_(std::move(parts)) {}

  void begin_step(std::shared_ptr<const Table> table, Instant now, Effects& out);
  void advance(Instant now, Effects& out);
  void vote(Instant now, Effects& out);
  void decide(const consensus::Agreement::Decision& decision, Instant now, Effects& out);

  NodeParts parts_;
};

}  // namespace fairdeal::runtime
