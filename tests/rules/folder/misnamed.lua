-- A game that has another name than its file.
return {
  name = "another",
  start = function() return {over = false} end,
  wants = function(s) return s.over and {} or {{type = "move", seats = {1}}} end,
  legal = function() return {"go"} end,
  after = function(s) s.over = true; return s end,
  result = function(s) return s.over and {0, 0} or nil end,
}
