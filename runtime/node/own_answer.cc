#include "runtime/node/own_answer.h"

#include <algorithm>
#include <iterator>

#include "base/encode.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "rules/grants.h"

namespace fairdeal::node {

namespace {

using proto::Kind;

/// The room that is left in an entry for attachments other than evidence and passed parts, and for
/// framing.
constexpr std::size_t kSmallAttachmentsBytes = std::size_t{8} * 1024;

/// Draws keys for a deal that is being opened, and stores them. Why before anything made from them
/// is sent: after a restart this seat must publish the same keys again.
void draw_keys(Parts& node, Effects& out) {
  if (const auto number = node.view.draw_keys(node.table(), *node.rng))
    out.store.push_back({state::kept::Keys{*number}, node.view.keys_to_store(*number)});
}

/// Lets a worker make this member's answer.
void make_contribution(Parts& node, Instant now, Effects& out) {
  const auto make = node.view.contribution(node.step.shared_table(), *node.rng);
  if (!make) return answer_none(node, now, out);
  out.work.push_back([make, step = node.table().step()] {
    try {
      return Done{step, make()};
    } catch (const std::exception&) {  // no memory: this machine's failure
      return Done{step, Done::Failed{false}};
    }
  });
}

/// Begins to make the entry that this member owes. A shuffle is left to advance_pipeline().
void contribute(Parts& node, Instant now, Effects& out) {
  const state::Table& table = node.table();
  if (!node.step.owes() || node.answering) return;
  if (const auto able = node.view.can_answer(table); !able) {
    node.peers.refuse(able.error(), out);
    return answer_none(node, now, out);
  }
  if (table.state().is_shuffling()) return;
  const auto mine =
      std::ranges::find(node.agreement().slots(), node.config.me, &consensus::EntrySlot::seat);
  if (is_human(table, *mine)) {
    if (needs_no_move(node)) return make_move(node, {}, false, now, out);
    out.notices.push_back(ToAct{});
    return;
  }
  node.answering = true;
  if (mine->kind != Kind::commit) return make_contribution(node, now, out);
  auto payload = node.view.commit_to_dice(table, *node.rng);
  out.store.push_back({state::kept::Committed{}, node.view.committed_to_store()});
  make_entry(node, payload, now, out);
}

/// Returns what this member attaches because the table does not know it yet: contradictions,
/// complaints, who leaves or is back, and passed parts. Contradictions and passed parts, which
/// others could make long, take at most `room` bytes.
std::vector<proto::Attachment> attachments(const Parts& node, std::size_t room) {
  const state::Table& table = node.table();
  std::vector<proto::Attachment> attachments = node.view.complaints(table, *node.rng);
  std::ranges::move(node.contradictions.attachments(table, room), std::back_inserter(attachments));
  for (const auto& said : node.presences.news(table)) {
    // These come first, so that they are not cut off: an empty move needs them.
    const bool first =
        said.by() == node.config.me || said.message().what == proto::Presence::What::resigns;
    attachments.insert(first ? attachments.begin() : attachments.end(),
                       proto::PresenceAttachment{proto::envelope(said)});
  }
  std::ranges::move(node.pipeline.attachments(node.here(), room), std::back_inserter(attachments));
  if (attachments.size() > proto::kAttachmentsMax) attachments.resize(proto::kAttachmentsMax);
  return attachments;
}

/// Returns the game after a move if a table can go on from there: no other member then counts the
/// move as an absence. Errors: as AnyGame::after; rules.
Result<rules::AnyGame> after_move(const rules::AnyGame& game, Seat seat,
                                  const rules::Action& action, const rules::Lying& lying) {
  FD_TRY(rules::AnyGame after, game.after(rules::Moved<rules::Action>{seat, action}));
  if (const auto wants = after.wants(); !wants.empty())
    FD_TRY(rules::takes(after.info(), lying, wants.front()));
  return after;
}

}  // namespace

void speak(Parts& node, Instant now, Effects& out) {
  if (const auto what = node.presences.pending(node.table())) say_presence(node, *what, out);
  draw_keys(node, out);
  contribute(node, now, out);
  advance_pipeline(node, now, out);
}

void advance_pipeline(Parts& node, Instant now, Effects& out) {
  ShufflePipeline& pipeline = node.pipeline;
  pipeline.begin(node.halted ? std::nullopt : ShufflePipeline::place_of(node.table()), now);
  if (!pipeline.place() || node.asking) return;
  pipeline.advance(node.here(), node.view, *node.rng, now, out);
  if (node.answering || !node.step.owes()) return;
  if (const auto* turn = pipeline.answer(node.here(), now)) {
    node.answering = true;
    make_entry(node, *turn, now, out);
  }
}

bool to_act(const Parts& node) {
  if (node.halted || node.answering || node.asking || !node.step.owes()) return false;
  return std::ranges::any_of(node.agreement().slots(), [&](const auto& slot) {
    return slot.seat == node.config.me && is_human(node.table(), slot);
  });
}

Instant careful_from(const Parts& node) {
  const std::uint32_t chosen = node.table().members().standing(node.config.me).careful;
  if (node.person_late || !to_act(node) || chosen >= node.config.charter->charter.pace.careful)
    return never();
  return node.clock.careful_from();
}

bool needs_no_move(const Parts& node) {
  return node.presences.leaves() || node.presences.ends_match(node.table());
}

void try_move(Parts& node, const rules::Action& action, bool careful, Effects& out) {
  node.answering = true;
  out.work.push_back(
      asking_rules(node.table().step(), [game = node.table().game(), me = node.config.me, action,
                                         careful, lying = node.table().state().lying()] {
        return Done::Tried{action, careful, after_move(game, me, action, lying)};
      }));
}

void make_tried_move(Parts& node, const Done::Tried& tried, Instant now, Effects& out) {
  if (!node.step.owes()) return;
  if (tried.leads_to) return make_move(node, tried.action.text, tried.careful, now, out);
  node.answering = false;
  out.notices.push_back(MoveFailed{tried.action, tried.leads_to.error()});
  out.notices.push_back(ToAct{});
}

void make_move(Parts& node, const std::string& action, bool careful, Instant now, Effects& out) {
  const state::Table& table = node.table();
  node.answering = true;
  if (state::stages::to_move(table.stage())) {
    proto::MovePayload payload = node.view.move(table, action, *node.rng);
    payload.careful = careful;
    return make_entry(node, std::move(payload), now, out);
  }
  auto payload = node.view.commit_to_move(table, to_bytes(action), *node.rng);
  payload.careful = careful;
  out.store.push_back({state::kept::Committed{}, node.view.committed_to_store()});
  make_entry(node, payload, now, out);
}

void make_entry(Parts& node, proto::Payload payload, Instant now, Effects& out) {
  if (!node.step.owes()) return;
  const state::Table& table = node.table();
  proto::Entry entry{table.id(), table.step(), table.head(), std::move(payload), {}};
  const std::size_t most = state::entry_bytes_max(table.state(), node.config.me);
  entry.attachments = attachments(
      node, most - std::min(most, proto::encode(entry).size() + kSmallAttachmentsBytes));
  // With `none` this member gives up its own turn, so later turns do not follow any more.
  if (std::holds_alternative<proto::NonePayload>(entry.payload))
    std::erase_if(entry.attachments, [](const proto::Attachment& attachment) {
      return std::holds_alternative<proto::PassedAttachment>(attachment);
    });
  node.clock.stop(node.config.me, now);
  node.set_due(now);
  node.step.enter(std::move(entry), node.config.key, node.links, out);
}

void answer_none(Parts& node, Instant now, Effects& out) {
  if (node.asking || !node.step.owes()) return;
  node.answering = true;
  make_entry(node, proto::NonePayload{}, now, out);
}

void say_presence(Parts& node, proto::Presence::What what, Effects& out, std::uint32_t alarm) {
  const auto said = proto::sign(
      node.config.me, proto::Presence{node.table().id(), node.table().step(), what, alarm},
      node.config.key);
  if (node.presences.add(said, node.table()) && what == proto::Presence::What::resigns)
    out.store.push_back({state::kept::Resignation{}, said.body()});
  node.links.broadcast(proto::PresenceFrame{proto::envelope(said)}, out);
}

Instant alarm_due(const Parts& node) {
  const std::uint32_t next = node.table().state().alarms + 1;
  return node.presences.has_said_alarm(next) ? never() : node.alarm.due(node.table());
}

void say_alarm(Parts& node, Effects& out) {
  say_presence(node, proto::Presence::What::alarm, out, node.table().state().alarms + 1);
}

void forget_keys(Parts& node, const state::Table& table, Effects& out) {
  const bool committed = node.view.has_committed();
  for (const std::uint64_t number : node.view.forget(table))
    out.store.push_back({state::kept::Keys{number}, {}});
  if (committed && !node.view.has_committed()) out.store.push_back({state::kept::Committed{}, {}});
  if (node.view.drops_hedge(table)) out.store.push_back({state::kept::Hedge{}, {}});
}

}  // namespace fairdeal::node
