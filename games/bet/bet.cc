#include "games/bet/bet.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/position.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::int64_t kSidesMax = 100;

/// "D6" has six sides, from 2 to 100.
Result<std::int64_t> sides_of(const std::string& die) {
  const bool named = die.size() >= 2 && die.size() <= 4 && die[0] == 'D' && die[1] != '0' &&
                     die.find_first_not_of("0123456789", 1) == std::string::npos;
  const std::int64_t sides = named ? std::stoll(die.substr(1)) : 0;
  if (sides < 2 || sides > kSidesMax)
    return fail(Fault::bad_parameters, "a die is D2 to D100, such as D6");
  return sides;
}

}  // namespace

const GameInfo& Bet::info() {
  static const GameInfo kInfo{
      .name = "bet",
      .version = "2",
      .about = "Guess the next value of a die until the goal is met or nothing is left.",
      .seats_min = 1,
      .seats_max = 1,
      .roles = {"Gambler"},
      .params = {{"die", "D2 to D100", "\"D2\""},
                 {"goal", "points that win", "10", 1, 1'000'000},
                 {"points", "points at the start", "5", 0, 1'000'000}},
      .zero_sum = false,
      .chance = true,
      .shelf = "dice",
      .rules = R"(You begin with some points. Say which value the die will show next. You win a
point if you are right, and lose one if you are wrong. You win once you have
the points of the goal, and lose once you have none.

If you do not move in time, you lose the match.)",
      .secrets = kOpenDice};
  return kInfo;
}

Result<Bet> Bet::start(const Json& params, std::size_t) {
  Bet game;
  FD_TRY(game.sides_, sides_of(params.at("die").get<std::string>()));
  game.goal_ = params.at("goal").get<std::int64_t>();
  game.points_ = params.at("points").get<std::int64_t>();
  return game;
}

Result<Bet> Bet::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Bet game, start(params, seats));
  if (state.at("goal") != game.goal_)
    return fail(Fault::bad_parameters, "state: 'goal' is not the parameter");
  game.points_ = state.at("points").get<std::int64_t>();
  if (!state.at("points").is_number_integer() || game.points_ < 0 || game.points_ > 1'000'000)
    return fail(Fault::bad_parameters, "state: 'points' is a number of points");
  if (state.contains("guess")) game.guess_ = state["guess"].get<std::int64_t>();
  if (game.guess_ && (*game.guess_ < 1 || *game.guess_ > game.sides_))
    return fail(Fault::bad_parameters, "state: 'guess' is a value of the die");
  FD_TRY(parse_active(info(), state));
  FD_TRY(game.settled_, get_settled(state, seats));
  return game;
}

std::vector<Want> Bet::wants() const {
  if (result()) return {};
  if (guess_) return {WantRoll{{uniform_die("die", 1, sides_)}}};
  return {WantMove{{Seat(0)}}};
}

std::vector<Bet::Move> Bet::legal(Seat seat) const {
  std::vector<Move> values;
  if (seat != Seat(0) || guess_ || result()) return values;
  for (Move value = 1; value <= sides_; ++value) values.push_back(value);
  return values;
}

Result<Bet> Bet::after(const Event<Move>& event) const {
  Bet next = *this;
  return std::visit(Overloaded{[&](const Moved<Move>& e) -> Result<Bet> {
                                 if (e.move < 1 || e.move > sides_)
                                   return fail(Fault::illegal_move, "not a value of the die");
                                 next.guess_ = e.move;
                                 return next;
                               },
                               [&](const Rolled& e) -> Result<Bet> {
                                 next.points_ += e.values[0] == *guess_ ? 1 : -1;
                                 next.guess_.reset();
                                 return next;
                               },
                               [&](const Absent&) -> Result<Bet> {
                                 next.settled_ = Payoff{-1};
                                 return next;
                               },
                               [&](const Void&) -> Result<Bet> {
                                 next.settled_ = Payoff{-1};
                                 return next;
                               },
                               [](const auto&) -> Result<Bet> {
                                 return fail(Fault::not_wanted, "bet has no such event");
                               }},
                    event);
}

std::optional<Payoff> Bet::result() const {
  if (settled_) return settled_;
  if (points_ < 1) return Payoff{-1};
  if (points_ >= goal_) return Payoff{1};
  return {};
}

Json Bet::json() const {
  Json state = {{"active", active_json(info(), Seat(0))}, {"goal", goal_}, {"points", points_}};
  if (guess_) state["guess"] = *guess_;
  put_settled(state, settled_);
  return state;
}

Json Bet::view(Observer, const Known&) const { return json(); }

std::string Bet::draw(Observer, const Known&) const {
  return std::to_string(points_) + " of " + std::to_string(goal_) + " points; the die has " +
         std::to_string(sides_) + " sides\n";
}

Json Bet::scene(Observer observer, const Known&, const SeatNames&) const {
  constexpr std::int64_t kDotsMax = 6;    // a die of more sides is drawn as tiles with numbers
  constexpr std::int64_t kTilesMax = 64;  // a scene has no more faces
  constexpr std::int64_t kColumns = 10;
  const bool dots = sides_ <= kDotsMax;
  Json faces = Json::object(), things = Json::array(), moves = Json::array();
  Json points = {{"id", "points"}, {"kind", "counter"}, {"title", "Points"}, {"rank", 2}};
  points["value"] = points_;
  points["of"] = goal_;
  Json die = {{"id", "die"}, {"rank", 1}, {"title", "The next roll"}};
  die["kind"] = dots ? "tray" : "board";
  if (!dots) {
    die["cells"] = "squares";
    die["rows"] = (sides_ + kColumns - 1) / kColumns;
    die["columns"] = kColumns;
  }
  for (std::int64_t value = 1; value <= sides_ && sides_ <= kTilesMax; ++value) {
    const std::string number = std::to_string(value), thing = "v" + number;
    const std::string cell =
        std::to_string((value - 1) / kColumns) + "," + std::to_string((value - 1) % kColumns);
    if (!dots) faces[thing] = {{"shape", "tile"}, {"text", number}, {"name", number}};
    const Json state = {{"marks", guess_ == value ? Json{"chosen"} : Json::array()}};
    things.push_back(
        {thing, "die", dots ? Json(value - 1) : Json(cell), dots ? "d" + number : thing, state});
    if (observer && !legal(*observer).empty())
      moves.push_back({{"id", number}, {"touches", {thing}}});
  }
  Json places = {points};
  if (!things.empty()) places.push_back(die);
  return {{"seats", Json::array({Json::object()})},
          {"faces", faces},
          {"places", places},
          {"things", things},
          {"moves", moves}};
}

Json Bet::move_json(const Move& move) { return move; }

Result<Bet::Move> Bet::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 1 || json > kSidesMax)
    return fail(Fault::not_canonical, "a move is a value of the die");
  return json.get<Move>();
}

extern const Module kBet;
const Module kBet = module_of<Bet>();

}  // namespace fairdeal::rules
