#include <algorithm>

#include "games/go-fish/go_fish.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::uint32_t kDeuce = 2;  // what the lowest rank is called
constexpr const char* kRankNames[] = {"twos",   "threes", "fours", "fives", "sixes",
                                      "sevens", "eights", "nines", "tens",  "jacks",
                                      "queens", "kings",  "aces"};

Result<std::uint32_t> count(const Json& json, std::int64_t min, std::int64_t max) {
  if (!json.is_number_integer() || json < min || json > max)
    return bad_state("a number from " + std::to_string(min) + " to " + std::to_string(max) +
                     ", not " + text(json));
  return json.get<std::uint32_t>();
}

/// Its name within a sentence.
std::string whom(const SeatNames& names, Seat seat) {
  const std::string name = seat_name(names, seat);
  return name == "You" ? "you" : name;
}

}  // namespace

/// Plays a stored turn again, with the faces of cards known as they were then.
Result<> GoFish::load_turn(const Json& turn, const Json& cards, std::uint32_t dealt) {
  const auto may = [&](const Move& move) {
    const auto seat = this->turn();
    return seat && std::ranges::binary_search(legal(*seat), move);
  };
  FD_TRY(const auto asked, count(turn.at("asked"), 0, seats() - 1));
  FD_TRY(const auto rank, count(turn.at("rank"), kDeuce, kDeuce + 12));
  const Move question{Move::Kind::ask, asked, rank - kDeuce};
  if (answers() || !may(question) || turn.at("asker") != next_asker().value)
    return bad_state("a question that cannot be");
  move(next_asker(), question);
  for (const Json& gift : turn.at("gives")) {
    FD_TRY(const auto slot, count(gift, 0, Card::kFaces - 1));
    if (!answers() || !may({Move::Kind::give, slot})) return bad_state("a gift that cannot be");
    move(turns_.back().asked, {Move::Kind::give, slot});
    if (is_open(CardSlot(slot)) || cards.at(slot).is_null()) continue;
    FD_TRY(faces_[slot], parse_card(cards.at(slot).get<std::string>()));
    settle_gift();
  }
  if (turn.at("over").get<bool>() && answers()) {
    if (!may({Move::Kind::fish})) return bad_state("an answer that cannot be");
    move(turns_.back().asked, {Move::Kind::fish});
  }
  if (draws() && owners_.size() < dealt) owners_.push_back(turns_.back().asker);
  return {};
}

Result<GoFish> GoFish::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(GoFish game, start(params, seats));
  game.shuffled_ = state.at("shuffled").get<bool>();
  FD_TRY(const auto dealt, count(state.at("dealt"), 0, game.shuffled_ ? Card::kFaces : 0));
  while (game.owners_.size() < std::min(dealt, game.first_deal()))
    game.owners_.push_back(game.first_owner(static_cast<std::uint32_t>(game.owners_.size())));
  const Json& cards = state.at("cards");
  for (const Json& turn : state.at("turns")) FD_TRY(game.load_turn(turn, cards, dealt));
  if (game.finished())
    for (std::uint32_t k = 0; k < dealt && k < game.owners_.size(); ++k)
      if (!cards.at(k).is_null()) {
        FD_TRY(game.faces_[k], parse_card(cards.at(k).get<std::string>()));
      }
  for (const auto& face : game.faces_)
    if (face && std::ranges::count(game.faces_, face) > 1) return bad_state("the same card twice");
  FD_TRY(game.gone_, read_seats(state, "gone", seats));
  FD_TRY(game.settled_, get_settled(state, seats));
  if (game.json() != state) return bad_state("this is no state of go fish");
  return game;
}

Json GoFish::json() const {
  Json state = {{"cards", Json::array()},
                {"dealt", owners_.size()},
                {"shuffled", shuffled_},
                {"turns", Json::array()}};
  for (const auto& face : faces_) state["cards"].push_back(face ? Json(card_name(*face)) : Json());
  for (const Turn& turn : turns_) {
    Json gives = Json::array();
    for (const CardSlot slot : turn.gives) gives.push_back(slot.value);
    state["turns"].push_back({{"asked", turn.asked.value},
                              {"asker", turn.asker.value},
                              {"gives", gives},
                              {"over", turn.over},
                              {"rank", turn.rank + kDeuce}});
  }
  if (!gone_.empty()) state["gone"] = numbers_of(gone_);
  put_settled(state, settled_);
  return state;
}

