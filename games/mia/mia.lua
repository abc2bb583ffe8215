-- Mia: roll two dice under a cup, say a higher value than the last one, true or not; the next
-- believes it or looks.
-- Shows: dice that one seat alone sees, bluffing, lives, seats that go away in the middle.

-- The values that can be said, the least first; of two different dice the higher one stands first.
local order =
  { 31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21 }
local mia, dice = 21, { { min = 1, max = 6 }, { min = 1, max = 6 } }

-- The place of a value in that order; 0: nothing was said.
local function place_of(value)
  for place, each in ipairs(order) do
    if each == value then return place end
  end
  return 0
end

local function value_of(values)
  return 10 * math.max(values[1], values[2]) + math.min(values[1], values[2])
end

local function alive(state)
  local seats = {}
  for seat, lives in ipairs(state.lives) do
    if lives > 0 then table.insert(seats, seat) end
  end
  return seats
end

-- The next seat that is still in.
local function next_in(state, seat)
  repeat
    seat = seat % #state.lives + 1
  until state.lives[seat] > 0
  return seat
end

-- Begins a round with `seat`, or the next one that is in.
local function begin_round(state, seat)
  if #alive(state) <= 1 then
    state.phase = "over"
  else
    state.turn = state.lives[seat] > 0 and seat or next_in(state, seat)
    state.phase, state.said, state.by = "roll", 0, 0
  end
  return state
end

local function lose(state, seat, lives)
  state.lives[seat] = math.max(0, state.lives[seat] - lives)
  state.last.loser = seat
  return begin_round(state, seat)
end

-- The dice are shown: the seat that was wrong loses a life, or two if it doubted a real Mia.
local function judge(state, values)
  local value = value_of(values)
  local lied = place_of(value) < place_of(state.said)
  state.last = { seat = state.by, dice = values, said = state.said, lied = lied }
  if lied then return lose(state, state.by, 1) end
  return lose(state, state.turn, state.said == mia and 2 or 1)
end

local function on_move(state, seat, move)
  if move == "doubt" then
    state.phase = "look"
  elseif move == "give up" then
    state.last = { seat = seat }
    return lose(state, seat, 1)
  elseif move == "believe" then
    state.phase = "roll"
  else
    state.said, state.by, state.phase = move, seat, "answer"
    state.turn = next_in(state, seat)
  end
  return state
end

-- A seat is out of the match. A new round begins if it was the one to go on, or if its word was
-- about to be looked at.
local function remove(state, seat)
  local others_answer = state.phase == "answer" and state.by ~= seat
  local plays_on = seat ~= state.turn
    and (state.by ~= seat or state.phase == "roll" or state.phase == "say")
  state.lives[seat] = 0
  if #alive(state) > 1 and others_answer then
    if seat == state.turn then state.turn = next_in(state, seat) end
    plays_on = state.turn ~= state.by
  end
  return plays_on and #alive(state) > 1 and state or begin_round(state, state.turn)
end

-- The dice that a seat sees under a cup: those that it holds, or that all are looking at.
local function under(state, cup, seat, known)
  local holder = state.phase == "say" and state.turn
    or (state.phase == "answer" or state.phase == "look") and state.by
  if cup ~= holder then return {} end
  return seat == cup and #known.dice == 2 and known.dice or { "?", "?" }
end

local function view(state, seat, known)
  local seen = {
    lives = state.lives,
    phase = state.phase,
    turn = state.turn - 1,
    by = null,
    said = null,
    high = null,
    low = null,
    cups = {},
    looked = {},
    own = type(seat) == "number" and known.dice or {},
    last = state.last,
  }
  for cup = 1, #state.lives do
    seen.cups[cup], seen.looked[cup] = #under(state, cup, seat, known), {}
  end
  if state.said > 0 then
    seen.said, seen.high, seen.low, seen.by =
      state.said, state.said // 10, state.said % 10, state.by - 1
  end
  return seen
end

-- The dice at which all looked in the round before; nil: nobody doubted.
local function looked_at(state) return state.last ~= null and state.last.dice or nil end

