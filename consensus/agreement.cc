#include "consensus/agreement.h"

#include <algorithm>

#include "base/check.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

Agreement::Agreement(const Place& place, std::size_t validators, std::vector<EntrySlot> slots)
    : place_(place), slots_(std::move(slots)), entries_(slots_.size()), prevotes_(validators) {}

bool Agreement::complete() const {
  return std::ranges::all_of(entries_, [](const auto& entry) { return entry.has_value(); });
}

Agreement::Added Agreement::add(Checked entry) {
  const EntrySlot slot{entry->by(), proto::kind_of(entry->message().payload)};
  const auto found = std::ranges::find(slots_, slot);
  if (found == slots_.end()) return Added::unwanted;
  auto& held = entries_[static_cast<std::size_t>(found - slots_.begin())];
  if (!held) {
    held = std::move(entry);
    return Added::fresh;
  }
  const auto evidence = contradiction(**held, *entry);
  if (!evidence) return Added::known;
  if (!equivocation_) equivocation_ = evidence;
  return Added::contradicts;
}

Agreement::Added Agreement::add(const proto::Signed<proto::Vote>& vote) {
  const proto::Vote& v = vote.message();
  if (v.table != place_.table || v.step != place_.step || v.round != Round(0) ||
      v.phase != proto::Phase::prevote || vote.by().value >= prevotes_.size())
    return Added::unwanted;
  auto& held = prevotes_[vote.by().value];
  if (!held) {
    held = vote;
    return Added::fresh;
  }
  const auto evidence = contradiction(*held, vote);
  if (!evidence) return Added::known;
  if (!equivocation_) equivocation_ = evidence;
  return Added::contradicts;
}

Record Agreement::record() const {
  CHECK(complete());
  Record record{place_.step, place_.parent, {}};
  for (const auto& entry : entries_) record.answers.emplace_back(*entry);
  return record;
}

std::optional<proto::Vote> Agreement::vote_due(Seat me) const {
  if (!outcome_ || prevotes_[me.value]) return {};
  return proto::Vote{.table = place_.table,
                     .step = place_.step,
                     .round = Round(0),
                     .phase = proto::Phase::prevote,
                     .outcome = outcome_};
}

std::optional<Agreement::Decision> Agreement::decision() const {
  if (!outcome_) return {};
  Certificate certificate;
  for (const auto& vote : prevotes_) {
    if (!vote || vote->message().outcome != outcome_) return {};
    certificate.push_back(proto::envelope(*vote));
  }
  return Decision{record(), std::move(certificate)};
}

const proto::Signed<proto::Vote>* Agreement::vote(Seat validator) const {
  const auto& held = prevotes_.at(validator.value);
  return held ? &*held : nullptr;
}

bool Agreement::dissents(Seat validator) const {
  const auto* held = vote(validator);
  return outcome_ && held != nullptr && held->message().outcome != outcome_;
}

}  // namespace fairdeal::consensus
