#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/random_index.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "rules/players/thinker.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {

void World::at(Instant when, Seat seat, std::function<void()> what) {
  at(when, [this, seat, life = members_[seat.value].life, what = std::move(what)]() mutable {
    const Member& member = members_[seat.value];
    if (member.life != life) return;
    if (now_ < member.busy_until || member.syncing)
      return at(std::max(now_, member.busy_until), seat, std::move(what));
    what();
  });
}

void World::perform(Seat seat, node::Effects effects) {
  Member& member = members_[seat.value];
  if (member.dead) return;
  if (effects.store.empty()) return finish(seat, std::move(effects));
  if (++member.writes == member.crash_at) return die_writing(seat, std::move(effects));
  const Duration sync = up_to(faults_.sync_max);
  if (sync.ms == 0) return finish(seat, std::move(effects));
  freeze(seat, sync);
  member.syncing = true;
  at(now_ + sync, [this, seat, life = member.life, effects = std::move(effects)]() mutable {
    if (members_[seat.value].life != life) return;
    members_[seat.value].syncing = false;
    finish(seat, std::move(effects));
  });
}

void World::die_writing(Seat seat, node::Effects effects) {
  Member& member = members_[seat.value];
  if (member.crash == Crash::before_sync) reached(Reached::torn_write);
  if (member.crash == Crash::full) reached(Reached::full_disk);
  trouble(now_ + member.down.value_or(Duration{0}));
  // The votes that decided a step are sent before its record is stored.
  const bool waits = std::ranges::all_of(effects.store, [](const state::Put& put) {
    return put.space == state::Put::Space::record || put.space == state::Put::Space::local;
  });
  if (waits && effects.outgoing.empty() && effects.resends.empty())
    for (auto& [to, frame] : std::exchange(effects.votes, {})) send(seat, to, frame);
  if (member.down) {
    ++waiting_;
    at(now_ + *member.down, [this, seat] {
      --waiting_;
      revive(seat);
    });
  }
  if (member.crash == Crash::after_sync || member.crash == Crash::half_sent)
    if (!keep(seat, std::move(effects.store))) return;
  if (member.crash == Crash::half_sent)
    for (std::size_t i = 0; i < effects.outgoing.size() / 2; ++i)
      send(seat, effects.outgoing[i].to, effects.outgoing[i].frame);
  kill(seat);
}

/// Writes to a member's disk. If the disk refuses a value the process ends, so that it sends
/// nothing that it must not send. Returns whether the disk took all.
bool World::keep(Seat seat, std::vector<state::Put> puts) {
  const auto kept = members_[seat.value].disk.apply(std::move(puts));
  if (kept) return true;
  stop(seat, kept.error());
  return false;
}

void World::finish(Seat seat, node::Effects effects) {
  Member& member = members_[seat.value];
  if (!keep(seat, std::move(effects.store))) return;
  for (auto& [to, frame] : effects.votes) send(seat, to, frame);
  for (auto& [to, frame] : effects.outgoing) send(seat, to, frame);
  for (auto& [to, frame] : effects.chat) send(seat, to, frame);
  for (const auto& asked : effects.resends) resend(seat, asked);
  for (auto& notice : effects.notices) {
    if (observer_ != nullptr) observer_->on_notice(*this, seat, notice);
    if (const auto* decided = std::get_if<node::StepDecided>(&notice);
        decided != nullptr && member.trail &&
        !member.trail->note_step(seat, decided->events, member.node->known()))
      member.trail.reset();
    if (std::holds_alternative<node::ToAct>(notice))
      at(moves_at(seat), seat, [this, seat] { think(seat); });
    if (std::holds_alternative<node::PersonLate>(notice) && faults_.careful.has(seat))
      at(now_, seat, [this, seat] { move_carefully(seat); });
    member.notices.push_back(std::move(notice));
  }
  Duration idle_from{0};
  for (auto& work : effects.work)
    idle_from = std::max(idle_from, work_on(seat, std::move(work), Duration{0}));
  for (auto& work : effects.idle) work_on(seat, std::move(work), idle_from);
  arm(seat);
  if (observer_ != nullptr) observer_->on_change(*this, seat);
  if (!ahead_.empty())
    begin_incidents(node(seat).table().step(), node(seat).parts().agreement().round());
}

