#include "runtime/node/restart.h"

#include <algorithm>

#include "consensus/certificate.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"

namespace fairdeal::node {

namespace {

/// How long a restarted member waits at a step for the other members once a quorum has answered.
constexpr Duration kAskMax{2'000};
/// How long the word of a member holds a restarted member back at a step: that it is past the step,
/// or that it knows a statement which has not come. If the word is true, what is missing comes long
/// before. A liar's word must not hold it for ever.
constexpr Duration kWordHolds{10'000};
/// How long a restarted member waits for one other member in all, at whatever steps, from when it
/// first did. Why: the others may go on without it, and a liar would be past each next step.
constexpr Duration kPatience{30'000};

}  // namespace

crypto::Digest name_of_statement(const Bytes& body) { return crypto::hash("statement", body); }

// ---- The contents of the store

Result<Step> step_of_statement(const state::Put& mine) {
  const auto key = state::key_of(mine);
  if (!key) return fail(Fault::damaged, "what this seat signed");
  if (std::holds_alternative<state::kept::Entry>(*key)) {
    FD_TRY(const auto entry, proto::decode_entry(mine.value));
    return entry.step;
  }
  if (std::holds_alternative<state::kept::Vote>(*key)) {
    FD_TRY(const auto vote, proto::decode_vote(mine.value));
    return vote.step;
  }
  if (std::holds_alternative<state::kept::Proposal>(*key)) {
    FD_TRY(const auto proposal, proto::decode_proposal(mine.value));
    return proposal.step;
  }
  FD_TRY(const auto part, proto::decode_transcript_part(mine.value));
  const auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr) return fail(Fault::damaged, "what this seat is locked on");
  return decided->step;
}

Result<state::PrivateView> stored_view(Seat me, std::span<const state::Put> stored, Rng& rng) {
  const Bytes* hedge = nullptr;
  std::optional<ByteSpan> opening;
  std::vector<std::pair<std::uint64_t, ByteSpan>> keys;
  for (const state::Put& put : stored) {
    if (put.space != state::Put::Space::secret || put.value.empty()) continue;
    const auto key = state::key_of(put);
    if (!key) return fail(Fault::damaged, "the seat's keys");
    if (std::holds_alternative<state::kept::Hedge>(*key)) hedge = &put.value;
    if (std::holds_alternative<state::kept::Committed>(*key)) opening = put.value;
    if (const auto* of = std::get_if<state::kept::Keys>(&*key))
      keys.emplace_back(of->deal, put.value);
  }
  const Bytes fresh = hedge == nullptr ? state::PrivateView(me, rng).hedge_to_store() : Bytes();
  FD_TRY(auto view, state::PrivateView::restore(me, hedge != nullptr ? *hedge : fresh, opening));
  for (const auto& [deal, value] : keys) FD_TRY(view.restore_keys(deal, value));
  return view;
}

Result<consensus::Record> stored_record(const state::Table& table, const proto::Decided& decided) {
  if (decided.step != table.step() || decided.record.size() != table.slots().size())
    return fail(Fault::damaged, "a stored record");
  consensus::Record record{decided.step, table.head(), {}};
  for (const proto::Answer& answer : decided.record) {
    if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer)) {
      record.answers.emplace_back(*absent);
      continue;
    }
    const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
    FD_TRY(auto entry,
           proto::verify_entry(wrong ? wrong->envelope : std::get<proto::Envelope>(answer),
                               table.charter()));
    if (wrong != nullptr)
      record.answers.emplace_back(table.assume_invalid(std::move(entry)));
    else
      record.answers.emplace_back(table.assume_valid(std::move(entry)));
  }
  return record;
}

state::Put proposed_to_store(Step step, Round round, std::vector<proto::Answer> record) {
  return {state::kept::Proposed{step, round},
          proto::encode(proto::TranscriptPart(proto::Decided{step, std::move(record), {}}))};
}

namespace {

/// Replays one stored record. Errors: damaged, and what is wrong with it.
Result<> replay(const Bytes& stored, std::shared_ptr<const state::Table>& table, History& history) {
  FD_TRY(auto part, proto::decode_transcript_part(stored));
  auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr) return fail(Fault::damaged, "a stored record");
  FD_TRY(const auto record, stored_record(*table, *decided));
  FD_TRY(state::Table next, table->after(record));
  const proto::Outcome outcome{consensus::digest(record), next.digest()};
  const auto quorum = table->quorum();
  FD_TRY(consensus::check_certificate(decided->certificate, table->charter(), quorum, table->id(),
                                      decided->step, outcome));
  history.keep({{std::move(*decided), {}, {}}, table->head(), quorum, outcome});
  table = std::make_shared<const state::Table>(std::move(next));
  return {};
}

}  // namespace

std::vector<state::Put> LaterRecords::replay(std::shared_ptr<const state::Table>& table,
                                             History& history) {
  std::vector<state::Put> replayed;
  for (auto next = records_.find(table->step()); next != records_.end();
       next = records_.find(table->step())) {
    if (!node::replay(next->second, table, history)) break;
    replayed.push_back({state::kept::Record{next->first}, std::move(next->second)});
    records_.erase(next);
  }
  std::erase_if(records_, [&](const auto& one) { return one.first <= table->step(); });
  return replayed;
}

