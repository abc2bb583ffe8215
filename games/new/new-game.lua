-- new-game: each of two players gets two cards and plays one of them, both at once; the higher rank
-- wins.
-- It is a whole game, to be changed into yours. What each member has to return stands above it; all
-- of them are in docs/modules.md, and an editor shows them from fairdeal.d.lua.
--
--   fairdeal rules test new-game.lua     checks it against the laws of all games
--   fairdeal rules watch new-game.lua    plays it again whenever you save it
--   fairdeal inspect new-game.lua        goes through a match, and shows what each seat sees
--   fairdeal play new-game.lua           plays it against a bot

local ranks, suits = "23456789TJQKA", "cdhs"

-- A card is a face from 0 to 51: 2c 2d 2h 2s 3c … As. Numbers are integers: // and % divide.
local function name_of(face)
  local rank, suit = face // 4 + 1, face % 4 + 1
  return ranks:sub(rank, rank) .. suits:sub(suit, suit)
end

-- Cards lie in slots, counted from 0. Here slots 0 and 1 are of seat 1, and 2 and 3 of seat 2.
local function slot_of(seat, card) return 2 * (seat - 1) + card - 1 end

local deck = {}
for card = 1, 52 do
  deck[card] = card - 1
end

-- A result: seat by seat, from -1 to 1.
local function win_for(seat) return { seat == 1 and 1 or -1, seat == 2 and 1 or -1 } end

---@type fairdeal.Module
local game = {
  -- What it is called in commands: small letters, digits and -.
  name = "new-game",
  -- Changes whenever the same events may lead to another state than before.
  version = "1",
  -- The game in one line, for lists.
  about = "Two cards each; play one of them, and the higher rank wins.",
  -- How many play: a number, or {least, most}.
  seats = 2,
  -- The least and the greatest result of a seat. They sum to zero, unless zero_sum = false.
  bounds = { -1, 1 },
  -- What is true of the game: something is hidden, chance decides something, seats move at once.
  hidden = true,
  chance = true,
  simultaneous = true,
  -- Which seats see, shuffle and know cards; a table refuses a want beyond it. Here a card is dealt
  -- to one seat, all shuffle, and `label` names a seat's own cards: the person is asked before
  -- that.
  secrets = { dealt_to = "one", shuffled_by = "all", answers = true },
  -- The heading under which lists have it: "poker", "dice", "cards" or "boards".
  shelf = "cards",

  -- The first state: a table of what everybody knows. Cards that nobody has shown are not in it.
  -- `params` has the parameters of the match by their names, if the module lists any in `params`.
  start = function(params, seats)
    return { shuffled = false, dealt = 0, plays = { null, null }, faces = { null, null } }
  end,

  -- Returns what is to happen next, in order; an empty list when the match is over, and only then.
  wants = function(state)
    if state.settled or state.faces[2] ~= null then return {} end
    if not state.shuffled then return { { type = "shuffle", slots = deck, faces = deck } } end
    if state.dealt < 4 then
      return { { type = "deal", slot = state.dealt, to = state.dealt // 2 + 1 } }
    end
    local asked = {}
    for seat = 1, 2 do
      if state.plays[seat] == null then table.insert(asked, seat) end
    end
    if #asked > 0 then return { { type = "move", seats = asked } } end
    local seat = state.faces[1] == null and 1 or 2
    return { { type = "show", slot = slot_of(seat, state.plays[seat]) } }
  end,

  -- The moves of a seat that is asked: a list of integers, texts or tables, each once.
  legal = function(state, seat) return { 1, 2 } end,

  -- The state after an event. A move is legal; it may change `state` and return it. "absent" comes
  -- in place of a move, and "void" at any time, if a card can never be shown: then the seats in
  -- `by` lose.
  after = function(state, event)
    if event.type == "shuffled" then
      state.shuffled = true
    elseif event.type == "dealt" then
      state.dealt = state.dealt + 1
    elseif event.type == "moved" then
      state.plays[event.seat] = event.move
    elseif event.type == "moved_together" then
      for _, one in ipairs(event.moves) do
        state.plays[one.seat] = one.move
      end
    elseif event.type == "absent" then
      state.plays[event.seat] = 1
    elseif event.type == "shown" then
      local seat = state.faces[1] == null and 1 or 2
      assert(event.face < 52 and event.face ~= state.faces[1], "this card cannot be there")
      state.faces[seat] = event.face
    else -- void
      state.settled = #event.by == 2 and { 0, 0 } or win_for(3 - event.by[1])
    end
    return state
  end,

  -- The results once the match is over, for each seat; nothing before.
  result = function(state)
    if state.settled then return state.settled end
    if state.faces[2] == null then return nil end
    local first, second = state.faces[1] // 4, state.faces[2] // 4
    if first == second then return { 0, 0 } end
    return win_for(first > second and 1 or 2)
  end,

  -- All that follows may be left out, but for `view` where cards or dice are dealt: a seat sees its
  -- own there.

  -- What a seat sees; `seat` is nil for the public. `known.faces` has the cards that the seat alone
  -- knows, by the text of their slots.
  view = function(state, seat, known)
    state.own = {}
    if not seat then return state end
    for card = 1, 2 do
      local face = known.faces[tostring(slot_of(seat, card))]
      if face and state.dealt > slot_of(seat, card) then
        table.insert(state.own, name_of(face))
      end
    end
    return state
  end,

  -- A move in words, for people. `known` has the seat's own cards, and nothing where all read it.
  label = function(state, seat, move, known)
    local face = known.faces[tostring(slot_of(seat, move))]
    return "play the "
      .. (move == 1 and "first" or "second")
      .. " card"
      .. (face and ", " .. name_of(face) or "")
  end,

  -- What the event that leads from `state` to `after` means beyond itself; nothing if it is plain.
  -- A seat's name may be "You": a person who plays against bots is called so.
  news = function(state, event, after, names)
    if event.type ~= "shown" or after.faces[2] == null then return nil end
    local first, second = after.faces[1] // 4, after.faces[2] // 4
    if first == second then return "Both ranks are the same." end
    local name = names[first > second and 1 or 2] or "The higher card"
    return name .. (name == "You" and " win." or " wins.")
  end,

  -- Returns what a terminal shows: lines of plain text.
  draw = function(state, seat, known, names)
    local lines = ""
    for player = 1, 2 do
      lines = lines .. (names[player] or player)
      for card = 1, 2 do
        local slot = slot_of(player, card)
        local face = player == seat and known.faces[tostring(slot)]
        if state.plays[player] == card and state.faces[player] ~= null then
          face = state.faces[player]
        end
        if slot < state.dealt then lines = lines .. "  " .. (face and name_of(face) or "?") end
      end
      lines = lines .. "\n"
    end
    return lines
  end,
}

return game
