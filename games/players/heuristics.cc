#include "rules/players/heuristics.h"

#include <algorithm>

#include "games/colograph/colograph.h"
#include "games/mancala-kalah/kalah.h"
#include "games/othello/othello.h"
#include "games/pig/pig.h"
#include "games/tic-tac-toe/tic_tac_toe.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

std::int64_t sign(Seat seat) { return seat == Seat(0) ? 1 : -1; }

Rational ratio(std::size_t own, std::size_t other) {
  const auto a = static_cast<std::int64_t>(own), b = static_cast<std::int64_t>(other);
  return a + b == 0 ? Rational() : Rational(a - b, a + b);
}

Rational tic_tac_toe_default(const AnyGame& game, Seat seat) {
  static constexpr int kWeights[] = {2, 1, 2, 1, 5, 1, 2, 1, 2};
  const auto weigh = [&](const auto* position) {
    const auto value = [&](char mark) { return mark == 'X' ? 1 : mark == 'O' ? -1 : 0; };
    return Rational(sign(seat) * Checkerboard::weighted_sum(position->board(), kWeights, value),
                    17);
  };
  if (const auto* position = position_of<TicTacToe>(game)) return weigh(position);
  if (const auto* position = position_of<TutorialTicTacToe>(game)) return weigh(position);
  return {};
}

Rational mancala_default(const AnyGame& game, Seat seat) {
  const auto* kalah = position_of<Kalah>(game);
  if (kalah == nullptr) return {};
  // 1 a house and 5 a store, North's for, South's against.
  std::int64_t weighted = 0, weights = 0, seeds = 0;
  const int side = kalah->houses() + 1;
  for (int square = 0; square < 2 * side; ++square) {
    const std::int64_t weight = square % side == kalah->houses() ? 5 : 1;
    const std::int64_t here = kalah->board()[static_cast<std::size_t>(square)];
    weighted += (square < side ? weight : -weight) * here;
    weights += weight;
    seeds += here;
  }
  return seeds == 0 ? Rational() : Rational(sign(seat) * weighted, weights * seeds);
}

template <class Position>
Rational piece_ratio(const Position& position, Seat seat) {
  return ratio(position.discs(seat), position.discs(Seat(1 - seat.value)));
}
template <class Position>
Rational mobility_ratio(const Position& position, Seat seat) {
  return ratio(position.mobility(seat), position.mobility(Seat(1 - seat.value)));
}
template <class Position>
Rational square_weights(const Position& position, Seat seat) {
  static constexpr int kQuadrant[4][4] = {
      {9, -3, 3, 3}, {-3, -3, -1, -1}, {3, -1, 1, 1}, {3, -1, 1, 1}};
  const Checkerboard shape = position.shape();
  if (shape != Checkerboard(8, 8)) return {};
  std::vector<int> weights;
  std::int64_t all = 0;
  for (const Square s : shape.squares()) {
    weights.push_back(kQuadrant[std::min(s.row, 7 - s.row)][std::min(s.column, 7 - s.column)]);
    all += std::abs(weights.back());
  }
  const auto value = [](char disc) { return disc == 'B' ? 1 : disc == 'W' ? -1 : 0; };
  return Rational(sign(seat) * Checkerboard::weighted_sum(position.board(), weights, value), all);
}
template <class Position>
Rational disc_default(const Position& position, Seat seat) {
  return Rational(3, 5) * square_weights(position, seat) +
         Rational(1, 5) * (piece_ratio(position, seat) + mobility_ratio(position, seat));
}

template <Rational (*kOthello)(const Othello&, Seat), Rational (*kReversi)(const Reversi&, Seat)>
Rational discs(const AnyGame& game, Seat seat) {
  if (const auto* position = position_of<Othello>(game)) return kOthello(*position, seat);
  if (const auto* position = position_of<Reversi>(game)) return kReversi(*position, seat);
  return {};
}

Rational points_difference(const AnyGame& game, Seat seat) {
  const auto scores = game.scores();
  if (!scores || scores->size() != 2) return {};
  return scores->at(seat.value) - scores->at(1 - seat.value);
}

