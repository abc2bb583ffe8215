---@meta fairdeal
-- What a game of Fairdeal returns, hears and may call: for the completion and the types of an
-- editor that knows LuaLS. It is no part of a game. What each thing means in full is in
-- docs/modules.md. `fairdeal rules new` writes it beside a game; a later version of the program has
-- a later one.

---A seat, counted from 1.
---@alias fairdeal.Seat integer
---Where a card lies, counted from 0, up to 1023.
---@alias fairdeal.Slot integer
---Which card it is, from 0, up to 1023.
---@alias fairdeal.Face integer
---A state, a move or a view: integers, texts, true and false, null, lists and tables by names.
---@alias fairdeal.Value integer|string|boolean|table|fairdeal.Null
---A seat's move: any value, at most 256 bytes as text.
---@alias fairdeal.Move integer|string|table
---The state of a match: what everybody knows of it, at most 64 kB as text.
---@alias fairdeal.State table

---The null of JSON. It is a value that a list or a table can have, and not nil.
---@class fairdeal.Null
---@type fairdeal.Null
null = nil

---@class fairdeal.Param
---@field name string small letters, digits and -
---@field about? string
---@field value integer|string|boolean the default
---@field min? integer
---@field max? integer
---The value at a table of people who do not choose one; else the default
---@field among_people? integer|string|boolean

---@class fairdeal.Range
---@field min integer the number that the move in `legal` has
---@field max integer
---@field step? integer 1, if it is left out

---@class fairdeal.Die
---@field min integer
---@field max integer
---@field name? string

---@class fairdeal.Known
---@field faces table<string, fairdeal.Face> the seat's own cards, by the text of their slots
---@field dice integer[] the seat's own roll that it has not shown

---Asks one seat, or several at once, for a move.
---@class fairdeal.WantMove
---@field type "move"
---@field seats fairdeal.Seat[] in ascending order

---Puts a new deck of `faces` into `slots`; without faces, shuffles the cards that lie there.
---@class fairdeal.WantShuffle
---@field type "shuffle"
---@field slots fairdeal.Slot[]
---@field faces? fairdeal.Face[] as many as slots
---@field by? fairdeal.Seat[] who shuffle; all, if it is left out

---Lets one seat see a card.
---@class fairdeal.WantDeal
---@field type "deal"
---@field slot fairdeal.Slot
---@field to fairdeal.Seat|fairdeal.Seat[] who sees it

---Lets all see a card.
---@class fairdeal.WantShow
---@field type "show"
---@field slot fairdeal.Slot

---Rolls dice that all see.
---@class fairdeal.WantRoll
---@field type "roll"
---@field dice fairdeal.Die[]

---Rolls dice that one seat sees.
---@class fairdeal.WantRollFor
---@field type "roll_for"
---@field seat fairdeal.Seat
---@field dice fairdeal.Die[]

---Lets all see that roll.
---@class fairdeal.WantShowDice
---@field type "show_dice"
---@field seat fairdeal.Seat

---@alias fairdeal.Want
---| fairdeal.WantMove
---| fairdeal.WantShuffle
---| fairdeal.WantDeal
---| fairdeal.WantShow
---| fairdeal.WantRoll
---| fairdeal.WantRollFor
---| fairdeal.WantShowDice

---A seat made a legal move.
---@class fairdeal.Moved
---@field type "moved"
---@field seat fairdeal.Seat
---@field move fairdeal.Move

---Several seats moved at once.
---@class fairdeal.MovedTogether
---@field type "moved_together"
---@field moves {seat: fairdeal.Seat, move: fairdeal.Move}[]

---@class fairdeal.Shuffled
---@field type "shuffled"
---@field slots fairdeal.Slot[]

---The seat has seen the card; which one it is, is not said.
---@class fairdeal.Dealt
---@field type "dealt"
---@field slot fairdeal.Slot
---@field to fairdeal.Seat|fairdeal.Seat[] who sees it

---@class fairdeal.Shown
---@field type "shown"
---@field slot fairdeal.Slot
---@field face fairdeal.Face

---@class fairdeal.Rolled
---@field type "rolled"
---@field values integer[]

---@class fairdeal.RolledFor
---@field type "rolled_for"
---@field seat fairdeal.Seat

---@class fairdeal.DiceShown
---@field type "dice_shown"
---@field seat fairdeal.Seat
---@field values integer[]

