-- Skull: place discs face down, bid how many you can flip without a skull, and bluff.
-- Shows: a private pack for each seat that is shuffled again each round, discs that are placed
-- unseen, a die, bids, seats that are out.

local function win_for(state, winner)
  local result = {}
  for seat = 1, #state.wins do
    result[seat] = seat == winner and #state.wins - 1 or -1
  end
  return result
end

local function is_alive(state, seat) return #state.discs[seat] > 0 end

local function alive(state)
  local seats = {}
  for seat = 1, #state.wins do
    if is_alive(state, seat) then table.insert(seats, seat) end
  end
  return seats
end

local function next_alive(state, seat)
  repeat
    seat = seat % #state.wins + 1
  until is_alive(state, seat)
  return seat
end

local function placed(state)
  local sum = 0
  for _, stack in ipairs(state.stacks) do
    sum = sum + #stack
  end
  return sum
end

local function face_at(state, slot) return state.faces[slot + 1] end

-- A new round: each seat that is left shuffles its discs, and the first is `seat` or the next that
-- is left.
local function begin_round(state, seat)
  local left = alive(state)
  if #left == 1 then state.settled = win_for(state, left[1]) end
  if #left == 0 then state.settled = {} end
  for each = 1, #left == 0 and #state.wins or 0 do
    state.settled[each] = 0
  end
  if state.settled then return end
  state.phase, state.packs, state.dealt, state.round = "place", left, {}, state.round + 1
  state.turn = is_alive(state, seat) and seat or next_alive(state, seat)
  state.bid, state.bidder, state.passed, state.flips, state.skull, state.mixed =
    0, null, {}, {}, null, false
  for each = 1, #state.wins do
    state.stacks[each], state.passed[each] = {}, false
  end
  for i = 1, #state.faces do
    state.faces[i] = null
  end
end

-- The discs that are still to be dealt to their owners after the shuffles.
local function undealt(state)
  local dealt, list = {}, {}
  for _, slot in ipairs(state.dealt) do
    dealt[slot] = true
  end
  for _, seat in ipairs(alive(state)) do
    for _, slot in ipairs(state.discs[seat]) do
      if not dealt[slot] then table.insert(list, slot) end
    end
  end
  return list
end

local function in_hand(state, seat)
  local on_mat, hand = {}, {}
  for _, slot in ipairs(state.stacks[seat]) do
    on_mat[slot] = true
  end
  for _, slot in ipairs(state.discs[seat]) do
    if not on_mat[slot] then table.insert(hand, slot) end
  end
  return hand
end

local function to_place(state)
  local seats = {}
  for _, seat in ipairs(alive(state)) do
    if #state.stacks[seat] == 0 then table.insert(seats, seat) end
  end
  return seats
end

-- The bidder flips discs of its own first, from the top, as far as the bid goes.
local function begin_flips(state)
  state.phase, state.turn = "flip", state.bidder
  local stack = state.stacks[state.bidder]
  for i = #stack, math.max(1, #stack - state.bid + 1), -1 do
    table.insert(state.flips, stack[i])
  end
end

local function pass_turn(state)
  local left = 0
  for _, seat in ipairs(alive(state)) do
    left = left + (state.passed[seat] and 0 or 1)
  end
  if state.bidder ~= null and (left == 1 or state.bid == placed(state)) then
    return begin_flips(state)
  end
  repeat
    state.turn = next_alive(state, state.turn)
  until not state.passed[state.turn]
end

-- The topmost disc of a seat that is face down; nil: there is none.
local function top(state, seat)
  for i = #state.stacks[seat], 1, -1 do
    if face_at(state, state.stacks[seat][i]) == null then return state.stacks[seat][i] end
  end
end

local function lose(state, slot)
  local discs = state.discs[state.bidder]
  for i = #discs, 1, -1 do
    if discs[i] == slot then table.remove(discs, i) end
  end
  begin_round(state, is_alive(state, state.bidder) and state.bidder or state.skull)
end

-- What the last disc that was flipped means.
local function flipped(state, slot, face)
  local owner = slot // 4 + 1
  if face == 0 and state.skull == null then state.skull = owner end
  for _, other in ipairs(state.flips) do
    if face_at(state, other) == null then return end
  end
  if state.skull ~= null then
    state.phase = state.skull == state.bidder and "choose" or "chance"
    if #state.discs[state.bidder] == 1 then lose(state, state.discs[state.bidder][1]) end
  elseif #state.flips == state.bid then
    state.wins[state.bidder] = state.wins[state.bidder] + 1
    if state.wins[state.bidder] == state.goal then
      state.settled = win_for(state, state.bidder)
    else
      begin_round(state, state.bidder)
    end
  end
