#include "tests/sim/world.h"

#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "rules/registry.h"
#include "runtime/charter.h"
#include "tests/sim/stuck_rng.h"

namespace fairdeal::sim {

using What = Faults::Incident::What;

World::World(const Options& options, Observer* observer)
    : rng_(options.seed),
      faults_(options.faults),
      observer_(observer),
      ahead_(options.faults.incidents) {
  for (const Seat seat : put_back(faults_).list()) deliveries_.follow(seat);
  const std::size_t size = options.seats + options.witnesses;
  proto::Charter charter;
  charter.module = options.game;
  charter.module_version = (*rules::find_module(options.game))->info().version;
  charter.params = options.params;
  rng_.fill(charter.nonce);
  for (std::size_t i = 0; i < size; ++i) {
    Member& member = members_.emplace_back(crypto::SigningKey::generate(rng_));
    member.rng = std::make_unique<SeededRng>(rng_.next());
    if (options.stuck) member.stuck = std::make_unique<StuckRng>(static_cast<unsigned char>(i + 1));
    auto& group = i < options.seats ? charter.seats : charter.witnesses;
    group.push_back({member.key.public_key(), "member " + std::to_string(i)});
  }
  runtime::set_defaults(charter);
  if (options.change_charter) options.change_charter(charter);

  const Bytes raw = proto::encode(charter);
  std::vector<proto::Signature> signatures;
  for (const Member& member : members_) signatures.push_back(proto::sign_charter(raw, member.key));
  charter_ = std::make_shared<const proto::SignedCharter>(*proto::signed_charter(raw, signatures));

  for (std::uint32_t i = 0; i < size; ++i) {
    Member& member = members_[i];
    member.skew = up_to({faults_.skew_max}).ms;
    member.drift = up_to({2 * faults_.drift_max}).ms - faults_.drift_max;
    member.slow = slowness(faults_, Seat(i));
    if (member.slow > 1) reached(Reached::slow_member);
    auto node = runtime::Node::create({charter_, Seat(i), member.key.clone()}, member.source());
    CHECK(node);
    member.node = *std::move(node);
  }
  if (faults_.loss > 0 || faults_.duplicate > 0) trouble(faults_.calm.value_or(Instant{0}));
  begin_incidents(Step(0), Round(0));
  for (std::uint32_t i = 0; i < size; ++i)
    if (alive(Seat(i))) perform(Seat(i), members_[i].node->start(clock(Seat(i))));
  for (std::uint32_t a = 0; a < size; ++a)
    for (std::uint32_t b = a + 1; b < size; ++b)
      if (reaches(Seat(a), Seat(b))) connection(Seat(a), Seat(b), true);
}

World::~World() = default;

bool World::chance(double probability) {
  if (probability <= 0) return false;
  if (faults_.calm && now_ >= *faults_.calm) return false;
  return static_cast<double>(rng_.next() >> 11) < probability * 9007199254740992.0;  // 2^53
}

Duration World::up_to(Duration most) {
  if (most.ms <= 0) return {0};
  return {static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(most.ms) + 1))};
}

void World::tell(const std::string& text) {
  if (observer_ != nullptr) observer_->on_incident(*this, text);
}

void World::reached(Reached what) {
  if (observer_ != nullptr) observer_->on_reached(*this, what);
}

Instant World::clock(Seat seat) const {
  const Member& m = members_[seat.value];
  return {m.skew + now_.ms + now_.ms * m.drift / 1000};
}

// ---- What goes wrong

bool World::reaches(Seat a, Seat b) const {
  const auto found = cut_.find(std::minmax(a, b));
  return alive(a) && alive(b) && (found == cut_.end() || found->second == 0);
}

