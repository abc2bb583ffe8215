-- Monty Hall: a car is behind one of three doors, and the host knows where; the guest picks a door,
-- and may switch.
-- Shows: cards that one seat alone sees, a move that may turn out to be a mistake, several rounds,
-- a silent seat.

local host, guest = 1, 2
-- The slots of the doors, and the faces: 0 is the car, the others are goats.
local doors = { 0, 1, 2 }
local names_of_doors = { "door 1", "door 2", "door 3" }

local function begin_round(state)
  if state.round == state.rounds then
    state.phase = "over"
  else
    state.round, state.phase, state.dealt = state.round + 1, "shuffle", 0
    state.picked, state.opened, state.final, state.faces =
      null, null, null, { null, null, null }
  end
  return state
end

-- The guest can win two rounds of three, so a round that the host wins is worth twice as much.
local function end_round(state, winner)
  state.points[winner] = state.points[winner] + (winner == host and 2 or 1)
  state.last = { round = state.round, winner = winner, switched = state.final ~= state.picked }
  return begin_round(state)
end

local function doors_to_show(state)
  local wants = {}
  for door = 1, 3 do
    local shows = state.phase == "end" or state.phase == "open" and door == state.opened
    if shows and state.faces[door] == null then
      table.insert(wants, { type = "show", slot = door - 1 })
    end
  end
  return wants
end

local function on_shown(state, door, face)
  for _, seen in ipairs(state.faces) do
    assert(seen ~= face and face < 3, "this card cannot be there")
  end
  state.faces[door] = face
  -- The host may open the car's door.
  if state.phase == "open" then state.phase = face == 0 and "end" or "choose" end
  if #doors_to_show(state) > 0 then return state end
  if state.phase == "choose" then return state end
  local wins = state.opened ~= null and state.faces[state.opened] == 0
    or state.faces[state.final] == 0
  return end_round(state, wins and guest or host)
end

local function on_move(state, move)
  local door = type(move) == "string" and tonumber(move:sub(6)) or 1
  if state.phase == "pick" then
    state.picked, state.final, state.phase = door, door, "open"
  elseif state.phase == "open" then
    state.opened = door
  else
    if move == "switch" then state.final = 6 - state.picked - state.opened end
    state.phase = "end"
  end
  return state
end

-- The doors as a seat sees them: the host knows what is behind each.
local function faces_for(state, seat, known)
  local faces = {}
  for door = 1, 3 do
    local own = seat == host and door <= state.dealt and known.faces[tostring(door - 1)]
    faces[door] = own or state.faces[door]
  end
  return faces
end

local function view(state, seat, known)
  local seen = {
    heading = { round = state.round },
    round = state.round,
    points = state.points,
    phase = state.phase,
    picked = state.picked,
    doors = {},
    opened = state.opened,
    final = state.final,
    last = state.last,
  }
  for door, face in ipairs(faces_for(state, seat, known)) do
    seen.doors[door] = face == null and "_" or face == 0 and "C" or "G" .. face
  end
  return seen
end

-- What stands below a door: its name, whose it is, and what this seat knows to be behind it.
local function title_of(state, door, face)
  local whose = door == state.final and ", the guest's" or door == state.opened and ", open" or ""
  local behind = face == null and "" or face == 0 and ": car" or ": goat"
  return "Door " .. door .. whose .. behind
end

-- The table for a page: three doors that are touched, the points, and the round.
local function scene(state, seat, known)
  local seats, places, things, moves = {}, {}, {}, {}
  local function id(door) return "c" .. door - 1 .. "." .. state.round - 1 end
  for each, points in ipairs(state.points) do
    seats[each] = { number = points, unit = "points", tag = each == host and "host" or "guest" }
  end
  for door, face in ipairs(faces_for(state, seat, known)) do
    local place = "door" .. door
    table.insert(
      places,
      { id = place, kind = "pile", rank = 1, title = title_of(state, door, face) }
    )
    local shown = face == null and null or face == 0 and "car" or "goat"
    table.insert(things, { id(door), place, 0, shown })
    if state.phase == "pick" or state.phase == "open" and door ~= state.picked then
      table.insert(moves, { id = names_of_doors[door], touches = { id(door) } })
    elseif state.phase == "choose" and door ~= state.opened then
      local stays = door == state.picked
      table.insert(moves, { id = stays and "stay" or "switch", touches = { id(door) } })
    end
  end
  table.insert(places, {
    id = "round",
    kind = "counter",
    rank = 3,
    title = "Round",
    value = state.round,
    of = state.rounds,
  })
  return {
    seats = seats,
    faces = {
      car = { shape = "card", colour = "yellow", mark = "star", name = "car" },
      goat = { shape = "card", colour = "grey", mark = "cross", name = "goat" },
    },
    places = places,
    things = things,
    moves = moves,
  }
end

