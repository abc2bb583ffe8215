#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "rules/betting.h"
#include "rules/hand_rank.h"
#include "rules/lua/betting_values.h"
#include "rules/lua/freeze.h"
#include "rules/lua/library.h"
#include "rules/pots.h"

/// The table `poker`: hands, rounds of betting and pots, as the program's own games of poker have
/// them. A round of betting is a plain table, so that it can be a part of a state.
namespace fairdeal::rules {
namespace {

constexpr std::size_t kRankSteps = 20;    ///< what ranking a hand costs, in instructions
constexpr std::size_t kRoundSteps = 200;  ///< what reading and writing a round costs

std::uint32_t card_at(lua_State* L, int list, lua_Integer i) {
  lua_rawgeti(L, list, i);
  const lua_Integer face = lua_isinteger(L, -1) != 0 ? lua_tointeger(L, -1) : -1;
  lua_pop(L, 1);
  if (face < 0 || face >= static_cast<lua_Integer>(Card::kFaces))
    luaL_error(L, "a card is a number from 0 (2c) to 51 (As)");
  return static_cast<std::uint32_t>(face);
}

/// rank(cards): the rank of the best five of 5, 6 or 7 cards; the greater one wins.
int poker_rank(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  push_contents(L, 1);
  lua_replace(L, 1);
  const auto count = border_of(L, 1);
  if (count < 5 || count > 7) return luaL_error(L, "rank: a hand has 5, 6 or 7 cards");
  charge(L, kRankSteps);
  CardSet cards;
  for (lua_Integer i = 1; i <= count; ++i) {
    const CardSet card = CardSet::of(Face(card_at(L, 1, i)));
    if (cards.overlaps(card)) return luaL_error(L, "rank: a card stands twice");
    cards |= card;
  }
  lua_pushinteger(L, rank_hand(cards).value);
  return 1;
}

/// hand_name(rank): "two pair, kings and tens".
int poker_hand_name(lua_State* L) {
  const lua_Integer rank = luaL_checkinteger(L, 1);
  if (rank < 0 || rank >> 26 > static_cast<lua_Integer>(HandCategory::straight_flush))
    return luaL_error(L, "hand_name: a rank is what rank() returns");
  std::array<char, 100> text{};
  const std::size_t size = describe(HandRank{static_cast<std::uint32_t>(rank)})
                               .copy(text.data(), text.size());  // an error of Lua destroys nothing
  lua_pushlstring(L, text.data(), size);
  return 1;
}

/// card_name(card): "Ah".
int poker_card_name(lua_State* L) {
  const lua_Integer face = luaL_checkinteger(L, 1);
  if (face < 0 || face >= static_cast<lua_Integer>(Card::kFaces))
    return luaL_error(L, "a card is a number from 0 (2c) to 51 (As)");
  const char name[] = {"23456789TJQKA"[face / 4], "cdhs"[face % 4]};
  lua_pushlstring(L, name, sizeof name);
  return 1;
}

Betting round_at(lua_State* L) {
  charge(L, kRoundSteps);
  return betting_at(L, 1);
}

/// Writes a changed round back into its table, and returns it.
int changed_round(lua_State* L, const Betting& round) {
  set_betting(L, 1, round);
  lua_settop(L, 1);
  return 1;
}

/// betting(stacks, limit): a hand in which these seats hold chips. Who has none is not in it.
int poker_betting(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  push_contents(L, 1);
  lua_replace(L, 1);
  Betting round;
  const lua_Integer stacks = border_of(L, 1);
  if (stacks < 2 || std::cmp_greater(stacks, Betting::kSeatsMax))
    return luaL_error(L, "betting: there are 2 to 10 stacks");
  round.seats = static_cast<std::size_t>(stacks);
  for (std::size_t i = 0; i < round.seats; ++i) {
    lua_rawgeti(L, 1, static_cast<lua_Integer>(i) + 1);
    const Chips chips = chips_at(L, -1);
    lua_pop(L, 1);
    round.stakes[i] = {.stack = chips, .in = chips > 0};
  }
  round.limit.kind = bet_limit_at(L, 2);
  lua_settop(L, 0);
  lua_newtable(L);
  return changed_round(L, round);
}

int poker_ante(lua_State* L) {
  Betting round = round_at(L);
  round.post_ante(seat_at(L, 2, round.seats), chips_at(L, 3));
  return changed_round(L, round);
}

int poker_blind(lua_State* L) {
  Betting round = round_at(L);
  round.post_blind(seat_at(L, 2, round.seats), chips_at(L, 3));
  return changed_round(L, round);
}

/// begin(round, first, least): the betting begins; the least bet or raise is `least`.
int poker_begin(lua_State* L) {
  Betting round = round_at(L);
  const Seat first = seat_at(L, 2, round.seats);
  if (lua_isnoneornil(L, 3) == 0) round.raise_min = chips_at(L, 3);
  if (round.raise_min < 1) return luaL_error(L, "begin: the least bet is 1 or more");
  round.begin(first);
  return changed_round(L, round);
}

/// gather(round, least): the bets go into the pot; the next round's least bet is `least`.
int poker_gather(lua_State* L) {
  Betting round = round_at(L);
  round.gather(chips_at(L, 2));
  return changed_round(L, round);
}

const char* raise_word(const Betting& round) { return round.to_meet == 0 ? "bet" : "raise"; }

/// count_blinds(round, bets): with a fixed limit, the blinds count as so many bets and raises.
int poker_count_blinds(lua_State* L) {
  Betting round = round_at(L);
  round.count_blinds(chips_at(L, 2));
  return changed_round(L, round);
}

/// to_call(round): what the seat to act must add to stay in.
int poker_to_call(lua_State* L) {
  const Betting round = round_at(L);
  lua_pushinteger(L, round.turn ? round.to_call() : 0);
  return 1;
}

/// moves(round): what the seat to act may do.
int poker_moves(lua_State* L) {
  const Betting round = round_at(L);
  lua_settop(L, 0);
  lua_newtable(L);
  if (!round.turn) return 1;
  int count = 0;
  const auto add = [&] { lua_rawseti(L, 1, ++count); };
  if (round.to_call() > 0) lua_pushliteral(L, "fold"), add();
  lua_pushstring(L, round.to_call() > 0 ? "call" : "check");
  add();
  if (const auto raises = round.raises()) {
    lua_newtable(L);
    lua_pushstring(L, raise_word(round));
    lua_pushinteger(L, raises->min);
    lua_rawset(L, -3);
    add();
  }
  return 1;
}

/// facts(round, move): what a move that moves() lists costs, and whether it is the expected one.
int poker_facts(lua_State* L) {
  const Betting round = round_at(L);
  const std::string_view word = lua_type(L, 2) == LUA_TSTRING ? script_text(L, 2) : "";
  lua_newtable(L);
  if (!round.turn || (word != "call" && word != "check")) return 1;
  lua_pushstring(L, "price");
  lua_pushinteger(L, round.to_call());
  lua_rawset(L, -3);
  lua_pushstring(L, "main");
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  return 1;
}

/// Returns the number of a bet or raise; none if the value at `index` is another move.
std::optional<Chips> raise_at(lua_State* L, int index, const Betting& round) {
  if (lua_type(L, index) != LUA_TTABLE) return {};
  lua_pushstring(L, raise_word(round));
  lua_rawget(L, index);
  const bool is_number = lua_isinteger(L, -1) != 0;
  const Chips bet = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return is_number ? std::optional(bet) : std::nullopt;
}

/// range(round, move): the numbers that a bet or raise may have, or nothing.
int poker_range(lua_State* L) {
  const Betting round = round_at(L);
  const auto raises = round.turn ? round.raises() : std::nullopt;
  if (!raises || !raise_at(L, 2, round)) return 0;
  lua_newtable(L);
  for (const auto& [name, number] : {std::pair("min", raises->min), std::pair("max", raises->max),
                                     std::pair("step", raises->step)}) {
    lua_pushstring(L, name);
    lua_pushinteger(L, number);
    lua_rawset(L, -3);
  }
  return 1;
}

/// move(round, move): what follows when the seat to act does this.
int poker_move(lua_State* L) {
  Betting round = round_at(L);
  if (!round.turn) return luaL_error(L, "move: the round is over");
  const std::string_view word = lua_type(L, 2) == LUA_TSTRING ? script_text(L, 2) : "";
  if (word == "fold") {
    round.fold();
  } else if (word == "call" || word == "check") {
    round.call();
  } else {
    const auto raises = round.raises();
    const auto bet = raise_at(L, 2, round);
    if (!raises || !bet || *bet < raises->min || *bet > raises->max ||
        (*bet - raises->min) % raises->step != 0)
      return luaL_error(L, "move: it is none that moves() lists");
    round.raise_to(*bet);
  }
  return changed_round(L, round);
}

/// fold(round, seat): a seat gives up its hand, on its turn or not.
int poker_fold(lua_State* L) {
  Betting round = round_at(L);
  round.fold(seat_at(L, 2, round.seats));
  return changed_round(L, round);
}

struct PlainPot {
  Chips chips;
  SeatSet seats;
};

/// pots(round): the main pot first, each {chips = …, seats = {…}}. Requires a gathered round.
int poker_pots(lua_State* L) {
  const Betting round = round_at(L);
  if (round.in() == 0) return luaL_error(L, "pots: nobody is in");
  std::array<PlainPot, Betting::kSeatsMax + 1> found{};
  std::size_t count = 0;
  for (const Pot& pot : pots({round.stakes.data(), round.seats})) {
    if (count == found.size()) break;
    found[count].chips = pot.chips;
    for (const Seat seat : pot.seats) found[count].seats.insert(seat);
    ++count;
  }
  lua_newtable(L);
  const int list = lua_gettop(L);
  for (std::size_t i = 0; i < count; ++i) {
    lua_newtable(L);
    lua_pushliteral(L, "chips");
    lua_pushinteger(L, found[i].chips);
    lua_rawset(L, -3);
    lua_pushliteral(L, "seats");
    lua_newtable(L);
    int place = 0;
    for (std::uint32_t seat = 0; seat < round.seats; ++seat) {
      if (!found[i].seats.has(Seat(seat))) continue;
      lua_pushinteger(L, static_cast<lua_Integer>(seat) + 1);
      lua_rawseti(L, -2, ++place);
    }
    lua_rawset(L, -3);
    lua_rawseti(L, list, static_cast<lua_Integer>(i) + 1);
  }
  return 1;
}

}  // namespace

void add_poker_library(lua_State* L, int into) {
  constexpr luaL_Reg kOwn[] = {{"ante", &poker_ante},
                               {"begin", &poker_begin},
                               {"betting", &poker_betting},
                               {"blind", &poker_blind},
                               {"card_name", &poker_card_name},
                               {"count_blinds", &poker_count_blinds},
                               {"facts", &poker_facts},
                               {"fold", &poker_fold},
                               {"gather", &poker_gather},
                               {"hand_name", &poker_hand_name},
                               {"move", &poker_move},
                               {"moves", &poker_moves},
                               {"pots", &poker_pots},
                               {"range", &poker_range},
                               {"rank", &poker_rank},
                               {"to_call", &poker_to_call},
                               {nullptr, nullptr}};
  luaL_newlib(L, kOwn);
  lua_setfield(L, into, "poker");
}

}  // namespace fairdeal::rules
