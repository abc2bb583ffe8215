#include "runtime/node/fork.h"

#include <algorithm>

#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"

namespace fairdeal::node {

namespace {

/// How many questions one search may have. Each halves what is left at least, so an honest one in
/// the longest match has half as many.
constexpr int kQuestionsMax = 32;
/// After how long a member searches again at the same step, since a question or an answer may be
/// lost, and how often it answers such a search.
constexpr Duration kSearchAgain{10'000};
constexpr Duration kAnswerAgain{5'000};

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

std::vector<Step> steps_asked(Step high) {
  constexpr std::uint64_t kConsecutive = proto::kHistoryMax / 2;
  std::vector<Step> steps;
  std::uint64_t distance = 0;
  while (steps.size() < proto::kHistoryMax) {
    steps.emplace_back(high.value - std::min(distance, high.value));
    if (steps.back() == Step(0)) break;
    const std::size_t n = steps.size();
    distance =
        n < kConsecutive ? n : kConsecutive - 1 + (std::uint64_t{1} << (n - kConsecutive + 1));
  }
  return steps;
}

namespace {

/// A question about the heads from `high` on downwards.
proto::HistoryQuery question(Step high, const state::Table& table, const History& history) {
  proto::HistoryQuery query{table.id(), high, {}};
  for (const Step step : steps_asked(high)) {
    const auto head = history.head_before(table, step);
    if (!head) break;
    query.heads.push_back(*head);
  }
  return query;
}

}  // namespace

void ForkSearch::ask(Seat of, Seat to, Step high, const state::Table& table, const History& history,
                     Instant now, Effects& out) {
  Peer& peer = peers_[of.value];
  if (peer.asked == table.step() && now < peer.asked_at + kSearchAgain) return;
  peer.asked = table.step();
  peer.asked_at = now;
  peer.through = to;
  peer.high = high;
  peer.questions = 1;
  send(to, question(high, table, history), out);
}

void ForkSearch::narrow(Seat from, Step shared, const state::Table& table, const History& history,
                        Effects& out) {
  for (Peer& peer : peers_) {
    if (!peer.asked || peer.through != from || peer.questions >= kQuestionsMax) continue;
    const auto steps = steps_asked(peer.high);
    const auto at = std::ranges::find(steps, shared);
    if (at == steps.end() || at - steps.begin() < 2) continue;  // nothing is left between
    peer.high = *(at - 1);
    ++peer.questions;
    send(from, question(peer.high, table, history), out);
  }
}

void ForkSearch::answer(Seat from, const proto::HistoryQuery& query, const state::Table& table,
                        const History& history, Instant now, Effects& out) {
  Peer& peer = peers_[from.value];
  const bool again = peer.answered == table.step() && now < peer.answered_at + kAnswerAgain;
  if (!again) peer.answered_at = now;
  if (again && (query.step >= peer.answered_high || peer.answers >= kQuestionsMax)) return;
  peer.answers = again ? peer.answers + 1 : 1;
  peer.answered = table.step();
  peer.answered_high = query.step;
  const auto steps = steps_asked(query.step);
  for (std::size_t i = 0; i < std::min(query.heads.size(), steps.size()); ++i) {
    if (history.head_before(table, steps[i]) != query.heads[i]) continue;
    if (const History::Decision* there = history.find(steps[i]))
      send(from, there->how, out);
    else if (history.known(steps[i]) != nullptr)
      out.resends.push_back({from, steps[i], Resend::kAsAnswer});
    return;
  }
}

void ForkSearch::lost(Seat peer) {
  peers_[peer.value] = {};
  for (Peer& one : peers_)
    if (one.through == peer) one.asked = {};
}

std::optional<NamedHistory> history_of(const std::vector<proto::Answer>& record) {
  for (const proto::Answer& answer : record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer))
      if (const auto entry = proto::peek_table_and_step(sound->body); entry && entry->parent)
        return NamedHistory{entry->step, *entry->parent};
  return {};
}

std::optional<NamedHistory> history_of(const proto::Decided& decided, const state::Table& table) {
  for (const proto::Answer& answer : decided.record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer))
      if (const auto entry = proto::verify_entry(*sound, table.charter());
          entry && entry->message().table == table.id())
        return NamedHistory{entry->message().step, entry->message().parent};
  return {};
}

Result<bool> is_fork(const proto::HistoryAnswer& answer, const History& history,
                     const state::Table& table) {
  const proto::Decided& theirs = answer.decided;
  const History::Known* mine = history.known(theirs.step);
  if (mine == nullptr) return false;
  // The free check comes first: the record has to be the one that the votes name.
  if (theirs.certificate.empty()) return fail(Fault::bad_certificate, "no votes");
  FD_TRY(const auto first, proto::decode_vote(theirs.certificate.front().body));
  if (first.outcome == mine->outcome) return false;  // only the votes differ
  if (!first.outcome ||
      first.outcome->record != consensus::digest(theirs.step, mine->parent, theirs.record))
    return fail(Fault::bad_certificate, "votes for another record");
  FD_TRY(const auto decides, consensus::check_votes(theirs.certificate, table.charter(),
                                                    mine->quorum, table.id(), theirs.step));
  FD_TRY(consensus::check_absences(theirs.record, decides.round));
  return true;
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

}  // namespace fairdeal::node
