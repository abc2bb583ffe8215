#pragma once

#include "runtime/node/node_parts.h"

namespace fairdeal::node {

/// One member of one table, without its I/O: agreement, replicated state and private view together.
/// Bytes and the time go in; what to store, send and show comes out (runtime/node/effects.h). It
/// never blocks and never reads a clock, and the same inputs give the same outputs.
///
/// It gives each input to the parts that need it, then takes the table as far as what is here
/// allows, step after step:
///
///   begin_step ─> votes, as soon as what they rest on is here (vote) ─┬─> decide ─> begin_step
///        ^                                                            └─> wait for the next input
///
/// The caller performs each Effects in order, and calls on_time() once `now` has reached
/// deadline().
class Node {
 public:
  using Config = NodeConfig;

  /// Creates a node for a new table, at step 0. `rng` outlives the node. Errors: bad_signature;
  /// those of Table::create.
  static Result<Node> create(Config config, Rng& rng);
  /// Resumes a table from what this member's store has. The node goes on where it was. To sign
  /// nothing that contradicts what it signed before, it first asks the others (asking()). It also
  /// asks them for records that are missing. `known` is the table after the first records, if the
  /// caller has it; these are then not replayed. Errors: damaged; those of create().
  static Result<Node> resume(Config config, std::span<const state::Put> stored, Rng& rng,
                             std::shared_ptr<const state::Table> known = nullptr);

  /// Begins to play. Call it once, before anything else.
  Effects start(Instant now);
  /// Notes that the connection to another member is there, or gone.
  Effects on_link(Seat peer, bool up, Instant now);
  /// Notes that another member's program has gone on from this match, whose end it has. Requires:
  /// finished().
  void on_went_on(Seat peer);
  /// Takes in a frame. Errors: the frame is malformed or of a table that is being set up, which is
  /// `from`'s doing: the caller ends the connection. Nothing else happened.
  Result<Effects> on_frame(Seat from, ByteSpan frame, Instant now);
  /// Makes this peer's move. If the rules are a script, they are asked first whether they fail at
  /// it; then a MoveFailed comes. `careful`: its program chose it, after PersonLate came. Errors:
  /// not_wanted, illegal_move; then nothing was sent.
  Result<Effects> on_action(const rules::Action& action, Instant now, bool careful = false);
  /// Announces that this seat leaves or is back. Once a record has it, nobody waits for a seat that
  /// leaves.
  Effects on_presence(proto::Presence::What what, Instant now);
  /// Announces that this seat resigns. The next record ends the match, unless its own events do.
  /// Errors: as PublicState::may_resign; not_wanted (this member was restarted, and
  /// asks; it has resigned already).
  Result<Effects> on_resign(Instant now);
  /// Says a line to the others. `utc_ms` is the time of day (ChatLines::next_number). Errors:
  /// not_wanted (there is no chat here, this member has left, or it says too much at once),
  /// bad_parameters (it is no line that others would take).
  Result<Effects> on_say(std::string text, std::uint64_t utc_ms, Instant now);
  /// Takes in what a worker returned.
  Effects on_done(Done done, Instant now);
  Effects on_time(Instant now);
  Instant deadline() const;

  Seat me() const { return parts_.config.me; }
  const state::Table& table() const { return parts_.table(); }
  const rules::Known& known() const { return parts_.view.known(); }
  bool finished() const { return table().over(); }
  const std::optional<Error>& halted() const { return parts_.halted; }
  /// Returns whether this peer was restarted and still asks the others what it signed. It signs
  /// nothing until a quorum, itself included, has answered.
  bool asking() const { return parts_.asking.has_value(); }
  /// Returns whether it is this peer's move now, and it has not moved yet.
  bool to_act() const;
  /// Returns the parts of this node, to look at. runtime/node/node_queries.h answers questions that
  /// span several parts.
  const Parts& parts() const { return parts_; }

 private:
  explicit Node(Parts parts) : parts_(std::move(parts)) {}

  void begin_step(std::shared_ptr<const state::Table> table, Instant now, Effects& out);
  void advance(Instant now, Effects& out);
  void vote(Instant now, Effects& out);
  void decide(const consensus::Agreement::Decision& decision, Instant now, Effects& out);

  Parts parts_;
};

}  // namespace fairdeal::node
