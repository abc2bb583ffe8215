#include "tests/sim/faults.h"

#include <sstream>

namespace fairdeal::sim {
namespace {

using What = Faults::Incident::What;

std::string seat_text(Seat seat) { return "seat " + std::to_string(seat.value); }

std::string what_happens(const Faults::Incident& i) {
  const std::string seat = seat_text(i.seat);
  switch (i.what) {
    case What::cut:
      return seat + " and " + seat_text(i.other) + " lose their connection";
    case What::partition: {
      std::string group;
      for (const Seat one : i.group.list()) group += " " + std::to_string(one.value);
      return "seats" + group + " are cut off from the others";
    }
    case What::one_way:
      return "what " + seat + " sends to " + seat_text(i.other) + " is lost";
    case What::frozen:
      return seat + " stands still";
    case What::kill:
      return seat + " is killed";
    case What::silent:
      return seat + " falls silent";
    case What::leaves:
      return seat + " leaves";
    case What::lies:
      return seat + " lies: " + name(i.lie);
  }
  return {};
}

}  // namespace

std::string describe(const Faults::Incident& incident) {
  std::string text = "step " + std::to_string(incident.step);
  if (incident.after.ms != 0) text += " + " + std::to_string(incident.after.ms) + " ms";
  text += ": " + what_happens(incident);
  text += incident.lasts ? " for " + std::to_string(incident.lasts->ms) + " ms" : " for good";
  return text;
}

std::string describe(const Faults& f) {
  std::ostringstream text;
  text << "loss " << f.loss << ", duplicate " << f.duplicate << ", delay " << f.delay_min.ms << "–"
       << f.delay_max.ms << " ms, sync ≤ " << f.sync_max.ms << " ms, skew ≤ " << f.skew_max
       << " ms, drift ≤ " << f.drift_max << " ‰, think ≤ " << f.think_max.ms << " ms";
  if (f.calm) text << ", calm from " << f.calm->ms << " ms";
  text << "\n";
  for (const auto& incident : f.incidents) text << "  " << describe(incident) << "\n";
  return text.str();
}

SeatSet lost(const Faults& faults) {
  SeatSet seats;
  for (const auto& i : faults.incidents)
    if (i.what == What::lies || (!i.lasts && (i.what == What::kill || i.what == What::silent ||
                                              i.what == What::frozen || i.what == What::leaves)))
      seats.insert(i.seat);
  return seats;
}

SeatSet liars(const Faults& faults) {
  SeatSet seats;
  for (const auto& i : faults.incidents)
    if (i.what == What::lies) seats.insert(i.seat);
  return seats;
}

}  // namespace fairdeal::sim
