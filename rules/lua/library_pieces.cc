#include "rules/lua/library.h"
#include "rules/lua/source.h"

/// The function `pieces`, which makes a module of pieces and their options (rules/pieces.h says
/// what these are; docs/modules.md how a script names them). It is Lua itself, so that what it does
/// is counted as what a script does.
namespace fairdeal::rules {
namespace {

constexpr std::string_view kPiecesText = R"lua(
local function options_of(module, state, player, visit)
  for _, piece in ipairs(module.pieces) do
    local owner
    if piece.owner then owner = piece.owner(state) end
    for _, option in ipairs(piece.options) do
      local may
      if option.ownership then may = option.ownership(owner, player)
      else may = owner == nil or owner == player end
      if may and (not option.condition or option.condition(state, player)) then
        if visit(piece, option) then return end
      end
    end
  end
end

local function move_of(piece, option)
  if option.move ~= nil then return option.move end
  return {option = option.id, piece = piece.id}
end

local function is_move(piece, option, move)
  if option.move ~= nil then return option.move == move end
  return type(move) == "table" and move.piece == piece.id and move.option == option.id
end

local function check_pieces(list)
  if type(list) ~= "table" or #list == 0 then error("pieces: a module has a list of pieces", 0) end
  local seen = {}
  for _, piece in ipairs(list) do
    if piece.id == nil or seen[piece.id] then
      error("pieces: two pieces with the id " .. tostring(piece.id), 0)
    end
    seen[piece.id] = true
    local ids = {}
    if type(piece.options) ~= "table" then
      error("pieces: piece " .. tostring(piece.id) .. " has no options", 0)
    end
    for _, option in ipairs(piece.options) do
      if option.id == nil or ids[option.id] or type(option.effect) ~= "function" then
        error("pieces: piece " .. tostring(piece.id) .. ": option " .. tostring(option.id) ..
              " twice, or without effect", 0)
      end
      ids[option.id] = true
    end
  end
end

-- The seats in `by` lose to the others.
local function lost(seats, by)
  local loses, results = {}, {}
  for _, seat in ipairs(by) do loses[seat] = true end
  for seat = 1, seats do
    if loses[seat] then results[seat] = #by - seats else results[seat] = #by end
  end
  return results
end

function pieces(module)
  check_pieces(module.pieces)
  if type(module.start) ~= "function" or type(module.over) ~= "function" then
    error("pieces: a module has start(params, seats) and over(state)", 0)
  end
  local over = module.over
  local turn = module.turn or function(state) return state.turn end
  local set_turn = module.set_turn or function(state, seat) state.turn = seat end
  local seats_of = module.seats_of or function(state) return state.seats or 2 end
  module.bounds = module.bounds or {-9, 9}
  module.result = module.result or function(state) return state.settled or over(state) end
  module.wants = module.wants or function(state)
    if state.settled or over(state) then return {} end
    return {{type = "move", seats = {turn(state)}}}
  end
  module.legal = module.legal or function(state, seat)
    local moves = {}
    options_of(module, state, seat, function(piece, option)
      table.insert(moves, move_of(piece, option))
    end)
    return moves
  end
  module.after = module.after or function(state, event)
    local seats = seats_of(state)
    if event.type == "moved" then
      local taken = false
      options_of(module, state, event.seat, function(piece, option)
        if not is_move(piece, option, event.move) then return false end
        taken = true
        option.effect(state, event.seat)
        if option.next then
          set_turn(state, option.next(state, event.seat))
        else
          set_turn(state, event.seat % seats + 1)
        end
        return true
      end)
      if not taken then error("bad option", 0) end
    elseif event.type == "absent" then
      state.settled = lost(seats, {event.seat})
    else
      state.settled = lost(seats, event.by)
    end
    return state
  end
  return module
end
)lua";

}  // namespace

void add_pieces_library(lua_State* L, int into) {
  static const std::string kSource = script_source("pieces", kPiecesText).value();
  if (luaL_loadbufferx(L, kSource.data(), kSource.size(), "=pieces", "t") != LUA_OK) lua_error(L);
  lua_pushvalue(L, into);
  lua_setupvalue(L, -2, 1);  // what it sees, and sets, as its globals
  lua_call(L, push_hidden_functions(L), 0);
}

}  // namespace fairdeal::rules
