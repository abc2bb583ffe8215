-- Stud: seven cards each, four of them open; fixed-limit betting after the third and each later
-- card.
-- Shows: a fixed limit with a bring-in (`poker`), own and open cards, several hands, seats that go
-- away.

local deck = {}
for card = 1, 52 do
  deck[card] = card - 1
end

local function is_up(card) return card >= 3 and card <= 6 end -- of a seat's seven
local function slot_of(seat, card) return 7 * (seat - 1) + card - 1 end
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

-- `street` is how many cards each is to have, `dealt` how many a seat has, `shown` those of them
-- that all have seen.
local function begin_hand(state, stacks)
  state.hand, state.phase, state.betting, state.street, state.spoilt =
    state.hand + 1, "shuffle", false, 3, false
  state.shown, state.dealt = {}, {}
  state.round = poker.betting(stacks, "fixed")
  state.round.raises_max = 3
  for seat = 1, #stacks do
    state.shown[seat], state.dealt[seat] = { null, null, null, null, null, null, null }, 0
    if is_in(state, seat) then poker.ante(state.round, seat, state.ante) end
  end
  state.button = players(state)[1]
end

local function least_bet(state) return state.street < 5 and state.bet or 2 * state.bet end

-- A number for open cards: more cards of one rank count more, then higher ranks.
local function strength(cards)
  local count, groups, pairs_of, key = {}, {}, 0, 0
  for _, card in ipairs(cards) do
    local rank = card ~= null and card // 4 + 1
    if rank then
      pairs_of, count[rank] = pairs_of + (count[rank] or 0), (count[rank] or 0) + 1
    end
  end
  for rank, number in pairs(count) do
    table.insert(groups, 16 * number + rank)
  end
  table.sort(groups, function(a, b) return a > b end)
  for i = 1, 7 do
    key = 128 * key + (groups[i] or 0)
  end
  return pairs_of, key
end

