-- Five-card draw: five cards each; after a round of betting one changes some of them, and bets
-- again.
-- Shows: antes and side pots (`poker`), cards that are exchanged, several hands, seats that go
-- away.

local deck = {}
for card = 1, 52 do
  deck[card] = card - 1
end

local presets = { presets = { "min", "1/3 pot", "1/2 pot", "pot", "max" } }
local function is_in(state, seat) return state.round.folded[seat] == 0 end

-- The seats that are in the hand, from the one after the button on.
local function players(state)
  local seats, count = {}, #state.start
  for i = 1, count do
    local seat = (state.button + i - 1) % count + 1
    if is_in(state, seat) then table.insert(seats, seat) end
  end
  return seats
end

-- The cards by their names, with `hidden` in place of a hidden one.
local function names_of(cards, hidden)
  local names = {}
  for i, card in ipairs(cards) do
    names[i] = card == null and hidden or poker.card_name(card)
  end
  return names
end

-- `slots` has where a seat's cards lie, `dealt` how many of these it has got, `thrown` where those
-- lie that it changed.
local function begin_hand(state, stacks)
  state.hand, state.phase, state.betting, state.drawing, state.next =
    state.hand + 1, "shuffle", false, {}, 5 * #stacks
  state.shown, state.dealt, state.slots, state.thrown = {}, {}, {}, {}
  state.round, state.spoilt = poker.betting(stacks, "none"), false
  for seat = 1, #stacks do
    state.shown[seat], state.dealt[seat], state.slots[seat], state.thrown[seat] = {}, 0, {}, {}
    for card = 1, 5 do
      state.slots[seat][card] = 5 * (seat - 1) + card - 1
    end
    if is_in(state, seat) then poker.ante(state.round, seat, state.ante) end
  end
  state.button = players(state)[1]
end

-- Ends the hand, in which each seat gets so many chips.
local function end_hand(state, won)
  local round, rich = state.round, 0
  state.last = { hand = state.hand, shown = {}, words = {}, won = won, paid = round.paid }
  for seat, cards in ipairs(state.shown) do
    state.last.shown[seat] = names_of(cards)
    state.last.words[seat] = #cards == 5 and " with " .. poker.hand_name(poker.rank(cards))
      or ""
  end
  round.paid = {}
  for seat, chips in ipairs(won) do
    round.stacks[seat], round.bets[seat], round.paid[seat] = round.stacks[seat] + chips, 0, 0
    rich = rich + (round.stacks[seat] > 0 and 1 or 0)
  end
  if state.hand >= state.hands or rich < 2 then
    state.phase = "over"
  else
    begin_hand(state, round.stacks)
  end
end

-- Pays each pot to the best hands; odd chips go to those first after the button.
local function pay(state)
  local won, ranks, order = {}, {}, players(state)
  poker.gather(state.round, 2 * state.ante)
  for seat = 1, #state.start do
    won[seat] = 0
  end
  for _, seat in ipairs(order) do
    ranks[seat] = #order > 1 and poker.rank(state.shown[seat]) or 0
  end
  for _, pot in ipairs(poker.pots(state.round)) do
    local best, contests, winners = -1, {}, {}
    for _, seat in ipairs(pot.seats) do
      best, contests[seat] = math.max(best, ranks[seat]), true
    end
    for _, seat in ipairs(order) do
      if contests[seat] and ranks[seat] == best then table.insert(winners, seat) end
    end
    for i, seat in ipairs(winners) do
      won[seat] = won[seat] + pot.chips // #winners + (i <= pot.chips % #winners and 1 or 0)
    end
  end
  end_hand(state, won)
end