end

local function move(state, seat, chosen)
  if type(chosen) == "number" and state.phase == "choose" then
    lose(state, chosen)
  elseif type(chosen) == "number" then
    table.insert(state.stacks[seat], chosen)
    if state.phase == "turn" then
      pass_turn(state)
    elseif #to_place(state) == 0 then
      state.phase = "turn"
    end
  elseif chosen == "pass" then
    state.passed[seat] = true
    pass_turn(state)
  elseif chosen.bid then
    state.bid, state.bidder, state.phase = chosen.bid, seat, "bid"
    pass_turn(state)
  else
    table.insert(state.flips, top(state, chosen.flip))
  end
end

local function legal(state, seat)
  if state.phase == "choose" then return state.discs[seat] end
  if state.phase == "place" then return in_hand(state, seat) end
  local moves = state.phase == "turn" and in_hand(state, seat)
    or state.phase == "bid" and { "pass" }
    or {}
  if state.phase ~= "flip" then
    if state.bid < placed(state) then table.insert(moves, { bid = state.bid + 1 }) end
    return moves
  end
  for other = 1, #state.wins do
    if other ~= seat and top(state, other) then table.insert(moves, { flip = other }) end
  end
  return moves
end

local function remove_seats(state, seats)
  local first = state.turn
  for _, seat in ipairs(seats) do
    state.discs[seat] = {}
  end
  begin_round(state, first)
end

local function absent(state, seat)
  if state.phase == "bid" then return move(state, seat, "pass") end
  -- The bidder does not go on: it fails, as if another's skull were flipped.
  if state.phase == "flip" then
    state.skull, state.phase = next_alive(state, seat), "chance"
    if #state.discs[seat] == 1 then lose(state, state.discs[seat][1]) end
    return
  end
  move(state, seat, legal(state, seat)[1])
end

-- The name of a disc among its seat's four: a letter, since lists have numbers of their own.
local function disc(slot) return ("abcd"):sub(slot % 4 + 1, slot % 4 + 1) end

local function word(face) return face == 0 and "skull" or "flower" end
local function card(face) return ({ [0] = "As", "Ac", "Ad", "Ah" })[face] end

-- Whether the seat is asked for a move.
local function is_asked(state, seat)
  if state.settled or state.phase == "chance" then return false end
  if state.phase ~= "choose" then
    if #state.packs > 0 or #undealt(state) > 0 then return false end
    for _, slot in ipairs(state.flips) do
      if face_at(state, slot) == null then return false end
    end
  end
  if state.phase ~= "place" then return state.turn == seat end
  return is_alive(state, seat) and #state.stacks[seat] == 0
end

-- What the seat to move is asked.
local function question(state, seat)
  if state.phase == "place" then return "Place a disc face down" end
  if state.phase == "choose" then return "Choose the disc that you lose" end
  if state.phase == "bid" then return "Bid more than " .. state.bid .. ", or pass" end
  if state.phase == "turn" then
    return #in_hand(state, seat) > 0 and "Add a disc, or bid how many you flip"
      or "Bid how many discs you flip"
  end
  local left = state.bid - #state.flips
  return left == 1 and "Flip one more disc of the others"
    or "Flip " .. left .. " more discs of the others"
end

-- The discs that a seat still has, and what it does with its turn.
local function tag_of(state, seat, bids)
  local left = #state.discs[seat]
  local discs = left == 1 and "1 disc" or left .. " discs"
  if left == 0 then return nil end
  if bids and seat == state.bidder then return discs .. ", bids " .. state.bid end
  return state.passed[seat] and discs .. ", passed" or discs
end

