#include "games/puzzle-15/sliding_puzzle.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {

const GameInfo& LibraryPuzzle::info() {
  static const GameInfo kInfo{
      .name = "puzzle-15",
      .version = "2",
      .about = "Slide the tiles of a frame into order, within 81 moves.",
      .seats_min = 1,
      .seats_max = 1,
      .roles = {"Player"},
      .params = {{"width", "columns", "4", 2, 6},
                 {"height", "rows", "4", 2, 6},
                 {"target", "the tiles in order", "\"0123456789ABCDE \""},
                 {"max_moves", "lost when so many are made", "81", 1, 100'000},
                 {"board", "the tiles at the start", "\"12A B35704E96D8C\""}},
      .zero_sum = false,
      .hint = R"({"grid":{"rows":"height","columns":"width","cells":"/board",)"
              R"("glyphs":{" ":null},"move":"row,column"}})",
      .rules = R"(A tile beside the gap slides into it. Bring the tiles into order with at most as
many moves as max_moves says.

If you do not move in time, you lose the match.)"};
  return kInfo;
}
const GameInfo& TutorialPuzzle::info() {
  static const GameInfo kInfo{
      .name = "tutorial-15-puzzle",
      .version = "2",
      .about = "Slide lettered tiles into order, within 80 moves.",
      .seats_min = 1,
      .seats_max = 1,
      .roles = {"Player"},
      .params = {{"width", "columns", "4", 4, 4},
                 {"height", "rows", "4", 4, 4},
                 {"goal", "the tiles in order", "\" ABCDEFGHIJKLMNO\""},
                 {"start_points", "lost when so many moves are made", "80", 0, 100'000},
                 {"board", "the tiles at the start", "\"MCFDJAOLEKBNGIH \""}},
      .zero_sum = false,
      .shelf = "reference"};
  return kInfo;
}
Json TutorialPuzzle::move_json(Square square) { return 4 * square.row + square.column; }
Result<Square> TutorialPuzzle::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json > 15)
    return fail(Fault::not_canonical, "a move is a square, 0 to 15");
  return Square{json.get<int>() / 4, json.get<int>() % 4};
}

template <class Names>
const GameInfo& SlidingPuzzle<Names>::info() {
  return Names::info();
}

template <class Names>
Result<> SlidingPuzzle<Names>::set_tiles(std::string tiles) {
  if (!std::ranges::is_permutation(tiles, target_))
    return fail(Fault::bad_parameters, "the tiles are not those of '" + target_ + "'");
  tiles_ = std::move(tiles);
  return {};
}

template <class Names>
Result<SlidingPuzzle<Names>> SlidingPuzzle<Names>::start(const Json& params, std::size_t) {
  const Checkerboard shape(params.at("height").get<int>(), params.at("width").get<int>());
  SlidingPuzzle puzzle(shape, std::string(params.at(Names::kTarget)),
                       std::int64_t(params.at(Names::kMoves)));
  if (puzzle.target_.size() != static_cast<std::size_t>(shape.size()) ||
      std::ranges::count(puzzle.target_, ' ') != 1)
    return fail(Fault::bad_parameters, "the target has a tile a square, and one blank");
  // A tile is a byte here: of longer characters a move would leave halves.
  if (std::ranges::any_of(puzzle.target_, [](char c) { return c < ' ' || c > '~'; }))
    return fail(Fault::bad_parameters, "a tile is a character of ASCII");
  FD_TRY(puzzle.set_tiles(params.at("board").get<std::string>()));
  return puzzle;
}

template <class Names>
Result<SlidingPuzzle<Names>> SlidingPuzzle<Names>::load(const Json& params, std::size_t seats,
                                                        const Json& state) {
  Json with_board = params;
  with_board["board"] = state.at(Names::kTiles);
  FD_TRY(SlidingPuzzle puzzle, start(with_board, seats));
  // Counting is its own inverse.
  puzzle.left_ = Names::count(std::int64_t(state.at(Names::kCount)), puzzle.left_at_start_);
  if (puzzle.left_ < 0 || puzzle.left_ > puzzle.left_at_start_)
    return fail(Fault::bad_parameters, "state: a number of moves that cannot be");
  return puzzle;
}

