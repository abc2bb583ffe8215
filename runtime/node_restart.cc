#include <algorithm>

#include "base/encode.h"
#include "consensus/certificate.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node.h"

/// A member that is started again from its store: what it remembers, and what it asks the others
/// before it signs anything (docs/agreement.md, Crashes).
namespace fairdeal::runtime {

using consensus::Agreement;

// ---- What the store remembers

Result<Node> Node::resume(Config config, std::span<const Put> stored, Rng& rng,
                          std::shared_ptr<const Table> known) {
  if (!known) {
    FD_TRY(proto::verify_charter(*config.charter));
    FD_TRY(Table table, Table::create(config.charter));
    known = std::make_shared<const Table>(std::move(table));
  }
  FD_TRY(auto view, stored_view(config.me, stored, rng));
  Node node(std::move(config), std::move(known), std::move(view), rng);
  node.resumed_ = true;
  node.asking_.emplace();
  FD_TRY(node.remember(stored));
  return node;
}

/// Replays the records up to the first that is missing; what comes after it is kept until the
/// others have sent that one.
Result<> Node::remember(std::span<const Put> stored) {
  for (const Put& put : stored)
    if (const auto step = record_step(put); step && *step >= table_->step())
      later_.emplace(*step, put.value);
  for (auto next = later_.find(table_->step()); next != later_.end();
       next = later_.find(table_->step())) {
    if (!replay(next->second)) break;
    later_.erase(next);
  }
  std::erase_if(later_, [&](const auto& one) { return one.first <= table_->step(); });
  if (members() == 1 && !later_.empty()) return fail(Fault::damaged, "a stored record");
  FD_TRY(private_.learn(*table_));
  for (const Put& put : stored) FD_TRY(remember(put));
  agreement_ = agreement_on_step({0});
  for (const Put& said : mine_.all()) FD_TRY(restore_statement(said));
  return {};
}

/// Takes in one value that is no record.
Result<> Node::remember(const Put& put) {
  const auto key = key_of(put);
  if (!key && put.space == Put::Space::mine) return fail(Fault::damaged, "what this seat signed");
  if (!key) return {};
  if (const auto* fork = std::get_if<kept::Fork>(&*key))
    halted_ = Error{Fault::forked, {}, "step " + std::to_string(fork->step.value)};
  if (std::holds_alternative<kept::Banks>(*key)) FD_TRY(clock_.restore_banks(put.value));
  if (std::holds_alternative<kept::Behind>(*key)) {
    FD_TRY(auto part, proto::decode_transcript_part(put.value));
    auto* how = std::get_if<proto::HistoryAnswer>(&part);
    if (how == nullptr) return fail(Fault::damaged, "what is behind a decision");
    history_.restore_behind(std::move(*how));
  }
  if (put.space != Put::Space::mine && !std::holds_alternative<kept::Held>(*key)) return {};
  FD_TRY(const Step step, step_of_statement(put));
  if (step >= table_->step()) mine_.add(put);
  return {};
}

Result<> Node::replay(const Bytes& stored) {
  FD_TRY(auto part, proto::decode_transcript_part(stored));
  auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr) return fail(Fault::damaged, "a stored record");
  FD_TRY(const auto record, stored_record(*table_, *decided));
  FD_TRY(Table next, table_->after(record));
  const proto::Outcome outcome{consensus::digest(record), next.digest()};
  const auto quorum = table_->quorum();
  FD_TRY(consensus::check_certificate(decided->certificate, table_->charter(), quorum, table_->id(),
                                      decided->step, outcome));
  history_.keep({{std::move(*decided), {}, {}}, table_->head(), quorum, outcome});
  table_ = std::make_shared<const Table>(std::move(next));
  return {};
}

/// Once a missing record is here: the stored ones after it. They are stored again, so that the
/// transcript has all in order.
void Node::replay_later(Effects& out) {
  for (auto next = later_.find(table_->step()); next != later_.end();
       next = later_.find(table_->step())) {
    if (!replay(next->second)) break;
    out.store.push_back({kept::Record{next->first}, next->second});
    later_.erase(next);
  }
  std::erase_if(later_, [&](const auto& one) { return one.first <= table_->step(); });
}

