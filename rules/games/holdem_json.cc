#include <algorithm>

#include <nlohmann/json.hpp>

#include "rules/games/holdem.h"
#include "rules/pots.h"

/// The JSON forms of hold'em's states and moves. Whatever a text says, what is read from it can be
/// played on.
namespace fairdeal::rules {
namespace {

constexpr const char* kStreets[] = {"shuffle", "deal",  "preflop",  "flop",
                                    "turn",    "river", "showdown", "over"};
constexpr const char* kMoves[] = {"bet", "raise", "call", "check", "fold", "muck", "show"};

Json json_of(std::optional<Chips> chips) { return chips ? Json(*chips) : Json(); }
Json json_of(std::optional<Seat> seat) { return seat ? Json(seat->value) : Json(); }
Json json_of(std::optional<Face> face) { return face ? Json(card_name(*face)) : Json(); }

/// No sum of chips is as large: ten stacks at the most, or a blind and a raise.
constexpr Chips kAmountMax = 20'000'000'000'000;

template <class T>
Json pair_of(T a, T b) {
  Json::array_t list;
  list.reserve(2);
  list.push_back(std::move(a));
  list.push_back(std::move(b));
  return list;
}

/// What `value` says of each of the first `seats` seats.
template <class Value>
Json per_seat(std::size_t seats, Value value) {
  Json::array_t list;
  list.reserve(seats);
  for (std::size_t i = 0; i < seats; ++i) list.push_back(value(i));
  return list;
}

Json names_of(std::span<const Face> cards) {
  Json names = Json::array();
  for (const Face face : cards) names.push_back(card_name(face));
  return names;
}

Json json_of(const Holdem::Outcome& last, std::size_t seats) {
  if (last.hand == 0) return {};
  const auto& shown = last.shown;
  const auto cards = [&](std::size_t i) { return shown[i] ? names_of(*shown[i]) : Json(); };
  const auto rank = [&](std::size_t i) {
    return shown[i] ? Json(describe(Holdem::rank(last.board, *shown[i]))) : Json();
  };
  Json json = Json::object();
  json["hand"] = last.hand;
  json["board"] = names_of(last.board.cards());
  json["paid"] = per_seat(seats, [&](std::size_t i) { return last.paid[i]; });
  json["won"] = per_seat(seats, [&](std::size_t i) { return last.won[i]; });
  json["shown"] = per_seat(seats, cards);
  json["ranks"] = per_seat(seats, rank);
  return json;
}

Json json_of(const std::vector<Pot>& pots) {
  Json list = Json::array();
  for (const Pot& pot : pots) {
    Json seats = Json::array();
    for (const Seat seat : pot.seats) seats.push_back(seat.value);
    list.push_back({{"chips", pot.chips}, {"seats", std::move(seats)}});
  }
  return list;
}

}  // namespace

Json Holdem::json() const {
  const std::size_t seats = betting_.seats;
  const auto stake = [&](std::size_t i) -> const Stake& { return betting_.stakes[i]; };
  const auto cards = [&](std::size_t i) {
    const auto& faces = pockets_[i].faces;
    return pockets_[i].dealt_in ? pair_of(json_of(faces[0]), json_of(faces[1])) : Json();
  };
  const auto slots = [&](std::size_t i) {
    const auto& of_seat = pockets_[i].slots;
    return pockets_[i].dealt_in ? pair_of(of_seat[0].value, of_seat[1].value) : Json();
  };
  // Member by member: a braced list of pairs would be built twice, and this is done at every step.
  Json state = Json::object();
  state["hand"] = hand_;
  state["street"] = kStreets[static_cast<std::size_t>(street_)];
  state["button"] = blinds_.button.value;
  state["blinds"] = pair_of(blinds_.small.value, blinds_.big.value);
  state["to_act"] = json_of(turn());
  state["stacks"] = per_seat(seats, [&](std::size_t i) { return stake(i).stack; });
  state["bets"] = per_seat(seats, [&](std::size_t i) { return stake(i).bet; });
  state["paid"] = per_seat(seats, [&](std::size_t i) { return stake(i).paid; });
  state["met"] = per_seat(seats, [&](std::size_t i) { return json_of(stake(i).met); });
  state["in"] = per_seat(seats, [&](std::size_t i) { return stake(i).in; });
  state["to_meet"] = betting_.to_meet;
  state["raise_min"] = betting_.raise_min;
  state["aggressor"] = json_of(betting_.aggressor);
  state["pots"] = json_of(pots(betting_.stakes));
  state["dealt"] = dealt_;
  state["slots"] = per_seat(seats, slots);
  state["pockets"] = per_seat(seats, cards);
  state["tabled"] = per_seat(seats, [&](std::size_t i) { return pockets_[i].tabled; });
  state["board"] = names_of(board_.cards());
  state["last"] = json_of(last_, seats);
  return state;
}

std::optional<Face> Holdem::seen_face(Seat seat, std::size_t card, Observer observer,
                                      const Known& known) const {
  const Pocket& cards = pocket(seat);
  // What was known of a slot before it was dealt is of another hand.
  const bool own = observer == seat && cards.dealt_in && cards.slots[card].value < dealt_;
  const auto face = own ? known.faces.find(cards.slots[card]) : known.faces.end();
  return face == known.faces.end() ? cards.faces[card] : face->second;
}

Json Holdem::view(Observer observer, const Known& known) const {
  Json view = json();
  if (!observer || !pocket(*observer).dealt_in) return view;
  Json& cards = view["pockets"][observer->value];
  for (std::size_t i = 0; i < 2; ++i) cards[i] = json_of(seen_face(*observer, i, observer, known));
  return view;
}

Json Holdem::move_json(const Move& move) {
  const char* name = kMoves[static_cast<std::size_t>(move.kind)];
  return move.to == 0 ? Json(name) : Json({{name, move.to}});
}

Result<Holdem::Move> Holdem::parse_move(const Json& json) {
  for (std::size_t i = 0; i < std::size(kMoves); ++i) {
    const auto kind = static_cast<Move::Kind>(i);
    const bool numbered = kind == Move::Kind::bet || kind == Move::Kind::raise;
    if (!numbered && json == kMoves[i]) return Move{kind};
    if (numbered && json.is_object() && json.size() == 1 && json.contains(kMoves[i])) {
      const Json& to = json[kMoves[i]];
      if (to.is_number_integer() && to > 0 && to <= INT64_MAX) return Move{kind, to.get<Chips>()};
    }
  }
  return fail(Fault::not_canonical,
              R"(a move is fold, check, call, {"bet":20}, {"raise":40}, show or muck)");
}

namespace {

tl::unexpected<Error> wrong(const std::string& about) {
  return fail(Fault::bad_parameters, "state: " + about);
}

Result<std::int64_t> read_number(const Json& json, std::int64_t min, std::int64_t max) {
  if (!json.is_number_integer() || json < min || json > max)
    return wrong(text(json) + " is not from " + std::to_string(min) + " to " + std::to_string(max));
  return json.get<std::int64_t>();
}

/// What `read` makes of `json`, or nothing of null.
template <class Read, class T = typename std::invoke_result_t<Read, const Json&>::value_type>
Result<std::optional<T>> read_optional(const Json& json, Read read) {
  if (json.is_null()) return std::optional<T>();
  FD_TRY(T value, read(json));
  return std::optional<T>(value);
}

/// The cards of one hand as they are read: none can be there twice.
class Pack {
 public:
  Result<Face> read(const Json& name) {
    FD_TRY(const Face face, parse_card(name.get<std::string>()));
    if (seen_.overlaps(CardSet::of(face))) return wrong(card_name(face) + " is there twice");
    seen_ |= CardSet::of(face);
    return face;
  }
  Result<Holdem::Board> read_board(const Json& names) {
    Holdem::Board board;
    for (const Json& name : names) {
      if (board.size == board.faces.size()) return wrong("a board has five cards");
      FD_TRY(board.faces[board.size++], read(name));
    }
    return board;
  }

