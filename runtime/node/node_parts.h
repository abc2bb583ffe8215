#pragma once

#include <map>

#include "runtime/node/alarm_clock.h"
#include "runtime/node/chat_lines.h"
#include "runtime/node/contradictions.h"
#include "runtime/node/current_step.h"
#include "runtime/node/fork.h"
#include "runtime/node/move_clock.h"
#include "runtime/node/other_history.h"
#include "runtime/node/peers.h"
#include "runtime/node/presences.h"
#include "runtime/node/shuffle_pipeline.h"
#include "runtime/node/stragglers.h"
#include "runtime/node/vote_pace.h"
#include "runtime/node/watch_release.h"

namespace fairdeal::node {

/// The table and the identity of one member.
struct NodeConfig {
  std::shared_ptr<const proto::SignedCharter> charter;
  Seat me;
  crypto::SigningKey key;
  bool chat = true;  ///< whether the members of this table may say something to each other
  std::optional<proto::WatchDelay>
      watch{};  ///< how far those who watch are behind; none: nobody may
  /// How long this program has played since the last alarm, if the table goes on from another.
  Duration alarm_played{};
};

/// The parts of a node. Each part keeps its own state and holds no reference to another. Whatever
/// spans several parts is done by the functions of own_answer.h, receive.h and resume.h.
struct Parts {
  Parts(NodeConfig its_config, std::shared_ptr<const state::Table> table,
        state::PrivateView its_view, Rng& its_rng);

  const state::Table& table() const { return step.table(); }
  const consensus::Agreement& agreement() const { return step.agreement(); }
  std::size_t members() const { return config.charter->charter.validators(); }
  ShufflePipeline::Here here() const;
  proto::Status status() const;
  /// Computes until when this member waits for the step's entries, as far as the connections that
  /// it knows of now tell.
  void set_due(Instant now);
  /// Returns the members that nobody reaches, as far as this member knows; none if it reaches too
  /// few itself to decide anything.
  SeatSet away() const;
  /// Stops this member, because the table cannot go on.
  void halt(Error error, Effects& out);

  NodeConfig config;
  Rng* rng;
  CurrentStep step;
  bool answering = false;    ///< this member's answer to the step is being made
  bool person_late = false;  ///< PersonLate was told at this step
  /// The checks of this step that ask rules that are a script: a decision of others, a
  /// proposal. One of each at a time; others will send it again.
  bool following = false, considering = false;
  /// Decisions of later steps that came meanwhile, and who sent them; one of each step.
  std::map<Step, std::pair<Seat, proto::Decided>> ahead{};
  state::PrivateView view;
  ShufflePipeline pipeline;
  History history;
  CatchUp catch_up;
  ForkSearch forks;
  UnshownHistories unshown;
  Contradictions contradictions;
  Peers peers;
  Links links;
  Presences presences;
  ChatLines chat;
  WatchRelease release;
  std::map<Seat, std::vector<proto::PublicKey>>
      watchers;  ///< as each member says who watches there
  MoveClock clock;
  AlarmClock alarm;
  Stragglers stragglers;
  VotePace vote_pace;
  LaterRecords later;
  bool resumed = false;          ///< this member was restarted, so its store has charter and keys
  std::optional<Asking> asking;  ///< set until a quorum has said what this member signed
  std::optional<Error> halted;
};

}  // namespace fairdeal::node
