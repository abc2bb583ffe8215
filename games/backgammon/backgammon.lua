-- Backgammon: race fifteen checkers home and off the board, and hit those that stand alone.
-- Shows: dice that all see, turns of several moves, a rule about the whole turn, a board of both
-- players' points of view.

local bar = 25 -- the point from which checkers on the bar enter
local start_board =
  { -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2 }
local names_of_dice =
  { { min = 1, max = 6, name = "first" }, { min = 1, max = 6, name = "second" } }

local function win_for(seat, points)
  return { seat == 1 and points or -points, seat == 2 and points or -points }
end

-- A seat counts its points from 24 down to 1. The board has those of the first seat; its checkers
-- are positive there.
local function at(state, seat, point)
  if point == bar then return state.bar[seat] end
  return seat == 1 and state.board[point] or -state.board[25 - point]
end

local function add(state, seat, point, checkers)
  if point == bar then
    state.bar[seat] = state.bar[seat] + checkers
  elseif point < 1 then
    state.off[seat] = state.off[seat] + checkers
  else
    local i = seat == 1 and point or 25 - point
    state.board[i] = state.board[i] + (seat == 1 and checkers or -checkers)
  end
end

local function highest(state, seat)
  for point = bar, 1, -1 do
    if at(state, seat, point) > 0 then return point end
  end
  return 0
end

-- Whether one checker may go from a point by a die; `high` is the highest point with a checker.
local function can_go(state, seat, from, die, high)
  if at(state, seat, from) <= 0 or high == bar and from ~= bar then return false end
  local to = from - die
  if to >= 1 then return at(state, seat, to) >= -1 end
  return high <= 6 and (to == 0 or from == high)
end

local function go(state, seat, from, die)
  local to = math.max(0, from - die)
  add(state, seat, from, -1)
  if to > 0 and at(state, seat, to) == -1 then
    add(state, 3 - seat, 25 - to, -1)
    add(state, 3 - seat, bar, 1)
  end
  add(state, seat, to, 1)
end

local function copy(state)
  return {
    board = { table.unpack(state.board) },
    bar = { table.unpack(state.bar) },
    off = { table.unpack(state.off) },
  }
end

local function without(dice, die)
  local left, gone = {}, false
  for _, other in ipairs(dice) do
    if other == die and not gone then
      gone = true
    else
      table.insert(left, other)
    end
  end
  return left
end

-- The moves with these dice, whether or not more dice could be used: {from, die}.
local function steps(state, seat, dice)
  local moves, high = {}, highest(state, seat)
  for i, die in ipairs(dice) do
    for from = high, die ~= dice[i - 1] and 1 or high + 1, -1 do
      if can_go(state, seat, from, die, high) then table.insert(moves, { from, die }) end
    end
  end
  return moves
end

-- How many of the dice can be used one after another. `seen` has what was found of positions.
local function most(state, seat, dice, seen)
  if #dice == 0 then return 0 end
  local key = table.concat(state.board, ",")
    .. ";"
    .. state.bar[seat]
    .. ";"
    .. table.concat(dice)
  if seen[key] then return seen[key] end
  local best = 0
  for _, step in ipairs(steps(state, seat, dice)) do
    local next = copy(state)
    go(next, seat, step[1], step[2])
    best = math.max(best, 1 + most(next, seat, without(dice, step[2]), seen))
    if best == #dice then break end
  end
  seen[key] = best
  return best
end

-- The moves after which as many dice as possible can be used; if only one of two can, the higher
-- one.
local function legal(state, seat)
  local moves, best, high, seen = {}, 1, 0, {}
  for _, step in ipairs(steps(state, seat, state.dice)) do
    local next = copy(state)
    go(next, seat, step[1], step[2])
    local used = 1 + most(next, seat, without(state.dice, step[2]), seen)
    if used > best then
      moves, best, high = {}, used, 0
    end
    if used == best then
      table.insert(moves, step)
      high = math.max(high, step[2])
    end
  end
  if best > 1 or #state.dice ~= 2 then return moves end
  local higher = {}
  for _, step in ipairs(moves) do
    if step[2] == high then table.insert(higher, step) end
  end
  return higher
end

local function end_turn(state)
  state.turn, state.dice = 3 - state.turn, {}
end

-- What a win is worth: three if the loser has a checker on the bar or in the winner's home, two if
-- it has borne off none.
local function worth(state, winner)
  local loser = 3 - winner
  if state.off[loser] > 0 then return 1 end
  return highest(state, loser) > 18 and 3 or 2
