-- Found by the third audit: a bid of 3 was told as "bid 0 of 13 tricks".
-- A bid of 0 to 10 tricks, whose label says also how many tricks there are.
return {
  name = "bid", version = "1", about = "Bids with a number after the amount.", seats = 2, bounds = {-10, 10},
  start = function(_, seats) return {bids = {}, seats = seats} end,
  wants = function(state)
    if #state.bids == state.seats then return {} end
    return {{type = "move", seats = {#state.bids + 1}}}
  end,
  legal = function() return {{bid = 0}} end,
  range = function() return {min = 0, max = 10} end,
  label = function() return "bid 0 of 10 tricks" end,
  after = function(state, event)
    if event.type == "moved" then table.insert(state.bids, event.move.bid) else table.insert(state.bids, 0) end
    return state
  end,
  result = function(state)
    if #state.bids < state.seats then return nil end
    local d = state.bids[1] - state.bids[2]
    return {d, -d}
  end,
}
