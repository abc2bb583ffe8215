#include "runtime/state/table.h"

#include <algorithm>

#include "base/check.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/state/charter.h"
#include "runtime/state/checking.h"
#include "runtime/state/transition.h"

namespace fairdeal::state {
namespace {

/// Checks that an entry that fits a slot is true. Errors are blamed on its author, who signed it.
Result<> holds(const PublicState& state, const proto::Signed<proto::Entry>& entry,
               PendingProofs& proofs, const Verified& verified) {
  const Checking checking{state, entry.by(), entry.message(), proofs, verified};
  auto verdict = stages::check(checking);
  if (verdict) verdict = check_attachments(checking);
  if (!verdict && verdict.error().fault == Fault::rules) return verdict;  // nobody's lie
  if (!verdict) return fail(blame(verdict.error(), entry.by()));
  return {};
}

/// Ends a match whose rules failed as it was before, without a result. Why not as void: that names
/// seats, and none of them is to blame.
Result<> stop_at_fault(PublicState& state, const PublicState& before,
                       std::vector<rules::AnyEvent>& events, Result<> applied) {
  if (applied || applied.error().fault != Fault::rules) return applied;
  state = before;
  state.stage = stages::over();
  state.failed_moves.reset();
  state.games.clear();
  state.rules_fault = applied.error().about;
  events.clear();
  return {};
}

/// Returns the seats whose moves a record has.
SeatSet movers(const consensus::Record& record) {
  SeatSet seats;
  for (const consensus::Answer& answer : record.answers) {
    const auto* entry = std::get_if<consensus::Checked>(&answer);
    if (entry == nullptr) continue;
    const auto& payload = (*entry)->message().payload;
    if (std::holds_alternative<proto::MovePayload>(payload) ||
        std::holds_alternative<proto::RevealPayload>(payload))
      seats.insert((*entry)->by());
  }
  return seats;
}

}  // namespace

Result<Table> Table::create(std::shared_ptr<const proto::SignedCharter> charter) {
  FD_TRY(rules::AnyGame game, start_game(*charter));
  const std::size_t seats = charter->charter.seats.size();
  const std::size_t validators = charter->charter.validators();
  const auto id = proto::table_id(charter->raw);
  Table table(PublicState{.signed_charter = std::move(charter),
                          .id = id,
                          .head = consensus::first_head(id),
                          .game = std::move(game),
                          .members = Members(seats, validators)});
  const PublicState before = table.state_;
  const consensus::Record nothing{before.step, before.head, {}};
  FD_TRY(stop_at_fault(table.state_, before, table.events_,
                       settle({table.state_, before, nothing, table.events_}, {})));
  table.digest_ = state::digest(table.state_);
  return table;
}

Result<Table> Table::after(const consensus::Record& record) const {
  CHECK(record.answers.size() == slots().size());
  Table next(state_);
  const auto apply = [&](bool moves_count) {
    next = Table(state_);
    next.state_.failed_moves.reset();
    next.state_.games.clear();
    return apply_record({next.state_, state_, record, next.events_, moves_count});
  };
  auto applied = apply(true);
  const SeatSet by = movers(record);
  if (!applied && applied.error().fault == Fault::rules && !by.empty()) {
    const FailedMoves failed{by, applied.error().about};
    applied = apply(false);
    if (applied) next.state_.failed_moves = failed;
  }
  FD_TRY(stop_at_fault(next.state_, state_, next.events_, std::move(applied)));
  next.state_.step = state_.step.next();
  next.digest_ = state::digest(next.state_);
  next.state_.head = consensus::next_head(state_.head, {consensus::digest(record), next.digest_});
  return next;
}

Result<> Table::fits(const proto::Signed<proto::Entry>& entry) const {
  const proto::Entry& e = entry.message();
  if (e.table != id()) return fail(Fault::wrong_table, "entry");
  if (e.step != step())
    return fail(Fault::wrong_table, "entry of step " + std::to_string(e.step.value));
  if (e.parent != head()) return fail(Fault::state_differs, "entry after another history");
  const auto open = slots();
  const proto::Kind kind = proto::kind_of(e.payload);
  const auto fits = [&](const consensus::EntrySlot& slot) {
    return slot.seat == entry.by() && (slot.kind == kind || kind == proto::Kind::none);
  };
  if (std::ranges::none_of(open, fits))
    // Its author has this very history, so it knows which slots there are.
    return fail(blame({Fault::not_wanted, {}, "entry for no open slot"}, entry.by()));
  if (entry.body().size() > entry_bytes_max(state_, entry.by()))
    return fail(blame({Fault::too_large, {}, "entry"}, entry.by()));
  return {};
}

Result<consensus::Checked> Table::check(proto::Signed<proto::Entry> entry, Rng& rng,
                                        const Verified& verified) const {
  return settled(rng,
                 [&](PendingProofs& proofs) { return check(std::move(entry), proofs, verified); });
}

Result<consensus::Checked> Table::check(proto::Signed<proto::Entry> entry, PendingProofs& proofs,
                                        const Verified& verified) const {
  FD_TRY(fits(entry));
  FD_TRY(holds(state_, entry, proofs, verified));
  return valid(std::move(entry));
}

Result<consensus::InvalidEntry> Table::check_invalid(proto::Signed<proto::Entry> entry,
                                                     Rng& rng) const {
  FD_TRY(fits(entry));
  const auto held =
      settled(rng, [&](PendingProofs& proofs) { return holds(state_, entry, proofs, {}); });
  if (held) return fail(Fault::not_wanted, "a sound entry called wrong");
  if (held.error().fault == Fault::rules) return fail(held.error());
  return invalid(std::move(entry));
}

consensus::Checked Table::assume_valid(proto::Signed<proto::Entry> own) const {
  return valid(std::move(own));
}
consensus::InvalidEntry Table::assume_invalid(proto::Signed<proto::Entry> stored) const {
  return invalid(std::move(stored));
}

Result<Table::Opened> Table::open(std::size_t i, const proto::Answer& answer) const {
  const Seat due = slots().at(i).seat;
  const auto out_of_order = [] { return fail(Fault::not_canonical, "entries not in slot order"); };
  if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer)) {
    if (absent->seat != due) return out_of_order();
    return Opened{*absent};
  }
  const auto* sound = std::get_if<proto::Envelope>(&answer);
  const proto::Envelope& said =
      sound != nullptr ? *sound : std::get<proto::WrongEntry>(answer).envelope;
  if (said.by != due) return out_of_order();
  FD_TRY(auto entry, proto::verify_entry(said, charter()));
  FD_TRY(fits(entry));
  return Opened{std::move(entry), sound == nullptr};
}

