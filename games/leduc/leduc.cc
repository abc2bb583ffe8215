#include "games/leduc/leduc.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::uint32_t kFaces = 6;
constexpr std::uint32_t kBoard = 2;  ///< its slot
constexpr const char* kFaceNames[kFaces] = {"Jh", "Js", "Qh", "Qs", "Kh", "Ks"};
constexpr const char* kLeducMoves[] = {"call", "fold", "raise"};

constexpr std::uint32_t rank_of(Face face) { return face.value / 2; }

template <class Id>
std::vector<Id> numbered() {
  std::vector<Id> ids;
  for (std::uint32_t k = 0; k < kFaces; ++k) ids.push_back(Id(k));
  return ids;
}

bool complete(const std::string& round) { return round.size() >= 2 && round.ends_with('c'); }

/// A text that play could have left.
bool possible(const std::string& round) {
  static constexpr std::string_view kRounds[] = {"",   "c",  "cc", "cr",  "crc", "crf",  "crr", "r",
                                                 "rc", "rf", "rr", "rrc", "rrf", "crrc", "crrf"};
  return std::ranges::count(kRounds, round) == 1;
}

}  // namespace

const GameInfo& Leduc::info() {
  static const GameInfo kInfo{
      .name = "leduc",
      .version = "2",
      .about = "Leduc hold'em: six cards, two rounds of betting.",
      .roles = {},
      .params = {},
      .hidden = true,
      .chance = true,
      .shelf = "poker",
      .rules = R"(There are six cards: two jacks, two queens and two kings. Each player puts in a
chip and gets a card that nobody else sees. After a round of betting a card is
opened in the middle, and another round follows. Then the cards are shown. A
card of the rank of the one in the middle wins, else the higher card. Equal
cards share the chips.

The first player speaks first in both rounds. Where there is nothing to call, to
call is to check. After a raise a player calls, folds or raises again. A raise
is two chips in the first round and four in the second, and a round has at most
two.

A player's result is the chips that they have won or lost. A player who misses a
move checks, or folds after a raise. A player who leaves, or does not let a card
be shown, loses the chips that they have put in.)",
      .secrets = kOwnCards,
      .move_order = poker_order()};
  return kInfo;
}

Result<Leduc> Leduc::start(const Json&, std::size_t) { return Leduc(); }

bool Leduc::folded() const { return bets_[0].ends_with('f') || bets_[1].ends_with('f'); }

const Leduc::Round& Leduc::round() const { return bets_[complete(bets_[0]) ? 1 : 0]; }

std::optional<Seat> Leduc::to_act() const {
  if (settled_ || dealt_ < 2 || folded() || complete(bets_[1]) || !to_show().empty()) return {};
  return Seat(round().size() % 2);
}

std::vector<CardSlot> Leduc::to_show() const {
  std::vector<CardSlot> slots;
  if (complete(bets_[0]) && !shown_[kBoard]) slots.push_back(CardSlot(kBoard));
  if (complete(bets_[1]))
    for (std::uint32_t slot = 0; slot < kBoard; ++slot)
      if (!shown_[slot]) slots.push_back(CardSlot(slot));
  return slots;
}

std::vector<Want> Leduc::wants() const {
  if (result()) return {};
  if (!shuffled_) return {WantShuffle{numbered<CardSlot>(), numbered<Face>()}};
  std::vector<Want> wants;
  for (std::uint32_t i = dealt_; i < 2; ++i) wants.emplace_back(WantDeal{CardSlot(i), Seat(i)});
  if (wants.empty())
    for (const CardSlot slot : to_show()) wants.emplace_back(WantShow{slot});
  if (wants.empty()) wants.emplace_back(WantMove{{to_act().value()}});
  return wants;
}

std::vector<Leduc::Move> Leduc::legal(Seat seat) const {
  if (to_act() != seat) return {};
  std::vector<Move> moves{Move::call};
  if (raised()) moves.push_back(Move::fold);
  if (std::ranges::count(round(), 'r') < 2) moves.push_back(Move::raise);
  return moves;
}

Result<Leduc> Leduc::after(const Event<Move>& event) const {
  Leduc next = *this;
  Round& bets = next.bets_[complete(bets_[0]) ? 1 : 0];
  return std::visit(Overloaded{[&](const Shuffled&) -> Result<Leduc> {
                                 next.shuffled_ = true;
                                 return next;
                               },
                               [&](const Dealt&) -> Result<Leduc> {
                                 ++next.dealt_;
                                 return next;
                               },
                               [&](const Moved<Move>& e) -> Result<Leduc> {
                                 if (!std::ranges::binary_search(legal(e.seat), e.move))
                                   return fail(Fault::illegal_move, text(move_json(e.move)));
                                 bets += kLeducMoves[static_cast<std::size_t>(e.move)][0];
                                 return next;
                               },
                               [&](const Shown& e) -> Result<Leduc> {
                                 if (e.face.value >= kFaces || std::ranges::count(shown_, e.face))
                                   return fail(Fault::not_wanted, "a card that cannot be there");
                                 next.shown_[e.slot.value] = e.face;
                                 return next;
                               },
                               [&](const Absent&) -> Result<Leduc> {
                                 bets += raised() ? 'f' : 'c';
                                 return next;
                               },
                               [&](const Void& e) -> Result<Leduc> {
                                 next.settled_ = forfeit(e.by, paid());
                                 return next;
                               },
                               [](const auto&) -> Result<Leduc> {
                                 return fail(Fault::not_wanted, "leduc has no such event");
                               }},
                    event);
}

