#pragma once

#include <string_view>

#include "games/tribolo/tribolo_board.h"

namespace fairdeal::rules {

/// The value that the players of the original Tribolo maximize.
enum class TriboloStrategy {
  own_score,    ///< their cells: the aim at the end of a match
  own_choices,  ///< the number of their moves, so that they are not left without any
  ai_scores,    ///< the cells of red and green together, against blue
};
std::optional<TriboloStrategy> tribolo_strategy(std::string_view name);

/// Returns whether `mover` is expected to choose the greatest value, and not the least, when `seat`
/// plays by the strategy.
bool tribolo_maximizes(Seat mover, Seat seat, TriboloStrategy strategy);

/// Chooses the strategy for a turn. It is ai_scores while red and green each have less than 1.1
/// times the cells of blue. Else it is own_choices if the seat has fewer than five moves and at
/// least 20 places belong to nobody (walls included), and own_score in all other cases.
TriboloStrategy choose_tribolo_strategy(const TriboloBoard& board, Seat seat);

struct TriboloValue {
  TriboloBoard::Move move;
  std::int64_t value;
};
/// Returns the value of each move of `seat`, whose turn it is. It tries every reply. By own_choices
/// it then counts the seat's moves; by the other strategies it adds up the cells after every next
/// move. If the match ends sooner, the final board counts.
std::vector<TriboloValue> tribolo_values(const TriboloBoard& board, Seat seat,
                                         TriboloStrategy strategy);

}  // namespace fairdeal::rules
