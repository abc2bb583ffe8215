#include "tests/sim/plan_text.h"

#include <regex>
#include <sstream>

namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;
using proto::Pace;

/// A line, of which one part after another is taken away from its beginning.
class Line {
 public:
  explicit Line(std::string text) : rest_(std::move(text)) {}

  /// Takes away what `pattern` matches at the beginning. Returns whether it matches.
  bool take(const char* pattern) {
    const std::string before = rest_;
    std::smatch match;
    if (!std::regex_search(before, match, std::regex(pattern),
                           std::regex_constants::match_continuous))
      return false;
    groups_.clear();
    for (const auto& group : match) groups_.push_back(group.str());
    rest_ = match.suffix().str();
    return true;
  }
  /// Returns a group of the last match.
  const std::string& group(std::size_t n) const { return groups_.at(n); }
  /// Returns a group as a number, or 0 if it is empty.
  std::int64_t number(std::size_t n) const {
    return group(n).empty() ? 0 : std::strtoll(group(n).c_str(), nullptr, 10);
  }
  Duration time(std::size_t n) const { return {number(n)}; }
  Seat seat(std::size_t n) const { return Seat(static_cast<std::uint32_t>(number(n))); }
  bool empty() const { return rest_.empty(); }

 private:
  std::string rest_;
  std::vector<std::string> groups_;
};

/// Reads the first line: the table and its terms.
bool read_table(Line line, Plan& plan) {
  if (!line.take(R"((\S+) (\{.*\}), (\d+) seats, (\d+) witnesses, seed (\d+))")) return false;
  Options& o = plan.options;
  o.game = line.group(1);
  o.params = line.group(2);
  o.seats = static_cast<std::size_t>(line.number(3));
  o.witnesses = static_cast<std::size_t>(line.number(4));
  o.seed = std::stoull(line.group(5));
  const std::pair<const char*, Duration Pace::*> times[] = {
      {", work (\\d+) ms", &Pace::work},           {", move (\\d+) ms", &Pace::move},
      {", increment (\\d+) ms", &Pace::increment}, {", bank (\\d+) ms", &Pace::bank},
      {", reconnect (\\d+) ms", &Pace::reconnect}, {", round (\\d+) ms", &Pace::round}};
  for (const auto& [pattern, time] : times)
    if (line.take(pattern)) plan.terms.pace.*time = line.time(1);
  if (line.take(", absences (\\d+)"))
    plan.terms.pace.absences = static_cast<std::uint32_t>(line.number(1));
  if (line.take(", unanimous")) plan.terms.more_votes = kUnanimous;
  if (line.take(", quorum \\+ (\\d+)"))
    plan.terms.more_votes = static_cast<std::uint32_t>(line.number(1));
  if (line.take(", no recovery")) plan.terms.recovery = false;
  if (line.take(", commit and reveal")) plan.terms.commit_reveal = true;
  if (line.take(", clocks hold")) plan.schemes = true;
  return line.empty();
}

/// Reads the line of the general faults.
bool read_general(Line line, Faults& faults) {
  if (!line.take("loss (\\S+), duplicate (\\S+), delay (\\d+)–(\\d+) ms, sync ≤ (\\d+) ms, "
                 "skew ≤ (\\d+) ms, drift ≤ (\\d+) ‰, think ≤ (\\d+) ms, work ≤ (\\d+) ms"))
    return false;
  faults.loss = std::stod(line.group(1));
  faults.duplicate = std::stod(line.group(2));
  faults.delay_min = line.time(3);
  faults.delay_max = line.time(4);
  faults.sync_max = line.time(5);
  faults.skew_max = line.number(6);
  faults.drift_max = line.number(7);
  faults.think_max = line.time(8);
  faults.work_max = line.time(9);
  while (line.take(" \\(seat (\\d+) × (\\d+)\\)"))
    faults.slow.push_back({line.seat(1), line.number(2)});
  while (line.take(" \\(seat (\\d+) moves (\\d+) ms before its end\\)"))
    faults.last_moment.push_back({line.seat(1), line.time(2)});
  while (line.take(" \\(seat (\\d+) has a careful program\\)")) faults.careful.insert(line.seat(1));
  while (line.take(" \\((\\d+)–(\\d+) \\+ (\\d+) ms\\)"))
    faults.long_ways.push_back({line.seat(1), line.seat(2), line.time(3)});
  if (line.take(", handling ≤ (\\d+) ms")) faults.handling_max = line.time(1);
  if (line.take(", calm from (\\d+) ms")) faults.calm = Instant{line.number(1)};
  return line.empty();
}

