#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "games/poker/terms.h"
#include "rules/card.h"

namespace fairdeal::rules {

/// A hand of poker as a value: what the lines of a hand history say, for formats that programs
/// read (phh.h, ohh.h). HandHistory makes it. It has no card that was not shown, except those that
/// the owner of the history was dealt.
struct HandRecord {
  struct Player {
    Seat seat{};
    std::string name{};
    Chips stack = 0;          ///< before antes and blinds
    bool dealt_in = false;    ///< whether it posts what is due in this hand
    bool sits_out = false;    ///< whether it is dealt no cards, though it may post
    Chips paid = 0, won = 0;  ///< once the hand has ended
    /// The cards that the owner of the history was dealt; of others none.
    std::vector<std::optional<Face>> own{};
    Chips left() const { return stack - paid + won; }
  };
  struct Action {
    enum class Kind {
      ante,
      table_ante,
      small_blind,
      big_blind,  ///< or the only one, of the button
      straddle,
      bring_in,
      fold,
      check,
      call,
      bet,
      raise,
      show,
      muck,
      discard,  ///< gives away `count` cards, before new ones are dealt
      deal,     ///< a card comes to the seat, where cards come on later streets, too
      board,    ///< of nobody: these cards come on the board
      anew,     ///< of nobody: the hand became void, and goes on with another deck
    };
    Kind kind{};
    Seat seat{};
    Chips chips = 0;      ///< what the seat puts in
    Chips to = 0;         ///< what its bet becomes: straddle, bet, raise
    bool all_in = false;  ///< whether nothing is left of its stack
    bool absent = false;  ///< whether the seat did not answer, or left, and the rules did this
    std::vector<Face> cards{};  ///< of deal: none if the history does not know it
    std::size_t count = 0;      ///< of discard: how many cards, of which some may be known
    bool second = false;        ///< of the second board
  };
  struct Pot {
    Chips chips = 0;
    std::vector<std::pair<Seat, Chips>> wins{};
  };

  std::int64_t number = 0;
  const PokerVariant* variant = nullptr;
  std::string table{};                  ///< the name of the table, if it has one
  std::optional<std::uint64_t> time{};  ///< seconds since 1970
  BlindLevel level{};
  std::size_t level_number = 1;
  BetLimit limit{};
  bool table_ante = false;
  bool bomb = false;      ///< whether it is a bomb pot, without blinds
  std::size_t seats = 0;  ///< of the table, empty ones included
  Seat button{}, small{}, big{};
  std::vector<Player> players{};  ///< all who have chips, by their seats
  std::vector<Action> actions{};
  std::vector<Pot> pots{};     ///< the main pot first
  std::vector<Face> rabbit{};  ///< the cards that would have come, if players agreed to see them
  bool dealt = false;          ///< whether anybody was dealt a card
  bool twice = false;          ///< whether there were two boards
  bool ended = false;          ///< whether `pots`, and what players paid and won, are known
  bool given_back = false;     ///< whether nobody could win, so that all chips went back

  const Player* player(Seat seat) const {
    for (const Player& player : players)
      if (player.seat == seat) return &player;
    return nullptr;
  }
};

/// A time of day by the calendar, in UTC.
struct UtcTime {
  int year, month, day, hour, minute, second;
  /// Converts seconds since 1970. Requires a year of at most four digits.
  static UtcTime of(std::uint64_t seconds);
};

}  // namespace fairdeal::rules
