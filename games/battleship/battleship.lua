-- Battleship: two hidden fleets, shots, and answers that are checked at the end.
-- Shows: packs that one seat shuffles alone, moves made together, answers about hidden cards, an
-- obvious move.

local size, cells = 8, 64
local lengths, ship_cells = { 4, 3, 3, 2 }, 12
local pack, kept = 128, 8 -- the cards of a pack; those that make one fleet
local missed_most = 3 -- shots that a seat may miss before it loses
local numbers = {}
for card = 0, pack - 1 do
  numbers[card + 1] = card
end

local function slots_of(seat)
  local slots = {}
  for card = 0, pack - 1 do
    slots[card + 1] = (seat - 1) * pack + card
  end
  return slots
end

local function name_of(cell)
  return ("abcdefgh"):sub(cell % size + 1, cell % size + 1) .. cell // size + 1
end

local function win_for(seat) return { seat == 1 and 1 or -1, seat == 2 and 1 or -1 } end

-- The cells of a ship that a card places: from a cell to the right or down, moved back until it is
-- on the board.
local function cells_of(card, length)
  local row, column, down, list = card // 2 // size, card // 2 % size, card % 2 == 1, {}
  if down then
    row = math.min(row, size - length)
  else
    column = math.min(column, size - length)
  end
  for k = 0, length - 1 do
    list[k + 1] = (row + (down and k or 0)) * size + column + (down and 0 or k)
  end
  return list
end

