#include "games/kuhn/kuhn.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::string_view kNames = "JQK";  // faces 0, 1, 2

std::string name_of(Face face) { return std::string(1, kNames[face.value]); }

/// Returns what each seat has put in.
std::array<std::int64_t, 2> paid(const std::string& bets) {
  std::array<std::int64_t, 2> paid{1, 1};
  for (std::size_t i = 0; i < bets.size(); ++i) paid[i % 2] += bets[i] == 'b' ? 1 : 0;
  return paid;
}

}  // namespace

const GameInfo& Kuhn::info() {
  static const GameInfo kInfo{
      .name = "kuhn",
      .version = "2",
      .about = "Kuhn poker: three cards, one bet.",
      .roles = {},
      .params = {},
      .hidden = true,
      .chance = true,
      .shelf = "poker",
      .rules = R"(There are three cards: a jack, a queen and a king. Each player puts in a chip
and gets a card that nobody else sees. The third card is not used.

The first player bets a chip or passes. After a bet the other player bets, too,
or passes and gives up what lies there. After a pass the other player may bet,
and the first player then does the one or the other. If both pass, or both bet,
the cards are shown, and the higher one wins.

A player's result is the chips that they have won or lost. A player who misses a
move passes. A player who leaves, or does not let a card be shown, loses the
chips that they have put in.)",
      .secrets = kOwnCards,
      .move_order = poker_order()};
  return kInfo;
}

Result<Kuhn> Kuhn::start(const Json&, std::size_t) { return Kuhn(); }

bool Kuhn::folded() const { return bets_.ends_with("bp"); }
bool Kuhn::showdown() const { return bets_ == "pp" || bets_.ends_with("bb"); }

std::vector<Want> Kuhn::wants() const {
  if (result()) return {};
  if (!shuffled_)
    return {WantShuffle{{CardSlot(0), CardSlot(1), CardSlot(2)}, {Face(0), Face(1), Face(2)}}};
  if (dealt_ == 0) return {WantDeal{CardSlot(0), Seat(0)}, WantDeal{CardSlot(1), Seat(1)}};
  if (dealt_ == 1) return {WantDeal{CardSlot(1), Seat(1)}};
  if (!showdown()) return {WantMove{{Seat(bets_.size() % 2)}}};
  if (!shown_[0]) return {WantShow{CardSlot(0)}, WantShow{CardSlot(1)}};
  return {WantShow{CardSlot(1)}};
}

std::vector<Kuhn::Move> Kuhn::legal(Seat seat) const {
  if (result() || dealt_ < 2 || showdown() || seat.value != bets_.size() % 2) return {};
  return {Move::bet, Move::pass};
}

Result<Kuhn> Kuhn::after(const Event<Move>& event) const {
  Kuhn next = *this;
  return std::visit(Overloaded{[&](const Shuffled&) -> Result<Kuhn> {
                                 next.shuffled_ = true;
                                 return next;
                               },
                               [&](const Dealt&) -> Result<Kuhn> {
                                 ++next.dealt_;
                                 return next;
                               },
                               [&](const Moved<Move>& e) -> Result<Kuhn> {
                                 next.bets_ += e.move == Move::bet ? 'b' : 'p';
                                 return next;
                               },
                               [&](const Shown& e) -> Result<Kuhn> {
                                 if (e.face.value > 2 || shown_[0] == e.face)
                                   return fail(Fault::not_wanted, "a card that cannot be there");
                                 next.shown_[e.slot.value] = e.face;
                                 return next;
                               },
                               [&](const Absent&) -> Result<Kuhn> {
                                 next.bets_ += 'p';
                                 return next;
                               },
                               [&](const Void& e) -> Result<Kuhn> {
                                 next.settled_ = forfeit(e.by, paid(bets_));
                                 return next;
                               },
                               [](const auto&) -> Result<Kuhn> {
                                 return fail(Fault::not_wanted, "kuhn has no such event");
                               }},
                    event);
}

