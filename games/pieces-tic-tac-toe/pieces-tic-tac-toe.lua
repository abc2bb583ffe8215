-- Tic-tac-toe as pieces and options, in the same states and moves as the program's own.
-- Shows: pieces, each with one option; a state that keeps the turn in a place of its own.

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

local function has_line(board, seat)
  for _, line in ipairs(lines) do
    local mark = marks[seat]
    if
      cell(board, line[1]) == mark
      and cell(board, line[2]) == mark
      and cell(board, line[3]) == mark
    then
      return true
    end
  end
  return false
end

local squares = {}
for i = 1, 9 do
  squares[i] = {
    id = i,
    options = {
      {
        id = "mark",
        move = i - 1,
        condition = function(state) return cell(state.board, i) == "_" end,
        effect = function(state, player)
          state.board = state.board:sub(1, i - 1) .. marks[player] .. state.board:sub(i + 1)
        end,
      },
    },
  }
end

return pieces {
  name = "lua-pieces-tic-tac-toe",
  about = "Three in a row wins; said by pieces and their options.",
  rules = [[
Players take turns to mark a free square. The first player with three in a row
wins; a full board is a draw. If you do not move in time, you lose the match.]],
  roles = roles,
  bounds = { -1, 1 },
  hint = {
    grid = {
      rows = 3,
      columns = 3,
      cells = "/board",
      move = "index",
      glyphs = { X = "cross", O = "ring", _ = null },
    },
  },

  pieces = squares,
  start = function() return { active = { "Xs" }, board = "_________" } end,
  turn = function(state) return state.active[1] == roles[1] and 1 or 2 end,
  set_turn = function(state, seat) state.active = { roles[seat] } end,
  over = function(state)
    if has_line(state.board, 1) then return { 1, -1 } end
    if has_line(state.board, 2) then return { -1, 1 } end
    if not state.board:find("_") then return { 0, 0 } end
  end,

  -- The first free square that wins or, if there is none, the first.
  bot = function(state, seat)
    local first
    for i = 1, 9 do
      if cell(state.board, i) == "_" then
        first = first or i - 1
        if
          has_line(state.board:sub(1, i - 1) .. marks[seat] .. state.board:sub(i + 1), seat)
        then
          return i - 1
        end
      end
    end
    return first
  end,

  laws = function(state) assert(#state.board == 9, "the board has nine squares") end,

  draw = function(state)
    local board = state.board
    return board:sub(1, 3) .. "\n" .. board:sub(4, 6) .. "\n" .. board:sub(7, 9) .. "\n"
  end,
}
