#include "tests/consensus/explore/trails.h"

#include <fstream>
#include <regex>
#include <set>

#include "base/check.h"

namespace fairdeal::explore {
namespace {

struct Line {
  std::size_t who;
  Place place;
  What what;
  std::optional<Proved> proved;
};

What what_named(const Universe& universe, char letter) {
  for (What w = 0; w <= universe.setting().records.size(); ++w)
    if (universe.name(w)[0] == letter) return w;
  return kUnknown;
}

Line parse(const Universe& universe, const std::string& text, bool by_seat) {
  static const std::regex kLine(
      R"(round (\d+): (\d+) (prevotes|precommits) (.)(?: on the proof of round (\d+))?)");
  std::smatch match;
  CHECK(std::regex_match(text, match, kLine));
  std::size_t who = std::stoul(match[2]);
  if (by_seat) {
    const auto honest = universe.setting().honest();
    who = static_cast<std::size_t>(
        std::ranges::find(honest, Seat(static_cast<std::uint32_t>(who))) - honest.begin());
  }
  const Act act = match[3] == "prevotes" ? Act::prevote : Act::precommit;
  std::optional<Proved> proved;
  if (match[5].matched) proved = std::stoi(match[5]);
  if (by_seat && !proved) proved = -1;
  return {who,
          {static_cast<std::uint32_t>(std::stoul(match[1])), act},
          what_named(universe, match[4].str()[0]),
          proved};
}

}  // namespace

std::vector<Trail> read_trails(const std::filesystem::path& file) {
  std::vector<Trail> trails;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("trail "))
      trails.push_back({line.substr(6), {}});
    else if (!trails.empty())
      trails.back().lines.push_back(line);
  }
  return trails;
}

Followed follow(const Universe& universe, Answers& answers, const Trail& trail, bool by_seat) {
  std::set<Said> now{Said{}};
  for (std::size_t n = 0; n < trail.lines.size(); ++n) {
    const Line line = parse(universe, trail.lines[n], by_seat);
    std::set<Said> next;
    for (Said said : now) {
      for_places_before(line.place, [&](const Place& passed) {
        if (said.by[line.who].at(passed) == kNothing) said.by[line.who].set(passed, kSaidNil);
      });
      for (const Option& option : answers.of(ask(universe, line.who, line.place, said)).options) {
        if (what_of(option.code) != line.what) continue;
        if (line.proved && proved_of(option.code) != *line.proved) continue;
        Said then = said;
        then.by[line.who].set(line.place, option.code);
        next.insert(then);
      }
    }
    if (next.empty()) return {n, trail.lines[n]};
    now = std::move(next);
  }
  return {trail.lines.size(), {}};
}

}  // namespace fairdeal::explore
