#pragma once

#include <vector>

#include "rules/betting.h"
#include "rules/game.h"

namespace fairdeal::rules {

/// What is paid to play a hand, from hand `from` on.
struct BlindLevel {
  std::int64_t from = 1;
  Chips small = 0, big = 0, ante = 0;
  bool operator==(const BlindLevel&) const = default;
};

/// What a table of hold'em has agreed on.
struct HoldemTerms {
  std::vector<Chips> stacks{};       ///< of each seat at the start
  std::int64_t hands = 0;            ///< how many are played; 0: until one seat has all the chips
  std::vector<BlindLevel> levels{};  ///< the first is from hand 1, the others rising
  BetLimit limit{};
  bool table_ante = false;    ///< the big blind pays the ante, for all
  bool straddle = false;      ///< the first to act may post twice the big blind
  bool sit_out = false;       ///< a seat may sit out, and who is absent does
  bool called_shows = false;  ///< who bet last on the river and was called shows
  bool winner_shows = false;  ///< who wins alone may show
  bool run_twice = false;     ///< all who are all-in may agree on two boards

  static const std::vector<Param>& params();
  /// Requires every parameter of params(), of the right type and within its bounds.
  /// Errors: bad_parameters, in words.
  static Result<HoldemTerms> read(const Json& params, std::size_t seats);

  /// All chips of the table.
  Chips total() const;

  const BlindLevel& level(std::int64_t hand) const;
  /// Which level that is, counted from 1.
  std::size_t level_number(std::int64_t hand) const;
  bool operator==(const HoldemTerms&) const = default;
};

}  // namespace fairdeal::rules
