#include "runtime/contradictions.h"

#include <algorithm>

#include "consensus/equivocation.h"
#include "runtime/checking.h"

namespace fairdeal::runtime {

namespace {

/// How many contradictions of one author are kept. One convicts it; the limit keeps a liar from
/// filling memory.
constexpr std::ptrdiff_t kOfOneMax = 4;

/// Sends the two statements in the kind of frame in which their author would send them.
void send_statements(Seat to, const consensus::Equivocation& evidence, Effects& out) {
  for (const proto::Envelope& said : {evidence.first, evidence.second}) {
    switch (evidence.what) {
      case consensus::Equivocation::What::entry:
        send(to, proto::EntryFrame{said}, out);
        break;
      case consensus::Equivocation::What::vote:
        send(to, proto::VoteFrame{said}, out);
        break;
      case consensus::Equivocation::What::proposal:
        send(to, proto::ProposalFrame{said, {}}, out);
        break;
    }
  }
}

}  // namespace

void Contradictions::found(consensus::Equivocation evidence, const Links& links, Effects& out) {
  if (std::ranges::find(all_, evidence) != all_.end()) return;
  const Seat liar = evidence.first.by;
  if (std::ranges::count(all_, liar, [](const auto& e) { return e.first.by; }) >= kOfOneMax) return;
  out.notices.push_back(Equivocated{liar, evidence});
  for (const Seat peer : links.up().list())
    if (peer != liar) send_statements(peer, evidence, out);
  all_.push_back(std::move(evidence));
}

std::vector<proto::Attachment> Contradictions::attachments(const Table& table,
                                                           std::size_t& room) const {
  std::vector<proto::Attachment> attachments;
  SeatSet named;
  for (const auto& evidence : all_) {
    const std::size_t size = evidence.first.body.size() + evidence.second.body.size();
    const auto step = consensus::step_of(evidence);
    const Seat liar = evidence.first.by;
    if (size > room || !step || !may_attach(table.state(), liar, *step) || named.has(liar))
      continue;
    named.insert(liar);
    attachments.emplace_back(evidence);
    room -= size;
  }
  return attachments;
}

}  // namespace fairdeal::runtime
