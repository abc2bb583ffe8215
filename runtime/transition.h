#pragma once

#include <algorithm>

#include "runtime/public_state.h"

namespace fairdeal::runtime {

/// The next state in the making: a copy of the state `before`, which the stages change.
struct Transition {
  PublicState& state;
  const PublicState& before;
  const consensus::Record& record;
  std::vector<rules::AnyEvent>& events;  ///< what happens to the game meanwhile

  /// The valid payload of kind P that a seat answered with; null if it gave none.
  template <class P>
  const P* given(Seat seat) const {
    const proto::Entry* entry = entry_of(seat);
    return entry != nullptr ? std::get_if<P>(&entry->payload) : nullptr;
  }
  /// The seat's valid entry, even if it only says "nothing from me here"; null if there is none.
  const proto::Entry* entry_of(Seat seat) const;
  /// Calls `f(author, attached)` for each part that the record's entries attach, in their order.
  template <class F>
  void for_each_passed(const F& f) const;

  Members::Moment now() const { return {before.step.next(), state.deals_begun}; }
  /// Seats that can hold locks of a deck that joins this deal, or shares of a coin.
  SeatSet key_holders() const { return state.deal->members & state.in(); }
  /// Whether nobody else is in who would keep a seat from choosing an order or a roll alone.
  bool is_alone() const { return state.in().size() < 2 && state.seats() > 1; }

  /// Tells the rules of an event. Errors: as AnyGame::after.
  Result<> happens(rules::AnyEvent event) const;
  /// These seats play no more of this deal.
  Result<> goes_out(SeatSet seats) const;
  /// Tells the rules, once a deal, who is out of it.
  Result<> hear_out(SeatSet seats) const;
  /// Settles against `by`, because what was wanted can never come true. Rolls that nobody has
  /// opened count for nothing any more.
  Next give_up(SeatSet by) const;
  /// Settles against all who are out: one alone makes no order and no roll that it did not choose.
  Next settle_alone() const;
  Next absent_from_move(const std::vector<Seat>& seats) const;
};

/// Applies the record to a state. Errors: as Table::after.
Result<> apply_record(const Transition& t);
/// Goes on from `next` until a stage needs somebody's entry.
Result<> settle(const Transition& t, std::optional<Stage> next);
/// Counts absences, convicts who signed something false, and acts on what authors attached
/// (runtime/attachments.cc).
Result<> count_answers(const Transition& t);

template <class F>
void Transition::for_each_passed(const F& f) const {
  for (const consensus::Answer& answer : record.answers) {
    const auto* entry = std::get_if<consensus::Checked>(&answer);
    if (entry == nullptr) continue;
    for (const proto::Attachment& attachment : (*entry)->message().attachments)
      if (const auto* attached = std::get_if<proto::PassedAttachment>(&attachment))
        f(attached->envelope.by, attached->passed);
  }
}

}  // namespace fairdeal::runtime
