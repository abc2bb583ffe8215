// Measures how well players play: players_bench GAME PLAYER PLAYER [MATCHES [SEATS [PARAMS]]]. Each
// deal is played with the seats exchanged, so that luck with the cards falls on both. The first
// player has one seat, and the second all others. It prints the first one's result a match, the 95
// % interval of its mean, wins, draws and losses, and how long each thinks. A player with @1000
// after its name has 1,000 simulations and no other limit. players_bench GAME playouts 1 measures
// how many random matches a second are played in a mind.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/random_index.h"
#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "rules/players/contest.h"
#include "rules/players/forward_model.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

using Clock = std::chrono::steady_clock;

/// How long one player has thought.
struct Thinking {
  double seconds = 0, longest = 0;
  std::uint64_t moves = 0;
};

Opponent timed(Opponent opponent, Thinking& spent) {
  opponent.thinker = [inner = std::move(opponent.thinker), &spent](
                         const SeatSight& sight, const Budget& budget, const GoOn&, Rng& rng) {
    const auto begin = Clock::now();
    const auto seconds = [&] {
      return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    const double most = static_cast<double>(budget.milliseconds) / 1000;
    auto thought = inner(
        sight, budget, [&](const Progress&) { return most == 0 || seconds() < most; }, rng);
    spent.seconds += seconds();
    spent.longest = std::max(spent.longest, seconds());
    ++spent.moves;
    return thought;
  };
  return opponent;
}

/// Returns the opponent of a name, such as "uct:hard" or "uct@1000", which has 1,000 simulations.
Result<Opponent> player_of(const std::string& name, const AnyGame& game) {
  const auto at = name.find('@');
  FD_TRY(Opponent opponent, opponent_named(name.substr(0, at), game));
  if (at != std::string::npos) opponent.budget = {.simulations = std::stoull(name.substr(at + 1))};
  return opponent;
}

/// Plays random matches in a mind (ForwardModel) for about a second, and prints how many.
int measure_playouts(const AnyGame& game) {
  SeededRng rng(1);
  const auto root = forward_model(game);
  const auto model = root->copy();
  std::uint64_t matches = 0, moves = 0;
  const auto begin = Clock::now();
  double seconds = 0;
  for (; seconds < 1; ++matches) {
    model->become(*root);
    Dealer dealer(rng.u64());
    while (model->result() == nullptr) {
      std::vector<std::size_t> chosen;
      for (std::size_t k = 0; k < model->movers().size(); ++k)
        chosen.push_back(random_index(rng, model->moves(k)));
      moves += chosen.size();
      const auto done =
          chosen.empty() ? model->happen(dealer.answer(model->chance())) : model->play(chosen);
      if (!done) return std::fprintf(stderr, "%s\n", done.error().about.c_str()), 1;
    }
    seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  std::printf("%.0f matches a second, %.1f moves each\n", static_cast<double>(matches) / seconds,
              static_cast<double>(moves) / static_cast<double>(matches));
  return 0;
}

int run(const std::vector<std::string>& given) {
  use_scripts({.load = [](const std::string& name, const std::string& text) -> Result<Module> {
                 FD_TRY(const auto script, Script::load(name, text));
                 return module_of_script(script);
               },
               .kept = [](const std::string&) { return std::optional<std::string>(); }});
  const auto module = find_module(given.at(0));
  if (!module) return std::fprintf(stderr, "%s\n", module.error().about.c_str()), 2;
  const std::uint64_t matches = given.size() > 3 ? std::stoull(given[3]) : 100;
  const std::size_t seats = given.size() > 4 ? std::stoull(given[4]) : (*module)->info().seats_min;
  const Json params = given.size() > 5 ? Json::parse(given[5]) : Json::object();
  const auto game = start_game(**module, params, seats);
  if (!game) return std::fprintf(stderr, "%s\n", game.error().about.c_str()), 2;
  if (given.at(1) == "playouts") return measure_playouts(*game);
  Thinking spent[2];
  std::vector<Opponent> players;
  for (int i : {0, 1}) {
    auto opponent = player_of(given.at(static_cast<std::size_t>(i) + 1), *game);
    if (!opponent) return std::fprintf(stderr, "%s\n", opponent.error().about.c_str()), 2;
    players.push_back(timed(*std::move(opponent), spent[i]));
  }
  double sum = 0, squares = 0;
  std::uint64_t wins = 0, draws = 0, played = 0;
  for (std::uint64_t deal = 0; played < matches; ++deal) {
    double of_deal = 0;
    for (std::size_t first = 0; first < seats; ++first, ++played) {
      std::vector<Opponent> at(seats, players[1]);
      at[first] = players[0];
      const auto end = play_contest(*game, at, 1000 + deal);
      if (!end) return std::fprintf(stderr, "%s\n", end.error().about.c_str()), 1;
      const auto result = end->result().value();
      const auto payoff = static_cast<double>(result[first]);
      of_deal += payoff;
      wins += payoff > 0;
      draws += payoff == 0;
    }
    of_deal /= static_cast<double>(seats);
    sum += of_deal;
    squares += of_deal * of_deal;
    const double deals = static_cast<double>(deal + 1), mean = sum / deals;
    const double error = std::sqrt(std::max(0.0, squares / deals - mean * mean) / deals);
    if (played < matches && spent[0].seconds < 1 && deal % 10 != 9) continue;
    std::printf(
        "%llu matches: %+.3f a match, 95 %% from %+.3f to %+.3f; %llu won, %llu drawn; "
        "%.3f s a move (most %.2f) against %.3f (%.2f)\n",
        static_cast<unsigned long long>(played), mean, mean - 1.96 * error, mean + 1.96 * error,
        static_cast<unsigned long long>(wins), static_cast<unsigned long long>(draws),
        spent[0].seconds / static_cast<double>(std::max<std::uint64_t>(1, spent[0].moves)),
        spent[0].longest,
        spent[1].seconds / static_cast<double>(std::max<std::uint64_t>(1, spent[1].moves)),
        spent[1].longest);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace fairdeal::rules

int main(int argc, char** argv) {
  if (argc < 4)
    return std::fprintf(stderr, "players_bench GAME PLAYER PLAYER [MATCHES [SEATS [PARAMS]]]\n"), 2;
  return fairdeal::rules::run({argv + 1, argv + argc});
}
