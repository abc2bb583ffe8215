#include "runtime/fork.h"

#include <algorithm>

#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::runtime {

namespace {

/// Calls `visit` with each pair of statements by one author, one of `a` and one of `b`.
template <class T, class Visit>
void for_each_pair(const std::vector<T>& a, const std::vector<T>& b, Visit&& visit) {
  for (const T& one : a)
    for (const T& other : b)
      if (one.by() == other.by()) visit(one, other);
}

template <class T>
std::vector<proto::Signed<T>> verified(const std::vector<proto::Envelope>& envelopes,
                                       const proto::Charter& charter,
                                       Result<proto::Signed<T>> (*verify)(const proto::Envelope&,
                                                                          const proto::Charter&)) {
  std::vector<proto::Signed<T>> found;
  for (const proto::Envelope& envelope : envelopes)
    if (auto one = verify(envelope, charter)) found.push_back(*std::move(one));
  return found;
}

std::vector<proto::Envelope> entries_in(const proto::Decided& decided) {
  std::vector<proto::Envelope> entries;
  for (const proto::Answer& answer : decided.record) {
    if (const auto* sound = std::get_if<proto::Envelope>(&answer)) entries.push_back(*sound);
    if (const auto* wrong = std::get_if<proto::WrongEntry>(&answer))
      entries.push_back(wrong->envelope);
  }
  return entries;
}

std::vector<proto::Envelope> joined(std::vector<proto::Envelope> a,
                                    const std::vector<proto::Envelope>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

void ForkSearch::ask(Seat of, Seat to, const Table& table, const History& history, Effects& out) {
  Peer& peer = peers_[of.value];
  if (peer.asked == table.step()) return;
  peer.asked = table.step();
  peer.through = to;
  send(to, proto::HistoryQuery{table.id(), table.step(), history.heads(table)}, out);
}

void ForkSearch::answer(Seat from, const proto::HistoryQuery& query, const Table& table,
                        const History& history, Effects& out) {
  auto& answered = peers_[from.value].answered;
  if (answered == table.step()) return;
  answered = table.step();
  for (std::size_t i = 0; i < query.heads.size() && i <= query.step.value; ++i) {
    const Step step(query.step.value - i);
    if (history.head_before(table, step) != query.heads[i]) continue;
    if (const History::Decision* there = history.find(step)) send(from, there->how, out);
    return;
  }
}

void ForkSearch::lost(Seat peer) {
  peers_[peer.value] = {};
  for (Peer& one : peers_)
    if (one.through == peer) one.asked = {};
}

std::optional<NamedHistory> history_of(const proto::Proposal& proposal) {
  for (const proto::Answer& answer : proposal.record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer))
      if (const auto entry = proto::decode_entry(sound->body))
        return NamedHistory{proposal.step, entry->parent};
  return {};
}

std::optional<NamedHistory> history_of(const proto::Decided& decided, const Table& table) {
  for (const proto::Answer& answer : decided.record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer))
      if (const auto entry = proto::verify_entry(*sound, table.charter());
          entry && entry->message().table == table.id())
        return NamedHistory{entry->message().step, entry->message().parent};
  return {};
}

Result<const History::Decision*> forked_from(const proto::HistoryAnswer& answer,
                                             const History& history, const Table& table) {
  const proto::Decided& theirs = answer.decided;
  const History::Decision* mine = history.find(theirs.step);
  if (mine == nullptr || theirs == mine->how.decided) return nullptr;
  FD_TRY(const auto decides, consensus::check_votes(theirs.certificate, table.charter(),
                                                    mine->quorum, table.id(), theirs.step));
  if (decides.outcome == mine->outcome) return nullptr;  // only the votes differ
  if (decides.outcome.record != consensus::digest(theirs.step, mine->parent, theirs.record))
    return fail(Fault::bad_certificate, "votes for another record");
  FD_TRY(consensus::check_absences(theirs.record, decides.round));
  return mine;
}

std::vector<consensus::Equivocation> contradictions(const proto::HistoryAnswer& a,
                                                    const proto::HistoryAnswer& b,
                                                    const proto::Charter& charter) {
  std::vector<consensus::Equivocation> found;
  const auto compare = [&](const auto& one, const auto& other) {
    if (auto evidence = consensus::contradiction(one, other)) found.push_back(*std::move(evidence));
  };
  for_each_pair(
      verified<proto::Vote>(joined(a.votes, a.decided.certificate), charter, proto::verify_vote),
      verified<proto::Vote>(joined(b.votes, b.decided.certificate), charter, proto::verify_vote),
      compare);
  for_each_pair(verified<proto::Proposal>(a.proposals, charter, proto::verify_proposal),
                verified<proto::Proposal>(b.proposals, charter, proto::verify_proposal), compare);
  for_each_pair(verified<proto::Entry>(entries_in(a.decided), charter, proto::verify_entry),
                verified<proto::Entry>(entries_in(b.decided), charter, proto::verify_entry),
                compare);
  return found;
}

}  // namespace fairdeal::runtime
