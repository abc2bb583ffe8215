-- Higher: keep your card, or change it once for the next of the deck; the higher rank wins.
-- Shows: a deck, cards that only their owner sees, a view.

local ranks, suits = "23456789TJQKA", "cdhs"

local function name_of(face)
  local rank, suit = face // 4 + 1, face % 4 + 1
  return ranks:sub(rank, rank) .. suits:sub(suit, suit)
end

local deck = {}
for card = 1, 52 do
  deck[card] = card - 1
end

local function last(list) return list[#list] end

-- The state with the cards that a seat saw.
local function view(state, seat, known)
  for i, slot in ipairs(seat and state.slots[seat] or {}) do
    local face = slot < state.dealt and known.faces[tostring(slot)]
    if face then state.cards[seat][i] = name_of(face) end
  end
  return state
end

local function win_for(seat) return { seat == 1 and 1 or -1, seat == 2 and 1 or -1 } end

return {
  name = "lua-higher",
  version = "1",
  about = "Keep your card, or change it once; the higher one wins.",
  hidden = true,
  chance = true,
  secrets = { dealt_to = "one", shuffled_by = "all" },
  shelf = "cards",
  rules = [[
Each player gets a card of 52 that nobody else sees, and may change it once
for the next of the deck. Then both are shown: the higher rank wins, equal
ranks are a draw. A player who does not answer keeps the card.]],
  hint = {
    cards = {
      seats = { layout = "row", cards = "/cards/{seat}", backs = 2 },
      mine = { cards = "/cards/{me}" },
    },
    moves = { order = { "keep", "change" } },
  },

  start = function()
    return {
      shuffled = false,
      dealt = 0,
      asked = 0,
      slots = { { 0 }, { 1 } },
      faces = { null, null },
      cards = { { null }, { null } },
    }
  end,

  wants = function(state)
    if state.settled or state.faces[2] ~= null then return {} end
    if not state.shuffled then return { { type = "shuffle", slots = deck, faces = deck } } end
    for seat = 1, 2 do
      if last(state.slots[seat]) == state.dealt then
        return { { type = "deal", slot = state.dealt, to = seat } }
      end
    end
    if state.asked < 2 then return { { type = "move", seats = { state.asked + 1 } } } end
    return { { type = "show", slot = last(state.slots[state.faces[1] == null and 1 or 2]) } }
  end,

  legal = function() return { "keep", "change" } end,

  after = function(state, event)
    if event.type == "shuffled" then
      state.shuffled = true
    elseif event.type == "dealt" then
      state.dealt = state.dealt + 1
    elseif event.type == "moved" or event.type == "absent" then
      if event.move == "change" then
        table.insert(state.slots[event.seat], state.dealt)
        table.insert(state.cards[event.seat], null)
      end
      state.asked = state.asked + 1
    elseif event.type == "shown" then
      local seat = state.faces[1] == null and 1 or 2
      assert(event.face < 52 and event.face ~= state.faces[1], "this card cannot be there")
      state.faces[seat] = event.face
      state.cards[seat][#state.slots[seat]] = name_of(event.face)
    else
      state.settled = #event.by == 2 and { 0, 0 } or win_for(3 - event.by[1])
    end
    return state
  end,

  result = function(state)
    if state.settled then return state.settled end
    if state.faces[2] == null then return nil end
    local first, second = state.faces[1] // 4, state.faces[2] // 4
    if first == second then return { 0, 0 } end
    return win_for(first > second and 1 or 2)
  end,

  -- Changes a card below an eight.
  bot = function(state, seat, known)
    local face = known.faces[tostring(last(state.slots[seat]))]
    return face and face // 4 < 6 and "change" or "keep"
  end,

  laws = function(state)
    assert(state.faces[1] == null or state.faces[1] ~= state.faces[2], "a card is there once")
    assert(
      state.dealt <= #state.slots[1] + #state.slots[2],
      "only slots of the players are dealt"
    )
  end,

  view = view,

  draw = function(state, seat, known, names)
    local seen, lines = view(state, seat, known), ""
    for player = 1, 2 do
      lines = lines .. (names[player] or player)
      for _, card in ipairs(seen.cards[player]) do
        lines = lines .. "  " .. (card == null and "?" or card)
      end
      lines = lines .. "\n"
    end
    return lines
  end,
}
