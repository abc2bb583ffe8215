#include "games/mutropas/mutropas.h"

#include <algorithm>
#include <set>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

const std::string& role(std::size_t seat) { return Mutropas::info().roles[seat]; }

/// 0…most, as JSON has it.
Result<int> small(const Json& json, int most) {
  if (!json.is_number_integer() || json < 0 || json > most)
    return bad_state("a number from 0 to " + std::to_string(most) + ", not " + text(json));
  return json.get<int>();
}

std::vector<int> without(std::vector<int> list, int value) {
  std::erase(list, value);
  return list;
}

Json or_null(const std::optional<int>& number) { return number ? Json(*number) : Json(); }

}  // namespace

const GameInfo& Mutropas::info() {
  static const GameInfo kInfo{
      .name = "mutropas",
      .version = "2",
      .about = "Hidden pieces that beat each other in a circle.",
      .roles = {"Left", "Right"},
      .params = {},
      .hidden = true,
      .chance = true,
      .simultaneous = true,
      .rules = R"(Nine pieces form a circle, from 0 to 8, and each beats the four that follow it:
7 beats 8, 0, 1 and 2. Each player gets four pieces that nobody else sees, and
nobody sees the ninth.

Four times both play a piece at the same time, and the pieces are shown. The
better one wins a point from the other player. The result is the difference.

If you do not move in time, you lose the match.)",
      .secrets = kOwnCards};
  return kInfo;
}

int Mutropas::duel(int a, int b) {
  const int ahead = (b - a + kPieces) % kPieces;
  return ahead == 0 ? 0 : ahead <= kPieces / 2 ? 1 : -1;
}

Result<Mutropas> Mutropas::start(const Json&, std::size_t) {
  Mutropas game;
  game.hidden_ = Hidden{};
  for (auto& places : game.hidden_->places) places = {0, 1, 2, 3};
  return game;
}

std::size_t Mutropas::held(std::size_t seat) const {
  return hidden_ ? hidden_->places[seat].size() : pieces_[seat].size();
}

std::vector<Want> Mutropas::wants() const {
  if (result()) return {};
  const WantMove both{{Seat(0), Seat(1)}};
  if (!hidden_) return {both};
  std::vector<Want> wants;
  if (!hidden_->shuffled) {
    WantShuffle shuffle;
    for (std::uint32_t i = 0; i < kPieces; ++i) {
      shuffle.slots.emplace_back(i);
      shuffle.faces.emplace_back(i);
    }
    return {shuffle};
  }
  for (std::uint32_t i = hidden_->dealt; i < 2 * kEach; ++i)
    wants.push_back(WantDeal{CardSlot(i), Seat(static_cast<std::uint32_t>(i / kEach))});
  for (std::size_t seat = 0; seat < 2; ++seat)
    if (hidden_->turned[seat] && !hidden_->shown[seat])
      wants.push_back(WantShow{slot(seat, *hidden_->turned[seat])});
  return wants.empty() ? std::vector<Want>{both} : wants;
}

std::vector<int> Mutropas::legal(Seat seat) const {
  if (seat.value > 1 || result() || !std::holds_alternative<WantMove>(wants().front())) return {};
  auto moves = hidden_ ? hidden_->places[seat.value] : pieces_[seat.value];
  std::ranges::sort(moves);
  return moves;
}

void Mutropas::play(int left, int right) {
  played_.push_back(left);
  played_.push_back(right);
  score_ += duel(left, right);
}

Result<> Mutropas::turn(const std::map<Seat, Move>& moves) {
  for (const auto& [seat, move] : moves) {
    auto& held = hidden_ ? hidden_->places[seat.value] : pieces_[seat.value];
    if (std::ranges::count(held, move) == 0)
      return fail(Fault::illegal_move, std::to_string(move) + " is not held");
    held = without(held, move);
    if (hidden_) hidden_->turned[seat.value] = move;
  }
  if (!hidden_) play(moves.at(Seat(0)), moves.at(Seat(1)));
  return {};
}