end

-- A game of the match begins: the board, the roll for who begins, the cube in the middle.
local function begin_game(state)
  state.board, state.bar, state.off = { table.unpack(start_board) }, { 0, 0 }, { 0, 0 }
  state.turn, state.dice, state.rolls = 0, {}, false
  state.cube, state.owner, state.offered = 1, 0, false
end

-- The player wins a game by these points. A match of one point is won by that many, and a longer
-- one by 1. The game after a player comes within one point of the match has no cube (Crawford).
local function win_game(state, winner, points)
  state.score[winner] = state.score[winner] + points
  state.last = { winner = winner, points = points }
  if state.score[winner] >= state.length then
    state.settled = win_for(winner, state.length == 1 and points or 1)
    return
  end
  local close = math.max(state.score[1], state.score[2]) == state.length - 1
  state.crawford = (state.crawford == "no" and close and "now")
    or (state.crawford == "now" and "was")
    or state.crawford
  begin_game(state)
end

-- Whether a player may double before a roll. A player whose cube as it stands wins the match needs
-- no more.
local function can_double(state, seat)
  return state.length > 1
    and state.crawford ~= "now"
    and (state.owner == 0 or state.owner == seat)
    and state.cube < state.length - state.score[seat]
end

-- The seat that is asked about the cube: for its roll, or for its answer.
local function asked_of_cube(state)
  if state.offered then return 3 - state.turn end
  local rolls = state.rolls or state.turn == 0 or #state.dice > 0
  return not rolls and can_double(state, state.turn) and state.turn or nil
end

local function move_cube(state, seat, chosen)
  if chosen == "double" then
    state.offered = true
  elseif chosen == "drop" then
    win_game(state, state.turn, state.cube)
  else
    if chosen == "take" then
      state.cube, state.owner, state.offered = 2 * state.cube, seat, false
    end
    state.rolls = true
  end
end

local function move(state, seat, step)
  go(state, seat, step[1], step[2])
  state.dice = without(state.dice, step[2])
  if state.off[seat] == 15 then
    win_game(state, seat, state.cube * worth(state, seat))
  elseif #legal(state, seat) == 0 then
    end_turn(state)
  end
end

local function rolled(state, values)
  local first, second = values[1], values[2]
  state.rolled, state.rolls = values, false
  if state.turn == 0 then
    if first == second then return end
    state.turn = first > second and 1 or 2
  end
  state.dice = first == second and { first, first, first, first }
    or { math.max(first, second), math.min(first, second) }
  if #legal(state, state.turn) == 0 then end_turn(state) end
end

local function label(state, seat, step)
  if step == "double" then return "double to " .. 2 * state.cube end
  if type(step) == "string" then return step end
  local from = step[1] == bar and "bar" or step[1]
  local to = step[1] - step[2]
  if to < 1 then return from .. "/off with " .. step[2] end
  return from .. "/" .. to .. (at(state, seat, to) == -1 and "*" or "")
end

-- How good a position is for a bot: hits and points that are held, less blots that can be hit.
local function value(state, seat)
  local sum, theirs =
    8 * state.bar[3 - seat] + 3 * state.off[seat], 25 - highest(state, 3 - seat)
  for point = 1, 24 do
    local checkers = at(state, seat, point)
    if checkers == 1 and point > theirs then sum = sum - 2 - (24 - point) // 6 end
    if checkers >= 2 then sum = sum + (point <= 8 and 3 or 1) - math.max(0, checkers - 4) end
  end
  return sum
end

-- The pips that a player still needs.
local function pips(state, seat)
  local sum = 0
  for point = 1, bar do
    sum = sum + point * math.max(0, at(state, seat, point))
  end
  return sum
end

-- The cube by the race alone: doubles with a lead of a twelfth, and drops when more than an eighth
-- behind.
local function bot_of_cube(state, seat)
  local own, theirs = pips(state, seat), pips(state, 3 - seat)
  if state.offered then return 8 * (own - theirs) > theirs and "drop" or "take" end
  return 12 * (theirs - own) >= theirs and "double" or "roll"
end

-- The cell of a seat's point as this player sees the board, with the own home at the lower right.
local function cell_of(me, seat, point)
  local row = me == seat and 1 or 0
  if point == bar then return row .. ",6" end
  if point < 1 then return row .. ",13" end
  local own = me == seat and point or 25 - point
  if own > 12 then return "0," .. own - 13 + (own > 18 and 1 or 0) end
  return "1," .. 12 - own + (own < 7 and 1 or 0)
