#include "tests/sim/world.h"

#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"
#include "tests/sim/stuck_rng.h"

namespace fairdeal::sim {

using What = Faults::Incident::What;

namespace {

/// Returns a charter without members, which a world's own are to sign.
proto::Charter charter_for(const Options& options) {
  const rules::Module& module = **rules::find_module(options.game);
  proto::Charter charter;
  charter.module = options.game;
  charter.module_version = module.info().version;
  charter.rules = state::rules_digest(module);
  charter.interpreter = state::interpreter_of(module);
  charter.params = options.params;
  return charter;
}

}  // namespace

World::World(const Options& options, Observer* observer)
    : rng_(options.seed),
      faults_(options.faults),
      player_(options.player),
      simulations_(options.simulations),
      watch_(options.watch),
      observer_(observer),
      ahead_(options.faults.incidents) {
  for (const Seat seat : put_back(faults_).list()) deliveries_.follow(seat);
  const std::size_t size =
      options.table ? options.table->keys.size() : options.seats + options.witnesses;
  proto::Charter charter = charter_for(options);
  rng_.fill(charter.nonce);
  for (std::size_t i = 0; i < size; ++i) {
    Member& member = members_.emplace_back(options.table ? options.table->keys[i].clone()
                                                         : crypto::SigningKey::generate(rng_));
    member.rng = std::make_unique<SeededRng>(rng_.next());
    if (options.stuck) member.stuck = std::make_unique<StuckRng>(static_cast<unsigned char>(i + 1));
    auto& group = i < options.seats ? charter.seats : charter.witnesses;
    group.push_back({member.key.public_key(), "member " + std::to_string(i)});
  }
  state::set_defaults(charter);
  if (options.change_charter) options.change_charter(charter);
  if (options.table) {
    charter_ = std::make_shared<const proto::SignedCharter>(options.table->charter);
  } else {
    const Bytes raw = proto::encode(charter);
    std::vector<proto::Signature> signatures;
    for (const Member& member : members_)
      signatures.push_back(proto::sign_charter(raw, member.key));
    auto signed_charter = *proto::signed_charter(raw, signatures);
    signed_charter.script = (**rules::find_module(options.game)).script;
    charter_ = std::make_shared<const proto::SignedCharter>(std::move(signed_charter));
  }

  for (std::uint32_t i = 0; i < size; ++i) {
    Member& member = members_[i];
    member.skew = up_to({faults_.skew_max}).ms;
    member.drift = up_to({2 * faults_.drift_max}).ms - faults_.drift_max;
    member.slow = slowness(faults_, Seat(i));
    if (member.slow > 1) reached(Reached::slow_member);
    auto node =
        node::Node::create({charter_, Seat(i), member.key.clone(), true, watch_}, member.source());
    CHECK(node);
    member.node = *std::move(node);
    if (!player_.empty()) member.trail.emplace(rules::Trail{.start = member.node->table().game()});
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

// ---- Connections, processes and disks

bool World::reaches(Seat a, Seat b) const {
  const auto found = cut_.find(std::minmax(a, b));
  return alive(a) && alive(b) && (found == cut_.end() || found->second == 0);
}

/// Tells both ends that their connection is up or down. It comes up only once both ends take part
/// in that, so not while one process stands still.
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

bool World::connected(Seat a, Seat b) const {
  const auto until = linked_.find(std::minmax(a, b));
  return until != linked_.end() && until->second == never();
}

bool World::near(Seat a, Seat b, Duration time) const {
  const auto until = linked_.find(std::minmax(a, b));
  return connected(a, b) || (until != linked_.end() && now_ < until->second + time);
}

void World::link(Seat a, Seat b, bool up) {
  int& cuts = cut_[std::minmax(a, b)];
  const bool was = reaches(a, b);
  cuts = up ? std::max(0, cuts - 1) : cuts + 1;
  if (was != reaches(a, b)) connection(a, b, up);
}

/// Ends a connection. The peer calls again, and the connection is accepted once its time is over.
void World::hang_up(Seat seat, Seat peer) {
  constexpr Duration kDialAgain{1'000};
  if (observer_ != nullptr) observer_->on_hang_up(*this, seat, peer);
  link(seat, peer, false);
  const Duration shut = node(seat).parts().peers.shut_until(peer) - clock(seat);
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
  member.trail.reset();
}

void World::jump(Seat seat, Duration by) {
  members_[seat.value].skew += by.ms;
  for (auto& [pair, until] : linked_)  // by its clock, its connections were lost earlier
    if ((pair.first == seat || pair.second == seat) && until != never()) until.ms -= by.ms;
  reached(Reached::clock_jump);
  if (alive(seat)) arm(seat);
}

/// Changes the disk as planned while the process does not run.
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
  if (!stored) return;  // the program does not start, and shows why
  const bool begun = member.disk.get(state::Put::Space::charter, "") != nullptr;
  auto node = begun ? node::Node::resume({charter_, seat, member.key.clone(), true, watch_},
                                         *stored, member.source())
                    : node::Node::create({charter_, seat, member.key.clone(), true, watch_},
                                         member.source());
  if (!node) return stop(seat, node.error());
  member.node = *std::move(node);
  member.dead = false;
  member.busy_until = now_;
  perform(seat, member.node->start(clock(seat)));
  for (std::uint32_t other = 0; other < size(); ++other)
    if (Seat(other) != seat && reaches(seat, Seat(other))) connection(seat, Seat(other), true);
}

/// Ends a process, which shows why.
void World::stop(Seat seat, const Error& error) {
  Member& member = members_[seat.value];
  if (!member.dead) kill(seat);
  member.notices.push_back(node::Halted{error});
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

}  // namespace fairdeal::sim
