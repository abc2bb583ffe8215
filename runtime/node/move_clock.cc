#include "runtime/node/move_clock.h"

#include <algorithm>

#include "base/encode.h"

namespace fairdeal::node {
namespace {

Duration sum(Duration a, Duration b) { return {a.ms + b.ms}; }

void spend(Duration& reserve, Duration time) {
  reserve.ms = std::max<std::int64_t>(0, reserve.ms - std::max<std::int64_t>(0, time.ms));
}

/// Returns whether a person made this move, or committed to it.
bool is_persons(const state::Table& before, const consensus::Answer& answer) {
  const auto* entry = std::get_if<consensus::Checked>(&answer);
  return entry != nullptr &&
         state::stages::is_careful(before.stage(), (*entry)->message().payload) == false;
}

}  // namespace

bool is_human(const state::Table& table, const consensus::EntrySlot& slot) {
  return slot.kind == proto::Kind::move || (slot.kind == proto::Kind::commit &&
                                            state::stages::rolled_together(table.stage())->empty());
}

MoveClock::MoveClock(Seat me, std::size_t members, const proto::Pace& pace)
    : me_(me),
      pace_(pace),
      members_(members, Member{.bank = pace.bank, .work = pace.work, .line = pace.reconnect}) {}

Result<> MoveClock::restore_banks(ByteSpan stored) {
  Reader reader(stored);
  for (Member& member : members_) {
    for (Duration* time :
         {&member.bank, &member.work, &member.line, &member.grace, &member.unsure}) {
      FD_TRY(const std::uint64_t ms, reader.u64());
      time->ms = static_cast<std::int64_t>(ms);
    }
    FD_TRY(const std::uint64_t answers, reader.u64());
    member.answers = static_cast<std::uint32_t>(answers);
  }
  return reader.end();
}

Bytes MoveClock::banks_to_store() const {
  Writer banks;
  for (const Member& member : members_) {
    for (const Duration time : {member.bank, member.work, member.line, member.grace, member.unsure})
      banks.u64(static_cast<std::uint64_t>(time.ms));
    banks.u64(member.answers);
  }
  return banks.bytes();
}

std::vector<Duration> MoveClock::banks() const {
  std::vector<Duration> banks;
  for (const Member& member : members_) banks.push_back(member.bank);
  return banks;
}

// ---- The clocks that run now

void MoveClock::set_away(SeatSet away, Instant now) {
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    if (away.has(Seat(i)) == member.away_since.has_value()) continue;
    if (!member.away_since) {
      member.away_since = now;
    } else {
      member.away = away_until(member, now);
      member.away_since.reset();
    }
  }
}

void MoveClock::begin_step(Instant now) {
  began_ = now;
  for (Member& member : members_) {
    member.moved_at.reset();
    member.away = {};
  }
}

void MoveClock::stop(Seat author, Instant now) {
  auto& moved_at = members_[author.value].moved_at;
  moved_at = moved_at.value_or(now);
}

/// Returns what a step may take without spending a reserve. A vote that was late may make a member
/// begin a round later, so short of two rounds nobody is to blame.
Duration MoveClock::free() const { return std::max(kFree, pace_.round * 2); }

/// Returns how much longer than its player's own clock shows the others wait for this move, and for
/// what they charged to its bank in doubt.
Duration MoveClock::grace_of(const Member& member) const {
  return std::min(sum(std::min(pace_.round * 4, kGraceMax), member.unsure), member.grace);
}

/// Returns how long nobody reached a member in this step until `when`.
Duration MoveClock::away_until(const Member& member, Instant when) const {
  if (!member.away_since) return member.away;
  const Duration lasted = when - std::max(*member.away_since, began_);
  return {member.away.ms + std::max<std::int64_t>(0, lasted.ms)};
}