// ---- This member's statements

bool OwnStatements::has(const state::StoreKey& key) const {
  return std::ranges::any_of(said_,
                             [&](const state::Put& said) { return state::key_of(said) == key; });
}

bool OwnStatements::names(const crypto::Digest& statement) const {
  return std::ranges::any_of(
      said_, [&](const state::Put& put) { return name_of_statement(put.value) == statement; });
}

void OwnStatements::add_grounds(const proto::Vote& own, Seat me,
                                const consensus::Agreement& agreement, Effects& out) {
  const bool locks = own.phase == proto::Phase::precommit;
  if (!own.outcome || (!locks && own.round != Round(0))) return;
  const state::StoreKey key =
      locks ? state::StoreKey(state::kept::Lock{own.step, own.round}) : state::kept::Held{};
  if (has(key)) return;
  proto::Decided grounds{own.step, {}, {}};
  if (const auto lock = agreement.lock(me, own.round); locks && lock) {
    grounds.record = consensus::to_wire(lock->record);
    grounds.certificate = lock->prevotes;
  } else if (!locks && agreement.complete()) {
    consensus::Record full{own.step, agreement.place().parent, {}};
    for (std::size_t i = 0; i < agreement.slots().size(); ++i)
      full.answers.push_back(*agreement.entry(i));
    if (consensus::digest(full) != own.outcome->record) return;
    grounds.record = consensus::to_wire(full);
  } else {
    return;
  }
  state::Put put(key, proto::encode(proto::TranscriptPart(std::move(grounds))));
  out.store.push_back(put);
  add(std::move(put));
}

void OwnStatements::forget_before(Step here) {
  std::erase_if(said_, [&](const state::Put& said) {
    const auto step = step_of_statement(said);
    return !step || *step < here;
  });
}

// ---- Asking before speaking

void Asking::begin_step(Step here) {
  if (step_ == here) return;
  step_ = here;
  answered_ = {};
  said_ahead_.clear();
  quorum_at_.reset();
}

bool Asking::is_over(Seat me, const state::Table& table, const Links& links, SeatSet ahead,
                     Instant now) {
  const auto quorum = table.quorum();
  for (const Seat peer : ahead.list()) said_ahead_.emplace(peer, now);
  SeatSet heard = answered_;
  heard.insert(me);
  until_ = never();
  if ((heard & quorum.voters).size() < quorum.needed) {
    quorum_at_.reset();
    return false;
  }
  if (!quorum_at_) quorum_at_ = now;
  Instant until = now;
  for (const Seat peer : ((links.up() - heard) | ahead).list())
    until = std::max(until, waits_for(peer, ahead, now));
  // If all others left, this member is a quorum by itself. It still waits, for they may know what
  // it signed and have not had time to connect.
  if (answered_.empty() && table.charter().validators() > 1)
    until = std::max(until, *quorum_at_ + kAskMax);
  if (until <= now) return true;
  until_ = until;
  return false;
}

/// Returns until when this member waits for a peer that is connected and has not answered about
/// this step, or names a statement that is not here, or says that it is past the step.
Instant Asking::waits_for(Seat peer, SeatSet ahead, Instant now) {
  const Instant until = ahead.has(peer)
                            ? said_ahead_.at(peer) + kWordHolds
                            : *quorum_at_ + (knows_more_.has(peer) ? kWordHolds : kAskMax);
  if (until <= now) return until;
  const Instant since = waited_since_.emplace(peer, now).first->second;
  return std::min(until, since + kPatience);
}

void send_recalled(Seat peer, const state::Table& table, const consensus::Agreement& agreement,
                   const std::optional<proto::Envelope>& checking,
                   const std::vector<CatchUp::Early>& early, Effects& out) {
  proto::Recall recall{table.id(), table.step(), {}};
  const auto name = [&](const Bytes& body) {
    const crypto::Digest statement = name_of_statement(body);
    if (recall.statements.size() == proto::kRecalledMax ||
        std::ranges::find(recall.statements, statement) != recall.statements.end())
      return false;
    recall.statements.push_back(statement);
    return true;
  };
  for (const auto& entry : agreement.entries_of(peer))
    if (name(entry.body)) send(peer, proto::EntryFrame{entry}, out);
  // An entry that is still being checked binds its author, too.
  if (checking && name(checking->body)) send(peer, proto::EntryFrame{*checking}, out);
  for (const auto& vote : agreement.votes_of(peer))
    if (name(vote.body)) send(peer, proto::VoteFrame{vote}, out);
  for (const auto* proposal : agreement.proposals_of(peer))
    if (name(proposal->body())) send(peer, frame_of(*proposal, agreement), out);
  for (const CatchUp::Early& one : early)
    if (const proto::Envelope& said = envelope_in(one); said.by == peer && name(said.body))
      std::visit([&](const auto& frame) { send(peer, frame, out); }, one.frame);
  send(peer, recall, out);
}

}  // namespace fairdeal::node
