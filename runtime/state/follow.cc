#include "runtime/state/follow.h"

#include "consensus/certificate.h"
#include "proto/codec.h"

namespace fairdeal::state {

Result<Followed> follow(const Table& table, const proto::Decided& decided, Rng& rng) {
  return settled(rng, [&](PendingProofs& proofs) { return follow(table, decided, proofs, rng); });
}

Result<Followed> follow(const Table& table, const proto::Decided& decided, PendingProofs& proofs,
                        Rng& rng) {
  if (decided.step != table.step()) return fail(Fault::not_canonical, "a record out of order");
  if (decided.record.size() != table.slots().size())
    return fail(Fault::not_canonical, "a record of other slots");
  // The certificate is checked first: a record that no quorum signed is not worth its proofs.
  if (!decided.certificate.empty())
    if (const auto vote = proto::decode_vote(decided.certificate.front().body);
        vote && vote->table != table.id())
      return fail(Fault::wrong_table, "a record");
  const auto quorum = table.quorum();
  FD_TRY(const consensus::Decides decides,
         consensus::check_votes(decided.certificate, table.charter(), quorum, table.id(),
                                decided.step));
  FD_TRY(consensus::check_absences(decided.record, decides.round));
  if (decides.outcome.record != consensus::digest(decided.step, table.head(), decided.record))
    return fail(Fault::bad_certificate, "votes for another record");
  consensus::Record record{decided.step, table.head(), {}};
  std::vector<Table::Opened> opened;
  for (std::size_t i = 0; i < decided.record.size(); ++i) {
    FD_TRY(auto one, table.open(i, decided.record[i]));
    opened.push_back(std::move(one));
  }
  for (Table::Opened& one : opened) {
    FD_TRY(auto answer, table.validate(std::move(one), proofs, rng));
    record.answers.push_back(std::move(answer));
  }
  FD_TRY(Table next, table.after(record));
  if (decides.outcome.state != next.digest())
    return fail(Fault::bad_certificate, "votes for another state");
  return Followed{std::move(record), std::move(next),
                  consensus::is_partial(decided.certificate, quorum)};
}

}  // namespace fairdeal::state
