-- Blackjack: two or more players against a dealer who is nobody, and plays by fixed rules from a
-- deck that all shuffled.
-- Shows: a card that lies hidden from all until its time, bets made together, a new deck by some
-- seats after a void.

local deck = {}
for card = 1, 52 do
  deck[card] = card - 1
end

-- The value of cards, with an ace as 11 where that is no more than 21; whether it is so.
local function value_of(cards)
  local sum, aces = 0, 0
  for _, card in ipairs(cards) do
    local rank = card // 4 + 2
    sum = sum + (rank == 14 and 1 or math.min(rank, 10))
    if rank == 14 then aces = aces + 1 end
  end
  if aces > 0 and sum <= 11 then return sum + 10, true end
  return sum, false
end

local function is_blackjack(cards) return #cards == 2 and value_of(cards) == 21 end

local function seats_where(state, holds)
  local seats = {}
  for seat = 1, #state.chips do
    if holds(seat) then table.insert(seats, seat) end
  end
  return seats
end

local function bettors(state)
  return seats_where(state, function(seat) return state.bets[seat] > 0 end)
end

local function can_bet(state)
  return seats_where(
    state,
    function(seat) return state.chips[seat] >= 2 and not state.out[seat] end
  )
end

local function begin_round(state)
  if
    state.round == state.rounds
    or #seats_where(state, function(seat) return state.chips[seat] >= 2 end) < 2
  then
    state.phase = "over"
    return
  end
  state.round, state.phase, state.turn, state.spoilt = state.round + 1, "shuffle", 0, false
  -- The open card and the hole card; the other slots are for players who draw.
  state.dealer_slots, state.next = { 0, 1 }, 2
  state.dealer, state.bets, state.hands, state.slots, state.done, state.out =
    {}, {}, {}, {}, {}, {}
  for seat = 1, #state.chips do
    state.bets[seat], state.hands[seat], state.slots[seat], state.done[seat], state.out[seat] =
      0, {}, {}, false, false
  end
end

-- Gives a seat the next card of the deck, which is shown as soon as it can be.
local function draw_card(state, slots)
  table.insert(slots, state.next)
  state.next = state.next + 1
end

