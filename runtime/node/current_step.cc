#include "runtime/node/current_step.h"

#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::node {

using consensus::Agreement;

CurrentStep::CurrentStep(Seat me, std::shared_ptr<const state::Table> table)
    : me_(me), table_(std::move(table)), agreement_(agreement_on_step({0})) {}

Agreement CurrentStep::agreement_on_step(Instant now) const {
  return {{table_->id(), table_->step(), table_->head()},
          table_->quorum(),
          table_->slots(),
          table_->charter().pace.round,
          now};
}

void CurrentStep::begin(std::shared_ptr<const state::Table> table, Instant now) {
  table_ = std::move(table);
  agreement_ = agreement_on_step(now);
  outcomes_.clear();
  leads_nowhere_.reset();
  asked_.reset();
  followed_.reset();
  mine_.forget_before(table_->step());
  shown_ = {};
  told_round_ = Round(0);
}

// ---- Inputs

namespace {

Result<std::shared_ptr<const state::Table>> outcome_of(const state::Table& table,
                                                       const consensus::Record& record) {
  FD_TRY(state::Table next, table.after(record));
  return std::make_shared<const state::Table>(std::move(next));
}

}  // namespace

/// Computes the outcome of each record that the agreement asks about. A script takes its time, so
/// ask_rules() lets others ask it.
void CurrentStep::compute_outcomes() {
  if (table_->game().is_script()) return;
  while (const consensus::Record* record = agreement_.wanted_outcome())
    take_outcome(outcome_of(*table_, *record));
}

/// Takes in the outcome of the record that the agreement asks about.
void CurrentStep::take_outcome(Result<std::shared_ptr<const state::Table>> next) {
  const consensus::Record& record = *agreement_.wanted_outcome();
  if (!next) {
    // A liar may propose a record that the rules refuse. If they refuse the authors' own valid
    // entries, the rules contradict themselves.
    if (std::ranges::all_of(record.answers, [](const consensus::Answer& answer) {
          return std::holds_alternative<consensus::Checked>(answer);
        }))
      leads_nowhere_ = next.error();
    return agreement_.on_outcome({});
  }
  const auto digest = consensus::digest(record);
  outcomes_[digest] = *next;
  agreement_.on_outcome(proto::Outcome{digest, (*next)->digest()});
}

std::optional<Work> CurrentStep::ask_rules() {
  const consensus::Record* record = agreement_.wanted_outcome();
  if (record == nullptr) return {};
  const auto digest = consensus::digest(*record);
  if (asked_ == digest) return {};
  asked_ = digest;
  return asking_rules(table_->step(), [table = table_, record = *record, digest] {
    return Done::Outcome{digest, outcome_of(*table, record)};
  });
}

void CurrentStep::on_done(Done::Outcome outcome) {
  if (asked_ != outcome.record) return;
  asked_.reset();
  const consensus::Record* record = agreement_.wanted_outcome();
  if (record != nullptr && consensus::digest(*record) == outcome.record)
    take_outcome(std::move(outcome.table));
}

std::vector<std::optional<consensus::Answer>> CurrentStep::held(
    const std::vector<proto::Answer>& record) const {
  std::vector<std::optional<consensus::Answer>> held(agreement_.slots().size());
  for (std::size_t i = 0; i < held.size() && i < record.size(); ++i)
    if (const auto* answer = agreement_.held(i, record[i])) held[i] = *answer;
  return held;
}

Result<std::vector<consensus::Answer>> CurrentStep::validate(
    const std::vector<proto::Answer>& record, const state::Verified& verified, Rng& rng) const {
  return table_->validate_record(record, held(record), verified, rng);
}

// ---- This member's statements

bool CurrentStep::owes() const {
  const auto& slots = agreement_.slots();
  return std::ranges::find(slots, me_, &consensus::EntrySlot::seat) != slots.end() &&
         !has_entered();
}

bool CurrentStep::has_entered() const {
  return agreement_.answered(me_) || mine_.has(state::kept::Entry{table_->step()});
}

void CurrentStep::enter(proto::Entry entry, const crypto::SigningKey& key, const Links& links,
                        Effects& out) {
  auto own = proto::sign(me_, std::move(entry), key);
  out.store.push_back({state::kept::Entry{table_->step()}, own.body()});
  links.broadcast(proto::EntryFrame{proto::envelope(own)}, out);
  out.notices.push_back(Arrived{me_, proto::kind_of(own.message().payload)});
  CHECK(add(table_->assume_valid(std::move(own))) == Added::fresh);
}

void CurrentStep::vote(const crypto::SigningKey& key, const Links& links, Instant now,
                       Effects& out) {
  while (!computing()) {
    auto statement = agreement_.advance(me_, now);
    if (!statement) break;
    sign(*std::move(statement), key, links, out);
  }
  if (agreement_.round() > told_round_) tell_new_round(links, out);
}

