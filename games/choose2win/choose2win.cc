#include "games/choose2win/choose2win.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr const char* kMoves[] = {"lose", "pass", "win"};

}  // namespace

const GameInfo& Choose2Win::info() {
  static const GameInfo kInfo{.name = "choose2win",
                              .version = "2",
                              .about = "Choose to win, to lose or to pass.",
                              .roles = {"This", "That"},
                              .params = {{"turns", "turns until it is a tie, or null", "null"}},
                              .shelf = "reference"};
  return kInfo;
}

Result<Choose2Win> Choose2Win::start(const Json& params, std::size_t) {
  Choose2Win game;
  const Json& turns = params.at("turns");
  if (turns.is_null()) return game;
  if (!turns.is_number_integer() || turns < 0 || turns > 1'000'000)
    return fail(Fault::bad_parameters, "turns is null or from 0 to 1000000");
  game.turns_ = turns.get<std::int64_t>();
  return game;
}

Result<Choose2Win> Choose2Win::load(const Json&, std::size_t, const Json& state) {
  FD_TRY(Choose2Win game, start({{"turns", state.at("turns")}}, 2));
  const Json& winner = state.at("winner");
  for (std::uint32_t i = 0; i < 2; ++i)
    if (winner == info().roles[i]) game.winner_ = i;
  if (game.winner_ == kNone && !winner.is_null())
    return fail(Fault::bad_parameters, "state: 'winner' is a role or null");
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  return game;
}

std::vector<Choose2Win::Move> Choose2Win::moves() const {
  if (over()) return {};
  return {Move::lose, Move::pass, Move::win};
}

void Choose2Win::play(Move move) {
  if (move == Move::win) winner_ = active_;
  if (move == Move::lose) winner_ = active_ ^ 1;
  if (turns_ > 0) --turns_;
  active_ ^= 1;
}

Json Choose2Win::json() const {
  return {{"active", active_json(info(), mover())},
          {"turns", turns_ < 0 ? Json() : Json(turns_)},
          {"winner", winner_ == kNone ? Json() : Json(info().roles[winner_])}};
}

std::string Choose2Win::draw() const {
  if (winner_ != kNone) return info().roles[winner_] + " has won.\n";
  return turns_ < 0 ? "No winner yet.\n" : "Turns left: " + std::to_string(turns_) + "\n";
}

Json Choose2Win::move_json(const Move& move) { return kMoves[static_cast<std::size_t>(move)]; }

Result<Choose2Win::Move> Choose2Win::parse_move(const Json& json) {
  for (const Move move : {Move::lose, Move::pass, Move::win})
    if (json == move_json(move)) return move;
  return fail(Fault::not_canonical, "a move is lose, pass or win");
}

extern const Module kChoose2Win;
const Module kChoose2Win = module_of_turns<Choose2Win>();

}  // namespace fairdeal::rules
