-- Omaha: pot-limit; a hand is two of one's four cards with three of the five on the board.
-- Shows: betting and side pots (`poker`), own and common cards, several hands, seats that go away.

local deck, streets, board_sizes = {}, { "preflop", "flop", "turn", "river" }, { 0, 3, 4, 5 }
for card = 1, 52 do
  deck[card] = card - 1
end

local presets = { presets = { "min", "1/3 pot", "1/2 pot", "pot", "max" } }
-- Where the cards lie: four for each seat, then the board.
local function hole_slot(seat, card) return 4 * (seat - 1) + card - 1 end
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

-- The rank of the best hand of two of the four cards with three of the board.
local function best_rank(hole, board)
  local best = 0
  for a = 1, 3 do
    for b = a + 1, 4 do
      for i = 1, #board - 2 do
        for j = i + 1, #board - 1 do
          for k = j + 1, #board do
            best =
              math.max(best, poker.rank({ hole[a], hole[b], board[i], board[j], board[k] }))
          end
        end
      end
    end
  end
  return best
end

-- The cards by their names, with `hidden` in place of a hidden one.
local function names_of(cards, hidden)
  local names = {}
  for i, card in ipairs(cards) do
    names[i] = card == null and hidden or poker.card_name(card)
  end
  return names
end

