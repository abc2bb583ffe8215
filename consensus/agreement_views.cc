#include <algorithm>

#include "consensus/agreement.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

using proto::Outcome;
using proto::Phase;
using proto::Proposal;
using proto::Signed;
using proto::Vote;

/// (g) Decides as soon as every voter's prevote of round 0, or a quorum's precommits of any round,
/// are for one outcome that this peer computed itself (Tendermint, lines 49–54). What makes it
/// final: any two quorums share an honest voter (quorum_of), and verdict_on() keeps that voter from
/// helping another record to a quorum. The votes are counted by the function that checks
/// certificates, so that nothing is decided here that an auditor would not count.
std::optional<Agreement::Decision> Agreement::decision() const {
  for (const auto& [round, votes] : rounds_) {
    const bool all = round == Round(0) && votes.prevotes.voters() == quorum_.voters.size();
    if (!all && votes.precommits.voters() < quorum_.needed) continue;
    for (const Candidate& known : candidates_) {
      const bool fast =
          round == Round(0) && votes.prevotes.count(known.outcome) == quorum_.voters.size();
      if (!fast && votes.precommits.count(known.outcome) < quorum_.needed) continue;
      const auto deciding = (fast ? votes.prevotes : votes.precommits).of(known.outcome);
      if (!count_votes(deciding, quorum_, place_.table, place_.step)) continue;
      Decision decision{known.record, {}};
      for (const auto* vote : deciding) decision.certificate.push_back(proto::envelope(*vote));
      return decision;
    }
  }
  return {};
}

std::optional<Agreement::Lock> Agreement::lock(Seat me, Round round) const {
  const auto* mine = vote(round, Phase::precommit, me);
  if (mine == nullptr || !mine->message().outcome) return {};
  const Outcome& outcome = *mine->message().outcome;
  const Candidate* known = candidate(outcome);
  for (const Vote* prevote : at(round)->prevotes.quorums(quorum_.needed))
    if (known != nullptr && prevote->outcome == outcome)
      return Lock{known->record, at(round)->prevotes.envelopes(*prevote)};
  return {};
}

bool Agreement::complete() const {
  return std::ranges::none_of(entries_, [](const auto& held) { return held.empty(); });
}

bool Agreement::answered(Seat member) const {
  return std::ranges::any_of(entries_, [&](const auto& held) {
    return !held.empty() && entry_in(held.front())->by() == member;
  });
}

bool Agreement::contradicted(Seat member) const {
  return std::ranges::any_of(entries_, [&](const auto& held) {
    return held.size() == 2 && entry_in(held.front())->by() == member;
  });
}

const Answer* Agreement::held(std::size_t i, const proto::Answer& answer) const {
  const auto* sound = std::get_if<proto::Envelope>(&answer);
  const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
  if (sound == nullptr && wrong == nullptr) return nullptr;
  const Bytes& body = sound != nullptr ? sound->body : wrong->envelope.body;
  for (const Answer& one : entries_[i])
    if (std::holds_alternative<Checked>(one) == (sound != nullptr) && entry_in(one)->body() == body)
      return &one;
  return nullptr;
}

bool Agreement::holds_entry(const proto::Envelope& entry) const {
  return std::ranges::any_of(entries_, [&](const auto& held) {
    return std::ranges::any_of(held, [&](const Answer& answer) {
      return entry_in(answer)->by() == entry.by && entry_in(answer)->body() == entry.body;
    });
  });
}

const Signed<Vote>* Agreement::vote(Round round, Phase phase, Seat by) const {
  const OneRound* there = at(round);
  if (there == nullptr) return nullptr;
  const Votes& votes = phase == Phase::prevote ? there->prevotes : there->precommits;
  return votes.first(by);
}

bool Agreement::holds(const proto::Envelope& vote) const {
  return std::ranges::any_of(rounds_, [&](const auto& one) {
    return one.second.prevotes.holds(vote.by, vote.body) ||
           one.second.precommits.holds(vote.by, vote.body);
  });
}

std::vector<proto::Envelope> Agreement::prevotes() const {
  std::vector<proto::Envelope> found;
  for (const auto& [round, votes] : rounds_)
    for (const auto* vote : votes.prevotes.all()) found.push_back(proto::envelope(*vote));
  return found;
}

std::vector<proto::Envelope> Agreement::proposals() const {
  std::vector<proto::Envelope> found;
  for (const auto& [round, votes] : rounds_)
    if (votes.proposal) found.push_back(proto::envelope(*votes.proposal));
  return found;
}

std::vector<proto::Envelope> Agreement::entries_of(Seat member) const {
  std::vector<proto::Envelope> found;
  for (const auto& held : entries_)
    for (const Answer& answer : held)
      if (entry_in(answer)->by() == member) found.push_back(proto::envelope(*entry_in(answer)));
  return found;
}

std::vector<proto::Envelope> Agreement::votes_of(Seat member) const {
  std::vector<proto::Envelope> found;
  for (const auto& [round, votes] : rounds_)
    for (const Votes* phase : {&votes.prevotes, &votes.precommits})
      for (const auto* vote : phase->all())
        if (vote->by() == member) found.push_back(proto::envelope(*vote));
  return found;
}

std::vector<const Signed<Proposal>*> Agreement::proposals_of(Seat member) const {
  std::vector<const Signed<Proposal>*> found;
  for (const auto& [round, votes] : rounds_)
    if (votes.proposal && votes.proposal->by() == member) found.push_back(&*votes.proposal);
  return found;
}

const Signed<Proposal>* Agreement::proposal(Round round) const {
  const OneRound* there = at(round);
  return there != nullptr && there->proposal ? &*there->proposal : nullptr;
}

bool Agreement::holds_proposal(const proto::Envelope& proposal) const {
  return std::ranges::any_of(rounds_, [&](const auto& one) {
    const OneRound& round = one.second;
    return round.proposed && round.proposal->by() == proposal.by &&
           round.proposal->body() == proposal.body;
  });
}

const Record* Agreement::proposed(Round round) const {
  const OneRound* there = at(round);
  return there != nullptr && there->proposed ? &*there->proposed : nullptr;
}

bool Agreement::dissents(const Vote& vote) const {
  return std::ranges::any_of(candidates_, [&](const Candidate& known) {
    return vote.outcome && vote.outcome->record == known.outcome.record &&
           *vote.outcome != known.outcome;
  });
}

const Signed<Vote>* Agreement::dissent() const {
  for (const auto& [round, votes] : rounds_)
    for (const auto* vote : votes.prevotes.all())
      if (dissents(vote->message())) return vote;
  return nullptr;
}

std::size_t Agreement::dissenters() const {
  SeatSet seats;
  for (const auto& [round, votes] : rounds_)
    for (const auto* vote : votes.prevotes.all())
      if (dissents(vote->message())) seats.insert(vote->by());
  return seats.size();
}

SeatSet Agreement::differ() const {
  SeatSet seats;
  const OneRound* first = at(Round(0));
  if (first == nullptr || !complete()) return seats;
  for (const auto* vote : first->prevotes.all())
    if (const auto& outcome = vote->message().outcome; outcome && candidate(*outcome) == nullptr)
      seats.insert(vote->by());
  return seats;
}

}  // namespace fairdeal::consensus