/// Lets a worker do a piece of work. There are many workers, so each piece takes its own time, and
/// they end in any order. Returns how long it takes from now until this one ends.
Duration World::work_on(Seat seat, node::Work work, Duration begins_in) {
  const Duration takes = up_to(faults_.work_max) * members_[seat.value].slow;
  const Duration done_in{begins_in.ms + takes.ms};
  if (takes > charter_->charter.pace.work) reached(Reached::slow_worker);
  at(now_ + done_in, seat, [this, seat, work = std::move(work)] {
    perform(seat, node(seat).on_done(work(), clock(seat)));
  });
  return done_in;
}

void World::resend(Seat seat, const node::Resend& resend) {
  const Disk& disk = members_[seat.value].disk;
  const auto frames = node::decided_frames(resend, [&](Step step) -> Result<std::optional<Bytes>> {
    const Bytes* record = disk.get(state::Put::Space::record, std::to_string(step.value));
    return record != nullptr ? std::optional(*record) : std::nullopt;
  });
  CHECK(frames);
  for (const Bytes& frame : *frames) send(seat, resend.to, frame);
}

/// Sends a frame. It may still arrive after its process has ended, but no more once the next
/// process is connected: a mesh closes a connection before it reports a newer one
/// (net/mesh/peer_links.h).
void World::send(Seat seat, Seat to, const Bytes& frame) {
  Member& member = members_[seat.value];
  if (observer_ != nullptr) observer_->on_send(*this, seat, to, frame);
  auto frames = std::vector<Bytes>{frame};
  if (member.tamper) frames = member.tamper(to, frame);
  if (member.liar) frames = member.liar->say(to, frame);
  for (const Bytes& bytes : frames) {
    if (bytes.empty()) continue;
    member.sent.push_back(bytes);
    if (deliveries_.follows_anybody()) deliveries_.sent(seat, to, bytes, member.liar != nullptr);
    bytes_sent_ += bytes.size();
    const auto deaf = deaf_.find({seat, to});
    if (!reaches(seat, to) || (deaf != deaf_.end() && deaf->second > 0)) continue;
    if (chance(faults_.loss)) continue;
    for (int copies = chance(faults_.duplicate) ? 2 : 1; copies > 0; --copies) {
      const Duration spread{faults_.delay_max.ms - faults_.delay_min.ms};
      const Duration delay{faults_.delay_min.ms + up_to(spread).ms +
                           way_between(faults_, seat, to).ms};
      at(now_ + delay, to, [this, seat, to, bytes, life = member.life] {
        if (members_[seat.value].life == life || !connected(seat, to)) deliver(seat, to, bytes);
      });
    }
  }
}

void World::inject(Seat from, Seat to, Bytes frame) {
  at(now_ + Duration{1}, to,
     [this, from, to, bytes = std::move(frame)] { deliver(from, to, bytes); });
}

void World::inject_after(Duration time, Seat from, Seat to, Bytes frame) {
  at(now_ + time, to, [this, from, to, bytes = std::move(frame)] { deliver(from, to, bytes); });
}

void World::deliver(Seat from, Seat to, const Bytes& frame) {
  Member& member = members_[to.value];
  if (observer_ != nullptr) observer_->on_deliver(*this, from, to, frame);
  if (faults_.handling_max.ms > 0) freeze(to, up_to(faults_.handling_max));
  if (member.liar && !member.liar->hear(from, frame)) return;
  if (deliveries_.follows_anybody())
    deliveries_.delivered(from, to, frame, node(to).table().step());
  auto effects = node(to).on_frame(from, frame, clock(to));
  const auto why = effects ? effects->hang_up : std::optional(effects.error());
  if (effects) perform(to, *std::move(effects));
  if (!why) return;
  member.notices.push_back(node::Refused{*why});
  if (observer_ != nullptr) observer_->on_notice(*this, to, member.notices.back());
  hang_up(to, from);
}