Json GoFish::view(Observer observer, const Known& known) const {
  Json view = json();
  view["hands"] = Json::array();
  for (std::uint32_t i = 0; i < seats(); ++i) {
    Json slots = Json::array();
    for (std::uint32_t k = 0; k < owners_.size(); ++k)
      if (owners_[k] == Seat(i)) slots.push_back(k);
    view["hands"].push_back(slots);
  }
  if (over()) {
    view["books"] = books();
    view["named"] = Json::array();
    for (const Named& one : named())
      view["named"].push_back({{"seat", one.seat.value},
                               {"turn", one.turn},
                               {"wrong", one.asked ? "asked for what it did not hold"
                                                   : "kept back what was asked for"}});
  }
  if (!observer) return view;
  view["own"] = Json::array();
  for (const auto& [slot, face] : hand(*observer, known))
    view["own"].push_back({slot.value, card_name(face)});
  return view;
}

std::string GoFish::draw(Observer observer, const Known& known, const SeatNames& names) const {
  std::string lines;
  for (std::uint32_t i = 0; i < seats(); ++i) {
    lines += seat_name(names, Seat(i)) + "  " +
             std::to_string(std::ranges::count(owners_, Seat(i))) + " cards";
    std::vector<Face> faces;
    for (const auto& [slot, face] : hand(Seat(i), observer == Seat(i) ? known : Known()))
      faces.push_back(face);
    std::ranges::sort(faces);
    for (const Face face : faces) lines += " " + card_symbol(face);
    if (over()) lines += ", " + std::to_string(books()[i]) + " books";
    for (const Named& one : named())
      if (one.seat == Seat(i))
        lines += std::string("; ") + (one.asked ? "asked for " : "kept back ") +
                 kRankNames[turns_[one.turn].rank] + " in turn " + std::to_string(one.turn + 1);
    lines += "\n";
  }
  lines += "Pool  " + std::to_string(Card::kFaces - owners_.size()) + " cards\n";
  if (turns_.empty()) return lines;
  const Turn& turn = turns_.back();
  return lines + who_does(names, turn.asker, "asks") + " " + whom(names, turn.asked) + " for " +
         kRankNames[turn.rank] + "\n";
}

Json GoFish::scene_seats() const {
  Json all = Json::array();
  for (std::uint32_t i = 0; i < seats(); ++i) {
    Json seat = Json::object();
    if (over()) seat = {{"number", books()[i]}, {"unit", "books"}};
    if (gone_.has(Seat(i))) seat["out"] = true;
    all.push_back(seat);
  }
  for (const Named& one : named())
    all[one.seat.value]["tag"] = one.asked ? "asked without the rank" : "kept a card back";
  return all;
}

Json GoFish::scene_moves(Seat seat, const Known& known, const SeatNames& names) const {
  const auto held = hand(seat, known);
  const auto asked = asked_rank();
  std::map<std::uint32_t, std::string> touch_of_rank;  // any one of the own cards of a rank
  for (const auto& [slot, face] : held) {
    std::string& touch = touch_of_rank[card_of(face).rank];
    touch += (touch.empty() ? "c" : "|c") + std::to_string(slot.value);
  }
  Json moves = Json::array();
  for (const Move& move : legal(seat)) {
    const Json id = move_json(move);
    Json one = {{"id", id.is_string() ? id.get<std::string>() : text(id)}};
    one["label"] = names_of(seat, move, known, names).empty()
                       ? label(seat, move)
                       : names_of(seat, move, known, names).front();
    if (move.kind == Move::Kind::ask) {
      const auto own = touch_of_rank.find(move.b);
      const bool holds_it = own != touch_of_rank.end();
      one["touches"] = {holds_it ? own->second : "pool", "hand" + std::to_string(move.a)};
      if (!holds_it) one["ask"] = "You do not hold this rank, and all see it at the end. Ask?";
    } else if (move.kind == Move::Kind::give) {
      const auto own = held.find(CardSlot(move.a));
      one["touches"] = {"c" + std::to_string(move.a)};
      if (own != held.end() && card_of(own->second).rank != *asked)
        one["ask"] = "This card has another rank, and all see it. Give it?";
    } else if (touch_of_rank.contains(*asked)) {
      one["ask"] = "You keep a card back, and all see it at the end. Say no?";
    }
    moves.push_back(one);
  }
  return moves;
}