Rational score_difference(const AnyGame& game, Seat seat) {
  const auto* colograph = position_of<Colograph>(game);
  if (colograph == nullptr) return {};
  return points_difference(game, seat) /
         Rational(2 * static_cast<std::int64_t>(colograph->nodes()));
}

template <class P>
std::optional<Rational> lead(const AnyGame& game, Seat seat) {
  const auto* pig = typed<P>(game);
  if (pig == nullptr) return {};
  const std::int64_t turn = pig->mover() == seat ? pig->turn_points() : -pig->turn_points();
  return (points_difference(game, seat) + Rational(turn)) / Rational(100);
}
Rational pig_lead(const AnyGame& game, Seat seat) {
  if (const auto value = lead<Pig>(game, seat)) return *value;
  return lead<TutorialPig>(game, seat).value_or(Rational());
}

Rational zero(const AnyGame&, Seat) { return {}; }

}  // namespace

namespace {

Result<Heuristic> single_heuristic(std::string_view name) {
  struct Named {
    std::string_view name;
    Rational (*heuristic)(const AnyGame&, Seat);
  };
  static constexpr Named kAll[] = {
      {"zero", zero},
      {"tic-tac-toe default", tic_tac_toe_default},
      {"mancala default", mancala_default},
      {"piece ratio", discs<piece_ratio<Othello>, piece_ratio<Reversi>>},
      {"mobility ratio", discs<mobility_ratio<Othello>, mobility_ratio<Reversi>>},
      {"othello weights", discs<square_weights<Othello>, square_weights<Reversi>>},
      {"othello default", discs<disc_default<Othello>, disc_default<Reversi>>},
      {"score difference", score_difference},
      {"points difference", points_difference},
      {"pig lead", pig_lead}};
  for (const Named& named : kAll)
    if (named.name == name) return Heuristic(named.heuristic);
  return fail(Fault::unknown_module, "heuristic '" + std::string(name) + "'");
}

/// Reads a weight from 0 to 1, as "0.25", in thousandths; none for any other text.
std::optional<std::int64_t> weight_in(std::string_view text) {
  constexpr std::size_t kDigits = 3;
  if (text == "1") return 1000;
  if (!text.starts_with("0.") || text.size() < 3 || text.size() > 2 + kDigits) return {};
  std::int64_t weight = 0;
  for (std::size_t i = 2; i < 2 + kDigits; ++i) {
    const char digit = i < text.size() ? text[i] : '0';
    if (digit < '0' || digit > '9') return {};
    weight = 10 * weight + (digit - '0');
  }
  return weight;
}

/// Reads "0.6 piece ratio + 0.4 mobility ratio".
Result<Heuristic> composite(std::string_view text) {
  struct Part {
    Rational weight;
    Heuristic heuristic;
  };
  std::vector<Part> parts;
  std::int64_t weights = 0;
  for (std::size_t from = 0; from <= text.size();) {
    constexpr std::string_view kPlus = " + ";
    const std::size_t to = std::min(text.find(kPlus, from), text.size());
    const std::string_view part = text.substr(from, to - from);
    const std::size_t space = std::min(part.find(' '), part.size());
    const auto weight = weight_in(part.substr(0, space));
    if (!weight)
      return fail(
          Fault::bad_parameters,
          "'" + std::string(part) + "' does not begin with a weight from 0 to 1, such as 0.25");
    FD_TRY(Heuristic heuristic, single_heuristic(part.substr(std::min(space + 1, part.size()))));
    parts.push_back({Rational(*weight, 1000), std::move(heuristic)});
    weights += *weight;
    from = to + (to == text.size() ? 1 : kPlus.size());
  }
  if (weights != 1000)
    return fail(Fault::bad_parameters, "the weights of a composite heuristic do not add up to 1");
  return Heuristic([parts](const AnyGame& game, Seat seat) {
    Rational sum;
    for (const Part& part : parts) sum = sum + part.weight * part.heuristic(game, seat);
    return sum;
  });
}

}  // namespace

Result<Heuristic> heuristic_named(std::string_view name) {
  const bool is_weighed = !name.empty() && (name.front() == '0' || name.front() == '1');
  return is_weighed ? composite(name) : single_heuristic(name);
}

}  // namespace fairdeal::rules
