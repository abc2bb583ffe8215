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

Result<int> ToadsAndFrogs::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json > 300)
    return fail(Fault::not_canonical, "a move is a square, from 0");
  return json.get<int>();
}

extern const Module kToadsAndFrogs;
const Module kToadsAndFrogs = module_of_turns<ToadsAndFrogs>();

}  // namespace fairdeal::rules