-- The table as data: a mat of discs for each seat, and the own hand. A disc has another id in each
-- round, for nobody knows where it went by the shuffle.
local function scene(state, seat, known, names)
  local seats, places, things, moves = {}, {}, {}, {}
  local function id(slot) return "c" .. slot .. "." .. state.round end
  local function face_of(slot, owner)
    local open = face_at(state, slot)
    local own = owner == seat and known.faces[tostring(slot)] or nil
    if state.mixed and owner == state.bidder then return null end
    if open ~= null then return word(open) end
    return own and word(own) or null
  end
  local bids = state.bidder ~= null and state.phase ~= "place"
  if bids then
    local who = names[state.bidder] or "Seat " .. state.bidder
    table.insert(places, {
      id = "bid",
      kind = "label",
      rank = 1,
      text = who
        .. (who == "You" and " bid to flip " or " bids to flip ")
        .. state.bid
        .. " of "
        .. placed(state),
    })
  end
  for each = 1, #state.wins do
    local mine, left = each == seat, #state.discs[each]
    seats[each] = {
      number = state.wins[each],
      of = state.goal,
      unit = "bids won",
      out = left == 0 or nil,
      tag = tag_of(state, each, bids),
    }
    if left > 0 then
      table.insert(places, {
        id = "mat" .. each,
        kind = "tray",
        owner = each - 1,
        rank = mine and 1 or 2,
        shape = "disc",
        title = mine and "On your mat" or nil,
      })
    end
    for i, slot in ipairs(state.stacks[each]) do
      table.insert(things, { id(slot), "mat" .. each, i - 1, face_of(slot, each) })
    end
  end
  if seat and #state.discs[seat] > 0 then
    table.insert(places, {
      id = "hand",
      kind = "hand",
      owner = seat - 1,
      rank = 1,
      shape = "disc",
      title = "In your hand",
    })
    for i, slot in ipairs(in_hand(state, seat)) do
      table.insert(things, { id(slot), "hand", i - 1, face_of(slot, seat) })
      table.insert(moves, { id = tostring(slot), touches = { id(slot) } })
    end
    for other = 1, #state.wins do
      if other ~= seat and top(state, other) then
        table.insert(
          moves,
          { id = '{"flip":' .. other .. "}", touches = { id(top(state, other)) } }
        )
      end
    end
  end
  return {
    ask = seat and is_asked(state, seat) and question(state, seat) or nil,
    seats = seats,
    faces = {
      flower = { shape = "disc", colour = "purple", mark = "flower", name = "flower" },
      skull = { shape = "disc", colour = "black", mark = "skull", name = "skull" },
    },
    places = places,
    things = things,
    moves = moves,
  }
end

