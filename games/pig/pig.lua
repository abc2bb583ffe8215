-- Pig: roll as often as you like; a one loses the turn's points. The first seat at the goal wins.
-- Shows: a die that all see, a parameter, scores, labels of moves.

-- One seat wins from all others; 0: nobody does.
local function won_by(state, winner)
  local results = {}
  for seat = 1, #state.scores do
    results[seat] = winner == 0 and 0 or seat == winner and #state.scores - 1 or -1
  end
  return results
end

local function pass(state)
  repeat
    state.turn = state.turn % #state.scores + 1
  until not state.gone[state.turn]
  state.points = 0
  return state
end

-- The seats are gone: they have lost. A seat that is left alone has won; if none is left, none has.
local function remove(state, seats)
  local left = {}
  for _, seat in ipairs(seats) do
    state.gone[seat] = true
  end
  for seat, gone in ipairs(state.gone) do
    table.insert(left, not gone and seat or nil)
  end
  if #left < 2 then
    state.settled = won_by(state, left[1] or 0)
  elseif state.gone[state.turn] then
    state.rolls = false
    return pass(state)
  end
  return state
end

local function hold(state)
  state.scores[state.turn] = state.scores[state.turn] + state.points
  if state.scores[state.turn] < state.goal then return pass(state) end
  state.settled = won_by(state, state.turn)
  return state
end

return {
  name = "lua-pig",
  version = "3",
  about = "Roll and hold; the first player at the goal wins.",
  seats = { 2, 6 },
  bounds = { -5, 5 },
  chance = true,
  secrets = { rolled_for = "all" },
  shelf = "dice",
  rules = [[
On your turn roll a die as often as you like. Its points add up until you
hold, and then count for good; but a one loses the points of the turn, and the
turn. The first player who reaches the goal wins from all others. A player who
does not move in time loses the points of the turn, and the turn. A player who
leaves or spoils a roll has lost, and the others play on. A spoilt
roll is not made again, and its turn ends with the points that it has.]],
  params = {
    { name = "goal", about = "how many points win", value = 100, min = 10, max = 1000 },
  },

  start = function(params, seats)
    local scores, gone = {}, {}
    for seat = 1, seats do
      scores[seat], gone[seat] = 0, false
    end
    return {
      goal = params.goal,
      turn = 1,
      points = 0,
      rolls = false,
      scores = scores,
      gone = gone,
    }
  end,

  wants = function(state)
    if state.settled then return {} end
    if state.rolls then return { { type = "roll", dice = { { min = 1, max = 6 } } } } end
    return { { type = "move", seats = { state.turn } } }
  end,

  legal = function() return { "hold", "roll" } end,

  label = function(state, _, move) return move == "hold" and "hold " .. state.points or "roll" end,

  after = function(state, event)
    if event.type == "rolled" then
      state.rolls = false
      local die = event.values[1]
      if die == 1 then return pass(state) end
      state.points = state.points + die
    elseif event.type == "moved" and event.move == "roll" then
      state.rolls = true
    elseif event.type == "moved" then
      return hold(state)
    elseif event.type == "absent" then
      return pass(state)
    else -- void: a roll that somebody spoilt
      local rolled = state.rolls and state.turn
      state.rolls = false
      remove(state, event.by)
      if rolled == state.turn and not state.settled then return hold(state) end
    end
    return state
  end,
  without = function(state, event)
    if state.settled or state.gone[event.seat] then return state end
    return remove(state, { event.seat })
  end,

  result = function(state) return state.settled end,
  scores = function(state) return state.scores end,
  spent = function(state, seat) return state.gone[seat] end,

  -- Holds at twenty points, or at what is lacking.
  bot = function(state, seat)
    return state.points >= math.min(20, state.goal - state.scores[seat]) and "hold" or "roll"
  end,

  laws = function(state)
    for _, score in ipairs(state.scores) do
      assert(score >= 0 and score < state.goal + 1000, "scores are sums of turns")
    end
    assert(
      state.points >= 0 and not (state.rolls and state.settled),
      "nobody rolls after the end"
    )
  end,

  draw = function(state, _, _, names)
    local lines = ""
    for seat = 1, #state.scores do
      lines = lines
        .. string.format(
          "%-16s %4d%s\n",
          names[seat] or seat,
          state.scores[seat],
          state.turn == seat and "  + " .. state.points or ""
        )
    end
    return lines
  end,
}