return {
  name = "monty-hall",
  version = "2",
  about = "The host hides a car behind one of three doors; the guest picks one, and may switch.",
  roles = { "Host", "Guest" },
  hidden = true,
  chance = true,
  secrets = { dealt_to = "one", shuffled_by = "all" },
  shelf = "cards",
  bounds = { -200, 200 },
  params = { { name = "rounds", about = "how many are played", value = 6, min = 1, max = 100 } },
  hint = {
    grid = {
      rows = 1,
      columns = 3,
      cells = "/doors",
      names = names_of_doors,
      glyphs = { _ = null, C = "C", G1 = "G", G2 = "G" },
    },
    moves = { order = { "stay", "switch" }, keys = { s = "switch" } },
  },
  rules = [[
A car is behind one of three doors, and goats are behind the other two. Both
players shuffle them, and the host alone looks behind the doors. The guest
picks a door. The host then opens another one, and shows a goat there. Now the
guest may stay with the first door, or switch to the last one. Then all doors
are opened.

The guest gets 1 point for finding the car; else the host gets 2. A host who
opens the door of the car has lost the round. The result after the agreed
number of rounds is the difference of the points.

A guest who misses a move picks door 1, or stays. A host who does not open a
door has lost the round. If a door can never be opened because of one of the
two, that player has lost the round. A player who leaves has lost the match.]],

  start = function(params)
    return begin_round({ round = 0, rounds = params.rounds, points = { 0, 0 }, last = null })
  end,

  wants = function(state)
    if state.phase == "over" then return {} end
    if state.phase == "shuffle" then
      return { { type = "shuffle", slots = doors, faces = doors } }
    end
    if state.phase == "deal" then
      local wants = {}
      for door = state.dealt + 1, 3 do
        table.insert(wants, { type = "deal", slot = door - 1, to = host })
      end
      return wants
    end
    local shows = doors_to_show(state)
    return #shows > 0 and shows
      or { { type = "move", seats = { state.phase == "open" and host or guest } } }
  end,

  legal = function(state)
    if state.phase == "choose" then return { "stay", "switch" } end
    local moves = {}
    for door, name in ipairs(names_of_doors) do
      if state.phase == "pick" or door ~= state.picked then table.insert(moves, name) end
    end
    return moves
  end,

  label = function(state, _, move)
    if state.phase == "choose" then
      local door = move == "stay" and state.picked or 6 - state.picked - state.opened
      return (move == "stay" and "stay with " or "switch to ") .. names_of_doors[door]
    end
    return (state.phase == "pick" and "pick " or "open ") .. move
  end,

  after = function(state, event)
    if event.type == "shuffled" then
      state.phase = "deal"
    elseif event.type == "dealt" then
      state.dealt = state.dealt + 1
      if state.dealt == 3 then state.phase = "pick" end
    elseif event.type == "shown" then
      return on_shown(state, event.slot + 1, event.face)
    elseif event.type == "moved" then
      return on_move(state, event.move)
    elseif event.type == "absent" then
      return event.seat == host and end_round(state, guest) or on_move(state)
    elseif #event.by == 2 then
      state.phase = "over"
    else
      return end_round(state, 3 - event.by[1])
    end
    return state
  end,

  -- A seat that leaves gives up this round and all that are not played, and has lost whatever it
  -- had.
  without = function(state, event)
    local other, rounds = 3 - event.seat, state.rounds - state.round + 1
    local won = state.points[other] + rounds * (other == host and 2 or 1)
    state.points[other], state.phase = math.max(won, state.points[event.seat] + 1), "over"
    return state
  end,

  result = function(state)
    local ahead = state.points[host] - state.points[guest]
    return state.phase == "over" and { ahead, -ahead } or nil
  end,

  scores = function(state) return state.points end,

  foresees = function(state)
    local goes_on = state.round < state.rounds
      and state.phase ~= "shuffle"
      and state.phase ~= "over"
    return goes_on and { slots = doors, faces = doors } or nil
  end,

  laws = function(state)
    local most = state.points[host] // 2 + state.points[guest]
    assert(
      most == state.round or most == state.round - 1 or state.phase == "over",
      "each round has one winner"
    )
    assert(
      state.opened == null or state.opened ~= state.picked,
      "the host opens another door than the guest's"
    )
  end,

  bot = function(state, seat, known)
    if seat == guest then
      return state.phase == "choose" and "switch" or names_of_doors[state.round % 3 + 1]
    end
    for door, name in ipairs(names_of_doors) do
      if door ~= state.picked and known.faces[tostring(door - 1)] ~= 0 then return name end
    end
  end,

  news = function(before, event, after, names)
    local last = after.last
    if
      event.type == "dealt"
      or last == null
      or before.last ~= null and before.last.round == last.round
    then
      return ""
    end
    local finds = last.winner == guest and " the car, and 1 point."
      or " a goat: 2 points for the host."
    return "Round "
      .. last.round
      .. ": "
      .. (names[guest] or "Guest")
      .. (names[guest] == "You" and " get" or " gets")
      .. finds
  end,

  view = view,
  scene = scene,

  draw = function(state, seat, known, names)
    local lines = string.format(
      "Round %d of %d: %s %d, %s %d\n",
      state.round,
      state.rounds,
      names[host] or "Host",
      state.points[host],
      names[guest] or "Guest",
      state.points[guest]
    )
    for door, face in ipairs(faces_for(state, seat, known)) do
      local behind = face == null and "?" or face == 0 and "car" or "goat"
      local mark = door == state.final and "  the guest's"
        or door == state.opened and "  open"
        or ""
      lines = lines .. "  " .. names_of_doors[door] .. "  " .. behind .. mark .. "\n"
    end
    return lines
  end,
}
