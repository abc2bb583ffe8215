#include <algorithm>

#include "base/check.h"
#include "consensus/agreement.h"
#include "proto/envelope.h"
#include "proto/limits.h"

/// The part of Agreement that chooses what the leader of a round after 0 puts to the vote.
namespace fairdeal::consensus {

using proto::Proposal;
using proto::Vote;

Seat Agreement::leader(Round round) const {
  CHECK(!quorum_.voters.empty());
  const auto voters = quorum_.voters.list();
  return voters[(place_.step.value + round.value) % voters.size()];
}

/// (c) Returns what this leader proposes: the record of the highest lock proof, or else the best
/// record by the votes of round 0; none while it is not known yet (Tendermint, lines 14–19). Why
/// the lock proof: a member locked on its record refuses any other.
std::optional<Agreement::Proposing> Agreement::propose(Seat me) const {
  Proposal proposal{place_.table, place_.step, round_, {}, {}};
  if (proved_ && proved_->round >= round_) return {};  // a quorum prevoted in this round already
  if (proved_) proposal.proved = proved_->round;
  auto record = proved_ ? proved_->candidate.record : best_record(me);
  if (!record) return {};
  proposal.record = digest(*record);
  return Proposing{std::move(proposal), std::move(record->answers)};
}

/// Returns the record that may have been decided in round 0, if there is one: at most f of a
/// quorum's prevotes are for something else. Why the leader must propose it: whoever prevoted it
/// is bound to it, rule (d) 3. Two records cannot both have at most f against them, since
/// q ≥ 2f + 1. If there is none, it returns what this peer holds, with `absent` in the empty slots,
/// once its own answer is given and all that came in is checked.
std::optional<Record> Agreement::best_record(Seat me) const {
  const OneRound* first = at(Round(0));
  if (first == nullptr || first->prevotes.voters() < quorum_.needed) return {};
  for (const auto* vote : first->prevotes.all()) {
    const auto& outcome = vote->message().outcome;
    if (outcome && first->prevotes.against(outcome) <= quorum_.max_faulty)
      return record_of(outcome->record);
  }
  Record record{place_.step, place_.parent, {}};
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Seat seat = slots_[i].seat;
    if (!entries_[i].empty())
      record.answers.push_back(entries_[i].front());
    else if (seat == me || checking_.has(seat))
      return {};
    else
      record.answers.emplace_back(proto::AbsentSeat{seat});
  }
  return record;
}

/// Returns the full record with that digest, made of the entries that are here. Where authors
/// contradicted themselves it tries each choice among their two entries: liars are few.
std::optional<Record> Agreement::record_of(const Digest& wanted) const {
  if (!complete()) return {};
  std::size_t choices = 1;
  for (const auto& held : entries_) choices *= held.size();
  for (std::size_t choice = 0; choice < choices; ++choice) {
    Record record{place_.step, place_.parent, {}};
    std::size_t rest = choice;
    for (const auto& held : entries_) {
      record.answers.push_back(held[rest % held.size()]);
      rest /= held.size();
    }
    if (digest(record) == wanted) return record;
  }
  return {};
}

std::vector<proto::Envelope> Agreement::grounds(const Proposal& proposal) const {
  const OneRound* shown = at(proposal.proved.value_or(Round(0)));
  if (shown == nullptr) return {};
  if (proposal.proved)
    for (const Vote* vote : shown->prevotes.quorums(quorum_.needed))
      if (vote->outcome->record == proposal.record) return shown->prevotes.envelopes(*vote);
  std::vector<proto::Envelope> votes;
  for (const auto* vote : shown->prevotes.all()) votes.push_back(proto::envelope(*vote));
  votes.resize(std::min(votes.size(), proto::kGroundsMax));
  return votes;
}

}  // namespace fairdeal::consensus