---The seat missed its turn: this comes in place of its move.
---@class fairdeal.Absent
---@field type "absent"
---@field seat fairdeal.Seat
---@field opens boolean whether all the others can open its cards

---What was wanted can never happen, because of the seats in `by`. It may come at any time.
---@class fairdeal.Void
---@field type "void"
---@field by fairdeal.Seat[]

---The seat does not play the present deal. Only `without` hears it.
---@class fairdeal.Out
---@field type "out"
---@field seat fairdeal.Seat
---@field left boolean whether the seat said so itself
---@field opens boolean whether all the others can open its cards
---@field owes boolean whether the seat misses this deal because it made one void before

---The seat gives the match up, on whosever turn. Only `resigned` hears it.
---@class fairdeal.Resigned
---@field type "resigned"
---@field seat fairdeal.Seat

---@alias fairdeal.Event
---| fairdeal.Moved
---| fairdeal.MovedTogether
---| fairdeal.Shuffled
---| fairdeal.Dealt
---| fairdeal.Shown
---| fairdeal.Rolled
---| fairdeal.RolledFor
---| fairdeal.DiceShown
---| fairdeal.Absent
---| fairdeal.Void

---What a game declares about secrecy; what is left out does not occur.
---@class fairdeal.Secrets
---@field dealt_to? "one"|"several" how many seats see a card that is dealt
---@field shuffled_by? "all"|"named" whether a shuffle may name its seats by `by`
---@field rolled_for? "all"|"one" whether dice may be rolled for one seat alone
---@field done? boolean whether `done` may return true: such a seat gives its locks away
---Whether `obvious`, or `label`, depend on hidden cards; the person of a script that does not
---come with the program is asked first
---@field answers? boolean

---@class fairdeal.MoveFacts
---@field price? integer the chips that the move costs its seat
---@field main? boolean whether most players expect to make it
---@field careful? boolean whether a person is asked again before
---@field doubt? boolean whether it doubts what another seat said: bots wait longer before it

---What the text of a game returns.
---@class fairdeal.Module
---@field name string what commands call it: small letters, digits and -
---@field version? string changes whenever equal events may lead to another state
---@field about? string the game in one line
---@field seats? integer|integer[] how many play: a number, or {least, most}; else 2
---@field roles? string[] the seats' names
---@field params? fairdeal.Param[]
---@field bounds? integer[] {least, greatest} result; else {-1, 1}
---@field zero_sum? boolean whether the results sum to zero; else true
---Whether it deals a card to a seat, or rolls for one; else such a want is refused
---@field hidden? boolean
---@field chance? boolean whether it wants cards or dice; else such a want is refused
---@field simultaneous? boolean whether seats move at once; else such a want is refused
---@field secrets? fairdeal.Secrets who sees, shuffles and knows what; a want beyond it is refused
---@field shelf? string the heading under which lists have it: "poker", "dice", "cards", "boards"
---@field left_to_people? fairdeal.Move[] moves that no bot makes
---@field rules? string how the game is played, in words
---@field hint? table how a page draws the game: docs/web.md
---@field start fun(params: table, seats: integer): fairdeal.State
---@field wants fun(state: fairdeal.State): fairdeal.Want[]
---Each move once; needed, if there are moves
---@field legal? fun(state: fairdeal.State, seat: fairdeal.Seat): fairdeal.Move[]
---@field after fun(state: fairdeal.State, event: fairdeal.Event): fairdeal.State
---@field result fun(state: fairdeal.State): integer[]? for each seat, once nothing is wanted
---A sensible move
---@field bot? fun(state: fairdeal.State, seat: fairdeal.Seat, known: fairdeal.Known): fairdeal.Move?
---Raises an error if something does not hold that always should
---@field laws? fun(state: fairdeal.State)
---@field scores? fun(state: fairdeal.State): integer[]?
---Of a move such as {raise = 40}
---@field range? fun(state: fairdeal.State, seat: fairdeal.Seat, move: fairdeal.Move): fairdeal.Range?
---What the seat reads; `known` and `names` are empty where all read it
---@field label? fun(state: fairdeal.State, seat: fairdeal.Seat, move: fairdeal.Move, known: fairdeal.Known, names: string[]): string
---What a page has to know of a move
---@field facts? fun(state: fairdeal.State, seat: fairdeal.Seat, move: fairdeal.Move): fairdeal.MoveFacts?
---@field obvious? fun(state: fairdeal.State, seat: fairdeal.Seat, known: fairdeal.Known): fairdeal.Move?
---@field careful? fun(state: fairdeal.State, seat: fairdeal.Seat, known: fairdeal.Known): fairdeal.Move?
---@field news? fun(state: fairdeal.State, event: fairdeal.Event, after: fairdeal.State, names: string[]): string?
---The card that the event shows if a seat played it to a trick; `takes` after the last card of it
---@field trick_play? fun(state: fairdeal.State, event: fairdeal.Event, after: fairdeal.State): {seat: fairdeal.Seat, card: string, takes: fairdeal.Seat?}?
---For how many milliseconds people look at what became visible, such as a showdown: 0 to 4000
---@field pause? fun(before: fairdeal.State, after: fairdeal.State): integer
---In place of the program's own
---@field words? fun(state: fairdeal.State, event: fairdeal.Event, names: string[]): string?
---Such as "Q♠": a card that is shown is told by it
---@field face_name? fun(face: fairdeal.Face): string
---@field done? fun(state: fairdeal.State, seat: fairdeal.Seat): boolean
---@field foresees? fun(state: fairdeal.State): {slots: fairdeal.Slot[], faces: fairdeal.Face[]}?
---@field without? fun(state: fairdeal.State, event: fairdeal.Out): fairdeal.State
---Ends the match of two that the seat gives up; without it that costs as much as leaving
---@field resigned? fun(state: fairdeal.State, event: fairdeal.Resigned): fairdeal.State
---What the seat pays for a deal that it misses after a void
---@field missed? fun(state: fairdeal.State, seat: fairdeal.Seat): fairdeal.State
---Whether the seat has nothing left to play for
---@field spent? fun(state: fairdeal.State, seat: fairdeal.Seat): boolean
---@field view? fun(state: fairdeal.State, seat: fairdeal.Seat?, known: fairdeal.Known): fairdeal.Value
---@field draw? fun(state: fairdeal.State, seat: fairdeal.Seat?, known: fairdeal.Known, names: string[]): string
---The table as data, which a page draws: docs/scenes.md
---@field scene? fun(state: fairdeal.State, seat: fairdeal.Seat?, known: fairdeal.Known, names: string[]): table?