-- The ships that cards place, each on the next card on which it lies over no other; after the last
-- card, on the numbers of cards from the ninth after it on. Returns for each cell with a ship the
-- number of the ship.
local function fleet_of(cards)
  local fleet, at = {}, 0
  for ship, length in ipairs(lengths) do
    local free
    repeat
      at, free = at + 1, true
      local place = cells_of(cards[at] or (cards[#cards] + at) % pack, length)
      for _, cell in ipairs(place) do
        free = free and not fleet[cell]
      end
      if free then
        for _, cell in ipairs(place) do
          fleet[cell] = ship
        end
      end
    until free
  end
  return fleet
end

-- The true answer to a shot, after the shots before it.
local function truth(fleet, shots, number, cell)
  local ship, left = fleet[cell], 0
  if not ship then return "miss" end
  for i = 1, number do
    if fleet[shots[i].cell] == ship then left = left + 1 end
  end
  return left + 1 == lengths[ship] and "sunk " .. lengths[ship] or "hit"
end

-- The slots of the fleet that a seat chose, or of one of the two that it may choose.
local function fleet_slots(state, seat, fleet)
  local slots, first = {}, (seat - 1) * pack + ((fleet or state.chosen[seat]) - 1) * kept
  for i = 1, kept do
    slots[i] = first + i - 1
  end
  return slots
end

-- The cards of a fleet, as far as they are known: all of them, or nothing.
local function cards_in(state, slots, known)
  local cards = {}
  for i, slot in ipairs(slots) do
    cards[i] = state.shown[tostring(slot)] or known and known.faces[tostring(slot)]
    if not cards[i] then return nil end
  end
  return cards
end

local function hits_on(state, seat)
  local hits = 0
  for _, shot in ipairs(state.shots[seat]) do
    if shot.answer ~= "miss" then hits = hits + 1 end
  end
  return hits
end

local function is_done(state)
  for seat = 1, 2 do
    if
      hits_on(state, seat) == ship_cells or #state.shots[seat] == cells and state.cell == null
    then
      return true
    end
  end
  return false
end

-- The first false answer of a seat, once its fleet is open; nil: all were true.
local function false_answer(state, seat)
  local fleet = fleet_of(cards_in(state, fleet_slots(state, seat)))
  for i, shot in ipairs(state.shots[seat]) do
    if shot.answer ~= truth(fleet, state.shots[seat], i - 1, shot.cell) then return i end
  end
end

local function settle(state)
  state.lies = { false_answer(state, 1) or 0, false_answer(state, 2) or 0 }
  if state.lies[1] > 0 and state.lies[2] > 0 then
    state.settled = { 0, 0 }
  elseif state.lies[1] > 0 then
    state.settled = win_for(2)
  elseif state.lies[2] > 0 then
    state.settled = win_for(1)
  else
    state.settled = win_for(hits_on(state, 1) == ship_cells and 2 or 1)
  end
end

local function answer(state, seat, said)
  table.insert(state.shots[seat], { cell = state.cell, answer = said })
  state.cell, state.turn = null, seat
end

-- What everybody or the owner sees of a seat's sea, a character for each cell.
local function sea(state, seat, known)
  local fleet, view = nil, {}
  if state.chosen[seat] ~= null then
    local cards = cards_in(state, fleet_slots(state, seat), known)
    fleet = cards and fleet_of(cards)
  end
  for cell = 0, cells - 1 do
    view[cell + 1] = fleet and fleet[cell] and "S" or "."
  end
  for _, shot in ipairs(state.shots[seat]) do
    view[shot.cell + 1] = ({ miss = "o", hit = "x" })[shot.answer] or "#"
  end
  return view
end

local function shots_left(state, seat)
  local fired, left = {}, {}
  for _, shot in ipairs(state.shots[3 - seat]) do
    fired[shot.cell] = true
  end
  for cell = 0, cells - 1 do
    if not fired[cell] then table.insert(left, cell) end
  end
  return left
end

local function true_answer(state, seat, known)
  local cards = cards_in(state, fleet_slots(state, seat), known)
  return cards and truth(fleet_of(cards), state.shots[seat], #state.shots[seat], state.cell)
end

local sunk_lengths = { ["sunk 2"] = 2, ["sunk 3"] = 3, ["sunk 4"] = 4 }

-- The lengths of the ships of a seat that are afloat, by its answers.
local function afloat(state, seat)
  local sunk, list = {}, {}
  for _, shot in ipairs(state.shots[seat]) do
    local length = sunk_lengths[shot.answer]
    if length then sunk[length] = (sunk[length] or 0) + 1 end
  end
  for _, length in ipairs(lengths) do
    if (sunk[length] or 0) > 0 then
      sunk[length] = sunk[length] - 1
    else
      table.insert(list, length)
    end
  end
  return list
end

local said_of_shots = { "hit", "miss", "sunk 2", "sunk 3", "sunk 4" }
local answers = { miss = "water", hit = "hit" }

-- The cell as a board of the scene has it: "row,column".
local function place_of(cell) return cell // size .. "," .. cell % size end

-- Lays a fleet on a board; a ship is sunk if all its cells were hit. Returns the ships' ids.
local function lay_fleet(things, board, fleet, shots)
  local ids, hit = {}, {}
  for _, shot in ipairs(shots) do
    local ship = fleet[shot.cell]
    if ship then hit[ship] = (hit[ship] or 0) + 1 end
  end
  for ship, length in ipairs(lengths) do
    local first, last
    for cell = 0, cells - 1 do
      if fleet[cell] == ship then
        first, last = first or cell, cell
      end
    end
    local down = last - first >= size
    table.insert(ids, board .. ship)
    table.insert(things, {
      board .. ship,
      board,
      place_of(first),
      "ship",
      {
        span = { down and length or 1, down and 1 or length },
        marks = hit[ship] == length and { "sunk" } or {},
      },
    })
  end
  return ids
end

-- A sea as a place of the scene, with what is seen of it.
local function lay_sea(state, things, place, owner, known)
  local shots, marks = state.shots[owner], {}
  local cards = state.chosen[owner] ~= null
    and cards_in(state, fleet_slots(state, owner), known)
  if cards then lay_fleet(things, place.id, fleet_of(cards), shots) end
  for i, shot in ipairs(shots) do
    local at = place_of(shot.cell)
    table.insert(
      things,
      { "s" .. owner .. "-" .. shot.cell, place.id, at, answers[shot.answer] or "sunk" }
    )
    if i == #shots then marks[at] = "last" end
  end
  if state.cell ~= null and state.turn ~= owner then marks[place_of(state.cell)] = "aim" end
  place.marks = marks
  return place
end

local function new_sea(id, title, rank)
  return {
    id = id,
    kind = "board",
    cells = "squares",
    ground = "water",
    rows = size,
    columns = size,
    edge = {
      { "1", "2", "3", "4", "5", "6", "7", "8" },
      { "a", "b", "c", "d", "e", "f", "g", "h" },
    },
    title = title,
    rank = rank,
  }
end

-- The title of a sea, with the lengths of the ships that are afloat.
local function title_of(state, owner, whose)
  local ships = afloat(state, owner)
  if #ships == 0 then return whose end
  return whose .. ": " .. table.concat(ships, ", ") .. " afloat"
end

-- The two fleets of which a seat chooses one.
local function lay_choice(state, seat, known, things, moves)
  local places = {}
  for fleet, id in ipairs({ "first", "second" }) do
    local cards = cards_in(state, fleet_slots(state, seat, fleet), known)
    local ids = cards and lay_fleet(things, id, fleet_of(cards), {}) or {}
    places[fleet] = new_sea(id, fleet == 1 and "First fleet" or "Second fleet", 1)
    if #ids > 0 then table.insert(moves, { id = id, touches = { table.concat(ids, "|") } }) end
  end
  return places
end

-- What a seat is asked; nil while it is not.
local function question(state, seat, known, names)
  if state.settled or is_done(state) then return nil end
  if state.chosen[seat] == null then
    local dealt = cards_in(state, fleet_slots(state, seat, 1), known)
    return dealt and "Choose your fleet" or nil
  end
  if state.chosen[3 - seat] == null then return nil end
  if state.cell == null then return state.turn == seat and "Shoot at a cell" or nil end
  if state.turn == seat then return nil end
  local who = names[state.turn] or "The other"
  return who .. " shoots at " .. name_of(state.cell) .. ": what is it?"
end

-- The table as data: the sea at which this seat shoots, and its own fleet.
local function scene(state, seat, known, names)
  local me, seats, things, moves, places = seat or 1, {}, {}, {}, nil
  for each = 1, 2 do
    local sunk = #lengths - #afloat(state, 3 - each)
    seats[each] = {
      number = hits_on(state, 3 - each),
      of = ship_cells,
      unit = "hits",
      tag = sunk > 0 and sunk .. " sunk" or nil,
    }
  end
  if seat and state.chosen[seat] == null then
    places = lay_choice(state, seat, known, things, moves)
  else
    local whose = seat and "Your fleet" or names[me] or "First fleet"
    local theirs = new_sea("theirs", title_of(state, 3 - me, names[3 - me] or "Their sea"), 1)
    local own = new_sea("own", title_of(state, me, whose), seat and 2 or 1)
    places = {
      lay_sea(state, things, theirs, 3 - me),
      lay_sea(state, things, own, me, seat and known),
    }
    if not seat then places = { places[2], places[1] } end
  end
  local shoots = seat and #places > 0 and places[1].id == "theirs" and state.turn == seat
  for _, cell in ipairs(shoots and state.cell == null and shots_left(state, seat) or {}) do
    table.insert(moves, { id = tostring(cell), touches = { "theirs:" .. place_of(cell) } })
  end
  return {
    ask = seat and question(state, seat, known, names) or nil,
    seats = seats,
    faces = {
      ship = { shape = "bar", name = "ship" },
      water = { shape = "peg", mark = "dot", name = "water" },
      hit = { shape = "peg", mark = "cross", colour = "red", name = "hit" },
      sunk = { shape = "peg", mark = "skull", colour = "red", name = "sunk" },
    },
    places = places,
    things = things,
    moves = moves,
  }
end

return {
  name = "battleship",
  version = "2",
  about = "Find and sink the other side's hidden fleet.",
  hidden = true,
  chance = true,
  simultaneous = true,
  secrets = { dealt_to = "one", shuffled_by = "named", answers = true },
  rules = [[
Each player has a sea of 8 by 8 cells with a fleet that nobody else sees: ships
of four, three, three and two cells, in a line, none over another. The program
of each player shuffles a pack of its own and draws two fleets from it; the
player chooses one of these. Nobody else sees the cards, and nobody can change
them later.

A card names a cell and a direction, to the right or down. The ships are laid
from the longest on, each by the next card: a ship that would leave the sea is
moved back, and a card whose ship would lie over another is passed over. If the
eight cards of a fleet do not suffice, the numbers of further cards follow from
the last one.

In turns each player shoots at a cell. The other answers: miss, hit, or sunk
with the length of the ship if it was the last cell of one. Your program gives
the true answer for you.
The first player who has hit all twelve cells of the other's ships wins.

Then the cards of both fleets are shown, and all answers are checked. A player
who gave a false answer loses; if both did, nobody wins. If you miss three shots
or an answer, leave, or do not let a card be shown, you lose the match.]],
  hint = {
    grid = {
      rows = 17,
      columns = 8,
      cells = "/seas",
      move = "index",
      glyphs = { ["."] = null, [" "] = null, S = "S", o = "ring", x = "cross", ["#"] = "#" },
    },
    moves = { order = { "first", "second", "miss", "hit", "sunk 2", "sunk 3", "sunk 4" } },
  },

  start = function()
    return {
      shuffled = 0,
      dealt = 0,
      chosen = { null, null },
      shots = { {}, {} },
      cell = null,
      turn = 1,
      missed = { 0, 0 },
      shown = { none = 0 },
    }
  end,

  wants = function(state)
    if state.settled then return {} end
    local wants = {}
    for seat = state.shuffled + 1, 2 do
      table.insert(
        wants,
        { type = "shuffle", slots = slots_of(seat), faces = numbers, by = { seat } }
      )
    end
    for i = state.dealt, 4 * kept - 1 do
      table.insert(wants, {
        type = "deal",
        slot = i // (2 * kept) * pack + i % (2 * kept),
        to = i // (2 * kept) + 1,
      })
    end
    if #wants > 0 then return wants end
    local choosing = {}
    for seat = 1, 2 do
      if state.chosen[seat] == null then table.insert(choosing, seat) end
    end
    if #choosing > 0 then return { { type = "move", seats = choosing } } end
    if not is_done(state) then
      return {
        { type = "move", seats = { state.cell == null and state.turn or 3 - state.turn } },
      }
    end
    for seat = 1, 2 do
      for _, slot in ipairs(fleet_slots(state, seat)) do
        if not state.shown[tostring(slot)] then
          table.insert(wants, { type = "show", slot = slot })
        end
      end
    end
    return wants
  end,

  legal = function(state, seat)
    if state.chosen[seat] == null then return { "first", "second" } end
    if state.cell ~= null then return said_of_shots end
    return shots_left(state, seat)
  end,

  label = function(state, _, chosen)
    if type(chosen) == "number" then return "shoot at " .. name_of(chosen) end
    return state.cell == null and chosen .. " fleet" or chosen
  end,

  facts = function(_, _, chosen) return { main = type(chosen) == "number" } end,

  after = function(state, event)
    if event.type == "shuffled" then
      state.shuffled = state.shuffled + 1
    elseif event.type == "dealt" then
      state.dealt = state.dealt + 1
    elseif event.type == "moved_together" then
      for _, one in ipairs(event.moves) do
        state.chosen[one.seat] = one.move == "first" and 1 or 2
      end
    elseif event.type == "moved" and type(event.move) == "number" then
      state.cell = event.move
    elseif event.type == "moved" and state.cell ~= null then
      answer(state, event.seat, event.move)
    elseif event.type == "moved" then
      state.chosen[event.seat] = event.move == "first" and 1 or 2
    elseif event.type == "absent" and state.chosen[event.seat] == null then
      state.chosen[event.seat] = 1
    elseif event.type == "absent" then
      state.missed[event.seat] = state.missed[event.seat]
        + (state.cell == null and 1 or missed_most)
      state.turn = 3 - state.turn
      if state.missed[event.seat] >= missed_most then
        state.settled = win_for(3 - event.seat)
      end
    elseif event.type == "shown" then
      local first = event.slot // pack * pack
      assert(event.face < pack, "there is no such card")
      for slot = first, first + pack - 1 do
        assert(state.shown[tostring(slot)] ~= event.face, "this card lies elsewhere")
      end
      state.shown[tostring(event.slot)] = event.face
      for seat = 1, 2 do
        if not cards_in(state, fleet_slots(state, seat)) then return state end
      end
      settle(state)
    else
      state.settled = #event.by == 2 and { 0, 0 } or win_for(3 - event.by[1])
    end
    return state
  end,

  result = function(state) return state.settled end,

  laws = function(state)
    for seat = 1, 2 do
      local fired = {}
      for _, shot in ipairs(state.shots[seat]) do
        assert(not fired[shot.cell], "a cell was shot at twice")
        fired[shot.cell] = true
      end
      assert(hits_on(state, seat) <= ship_cells, "more hits than cells of ships")
      local cards = state.chosen[seat] ~= null and cards_in(state, fleet_slots(state, seat))
      local sum = 0
      for _ in pairs(cards and fleet_of(cards) or {}) do
        sum = sum + 1
      end
      assert(not cards or sum == ship_cells, "ships overlap")
    end
    assert(
      math.abs(#state.shots[1] - #state.shots[2]) <= 1 + state.missed[1] + state.missed[2],
      "turns"
    )
  end,

  obvious = function(state, seat, known)
    if state.chosen[seat] ~= null and state.cell ~= null then
      return true_answer(state, seat, known)
    end
  end,

  -- Shoots beside a hit, else at every other cell.
  bot = function(state, seat, known)
    if state.chosen[seat] == null then return "first" end
    if state.cell ~= null then return true_answer(state, seat, known) end
    local view, left, near, apart = sea(state, 3 - seat), shots_left(state, seat), nil, {}
    for _, cell in ipairs(left) do
      local row, column = cell // size, cell % size
      for _, step in ipairs({ { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } }) do
        local r, c = row + step[1], column + step[2]
        if r >= 0 and r < size and c >= 0 and c < size and view[r * size + c + 1] == "x" then
          near = near or cell
        end
      end
      if (row + column) % 2 == seat - 1 then table.insert(apart, cell) end
    end
    if #apart == 0 then apart = left end
    return near or apart[(#left * 29 + 7 * seat) % #apart + 1]
  end,

  news = function(state, event, after, names)
    if event.type == "void" and after.settled and not state.settled then
      local who = names[event.by[1]] or "Seat " .. event.by[1]
      return (#event.by == 2 and "Both" or who) .. " did not let cards be seen"
    end
    if event.type ~= "shown" or not after.settled then return "" end
    local line = ""
    for seat = 1, 2 do
      if after.lies[seat] > 0 then
        line = line
          .. (names[seat] or "Seat " .. seat)
          .. " gave a false answer about "
          .. name_of(after.shots[seat][after.lies[seat]].cell)
          .. ". "
      end
    end
    return line == "" and "All answers were true" or line
  end,

  view = function(state, seat, known)
    local is_seat = type(seat) == "number"
    local me = is_seat and seat or 2
    local top, below = sea(state, 3 - me), sea(state, me, is_seat and known)
    state.seas = top
    state.afloat = { afloat(state, 1), afloat(state, 2) }
    for _ = 1, size do
      table.insert(state.seas, " ")
    end
    for _, cell in ipairs(below) do
      table.insert(state.seas, cell)
    end
    if not is_seat then return state end
    state.own = {}
    for i = 0, 2 * kept - 1 do
      state.own[i + 1] = known.faces[tostring((seat - 1) * pack + i)] or null
    end
    return state
  end,

  scene = scene,

  draw = function(state, seat, known, names)
    local is_seat, lines = type(seat) == "number", {}
    local me = is_seat and seat or 1
    local mine = { sea(state, me, is_seat and known) }
    if is_seat and state.chosen[seat] == null then
      for fleet = 1, 2 do
        local cards = cards_in(state, fleet_slots(state, seat, fleet), known)
        mine[fleet] = {}
        for cell = 0, cells - 1 do
          mine[fleet][cell + 1] = cards and fleet_of(cards)[cell] and "S" or "."
        end
      end
    end
    local titles = { names[me] or me, "second fleet" }
    if #mine == 1 then
      mine[2], titles[2] = sea(state, 3 - me), names[3 - me] or 3 - me
    end
    lines[1] = string.format("   %-18s   %s", titles[1], titles[2])
    lines[2] = "   a b c d e f g h      a b c d e f g h"
    for row = 0, size - 1 do
      local line = row + 1 .. "  "
      for board = 1, 2 do
        for column = 1, size do
          line = line .. mine[board][row * size + column] .. " "
        end
        if board == 1 then line = line .. "  " .. row + 1 .. "  " end
      end
      lines[row + 3] = line
    end
    if #mine == 2 and not (is_seat and state.chosen[seat] == null) then
      for each, owner in ipairs({ me, 3 - me }) do
        table.insert(lines, title_of(state, owner, tostring(titles[each])))
      end
    end
    if state.cell ~= null then table.insert(lines, "A shot at " .. name_of(state.cell)) end
    return table.concat(lines, "\n") .. "\n"
  end,
}
