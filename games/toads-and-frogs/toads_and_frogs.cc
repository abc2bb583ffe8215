#include "games/toads-and-frogs/toads_and_frogs.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {

const GameInfo& ToadsAndFrogs::info() {
  static const GameInfo kInfo{
      .name = "toads-and-frogs",
      .version = "2",
      .about = "Toads hop right, frogs hop left; a player who cannot move loses.",
      .roles = {"Toads", "Frogs"},
      .params = {{"chips", "animals of each kind", "3", 1, 100},
                 {"separation", "empty squares between", "2", 1, 100}},
      .rules = R"(Toads stand at the left end of a row and move to the right, frogs at the right
end and move to the left. An animal goes to the next square if it is free, or
hops over one animal of the other kind to the free square behind it. A player
who cannot move loses.

If you do not move in time, you lose the match.)"};
  return kInfo;
}

Result<ToadsAndFrogs> ToadsAndFrogs::start(const Json& params, std::size_t) {
  const auto chips = params.at("chips").get<std::size_t>();
  ToadsAndFrogs game;
  game.row_ = std::string(chips, 'T') +
              std::string(params.at("separation").get<std::size_t>(), '_') +
              std::string(chips, 'F');
  return game;
}

Result<ToadsAndFrogs> ToadsAndFrogs::load(const Json&, std::size_t, const Json& state) {
  ToadsAndFrogs game;
  game.row_ = state.at("board").get<std::string>();
  if (game.row_.size() > 300 || game.row_.find_first_not_of("TF_") != std::string::npos)
    return fail(Fault::bad_parameters, "state: 'board' is a row of 'T', 'F' and '_'");
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  return game;
}

std::size_t ToadsAndFrogs::span(std::size_t square) const {
  const std::string_view here = std::string_view(row_).substr(square);
  if (here.starts_with(active_ == 0 ? "T_" : "_F")) return 2;
  if (here.starts_with(active_ == 0 ? "TF_" : "_TF")) return 3;
  return 0;
}

std::vector<int> ToadsAndFrogs::moves() const {
  std::vector<Move> squares;
  for (std::size_t i = 0; i < row_.size(); ++i)
    if (span(i) != 0) squares.push_back(static_cast<int>(i));
  return squares;
}

void ToadsAndFrogs::play(Move square) {
  const auto first = static_cast<std::size_t>(square);
  std::swap(row_[first], row_[first + span(first) - 1]);
  active_ ^= 1;
}

Json ToadsAndFrogs::json() const {
  return {{"active", active_json(info(), mover())}, {"board", row_}};
}

Json ToadsAndFrogs::scene(Observer observer) const {
  constexpr std::size_t kColumns = 16;
  const std::size_t columns = std::min(row_.size(), kColumns);
  const std::size_t rows = (row_.size() + columns - 1) / columns;
  Json things = Json::array(), moves = Json::array(), names = Json::array();
  for (std::size_t row = 0; row < rows; ++row) names.push_back(Json::array());
  for (std::size_t i = 0; i < row_.size(); ++i) {
    names[i / columns].push_back(std::to_string(i));
    const std::string at = std::to_string(i / columns) + "," + std::to_string(i % columns);
    if (row_[i] != '_')
      things.push_back({std::to_string(i), "row", at, row_[i] == 'T' ? "toad" : "frog"});
  }
  if (observer == mover())
    for (const Move move : this->moves()) {
      const auto first = static_cast<std::size_t>(move);
      const std::size_t animal = active_ == 0 ? first : first + span(first) - 1;
      moves.push_back({{"id", std::to_string(move)}, {"touches", {std::to_string(animal)}}});
    }
  Json row = {{"id", "row"},  {"kind", "board"},    {"cells", "squares"}, {"rank", 1},
              {"rows", rows}, {"columns", columns}, {"names", names}};
  if (rows == 1) row["edge"] = Json::array({Json::array({""}), names[0]});
  const auto disc = [](const char* letter, const char* colour, const char* name) {
    return Json{{"shape", "disc"}, {"text", letter}, {"colour", colour}, {"name", name}};
  };
  return {{"seats", {{{"face", "toad"}}, {{"face", "frog"}}}},
          {"faces", {{"toad", disc("T", "green", "toad")}, {"frog", disc("F", "orange", "frog")}}},
          {"places", Json::array({row})},
          {"things", things},
          {"moves", moves}};
}

Result<int> ToadsAndFrogs::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json > 300)
    return fail(Fault::not_canonical, "a move is a square, from 0");
  return json.get<int>();
}

extern const Module kToadsAndFrogs;
const Module kToadsAndFrogs = module_of_turns<ToadsAndFrogs>();

}  // namespace fairdeal::rules
