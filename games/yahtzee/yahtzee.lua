-- Yahtzee: roll five dice up to three times, keep what you like, and fill the thirteen rows of your
-- sheet.
-- Shows: open dice of which some are rolled again, many moves with words for labels, results by
-- rank, seats that go.

local rows = {
  "ones",
  "twos",
  "threes",
  "fours",
  "fives",
  "sixes",
  "three of a kind",
  "four of a kind",
  "full house",
  "small straight",
  "large straight",
  "yahtzee",
  "chance",
}
-- What a row brings when it is filled with some luck.
local usual = { 2, 5, 8, 11, 14, 17, 20, 14, 22, 25, 32, 20, 22 }

local function counts_of(dice)
  local counts, sum = { 0, 0, 0, 0, 0, 0 }, 0
  for _, die in ipairs(dice) do
    counts[die], sum = counts[die] + 1, sum + die
  end
  return counts, sum
end

-- What the dice are worth in a row.
local function worth(dice, row)
  local counts, sum = counts_of(dice)
  if row <= 6 then return row * counts[row] end
  local most, run, longest, has_pair = 0, 0, 0, false
  for face = 1, 6 do
    most = math.max(most, counts[face])
    run = counts[face] > 0 and run + 1 or 0
    longest = math.max(longest, run)
    has_pair = has_pair or counts[face] == 2
  end
  local points = {
    most >= 3 and sum,
    most >= 4 and sum,
    most == 3 and has_pair and 25,
    longest >= 4 and 30,
    longest == 5 and 40,
    most == 5 and 50,
    sum,
  }
  return points[row - 6] or 0
end

-- The 35 points for 63 in the upper six rows, or 0.
local function upper_bonus(sheet)
  local sum = 0
  for row = 1, 6 do
    sum = sum + math.max(0, sheet[row])
  end
  return sum >= 63 and 35 or 0
end

-- The points of a seat, with both bonuses.
local function total(state, seat)
  local sheet = state.sheets[seat]
  local sum = upper_bonus(sheet) + 100 * state.extra[seat]
  for _, points in ipairs(sheet) do
    sum = sum + math.max(0, points)
  end
  return sum
end

-- Whether the dice are a joker: five equal ones, and the row of the yahtzee is filled.
local function is_joker(state)
  return #state.dice == 5 and worth(state.dice, 12) > 0 and state.sheets[state.turn][12] >= 0
end

-- Whether the seat to act may fill the row now. A joker fills the upper row of its number, else a
-- lower row, else another upper row.
local function may_fill(state, row)
  local sheet = state.sheets[state.turn]
  if sheet[row] >= 0 or not is_joker(state) then return sheet[row] < 0 end
  local own = state.dice[1]
  if sheet[own] < 0 then return row == own end
  for lower = 7, #rows do
    if sheet[lower] < 0 then return row > 6 end
  end
  return true
end

-- What the row brings now: a joker counts as any dice in the lower rows.
local function brings(state, row)
  local as_joker = { [9] = 25, [10] = 30, [11] = 40 }
  return is_joker(state) and as_joker[row] or worth(state.dice, row)
end

-- The points for a yahtzee after one that brought 50.
local function extra(state)
  return is_joker(state) and state.sheets[state.turn][12] == 50 and 100 or 0
end

local function totals(state)
  local points = {}
  for seat = 1, #state.sheets do
    points[seat] = total(state, seat)
  end
  return points
end

local function is_alone(state)
  local here = 0
  for _, gone in ipairs(state.gone) do
    here = here + (gone and 0 or 1)
  end
  return here < 2
end

-- Passes the dice to the next seat that is here; each has thirteen turns. A seat that is left alone
-- need not go on.
local function next_turn(state)
  state.over = is_alone(state)
  state.dice, state.kept, state.rolls, state.rolling = {}, {}, 0, true
  for _ = 1, #state.sheets do
    state.turn = state.turn % #state.sheets + 1
    if state.turn == 1 then state.round = state.round + 1 end
    if not state.gone[state.turn] then
      if state.round > #rows then state.over = true end
      return state
    end
  end
  return state
end

local function row_of(move)
  for row, name in ipairs(rows) do
    if name == move then return row end
  end
end

-- The ways to keep some of the dice: "keep 3 3", or "roll all".
local function keeps(dice)
  local found, moves, sorted = {}, {}, { table.unpack(dice) }
  table.sort(sorted)
  for set = 0, 30 do
    local move, left = "keep", set
    for die = 1, 5 do
      if left % 2 == 1 then move = move .. " " .. sorted[die] end
      left = left // 2
    end
    if set == 0 then move = "roll all" end
    if not found[move] then table.insert(moves, move) end
    found[move] = true
  end
  return moves
