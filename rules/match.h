#pragma once

#include <functional>
#include <span>

#include "rules/any_game.h"
#include "rules/dealer.h"
#include "rules/players/player.h"

namespace fairdeal::rules {

/// What a match tells who watches it: `begin`, then `next` for each event, then `end` or `quit`.
struct Report {
  enum class Kind { begin, next, end, quit };
  Kind kind;
  const AnyGame& game;              ///< as it is now
  const AnyEvent* event = nullptr;  ///< what led here; of `next` alone
  std::optional<Seat> seat{};       ///< who left; of `quit` alone
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

  /// A seat leaves, and the match stops where it is: no result, nothing can happen any more.
  void quit(Seat seat);
  bool has_quit() const { return quit_; }

  const AnyGame& game() const { return game_; }
  const Dealer& dealer() const { return dealer_; }

  /// Every value so far, the first included, and the events between them. Values are kept for what
  /// can be looked back at, undone and shown; each is a pointer.
  const std::vector<AnyGame>& history() const { return history_; }
  const std::vector<AnyEvent>& events() const { return events_; }
  /// How many events there were.
  std::size_t ply() const { return events_.size(); }
  /// The value at a ply; counted from the last where negative: −1 is the one before the last.
  /// Requires that there is one.
  const AnyGame& state(std::ptrdiff_t ply) const;

  /// Back to the value before the last one in which `seat` moved. Where cards or dice decide it
  /// stays as it is, for they cannot be put back; and where the seat has not moved. Whether it
  /// went.
  bool undo(Seat seat);

  /// All of it, to be saved: where it began, the dealer's seed, the moves. Loading plays the same
  /// again, and goes on as this one would. Requires a dealer to whom nothing was given beforehand.
  /// Errors of load: bad_parameters, and as start and happen.
  Json json() const;
  static Result<Match> load(const Json& json, Watch watch = {});

 private:
  Result<> next(const AnyEvent& event);
  Result<> chance();
  void report(Report::Kind kind, const AnyEvent* event = nullptr) const;

  AnyGame game_;
  Dealer dealer_;
  Watch watch_;
  std::vector<AnyGame> history_;
  std::vector<AnyEvent> events_;
  bool quit_ = false;
};

/// Plays a match to its end: `players` has one for each seat; cards, dice and players draw from
/// `seed`, so the same seed plays the same match; `given` is chance decided beforehand (Dealer).
/// The last value. Errors: as AnyGame::after, blaming the player whose move was refused.
Result<AnyGame> play(AnyGame game, std::span<const Player> players, std::uint64_t seed,
                     Watch watch = {}, std::vector<ChanceOutcome> given = {});

}  // namespace fairdeal::rules