std::array<std::int64_t, 2> Leduc::paid() const {
  std::array<std::int64_t, 2> paid{1, 1};
  for (std::size_t round = 0; round < 2; ++round) {
    const std::int64_t raise = round == 0 ? 2 : 4;
    for (std::size_t i = 0; i < bets_[round].size(); ++i) {
      const char move = bets_[round][i];
      if (move != 'f') paid[i % 2] = paid[1 - i % 2];
      if (move == 'r') paid[i % 2] += raise;
    }
  }
  return paid;
}

std::optional<Payoff> Leduc::result() const {
  if (settled_) return settled_;
  const auto in = paid();
  if (folded()) {
    const bool first_folded = round().size() % 2 == 1;
    return first_folded ? Payoff{-in[0], in[0]} : Payoff{in[1], -in[1]};
  }
  const auto is_shown = [](const std::optional<Face>& face) { return face.has_value(); };
  if (!complete(bets_[1]) || !std::ranges::all_of(shown_, is_shown)) return {};
  const auto worth = [&](std::size_t seat) {
    const std::uint32_t rank = rank_of(*shown_[seat]);
    return rank == rank_of(*shown_[kBoard]) ? rank + kFaces : rank;
  };
  if (worth(0) == worth(1)) return Payoff{0, 0};
  return worth(0) > worth(1) ? Payoff{in[1], -in[1]} : Payoff{-in[0], in[0]};
}

Result<Leduc> Leduc::load(const Json&, std::size_t seats, const Json& state) {
  Leduc game;
  game.shuffled_ = state.at("shuffled").get<bool>();
  game.dealt_ = state.at("dealt").get<std::uint32_t>();
  for (std::size_t i = 0; i < 2; ++i) game.bets_[i] = state.at("bets").at(i).get<std::string>();
  bool alike = false;
  for (std::size_t slot = 0; slot < game.shown_.size(); ++slot) {
    const Json& card = state.at("cards").at(slot);
    for (std::uint32_t face = 0; face < kFaces; ++face) {
      if (card != kFaceNames[face]) continue;
      alike |= std::ranges::count(game.shown_, Face(face)) > 0;
      game.shown_[slot] = Face(face);
    }
  }
  FD_TRY(game.settled_, get_settled(state, seats));
  if (game.dealt_ > 2 || alike || !possible(game.bets_[0]) || !possible(game.bets_[1]) ||
      (!complete(game.bets_[0]) && !game.bets_[1].empty()) || game.json() != state)
    return fail(Fault::bad_parameters, "state: this is no state of Leduc hold'em");
  return game;
}

Json Leduc::json() const {
  Json state = {{"bets", bets_},
                {"cards", {nullptr, nullptr, nullptr}},
                {"dealt", dealt_},
                {"shuffled", shuffled_}};
  for (std::size_t slot = 0; slot < shown_.size(); ++slot)
    if (shown_[slot]) state["cards"][slot] = kFaceNames[shown_[slot]->value];
  put_settled(state, settled_);
  return state;
}

Json Leduc::view(Observer observer, const Known& known) const {
  Json view = json();
  if (!observer) return view;
  const auto own = known.faces.find(CardSlot(observer->value));
  if (own != known.faces.end()) view["cards"][observer->value] = kFaceNames[own->second.value];
  return view;
}

std::string Leduc::draw(Observer observer, const Known& known, const SeatNames& names) const {
  const Json cards = view(observer, known)["cards"];
  const auto in = paid();
  const auto name = [&](std::size_t slot) {
    return cards[slot].is_null() ? "??" : cards[slot].get<std::string>();
  };
  std::string lines = "Board   " + name(kBoard) + "\n";
  for (std::uint32_t i = 0; i < 2; ++i)
    lines += seat_name(names, Seat(i)) + "  " + name(i) + "  paid " + std::to_string(in[i]) + "\n";
  return lines;
}

Json Leduc::scene(Observer observer, const Known& known, const SeatNames&) const {
  const Json cards = view(observer, known)["cards"];
  const auto in = paid();
  Json things = Json::array(), seats = Json::array();
  Json places = {{{"id", "board"}, {"kind", "pile"}, {"title", "Board"}, {"rank", 1}},
                 {{"id", "pot"},
                  {"kind", "counter"},
                  {"title", "Pot"},
                  {"value", in[0] + in[1]},
                  {"rank", 2}}};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::string hand = "hand" + std::to_string(i);
    seats.push_back({{"number", in[i]}, {"unit", "in the pot"}});
    places.push_back({{"id", hand}, {"kind", "hand"}, {"owner", i}, {"rank", 1}});
    if (i < dealt_) things.push_back({"c" + std::to_string(i), hand, 0, cards[i]});
  }
  if (shuffled_) things.push_back({"c2", "board", 0, cards[kBoard]});
  return {{"seats", seats}, {"places", places}, {"things", things}};
}

std::string Leduc::news(const Event<Move>& event, const Leduc& after,
                        const SeatNames& names) const {
  const auto* shown = std::get_if<Shown>(&event);
  if (shown == nullptr) return "";
  const auto card = after.json()["cards"][shown->slot.value].get<std::string>();
  if (shown->slot.value == kBoard) return "The board is " + card;
  return who_does(names, Seat(shown->slot.value), "shows") + " " + card;
}

Json Leduc::move_json(const Move& move) { return kLeducMoves[static_cast<std::size_t>(move)]; }

Result<Leduc::Move> Leduc::parse_move(const Json& json) {
  for (const Move move : {Move::call, Move::fold, Move::raise})
    if (json == move_json(move)) return move;
  return fail(Fault::not_canonical, "a move is call, fold or raise");
}

extern const Module kLeduc;
const Module kLeduc = module_of<Leduc>();

}  // namespace fairdeal::rules
