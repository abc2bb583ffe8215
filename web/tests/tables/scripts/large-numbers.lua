-- Two players name a number each, of more digits than a page of JavaScript holds exactly.

local low, high = 9007199254740993, 9007199254740995

return {
  name = "large-numbers",
  version = "1",
  about = "The higher number wins.",
  start = function() return { named = null, best = high } end,

  wants = function(state)
    if state.over then return {} end
    return { { type = "move", seats = { state.named == null and 1 or 2 } } }
  end,

  legal = function() return { { 1, low }, { 1, high } } end,

  after = function(state, event)
    if event.type == "moved" then
      if state.named ~= null then
        state.over = { event.move[2] > state.named and -1 or 1, 0 }
        state.over[2] = -state.over[1]
      else
        state.named = event.move[2]
      end
    elseif event.type == "absent" then
      state.over = { event.seat == 1 and -1 or 1, event.seat == 2 and -1 or 1 }
    else
      state.over = { 0, 0 }
    end
    return state
  end,

  result = function(state) return state.over end,
  bounds = function() return { -1, 1 } end,
}