 private:
  CardSet seen_;
};

Result<Holdem::Outcome> read_last(const Json& json, std::size_t seats) {
  const auto number = [](const Json& value) { return read_number(value, 0, INT64_MAX); };
  Holdem::Outcome last;
  if (json.is_null()) return last;
  Pack pack;
  FD_TRY(last.hand, number(json.at("hand")));
  FD_TRY(last.board, pack.read_board(json.at("board")));
  for (std::size_t i = 0; i < seats; ++i) {
    FD_TRY(last.paid[i], number(json.at("paid").at(i)));
    FD_TRY(last.won[i], number(json.at("won").at(i)));
    const Json& shown = json.at("shown").at(i);
    if (shown.is_null()) continue;
    if (last.board.size != 5) return wrong("a hand is shown beside a whole board");
    last.shown[i].emplace();
    for (std::size_t card = 0; card < 2; ++card) {
      FD_TRY((*last.shown[i])[card], pack.read(shown.at(card)));
    }
  }
  return last;
}

}  // namespace

Result<Holdem> Holdem::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Holdem game, start(params, seats));
  FD_CHECKED(game.read_betting(state));
  FD_CHECKED(game.read_cards(state));
  FD_CHECKED(game.check());
  if (game.json() != state) return wrong("some of it contradicts the rest, or is missing");
  return game;
}

