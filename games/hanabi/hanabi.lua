-- Hanabi: build five fireworks together, though everybody sees all cards but his or her own.
-- Shows: a card that all seats see but its holder, a game that is won or lost together, answers
-- about hidden cards.

local colours = { "red", "yellow", "green", "blue", "white" }
local ranks_of_colour = { 1, 1, 1, 2, 2, 3, 3, 4, 4, 5 }
local clues_most, fuses_most, deck = 8, 3, {}
for slot = 0, 49 do
  deck[slot + 1] = slot
end

local function colour_of(face) return face // 10 + 1 end
local function rank_of(face) return ranks_of_colour[face % 10 + 1] end

local function name_of(face)
  return ("RYGBW"):sub(colour_of(face), colour_of(face)) .. rank_of(face)
end

local function matches(face, about)
  return about == colours[colour_of(face)] or about == rank_of(face)
end

local function face_at(state, slot)
  return state.faces[slot + 1] ~= null and state.faces[slot + 1] or nil
end

local function points(state)
  local sum = 0
  for _, height in ipairs(state.stacks) do
    sum = sum + height
  end
  return state.fuses > 0 and sum or 0
end

-- Ends the match; a seat that is out gets nothing.
local function settle(state, each)
  state.settled = {}
  for seat, is_out in ipairs(state.out) do
    state.settled[seat] = is_out and 0 or each
  end
end

local function in_play(state)
  local seats = {}
  for seat, is_out in ipairs(state.out) do
    table.insert(seats, not is_out and seat or nil)
  end
  return seats
end

local function hidden(state)
  local slots = {}
  for _, seat in ipairs(in_play(state)) do
    for _, slot in ipairs(state.hands[seat]) do
      table.insert(slots, not face_at(state, slot) and slot or nil)
    end
  end
  return slots
end

-- Whether every clue is true of the cards that are open.
local function clues_hold(state)
  for _, clue in ipairs(state.told) do
    local touched = {}
    for _, slot in ipairs(clue.cards) do
      touched[slot] = true
    end
    for _, slot in ipairs(clue.hand) do
      local face = face_at(state, slot)
      if face and matches(face, clue.about) ~= (touched[slot] or false) then return false end
    end
  end
  return true
end

-- Returns the points of a match that cannot be played to its end because of the seats in `by`:
-- none, if a clue of theirs is about a card that is not open, if a clue is seen to be false, or if
-- the card that is played now may cost the last fuse.
local function broken_off(state, by)
  local silent = {}
  for _, seat in ipairs(by) do
    silent[seat] = true
  end
  for _, clue in ipairs(state.told) do
    for _, slot in ipairs(silent[clue.by] and clue.hand or {}) do
      if not face_at(state, slot) then return 0 end
    end
  end
  local at_risk = state.shows ~= null and state.shows.plays and state.fuses == 1
  return not at_risk and clues_hold(state) and points(state) or 0
end

-- Counts the points once the match is over and all cards are open.
local function finish(state)
  local open = state.ends and not state.settled and #state.owed == 0 and #hidden(state) == 0
  if open then settle(state, clues_hold(state) and points(state) or 0) end
  return state
end

local function next_turn(state)
  state.clue, state.shows, state.left =
    null, null, state.left ~= null and state.left - 1 or null
  if state.fuses == 0 or state.left == 0 or points(state) == 25 then state.ends = true end
  repeat
    state.turn = state.turn % #state.hands + 1
  until not state.out[state.turn]
end

local function draw_card(state, seat)
  if state.next == 50 or state.out[seat] then return end
  table.insert(state.owed, { slot = state.next, seat = seat })
  state.next = state.next + 1
  if state.next == 50 then state.left = #in_play(state) + 1 end -- one turn each after this one
end

local function missed(state)
  if state.clues > 0 then
    state.clues = state.clues - 1
  else
    state.fuses = state.fuses - 1
  end
  next_turn(state)
end

local function move(state, seat, chosen)
  if chosen.cards then
    local hand = { table.unpack(state.hands[state.clue.seat]) }
    table.insert(state.told, {
      by = state.turn,
      seat = state.clue.seat,
      about = state.clue.about,
      cards = chosen.cards,
      hand = hand,
    })
    state.clues = state.clues - 1
    next_turn(state)
  elseif chosen.about then
    state.clue = chosen
  else
    state.shows = { slot = chosen.play or chosen.discard, plays = chosen.play ~= nil }
  end
