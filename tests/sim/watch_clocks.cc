#include <algorithm>

#include "proto/codec.h"
#include "tests/sim/watch.h"

/// Checks what clocks and evidence promise where nothing goes wrong but that few members lie.
namespace fairdeal::sim {

void Watch::note_in_time(World& world, Seat from, const proto::Entry& entry) {
  const node::Node& node = world.node(from);
  if (!way_ || node.table().step() != entry.step ||
      std::holds_alternative<proto::NonePayload>(entry.payload))
    return;
  const auto slots = node.table().slots();
  const bool moves = std::ranges::any_of(slots, [&](const consensus::EntrySlot& slot) {
    return slot.seat == from && node::is_human(node.table(), slot);
  });
  const Duration left = node.parts().clock.own_due() - world.clock(from);
  if (!moves || left.ms < 0) return;
  in_time_.emplace(from, entry.step);
  if (left.ms <= 1'000) tally_.reach.count(Reached::last_moment);
}

/// Notes an entry of a person that comes after the time that its receiver shows, which waits a
/// little longer for it. This is asked before the entry is taken in, for then no time runs any
/// more.
void Watch::note_in_grace(World& world, Seat to, const proto::EntryFrame& frame) {
  const node::Node& node = world.node(to);
  const auto entry = proto::decode_entry(frame.envelope.body);
  if (!entry || entry->step != node.table().step() || node.halted() || node.finished()) return;
  const auto slots = node.table().slots();
  const bool moves = std::ranges::any_of(slots, [&](const consensus::EntrySlot& slot) {
    return slot.seat == frame.envelope.by && slot.seat != to && node::is_human(node.table(), slot);
  });
  const auto& clock = node.parts().clock;
  if (moves && world.clock(to) > clock.shown_due() && world.clock(to) < clock.entries_due())
    in_grace_.emplace(to, frame.envelope.by, entry->step);
}

void Watch::clocks_hold(World& world, const consensus::Record& record, const state::Table& before) {
  if (!way_) return;
  const proto::Pace& pace = before.charter().pace;
  const auto slots = before.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Seat seat = slots[i].seat;
    const bool absent = consensus::entry_in(record.answers[i]) == nullptr;
    if (consensus::is_absence(record.answers[i])) ++absent_;
    if (absent && honest(seat) && in_time_.contains({seat, before.step()}))
      broken(world, "in-time",
             seat_text(seat) + " moved in time at " + step_text(before.step()) + " and is absent");
    if (!honest(seat) && node::is_human(before, slots[i]))
      liars_moves_.ms += pace.move.ms + pace.increment.ms + node::MoveClock::kGraceBack.ms;
  }
}

/// Checks that evidence which the authors of this record's entries knew before has convicted. One
/// entry may have had no room for it.
void Watch::convictions(const World& world, const consensus::Record& record,
                        const state::Table& before, const state::Table& after) {
  constexpr std::uint64_t kOldest = 64;
  if (!way_) return;
  for (auto& [culprit, known] : known_) {
    if (before.members().standing(culprit).convicted()) continue;
    const bool knew = std::ranges::any_of(record.answers, [&](const consensus::Answer& answer) {
      const auto* entry = consensus::entry_in(answer);
      if (entry == nullptr || !honest(entry->by())) return false;
      const auto by = known.by.find(entry->by());
      return by != known.by.end() && by->second < before.step();
    });
    if (!knew) continue;
    if (after.members().standing(culprit).convicted())
      tally_.reach.count(Reached::convicted_in_time);
    else if (before.step().value <= known.of.value + kOldest && ++known.without == 2)
      broken(world, "conviction",
             seat_text(culprit) + " signed twice at " + step_text(known.of) +
                 " and is not convicted after " + step_text(before.step()));
  }
}

/// Checks that a member reaches a step that all decided soon after the first one: a liar that kept
/// its vote back, and each that should have sent it in place of the liar, cost a round.
void Watch::learned_late(World& world, Seat seat, Step step) {
  const auto first = first_by_all_.find(step);
  if (!way_ || first == first_by_all_.end()) return;
  const Duration round = world.charter()->charter.pace.round;
  const Duration most{round.ms * static_cast<std::int64_t>(1 + liars_.size()) + 6 * way_->ms};
  const Duration late = world.now() - first->second;
  if (late > most)
    broken(world, "late",
           seat_text(seat) + " is at " + step_text(step) + " " + std::to_string(late.ms) +
               " ms after the first");
}

/// Checks that members that wait until the last moment cost no more than their clocks and reserves,
/// and in each step what is free and a round.
void Watch::length(World& world) {
  if (!way_ || !world.faults().last_moment.empty()) return;
  const proto::Pace& pace = world.charter()->charter.pace;
  std::uint64_t steps = 0;
  std::uint64_t deals = 0;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    steps = std::max(steps, world.node(Seat(i)).table().step().value);
    deals = std::max(deals, world.node(Seat(i)).table().state().deals_begun);
  }
  using Clock = node::MoveClock;
  const std::int64_t free = std::max(Clock::kFree.ms, 2 * pace.round.ms);
  const std::int64_t a_step =
      free + 2 * pace.round.ms + 12 * way_->ms + world.faults().work_max.ms * 40;
  const auto refills = static_cast<std::int64_t>(deals + steps / Clock::kAnswersForRefill);
  std::int64_t most = static_cast<std::int64_t>(steps + 1) * a_step + liars_moves_.ms;
  for (std::size_t i = 0; i < liars_.size(); ++i)
    most += pace.bank.ms + pace.work.ms + pace.reconnect.ms + Clock::kGrace.ms +
            2 * refills * Clock::kRefill.ms;
  // An absence takes a few rounds, which grow.
  most += static_cast<std::int64_t>(absent_) * (free + 40 * pace.round.ms + Clock::kGraceMax.ms);
  if (world.now() > Instant{most})
    broken(world, "length",
           std::to_string(steps) + " steps took " + std::to_string(world.now().ms) +
               " ms, more than " + std::to_string(most));
}

/// Returns two honest members that go on though they are connected and have different histories,
/// and the step before which they differ.
std::optional<Watch::Fork> Watch::unnoticed_fork(const World& world) const {
  for (std::uint32_t a = 0; a < world.size(); ++a)
    for (std::uint32_t b = a + 1; b < world.size(); ++b) {
      if (!honest(Seat(a)) || !honest(Seat(b)) || !world.alive(Seat(a)) || !world.alive(Seat(b)) ||
          !world.near(Seat(a), Seat(b), Duration{0}))
        continue;
      const auto& one = world.node(Seat(a));
      const auto& other = world.node(Seat(b));
      if (one.halted() || other.halted()) continue;
      const Step step = std::min(one.table().step(), other.table().step());
      const auto head = one.parts().history.head_before(one.table(), step);
      const auto another = other.parts().history.head_before(other.table(), step);
      if (head && another && *head != *another) return Fork{Seat(a), Seat(b), step};
    }
  return {};
}

/// Checks that no two honest members go on that are connected and have different histories.
void Watch::forks(World& world) {
  if (world.now() < world.last_trouble() + kTimeToNotice) return;
  if (const auto fork = unnoticed_fork(world))
    broken(world, "fork",
           seat_text(fork->one) + " and " + seat_text(fork->other) + " differ before " +
               step_text(fork->before) + " and go on");
}

void Watch::count_table(const World& world) {
  if (!way_) return;
  tally_.reach.table(world.charter()->charter.seats.size(), world.size());
  if (world.node(Seat(0)).table().step().value > 66) tally_.reach.count(Reached::long_match);
}

}  // namespace fairdeal::sim
