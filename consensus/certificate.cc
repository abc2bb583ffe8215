#include "consensus/certificate.h"

#include "consensus/equivocation.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const Quorum& quorum, const crypto::Digest& table, Step step,
                           const proto::Outcome& outcome) {
  std::optional<proto::Vote> first;
  std::optional<Seat> last;
  for (const proto::Envelope& envelope : certificate) {
    const std::string whose = "vote of seat " + std::to_string(envelope.by.value);
    if (last && envelope.by <= *last) return fail(Fault::bad_certificate, whose + ": out of order");
    if (!quorum.voters.has(envelope.by))
      return fail(Fault::bad_certificate, whose + ": does not vote here");
    const auto vote = proto::open_vote(envelope, charter);
    if (!vote) return fail(Fault::bad_certificate, whose + ": " + describe(vote.error()));
    const proto::Vote& v = vote->message();
    if (v.table != table || v.step != step || v.outcome != outcome || (first && v != *first))
      return fail(Fault::bad_certificate, whose + ": for something else");
    first = v;
    last = envelope.by;
  }
  if (!first) return fail(Fault::bad_certificate, "no votes");
  const bool fast = first->round == Round(0) && first->phase == proto::Phase::prevote;
  const std::size_t needed = fast ? quorum.voters.size() : quorum.needed;
  if (!fast && first->phase != proto::Phase::precommit)
    return fail(Fault::bad_certificate, "prevotes of a later round decide nothing");
  if (certificate.size() < needed)
    return fail(Fault::bad_certificate, std::to_string(certificate.size()) + " votes of " +
                                            std::to_string(needed) + " needed");
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
      const auto one = proto::open_vote(first, charter);
      const auto other = proto::open_vote(second, charter);
      if (!one || !other) continue;
      if (auto evidence = contradiction(*one, *other)) found.push_back(*std::move(evidence));
    }
  }
  return found;
}

}  // namespace fairdeal::consensus
