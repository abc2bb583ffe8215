#include "consensus/equivocation.h"

#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {
namespace {

using proto::Entry;
using proto::Proposal;
using proto::Signed;
using proto::Vote;

/// Returns whether two entries answer one slot. A `none`, "nothing from me here", is an answer to
/// any slot of its author, and as final as any other.
bool same_place(const Entry& a, const Entry& b) {
  const proto::Kind one = proto::kind_of(a.payload);
  const proto::Kind other = proto::kind_of(b.payload);
  return a.table == b.table && a.step == b.step &&
         (one == other || one == proto::Kind::none || other == proto::Kind::none);
}

/// Returns whether `after` forgets the lock that `before` is: its author precommitted a record, and
/// later prevoted another one though no lock proof of that round or a later one allowed it. Rule
/// (d) forbids that, so no honest validator can be convicted (docs/model/README.md, Evidence).
bool forgot(const Vote& before, const Vote& after) {
  return before.phase == proto::Phase::precommit && after.phase == proto::Phase::prevote &&
         before.round < after.round && before.outcome && after.outcome &&
         before.outcome != after.outcome && (!after.proved || *after.proved < before.round);
}

bool same_place(const Vote& a, const Vote& b) {
  if (a.table != b.table || a.step != b.step) return false;
  return (a.round == b.round && a.phase == b.phase) || forgot(a, b) || forgot(b, a);
}

bool same_place(const Proposal& a, const Proposal& b) {
  return a.table == b.table && a.step == b.step && a.round == b.round;
}

template <class T>
std::optional<Equivocation> contradict(Equivocation::What what, const Signed<T>& a,
                                       const Signed<T>& b) {
  if (a.by() != b.by() || !same_place(a.message(), b.message()) || a.body() == b.body()) return {};
  const bool in_order = a.body() < b.body();
  return Equivocation{what, proto::envelope(in_order ? a : b), proto::envelope(in_order ? b : a)};
}

template <class T>
Result<Seat> convict(const Equivocation& evidence, const proto::Charter& charter,
                     Result<Signed<T>> (*open)(const proto::Envelope&, const proto::Charter&)) {
  FD_TRY(const auto first, open(evidence.first, charter));
  FD_TRY(const auto second, open(evidence.second, charter));
  // A charter has one encoding only, so this is the digest of the bytes that all members signed.
  if (first.message().table != proto::table_id(proto::encode(charter)))
    return fail(Fault::wrong_table, "evidence");
  const auto found = contradict(evidence.what, first, second);
  if (!found || *found != evidence) return fail(Fault::bad_proof, "evidence: no contradiction");
  return first.by();
}

}  // namespace

std::optional<Equivocation> contradiction(const Signed<Entry>& a, const Signed<Entry>& b) {
  return contradict(Equivocation::What::entry, a, b);
}

std::optional<Equivocation> contradiction(const Signed<Vote>& a, const Signed<Vote>& b) {
  return contradict(Equivocation::What::vote, a, b);
}

std::optional<Equivocation> contradiction(const Signed<Proposal>& a, const Signed<Proposal>& b) {
  return contradict(Equivocation::What::proposal, a, b);
}

Result<Seat> verify(const Equivocation& evidence, const proto::Charter& charter) {
  switch (evidence.what) {
    case Equivocation::What::entry:
      return convict(evidence, charter, proto::verify_entry);
    case Equivocation::What::vote:
      return convict(evidence, charter, proto::verify_vote);
    case Equivocation::What::proposal:
      return convict(evidence, charter, proto::verify_proposal);
  }
  return fail(Fault::bad_proof, "evidence: of no kind");
}

Result<Step> step_of(const Equivocation& evidence) {
  switch (evidence.what) {
    case Equivocation::What::entry: {
      FD_TRY(const Entry entry, proto::decode_entry(evidence.first.body));
      return entry.step;
    }
    case Equivocation::What::vote: {
      FD_TRY(const Vote vote, proto::decode_vote(evidence.first.body));
      return vote.step;
    }
    case Equivocation::What::proposal: {
      FD_TRY(const Proposal proposal, proto::decode_proposal(evidence.first.body));
      return proposal.step;
    }
  }
  return fail(Fault::bad_proof, "evidence: of no kind");
}

}  // namespace fairdeal::consensus
