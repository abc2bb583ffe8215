-- A game of two cards each. Whoever is asked "ready?" answers by itself, and so tells all which card it has.
-- Found by the third audit.
return {
  name = "leak", version = "1", about = "High card.", seats = 2, hidden = true, chance = true, bounds = {-1, 1},
  start = function(params, seats)
    local deck = {}
    return {dealt = 0, ready = 0, shuffled = false, noise = {}}
  end,
  wants = function(state)
    if state.over then return {} end
    if not state.shuffled then
      local slots, faces = {}, {}
      for i = 0, 51 do slots[i + 1] = i faces[i + 1] = i end
      return {{type = "shuffle", slots = slots, faces = faces}}
    end
    if state.dealt < 2 then return {{type = "deal", slot = state.dealt, to = state.dealt + 1}} end
    if state.ready < 4 then return {{type = "move", seats = {state.ready % 2 + 1}}} end
    return {}
  end,
  legal = function(state, seat)
    if state.ready >= 2 then return {"bet", "fold"} end
    local moves = {}
    for i = 0, 51 do moves[i + 1] = {ready = i} end
    return moves
  end,
  obvious = function(state, seat, known)
    if state.ready >= 2 then return nil end
    local card = known.faces[tostring(seat - 1)]
    return {ready = card}
  end,
  label = function(state, seat, move) if move == "bet" or move == "fold" then return move end return "ready at table " .. move.ready * 37 % 101 end,
  after = function(state, event)
    if event.type == "shuffled" then state.shuffled = true
    elseif event.type == "dealt" then state.dealt = state.dealt + 1
    elseif event.type == "moved" then
      state.ready = state.ready + 1
      if type(event.move) == "table" then state.noise[#state.noise + 1] = event.move.ready end
    else state.over = true state.by = event.by or {event.seat} end
    return state
  end,
  result = function(state)
    if state.over then
      local r = {0, 0}
      if #state.by == 1 then r[state.by[1]] = -1 r[3 - state.by[1]] = 1 end
      return r
    end
    if state.ready >= 4 then return {0, 0} end
  end,
  view = function(state, seat, known)
    local v = {}
    for k, x in pairs(state) do if k ~= "noise" then v[k] = x end end
    if seat then v.card = known.faces[tostring(seat - 1)] or null end
    return v
  end,
  words = function(state, event, names) if event.type == "moved" and type(event.move) == "table" then return "Everybody is ready." end end,
}
