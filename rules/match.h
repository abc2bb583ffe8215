#pragma once

#include <functional>
#include <span>

#include "rules/any_game.h"
#include "rules/dealer.h"
#include "rules/players/player.h"

namespace fairdeal::rules {

/// What a match tells who watches it: `begin`, then `next` for each event, then `end`.
struct Report {
  enum class Kind { begin, next, end };
  Kind kind;
  const AnyGame& game;              ///< as it is now
  const AnyEvent* event = nullptr;  ///< what led here; of `next` alone
};
using Watch = std::function<void(const Report&)>;

/// A match in one process that everybody trusts, moved on from outside: for a person at the
/// keyboard, for tests. With players for all seats, `play` is simpler.
class Match {
 public:
  Match(AnyGame game, Dealer dealer, Watch watch = {});

  /// Reports `begin`, and lets happen what no seat decides. Call this first.
  /// Errors of this and of `happen`: as AnyGame::after.
  Result<> begin();
  /// Moves, an absence or the end; then what no seat decides, until moves are wanted or the match
  /// is over. A refused event changes nothing.
  Result<> happen(const AnyEvent& event);
  /// The same for moves of the active seats, one or more.
  Result<> move(const std::map<Seat, Action>& moves);

  const AnyGame& game() const { return game_; }
  const Dealer& dealer() const { return dealer_; }

 private:
  Result<> next(const AnyEvent& event);
  Result<> chance();
  void report(Report::Kind kind, const AnyEvent* event = nullptr) const;

  AnyGame game_;
  Dealer dealer_;
  Watch watch_;
};

/// Plays a match to its end: `players` has one for each seat; cards, dice and players draw from
/// `seed`, so the same seed plays the same match; `given` is chance decided beforehand (Dealer).
/// The last value. Errors: as AnyGame::after, blaming the player whose move was refused.
Result<AnyGame> play(AnyGame game, std::span<const Player> players, std::uint64_t seed,
                     Watch watch = {}, std::vector<Outcome> given = {});

}  // namespace fairdeal::rules
