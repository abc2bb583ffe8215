#include <algorithm>
#include <utility>

#include "base/encode.h"
#include "runtime/node.h"

/// How long each member may take: a person for its moves, a program for its work, a lost connection
/// to come back.
namespace fairdeal::runtime {
namespace {

/// A program has so many work times for all its work in a deal, or in so many steps: an honest one
/// needs a small part of one. Who took the whole of it at every step would cost minutes a hand.
constexpr int kWorkTimes = 5;
constexpr std::uint64_t kWorkSteps = 32;

/// The place of the opening that this step is about: for all of its steps together a member has the
/// time of one.
std::optional<Step> opening_of(const Table& table) {
  const auto& next = table.next_deal();
  if (!next || !next->wanted) return {};
  const auto* shuffling = std::get_if<Shuffling>(&table.stage());
  const bool is = std::holds_alternative<CollectingKeys>(table.stage()) ||
                  std::holds_alternative<DealingShares>(table.stage()) ||
                  (shuffling != nullptr && shuffling->deck.place == next->place());
  return is ? std::optional(next->place()) : std::nullopt;
}

/// The deal that this step is about; none between deals.
std::optional<std::uint64_t> deal_of(const Table& table) {
  if (opening_of(table)) return table.next_deal()->number;
  return table.deal() ? std::optional(table.deal()->number) : std::nullopt;
}

}  // namespace

/// Moves, and values that people commit to: a clock runs for each.
bool Node::is_human(const consensus::EntrySlot& slot) const {
  if (slot.kind == proto::Kind::move) return true;
  const auto* committing = std::get_if<Committing>(&table_->stage());
  return committing != nullptr && committing->dice.empty();
}

void Node::begin_clocks() {
  const auto was = std::exchange(opening_, opening_of(*table_));
  const bool goes_on = opening_ && opening_ == was;
  const auto deal = deal_of(*table_);
  const bool fills = (deal && std::exchange(work_deal_, deal) != deal) ||
                     table_->step().value >= work_since_.value + kWorkSteps;
  if (fills) work_since_ = table_->step();
  for (Other& other : others_) {
    other.moved_at.reset();
    if (!goes_on) other.cut_off = other.opening = {};
    if (fills) other.worked = {};
  }
}

/// What is left for a piece of work.
Duration Node::work_time(const Other& owner) const {
  const Duration work = table_->charter().pace.work;
  const std::int64_t left =
      std::min(work.ms - owner.opening.ms, kWorkTimes * work.ms - owner.worked.ms);
  return {std::max<std::int64_t>(0, left)};
}

/// Until when the step's entries are waited for: each kind has its time, a seat's reserve for its
/// moves is added, and what a lost connection is allowed, once a step.
void Node::set_due(Instant now) {
  const proto::Pace& pace = table_->charter().pace;
  entries_due_ = now;
  for (const auto& slot : agreement_.slots()) {
    const Other& owner = others_[slot.seat.value];
    const bool on_trial = table_->standing(slot.seat).on_trial;
    Instant due = !is_human(slot)  ? began_ + work_time(owner)
                  : pace.untimed() ? never()
                                   : began_ + pace.move + (on_trial ? Duration{0} : owner.bank);
    if (slot.seat == config_.me) {
      own_due_ = due;
    } else if (!on_trial) {
      due = due + owner.cut_off;
      if (!linked(slot.seat))
        due = std::max(due, owner.lost_at + Duration{pace.reconnect.ms - owner.cut_off.ms});
    }
    entries_due_ = std::max(entries_due_, due);
  }
  agreement_.wait_until(entries_due_);
}

/// What a program's work took comes off its time for the deal, but for what its connection was lost
/// as allowed; what a move took beyond its time comes off the seat's reserve, and a move in time
/// adds to it. A clock stops when the answer is here, not when it is decided.
void Node::account_time(const consensus::Record& record, Instant now, Effects& out) {
  const proto::Pace& pace = table_->charter().pace;
  bool changed = false;
  for (std::size_t i = 0; i < agreement_.slots().size(); ++i) {
    const auto& slot = agreement_.slots()[i];
    Other& owner = others_[slot.seat.value];
    const Duration took = owner.moved_at.value_or(now) - began_;
    if (opening_) owner.opening.ms += took.ms;
    if (!is_human(slot)) {
      owner.worked.ms += std::max<std::int64_t>(0, took.ms - owner.cut_off.ms);
      continue;
    }
    if (pace.untimed()) continue;
    const std::int64_t over = std::max<std::int64_t>(0, took.ms - pace.move.ms);
    owner.bank.ms = std::max<std::int64_t>(0, owner.bank.ms - over);
    if (!consensus::is_absence(record.answers[i]))
      owner.bank.ms =
          std::min(std::max(owner.bank.ms, pace.bank.ms), owner.bank.ms + pace.increment.ms);
    changed = true;
  }
  if (!changed) return;
  Writer banks;
  for (const Other& other : others_) banks.u64(static_cast<std::uint64_t>(other.bank.ms));
  out.store.push_back({Put::Space::local, "banks", banks.bytes()});
}

}  // namespace fairdeal::runtime
