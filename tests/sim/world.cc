#include "tests/sim/world.h"

#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "rules/registry.h"
#include "runtime/charter.h"

namespace fairdeal::sim {

World::World(const Options& options) : rng_(options.seed), faults_(options.faults) {
  const std::size_t size = options.seats + options.witnesses;
  proto::Charter charter;
  charter.module = options.game;
  charter.module_version = (*rules::find_module(options.game))->info().version;
  charter.params = options.params;
  rng_.fill(charter.nonce);
  for (std::size_t i = 0; i < size; ++i) {
    members_.push_back({crypto::SigningKey::generate(rng_),
                        std::make_unique<SeededRng>(rng_.next()),
                        {},
                        {},
                        {},
                        {},
                        {},
                        false,
                        1});
    auto& group = i < options.seats ? charter.seats : charter.witnesses;
    group.push_back({members_.back().key.public_key(), "member " + std::to_string(i)});
  }
  runtime::set_defaults(charter);
  if (options.change_charter) options.change_charter(charter);

  const Bytes raw = proto::encode(charter);
  std::vector<proto::Signature> signatures;
  for (const Member& member : members_) signatures.push_back(proto::sign_charter(raw, member.key));
  charter_ = std::make_shared<const proto::SealedCharter>(*proto::seal_charter(raw, signatures));

  for (std::uint32_t i = 0; i < size; ++i) {
    Member& member = members_[i];
    auto node = runtime::Node::open({charter_, Seat(i), member.key.clone()}, *member.rng);
    CHECK(node);
    member.node = *std::move(node);
  }
  for (std::uint32_t i = 0; i < size; ++i) perform(Seat(i), members_[i].node->start(now_));
  for (std::uint32_t a = 0; a < size; ++a)
    for (std::uint32_t b = a + 1; b < size; ++b) link(Seat(a), Seat(b), true);
}

bool World::chance(double probability) {
  return static_cast<double>(rng_.next() >> 11) < probability * 9007199254740992.0;  // 2^53
}

void World::link(Seat a, Seat b, bool up) {
  cut_[std::minmax(a, b)] = !up;
  if (alive(a)) perform(a, node(a).on_link(b, up, now_));
  if (alive(b)) perform(b, node(b).on_link(a, up, now_));
}

void World::kill(Seat seat) {
  members_[seat.value].dead = true;
  ++members_[seat.value].life;
  for (std::uint32_t other = 0; other < size(); ++other)
    if (Seat(other) != seat && !cut_[std::minmax(seat, Seat(other))])
      perform(Seat(other), node(Seat(other)).on_link(seat, false, now_));
}

void World::revive(Seat seat) {
  Member& member = members_[seat.value];
  std::map<std::pair<runtime::Put::Space, std::string>, Bytes> kept;
  for (const auto& put : member.stored) kept[{put.space, put.key}] = put.value;
  std::vector<runtime::Put> disk;
  for (auto& [where, value] : kept) disk.push_back({where.first, where.second, std::move(value)});
  auto node = runtime::Node::resume({charter_, seat, member.key.clone()}, disk, *member.rng);
  CHECK(node);
  member.node = *std::move(node);
  member.dead = false;
  perform(seat, member.node->start(now_));
  for (std::uint32_t other = 0; other < size(); ++other)
    if (Seat(other) != seat && alive(Seat(other)) && !cut_[std::minmax(seat, Seat(other))])
      link(seat, Seat(other), true);
}

void World::inject(Seat from, Seat to, Bytes frame) {
  at(now_ + Duration{1}, [=, this] { deliver(from, to, frame); });
}

void World::perform(Seat seat, runtime::Effects effects) {
  Member& member = members_[seat.value];
  if (member.dead) return;
  for (auto& put : effects.store) member.stored.push_back(std::move(put));
  for (auto& [to, frame] : effects.outgoing) {
    const auto frames = member.tamper ? member.tamper(to, frame) : std::vector<Bytes>{frame};
    for (const Bytes& bytes : frames) {
      member.sent.push_back(bytes);
      bytes_sent_ += bytes.size();
      if (cut_[std::minmax(seat, to)] || !alive(to) || chance(faults_.loss)) continue;
      for (int copies = chance(faults_.duplicate) ? 2 : 1; copies > 0; --copies) {
        const auto spread =
            static_cast<std::uint64_t>(faults_.delay_max.ms - faults_.delay_min.ms + 1);
        const Duration delay{faults_.delay_min.ms + static_cast<std::int64_t>(rng_.below(spread))};
        at(now_ + delay, [this, seat, to = to, bytes] { deliver(seat, to, bytes); });
      }
    }
  }
  for (auto& notice : effects.notices) {
    if (std::holds_alternative<runtime::YourTurn>(notice)) at(now_, [this, seat] { think(seat); });
    member.notices.push_back(std::move(notice));
  }
  for (auto& work : effects.work)
    at(now_, [this, seat, life = member.life, work = std::move(work)] {
      if (members_[seat.value].life == life) perform(seat, node(seat).on_done(work(), now_));
    });
  arm(seat);
}

void World::deliver(Seat from, Seat to, const Bytes& frame) {
  if (members_[to.value].dead) return;
  auto effects = node(to).on_frame(from, frame, now_);
  if (effects)
    perform(to, *std::move(effects));
  else
    members_[to.value].notices.push_back(runtime::Refused{effects.error()});
}

void World::think(Seat seat) {
  Member& member = members_[seat.value];
  if (!member.node->my_turn() || member.dead) return;
  const auto choices = member.node->table().game().legal(seat);
  const auto& choice = choices.at(member.rng->below(choices.size()));
  const auto action = choice.action;
  auto effects = member.node->on_action(action, now_);
  CHECK(effects);
  perform(seat, *std::move(effects));
}

void World::arm(Seat seat) {
  const Instant deadline = node(seat).deadline();
  if (deadline == never() || node(seat).finished()) return;
  at(deadline, [this, seat, deadline, life = members_[seat.value].life] {
    if (members_[seat.value].life == life && node(seat).deadline() == deadline)
      perform(seat, node(seat).on_time(now_));
  });
}

bool World::step() {
  if (queue_.empty()) return false;
  const Happening next = queue_.top();
  queue_.pop();
  now_ = std::max(now_, next.at);
  next.what();
  return true;
}

void World::run(Instant limit) {
  const auto busy = [](const Member& m) {
    return !m.dead && !m.node->finished() && !m.node->halted();
  };
  while (now_ < limit && std::ranges::any_of(members_, busy) && step()) {
  }
}

Bytes World::transcript(Seat seat) const {
  Bytes file = to_bytes(proto::kTranscriptMagic);
  for (const auto& put : members_[seat.value].stored) {
    if (put.space != runtime::Put::Space::charter && put.space != runtime::Put::Space::record)
      continue;
    const Bytes part = proto::frame_part(put.value);
    file.insert(file.end(), part.begin(), part.end());
  }
  return file;
}

}  // namespace fairdeal::sim