local function begin_hand(state, stacks)
  state.hand, state.phase, state.street, state.betting, state.spoilt =
    state.hand + 1, "shuffle", 1, false, false
  state.board, state.shown, state.dealt = {}, {}, {}
  for seat = 1, #stacks do
    state.shown[seat], state.dealt[seat] = {}, 0
  end
  state.round = poker.betting(stacks, "pot")
  state.button = players(state)[1]
  local order = players(state)
  local small = #order == 2 and 2 or 1 -- between two, the button posts the small blind
  state.big = order[small % #order + 1]
  poker.blind(state.round, order[small], state.blind // 2)
  poker.blind(state.round, state.big, state.blind)
end

-- Ends the hand, in which each seat gets so many chips.
local function end_hand(state, won)
  local round, rich = state.round, 0
  state.last = {
    hand = state.hand,
    board = names_of(state.board),
    shown = {},
    words = {},
    won = won,
    paid = round.paid,
  }
  for seat, cards in ipairs(state.shown) do
    state.last.shown[seat] = names_of(cards)
    local rank = #cards == 4 and #state.board == 5 and best_rank(cards, state.board)
    state.last.words[seat] = rank and " with " .. poker.hand_name(rank) or ""
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
  poker.gather(state.round, state.blind)
  for seat = 1, #state.start do
    won[seat] = 0
  end
  for _, seat in ipairs(order) do
    ranks[seat] = #order > 1 and best_rank(state.shown[seat], state.board) or 0
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

local function to_deal(state)
  local wants = {}
  for card = 1, 4 do
    for _, seat in ipairs(players(state)) do
      if state.dealt[seat] < card then
        table.insert(wants, { type = "deal", slot = hole_slot(seat, card), to = seat })
      end
    end
  end
  return wants
end

-- What all are to see now: the hands at the showdown, and the board. In a void hand a new deck
-- comes before the board.
local function to_show(state)
  local wants = {}
  for _, seat in ipairs(state.phase == "show" and players(state) or {}) do
    for card = #state.shown[seat] + 1, 4 do
      table.insert(wants, { type = "show", slot = hole_slot(seat, card) })
    end
  end
  local size = state.phase == "show" and 5 or board_sizes[state.street]
  for card = #state.board + 1, state.spoilt and 0 or size do
    table.insert(wants, { type = "show", slot = 4 * #state.start + card - 1 })
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
      seen[face], open[hole_slot(seat, card)] = true, true
    end
  end
  for card, face in ipairs(state.board) do
    seen[face], open[4 * #state.start + card - 1] = true, true
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
    elseif state.phase == "shuffle" or state.phase == "deal" and #to_deal(state) > 0 then
      return state
    elseif state.phase == "deal" then
      state.phase = "bet"
    elseif #to_show(state) > 0 or state.spoilt then
      return state
    elseif state.phase == "show" then
      pay(state)
    elseif not state.betting then
      state.betting = true
      poker.begin(
        round,
        (state.street == 1 and state.big or state.button) % #state.start + 1,
        state.blind
      )
    elseif round.turn > 0 then
      return state
    else
      local able = 0
      poker.gather(round, state.blind)
      for _, seat in ipairs(players(state)) do
        able = able + (round.stacks[seat] > 0 and 1 or 0)
      end
      state.betting = false
      if able <= 1 or state.street == 4 then
        state.phase = "show"
      else
        state.street = state.street + 1
      end
    end
  end
  return state
end

-- The seats in `by` keep a card from being shown: they fold. Of two or more that are left betting
-- ends, they show their hands, and a new deck completes the board; before the bets they are dealt
-- new hands from it. If nobody is left, all get their chips back.
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
  elseif state.phase == "bet" or state.phase == "show" then
    poker.gather(round, state.blind)
    state.phase, state.betting, state.spoilt = "show", false, #state.board < 5
  else
    for seat = 1, #state.start do
      state.dealt[seat] = 0
    end
    state.phase, state.spoilt = "shuffle", true
  end
end

-- The cards of a seat, as `seat` sees them; null: hidden.
local function pocket(state, of, seat, known)
  local cards = {}
  for card = 1, state.dealt[of] do
    cards[card] = seat == of and known.faces[tostring(hole_slot(of, card))]
      or state.shown[of][card]
      or null
  end
  return cards
end

-- Returns the hand, the street and the pot, for the log.
local function heading(state)
  local parts = { "before the flop", "flop", "turn", "river" }
  local pot = 0
  for _, each in ipairs(poker.pots(state.round)) do
    pot = pot + each.chips
  end
  for _, bet in ipairs(state.round.bets) do
    pot = pot + bet
  end
  return {
    hand = state.hand,
    part = state.phase == "show" and "showdown" or parts[state.street],
    pot = pot,
  }
end

local function view(state, seat, known)
  local round, own =
    state.round, type(seat) == "number" and pocket(state, seat, seat, known) or {}
  local seen = {
    heading = heading(state),
    hand = state.hand,
    phase = state.phase == "bet" and streets[state.street] or state.phase,
    button = state.button - 1,
    stacks = round.stacks,
    bets = round.bets,
    to_meet = round.to_meet,
    pots = {},
    pockets = {},
    ["in"] = {},
    board = names_of(state.board),
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
  local rank = #own == 4
    and own[1] ~= null
    and #state.board >= 3
    and best_rank(own, state.board)
  if rank then seen.own_rank = poker.hand_name(rank) end
  return seen
end

local function draw(state, seat, known, names)
  local seen, round = view(state, seat, known), state.round
  local lines = string.format(
    "Hand %d of %d, %s, pot-limit, blinds %d/%d\n",
    state.hand,
    state.hands,
    seen.phase,
    state.blind // 2,
    state.blind
  )
  if #seen.board > 0 then
    lines = lines .. "Board  " .. table.concat(seen.board, " ") .. "\n"
  end
  for i, pot in ipairs(seen.pots) do
    if pot.chips > 0 then
      lines = lines .. (i == 1 and "Pot    " or "Side pot ") .. pot.chips .. "\n"
    end
  end
  for of = 1, #state.start do
    local cards = is_in(state, of)
        and table.concat(names_of(pocket(state, of, seat, known), "??"), " ")
      or "out"
    local bet, mark =
      round.bets[of] > 0 and "bet " .. round.bets[of] or "", round.turn == of and "> " or "  "
    lines = lines
      .. string.format(
        "%s%-12s %7d  %-9s %s%s\n",
        mark,
        names[of] or of,
        round.stacks[of],
        bet,
        cards,
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
  local last, lines, board = after.last, {}, after.board
  if #board > #before.board and #board >= 3 then
    return "Board: " .. table.concat(names_of(board), " ")
  end
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
  name = "omaha-example",
  version = "2",
  about = "Pot-limit Omaha: two of your four cards with three of the board.",
  seats = { 2, 10 },
  hidden = true,
  chance = true,
  shelf = "poker",
  bounds = { -1000000, 9000000 },
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
      name = "blind",
      about = "the big blind; the small one is half of it",
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
        backs = 4,
        marks = { D = "/button" },
      },
      zones = {
        { at = "centre", cards = "/board", places = 5 },
        { at = "centre", chips = "/pots/*/chips", seats = "/pots/*/seats" },
      },
      mine = { cards = "/pockets/{me}", words = "/own_rank" },
      showdown = {
        hand = "/last/hand",
        board = "/last/board",
        cards = "/last/shown/{seat}",
        won = "/last/won/{seat}",
        paid = "/last/paid/{seat}",
      },
    },
    moves = {
      order = { "fold", "check", "call", "bet", "raise" },
      number = { bet = presets, raise = presets },
      keys = { f = "fold", c = { "check", "call" }, r = { "bet", "raise" } },
    },
  },
  rules = [[
Each player gets four cards that nobody else sees. Five cards are laid open in
the middle: three (the flop), one (the turn) and one (the river). A hand of
poker is made of exactly two of the player's four cards and exactly three of
those five.

Before the cards the player after the button posts the small blind, and the
next one the big blind; between two players the button posts the small one.
There is a round of betting after the deal, and after the flop, the turn and
the river. In each round a player may check or bet if there is nothing to
call; else call, raise or fold. The limit is the pot: a raise is at most as
much as lies in the pot after the call, and at least the last bet or raise. A
player without chips is all-in, and can win from each other player no more
than they have put in themselves; the chips beyond that are in side pots.

If two or more are left after the last round, or all but one are all-in, they
show their cards. The best hand wins each pot; equal hands share it, and odd
chips go to the first after the button. A player who is left alone wins
without showing. The button then moves on. The match ends after the agreed
number of hands, or when one player has all chips. A player's result is the
chips that they have won or lost.

A player who misses a move checks, or folds if there is something to call. A
player who goes away folds. If a card can never be shown because of some
players, they fold. The others bet no more and show their cards, and a new
deck that they alone shuffle completes the board; if nobody has bet yet, they
are dealt new cards from it. A player who made a hand void waits for some
hands, and pays the blinds of these.]],
  start = function(params, seats)
    local state = {
      hands = params.hands,
      blind = params.blind,
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
    if state.phase == "deal" then return to_deal(state) end
    if #to_show(state) > 0 then return to_show(state) end
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
      if state.phase == "shuffle" then state.phase = "deal" end
    elseif event.type == "dealt" then
      state.dealt[event.to] = state.dealt[event.to] + 1
    elseif event.type == "shown" then
      assert(event.face < 52, "this card cannot be there")
      table.insert(state.shown[event.slot // 4 + 1] or state.board, event.face)
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
    local stays = state.phase == "show" and (event.opens or #state.shown[event.seat] == 4)
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
    for _, cards in ipairs({ state.board, table.unpack(state.shown) }) do
      for _, card in ipairs(cards) do
        assert(not seen[card], "no card is shown twice")
        seen[card] = true
      end
    end
  end,
  -- Bets a straight or better, calls with two pair or better, and before the flop calls with a pair
  -- or two high cards.
  bot = function(state, seat, known)
    local own, moves, high = pocket(state, seat, seat, known), poker.moves(state.round), 0
    table.sort(own)
    for i = 1, 4 do
      high = high
        + (own[i] >= 36 and 1 or 0)
        + (i > 1 and own[i] // 4 == own[i - 1] // 4 and 2 or 0)
    end
    -- Two pair is 2, a straight 4.
    local worth = #state.board == 0 and high or best_rank(own, state.board) // 67108864
    if worth >= 4 and type(moves[#moves]) == "table" then return moves[#moves] end
    return moves[1] == "check" and "check" or worth >= 2 and "call" or "fold"
  end,
  view = view,
  draw = draw,
  news = news,
  pause = pause,
}
