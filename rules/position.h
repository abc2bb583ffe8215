#pragma once

#include <cstring>
#include <type_traits>

#include "rules/game.h"
#include "rules/json_full.h"

namespace fairdeal::rules {

/// Position: what a game of turns has to define if everything is open and nothing is left to
/// chance. Turns<P> (rules/turns.h) makes a Game of it. Walkable is the part that perft and solve
/// need.
///
///   mover   returns whose turn it is. It means nothing once the game is over.
///   moves   returns the legal moves, sorted as Game::legal; none exactly when the game is over.
///   play    makes a move in place. Requires: it is one of `moves`.
///   payoff  returns the result. Requires: the game is over.
///   draw    returns the board as lines of plain text.
///
/// The others are as in Game. A position may also define `scores` and `label`; `draw_for`, which
/// returns the board as a seat has it in front of it; `scene`, which returns the board as data for
/// an observer (docs/scenes.md); `ending`, which says in a sentence why
/// the game is over; and, beside `ending`, `drawn_without`, which says in a sentence why the match
/// is a draw if a seat falls silent or leaves now, or nothing if that seat loses. `counts` returns
/// how many of the things that decide the game each seat has, such as discs: then a missed move
/// does not lose the match, and the legal move that leaves the seat fewest is made instead. Equal
/// positions must have equal `hash`; a struct without padding need not define one.
template <class P>
concept Walkable = std::equality_comparable<P> &&
    requires(const P& p, P& changed, const typename P::Move& move) {
  requires std::totally_ordered<typename P::Move>;
  { P::info() } -> std::same_as<const GameInfo&>;
  { p.mover() } -> std::same_as<Seat>;
  {p.moves().begin()};
  { p.over() } -> std::same_as<bool>;
  { p.payoff() } -> std::same_as<Payoff>;
  { P::move_json(move) } -> std::same_as<Json>;
  changed.play(move);
};
template <class P>
concept Position = Walkable<P> && requires(const P& p, const Json& json, std::size_t seats) {
  { P::start(json, seats) } -> std::same_as<Result<P>>;
  { p.bounds() } -> std::same_as<Range>;
  { p.json() } -> std::same_as<Json>;
  { p.draw() } -> std::same_as<std::string>;
  { P::parse_move(json) } -> std::same_as<Result<typename P::Move>>;
};

/// Hashes `length` bytes to 64 bits, for hash tables in memory. It must not be used for anything
/// secret or for a digest: collisions are easy to make.
inline std::uint64_t hash_bytes(const void* bytes, std::size_t length) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  const auto* next = static_cast<const unsigned char*>(bytes);
  std::uint64_t hash = length * kOdd;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * kOdd;
    hash ^= hash >> 32;
  };
  for (; length >= 8; length -= 8, next += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, next, 8);
    mix(word);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, next, length);
  mix(rest);
  return hash;
}

template <class P>
std::uint64_t hash_of(const P& p) {
  if constexpr (requires { p.hash(); }) {
    return p.hash();
  } else {
    static_assert(std::has_unique_object_representations_v<P>, "write a hash");
    return hash_bytes(&p, sizeof p);
  }
}

/// Returns how a state names the seat to move: ["Xs"].
Json active_json(const GameInfo& info, Seat mover);
/// Reads the seat to move from a state's "active". Errors: bad_parameters.
Result<Seat> parse_active(const GameInfo& info, const Json& state);

/// Returns the result of a game for two in which `winner` gets these points and the other loses as
/// many.
Payoff win_for(Seat winner, std::int64_t points = 1);

}  // namespace fairdeal::rules
