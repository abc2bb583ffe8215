#include "consensus/certificate.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/current_step.h"

/// The part of CurrentStep that restores what this member signed before: from its store after a
/// restart, and from others where the store has lost it (docs/agreement.md, Crashes).

namespace fairdeal::node {

// ---- From its store

Result<> CurrentStep::restore(const crypto::SigningKey& key, const state::Verified& verified,
                              Rng& rng) {
  for (const state::Put& said : mine_.all()) FD_TRY(restore_statement(said, key, verified, rng));
  return {};
}

/// Restores one stored statement if it is of this step. One of a later step waits until this member
/// gets there. Errors: damaged.
Result<> CurrentStep::restore_statement(const state::Put& said, const crypto::SigningKey& key,
                                        const state::Verified& verified, Rng& rng) {
  FD_TRY(const Step step, step_of_statement(said));
  if (step != table_->step()) return {};
  const state::StoreKey where = *state::key_of(said);
  if (std::holds_alternative<state::kept::Entry>(where)) {
    auto own = proto::sign(me_, *proto::decode_entry(said.value), key);
    if (table_->fits(own)) add(table_->assume_valid(std::move(own)));
  } else if (std::holds_alternative<state::kept::Vote>(where)) {
    restore_in_agreement(proto::sign(me_, *proto::decode_vote(said.value), key));
  } else if (std::holds_alternative<state::kept::Proposal>(where)) {
    restore_proposal(said, key, verified, rng);
  } else if (!std::holds_alternative<state::kept::Proposed>(where)) {
    const auto decided = std::get<proto::Decided>(*proto::decode_transcript_part(said.value));
    FD_TRY(auto record, stored_record(*table_, decided));
    std::vector<proto::Signed<proto::Vote>> prevotes;
    for (const proto::Envelope& envelope : decided.certificate) {
      FD_TRY(auto vote, proto::verify_vote(envelope, table_->charter()));
      prevotes.push_back(std::move(vote));
    }
    restore_in_agreement(std::move(record), prevotes);
  }
  return {};
}

/// Restores this member's own proposal, with its record if that is stored. A record that came from
/// others may have been stored later, or not at all: the statement binds all the same.
void CurrentStep::restore_proposal(const state::Put& said, const crypto::SigningKey& key,
                                   const state::Verified& verified, Rng& rng) {
  auto own = proto::sign(me_, *proto::decode_proposal(said.value), key);
  const Round round = own.message().round;
  restore_in_agreement(own);
  for (const state::Put& other : mine_.all()) {
    if (state::key_of(other) != state::StoreKey(state::kept::Proposed{table_->step(), round}))
      continue;
    const auto part = proto::decode_transcript_part(other.value);
    const auto* record = part ? std::get_if<proto::Decided>(&*part) : nullptr;
    if (record == nullptr) continue;
    if (auto answers = validate(record->record, verified, rng))
      restore_in_agreement(own, *std::move(answers));
  }
}

void CurrentStep::store_grounds(Effects& out) {
  for (const auto& envelope : agreement_.votes_of(me_))
    mine_.add_grounds(*proto::decode_vote(envelope.body), me_, agreement_, out);
}

// ---- From others

/// Returns whether a statement that comes back is of this step and not here yet. It keeps one of a
/// later step until this member gets there. Errors: equivocation.
Result<bool> CurrentStep::is_news(const state::Put& own, const crypto::Digest& table, Step step,
                                  Effects& out) {
  if (table != table_->id() || step < table_->step()) return false;
  if (holds_own(name_of_statement(own.value))) return false;
  if (step == table_->step()) return true;
  if (mine_.has(*state::key_of(own)))
    return fail(Fault::equivocation, "another program plays this seat");
  keep(own, out);
  return false;
}

void CurrentStep::keep(const state::Put& own, Effects& out) {
  out.store.push_back(own);
  mine_.add(own);
}

Result<> CurrentStep::adopt(const proto::Signed<proto::Entry>& own, const Links& links,
                            Effects& out) {
  const proto::Entry& entry = own.message();
  const state::Put put{state::kept::Entry{entry.step}, own.body()};
  FD_TRY(const bool news, is_news(put, entry.table, entry.step, out));
  if (!news) return {};
  if (has_entered()) return fail(Fault::equivocation, "another program plays this seat");
  keep(put, out);  // whatever it says, this member must sign no second one
  if (!table_->fits(own)) return {};
  add(table_->assume_valid(own));
  links.broadcast(proto::EntryFrame{proto::envelope(own)}, out);
  return {};
}

Result<> CurrentStep::adopt(const proto::Signed<proto::Vote>& own, Effects& out) {
  const proto::Vote& vote = own.message();
  const state::Put put{state::kept::Vote{vote.step, vote.round, vote.phase}, own.body()};
  FD_TRY(const bool news, is_news(put, vote.table, vote.step, out));
  if (!news) return {};
  if (agreement_.vote(vote.round, vote.phase, me_) != nullptr)
    return fail(Fault::equivocation, "another program plays this seat");
  keep(put, out);
  restore_in_agreement(own);
  return {};
}

Result<> CurrentStep::adopt(const proto::Signed<proto::Proposal>& own,
                            const std::vector<proto::Answer>& record,
                            const state::Verified& verified, Rng& rng, Effects& out) {
  const proto::Proposal& proposal = own.message();
  const state::Put put{state::kept::Proposal{proposal.step, proposal.round}, own.body()};
  FD_TRY(const bool news, is_news(put, proposal.table, proposal.step, out));
  if (news) {
    if (agreement_.proposal(proposal.round) != nullptr)
      return fail(Fault::equivocation, "another program plays this seat");
    keep(put, out);
    restore_in_agreement(own);
  }
  // The statement may have come before its record.
  const auto* held = agreement_.proposal(proposal.round);
  const bool lacks = held != nullptr && held->body() == own.body() &&
                     agreement_.proposed(proposal.round) == nullptr;
  if (!lacks || proposal.step != table_->step() ||
      consensus::digest(proposal.step, table_->head(), record) != proposal.record)
    return {};
  auto answers = validate(record, verified, rng);
  if (!answers) return {};
  keep(proposed_to_store(proposal.step, proposal.round, record), out);
  restore_in_agreement(own, *std::move(answers));
  return {};
}

bool CurrentStep::holds_own(const crypto::Digest& statement) const {
  const auto is = [&](const Bytes& body) { return name_of_statement(body) == statement; };
  for (const auto& entry : agreement_.entries_of(me_))
    if (is(entry.body)) return true;
  for (const auto& vote : agreement_.votes_of(me_))
    if (is(vote.body)) return true;
  for (const auto* proposal : agreement_.proposals_of(me_))
    if (is(proposal->body())) return true;
  return mine_.names(statement);
}

}  // namespace fairdeal::node
