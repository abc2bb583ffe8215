#include <algorithm>

#include "games/holdem/holdem.h"
#include "rules/json_full.h"
#include "rules/pots.h"

/// The JSON forms of hold'em's states and moves. States are read back in load.cc.
namespace fairdeal::rules {
namespace {

constexpr const char* kMoveWords[] = {"bet",  "raise", "away", "back", "call",     "check", "fold",
                                      "muck", "once",  "pass", "show", "straddle", "twice"};

Json json_of(std::optional<Chips> chips) { return chips ? Json(*chips) : Json(); }
Json json_of(std::optional<Seat> seat) { return seat ? Json(seat->value) : Json(); }
Json json_of(std::optional<Face> face) { return face ? Json(card_name(*face)) : Json(); }

template <class T>
Json pair_of(T a, T b) {
  Json::array_t list;
  list.reserve(2);
  list.push_back(std::move(a));
  list.push_back(std::move(b));
  return list;
}

/// Returns what `value` says of each of the first `seats` seats.
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

/// Returns a rank as HandRank has it: ["two_pair", "KT", "9"].
Json json_of(HandRank rank) {
  static constexpr const char* kCategories[] = {
      "high_card", "pair",       "two_pair",       "three_of_a_kind", "straight",
      "flush",     "full_house", "four_of_a_kind", "straight_flush"};
  const auto letters = [](std::uint32_t ranks) {
    std::string text;
    for (std::uint32_t r = 13; r-- > 0;)
      if ((ranks >> r & 1) != 0) text += "23456789TJQKA"[r];
    return text;
  };
  return {kCategories[static_cast<std::size_t>(rank.category())], letters(rank.major()),
          letters(rank.minor())};
}

Json json_of(const std::optional<Holdem::Board>& board) {
  return board ? names_of(board->cards()) : Json();
}

Json json_of(const Holdem::HandOutcome& last, std::size_t seats, bool run_twice) {
  if (last.hand == 0) return {};
  const auto& shown = last.shown;
  const auto cards = [&](std::size_t i) { return shown[i] ? names_of(*shown[i]) : Json(); };
  const auto rank = [&](std::size_t i, const Holdem::Board& board) {
    const bool ranked = shown[i] && board.size >= 3;
    return ranked ? json_of(Holdem::rank(board, *shown[i])) : Json();
  };
  Json json = Json::object();
  json["hand"] = last.hand;
  json["board"] = names_of(last.board.cards());
  json["paid"] = per_seat(seats, [&](std::size_t i) { return last.paid[i]; });
  json["won"] = per_seat(seats, [&](std::size_t i) { return last.won[i]; });
  json["shown"] = per_seat(seats, cards);
  json["ranks"] = per_seat(seats, [&](std::size_t i) { return rank(i, last.board); });
  if (!run_twice) return json;
  const auto second_rank = [&](std::size_t i) {
    return last.second ? rank(i, *last.second) : Json();
  };
  json["second"] = json_of(last.second);
  json["seconds"] = per_seat(seats, second_rank);
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

/// Returns whether these are all different cards: what a view is given need not be.
bool is_hand(std::span<const Face> board, Face first, Face second) {
  CardSet seen;
  for (const Face face : {first, second}) {
    if (face.value >= Card::kFaces || seen.overlaps(CardSet::of(face))) return false;
    seen |= CardSet::of(face);
  }
  return std::ranges::none_of(board, [&](Face face) { return seen.overlaps(CardSet::of(face)); });
}

}  // namespace

const char* holdem_street_name(Holdem::Street street) {
  static constexpr const char* kNames[] = {"shuffle",  "seating",  "straddle", "deal",
                                           "preflop",  "flop",     "turn",     "river",
                                           "run_outs", "showdown", "over"};
  return kNames[static_cast<std::size_t>(street)];
}

const char* holdem_presence_name(Holdem::Presence presence) {
  static constexpr const char* kNames[] = {"here", "left", "left_before", "waits"};
  return kNames[static_cast<std::size_t>(presence)];
}

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
  state["street"] = holdem_street_name(street_);
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
  state["last"] = json_of(last_, seats, terms_.run_twice);
  add_terms(state);
  if (std::ranges::any_of(presence_, [](Presence p) { return p != Presence::here; }))
    state["presence"] =
        per_seat(seats, [&](std::size_t i) { return holdem_presence_name(presence_[i]); });
  if (spoilt_) state["spoilt"] = true;
  return state;
}

/// Adds the members that only some tables have.
void Holdem::add_terms(Json& state) const {
  const std::size_t seats = betting_.seats;
  if (terms_.levels.size() > 1) state["level"] = terms_.level_number(hand_);
  if (terms_.table_ante)
    state["dead"] = per_seat(seats, [&](std::size_t i) { return betting_.stakes[i].dead; });
  if (terms_.limit.kind == BetLimit::Kind::pot) state["unposted"] = betting_.unposted;
  if (terms_.limit.kind == BetLimit::Kind::fixed) {
    state["full"] = betting_.full;
    state["wagers"] = betting_.wagers;
  }
  if (terms_.sit_out) state["away"] = per_seat(seats, [&](std::size_t i) { return away_[i]; });
  if (terms_.straddle) state["straddle"] = json_of(straddle_);
  if (terms_.run_twice) state["second"] = json_of(second_);
}

std::optional<Face> Holdem::seen_face(Seat seat, std::size_t card, Observer observer,
                                      const Known& known) const {
  const Pocket& cards = pocket(seat);
  // Knowledge of a slot from before it was dealt is of another hand.
  const bool own = observer == seat && cards.dealt_in && cards.slots[card].value < dealt_;
  const auto face = own ? known.faces.find(cards.slots[card]) : known.faces.end();
  return face == known.faces.end() ? cards.faces[card] : face->second;
}

Json Holdem::heading() const {
  const char* const part = street_ < Street::flop    ? "before the flop"
                           : street_ > Street::river ? "showdown"
                                                     : holdem_street_name(street_);
  Chips pot = 0;
  for (const Pot& each : pots(betting_.stakes)) pot += each.chips;
  for (const Stake& stake : betting_.stakes) pot += stake.bet;
  Json heading{{"hand", hand_}, {"part", part}, {"pot", pot}};
  if (street_ >= Street::flop && street_ <= Street::river) heading["by_news"] = true;
  return heading;
}

Json Holdem::view(Observer observer, const Known& known) const {
  Json view = json();
  view["heading"] = heading();
  if (!observer) return view;
  view["own_rank"] = Json();
  if (!pocket(*observer).dealt_in) return view;
  const std::array cards{seen_face(*observer, 0, observer, known),
                         seen_face(*observer, 1, observer, known)};
  view["pockets"][observer->value] = pair_of(json_of(cards[0]), json_of(cards[1]));
  if (cards[0] && cards[1] && board_.size >= 3 && is_hand(board_.cards(), *cards[0], *cards[1]))
    view["own_rank"] = describe(rank(board_, {*cards[0], *cards[1]}));
  return view;
}

Json Holdem::move_json(const Move& move) {
  const char* name = kMoveWords[static_cast<std::size_t>(move.kind)];
  return move.to == 0 ? Json(name) : Json({{name, move.to}});
}

Result<Holdem::Move> Holdem::parse_move(const Json& json) {
  for (std::size_t i = 0; i < std::size(kMoveWords); ++i) {
    const auto kind = static_cast<Move::Kind>(i);
    const bool numbered = kind == Move::Kind::bet || kind == Move::Kind::raise;
    if (!numbered && json == kMoveWords[i]) return Move{kind};
    if (numbered && json.is_object() && json.size() == 1 && json.contains(kMoveWords[i])) {
      const Json& to = json[kMoveWords[i]];
      if (to.is_number_integer() && to > 0 && to <= INT64_MAX) return Move{kind, to.get<Chips>()};
    }
  }
  return fail(Fault::not_canonical,
              R"(a move is fold, check, call, {"bet":20}, {"raise":40}, show, muck, away, )"
              "back, straddle, pass, once or twice");
}

}  // namespace fairdeal::rules
