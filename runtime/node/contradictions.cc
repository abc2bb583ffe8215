#include "runtime/node/contradictions.h"

#include <algorithm>

#include "consensus/equivocation.h"
#include "proto/limits.h"
#include "runtime/state/checking.h"

namespace fairdeal::node {

namespace {

/// How many contradictions of one author are kept. One convicts it; the limit keeps a liar from
/// filling memory.
constexpr std::ptrdiff_t kOfOneMax = 4;
/// The largest contradiction that takes the place of its author: the first entry of a step may have
/// half of its room for one.
constexpr std::size_t kAttachableMax = proto::kFirstEntryBytesMax / 2;
/// Every entry has room for a contradiction of this size: two votes, proposals or small entries.
constexpr std::size_t kSmall = std::size_t{4} * 1024;

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

std::optional<Contradictions::Place> Contradictions::place_of(
    const consensus::Equivocation& evidence) {
  const auto step = consensus::step_of(evidence);
  if (!step) return {};
  return Place{*step, evidence.first.body.size() + evidence.second.body.size()};
}

/// Returns whether a contradiction can be attached and takes its author's place for that: there is
/// none yet, or the one there is too old by now, will be long before this one, or is large and may
/// wait long for an entry with room.
bool Contradictions::takes_place(const consensus::Equivocation& evidence, const Place& place,
                                 const state::Table& table) const {
  const Seat liar = evidence.first.by;
  if (place.size > kAttachableMax || !state::may_attach(table.state(), liar, place.step))
    return false;
  const auto held = attachable_.find(liar);
  if (held == attachable_.end()) return true;
  const Place there = *place_of(held->second);
  return !state::may_attach(table.state(), liar, there.step) ||
         place.step.value >= there.step.value + proto::kHistoryMax / 2 ||
         (place.size <= kSmall && there.size > kSmall);
}

void Contradictions::found(consensus::Equivocation evidence, const state::Table& table,
                           const Links& links, Effects& out) {
  const auto place = place_of(evidence);
  if (!place || std::ranges::find(all_, evidence) != all_.end()) return;
  const Seat liar = evidence.first.by;
  const auto kept = std::ranges::count(all_, liar, [](const auto& e) { return e.first.by; });
  const bool attachable = takes_place(evidence, *place, table);
  if (kept >= kOfOneMax && !attachable) return;
  if (const auto held = attachable_.find(liar); kept > kOfOneMax && held != attachable_.end())
    std::erase(all_, held->second);
  if (attachable) attachable_.insert_or_assign(liar, evidence);
  out.notices.push_back(Equivocated{liar, evidence});
  for (const Seat peer : links.up().list())
    if (peer != liar) send_statements(peer, evidence, out);
  all_.push_back(std::move(evidence));
}

std::vector<proto::Attachment> Contradictions::attachments(const state::Table& table,
                                                           std::size_t& room) const {
  std::vector<proto::Attachment> attachments;
  SeatSet named;
  const auto attach = [&](const consensus::Equivocation& evidence) {
    const auto place = place_of(evidence);
    const Seat liar = evidence.first.by;
    if (!place || place->size > room || !state::may_attach(table.state(), liar, place->step) ||
        named.has(liar))
      return;
    named.insert(liar);
    attachments.emplace_back(evidence);
    room -= place->size;
  };
  for (const auto& [liar, evidence] : attachable_) attach(evidence);
  for (const auto& evidence : all_) attach(evidence);
  return attachments;
}

}  // namespace fairdeal::node
