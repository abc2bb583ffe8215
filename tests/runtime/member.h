#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "tests/runtime/match.h"

namespace fairdeal::sim {

/// Returns what a disk holds after these writes: the last value of each key.
inline std::vector<state::Put> disk_after(const std::vector<state::Put>& writes) {
  std::map<std::pair<state::Put::Space, std::string>, Bytes> kept;
  for (const auto& put : writes) kept[{put.space, put.key}] = put.value;
  std::vector<state::Put> disk;
  for (auto& [where, value] : kept) disk.push_back({where.first, where.second, std::move(value)});
  return disk;
}

/// One member taken out of a world, which stands still from then on. A test decides what the member
/// hears and when, and sees what it stores, sends and shows. Its work is done at once.
class Member {
 public:
  Member(World& world, Seat seat)
      : me(seat),
        now(world.now()),
        node(std::move(world.node(seat))),
        writes(world.stored(seat)),
        world_(&world) {}

  /// Takes in a message. Returns whether the connection stays.
  template <class M>
  bool hear(Seat from, const M& message) {
    return hear_bytes(from, proto::encode(proto::Message(message)));
  }
  bool hear_bytes(Seat from, const Bytes& frame) {
    auto effects = node.on_frame(from, frame, now);
    if (!effects) return false;
    const bool stays = !effects->hang_up;
    take(*std::move(effects));
    return stays;
  }
  void link(Seat peer, bool up) { take(node.on_link(peer, up, now)); }
  void wait(Duration time) {
    const Instant until = now + time;
    while (node.deadline() <= until) {
      now = std::max(now, node.deadline());
      take(node.on_time(now));
    }
    now = until;
  }
  void act(const std::string& action) {
    auto effects = node.on_action({action}, now);
    ASSERT_TRUE(effects) << describe(effects.error());
    take(*std::move(effects));
  }

  /// Kills the process and restarts it from this disk, connected to nobody.
  void restart_from(const std::vector<state::Put>& disk) {
    auto again = resumed(disk);
    ASSERT_TRUE(again) << describe(again.error());
    node = *std::move(again);
    writes = disk;
    sent.clear();
    notices.clear();
    take(node.start(now));
  }
  void restart() { restart_from(disk_after(writes)); }
  void link_all() {
    for (std::uint32_t i = 0; i < world_->size(); ++i)
      if (Seat(i) != me) link(Seat(i), true);
  }
  Result<node::Node> resumed(const std::vector<state::Put>& disk) {
    return node::Node::resume({world_->charter(), me, world_->key(me).clone()}, disk, rng_);
  }

  /// Returns the messages of one kind that it sent, to whomever.
  template <class M>
  std::vector<M> sent_of() const {
    std::vector<M> found;
    for (const auto& out : sent) {
      auto message = *proto::decode_message(out.frame);
      if (auto* one = std::get_if<M>(&message)) found.push_back(std::move(*one));
    }
    return found;
  }
  /// Returns the bodies of those statements that it sent and signed itself.
  std::set<Bytes> said() const {
    std::set<Bytes> bodies;
    const auto add = [&](const proto::Envelope& e) {
      if (e.by == me) bodies.insert(e.body);
    };
    for (const auto& m : sent_of<proto::EntryFrame>()) add(m.envelope);
    for (const auto& m : sent_of<proto::VoteFrame>()) add(m.envelope);
    for (const auto& m : sent_of<proto::ProposalFrame>()) add(m.envelope);
    for (const auto& m : sent_of<proto::PresenceFrame>()) add(m.envelope);
    for (const auto& m : sent_of<proto::PassedFrame>()) add(m.envelope);
    return bodies;
  }
  /// Returns its own votes in the order in which it sent them, each once.
  std::vector<proto::Vote> votes() const {
    std::vector<proto::Vote> found;
    for (const auto& m : sent_of<proto::VoteFrame>())
      if (m.envelope.by == me)
        if (const auto vote = *proto::decode_vote(m.envelope.body);
            std::ranges::find(found, vote) == found.end())
          found.push_back(vote);
    return found;
  }
  template <class N>
  std::vector<N> noticed() const {
    std::vector<N> found;
    for (const auto& notice : notices)
      if (const auto* n = std::get_if<N>(&notice)) found.push_back(*n);
    return found;
  }
  /// Returns whether it stored two different statements for one place, which a store would refuse.
  bool contradicts_itself() const {
    std::map<std::string, Bytes> first;
    return std::ranges::any_of(writes, [&](const state::Put& put) {
      return put.space == state::Put::Space::mine &&
             first.emplace(put.key, put.value).first->second != put.value;
    });
  }