/// What this member said of the step where it is; others get it when they ask. What is of a later
/// step has to wait. Errors: damaged.
Result<> Node::restore_statement(const Put& said) {
  FD_TRY(const Step step, step_of_statement(said));
  if (step != table_->step()) return {};
  const StoreKey key = *key_of(said);
  if (std::holds_alternative<kept::Entry>(key)) {
    contributed_ = true;  // if only after another history: there is no second one
    auto own = proto::sign(config_.me, *proto::decode_entry(said.value), config_.key);
    if (table_->fits(own)) add(table_->assume_valid(std::move(own)));
  } else if (std::holds_alternative<kept::Vote>(key)) {
    restore(proto::sign(config_.me, *proto::decode_vote(said.value), config_.key));
  } else if (std::holds_alternative<kept::Proposal>(key)) {
    auto proposal = *proto::decode_proposal(said.value);
    if (auto answers = validate(proposal.record))  // it may have come back from others
      restore(proto::sign(config_.me, std::move(proposal), config_.key), *std::move(answers));
  } else {
    const auto decided = std::get<proto::Decided>(*proto::decode_transcript_part(said.value));
    FD_TRY(auto record, stored_record(*table_, decided));
    std::vector<proto::Signed<proto::Vote>> prevotes;
    for (const proto::Envelope& envelope : decided.certificate) {
      FD_TRY(auto vote, proto::verify_vote(envelope, table_->charter()));
      prevotes.push_back(std::move(vote));
    }
    restore(std::move(record), prevotes);
  }
  return {};
}

Node::Memory Node::memory() const {
  Memory memory{table_->step(), table_->head(), {}, {}, private_.memory(), {}};
  const auto add = [&](const Bytes& body) { memory.said.push_back(body); };
  for (const auto& entry : agreement_.entries_of(config_.me)) add(entry.body);
  for (const auto* proposal : agreement_.proposals_of(config_.me)) add(proposal->body());
  for (const auto& envelope : agreement_.votes_of(config_.me)) {
    add(envelope.body);
    const proto::Vote vote = *proto::decode_vote(envelope.body);
    if (vote.phase == proto::Phase::precommit && vote.outcome)
      memory.locks.push_back(
          {vote.round, vote.outcome->record, agreement_.lock(config_.me, vote.round).has_value()});
  }
  std::ranges::sort(memory.said);
  memory.banks = clock_.banks();
  return memory;
}

// ---- Asking before speaking

/// Asks all what this member has signed where they are. If others are ahead, it first gets the
/// steps that it lacks.
void Node::ask(Effects& out) const {
  if (!catch_up_.others_are_ahead(table_->step())) links_.broadcast(status(), out);
}

/// Speaks once enough others have said what this member signed.
void Node::hear_enough(Instant now, Effects& out) {
  if (!asking_ || halted_ || table_->over()) return;
  const auto holds = [&](const crypto::Digest& one) { return holds_own(one); };
  if (!asking_->heard_enough(config_.me, *table_, links_, now, holds)) return;
  asking_.reset();
  clock_.begin_again(now);
  set_due(now);
  speak(now, out);
}

void Node::take(Seat from, const proto::Recall& recall, Instant now, Effects& out) {
  if (recall.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "recall"}, out);
  catch_up_.learn(from, recall.step);
  if (!asking_) return;
  asking_->on_recall(from, recall);
  progress(now, out);
}

/// Whether what this member signed is here, of this step or a later one.
bool Node::holds_own(const crypto::Digest& statement) const {
  const auto is = [&](const Bytes& body) { return name_of_statement(body) == statement; };
  for (const auto& entry : agreement_.entries_of(config_.me))
    if (is(entry.body)) return true;
  for (const auto& vote : agreement_.votes_of(config_.me))
    if (is(vote.body)) return true;
  for (const auto* proposal : agreement_.proposals_of(config_.me))
    if (is(proposal->body())) return true;
  return mine_.names(statement);
}

}  // namespace fairdeal::runtime
