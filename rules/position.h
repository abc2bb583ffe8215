#pragma once

#include <cstring>
#include <type_traits>

#include "rules/game.h"
#include "rules/json_full.h"

namespace fairdeal::rules {

/// A game of turns in which everything is open and nothing is left to chance: all it has to say.
/// Turns<P> (rules/turns.h) makes a Game of it. What perft and solve need to walk over it is
/// Walkable.
///
///   mover   whose turn it is; once the game is over it means nothing.
///   moves   sorted as Game::legal; empty exactly when the game is over.
///   play    makes a move in place. Requires one of `moves`.
///   payoff  Requires that the game is over.
///   draw    the board as lines of plain text.
///
/// The others are as in Game; `scores` and `label` may be left out, and so may `draw_for`, the
/// board as a seat has it before it, and `ending`, why the game is over, in a sentence. Equal
/// positions have equal `hash`; a struct without gaps need not write one.
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
  { P::load(json, seats, json) } -> std::same_as<Result<P>>;
  { p.bounds() } -> std::same_as<Range>;
  { p.json() } -> std::same_as<Json>;
  { p.draw() } -> std::same_as<std::string>;
  { P::parse_move(json) } -> std::same_as<Result<typename P::Move>>;
};

/// Mixes `length` bytes into 64 bits. For tables in memory: neither secret nor part of a digest.
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

/// ["Xs"]: how states name who is to move.
Json active_json(const GameInfo& info, Seat mover);
/// Reads it back from a state's "active". Errors: bad_parameters.
Result<Seat> parse_active(const GameInfo& info, const Json& state);

/// For two seats: what `winner` gets, the other loses.
Payoff win_for(Seat winner, std::int64_t points = 1);

}  // namespace fairdeal::rules
