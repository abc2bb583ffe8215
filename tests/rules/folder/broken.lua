-- A script that is no game.
return {name = "broken", start = function() return {} end}
