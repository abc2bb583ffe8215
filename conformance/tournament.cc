#include "conformance/tournament.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// Adds to `out` all ways to fill the free seats of `seats`, from `place` on, with contestants from
/// [first, end), none of them twice.
void fill(Pairing seats, std::size_t place, std::size_t first, std::size_t end,
          std::vector<Pairing>& out) {
  constexpr std::size_t kFree = SIZE_MAX;
  while (place < seats.size() && seats[place] != kFree) ++place;
  if (place == seats.size()) {
    out.push_back(std::move(seats));
    return;
  }
  for (std::size_t who = first; who < end; ++who) {
    if (std::ranges::count(seats, who) != 0) continue;
    Pairing next = seats;
    next[place] = who;
    fill(next, place + 1, first, end, out);
  }
}

std::vector<Pairing> times(const std::vector<Pairing>& pairings, std::size_t matches) {
  std::vector<Pairing> all;
  for (const Pairing& seats : pairings) all.insert(all.end(), matches, seats);
  return all;
}

}  // namespace

std::vector<Pairing> round_robin(std::size_t contestants, std::size_t seats, std::size_t matches) {
  CHECK(contestants >= seats);
  std::vector<Pairing> pairings;
  fill(Pairing(seats, SIZE_MAX), 0, 0, contestants, pairings);
  return times(pairings, matches);
}

std::vector<Pairing> measurement(std::size_t players, std::size_t others, std::size_t seats,
                                 std::size_t matches) {
  CHECK(others + 1 >= seats);
  std::vector<Pairing> pairings;
  for (std::size_t who = 0; who < players; ++who)
    for (std::size_t place = 0; place < seats; ++place) {
      Pairing around(seats, SIZE_MAX);
      around[place] = who;
      fill(around, 0, players, players + others, pairings);
    }
  return times(pairings, matches);
}

Tournament::Tournament(AnyGame game, std::vector<Contestant> contestants, std::uint64_t seed)
    : game_(std::move(game)), contestants_(std::move(contestants)), seeds_(seed) {}

Result<Payoff> Tournament::play_match(const Pairing& seats) {
  CHECK(seats.size() == game_.seats());
  std::vector<Player> players;
  for (const std::size_t who : seats) players.push_back(contestants_.at(who).player);
  std::size_t plies = 0;
  const auto count = [&](const Report& report) {
    if (report.event == nullptr) return;
    plies += std::holds_alternative<Moved<Action>>(*report.event) ||
             std::holds_alternative<MovedTogether<Action>>(*report.event);
  };
  FD_TRY(AnyGame end, play(game_, players, seeds_.next(), count));
  const Payoff result = *end.result();
  for (std::uint32_t i = 0; i < seats.size(); ++i) {
    const auto note = [&](const char* key, std::int64_t value) {
      statistics_.add({{"key", key},
                       {"game", game_.info().name},
                       {"role", game_.role(Seat(i))},
                       {"player", contestants_[seats[i]].name}},
                      value);
    };
    note("results", result[i]);
    note(result[i] > 0 ? "victories" : result[i] < 0 ? "defeats" : "draws", result[i]);
    note("length", static_cast<std::int64_t>(plies));
  }
  played_.push_back({seats, std::move(end), plies});
  return result;
}

Result<> Tournament::play_all(const std::vector<Pairing>& pairings) {
  for (const Pairing& seats : pairings) FD_TRY(play_match(seats));
  return {};
}

Result<std::size_t> Tournament::play_off(Pairing group, std::size_t matches) {
  std::vector<std::pair<std::size_t, std::int64_t>> sums;  // in the first match's order, which
                                                           // decides between equal sums
  for (std::size_t i = 0; i < matches; ++i) {
    std::ranges::rotate(group, group.end() - 1);
    FD_TRY(const Payoff result, play_match(group));
    for (std::size_t seat = 0; seat < group.size(); ++seat) {
      auto sum =
          std::ranges::find(sums, group[seat], [](const auto& entry) { return entry.first; });
      if (sum == sums.end()) sum = sums.insert(sums.end(), {group[seat], 0});
      sum->second += result[seat];
    }
  }
  return std::ranges::max_element(sums, {}, [](const auto& entry) { return entry.second; })->first;
}

Result<> Tournament::play_elimination(std::size_t matches) {
  const std::size_t seats = game_.seats();
  Pairing left(contestants_.size());
  std::iota(left.begin(), left.end(), 0);
  while (left.size() >= seats && left.size() > 1) {
    Pairing winners;
    for (std::size_t first = 0; first < left.size(); first += seats) {
      Pairing group;
      for (std::size_t i = 0; i < seats; ++i) group.push_back(left[(first + i) % left.size()]);
      FD_TRY(const std::size_t winner, play_off(std::move(group), matches));
      winners.push_back(winner);
    }
    left = std::move(winners);
  }
  return {};
}

}  // namespace fairdeal::conformance