Result<consensus::Answer> Table::validate(Opened opened, PendingProofs& proofs, Rng& rng,
                                          const Verified& verified) const {
  if (const auto* absent = std::get_if<proto::AbsentSeat>(&opened.answer))
    return consensus::Answer(*absent);
  auto& entry = std::get<proto::Signed<proto::Entry>>(opened.answer);
  if (!opened.wrong) {
    FD_TRY(auto checked, check(std::move(entry), proofs, verified));
    return consensus::Answer(std::move(checked));
  }
  FD_TRY(auto invalid, check_invalid(std::move(entry), rng));
  return consensus::Answer(std::move(invalid));
}

Result<consensus::Answer> Table::validate(std::size_t i, const proto::Answer& answer,
                                          PendingProofs& proofs, Rng& rng) const {
  FD_TRY(auto opened, open(i, answer));
  return validate(std::move(opened), proofs, rng);
}

Result<std::vector<consensus::Answer>> Table::validate_record(
    const std::vector<proto::Answer>& record, std::vector<std::optional<consensus::Answer>> held,
    const Verified& verified, Rng& rng) const {
  using Answers = std::vector<consensus::Answer>;
  if (record.size() != held.size()) return fail(Fault::not_canonical, "a record of other slots");
  std::vector<std::optional<Opened>> opened(record.size());
  for (std::size_t i = 0; i < record.size(); ++i) {
    if (held[i]) continue;
    FD_TRY(opened[i], open(i, record[i]));
  }
  return settled(rng, [&](PendingProofs& proofs) -> Result<Answers> {
    Answers answers;
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (opened[i]) {
        FD_TRY(held[i], validate(*std::move(opened[i]), proofs, rng, verified));
      }
      answers.push_back(*std::move(held[i]));
    }
    return answers;
  });
}

Result<> check_part(const PublicState& state, Seat author, const proto::Passed& passed, Rng& rng) {
  const proto::Entry none{};
  const Verified nothing;
  return settled(rng, [&](PendingProofs& proofs) -> Result<> {
    const Checking checking{state, author, none, proofs, nothing};
    if (const auto* key = std::get_if<proto::KeyPayload>(&passed.part))
      return stages::check_key(checking, author, *key);
    if (const auto* shares = std::get_if<proto::SharesPayload>(&passed.part))
      return stages::check_dealing(checking, author, *shares);
    return fail(Fault::not_wanted, "a turn of no deck");
  });
}

std::size_t entry_bytes_max(const PublicState& state, Seat seat) {
  return stages::owing(state).front().seat == seat ? proto::kFirstEntryBytesMax
                                                   : proto::kEntryBytesMax;
}

}  // namespace fairdeal::state
