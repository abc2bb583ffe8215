#include "rules/match.h"

#include "base/check.h"
#include "rules/json_reader.h"
#include "rules/model.h"
#include "rules/registry.h"

namespace fairdeal::rules {

namespace {

/// How many cards and dice in a row the dealer decides. Rules that want more would go on for ever.
constexpr int kChanceInARowMax = 10'000;

}  // namespace

Match::Match(AnyGame game, Dealer dealer, Watch watch)
    : game_(std::move(game)),
      dealer_(std::move(dealer)),
      lying_(game_.seats()),
      watch_(std::move(watch)),
      history_{game_} {}

Match Match::from_middle(AnyGame game, Dealer dealer) {
  Match match(std::move(game), std::move(dealer));
  match.lying_.reset();
  return match;
}

void Match::report(Report::Kind kind, const AnyEvent* event) const {
  if (watch_) watch_({.kind = kind, .game = game_, .event = event});
}

Result<> Match::begin() {
  report(Report::Kind::begin);
  return chance();
}

Result<> Match::happen(const AnyEvent& event) {
  FD_TRY(next(event));
  return chance();
}

Result<> Match::move(const std::map<Seat, Action>& moves) { return happen(moved(moves)); }

Result<> Match::try_move(const std::map<Seat, Action>& moves) const {
  Match tried = *this;
  tried.watch_ = {};
  return tried.move(moves);
}

Result<> Match::next(const AnyEvent& event) {
  if (quit_) return fail(Fault::not_wanted, "a player has left the match");
  FD_TRY(AnyGame after, game_.after(event));
  if (lying_) lying_->hear(game_.wants(), event);
  game_ = std::move(after);
  history_.push_back(game_);
  events_.push_back(event);
  report(Report::Kind::next, &event);
  return {};
}

Result<> Match::chance() {
  for (int i = 0; i < kChanceInARowMax; ++i) {
    const auto wants = game_.wants();
    if (wants.empty()) {
      report(Report::Kind::end);
      return {};
    }
    if (lying_) FD_TRY(takes(game_.info(), *lying_, wants.front()));
    if (std::holds_alternative<WantMove>(wants.front())) return {};
    FD_TRY(next(event_of<Action>(dealer_.answer(wants.front()))));
  }
  return fail(Fault::rules, "the game wants one thing after another and asks nobody");
}

void Match::quit(Seat seat) {
  quit_ = true;
  if (watch_) watch_({.kind = Report::Kind::quit, .game = game_, .seat = seat});
}

const AnyGame& Match::state(std::ptrdiff_t ply) const {
  const auto last = static_cast<std::ptrdiff_t>(history_.size()) - 1;
  return history_.at(static_cast<std::size_t>(ply < 0 ? last + ply : ply));
}

bool Match::undo(Seat seat) {
  for (std::size_t i = events_.size(); i > 0; --i) {
    const auto* moved = std::get_if<Moved<Action>>(&events_[i - 1]);
    if (moved == nullptr) return false;
    if (moved->seat != seat) continue;
    history_.erase(history_.begin() + static_cast<std::ptrdiff_t>(i), history_.end());
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(i - 1), events_.end());
    game_ = history_.back();
    quit_ = false;
    return true;
  }
  return false;
}

