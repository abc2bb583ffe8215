#include "games/tribolo/tribolo.h"

#include <algorithm>

#include "rules/grants.h"
#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

const std::string& role(std::uint32_t seat) { return TriboloBoard::info().roles[seat]; }

Json no_active() { return Json::array(); }

/// The seats in `by` lose to the others, in whole points.
Payoff result_without(SeatSet by) {
  Payoff payoff = draw_all(TriboloBoard::kSeats);
  if (by.size() == TriboloBoard::kSeats) return payoff;
  const bool one = by.size() == 1;
  for (std::uint32_t i = 0; i < TriboloBoard::kSeats; ++i)
    payoff[i] = by.has(Seat(i)) ? (one ? -2 : -1) : (one ? 1 : 2);
  return payoff;
}

/// Returns the cells that a legal move leaves the seat.
std::int64_t cells_after(const TriboloBoard& board, Seat seat, const TriboloBoard::Move& move) {
  TriboloBoard next = board;
  next.play(move);
  return next.cells()[seat.value];
}

}  // namespace

const GameInfo& TriboloBoard::info() {
  static const GameInfo kInfo{
      .name = "tribolo",
      .version = "3",
      .about = "Three colours jump over each other to win most cells of the board.",
      .seats_min = 3,
      .seats_max = 3,
      .roles = {"blue", "red", "green"},
      .params = {{"width", "columns", "16", 16, 16},
                 {"height", "rows", "11", 11, 11},
                 {"walls", "dealt at the start", "12", 0, 40},
                 {"cells_each", "cells of each seat at the start", "12", 1, 40}},
      .chance = true,
      .hint = R"({"grid":{"rows":"height","columns":"width","cells":"/board",)"
              R"("glyphs":{"b":"disc-blue","r":"disc-red","g":"disc-green","#":"wall",".":null},)"
              R"("count":["b","r","g"],"move":"column,row"}})",
      .rules = R"(Blue, red and green play in turn. At the start each has twelve cells, and twelve
walls stand between them, all at random places; chance also says who begins.

A move takes an empty cell from which a straight line, in any of eight
directions, leads over cells of one opponent alone to a cell of yours. All cells
of all such lines become yours, and so does the cell that you took. A wall or an
empty cell ends a line.

A player without a move is passed over. The match ends when nobody has one, and
the most cells win. A single winner gets one point from each of the others. If
two have the most cells, each gets one point from the third.

For a missed move the program makes the legal one that leaves you the fewest
cells. If a player leaves, the match ends: the others get one point each from
that player.)",
      .secrets = kOpenDice};
  return kInfo;
}

Result<Tribolo> Tribolo::start(const Json& params, std::size_t) {
  Tribolo game;
  game.walls_ = params.at("walls").get<std::int64_t>();
  game.cells_each_ = params.at("cells_each").get<std::int64_t>();
  constexpr auto kPlacesMax = static_cast<std::int64_t>(kDiceMax) - 1;  // one die says who begins
  if (game.walls_ + 3 * game.cells_each_ > kPlacesMax)
    return fail(Fault::bad_parameters, "walls and the cells of three seats are at most " +
                                           std::to_string(kPlacesMax) + " together");
  return game;
}

Result<Tribolo> Tribolo::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Tribolo game, start(params, seats));
  game.dealt_ = state.value("dealt", true);
  FD_TRY(game.board_, TriboloBoard::parse(state.at("board").get<std::string>()));
  if (!game.dealt_ && game.board_ != TriboloBoard())
    return fail(Fault::bad_parameters, "state: 'board' is empty before it is dealt");
  if (state.at("active") != no_active()) {
    FD_TRY(const Seat active, parse_active(info(), state));
    game.board_.give_turn(active);
    if (game.board_.turn() != active)
      return fail(Fault::bad_parameters, "state: who is to move cannot");
  } else if (game.dealt_) {
    game.board_.give_turn(Seat(0));
    if (!game.board_.over()) return fail(Fault::bad_parameters, "state: somebody can move");
  }
  FD_TRY(game.settled_, get_settled(state, seats));
  if (state.at("scores") != game.json()["scores"])
    return fail(Fault::bad_parameters, "state: 'scores' are not those of the board");
  return game;
}

std::vector<Want> Tribolo::wants() const {
  if (result()) return {};
  if (dealt_) return {WantMove{{board_.mover()}}};
  std::vector<Die> dice;
  const std::int64_t places = walls_ + 3 * cells_each_;
  for (std::int64_t k = 0; k < places; ++k)
    dice.push_back(
        uniform_die("place " + std::to_string(k + 1), 0, TriboloBoard::kShape.size() - 1 - k));
  dice.push_back(uniform_die("first", 0, TriboloBoard::kSeats - 1));
  return {WantRoll{dice}};
}

