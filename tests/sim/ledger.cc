#include "tests/sim/ledger.h"

#include "consensus/certificate.h"
#include "proto/codec.h"
#include "runtime/state/follow.h"

namespace fairdeal::sim {

using state::Table;
namespace {

/// Checks another member's certificate for a record that is known, as state::follow would.
Result<> certified(const Ledger::Page& page, const proto::Decided& decided) {
  const Table& before = *page.before;
  FD_TRY(const auto decides, consensus::check_votes(decided.certificate, before.charter(),
                                                    before.quorum(), before.id(), decided.step));
  FD_TRY(consensus::check_absences(decided.record, decides.round));
  if (decides.outcome != page.outcome) return fail(Fault::bad_certificate, "for another outcome");
  return {};
}

}  // namespace

Ledger::Ledger(const std::shared_ptr<const proto::SignedCharter>& charter)
    : opened_(std::make_shared<const Table>(*Table::create(charter))) {}

Result<Ledger::Read> Ledger::read(const std::shared_ptr<const Table>& before, ByteSpan stored) {
  FD_TRY(auto part, proto::decode_transcript_part(stored));
  auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr) return fail(Fault::not_canonical, "no record where one should be");
  const auto [first, last] = pages_.equal_range(decided->step);
  for (auto it = first; it != last; ++it) {
    const Page& page = it->second;
    if (page.before != before || page.decided.record != decided->record) continue;
    if (page.decided.certificate != decided->certificate) FD_TRY(certified(page, *decided));
    return Read{&page, false};
  }
  FD_TRY(auto followed, state::follow(*before, *decided, rng_));
  const proto::Outcome outcome{consensus::digest(followed.record), followed.next.digest()};
  const bool fresh = first == last;
  const auto page = pages_.emplace(
      before->step(), Page{before, std::move(*decided), std::move(followed.record), outcome,
                           std::make_shared<const Table>(std::move(followed.next))});
  return Read{&page->second, fresh};
}

}  // namespace fairdeal::sim
