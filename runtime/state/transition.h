#pragma once

#include <algorithm>

#include "runtime/state/public_state.h"

namespace fairdeal::state {

/// A change of state by one record: `state` is a copy of the state `before`, which the stages
/// change.
struct Transition {
  PublicState& state;
  const PublicState& before;
  const consensus::Record& record;
  std::vector<rules::AnyEvent>& events;  ///< what happens to the game in this step
  /// False if the rules fail at the record's moves: then these are absences of their authors.
  bool moves_count = true;

  /// Returns the valid payload of type P that a seat answered with; null if it gave none.
  template <class P>
  const P* given(Seat seat) const {
    const proto::Entry* entry = entry_of(seat);
    return entry != nullptr ? std::get_if<P>(&entry->payload) : nullptr;
  }
  /// Returns the seat's valid entry, even if it only says "nothing from me here"; null if there is
  /// none.
  const proto::Entry* entry_of(Seat seat) const;
  /// Calls `f(author, passed)` for each passed part that the record's entries attach, in order.
  template <class F>
  void for_each_passed(const F& f) const;

  Members::Moment now() const { return {before.step.next(), state.deals_begun}; }
  /// Returns the seats that become key holders of a deck that joins the current deal, or of a coin.
  SeatSet key_holders() const { return state.deal->members & state.in(); }
  /// Returns whether fewer than two seats are in, so that one alone would choose an order or a
  /// roll.
  bool is_alone() const { return state.in().size() < 2 && state.seats() > 1; }

  /// Tells the rules of an event. Errors: those of AnyGame::after.
  Result<> happens(rules::AnyEvent event) const;
  /// Puts these seats out of this deal, and tells the rules.
  Result<> goes_out(SeatSet seats) const;
  /// Tells the rules that these seats are out of this deal. goes_out() does so once a deal for
  /// each. With `misses` they miss the whole deal, which begins: those that made one void pay for
  /// it.
  Result<> hear_out(SeatSet seats, bool misses = false) const;
  /// Makes void what is wanted, by `by`, because it can never come true. Rolls that were not shown
  /// yet count for nothing any more. These seats are out of the deal, unless fewer than two others
  /// could play: then nobody is, and a deal that is void so twice ends the match as it stands.
  /// Nobody at all is named by void_by_all().
  stages::Next give_up(SeatSet by) const;
  /// Makes void what is wanted, where nobody is left to be named: the rules hear all seats, and no
  /// seat is out or loses a deal by it.
  stages::Next void_by_all() const;
  /// Makes void what is wanted, by all who are out. Why: one seat alone makes no order and no roll
  /// that it did not choose.
  stages::Next settle_alone() const;
  /// Ends the match by the resignation of these seats. If all resign at once, nobody wins.
  stages::Next resigned(SeatSet seats) const;
  /// Ends the match as it stands.
  stages::Next end_as_it_stands() const;
  /// Tells the rules that these seats are absent at their move.
  stages::Next absent_from_move(const std::vector<Seat>& seats) const;

 private:
  Result<> voids(SeatSet by) const;
  /// Forgets the rolls that were not shown and the opening that the game waited for.
  void drops_wanted() const;
};

/// Applies the record to the state. Errors: those of Table::after.
Result<> apply_record(const Transition& t);
/// Goes on from the stage `next`, or from what the game wants, until a stage needs an entry.
Result<> settle(const Transition& t, std::optional<stages::Stage> next);
/// Returns the seats whose resignations the record's entries attach.
SeatSet resigned_in(const consensus::Record& record);
/// Counts absences, convicts members that signed something false, and acts on what authors attached
/// (runtime/state/attachments.cc). Passed parts are left to the stages and the opening.
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

}  // namespace fairdeal::state
