#include "rules/match.h"

#include "base/check.h"

namespace fairdeal::rules {

Match::Match(AnyGame game, Dealer dealer, Watch watch)
    : game_(std::move(game)), dealer_(std::move(dealer)), watch_(std::move(watch)) {}

void Match::report(Report::Kind kind, const AnyEvent* event) const {
  if (watch_) watch_({.kind = kind, .game = game_, .event = event});
}

Result<> Match::begin() {
  report(Report::Kind::begin);
  return chance();
}

Result<> Match::happen(const AnyEvent& event) {
  FD_CHECKED(next(event));
  return chance();
}

Result<> Match::move(const std::map<Seat, Action>& moves) {
  if (moves.size() != 1) return happen(MovedTogether<Action>{moves});
  const auto& [seat, action] = *moves.begin();
  return happen(Moved<Action>{seat, action});
}

Result<> Match::next(const AnyEvent& event) {
  FD_TRY(game_, game_.after(event));
  report(Report::Kind::next, &event);
  return {};
}

Result<> Match::chance() {
  for (;;) {
    const auto wants = game_.wants();
    if (wants.empty()) {
      report(Report::Kind::end);
      return {};
    }
    if (std::holds_alternative<WantMove>(wants.front())) return {};
    FD_CHECKED(next(event_of<Action>(dealer_.answer(wants.front()))));
  }
}

Result<AnyGame> play(AnyGame game, std::span<const Player> players, std::uint64_t seed, Watch watch,
                     std::vector<Outcome> given) {
  CHECK(players.size() == game.seats());
  SeededRng seeds(seed);
  Match match(std::move(game), Dealer(seeds.next(), std::move(given)), std::move(watch));
  std::vector<SeededRng> rngs;
  for (std::size_t i = 0; i < players.size(); ++i) rngs.emplace_back(seeds.next());

  FD_CHECKED(match.begin());
  while (!match.game().over()) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves[seat] =
          players[seat.value](match.game(), seat, match.dealer().known(seat), rngs[seat.value]);
    const auto moved = match.move(moves);
    if (!moved && moves.size() == 1) return fail(blame(moved.error(), moves.begin()->first));
    FD_CHECKED(moved);
  }
  return match.game();
}

}  // namespace fairdeal::rules