/// Both learn of it. A connection comes up only once both take part in that: not with a process
/// that stands still.
void World::connection(Seat a, Seat b, bool up) {
  const auto since = linked_.find(std::minmax(a, b));
  if (!up && since != linked_.end() && since->second == never()) since->second = now_;
  Instant when = now_;
  for (const Seat one : {a, b})
    if (up) when = std::max(when, members_[one.value].busy_until);
  const auto tell_one = [this, up, when](Seat one, Seat other) {
    at(when, one, [=, this] {
      if (up && !reaches(one, other)) return;
      if (up) linked_[std::minmax(one, other)] = never();
      perform(one, node(one).on_link(other, up, clock(one)));
    });
  };
  tell_one(a, b);
  tell_one(b, a);
}

bool World::near(Seat a, Seat b, Duration time) const {
  const auto until = linked_.find(std::minmax(a, b));
  return until != linked_.end() && (until->second == never() || now_ < until->second + time);
}

void World::link(Seat a, Seat b, bool up) {
  int& cuts = cut_[std::minmax(a, b)];
  const bool was = reaches(a, b);
  cuts = up ? std::max(0, cuts - 1) : cuts + 1;
  if (was != reaches(a, b)) connection(a, b, up);
}

/// Whoever was hung up on dials again, and is answered once it is let in.
void World::hang_up(Seat seat, Seat peer) {
  constexpr Duration kDialAgain{1'000};
  if (observer_ != nullptr) observer_->on_hang_up(*this, seat, peer);
  link(seat, peer, false);
  const Duration shut = node(seat).shut_until(peer) - clock(seat);
  at(now_ + std::max(kDialAgain, shut), [this, seat, peer] { link(seat, peer, true); });
}

void World::deafen(Seat from, Seat to, bool lost) { deaf_[{from, to}] += lost ? 1 : -1; }

void World::freeze(Seat seat, Duration time) {
  Instant& until = members_[seat.value].busy_until;
  until = std::max(until, now_ + time);
}

void World::kill(Seat seat) {
  for (std::uint32_t other = 0; other < size(); ++other)
    if (Seat(other) != seat && reaches(seat, Seat(other))) connection(seat, Seat(other), false);
  Member& member = members_[seat.value];
  member.dead = true;
  member.syncing = false;
  ++member.life;
}

void World::jump(Seat seat, Duration by) {
  members_[seat.value].skew += by.ms;
  for (auto& [pair, until] : linked_)  // to it that was so much longer ago
    if ((pair.first == seat || pair.second == seat) && until != never()) until.ms -= by.ms;
  reached(Reached::clock_jump);
  if (alive(seat)) arm(seat);
}

/// What happened to the disk while the process did not run.
void World::change_disk(Seat seat) {
  Member& member = members_[seat.value];
  const Found found = std::exchange(member.found, Found::all);
  if (found == Found::older) {
    member.disk.go_back(member.missing);
    reached(Reached::older_copy);
  }
  if (found == Found::damaged_record || found == Found::damaged) {
    const bool a_record = found == Found::damaged_record;
    if (member.disk.damage(a_record, rng_.next()))
      reached(a_record ? Reached::damaged_record : Reached::damaged_store);
  }
  if (deliveries_.follows_anybody()) deliveries_.restarted(seat, found == Found::older);
}

void World::revive(Seat seat) {
  Member& member = members_[seat.value];
  if (!member.dead) return;
  if (observer_ != nullptr) observer_->on_restart(*this, seat);
  change_disk(seat);
  const auto stored = member.disk.load();
  if (!stored) return;  // the program does not start, and tells its person why
  const bool begun = member.disk.get(runtime::Put::Space::charter, "") != nullptr;
  auto node =
      begun ? runtime::Node::resume({charter_, seat, member.key.clone()}, *stored, member.source())
            : runtime::Node::create({charter_, seat, member.key.clone()}, member.source());
  if (!node) return stop(seat, node.error());
  member.node = *std::move(node);
  member.dead = false;
  member.busy_until = now_;
  perform(seat, member.node->start(clock(seat)));
  for (std::uint32_t other = 0; other < size(); ++other)
    if (Seat(other) != seat && reaches(seat, Seat(other))) connection(seat, Seat(other), true);
}

/// Its process ends, and says why.
void World::stop(Seat seat, const Error& error) {
  Member& member = members_[seat.value];
  if (!member.dead) kill(seat);
  member.notices.push_back(runtime::Halted{error});
  if (observer_ != nullptr) observer_->on_notice(*this, seat, member.notices.back());
}

void World::crash_at_write(Seat seat, std::size_t n, Crash when, std::optional<Duration> down) {
  Member& member = members_[seat.value];
  member.crash_at = n;
  member.crash = when;
  member.down = down;
}

void World::lie(Seat seat, Lie lie, Seat about) {
  Member& member = members_[seat.value];
  member.liar = std::make_unique<Liar>(*this, seat, lie, about, rng_.next());
}

void World::say_presence(Seat seat, proto::Presence::What what) {
  at(now_, seat, [=, this] { perform(seat, node(seat).on_presence(what, clock(seat))); });
}

// ---- What a node wants done

void World::at(Instant when, Seat seat, std::function<void()> what) {
  at(when, [this, seat, life = members_[seat.value].life, what = std::move(what)]() mutable {
    const Member& member = members_[seat.value];
    if (member.life != life) return;
    if (now_ < member.busy_until || member.syncing)
      return at(std::max(now_, member.busy_until), seat, std::move(what));
    what();
  });
}

void World::perform(Seat seat, runtime::Effects effects) {
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

void World::die_writing(Seat seat, runtime::Effects effects) {
  Member& member = members_[seat.value];
  if (member.crash == Crash::before_sync) reached(Reached::torn_write);
  if (member.crash == Crash::full) reached(Reached::full_disk);
  trouble(now_ + member.down.value_or(Duration{0}));
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

/// Whether the disk took it. If it did not the process ends: what it must not send it does not
/// send.
bool World::keep(Seat seat, std::vector<runtime::Put> puts) {
  const auto kept = members_[seat.value].disk.apply(std::move(puts));
  if (kept) return true;
  stop(seat, kept.error());
  return false;
}

void World::finish(Seat seat, runtime::Effects effects) {
  Member& member = members_[seat.value];
  if (!keep(seat, std::move(effects.store))) return;
  for (auto& [to, frame] : effects.outgoing) send(seat, to, frame);
  for (const auto& asked : effects.resends) resend(seat, asked);
  for (auto& notice : effects.notices) {
    if (observer_ != nullptr) observer_->on_notice(*this, seat, notice);
    if (std::holds_alternative<runtime::ToAct>(notice))
      at(now_ + up_to(faults_.think_max), seat, [this, seat] { think(seat); });
    member.notices.push_back(std::move(notice));
  }
  Duration idle_from{0};
  for (auto& work : effects.work)
    idle_from = std::max(idle_from, work_on(seat, std::move(work), Duration{0}));
  for (auto& work : effects.idle) work_on(seat, std::move(work), idle_from);
  arm(seat);
  if (observer_ != nullptr) observer_->on_change(*this, seat);
  if (!ahead_.empty()) begin_incidents(node(seat).table().step(), node(seat).round());
}

/// Workers are many, so that each piece takes its own time, and they end in any order. Returns when
/// this one does, from now.
Duration World::work_on(Seat seat, runtime::Work work, Duration begins_in) {
  const Duration takes = up_to(faults_.work_max) * members_[seat.value].slow;
  const Duration done_in{begins_in.ms + takes.ms};
  if (takes > charter_->charter.pace.work) reached(Reached::slow_worker);
  at(now_ + done_in, seat, [this, seat, work = std::move(work)] {
    perform(seat, node(seat).on_done(work(), clock(seat)));
  });
  return done_in;
}

void World::resend(Seat seat, const runtime::Resend& resend) {
  const Disk& disk = members_[seat.value].disk;
  const auto frames =
      runtime::decided_frames(resend, [&](Step step) -> Result<std::optional<Bytes>> {
        const Bytes* record = disk.get(runtime::Put::Space::record, std::to_string(step.value));
        return record != nullptr ? std::optional(*record) : std::nullopt;
      });
  CHECK(frames);
  for (const Bytes& frame : *frames) send(seat, resend.to, frame);
}

void World::send(Seat seat, Seat to, const Bytes& frame) {
  Member& member = members_[seat.value];
  if (observer_ != nullptr) observer_->on_send(*this, seat, to, frame);
  auto frames = std::vector<Bytes>{frame};
  if (member.tamper) frames = member.tamper(to, frame);
  if (member.liar) frames = member.liar->say(to, frame);
  for (const Bytes& bytes : frames) {
    if (bytes.empty()) continue;
    member.sent.push_back(bytes);
    if (deliveries_.follows_anybody()) deliveries_.sent(seat, to, bytes);
    bytes_sent_ += bytes.size();
    const auto deaf = deaf_.find({seat, to});
    if (!reaches(seat, to) || (deaf != deaf_.end() && deaf->second > 0)) continue;
    if (chance(faults_.loss)) continue;
    for (int copies = chance(faults_.duplicate) ? 2 : 1; copies > 0; --copies) {
      const Duration spread{faults_.delay_max.ms - faults_.delay_min.ms};
      const Duration delay{faults_.delay_min.ms + up_to(spread).ms};
      at(now_ + delay, to, [this, seat, to, bytes] { deliver(seat, to, bytes); });
    }
  }
}

void World::inject(Seat from, Seat to, Bytes frame) {
  at(now_ + Duration{1}, to,
     [this, from, to, bytes = std::move(frame)] { deliver(from, to, bytes); });
}

void World::deliver(Seat from, Seat to, const Bytes& frame) {
  Member& member = members_[to.value];
  if (observer_ != nullptr) observer_->on_deliver(*this, from, to, frame);
  if (member.liar && !member.liar->hear(from, frame)) return;
  if (deliveries_.follows_anybody())
    deliveries_.delivered(from, to, frame, node(to).table().step());
  auto effects = node(to).on_frame(from, frame, clock(to));
  const auto why = effects ? effects->hang_up : std::optional(effects.error());
  if (effects) perform(to, *std::move(effects));
  if (!why) return;
  member.notices.push_back(runtime::Refused{*why});
  if (observer_ != nullptr) observer_->on_notice(*this, to, member.notices.back());
  hang_up(to, from);
}

void World::think(Seat seat) {
  Member& member = members_[seat.value];
  if (!member.node->to_act()) return;
  const auto choices = member.node->table().game().legal(seat);
  const auto& choice = choices.at(member.rng->below(choices.size()));
  auto action = choice.action;
  if (choice.range) {
    const auto& [min, max, step] = *choice.range;
    const auto places = static_cast<std::uint64_t>((max - min) / step) + 1;
    action = rules::with_number(choice,
                                min + step * static_cast<std::int64_t>(member.rng->below(places)));
  }
  auto effects = member.node->on_action(action, clock(seat));
  CHECK(effects);
  perform(seat, *std::move(effects));
}

void World::arm(Seat seat) {
  const Member& member = members_[seat.value];
  const Instant deadline = node(seat).deadline();
  if (deadline == never() || node(seat).finished()) return;
  // The first moment at which the member's clock shows it.
  std::int64_t when = (deadline.ms - member.skew) * 1000 / (1000 + member.drift);
  while (member.skew + when + when * member.drift / 1000 < deadline.ms) ++when;
  at({std::max(when, now_.ms)}, seat, [this, seat, deadline] {
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
  add(disk.get(runtime::Put::Space::charter, ""));
  for (std::uint64_t step = 0; add(disk.get(runtime::Put::Space::record, std::to_string(step)));
       ++step) {
  }
  return file;
}

}  // namespace fairdeal::sim
