#include "runtime/move_clock.h"

#include <algorithm>
#include <utility>

#include "base/encode.h"

namespace fairdeal::runtime {
namespace {

/// How many work times a program has for all its work in a deal, or in this number of steps. An
/// honest program needs a small part of one. A seat that took the whole time at every step would
/// cost minutes a hand.
constexpr int kWorkTimes = 5;
constexpr std::uint64_t kWorkSteps = 32;

/// Returns the place of the opening that this step is about; none if it is about no opening. For
/// all steps of an opening together a member has one work time.
std::optional<Step> opening_of(const Table& table) {
  return is_opening(table.state()) ? std::optional(table.state().next->place()) : std::nullopt;
}

/// Returns the number of the deal that this step is about; none between deals.
std::optional<std::uint64_t> deal_of(const Table& table) {
  if (is_opening(table.state())) return table.state().next->number;
  return table.state().deal ? std::optional(table.state().deal->number) : std::nullopt;
}

}  // namespace

bool is_human(const Table& table, const consensus::EntrySlot& slot) {
  return slot.kind == proto::Kind::move ||
         (slot.kind == proto::Kind::commit && rolled_together(table.stage())->empty());
}

MoveClock::MoveClock(Seat me, std::size_t members, const proto::Pace& pace)
    : me_(me), pace_(pace), members_(members, Member{.bank = pace.bank}) {}

Result<> MoveClock::restore_banks(ByteSpan stored) {
  Reader reader(stored);
  for (Member& member : members_) {
    FD_TRY(const std::uint64_t ms, reader.u64());
    member.bank.ms = static_cast<std::int64_t>(ms);
  }
  return reader.end();
}

Bytes MoveClock::banks_to_store() const {
  Writer banks;
  for (const Member& member : members_) banks.u64(static_cast<std::uint64_t>(member.bank.ms));
  return banks.bytes();
}

std::vector<Duration> MoveClock::banks() const {
  std::vector<Duration> banks;
  for (const Member& member : members_) banks.push_back(member.bank);
  return banks;
}

void MoveClock::start(Instant now) {
  for (Member& member : members_) member.lost_at = now;
}

void MoveClock::on_link(Seat peer, bool up, Instant now) {
  Member& member = members_[peer.value];
  if (!up) {
    member.lost_at = now;
    return;
  }
  const Duration lasted = now - std::max(member.lost_at, began_);
  member.cut_off =
      std::min(pace_.reconnect, Duration{member.cut_off.ms + std::max<std::int64_t>(0, lasted.ms)});
}

void MoveClock::begin_step(const Table& table, Instant now) {
  began_ = now;
  const auto was = std::exchange(opening_, opening_of(table));
  const bool goes_on = opening_ && opening_ == was;
  const auto deal = deal_of(table);
  const bool fills = (deal && std::exchange(work_deal_, deal) != deal) ||
                     table.step().value >= work_since_.value + kWorkSteps;
  if (fills) work_since_ = table.step();
  for (Member& member : members_) {
    member.moved_at.reset();
    if (!goes_on) member.cut_off = member.opening = {};
    if (fills) member.worked = {};
  }
}

void MoveClock::stop(Seat author, Instant now) {
  auto& moved_at = members_[author.value].moved_at;
  moved_at = moved_at.value_or(now);
}

/// Returns how much time a member's program has left for its work at this step.
Duration MoveClock::work_time(const Member& member) const {
  const std::int64_t left =
      std::min(pace_.work.ms - member.opening.ms, kWorkTimes * pace_.work.ms - member.worked.ms);
  return {std::max<std::int64_t>(0, left)};
}

/// Gives each slot the time of its kind. A move also has its seat's reserve, and a seat whose
/// connection was lost has the time that the terms allow for that. A seat on trial has neither.
void MoveClock::set_due(const Table& table, std::span<const consensus::EntrySlot> slots,
                        SeatSet linked, Instant now) {
  entries_due_ = now;
  for (const auto& slot : slots) {
    const Member& owner = members_[slot.seat.value];
    const bool on_trial = table.members().standing(slot.seat).on_trial;
    Instant due = !is_human(table, slot) ? began_ + work_time(owner)
                  : pace_.untimed()      ? never()
                                    : began_ + pace_.move + (on_trial ? Duration{0} : owner.bank);
    if (slot.seat == me_) {
      own_due_ = due;
    } else if (!on_trial) {
      due = due + owner.cut_off;
      if (!linked.has(slot.seat))
        due = std::max(due, owner.lost_at + Duration{pace_.reconnect.ms - owner.cut_off.ms});
    }
    entries_due_ = std::max(entries_due_, due);
  }
}

/// Charges a program's work to its time for the deal, except for the time that a lost connection is
/// allowed. Charges a move that took longer than the move time to the seat's reserve, and adds the
/// increment for each move that came. A clock stops when the answer is here, not when it is
/// decided.
bool MoveClock::charge(const consensus::Record& record, const Table& table,
                       std::span<const consensus::EntrySlot> slots, Instant now) {
  bool changed = false;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Member& owner = members_[slots[i].seat.value];
    const Duration took = owner.moved_at.value_or(now) - began_;
    if (opening_) owner.opening.ms += took.ms;
    if (!is_human(table, slots[i])) {
      owner.worked.ms += std::max<std::int64_t>(0, took.ms - owner.cut_off.ms);
      continue;
    }
    if (pace_.untimed()) continue;
    const std::int64_t over = std::max<std::int64_t>(0, took.ms - pace_.move.ms);
    owner.bank.ms = std::max<std::int64_t>(0, owner.bank.ms - over);
    if (!consensus::is_absence(record.answers[i]))
      owner.bank.ms =
          std::min(std::max(owner.bank.ms, pace_.bank.ms), owner.bank.ms + pace_.increment.ms);
    changed = true;
  }
  return changed;
}

}  // namespace fairdeal::runtime
