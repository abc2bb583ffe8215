#pragma once

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

/// A game for tests that wants what a plan says, one thing after another. Nobody wins it, but who
/// is absent from a move, or makes the match void, loses; or the plan goes on after a void.
namespace fairdeal::rules {

/// The plans that a test has made. The game's parameter says which of them is played.
inline std::vector<std::vector<Want>>& plans() {
  static std::vector<std::vector<Want>> all;
  return all;
}
/// Adds a plan, and returns the parameters of a match that follows it.
inline Json plan(std::vector<Want> wants) {
  plans().push_back(std::move(wants));
  return {{"plan", plans().size() - 1}};
}
/// Adds a plan that goes on after a void, without the deal that was void.
inline Json plan_beyond_voids(std::vector<Want> wants) {
  Json params = plan(std::move(wants));
  params["goes_on"] = 1;
  return params;
}

class PlanGame {
 public:
  using Move = int;  ///< always 1

  static const GameInfo& info() {
    static const GameInfo kInfo{
        .name = "plan",
        .version = "1",
        .about = "For tests: wants what a plan says.",
        .seats_min = 2,
        .seats_max = 6,
        .roles = {},
        .params = {{"plan", "which plan", "0", 0, 1'000'000},
                   {"goes_on", "whether it does so after a void", "0", 0, 1}},
        .zero_sum = false,
        .hidden = true,
        .chance = true,
        .simultaneous = true,
        .shelf = "reference",
        .secrets = Secrecy{.deals = Secrecy::Deals::several,
                           .shuffles = Secrecy::Shuffles::named,
                           .rolls = Secrecy::Rolls::own}};
    return kInfo;
  }
  static Result<PlanGame> start(const Json& params, std::size_t seats) {
    PlanGame game;
    game.plan_ = params.at("plan").get<std::size_t>();
    game.goes_on_ = params.at("goes_on").get<int>() != 0;
    game.seats_ = seats;
    return game;
  }

  std::vector<Want> wants() const {
    if (settled_) return {};
    const auto& plan = plans().at(plan_);
    return {plan.begin() + static_cast<std::ptrdiff_t>(next_), plan.end()};
  }
  std::vector<Move> legal(Seat seat) const {
    const auto next = wants();
    const auto* move = next.empty() ? nullptr : std::get_if<WantMove>(&next.front());
    return move != nullptr && std::ranges::count(move->seats, seat) != 0 ? std::vector{1}
                                                                         : std::vector<Move>();
  }
  Result<PlanGame> after(const Event<Move>& event) const {
    PlanGame next = *this;
    ++next.next_;
    return std::visit(Overloaded{[&](const Void& e) { return lost_by(e.by); },
                                 [&](const Absent&) -> Result<PlanGame> { return next; },
                                 [&](const Moved<Move>& e) -> Result<PlanGame> {
                                   if (e.move != 1)
                                     return fail(Fault::illegal_move, "no move of a plan");
                                   return next;
                                 },
                                 [&](const Shuffled& e) -> Result<PlanGame> {
                                   for (const CardSlot slot : e.slots) next.dealt_.erase(slot);
                                   for (const CardSlot slot : e.slots) next.shown_.erase(slot);
                                   return next;
                                 },
                                 [&](const Dealt& e) -> Result<PlanGame> {
                                   next.dealt_[e.slot] = e.also | SeatSet::of({e.to});
                                   return next;
                                 },
                                 [&](const Shown& e) -> Result<PlanGame> {
                                   if (e.face.value >= 1024)
                                     return fail(Fault::not_wanted, "no such face");
                                   next.shown_[e.slot] = e.face;
                                   return next;
                                 },
                                 [&](const auto&) -> Result<PlanGame> { return next; }},
                      event);
  }
  std::optional<Payoff> result() const {
    if (settled_) return settled_;
    return wants().empty() ? std::optional(draw_all(seats_)) : std::nullopt;
  }
  Range bounds() const { return {-1, 1}; }
  std::optional<Payoff> scores() const { return {}; }
  Json json() const {
    Json state = {{"next", next_}, {"shown", Json::object()}};
    for (const auto& [slot, face] : shown_) state["shown"][std::to_string(slot.value)] = face.value;
    put_settled(state, settled_);
    return state;
  }
  Json view(Observer observer, const Known& known) const {
    Json state = json();
    if (!observer) return state;
    state["dice"] = known.dice;
    for (const auto& [slot, face] : known.faces)
      if (const auto dealt = dealt_.find(slot);
          dealt != dealt_.end() && dealt->second.has(*observer))
        state["own"][std::to_string(slot.value)] = face.value;
    return state;
  }
  std::string draw(Observer observer, const Known& known) const {
    return text(view(observer, known)) + "\n";
  }
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json) {
    if (json != 1) return fail(Fault::not_canonical, "a move is 1");
    return 1;
  }
  bool operator==(const PlanGame&) const = default;

 private:
  Result<PlanGame> lost_by(SeatSet by) const {
    PlanGame next = *this;
    if (goes_on_ && by.size() < seats_) return ++next.next_, next;
    next.settled_ = draw_all(seats_);
    if (by.size() < seats_)
      for (const Seat seat : by.list()) (*next.settled_)[seat.value] = -1;
    return next;
  }

  std::size_t plan_ = 0;
  bool goes_on_ = false;
  std::size_t seats_ = 0;
  std::size_t next_ = 0;  ///< how many of the plan's wants came true
  std::map<CardSlot, SeatSet> dealt_{};
  std::map<CardSlot, Face> shown_{};
  std::optional<Payoff> settled_{};
};