  void take(node::Effects effects) {
    writes.insert(writes.end(), effects.store.begin(), effects.store.end());
    std::ranges::move(effects.votes, std::back_inserter(sent));
    std::ranges::move(effects.outgoing, std::back_inserter(sent));
    std::ranges::move(effects.chat, std::back_inserter(sent));
    std::ranges::move(effects.notices, std::back_inserter(notices));
    std::ranges::move(effects.idle, std::back_inserter(effects.work));
    for (auto& work : effects.work)
      if (works) take(node.on_done(work(), now));
  }

  Seat me;
  Instant now;
  bool works = true;  ///< false: its worker never answers
  node::Node node;
  std::vector<state::Put> writes;
  std::vector<node::Outgoing> sent;
  std::vector<node::Notice> notices;

 private:
  World* world_;
  SeededRng rng_{17};
};

/// A match of chess with two witnesses, in which all are at step 4 and nobody has heard an entry
/// for it. It is the move of seat 1. Seats 1, 2, 3 and 0 lead the rounds from 1 on.
class StepFour : public testing::Test {
 protected:
  static constexpr Step kStep{4};
  static constexpr Seat kMover{1};

  explicit StepFour(std::function<void(proto::Charter&)> terms = {})
      : world({.game = "chess",  // black, which seat 1 plays, moves first
               .params = R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"})",
               .seats = 2,
               .witnesses = 2,
               .seed = 3,
               .change_charter = std::move(terms)}) {
    world.corrupt(kMover, [](Seat, const Bytes& frame) {
      const auto entry = entry_in(frame);
      return entry && entry->step >= kStep ? std::vector<Bytes>() : std::vector<Bytes>{frame};
    });
    for (std::uint32_t i = 0; i < world.size(); ++i)
      while (world.node(Seat(i)).table().step() < kStep) EXPECT_TRUE(world.step());
    table = world.node(Seat(0)).table();
    EXPECT_EQ(table->step(), kStep);
    EXPECT_EQ(table->slots().front().seat, kMover);
  }

  proto::Signed<proto::Entry> entry(std::size_t choice = 0) {
    return said(proto::MovePayload{table->game().legal(kMover).at(choice).action.text});
  }
  proto::Signed<proto::Entry> said(proto::Payload payload,
                                   std::vector<proto::Attachment> attachments = {}) {
    return proto::sign(
        kMover, proto::Entry{table->id(), kStep, table->head(), std::move(payload), attachments},
        world.key(kMover));
  }
  proto::EntryFrame frame_of(const proto::Signed<proto::Entry>& entry) {
    return {proto::envelope(entry)};
  }
  consensus::Record record(std::size_t choice = 0) {
    return {kStep, table->head(), {table->assume_valid(entry(choice))}};
  }
  consensus::Record nobody_moved() { return {kStep, table->head(), {proto::AbsentSeat{kMover}}}; }
  proto::Outcome outcome(const consensus::Record& record) {
    return {consensus::digest(record), table->after(record)->digest()};
  }
  proto::VoteFrame vote(Seat by, std::uint32_t round, proto::Phase phase,
                        const std::optional<proto::Outcome>& outcome,
                        std::optional<Round> proved = {}) {
    return {proto::envelope(proto::sign(
        by, proto::Vote{table->id(), kStep, Round(round), phase, outcome, proved}, world.key(by)))};
  }
  proto::ProposalFrame proposal(Seat by, std::uint32_t round, const consensus::Record& record,
                                std::vector<proto::VoteFrame> grounds = {}) {
    proto::ProposalFrame frame{
        proto::envelope(proto::sign(
            by, proto::Proposal{table->id(), kStep, Round(round), {}, consensus::digest(record)},
            world.key(by))),
        {},
        consensus::to_wire(record)};
    for (const auto& ground : grounds) frame.votes.push_back(ground.envelope);
    return frame;
  }

  World world;
  std::optional<state::Table> table;
};

}  // namespace fairdeal::sim