-- What was said, or how the round before ended, as one line.
local function word(state, names)
  if state.said > 0 then
    return (names[state.by] or "Seat " .. state.by) .. " said " .. state.said
  end
  if not looked_at(state) then return "Nothing was said yet" end
  return state.last.said .. " was said: " .. (state.last.lied and "a lie" or "no lie")
end

-- The table for a page: lives at the seats, a cup before the one who rolled, and the dice of the
-- round before in the middle until a value is said.
local function scene(state, seat, known, names)
  local seats, things = {}, {}
  local places = { { id = "word", kind = "label", rank = 1, text = word(state, names) } }
  if state.said == 0 and looked_at(state) then
    table.insert(places, { id = "looked", kind = "tray", rank = 2, title = "All looked at" })
    for i, value in ipairs(looked_at(state)) do
      table.insert(things, { "looked" .. i, "looked", i - 1, "d" .. value })
    end
  end
  for cup, lives in ipairs(state.lives) do
    local dice = under(state, cup, seat, known)
    seats[cup] = {
      number = lives,
      of = state.most,
      unit = "lives",
      tag = state.said > 0 and cup == state.by and "said " .. state.said or nil,
      out = lives == 0 or nil,
    }
    if #dice > 0 then
      table.insert(
        places,
        { id = "cup" .. cup, kind = "tray", owner = cup - 1, rank = 1, shape = "tile" }
      )
    end
    for i, value in ipairs(dice) do
      local face = value == "?" and null or "d" .. value
      table.insert(things, { "cup" .. cup .. "." .. i, "cup" .. cup, i - 1, face })
    end
  end
  return { seats = seats, places = places, things = things, moves = {} }
end

