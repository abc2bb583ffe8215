-- Found by the third audit: these moves were sorted by words of poker in their labels.
return {
  name = "order", version = "1", about = "Two moves.", seats = 2,
  start = function(_, seats) return {n = 0, seats = seats} end,
  wants = function(state)
    if state.n == state.seats then return {} end
    return {{type = "move", seats = {state.n + 1}}}
  end,
  legal = function() return {"a", "b", "c"} end,
  label = function(_, _, move) return ({a = "ask for a card", b = "bet nothing on it, pass", c = "call your partner"})[move] end,
  after = function(state, event) if event.type == "void" then state.n = state.seats else state.n = state.n + 1 end return state end,
  result = function(state) if state.n == state.seats then return {0, 0} end end,
}