Result<> Mutropas::show(CardSlot where, Face face) {
  const std::size_t seat = where.value / kEach;
  const int piece = static_cast<int>(face.value);
  const auto other = hidden_->shown[1 - seat];
  if (face.value >= kPieces || std::ranges::count(played_, piece) != 0 || other == piece)
    return fail(Fault::not_wanted, "a piece that cannot be there");
  hidden_->shown[seat] = piece;
  if (!other) return {};
  play(*hidden_->shown[0], *hidden_->shown[1]);
  hidden_->shown = {};
  hidden_->turned = {};
  return {};
}

Result<Mutropas> Mutropas::after(const Event<Move>& event) const {
  Mutropas next = *this;
  return std::visit(Overloaded{[&](const Shuffled&) -> Result<Mutropas> {
                                 next.hidden_->shuffled = true;
                                 return next;
                               },
                               [&](const Dealt&) -> Result<Mutropas> {
                                 ++next.hidden_->dealt;
                                 return next;
                               },
                               [&](const MovedTogether<Move>& e) -> Result<Mutropas> {
                                 FD_TRY(next.turn(e.moves));
                                 return next;
                               },
                               [&](const Shown& e) -> Result<Mutropas> {
                                 FD_TRY(next.show(e.slot, e.face));
                                 return next;
                               },
                               [&](const Absent& e) -> Result<Mutropas> {
                                 next.settled_ = forfeit(SeatSet::of({e.seat}), bounds());
                                 return next;
                               },
                               [&](const Void& e) -> Result<Mutropas> {
                                 next.settled_ = forfeit(e.by, bounds());
                                 return next;
                               },
                               [](const auto&) -> Result<Mutropas> {
                                 return fail(Fault::not_wanted, "mutropas has no such event");
                               }},
                    event);
}

std::optional<Payoff> Mutropas::result() const {
  if (settled_) return settled_;
  if (played_.size() < 2 * kEach) return {};
  return Payoff{2 * score_, -2 * score_};
}

Result<Mutropas::Hidden> Mutropas::load_hidden(const Json& json) {
  Hidden hidden;
  hidden.shuffled = json.at("shuffled").get<bool>();
  FD_TRY(const int dealt, small(json.at("dealt"), 2 * kEach));
  hidden.dealt = static_cast<std::uint32_t>(dealt);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (const Json& place : json.at("places").at(role(seat))) {
      FD_TRY(const int p, small(place, kEach - 1));
      hidden.places[seat].push_back(p);
    }
    if (const Json& place = json.at("turned").at(role(seat)); !place.is_null()) {
      FD_TRY(hidden.turned[seat], small(place, kEach - 1));
    }
    if (const Json& piece = json.at("shown").at(role(seat)); !piece.is_null()) {
      FD_TRY(hidden.shown[seat], small(piece, kPieces - 1));
    }
    if (hidden.shown[seat] && !hidden.turned[seat])
      return bad_state("a piece shown that is not played");
    if (std::ranges::adjacent_find(hidden.places[seat], std::greater_equal()) !=
            hidden.places[seat].end() ||
        (hidden.turned[seat] && std::ranges::count(hidden.places[seat], *hidden.turned[seat]) > 0))
      return bad_state("a place twice");
  }
  const bool begun = hidden.places[0].size() < kEach || hidden.turned[0];
  if (hidden.turned[0].has_value() != hidden.turned[1].has_value() ||
      (hidden.shown[0] && hidden.shown[1]) ||
      (begun && (!hidden.shuffled || hidden.dealt < 2 * kEach)) ||
      (hidden.dealt > 0 && !hidden.shuffled))
    return bad_state("pieces that are played before they are dealt");
  return hidden;
}

