#include "runtime/node/resume.h"

#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/own_answer.h"

namespace fairdeal::node {

namespace {

/// Takes in one stored value that is no record. Errors: damaged; those of decoding.
Result<> remember(Parts& node, const state::Put& put) {
  const auto key = state::key_of(put);
  if (!key && put.space == state::Put::Space::mine)
    return fail(Fault::damaged, "what this seat signed");
  if (!key) return {};
  if (const auto* fork = std::get_if<state::kept::Fork>(&*key))
    node.halted = Error{Fault::forked, {}, "step " + std::to_string(fork->step.value)};
  if (std::holds_alternative<state::kept::Banks>(*key)) FD_TRY(node.clock.restore_banks(put.value));
  if (std::holds_alternative<state::kept::Alarm>(*key)) FD_TRY(node.alarm.restore(put.value));
  const auto* unshown = std::get_if<state::kept::Unshown>(&*key);
  if (unshown != nullptr && unshown->by.value >= node.members())
    return fail(Fault::damaged, "a statement of nobody");
  if (unshown != nullptr || std::holds_alternative<state::kept::Behind>(*key)) {
    FD_TRY(auto part, proto::decode_transcript_part(put.value));
    auto* how = std::get_if<proto::HistoryAnswer>(&part);
    if (how == nullptr) return fail(Fault::damaged, "what is behind a decision");
    if (unshown != nullptr)
      node.unshown.restore(unshown->by, std::move(*how));
    else
      node.history.restore_behind(std::move(*how));
  }
  if (std::holds_alternative<state::kept::Resignation>(*key)) {
    FD_TRY(auto said, proto::decode_presence(put.value));
    node.presences.add(proto::sign(node.config.me, std::move(said), node.config.key), node.table());
    return {};
  }
  if (put.space != state::Put::Space::mine && !std::holds_alternative<state::kept::Held>(*key))
    return {};
  FD_TRY(const Step step, step_of_statement(put));
  if (step >= node.table().step()) node.step.remember(put);
  return {};
}

}  // namespace

Result<> remember(Parts& node, std::span<const state::Put> stored) {
  std::shared_ptr<const state::Table> table = node.step.shared_table();
  for (const state::Put& put : stored)
    if (const auto step = state::record_step(put); step && *step >= table->step())
      node.later.add(*step, put.value);
  node.later.replay(table, node.history);
  if (node.members() == 1 && !node.later.empty()) return fail(Fault::damaged, "a stored record");
  FD_TRY(node.view.learn(*table));
  node.step.begin(std::move(table), {0});
  for (const state::Put& put : stored) FD_TRY(remember(node, put));
  return node.step.restore(node.config.key, node.pipeline.verified(), *node.rng);
}

void ask(const Parts& node, Effects& out) {
  if (!node.catch_up.others_are_ahead(node.table().step()))
    node.links.broadcast(node.status(), out);
}

void hear_enough(Parts& node, Instant now, Effects& out) {
  if (!node.asking || node.halted || node.table().over()) return;
  const auto holds = [&](const crypto::Digest& one) { return node.step.holds_own(one); };
  SeatSet ahead;
  for (const Seat peer : node.links.up().list())
    if (node.catch_up.step_of(peer) > node.table().step()) ahead.insert(peer);
  if (!node.asking->heard_enough(node.config.me, node.table(), node.links, ahead, now, holds))
    return;
  node.asking.reset();
  node.clock.begin_again(now);
  node.set_due(now);
  speak(node, now, out);
}

}  // namespace fairdeal::node
