#include "tests/sim/terms.h"

#include <algorithm>
#include <sstream>

namespace fairdeal::sim {

using proto::Pace;

void set_terms(proto::Charter& charter, const Terms& terms) {
  const auto members = static_cast<std::uint32_t>(charter.validators());
  charter.pace = terms.pace;
  charter.quorum = std::min(members, charter.quorum + terms.more_votes);
  if (!terms.recovery) charter.recovery = 0;
  if (!terms.recovery || terms.commit_reveal) charter.randomness = proto::Randomness::commit_reveal;
}

std::string describe(const Terms& terms) {
  const Pace usual;
  const Pace& pace = terms.pace;
  std::ostringstream text;
  const auto time = [&](const char* name, Duration is, Duration was) {
    if (is != was) text << ", " << name << " " << is.ms << " ms";
  };
  time("work", pace.work, usual.work);
  time("move", pace.move, usual.move);
  time("increment", pace.increment, usual.increment);
  time("bank", pace.bank, usual.bank);
  time("reconnect", pace.reconnect, usual.reconnect);
  time("round", pace.round, usual.round);
  if (pace.absences != usual.absences) text << ", absences " << pace.absences;
  if (terms.more_votes == kUnanimous)
    text << ", unanimous";
  else if (terms.more_votes > 0)
    text << ", quorum + " << terms.more_votes;
  if (!terms.recovery) text << ", no recovery";
  if (terms.commit_reveal) text << ", commit and reveal";
  return text.str();
}

std::vector<Terms> simpler(const Terms& terms) {
  std::vector<Terms> all;
  const Terms usual;
  const auto add = [&](auto change) {
    Terms one = terms;
    change(one);
    all.push_back(one);
  };
  for (const auto part :
       {&Pace::work, &Pace::move, &Pace::increment, &Pace::bank, &Pace::reconnect, &Pace::round})
    if (terms.pace.*part != usual.pace.*part)
      add([&](Terms& t) { t.pace.*part = usual.pace.*part; });
  if (terms.pace.absences != usual.pace.absences)
    add([&](Terms& t) { t.pace.absences = usual.pace.absences; });
  if (terms.more_votes > 0) add([](Terms& t) { t.more_votes = 0; });
  if (!terms.recovery) add([](Terms& t) { t.recovery = true; });
  if (terms.commit_reveal) add([](Terms& t) { t.commit_reveal = false; });
  return all;
}

Duration step_max(const proto::Charter& charter) {
  const Pace& pace = charter.pace;
  const auto turns = static_cast<std::int64_t>(charter.seats.size());
  const std::int64_t answers =
      std::max(pace.work.ms * (1 + turns), pace.move.ms + pace.bank.ms) + pace.reconnect.ms;
  // It allows a dozen rounds whose three waits have grown to sixteen times the first, for a network
  // as slow as it may be where a match must finish (must_finish), and a minute for repairs, which
  // are four seconds apart.
  constexpr std::int64_t kWaits = 12 * 3 * 16;
  return {answers + kWaits * pace.round.ms + 60'000};
}

}  // namespace fairdeal::sim