end

-- The card that the seat plays or discards is open now.
local function shown(state, face)
  local seat, colour, slot = state.turn, colour_of(face), state.shows.slot
  for i = #state.hands[seat], 1, -1 do
    if state.hands[seat][i] == slot then table.remove(state.hands[seat], i) end
  end
  if state.shows.plays and rank_of(face) == state.stacks[colour] + 1 then
    state.stacks[colour] = rank_of(face)
    state.clues = math.min(clues_most, state.clues + (rank_of(face) == 5 and 1 or 0))
  else
    if state.shows.plays then
      state.fuses = state.fuses - 1
    else
      state.clues = state.clues + 1
    end
    table.insert(state.discards, face)
  end
  draw_card(state, seat)
  next_turn(state)
end

local function legal(state, seat)
  local moves = {}
  if state.clue ~= null then -- each set of cards of the hand that the clue is about
    moves[1] = { cards = {} }
    for _, slot in ipairs(state.hands[state.clue.seat]) do
      for i = 1, #moves do
        table.insert(moves, { cards = { table.unpack(moves[i].cards) } })
        table.insert(moves[#moves].cards, slot)
      end
    end
    return moves
  end
  for _, slot in ipairs(state.hands[seat]) do
    table.insert(moves, { play = slot })
    table.insert(moves, state.clues < clues_most and { discard = slot } or nil)
  end
  for _, other in ipairs(state.clues > 0 and in_play(state) or {}) do
    for i = 1, other ~= seat and #state.hands[other] > 0 and 5 or 0 do
      table.insert(moves, { seat = other, about = colours[i] })
      table.insert(moves, { seat = other, about = i })
    end
  end
  return #moves > 0 and moves or { "pass" }
end

-- What clues say of a card: which ranks and colours it may have, as tables of true, and whether a
-- clue touched it.
local function notes_on(state, slot)
  local notes = {
    colours = { true, true, true, true, true },
    ranks = { true, true, true, true, true },
    touched = false,
  }
  for _, clue in ipairs(state.told) do
    local is_in, touched = false, false
    for _, other in ipairs(clue.hand) do
      is_in = is_in or other == slot
    end
    for _, other in ipairs(clue.cards) do
      touched = touched or other == slot
    end
    for i = 1, is_in and 5 or 0 do
      if type(clue.about) == "number" then
        notes.ranks[i] = notes.ranks[i] and (clue.about == i) == touched
      else
        notes.colours[i] = notes.colours[i] and (clue.about == colours[i]) == touched
      end
    end
    notes.touched = notes.touched or touched
  end
  return notes
end

-- "R3", "R?", "?3" or "??" for a card as its holder knows it by clues.
local function noted(state, slot)
  local notes, colour, rank, several = notes_on(state, slot), "?", "?", { 0, 0 }
  for i = 1, 5 do
    if notes.colours[i] then
      several[1], colour = several[1] + 1, ("RYGBW"):sub(i, i)
    end
    if notes.ranks[i] then
      several[2], rank = several[2] + 1, i
    end
  end
  return (several[1] == 1 and colour or "?") .. (several[2] == 1 and rank or "?")
end

local function seen(state, seat, known, slot, holder)
  return face_at(state, slot)
    or type(seat) == "number" and holder ~= seat and known.faces[tostring(slot)]
    or nil
end

local function true_cards(state, known)
  local cards = {}
  for _, slot in ipairs(state.hands[state.clue.seat]) do
    if not known.faces[tostring(slot)] then return nil end
    if matches(known.faces[tostring(slot)], state.clue.about) then table.insert(cards, slot) end
  end
  return { cards = cards }
end

local function position(state, holder, slot)
  for i, other in ipairs(state.hands[holder]) do
    if other == slot then return i end
  end
end

-- Says what the team has reached, with the event that ends the match.
local function news_of_end(state, after)
  if state.settled or not after.settled then return "" end
  local each = 0
  for _, points_of_seat in ipairs(after.settled) do
    each = math.max(each, points_of_seat)
  end
  if after.fuses == 0 then return "The third fuse burns: the team has no points" end
  if each == 0 and not clues_hold(after) then
    return "A clue was false: the team has no points"
  end
  return "The team has " .. each .. " of 25 points"
end

local marks = { red = "flame", yellow = "sun", green = "leaf", blue = "drop", white = "moon" }

-- The key of a face in the scene: "red1", and "red" for a firework that has not begun.
local function key_of(face) return colours[colour_of(face)] .. rank_of(face) end

local function faces_of_scene()
  local faces, notes = {}, {}
  for _, colour in ipairs(colours) do
    faces[colour] = { colour = colour, mark = marks[colour], name = colour }
    notes[colour] = faces[colour]
    for rank = 1, 5 do
      faces[colour .. rank] = {
        text = tostring(rank),
        colour = colour,
        mark = marks[colour],
        name = colour .. " " .. rank,
      }
    end
  end
  return faces, notes
end

-- What clues say of a card, as notes under it: first what it is, then what it is not.
local function notes_under(state, slot)
  local known, told, denied = notes_on(state, slot), {}, {}
  for _, kind in ipairs({ "colours", "ranks" }) do
    local may, not_these = {}, {}
    for i = 1, 5 do
      local word = kind == "colours" and colours[i] or tostring(i)
      table.insert(known[kind][i] and may or not_these, word)
    end
    if #may < 2 then
      table.insert(told, may[1] or "?") -- no card is as false clues say
    else
      for _, word in ipairs(not_these) do
        table.insert(denied, "not " .. word)
      end
    end
  end
  for _, word in ipairs(denied) do
    table.insert(told, word)
  end
  return told
end

-- The slots of cards that lie open on the table, by their faces.
local function slots_by_face(state)
  local slots = {}
  for i, face in ipairs(state.faces) do
    if face ~= null then slots[face] = i - 1 end
  end
  for _, hand in ipairs(state.hands) do
    for _, slot in ipairs(hand) do
      local face = face_at(state, slot)
      if face then slots[face] = nil end
    end
  end
  return slots
end

-- The fireworks with the card on top of each, and the discarded cards.
local function lay_open_cards(state, places, things)
  local slots, discarded, ids = slots_by_face(state), { table.unpack(state.discards) }, {}
  table.sort(discarded)
  for i, face in ipairs(discarded) do
    ids[i] = "c" .. slots[face]
    things[#things + 1] = { ids[i], "discarded", i - 1, key_of(face) }
    slots[face] = nil
  end
  for i, colour in ipairs(colours) do
    places[#places + 1] = {
      id = colour,
      kind = "pile",
      show = "flat",
      empty = colour,
      rank = 1,
      at = { 0, i - 1 },
    }
    for face = 10 * i - 10, 10 * i - 1 do
      if slots[face] and rank_of(face) == state.stacks[i] then
        things[#things + 1] = { "c" .. slots[face], colour, 0, key_of(face) }
      end
    end
  end
  if #ids > 0 then
    places[#places + 1] = {
      id = "discarded",
      kind = "hand",
      fan = true,
      rank = 6,
      groups = { { title = #ids .. " discarded", things = ids } },
    }
  end
end

local function counters(state)
  local function counter(id, title, value, of, rank, mark, colour)
    return {
      id = id,
      kind = "counter",
      title = title,
      value = value,
      of = of,
      rank = rank,
      mark = mark,
      colour = colour,
    }
  end
  return counter("clues", "Clues", state.clues, clues_most, 2, "talk", "blue"),
    counter("fuses", "Fuses", state.fuses, fuses_most, 2, "flame", "orange"),
    counter("deck", "Cards to draw", 50 - state.next, nil, 4),
    counter("points", "Points", points(state), 25, 4)
end

-- What to touch for a clue: any card that it is about, and the tokens if there is none.
local function move_of_clue(state, seat, known, other, about)
  local cards = {}
  for _, slot in ipairs(state.hands[other]) do
    local face = seen(state, seat, known, slot, other)
    if face and matches(face, about) then table.insert(cards, "c" .. slot) end
  end
  local is_rank = type(about) == "number"
  return {
    id = '{"about":'
      .. (is_rank and about or '"' .. about .. '"')
      .. ',"seat":'
      .. other
      .. "}",
    short = "tell " .. about .. (is_rank and "s" or ""),
    aside = #cards == 1 and "1 card" or #cards > 1 and #cards .. " cards" or "no card",
    touches = { #cards > 0 and table.concat(cards, "|") or "clues" },
  }
end

local function moves_of_scene(state, seat, known)
  local moves = {}
  if state.clue ~= null then
    for _, move in ipairs(legal(state, seat)) do
      local picks = {}
      for i, slot in ipairs(move.cards) do
        picks[i] = "c" .. slot
      end
      local id = '{"cards":[' .. table.concat(move.cards, ",") .. "]}"
      table.insert(moves, { id = id, picks = picks })
    end
    return moves
  end
  for _, slot in ipairs(state.hands[seat]) do
    table.insert(moves, { id = '{"play":' .. slot .. "}", touches = { "c" .. slot } })
    table.insert(moves, { id = '{"discard":' .. slot .. "}", touches = { "c" .. slot } })
  end
  for _, other in ipairs(in_play(state)) do
    for i = 1, other ~= seat and 5 or 0 do
      table.insert(moves, move_of_clue(state, seat, known, other, colours[i]))
      table.insert(moves, move_of_clue(state, seat, known, other, i))
    end
  end
  return moves
end

-- What the seat to move is asked; nil while no move is wanted.
local function question(state, names)
  if not state.shuffled or #state.owed > 0 or state.shows ~= null or state.ends then
    return nil
  end
  if state.clue ~= null then
    local who = names[state.clue.seat] or "seat " .. state.clue.seat
    return "Which cards of " .. who .. " are " .. state.clue.about .. "?"
  end
  if state.clues == 0 then return "Play a card, or discard one" end
  return state.clues < clues_most and "Tell of cards, play one or discard one"
    or "Tell of cards, or play one"
end

-- The table as data: all hands with what was told of their cards, the fireworks and the tokens.
local function scene(state, seat, known, names)
  local seats, places, things = {}, {}, {}
  for holder, hand in ipairs(state.hands) do
    seats[holder] = { out = state.out[holder] or nil }
    table.insert(places, {
      id = "hand" .. holder,
      kind = "hand",
      owner = holder - 1,
      notes = true,
      rank = holder == seat and 1 or 2,
    })
    for i, slot in ipairs(hand) do
      local face = seen(state, seat, known, slot, holder)
      table.insert(things, {
        "c" .. slot,
        "hand" .. holder,
        i - 1,
        face and key_of(face) or null,
        { notes = notes_under(state, slot) },
      })
    end
  end
  lay_open_cards(state, places, things)
  for _, counter in ipairs({ counters(state) }) do
    table.insert(places, counter)
  end
  local faces, notes = faces_of_scene()
  local to_move = state.turn == seat and not state.settled
  local moves = to_move and moves_of_scene(state, seat, known)
  return {
    ask = to_move and question(state, names) or nil,
    seats = seats,
    faces = faces,
    notes = notes,
    places = places,
    things = things,
    moves = moves or {},
  }
end

return {
  name = "hanabi",
  version = "3",
  about = "Build fireworks together from cards that you do not see.",
  seats = { 2, 5 },
  hidden = true,
  chance = true,
  zero_sum = false,
  shelf = "cards",
  secrets = { dealt_to = "several", shuffled_by = "all", answers = true },
  bounds = { 0, 25 },
  rules = [[
All play together. There are cards in five colours: three ones, two twos,
threes and fours, and one five of each. Each player has five cards, or four if
four or five play, and sees the cards of all others, but not their own.

On your turn do one of three things. Give a clue: choose a player and a colour
or a rank; your program marks all cards of that colour or rank in that hand.
This takes one of eight clue tokens. Or discard a card, which gives a token
back. Or play a card: each colour has to be built from one to five. If the
card is not the next of its colour, it is discarded, and one of three fuses is
lost. A colour that is complete gives a token back. After a discard or a play
you draw a card.

When the deck is empty, each player has one more turn. Each card in a firework
is a point for everybody, at the most 25. If all three fuses are lost, there
are none. At the end all hands are shown; if a clue was false, there are no
points either.

A missed move takes a clue token, or a fuse if there is none. A player who
leaves is passed over from then on and gets no points. If a card cannot be
seen because of a player, or one player is left, the match ends: who is missing
gets no points. The others get the points made so far if all clues of who is
missing can be seen to be true, no clue is seen to be false, and no card is
played with the last fuse; else none.]],
  hint = { grid = { rows = 6, columns = 5, cells = "/table", glyphs = { [""] = null } } },
  start = function(_, seats)
    local state = {
      shuffled = false,
      next = 0,
      hands = {},
      owed = {},
      out = {},
      stacks = { 0, 0, 0, 0, 0 },
      clues = clues_most,
      fuses = fuses_most,
      turn = 1,
      told = {},
      discards = {},
      faces = {},
      left = null,
      clue = null,
      shows = null,
      ends = false,
    }
    for i = 1, 50 do
      state.faces[i] = null
    end
    for seat = 1, seats do
      state.hands[seat], state.out[seat] = {}, false
    end
    return state
  end,
  wants = function(state)
    if state.settled then return {} end
    if not state.shuffled then return { { type = "shuffle", slots = deck, faces = deck } } end
    local wants = {}
    for _, one in ipairs(state.owed) do
      local to = {}
      for _, seat in ipairs(in_play(state)) do
        table.insert(to, seat ~= one.seat and seat or nil)
      end
      table.insert(wants, { type = "deal", slot = one.slot, to = to })
    end
    if #wants == 0 and state.shows ~= null then
      return { { type = "show", slot = state.shows.slot } }
    end
    for _, slot in ipairs(#wants == 0 and state.ends and hidden(state) or {}) do
      table.insert(wants, { type = "show", slot = slot })
    end
    return #wants > 0 and wants or { { type = "move", seats = { state.turn } } }
  end,
  legal = legal,
  label = function(state, seat, chosen, _, names)
    if chosen == "pass" then return chosen end
    if chosen.about then
      return "tell "
        .. (names[chosen.seat] or "seat " .. chosen.seat)
        .. ": "
        .. chosen.about
        .. (type(chosen.about) == "number" and "s" or "")
    end
    if not chosen.cards then
      return (chosen.play and "play" or "discard")
        .. " card "
        .. position(state, seat, chosen.play or chosen.discard)
    end
    local places = {}
    for i, slot in ipairs(chosen.cards) do
      places[i] = position(state, state.clue.seat, slot)
    end
    return #places == 0 and "no card is that" or "cards " .. table.concat(places, ", ")
  end,
  after = function(state, event)
    if event.type == "shuffled" then
      state.shuffled = true
      for _ = 1, #state.hands > 3 and 4 or 5 do
        for seat = 1, #state.hands do
          draw_card(state, seat)
        end
      end
    elseif event.type == "dealt" then
      table.insert(state.hands[state.owed[1].seat], table.remove(state.owed, 1).slot)
    elseif event.type == "moved" and event.move ~= "pass" then
      move(state, event.seat, event.move)
    elseif event.type == "moved" or event.type == "absent" then
      missed(state)
    elseif event.type == "shown" then
      assert(event.face < 50, "there is no such card")
      for _, face in ipairs(state.faces) do
        assert(face ~= event.face, "this card lies elsewhere")
      end
      state.faces[event.slot + 1] = event.face
      if state.shows ~= null then shown(state, event.face) end
    else
      for _, seat in ipairs(event.by) do
        state.out[seat] = true
      end
      settle(state, broken_off(state, event.by))
    end
    return finish(state)
  end,
  without = function(state, event)
    if state.out[event.seat] then return state end
    state.out[event.seat] = true
    for i = #state.owed, 1, -1 do
      if state.owed[i].seat == event.seat then table.remove(state.owed, i) end
    end
    if #in_play(state) < 2 then
      settle(state, broken_off(state, { event.seat }))
    elseif state.turn == event.seat and state.shows == null and not state.ends then
      next_turn(state)
    end
    return finish(state)
  end,
  result = function(state) return state.settled end,
  spent = function(state, seat) return state.out[seat] end,
  laws = function(state)
    local sum = #state.discards
    for _, height in ipairs(state.stacks) do
      sum = sum + height
    end
    for _, list in ipairs({ state.owed, table.unpack(state.hands) }) do
      sum = sum + #list
    end
    for _, is_out in ipairs(state.out) do
      if is_out then sum = state.next end
    end
    assert(sum == state.next, "a card is missing")
    assert(state.clues >= 0 and state.clues <= clues_most and state.fuses >= 0, "tokens")
  end,
  obvious = function(state, _, known)
    return state.clue ~= null and true_cards(state, known) or nil
  end,
  -- Plays what it knows to fit, tells of a card that fits, or discards the oldest card of which
  -- nothing was told.
  bot = function(state, seat, known)
    if state.clue ~= null then return true_cards(state, known) end
    local oldest
    for _, slot in ipairs(state.hands[seat]) do
      local notes, all = notes_on(state, slot), true
      for i = 0, 24 do
        local colour, rank = i // 5 + 1, i % 5 + 1
        all = all
          and not (
            notes.colours[colour]
            and notes.ranks[rank]
            and rank ~= state.stacks[colour] + 1
          )
      end
      if all then return { play = slot } end
      if not notes.touched then oldest = oldest or slot end
    end
    for step = 1, state.clues > 0 and #state.hands - 1 or 0 do
      local other = (seat + step - 1) % #state.hands + 1
      for _, slot in ipairs(state.out[other] and {} or state.hands[other]) do
        local face, known_as = known.faces[tostring(slot)], noted(state, slot)
        local fits = face and rank_of(face) == state.stacks[colour_of(face)] + 1
        if fits and known_as:sub(2, 2) == "?" then
          return { seat = other, about = rank_of(face) }
        end
        if fits and known_as:sub(1, 1) == "?" then
          return { seat = other, about = colours[colour_of(face)] }
        end
      end
    end
    local moves = legal(state, seat)
    return state.clues < clues_most and { discard = oldest or state.hands[seat][1] }
      or moves[#moves]
  end,
  news = function(state, event, after, names)
    local line, ending = "", news_of_end(state, after)
    if event.type == "shown" and state.shows ~= null then
      local name, misfit =
        names[state.turn] or "Seat " .. state.turn,
        state.shows.plays and #after.discards > #state.discards
      line = name
        .. (state.shows.plays and " play" or " discard")
        .. (name == "You" and " " or "s ")
        .. name_of(event.face)
        .. (misfit and ", which does not fit" or "")
    end
    return line .. (line ~= "" and ending ~= "" and ". " or "") .. ending
  end,
  view = function(state, seat, known)
    -- What a page draws; slots and faces, since several faces look alike.
    state.table, state.seen = {}, {}
    for i = 0, 24 do
      local holder = i // 5 + 1
      local slot = state.hands[holder] and state.hands[holder][i % 5 + 1]
      local face = slot and seen(state, seat, known, slot, holder)
      table.insert(state.table, slot and (face and name_of(face) or noted(state, slot)) or "")
      table.insert(state.seen, face and { slot, face } or nil)
    end
    for colour = 1, 5 do
      table.insert(state.table, ("RYGBW"):sub(colour, colour) .. state.stacks[colour])
    end
    return state
  end,
  scene = scene,

  draw = function(state, seat, known, names)
    local lines = string.format(
      "Clues %d   fuses %d   deck %d   points %d   ",
      state.clues,
      state.fuses,
      50 - state.next,
      points(state)
    )
    for colour = 1, 5 do
      lines = lines .. " " .. colours[colour] .. " " .. state.stacks[colour]
    end
    for holder, hand in ipairs(state.hands) do
      lines = lines
        .. "\n"
        .. (state.turn == holder and "> " or "  ")
        .. (names[holder] or holder)
        .. ": "
      for _, slot in ipairs(hand) do
        local face = seen(state, seat, known, slot, holder)
        lines = lines
          .. "  "
          .. (face and name_of(face) .. "(" .. noted(state, slot) .. ")" or noted(state, slot))
      end
    end
    for i, face in ipairs(state.discards) do
      lines = lines .. (i == 1 and "\nDiscarded: " or " ") .. name_of(face)
    end
    return lines .. "\n"
  end,
}