/// Returns when the person at this seat, whose turn it is, makes its move.
Instant World::moves_at(Seat seat) {
  const auto late = std::ranges::find(faults_.last_moment, seat, &Faults::LastMoment::seat);
  if (late == faults_.last_moment.end()) return now_ + up_to(faults_.think_max);
  const Instant due = node(seat).parts().clock.own_due();
  if (due == never()) return now_;
  return when_shows(seat, Instant{due.ms - late->before.ms});
}

void World::move_carefully(Seat seat) {
  const node::Node& node = *members_[seat.value].node;
  const auto action = node.table().game().careful(seat, node.known());
  if (!action || !node.to_act()) return;
  reached(Reached::careful_move);
  perform(seat, members_[seat.value].node->on_action(*action, clock(seat), true).value());
}

void World::think(Seat seat) {
  Member& member = members_[seat.value];
  if (!member.node->to_act()) return;
  const auto action = player_.empty() ? any_move(seat) : move_of_player(seat);
  auto effects = member.node->on_action(action, clock(seat));
  CHECK(effects);
  perform(seat, *std::move(effects));
}

/// Asks the player with what the seat's own node knows, as its program does.
rules::Action World::move_of_player(Seat seat) {
  Member& member = members_[seat.value];
  const rules::AnyGame& game = member.node->table().game();
  const rules::Known known = member.node->known();
  const auto player = rules::opponent_named(player_, game);
  CHECK(player);
  rules::Budget budget = player->budget;
  if (simulations_ > 0) budget = {.simulations = simulations_};
  const auto thought = player->thinker({game, seat, known, member.trail ? &*member.trail : nullptr},
                                       budget, {}, *member.rng);
  CHECK(thought);
  CHECK(rules::allows(game, seat, thought->move));
  return thought->move;
}

rules::Action World::any_move(Seat seat) {
  const Member& member = members_[seat.value];
  const auto choices = member.node->table().game().legal(seat);
  const auto& choice = choices.at(random_index(*member.rng, choices.size()));
  auto action = choice.action;
  if (choice.range) {
    const auto& [min, max, step] = *choice.range;
    const auto places = static_cast<std::uint64_t>((max - min) / step) + 1;
    action = rules::with_number(choice,
                                min + step * static_cast<std::int64_t>(member.rng->below(places)));
  }
  return action;
}

Instant World::when_shows(Seat seat, Instant time) const {
  const Member& member = members_[seat.value];
  std::int64_t when = (time.ms - member.skew) * 1000 / (1000 + member.drift);
  while (member.skew + when + when * member.drift / 1000 < time.ms) ++when;
  return {std::max(when, now_.ms)};
}

void World::arm(Seat seat) {
  const Instant deadline = node(seat).deadline();
  if (deadline == never() || node(seat).finished()) return;
  at(when_shows(seat, deadline), seat, [this, seat, deadline] {
    if (node(seat).deadline() == deadline) perform(seat, node(seat).on_time(clock(seat)));
  });
}

bool World::step() {
  if (queue_.empty()) return false;
  Happening next = std::move(const_cast<Happening&>(queue_.top()));
  queue_.pop();
  now_ = std::max(now_, next.at);
  next.what();
  return true;
}

void World::run(Instant limit) {
  const auto busy = [](const Member& m) {
    return !m.dead && !m.node->finished() && !m.node->halted();
  };
  while ((waiting_ != 0 || std::ranges::any_of(members_, busy)) && !queue_.empty() &&
         queue_.top().at < limit && step()) {
  }
}

Bytes World::transcript(Seat seat) const {
  Bytes file = to_bytes(proto::kTranscriptMagic);
  const Disk& disk = members_[seat.value].disk;
  const auto add = [&](const Bytes* value) {
    if (value == nullptr) return false;
    const Bytes part = proto::frame_part(*value);
    file.insert(file.end(), part.begin(), part.end());
    return true;
  };
  add(disk.get(state::Put::Space::charter, ""));
  for (std::uint64_t step = 0; add(disk.get(state::Put::Space::record, std::to_string(step)));
       ++step) {
  }
  return file;
}

}  // namespace fairdeal::sim
