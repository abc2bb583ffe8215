#include "tests/sim/faults.h"

#include <algorithm>
#include <sstream>

namespace fairdeal::sim {
namespace {

using What = Faults::Incident::What;

std::string crash_text(const Faults::Incident& i) {
  constexpr const char* kCrashes[] = {"before it is synced", "before anything is sent",
                                      "when half is sent", "since the disk is full"};
  return " dies at its write " + std::to_string(i.writes) + " " +
         kCrashes[static_cast<std::size_t>(i.crash)];
}

std::string found_text(const Faults::Incident& i) {
  switch (i.found) {
    case Found::all:
      return {};
    case Found::older:
      return ", then finds a copy without its last " + std::to_string(i.missing) + " writes";
    case Found::damaged_record:
      return ", then finds a damaged record";
    case Found::damaged:
      return ", then finds a damaged store";
  }
  return {};
}

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
      return seat + " lies: " + name(i.lie) +
             (i.lie == Lie::votes_out ? " " + seat_text(i.other) : "");
    case What::jump:
      return seat + "'s clock jumps " + std::to_string(i.by.ms) + " ms ahead";
    case What::crash:
      return seat + crash_text(i);
    case What::mended:
      return seat + " and " + seat_text(i.other) + " are connected again";
  }
  return {};
}

}  // namespace

std::string describe(const Faults::Incident& incident) {
  std::string text = "step " + std::to_string(incident.step);
  if (incident.round > 0) text += ", round " + std::to_string(incident.round);
  if (incident.after.ms != 0) text += " + " + std::to_string(incident.after.ms) + " ms";
  text += ": " + what_happens(incident);
  if (incident.what == What::jump || incident.what == What::mended) return text;
  text += incident.lasts ? " for " + std::to_string(incident.lasts->ms) + " ms" : " for good";
  return text + found_text(incident);
}

std::string describe(const Faults& f) {
  std::ostringstream text;
  text << "loss " << f.loss << ", duplicate " << f.duplicate << ", delay " << f.delay_min.ms << "–"
       << f.delay_max.ms << " ms, sync ≤ " << f.sync_max.ms << " ms, skew ≤ " << f.skew_max
       << " ms, drift ≤ " << f.drift_max << " ‰, think ≤ " << f.think_max.ms << " ms, work ≤ "
       << f.work_max.ms << " ms";
  for (const auto& [seat, times] : f.slow) text << " (" << seat_text(seat) << " × " << times << ")";
  for (const auto& [seat, before] : f.last_moment)
    text << " (" << seat_text(seat) << " moves " << before.ms << " ms before its end)";
  for (const Seat seat : f.careful.list())
    text << " (" << seat_text(seat) << " has a careful program)";
  for (const auto& [a, b, more] : f.long_ways)
    text << " (" << a.value << "–" << b.value << " + " << more.ms << " ms)";
  if (f.handling_max.ms > 0) text << ", handling ≤ " << f.handling_max.ms << " ms";
  if (f.calm) text << ", calm from " << f.calm->ms << " ms";
  text << "\n";
  for (const auto& incident : f.incidents) text << "  " << describe(incident) << "\n";
  return text.str();
}

SeatSet lost(const Faults& faults) {
  SeatSet seats;
  for (const auto& i : faults.incidents) {
    const bool ends = i.what == What::kill || i.what == What::crash;
    const bool for_good = !i.lasts || (ends && i.found == Found::damaged);
    if (i.what == What::lies || (for_good && (ends || i.what == What::silent ||
                                              i.what == What::frozen || i.what == What::leaves)))
      seats.insert(i.seat);
  }
  return seats;
}

SeatSet liars(const Faults& faults) {
  SeatSet seats;
  for (const auto& i : faults.incidents)
    if (i.what == What::lies) seats.insert(i.seat);
  return seats;
}

SeatSet put_back(const Faults& faults) {
  SeatSet seats;
  for (const auto& i : faults.incidents)
    if (i.found == Found::older) seats.insert(i.seat);
  return seats;
}

Duration way_between(const Faults& faults, Seat a, Seat b) {
  Duration more{0};
  for (const auto& way : faults.long_ways)
    if (std::minmax(way.a, way.b) == std::minmax(a, b)) more = way.more;
  return more;
}

std::int64_t slowness(const Faults& faults, Seat seat) {
  std::int64_t times = 1;
  for (const auto& slow : faults.slow)
    if (slow.seat == seat) times = slow.times;
  return times;
}

}  // namespace fairdeal::sim