std::optional<Payoff> Kuhn::result() const {
  if (settled_) return settled_;
  if (folded()) return bets_.size() == 2 ? Payoff{1, -1} : Payoff{-1, 1};
  if (!showdown() || !shown_[0] || !shown_[1]) return {};
  const std::int64_t stake = bets_ == "pp" ? 1 : 2;
  return *shown_[0] > *shown_[1] ? Payoff{stake, -stake} : Payoff{-stake, stake};
}

Result<Kuhn> Kuhn::load(const Json&, std::size_t seats, const Json& state) {
  static constexpr std::string_view kBets[] = {"", "p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb"};
  Kuhn game;
  game.shuffled_ = state.at("shuffled").get<bool>();
  game.dealt_ = state.at("dealt").get<std::uint32_t>();
  game.bets_ = state.at("bets").get<std::string>();
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& card = state.at("cards").at(i);
    if (card.is_null()) continue;
    const std::size_t face = kNames.find(card.get<std::string>());
    if (face < kNames.size()) game.shown_[i] = Face(static_cast<std::uint32_t>(face));
  }
  FD_TRY(game.settled_, get_settled(state, seats));
  const bool two_alike = game.shown_[0] && game.shown_[0] == game.shown_[1];
  if (!std::ranges::count(kBets, game.bets_) || game.dealt_ > 2 || two_alike ||
      game.json() != state)
    return fail(Fault::bad_parameters, "state: this is no state of Kuhn poker");
  return game;
}

Json Kuhn::json() const {
  Json state = {
      {"bets", bets_}, {"cards", {nullptr, nullptr}}, {"dealt", dealt_}, {"shuffled", shuffled_}};
  for (std::size_t i = 0; i < 2; ++i)
    if (shown_[i]) state["cards"][i] = name_of(*shown_[i]);
  put_settled(state, settled_);
  return state;
}

Json Kuhn::view(Observer observer, const Known& known) const {
  Json view = json();
  if (!observer) return view;
  const auto own = known.faces.find(CardSlot(observer->value));
  if (own != known.faces.end()) view["cards"][observer->value] = name_of(own->second);
  return view;
}

std::string Kuhn::draw(Observer observer, const Known& known, const SeatNames& names) const {
  const Json cards = view(observer, known)["cards"];
  std::string lines;
  for (std::uint32_t i = 0; i < 2; ++i)
    lines += seat_name(names, Seat(i)) + "  " +
             (cards[i].is_null() ? "?" : cards[i].get<std::string>()) + "\n";
  return lines + "Bets so far: " + (bets_.empty() ? "none" : bets_) + "\n";
}

Json Kuhn::scene(Observer observer, const Known& known, const SeatNames&) const {
  const Json cards = view(observer, known)["cards"];
  const auto in = paid(bets_);
  Json things = Json::array(), seats = Json::array();
  Json places = {{{"id", "rest"}, {"kind", "pile"}, {"title", "Unused"}, {"rank", 4}},
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
  if (shuffled_) things.push_back({"c2", "rest", 0, nullptr});
  const auto card = [](const char* text, const char* name) {
    return Json{{"shape", "card"}, {"text", text}, {"name", name}};
  };
  return {
      {"seats", seats},
      {"faces", {{"J", card("J", "jack")}, {"Q", card("Q", "queen")}, {"K", card("K", "king")}}},
      {"places", places},
      {"things", things}};
}

std::string Kuhn::news(const Event<Move>& event, const Kuhn&, const SeatNames& names) const {
  const auto* shown = std::get_if<Shown>(&event);
  if (shown == nullptr) return "";
  return who_does(names, Seat(shown->slot.value), "shows") + " " + name_of(shown->face);
}

Json Kuhn::move_json(const Move& move) { return move == Move::bet ? "bet" : "pass"; }

Result<Kuhn::Move> Kuhn::parse_move(const Json& json) {
  for (const Move move : {Move::bet, Move::pass})
    if (json == move_json(move)) return move;
  return fail(Fault::not_canonical, "a move is bet or pass");
}

extern const Module kKuhn;
const Module kKuhn = module_of<Kuhn>();

}  // namespace fairdeal::rules
