-- Pig: roll as often as you like; a one loses the turn's points. Who reaches the goal first wins.
-- Shows: a die that all see, a parameter, scores, labels of moves.

local function win_for(seat) return {seat == 1 and 1 or -1, seat == 2 and 1 or -1} end

local function pass(state)
  state.turn = 3 - state.turn
  state.points = 0
  return state
end

return {
  name = "lua-pig",
  version = "1",
  about = "Roll and hold; who reaches the goal first wins.",
  chance = true,
  shelf = "dice",
  params = {{name = "goal", about = "how many points win", value = 100, min = 10, max = 1000}},

  start = function(params) return {goal = params.goal, turn = 1, points = 0, rolls = false, scores = {0, 0}} end,

  wants = function(state)
    if state.settled then return {} end
    if state.rolls then return {{type = "roll", dice = {{min = 1, max = 6}}}} end
    return {{type = "move", seats = {state.turn}}}
  end,

  legal = function() return {"hold", "roll"} end,

  label = function(state, _, move)
    return move == "hold" and "hold " .. state.points or "roll"
  end,

  after = function(state, event)
    if event.type == "rolled" then
      state.rolls = false
      local die = event.values[1]
      if die == 1 then return pass(state) end
      state.points = state.points + die
    elseif event.type == "moved" and event.move == "roll" then
      state.rolls = true
    elseif event.type == "moved" then
      local scores = state.scores
      scores[state.turn] = scores[state.turn] + state.points
      if scores[state.turn] >= state.goal then
        state.settled = win_for(state.turn)
      else
        return pass(state)
      end
    elseif event.type == "absent" then
      state.settled = win_for(3 - event.seat)
    else -- void: a roll that somebody spoilt
      state.settled = #event.by == 2 and {0, 0} or win_for(3 - event.by[1])
    end
    return state
  end,

  result = function(state) return state.settled end,
  scores = function(state) return state.scores end,

  draw = function(state, _, _, names)
    local lines = ""
    for seat = 1, 2 do
      lines = lines .. string.format("%-16s %4d%s\n", names[seat] or seat, state.scores[seat],
                                     state.turn == seat and "  + " .. state.points or "")
    end
    return lines
  end,
}
