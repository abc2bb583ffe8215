#include "rules/players/contest.h"

#include "base/check.h"

namespace fairdeal::rules {

Trail trail_of(const Match& match, Seat seat) {
  Trail trail{.start = match.history().front()};
  CHECK(match.dealer().is_seeded());
  Dealer dealer(match.dealer().seed());
  for (std::size_t i = 0; i < match.events().size(); ++i) {
    const AnyEvent& event = match.events()[i];
    const bool chance = std::visit(
        [](const auto& e) { return std::is_constructible_v<ChanceEvent, decltype(e)>; }, event);
    if (chance) (void)dealer.answer(match.history()[i].wants().front());
    trail.note(event, match.history()[i + 1], dealer.known(seat));
  }
  return trail;
}

Action move_of(const Opponent& opponent, const SeatSight& sight, const GoOn& go_on, Rng& rng,
               std::string* failed) {
  auto thought = opponent.thinker(sight, opponent.budget, go_on, rng);
  if (thought && allows(sight.game, sight.seat, thought->move)) return std::move(thought->move);
  if (failed != nullptr)
    *failed = thought ? "the move " + thought->move.text + " is not legal" : thought.error().about;
  return simple_move(sight.game, sight.seat, sight.known, rng);
}

Result<AnyGame> play_contest(AnyGame game, std::span<const Opponent> seats, std::uint64_t seed,
                             const GoOn& go_on, Watch watch) {
  CHECK(seats.size() == game.seats());
  SeededRng seeds(seed);
  std::vector<Trail> trails(seats.size(), Trail{.start = game});
  const Match* playing = nullptr;
  Match match(std::move(game), Dealer(seeds.next()), [&](const Report& report) {
    if (watch) watch(report);
    if (report.event == nullptr) return;
    for (std::uint32_t i = 0; i < trails.size(); ++i)
      trails[i].note(*report.event, report.game, playing->dealer().known(Seat(i)));
  });
  playing = &match;
  std::vector<SeededRng> rngs;
  for (std::size_t i = 0; i < seats.size(); ++i) rngs.emplace_back(seeds.next());

  FD_TRY(match.begin());
  while (!match.game().over()) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active()) {
      const SeatSight sight{match.game(), seat, match.dealer().known(seat), &trails[seat.value]};
      moves[seat] = move_of(seats[seat.value], sight, go_on, rngs[seat.value]);
    }
    FD_TRY(match.move(moves));
  }
  return match.game();
}

}  // namespace fairdeal::rules
