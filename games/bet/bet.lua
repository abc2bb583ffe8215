-- Bet: guess the next value of a die until the goal is met or nothing is left; by the rules of the
-- program's own bet.
-- Shows: a game for one, a die that all see, a parameter that is a text, results that do not sum to
-- zero.

-- How many sides a die such as "D6" has.
local function sides_of(die)
  local sides = tonumber(die:sub(2))
  assert(
    sides and die == "D" .. sides and sides >= 2 and sides <= 100,
    "a die is D2 to D100, such as D6"
  )
  return sides
end

local function result(state)
  if state.settled then return state.settled end
  if state.points < 1 then return { -1 } end
  if state.points >= state.goal then return { 1 } end
end

return {
  name = "lua-bet",
  version = "1",
  about = "Guess the next value of a die until the goal is met or nothing is left.",
  seats = 1,
  roles = { "Gambler" },
  params = {
    { name = "die", about = "D2 to D100", value = "D2" },
    { name = "goal", about = "points that win", value = 10, min = 1, max = 1000000 },
    { name = "points", about = "points at the start", value = 5, min = 0, max = 1000000 },
  },
  zero_sum = false,
  chance = true,
  secrets = { rolled_for = "all" },
  shelf = "dice",
  bounds = { -1, 1 },
  rules = [[
You begin with some points. Say which value the die will show next. You win a
point if you are right, and lose one if you are wrong. You win once you have
the points of the goal, and lose once you have none.

If you do not move in time, you lose the match.]],

  start = function(params)
    return { goal = params.goal, points = params.points, sides = sides_of(params.die) }
  end,

  wants = function(state)
    if result(state) then return {} end
    if state.guess then
      return { { type = "roll", dice = { { min = 1, max = state.sides } } } }
    end
    return { { type = "move", seats = { 1 } } }
  end,

  legal = function(state)
    local values = {}
    for value = 1, state.sides do
      values[value] = value
    end
    return values
  end,

  after = function(state, event)
    if event.type == "moved" then
      state.guess = event.move
    elseif event.type == "rolled" then
      state.rolled = event.values[1]
      state.points = state.points + (state.rolled == state.guess and 1 or -1)
      state.guess = nil
    else -- absent, or a roll that cannot be
      state.settled = { -1 }
    end
    return state
  end,

  result = result,
  scores = function(state) return { state.points } end,
  bot = function(state) return state.rolled or 1 end,

  laws = function(state)
    local guess = state.guess or 1
    assert(
      state.points >= 0 and guess >= 1 and guess <= state.sides,
      "points and guesses are within their bounds"
    )
  end,

  news = function(before, event)
    if event.type ~= "rolled" then return "" end
    local right = event.values[1] == before.guess
    return string.format(
      "The die shows %d: the guess was %s.",
      event.values[1],
      right and "right" or "wrong"
    )
  end,

  draw = function(state)
    return string.format(
      "%d of %d points; the die has %d sides\n",
      state.points,
      state.goal,
      state.sides
    )
  end,
}
