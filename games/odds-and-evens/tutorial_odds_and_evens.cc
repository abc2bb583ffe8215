#include "games/odds-and-evens/tutorial_odds_and_evens.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr Seat kOdds{0}, kEvens{1};

}  // namespace

const GameInfo& TutorialOddsAndEvens::info() {
  static const GameInfo kInfo{.name = "tutorial-odds-and-evens",
                              .version = "2",
                              .about = "One finger or two, both at once: is the sum even or odd?",
                              .roles = {"Odds", "Evens"},
                              .params = {{"goal", "points that win", "10", 1, 1'000'000}},
                              .simultaneous = true,
                              .shelf = "reference"};
  return kInfo;
}

Result<TutorialOddsAndEvens> TutorialOddsAndEvens::start(const Json& params, std::size_t) {
  TutorialOddsAndEvens game;
  game.goal_ = params.at("goal").get<std::int64_t>();
  return game;
}

Result<TutorialOddsAndEvens> TutorialOddsAndEvens::load(const Json& params, std::size_t seats,
                                                        const Json& state) {
  FD_TRY(TutorialOddsAndEvens game, start(params, seats));
  for (std::size_t i = 0; i < 2; ++i)
    game.points_[i] = state.at("scores").at(info().roles[i]).get<std::int64_t>();
  const auto [least, most] = std::ranges::minmax(game.points_);
  if (least < 0 || most > game.goal_ || least == game.goal_)
    return fail(Fault::bad_parameters, "state: 'scores' up to the goal, which only one can have");
  FD_TRY(game.settled_, get_settled(state, seats));
  return game;
}

std::vector<Want> TutorialOddsAndEvens::wants() const {
  if (result()) return {};
  return {WantMove{{kOdds, kEvens}}};
}

std::vector<int> TutorialOddsAndEvens::legal(Seat seat) const {
  if (seat > kEvens || result()) return {};
  return {1, 2};
}

Result<TutorialOddsAndEvens> TutorialOddsAndEvens::after(const Event<Move>& event) const {
  TutorialOddsAndEvens next = *this;
  return std::visit(Overloaded{[&](const MovedTogether<Move>& e) -> Result<TutorialOddsAndEvens> {
                                 const int evens = e.moves.at(kEvens);
                                 const int odds = e.moves.at(kOdds);
                                 ++next.points_[evens == odds ? kEvens.value : kOdds.value];
                                 return next;
                               },
                               [&](const Absent& e) -> Result<TutorialOddsAndEvens> {
                                 next.settled_ = forfeit(SeatSet::of({e.seat}), bounds());
                                 return next;
                               },
                               [&](const Void& e) -> Result<TutorialOddsAndEvens> {
                                 next.settled_ = forfeit(e.by, bounds());
                                 return next;
                               },
                               [](const auto&) -> Result<TutorialOddsAndEvens> {
                                 return fail(Fault::not_wanted, "odds and evens has no such event");
                               }},
                    event);
}

std::optional<Payoff> TutorialOddsAndEvens::result() const {
  if (settled_) return settled_;
  if (std::ranges::max(points_) < goal_) return {};
  return Payoff{points_[0] - points_[1], points_[1] - points_[0]};
}

Json TutorialOddsAndEvens::json() const {
  const auto& roles = info().roles;
  Json state = {{"active", roles}, {"scores", {{roles[0], points_[0]}, {roles[1], points_[1]}}}};
  put_settled(state, settled_);
  return state;
}

Json TutorialOddsAndEvens::view(Observer, const Known&) const { return json(); }

std::string TutorialOddsAndEvens::draw(Observer, const Known&) const {
  return "Odds   " + std::to_string(points_[0]) + "\nEvens  " + std::to_string(points_[1]) +
         "\nOut of " + std::to_string(goal_) + "\n";
}

Json TutorialOddsAndEvens::move_json(const Move& move) { return move; }

Result<int> TutorialOddsAndEvens::parse_move(const Json& json) {
  if (json != 1 && json != 2) return fail(Fault::not_canonical, "a move is 1 or 2");
  return json.get<int>();
}

extern const Module kTutorialOddsAndEvens;
const Module kTutorialOddsAndEvens = module_of<TutorialOddsAndEvens>();

}  // namespace fairdeal::rules
