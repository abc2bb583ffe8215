-- Blackjack: two or more players against a dealer who is nobody, and plays by fixed rules from a
-- deck that all shuffled.
-- Shows: a card that lies hidden from all until its time, bets made together, a new deck by some
-- seats after a void.

local hands_at_most = 4 -- of a seat that splits
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
local function is_ace(card) return card // 4 == 12 end

-- A hand of a seat: its cards as far as they are shown, their slots, and the bet on it.
local function new_hand(bet, is_split)
  return { cards = {}, slots = {}, bet = bet, done = false, is_split = is_split }
end

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

-- The seats that are asked for insurance: they can pay half of their bet once more.
local function can_insure(state)
  return seats_where(state, function(seat)
    local bet = state.bets[seat]
    return bet > 0 and not state.answered[seat] and state.chips[seat] >= bet + bet // 2
  end)
end

-- The first hand of a seat that is still played, and the seat.
local function hand_in_play(state)
  for _, seat in ipairs(bettors(state)) do
    for _, hand in ipairs(state.hands[seat]) do
      if not hand.done and value_of(hand.cards) < 21 then return hand, seat end
    end
  end
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
  state.dealer, state.bets, state.hands, state.insured, state.answered, state.out =
    {}, {}, {}, {}, {}, {}
  for seat = 1, #state.chips do
    state.bets[seat], state.hands[seat], state.insured[seat] = 0, {}, 0
    state.answered[seat], state.out[seat] = false, false
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
    for _, hand in ipairs(state.hands[seat]) do
      add(hand.slots, #hand.cards)
    end
  end
  add(state.phase == "dealer" and state.dealer_slots or { 0 }, #state.dealer)
  return wants
end

-- The chips that a hand has won from this dealer: the bet, or three for two with a blackjack of the
-- first two cards.
local function won_by(hand, dealer)
  local own, dealers = value_of(hand.cards), value_of(dealer)
  local has, they_have = is_blackjack(hand.cards) and not hand.is_split, is_blackjack(dealer)
  if own > 21 or they_have and not has then return -hand.bet end
  if has then return they_have and 0 or hand.bet * 3 // 2 end
  if dealers > 21 or own > dealers then return hand.bet end
  return own == dealers and 0 or -hand.bet
end

-- Pays a round. Insurance wins two for one if the dealer has a blackjack.
local function settle(state)
  local last = {
    round = state.round,
    won = {},
    hands = state.hands,
    dealer = state.dealer,
    dealer_slots = state.dealer_slots,
  }
  for seat = 1, #state.chips do
    local won = 0
    if state.bets[seat] > 0 then
      won = (is_blackjack(state.dealer) and 2 or -1) * state.insured[seat]
      for _, hand in ipairs(state.hands[seat]) do
        won = won + won_by(hand, state.dealer)
      end
    end
    last.won[seat], state.chips[seat], state.bets[seat] = won, state.chips[seat] + won, 0
  end
  state.last = last
  begin_round(state)
end

-- Whether the dealer has to play on: somebody still stands, and the dealer has less than 17.
local function dealer_draws(state)
  for _, seat in ipairs(bettors(state)) do
    for _, hand in ipairs(state.hands[seat]) do
      local has = is_blackjack(hand.cards) and not hand.is_split
      if value_of(hand.cards) <= 21 and not has then return value_of(state.dealer) < 17 end
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
    elseif state.phase == "insurance" then
      if is_ace(state.dealer[1]) and #can_insure(state) > 0 then return state end
      state.phase = "play"
    elseif state.phase == "play" then
      state.turn = select(2, hand_in_play(state)) or 0
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
    local bet = type(each.move) == "table" and each.move.bet or 0
    state.bets[each.seat] = bet
    state.hands[each.seat] = bet > 0 and { new_hand(bet, false) } or {}
  end
  for _ = 1, 2 do
    for _, seat in ipairs(bettors(state)) do
      draw_card(state, state.hands[seat][1].slots)
    end
  end
  state.phase = "insurance"
end

local function insure(state, moves)
  for _, each in ipairs(moves) do
    state.answered[each.seat] = true
    if each.move == "insure" then
      state.insured[each.seat] = state.bets[each.seat] // 2
      state.bets[each.seat] = state.bets[each.seat] + state.insured[each.seat]
    end
  end
end

-- Makes two hands of a pair, each with the same bet and one card more. Aces get no other.
local function split(state, seat, hand)
  local second = new_hand(hand.bet, true)
  hand.is_split = true
  second.cards[1], second.slots[1] = table.remove(hand.cards), table.remove(hand.slots)
  hand.done = is_ace(hand.cards[1])
  second.done = hand.done
  state.bets[seat] = state.bets[seat] + hand.bet
  for i, each in ipairs(state.hands[seat]) do
    if each == hand then
      table.insert(state.hands[seat], i + 1, second)
      break
    end
  end
  draw_card(state, hand.slots)
  draw_card(state, second.slots)
end

-- A move of the seat in the hand that is played; a missed move stands.
local function play(state, seat, chosen)
  local hand = hand_in_play(state)
  if chosen == "split" then return split(state, seat, hand) end
  if chosen == "double" then
    state.bets[seat], hand.bet = state.bets[seat] + hand.bet, 2 * hand.bet
  end
  if chosen == "hit" or chosen == "double" then draw_card(state, hand.slots) end
  hand.done = chosen ~= "hit"
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
    for _, hand in ipairs(state.hands[seat]) do
      add(hand.cards, hand.slots)
    end
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

local symbols = { c = "♣", d = "♦", h = "♥", s = "♠" }

local function text_of(cards)
  local words = {}
  for i, name in ipairs(names_of(cards)) do
    words[i] = name:sub(1, 1) .. symbols[name:sub(2)]
  end
  return table.concat(words, " ") .. " (" .. value_of(cards) .. ")"
end

local function text_of_hands(hands)
  local texts = {}
  for _, hand in ipairs(hands) do
    if #hand.cards > 0 then table.insert(texts, text_of(hand.cards)) end
  end
  return table.concat(texts, " and ")
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
    table = {
      rounds = state.rounds,
      turn = state.turn,
      next = state.next,
      dealer = state.dealer_slots,
      hands = state.hands,
      insured = state.insured,
      out = state.out,
      spoilt = state.spoilt,
      last = state.last,
    },
  }
  for seat, hands in ipairs(state.hands) do
    seen.hands[seat] = {}
    for _, hand in ipairs(hands) do
      for _, name in ipairs(names_of(hand.cards)) do
        table.insert(seen.hands[seat], name)
      end
    end
  end
  return seen
end

-- What a page shows: the cards of the round, or those of the round before until all have bet.
local function on_table(state)
  local last = state.last
  local waits = state.phase == "shuffle" or state.phase == "bets"
  local is_over = state.phase == "over"
  if
    last ~= null
    and last.round == state.round - (is_over and 0 or 1)
    and (waits or is_over)
  then
    return {
      round = last.round,
      hands = last.hands,
      dealer = last.dealer,
      dealer_slots = last.dealer_slots,
      is_paid = true,
      -- The slots of the round before have other cards as soon as the deck is shuffled.
      mark = state.phase == "bets" and "before" or "c",
    }
  end
  local dealer_slots = waits and {} or state.dealer_slots
  return {
    round = state.round,
    hands = state.hands,
    dealer = state.dealer,
    dealer_slots = dealer_slots,
    is_paid = false,
    mark = "c",
  }
end

-- The words under a hand and their tone: its value and its bet, or what the bet has won.
local function words_on(hand, shown, in_play)
  local value, is_soft = value_of(hand.cards)
  local has = is_blackjack(hand.cards) and not hand.is_split
  local called = has and "blackjack" or tostring(value)
  if shown.is_paid then
    local won = won_by(hand, shown.dealer)
    if won == 0 then return called .. " keeps the bet", "plain" end
    return called .. (won > 0 and " wins " or " loses ") .. math.abs(won),
      won > 0 and "good" or "bad"
  end
  if #hand.cards == 0 then return "a bet of " .. hand.bet, "plain" end
  local bet = "bet " .. hand.bet
  if value > 21 then return "bust with " .. value .. ", " .. bet, "bad" end
  if is_soft and value < 21 then called = "soft " .. called end
  return called .. ", " .. bet, in_play and "turn" or has and "good" or "plain"
end

local function words_of_dealer(shown)
  local value = value_of(shown.dealer)
  if #shown.dealer == 0 then return "Dealer" end
  if is_blackjack(shown.dealer) then return "Dealer has blackjack" end
  if value > 21 then return "Dealer is bust with " .. value end
  if #shown.dealer > 1 then return "Dealer has " .. value end
  return "Dealer shows " .. (is_ace(shown.dealer[1]) and "an ace" or value)
end

-- The word beside a seat's chips.
local function tag_of(state, seat)
  if state.phase == "over" or state.phase == "shuffle" then return nil end
  if state.phase == "bets" then return state.out[seat] and "waits" or nil end
  if state.bets[seat] == 0 then return "passes" end
  if state.insured[seat] > 0 then return "insured for " .. state.insured[seat] end
  local is_done = #state.hands[seat] > 0
  for _, hand in ipairs(state.hands[seat]) do
    is_done = is_done and (hand.done or #hand.cards > 1 and value_of(hand.cards) >= 21)
  end
  return is_done and "done" or nil
end

-- Puts the cards in `slots` into a place, those that are not shown yet face down.
local function lay(things, place, slots, cards, shown)
  local ids = {}
  for i, slot in ipairs(slots) do
    ids[i] = shown.mark .. slot .. "." .. shown.round
    local face = cards[i] and poker.card_name(cards[i]) or null
    things[#things + 1] = { ids[i], place, #ids - 1, face }
  end
  return ids
end

-- The hands of a seat as a place, a group a hand; nil without cards.
local function place_of_hands(state, seat, me, shown, things)
  local groups, number, hands = {}, 0, shown.hands[seat] or {}
  if not shown.is_paid and state.bets[seat] == 0 then return nil end
  local played = state.turn == seat and hand_in_play(state)
  for _, hand in ipairs(hands) do
    local ids = lay(things, "hand" .. seat, hand.slots, hand.cards, shown)
    for i in ipairs(ids) do
      things[#things - #ids + i][3] = number
      number = number + 1
    end
    local title, tone = words_on(hand, shown, state.phase == "play" and hand == played)
    groups[#groups + 1] = { title = title, tone = tone, things = ids }
  end
  local place = { id = "hand" .. seat, kind = "hand", owner = seat - 1, fan = true }
  place.rank, place.groups = seat == me and 1 or 2, groups
  return number > 0 and place or nil
end

-- What a seat is asked; nil while it is not.
local function question(state, seat)
  if state.phase == "bets" then
    local may_bet = state.chips[seat] >= 2 and not state.out[seat]
    return may_bet and "Bet an even number of chips, or pass" or nil
  end
  local bet = state.bets[seat]
  if bet == 0 or state.spoilt or #to_show(state) > 0 then return nil end
  if state.phase == "insurance" then
    return state.chips[seat] >= bet + bet // 2 and "Insure against a blackjack?" or nil
  end
  if state.phase ~= "play" or state.turn ~= seat then return nil end
  local value, is_soft = value_of(hand_in_play(state).cards)
  local dealers = is_ace(state.dealer[1]) and "an ace" or value_of(state.dealer)
  return "You have " .. (is_soft and "soft " or "") .. value .. ", the dealer shows " .. dealers
end

-- The table as data: the deck and the dealer, and the hands of each seat with their bets.
local function scene(state, seat)
  local shown, seats, places, things = on_table(state), {}, {}, {}
  for each, chips in ipairs(state.chips) do
    seats[each] = { number = chips - state.bets[each], tag = tag_of(state, each) }
    local place = place_of_hands(state, each, seat, shown, things)
    if place then table.insert(places, place) end
  end
  lay(things, "dealer", shown.dealer_slots, shown.dealer, shown)
  if #shown.dealer_slots > 0 then
    local title = words_of_dealer(shown)
    table.insert(places, { id = "dealer", kind = "tray", title = title, rank = 1 })
  end
  local moves = {}
  if state.phase ~= "over" and state.phase ~= "shuffle" and state.next < 52 then
    table.insert(things, { "c" .. state.next .. "." .. state.round, "deck", 0, null })
    table.insert(places, {
      id = "deck",
      kind = "pile",
      title = "Deck",
      count = 52 - state.next,
      rank = 3,
    })
    if seat then table.insert(moves, { id = "hit", label = "hit me", touches = { "deck" } }) end
  end
  table.insert(places, {
    id = "round",
    kind = "counter",
    title = "Round",
    value = state.round,
    of = state.rounds,
    rank = 4,
  })
  return {
    ask = seat and question(state, seat) or nil,
    seats = seats,
    places = places,
    things = things,
    moves = moves,
  }
end

return {
  name = "blackjack",
  version = "4",
  about = "Come closer to 21 than the dealer, who is nobody and plays by fixed rules.",
  seats = { 2, 6 },
  zero_sum = false,
  hidden = true,
  chance = true,
  simultaneous = true,
  secrets = { dealt_to = "one", shuffled_by = "named", done = true },
  shelf = "cards",
  bounds = { -100000, 800000 },
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
      order = { "stand", "hit", "double", "split", "pass", "bet", "no insurance", "insure" },
      keys = { s = "stand", h = "hit", d = "double", p = "split", n = "no insurance" },
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
and stand. A player whose two cards have the same rank may split them: each
becomes a hand with a second card and a bet as high as the first. A player may
have four hands so. Two aces get one card each and no other, and 21 with two
cards is no blackjack there. A hand with more than 21 loses its bet at once. Then
the dealer shows the hidden card, and takes cards up to 17 or more.

If the dealer's open card is an ace, each player may insure the bet first, for
half as much. The insurance wins two for one if the dealer has a blackjack, and
is lost otherwise. In many casinos the dealer looks at the hidden card then, and
ends the round with a blackjack; here nobody can look, so bets that are doubled
or split later are lost, too.

A player who has more than the dealer, or is left when the dealer has more
than 21, wins as much as the bet. Equal numbers win nothing and lose nothing.
21 with two cards is blackjack: it beats other 21s and wins three chips for
two. A player's result is the chips that they have won or lost. The match ends
after the agreed rounds, or when fewer than two players have two chips left.

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
    if #to_show(state) > 0 then return to_show(state) end
    local asked = state.phase == "insurance" and can_insure(state) or { state.turn }
    return { { type = "move", seats = asked } }
  end,

  legal = function(state, seat)
    if state.phase == "bets" then return { "pass", { bet = 2 } } end
    if state.phase == "insurance" then return { "insure", "no insurance" } end
    local moves, hand = { "hit", "stand" }, hand_in_play(state)
    if #hand.cards == 2 and state.chips[seat] >= state.bets[seat] + hand.bet then
      table.insert(moves, "double")
      local is_pair = hand.cards[1] // 4 == hand.cards[2] // 4
      if is_pair and #state.hands[seat] < hands_at_most then table.insert(moves, "split") end
    end
    return moves
  end,

  range = function(state, seat, move)
    if type(move) == "table" then
      return { min = 2, max = math.min(state.most, state.chips[seat]) // 2 * 2, step = 2 }
    end
  end,

  label = function(state, seat, move)
    if type(move) == "table" then return "bet " .. move.bet end
    if move == "insure" then return "insure for " .. state.bets[seat] // 2 end
    return move == "double" and "double to " .. 2 * hand_in_play(state).bet or move
  end,

  after = function(state, event)
    if event.type == "shuffled" then
      if state.phase == "shuffle" then state.phase = "bets" end
      state.spoilt = false
    elseif event.type == "shown" then
      assert(event.face < 52, "this card cannot be there")
      local cards = state.dealer
      for _, hands in ipairs(state.hands) do
        for _, hand in ipairs(hands) do
          for _, slot in ipairs(hand.slots) do
            if slot == event.slot then cards = hand.cards end
          end
        end
      end
      table.insert(cards, event.face)
    elseif event.type == "moved_together" then
      local answer = state.phase == "bets" and place_bets or insure
      answer(state, event.moves)
    elseif event.type == "void" then
      on_void(state, event.by)
    elseif state.phase == "bets" then -- one alone bets, or misses it
      if event.type == "absent" then
        state.out[event.seat] = true
      else
        place_bets(state, { event })
      end
    elseif state.phase == "insurance" then
      insure(state, { event })
    else
      play(state, event.seat, event.move)
    end
    return proceed(state)
  end,

  -- A seat that goes away stands.
  without = function(state, event)
    state.out[event.seat], state.answered[event.seat] = true, true
    for _, hand in ipairs(state.hands[event.seat]) do
      hand.done = true
    end
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
    for _, hand in ipairs(state.bets[seat] > 0 and state.hands[seat] or {}) do
      if value_of(hand.cards) <= 21 then return false end
    end
    return is_played
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
    local function look(cards)
      for _, card in ipairs(cards) do
        assert(not seen[card], "no card is shown twice")
        seen[card] = true
      end
    end
    look(state.dealer)
    for _, hands in ipairs(state.hands) do
      for _, hand in ipairs(hands) do
        look(hand.cards)
      end
    end
    for seat, bet in ipairs(state.bets) do
      assert(bet <= state.chips[seat], "nobody bets more than it has")
    end
  end,

  -- Draws up to 16 if the dealer shows seven or more, else up to 12; doubles 10 and 11, splits aces
  -- and eights, and insures nothing.
  bot = function(state, seat)
    if state.phase == "bets" then
      return { bet = math.min(10, state.most, state.chips[seat]) // 2 * 2 }
    end
    if state.phase == "insurance" then return "no insurance" end
    local hand = hand_in_play(state)
    local own, dealers = value_of(hand.cards), value_of(state.dealer)
    if #hand.cards == 2 and state.chips[seat] >= state.bets[seat] + hand.bet then
      local rank = hand.cards[1] // 4
      local splits = rank == hand.cards[2] // 4 and (rank == 12 or rank == 6)
      if splits and #state.hands[seat] < hands_at_most then return "split" end
      if own == 10 or own == 11 then return "double" end
    end
    return own < (dealers >= 7 and 17 or 13) and "hit" or "stand"
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
          (names[seat] or seat)
            .. " "
            .. text_of_hands(last.hands[seat])
            .. " "
            .. sign
            .. chips
        )
      end
    end
    local nobody_won = after.phase == "over"
    for _, chips in ipairs(after.chips) do
      nobody_won = nobody_won and chips < after.stack
    end
    return "Round "
      .. last.round
      .. ": dealer "
      .. text_of(last.dealer)
      .. "; "
      .. table.concat(words, ", ")
      .. (nobody_won and ". The dealer wins" or "")
  end,

  view = view,
  scene = scene,

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
          text_of_hands(state.hands[seat])
        )
    end
    return lines
  end,
}
