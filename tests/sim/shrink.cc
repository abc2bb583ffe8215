#include <algorithm>

#include "base/check.h"
#include "tests/sim/trial.h"

/// Finds a smaller plan that still fails.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;

/// Returns each plan that is this one with one thing left out or made smaller.
std::vector<Plan> simpler(const Plan& plan) {
  std::vector<Plan> plans;
  const Faults& f = plan.options.faults;
  const auto add = [&](auto change) {
    Plan& copy = plans.emplace_back(plan);
    change(copy.options.faults, copy);
  };
  for (std::size_t i = 0; i < f.incidents.size(); ++i)
    add([&](Faults& g, Plan&) { g.incidents.erase(g.incidents.begin() + static_cast<long>(i)); });
  if (f.loss > 0) add([](Faults& g, Plan&) { g.loss = 0; });
  if (f.duplicate > 0) add([](Faults& g, Plan&) { g.duplicate = 0; });
  if (f.delay_max > f.delay_min) add([](Faults& g, Plan&) { g.delay_max = g.delay_min; });
  if (f.delay_min.ms > 1)
    add([](Faults& g, Plan&) {
      g.delay_max.ms -= g.delay_min.ms - 1;
      g.delay_min.ms = 1;
    });
  if (f.sync_max.ms > 0) add([](Faults& g, Plan&) { g.sync_max = {}; });
  if (f.skew_max > 0) add([](Faults& g, Plan&) { g.skew_max = 0; });
  if (f.drift_max > 0) add([](Faults& g, Plan&) { g.drift_max = 0; });
  if (f.think_max.ms > 0) add([](Faults& g, Plan&) { g.think_max = {}; });
  if (f.work_max.ms > 0) add([](Faults& g, Plan&) { g.work_max = {}; });
  if (!f.slow.empty()) add([](Faults& g, Plan&) { g.slow.clear(); });
  if (!f.careful.empty()) add([](Faults& g, Plan&) { g.careful = {}; });
  if (!f.long_ways.empty()) add([](Faults& g, Plan&) { g.long_ways.clear(); });
  if (f.handling_max.ms > 0) add([](Faults& g, Plan&) { g.handling_max = {}; });
  for (std::size_t i = 0; i < f.last_moment.size(); ++i)
    add([&](Faults& g, Plan&) {
      g.last_moment.erase(g.last_moment.begin() + static_cast<long>(i));
    });
  for (std::size_t i = 0; i < f.incidents.size(); ++i) {
    const Incident& incident = f.incidents[i];
    if (incident.after.ms > 0) add([&](Faults& g, Plan&) { g.incidents[i].after = {}; });
    if (incident.lasts && incident.lasts->ms > 1)
      add([&](Faults& g, Plan&) { g.incidents[i].lasts->ms /= 2; });
    if (incident.step > 0) add([&](Faults& g, Plan&) { g.incidents[i].step /= 2; });
    if (incident.step > 0) add([&](Faults& g, Plan&) { --g.incidents[i].step; });
    if (incident.round > 0) add([&](Faults& g, Plan&) { --g.incidents[i].round; });
    if (incident.found != Found::all)
      add([&](Faults& g, Plan&) { g.incidents[i].found = Found::all; });
    if (incident.missing > 1) add([&](Faults& g, Plan&) { g.incidents[i].missing /= 2; });
    if (incident.writes > 1) add([&](Faults& g, Plan&) { g.incidents[i].writes /= 2; });
    if (incident.by.ms > 1) add([&](Faults& g, Plan&) { g.incidents[i].by.ms /= 2; });
  }
  if (plan.options.witnesses > 0) add([](Faults&, Plan& p) { --p.options.witnesses; });
  for (const Terms& terms : simpler(plan.terms)) add([&](Faults&, Plan& p) { p.terms = terms; });
  // Plans are dropped in which something happens to a member that is no longer there.
  std::erase_if(plans, [](const Plan& p) {
    const std::size_t members = p.options.seats + p.options.witnesses;
    // Schemes need a table that bears its liars.
    if (p.schemes && liars(p.options.faults).size() > quorum_of(p).max_faulty) return true;
    if (std::ranges::any_of(p.options.faults.slow,
                            [&](const auto& slow) { return slow.seat.value >= members; }))
      return true;
    return std::ranges::any_of(p.options.faults.incidents, [&](const Incident& i) {
      return i.seat.value >= members || i.other.value >= members;
    });
  });
  return plans;
}

}  // namespace

Shrunk shrink(Plan plan) {
  Shrunk best{plan, play(plan), 1};
  CHECK(!best.verdict.good());
  const std::string rule = best.verdict.violations.front().rule;
  for (bool better = true; better && best.tries < 2'000;) {
    better = false;
    for (Plan& candidate : simpler(best.plan)) {
      ++best.tries;
      TrialResult verdict = play(candidate);
      if (verdict.good() || verdict.violations.front().rule != rule) continue;
      best.plan = std::move(candidate);
      best.verdict = std::move(verdict);
      better = true;
      break;
    }
  }
  return best;
}

}  // namespace fairdeal::sim