Result<Mutropas> Mutropas::load(const Json&, std::size_t seats, const Json& state) {
  Mutropas game;
  for (const Json& piece : state.at("played")) {
    FD_TRY(const int p, small(piece, kPieces - 1));
    game.played_.push_back(p);
  }
  std::set<int> seen(game.played_.begin(), game.played_.end());
  if (state.contains("hidden")) {
    FD_TRY(game.hidden_, load_hidden(state["hidden"]));
    for (const auto& piece : game.hidden_->shown)
      if (piece && !seen.insert(*piece).second) return bad_state("a piece twice");
  }
  for (std::size_t seat = 0; seat < 2 && !game.hidden_; ++seat)
    for (const Json& piece : state.at("pieces").at(role(seat))) {
      FD_TRY(const int p, small(piece, kPieces - 1));
      game.pieces_[seat].push_back(p);
      if (!seen.insert(p).second) return bad_state("a piece twice");
    }
  if (seen.size() < game.played_.size() || game.played_.size() % 2 != 0)
    return bad_state("pieces are played in pairs, each once");
  for (std::size_t i = 0; i < game.played_.size(); i += 2)
    game.score_ += duel(game.played_[i], game.played_[i + 1]);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const bool turned = game.hidden_ && game.hidden_->turned[seat];
    if (game.held(seat) + turned + game.played_.size() / 2 != kEach)
      return bad_state("each side has four pieces");
  }
  FD_TRY(game.settled_, get_settled(state, seats));
  if (game.json()["scores"] != state.at("scores"))
    return bad_state("'scores' are not those of 'played'");
  return game;
}

Json Mutropas::hidden_json() const {
  Json json = {{"dealt", hidden_->dealt}, {"shuffled", hidden_->shuffled}};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    json["places"][role(seat)] = hidden_->places[seat];
    json["turned"][role(seat)] = or_null(hidden_->turned[seat]);
    json["shown"][role(seat)] = or_null(hidden_->shown[seat]);
  }
  return json;
}

Json Mutropas::json() const {
  Json state = {{"active", info().roles},
                {"played", played_},
                {"scores", {{role(0), score_}, {role(1), -score_}}}};
  for (std::size_t seat = 0; seat < 2; ++seat)
    state["pieces"][role(seat)] = hidden_ ? Json() : Json(pieces_[seat]);
  if (hidden_) state["hidden"] = hidden_json();
  put_settled(state, settled_);
  return state;
}

Json Mutropas::view(Observer observer, const Known& known) const {
  Json view = json();
  for (std::size_t seat = 0; seat < 2; ++seat)
    if (!observer || observer->value != seat) view["pieces"].erase(role(seat));
  if (!observer || observer->value > 1) return view;

  const std::size_t own = observer->value, other = 1 - own;
  std::vector<int> pieces = pieces_[own];
  std::set<int> seen(played_.begin(), played_.end());
  if (hidden_) {
    for (int place = 0; place < static_cast<int>(kEach); ++place) {
      const auto face = known.faces.find(slot(own, place));
      if (face == known.faces.end()) continue;
      seen.insert(static_cast<int>(face->second.value));
      if (std::ranges::count(hidden_->places[own], place) != 0 || hidden_->turned[own] == place)
        pieces.push_back(static_cast<int>(face->second.value));
    }
    if (hidden_->shown[other]) seen.insert(*hidden_->shown[other]);
  }
  seen.insert(pieces.begin(), pieces.end());
  view["pieces"][role(own)] = pieces;

  // One piece more than the other holds is unseen: each of them may be the one left out.
  std::vector<int> unseen;
  for (int piece = 0; piece < kPieces; ++piece)
    if (!seen.contains(piece)) unseen.push_back(piece);
  Json possible = Json::array();
  if (unseen.size() == held(other) + 1)
    for (auto out = unseen.rbegin(); out != unseen.rend(); ++out)
      possible.push_back(without(unseen, *out));
  view["possible_opponent_pieces"] = possible;
  return view;
}

std::string Mutropas::draw(Observer observer, const Known& known) const {
  const Json pieces = view(observer, known)["pieces"];
  std::string lines;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    lines += role(seat) + "  ";
    if (pieces.contains(role(seat)) && pieces[role(seat)].is_array())
      for (const Json& piece : pieces[role(seat)]) lines += piece.dump() + " ";
    else
      for (std::size_t i = 0; i < held(seat); ++i) lines += "? ";
    lines += " " + std::to_string(seat == 0 ? score_ : -score_) + "\n";
  }
  lines += "Played:";
  for (std::size_t i = 0; i < played_.size(); i += 2)
    lines += " " + std::to_string(played_[i]) + "-" + std::to_string(played_[i + 1]);
  return lines + (played_.empty() ? " nothing yet\n" : "\n");
}