/// Gives each slot the time of its kind, which stands still while nobody reaches the seat. A seat
/// on trial has neither a bank nor a reserve for reconnecting. Slots that are answered count no
/// more: a seat whose own time is over must not be waited for because another had more.
void MoveClock::set_due(const state::Table& table, std::span<const consensus::EntrySlot> slots,
                        Instant now) {
  std::optional<Instant> last, last_shown;
  for (const auto& slot : slots) {
    const Member& owner = members_[slot.seat.value];
    const bool human = is_human(table, slot);
    const bool on_trial = table.members().standing(slot.seat).on_trial;
    Instant shown = !human ? began_ + free() + owner.work
                    : pace_.untimed()
                        ? never()
                        : moves_begin() + pace_.move + (on_trial ? Duration{0} : owner.bank);
    Instant due = shown;
    if (slot.seat == me_) {
      own_due_ = due;
    } else if (due != never()) {
      const Duration line = sum(free(), on_trial ? Duration{0} : owner.line);
      if (owner.away_since) {
        due = std::max(*owner.away_since, began_) + Duration{line.ms - owner.away.ms};
        shown = due;
      } else {
        shown = shown + std::min(owner.away, line);
        due = human ? shown + grace_of(owner) : shown;
      }
    }
    if (owner.moved_at) continue;
    last = std::max(last.value_or(now), due);
    last_shown = std::max(last_shown.value_or(now), shown);
  }
  entries_due_ = last.value_or(std::max(entries_due_, now));
  shown_due_ = last_shown.value_or(std::max(shown_due_, now));
}

Instant MoveClock::careful_from() const {
  if (own_due_ == never()) return never();
  constexpr Duration kAhead{1'000};
  return own_due_ + Duration{-std::min(kAhead.ms, pace_.move.ms / 4)};
}

// ---- The cost of a step

/// Charges a move that took longer than the move time to the seat's bank, and what the bank cannot
/// pay to its grace; adds the increment for a move that the seat's person made. By its own clock
/// the player may have begun later and have spent less of the bank, so as much as that is waited
/// for besides.
void MoveClock::charge_move(Member& owner, Duration took, bool persons) const {
  const Duration over{std::max<std::int64_t>(0, took.ms - pace_.move.ms)};
  const Duration paid = std::min(over, owner.bank);
  const Duration beyond{over.ms - paid.ms};
  spend(owner.bank, paid);
  spend(owner.grace, beyond);
  if (!persons) return;
  if (beyond == Duration{0}) owner.grace = sum(owner.grace, kGraceBack);
  owner.unsure =
      std::min(sum(owner.unsure, std::min({paid, pace_.round * 4, kGraceMax})), owner.grace);
  owner.bank = std::min(std::max(owner.bank, pace_.bank), sum(owner.bank, pace_.increment));
  if (owner.bank >= pace_.bank) owner.unsure = {};  // by its own clock it is as full as this one
}

/// Fills the reserves of the seats that played a deal through, and of those that have answered ten
/// times where there is no deck.
void MoveClock::refill(const consensus::Record& record, const state::Table& before,
                       const state::Table& after, std::span<const consensus::EntrySlot> slots) {
  const auto fill = [&](Member& member) {
    member.work = std::max(member.work, std::min(sum(member.work, kRefill), pace_.work));
    member.line = std::max(member.line, std::min(sum(member.line, kRefill), pace_.reconnect));
    member.answers = 0;
  };
  const auto& deal = before.state().deal;
  if (after.state().deals_begun > before.state().deals_begun && deal)
    for (const Seat seat : (deal->members & before.members().in()).list())
      fill(members_[seat.value]);
  if (deal || state::stages::is_opening(before.state())) return;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Member& owner = members_[slots[i].seat.value];
    if (!consensus::is_absence(record.answers[i]) && ++owner.answers >= kAnswersForRefill)
      fill(owner);
  }
}

/// Charges a program's work beyond what is free to its reserve, except for the time in which nobody
/// reached it. A clock stops when the answer is here, not when it is decided.
MoveClock::Charged MoveClock::charge(const consensus::Record& record, const state::Table& before,
                                     const state::Table& after,
                                     std::span<const consensus::EntrySlot> slots, Instant now) {
  Charged charged;
  const Bytes were = banks_to_store();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Member& owner = members_[slots[i].seat.value];
    const Instant until = owner.moved_at.value_or(now);
    const Duration away = away_until(owner, until);
    const Duration took{std::max<std::int64_t>(0, (until - began_).ms - away.ms)};
    spend(owner.line, Duration{away.ms - free().ms});
    if (is_human(before, slots[i])) {
      const Duration looked = moves_begin() - began_;
      const Duration thought{std::max<std::int64_t>(0, took.ms - looked.ms)};
      if (!pace_.untimed()) charge_move(owner, thought, is_persons(before, record.answers[i]));
      continue;
    }
    if (took > free()) {
      spend(owner.work, Duration{took.ms - free().ms});
      charged.overtime.push_back({slots[i].seat, took, owner.work});
    }
  }
  if (const auto pause = after.game().pause(before.game()); pause > 0)
    look_until(now + Duration{pause});
  refill(record, before, after, slots);
  charged.changed = banks_to_store() != were;
  return charged;
}

}  // namespace fairdeal::node
