-- Lantern walk: roll, and walk home with your lantern before the others; oil buys cards, and a card
-- is a walk that needs no roll.
-- Shows: a scene, that is a table as data (docs/scenes.md): a board, a market, dice, a deck, a
-- counter and hands, and moves that are made by touching them.

local home = 12
-- The cards of the deck, from the top: each lets its owner walk so far.
local deck = { "b3", "g2", "r1", "y2", "b1", "g3", "r2", "y1", "b2", "g1", "r3", "y3" }
local colours = {
  r = { name = "red", colour = "red", mark = "flame" },
  y = { name = "yellow", colour = "yellow", mark = "sun" },
  g = { name = "green", colour = "green", mark = "leaf" },
  b = { name = "blue", colour = "blue", mark = "drop" },
}
local lanterns = {
  { colour = "orange", mark = "star" },
  { colour = "green", mark = "leaf" },
  { colour = "purple", mark = "moon" },
  { colour = "blue", mark = "wave" },
}

local function length_of(card) return tonumber(card:sub(2)) end
local function name_of(card) return colours[card:sub(1, 1)].name .. " " .. length_of(card) end

-- The two cards that lie open now.
local function market(state)
  local cards = {}
  for i = state.sold + 1, math.min(state.sold + 2, #deck) do
    table.insert(cards, deck[i])
  end
  return cards
end

-- The match ends when a lantern is home, when nobody else is left, or after twelve rounds.
local function is_over(state)
  local here = 0
  for seat, at in ipairs(state.at) do
    if at >= home then return true end
    here = here + (state.gone[seat] and 0 or 1)
  end
  return here < 2 or state.round > 12
end

local function next_turn(state)
  state.over, state.die = is_over(state), 0
  if state.over then return state end
  repeat
    state.turn = state.turn % #state.at + 1
    if state.turn == 1 then state.round = state.round + 1 end
  until not state.gone[state.turn]
  state.over = is_over(state)
  return state
end

-- The words of a move: "buy b3" is "buy" and "b3".
local function parts_of(chosen)
  local space = chosen:find(" ", 1, true)
  if not space then return chosen, nil end
  return chosen:sub(1, space - 1), chosen:sub(space + 1)
end

local function on_move(state, seat, chosen)
  local does, what = parts_of(chosen)
  if does == "step" then
    state.at[seat] = math.min(home, state.at[seat] + tonumber(what))
  elseif does == "rest" then
    state.oil[seat] = state.oil[seat] + 2
  elseif does == "buy" then
    state.oil[seat] = state.oil[seat] - length_of(what)
    state.sold = state.sold + 1
    table.insert(state.hands[seat], what)
  else
    state.at[seat] = math.min(home, state.at[seat] + length_of(what))
    for i = #state.hands[seat], 1, -1 do
      if state.hands[seat][i] == what then table.remove(state.hands[seat], i) end
    end
  end
  return next_turn(state)
end

local function on_void(state, by)
  for _, seat in ipairs(by) do
    state.gone[seat] = true
  end
  return next_turn(state)
end

return {
  name = "lantern-walk",
  about = "Walk home with your lantern before the others.",
  seats = { 2, 4 },
  chance = true,
  secrets = { rolled_for = "all" },
  shelf = "dice",
  bounds = { -3, 3 },
  rules = [[
On your turn a die is rolled. You step as far as it says, or rest for two
oil, or buy the first card for as much oil as its number, or play a card of
yours and walk that far. The first lantern home wins; after twelve rounds the
one that is nearest. A player who misses a move stays where they are. A player
who leaves or spoils a roll ranks behind all others.]],

  start = function(_, seats)
    local state = { at = {}, oil = {}, hands = {}, gone = {}, sold = 0 }
    for seat = 1, seats do
      state.at[seat], state.oil[seat], state.hands[seat], state.gone[seat] = 1, 4, {}, false
    end
    state.turn, state.round, state.die, state.over = 1, 1, 0, false
    return state
  end,

  wants = function(state)
    if state.over then return {} end
    if state.die == 0 then return { { type = "roll", dice = { { min = 1, max = 6 } } } } end
    return { { type = "move", seats = { state.turn } } }
  end,

  legal = function(state, seat)
    local moves, first = { "step " .. state.die, "rest" }, market(state)[1]
    if first and length_of(first) <= state.oil[seat] then
      table.insert(moves, "buy " .. first)
    end
    for _, card in ipairs(state.hands[seat]) do
      table.insert(moves, "play " .. card)
    end
    return moves
  end,

  label = function(_, _, chosen)
    local does, what = parts_of(chosen)
    if does == "buy" then return "buy the " .. name_of(what) .. " for " .. length_of(what) end
    return does == "play" and "play the " .. name_of(what) or chosen
  end,

  -- Walks as far as it can.
  bot = function(state, seat)
    local best, far = "step " .. state.die, state.die
    for _, card in ipairs(state.hands[seat]) do
      if length_of(card) > far then
        best, far = "play " .. card, length_of(card)
      end
    end
    return best
  end,

  laws = function(state)
    local held = 0
    for seat, at in ipairs(state.at) do
      held = held + #state.hands[seat]
      if at > home then error("a lantern is beyond its home") end
      if state.oil[seat] < 0 then error("a player has less than no oil") end
    end
    if held > state.sold then error("more cards are held than were sold") end
  end,

  after = function(state, event)
    if event.type == "rolled" then
      state.die = event.values[1]
      return state
    elseif event.type == "moved" then
      return on_move(state, event.seat, event.move)
    elseif event.type == "absent" then
      return next_turn(state)
    end
    return on_void(state, event.by)
  end,

  without = function(state, event)
    if state.over or state.gone[event.seat] then return state end
    local turn = state.turn
    state.gone[event.seat] = true
    state.over = is_over(state)
    return not state.over and event.seat == turn and next_turn(state) or state
  end,

  result = function(state)
    if not state.over then return nil end
    local won = {}
    for seat = 1, #state.at do
      won[seat] = 0
      for other = 1, #state.at do
        local own = state.gone[seat] and 0 or state.at[seat]
        local theirs = state.gone[other] and 0 or state.at[other]
        won[seat] = won[seat] + (own > theirs and 1 or own < theirs and -1 or 0)
      end
    end
    return won
  end,

  spent = function(state, seat) return state.gone[seat] end,

  -- The table as data: the same for all who look, but for whose hand is whose. Seats and cells count
  -- from 0 here, as in all JSON of the program.
  scene = function(state, seat, _, names)
    local scene = { seats = {}, faces = {}, places = {}, things = {}, moves = {} }
    local function put(...) table.insert(scene.things, { ... }) end
    for _, card in ipairs(deck) do
      local look = colours[card:sub(1, 1)]
      scene.faces[card] = {
        name = name_of(card),
        text = card:sub(2),
        colour = look.colour,
        mark = look.mark,
      }
    end
    local numbers = {}
    for cell = 1, home do
      numbers[cell] = tostring(cell)
    end
    scene.places[1] = {
      id = "path",
      kind = "board",
      cells = "squares",
      title = "Path home",
      rows = 1,
      columns = home,
      edge = { { "" }, numbers },
      rank = 1,
    }
    for each, at in ipairs(state.at) do
      local face, whose = "lantern" .. each, names[each] or "seat " .. each
      scene.seats[each] = { number = state.oil[each], unit = "oil", out = state.gone[each] }
      scene.faces[face] = {
        shape = "disc",
        name = "lantern of " .. whose:sub(1, 20),
        colour = lanterns[each].colour,
        mark = lanterns[each].mark,
      }
      put("l" .. each, "path", "0," .. at - 1, face)
    end
    table.insert(scene.places, { id = "market", kind = "tray", title = "For sale", rank = 2 })
    for i, card in ipairs(market(state)) do
      put(card, "market", i - 1, card)
    end
    table.insert(scene.places, { id = "dice", kind = "tray", title = "Rolled", rank = 2 })
    if state.die > 0 then put("die", "dice", 0, "d" .. state.die) end
    table.insert(scene.places, {
      id = "deck",
      kind = "pile",
      title = "Deck",
      count = math.max(0, #deck - state.sold - 2),
      rank = 4,
    })
    if state.sold + 2 < #deck then put("next", "deck", 0, null) end
    table.insert(
      scene.places,
      { id = "rounds", kind = "counter", title = "Round", value = state.round, of = 12, rank = 3 }
    )
    for each, cards in ipairs(state.hands) do
      local mine = each == seat
      table.insert(scene.places, {
        id = "hand" .. each,
        kind = "hand",
        owner = each - 1,
        rank = mine and 1 or 3,
      })
      for i, card in ipairs(cards) do
        put(card, "hand" .. each, i - 1, card)
      end
      if mine and each == state.turn and state.die > 0 and not state.over then
        local to = math.min(home, state.at[each] + state.die)
        scene.moves[1] = {
          id = "step " .. state.die,
          touches = { "l" .. each, "path:0," .. to - 1 },
        }
        local first = market(state)[1]
        if first and length_of(first) <= state.oil[each] then
          table.insert(scene.moves, { id = "buy " .. first, short = "buy", touches = { first } })
        end
        for _, card in ipairs(cards) do
          table.insert(scene.moves, { id = "play " .. card, touches = { card } })
        end
      end
    end
    return scene
  end,

  draw = function(state, _, _, names)
    local lines = "Round " .. state.round .. " of 12\n"
    for seat, at in ipairs(state.at) do
      lines = lines
        .. string.format("%s at %d, %d oil", names[seat] or seat, at, state.oil[seat])
        .. (#state.hands[seat] > 0 and ", cards " .. table.concat(state.hands[seat], " ") or "")
        .. "\n"
    end
    return lines .. (state.die > 0 and "Rolled " .. state.die .. "\n" or "")
  end,
}
