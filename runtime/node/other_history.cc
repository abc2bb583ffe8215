#include "runtime/node/other_history.h"

#include <algorithm>

#include "consensus/record.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/fork.h"

namespace fairdeal::node {

namespace {

/// How long a member waits until it tells that another one's history was not shown. The search
/// takes a few round trips; a line that was cut comes back within this time.
constexpr Duration kShownWithin{60'000};

Result<OtherHistory> in_entry(const proto::Envelope& envelope,
                              const proto::SignedCharter& charter) {
  FD_TRY(const auto entry, proto::verify_entry(envelope, charter.charter));
  const proto::Entry& said = entry.message();
  if (said.table != proto::table_id(charter.raw)) return fail(Fault::wrong_table, "entry");
  return OtherHistory{entry.by(), said.step, said.parent};
}

Result<OtherHistory> in_proposal(const proto::Envelope& envelope,
                                 const std::vector<proto::Answer>& record,
                                 const proto::SignedCharter& charter) {
  FD_TRY(const auto proposal, proto::verify_proposal(envelope, charter.charter));
  const proto::Proposal& said = proposal.message();
  if (said.table != proto::table_id(charter.raw)) return fail(Fault::wrong_table, "proposal");
  const auto named = history_of(record);
  if (!named || named->step != said.step ||
      consensus::digest(said.step, named->parent, record) != said.record)
    return fail(Fault::not_canonical, "another record than the proposal's");
  return OtherHistory{proposal.by(), said.step, named->parent};
}

}  // namespace

proto::HistoryAnswer as_part(const proto::Signed<proto::Entry>& entry) {
  return {proto::Decided{entry.message().step, {proto::envelope(entry)}, {}}, {}, {}};
}

proto::HistoryAnswer as_part(const proto::Signed<proto::Proposal>& proposal,
                             std::vector<proto::Answer> record) {
  return {proto::Decided{proposal.message().step, std::move(record), {}},
          {},
          {proto::envelope(proposal)}};
}

Result<OtherHistory> read_statement(const proto::HistoryAnswer& said,
                                    const proto::SignedCharter& charter) {
  const auto none = [] { return fail(Fault::not_canonical, "no statement about a history"); };
  const auto& record = said.decided.record;
  if (!said.votes.empty() || !said.decided.certificate.empty() || said.proposals.size() > 1)
    return none();
  const auto* entry = record.size() == 1 ? std::get_if<proto::Envelope>(&record.front()) : nullptr;
  if (said.proposals.empty() && entry == nullptr) return none();
  FD_TRY(const auto found, said.proposals.empty()
                               ? in_entry(*entry, charter)
                               : in_proposal(said.proposals.front(), record, charter));
  if (found.step != said.decided.step) return none();
  return found;
}

Bytes history_file(const proto::SignedCharter& charter, const proto::HistoryAnswer& said) {
  Bytes file = to_bytes(kHistoryMagic);
  for (const auto& part : {proto::TranscriptPart(charter), proto::TranscriptPart(said)}) {
    const Bytes framed = proto::frame_part(proto::encode(part));
    file.insert(file.end(), framed.begin(), framed.end());
  }
  return file;
}

Result<HistoryFile> read_history_file(proto::MoreBytes more) {
  FD_TRY(auto reader, proto::TranscriptReader::open(std::move(more), kHistoryMagic));
  FD_TRY(const auto first, reader.next());
  FD_TRY(const auto second, reader.next());
  if (!first || !second) return fail(Fault::incomplete, "file of a history");
  const auto* charter = std::get_if<proto::SignedCharter>(&*first);
  const auto* said = std::get_if<proto::HistoryAnswer>(&*second);
  FD_TRY(const auto more_parts, reader.next());
  if (charter == nullptr || said == nullptr || more_parts)
    return fail(Fault::not_canonical, "file of a history");
  FD_TRY(proto::verify_charter(*charter));
  FD_TRY(const auto statement, read_statement(*said, *charter));
  return HistoryFile{proto::table_id(charter->raw), statement};
}

void UnshownHistories::keep(Seat by, proto::HistoryAnswer said, Instant now, Effects& out) {
  if (of_[by.value]) return;
  out.store.push_back({state::kept::Unshown{by}, proto::encode(proto::TranscriptPart(said))});
  of_[by.value] = Kept{std::move(said), now + kShownWithin};
}

void UnshownHistories::restore(Seat by, proto::HistoryAnswer said) {
  of_[by.value] = Kept{std::move(said), never()};
}

void UnshownHistories::start(Instant now) {
  for (auto& kept : of_)
    if (kept && kept->due == never()) kept->due = now + kShownWithin;
}

std::vector<HistoryUnshown> UnshownHistories::untold() const {
  std::vector<HistoryUnshown> untold;
  for (std::uint32_t i = 0; i < of_.size(); ++i)
    if (of_[i] && !of_[i]->told) untold.push_back({Seat(i), of_[i]->said});
  return untold;
}

void UnshownHistories::tell(Instant now, Effects& out) {
  for (std::uint32_t i = 0; i < of_.size(); ++i) {
    auto& kept = of_[i];
    if (!kept || kept->told || now < kept->due) continue;
    kept->told = true;
    out.notices.push_back(HistoryUnshown{Seat(i), std::move(kept->said)});
  }
}

Instant UnshownHistories::deadline() const {
  Instant first = never();
  for (const auto& kept : of_)
    if (kept && !kept->told) first = std::min(first, kept->due);
  return first;
}

}  // namespace fairdeal::node
