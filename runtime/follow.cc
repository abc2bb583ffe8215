#include "runtime/follow.h"

#include "consensus/certificate.h"

namespace fairdeal::runtime {

Result<Followed> follow(const Table& table, const proto::Decided& decided, Rng& rng) {
  PendingProofs proofs;
  auto followed = follow(table, decided, proofs, rng);
  FD_CHECKED(proofs.settle(rng));
  return followed;
}

Result<Followed> follow(const Table& table, const proto::Decided& decided, PendingProofs& proofs,
                        Rng& rng) {
  if (decided.step != table.step()) return fail(Fault::not_canonical, "a record out of order");
  if (decided.record.size() != table.slots().size())
    return fail(Fault::not_canonical, "a record of other slots");
  consensus::Record record{decided.step, table.head(), {}};
  for (std::size_t i = 0; i < decided.record.size(); ++i) {
    FD_TRY(auto answer, table.judge(i, decided.record[i], proofs, rng));
    record.answers.push_back(std::move(answer));
  }
  FD_TRY(Table next, table.after(record));
  const auto quorum = table.quorum();
  FD_CHECKED(consensus::check_certificate(decided.certificate, table.charter(), quorum, table.id(),
                                          decided.step,
                                          {consensus::digest(record), next.digest()}));
  return Followed{std::move(record), std::move(next),
                  consensus::is_partial(decided.certificate, quorum)};
}

}  // namespace fairdeal::runtime
