#include <algorithm>

#include "consensus/agreement.h"
#include "proto/envelope.h"
#include "proto/limits.h"

/// What the leader of a round after 0 puts to the vote.
namespace fairdeal::consensus {

using proto::Outcome;
using proto::Proposal;
using proto::Vote;

Seat Agreement::leader(Round round) const {
  const auto voters = quorum_.voters.list();
  return voters[(place_.step.value + round.value) % voters.size()];
}

/// (c) None while it is not known yet what may be proposed.
std::optional<Agreement::Proposing> Agreement::propose() const {
  Proposal proposal{place_.table, place_.step, round_, {}, {}};
  if (proved_) proposal.proved = proved_->round;
  auto record = proved_ ? proved_->candidate.record : best_record();
  if (!record) return {};
  proposal.record = to_wire(*record);
  return Proposing{std::move(proposal), std::move(record->answers)};
}

/// What may have been decided in round 0, since at most f voters are known to have voted otherwise;
/// else what this peer holds. A quorum's votes of round 0 leave at most one of the former.
std::optional<Record> Agreement::best_record() const {
  const OneRound* first = at(Round(0));
  if (first == nullptr || first->prevotes.voters() < quorum_.needed) return {};
  for (const auto* vote : first->prevotes.all()) {
    const auto& outcome = vote->message().outcome;
    if (outcome && first->prevotes.against(outcome) <= quorum_.liars)
      return record_of(outcome->record);
  }
  Record record{place_.step, place_.parent, {}};
  for (std::size_t i = 0; i < slots_.size(); ++i)
    record.answers.push_back(entries_[i].empty() ? Answer(proto::AbsentSeat{slots_[i].seat})
                                                 : entries_[i].front());
  return record;
}

/// The full record of that digest, from the entries that are here. Where authors contradicted
/// themselves, each choice among their entries is tried: liars are few.
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
  if (const Vote* vote = shown->prevotes.quorum(quorum_.needed); proposal.proved && vote)
    return shown->prevotes.envelopes(vote->outcome);
  std::vector<proto::Envelope> votes;
  for (const auto* vote : shown->prevotes.all()) votes.push_back(proto::envelope(*vote));
  votes.resize(std::min(votes.size(), proto::kGroundsMax));
  return votes;
}

}  // namespace fairdeal::consensus