std::optional<int> Mutropas::piece_of(Seat seat, Move move, const Known& known) const {
  if (!hidden_) return move;
  const auto face = known.faces.find(slot(seat.value, move));
  if (face == known.faces.end()) return {};
  return static_cast<int>(face->second.value);
}

Json Mutropas::scene(Observer observer, const Known& known, const SeatNames&) const {
  Json faces = Json::object(), things = Json::array(), moves = Json::array();
  Json places = Json::array(), seats = Json::array();
  const auto face_of = [](int piece) { return "p" + std::to_string(piece); };
  for (int piece = 0; piece < kPieces; ++piece)
    faces[face_of(piece)] = {{"shape", "disc"},
                             {"text", std::to_string(piece)},
                             {"name", "piece " + std::to_string(piece)}};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::string side = std::to_string(i), held = "held" + side, played = "played" + side;
    const auto wins = [&](std::size_t k) {
      return duel(played_[k + i], played_[k + 1 - i]) > 0 ? 1 : 0;
    };
    int won = 0;
    for (std::size_t k = 0; k < played_.size(); k += 2) won += wins(k);
    seats.push_back({{"number", won}, {"of", kEach}, {"unit", "rounds won"}, {"tag", role(i)}});
    places.push_back({{"id", played}, {"kind", "tray"}, {"owner", i}, {"rank", 2}});
    places.back()["title"] = "Played";
    places.push_back(
        {{"id", held}, {"kind", "tray"}, {"owner", i}, {"rank", 1}, {"shape", "disc"}});
    const bool is_mine = observer == Seat(i);
    for (std::size_t k = i; k < played_.size(); k += 2)
      things.push_back(
          {"p" + side + "-" + std::to_string(k / 2), played, k / 2, face_of(played_[k])});
    if (hidden_ && hidden_->turned[i]) {
      const auto piece = is_mine ? piece_of(Seat(i), *hidden_->turned[i], known) : std::nullopt;
      const auto seen = hidden_->shown[i] ? hidden_->shown[i] : piece;
      things.push_back({"p" + side + "-" + std::to_string(played_.size() / 2), played,
                        played_.size() / 2, seen ? Json(face_of(*seen)) : Json()});
    }
    const auto& pieces = hidden_ ? hidden_->places[i] : pieces_[i];
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const Move move = pieces[k];
      const auto piece = is_mine ? piece_of(Seat(i), move, known) : std::nullopt;
      // Open pieces of the other side are named by their order, which tells nothing.
      const std::string id = "h" + side + "-" + std::to_string(hidden_ ? move : int(k));
      things.push_back({id, held, k, piece ? Json(face_of(*piece)) : Json()});
      if (is_mine && !legal(Seat(i)).empty())
        moves.push_back({{"id", std::to_string(move)}, {"touches", {id}}});
    }
  }
  places.push_back({{"id", "circle"}, {"kind", "label"}, {"rank", 5}});
  places.back()["text"] = "Each piece beats the four that follow it; 0 follows 8";
  return {
      {"seats", seats}, {"faces", faces}, {"places", places}, {"things", things}, {"moves", moves}};
}

std::string Mutropas::label(Seat, const Move& move) const {
  return hidden_ ? "play piece " + std::to_string(move + 1) + " of the hand"
                 : "play " + std::to_string(move);
}

std::vector<std::string> Mutropas::names_of(Seat seat, const Move& move, const Known& known,
                                            const SeatNames&) const {
  if (const auto piece = piece_of(seat, move, known)) return {"play " + std::to_string(*piece)};
  return {label(seat, move)};
}

std::string Mutropas::news(const Event<Move>& event, const Mutropas&,
                           const SeatNames& names) const {
  const auto* shown = std::get_if<Shown>(&event);
  if (shown == nullptr) return "";
  return who_does(names, Seat(shown->slot.value / kEach), "plays") + " " +
         std::to_string(shown->face.value);
}

Json Mutropas::move_json(const Move& move) { return move; }

Result<int> Mutropas::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json >= kPieces)
    return fail(Fault::not_canonical, "a move is a number from 0 to 8");
  return json.get<int>();
}

extern const Module kMutropas;
const Module kMutropas = module_of<Mutropas>();

}  // namespace fairdeal::rules
