#include "games/players/tribolo_ai.h"

#include <algorithm>

namespace fairdeal::rules {
namespace {

constexpr Seat kBlue{0}, kRed{1}, kGreen{2};

class Look {
 public:
  Look(Seat seat, TriboloStrategy strategy) : seat_(seat), strategy_(strategy) {}

  std::int64_t after(const TriboloBoard& board, int plies) const {
    if (board.over()) return final_score(board);
    if (plies == 0) return leaf(board);
    return best(board, [&](const TriboloBoard::Move& move) {
      TriboloBoard next = board;
      next.play(move);
      return after(next, plies - 1);
    });
  }

 private:
  template <class Value>
  std::int64_t best(const TriboloBoard& board, Value&& value) const {
    const bool greatest = tribolo_maximizes(board.mover(), seat_, strategy_);
    std::optional<std::int64_t> found;
    for (const auto& move : board.moves()) {
      const std::int64_t v = value(move);
      found = !found ? v : greatest ? std::max(*found, v) : std::min(*found, v);
    }
    return *found;
  }

  std::int64_t sum(const std::array<std::int32_t, 3>& cells) const {
    if (strategy_ == TriboloStrategy::ai_scores) return cells[kRed.value] + cells[kGreen.value];
    return cells[seat_.value];
  }
  std::int64_t final_score(const TriboloBoard& board) const {
    return strategy_ == TriboloStrategy::own_choices
               ? static_cast<std::int64_t>(board.mobility(seat_))
               : sum(board.cells());
  }
  /// The next move's score is added up without making it.
  std::int64_t leaf(const TriboloBoard& board) const {
    if (strategy_ == TriboloStrategy::own_choices) return final_score(board);
    return best(board, [&](const TriboloBoard::Move& move) {
      auto cells = board.cells();
      ++cells[board.mover().value];
      for (const auto& jump : board.jumps(board.mover(), move.cell)) {
        const auto taken = static_cast<std::int32_t>(jump.taken.size());
        cells[jump.loser.value] -= taken;
        cells[board.mover().value] += taken;
      }
      return sum(cells);
    });
  }

  Seat seat_;
  TriboloStrategy strategy_;
};

}  // namespace

std::optional<TriboloStrategy> tribolo_strategy(std::string_view name) {
  if (name == "own-score") return TriboloStrategy::own_score;
  if (name == "own-choices") return TriboloStrategy::own_choices;
  if (name == "ai-scores") return TriboloStrategy::ai_scores;
  return {};
}

bool tribolo_maximizes(Seat mover, Seat seat, TriboloStrategy strategy) {
  return strategy == TriboloStrategy::ai_scores ? mover != kBlue : mover == seat;
}

TriboloStrategy choose_tribolo_strategy(const TriboloBoard& board, Seat seat) {
  const auto [blue, red, green] = board.cells();
  if (10 * red < 11 * blue && 10 * green < 11 * blue) return TriboloStrategy::ai_scores;
  if (TriboloBoard::kShape.size() - (blue + red + green) < 20) return TriboloStrategy::own_score;
  if (board.mobility(seat) < 5) return TriboloStrategy::own_choices;
  return TriboloStrategy::own_score;
}

std::vector<TriboloValue> tribolo_values(const TriboloBoard& board, Seat seat,
                                         TriboloStrategy strategy) {
  const Look look(seat, strategy);
  std::vector<TriboloValue> values;
  for (const auto& move : board.moves()) {
    TriboloBoard next = board;
    next.play(move);
    values.push_back({move, look.after(next, 1)});
  }
  return values;
}

}  // namespace fairdeal::rules
