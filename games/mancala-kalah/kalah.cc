#include "games/mancala-kalah/kalah.h"

#include "rules/checkerboard.h"
#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {

const GameInfo& Kalah::info() {
  static const GameInfo kInfo{
      .name = "mancala-kalah",
      .version = "3",
      .about = "Sow seeds around the board and gather most of them in your store.",
      .roles = {"North", "South"},
      .params = {{"seeds", "in each house at the start", "4", 1, 100},
                 {"houses", "of each side", "6", 1, kHousesMax},
                 {"emptyCapture", "a capture takes only the capturing seed", "false"},
                 {"countRemainingSeeds", "seeds left in houses count for their side", "true"}},
      .hint = R"({"track":{"cells":"/board","draw":"beads",)"
              R"("rows":[[12,11,10,9,8,7],[0,1,2,3,4,5]],)"
              R"("names":[["f1","e1","d1","c1","b1","a1"],["f2","e2","d2","c2","b2","a2"]],)"
              R"("ends":[13,6],"move":"index"}})",
      .rules = R"(Each player has a row of houses with seeds, and a store at its right end. On
your turn take all seeds of one of your houses and sow them one by one to the
right: into your other houses, your store, and then the houses of the other
player, whose store is passed over.

If the last seed falls into your store, you move again. If it falls into an
empty house of yours and seeds lie opposite, it and they go into your store.

The match ends when all houses of a player are empty. Seeds that are left in the
houses of the other count for that player. More seeds win, and the result is the
difference. The parameters may change the last two rules.

For a missed move the program makes the legal one that leaves the fewest seeds
in your store. A player who leaves loses as much as can be lost.)"};
  return kInfo;
}

Result<Kalah> Kalah::start(const Json& params, std::size_t) {
  Kalah game;
  game.houses_ = params.at("houses").get<std::uint16_t>();
  const auto seeds = params.at("seeds").get<std::uint16_t>();
  game.seeds_ = static_cast<std::uint16_t>(2 * game.houses_ * seeds);
  game.empty_capture_ = params.at("emptyCapture").get<bool>();
  game.count_remaining_ = params.at("countRemainingSeeds").get<bool>();
  for (int square = 0; square < 2 * game.side(); ++square)
    if (square != game.store(0) && square != game.store(1))
      game.board_[static_cast<std::size_t>(square)] = seeds;
  return game;
}

Result<Kalah> Kalah::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Kalah game, start(params, seats));
  const Json& board = state.at("board");
  if (!board.is_array() || board.size() != 2 * static_cast<std::size_t>(game.side()))
    return fail(Fault::bad_parameters, "state: 'board' has a number for each house and store");
  std::int64_t seeds = 0;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const auto here = board[i].get<std::int64_t>();
    if (!board[i].is_number_integer() || here < 0 || here > 2400)
      return fail(Fault::bad_parameters, "state: 'board' has numbers of seeds");
    game.board_[i] = static_cast<std::uint16_t>(here);
    seeds += here;
  }
  if (seeds == 0 || seeds > 2400)
    return fail(Fault::bad_parameters, "state: 'board' has from 1 to 2400 seeds");
  game.seeds_ = static_cast<std::uint16_t>(seeds);
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = static_cast<std::uint16_t>(active.value);
  return game;
}

bool Kalah::side_is_empty(std::uint32_t seat) const {
  const auto first = board_.begin() + side() * static_cast<std::ptrdiff_t>(seat);
  return std::all_of(first, first + houses_, [](std::uint16_t seeds) { return seeds == 0; });
}

MoveList<int, Kalah::kHousesMax> Kalah::moves() const {
  MoveList<Move, kHousesMax> houses;
  if (over()) return houses;
  const int first = active_ * side();
  for (int house = first; house < first + houses_; ++house)
    if (board_[static_cast<std::size_t>(house)] > 0) houses.push_back(house);
  return houses;
}

void Kalah::play(Move house) {
  const auto at = [this](int square) -> std::uint16_t& {
    return board_[static_cast<std::size_t>(square)];
  };
  const int own_store = store(active_), other_store = store(active_ ^ 1u);
  int square = house;
  for (int seeds = std::exchange(at(house), 0); seeds > 0; --seeds) {
    square = (square + 1) % (2 * side());
    if (square == other_store) square = (square + 1) % (2 * side());
    ++at(square);
  }
  if (square == own_store) return;  // moves again
  const int opposite = 2 * houses_ - square;
  if (is_house_of(active_, square) && at(square) == 1 && at(opposite) > 0) {
    at(own_store) = static_cast<std::uint16_t>(at(own_store) + std::exchange(at(square), 0));
    if (!empty_capture_)
      at(own_store) = static_cast<std::uint16_t>(at(own_store) + std::exchange(at(opposite), 0));
  }
  active_ ^= 1;
}

Payoff Kalah::counts() const {
  return {board_[static_cast<std::size_t>(store(0))], board_[static_cast<std::size_t>(store(1))]};
}

std::optional<Payoff> Kalah::scores() const {
  if (!over()) return {};
  Payoff scores;
  for (std::uint32_t seat = 0; seat < 2; ++seat) {
    const auto first = board_.begin() + side() * static_cast<std::ptrdiff_t>(seat);
    scores.push_back(*(first + houses_));
    if (count_remaining_) scores.back() += std::accumulate(first, first + houses_, 0);
  }
  return scores;
}

Payoff Kalah::payoff() const {
  const Payoff scores = *this->scores();
  return {scores[0] - scores[1], scores[1] - scores[0]};
}

Json Kalah::json() const {
  Json board = Json::array();
  for (std::size_t i = 0; i < 2 * static_cast<std::size_t>(side()); ++i) board.push_back(board_[i]);
  return {{"active", active_json(info(), mover())}, {"board", board}};
}

/// Houses are squares for people: South's are a1, b1 and so on from its left, North's lie above.
std::string Kalah::label(Seat seat, const Move& house) const {
  const int place = house - static_cast<int>(seat.value) * side();
  return square_name(seat.value == 0 ? Square{1, houses_ - 1 - place} : Square{0, place});
}

std::string Kalah::draw() const {
  const auto seeds = [this](int square) {
    const std::string number = std::to_string(board_[static_cast<std::size_t>(square)]);
    return std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') + number;
  };
  std::string north, south, letters;
  for (int i = 0; i < houses_; ++i) {
    letters += std::string("   ") + static_cast<char>('a' + i);
    north += seeds(houses_ - 1 - i);
    south += seeds(side() + i);
  }
  const std::string gap(4, ' ');
  return "2" + gap.substr(1) + north + "   North\n" + seeds(store(0)) +
         std::string(north.size(), ' ') + seeds(store(1)) + "\n1" + gap.substr(1) + south +
         "   South\n" + gap + letters + "\n";
}

Result<int> Kalah::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json > 2 * kHousesMax)
    return fail(Fault::not_canonical, "a move is the index of a house");
  return json.get<int>();
}

extern const Module kKalah;
const Module kKalah = module_of_turns<Kalah>();

}  // namespace fairdeal::rules