-- The slots to be shown now: of the first cards, of those who drew, and at last of the dealer.
local function to_show(state)
  local wants = {}
  local function add(slots, seen)
    for card = seen + 1, #slots do
      table.insert(wants, { type = "show", slot = slots[card] })
    end
  end
  for _, seat in ipairs(bettors(state)) do
    add(state.slots[seat], #state.hands[seat])
  end
  add(state.phase == "dealer" and state.dealer_slots or { 0 }, #state.dealer)
  return wants
end

-- Pays a round: a won bet once over, a blackjack of two cards three for two.
local function settle(state)
  local dealers, last =
    value_of(state.dealer),
    { round = state.round, won = {}, hands = state.hands, dealer = state.dealer }
  for seat = 1, #state.chips do
    local bet, own = state.bets[seat], value_of(state.hands[seat])
    local has, they_have = is_blackjack(state.hands[seat]), is_blackjack(state.dealer)
    local wins = own <= 21
      and (has and not they_have or not they_have and (dealers > 21 or own > dealers))
    local equal = own <= 21 and not wins and (has == they_have and own == dealers)
    last.won[seat] = bet == 0 and 0
      or wins and (has and bet * 3 // 2 or bet)
      or equal and 0
      or -bet
    state.chips[seat], state.bets[seat] = state.chips[seat] + last.won[seat], 0
  end
  state.last = last
  begin_round(state)
end

-- Whether the dealer has to play on: somebody still stands, and the dealer has less than 17.
local function dealer_draws(state)
  for _, seat in ipairs(bettors(state)) do
    local hand = state.hands[seat]
    if value_of(hand) <= 21 and not is_blackjack(hand) then
      return value_of(state.dealer) < 17
    end
  end
  return false
end

-- Goes on until something is wanted.
local function proceed(state)
  while state.phase ~= "over" and state.phase ~= "shuffle" do
    if state.phase == "bets" then
      if #can_bet(state) > 0 then return state end
      begin_round(state)
    elseif #bettors(state) == 0 then
      begin_round(state)
    elseif state.spoilt or #to_show(state) > 0 then
      return state
    elseif state.phase == "play" then
      state.turn = 0
      for _, seat in ipairs(bettors(state)) do
        if state.turn == 0 and not state.done[seat] and value_of(state.hands[seat]) < 21 then
          state.turn = seat
        end
      end
      if state.turn > 0 then return state end
      state.phase = "dealer"
    elseif dealer_draws(state) then
      draw_card(state, state.dealer_slots)
    else
      settle(state)
    end
  end
  return state
end

local function place_bets(state, moves)
  for _, each in ipairs(moves) do
    state.bets[each.seat] = type(each.move) == "table" and each.move.bet or 0
  end
  for _ = 1, 2 do
    for _, seat in ipairs(bettors(state)) do
      draw_card(state, state.slots[seat])
    end
  end
  state.phase = "play"
end

-- Because of the seats in `by` a card can never be shown: they lose their bets, and those left play
-- on with a new deck.
local function on_void(state, by)
  local before = state.phase
  for _, seat in ipairs(by) do
    state.chips[seat], state.bets[seat], state.out[seat] =
      state.chips[seat] - state.bets[seat], 0, true
  end
  if #by == #state.chips then
    state.phase = "over"
  elseif before ~= "shuffle" and before ~= "bets" then
    state.spoilt = true
  else
    begin_round(state)
  end
end

local function new_deck(state)
  local seen, open, want =
    {}, {}, { type = "shuffle", slots = {}, faces = {}, by = bettors(state) }
  local function add(cards, slots)
    for i, card in ipairs(cards) do
      seen[card], open[slots[i]] = true, true
    end
  end
  add(state.dealer, state.dealer_slots)
  for seat = 1, #state.chips do
    add(state.hands[seat], state.slots[seat])
  end
  for card = 0, 51 do
    if not seen[card] then table.insert(want.faces, card) end
    if not open[card] then table.insert(want.slots, card) end
  end
  return want
end

local function names_of(cards)
  local names = {}
  for i, card in ipairs(cards) do
    names[i] = poker.card_name(card)
  end
  return names
end

local function text_of(cards)
  return table.concat(names_of(cards), " ") .. " (" .. value_of(cards) .. ")"
end

local function view(state)
  local seen = {
    heading = { round = state.round },
    round = state.round,
    phase = state.phase,
    chips = state.chips,
    bets = state.bets,
    hands = {},
    dealer = names_of(state.dealer),
  }
  for seat, cards in ipairs(state.hands) do
    seen.hands[seat] = names_of(cards)
  end
  return seen
end

return {
  name = "blackjack",
  version = "2",
  about = "Come closer to 21 than the dealer, who is nobody and plays by fixed rules.",
  seats = { 2, 6 },
  zero_sum = false,
  hidden = true,
  chance = true,
  simultaneous = true,
  secrets = { dealt_to = "one", shuffled_by = "named", done = true },
  shelf = "cards",
  bounds = { -100000, 200000 },
  params = {
    { name = "rounds", about = "how many are played", value = 10, min = 1, max = 100 },
    {
      name = "stack",
      about = "chips of each at the start",
      value = 200,
      min = 2,
      max = 100000,
    },
    { name = "most", about = "the highest bet", value = 100, min = 2, max = 1000 },
  },
  hint = {
    cards = {
      seats = {
        layout = "oval",
        number = "/chips/{seat}",
        bet = "/bets/{seat}",
        cards = "/hands/{seat}",
      },
      zones = { { at = "centre", cards = "/dealer", places = 2 } },
    },
    moves = {
      order = { "stand", "hit", "double", "pass", "bet" },
      keys = { s = "stand", h = "hit", d = "double" },
    },
  },
  rules = [[
All players bet at the same time, an even number of chips, or pass. Each
player who bets gets two open cards, and the dealer gets an open card and a
hidden one. The dealer is no player: nobody knows the hidden card, and all
have shuffled the deck, which is new in each round.

Numbers count their value, jacks, queens and kings 10, an ace 11, or 1 where
11 would be too much. In turn each player may hit, which is to take a card, as
often as they like; stand; or, with two cards, double the bet, take one card
and stand. A player with more than 21 loses the bet at once. Then the dealer
shows the hidden card, and takes cards up to 17 or more.

A player who has more than the dealer, or is left when the dealer has more
than 21, wins as much as the bet. Equal numbers win nothing and lose nothing.
21 with two cards is blackjack: it beats other 21s and wins three chips for
two. A player's result is the chips that they have won or lost.

A player who misses a move passes, or stands. If a card can never be shown
because of some players, they lose their bets, and the others play on with a
new deck. A player who spoilt a round waits for some rounds, and pays two
chips for each of these.]],

  start = function(params, seats)
    local state = {
      rounds = params.rounds,
      most = params.most,
      stack = params.stack,
      round = 0,
      chips = {},
      last = null,
    }
    for seat = 1, seats do
      state.chips[seat] = params.stack
    end
    begin_round(state)
    return state
  end,

  wants = function(state)
    if state.phase == "over" then return {} end
    if state.phase == "shuffle" then
      return { { type = "shuffle", slots = deck, faces = deck } }
    end
    if state.phase == "bets" then return { { type = "move", seats = can_bet(state) } } end
    if state.spoilt then return { new_deck(state) } end
    return #to_show(state) > 0 and to_show(state)
      or { { type = "move", seats = { state.turn } } }
  end,

  legal = function(state, seat)
    if state.phase == "bets" then return { "pass", { bet = 2 } } end
    local doubles = #state.hands[seat] == 2 and state.chips[seat] >= 2 * state.bets[seat]
    return { "hit", "stand", doubles and "double" or nil }
  end,

  range = function(state, seat, move)
    if type(move) == "table" then
      return { min = 2, max = math.min(state.most, state.chips[seat]) // 2 * 2, step = 2 }
    end
  end,

  label = function(state, seat, move)
    if type(move) == "table" then return "bet " .. move.bet end
    return move == "double" and "double to " .. 2 * state.bets[seat] or move
  end,

  after = function(state, event)
    if event.type == "shuffled" then
      if state.phase == "shuffle" then state.phase = "bets" end
      state.spoilt = false
    elseif event.type == "shown" then
      assert(event.face < 52, "this card cannot be there")
      local cards = state.dealer
      for seat, slots in ipairs(state.slots) do
        for _, slot in ipairs(slots) do
          if slot == event.slot then cards = state.hands[seat] end
        end
      end
      table.insert(cards, event.face)
    elseif event.type == "moved_together" then
      place_bets(state, event.moves)
    elseif event.type == "void" then
      on_void(state, event.by)
    elseif state.phase == "bets" then -- one alone bets, or misses it
      if event.type == "absent" then
        state.out[event.seat] = true
      else
        place_bets(state, { event })
      end
    else
      if event.move == "double" then state.bets[event.seat] = 2 * state.bets[event.seat] end
      if event.move == "hit" or event.move == "double" then
        draw_card(state, state.slots[event.seat])
      end
      state.done[event.seat] = event.move ~= "hit"
    end
    return proceed(state)
  end,

  -- A seat that goes away stands.
  without = function(state, event)
    state.out[event.seat], state.done[event.seat] = true, true
    return proceed(state)
  end,

  -- A seat that misses a round after a void pays the least bet for it.
  missed = function(state, seat)
    state.chips[seat] = state.chips[seat] - math.min(2, state.chips[seat])
    return state
  end,
  spent = function(state, seat) return state.chips[seat] < 2 end,
  done = function(state, seat)
    local is_played = state.phase == "play" or state.phase == "dealer"
    return is_played and (state.bets[seat] == 0 or value_of(state.hands[seat]) > 21)
  end,

  result = function(state)
    local won = {}
    for seat, chips in ipairs(state.chips) do
      won[seat] = chips - state.stack
    end
    return state.phase == "over" and won or nil
  end,
  scores = function(state) return state.chips end,
  foresees = function(state)
    local goes_on = state.round < state.rounds
      and (state.phase == "play" or state.phase == "dealer")
    return goes_on and not state.spoilt and { slots = deck, faces = deck } or nil
  end,

  laws = function(state)
    local seen = {}
    for _, cards in ipairs({ state.dealer, table.unpack(state.hands) }) do
      for _, card in ipairs(cards) do
        assert(not seen[card], "no card is shown twice")
        seen[card] = true
      end
    end
    for seat, bet in ipairs(state.bets) do
      assert(bet <= state.chips[seat], "nobody bets more than it has")
    end
  end,

  -- Draws up to 16 if the dealer shows seven or more, else up to 12; doubles 10 and 11.
  bot = function(state, seat)
    if state.phase == "bets" then
      return { bet = math.min(10, state.most, state.chips[seat]) // 2 * 2 }
    end
    local own, dealers = value_of(state.hands[seat]), value_of(state.dealer)
    local doubles = (own == 10 or own == 11)
      and #state.hands[seat] == 2
      and state.chips[seat] >= 2 * state.bets[seat]
    return doubles and "double" or own < (dealers >= 7 and 17 or 13) and "hit" or "stand"
  end,

  -- Everybody looks at the dealer's cards and at what was won.
  pause = function(before, after)
    local last = after.last
    local same = last == null or before.last ~= null and before.last.round == last.round
    return same and 0 or 4000
  end,

  news = function(before, _, after, names)
    local last, words = after.last, {}
    if last == null or before.last ~= null and before.last.round == last.round then
      return ""
    end
    for seat, chips in ipairs(last.won) do
      local sign = chips > 0 and "+" or ""
      if #last.hands[seat] > 0 then
        table.insert(
          words,
          (names[seat] or seat) .. " " .. text_of(last.hands[seat]) .. " " .. sign .. chips
        )
      end
    end
    return "Round "
      .. last.round
      .. ": dealer "
      .. text_of(last.dealer)
      .. "; "
      .. table.concat(words, ", ")
  end,

  view = view,

  draw = function(state, _, _, names)
    local lines = string.format("Round %d of %d, %s\n", state.round, state.rounds, state.phase)
    if #state.dealer > 0 then
      lines = lines .. "  dealer                    " .. text_of(state.dealer) .. "\n"
    end
    for seat, chips in ipairs(state.chips) do
      local bet = state.bets[seat] > 0 and "bet " .. state.bets[seat] or ""
      lines = lines
        .. string.format(
          "%s%-12s %5d %-8s%s\n",
          state.turn == seat and "> " or "  ",
          names[seat] or seat,
          chips,
          bet,
          #state.hands[seat] > 0 and text_of(state.hands[seat]) or ""
        )
    end
    return lines
  end,
}
