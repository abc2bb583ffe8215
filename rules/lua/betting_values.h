#pragma once

#include <lua.hpp>

#include "rules/betting.h"

/// A round of betting as a table of Lua:
///
///   {stacks = {…}, bets = {…}, paid = {…}, folded = {…}, met = {…}, limit = "none", turn = 1, …}
///
/// `met` has -1 for a seat that has not acted, and `turn` is 0 when the round is over. The
/// functions raise errors of Lua, so nothing that has a destructor may be alive when they are
/// called.
namespace fairdeal::rules {

Betting betting_at(lua_State* L, int table);
void set_betting(lua_State* L, int table, const Betting& round);

/// Read an argument.
Chips chips_at(lua_State* L, int index);
Seat seat_at(lua_State* L, int index, std::size_t seats);
BetLimit::Kind bet_limit_at(lua_State* L, int index);

}  // namespace fairdeal::rules