end

local function on_move(state, move)
  local row = row_of(move)
  if row then
    local seat = state.turn
    state.extra[seat] = state.extra[seat] + extra(state) // 100
    state.sheets[seat][row] = brings(state, row)
    return next_turn(state)
  end
  state.kept, state.rolling = {}, true
  if move ~= "roll all" then
    for at = 6, #move, 2 do
      table.insert(state.kept, tonumber(move:sub(at, at)))
    end
  end
  return state
end

-- Fills the last free row with nothing. A turn that left all rows free would be better than to
-- choose a row for a bad roll now.
local function on_absent(state)
  local sheet, last = state.sheets[state.turn], nil
  for row, points in ipairs(sheet) do
    last = points < 0 and row or last
  end
  sheet[last] = 0
  return next_turn(state)
end

-- The seats in `by` have spoilt the roll, and play no more. It counts as a roll: the dice stay as
-- they were, or the next roll is of all dice where there are none yet. A friend gains nothing so,
-- since whoever rolled could have rolled all dice again; and nobody loses a turn by another's will.
local function on_void(state, by)
  for _, each in ipairs(by) do
    state.gone[each] = true
  end
  if state.gone[state.turn] or is_alone(state) then return next_turn(state) end
  if #state.dice > 0 then
    state.rolling, state.rolls = false, 3
  else
    state.rolls = state.rolls + 1
  end
  return state.rolls == 3 and #state.dice == 0 and next_turn(state) or state
end

-- The dice that a move keeps, as ids: of equal dice the first ones.
local function kept_by(state, move)
  local ids, used = {}, {}
  for at = 6, #move, 2 do
    for die, value in ipairs(state.dice) do
      if not used[die] and value == tonumber(move:sub(at, at)) then
        used[die] = true
        table.insert(ids, "d" .. die)
        break
      end
    end
  end
  return ids
end

-- The lines of the sheet as it is drawn: the rows, and what is counted from them.
local lines = {
  { title = "Ones", row = 1 },
  { title = "Twos", row = 2 },
  { title = "Threes", row = 3 },
  { title = "Fours", row = 4 },
  { title = "Fives", row = 5 },
  { title = "Sixes", row = 6 },
  { title = "Bonus", about = "35 from 63 on" },
  { title = "Three of a kind", row = 7 },
  { title = "Four of a kind", row = 8 },
  { title = "Full house", about = "25", row = 9 },
  { title = "Small straight", about = "30", row = 10 },
  { title = "Large straight", about = "40", row = 11 },
  { title = "Yahtzee", about = "50", row = 12 },
  { title = "Chance", row = 13 },
  { title = "Yahtzee bonus" },
  { title = "Sum" },
}

-- What a line that is counted says of a seat.
local function counted(state, seat, title)
  if title == "Sum" then return tostring(total(state, seat)) end
  if title == "Yahtzee bonus" then return tostring(100 * state.extra[seat]) end
  local sum = 0
  for row = 1, 6 do
    sum = sum + math.max(0, state.sheets[seat][row])
  end
  return sum >= 63 and "35" or sum .. " of 63"
end

-- What the seat to move is asked.
local function question(state)
  if state.over or state.rolling then return nil end
  return state.rolls < 3 and "Roll again, or score a row" or "Score a row"
end

-- The title over the dice; the seat that rolls is told what a touch does.
local function title_of_dice(state, seat)
  if #state.dice == 0 then return "Dice" end
  local title = "Roll " .. state.rolls .. " of 3"
  local keeps_some = seat == state.turn and state.rolls < 3 and not state.rolling
  return title .. (keeps_some and ": touch what you keep" or "")
end

