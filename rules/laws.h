#pragma once

#include <optional>
#include <string>

#include "rules/registry.h"

namespace fairdeal::rules {

/// The result of checking the laws.
struct LawReport {
  std::size_t values = 0;               ///< how many values of the game were checked
  std::string after{};                  ///< the last event before that; "": none
  std::optional<std::string> broken{};  ///< the first law that was broken, in words; none: all hold
  Secrecy used{};                       ///< what the match needed to be declared
};

/// Plays one match with random moves from `seed`, and checks at every value of it the laws that all
/// games obey:
///
/// - There is a result exactly when nothing is wanted. It is within bounds, and sums to zero if the
///   game says so.
/// - The game says of itself what it asks for (declared() in grants.h).
/// - A table can do what is wanted, also where seats fell silent before (grants.h).
/// - Legal moves are sorted, each stands once, and each is accepted with the least and the greatest
///   number that its range allows. Other moves, moves of other seats and events that were not
///   wanted are refused.
/// - A person can type each move by its label and by its number in the list (choice_text.h). One
///   move is tried at each value.
/// - If the game has load(), the JSON form loads to an equal value, and what follows from that is
///   equal, too. If it is damaged, it is refused or can be played on.
/// - Cards that are wanted one after another are wanted in this order.
/// - The same history gives an equal value once more.
/// - A seat's view has its own hidden faces, and no others. Cards leave no trace before somebody
///   sees them: with another deal all values are the same until then.
/// - A page can draw each scene; a scene shows no hidden face, and equal views give equal scenes.
/// - Seats may fall silent at any time, also after a damaged form was loaded. Then the match goes
///   on, or is settled (absence_laws.h).
/// - A missed move brings no more than a legal move and costs no more than one turn's stake
///   (missed_move_law.h).
/// - The match ends.
///
/// `params` may leave out what has a default.
LawReport check_laws(const Module& module, const Json& params, std::size_t seats,
                     std::uint64_t seed);

/// Returns how often a law was checked in this program: a number that stands still while a call of
/// a game does not return.
std::uint64_t laws_checked();

/// Checks a value that a module started or loaded: that its JSON form loads to an equal value, and
/// that it can be played on. Returns the law that was broken, in words; none if both hold.
std::optional<std::string> check_loaded(const Module& module, const AnyGame& game,
                                        std::uint64_t seed);

}  // namespace fairdeal::rules
