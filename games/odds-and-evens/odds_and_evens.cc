#include "games/odds-and-evens/odds_and_evens.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr Seat kSeatOfEvens{0}, kSeatOfOdds{1};

}  // namespace

const GameInfo& OddsAndEvens::info() {
  static const GameInfo kInfo{
      .name = "odds-and-evens",
      .version = "3",
      .about = "One finger or two, both at once: is the sum even or odd?",
      .roles = {"Evens", "Odds"},
      .params = {{"turns", "rounds played", "1", 1, 1'000'000}},
      .simultaneous = true,
      .rules = R"(Both players show one finger or two, at the same time. If the sum is even, Evens
has won the round, and if it is odd, Odds. Evens is the player of the first
seat.

The result after the agreed number of rounds is the difference of the rounds
won. If you do not move in time, you lose the round. A player who leaves loses
as much as can be lost.)"};
  return kInfo;
}

Result<OddsAndEvens> OddsAndEvens::start(const Json& params, std::size_t) {
  OddsAndEvens game;
  game.turns_ = game.left_ = params.at("turns").get<std::int64_t>();
  return game;
}

Result<OddsAndEvens> OddsAndEvens::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(OddsAndEvens game, start(params, seats));
  game.left_ = state.at("turns").get<std::int64_t>();
  for (std::size_t i = 0; i < 2; ++i)
    game.points_[i] = state.at("points").at(info().roles[i]).get<std::int64_t>();
  const auto [least, most] = std::ranges::minmax({game.left_, game.points_[0], game.points_[1]});
  if (least < 0 || most > game.turns_ ||
      game.left_ + game.points_[0] + game.points_[1] != game.turns_)
    return fail(Fault::bad_parameters, "state: 'turns' left and 'points' make all turns");
  FD_TRY(game.settled_, get_settled(state, seats));
  return game;
}

std::vector<Want> OddsAndEvens::wants() const {
  if (result()) return {};
  return {WantMove{{kSeatOfEvens, kSeatOfOdds}}};
}

std::vector<int> OddsAndEvens::legal(Seat seat) const {
  if (seat > kSeatOfOdds || result()) return {};
  return {1, 2};
}

Result<OddsAndEvens> OddsAndEvens::after(const Event<Move>& event) const {
  OddsAndEvens next = *this;
  return std::visit(Overloaded{[&](const MovedTogether<Move>& e) -> Result<OddsAndEvens> {
                                 const int evens = e.moves.at(kSeatOfEvens);
                                 const int odds = e.moves.at(kSeatOfOdds);
                                 ++next.points_[evens == odds ? 0 : 1];
                                 --next.left_;
                                 return next;
                               },
                               [&](const Absent& e) -> Result<OddsAndEvens> {
                                 ++next.points_[1 - e.seat.value];
                                 --next.left_;
                                 return next;
                               },
                               [&](const Void& e) -> Result<OddsAndEvens> {
                                 next.settled_ = forfeit(e.by, bounds());
                                 return next;
                               },
                               [](const auto&) -> Result<OddsAndEvens> {
                                 return fail(Fault::not_wanted, "odds and evens has no such event");
                               }},
                    event);
}

std::optional<Payoff> OddsAndEvens::result() const {
  if (settled_) return settled_;
  if (left_ > 0) return {};
  return Payoff{points_[0] - points_[1], points_[1] - points_[0]};
}

Json OddsAndEvens::json() const {
  const auto& roles = info().roles;
  Json state = {{"active", roles},
                {"points", {{roles[0], points_[0]}, {roles[1], points_[1]}}},
                {"turns", left_}};
  put_settled(state, settled_);
  return state;
}

Json OddsAndEvens::view(Observer, const Known&) const { return json(); }

std::string OddsAndEvens::draw(Observer, const Known&) const {
  return "Evens  " + std::to_string(points_[0]) + "\nOdds   " + std::to_string(points_[1]) +
         "\nRounds left: " + std::to_string(left_) + "\n";
}

Json OddsAndEvens::scene(Observer observer, const Known&, const SeatNames&) const {
  const auto seat = [&](std::size_t i) {
    return Json{{"number", points_[i]}, {"unit", "rounds won"}, {"tag", info().roles[i]}};
  };
  Json places = {{{"id", "left"},
                  {"kind", "counter"},
                  {"title", "Rounds left"},
                  {"value", left_},
                  {"of", turns_},
                  {"rank", 2}}};
  Json things = Json::array(), moves = Json::array();
  if (observer && !legal(*observer).empty()) {
    places.push_back({{"id", "fingers"},
                      {"kind", "tray"},
                      {"title", "Your fingers"},
                      {"owner", observer->value},
                      {"rank", 1}});
    for (const int fingers : legal(*observer)) {
      const std::string number = std::to_string(fingers);
      things.push_back({number, "fingers", fingers - 1, number});
      moves.push_back({{"id", number}, {"touches", {number}}});
    }
  }
  const auto tile = [](const char* text, const char* name) {
    return Json{{"shape", "tile"}, {"text", text}, {"name", name}};
  };
  return {{"seats", {seat(0), seat(1)}},
          {"faces", {{"1", tile("1", "one finger")}, {"2", tile("2", "two fingers")}}},
          {"places", places},
          {"things", things},
          {"moves", moves}};
}

Json OddsAndEvens::move_json(const Move& move) { return move; }

Result<int> OddsAndEvens::parse_move(const Json& json) {
  if (json != 1 && json != 2) return fail(Fault::not_canonical, "a move is 1 or 2");
  return json.get<int>();
}

extern const Module kOddsAndEvens;
const Module kOddsAndEvens = module_of<OddsAndEvens>();

}  // namespace fairdeal::rules
