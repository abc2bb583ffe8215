#include "consensus/certificate.h"

#include "proto/envelope.h"

namespace fairdeal::consensus {

Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const crypto::Digest& table, Step step, const proto::Outcome& outcome) {
  if (certificate.size() != charter.validators())
    return fail(Fault::bad_certificate, "not one vote of each validator");
  for (std::uint32_t i = 0; i < certificate.size(); ++i) {
    const std::string whose = "vote of seat " + std::to_string(i);
    if (certificate[i].by != Seat(i)) return fail(Fault::bad_certificate, whose + ": missing");
    const auto vote = proto::open_vote(certificate[i], charter);
    if (!vote) return fail(Fault::bad_certificate, whose + ": " + describe(vote.error()));
    const proto::Vote& v = vote->message();
    if (v.table != table || v.step != step || v.round != Round(0) ||
        v.phase != proto::Phase::prevote || v.outcome != outcome)
      return fail(Fault::bad_certificate, whose + ": for something else");
  }
  return {};
}

}  // namespace fairdeal::consensus