-- The table as data: one sheet for all, and the dice.
local function scene(state, seat, _, names)
  local rolled = #state.dice > 0
  local rows_of_sheet, columns, seats, things, moves = {}, {}, {}, {}, {}
  for each = 1, #state.sheets do
    seats[each], columns[each] = {}, names[each] or "Seat " .. each
  end
  for at, line in ipairs(lines) do
    rows_of_sheet[at] = {
      title = line.title,
      about = line.about,
      sum = line.row and 0 or 1,
    }
    for each, sheet in ipairs(state.sheets) do
      local text = line.row and sheet[line.row] >= 0 and tostring(sheet[line.row])
        or not line.row and counted(state, each, line.title)
      local cell = at - 1 .. "," .. each - 1
      local offered = rolled and line.row and each == state.turn and may_fill(state, line.row)
      if offered and each == seat then
        local points = brings(state, line.row) + extra(state)
        text = tostring(points)
        table.insert(moves, {
          id = rows[line.row],
          label = "Score " .. points .. " in " .. rows[line.row],
          touches = { "sheet:" .. cell },
        })
      end
      if text then
        local marks = offered and { "offer" } or line.title == "Bonus" and { "faint" } or {}
        table.insert(
          things,
          { "s" .. at .. "-" .. each, "sheet", cell, text, { marks = marks } }
        )
      end
    end
  end
  for die, value in ipairs(state.dice) do
    table.insert(things, { "d" .. die, "dice", die - 1, "d" .. value })
  end
  if rolled and seat == state.turn and state.rolls < 3 then
    for _, move in ipairs(keeps(state.dice)) do
      local picks = move == "roll all" and {} or kept_by(state, move)
      local count = 5 - #picks
      table.insert(moves, {
        id = move,
        label = "Roll " .. (count == 1 and "1 die" or count .. " dice"),
        short = "Roll " .. count,
        aside = #picks > 0 and "keep " .. move:sub(6) or nil,
        picks = picks,
      })
    end
  end
  local places = {
    {
      id = "sheet",
      kind = "board",
      cells = "sheet",
      rank = 1,
      rows = rows_of_sheet,
      columns = columns,
      me = seat and seat - 1 or nil,
    },
  }
  if not state.over then
    local title = title_of_dice(state, seat)
    table.insert(places, { id = "dice", kind = "tray", rank = 1, title = title })
  end
  return {
    ask = seat == state.turn and question(state) or nil,
    seats = seats,
    places = places,
    things = things,
    moves = moves,
  }
end