Result<> Tribolo::deal(const std::vector<std::int64_t>& dice) {
  auto free = TriboloBoard::kShape.squares();
  for (std::int64_t k = 0; k < walls_ + 3 * cells_each_; ++k) {
    const auto which =
        free.begin() + static_cast<std::ptrdiff_t>(dice[static_cast<std::size_t>(k)]);
    board_.place(*which, k < walls_ ? '#' : "brg"[(k - walls_) / cells_each_]);
    free.erase(which);
  }
  dealt_ = true;
  board_.give_turn(Seat(static_cast<std::uint32_t>(dice.back())));
  return {};
}

std::vector<Tribolo::Move> Tribolo::legal(Seat seat) const {
  if (result() || !dealt_ || board_.mover() != seat) return {};
  return board_.moves();
}

Result<Tribolo> Tribolo::after(const Event<Move>& event) const {
  Tribolo next = *this;
  return std::visit(
      Overloaded{[&](const Moved<Move>& e) -> Result<Tribolo> {
                   if (!TriboloBoard::kShape.has(e.move.cell) ||
                       !board_.can_move(e.seat, e.move.cell))
                     return fail(Fault::illegal_move, text(move_json(e.move)));
                   next.board_.play(e.move);
                   return next;
                 },
                 [&](const Rolled& e) -> Result<Tribolo> {
                   FD_TRY(next.deal(e.values));
                   return next;
                 },
                 [&](const Absent& e) -> Result<Tribolo> {
                   next.board_.play(std::ranges::min(board_.moves(), {}, [&](const auto& move) {
                     return cells_after(board_, e.seat, move);
                   }));
                   return next;
                 },
                 [&](const Void& e) -> Result<Tribolo> {
                   next.settled_ = result_without(e.by);
                   return next;
                 },
                 [](const auto&) -> Result<Tribolo> {
                   return fail(Fault::not_wanted, "tribolo has no such event");
                 }},
      event);
}

std::optional<Tribolo::Move> Tribolo::careful(Seat seat, const Known&) const {
  const auto moves = legal(seat);
  const auto most = std::ranges::max_element(
      moves, {}, [&](const Move& move) { return cells_after(board_, seat, move); });
  return most == moves.end() ? std::nullopt : std::optional(*most);
}

Tribolo Tribolo::without(const Out& out) const {
  Tribolo next = *this;
  next.settled_ = result_without(SeatSet::of({out.seat}));
  return next;
}

std::optional<Payoff> Tribolo::result() const {
  if (settled_) return settled_;
  if (!dealt_ || !board_.over()) return {};
  return board_.payoff();
}

std::optional<Payoff> Tribolo::scores() const {
  return Payoff(board_.cells().begin(), board_.cells().end());
}

Json Tribolo::json() const {
  Json scores = Json::object();
  for (std::uint32_t i = 0; i < TriboloBoard::kSeats; ++i) scores[role(i)] = board_.cells()[i];
  Json state = {{"active", board_.over() ? no_active() : active_json(info(), board_.mover())},
                {"board", board_.text()},
                {"scores", scores}};
  if (!dealt_) state["dealt"] = false;
  put_settled(state, settled_);
  return state;
}

std::string Tribolo::draw(Observer, const Known&) const {
  std::string cells = board_.text();
  std::erase(cells, '/');
  std::string text = TriboloBoard::kShape.draw(cells);
  for (std::uint32_t i = 0; i < TriboloBoard::kSeats; ++i)
    text += (i == 0 ? "" : ", ") + role(i) + " " + std::to_string(board_.cells()[i]);
  return text + "\n";
}

Result<Tribolo::Move> Tribolo::parse_move(const Json& json) {
  FD_TRY(const Square square, parse_square(json));
  return Move{{square.column, square.row}};
}

extern const Module kTribolo;
const Module kTribolo = [] {
  Module module = module_of<Tribolo>();
  module.perft = [](const AnyGame& game, const PerftLimits& limits) -> Result<Perft> {
    const Tribolo& tribolo = *typed<Tribolo>(game);
    if (game.json().contains("dealt"))
      return fail(Fault::bad_parameters, "the board is not dealt yet: give a --state");
    return perft_of(tribolo.board(), limits);
  };
  return module;
}();

}  // namespace fairdeal::rules
