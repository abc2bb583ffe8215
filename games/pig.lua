-- Pig: roll as often as you like; a one loses the turn's points. Who reaches the goal first wins.
-- Shows: a die that all see, a parameter, scores, labels of moves.

-- One seat wins from, or loses to, all others; `sign` is 1 or -1.
local function settled_by(state, seat, sign)
  local results = {}
  for i = 1, #state.scores do results[i] = i == seat and sign * (#state.scores - 1) or -sign end
  return results
end

local function pass(state)
  state.turn = state.turn % #state.scores + 1
  state.points = 0
  return state
end

return {
  name = "lua-pig",
  version = "1",
  about = "Roll and hold; who reaches the goal first wins.",
  seats = {2, 6},
  bounds = {-5, 5},
  chance = true, secrets = {rolled_for = "all"},
  shelf = "dice",
  rules = "On your turn roll a die as often as you like. Its points add up until you hold, and then count for good; but a one " ..
          "loses the points of the turn, and the turn. Who first reaches the goal wins from all others. Who does not answer loses.",
  hint = {moves = {order = {"roll", "hold"}}},
  params = {{name = "goal", about = "how many points win", value = 100, min = 10, max = 1000}},

  start = function(params, seats)
    local scores = {}
    for seat = 1, seats do scores[seat] = 0 end
    return {goal = params.goal, turn = 1, points = 0, rolls = false, scores = scores}
  end,

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
        state.settled = settled_by(state, state.turn, 1)
      else
        return pass(state)
      end
    elseif event.type == "absent" then
      state.settled = settled_by(state, event.seat, -1)
    elseif #event.by == 1 then -- void: a roll that somebody spoilt
      state.settled = settled_by(state, event.by[1], -1)
    else
      state.settled = settled_by(state, 0, 0)
    end
    return state
  end,

  result = function(state) return state.settled end,
  scores = function(state) return state.scores end,

  -- Holds at twenty points, or at what is lacking.
  bot = function(state, seat)
    return state.points >= math.min(20, state.goal - state.scores[seat]) and "hold" or "roll"
  end,

  laws = function(state)
    for _, score in ipairs(state.scores) do assert(score >= 0 and score < state.goal + 1000, "scores are sums of turns") end
    assert(state.points >= 0 and not (state.rolls and state.settled), "nobody rolls after the end")
  end,

  draw = function(state, _, _, names)
    local lines = ""
    for seat = 1, #state.scores do
      lines = lines .. string.format("%-16s %4d%s\n", names[seat] or seat, state.scores[seat],
                                     state.turn == seat and "  + " .. state.points or "")
    end
    return lines
  end,
}
