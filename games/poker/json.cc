#include <algorithm>

#include "games/poker/mix.h"
#include "games/poker/poker.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"

/// The JSON forms of the states and moves of poker. States are read back in load.cc.
namespace fairdeal::rules {
namespace {

constexpr const char* kMoveWords[] = {"bet",    "raise", "away",   "back", "bring_in", "call",
                                      "change", "check", "choose", "fold", "keep",     "muck",
                                      "once",   "pass",  "rabbit", "show", "straddle", "twice"};

Json json_of(std::optional<Chips> chips) { return chips ? Json(*chips) : Json(); }
Json json_of(std::optional<Seat> seat) { return seat ? Json(seat->value) : Json(); }
Json json_of(std::optional<Face> face) { return face ? Json(card_name(*face)) : Json(); }

Json pair_of(Seat a, Seat b) {
  Json::array_t list;
  list.reserve(2);
  list.push_back(a.value);
  list.push_back(b.value);
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

Json names_of_cards(std::span<const Face> cards) {
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

/// Returns a rank of the usual order in its parts, and any other in words.
Json json_of(HandOrder order, HandRank rank) {
  if (order == HandOrder::high) return json_of(rank);
  return describe(order, rank);
}

Json json_of(const std::optional<Poker::Board>& board) {
  return board ? names_of_cards(board->cards()) : Json();
}

Json json_of(const Poker::HandOutcome& last, std::size_t seats, bool run_twice) {
  if (last.hand == 0) return {};
  const PokerVariant& variant = *last.variant;
  const auto& shown = last.shown;
  const auto cards = [&](std::size_t i) {
    return shown[i] ? names_of_cards(shown[i]->cards()) : Json();
  };
  const auto ranked = [&](std::size_t i, const Poker::Board& board) {
    return shown[i] && variant.ranks(board, *shown[i]);
  };
  const auto rank = [&](std::size_t i, const Poker::Board& board) {
    return ranked(i, board) ? json_of(variant.order, variant.rank(board, *shown[i])) : Json();
  };
  const auto low = [&](std::size_t i, const Poker::Board& board) {
    const auto of_seat = ranked(i, board) ? variant.low_rank(board, *shown[i]) : std::nullopt;
    return of_seat ? json_of(*variant.low, *of_seat) : Json();
  };
  Json json = Json::object();
  json["hand"] = last.hand;
  json["board"] = names_of_cards(last.board.cards());
  json["paid"] = per_seat(seats, [&](std::size_t i) { return last.paid[i]; });
  json["won"] = per_seat(seats, [&](std::size_t i) { return last.won[i]; });
  json["shown"] = per_seat(seats, cards);
  json["ranks"] = per_seat(seats, [&](std::size_t i) { return rank(i, last.board); });
  if (variant.low)
    json["lows"] = per_seat(seats, [&](std::size_t i) { return low(i, last.board); });
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
bool is_hand(std::span<const Face> board, std::span<const Face> hand) {
  CardSet seen;
  for (const Face face : hand) {
    if (face.value >= Card::kFaces || seen.overlaps(CardSet::of(face))) return false;
    seen |= CardSet::of(face);
  }
  return std::ranges::none_of(board, [&](Face face) { return seen.overlaps(CardSet::of(face)); });
}

}  // namespace

const char* Poker::street_name(Street street) const {
  static constexpr const char* kBefore[] = {"choice", "shuffle", "seating", "straddle", "deal"};
  static constexpr const char* kAfter[] = {"run_outs", "showdown", "rabbit", "over"};
  if (street < Street::first) return kBefore[static_cast<std::size_t>(street)];
  if (street > Street::last)
    return kAfter[static_cast<std::size_t>(street) - static_cast<std::size_t>(Street::run_outs)];
  return rules_of(street).name;
}

const char* presence_name(Poker::Presence presence) {
  static constexpr const char* kNames[] = {"here", "left", "left_before", "waits"};
  return kNames[static_cast<std::size_t>(presence)];
}

Json Poker::json() const {
  const std::size_t seats = betting_.seats;
  const auto stake = [&](std::size_t i) -> const Stake& { return betting_.stakes[i]; };
  const auto of_pocket = [&](std::size_t i, const auto& value) {
    if (!pockets_[i].dealt_in) return Json();
    return per_seat(pockets_[i].size, value);
  };
  const auto cards = [&](std::size_t i) {
    return of_pocket(i, [&](std::size_t card) { return json_of(pockets_[i].faces[card]); });
  };
  const auto slots = [&](std::size_t i) {
    return of_pocket(i, [&](std::size_t card) { return pockets_[i].slots[card].value; });
  };
  // Member by member: a braced list of pairs would be built twice, and this is done at every step.
  Json state = Json::object();
  state["hand"] = hand_;
  state["street"] = street_name(street_);
  state["button"] = blinds_.button.value;
  state["blinds"] = pair_of(blinds_.small, blinds_.big);
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
  state["board"] = names_of_cards(board_.cards());
  state["last"] = json_of(last_, seats, terms_.run_twice);
  add_terms(state);
  if (std::ranges::any_of(presence_, [](Presence p) { return p != Presence::here; }))
    state["presence"] = per_seat(seats, [&](std::size_t i) { return presence_name(presence_[i]); });
  if (spoilt_) state["spoilt"] = true;
  if (variant_->has_bring_in() || variant_->has_draws()) state["opened"] = opened_;
  if (variant_->has_draws()) add_draws(state);
  return state;
}

void Poker::add_draws(Json& state) const {
  const auto count = [&](std::size_t i) { return drawn_[i] < 0 ? Json() : Json(drawn_[i]); };
  state["drawn"] = per_seat(betting_.seats, count);
  state["changes"] = json_of(changes_);
  state["lacks"] = lacks_;
  Json thrown = Json::array(), stock = Json::array();
  for (const auto& [seat, slot] : thrown_) thrown.push_back(Json::array({seat.value, slot.value}));
  for (const CardSlot slot : stock_) stock.push_back(slot.value);
  state["thrown"] = std::move(thrown);
  state["stock"] = std::move(stock);
}

/// Adds the members that only some tables have.
void Poker::add_terms(Json& state) const {
  const std::size_t seats = betting_.seats;
  if (is_mixed()) {
    state["game"] = mixed_games()[terms_.games[game_]].name;
    state["game_left"] = game_left_;
  }
  if (terms_.levels.size() > 1) state["level"] = level_number();
  if (level_due_ > level_) state["level_due"] = level_due_ + 1;
  if (terms_.bomb_every > 0) state["bomb"] = is_bomb();
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

std::optional<Face> Poker::seen_face(Seat seat, std::size_t card, Observer observer,
                                     const Known& known) const {
  const Pocket& cards = pocket(seat);
  // Knowledge of a slot from before it was dealt is of another hand.
  const bool own = observer == seat && cards.dealt_in && !lacks(seat, card);
  const auto face = own ? known.faces.find(cards.slots[card]) : known.faces.end();
  return face == known.faces.end() ? cards.faces[card] : face->second;
}

Json Poker::heading() const {
  const bool is_paid = street_ == Street::rabbit;  // the pot is won, and its cards are not shown
  const char* part = is_paid ? "after the hand" : "showdown";
  if (street_ <= Street::last) {
    const PokerStreet& street = rules_of(std::max(street_, Street::first));
    part = street.draw != nullptr && !opened_ ? street.draw : street.part;
  }
  Chips pot = 0;
  for (const Pot& each : pots(betting_.stakes)) pot += each.chips;
  for (const Stake& stake : betting_.stakes) pot += stake.bet;
  Json heading{{"hand", hand_}, {"part", part}};
  if (!is_paid) heading["pot"] = pot;
  if (is_betting() && rules_of(street_).board > 0) heading["by_news"] = true;
  return heading;
}

Json Poker::view(Observer observer, const Known& known) const {
  Json view = json();
  view["heading"] = heading();
  if (!observer) return view;
  view["own_rank"] = Json();
  if (variant_->has_draws()) view["own_thrown"] = own_thrown(*observer, known);
  const Pocket& own = pocket(*observer);
  if (!own.dealt_in) return view;
  view["pockets"][observer->value] = per_seat(own.size, [&](std::size_t card) {
    return json_of(seen_face(*observer, card, observer, known));
  });
  const auto hand = own_hand(*observer, known);
  if (hand && variant_->ranks(board_, *hand) && is_hand(board_.cards(), hand->cards()))
    view["own_rank"] = variant_->describe(board_, *hand);
  return view;
}

/// Returns the cards that the seat has given away in this hand, as far as it still knows them.
Json Poker::own_thrown(Seat seat, const Known& known) const {
  Json cards = Json::array();
  for (const auto& [of, slot] : thrown_) {
    const auto face = of == seat ? known.faces.find(slot) : known.faces.end();
    if (face != known.faces.end()) cards.push_back(json_of(std::optional(face->second)));
  }
  return cards;
}

Json Poker::move_json(const Move& move) {
  std::string name = kMoveWords[static_cast<std::size_t>(move.kind)];
  for (int card = 0; card < 8; ++card)
    if ((move.cards >> card & 1) != 0) name += " " + std::to_string(card + 1);
  if (move.kind == Move::Kind::choose) name += std::string(" ") + mixed_games()[move.game].name;
  return move.to == 0 ? Json(name) : Json({{name, move.to}});
}

namespace {

/// Reads the cards of "change 1 4": different ones, the lowest first; 0 if it is none of these.
std::uint8_t read_change(std::string_view text) {
  const std::string_view word = "change";
  if (!text.starts_with(word)) return 0;
  unsigned cards = 0;
  for (text.remove_prefix(word.size()); !text.empty(); text.remove_prefix(2)) {
    if (text.size() < 2 || text[0] != ' ' || text[1] < '1' || text[1] > '7') return 0;
    const unsigned card = 1u << (text[1] - '1');
    if (card <= cards) return 0;
    cards |= card;
  }
  return static_cast<std::uint8_t>(cards);
}

}  // namespace

Result<Poker::Move> Poker::parse_move(const Json& json) {
  for (std::size_t i = 0; i < std::size(kMoveWords); ++i) {
    const auto kind = static_cast<Move::Kind>(i);
    const bool numbered = kind == Move::Kind::bet || kind == Move::Kind::raise;
    if (kind == Move::Kind::change || kind == Move::Kind::choose) continue;
    if (!numbered && json == kMoveWords[i]) return Move{kind};
    if (numbered && json.is_object() && json.size() == 1 && json.contains(kMoveWords[i])) {
      const Json& to = json[kMoveWords[i]];
      if (to.is_number_integer() && to > 0 && to <= INT64_MAX) return Move{kind, to.get<Chips>()};
    }
  }
  const auto cards = read_change(JsonReader(json).text().value_or(""));
  if (cards != 0) return Move{.kind = Move::Kind::change, .cards = cards};
  for (std::uint8_t game = 0; game < mixed_games().size(); ++game) {
    const Move chosen{.kind = Move::Kind::choose, .game = game};
    if (json == move_json(chosen)) return chosen;
  }
  return fail(Fault::not_canonical,
              R"(a move is fold, check, call, {"bet":20}, {"raise":40}, bring_in, keep, )"
              R"("change 1 4", "choose razz", show, muck, away, back, straddle, pass, once, twice )"
              R"(or rabbit)");
}

}  // namespace fairdeal::rules
