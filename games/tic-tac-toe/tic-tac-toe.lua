-- Tic-tac-toe, in the same states and moves as the program's own.
-- Shows: a game of turns in which everything is open; a hint for the page.

local lines = {
  { 1, 2, 3 },
  { 4, 5, 6 },
  { 7, 8, 9 },
  { 1, 4, 7 },
  { 2, 5, 8 },
  { 3, 6, 9 },
  { 1, 5, 9 },
  { 3, 5, 7 },
}
local marks = { "X", "O" }
local roles = { "Xs", "Os" }

local function cell(board, i) return board:sub(i, i) end

-- The seat that has a line; nil: none.
local function winner(board)
  for seat = 1, 2 do
    for _, line in ipairs(lines) do
      local mark = marks[seat]
      if
        cell(board, line[1]) == mark
        and cell(board, line[2]) == mark
        and cell(board, line[3]) == mark
      then
        return seat
      end
    end
  end
end

local function is_over(state) return winner(state.board) or not state.board:find("_") end

local function to_move(state) return state.active[1] == roles[1] and 1 or 2 end

return {
  name = "lua-tic-tac-toe",
  version = "1",
  about = "Three in a row wins.",
  rules = [[
Players take turns to mark a free square. The first player with three in a row
wins; a full board is a draw. If you do not move in time, you lose the match.]],
  roles = roles,
  hint = {
    grid = {
      rows = 3,
      columns = 3,
      cells = "/board",
      move = "index",
      glyphs = { X = "cross", O = "ring", _ = null },
    },
  },

  start = function() return { active = { "Xs" }, board = "_________" } end,

  wants = function(state)
    if state.settled or is_over(state) then return {} end
    return { { type = "move", seats = { to_move(state) } } }
  end,

  legal = function(state)
    local moves = {}
    for i = 1, 9 do
      if cell(state.board, i) == "_" then table.insert(moves, i - 1) end
    end
    return moves
  end,

  after = function(state, event)
    if event.type == "moved" then
      local i, board = event.move + 1, state.board
      state.board = board:sub(1, i - 1) .. marks[event.seat] .. board:sub(i + 1)
      state.active = { roles[3 - event.seat] }
    elseif event.type == "absent" then
      state.settled = { event.seat == 1 and -1 or 1, event.seat == 2 and -1 or 1 }
    else
      state.settled = #event.by == 2 and { 0, 0 }
        or { event.by[1] == 1 and -1 or 1, event.by[1] == 2 and -1 or 1 }
    end
    return state
  end,

  result = function(state)
    if state.settled then return state.settled end
    local seat = winner(state.board)
    if seat then return { seat == 1 and 1 or -1, seat == 2 and 1 or -1 } end
    if is_over(state) then return { 0, 0 } end
  end,

  -- The first free square that wins, else the first that blocks, else the first.
  bot = function(state, seat)
    local first
    for _, who in ipairs({ seat, 3 - seat }) do
      for i = 1, 9 do
        local board = state.board
        if cell(board, i) == "_" then
          first = first or i - 1
          if winner(board:sub(1, i - 1) .. marks[who] .. board:sub(i + 1)) == who then
            return i - 1
          end
        end
      end
    end
    return first
  end,

  laws = function(state)
    local count = { X = 0, O = 0, _ = 0 }
    for i = 1, 9 do
      count[cell(state.board, i)] = count[cell(state.board, i)] + 1
    end
    assert(count.X - count.O == (to_move(state) == 2 and 1 or 0), "the players mark in turn")
  end,

  draw = function(state)
    local board = state.board
    return board:sub(1, 3) .. "\n" .. board:sub(4, 6) .. "\n" .. board:sub(7, 9) .. "\n"
  end,
}
