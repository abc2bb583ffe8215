#pragma once

#include <string_view>

#include "rules/games/tribolo_board.h"

namespace fairdeal::rules {

/// How Tribolo's own players judge a board, two plies after their move.
enum class TriboloStrategy {
  own_score,    ///< most cells: for the end of a match
  own_choices,  ///< most targets: not to be trapped without moves
  ai_scores,    ///< most cells of red and green together, against blue
};
std::optional<TriboloStrategy> tribolo_strategy(std::string_view name);

/// Returns whether `mover` looks for the greatest values when `seat` plays by the strategy.
bool tribolo_maximizes(Seat mover, Seat seat, TriboloStrategy strategy);

/// The strategy for a turn: both others together while neither has 1.1 times blue's cells; the own
/// score when fewer than 20 places are nobody's, walls among them; own choices below five moves.
TriboloStrategy choose_tribolo_strategy(const TriboloBoard& board, Seat seat);

struct TriboloValue {
  TriboloBoard::Move move;
  std::int64_t value;
};
/// What each move of `seat`, whose turn it is, is worth: the replies are tried, and then the scores
/// of the moves after them added up. A match that ends within that is worth its final scores.
std::vector<TriboloValue> tribolo_values(const TriboloBoard& board, Seat seat,
                                         TriboloStrategy strategy);

}  // namespace fairdeal::rules