-- Begins a round of betting: the lowest card brings in the third street, and the best open cards
-- begin each later one.
local function begin_betting(state)
  local first, best, best_pairs, low = nil, -1, -1, 52
  for _, seat in ipairs(players(state)) do
    local cards = state.shown[seat]
    local pairs_of, key = strength({ cards[3], cards[4], cards[5], cards[6] })
    local is_best = pairs_of > best_pairs or pairs_of == best_pairs and key > best
    if state.street == 3 and cards[3] < low then
      first, low = seat, cards[3]
    end
    if state.street > 3 and is_best then
      first, best, best_pairs = seat, key, pairs_of
    end
  end
  state.betting = true
  if state.street == 3 then poker.blind(state.round, first, state.bet // 2) end
  poker.begin(
    state.round,
    state.street == 3 and first % #state.start + 1 or first,
    least_bet(state)
  )
end

-- Ends the hand, in which each seat gets so many chips.
local function end_hand(state, won)
  local round, rich = state.round, 0
  state.last = { hand = state.hand, shown = {}, words = {}, won = won, paid = round.paid }
  for seat, cards in ipairs(state.shown) do
    state.last.shown[seat] = names_of(cards, null)
    state.last.words[seat] = cards[7] ~= null and " with " .. poker.hand_name(poker.rank(cards))
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
  poker.gather(state.round, least_bet(state))
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
  local wants = {}
  for card = 1, state.street do
    for _, seat in ipairs(players(state)) do
      local lacks, hides =
        state.dealt[seat] < card, state.phase == "show" and state.shown[seat][card] == null
      if state.spoilt and lacks then -- not from this deck
      elseif hides or lacks and is_up(card) then
        table.insert(wants, { type = "show", slot = slot_of(seat, card) })
      elseif lacks then
        table.insert(wants, { type = "deal", slot = slot_of(seat, card), to = seat })
      end
    end
  end
  return wants
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
        seen[face], open[slot_of(seat, card)] = true, true
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
    if #players(state) == 1 then
      pay(state)
    elseif state.phase == "shuffle" or state.spoilt or #cards_wanted(state) > 0 then
      return state
    elseif state.phase == "show" then
      pay(state)
    elseif not state.betting then
      begin_betting(state)
    elseif state.round.turn > 0 then
      return state
    else
      state.betting = false
      if state.street == 7 then
        state.phase = "show"
      else
        state.street = state.street + 1
      end
      poker.gather(state.round, least_bet(state))
    end
  end
  return state
end

-- The seats in `by` keep a card hidden: they fold. Of two or more that are left betting ends, they
-- show their hands, and get the cards that they lack from a new deck; before the bets they are
-- dealt new hands from it. If nobody is left, all get their chips back.
local function on_void(state, by)
  local round, own, bets_began =
    state.round, {}, state.betting or state.street > 3 or state.phase == "show"
  if #by == #state.start then state.hands = state.hand end
  for _, seat in ipairs(by) do
    round.folded[seat] = 1
  end
  if #players(state) == 0 then
    for seat, paid in ipairs(round.paid) do
      own[seat] = paid + round.bets[seat]
    end
    end_hand(state, own)
  elseif bets_began then
    poker.gather(round, least_bet(state))
    state.phase, state.betting, state.street, state.spoilt = "show", false, 7, false
    for _, seat in ipairs(players(state)) do
      state.spoilt = state.spoilt or state.dealt[seat] < 7
    end
  else
    for seat = 1, #state.start do
      state.shown[seat], state.dealt[seat] = { null, null, null, null, null, null, null }, 0
    end
    state.phase, state.spoilt = "shuffle", true
  end
end

-- The cards that a seat has got, as `seat` sees them; null: hidden.
local function pocket(state, of, seat, known)
  local cards = {}
  for card = 1, state.dealt[of] do
    local face = seat == of and known.faces[tostring(slot_of(of, card))]
    cards[card] = face or state.shown[of][card] or null
  end
  return cards
end

-- Returns the hand, the street and the pot, for the log.
local function heading(state)
  local parts = { [3] = "third", [4] = "fourth", [5] = "fifth", [6] = "sixth", [7] = "seventh" }
  local pot = 0
  for _, each in ipairs(poker.pots(state.round)) do
    pot = pot + each.chips
  end
  for _, bet in ipairs(state.round.bets) do
    pot = pot + bet
  end
  return {
    hand = state.hand,
    part = state.phase == "show" and "showdown" or parts[state.street] .. " street",
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
    street = state.street,
    button = state.button - 1,
    stacks = round.stacks,
    bets = round.bets,
    to_meet = round.to_meet,
    pots = {},
    pockets = {},
    ["in"] = {},
    own_rank = null,
    last = state.last,
  }
  for of = 1, #state.start do
    seen.pockets[of], seen["in"][of] =
      names_of(pocket(state, of, seat, known), null), is_in(state, of)
  end
  for i, pot in ipairs(state.phase ~= "over" and poker.pots(round) or {}) do
    for k, of in ipairs(pot.seats) do
      pot.seats[k] = of - 1
    end
    seen.pots[i] = pot
  end
  if #own >= 5 and own[1] ~= null then seen.own_rank = poker.hand_name(poker.rank(own)) end
  return seen
end

local function draw(state, seat, known, names)
  local seen, round = view(state, seat, known), state.round
  local lines = string.format(
    "Hand %d of %d, %d cards, limit %d/%d, ante %d\n",
    state.hand,
    state.hands,
    state.street,
    state.bet,
    2 * state.bet,
    state.ante
  )
  for i, pot in ipairs(seen.pots) do
    if pot.chips > 0 then
      lines = lines .. (i == 1 and "Pot    " or "Side pot ") .. pot.chips .. "\n"
    end
  end
  for of = 1, #state.start do
    local cards = names_of(pocket(state, of, seat, known), "??")
    for i, card in ipairs(cards) do
      if of == seat and not is_up(i) then cards[i] = "(" .. card .. ")" end
    end
    cards = is_in(state, of) and table.concat(cards, " ") or "out"
    local bet = round.bets[of] > 0 and "bet " .. round.bets[of] or ""
    lines = lines
      .. string.format(
        "%s%-12s %7d  %-9s %s%s\n",
        round.turn == of and "> " or "  ",
        names[of] or of,
        round.stacks[of],
        bet,
        cards,
        state.button == of and "  dealer" or ""
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
    if chips > 0 then table.insert(lines, words) end
  end
  return "Hand " .. last.hand .. ": " .. table.concat(lines, ", ") .. "."
end

return {
  name = "stud-example",
  version = "2",
  about = "Seven-card stud: three cards are hidden and four open; fixed-limit.",
  seats = { 2, 7 },
  hidden = true,
  chance = true,
  shelf = "poker",
  bounds = { -1000000, 6000000 },
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
      about = "chips that each pays for a hand",
      value = 4,
      min = 0,
      max = 1000000,
    },
    {
      name = "bet",
      about = "size of a bet; twice that from card five on",
      value = 20,
      min = 2,
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
        backs = 7,
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
      order = { "fold", "check", "call", "bet", "raise" },
      keys = { f = "fold", c = { "check", "call" }, r = { "bet", "raise" } },
    },
  },
  rules = [[
Each player pays the ante and gets three cards, two that nobody else sees and
an open one, then three more open ones, one at a time, and at last another
hidden one. There is a round of betting after the third card and after each
later one. The players who are left after the last show their cards, and the
best hand of poker out of seven cards wins.

The player with the lowest open card (of equal ranks clubs are lowest, then
diamonds, hearts, spades) has to bring in half a bet, and the next one speaks
first. The first raise makes that a whole bet. In each later round the best
open cards speak first, as in poker, but without straights and flushes; of
equal ones the first after the dealer. Bets and raises have a fixed size,
which is double from the fifth card on, and at most three raises follow a bet
unless only two players have chips. A player may check or bet if there is
nothing to call; else call, raise or fold. A player without chips is all-in,
and can win from each other player no more than they have put in themselves;
the chips beyond that are in side pots.

Equal hands share a pot, and odd chips go to the first after the dealer. A
player who is left alone wins without showing. The next player then deals. The
match ends after the agreed number of hands, or when one player has all chips.
A player's result is the chips that they have won or lost.

A player who misses a move checks, or folds if there is something to call. A
player who goes away folds. If a card can never be shown because of some
players, they fold. The others bet no more and show their cards, and a new
deck that they alone shuffle gives them the cards that they lack; if nobody
has bet yet, they are dealt new cards from it. A player who made a hand void
waits for some hands, and pays the antes of these.]],
  start = function(params, seats)
    local state = {
      hands = params.hands,
      ante = params.ante,
      bet = params.bet,
      hand = 0,
      button = seats,
      last = null,
    }
    state.start = {}
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
      state.spoilt and new_deck(state) or { type = "move", seats = { state.round.turn } },
    }
  end,
  legal = function(state) return poker.moves(state.round) end,
  range = function(state, _, move) return poker.range(state.round, move) end,
  label = function(state, seat, move)
    if type(move) == "table" then
      return move.bet and "bet " .. move.bet or "raise to " .. move.raise
    end
    local stack = state.round.stacks[seat]
    return move == "call" and "call " .. stack - poker.move(state.round, move).stacks[seat]
      or move
  end,
  facts = function(state, _, move) return poker.facts(state.round, move) end,
  after = function(state, event)
    if event.type == "shuffled" then
      state.spoilt = false
      if state.phase == "shuffle" then state.phase = "play" end
    elseif event.type == "dealt" then
      state.dealt[event.to] = state.dealt[event.to] + 1
    elseif event.type == "shown" then
      assert(event.face < 52, "this card cannot be there")
      local seat, card = event.slot // 7 + 1, event.slot % 7 + 1
      state.shown[seat][card], state.dealt[seat] = event.face, math.max(card, state.dealt[seat])
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
    local stays = state.phase == "show" and (event.opens or state.shown[event.seat][7] ~= null)
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
      for _, card in ipairs(names_of(cards, "")) do
        assert(card == "" or not seen[card], "no card is shown twice")
        seen[card] = true
      end
    end
  end,
  -- Bets with two pair or better, calls with a pair or a small price.
  bot = function(state, seat, known)
    local own, moves = pocket(state, seat, seat, known), poker.moves(state.round)
    -- 1 is a pair, 2 two pair, 4 a straight.
    local worth = #own >= 5 and poker.rank(own) // 67108864 or strength(own)
    if worth >= 2 and type(moves[#moves]) == "table" then return moves[#moves] end
    return moves[1] == "check" and "check"
      or (worth >= 1 or state.round.to_meet < state.bet) and "call"
      or "fold"
  end,
  view = view,
  draw = draw,
  news = news,
  pause = pause,
}