-- What a game may call. There is nothing else: no files, no clock, no random numbers, no other
-- modules.

---@generic T
---@param value T
---@param message? string
---@return T
function assert(value, message) end

---Ends the call with an error that names the line.
---@param message string
function error(message) end

---@generic T
---@param list T[]
---@return fun(list: T[], i?: integer): integer, T
---@return T[]
---@return integer
function ipairs(list) end

---Goes through the integers in their order, then the texts by their bytes.
---@generic K, V
---@param table table<K, V>
---@return fun(): K, V
function pairs(table) end

---@param n integer|"#"
---@param ... any
---@return any
function select(n, ...) end

---Reads an integer; nil, if it is none.
---@param value any
---@return integer?
function tonumber(value) end

---@param value string|integer|boolean|nil
---@return string
function tostring(value) end

---@param value any
---@return "nil"|"boolean"|"number"|"string"|"table"|"function"|"userdata"
function type(value) end

---@class stringlib
string = {}

---@param text string
---@param i? integer
---@param j? integer
---@return integer ...
function string.byte(text, i, j) end

---@param ... integer
---@return string
function string.char(...) end

---Finds a text in another; it knows no patterns.
---@param text string
---@param part string
---@param from? integer
---@return integer? first
---@return integer? last
function string.find(text, part, from) end

---Knows %d, %s and %%, with a width up to 99, - for the left side and 0 for zeros.
---@param text string
---@param ... string|integer|boolean
---@return string
function string.format(text, ...) end

---@param text string
---@return integer
function string.len(text) end

---@param text string
---@return string
function string.lower(text) end

---@param text string
---@param times integer
---@return string
function string.rep(text, times) end

---@param text string
---@return string
function string.reverse(text) end

---@param text string
---@param i integer
---@param j? integer
---@return string
function string.sub(text, i, j) end

---@param text string
---@return string
function string.upper(text) end

---@class tablelib
table = {}

---@param list (string|integer)[]
---@param between? string
---@return string
function table.concat(list, between) end

---@generic T
---@param list T[]
---@param place integer
---@param value T
---@overload fun(list: T[], value: T)
function table.insert(list, place, value) end

---@generic T
---@param list T[]
---@param place? integer the last, if it is left out
---@return T?
function table.remove(list, place) end