return {
  name = "skull",
  version = "1",
  about = "Flowers and a skull: bid how many discs you can flip.",
  seats = { 3, 6 },
  hidden = true,
  chance = true,
  secrets = { dealt_to = "one", shuffled_by = "named", rolled_for = "all", answers = true },
  simultaneous = true,
  shelf = "cards",
  params = {
    { name = "goal", about = "bids that have to be won", value = 2, min = 1, max = 5 },
  },
  bounds = { -1, 5 },
  rules = [[
Each player has four discs: three flowers and a skull. At the start of a round
all place one disc face down at the same time. Then in turns a player adds one
more disc on top of their own, or bids how many discs they can flip without
finding a skull. From the first bid on, the others bid more or pass. The
highest bidder flips discs: first their own, from the top, and then the top
discs of any others.

If all of them are flowers, the bidder wins the bid; the first player who wins
two wins the match. If a skull appears, the bidder loses a disc for good: the
bidder chooses it if it was their own skull, and else chance decides. Nobody
else sees which disc it was. A player without discs is out, and the last
player left wins the match. The bidder begins the next round. If the bidder is out, the
owner of the skull begins or, if it was the bidder's own, the next player.

On a page the skull is the ace of spades, and the other aces are the flowers.
Before each round the program of each player shuffles that player's discs. If
a move is missed, a disc is placed, no more is bid, or the bid fails. A player
who leaves, or does not let a disc be seen, is out, and a new round begins.]],
  hint = {
    cards = {
      seats = {
        layout = "oval",
        number = "/wins/{seat}",
        unit = "bids won",
        cards = "/mats/{seat}",
        backs = 4,
        marks = { B = "/by" },
      },
      mine = { pairs = "/own", fair = "/fair", fan = true },
    },
    moves = {
      order = { "pass", "bid", "flip" },
      number = { bid = { presets = { "min", "max" } } },
      keys = { p = "pass", b = "bid" },
    },
  },
  start = function(params, seats)
    local state = {
      goal = params.goal,
      wins = {},
      discs = {},
      stacks = {},
      faces = {},
      new = {},
      round = 0,
    }
    for seat = 1, seats do
      local first = 4 * seat - 4
      state.wins[seat], state.new[seat], state.discs[seat] =
        0, true, { first, first + 1, first + 2, first + 3 }
    end
    for i = 1, 4 * seats do
      state.faces[i] = null
    end
    begin_round(state, 1)
    return state
  end,
  wants = function(state)
    if state.settled then return {} end
    local wants = {}
    -- The owner shuffles before the die is rolled, so nobody chooses and nobody else knows.
    if state.phase == "chance" then
      local discs = state.discs[state.bidder]
      if not state.mixed then
        return { { type = "shuffle", slots = discs, by = { state.bidder } } }
      end
      return { { type = "roll", dice = { { min = 1, max = #discs } } } }
    end
    for _, seat in ipairs(state.packs) do
      local faces = state.new[seat] and { 0, 1, 2, 3 } or {}
      table.insert(
        wants,
        { type = "shuffle", slots = state.discs[seat], faces = faces, by = { seat } }
      )
    end
    for _, slot in ipairs(undealt(state)) do
      table.insert(wants, { type = "deal", slot = slot, to = slot // 4 + 1 })
    end
    for _, slot in ipairs(state.flips) do
      table.insert(
        wants,
        face_at(state, slot) == null and { type = "show", slot = slot } or nil
      )
    end
    if #wants > 0 and state.phase ~= "choose" then return wants end
    return {
      { type = "move", seats = state.phase == "place" and to_place(state) or { state.turn } },
    }
  end,
  legal = legal,
  range = function(state, _, chosen)
    if type(chosen) == "table" and chosen.bid then
      return { min = state.bid + 1, max = placed(state) }
    end
  end,
  -- A flip puts the bid to the test.
  facts = function(_, _, chosen)
    return { doubt = type(chosen) == "table" and chosen.flip ~= nil }
  end,

  label = function(state, _, chosen, known, names)
    if type(chosen) == "number" then
      local face = known.faces[tostring(chosen)]
      return (state.phase == "choose" and "lose" or "place")
        .. " disc "
        .. disc(chosen)
        .. (face and " (" .. word(face) .. ")" or "")
    end
    if chosen == "pass" then return "pass" end
    return chosen.bid and "bid"
      or "flip the top disc of " .. (names[chosen.flip] or "seat " .. chosen.flip)
  end,
  words = function(_, event, names)
    if event.type ~= "moved" or type(event.move) ~= "table" or not event.move.bid then
      return ""
    end
    local who = names[event.seat] or "Seat " .. event.seat
    return who .. (who == "You" and " bid " or " bids ") .. event.move.bid
  end,
  after = function(state, event)
    if event.type == "shuffled" and state.phase == "chance" then
      state.mixed = true
    elseif event.type == "rolled" then
      lose(state, state.discs[state.bidder][event.values[1]])
    elseif event.type == "shuffled" then
      state.new[table.remove(state.packs, 1)] = false
    elseif event.type == "dealt" then
      table.insert(state.dealt, event.slot)
    elseif event.type == "shown" then
      assert(event.face < 4, "there is no such disc")
      for slot = event.slot // 4 * 4, event.slot // 4 * 4 + 3 do
        assert(face_at(state, slot) ~= event.face, "a disc twice")
      end
      state.faces[event.slot + 1] = event.face
      flipped(state, event.slot, event.face)
    elseif event.type == "moved_together" then
      for _, one in ipairs(event.moves) do
        move(state, one.seat, one.move)
      end
    elseif event.type == "moved" then
      move(state, event.seat, event.move)
    elseif event.type == "absent" then
      absent(state, event.seat)
    else
      remove_seats(state, event.by)
    end
    return state
  end,
  without = function(state, event)
    if is_alive(state, event.seat) then remove_seats(state, { event.seat }) end
    return state
  end,
  result = function(state) return state.settled end,
  scores = function(state) return state.wins end,
  spent = function(state, seat) return not is_alive(state, seat) end,
  laws = function(state)
    for seat = 1, #state.wins do
      assert(
        #state.stacks[seat] <= #state.discs[seat] or state.settled,
        "more discs on a mat than the seat has"
      )
      assert(state.wins[seat] < state.goal or state.settled, "a seat that has won goes on")
    end
    assert(state.bid <= placed(state) or state.settled, "a bid beyond all discs")
  end,
  bot = function(state, seat, known)
    local hand, flower, skull, mine = in_hand(state, seat), nil, nil, false
    for _, slot in ipairs(hand) do
      if known.faces[tostring(slot)] == 0 then
        skull = slot
      else
        flower = flower or slot
      end
    end
    for _, slot in ipairs(state.stacks[seat]) do
      mine = mine or known.faces[tostring(slot)] == 0
    end
    if state.phase == "choose" then return state.discs[seat][1] end
    if state.phase == "place" then
      return (state.round + seat) % 3 == 0 and skull or flower or skull
    end
    local daring = (state.round + 2 * seat) % 3
    if state.phase == "turn" then
      if flower and #state.stacks[seat] <= daring then return flower end
      return { bid = mine and 1 or math.min(placed(state), #state.stacks[seat] + daring // 2) }
    elseif state.phase == "bid" then
      return not mine
          and state.bid < #state.stacks[seat] + daring
          and state.bid < placed(state)
          and { bid = state.bid + 1 }
        or "pass"
    end
    local least
    for _, to in ipairs(legal(state, seat)) do
      if not least or #state.stacks[to.flip] < #state.stacks[least.flip] then least = to end
    end
    return least
  end,
  -- Places the first disc, which tells nothing of it (all hear that the program chose), bids no
  -- more than it must, passes, and flips where the fewest discs lie.
  careful = function(state, seat)
    if state.phase == "bid" then return "pass" end
    if state.phase == "choose" then return state.discs[seat][1] end
    if state.phase == "flip" then
      local least
      for _, to in ipairs(legal(state, seat)) do
        if not least or #state.stacks[to.flip] < #state.stacks[least.flip] then least = to end
      end
      return least
    end
    return in_hand(state, seat)[1] or { bid = state.bid + 1 }
  end,
  news = function(state, event, after, names)
    local function who(seat) return names[seat] or "Seat " .. seat end
    local function does(seat, verb) return verb .. (who(seat) == "You" and "" or "s") end
    local line, bidder = "", state.bidder
    if event.type == "shown" then
      local owner = event.slot // 4 + 1
      line = who(owner) .. ": " .. word(event.face)
      if after.wins[bidder] > state.wins[bidder] then
        local discs = state.bid == 1 and " 1 flower" or " " .. state.bid .. " flowers"
        return line
          .. ". "
          .. who(bidder)
          .. " "
          .. does(bidder, "flip")
          .. discs
          .. " and "
          .. does(bidder, "win")
          .. (after.settled and " the match" or " the bid")
      end
    elseif event.type == "rolled" then
      line = who(bidder) .. ": a disc less"
    end
    local left = after.settled and not state.settled and alive(after) or {}
    if #left ~= 1 then return line end
    return line
      .. (line == "" and "" or ". ")
      .. who(left[1])
      .. " "
      .. does(left[1], "win")
      .. " the match as the last one left"
  end,
  view = function(state, seat, known)
    state.heading = { round = state.round }
    state.mats = {}
    for other, stack in ipairs(state.stacks) do
      state.mats[other] = {}
      for i, slot in ipairs(stack) do
        state.mats[other][i] = face_at(state, slot) ~= null and card(face_at(state, slot))
          or null
      end
    end
    state.by = state.bidder ~= null and state.bidder - 1 or null
    if type(seat) ~= "number" then return state end
    local chooses = state.phase == "choose" and seat == state.turn
    state.own, state.fair = {}, chooses and state.discs[seat] or in_hand(state, seat)
    for slot = 4 * seat - 4, 4 * seat - 1 do
      local face = known.faces[tostring(slot)]
      table.insert(state.own, face and { slot, card(face) } or nil)
    end
    return state
  end,
  scene = scene,

  draw = function(state, seat, known, names)
    local lines = "Round " .. state.round
    if state.bidder ~= null then
      lines = lines .. "   bid " .. state.bid .. " by " .. (names[state.bidder] or state.bidder)
    end
    lines = lines .. "\n"
    for other, stack in ipairs(state.stacks) do
      lines = lines
        .. string.format(
          "%s %s  %d won, %d discs, mat:",
          state.turn == other and ">" or " ",
          names[other] or other,
          state.wins[other],
          #state.discs[other]
        )
      for _, slot in ipairs(stack) do
        lines = lines
          .. " "
          .. (face_at(state, slot) ~= null and word(face_at(state, slot)) or "?")
      end
      lines = lines .. (state.passed[other] and " (passed)" or "") .. "\n"
    end
    if type(seat) ~= "number" then return lines end
    lines = lines .. "Yours"
    for _, slot in ipairs(state.discs[seat]) do
      local face = known.faces[tostring(slot)]
      lines = lines .. (face and "  " .. disc(slot) .. ":" .. word(face) or "")
    end
    return lines .. "\n"
  end,
}
