#include "conformance/scanner.h"

#include "rules/any_position.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

class Scan {
 public:
  Scan(const ScanLimits& limits, Rng& rng, const std::map<Seat, ScanPlayer>& players)
      : limits_(limits), rng_(rng), players_(players) {}

  Result<Statistics> run(const AnyGame& game) {
    std::vector<AnyGame> window{game};
    for (std::size_t ply = 0; !window.empty() && ply < limits_.length; ++ply) {
      std::vector<AnyGame> next;
      for (const AnyGame& state : window) FD_TRY(advance(state, ply, next));
      window = sampled(std::move(next));
    }
    statistics_.add({{"key", "aborted"}}, static_cast<std::int64_t>(window.size()));
    return std::move(statistics_);
  }

 private:
  void note(const std::string& key, const AnyGame& game, Seat seat, std::int64_t value) {
    Keys keys{{"key", key}, {"game", game.info().name}, {"role", game.role(seat)}};
    const auto player = players_.find(seat);
    if (key != "game.width") keys["player"] = player == players_.end() ? "" : player->second.name;
    statistics_.add(keys, value);
  }

  void account(const AnyGame& game, const Payoff& result, std::size_t ply) {
    const auto length = static_cast<std::int64_t>(ply);
    for (std::uint32_t i = 0; i < result.size(); ++i) {
      note("game.result", game, Seat(i), result[i]);
      note("game.length", game, Seat(i), length);
      if (result[i] == 0) note("draw.length", game, Seat(i), length);
      if (result[i] == 0) continue;
      const std::string kind = result[i] > 0 ? "victory" : "defeat";
      note(kind + ".result", game, Seat(i), result[i]);
      note(kind + ".length", game, Seat(i), length);
    }
  }

  Result<> advance(const AnyGame& game, std::size_t ply, std::vector<AnyGame>& next) {
    if (const auto result = game.result()) {
      account(game, *result, ply);
      return {};
    }
    const auto seats = game.active();
    if (seats.empty()) {
      const auto wants = game.wants();
      if (!std::holds_alternative<WantRoll>(wants.front()))
        return fail(Fault::bad_parameters, game.info().name + " has cards that nobody sees");
      for (AnyChild& roll : rolls(game)) next.push_back(std::move(roll.after));
      return {};
    }
    for (const Seat seat : seats)
      note("game.width", game, seat, static_cast<std::int64_t>(game.legal(seat).size()));
    for (const auto& moves : followed(game)) {
      FD_TRY(AnyGame after, game.after(moved(moves)));
      next.push_back(std::move(after));
    }
    return {};
  }

  /// Returns the moves that are followed here: of a seat with a player its decision, of each other
  /// seat all, in every combination.
  std::vector<std::map<Seat, Action>> followed(const AnyGame& game) {
    std::vector<std::map<Seat, Action>> all{{}};
    for (const Seat seat : game.active()) {
      std::vector<Action> actions;
      if (const auto found = players_.find(seat); found != players_.end()) {
        actions = {found->second.player(game, seat, {}, rng_)};
        note("decision.time", game, seat, 0);
      } else {
        for (Choice& choice : game.legal(seat)) actions.push_back(std::move(choice.action));
      }
      std::vector<std::map<Seat, Action>> longer;
      for (const auto& moves : all)
        for (const Action& action : actions) {
          longer.push_back(moves);
          longer.back()[seat] = action;
        }
      all = std::move(longer);
    }
    return all;
  }

  /// Returns the states, or a random sample of them if there are more than the width allows.
  std::vector<AnyGame> sampled(std::vector<AnyGame> states) {
    for (std::size_t i = 0; states.size() > limits_.width && i < limits_.width; ++i)
      std::swap(states[i], states[i + rng_.below(states.size() - i)]);
    if (states.size() > limits_.width)
      states.erase(states.begin() + static_cast<std::ptrdiff_t>(limits_.width), states.end());
    return states;
  }

  const ScanLimits& limits_;
  Rng& rng_;
  const std::map<Seat, ScanPlayer>& players_;
  Statistics statistics_;
};

}  // namespace

Result<Statistics> scan(const AnyGame& game, const ScanLimits& limits, Rng& rng,
                        const std::map<Seat, ScanPlayer>& players) {
  return Scan(limits, rng, players).run(game);
}

}  // namespace fairdeal::conformance