/// Returns the module, which is found by its name from now on.
inline const Module& plan_game() {
  static const Module& kAdded = []() -> const Module& {
    CHECK(add_module(module_of<PlanGame>()));
    return **find_module("plan");
  }();
  return kAdded;
}

/// Slots from `first`, and as many faces from 0.
inline WantShuffle new_deck_of(std::uint32_t cards, std::uint32_t first = 0, SeatSet by = {}) {
  WantShuffle want{{}, {}, by};
  for (std::uint32_t i = 0; i < cards; ++i) {
    want.slots.push_back(CardSlot(first + i));
    want.faces.push_back(Face(i));
  }
  return want;
}
inline SeatSet seats(std::initializer_list<std::uint32_t> numbers) {
  SeatSet set;
  for (const std::uint32_t number : numbers) set.insert(Seat(number));
  return set;
}

/// A plan that deals cards to several seats, shows a card to a seat more, and shuffles single
/// cards: by the seat that sees one, and by all.
inline std::vector<Want> sharing() {
  const auto slot = [](std::uint32_t i) { return CardSlot(i); };
  std::vector<Want> wants{new_deck_of(6),
                          WantDeal{slot(0), Seat(0), seats({1})},
                          WantDeal{slot(1), Seat(1), seats({0, 2})},
                          WantDeal{slot(2), Seat(2)},
                          WantMove{{Seat(0)}},
                          WantDeal{slot(2), Seat(2), seats({0})},
                          WantMove{{Seat(1)}},
                          WantShuffle{{slot(2)}, {}, seats({2})},
                          WantDeal{slot(2), Seat(1)},
                          WantShuffle{{slot(3)}, {}},
                          WantShuffle{{slot(0), slot(4)}, {}, seats({0})},
                          WantDeal{slot(0), Seat(2)},
                          WantMove{{Seat(2)}}};
  for (std::uint32_t i = 0; i < 6; ++i) wants.emplace_back(WantShow{slot(i)});
  return wants;
}

/// Plans that want what no table can do, each with the words that say why. All of them begin with a
/// deck, so that the want is refused when all members have answered.
struct Odd {
  std::string words;
  std::vector<Want> wants;
};
inline std::vector<Odd> odd_plans() {
  const auto slot = [](std::uint32_t i) { return CardSlot(i); };
  const auto deck = new_deck_of(4);
  const Die die = uniform_die("die", 1, 6);
  const auto all_of = [](WantShuffle want) { return want.faces.clear(), want; };
  auto twice = new_deck_of(3, 4);
  twice.slots[1] = twice.slots[0];
  auto beyond = new_deck_of(3, 4), misfit = new_deck_of(3, 4);
  beyond.faces[2] = Face(1024);
  misfit.faces.pop_back();
  return {
      {"slot 7 is empty", {deck, WantDeal{slot(7), Seat(0)}}},
      {"slot 7 is empty", {deck, WantShow{slot(7)}}},
      {"slot 7 is empty", {deck, WantShuffle{{slot(0), slot(7)}, {}}}},
      {"slot 3 was dealt to seat 2 already",
       {deck, WantDeal{slot(3), Seat(1)}, WantDeal{slot(3), Seat(0)}}},
      {"slot 3 was dealt to seat 2 already",
       {deck, WantDeal{slot(3), Seat(0), seats({1})}, WantDeal{slot(3), Seat(0)}}},
      {"slot 3 is dealt twice to seat 1", {deck, WantDeal{slot(3), Seat(0), seats({0, 1})}}},
      {"seat 9 is not at the table", {deck, WantDeal{slot(3), Seat(8)}}},
      {"seat 1 may not shuffle a card that was dealt to seat 2",
       {deck, WantDeal{slot(3), Seat(1)}, WantShuffle{{slot(3)}, {}, seats({0})}}},
      {"slot 4 has other locks than slot 0: cards that are shuffled together have the same",
       {deck, new_deck_of(2, 4, seats({1})), WantShuffle{{slot(0), slot(4)}, {}}}},
      {"seat 1 has no lock on the card in slot 4",
       {deck, new_deck_of(2, 4, seats({1})), WantShuffle{{slot(4), slot(5)}, {}, seats({0})}}},
      {"seat 1 has no lock on the card in slot 4",
       {deck, new_deck_of(2, 4, seats({1})), WantDeal{slot(4), Seat(0)}}},
      {"a shuffle of 513 cards, of which 512 are possible", {deck, new_deck_of(513)}},
      {"a new deck has at least 2 cards", {deck, new_deck_of(1)}},
      {"a deck of 2 cards for 3 slots", {deck, misfit}},
      {"face 1024 is beyond the 1024 that there are", {deck, beyond}},
      {"a shuffle that names a slot twice", {deck, twice}},
      {"a shuffle of no cards", {deck, all_of(new_deck_of(0))}},
      {"a move is wanted of nobody", {deck, WantMove{}}},
      {"the seats of a move are named once each, in ascending order",
       {deck, WantMove{{Seat(1), Seat(0)}}}},
      {"a roll of no dice", {deck, WantRoll{}}},
      {"a roll of 65 dice, of which 64 are possible", {deck, WantRoll{std::vector<Die>(65, die)}}},
      {"a die that has not a positive weight for each of its values",
       {deck, WantRoll{{Die{"die", {1, 2}, {1}}}}}},
      {"seat 1 has a roll that it has not shown",
       {deck, WantRollFor{Seat(0), {die}}, WantRollFor{Seat(0), {die}}}},
      {"seat 1 has no roll to show", {deck, WantShowDice{Seat(0)}}},
  };
}

}  // namespace fairdeal::rules
