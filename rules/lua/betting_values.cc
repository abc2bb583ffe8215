#include "rules/lua/betting_values.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include "rules/lua/library.h"

namespace fairdeal::rules {
namespace {

static_assert(std::is_trivially_destructible_v<Betting>, "an error of Lua destroys nothing");

constexpr Chips kScriptChipsMax = Chips{1} << 40;
constexpr std::array kBetLimits = {"none", "pot", "fixed"};

/// Pushes a value of the table.
void push_part(lua_State* L, int table, const char* name, int type) {
  lua_pushstring(L, name);
  if (lua_rawget(L, table) != type) luaL_error(L, "a round of betting has no %s", name);
}

std::int64_t number_in(lua_State* L, int table, const char* name) {
  push_part(L, table, name, LUA_TNUMBER);
  const lua_Integer number = lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (number < 0 || number > kScriptChipsMax) luaL_error(L, "%s is out of bounds", name);
  return number;
}

void set_number(lua_State* L, int table, const char* name, std::int64_t number) {
  lua_pushstring(L, name);
  lua_pushinteger(L, number);
  lua_rawset(L, table);
}

std::optional<Seat> seat_in(lua_State* L, int table, const char* name, std::size_t seats) {
  const auto seat = static_cast<std::uint64_t>(number_in(L, table, name));
  if (seat > seats) luaL_error(L, "%s is no seat", name);
  if (seat == 0) return {};
  return Seat(static_cast<std::uint32_t>(seat - 1));
}

void set_seat(lua_State* L, int table, const char* name, std::optional<Seat> seat) {
  set_number(L, table, name, seat ? seat->value + 1 : 0);
}

/// Reads a number for each seat.
template <class Read>
void each_in(lua_State* L, int table, const char* name, std::size_t seats, Read read) {
  push_part(L, table, name, LUA_TTABLE);
  for (std::size_t i = 0; i < seats; ++i) {
    lua_rawgeti(L, -1, static_cast<lua_Integer>(i) + 1);
    if (lua_isinteger(L, -1) == 0 || lua_tointeger(L, -1) < -1 ||
        lua_tointeger(L, -1) > kScriptChipsMax)
      luaL_error(L, "%s has a number for each seat", name);
    read(i, lua_tointeger(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

template <class Write>
void set_each(lua_State* L, int table, const char* name, std::size_t seats, Write write) {
  lua_pushstring(L, name);
  lua_createtable(L, static_cast<int>(seats), 0);
  for (std::size_t i = 0; i < seats; ++i) {
    lua_pushinteger(L, write(i));
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  lua_rawset(L, table);
}

std::size_t seats_in(lua_State* L, int table) {
  push_part(L, table, "stacks", LUA_TTABLE);
  const lua_Integer seats = border_of(L, -1);
  lua_pop(L, 1);
  if (seats < 2 || std::cmp_greater(seats, Betting::kSeatsMax))
    luaL_error(L, "a round of betting has 2 to 10 seats");
  return static_cast<std::size_t>(seats);
}

}  // namespace

Chips chips_at(lua_State* L, int index) {
  const lua_Integer chips = luaL_checkinteger(L, index);
  if (chips < 0 || chips > kScriptChipsMax) luaL_error(L, "so many chips cannot be");
  return chips;
}

Seat seat_at(lua_State* L, int index, std::size_t seats) {
  const lua_Integer seat = luaL_checkinteger(L, index);
  if (seat < 1 || static_cast<std::uint64_t>(seat) > seats) luaL_error(L, "there is no such seat");
  return Seat(static_cast<std::uint32_t>(seat - 1));
}

BetLimit::Kind bet_limit_at(lua_State* L, int index) {
  const std::string_view name = luaL_optstring(L, index, kBetLimits[0]);
  for (std::size_t i = 0; i < kBetLimits.size(); ++i)
    if (name == kBetLimits[i]) return static_cast<BetLimit::Kind>(i);
  luaL_error(L, "a limit is \"none\", \"pot\" or \"fixed\"");
  return BetLimit::Kind::none;
}

Betting betting_at(lua_State* L, int table) {
  luaL_checktype(L, table, LUA_TTABLE);
  if (lua_getmetatable(L, table) != 0)
    luaL_error(L, "what was made when the script was loaded can only be read in calls");
  Betting round;
  const std::size_t seats = round.seats = seats_in(L, table);
  each_in(L, table, "stacks", seats, [&](auto i, auto n) { round.stakes[i].stack = n; });
  each_in(L, table, "bets", seats, [&](auto i, auto n) { round.stakes[i].bet = n; });
  each_in(L, table, "paid", seats, [&](auto i, auto n) { round.stakes[i].paid = n; });
  each_in(L, table, "folded", seats, [&](auto i, auto n) { round.stakes[i].in = n == 0; });
  each_in(L, table, "met", seats, [&](auto i, auto n) {
    if (n >= 0) round.stakes[i].met = n;
  });
  for (const Stake& stake : round.stakes)
    if (stake.stack < 0 || stake.bet < 0 || stake.paid < 0) luaL_error(L, "chips are 0 or more");
  round.to_meet = number_in(L, table, "to_meet");
  round.raise_min = number_in(L, table, "raise_min");
  round.turn = seat_in(L, table, "turn", seats);
  round.aggressor = seat_in(L, table, "aggressor", seats);
  push_part(L, table, "limit", LUA_TSTRING);
  round.limit.kind = bet_limit_at(L, lua_gettop(L));
  lua_pop(L, 1);
  round.limit.raises = number_in(L, table, "raises_max");
  round.unposted = number_in(L, table, "unposted");
  round.full = number_in(L, table, "full");
  round.wagers = number_in(L, table, "wagers");
  return round;
}

void set_betting(lua_State* L, int table, const Betting& round) {
  const std::size_t seats = round.seats;
  const auto& stakes = round.stakes;
  set_each(L, table, "stacks", seats, [&](auto i) { return stakes[i].stack; });
  set_each(L, table, "bets", seats, [&](auto i) { return stakes[i].bet; });
  set_each(L, table, "paid", seats, [&](auto i) { return stakes[i].paid; });
  set_each(L, table, "folded", seats, [&](auto i) { return stakes[i].in ? 0 : 1; });
  set_each(L, table, "met", seats, [&](auto i) { return stakes[i].met.value_or(-1); });
  set_number(L, table, "to_meet", round.to_meet);
  set_number(L, table, "raise_min", round.raise_min);
  set_seat(L, table, "turn", round.turn);
  set_seat(L, table, "aggressor", round.aggressor);
  lua_pushliteral(L, "limit");
  lua_pushstring(L, kBetLimits[static_cast<std::size_t>(round.limit.kind)]);
  lua_rawset(L, table);
  set_number(L, table, "raises_max", round.limit.raises);
  set_number(L, table, "unposted", round.unposted);
  set_number(L, table, "full", round.full);
  set_number(L, table, "wagers", round.wagers);
}

}  // namespace fairdeal::rules
