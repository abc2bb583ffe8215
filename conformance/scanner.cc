#include "conformance/scanner.h"

#include "rules/any_position.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

class Scan {
 public:
  Scan(const ScanLimits& limits, Rng& rng) : limits_(limits), rng_(rng) {}

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
    if (key != "game.width") keys["player"] = "";
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
    for (const AnyEvent& event : joint_moves(game)) {
      FD_TRY(AnyGame after, game.after(event));
      next.push_back(std::move(after));
    }
    return {};
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
  Statistics statistics_;
};

}  // namespace

Result<Statistics> scan(const AnyGame& game, const ScanLimits& limits, Rng& rng) {
  return Scan(limits, rng).run(game);
}

}  // namespace fairdeal::conformance
