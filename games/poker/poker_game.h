#pragma once

#include "games/poker/poker.h"
#include "rules/model.h"

namespace fairdeal::rules {

/// The part of a game's description that is not the same for all games of poker.
struct PokerAbout {
  const char* name;
  const char* version;
  const char* about;
  std::size_t seats_max;
  const char* betting;       ///< the limit that it is usually played with
  const char* hands = "20";  ///< how many are played; 0: until one seat has all chips
  const char* rules;         ///< its cards and its ranking; poker_info() adds the rest
};
/// Returns the description of a game for lists, terms and pages.
GameInfo poker_info(const PokerVariant& variant, const PokerAbout& about);

/// Reads a state of `Game` back, if its variant says that it can be (PokerVariant::loads).
template <class Game, class Variant, bool kLoads>
class LoadsPoker {
 public:
  bool operator==(const LoadsPoker&) const = default;

 private:
  friend Game;
  LoadsPoker() = default;
};
template <class Game, class Variant>
class LoadsPoker<Game, Variant, true> {
 public:
  static Result<Game> load(const Json& params, std::size_t seats, const Json& state) {
    FD_TRY(Poker game, Poker::read_back(Variant::kRules, params, seats, state));
    return Game(std::move(game));
  }
  bool operator==(const LoadsPoker&) const = default;

 private:
  friend Game;
  LoadsPoker() = default;
};

/// The module of one game of poker: `Variant` has its rules as `kRules` and its description as
/// info(). All of its answers are those of Poker.
template <class Variant>
class PokerGame : public Poker,
                  public LoadsPoker<PokerGame<Variant>, Variant, Variant::kRules.loads> {
 public:
  static const GameInfo& info() { return Variant::info(); }
  static Result<PokerGame> start(const Json& params, std::size_t seats) {
    FD_TRY(Poker game, Poker::start(Variant::kRules, params, seats));
    return PokerGame(std::move(game));
  }
  Result<PokerGame> after(const Event<Move>& event) const {
    FD_TRY(Poker next, Poker::after(event));
    return PokerGame(std::move(next));
  }
  PokerGame without(const Out& out) const { return PokerGame(Poker::without(out)); }
  PokerGame rung() const { return PokerGame(Poker::rung()); }
  std::int64_t pause(const PokerGame& before) const { return Poker::pause(before); }
  std::string news(const Event<Move>& event, const PokerGame& after, const SeatNames& names) const {
    return Poker::news(event, after, names);
  }
  bool operator==(const PokerGame&) const = default;

 private:
  friend LoadsPoker<PokerGame, Variant, Variant::kRules.loads>;
  explicit PokerGame(Poker game) : Poker(std::move(game)) {}
};

/// Returns the table inside `game`; null if that is no game of poker.
const Poker* poker_in(const AnyGame& game);
/// Returns the names of the games that are played at this table.
std::vector<std::string> poker_games();

}  // namespace fairdeal::rules
