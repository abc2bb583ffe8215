#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Mutropas has nine pieces in a circle, each of which beats the four that follow it. Each side
/// gets four of them, and one is left out. Four times both sides play a piece at the same time.
///
/// A match is played with hidden pieces. A move is one of a seat's places, 0…3, and the two pieces
/// that were played are then shown. A state in which all pieces are open, as Ludorum records it, is
/// played on with open pieces. There a move is the piece itself.
class Mutropas {
 public:
  using Move = int;

  static const GameInfo& info();
  static Result<Mutropas> start(const Json& params, std::size_t seats);
  static Result<Mutropas> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. After Absent or Void the silent seat loses as much as can be
  /// lost.
  Result<Mutropas> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-8, 8}; }
  std::optional<Payoff> scores() const { return Payoff{score_, -score_}; }
  /// Returns {"active": both, "pieces": by role, "played": in pairs, Left's first, "scores"}. In a
  /// match with hidden pieces, "pieces" are null and "hidden" says what happened to them: {"dealt":
  /// how many, "places": those still held, by role, "shown": of the present pair, "shuffled",
  /// "turned": the places of the present pair, by role}.
  Json json() const;
  /// Returns a seat's own "pieces", and "possible_opponent_pieces": every set that the other side
  /// may hold.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  /// Says which piece is played.
  std::string news(const Event<Move>& event, const Mutropas& after, const SeatNames& names) const;
  /// Returns the pieces of both sides, those that were played in pairs, and the circle in words.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
  /// Names a hidden piece by its place, and for its owner by its number: "play 7".
  std::string label(Seat seat, const Move& move) const;
  std::vector<std::string> names_of(Seat seat, const Move& move, const Known& known,
                                    const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  /// Returns 1 if `a` beats `b`, −1 if `b` beats `a`, and 0 for the same piece.
  static int duel(int a, int b);

  bool operator==(const Mutropas&) const = default;

 private:
  static constexpr int kPieces = 9;
  static constexpr std::size_t kEach = 4;

  /// The state of the hidden pieces.
  struct Hidden {
    bool shuffled = false;
    std::uint32_t dealt = 0;                     ///< how many slots were dealt, in order
    std::array<std::vector<int>, 2> places{};    ///< the places that each seat still holds
    std::array<std::optional<int>, 2> turned{};  ///< the places of the pair that is being played
    std::array<std::optional<int>, 2> shown{};   ///< the pieces of this pair
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
  /// Returns the piece that a move plays; none if only its owner knows it.
  std::optional<int> piece_of(Seat seat, Move move, const Known& known) const;
  std::size_t held(std::size_t seat) const;

  std::array<std::vector<int>, 2> pieces_{};  ///< the open pieces that each seat holds
  std::vector<int> played_{};
  std::int64_t score_ = 0;  ///< the duels that Left won, minus those that it lost
  std::optional<Hidden> hidden_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