Result<> Holdem::read_betting(const Json& state) {
  const auto seat = [this](const Json& json) -> Result<Seat> {
    FD_TRY(const auto number, read_number(json, 0, static_cast<Chips>(betting_.seats) - 1));
    return Seat(static_cast<std::uint32_t>(number));
  };
  const auto amount = [](const Json& json) { return read_number(json, 0, kAmountMax); };

  const std::string street = state.at("street").get<std::string>();
  const auto* name = std::ranges::find(kStreets, street);
  if (name == std::end(kStreets)) return wrong("'street' is no street");
  street_ = static_cast<Street>(name - std::begin(kStreets));
  FD_TRY(blinds_.button, seat(state.at("button")));
  FD_TRY(blinds_.small, seat(state.at("blinds").at(0)));
  FD_TRY(blinds_.big, seat(state.at("blinds").at(1)));
  FD_TRY((street_ == Street::showdown ? shows_next_ : betting_.turn),
         read_optional(state.at("to_act"), seat));
  FD_TRY(betting_.aggressor, read_optional(state.at("aggressor"), seat));
  FD_TRY(betting_.to_meet, amount(state.at("to_meet")));
  FD_TRY(betting_.raise_min, read_number(state.at("raise_min"), 1, kAmountMax));
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    Stake& stake = betting_.stakes[i];
    FD_TRY(stake.stack, amount(state.at("stacks").at(i)));
    FD_TRY(stake.bet, amount(state.at("bets").at(i)));
    FD_TRY(stake.paid, amount(state.at("paid").at(i)));
    FD_TRY(stake.met, read_optional(state.at("met").at(i), amount));
  }
  return {};
}

Result<> Holdem::read_cards(const Json& state) {
  Pack pack;
  FD_TRY(hand_, read_number(state.at("hand"), 1, INT64_MAX - 1));
  FD_TRY(last_, read_last(state.at("last"), betting_.seats));
  FD_TRY(board_, pack.read_board(state.at("board")));
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    const Json& cards = state.at("pockets").at(i);
    Pocket& pocket = pockets_[i] = {};
    pocket.dealt_in = !cards.is_null();
    pocket.tabled = state.at("tabled").at(i).get<bool>();
    betting_.stakes[i].in = state.at("in").at(i).get<bool>();
    if (!pocket.dealt_in) continue;
    for (std::size_t card = 0; card < 2; ++card) {
      const auto read = [&](const Json& json) { return pack.read(json); };
      FD_TRY(pocket.faces[card], read_optional(cards.at(card), read));
    }
  }
  place_pockets();
  FD_TRY(const auto dealt,
         read_number(state.at("dealt"), 0, 2 * static_cast<Chips>(players().size())));
  dealt_ = static_cast<std::uint32_t>(dealt);
  return {};
}

Result<> Holdem::check() const {
  Chips total = 0;
  for (const Stake& stake : betting_.stakes) {
    total += stake.total();
    if (stake.bet > betting_.to_meet) return wrong("a bet is higher than 'to_meet'");
  }
  for (std::size_t i = 0; i < betting_.seats; ++i)
    if (betting_.stakes[i].in && !pockets_[i].dealt_in) return wrong("who is in has cards");
  if (total != terms_.stack * static_cast<Chips>(betting_.seats))
    return wrong("chips have come or gone");
  if (!waits()) return wrong("nobody is to act");
  const bool in_play = street_ >= Street::preflop && street_ <= Street::showdown;
  if (!in_play && turn()) return wrong("nobody can act now");
  if (street_ == Street::over) return {};
  if (betting_.in() < 2) return wrong("a hand is played by two or more");
  if (turn() && !betting_.at(*turn()).in) return wrong("who is to act is not in the hand");
  if (street_ != Street::showdown) return {};
  for (std::size_t i = 0; i < betting_.seats; ++i)
    if (!turn() && betting_.stakes[i].in && !pockets_[i].tabled)
      return wrong("at the showdown, who does not decide shows");
  return {};
}

}  // namespace fairdeal::rules