end

-- The words for a step on its button.
local function words_of(state, seat, step)
  local from = step[1] == bar and "Bar" or tostring(step[1])
  local to = step[1] - step[2]
  if to < 1 then return "Bear off from " .. from .. " with the " .. step[2] end
  local hits = at(state, seat, to) == -1 and ", hit" or ""
  return from .. " to " .. to .. hits .. " with the " .. step[2]
end

-- The dice that were rolled last: {value, used}.
local function dice_of(state)
  if state.rolled == null then return {} end
  local a, b = state.rolled[1], state.rolled[2]
  local all, left, dice = a == b and { a, a, a, a } or { a, b }, state.dice, {}
  for i, value in ipairs(all) do
    local fewer = without(left, value)
    dice[i] = { value, #fewer == #left }
    left = fewer
  end
  return dice
end

-- The dice that are left to play: "6 and 4 to play".
local function dice_to_play(dice)
  if #dice > 1 and dice[1] == dice[2] then return #dice .. " × " .. dice[1] .. " to play" end
  return table.concat(dice, " and ") .. " to play"
end

-- What a seat is asked; nil while it is not.
local function question(state, seat)
  if state.settled then return nil end
  local asked = asked_of_cube(state)
  if asked then
    if asked ~= seat then return nil end
    return (state.offered and "Take or drop the double to " or "Roll, or double to ")
      .. 2 * state.cube
  end
  return state.turn == seat and #state.dice > 0 and dice_to_play(state.dice) or nil
end

-- The table as data.
local function scene(state, seat)
  local me = seat or 1
  local marks, things, moves, seats = { "w", "b" }, {}, {}, {}
  for each = 1, 2 do
    seats[each] = {
      number = pips(state, each),
      unit = "pips",
      face = marks[each],
      tag = state.length > 1 and state.score[each] .. " of " .. state.length or nil,
    }
    for point = 0, bar do
      local men = point == 0 and state.off[each] or at(state, each, point)
      for man = 1, men do
        table.insert(things, {
          marks[each] .. point .. "-" .. man,
          "board",
          cell_of(me, each, point),
          marks[each],
        })
      end
    end
  end
  for i, die in ipairs(dice_of(state)) do
    table.insert(
      things,
      { "d" .. i, "dice", i - 1, "d" .. die[1], { marks = die[2] and { "used" } or {} } }
    )
  end
  local asked = asked_of_cube(state)
  if seat and not state.settled and not asked and state.turn == seat and #state.dice > 0 then
    for _, step in ipairs(legal(state, seat)) do
      local from, to = step[1], math.max(0, step[1] - step[2])
      table.insert(moves, {
        id = "[" .. step[1] .. "," .. step[2] .. "]",
        label = words_of(state, seat, step),
        short = label(state, seat, step):sub(1, 14),
        touches = {
          marks[seat] .. from .. "-" .. at(state, seat, from),
          "board:" .. cell_of(me, seat, to),
        },
      })
    end
  end
  local names = { {}, {} }
  for i = 1, 6 do
    names[1][i], names[1][i + 7] = tostring(12 + i), tostring(18 + i)
    names[2][i], names[2][i + 7] = tostring(13 - i), tostring(7 - i)
  end
  names[1][7], names[2][7] = null, null
  local places = {
    {
      id = "board",
      kind = "board",
      rank = 1,
      cells = "points",
      rows = 2,
      columns = "ppppppwppppppo",
      names = names,
      owners = { ["0,13"] = 2 - me, ["1,13"] = me - 1 },
    },
    { id = "dice", kind = "tray", on = "board", rank = 2 },
  }
  if state.length > 1 and state.crawford ~= "now" then
    local owned = state.owner > 0
    table.insert(places, {
      id = "cube",
      kind = "tray",
      title = "Cube",
      rank = 3,
      owner = owned and state.owner - 1 or nil,
      on = not owned and "board" or nil,
    })
    table.insert(things, { "cube", "cube", 0, "x" })
  end
  return {
    ask = seat and question(state, seat) or nil,
    seats = seats,
    faces = {
      w = { shape = "disc", colour = "white", name = "white" },
      b = { shape = "disc", colour = "black", name = "black" },
      x = {
        shape = "tile",
        colour = "white",
        text = tostring(state.cube),
        name = "doubling cube at " .. state.cube,
      },
    },
    places = places,
    things = things,
    moves = moves,
  }
end

-- What stands on a point, as "5W".
local function text_at(state, point)
  local checkers = state.board[point]
  return checkers == 0 and "" or math.abs(checkers) .. (checkers > 0 and "W" or "B")
end

return {
  name = "backgammon",
  version = "2",
  about = "Race your checkers home and off the board; hit those that stand alone.",
  roles = { "White", "Black" },
  chance = true,
  secrets = { rolled_for = "all" },
  shelf = "dice",
  bounds = { -3, 3 },
  params = {
    {
      name = "length",
      about = "points that win the match",
      value = 1,
      min = 1,
      max = 25,
      among_people = 3,
    },
  },
  rules = [[
Each player has fifteen checkers on a board of 24 points, and counts the
points from 24 down to 1: the two go in opposite ways. Points 6 to 1 are the
player's home.

Each player rolls a die, and the higher one begins with both numbers. Later
the player rolls two dice on each turn. Each die moves one checker by its
number of points, and a double is played four times. A checker may not go to a
point where the other player has two or more. A checker that stands there
alone is hit, and goes to the bar. A player with checkers on the bar enters
them first, by a die on the points 24 to 19.

Use as many of your dice as you can. If only one of two can be used, use the
higher. When all your checkers are in your home, you bear them off: from the
point of the die, or from your highest point if all are below the die.

The first player who has borne off all checkers wins the game: 1 point, or 2
for a gammon, if the other has borne off none, or 3 for a backgammon, if
moreover one of the other's checkers is on the bar or in the winner's home.

A match has as many games as it takes to win 3 points, or as many as length
says. Before a roll you may double: the other player takes, and then a win
counts twice as much, or drops, and loses the game as the cube stands. The cube
shows the stake. It lies in the middle at first, and then with the player who
took it last, who alone may double again. The game after a player comes within
one point of the match has no cube, and later games have it again (the Crawford
rule). You are not asked if the cube as it stands wins you the match. There are
no beavers, gammons count whether the cube was turned or not (no Jacoby rule),
and equal dice at the beginning turn no cube. In a match of 1 point there is no
cube, and its result is the points of the game.

For a missed move the program makes the first legal one; it rolls and does not
double, and it drops when you are asked to take. A player who leaves, or does
not let a roll be seen, loses the match, and in a match of 1 point 3 points. You
may resign the match at any time. In a match of 1 point this costs 1 point if
you have borne off a checker, and else 3: a gammon cannot be escaped by it.]],
  hint = {
    track = {
      cells = "/cells",
      draw = "glyph",
      rows = {
        { 12, 13, 14, 15, 16, 17, 24, 18, 19, 20, 21, 22, 23 },
        { 11, 10, 9, 8, 7, 6, 25, 5, 4, 3, 2, 1, 0 },
      },
      ends = { 27, 26 },
    },
    moves = {
      order = { "roll", "double", "take", "drop" },
      keys = { r = "roll", d = "double", t = "take", n = "drop" },
    },
  },

  start = function(params)
    local state =
      { length = params.length, score = { 0, 0 }, crawford = "no", rolled = null, last = null }
    begin_game(state)
    return state
  end,

  wants = function(state)
    if state.settled then return {} end
    local asked = asked_of_cube(state)
    if not asked and #state.dice == 0 then
      return { { type = "roll", dice = names_of_dice } }
    end
    return { { type = "move", seats = { asked or state.turn } } }
  end,

  legal = function(state, seat)
    if state.offered then return { "take", "drop" } end
    return asked_of_cube(state) and { "roll", "double" } or legal(state, seat)
  end,
  label = label,
  facts = function(_, _, chosen) return { main = chosen == "roll" } end,

  after = function(state, event)
    if event.type == "rolled" then
      rolled(state, event.values)
    elseif event.type == "moved" and type(event.move) == "string" then
      move_cube(state, event.seat, event.move)
    elseif event.type == "moved" then
      move(state, event.seat, event.move)
    elseif event.type == "absent" and asked_of_cube(state) then
      move_cube(state, event.seat, state.offered and "drop" or "roll")
    elseif event.type == "absent" then
      move(state, event.seat, legal(state, event.seat)[1])
    else -- void: a roll that somebody spoilt, or a seat that left
      local points = state.length == 1 and 3 or 1
      state.settled = #event.by == 2 and { 0, 0 } or win_for(3 - event.by[1], points)
    end
    return state
  end,

  -- A player who resigns loses the most that the other could still win in a match of one game.
  resigned = function(state, event)
    local points = state.length > 1 and 1 or state.off[event.seat] > 0 and 1 or 3
    state.settled = win_for(3 - event.seat, points)
    return state
  end,

  result = function(state) return state.settled end,
  scores = function(state) return state.length > 1 and state.score or nil end,

  laws = function(state)
    for seat = 1, 2 do
      local checkers = state.bar[seat] + state.off[seat]
      for point = 1, 24 do
        checkers = checkers + math.max(0, at(state, seat, point))
      end
      assert(checkers == 15, "a player has fifteen checkers")
    end
  end,

  bot = function(state, seat)
    if asked_of_cube(state) then return bot_of_cube(state, seat) end
    local best, best_value
    for _, step in ipairs(legal(state, seat)) do
      local next = copy(state)
      go(next, seat, step[1], step[2])
      local worth_of_it = value(next, seat)
      if not best or worth_of_it > best_value then
        best, best_value = step, worth_of_it
      end
    end
    return best
  end,

  words = function(state, event, names)
    if event.type ~= "moved" or type(event.move) ~= "string" then return "" end
    local name = names[event.seat] or (event.seat == 1 and "White" or "Black")
    local number = event.move == "double" and " to " .. 2 * state.cube or ""
    return name .. " " .. event.move .. (name == "You" and "" or "s") .. number
  end,

  -- People look at a roll that ends a turn at once.
  pause = function(before, after)
    local waits = not asked_of_cube(before) and #before.dice == 0
    return waits and #after.dice == 0 and not after.settled and 1500 or 0
  end,

  news = function(state, event, after, names)
    local function who(seat, does)
      local name = names[seat] or (seat == 1 and "White" or "Black")
      return name .. " " .. does .. (name == "You" and "" or "s")
    end
    local won = after.score[1] + after.score[2] - state.score[1] - state.score[2]
    if won > 0 and state.length > 1 then
      local score = after.score[1] .. " to " .. after.score[2]
      return who(after.last.winner, "win")
        .. (won == 1 and " 1 point" or " " .. won .. " points")
        .. ", the score is "
        .. score
        .. (
          after.crawford == "now" and after.settled == nil and ", the next game has no cube"
          or ""
        )
    end
    if event.type ~= "rolled" then return "" end
    local dice = event.values[1] .. " and " .. event.values[2]
    if after.turn == 0 then return "Both roll " .. event.values[1] .. ", and roll again" end
    local seat = state.turn == 0 and after.turn or state.turn
    if state.turn == 0 then return who(seat, "begin") .. " with " .. dice end
    return who(seat, "roll") .. " " .. dice .. (#after.dice == 0 and ", and cannot move" or "")
  end,

  scene = scene,

  view = function(state)
    state.cells = {}
    for point = 1, 24 do
      state.cells[point] = text_at(state, point)
    end
    for seat = 1, 2 do
      state.cells[27 - seat] = state.bar[seat] > 0
          and state.bar[seat] .. (seat == 1 and "W" or "B")
        or ""
      state.cells[26 + seat] = state.off[seat] > 0 and tostring(state.off[seat]) or ""
    end
    return state
  end,

  draw = function(state, seat, _, names)
    local me, lines = seat == 2 and 2 or 1, {}
    for _, row in ipairs({ { 13, 24, 1 }, { 12, 1, -1 } }) do
      local numbers, checkers = "", ""
      for point = row[1], row[2], row[3] do
        local middle = (point == 19 or point == 6) and " |" or ""
        local text = text_at(state, me == 1 and point or 25 - point)
        numbers = numbers .. middle .. string.format("%4d", point)
        checkers = checkers .. middle .. string.format("%4s", text == "" and "." or text)
      end
      table.insert(lines, row[1] == 13 and numbers or checkers)
      table.insert(lines, row[1] == 13 and checkers or numbers)
    end
    for player = 1, 2 do
      table.insert(
        lines,
        string.format(
          "%s %s  %s: %d on the bar, %d off%s",
          state.turn == player and ">" or " ",
          player == 1 and "W" or "B",
          names[player] or player,
          state.bar[player],
          state.off[player],
          state.turn == player
              and #state.dice > 0
              and "   dice " .. table.concat(state.dice, " ")
            or ""
        )
      )
    end
    if state.length > 1 then
      table.insert(
        lines,
        string.format(
          "Match to %d: %d to %d   cube %s",
          state.length,
          state.score[1],
          state.score[2],
          state.crawford == "now" and "not used"
            or state.cube
              .. (state.owner > 0 and " of " .. (names[state.owner] or state.owner) or "")
        )
      )
    end
    return table.concat(lines, "\n") .. "\n"
  end,
}