namespace {

Json moves_json(const AnyEvent& event) {
  if (const auto* moved = std::get_if<Moved<Action>>(&event))
    return {{std::to_string(moved->seat.value), moved->move.text}};
  if (const auto* absent = std::get_if<Absent>(&event)) {
    Json json = {{"absent", absent->seat.value}};
    if (absent->opens) json["opens"] = true;
    return json;
  }
  if (const auto* out = std::get_if<Out>(&event)) {
    Json json = {{"out", out->seat.value}};
    if (out->left) json["left"] = true;
    if (out->opens) json["opens"] = true;
    if (out->owes) json["owes"] = true;
    return json;
  }
  if (const auto* resigned = std::get_if<Resigned>(&event))
    return {{"resigned", resigned->seat.value}};
  if (std::holds_alternative<AlarmRang>(event)) return {{"alarm", true}};
  if (const auto* v = std::get_if<Void>(&event)) {
    Json by = Json::array();
    for (const Seat seat : v->by.list()) by.push_back(seat.value);
    return {{"void", by}};
  }
  Json moves = Json::object();
  for (const auto& [seat, move] : std::get<MovedTogether<Action>>(event).moves)
    moves[std::to_string(seat.value)] = move.text;
  return moves;
}

/// A seat's number as a key of JSON.
constexpr std::size_t kSeatDigitsMax = 10;

/// Reads who made a match void. Older files do not say who; then it was all.
SeatSet void_by(const Json& json, std::size_t seats) {
  if (!json.is_array()) return SeatSet::first(seats);
  SeatSet by;
  for (const std::int64_t seat : JsonReader(json).numbers().value_or(Payoff()))
    if (seat >= 0 && seat < static_cast<std::int64_t>(seats))
      by.insert(Seat(static_cast<std::uint32_t>(seat)));
  return by;
}

/// Reads the event that the seats, or their silence, decided next in `game`.
Result<AnyEvent> event_of_json(const Json& json, const AnyGame& game) {
  const JsonReader event(json);
  const auto seat_of = [&](const JsonReader& seat) -> Result<Seat> {
    FD_TRY(const auto number, needed(seat.natural(game.seats() - 1), "a seat"));
    return Seat(static_cast<std::uint32_t>(number));
  };
  const bool opens = event.member("opens").flag().value_or(false);
  if (event.member("absent").exists()) {
    FD_TRY(const Seat seat, seat_of(event.member("absent")));
    return Absent{seat, opens};
  }
  if (event.member("out").exists()) {
    FD_TRY(const Seat seat, seat_of(event.member("out")));
    return Out{seat, event.member("left").flag().value_or(false), opens,
               event.member("owes").flag().value_or(false)};
  }
  if (event.member("resigned").exists()) {
    FD_TRY(const Seat seat, seat_of(event.member("resigned")));
    return Resigned{seat};
  }
  if (event.member("alarm").exists()) return AlarmRang{};
  if (event.member("void").exists())
    return Void{void_by(event.member("void").json(), game.seats())};
  std::map<Seat, Action> moves;
  for (const auto& [name, move] : event.members()) {
    FD_TRY(const Json number, parse_json(name, kSeatDigitsMax));
    FD_TRY(const Seat seat, seat_of(JsonReader(number)));
    FD_TRY(auto text, needed(move.text(), "a move"));
    moves[seat] = {std::move(text)};
  }
  if (moves.empty()) return fail(Fault::bad_parameters, "a move of nobody");
  if (game.active().size() > 1) return MovedTogether<Action>{moves};
  return moved(moves);
}

bool is_decided(const AnyEvent& event) {
  return std::holds_alternative<Moved<Action>>(event) ||
         std::holds_alternative<MovedTogether<Action>>(event) ||
         std::holds_alternative<Absent>(event) || std::holds_alternative<Out>(event) ||
         std::holds_alternative<Void>(event) || std::holds_alternative<Resigned>(event) ||
         std::holds_alternative<AlarmRang>(event);
}

}  // namespace

Json Match::json() const {
  CHECK(dealer_.is_seeded());
  const AnyGame& first = history_.front();
  Json moves = Json::array();
  for (const AnyEvent& event : events_)
    if (is_decided(event)) moves.push_back(moves_json(event));
  return {{"game", first.info().name}, {"params", first.params()}, {"seats", first.seats()},
          {"initial", first.json()},   {"moves", moves},           {"seed", dealer_.seed()}};
}

Result<Match> Match::load(const Json& json, Watch watch) {
  const JsonReader saved(json);
  FD_TRY(const auto name, needed(saved.member("game").text(), "the game"));
  FD_TRY(const auto seats, needed(saved.member("seats").natural(SIZE_MAX), "the number of seats"));
  FD_TRY(const auto seed, needed(saved.member("seed").natural(), "the seed"));
  FD_TRY(AnyGame first, load_game(name, saved.member("params").json(),
                                  static_cast<std::size_t>(seats), saved.member("initial").json()));
  Match match(std::move(first), Dealer(seed));
  FD_TRY(match.begin());
  if (!saved.member("moves").is_list()) return fail(Fault::bad_parameters, "no list of moves");
  for (const JsonReader& moves : saved.member("moves").elements()) {
    FD_TRY(AnyEvent event, event_of_json(moves.json(), match.game()));
    FD_TRY(match.happen(std::move(event)));
  }
  match.watch_ = std::move(watch);
  return match;
}

Result<AnyGame> play(AnyGame game, std::span<const Player> players, std::uint64_t seed, Watch watch,
                     std::vector<ChanceOutcome> given) {
  CHECK(players.size() == game.seats());
  SeededRng seeds(seed);
  Match match(std::move(game), Dealer(seeds.next(), std::move(given)), std::move(watch));
  std::vector<SeededRng> rngs;
  for (std::size_t i = 0; i < players.size(); ++i) rngs.emplace_back(seeds.next());

  FD_TRY(match.begin());
  while (!match.game().over()) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves[seat] =
          players[seat.value](match.game(), seat, match.dealer().known(seat), rngs[seat.value]);
    const auto moved = match.move(moves);
    if (!moved && moves.size() == 1) return fail(blame(moved.error(), moves.begin()->first));
    FD_TRY(moved);
  }
  return match.game();
}

}  // namespace fairdeal::rules
