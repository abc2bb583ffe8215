#include "rules/games/pig.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "base/overloaded.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

const std::string& role(Seat seat) { return Pig::info().roles[seat.value]; }

}  // namespace

const GameInfo& Pig::info() {
  static const GameInfo kInfo{.name = "pig",
                              .version = "1",
                              .about = "Roll a die as often as you dare: a one loses the turn.",
                              .roles = {"One", "Two"},
                              // At most half as many rolls as the goal are kept in a state.
                              .params = {{"goal", "points that win", "100", 1, 10'000}},
                              .chance = true};
  return kInfo;
}

Result<Pig> Pig::start(const Json& params, std::size_t) {
  Pig game;
  game.goal_ = params.at("goal").get<std::int64_t>();
  return game;
}

Result<Pig> Pig::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Pig game, start(params, seats));
  const Json& active = state.at("active");
  if (active != Json{role(Seat(0))} && active != Json{role(Seat(1))})
    return fail(Fault::bad_parameters, R"(state: 'active' is ["One"] or ["Two"])");
  game.active_ = Seat(active[0] == role(Seat(0)) ? 0 : 1);
  if (state.at("goal") != game.goal_)
    return fail(Fault::bad_parameters, "state: 'goal' is not the parameter");
  for (std::uint32_t i = 0; i < 2; ++i)
    game.scores_[i] = state.at("scores").at(role(Seat(i))).get<std::int64_t>();
  game.rolls_ = state.at("rolls").get<std::vector<std::int64_t>>();
  const auto outside = [](std::int64_t min, std::int64_t max) {
    return [=](std::int64_t number) { return number < min || number > max; };
  };
  if (std::ranges::any_of(game.scores_, outside(0, game.goal_ + 5)) ||
      std::ranges::any_of(game.rolls_, outside(2, 6)) || game.turn_points() > game.goal_ + 5)
    return fail(Fault::bad_parameters, "state: points that cannot be");
  game.rolling_ = state.value("rolling", false);
  FD_TRY(game.settled_, get_settled(state, seats));
  return game;
}

std::int64_t Pig::turn_points() const {
  return std::accumulate(rolls_.begin(), rolls_.end(), std::int64_t{0});
}

std::vector<Want> Pig::wants() const {
  if (result()) return {};
  if (rolling_) return {WantRoll{{uniform_die("die", 1, 6)}}};
  return {WantMove{{active_}}};
}

std::vector<Pig::Move> Pig::legal(Seat seat) const {
  if (seat != active_ || rolling_ || result()) return {};
  if (rolls_.empty()) return {Move::roll};
  if (scores_[seat.value] + turn_points() >= goal_) return {Move::hold};
  return {Move::hold, Move::roll};
}

void Pig::end_turn(std::int64_t points) {
  scores_[active_.value] += points;
  rolls_.clear();
  active_ = Seat(1 - active_.value);
}

Result<Pig> Pig::after(const Event<Move>& event) const {
  Pig next = *this;
  return std::visit(Overloaded{[&](const Moved<Move>& e) -> Result<Pig> {
                                 if (!std::ranges::binary_search(legal(e.seat), e.move))
                                   return fail(Fault::illegal_move, text(move_json(e.move)));
                                 if (e.move == Move::hold)
                                   next.end_turn(turn_points());
                                 else
                                   next.rolling_ = true;
                                 return next;
                               },
                               [&](const Rolled& e) -> Result<Pig> {
                                 next.rolling_ = false;
                                 if (e.values[0] == 1)
                                   next.end_turn(0);
                                 else
                                   next.rolls_.push_back(e.values[0]);
                                 return next;
                               },
                               [&](const Absent&) -> Result<Pig> {
                                 next.end_turn(turn_points());
                                 return next;
                               },
                               [&](const Void&) -> Result<Pig> {
                                 next.settled_ = draw_all(2);
                                 return next;
                               },
                               [](const auto&) -> Result<Pig> {
                                 return fail(Fault::not_wanted, "pig has no such event");
                               }},
                    event);
}

std::optional<Payoff> Pig::result() const {
  if (settled_) return settled_;
  if (scores_[0] < goal_ && scores_[1] < goal_) return {};
  const auto difference = std::min(scores_[0], goal_) - std::min(scores_[1], goal_);
  return Payoff{difference, -difference};
}

Json Pig::json() const {
  Json state = {{"active", Json::array({role(active_)})},
                {"goal", goal_},
                {"rolls", rolls_},
                {"scores", {{role(Seat(0)), scores_[0]}, {role(Seat(1)), scores_[1]}}}};
  if (rolling_) state["rolling"] = true;
  put_settled(state, settled_);
  return state;
}

Json Pig::view(Observer, const Known&) const { return json(); }

std::string Pig::draw(Observer, const Known&) const {
  std::string lines;
  for (std::uint32_t i = 0; i < 2; ++i)
    lines +=
        role(Seat(i)) + "  " + std::to_string(scores_[i]) + " of " + std::to_string(goal_) + "\n";
  lines += role(active_) + " rolled:";
  for (const auto roll : rolls_) lines += " " + std::to_string(roll);
  return lines + (rolls_.empty() ? " nothing yet\n" : " = " + std::to_string(turn_points()) + "\n");
}

Json Pig::move_json(const Move& move) { return move == Move::hold ? "hold" : "roll"; }

Result<Pig::Move> Pig::parse_move(const Json& json) {
  for (const Move move : {Move::hold, Move::roll})
    if (json == move_json(move)) return move;
  return fail(Fault::not_canonical, "a move is roll or hold");
}

extern const Module kPig;
const Module kPig = module_of<Pig>();

}  // namespace fairdeal::rules
