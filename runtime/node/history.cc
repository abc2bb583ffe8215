#include "runtime/node/history.h"

#include <algorithm>

#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"

namespace fairdeal::node {

namespace {

/// The size of one answer, with its record. Prevotes and proposals that do not fit are left out.
constexpr std::size_t kBehindBytesMax = std::size_t{256} * 1024;

}  // namespace

std::optional<Step> History::keep(Decision decision) {
  std::optional<Step> stored;
  if (known_.empty()) first_ = decision.how.decided.step;
  known_.push_back({decision.parent, decision.quorum, decision.outcome});
  if (decisions_.size() == proto::kHistoryMax) {
    const proto::HistoryAnswer& oldest = decisions_.front().how;
    if (!oldest.votes.empty()) stored = oldest.decided.step;
    decisions_.pop_front();
  }
  decisions_.push_back(std::move(decision));
  return stored;
}

void History::restore_behind(proto::HistoryAnswer how) {
  const auto one = std::ranges::find(
      decisions_, how.decided, [](const Decision& d) -> const auto& { return d.how.decided; });
  if (one != decisions_.end()) one->how = std::move(how);
}

const History::Decision* History::find(Step step) const {
  if (decisions_.empty() || step < decisions_.front().how.decided.step ||
      step > decisions_.back().how.decided.step)
    return nullptr;
  return &decisions_[static_cast<std::size_t>(step.value -
                                              decisions_.front().how.decided.step.value)];
}

const History::Known* History::known(Step step) const {
  if (step < first_ || step.value - first_.value >= known_.size()) return nullptr;
  return &known_[static_cast<std::size_t>(step.value - first_.value)];
}

std::optional<crypto::Digest> History::head_before(const state::Table& table, Step step) const {
  if (step == table.step()) return table.head();
  const Known* there = known(step);
  return there != nullptr ? std::optional(there->parent) : std::nullopt;
}

std::vector<consensus::Equivocation> History::contradicted_by(
    const proto::Signed<proto::Entry>& late, const proto::Charter& charter) const {
  std::vector<consensus::Equivocation> found;
  const Decision* decided = find(late.message().step);
  if (decided == nullptr) return found;
  for (const proto::Answer& answer : decided->how.decided.record) {
    const auto* envelope = std::get_if<proto::Envelope>(&answer);
    if (envelope == nullptr || envelope->by != late.by() || envelope->body == late.body()) continue;
    const auto then = proto::verify_entry(*envelope, charter);
    if (auto evidence = then ? consensus::contradiction(*then, late) : std::nullopt)
      found.push_back(*std::move(evidence));
  }
  return found;
}

std::vector<consensus::Equivocation> History::contradicted_by(
    const proto::Signed<proto::Vote>& late, const proto::Charter& charter) const {
  std::vector<consensus::Equivocation> found;
  const Decision* decided = find(late.message().step);
  if (decided == nullptr) return found;
  for (const proto::Envelope& envelope : decided->how.decided.certificate) {
    if (envelope.by != late.by() || envelope.body == late.body()) continue;
    const auto then = proto::verify_vote(envelope, charter);
    if (auto evidence = then ? consensus::contradiction(*then, late) : std::nullopt)
      found.push_back(*std::move(evidence));
  }
  return found;
}

std::vector<consensus::Equivocation> History::contradicted_by(
    const proto::Signed<proto::Proposal>& late, const proto::Charter& charter) const {
  std::vector<consensus::Equivocation> found;
  const Decision* decided = find(late.message().step);
  if (decided == nullptr) return found;
  for (const proto::Envelope& envelope : decided->how.proposals) {
    if (envelope.by != late.by() || envelope.body == late.body()) continue;
    const auto then = proto::verify_proposal(envelope, charter);
    if (auto evidence = then ? consensus::contradiction(*then, late) : std::nullopt)
      found.push_back(*std::move(evidence));
  }
  return found;
}

bool History::holds(Step step, const proto::Envelope& said) const {
  const Decision* decided = find(step);
  if (decided == nullptr) return false;
  const auto is = [&](const proto::Envelope& one) {
    return one.by == said.by && one.body == said.body;
  };
  const proto::HistoryAnswer& how = decided->how;
  return std::ranges::any_of(how.decided.record,
                             [&](const proto::Answer& answer) {
                               const auto* sound = std::get_if<proto::Envelope>(&answer);
                               return sound != nullptr && is(*sound);
                             }) ||
         std::ranges::any_of(how.decided.certificate, is) || std::ranges::any_of(how.votes, is) ||
         std::ranges::any_of(how.proposals, is);
}

proto::HistoryAnswer with_behind(proto::Decided decided, const consensus::Agreement& agreement) {
  std::size_t bytes = proto::encode(proto::TranscriptPart(decided)).size();
  proto::HistoryAnswer how{std::move(decided), {}, {}};
  const auto take = [&](std::vector<proto::Envelope>& out, std::vector<proto::Envelope> from) {
    for (proto::Envelope& envelope : from) {
      bytes += envelope.body.size();
      if (bytes > kBehindBytesMax || out.size() == proto::kBehindMax) return;
      out.push_back(std::move(envelope));
    }
  };
  take(how.votes, agreement.prevotes());
  take(how.proposals, agreement.proposals());
  return how;
}

}  // namespace fairdeal::node
