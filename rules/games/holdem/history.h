#pragma once

#include "rules/any_game.h"
#include "rules/games/holdem/holdem.h"

namespace fairdeal::rules {

/// Hand histories as poker rooms print them and other programs read them, from public knowledge
/// alone, and so without any card that was not shown.
///
///     Fairdeal Hand #1: Hold'em No Limit (10/20) - 2026/11/23 20:15:09 UTC
///     Table '7d1f09aa' 3-max Seat #1 is the button
///     Seat 1: Ann (1000 in chips)
///     Seat 2: Bob (1000 in chips)
///     …
///     Bob: posts small blind 10
///     *** HOLE CARDS ***
///     Ann: raises 40 to 60
///     *** FLOP *** [Ks 4h 8s]
///     …
///     Uncalled bet (90) returned to Cat
///     Ann collected 135 from main pot
///     *** SUMMARY ***
///     Total pot 1955 Main pot 135. Side pot 1820. | Rake 0
///
/// What a seat pays, less what returns to it, is in the pots; they are what is collected; and the
/// next hand begins with the chips that follow from that.
class HandHistory {
 public:
  /// `table`: its name, if it has one.
  explicit HandHistory(SeatNames names, std::string table = "");

  /// When the hands that follow are played; empty: nobody knows.
  void set_time(std::string time) { time_ = std::move(time); }

  /// The lines that `event` adds, where it led from `before` to `after`; often none. Requires every
  /// event since the first hand, in order.
  std::string on(const Holdem& before, const Event<Holdem::Move>& event, const Holdem& after);
  /// The same of any game; nothing if it is another.
  std::string on(const AnyGame& before, const AnyEvent& event, const AnyGame& after);

 private:
  friend class HandHistoryEvent;

  /// The hand that is being played.
  struct Hand {
    bool headed = false;           ///< its heading is told: the cards were shuffled
    bool at_showdown = false;      ///< and that of the showdown
    std::string before_shuffle{};  ///< what is to be told after it
    /// Who folded, and how many cards the board had.
    std::array<std::optional<std::size_t>, Betting::kSeatsMax> folded{};
    std::array<bool, Betting::kSeatsMax> mucked{};
  };

  SeatNames names_;
  std::string table_;
  std::string time_;
  Hand hand_;
};

}  // namespace fairdeal::rules
