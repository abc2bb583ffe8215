#include "rules/law.h"

#include <numeric>

#include "rules/json_full.h"
#include "rules/players/player.h"

namespace fairdeal::rules {

Result<> law(bool holds, const char* words, const std::string& what) {
  if (holds) return {};
  return fail(Fault::state_differs, what.empty() ? words : words + (": " + what));
}

AnyEvent next_event(const AnyGame& game, Dealer& dealer, Rng& rng) {
  const auto seats = game.active();
  if (seats.empty()) return event_of<Action>(dealer.answer(game.wants().front()));
  std::map<Seat, Action> moves;
  for (const Seat seat : seats) moves[seat] = random_move(game, seat, dealer.known(seat), rng);
  return moved(moves);
}

namespace {

Result<> check_payoff(const AnyGame& game, const Payoff& payoff) {
  const Range bounds = game.bounds();
  FD_TRY(law(payoff.size() == game.seats(), "a result has a number for each seat"));
  for (const auto number : payoff)
    FD_TRY(law(number >= bounds.min && number <= bounds.max, "a result is within bounds"));
  const auto sum = std::accumulate(payoff.begin(), payoff.end(), std::int64_t{0});
  return law(!game.info().zero_sum || sum == 0, "the results sum to zero");
}

}  // namespace

Result<> check_result(const AnyGame& game) {
  const auto result = game.result();
  FD_TRY(law(result.has_value() == game.wants().empty(),
             "there is a result exactly when nothing is wanted"));
  const auto scores = game.scores();
  FD_TRY(law(!scores || scores->size() == game.seats(), "scores have a number for each seat"));
  return result ? check_payoff(game, *result) : Result<>();
}

Result<> check_granted(const AnyGame& game, const Lying& lying) {
  const auto wants = game.wants();
  const auto grants = wants.empty() ? Result<>() : granted(lying, wants.front());
  return law(grants.has_value(), "a table can do what is wanted",
             grants ? "" : grants.error().about);
}

Result<> check_json(const Module& module, const AnyGame& game) {
  const std::string written = text(game.json());
  FD_TRY(const Json read, parse_json(written, 1 << 20));
  if (!module.loads) return {};
  const auto loaded = module.load(game.params(), game.seats(), read);
  FD_TRY(law(loaded.has_value(), "the JSON form loads", written));
  return law(*loaded == game && text(loaded->json()) == written,
             "the JSON form loads to an equal value", written);
}

}  // namespace fairdeal::rules
