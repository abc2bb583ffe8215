#include "consensus/equivocation.h"

#include "proto/envelope.h"

namespace fairdeal::consensus {
namespace {

using proto::Entry;
using proto::Signed;
using proto::Vote;

bool same_place(const Entry& a, const Entry& b) {
  return a.table == b.table && a.step == b.step &&
         proto::kind_of(a.payload) == proto::kind_of(b.payload);
}

bool same_place(const Vote& a, const Vote& b) {
  return a.table == b.table && a.step == b.step && a.round == b.round && a.phase == b.phase;
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

Result<Seat> verify(const Equivocation& evidence, const proto::Charter& charter) {
  return evidence.what == Equivocation::What::entry ? convict(evidence, charter, proto::open_entry)
                                                    : convict(evidence, charter, proto::open_vote);
}

}  // namespace fairdeal::consensus
