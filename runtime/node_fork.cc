#include <algorithm>

#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/node.h"

/// What a member does when somebody's statement follows another history than its own: it asks where
/// the two part. Only two valid certificates of one step stop the table, so an invented history
/// costs one question (docs/agreement.md, Forks).
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

/// `author` signed something of `step` after `parent`. If this member knows another history, it
/// asks the author, or who passed it on, once a step and connection.
void Node::suspect(Seat from, Seat author, Step step, const crypto::Digest& parent, Effects& out) {
  const auto mine = history_.head_before(*table_, step);
  if (mine && *mine != parent && author != config_.me)
    ask_history(author, links_.has(author) ? author : from, out);
}

void Node::ask_history(Seat of, Seat to, Effects& out) {
  Other& other = others_[of.value];
  if (other.queried == table_->step()) return;
  other.queried = table_->step();
  send(to, proto::HistoryQuery{table_->id(), table_->step(), history_.heads(*table_)}, out);
}

/// Answers with the first step that was decided here after a head which the asker has, too.
void Node::take(Seat from, const proto::HistoryQuery& query, Instant, Effects& out) {
  if (query.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "question"}, out);
  Other& other = others_[from.value];
  if (other.told_history == table_->step()) return;
  other.told_history = table_->step();
  for (std::size_t i = 0; i < query.heads.size() && i <= query.step.value; ++i) {
    const Step step(query.step.value - i);
    if (history_.head_before(*table_, step) != query.heads[i]) continue;
    if (const History::Decision* there = history_.find(step)) send(from, there->how, out);
    return;
  }
}

void Node::take(Seat from, const proto::HistoryAnswer& answer, Instant, Effects& out) {
  const proto::Decided& theirs = answer.decided;
  const History::Decision* mine = history_.find(theirs.step);
  if (mine == nullptr || theirs == mine->how.decided) return;
  const auto decides = consensus::check_votes(theirs.certificate, table_->charter(), mine->quorum,
                                              table_->id(), theirs.step);
  if (!decides) return useless(from, decides.error(), out);
  if (decides->outcome == mine->outcome) return;  // other votes for the same
  if (decides->outcome.record != consensus::digest(theirs.step, mine->parent, theirs.record))
    return useless(from, {Fault::bad_certificate, {}, "votes for another record"}, out);
  if (const auto possible = consensus::check_absences(theirs.record, decides->round); !possible)
    return useless(from, possible.error(), out);
  fork(*mine, answer, out);
}

/// Two valid certificates of one step: this member keeps both, tells everybody, names who
/// contradicts itself in them, and stops.
void Node::fork(const History::Decision& mine, const proto::HistoryAnswer& theirs, Effects& out) {
  const Step step = theirs.decided.step;
  out.store.push_back(
      {Put::Space::fork, std::to_string(step.value), proto::encode(proto::TranscriptPart(theirs))});
  const SeatSet named = contradictions(mine.how, theirs, out);
  links_.broadcast(mine.how, out);
  links_.broadcast(theirs, out);
  out.notices.push_back(Forked{step, named.list()});
  halt({Fault::forked, {}, "forked at step " + std::to_string(step.value)}, out);
}

/// Who signed, in what led to two decisions of one step, what cannot both be honest. To have signed
/// both certificates is no crime: an honest member that was released may have.
SeatSet Node::contradictions(const proto::HistoryAnswer& a, const proto::HistoryAnswer& b,
                             Effects& out) {
  const proto::Charter& charter = table_->charter();
  SeatSet named;
  const auto compare = [&](const auto& one, const auto& other) {
    if (auto evidence = consensus::contradiction(one, other)) {
      named.insert(one.by());
      found(*std::move(evidence), out);
    }
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
  return named;
}

}  // namespace fairdeal::runtime
