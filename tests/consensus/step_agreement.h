#pragma once

#include <functional>

#include "consensus/agreement.h"

namespace fairdeal::consensus {

/// An Agreement that is told at once what each record leads to, by a function of the record.
class StepAgreement : public Agreement {
 public:
  using Judge = std::function<std::optional<proto::Outcome>(const Record&)>;

  StepAgreement(const StepContext& place, const Quorum& quorum, std::vector<EntrySlot> slots,
                Judge judge, Duration round, Instant now)
      : Agreement(place, quorum, std::move(slots), round, now), judge_(std::move(judge)) {}

  template <class... What>
  Added add(const What&... what) {
    const Added added = Agreement::add(what...);
    answer();
    return added;
  }
  template <class... What>
  void restore(const What&... what) {
    Agreement::restore(what...);
    answer();
  }

 private:
  void answer() {
    while (const Record* record = wanted_outcome()) on_outcome(judge_(*record));
  }

  Judge judge_;
};

}  // namespace fairdeal::consensus
