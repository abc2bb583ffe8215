#include "consensus/certificate.h"

#include <algorithm>

#include "consensus/equivocation.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

Result<Decides> count_votes(std::span<const proto::Signed<proto::Vote>* const> votes,
                            const Quorum& quorum, const crypto::Digest& table, Step step) {
  if (votes.empty()) return fail(Fault::bad_certificate, "no votes");
  const proto::Vote& first = votes.front()->message();
  if (first.table != table || first.step != step || !first.outcome)
    return fail(Fault::bad_certificate, "votes for something else");
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (i > 0 && votes[i]->by() <= votes[i - 1]->by())
      return fail(Fault::bad_certificate, "votes out of order");
    if (!quorum.voters.has(votes[i]->by()))
      return fail(Fault::bad_certificate, "the vote of a member that does not vote here");
    if (votes[i]->message() != first)
      return fail(Fault::bad_certificate, "votes that say different things");
  }
  const bool fast = first.round == Round(0) && first.phase == proto::Phase::prevote;
  if (!fast && first.phase != proto::Phase::precommit)
    return fail(Fault::bad_certificate, "prevotes of a later round decide nothing");
  const std::size_t needed = fast ? quorum.voters.size() : quorum.needed;
  if (votes.size() < needed)
    return fail(Fault::bad_certificate,
                std::to_string(votes.size()) + " votes of " + std::to_string(needed) + " needed");
  return Decides{*first.outcome, first.round};
}

Result<Decides> check_votes(const Certificate& certificate, const proto::Charter& charter,
                            const Quorum& quorum, const crypto::Digest& table, Step step) {
  std::vector<proto::Signed<proto::Vote>> votes;
  votes.reserve(certificate.size());
  for (const proto::Envelope& envelope : certificate) {
    auto vote = proto::verify_vote(envelope, charter);
    if (!vote) return fail(Fault::bad_certificate, "a vote that is damaged or altered");
    votes.push_back(*std::move(vote));
  }
  std::vector<const proto::Signed<proto::Vote>*> pointers;
  for (const auto& vote : votes) pointers.push_back(&vote);
  return count_votes(pointers, quorum, table, step);
}

Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const Quorum& quorum, const crypto::Digest& table, Step step,
                           const proto::Outcome& outcome) {
  FD_TRY(const Decides decides, check_votes(certificate, charter, quorum, table, step));
  if (decides.outcome != outcome) return fail(Fault::bad_certificate, "votes for something else");
  return {};
}

Result<> check_absences(std::span<const proto::Answer> record, Round round) {
  const bool any = std::ranges::any_of(record, [](const proto::Answer& answer) {
    return std::holds_alternative<proto::AbsentSeat>(answer);
  });
  if (any && round == Round(0))
    return fail(Fault::bad_certificate, "an absence that was voted in round 0");
  return {};
}

bool is_partial(const Certificate& certificate, const Quorum& quorum) {
  return certificate.size() < quorum.voters.size();
}

std::vector<proto::Equivocation> contradictions(const Certificate& a, const Certificate& b,
                                                const proto::Charter& charter) {
  std::vector<proto::Equivocation> found;
  for (const proto::Envelope& first : a) {
    for (const proto::Envelope& second : b) {
      const auto one = proto::verify_vote(first, charter);
      const auto other = proto::verify_vote(second, charter);
      if (!one || !other) continue;
      if (auto evidence = contradiction(*one, *other)) found.push_back(*std::move(evidence));
    }
  }
  return found;
}

}  // namespace fairdeal::consensus
