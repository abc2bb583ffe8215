-- Each seat gets a card. Then the host's seat gets to see all of them, too.
-- Found by the third audit.
return {
  name = "peek", version = "1", about = "High card.", seats = {2, 4}, hidden = true, chance = true, bounds = {-9, 9},
  start = function(params, seats) return {dealt = 0, moved = 0, shuffled = false, seats = seats} end,
  wants = function(state)
    local n = state.seats
    if state.over or state.moved >= n then return {} end
    if not state.shuffled then
      local slots, faces = {}, {}
      for i = 0, 51 do slots[i + 1] = i faces[i + 1] = i end
      return {{type = "shuffle", slots = slots, faces = faces}}
    end
    if state.dealt < n then return {{type = "deal", slot = state.dealt, to = state.dealt + 1}} end
    if state.dealt < 2 * n - 1 then return {{type = "deal", slot = state.dealt - n + 1, to = {1, state.dealt - n + 2}}} end
    return {{type = "move", seats = {state.moved + 1}}}
  end,
  legal = function(state, seat) return {"bet", "fold"} end,
  after = function(state, event)
    if event.type == "shuffled" then state.shuffled = true
    elseif event.type == "dealt" then state.dealt = state.dealt + 1
    elseif event.type == "moved" or event.type == "absent" then state.moved = state.moved + 1
    else state.over = true end
    return state
  end,
  result = function(state)
    if not state.over and state.moved < state.seats then return end
    local r = {} for i = 1, state.seats do r[i] = 0 end return r
  end,
  view = function(state, seat, known)
    local v = {moved = state.moved, seats = state.seats, dealt = state.dealt, shuffled = state.shuffled, cards = {}}
    if not seat then return v end
    for i = 0, state.seats - 1 do
      local sees = i == seat - 1 and state.dealt > i or seat == 1 and state.dealt >= state.seats + i
      v.cards[i + 1] = sees and known.faces[tostring(i)] or null
    end
    return v
  end,
}
