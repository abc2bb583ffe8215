#pragma once

#include <vector>

#include "games/poker/variant.h"
#include "rules/betting.h"
#include "rules/game.h"

namespace fairdeal::rules {

/// The blinds and the ante from hand `from` on. Without a big blind `big` is the least bet, and
/// with a bring-in `small` is that. At a table that changes its game, `ante` and `bring_in` are for
/// games with a bring-in, and the blinds for the others.
struct BlindLevel {
  std::int64_t from = 1;
  Chips small = 0, big = 0, ante = 0, bring_in = 0;
  bool operator==(const BlindLevel&) const = default;
};

/// The rules that a table of poker has agreed on.
struct PokerTerms {
  /// The seats that are asked for a straddle.
  enum class Straddlers : std::uint8_t {
    first,   ///< the first to act
    button,  ///< the button
    any,     ///< the button, and then those to its right that post no blind
  };

  std::vector<Chips> stacks{};       ///< the chips of each seat at the start; 0: it is empty
  std::int64_t hands = 0;            ///< how many are played; 0: until one seat has all the chips
  std::vector<BlindLevel> levels{};  ///< the first is from hand 1, each other from a later hand
  std::int64_t level_minutes = 0;    ///< how long each level lasts; 0: levels go by hands
  BetLimit limit{};
  bool table_ante = false;  ///< the big blind pays the ante for the whole table
  bool straddle = false;    ///< a seat may post twice the big blind before the cards
  Straddlers straddlers = Straddlers::first;
  bool sit_out = false;               ///< a seat may sit out, and an absent seat does
  bool called_shows = false;          ///< the last to bet or raise on the river must show if called
  bool winner_shows = false;          ///< a seat that wins because all others folded may show
  std::vector<std::uint8_t> games{};  ///< of a mixed table: its games, as numbers of mixed_games()
  std::int64_t game_hands = 0;  ///< how many hands of each; 0: as many as seats have chips then
  bool dealers_choice = false;  ///< the button chooses each game
  std::int64_t bomb_every = 0;  ///< each so many hands is a bomb pot; 0: none is
  Chips bomb_ante = 0;          ///< what each seat posts in a bomb pot
  bool rabbit = false;          ///< after a fold players may agree to see the rest of the board
  bool run_twice = false;  ///< when a seat is all-in, those in the hand may agree on two boards

  /// Returns the parameters of a variant, with the limit and the number of hands that its players
  /// expect.
  static std::vector<Param> params(const PokerVariant& variant, const char* betting,
                                   const char* hands);
  /// Reads the terms. Requires: `params` has every parameter of params(), of the right type and
  /// within its bounds. Errors: bad_parameters, in words.
  static Result<PokerTerms> read(const PokerVariant& variant, const Json& params,
                                 std::size_t seats);

  /// Returns the sum of all chips of the table.
  Chips total() const;

  /// Makes this level, counted from 0, the first of these parameters, after so many hands
  /// (`played`). `forced` is that of the table's variant.
  void put_levels_from(std::size_t first, std::int64_t played, PokerVariant::Forced forced,
                       Json& params) const;
  /// Returns the number of the hand's level, counted from 1.
  std::size_t level_number(std::int64_t hand) const;
  bool operator==(const PokerTerms&) const = default;
};

}  // namespace fairdeal::rules
