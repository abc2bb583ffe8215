#include "conformance/tournament.h"

#include <algorithm>
#include <numeric>
#include <span>

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

/// Returns who of a group has the greatest sum of results.
std::size_t winner_of(std::span<const Pairing> pairings, std::span<const Payoff> results) {
  std::vector<std::pair<std::size_t, std::int64_t>> sums;  // in the first match's order, which
                                                           // decides between equal sums
  for (std::size_t i = 0; i < pairings.size(); ++i)
    for (std::size_t seat = 0; seat < pairings[i].size(); ++seat) {
      const std::size_t who = pairings[i][seat];
      auto sum = std::ranges::find(sums, who, [](const auto& entry) { return entry.first; });
      if (sum == sums.end()) sum = sums.insert(sums.end(), {who, 0});
      sum->second += results[i][seat];
    }
  return std::ranges::max_element(sums, {}, [](const auto& entry) { return entry.second; })->first;
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

Result<Pairing> eliminate(std::size_t contestants, std::size_t seats, std::size_t matches,
                          const PlayPairings& play) {
  CHECK(matches > 0);
  Pairing left(contestants);
  std::iota(left.begin(), left.end(), 0);
  while (left.size() >= seats && left.size() > 1) {
    std::vector<Pairing> round;
    for (std::size_t first = 0; first < left.size(); first += seats) {
      Pairing group;
      for (std::size_t i = 0; i < seats; ++i) group.push_back(left[(first + i) % left.size()]);
      for (std::size_t i = 0; i < matches; ++i) {
        std::ranges::rotate(group, group.end() - 1);
        round.push_back(group);
      }
    }
    FD_TRY(const std::vector<Payoff> results, play(round));
    CHECK(results.size() == round.size());
    Pairing winners;
    for (std::size_t i = 0; i < round.size(); i += matches)
      winners.push_back(
          winner_of(std::span(round).subspan(i, matches), std::span(results).subspan(i, matches)));
    // A game for one seat has groups of one, and nobody to beat.
    if (winners.size() == left.size()) return winners;
    left = std::move(winners);
  }
  return left;
}

void note_match(Statistics& statistics, const AnyGame& game,
                const std::vector<std::string>& players, const Payoff& result, std::size_t plies) {
  for (std::uint32_t i = 0; i < players.size(); ++i) {
    const auto note = [&](const char* key, std::int64_t value) {
      statistics.add({{"key", key},
                      {"game", game.info().name},
                      {"role", game.role(Seat(i))},
                      {"player", players[i]}},
                     value);
    };
    note("results", result[i]);
    note(result[i] > 0 ? "victories" : result[i] < 0 ? "defeats" : "draws", result[i]);
    note("length", static_cast<std::int64_t>(plies));
  }
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
  std::vector<std::string> names;
  for (const std::size_t who : seats) names.push_back(contestants_[who].name);
  note_match(statistics_, game_, names, result, plies);
  played_.push_back({seats, std::move(end), plies});
  return result;
}

Result<> Tournament::play_all(const std::vector<Pairing>& pairings) {
  for (const Pairing& seats : pairings) FD_TRY(play_match(seats));
  return {};
}

Result<> Tournament::play_elimination(std::size_t matches) {
  const auto play = [&](const std::vector<Pairing>& round) -> Result<std::vector<Payoff>> {
    std::vector<Payoff> results;
    for (const Pairing& seats : round) {
      FD_TRY(Payoff result, play_match(seats));
      results.push_back(std::move(result));
    }
    return results;
  };
  FD_TRY(eliminate(contestants_.size(), game_.seats(), matches, play));
  return {};
}

}  // namespace fairdeal::conformance