---@generic T
---@param list T[]
---@param before? fun(a: T, b: T): boolean
function table.sort(list, before) end

---At most 200 values.
---@generic T
---@param list T[]
---@return T ...
function table.unpack(list) end

---@class mathlib
---@field maxinteger integer
---@field mininteger integer
math = {}

---@param x integer
---@return integer
function math.abs(x) end

---@param x integer
---@param ... integer
---@return integer
function math.max(x, ...) end

---@param x integer
---@param ... integer
---@return integer
function math.min(x, ...) end

---Compares as numbers without a sign.
---@param a integer
---@param b integer
---@return boolean
function math.ult(a, b) end

---@class fairdeal.Option
---@field id string|integer
---@field move? fairdeal.Move what a player says; else {piece = id, option = id}
---Whether it can be taken now
---@field condition? fun(state: fairdeal.State, player: fairdeal.Seat): boolean
---Else the owner, or anybody if there is none
---@field ownership? fun(owner: fairdeal.Seat?, player: fairdeal.Seat): boolean
---@field effect fun(state: fairdeal.State, player: fairdeal.Seat)
---@field next? fun(state: fairdeal.State, player: fairdeal.Seat): fairdeal.Seat else the seat after

---@class fairdeal.Piece
---@field id string|integer
---@field owner? fun(state: fairdeal.State): fairdeal.Seat?
---@field options fairdeal.Option[]

---Makes a module of pieces and their options: it adds wants, legal, after and result.
---@param module table with pieces, start(params, seats) and over(state): docs/modules.md
---@return fairdeal.Module
function pieces(module) end

---A round of betting: a table that can be a part of a state.
---@class fairdeal.Round
---@field stacks integer[] chips that each seat may still bet
---@field bets integer[] chips bet in this round
---@field paid integer[] chips bet in earlier rounds, and antes
---@field folded integer[] 1: out of the hand
---@field turn integer the seat to act; 0: the round is over
---@field raises_max integer of a fixed limit: how many raises may follow a bet; 0: any number

---@class pokerlib
poker = {}

---@param round fairdeal.Round
---@param seat fairdeal.Seat
---@param chips integer
---@return fairdeal.Round
function poker.ante(round, seat, chips) end

---Begins the betting; `least` is the least bet or raise.
---@param round fairdeal.Round
---@param first fairdeal.Seat
---@param least? integer
---@return fairdeal.Round
function poker.begin(round, first, least) end

---@param stacks integer[]
---@param limit? "none"|"pot"|"fixed"
---@return fairdeal.Round
function poker.betting(stacks, limit) end

---@param round fairdeal.Round
---@param seat fairdeal.Seat
---@param chips integer
---@return fairdeal.Round
function poker.blind(round, seat, chips) end

---@param card integer from 0, 2c, to 51, As
---@return string
function poker.card_name(card) end

---With a fixed limit, lets the blinds count as so many bets and raises.
---@param round fairdeal.Round
---@param bets integer
---@return fairdeal.Round
function poker.count_blinds(round, bets) end

---What a move that `moves` lists costs, and whether most players expect to make it.
---@param round fairdeal.Round
---@param move fairdeal.Move
---@return fairdeal.MoveFacts
function poker.facts(round, move) end

---@param round fairdeal.Round
---@param seat fairdeal.Seat
---@return fairdeal.Round
function poker.fold(round, seat) end

---Moves the bets into `paid`; the next round's least bet is `least`.
---@param round fairdeal.Round
---@param least integer
---@return fairdeal.Round
function poker.gather(round, least) end

---@param rank integer
---@return string
function poker.hand_name(rank) end

---@param round fairdeal.Round
---@param move fairdeal.Move one of moves(round), or with another number of its range
---@return fairdeal.Round
function poker.move(round, move) end

---@param round fairdeal.Round
---@return fairdeal.Move[]
function poker.moves(round) end

---The main pot first; the round is gathered.
---@param round fairdeal.Round
---@return {chips: integer, seats: fairdeal.Seat[]}[]
function poker.pots(round) end

---@param round fairdeal.Round
---@param move fairdeal.Move
---@return fairdeal.Range?
function poker.range(round, move) end

---The rank of the best five of 5, 6 or 7 cards; the greater one wins.
---@param cards integer[]
---@return integer
function poker.rank(cards) end

---What the seat to act must add to stay in.
---@param round fairdeal.Round
---@return integer
function poker.to_call(round) end