bool read_lie(Line& line, Incident& i) {
  if (!line.take("seat (\\d+) lies: (\\S+)")) return false;
  i.what = What::lies;
  i.seat = line.seat(1);
  const auto lie = lie_named(line.group(2));
  if (!lie) return false;
  i.lie = *lie;
  if (line.take(" seat (\\d+)")) i.other = line.seat(1);
  return true;
}

bool read_crash(Line& line, Incident& i) {
  if (!line.take("seat (\\d+) dies at its write (\\d+) ")) return false;
  i.what = What::crash;
  i.seat = line.seat(1);
  i.writes = static_cast<std::size_t>(line.number(2));
  const std::pair<const char*, Crash> ways[] = {{"before it is synced", Crash::before_sync},
                                                {"before anything is sent", Crash::after_sync},
                                                {"when half is sent", Crash::half_sent},
                                                {"since the disk is full", Crash::full}};
  for (const auto& [pattern, crash] : ways)
    if (line.take(pattern)) {
      i.crash = crash;
      return true;
    }
  return false;
}

/// Reads an incident of one seat alone, or of two.
bool read_seats(Line& line, Incident& i) {
  const std::pair<const char*, What> all[] = {
      {"seat (\\d+) and seat (\\d+) lose their connection", What::cut},
      {"what seat (\\d+) sends to seat (\\d+) is lost", What::one_way},
      {"seat (\\d+) and seat (\\d+) are connected again", What::mended},
      {"seat (\\d+)() stands still", What::frozen},
      {"seat (\\d+)() is killed", What::kill},
      {"seat (\\d+)() falls silent", What::silent},
      {"seat (\\d+)() leaves", What::leaves}};
  for (const auto& [pattern, what] : all)
    if (line.take(pattern)) {
      i.what = what;
      i.seat = line.seat(1);
      i.other = line.seat(2);
      return true;
    }
  return false;
}

bool read_what(Line& line, Incident& i) {
  if (line.take("seats ((?:\\d+ )+)are cut off from the others")) {
    i.what = What::partition;
    std::istringstream group(line.group(1));
    for (std::uint32_t seat = 0; group >> seat;) i.group.insert(Seat(seat));
    return true;
  }
  if (line.take("seat (\\d+)'s clock jumps (\\d+) ms ahead")) {
    i.what = What::jump;
    i.seat = line.seat(1);
    i.by = line.time(2);
    return true;
  }
  return read_seats(line, i) || read_lie(line, i) || read_crash(line, i);
}

bool read_incident(Line line, Incident& i) {
  if (!line.take("  step (\\d+)(?:, round (\\d+))?(?: \\+ (\\d+) ms)?: ")) return false;
  i.step = static_cast<std::uint64_t>(line.number(1));
  i.round = static_cast<std::uint32_t>(line.number(2));
  i.after = line.time(3);
  if (!read_what(line, i)) return false;
  if (line.take(" for (\\d+) ms")) i.lasts = line.time(1);
  line.take(" for good");
  if (line.take(", then finds a copy without its last (\\d+) writes")) {
    i.found = Found::older;
    i.missing = static_cast<std::size_t>(line.number(1));
  }
  if (line.take(", then finds a damaged record")) i.found = Found::damaged_record;
  if (line.take(", then finds a damaged store")) i.found = Found::damaged;
  return line.empty();
}

}  // namespace

Result<Plan> read_plan(const std::string& text) {
  Plan plan;
  std::istringstream lines(text);
  bool has_table = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    if (!has_table && read_table(Line(line), plan)) {
      has_table = true;
      continue;
    }
    Incident incident{.what = What::cut};
    if (has_table && read_general(Line(line), plan.options.faults)) continue;
    if (!has_table || !read_incident(Line(line), incident))
      return fail(Fault::damaged, "the line \"" + line.substr(0, 100) + "\" of a plan");
    plan.options.faults.incidents.push_back(incident);
  }
  if (!has_table) return fail(Fault::damaged, "a plan without a table");
  return plan;
}

}  // namespace fairdeal::sim
