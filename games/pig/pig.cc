#include "games/pig/pig.h"

#include <algorithm>
#include <numeric>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

const std::string& role(Seat seat) { return Pig::info().roles[seat.value]; }  // of both

}  // namespace

template <bool kTutorial>
const GameInfo& PigGame<kTutorial>::info() {
  static const GameInfo kInfo{
      .name = kTutorial ? "tutorial-pig" : "pig",
      .version = "3",
      .about = "Roll a die as often as you dare: a one loses the turn.",
      .roles = {"One", "Two"},
      // At most half as many rolls as the goal are kept in a state.
      .params = {{"goal", "points that win", "100", 1, 10'000}},
      .chance = true,
      .shelf = kTutorial ? "reference" : "dice",
      .rules = R"(On your turn roll a die as often as you like. Its points add up until you hold,
and then count for good; but a one loses the points of the turn, and the turn.
The first player who reaches the goal wins. Points beyond the goal do not count,
and with enough for it you can only hold. The result is the difference of the
points.

A player who does not move in time loses the points of the turn, and the turn. A
player who leaves or spoils a roll loses as much as can be lost.)",
      .secrets = kOpenDice};
  return kInfo;
}

template <bool kTutorial>
Result<PigGame<kTutorial>> PigGame<kTutorial>::start(const Json& params, std::size_t) {
  PigGame game;
  game.goal_ = params.at("goal").template get<std::int64_t>();
  return game;
}

template <bool kTutorial>
Result<PigGame<kTutorial>> PigGame<kTutorial>::load(const Json& params, std::size_t seats,
                                                    const Json& state) {
  FD_TRY(PigGame game, start(params, seats));
  const Json& active = state.at("active");
  if (active != Json{role(Seat(0))} && active != Json{role(Seat(1))})
    return fail(Fault::bad_parameters, R"(state: 'active' is ["One"] or ["Two"])");
  game.active_ = Seat(active[0] == role(Seat(0)) ? 0 : 1);
  if (!kTutorial && state.at("goal") != game.goal_)
    return fail(Fault::bad_parameters, "state: 'goal' is not the parameter");
  for (std::uint32_t i = 0; i < 2; ++i)
    game.scores_[i] = state.at("scores").at(role(Seat(i))).template get<std::int64_t>();
  const auto outside = [](std::int64_t min, std::int64_t max) {
    return [=](std::int64_t number) { return number < min || number > max; };
  };
  if (kTutorial) {
    game.points_ = state.at("points").template get<std::int64_t>();
  } else {
    game.rolls_ = state.at("rolls").template get<std::vector<std::int64_t>>();
    // Before they are added up: any number may stand in a file.
    if (std::ranges::any_of(game.rolls_, outside(2, 6)))
      return fail(Fault::bad_parameters, "state: a roll that cannot be");
    game.points_ = std::accumulate(game.rolls_.begin(), game.rolls_.end(), std::int64_t{0});
  }
  if (std::ranges::any_of(game.scores_, outside(0, game.goal_ + 5)) ||
      outside(0, game.goal_ + 5)(game.points_) || game.points_ == 1)
    return fail(Fault::bad_parameters, "state: points that cannot be");
  game.rolling_ = state.value("rolling", false);
  FD_TRY(game.settled_, get_settled(state, seats));
  return game;
}

template <bool kTutorial>
std::vector<Want> PigGame<kTutorial>::wants() const {
  if (result()) return {};
  if (rolling_) return {WantRoll{{uniform_die("die", 1, 6)}}};
  return {WantMove{{active_}}};
}

template <bool kTutorial>
auto PigGame<kTutorial>::legal(Seat seat) const -> std::vector<Move> {
  if (seat != active_ || rolling_ || result()) return {};
  if (points_ == 0) return {Move::roll};
  if (scores_[seat.value] + points_ >= goal_) return {Move::hold};
  return {Move::hold, Move::roll};
}

template <bool kTutorial>
void PigGame<kTutorial>::gain(std::int64_t points) {
  points_ += points;
  if (!kTutorial) rolls_.push_back(points);
}

template <bool kTutorial>
void PigGame<kTutorial>::end_turn(std::int64_t points) {
  scores_[active_.value] += points;
  points_ = 0;
  rolls_.clear();
  active_ = Seat(1 - active_.value);
}

template <bool kTutorial>
Result<PigGame<kTutorial>> PigGame<kTutorial>::after(const Event<Move>& event) const {
  PigGame next = *this;
  return std::visit(Overloaded{[&](const Moved<Move>& e) -> Result<PigGame> {
                                 if (!std::ranges::binary_search(legal(e.seat), e.move))
                                   return fail(Fault::illegal_move, text(move_json(e.move)));
                                 if (e.move == Move::hold)
                                   next.end_turn(points_);
                                 else
                                   next.rolling_ = true;
                                 return next;
                               },
                               [&](const Rolled& e) -> Result<PigGame> {
                                 next.rolling_ = false;
                                 if (e.values[0] == 1)
                                   next.end_turn(0);
                                 else
                                   next.gain(e.values[0]);
                                 return next;
                               },
                               [&](const Absent&) -> Result<PigGame> {
                                 next.end_turn(0);
                                 return next;
                               },
                               [&](const Void& e) -> Result<PigGame> {
                                 next.settled_ = forfeit(e.by, bounds());
                                 return next;
                               },
                               [](const auto&) -> Result<PigGame> {
                                 return fail(Fault::not_wanted, "pig has no such event");
                               }},
                    event);
}

template <bool kTutorial>
std::optional<Payoff> PigGame<kTutorial>::result() const {
  if (settled_) return settled_;
  if (scores_[0] < goal_ && scores_[1] < goal_) return {};
  const auto difference = std::min(scores_[0], goal_) - std::min(scores_[1], goal_);
  return Payoff{difference, -difference};
}

template <bool kTutorial>
Json PigGame<kTutorial>::json() const {
  Json state = {{"active", Json::array({role(active_)})},
                {"scores", {{role(Seat(0)), scores_[0]}, {role(Seat(1)), scores_[1]}}}};
  if (kTutorial) {
    state["points"] = points_;
  } else {
    state["goal"] = goal_;
    state["rolls"] = rolls_;
  }
  if (rolling_) state["rolling"] = true;
  put_settled(state, settled_);
  return state;
}

template <bool kTutorial>
Json PigGame<kTutorial>::view(Observer, const Known&) const {
  return json();
}

template <bool kTutorial>
std::string PigGame<kTutorial>::draw(Observer, const Known&) const {
  std::string lines;
  for (std::uint32_t i = 0; i < 2; ++i)
    lines +=
        role(Seat(i)) + "  " + std::to_string(scores_[i]) + " of " + std::to_string(goal_) + "\n";
  lines += role(active_) + " rolled";
  for (const auto roll : rolls_) lines += " " + std::to_string(roll);
  return lines + (points_ == 0 ? " nothing yet\n" : " = " + std::to_string(points_) + "\n");
}

template <bool kTutorial>
Json PigGame<kTutorial>::scene(Observer, const Known&, const SeatNames&) const {
  constexpr std::size_t kShownMax = 12;  // the last rolls
  Json seats = Json::array(), things = Json::array();
  for (const std::int64_t score : scores_)
    seats.push_back({{"number", score}, {"of", goal_}, {"unit", "points"}});
  const std::size_t first = rolls_.size() - std::min(rolls_.size(), kShownMax);
  for (std::size_t i = first; i < rolls_.size(); ++i)
    things.push_back(
        {"roll" + std::to_string(i), "rolls", i - first, "d" + std::to_string(rolls_[i])});
  return {{"seats", seats},
          {"places",
           {{{"id", "rolls"}, {"kind", "tray"}, {"title", "This turn"}, {"rank", 1}},
            {{"id", "points"},
             {"kind", "counter"},
             {"title", "Points of this turn"},
             {"value", points_},
             {"rank", 1}}}},
          {"things", things}};
}

template <bool kTutorial>
Json PigGame<kTutorial>::move_json(const Move& move) {
  return move == Move::hold ? "hold" : "roll";
}

template <bool kTutorial>
auto PigGame<kTutorial>::parse_move(const Json& json) -> Result<Move> {
  for (const Move move : {Move::hold, Move::roll})
    if (json == move_json(move)) return move;
  return fail(Fault::not_canonical, "a move is roll or hold");
}

template class PigGame<false>;
template class PigGame<true>;

extern const Module kPig, kTutorialPig;
const Module kPig = module_of<Pig>();
const Module kTutorialPig = module_of<TutorialPig>();

}  // namespace fairdeal::rules
