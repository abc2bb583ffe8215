#include "games/predefined/predefined.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr std::int64_t kMost = 1'000'000;

}  // namespace

const GameInfo& Predefined::info() {
  static const GameInfo kInfo{.name = "predefined",
                              .version = "2",
                              .about = "Any moves lead to a result that is known before.",
                              .roles = {"A", "B"},
                              .params = {{"height", "plies", "5", 0, kMost},
                                         {"width", "moves of every ply", "5", 1, 1000},
                                         {"results", "by role", R"({"A":0,"B":0})"}},
                              .shelf = "reference"};
  return kInfo;
}

Result<Predefined> Predefined::start(const Json& params, std::size_t) {
  Predefined game;
  game.height_ = params.at("height").get<std::int64_t>();
  game.width_ = params.at("width").get<std::int64_t>();
  const Json& results = params.at("results");
  game.result_ = results.at("A").get<std::int64_t>();
  if (results.size() != 2 || !results.at("A").is_number_integer() ||
      results.at("B") != -game.result_ || game.result_ < -kMost || game.result_ > kMost)
    return fail(Fault::bad_parameters, R"(results are like {"A":1,"B":-1})");
  return game;
}

Result<Predefined> Predefined::load(const Json&, std::size_t, const Json& state) {
  FD_TRY(Predefined game, start(state, 2));
  if (game.height_ < 0 || game.height_ > kMost || game.width_ < 1 || game.width_ > 1000)
    return fail(Fault::bad_parameters, "state: 'height' from 0, 'width' from 1 to 1000");
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  return game;
}

std::vector<int> Predefined::moves() const {
  std::vector<Move> moves;
  for (int move = 1; !over() && move <= width_; ++move) moves.push_back(move);
  return moves;
}

void Predefined::play(Move) {
  --height_;
  active_ ^= 1;
}

Json Predefined::json() const {
  return {{"active", active_json(info(), mover())},
          {"height", height_},
          {"results", {{"A", result_}, {"B", -result_}}},
          {"width", width_}};
}

std::string Predefined::draw() const { return "Plies left: " + std::to_string(height_) + "\n"; }

Result<int> Predefined::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 1 || json > 1000)
    return fail(Fault::not_canonical, "a move is a number from 1");
  return json.get<int>();
}

extern const Module kPredefined;
const Module kPredefined = module_of_turns<Predefined>();

}  // namespace fairdeal::rules