return {
  name = "yahtzee",
  version = "5",
  about = "Five dice, three rolls a turn, thirteen rows to fill.",
  seats = { 2, 6 },
  chance = true,
  secrets = { rolled_for = "all" },
  shelf = "dice",
  bounds = { -5, 5 },
  rules = [[
In a turn you roll five dice. Twice you may keep some of them and roll the
others again. Then, or before, you choose a row of your sheet that is still
free, and get the points of the dice there, even if that is nothing. Each
player has thirteen turns.

ones to sixes: the sum of the dice that show this number; 35 points more for
63 or more in these six rows.
three of a kind, four of a kind: the sum of all dice, if so many are equal.
full house: 25 for three of one number and two of another.
small straight: 30 for four numbers in a row. large straight: 40 for five.
yahtzee: 50 for five equal dice. chance: the sum of all dice.

Five equal dice when your row "yahtzee" is filled are a joker. If that row
brought 50, you get 100 points more. You fill the row of their number if it is
free. If not, you fill a lower row, where a full house and the straights bring
25, 30 and 40; and if no lower row is free, another upper row, for nothing.
These are the official rules.

The player with the most points wins. The result of a player is the number of
players that they have beaten, less the number of those that have beaten them.

A player who misses a move loses that turn: their last free row brings
nothing. A player who goes away has no more turns and ranks behind all others,
whatever points they have. So does a player who spoils a roll. That roll is
lost: you go on with the dice that lie there, or, if it was the first of the
turn, with the second roll. A player who is left alone has won.]],

  start = function(_, seats)
    local state = { sheets = {}, extra = {}, gone = {}, turn = 0, round = 0, over = false }
    for seat = 1, seats do
      state.sheets[seat], state.extra[seat], state.gone[seat] = {}, 0, false
      for row = 1, #rows do
        state.sheets[seat][row] = -1
      end -- free
    end
    return next_turn(state)
  end,

  wants = function(state)
    if state.over then return {} end
    if not state.rolling then return { { type = "move", seats = { state.turn } } } end
    local dice = {}
    for die = 1, 5 - #state.kept do
      dice[die] = { min = 1, max = 6 }
    end
    return { { type = "roll", dice = dice } }
  end,

  legal = function(state)
    local moves = state.rolls < 3 and keeps(state.dice) or {}
    for row, name in ipairs(rows) do
      if may_fill(state, row) then table.insert(moves, name) end
    end
    return moves
  end,

  label = function(state, _, move)
    local row = row_of(move)
    return row and move .. " for " .. brings(state, row) + extra(state) or move
  end,

  facts = function(_, _, move) return { main = row_of(move) == nil } end,

  after = function(state, event)
    if event.type == "rolled" then
      state.dice, state.rolls, state.rolling = state.kept, state.rolls + 1, false
      for _, value in ipairs(event.values) do
        table.insert(state.dice, value)
      end
      state.kept = {}
    elseif event.type == "moved" then
      return on_move(state, event.move)
    elseif event.type == "absent" then
      return on_absent(state)
    else
      return on_void(state, event.by)
    end
    return state
  end,

  without = function(state, event)
    if state.over or state.gone[event.seat] then return state end
    state.gone[event.seat] = true
    return (event.seat == state.turn or is_alone(state)) and next_turn(state) or state
  end,

  -- A seat that is gone ranks behind all that are here, whatever points it has.
  result = function(state)
    if not state.over then return nil end
    local points, won = totals(state), {}
    for seat, gone in ipairs(state.gone) do
      if gone then points[seat] = -1 end
    end
    for seat, own in ipairs(points) do
      won[seat] = 0
      for _, other in ipairs(points) do
        won[seat] = won[seat] + (own > other and 1 or own < other and -1 or 0)
      end
    end
    return won
  end,

  scores = totals,

  -- The sums of all, the highest first, once the match is over.
  news = function(state, _, after, names)
    if state.over or not after.over then return "" end
    local order, points, words = {}, totals(after), {}
    for seat = 1, #points do
      order[seat] = seat
    end
    table.sort(
      order,
      function(a, b) return points[a] > points[b] or points[a] == points[b] and a < b end
    )
    for i, seat in ipairs(order) do
      local who = names[seat] or "Seat " .. seat
      words[i] = who .. (who == "You" and " have " or " has ") .. points[seat] .. " points"
    end
    return table.concat(words, ", ")
  end,
  spent = function(state, seat) return state.gone[seat] end,

  laws = function(state)
    assert(
      #state.kept + #state.dice <= 10 and state.rolls <= 3,
      "there are five dice and three rolls"
    )
    for seat = 1, #state.sheets do
      local filled = 0
      for _, points in ipairs(state.sheets[seat]) do
        filled = filled + (points >= 0 and 1 or 0)
      end
      assert(filled <= state.round, "a turn fills one row at the most")
      assert(total(state, seat) <= 1575, "nobody has more than the most that can be")
    end
  end,

  -- Keeps the number that there is most of; then fills the row that brings most beyond what it
  -- usually does.
  bot = function(state)
    local counts, best, most, move = counts_of(state.dice), nil, -100, "keep"
    for row = 1, #rows do
      local gain = brings(state, row) - usual[row]
      if may_fill(state, row) and gain > most then
        best, most = row, gain
      end
    end
    if state.rolls == 3 or most >= 5 then return rows[best] end
    local face = 6
    for each = 5, 1, -1 do
      if counts[each] > counts[face] then face = each end
    end
    for _ = 1, counts[face] do
      move = move .. " " .. face
    end
    return counts[face] == 5 and rows[best] or move
  end,

  scene = scene,

  view = function(state)
    local sheets = {}
    for seat, sheet in ipairs(state.sheets) do
      sheets[seat] = {
        total = total(state, seat),
        ["upper bonus"] = upper_bonus(sheet),
        ["yahtzee bonus"] = 100 * state.extra[seat],
      }
      for row, points in ipairs(sheet) do
        sheets[seat][rows[row]] = points >= 0 and points or null
      end
    end
    local dice = table.concat(state.dice, " ")
    return {
      heading = { round = math.min(#rows, state.round) },
      round = state.round,
      turn = state.turn,
      rolls = state.rolls,
      rolling = state.rolling,
      over = state.over,
      dice = dice,
      sheets = sheets,
    }
  end,

  draw = function(state, _, _, names)
    local lines = string.format("Round %d of 13\n%-16s", math.min(13, state.round), "")
    for seat = 1, #state.sheets do
      lines = lines .. string.format(" %8s", (names[seat] or tostring(seat)):sub(1, 8))
    end
    for row, name in ipairs(rows) do
      lines = lines .. string.format("\n%-16s", name)
      for _, sheet in ipairs(state.sheets) do
        lines = lines .. string.format(" %8s", sheet[row] >= 0 and tostring(sheet[row]) or ".")
      end
    end
    lines = lines .. string.format("\n%-16s", "upper bonus")
    for _, sheet in ipairs(state.sheets) do
      lines = lines .. string.format(" %8d", upper_bonus(sheet))
    end
    lines = lines .. string.format("\n%-16s", "yahtzee bonus")
    for _, bonuses in ipairs(state.extra) do
      lines = lines .. string.format(" %8d", 100 * bonuses)
    end
    lines = lines .. string.format("\n%-16s", "points")
    for seat = 1, #state.sheets do
      lines = lines .. string.format(" %8d", total(state, seat))
    end
    local dice = "\nDice "
      .. table.concat(state.dice, " ")
      .. ", after roll "
      .. state.rolls
      .. " of 3"
    return lines .. (#state.dice > 0 and dice or "") .. "\n"
  end,
}