-- The cards to deal, in turn, to all that lack some; at the showdown those to show. In a void hand
-- a new deck comes before the cards that are lacking, which nobody gets hidden any more.
local function cards_wanted(state)
  local wants, shows = {}, state.phase == "show"
  for card = 1, 5 do
    for _, seat in ipairs(players(state)) do
      local slot, lacks = state.slots[seat][card], state.dealt[seat] < card
      if shows and #state.shown[seat] < card and not (state.spoilt and lacks) then
        table.insert(wants, { type = "show", slot = slot })
      elseif lacks and not shows then
        table.insert(wants, { type = "deal", slot = slot, to = seat })
      end
    end
  end
  return wants
end

-- Exchanges the cards that a move such as "change 1 4" names: the new ones stand last.
local function exchange(state, seat, move)
  local kept, new = {}, {}
  for card, slot in ipairs(state.slots[seat]) do
    local goes = move:find(tostring(card))
    table.insert(goes and state.thrown[seat] or kept, slot)
    if goes then table.insert(new, state.next + #new) end
  end
  state.next, state.dealt[seat] = state.next + #new, #kept
  for _, slot in ipairs(new) do
    table.insert(kept, slot)
  end
  state.slots[seat] = kept
  table.remove(state.drawing, 1)
end

-- The deck that mends a void hand: the faces that nobody has seen, in the slots of hidden cards,
-- under the locks of those alone who are left.
local function new_deck(state)
  local seen, open, want =
    {}, {}, { type = "shuffle", slots = {}, faces = {}, by = players(state) }
  table.sort(want.by)
  for seat, cards in ipairs(state.shown) do
    for card, face in ipairs(cards) do
      if face ~= null then
        seen[face], open[state.slots[seat][card]] = true, true
      end
    end
  end
  for card = 0, 51 do
    table.insert(want.faces, not seen[card] and card or nil)
    table.insert(want.slots, not open[card] and card or nil)
  end
  return want
end

-- Goes on until something is wanted.
local function proceed(state)
  while state.phase ~= "over" do
    local round = state.round
    if #players(state) == 1 then
      pay(state)
    elseif state.phase == "shuffle" or state.spoilt or #cards_wanted(state) > 0 then
      return state
    elseif state.phase == "draw" and #state.drawing > 0 then
      if is_in(state, state.drawing[1]) then return state end
      table.remove(state.drawing, 1)
    elseif state.phase == "show" then
      pay(state)
    elseif not state.betting then
      state.betting = true
      state.phase = state.phase == "deal" and "first bets" or "last bets"
      poker.begin(round, state.button % #state.start + 1, 2 * state.ante)
    elseif round.turn > 0 then
      return state
    else
      poker.gather(round, 2 * state.ante)
      state.betting, state.phase = false, state.phase == "first bets" and "draw" or "show"
      if state.phase == "draw" then state.drawing = players(state) end
    end
  end
  return state
end

-- The seats in `by` keep a card hidden: they fold. Of two or more that are left betting ends, they
-- change no more cards and show their hands, and a new deck has the cards that they lack; before
-- the bets they are dealt new hands from it. If nobody is left, all get their chips back.
local function on_void(state, by)
  local round, own = state.round, {}
  if #by == #state.start then state.hands = state.hand end
  for _, seat in ipairs(by) do
    round.folded[seat] = 1
  end
  if #players(state) == 0 then
    for seat, paid in ipairs(round.paid) do
      own[seat] = paid + round.bets[seat]
    end
    end_hand(state, own)
  elseif state.phase == "shuffle" or state.phase == "deal" then
    for seat = 1, #state.start do
      state.dealt[seat] = 0
    end
    state.phase, state.spoilt = "shuffle", true
  else
    poker.gather(round, 2 * state.ante)
    state.phase, state.betting, state.drawing, state.spoilt = "show", false, {}, false
    for _, seat in ipairs(players(state)) do
      state.spoilt = state.spoilt or state.dealt[seat] < 5
    end
  end
end

-- The cards that a seat has got, as `seat` sees them; null: hidden.
local function pocket(state, of, seat, known)
  local cards = {}
  for card = 1, state.dealt[of] do
    local face = seat == of and known.faces[tostring(state.slots[of][card])]
    cards[card] = face or state.shown[of][card] or null
  end
  return cards
end

-- Returns the hand, the street and the pot, for the log.
local function heading(state)
  local parts = { ["last bets"] = "last bets", draw = "draw", show = "showdown" }
  local pot = 0
  for _, each in ipairs(poker.pots(state.round)) do
    pot = pot + each.chips
  end
  for _, bet in ipairs(state.round.bets) do
    pot = pot + bet
  end
  return {
    hand = state.hand,
    part = parts[state.phase] or "first bets",
    pot = pot,
  }
end

local function view(state, seat, known)
  local round, own =
    state.round, type(seat) == "number" and pocket(state, seat, seat, known) or {}
  local seen = {
    heading = heading(state),
    hand = state.hand,
    phase = state.phase,
    button = state.button - 1,
    stacks = round.stacks,
    bets = round.bets,
    to_meet = round.to_meet,
    pots = {},
    pockets = {},
    thrown = {},
    ["in"] = {},
    own_rank = null,
    last = state.last,
  }
  for of = 1, #state.start do
    seen.pockets[of], seen["in"][of] =
      names_of(pocket(state, of, seat, known), null), is_in(state, of)
  end
  for i, slot in ipairs(state.thrown[seat] or {}) do
    seen.thrown[i] = known.faces[tostring(slot)] or null
  end
  seen.thrown = names_of(seen.thrown, null)
  for i, pot in ipairs(state.phase ~= "over" and poker.pots(round) or {}) do
    for k, of in ipairs(pot.seats) do
      pot.seats[k] = of - 1
    end
    seen.pots[i] = pot
  end
  if #own == 5 and own[1] ~= null then seen.own_rank = poker.hand_name(poker.rank(own)) end
  return seen
end

local function draw(state, seat, known, names)
  local seen, round = view(state, seat, known), state.round
  local lines = string.format(
    "Hand %d of %d, %s, ante %d\n",
    state.hand,
    state.hands,
    state.phase,
    state.ante
  )
  for i, pot in ipairs(seen.pots) do
    if pot.chips > 0 then
      lines = lines .. (i == 1 and "Pot    " or "Side pot ") .. pot.chips .. "\n"
    end
  end
  for of = 1, #state.start do
    local cards = is_in(state, of)
        and table.concat(names_of(pocket(state, of, seat, known), "??"), " ")
      or "out"
    local bet = round.bets[of] > 0 and "bet " .. round.bets[of] or ""
    local mark = (round.turn == of or state.drawing[1] == of) and "> " or "  "
    lines = lines
      .. string.format(
        "%s%-12s %7d  %-9s %s%s%s\n",
        mark,
        names[of] or of,
        round.stacks[of],
        bet,
        cards,
        #state.thrown[of] > 0 and "  changed " .. #state.thrown[of] or "",
        state.button == of and "  button" or ""
      )
  end
  return lines .. (seen.own_rank ~= null and "You hold " .. seen.own_rank .. "\n" or "")
end

-- How long people look at the end of a hand, in milliseconds: longer if hands were shown.
local function pause(before, after)
  local last = after.last
  if last == null or before.last ~= null and before.last.hand == last.hand then return 0 end
  for _, words in ipairs(last.words) do
    if words ~= "" then return 4000 end
  end
  return 1200
end

local function news(before, _, after, names)
  local last, lines = after.last, {}
  if last == null or before.last ~= null and before.last.hand == last.hand then return "" end
  for seat, chips in ipairs(last.won) do
    local words = (names[seat] or seat)
      .. (names[seat] == "You" and " win " or " wins ")
      .. chips
      .. last.words[seat]
    if #last.shown[seat] > 0 then
      words = words .. " (" .. table.concat(last.shown[seat], " ") .. ")"
    end
    if chips > 0 then table.insert(lines, words) end
  end
  return "Hand " .. last.hand .. ": " .. table.concat(lines, ", ") .. "."
end

return {
  name = "five-card-draw-example",
  version = "2",
  about = "Bet, change some of your five cards, and bet again: no-limit poker.",
  seats = { 2, 5 },
  hidden = true,
  chance = true,
  shelf = "poker",
  bounds = { -1000000, 4000000 },
  secrets = { dealt_to = "one", shuffled_by = "named", done = true },
  params = {
    {
      name = "hands",
      about = "how many are played at the most",
      value = 20,
      min = 1,
      max = 1000,
    },
    {
      name = "stack",
      about = "chips of each seat at the start",
      value = 1000,
      min = 1,
      max = 1000000,
    },
    {
      name = "ante",
      about = "chips of each for a hand; a bet is at least two",
      value = 10,
      min = 1,
      max = 1000000,
    },
  },
  hint = {
    cards = {
      seats = {
        layout = "oval",
        number = "/stacks/{seat}",
        bet = "/bets/{seat}",
        ["in"] = "/in/{seat}",
        cards = "/pockets/{seat}",
        backs = 5,
        marks = { D = "/button" },
      },
      zones = { { at = "centre", chips = "/pots/*/chips", seats = "/pots/*/seats" } },
      mine = { cards = "/pockets/{me}", words = "/own_rank" },
      showdown = {
        hand = "/last/hand",
        cards = "/last/shown/{seat}",
        won = "/last/won/{seat}",
        paid = "/last/paid/{seat}",
      },
    },
    moves = {
      order = { "fold", "check", "call", "bet", "raise", "keep" },
      number = { bet = presets, raise = presets },
      keys = { f = "fold", c = { "check", "call" }, r = { "bet", "raise" } },
    },
  },
  rules = [[
Each player pays the ante and gets five cards that nobody else sees. After a
round of betting each player who is left, from the one after the button on,
may once change any of the cards for new ones from the deck: "change 1 4"
gives away the first and the fourth from the left, and the new ones stand at
the right end. Then there is another round of betting, and the players who are
left show their cards. The best hand of poker wins.

The player after the button speaks first in both rounds. A player may check or
bet if there is nothing to call; else call, raise or fold. A bet is at least
twice the ante, a raise at least as much as the last bet or raise, and at most
all that the player has. A player without chips is all-in: they still change
cards, and can win from each other player no more than they have put in
themselves; the chips beyond that are in side pots.

Equal hands share a pot, and odd chips go to the first after the button. A
player who is left alone wins without showing. The button then moves on. The
match ends after the agreed number of hands, or when one player has all chips.
A player's result is the chips that they have won or lost.

A player who misses a move checks, or folds if there is something to call, or
keeps their cards. A player who goes away folds. If a card can never be shown
because of some players, they fold. The others bet no more, change no more
cards and show their hands, and a new deck that they alone shuffle gives them
the cards that they lack; if nobody has bet yet, they are dealt new cards from
it. A player who made a hand void waits for some hands, and pays the antes of
these.]],
  start = function(params, seats)
    local state = {
      hands = params.hands,
      ante = params.ante,
      hand = 0,
      button = seats,
      start = {},
      last = null,
    }
    for seat = 1, seats do
      state.start[seat] = params.stack
    end
    begin_hand(state, state.start)
    return proceed(state)
  end,
  wants = function(state)
    if state.phase == "over" then return {} end
    if state.phase == "shuffle" then
      return {
        state.spoilt and new_deck(state) or { type = "shuffle", slots = deck, faces = deck },
      }
    end
    local cards = cards_wanted(state)
    if #cards > 0 then return cards end
    return {
      state.spoilt and new_deck(state)
        or { type = "move", seats = { state.drawing[1] or state.round.turn } },
    }
  end,
  legal = function(state)
    local moves = { "keep" }
    if state.phase ~= "draw" then return poker.moves(state.round) end
    for card = 1, 5 do
      for i = 2, #moves do
        table.insert(moves, moves[i] .. " " .. card)
      end
      table.insert(moves, "change " .. card)
    end
    return moves
  end,
  range = function(state, _, move)
    return type(move) == "table" and poker.range(state.round, move) or nil
  end,
  label = function(state, seat, move)
    if type(move) == "table" then
      return move.bet and "bet " .. move.bet or "raise to " .. move.raise
    end
    local stack = state.round.stacks[seat]
    return move == "call" and "call " .. stack - poker.move(state.round, move).stacks[seat]
      or move
  end,
  facts = function(state, _, move)
    return state.phase ~= "draw" and poker.facts(state.round, move) or nil
  end,
  after = function(state, event)
    if event.type == "shuffled" then
      state.spoilt = false
      if state.phase == "shuffle" then state.phase = "deal" end
    elseif event.type == "dealt" then
      state.dealt[event.to] = state.dealt[event.to] + 1
    elseif event.type == "shown" then
      assert(event.face < 52, "this card cannot be there")
      for seat, slots in ipairs(state.slots) do
        for _, slot in ipairs(slots) do
          if slot == event.slot then table.insert(state.shown[seat], event.face) end
        end
      end
    elseif state.phase == "draw" and event.seat then
      exchange(state, event.seat, event.move or "keep")
    elseif event.type == "moved" then
      poker.move(state.round, event.move)
    elseif event.type == "absent" then
      poker.move(state.round, poker.moves(state.round)[1]) -- checks, or folds
    else
      on_void(state, event.by)
    end
    return proceed(state)
  end,
  -- A seat that goes away folds, unless betting is over and its cards are shown, or the others can
  -- show them.
  without = function(state, event)
    local stays = state.phase == "show" and (event.opens or #state.shown[event.seat] == 5)
    if state.phase == "over" or stays or not is_in(state, event.seat) then return state end
    poker.fold(state.round, event.seat)
    return proceed(state)
  end,
  result = function(state)
    local won = {}
    for seat, chips in ipairs(state.start) do
      won[seat] = state.round.stacks[seat] - chips
    end
    return state.phase == "over" and won or nil
  end,
  scores = function(state) return state.round.stacks end,
  done = function(state, seat) return state.phase ~= "shuffle" and not is_in(state, seat) end,
  spent = function(state, seat)
    return state.round.stacks[seat] + state.round.bets[seat] + state.round.paid[seat] == 0
  end,
  foresees = function(state)
    local plays_on = state.hand < state.hands
      and state.phase ~= "shuffle"
      and state.phase ~= "over"
      and not state.spoilt
    return plays_on and { slots = deck, faces = deck } or nil
  end,
  laws = function(state)
    local chips, seen = 0, {}
    for seat, start in ipairs(state.start) do
      chips = chips
        + state.round.stacks[seat]
        + state.round.bets[seat]
        + state.round.paid[seat]
        - start
    end
    assert(chips == 0, "no chip comes or goes")
    for _, cards in ipairs(state.shown) do
      for _, card in ipairs(cards) do
        assert(not seen[card], "no card is shown twice")
        seen[card] = true
      end
    end
  end,
  -- Bets two pair or better and calls with a pair; keeps cards of equal rank, or else those above
  -- the ten.
  bot = function(state, seat, known)
    local own, moves, count, move =
      pocket(state, seat, seat, known), poker.moves(state.round), {}, "change"
    local worth = poker.rank(own) // 67108864 -- 1 is a pair, 2 two pair, 4 a straight
    for _, card in ipairs(own) do
      count[card // 4 + 1] = (count[card // 4 + 1] or 0) + 1
    end
    for i, card in ipairs(own) do
      if worth < 4 and count[card // 4 + 1] == 1 and (worth > 0 or card < 36) then
        move = move .. " " .. i
      end
    end
    if state.phase == "draw" then return move == "change" and "keep" or move end
    local raises = worth >= 2 and type(moves[#moves]) == "table"
    return raises and moves[#moves]
      or moves[1] == "check" and "check"
      or worth >= 1 and "call"
      or "fold"
  end,
  view = view,
  draw = draw,
  news = news,
  pause = pause,
}