return {
  name = "mia",
  version = "1",
  about = "Two dice under a cup: say more than the last one did, and do not be caught lying.",
  seats = { 2, 6 },
  hidden = true,
  chance = true,
  secrets = { rolled_for = "one" },
  shelf = "dice",
  bounds = { -1, 5 },
  params = {
    { name = "lives", about = "how many each has at the start", value = 5, min = 1, max = 20 },
  },
  hint = {
    dice = {
      seats = { count = "/cups/{seat}", faces = "/looked/{seat}" },
      mine = "/own",
      centre = { count = "/high", face = "/low", value = "/said", by = "/by" },
    },
    moves = {
      order = { "believe", "doubt", "give up" },
      keys = { b = "believe", d = "doubt", g = "give up" },
    },
  },
  rules = [[
In turn each player rolls two dice, which nobody else sees, and says a value
that is higher than the one said before. It need not be true. The next player
believes it, and then rolls and has to say more; or doubts it, and all look at
the dice. Dice that were believed are shown once their player rolls again. If
they are worth less than was said, the player who said it loses a life, else
the player who doubted. The loser begins again.

Of two different dice the higher one stands first: 4 and 2 are 42. From below
the values are 31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, then
the doubles 11, 22, 33, 44, 55, 66, and at last 21, which is Mia. Nothing is
higher than Mia: the next player may give up, which costs a life, or doubt it,
which costs two lives if it is there.

A player without lives is out. The last one wins one point from each of the
others.

A player who misses a move loses a life. A player who goes away, or does not
let their dice be seen, is out.]],

  start = function(params, seats)
    local state = { lives = {}, most = params.lives, last = null, unseen = {} }
    for seat = 1, seats do
      state.lives[seat], state.unseen[seat] = params.lives, false
    end
    return begin_round(state, 1)
  end,

  wants = function(state)
    if state.phase == "over" then return {} end
    -- A seat has one hidden roll at most, so an old one that was believed is shown now that it
    -- tells nothing any more.
    if state.phase == "roll" and state.unseen[state.turn] then
      return { { type = "show_dice", seat = state.turn } }
    end
    if state.phase == "roll" then
      return { { type = "roll_for", seat = state.turn, dice = dice } }
    end
    if state.phase == "look" then return { { type = "show_dice", seat = state.by } } end
    return { { type = "move", seats = { state.turn } } }
  end,

  legal = function(state)
    if state.phase == "answer" then
      return { "doubt", state.said == mia and "give up" or "believe" }
    end
    local higher = {}
    for place = place_of(state.said) + 1, #order do
      table.insert(higher, order[place])
    end
    return higher
  end,

  after = function(state, event)
    if event.type == "rolled_for" then
      state.phase, state.unseen[event.seat] = "say", true
    elseif event.type == "dice_shown" then
      assert(#event.values == 2, "a cup has two dice")
      state.unseen[event.seat] = false
      if state.phase == "roll" then return state end
      return judge(state, event.values)
    elseif event.type == "moved" then
      return on_move(state, event.seat, event.move)
    elseif event.type == "absent" then
      state.last = { seat = event.seat }
      return lose(state, event.seat, 1)
    else
      local before = alive(state)
      for _, seat in ipairs(event.by) do
        state.lives[seat] = 0
      end
      for seat = 1, #state.unseen do
        state.unseen[seat] = false
      end -- hidden rolls are lost
      if #alive(state) == 0 then
        for _, seat in ipairs(before) do
          state.lives[seat] = 1
        end
        state.phase = "over"
        return state
      end
      return begin_round(state, state.turn)
    end
    return state
  end,

  without = function(state, event)
    if state.phase == "over" or state.lives[event.seat] == 0 then return state end
    return remove(state, event.seat)
  end,

  -- If the last ones have all gone at once, nobody wins.
  result = function(state)
    if state.phase ~= "over" then return nil end
    local won, seats = {}, alive(state)
    for seat, lives in ipairs(state.lives) do
      won[seat] = #seats > 1 and 0 or lives > 0 and #state.lives - 1 or -1
    end
    return won
  end,

  scores = function(state) return state.lives end,
  spent = function(state, seat) return state.lives[seat] == 0 end,

  laws = function(state)
    for _, lives in ipairs(state.lives) do
      assert(lives >= 0 and lives <= state.most, "lives only become fewer")
    end
    assert(state.phase == "over" or state.lives[state.turn] > 0, "the seat to act is in")
    assert(state.said == 0 or place_of(state.said) > 0, "what was said is a value")
  end,

  -- Tells the truth if it can, else says a little more; doubts what is rarely rolled.
  bot = function(state, seat, known)
    if state.phase == "answer" then
      if state.said == mia then return "give up" end
      return place_of(state.said) > 15 and "doubt" or "believe"
    end
    local own, said = place_of(value_of(known.dice)), place_of(state.said)
    return order[own > said and own or math.min(#order, said + 1 + known.dice[1] % 3)]
  end,

  news = function(before, event, after, names)
    local last = after.last
    if event.type == "dice_shown" and before.phase == "look" then
      local words = string.format(
        "%d was said, and there are %d and %d",
        last.said,
        last.dice[1],
        last.dice[2]
      )
      return words
        .. (last.lied and ": a lie. " or ": no lie. ")
        .. (names[last.loser] or last.loser)
        .. (names[last.loser] == "You" and " lose, lives left: " or " loses, lives left: ")
        .. after.lives[last.loser]
        .. "."
    end
    return ""
  end,

  facts = function(_, _, move) return { doubt = move == "doubt" } end,

  -- Everybody looks at the dice that were under the cup.
  pause = function(before, after)
    local looked = before.phase == "look" and after.phase ~= "look"
    return looked and 4000 or 0
  end,

  view = view,
  scene = scene,

  draw = function(state, seat, known, names)
    local said = (names[state.by] or state.by) .. " said " .. state.said
    local lines = (state.said > 0 and said or "Nothing was said yet") .. "\n"
    for cup = 1, #state.lives do
      local lives = state.lives[cup] == 0 and "out" or "lives " .. state.lives[cup]
      lines = lines
        .. string.format(
          "%s%-12s %-8s %s\n",
          state.phase ~= "over" and cup == state.turn and "> " or "  ",
          names[cup] or cup,
          lives,
          table.concat(under(state, cup, seat, known), " ")
        )
    end
    return lines
  end,
}
