-- Gin rummy: draw, discard, and knock once the cards outside your melds count ten or less.
-- Shows: cards from a hidden stock or an open pile, hands that are shown and counted by the script,
-- several hands.

local worst = 150 -- points of a hand that is given up
-- For gin and for an undercut; so that no hand goes on for ever.
local bonus, turns_at_most = 25, 100
local game_bonus, line_bonus = 100, 25 -- for the match, and for each hand that a player won
local deck = {}
for slot = 0, 51 do
  deck[slot + 1] = slot
end

-- Faces count from the aces: 4 * rank + suit.
local function letter(face) return ("A23456789TJQK"):sub(face // 4 + 1, face // 4 + 1) end
local function name_of(face) return letter(face) .. ("cdhs"):sub(face % 4 + 1, face % 4 + 1) end

local function symbol_of(face)
  return letter(face) .. ({ "♣", "♦", "♥", "♠" })[face % 4 + 1]
end

local function value_of(face) return math.min(10, face // 4 + 1) end

local function sum_of(faces)
  local sum = 0
  for _, face in ipairs(faces) do
    sum = sum + value_of(face)
  end
  return sum
end

local function face_at(state, slot)
  return state.faces[slot + 1] ~= null and state.faces[slot + 1] or nil
end

local function is_over(state)
  return state.settled
    or state.hand == state.hands_to_play
    or math.max(state.points[1], state.points[2]) >= state.goal
end

-- The points with the bonuses of a match that this player has won; without a winner, or in a match
-- of one hand, the points alone. A winner whose opponent won no hand gets double points.
local function totals(state, winner)
  local sums = { state.points[1], state.points[2] }
  if not winner or state.hands_to_play == 1 then return sums end
  if state.lines[3 - winner] == 0 then sums[winner] = 2 * sums[winner] end
  sums[winner] = sums[winner] + game_bonus
  for seat = 1, 2 do
    sums[seat] = sums[seat] + line_bonus * state.lines[seat]
  end
  return sums
end

local function winner_of(state)
  for seat = 1, 2 do
    if state.points[seat] >= state.goal then return seat end
  end
end

local function result_of(sums) return { sums[1] - sums[2], sums[2] - sums[1] } end

-- Ends the match because of a player, and the other wins it.
local function forfeit(state, loser)
  local sums = totals(state, 3 - loser)
  sums[3 - loser] = math.max(sums[3 - loser], sums[loser] + 1)
  state.settled = result_of(sums)
end

-- The melds in sorted faces, by the place of their lowest card: lists of places.
local function melds_in(faces)
  local at, melds = {}, {}
  for i, face in ipairs(faces) do
    at[face], melds[i] = i, {}
  end
  for i, face in ipairs(faces) do
    local run, alike = { i }, {}
    while at[face + 4 * #run] do
      table.insert(run, at[face + 4 * #run])
      table.insert(melds[i], #run >= 3 and { table.unpack(run) } or nil)
    end
    for other = face + 1, face - face % 4 + 3 do
      if at[other] then table.insert(alike, at[other]) end
    end
    for a = 1, #alike do
      for b = a + 1, #alike do
        table.insert(melds[i], { i, alike[a], alike[b] })
      end
    end
    if #alike == 3 then table.insert(melds[i], { i, alike[1], alike[2], alike[3] }) end
  end
  return melds
end

-- Finds melds so that cost(the faces outside them, a function that returns the melds) is the
-- least; returns that, these faces, and of each meld the first, the second and the last.
local function arrange(hand, cost)
  local faces = { table.unpack(hand) }
  table.sort(faces)
  local starts, used, dead, laid = melds_in(faces), {}, {}, {}
  local best, best_dead, best_melds
  local function melds()
    local list = {}
    for k, meld in ipairs(laid) do
      list[k] = { faces[meld[1]], faces[meld[2]], faces[meld[#meld]] }
    end
    return list
  end
  local function try(i)
    while used[i] do
      i = i + 1
    end
    if i > #faces then
      local worth = cost(dead, melds)
      if best and worth >= best then return end
      best, best_dead, best_melds = worth, { table.unpack(dead) }, melds()
      return
    end
    for _, meld in ipairs(starts[i]) do
      local free = true
      for _, place in ipairs(meld) do
        free = free and not used[place]
      end
      if free then
        for _, place in ipairs(meld) do
          used[place] = true
        end
        table.insert(laid, meld)
        try(i + 1)
        for _, place in ipairs(table.remove(laid)) do
          used[place] = nil
        end
      end
    end
    table.insert(dead, faces[i])
    try(i + 1)
    table.remove(dead)
  end
  try(1)
  return best, best_dead, best_melds
end

-- The points of cards that cannot be laid off at these melds.
local function left_over(faces, melds)
  local rest, runs, ranks = {}, {}, {}
  for _, face in ipairs(faces) do
    rest[face] = true
  end
  for _, meld in ipairs(melds) do
    if meld[1] // 4 == meld[2] // 4 then
      ranks[meld[1] // 4] = true
    else
      table.insert(runs, { meld[1], meld[3] })
    end
  end
  for _, run in ipairs(runs) do
    while rest[run[1] - 4] do
      run[1], rest[run[1] - 4] = run[1] - 4, nil
    end
    while rest[run[2] + 4] do
      run[2], rest[run[2] + 4] = run[2] + 4, nil
    end
  end
  local left = {}
  for _, face in ipairs(faces) do
    if rest[face] and not ranks[face // 4] then table.insert(left, face) end
  end
  return sum_of(left)
end

-- The best discard of eleven cards, and the points that are left outside the melds then.
local function best_discard(faces, taken)
  local function highest(dead)
    local high
    for _, face in ipairs(dead) do
      if face ~= taken and (not high or value_of(face) > value_of(high)) then high = face end
    end
    return high
  end
  local points, dead = arrange(faces, function(outside)
    local high = highest(outside)
    return sum_of(outside) + (high and -value_of(high) or 500)
  end)
  return highest(dead), points % 500
end

local function begin_hand(state)
  state.shuffled, state.dealt, state.phase, state.knocks, state.turns, state.declined =
    false, 0, "offer", false, 0, 0
  state.hands, state.pile, state.faces, state.taken, state.turn =
    { {}, {} }, {}, {}, null, state.hand % 2 + 1
  for i = 1, 52 do
    state.faces[i] = null
  end
  return state
end

-- Ends the hand; `winner` may be nothing.
local function score(state, winner, points, words)
  if winner then
    state.points[winner] = state.points[winner] + points
    state.lines[winner] = state.lines[winner] + 1
  end
  state.last = { winner = winner or 0, points = winner and points or 0, words = words }
  state.hand = state.hand + 1
  if not is_over(state) then begin_hand(state) end
end

local function faces_of(state, seat, known)
  local faces = {}
  for _, slot in ipairs(state.hands[seat]) do
    table.insert(faces, face_at(state, slot) or known and known.faces[tostring(slot)])
  end
  return faces
end

local function words_on(state, seat, known)
  local faces = faces_of(state, seat, known)
  if #faces ~= 11 then
    return #faces == 10 and arrange(faces, sum_of) .. " points outside melds" or ""
  end
  return select(2, best_discard(faces, state.taken ~= null and face_at(state, state.taken)))
    .. " points left after the best discard"
end

local function hidden(state)
  local slots = {}
  for slot = 0, state.dealt - 1 do
    if not face_at(state, slot) then table.insert(slots, slot) end
  end
  return slots
end

-- Returns what a knocker wins whose melds leave these points, against those of the other. A knock
-- with more than 10 counts as gin of the other, so that nobody escapes that by a false knock.
local function won_by_knocker(mine, theirs)
  if mine == 0 then return bonus + theirs end
  if mine > 10 then return -bonus - mine end
  return theirs > mine and theirs - mine or theirs - mine - bonus
end

-- Counts the hand after a knock, once all cards are open. The knocker's cards are arranged so that
-- they win the most: melds that leave as little are not as good if the other can lay off more.
local function count(state)
  local knocker, other = state.turn, 3 - state.turn
  local hand = faces_of(state, other)
  local function left_to_other(mine, melds)
    local at = mine == 0 and {} or melds
    return (arrange(hand, function(dead) return left_over(dead, at) end))
  end
  local won, dead, melds = arrange(faces_of(state, knocker), function(outside, laid)
    local mine = sum_of(outside)
    return -won_by_knocker(mine, mine > 10 and 0 or left_to_other(mine, laid()))
  end)
  won = -won
  local mine = sum_of(dead)
  if mine > 10 then return score(state, other, -won, "a false knock with " .. mine) end
  local theirs = left_to_other(mine, melds)
  if mine == 0 then return score(state, knocker, won, "gin against " .. theirs) end
  local words = " with " .. mine .. " against " .. theirs
  if won <= 0 then return score(state, other, -won, "an undercut," .. words) end
  score(state, knocker, won, "a knock" .. words)
end

-- Goes on when the top of the pile is open: the next turn, or the count.
local function go_on(state)
  if state.faces[state.pile[#state.pile] + 1] == null then return end
  if state.phase == "show" and #hidden(state) == 0 then return count(state) end
  if state.phase ~= "pass" then return end
  state.turn, state.phase, state.turns = 3 - state.turn, "draw", state.turns + 1
  if state.dealt >= 50 or state.turns == turns_at_most then
    score(state, nil, 0, "a hand without a winner")
  end
end

local function discard(state, seat, slot)
  for i = #state.hands[seat], 1, -1 do
    if state.hands[seat][i] == slot then table.remove(state.hands[seat], i) end
  end
  table.insert(state.pile, slot)
  state.taken, state.phase = null, state.knocks and "show" or "pass"
  go_on(state)
end

local function move(state, seat, chosen)
  if chosen == "knock" then
    state.knocks = true
  elseif chosen == "pass" then -- once both have, the first player draws from the stock
    state.turn, state.declined = 3 - seat, state.declined + 1
    if state.declined == 2 then state.phase = "deal" end
  elseif chosen == "stock" then
    state.phase = "deal"
  elseif chosen == "pile" then
    state.taken, state.phase = table.remove(state.pile), "discard"
    table.insert(state.hands[seat], state.taken)
  else
    discard(state, seat, chosen)
  end
end

-- The own cards in groups as they are drawn: each meld, and the cards outside of them.
local function groups_of(cards)
  local faces, group_of, groups = {}, {}, {}
  for i, card in ipairs(cards) do
    faces[i] = card.face
  end
  local points, _, melds = arrange(faces, sum_of)
  for m, meld in ipairs(melds) do
    local is_set = meld[1] // 4 == meld[2] // 4
    groups[m] = { title = is_set and "set" or "run", tone = "good", things = {} }
    for _, face in ipairs(faces) do
      local in_set = is_set and face // 4 == meld[1] // 4
      local in_run = not is_set
        and face % 4 == meld[1] % 4
        and face >= meld[1]
        and face <= meld[3]
      if (in_set or in_run) and not group_of[face] then group_of[face] = m end
    end
  end
  groups[#groups + 1] = { title = "deadwood " .. points, tone = "turn", things = {} }
  for _, card in ipairs(cards) do
    table.insert(groups[group_of[card.face] or #groups].things, card.id)
  end
  if #groups[#groups].things == 0 then table.remove(groups) end
  return groups
end

-- What the seat to move is asked; nil while no move is wanted.
local function question(state, seat, known)
  local top = state.pile[#state.pile]
  if is_over(state) or top and state.faces[top + 1] == null then return nil end
  if state.phase == "offer" then return "Take the turned card, or pass" end
  if state.phase == "draw" then return "Take the top of the pile, or draw from the stock" end
  if state.phase ~= "discard" then return nil end
  if state.knocks then return "Choose the card to knock with" end
  local faces = faces_of(state, seat, known)
  if #faces < #state.hands[seat] then return "Discard a card" end
  local taken = state.taken ~= null and state.faces[state.taken + 1] or nil
  local _, points = best_discard(faces, taken)
  if points > 10 then return "Discard a card" end
  return "Discard a card, or knock with " .. (points == 0 and "gin" or points)
end

-- The table as data: the other hand, stock and pile, and the own hand by melds.
local function scene(state, seat, known)
  local me, seats, things, cards, moves = seat or 1, {}, {}, {}, {}
  local function id(slot) return "c" .. slot .. "." .. state.hand end
  for each = 1, 2 do
    seats[each] = { number = state.points[each], unit = "points" }
  end
  local top = state.pile[#state.pile]
  if top and face_at(state, top) then
    table.insert(things, { id(top), "pile", 0, name_of(face_at(state, top)) })
  end
  if state.dealt < 52 then table.insert(things, { "stock", "stock", 0, null }) end
  for each, hand in ipairs(state.hands) do
    for i, slot in ipairs(hand) do
      local face = face_at(state, slot) or each == seat and known.faces[tostring(slot)] or nil
      table.insert(things, { id(slot), "hand" .. each, i - 1, face and name_of(face) or null })
      if each == seat then
        table.insert(moves, {
          id = tostring(slot),
          label = face and (state.knocks and "knock with " or "discard ") .. symbol_of(face)
            or nil,
          touches = { id(slot) },
        })
        table.insert(cards, face and { id = id(slot), face = face } or nil)
      end
    end
  end
  table.sort(cards, function(a, b) return a.face < b.face end)
  if seat then
    table.insert(moves, { id = "pile", touches = { "pile" } })
    table.insert(moves, { id = "stock", touches = { "stock" } })
  end
  local to_move = seat == state.turn and state.shuffled and state.dealt > 20
  return {
    ask = to_move and question(state, seat, known) or nil,
    seats = seats,
    places = {
      { id = "hand" .. 3 - me, kind = "hand", owner = 2 - me, rank = 3 },
      { id = "stock", kind = "pile", title = "Stock", count = 52 - state.dealt, rank = 2 },
      { id = "pile", kind = "pile", title = "Pile", rank = 1 },
      {
        id = "hand" .. me,
        kind = "hand",
        owner = me - 1,
        fan = true,
        sort = "suit",
        rank = 1,
        groups = #cards >= 10 and groups_of(cards) or nil,
      },
    },
    things = things,
    moves = moves,
  }
end

-- Takes the top of the pile if that saves more than three points, knocks as soon as the rules allow
-- it, and discards the best card for that.
local function sensible(state, seat, known)
  local faces = faces_of(state, seat, known)
  if state.phase == "draw" or state.phase == "offer" then
    local top = state.faces[state.pile[#state.pile] + 1]
    local before = arrange(faces, sum_of)
    table.insert(faces, top)
    return select(2, best_discard(faces, top)) < before - 3 and "pile"
      or state.phase == "draw" and "stock"
      or "pass"
  end
  local face, points =
    best_discard(faces, state.taken ~= null and state.faces[state.taken + 1] or nil)
  if points <= 10 and not state.knocks then return "knock" end
  for i, slot in ipairs(state.hands[seat]) do
    if faces[i] == face then return slot end
  end
end

return {
  name = "gin-rummy",
  version = "7",
  about = "Meld your cards, and knock with ten points or less outside.",
  hidden = true,
  chance = true,
  shelf = "cards",
  secrets = { dealt_to = "one", shuffled_by = "all" },
  params = {
    { name = "goal", about = "points that end the match", value = 100, min = 1, max = 500 },
    { name = "hands", about = "at the most", value = 1, min = 1, max = 50, among_people = 50 },
  },
  bounds = { -3000, 3000 },
  rules = [[
Each player gets ten cards. The next card is turned up and begins the pile;
the others are the stock. The first player may take the turned card; if that
player passes, the other may; and if both pass, the first player draws from the
stock.

On each later turn take the top card of the pile or the next of the stock, and then
discard one card onto the pile, but not the card that you just took from it. A
meld is three or four cards of a rank, or three or more of a suit in order;
the ace is low. Cards outside your melds count against you: king, queen and
jack 10, an ace 1, the others their number.

If your ten cards would count 10 or less, you may knock before you discard.
Then both hands are shown, the program finds the best melds of each, and the
other player lays off cards at the knocker's melds. The knocker wins the
difference. If the other has as little or less, it is an undercut: the other
wins the difference and 25. A knocker with nothing outside melds has gin, and
wins 25 and the points of the other, who may lay off nothing.

The match ends when a player has 100 points, or as many as goal says. That
player gets 100 more for the match, and both get 25 for each hand that they
won. If the loser won no hand, the winner's points of the hands count double.
The result is the difference. The match ends without these bonuses, and its
points alone count, after as many hands as hands says: 50 at a table of people.
In a match of one hand there are no bonuses.

Your cards are hidden, so nothing stops you from knocking with more than 10:
everybody sees it then, and the other wins 25 and your points outside melds, as
if they had gin. When only two cards are left
in the stock, or after 100 turns, a hand ends without a winner. A player because
of whom cards cannot be shown loses 150 points. A player who leaves loses 150
points and the match, which ends as if the other had won it; hands that nobody
plays cost nothing. If you miss a move you draw from the stock or discard the
card that you drew, and you pass the turned card.]],
  hint = {
    cards = {
      seats = {
        layout = "edges",
        number = "/points/{seat}",
        unit = "points",
        cards = "/cards/{seat}",
        backs = 11,
      },
      zones = { { at = "centre", cards = "/pile", places = 1 } },
      mine = { pairs = "/own", sort = { "c", "d", "s", "h" }, words = "/words", fan = true },
    },
    moves = {
      order = { "pile", "stock", "pass", "knock" },
      keys = { p = "pile", s = "stock", n = "pass", k = "knock" },
    },
  },
  start = function(params)
    return begin_hand({
      goal = params.goal,
      hands_to_play = params.hands,
      hand = 0,
      points = { 0, 0 },
      lines = { 0, 0 },
      last = null,
      spoilt_by = 0,
    })
  end,
  wants = function(state)
    if is_over(state) then return {} end
    if not state.shuffled then return { { type = "shuffle", slots = deck, faces = deck } } end
    local wants = {}
    for slot = state.dealt, 19 do
      table.insert(wants, { type = "deal", slot = slot, to = slot % 2 + 1 })
    end
    if state.phase == "deal" then
      wants[1] = { type = "deal", slot = state.dealt, to = state.turn }
    end
    local top = state.pile[#state.pile]
    if top and state.faces[top + 1] == null then
      table.insert(wants, { type = "show", slot = top })
    end
    for _, slot in ipairs(state.phase == "show" and hidden(state) or {}) do
      table.insert(wants, { type = "show", slot = slot })
    end
    return #wants > 0 and wants or { { type = "move", seats = { state.turn } } }
  end,
  legal = function(state, seat)
    if state.phase == "offer" then return { "pile", "pass" } end
    if state.phase == "draw" then return { "pile", "stock" } end
    local moves = { not state.knocks and "knock" or nil }
    for _, slot in ipairs(state.hands[seat]) do
      if slot ~= state.taken then table.insert(moves, slot) end
    end
    return moves
  end,
  label = function(state, _, chosen)
    if type(chosen) == "number" then
      return (state.knocks and "knock with card " or "discard card ") .. chosen
    end
    return ({
      pile = "take the top of the pile",
      stock = "draw from the stock",
      pass = "pass",
      knock = "knock",
    })[chosen]
  end,
  facts = function(_, _, chosen) return { main = type(chosen) == "number" } end,
  after = function(state, event)
    if event.type == "shuffled" then
      state.shuffled, state.pile, state.spoilt_by = true, { 20 }, 0
    elseif event.type == "dealt" then
      table.insert(state.hands[event.to], event.slot)
      state.dealt = event.slot + 1
      if state.phase == "deal" then state.phase = "discard" end
    elseif event.type == "shown" then
      assert(event.face < 52, "there is no such card")
      for _, face in ipairs(state.faces) do
        assert(face ~= event.face, "this card lies elsewhere")
      end
      state.faces[event.slot + 1], state.dealt = event.face, math.max(21, state.dealt)
      go_on(state)
    elseif event.type == "moved" then
      move(state, event.seat, event.move)
    elseif event.type == "absent" then
      local hand = state.hands[event.seat]
      move(
        state,
        event.seat,
        ({ offer = "pass", draw = "stock" })[state.phase]
          or hand[hand[#hand] == state.taken and 1 or #hand]
      )
    elseif #event.by == 2 then
      if state.spoilt_by > 0 then
        forfeit(state, state.spoilt_by)
      else
        state.settled = result_of(state.points)
      end
    else
      score(state, 3 - event.by[1], worst, "a hand that was given up")
      state.spoilt_by = event.by[1]
    end
    return state
  end,
  without = function(state, event)
    local other = 3 - event.seat
    state.points[other], state.lines[other] =
      state.points[other] + worst, state.lines[other] + 1
    forfeit(state, event.seat)
    return state
  end,
  result = function(state)
    if state.settled or not is_over(state) then return state.settled end
    return result_of(totals(state, winner_of(state)))
  end,
  scores = function(state) return state.points end,
  laws = function(state)
    local places, sum = {}, 0
    for _, list in ipairs({ state.hands[1], state.hands[2], state.pile }) do
      for _, slot in ipairs(list) do
        places[slot], sum = true, sum + 1
      end
    end
    for slot = 0, state.dealt - 1 do
      assert(places[slot], "a card is missing")
    end
    assert(
      not state.shuffled or sum == math.max(state.dealt, 1 + math.min(20, state.dealt)),
      "a card lies in two places"
    )
    assert(
      math.abs(#state.hands[1] - #state.hands[2]) <= 1 and #state.hands[1] <= 11,
      "too many cards"
    )
  end,
  bot = sensible,
  careful = function(state, seat, known)
    local knows = #faces_of(state, seat, known) == #state.hands[seat]
    return knows and sensible(state, seat, known) or nil
  end,
  -- Everybody looks at the two hands and their melds.
  pause = function(before, after) return after.hand == before.hand and 0 or 4000 end,
  news = function(state, event, after, names)
    if after.hand == state.hand then
      return event.type == "shown"
          and state.phase ~= "show"
          and "The top of the pile is " .. symbol_of(event.face)
        or ""
    end
    local name = names[after.last.winner] or "Nobody"
    local line = name
      .. (name == "You" and " win " or " wins ")
      .. after.last.points
      .. " by "
      .. after.last.words
    local winner = winner_of(after)
    if not winner or after.hands_to_play == 1 then return line end
    local sums = totals(after, winner)
    return line .. ", and the match with " .. sums[winner] .. " against " .. sums[3 - winner]
  end,
  view = function(state, seat, known)
    local view = {
      heading = { hand = state.hand + 1 },
      hand = state.hand + 1,
      points = state.points,
      lines = state.lines,
      turn = state.turn - 1,
      phase = state.phase,
      over = is_over(state) and true or false,
      stock = 52 - state.dealt,
      pile = {},
      cards = {},
      last = state.last,
      knocks = state.knocks,
    }
    local top = state.pile[#state.pile]
    if top and face_at(state, top) then view.pile[1] = name_of(face_at(state, top)) end
    for other, hand in ipairs(state.hands) do
      view.cards[other] = {}
      for i, slot in ipairs(hand) do
        view.cards[other][i] = face_at(state, slot) and name_of(face_at(state, slot)) or null
      end
    end
    if type(seat) ~= "number" then return view end
    view.own, view.words = {}, ""
    local slots = { table.unpack(state.hands[seat]) }
    if top and state.faces[top + 1] == null and seat == state.turn then
      table.insert(slots, top)
    end
    for _, slot in ipairs(slots) do
      local face = face_at(state, slot) or known.faces[tostring(slot)]
      if face then table.insert(view.own, { slot, name_of(face) }) end
    end
    view.words = words_on(state, seat, known)
    return view
  end,
  scene = scene,

  draw = function(state, seat, known, names)
    local lines = string.format(
      "Hand %d   stock %d",
      math.min(state.hand + 1, state.hands_to_play),
      52 - state.dealt
    )
    local top, mine = state.pile[#state.pile], {}
    if top and state.faces[top + 1] ~= null then
      lines = lines .. "   pile " .. symbol_of(state.faces[top + 1])
    end
    for other = 1, 2 do
      lines = lines
        .. string.format(
          "\n%s  %s  %d points, %d hands  ",
          state.turn == other and ">" or " ",
          names[other] or other,
          state.points[other],
          state.lines[other]
        )
      for _, slot in ipairs(state.hands[other]) do
        local face = face_at(state, slot)
        local mine_is = other == seat and (face or known.faces[tostring(slot)])
        if mine_is then
          table.insert(mine, { slot = slot, face = mine_is })
        else
          lines = lines .. (face and symbol_of(face) or "?") .. " "
        end
      end
    end
    table.sort(
      mine,
      function(a, b) return a.face % 4 * 64 + a.face < b.face % 4 * 64 + b.face end
    )
    for i, card in ipairs(mine) do
      lines = lines .. (i == 1 and "\nYours  " or "  ") .. symbol_of(card.face)
    end
    return lines .. (#mine > 0 and "   " .. words_on(state, seat, known) or "") .. "\n"
  end,
}
