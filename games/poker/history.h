#pragma once

#include <functional>

#include "games/poker/hand_record.h"
#include "games/poker/poker.h"
#include "rules/any_game.h"

namespace fairdeal::rules {

/// Hand histories in the form that poker rooms print and other programs read. They are made from
/// public knowledge alone, so they have no card that was not shown.
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
/// The chips add up: what the seats pay, minus what returns to them, is in the pots; all of the
/// pots is collected; and the next hand begins with the chips that follow from that.
class HandHistory {
 public:
  /// Begins the histories of a match. `table` is the name of the table, if it has one.
  explicit HandHistory(SeatNames names, std::string table = "");

  /// Sets the time at which the hands that follow are played, in seconds since 1970.
  void set_time(std::optional<std::uint64_t> time) { time_ = time; }
  /// Sets how to find the face of a card that the history's owner alone was dealt, as far as that
  /// is known. Such faces go into the records, and never into the lines.
  using FaceOf = std::function<std::optional<Face>(CardSlot slot)>;
  void set_own(FaceOf face_of) { own_ = std::move(face_of); }

  /// Returns the lines that `event` adds, which led from `before` to `after`; often none. Requires:
  /// it is called for every event since the first hand, in order.
  std::string on(const Poker& before, const Event<Poker::Move>& event, const Poker& after);
  /// Returns the same; nothing if the game is not played at the table of poker.
  std::string on(const AnyGame& before, const AnyEvent& event, const AnyGame& after);

  /// Returns the hands that have ended, as values.
  const std::vector<HandRecord>& hands() const { return hands_; }
  /// Returns the hand that is being played, once its cards are shuffled.
  std::optional<HandRecord> unfinished() const;

 private:
  friend class HandHistoryEvent;

  std::string rabbit_hunt(const Event<Poker::Move>& event, const Poker& after);

  /// The hand that is being played.
  struct Hand {
    bool headed = false;           ///< whether its heading is written, which the shuffle does
    bool at_showdown = false;      ///< whether the heading of the showdown is written
    std::string before_shuffle{};  ///< the lines that come after the heading
    std::optional<std::size_t> street{};  ///< the street whose heading is written, if it has one
    /// The number of the street on which the seat folded.
    std::array<std::optional<std::size_t>, Betting::kSeatsMax> folded{};
    std::array<bool, Betting::kSeatsMax> mucked{};
    HandRecord record{};
  };

  SeatNames names_;
  std::string table_;
  std::optional<std::uint64_t> time_{};
  FaceOf own_{};
  Hand hand_;
  std::vector<HandRecord> hands_{};
};

}  // namespace fairdeal::rules
