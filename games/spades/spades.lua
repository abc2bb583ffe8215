-- Spades: two pairs of partners bid how many tricks they will take; spades are trumps.
-- Shows: a move with a number, tricks, rules that are checked when the hand is over, a deck that is
-- foreseen, partners.

local worst = 500 -- points that a pair loses in a hand at the most
local fee = 100 -- points that a missed move, or a broken rule, costs the pair
local floor = -500 -- a pair with no more points than these has lost the match
local deck = {}
for slot = 0, 51 do
  deck[slot + 1] = slot
end

local function letter(face) return ("23456789TJQKA"):sub(face // 4 + 1, face // 4 + 1) end
local function name_of(face) return letter(face) .. ("cdhs"):sub(face % 4 + 1, face % 4 + 1) end

local function symbol_of(face)
  return letter(face) .. ({ "♣", "♦", "♥", "♠" })[face % 4 + 1]
end

local function is_spade(face) return face % 4 == 3 end
local function side_of(seat) return (seat - 1) % 2 + 1 end

local function is_over(state)
  local ours, theirs = state.points[1], state.points[2]
  local won = math.max(ours, theirs) >= state.goal and ours ~= theirs
  local lost = math.min(ours, theirs) <= floor
  return state.settled or won or lost or state.hand == state.hands_to_play
end

local function standing(state)
  local ahead = state.points[1] - state.points[2]
  return { ahead, -ahead, ahead, -ahead }
end

local function begin_hand(state)
  state.shuffled, state.dealt, state.bids, state.plays, state.missed =
    false, 0, { null, null, null, null }, {}, { 0, 0, 0, 0 }
  state.least, state.gone = { -worst, -worst }, { false, false }
  state.taken, state.turn = { 0, 0, 0, 0 }, state.hand % 4 + 1
end

-- Gives these pairs no more points than the other pair has.
local function rank_last(state, pairs_of_gone)
  for side, gone in ipairs(pairs_of_gone) do
    if gone then state.points[side] = math.min(state.points[side], state.points[3 - side]) end
  end
end

-- Ends the hand with these points of the two pairs.
local function score(state, points)
  state.last = points
  for side = 1, 2 do
    state.points[side] = state.points[side] + points[side]
  end
  state.hand = state.hand + 1
  if is_over(state) then
    rank_last(state, state.gone)
  else
    begin_hand(state)
  end
end

-- Returns the deal, and the bids or the trick in it, for the log.
local function heading(state)
  local shown = 0
  for _, play in ipairs(state.plays) do
    if play.face ~= null then shown = shown + 1 end
  end
  local bids = #state.plays == 0
  return {
    deal = state.hand + 1,
    part = bids and "bids" or null,
    trick = not bids and shown // 4 + 1 or null,
  }
end

-- The cards of the trick that is not complete, or of the one that the play with this number belongs
-- to, as far as it.
local function trick(state, number)
  local cards, last = {}, number or #state.plays
  for i = number and last - (last - 1) % 4 or last - last % 4 + 1, last do
    table.insert(cards, state.plays[i])
  end
  return cards
end

-- The play that wins a trick. A card that was played for an absent seat wins nothing if there is
-- another.
local function winner(cards)
  local best
  for _, play in ipairs(cards) do
    if not play.absent then
      local better = not best
        or is_spade(play.face) and not is_spade(best.face)
        or play.face % 4 == best.face % 4 and play.face > best.face
        or play.face % 4 == cards[1].face % 4
          and best.face % 4 ~= cards[1].face % 4
          and not is_spade(best.face)
      if better then best = play end
    end
  end
  return best or cards[1]
end

-- What is wrong with a card, given the trick before it, the seat's other cards, and whether a spade
-- was played; nil: nothing.
local function wrong_with(face, before, others, broken)
  local function has(is_it)
    for _, other in ipairs(others) do
      if is_it(other) then return true end
    end
  end
  if #before == 0 then
    local early = is_spade(face)
      and not broken
      and has(function(other) return not is_spade(other) end)
    return early and "led spades early" or nil
  end
  local led = before[1].face % 4
  return face % 4 ~= led
      and has(function(other) return other % 4 == led end)
      and "did not follow suit"
    or nil
end

-- The seats that broke the rules in a hand whose cards are all open: {seat, what, card}, each once.
-- Also returns the pairs of which a card that nobody chose broke a rule.
local function revokes(state)
  local found, named, broken, silent = {}, {}, false, { false, false }
  for i, play in ipairs(state.plays) do
    local others, before = {}, trick(state, i)
    table.remove(before)
    for k = i + 1, #state.plays do
      if state.plays[k].seat == play.seat then table.insert(others, state.plays[k].face) end
    end
    local wrong = wrong_with(play.face, before, others, broken)
    if wrong and play.absent then
      silent[side_of(play.seat)] = true
    elseif wrong and not named[play.seat] then
      named[play.seat] = true
      table.insert(found, { seat = play.seat, wrong = wrong, card = symbol_of(play.face) })
    end
    broken = broken or is_spade(play.face)
  end
  return found, silent
end

-- Returns the pairs of which a player broke the rules of play.
local function guilty_pairs(state)
  local guilty = { false, false }
  for _, revoke in ipairs(state.revokes) do
    guilty[side_of(revoke.seat)] = true
  end
  return guilty
end

local function end_hand(state)
  local points = { 0, 0 }
  local silent
  state.revokes, silent = revokes(state)
  local guilty = guilty_pairs(state)
  for side = 1, 2 do
    local bid, tricks, sum, made = 0, 0, 0, 0
    for seat = side, 4, 2 do
      bid, tricks = bid + state.bids[seat], tricks + state.taken[seat]
      made = made + (state.bids[seat] == 0 and 100 or 10 * state.bids[seat])
      if state.bids[seat] == 0 then
        sum = sum + (state.taken[seat] + state.missed[seat] == 0 and 100 or -100)
      end
    end
    local more = math.max(0, tricks - bid)
    local bags = state.bags[side] + more
    sum = sum + (tricks < bid and -10 or 10) * bid + more - 100 * (bags // 10)
    state.bags[side] = bags % 10
    sum = math.max(sum, state.least[side]) - fee * (state.missed[side] + state.missed[side + 2])
    -- A pair that broke the rules has failed all it bid, and the other has made all it bid.
    if guilty[side] then
      sum = math.min(sum, -made - fee)
    elseif guilty[3 - side] then
      sum = math.max(sum, made)
    end
    -- Silence costs no less than a broken rule, so that it pays for nobody.
    if silent[side] then sum = math.min(sum, -made - fee) end
    points[side] = math.max(-worst, sum)
  end
  score(state, points)
end

-- The most that a pair can still get in this hand. It gets that if the other pair spoils the hand,
-- so that nobody who has broken a rule or bid too much does better by that.
local function most(state, side)
  local bid, tricks, sum, left = 0, 0, 0, 13
  for seat = 1, 4 do
    left = left - state.taken[seat]
    if state.bids[seat] == null then return 230 end -- a bid of 13 beside one of 0
  end
  for seat = side, 4, 2 do
    bid, tricks = bid + state.bids[seat], tricks + state.taken[seat]
    if state.bids[seat] == 0 then
      sum = sum + (state.taken[seat] + state.missed[seat] == 0 and 100 or -100)
    end
    sum = sum - fee * state.missed[seat]
  end
  return math.max(
    -worst,
    sum + (tricks + left < bid and -10 or 10) * bid + math.max(0, tricks + left - bid)
  )
end

local function move(state, seat, chosen, absent)
  if absent then state.missed[seat] = state.missed[seat] + 1 end
  if absent and chosen.play then -- the others lose nothing by it: no nil, no bid, no bags
    local other = 3 - side_of(seat)
    local fees = fee * (state.missed[other] + state.missed[other + 2])
    state.least[other] = math.max(state.least[other], most(state, other) + fees)
  end
  if chosen.play then
    return table.insert(
      state.plays,
      { seat = seat, slot = chosen.play, face = null, absent = absent }
    )
  end
  state.bids[seat], state.turn = chosen.bid, seat % 4 + 1
end

local function has_bid(state)
  for _, bid in ipairs(state.bids) do
    if bid == null then return false end
  end
  return true
end

local function held(state, seat)
  local slots, played = {}, {}
  for _, play in ipairs(state.plays) do
    played[play.slot] = true
  end
  for slot = 13 * seat - 13, math.min(state.dealt, 13 * seat) - 1 do
    if not played[slot] then table.insert(slots, slot) end
  end
  return slots
end

-- The cards that only the seat sees, and whether it may play each now.
local function own(state, seat, known)
  local cards, broken, last = {}, false, state.plays[#state.plays]
  for _, play in ipairs(state.plays) do
    broken = broken or play.face ~= null and is_spade(play.face)
  end
  for _, slot in ipairs(held(state, seat)) do
    if known.faces[tostring(slot)] then
      table.insert(cards, { slot = slot, face = known.faces[tostring(slot)] })
    end
  end
  for _, card in ipairs(cards) do
    local others = {}
    for _, other in ipairs(cards) do
      if other ~= card then table.insert(others, other.face) end
    end
    card.fair = not (last and last.face == null)
      and not wrong_with(card.face, trick(state), others, broken)
  end
  if last and last.face == null and last.seat == seat and known.faces[tostring(last.slot)] then
    table.insert(
      cards,
      { slot = last.slot, face = known.faces[tostring(last.slot)], fair = false }
    )
  end
  return cards
end

-- The points and bags of a seat's pair, and whether the seat is still to bid.
local function tag_of(state, seat)
  local bags = state.bags[side_of(seat)]
  return (state.bids[seat] == null and not is_over(state) and "to bid, " or "")
    .. state.points[side_of(seat)]
    .. " points"
    .. (bags == 0 and "" or bags == 1 and ", 1 bag" or ", " .. bags .. " bags")
end

-- What the seat to move is asked; nil while no move is wanted.
local function question(state, seat, known)
  local last = state.plays[#state.plays]
  if is_over(state) or state.dealt < 52 or last and last.face == null then return nil end
  if not has_bid(state) then
    local sum, others = 0, false
    for _, bid in ipairs(state.bids) do
      if bid ~= null then
        sum, others = sum + bid, true
      end
    end
    return (others and "The others bid " .. sum .. " of 13. " or "")
      .. "How many tricks do you bid?"
  end
  local cards, before = own(state, seat, known), trick(state)
  if #cards == 0 then return "Play a card" end
  local led, suits =
    #before > 0 and before[1].face % 4, { "clubs", "diamonds", "hearts", "spades" }
  local holds, fair = false, 0
  for _, card in ipairs(cards) do
    holds = holds or card.face % 4 == led
    fair = fair + (card.fair and 1 or 0)
  end
  if not led then return fair < #cards and "Lead a card, but no spade yet" or "Lead a card" end
  return holds and "Follow " .. suits[led + 1]
    or "You have no " .. suits[led + 1] .. ": play any card"
end

-- The table as data: the trick before the seats, the own hand, and the points of the pairs.
local function scene(state, seat, known)
  local seats, things, moves = {}, {}, {}
  local function id(slot) return "c" .. slot .. "." .. state.hand end
  local plays = state.plays
  local cards = #plays > 0 and plays[#plays].face == null and trick(state, #plays)
    or trick(state)
  local in_trick = {}
  for _, play in ipairs(cards) do
    in_trick[play.slot] = true
    table.insert(things, {
      id(play.slot),
      "trick",
      play.seat - 1,
      play.face ~= null and name_of(play.face) or null,
    })
  end
  for each = 1, 4 do
    local bid = state.bids[each]
    seats[each] = {
      number = bid ~= null and state.taken[each] or nil,
      of = bid ~= null and bid or nil,
      unit = bid ~= null and "tricks" or nil,
      tag = tag_of(state, each),
      team = side_of(each) - 1,
    }
  end
  local places = { { id = "trick", kind = "tray", spread = "seats", rank = 1 } }
  if seat then
    table.insert(
      places,
      { id = "hand", kind = "hand", owner = seat - 1, fan = true, sort = "suit", rank = 1 }
    )
  end
  if not seat or state.bids[seat] == null then
    table.insert(moves, { id = "nil", label = "bid nil", ask = "Nil: take no trick at all?" })
  end
  local plays_now = seat and has_bid(state) and state.turn == seat
  for i, card in ipairs(seat and own(state, seat, known) or {}) do
    if not in_trick[card.slot] then
      local marks = plays_now and { card.fair and "raised" or "grey" } or {}
      table.insert(
        things,
        { id(card.slot), "hand", i - 1, name_of(card.face), { marks = marks } }
      )
      if plays_now then
        table.insert(moves, {
          id = tostring(card.slot),
          label = "play " .. symbol_of(card.face),
          touches = { id(card.slot) },
          ask = not card.fair and "This card breaks the rules of play. Play it?" or nil,
        })
      end
    end
  end
  return {
    ask = seat == state.turn and question(state, seat, known) or nil,
    seats = seats,
    places = places,
    things = things,
    moves = moves,
  }
end

-- The bid of a pair, the tricks that it took in the hand that ends with the shown card, and its
-- points.
local function news_of_pair(state, event, after, names, side)
  local cards = trick(state, #state.plays)
  local last, bid, taken = cards[#cards], 0, 0
  cards[#cards] = { seat = last.seat, face = event.face, absent = last.absent }
  local takes_last = winner(cards).seat
  for seat = side, 4, 2 do
    bid = bid + state.bids[seat]
    taken = taken + state.taken[seat] + (seat == takes_last and 1 or 0)
  end
  local one, other = names[side] or "Seat " .. side, names[side + 2] or "Seat " .. side + 2
  if other == "You" then
    one, other = other, one
  end
  local points = after.last[side]
  return string.format(
    "%s and %s: %d of %d tricks for %s%d points (%d in all)",
    one,
    other,
    taken,
    bid,
    points > 0 and "+" or "",
    points,
    after.points[side]
  )
end

-- A bid by the high cards and spades, and a card that keeps the rules: one that takes the trick if
-- the partner does not have it, and else a low one.
local function sensible(state, seat, known)
  local cards, best, tricks = own(state, seat, known), nil, 0
  if not has_bid(state) then
    local spades = 0
    for _, card in ipairs(cards) do
      if card.face // 4 >= 11 then tricks = tricks + 1 end
      if is_spade(card.face) then spades = spades + 1 end
    end
    return { bid = math.max(1, math.min(13, tricks + math.max(0, spades - 3))) }
  end
  local before = trick(state)
  local ours = #before > 1 and side_of(winner(before).seat) == side_of(seat)
  local function worth(card)
    local wins = { table.unpack(before) }
    table.insert(wins, { seat = seat, face = card.face })
    local takes = not ours and winner(wins).seat == seat
    return (takes and 200 or 0)
      - (takes and #before < 3 and -card.face or card.face)
      - (is_spade(card.face) and 60 or 0)
  end
  for _, card in ipairs(cards) do
    if card.fair and (not best or worth(card) > worth(best)) then best = card end
  end
  return best and best.slot
end

-- The sensible move; but a player who bid no trick plays the lowest card that keeps the rules.
local function careful(state, seat, known)
  if state.bids[seat] ~= 0 then
    return #own(state, seat, known) > 0 and sensible(state, seat, known) or nil
  end
  local low
  local function worth(card) return card.face + (is_spade(card.face) and 52 or 0) end
  for _, card in ipairs(own(state, seat, known)) do
    if card.fair and (not low or worth(card) < worth(low)) then low = card end
  end
  return low and low.slot
end

return {
  name = "spades",
  version = "6",
  about = "Bid your tricks with your partner; spades are trumps.",
  seats = 4,
  hidden = true,
  chance = true,
  secrets = { dealt_to = "one", shuffled_by = "all" },
  shelf = "cards",
  params = {
    { name = "goal", about = "points that end the match", value = 500, min = 1, max = 1000 },
    {
      name = "hands",
      about = "at the most",
      value = 1,
      min = 1,
      max = 100,
      among_people = 100,
    },
  },
  bounds = { -75000, 75000 },
  rules = [[
The first and the third seat are partners against the second and the fourth.
Each player gets thirteen cards, and bids how many tricks they will take. The
bids of partners are added.

One player leads a card, and the others follow suit if they can; a player who
cannot may play any card. The highest spade wins the trick, or without a spade
the highest card of the suit that was led. The winner leads to the next. A
player may not lead spades before a spade was played, unless they have nothing
else.

A pair that takes as many tricks as it bid gets 10 points for each trick of
its bid, and 1 for each other trick; for every ten of these it loses 100. A
pair that takes fewer loses 10 points for each trick of its bid. Nil, a bid of
0, is a bid of its own: the player wins 100 points by taking no trick, and loses
100 otherwise.

Your cards are hidden, so the rules of play are checked when all have been
played. A pair of whom one broke them has failed all that it bid, and loses 100
points more; the other pair has made at least what it bid.

A missed move costs 100 points. A missed bid is a bid of 1. In play your lowest
card by its number is played, which wins no trick: of the others' cards in the
trick the highest spade wins, else the highest of the suit that was led, else of
the suit that the first of them played. A bid of 0 is lost then, and the other
pair gets at least the most that it could then still have got. If the card
breaks a rule, your pair has also failed all that it bid. A pair loses at most
500 points in a hand, however many moves it misses. If cards cannot be shown
because of a player, the hand ends: that pair loses 500 points, and the other
gets the most that it could still have got.

The match ends when a pair has 500 points, or as many as goal says. The pair
with more points wins, and if both have the same number, another hand is played.
The match ends, too, when a pair has lost 500 points, and after as many hands as
hands says; at a table of people this is 100. If a player is gone when the match
ends, their pair has no more points than the other. A hand that nobody plays
costs nobody anything. The result is the difference of the pairs' points.]],
  hint = {
    cards = {
      seats = {
        layout = "edges",
        number = "/scores/{seat}",
        unit = "points",
        bet = "/bids/{seat}",
      },
      zones = { { at = "seats", pairs = "/trick", name = "trick" } },
      mine = { pairs = "/own", sort = { "c", "d", "s", "h" }, fair = "/fair", fan = true },
    },
    moves = { number = { bid = { presets = { "min", "max" } } } },
  },

  start = function(params)
    local state = {
      goal = params.goal,
      hands_to_play = params.hands,
      hand = 0,
      points = { 0, 0 },
      bags = { 0, 0 },
      last = null,
      revokes = {},
      spoilt_by = { false, false },
    }
    begin_hand(state)
    return state
  end,

  wants = function(state)
    if is_over(state) then return {} end
    if not state.shuffled then return { { type = "shuffle", slots = deck, faces = deck } } end
    local wants, last = {}, state.plays[#state.plays]
    for slot = state.dealt, 51 do
      table.insert(wants, { type = "deal", slot = slot, to = slot // 13 + 1 })
    end
    if #wants > 0 then return wants end
    return last and last.face == null and { { type = "show", slot = last.slot } }
      or { { type = "move", seats = { state.turn } } }
  end,
  foresees = function(state)
    if state.shuffled and state.hand + 1 < state.hands_to_play and not is_over(state) then
      return { slots = deck, faces = deck }
    end
  end,
  legal = function(state, seat)
    return has_bid(state) and held(state, seat) or { { bid = 1 }, "nil" }
  end,
  range = function(_, _, chosen)
    return type(chosen) == "table" and { min = 1, max = 13 } or nil
  end,
  label = function(_, _, chosen)
    if chosen == "nil" then return "bid nil" end
    return type(chosen) == "table" and "bid" or "play card " .. chosen
  end,
  words = function(_, event, names)
    if event.type ~= "moved" or type(event.move) == "number" then return "" end
    local who = names[event.seat] or "Seat " .. event.seat
    return who
      .. (who == "You" and " bid " or " bids ")
      .. (event.move == "nil" and event.move or event.move.bid)
  end,

  after = function(state, event)
    if event.type == "shuffled" then
      state.shuffled, state.spoilt_by = true, { false, false }
    elseif event.type == "dealt" then
      state.dealt = event.slot + 1
    elseif event.type == "moved" then
      local chosen = event.move
      if type(chosen) == "number" then chosen = { play = chosen } end
      move(state, event.seat, chosen == "nil" and { bid = 0 } or chosen, false)
    elseif event.type == "absent" then
      move(
        state,
        event.seat,
        has_bid(state) and { play = held(state, event.seat)[1] } or { bid = 1 },
        true
      )
    elseif event.type == "shown" then
      assert(event.face < 52, "there is no such card")
      for _, play in ipairs(state.plays) do
        assert(play.face ~= event.face, "this card was played")
      end
      state.plays[#state.plays].face = event.face
      state.turn = state.turn % 4 + 1
      if #state.plays % 4 == 0 then
        state.turn = winner(trick(state, #state.plays)).seat
        state.taken[state.turn] = state.taken[state.turn] + 1
      end
      if #state.plays == 52 then end_hand(state) end
    elseif #event.by == 4 then
      rank_last(state, state.gone)
      rank_last(state, state.spoilt_by)
      state.settled = standing(state)
    else
      local points = { most(state, 1), most(state, 2) }
      local spoilt_by = { false, false }
      for _, seat in ipairs(event.by) do
        local side = side_of(seat)
        points[side], spoilt_by[side], state.gone[side] = -worst, true, true
      end
      score(state, points)
      state.spoilt_by = spoilt_by
    end
    return state
  end,
  without = function(state, event)
    state.gone[side_of(event.seat)] = true
    return state
  end,
  result = function(state) return state.settled or is_over(state) and standing(state) or nil end,
  scores = function(state)
    return { state.points[1], state.points[2], state.points[1], state.points[2] }
  end,
  laws = function(state)
    local tricks, seen = 0, {}
    for _, play in ipairs(state.plays) do
      assert(
        not seen[play.slot] and (play.slot // 13 + 1 == play.seat),
        "a card was played twice or by another seat"
      )
      seen[play.slot] = true
    end
    for _, taken in ipairs(state.taken) do
      tricks = tricks + taken
    end
    assert(
      tricks
        == (
            #state.plays
            - (#state.plays > 0 and state.plays[#state.plays].face == null and 1 or 0)
          )
          // 4,
      "tricks"
    )
  end,
  bot = sensible,
  careful = careful,
  news = function(state, event, after, names)
    if event.type ~= "shown" or after.hand == state.hand then return "" end
    local line = news_of_pair(state, event, after, names, 1)
      .. ". "
      .. news_of_pair(state, event, after, names, 2)
    for _, revoke in ipairs(after.revokes) do
      line = line
        .. ". "
        .. (names[revoke.seat] or "Seat " .. revoke.seat)
        .. " "
        .. revoke.wrong
    end
    return line
  end,
  trick_play = function(state, event)
    if event.type ~= "shown" then return nil end
    local cards = trick(state, #state.plays)
    local last = cards[#cards]
    cards[#cards] = { seat = last.seat, face = event.face, absent = last.absent }
    return {
      seat = last.seat,
      card = symbol_of(event.face),
      takes = #cards == 4 and winner(cards).seat or nil,
    }
  end,
  view = function(state, seat, known)
    local points = state.points
    local view = {
      heading = heading(state),
      hand = state.hand + 1,
      turn = state.turn - 1,
      dealt = state.dealt,
      over = is_over(state) and true or false,
      scores = { points[1], points[2], points[1], points[2] },
      trick = {},
      bids = state.bids,
      taken = state.taken,
      bags = state.bags,
      last = state.last,
      revokes = state.revokes,
      plays = state.plays,
    }
    for i, play in ipairs(trick(state)) do
      view.trick[i] = { play.seat - 1, play.face ~= null and name_of(play.face) or null }
    end
    if type(seat) ~= "number" then return view end
    view.own, view.fair = {}, {}
    for i, card in ipairs(own(state, seat, known)) do
      view.own[i] = { card.slot, name_of(card.face) }
      if card.fair then table.insert(view.fair, card.slot) end
    end
    return view
  end,
  scene = scene,

  draw = function(state, seat, known, names)
    local lines, cards = "", {}
    for _, play in ipairs(trick(state)) do
      cards[play.seat] = play.face ~= null and symbol_of(play.face) or "?"
    end
    for other = 1, 4 do
      local bid = state.bids[other]
      lines = lines
        .. string.format(
          "%s %s  %s  took %d of %s, pair %d: %d points",
          state.turn == other and ">" or " ",
          cards[other] or "  ",
          names[other] or other,
          state.taken[other],
          bid == null and "?" or bid,
          side_of(other),
          state.points[side_of(other)]
        )
      if state.last ~= null then
        lines = lines .. ", " .. state.last[side_of(other)] .. " in the last hand"
      end
      for _, revoke in ipairs(state.revokes) do
        if revoke.seat == other then
          lines = lines .. "; " .. revoke.wrong .. " with " .. revoke.card
        end
      end
      lines = lines .. "\n"
    end
    local mine = type(seat) == "number" and own(state, seat, known) or {}
    table.sort(
      mine,
      function(a, b) return a.face % 4 * 64 + a.face < b.face % 4 * 64 + b.face end
    )
    for i, card in ipairs(mine) do
      lines = lines .. (i == 1 and "Yours  " or "  ") .. symbol_of(card.face)
    end
    return lines .. (#mine > 0 and "\n" or "")
  end,
}