/// Signs a vote or a proposal, stores it and sends it. Why storing comes first: Effects makes
/// `store` durable before it sends `outgoing`. A peer that is killed in between has said nothing,
/// and one that is killed later finds its statement and signs no other for the same place. With a
/// precommit go the record and the prevotes that it rests on, so that the lock survives, too
/// (docs/model/README.md, State and Restart).
void CurrentStep::sign(Agreement::Statement statement, const crypto::SigningKey& key,
                       const Links& links, Effects& out) {
  if (auto* proposing = std::get_if<Agreement::Proposing>(&statement)) {
    const auto proposal = proto::sign(me_, std::move(proposing->proposal), key);
    const Step step = table_->step();
    const Round round = proposal.message().round;
    out.store.push_back({state::kept::Proposal{step, round}, proposal.body()});
    const consensus::Record record{step, table_->head(), proposing->answers};
    out.store.push_back(proposed_to_store(step, round, consensus::to_wire(record)));
    add(proposal, std::move(proposing->answers));
    return links.broadcast(frame_of(proposal, agreement_), out);
  }
  const auto vote = proto::sign(me_, std::get<proto::Vote>(statement), key);
  const proto::Vote& v = vote.message();
  out.store.push_back({state::kept::Vote{v.step, v.round, v.phase}, vote.body()});
  links.broadcast(proto::VoteFrame{proto::envelope(vote)}, out);
  add(vote);
  mine_.add_grounds(v, me_, agreement_, out);
  // The fast path failed. If somebody voted differently towards different members, they find it out
  // by comparing what each of them holds.
  if (v.phase == proto::Phase::precommit && v.round == Round(0))
    for (const Seat peer : links.up().list())
      send_votes(peer, Round(0), proto::Phase::prevote, SeatSet::of({peer}), agreement_, out);
}

/// Forwards the votes that ended the last round, so that all enter the new one, rule (e). A peer
/// that skipped rounds does not have these votes: its Status asks for those of the round where it
/// now is.
void CurrentStep::tell_new_round(const Links& links, Effects& out) {
  const Round last = std::exchange(told_round_, agreement_.round());
  out.notices.push_back(RoundBegan{told_round_});
  if (told_round_ != last.next())
    return links.broadcast(status_of(*table_, agreement_, links, false), out);
  for (const Seat peer : links.up().list()) {
    const SeatSet held = SeatSet::of({peer, me_});
    send_votes(peer, last, proto::Phase::prevote, held, agreement_, out);
    send_votes(peer, last, proto::Phase::precommit, held, agreement_, out);
  }
}

void CurrentStep::show_entries(Effects& out) {
  if (computing()) return;  // others may only be faster
  for (const Seat voter : (agreement_.differ() - shown_).list()) {
    shown_.insert(voter);
    send_entries(voter, 0, agreement_, out);
  }
}

// ---- How it ends

void CurrentStep::follow(state::Followed followed, consensus::Certificate certificate) {
  outcomes_[consensus::digest(followed.record)] =
      std::make_shared<const state::Table>(std::move(followed.next));
  followed_ = Agreement::Decision{std::move(followed.record), std::move(certificate)};
}

std::optional<Agreement::Decision> CurrentStep::decision() const {
  return followed_ ? followed_ : agreement_.decision();
}

std::shared_ptr<const state::Table> CurrentStep::after(const Agreement::Decision& decision) const {
  return outcomes_.at(consensus::digest(decision.record));
}

std::optional<Error> CurrentStep::impasse() const {
  if (auto error = dissent()) return error;
  return agreement_.complete() && !decision() ? leads_nowhere_ : std::nullopt;
}

/// Returns the error that stops this member when others vote for the same record with another
/// state: their rules differ, or they lie. It goes on as long as a quorum can form without them,
/// and as long as they are at most f, who may all be liars, since absent members can come back.
/// Where all must agree there is nothing to wait for.
std::optional<Error> CurrentStep::dissent() const {
  const auto* vote = agreement_.dissent();
  if (vote == nullptr) return {};
  const consensus::Quorum& quorum = agreement_.quorum();
  const proto::Charter& charter = table_->charter();
  const std::size_t dissenters = agreement_.dissenters();
  if (dissenters <= quorum.voters.size() - quorum.needed) return {};
  if (dissenters <= quorum.max_faulty && charter.quorum < charter.validators()) return {};
  const auto theirs = *vote->message().outcome;
  return Error{Fault::state_differs, vote->by(),
               "step " + std::to_string(table_->step().value) +
                   ": the same entries lead to state " + theirs.state.hex() + " there and " +
                   outcomes_.at(theirs.record)->digest().hex() + " here"};
}

}  // namespace fairdeal::node
