#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Nine pieces in a circle, each of which beats the four that follow it. Four are dealt to either
/// side and one is left out; both play one at once, four times.
///
/// A match is played with hidden pieces: a move is one of a seat's places, 0…3, and the two pieces
/// played are then shown. A state that has all pieces open (as Ludorum records it) is played on
/// openly: there a move is the piece itself.
class Mutropas {
 public:
  using Move = int;

  static const GameInfo& info();
  static Result<Mutropas> start(const Json& params, std::size_t seats);
  static Result<Mutropas> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent and Void: who plays or shows nothing loses all there is to lose.
  Result<Mutropas> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-8, 8}; }
  std::optional<Payoff> scores() const { return Payoff{score_, -score_}; }
  /// {"active": both, "pieces": by role, "played": in pairs, Left's first, "scores"}. While pieces
  /// are hidden, theirs is null, and "hidden" says what has happened to them:
  /// {"dealt": how many, "places": still held, by role, "shown": of the pair, "shuffled", "turned":
  /// by role}.
  Json json() const;
  /// A seat's own "pieces", and "possible_opponent_pieces": every set the other may hold.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  /// Which piece is played.
  std::string news(const Event<Move>& event, const Mutropas& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  /// 1 if `a` beats `b`, −1 if it is beaten.
  static int duel(int a, int b);

  bool operator==(const Mutropas&) const = default;

 private:
  static constexpr int kPieces = 9;
  static constexpr std::size_t kEach = 4;

  /// What happens to pieces that nobody has seen.
  struct Hidden {
    bool shuffled = false;
    std::uint32_t dealt = 0;                     ///< slots, in their order
    std::array<std::vector<int>, 2> places{};    ///< still held, by seat
    std::array<std::optional<int>, 2> turned{};  ///< places of the pair being played
    std::array<std::optional<int>, 2> shown{};   ///< and their pieces
    bool operator==(const Hidden&) const = default;
  };
  static CardSlot slot(std::size_t seat, int place) {
    return CardSlot(static_cast<std::uint32_t>(kEach * seat + static_cast<std::size_t>(place)));
  }
  void play(int left, int right);
  Result<> turn(const std::map<Seat, Move>& moves);
  Result<> show(CardSlot slot, Face face);
  static Result<Hidden> load_hidden(const Json& json);
  Json hidden_json() const;
  std::size_t held(std::size_t seat) const;

  std::array<std::vector<int>, 2> pieces_{};  ///< open ones, by seat
  std::vector<int> played_{};
  std::int64_t score_ = 0;  ///< of Left
  std::optional<Hidden> hidden_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