template <class Names>
std::vector<Square> SlidingPuzzle<Names>::moves() const {
  std::vector<Square> squares;
  if (over()) return squares;
  for (const Direction step : Checkerboard::kOrthogonal)
    if (const Square to = empty() + step; shape_.has(to)) squares.push_back(to);
  std::ranges::sort(squares);
  return squares;
}

template <class Names>
void SlidingPuzzle<Names>::play(Square square) {
  std::swap(tiles_[tiles_.find(' ')], tiles_[shape_.index(square)]);
  --left_;
}

template <class Names>
Json SlidingPuzzle<Names>::json() const {
  return {{"active", active_json(info(), mover())},
          {Names::kTiles, tiles_},
          {Names::kCount, Names::count(left_, left_at_start_)}};
}

template <class Names>
std::string SlidingPuzzle<Names>::draw() const {
  return shape_.draw(tiles_) + "Moves left: " + std::to_string(left_) + "\n";
}

bool solvable(Checkerboard shape, const std::string& tiles, const std::string& target) {
  // Where each tile belongs; tiles that look alike may be swapped, which makes all solvable.
  std::vector<std::size_t> belongs;
  for (const char tile : tiles) {
    if (std::ranges::count(target, tile) > 1) return true;
    belongs.push_back(target.find(tile));
  }
  std::size_t inversions = 0;
  for (std::size_t i = 0; i < belongs.size(); ++i)
    for (std::size_t j = i + 1; j < belongs.size(); ++j) inversions += belongs[i] > belongs[j];
  const Square from = shape.at(tiles.find(' ')), to = shape.at(target.find(' '));
  const int distance = std::abs(from.row - to.row) + std::abs(from.column - to.column);
  return (inversions + static_cast<std::size_t>(distance)) % 2 == 0;
}

namespace {

/// Depth-first search of solutions of at most a number of moves.
class Deepening {
 public:
  Deepening(Checkerboard shape, const std::string& target) : shape_(shape), target_(target) {}

  /// The sum of the tiles' distances to their places: no solution is shorter.
  int bound(const std::string& tiles) const {
    int sum = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i)
      if (tiles[i] != ' ') sum += distance(tiles[i], i);
    return sum;
  }
  /// Returns whether `left` moves suffice; `sum` is the bound, `before` where the blank came from.
  bool search(std::string& tiles, std::size_t blank, std::size_t before, int sum, int left) {
    if (sum == 0) return true;
    if (sum > left) return false;
    for (const Direction step : Checkerboard::kOrthogonal) {
      const Square to = shape_.at(blank) + step;
      if (!shape_.has(to) || shape_.index(to) == before) continue;
      const std::size_t next = shape_.index(to);
      const char tile = tiles[next];
      const int change = distance(tile, blank) - distance(tile, next);
      std::swap(tiles[blank], tiles[next]);
      const bool found = search(tiles, next, blank, sum + change, left - 1);
      std::swap(tiles[blank], tiles[next]);
      if (found) return true;
    }
    return false;
  }

 private:
  int distance(char tile, std::size_t at) const {
    const Square a = shape_.at(at), b = shape_.at(target_.find(tile));
    return std::abs(a.row - b.row) + std::abs(a.column - b.column);
  }
  Checkerboard shape_;
  const std::string& target_;
};

}  // namespace

std::optional<int> shortest_solution(Checkerboard shape, std::string tiles,
                                     const std::string& target, int most) {
  if (!solvable(shape, tiles, target)) return {};
  Deepening search(shape, target);
  const int sum = search.bound(tiles);
  for (int moves = sum; moves <= most; ++moves)
    if (search.search(tiles, tiles.find(' '), tiles.size(), sum, moves)) return moves;
  return {};
}

template class SlidingPuzzle<LibraryPuzzle>;
template class SlidingPuzzle<TutorialPuzzle>;

extern const Module kPuzzle15, kTutorialPuzzle15;
const Module kPuzzle15 = module_of_turns<Puzzle15>();
const Module kTutorialPuzzle15 = module_of_turns<TutorialPuzzle15>();

}  // namespace fairdeal::rules
