-- Crazy eights: match the suit or the rank of the top card; a player without cards wins the hand.
-- Shows: cards that are played unseen and then shown, a pile that is shuffled again, hands that are
-- counted, a seat that is out.

-- The points of a hand at the most, and those of a seat that does not play it to its end.
local worst = 200
local fee = 10 -- the points for a turn that was missed
local deck = {}
for slot = 0, 51 do
  deck[slot + 1] = slot
end

local suits = { "clubs", "diamonds", "hearts", "spades" }
local symbols = { "♣", "♦", "♥", "♠" }
local function rank_of(face) return face // 4 + 2 end
local function suit_of(face) return face % 4 + 1 end
local function is_eight(face) return rank_of(face) == 8 end
local function letter(face) return ("23456789TJQKA"):sub(face // 4 + 1, face // 4 + 1) end
local function name_of(face) return letter(face) .. ("cdhs"):sub(suit_of(face), suit_of(face)) end

local function symbol_of(face) return letter(face) .. symbols[suit_of(face)] end

local function value_of(face)
  return is_eight(face) and 50 or rank_of(face) == 14 and 1 or math.min(10, rank_of(face))
end

local function top(state) return state.pile[#state.pile] end
local function face_at(state, slot) return state.faces[slot + 1] end
local function is_open(state, slot) return face_at(state, slot) ~= null end

local function fits(state, face)
  local below = face_at(state, top(state))
  if is_eight(face) or state.suit ~= null then
    return is_eight(face) or suit_of(face) == state.suit
  end
  return suit_of(face) == suit_of(below) or rank_of(face) == rank_of(below)
end

local function can_draw(state)
  return not state.drew and (#state.stock > 0 or not state.turned and #state.pile > 1)
end

local function is_over(state) return state.settled or state.hand == state.hands_to_play end

local function standing(state)
  local sum, result = 0, {}
  for _, points in ipairs(state.scores) do
    sum = sum + points
  end
  for seat, points in ipairs(state.scores) do
    result[seat] = sum - #state.scores * points
  end
  return result
end

local function begin_hand(state)
  state.shuffled, state.ends, state.drew, state.naming, state.played, state.turned =
    false, false, false, false, false, false
  state.stock, state.pile, state.hands, state.owed, state.turning = {}, {}, {}, {}, {}
  state.faces, state.fees, state.out = {}, {}, {}
  state.suit, state.passes, state.turn = null, 0, state.hand % #state.scores + 1
  for i = 1, 52 do
    state.faces[i] = null
  end
  for seat = 1, #state.scores do
    state.hands[seat], state.fees[seat], state.out[seat] = {}, 0, false
  end
end

-- Ends the hand with these points.
local function score(state, points)
  state.last = points
  for seat, of_seat in ipairs(points) do
    state.scores[seat] = state.scores[seat] + of_seat
  end
  state.hand = state.hand + 1
  if not is_over(state) then begin_hand(state) end
end

-- Ends the hand for those who did not play it; it counts nothing for the others.
local function break_off(state)
  local points = {}
  for seat, is_out in ipairs(state.out) do
    points[seat] = is_out and worst or 0
  end
  score(state, points)
end

local function hidden_at_end(state)
  local slots = {}
  for seat, hand in ipairs(state.hands) do
    for _, slot in ipairs(state.out[seat] and {} or hand) do
      if not is_open(state, slot) then table.insert(slots, slot) end
    end
  end
  return slots
end

-- Counts the hand once it is over and all cards of those who played it are open.
local function count(state)
  if is_over(state) or not state.ends or #hidden_at_end(state) > 0 then return end
  local points = {}
  for seat, hand in ipairs(state.hands) do
    local sum = state.out[seat] and worst or state.fees[seat]
    for _, slot in ipairs(state.out[seat] and {} or hand) do
      sum = sum + value_of(face_at(state, slot))
    end
    points[seat] = math.min(worst, sum)
  end
  score(state, points)
end

local function players(state)
  local left = 0
  for _, is_out in ipairs(state.out) do
    left = left + (is_out and 0 or 1)
  end
  return left
end

local function next_turn(state)
  state.drew, state.naming = false, false
  repeat
    state.turn = state.turn % #state.scores + 1
  until not state.out[state.turn]
end

local function draw_for(state, seat)
  if #state.stock > 0 then
    table.insert(state.owed, { slot = table.remove(state.stock, 1), to = seat })
  end
end

local function move(state, seat, chosen)
  if type(chosen) == "number" then
    for i = #state.hands[seat], 1, -1 do
      if state.hands[seat][i] == chosen then table.remove(state.hands[seat], i) end
    end
    table.insert(state.pile, chosen)
    state.played = true
  elseif chosen == "draw" then
    state.drew, state.passes = true, 0
    if #state.stock > 0 then return draw_for(state, seat) end
    state.turned = true
    for i = 1, #state.pile - 1 do
      state.turning[i] = table.remove(state.pile, 1)
    end
    for _, slot in ipairs(state.turning) do
      state.faces[slot + 1] = null
    end
  elseif chosen == "pass" then
    state.passes = state.drew and 0 or state.passes + 1
    if state.passes >= players(state) then
      state.ends = true
    else
      next_turn(state)
    end
  else
    for suit, name in ipairs(suits) do
      if name == chosen then state.suit = suit end
    end
    next_turn(state)
  end
end

-- The top card is known now.
local function judge(state, face)
  local slot, seat = table.remove(state.pile), state.turn
  state.played, state.passes = false, 0
  if not fits(state, face) then
    table.insert(state.hands[seat], slot)
    if not state.out[seat] then draw_for(state, seat) end
    return next_turn(state)
  end
  table.insert(state.pile, slot)
  state.suit = null
  if #state.hands[seat] == 0 then
    state.ends = true
  elseif is_eight(face) and not state.out[seat] then
    state.naming = true
  else
    next_turn(state)
  end
end

local function legal(state, seat)
  if state.naming then return suits end
  local moves = { can_draw(state) and "draw" or "pass" }
  for _, slot in ipairs(state.hands[seat]) do
    if not is_open(state, slot) or fits(state, face_at(state, slot)) then
      table.insert(moves, slot)
    end
  end
  return moves
end

-- The cards that a seat holds and knows, by slot.
local function own(state, seat, known)
  local cards = {}
  for _, slot in ipairs(state.hands[seat]) do
    local face = is_open(state, slot) and face_at(state, slot) or known.faces[tostring(slot)]
    if face then table.insert(cards, { slot = slot, face = face }) end
  end
  local played = state.played and seat == state.turn and known.faces[tostring(top(state))]
  if played then table.insert(cards, { slot = top(state), face = played }) end
  return cards
end

-- The table as data: hands, the stock and the pile with the suit that must follow.
local function scene(state, seat, known)
  local seats, places, things, moves, mine = {}, {}, {}, {}, {}
  -- Once the pile has been shuffled into a new stock, no card is known by its old place.
  local deal = 2 * state.hand + (state.turned and 1 or 0)
  local function id(slot) return "c" .. slot .. "." .. deal end
  for _, card in ipairs(seat and own(state, seat, known) or {}) do
    mine[card.slot] = card.face
  end
  local asks = not (state.ends or is_over(state)) and #state.owed == 0 and #state.turning == 0
  local plays = asks and seat == state.turn
    and not state.naming
    and #state.pile > 0
    and is_open(state, top(state))
  for each, hand in ipairs(state.hands) do
    seats[each] = { number = state.scores[each], unit = "points" }
    if state.out[each] then seats[each].out = true end
    local place = "hand" .. each
    table.insert(places, {
      id = place,
      kind = "hand",
      owner = each - 1,
      fan = each == seat,
      sort = each == seat and "suit" or nil,
      rank = each == seat and 1 or 3,
    })
    for i, slot in ipairs(hand) do
      local face = is_open(state, slot) and face_at(state, slot)
        or each == seat and mine[slot]
        or nil
      local fair = plays and each == seat and face and fits(state, face)
      local marks = plays and each == seat and { fair and "raised" or "grey" } or {}
      table.insert(
        things,
        { id(slot), place, i - 1, face and name_of(face) or null, { marks = marks } }
      )
      if plays and each == seat then
        table.insert(moves, {
          id = tostring(slot),
          label = face and "play " .. symbol_of(face) or nil,
          touches = { id(slot) },
          ask = face and not fair and "This card does not fit, and costs you a card. Play it?"
            or nil,
        })
      end
    end
  end
  table.insert(
    places,
    { id = "stock", kind = "pile", title = "Stock", count = #state.stock, rank = 2 }
  )
  if #state.stock > 0 then table.insert(things, { "stock", "stock", 0, null }) end
  table.insert(places, { id = "pile", kind = "pile", title = "Pile", rank = 1 })
  if #state.pile > 0 then
    local slot = top(state)
    local face = is_open(state, slot) and face_at(state, slot) or mine[slot]
    table.insert(things, { id(slot), "pile", 0, face and name_of(face) or null })
  end
  if state.suit ~= null then
    table.insert(places, {
      id = "suit",
      kind = "label",
      text = "Suit to follow: " .. suits[state.suit],
      tone = "turn",
      rank = 2,
    })
  end
  if plays and can_draw(state) then
    table.insert(moves, { id = "draw", touches = { "stock" } })
  end
  return { seats = seats, places = places, things = things, moves = moves }
end

-- The dearest card that fits, an eight last, or else a draw. It names the suit that the player has
-- most of.
local function sensible(state, seat, known)
  local best, worth, held, most = nil, 0, { 0, 0, 0, 0 }, 1
  for _, card in ipairs(own(state, seat, known)) do
    held[suit_of(card.face)] = held[suit_of(card.face)] + 1
    local value = is_eight(card.face) and 1 or 1 + value_of(card.face)
    if not state.naming and fits(state, card.face) and value > worth then
      best, worth = card.slot, value
    end
  end
  for suit = 2, 4 do
    if held[suit] > held[most] then most = suit end
  end
  return state.naming and suits[most] or best or (can_draw(state) and "draw" or "pass")
end

return {
  name = "crazy-eights",
  version = "2",
  about = "Match the top card by suit or rank; eights go on anything.",
  seats = { 2, 6 },
  hidden = true,
  chance = true,
  secrets = { dealt_to = "one", shuffled_by = "all" },
  shelf = "cards",
  params = {
    { name = "hands", about = "how many hands are played", value = 1, min = 1, max = 20 },
  },
  bounds = { -20000, 20000 },
  rules = [[
Each player gets five cards, or seven if two play. One card is turned up; the
others are the stock.

On your turn play a card that has the suit or the rank of the top card. An
eight goes on any card, and its player names the suit that must follow.
Instead of playing you may draw one card from the stock. Then play a card or
pass. When the stock is empty for the first time, the pile below its top card
is shuffled and becomes the stock. If there is nothing to draw, you may pass.

Your cards are hidden, so nothing stops you from playing one that does not
fit. Everybody then sees it, you take it back, draw a card if the stock has one,
and your turn is over.

The hand ends when a player has no cards left, or when all have passed in a
row without drawing. Then all show their cards: an eight counts 50 points,
king, queen, jack and ten 10 each, an ace 1, any other card its number; no
more than 200 in all. Fewer points are better. A missed turn costs 10 points.
A player who leaves a hand, or whose cards cannot be shown, gets 200. After
the last hand every player wins or loses the difference to each other player.]],
  hint = {
    cards = {
      seats = {
        layout = "row",
        number = "/scores/{seat}",
        unit = "points",
        cards = "/cards/{seat}",
        backs = 7,
      },
      zones = { { at = "centre", cards = "/top", places = 1 } },
      mine = { pairs = "/own", sort = { "c", "d", "s", "h" }, fair = "/fair", fan = true },
    },
    moves = {
      order = { "draw", "pass", "clubs", "diamonds", "hearts", "spades" },
      keys = { d = "draw", p = "pass" },
    },
  },

  start = function(params, seats)
    local state =
      { hands_to_play = params.hands, hand = 0, scores = {}, last = null, spoilt_by = {} }
    for seat = 1, seats do
      state.scores[seat] = 0
    end
    begin_hand(state)
    return state
  end,
  wants = function(state)
    if is_over(state) then return {} end
    if not state.shuffled then return { { type = "shuffle", slots = deck, faces = deck } } end
    if #state.turning > 0 then return { { type = "shuffle", slots = state.turning } } end
    local wants = {}
    for i, one in ipairs(state.owed) do
      wants[i] = { type = "deal", slot = one.slot, to = one.to }
    end
    if not is_open(state, top(state)) then
      table.insert(wants, { type = "show", slot = top(state) })
    end
    for _, slot in ipairs(state.ends and hidden_at_end(state) or {}) do
      table.insert(wants, { type = "show", slot = slot })
    end
    return #wants > 0 and wants or { { type = "move", seats = { state.turn } } }
  end,
  legal = legal,
  label = function(_, _, chosen)
    return type(chosen) == "number" and "play card " .. chosen or chosen
  end,
  after = function(state, event)
    if event.type == "shuffled" and state.shuffled then
      state.stock, state.turning = state.turning, {}
      if state.drew then draw_for(state, state.turn) end
    elseif event.type == "shuffled" then
      state.shuffled, state.spoilt_by = true, {}
      for _, slot in ipairs(deck) do
        table.insert(state.stock, slot)
      end
      for _ = 1, #state.scores == 2 and 7 or 5 do
        for seat, is_out in ipairs(state.out) do
          if not is_out then draw_for(state, seat) end
        end
      end
      state.pile = { table.remove(state.stock, 1) }
    elseif event.type == "dealt" then
      table.insert(state.hands[event.to], table.remove(state.owed, 1).slot)
    elseif event.type == "moved" then
      move(state, event.seat, event.move)
      if state.played and is_open(state, top(state)) then
        judge(state, face_at(state, top(state)))
      end -- played before, in vain
    elseif event.type == "absent" then
      state.fees[event.seat] = state.fees[event.seat] + fee
      move(
        state,
        event.seat,
        state.naming and suits[suit_of(face_at(state, top(state)))] or "pass"
      )
    elseif event.type == "shown" then
      assert(event.face < 52, "there is no such card")
      for _, face in ipairs(state.faces) do
        assert(face ~= event.face, "this card lies elsewhere")
      end
      state.faces[event.slot + 1] = event.face
      if state.played then judge(state, event.face) end
    elseif #event.by == #state.scores then
      -- They give up the hands that are not played, and rank last.
      for _, seat in ipairs(state.spoilt_by) do
        local sum = state.scores[seat] + worst * (state.hands_to_play - state.hand)
        state.scores[seat] = math.max(sum, table.unpack(state.scores))
      end
      if #state.spoilt_by > 0 then state.hand = state.hands_to_play end
      state.settled = standing(state)
    else
      for _, seat in ipairs(event.by) do
        state.out[seat] = true
      end
      break_off(state)
      state.spoilt_by = event.by
    end
    count(state)
    return state
  end,
  without = function(state, event)
    local seat = event.seat
    state.out[seat] = true
    for i = #state.owed, 1, -1 do
      if state.owed[i].to == seat then
        table.insert(state.stock, table.remove(state.owed, i).slot)
      end
    end
    if players(state) < 2 then
      break_off(state)
    elseif state.turn == seat and not state.played and not state.ends then
      next_turn(state)
    end
    count(state)
    return state
  end,
  -- Who resigns pays for the hands that are left as for one that they do not finish, and loses.
  resigned = function(state, event)
    local seat, other = event.seat, 3 - event.seat
    local paid = state.scores[seat] + worst * (state.hands_to_play - state.hand)
    state.scores[seat] = math.max(paid, state.scores[other] + 1)
    state.hand = state.hands_to_play
    state.settled = standing(state)
    return state
  end,
  result = function(state) return state.settled or is_over(state) and standing(state) or nil end,
  scores = function(state) return state.scores end,
  laws = function(state)
    local places, sum, lists = {}, 0, { state.stock, state.pile, state.turning, state.owed }
    for _, hand in ipairs(state.hands) do
      table.insert(lists, hand)
    end
    for _, list in ipairs(lists) do
      for _, one in ipairs(list) do
        places[type(one) == "table" and one.slot or one], sum = true, sum + 1
      end
    end
    for slot = 0, 51 do
      assert(places[slot] or not state.shuffled, "a card is missing")
    end
    assert(sum == (state.shuffled and 52 or 0), "a card lies in two places")
    for _, points in ipairs(state.scores) do
      assert(points >= 0 and points <= worst * state.hand, "too many points")
    end
  end,
  bot = sensible,
  careful = sensible,
  scene = scene,
  news = function(state, event, after, names)
    if event.type ~= "shown" or not state.played then return "" end
    local name = names[state.turn] or "Seat " .. state.turn
    local line = name .. (name == "You" and " play " or " plays ") .. symbol_of(event.face)
    return #after.pile == #state.pile and line or line .. ", which does not fit"
  end,
  view = function(state, seat, known)
    local view = {
      heading = { hand = state.hand + 1 },
      hand = state.hand + 1,
      turn = state.turn - 1,
      scores = state.scores,
      last = state.last,
      cards = {},
      suit = state.suit ~= null and suits[state.suit] or null,
      stock = #state.stock,
      turned = state.turned,
      ends = state.ends,
      may_draw = can_draw(state),
      top = {},
    }
    if #state.pile > 0 and is_open(state, top(state)) then
      view.top[1] = name_of(face_at(state, top(state)))
    end
    for other, hand in ipairs(state.hands) do
      view.cards[other] = {}
      for i, slot in ipairs(hand) do
        view.cards[other][i] = is_open(state, slot) and name_of(face_at(state, slot)) or null
      end
    end
    if type(seat) ~= "number" then return view end
    view.own, view.fair = {}, {}
    for i, card in ipairs(own(state, seat, known)) do
      view.own[i] = { card.slot, name_of(card.face) }
      if #state.pile > 0 and is_open(state, top(state)) and fits(state, card.face) then
        table.insert(view.fair, card.slot)
      end
    end
    return view
  end,
  draw = function(state, seat, known, names)
    local lines = string.format(
      "Hand %d of %d",
      math.min(state.hand + 1, state.hands_to_play),
      state.hands_to_play
    )
    if #state.pile > 0 and is_open(state, top(state)) then
      lines = lines .. "   top " .. symbol_of(face_at(state, top(state)))
      if state.suit ~= null then
        lines = lines .. ", " .. suits[state.suit] .. " must follow"
      end
      lines = lines .. "   stock " .. #state.stock
    end
    for other, hand in ipairs(state.hands) do
      lines = lines
        .. string.format(
          "\n%s  %s  %d points, %d cards",
          state.turn == other and ">" or " ",
          names[other] or other,
          state.scores[other],
          #hand
        )
      if state.last ~= null then
        lines = lines .. ", " .. state.last[other] .. " in the last hand"
      end
      for _, slot in ipairs(hand) do
        lines = lines
          .. (is_open(state, slot) and "  " .. symbol_of(face_at(state, slot)) or "")
      end
    end
    local mine = type(seat) == "number" and own(state, seat, known) or {}
    table.sort(
      mine,
      function(a, b) return suit_of(a.face) * 64 + a.face < suit_of(b.face) * 64 + b.face end
    )
    if #mine > 0 then lines = lines .. "\nYours" end
    for _, card in ipairs(mine) do
      lines = lines .. "  " .. symbol_of(card.face)
    end
    return lines .. "\n"
  end,
}