Json GoFish::scene(Observer observer, const Known& known, const SeatNames& names) const {
  Json things = Json::array(), places = Json::array();
  const auto asked = asked_rank();
  for (std::uint32_t i = 0; i < seats(); ++i) {
    const std::string place = "hand" + std::to_string(i);
    const bool is_mine = observer == Seat(i);
    const auto faces = hand(Seat(i), is_mine ? known : Known());
    places.push_back({{"id", place}, {"kind", "hand"}, {"owner", i}, {"rank", is_mine ? 1 : 2}});
    if (is_mine) {
      places.back()["fan"] = true;
      places.back()["sort"] = "rank";
    }
    std::size_t at = 0;
    for (std::uint32_t k = 0; k < owners_.size(); ++k) {
      if (owners_[k] != Seat(i)) continue;
      const auto face = faces.find(CardSlot(k));
      const bool fits = face != faces.end() && asked && card_of(face->second).rank == *asked;
      Json state = Json::object();
      if (is_mine && turn() == observer && asked) state["marks"] = {fits ? "raised" : "grey"};
      things.push_back({"c" + std::to_string(k), place, at++,
                        face == faces.end() ? Json() : Json(card_name(face->second)), state});
    }
  }
  const std::size_t pool = shuffled_ ? Card::kFaces - owners_.size() : 0;
  places.push_back(
      {{"id", "pool"}, {"kind", "pile"}, {"title", "Pool"}, {"count", pool}, {"rank", 3}});
  if (pool > 0) things.push_back({"next", "pool", 0, nullptr});
  if (asked) {
    places.push_back({{"id", "question"}, {"kind", "label"}, {"tone", "turn"}, {"rank", 2}});
    places.back()["text"] = std::string("Asked for: ") + kRankNames[*asked];
  }
  Json scene = {{"seats", scene_seats()}, {"places", places}, {"things", things}};
  if (observer && turn() == observer) scene["moves"] = scene_moves(*observer, known, names);
  return scene;
}

std::string GoFish::news(const Event<Move>& event, const GoFish&, const SeatNames& names) const {
  const auto* shown = std::get_if<Shown>(&event);
  if (shown == nullptr || !given_unseen()) return "";
  const Turn& turn = turns_.back();
  return who_does(names, turn.asked, "shows") + " " + card_symbol(shown->face) + " to " +
         whom(names, turn.asker);
}

Json GoFish::move_json(const Move& move) {
  if (move.kind == Move::Kind::give) return move.a;
  if (move.kind == Move::Kind::fish) return "fish";
  return Json::array({move.a, move.b + kDeuce});
}

Result<GoFish::Move> GoFish::parse_move(const Json& json) {
  if (json == "fish") return Move{Move::Kind::fish};
  if (json.is_number_unsigned() && json < Card::kFaces)
    return Move{Move::Kind::give, json.get<std::uint32_t>()};
  const bool asks = json.is_array() && json.size() == 2 && json[0].is_number_unsigned() &&
                    json[0] < 6 && json[1].is_number_unsigned() && json[1] >= kDeuce &&
                    json[1] <= kDeuce + 12;
  if (!asks) return fail(Fault::not_canonical, R"(a move is [seat,rank], a slot or "fish")");
  return Move{Move::Kind::ask, json[0].get<std::uint32_t>(), json[1].get<std::uint32_t>() - kDeuce};
}

std::string GoFish::label(Seat, const Move& move) const {
  if (move.kind == Move::Kind::give) return "give card " + std::to_string(move.a);
  if (move.kind == Move::Kind::fish) return turns_.back().gives.empty() ? "go fish" : "no more";
  return "ask seat " + std::to_string(move.a + 1) + " for " + kRankNames[move.b];
}

std::vector<std::string> GoFish::names_of(Seat seat, const Move& move, const Known& known,
                                          const SeatNames& names) const {
  if (move.kind == Move::Kind::fish) return {};
  if (move.kind == Move::Kind::ask) {
    const std::string ranks = kRankNames[move.b];
    return {"ask " + whom(names, Seat(move.a)) + " for " + ranks, label(seat, move), ranks};
  }
  for (const auto& [slot, face] : hand(seat, known))
    if (slot.value == move.a)
      return {"give " + card_symbol(face), card_symbol(face), card_name(face)};
  return {"give a card", label(seat, move)};
}

}  // namespace fairdeal::rules
