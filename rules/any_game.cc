#include "rules/any_game.h"

#include <algorithm>
#include <ranges>

#include "base/check.h"
#include "rules/card_names.h"
#include "rules/json_reader.h"
#include "rules/model.h"

namespace fairdeal::rules {

namespace {

/// Returns whether an event is one that the want asked for.
template <class W, class E>
bool answers(const W&, const E&) {
  return false;
}
bool answers(const WantMove& want, const Moved<Action>& e) {
  return want.seats == std::vector{e.seat};
}
bool answers(const WantMove& want, const MovedTogether<Action>& e) {
  return want.seats.size() > 1 && !e.moves.empty() &&
         std::ranges::includes(want.seats, std::views::keys(e.moves));
}
bool answers(const WantMove& want, const Absent& e) {
  return std::ranges::count(want.seats, e.seat) == 1;
}
bool answers(const WantShuffle& want, const Shuffled& e) { return want.slots == e.slots; }
bool answers(const WantDeal& want, const Dealt& e) {
  return want == WantDeal{e.slot, e.to, e.also};
}
bool answers(const WantShow& want, const Shown& e) { return want.slot == e.slot; }
bool answers(const WantRoll& want, const Rolled& e) {
  return std::ranges::equal(want.dice, e.values, [](const Die& die, std::int64_t value) {
    return std::ranges::count(die.values, value) == 1;
  });
}
bool answers(const WantRollFor& want, const RolledFor& e) { return want.seat == e.seat; }
bool answers(const WantShowDice& want, const DiceShown& e) { return want.seat == e.seat; }

Result<> fits(const AnyGame& game, const AnyEvent& event) {
  const auto wants = game.wants();
  const SeatSet all = SeatSet::first(game.seats());
  if (wants.empty()) return fail(Fault::not_wanted, "the match is over");
  if (const auto* v = std::get_if<Void>(&event)) {
    if (v->by.empty() || !(v->by - all).empty())
      return fail(Fault::not_wanted, "a match is void by some of its seats");
    return {};
  }
  if (const auto* out = std::get_if<Out>(&event)) {
    if (!all.has(out->seat)) return fail(Fault::not_wanted, "who is not at the table is not out");
    return {};
  }
  if (const auto* resigned = std::get_if<Resigned>(&event)) {
    if (all.has(resigned->seat) && game.resigns()) return {};
    return fail(Fault::not_wanted, "a resignation of no seat, or of a match that has none");
  }
  if (std::holds_alternative<AlarmRang>(event))
    return game.alarm() ? Result<>()
                        : fail(Fault::not_wanted, "an alarm that the game has not set");
  if (!std::visit([](const auto& want, const auto& e) { return answers(want, e); }, wants.front(),
                  event))
    return fail(Fault::not_wanted, "something else is to happen next");
  return {};
}

/// Returns the number with which `choice` becomes `action`; none if it never does.
std::optional<std::int64_t> number_in(const Choice& choice, const Action& action) {
  if (!choice.range) return {};
  const auto json = parse_json(action.text, Action::kBytesMax);
  const auto member = json ? JsonReader(*json).only_member() : std::nullopt;
  const auto given = member ? member->second.number() : std::nullopt;
  if (!given) return {};
  const std::int64_t number = *given;
  const auto& [min, max, step] = *choice.range;
  const bool is_allowed = number >= min && number <= max && (number - min) % step == 0;
  return is_allowed && with_number(choice, number) == action ? std::optional(number) : std::nullopt;
}

/// Returns the label of `choice`, which has been written for its least number, for another one. If
/// the least one stands there several times, nobody knows which is meant: then these are the kind
/// of the move and its number.
std::string numbered(const Choice& choice, std::int64_t number) {
  const std::string least = std::to_string(choice.range->min), own = std::to_string(number);
  const std::string& label = choice.label;
  const auto is_digit = [&](std::size_t at) {
    return at < label.size() && label[at] >= '0' && label[at] <= '9';
  };
  std::size_t found = std::string::npos, count = 0;
  for (auto at = label.find(least); at != std::string::npos; at = label.find(least, at + 1)) {
    if ((at > 0 && is_digit(at - 1)) || is_digit(at + least.size())) continue;
    found = at;
    ++count;
  }
  if (count == 0) return label + " " + own;
  if (count > 1) return kind_of(choice.action) + " " + own;
  return std::string(label).replace(found, least.size(), own);
}

}  // namespace

std::optional<ChanceEvent> silent_answer(const std::vector<Want>& wants) {
  if (wants.empty()) return {};
  if (const auto* want = std::get_if<WantShuffle>(&wants.front())) return Shuffled{want->slots};
  if (const auto* want = std::get_if<WantDeal>(&wants.front()))
    return Dealt{want->slot, want->to, want->also};
  if (const auto* want = std::get_if<WantRollFor>(&wants.front())) return RolledFor{want->seat};
  return {};
}

AnyEvent moved(const std::map<Seat, Action>& moves) {
  if (moves.size() != 1) return MovedTogether<Action>{moves};
  return Moved<Action>{moves.begin()->first, moves.begin()->second};
}

Action with_number(const Choice& choice, std::int64_t number) {
  CHECK(choice.range.has_value());
  Json json = json_or_null(choice.action.text);
  CHECK(json.is_object() && json.size() == 1);
  json.begin().value() = number;
  return {text(json)};
}

std::string kind_of(const Action& action) {
  const auto json = parse_json(action.text, Action::kBytesMax);
  if (!json) return "";
  const JsonReader move(*json);
  if (auto name = move.text()) return *std::move(name);
  const auto member = move.only_member();
  return member ? member->first : "";
}

bool allows(const AnyGame& game, Seat seat, const Action& action) {
  return std::ranges::any_of(game.legal(seat), [&](const Choice& choice) {
    return choice.action == action || number_in(choice, action);
  });
}

const GameInfo& AnyGame::info() const { return model_->info(); }
const Json& AnyGame::params() const { return model_->params; }
std::size_t AnyGame::seats() const { return model_->seats; }
std::string AnyGame::role(Seat seat) const {
  const auto& roles = info().roles;
  return seat.value < roles.size() ? roles[seat.value] : std::to_string(seat.value + 1);
}
std::vector<Want> AnyGame::wants() const { return model_->wants(); }
std::vector<Seat> AnyGame::active() const {
  const auto wanted = wants();
  const auto* moves = wanted.empty() ? nullptr : std::get_if<WantMove>(&wanted.front());
  return moves == nullptr ? std::vector<Seat>() : moves->seats;
}
std::vector<Choice> AnyGame::legal(Seat seat) const { return model_->legal(seat); }
std::vector<Choice> AnyGame::choices(Seat seat, const Known& known, const SeatNames& names) const {
  auto choices = choices_of_game(seat, known, names);
  name_own_cards(choices, *this, seat, known);
  return choices;
}
std::vector<Choice> AnyGame::choices_of_game(Seat seat, const Known& known,
                                             const SeatNames& names) const {
  auto choices = model_->choices(seat, known, names);
  const auto facts = model_->facts(seat, choices);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    Choice& choice = choices[i];
    choice.kind = kind_of(choice.action);
    choice.facts = facts[i];
    choice.facts.careful = choice.facts.careful || choice.left_to_people;
  }
  const auto& order = info().move_order;
  if (order.empty()) return choices;
  std::ranges::stable_sort(choices, {}, [&](const Choice& choice) {
    return std::ranges::find(order, choice.kind) - order.begin();
  });
  return choices;
}
std::string AnyGame::label(Seat seat, const Action& action, const Known& known,
                           const SeatNames& names) const {
  for (const Choice& choice : choices_of_game(seat, known, names)) {
    if (choice.action == action) return choice.label;
    const auto number = number_in(choice, action);
    if (!number) continue;
    std::string own = model_->label(seat, action, known, names);
    return !own.empty() && own != choice.label ? own : numbered(choice, *number);
  }
  return action.text;
}
std::optional<Action> AnyGame::obvious(Seat seat, const Known& known) const {
  return model_->obvious(seat, known);
}
std::optional<Action> AnyGame::careful(Seat seat, const Known& known) const {
  if (auto action = model_->careful(seat, known)) return action;
  const auto moves = legal(seat);
  if (moves.size() == 1 && !moves.front().range && !moves.front().left_to_people)
    return moves.front().action;
  const auto same = move_of_absent(seat);
  return same && !same->left_to_people ? std::optional(same->action) : std::nullopt;
}
std::int64_t AnyGame::pause(const AnyGame& before) const {
  return std::clamp<std::int64_t>(model_->pause(*before.model_), 0, kPauseMax_ms);
}
std::optional<Choice> AnyGame::move_of_absent(Seat seat) const {
  return model_->move_of_absent(seat);
}
std::optional<Choice> AnyGame::Model::move_of_absent(Seat seat) const {
  const auto absent = after(Absent{seat});
  if (!absent) return {};
  for (const Choice& choice : legal(seat)) {
    const auto moved = after(Moved<Action>{seat, choice.action});
    if (moved && *moved == *absent) return choice;
  }
  return {};
}
std::optional<Action> AnyGame::suggested(Seat seat, const Known& known) const {
  return model_->suggested(seat, known);
}
std::string AnyGame::broken_law() const { return model_->broken_law(); }
Result<AnyGame> AnyGame::after(const AnyEvent& event) const {
  FD_TRY(fits(*this, event));
  const auto* together = std::get_if<MovedTogether<Action>>(&event);
  if (together != nullptr && together->moves.size() < active().size()) return after_some(*together);
  if (!std::holds_alternative<Resigned>(event)) return model_->after(event);
  FD_TRY(AnyGame next, model_->after(event));
  if (!next.over()) return fail(Fault::rules, "the match goes on after a resignation");
  return next;
}
Result<AnyGame> AnyGame::after_some(const MovedTogether<Action>& revealed) const {
  for (const auto& [seat, action] : revealed.moves)
    if (!allows(*this, seat, action)) return fail(Fault::illegal_move, action.text);
  AnyGame game = *this;
  // An absence may end the game, or what was wanted. So each is applied alone, and the revealed
  // moves only if exactly these are still wanted after all absences.
  for (const Seat seat : active()) {
    if (revealed.moves.contains(seat) || std::ranges::count(game.active(), seat) == 0) continue;
    FD_TRY(game, game.after(Absent{seat}));
  }
  if (!std::ranges::equal(game.active(), std::views::keys(revealed.moves))) return game;
  if (revealed.moves.size() > 1) return game.after(revealed);
  const auto& [seat, action] = *revealed.moves.begin();
  return game.after(Moved<Action>{seat, action});
}
std::optional<Payoff> AnyGame::result() const { return model_->result(); }
Range AnyGame::bounds() const { return model_->bounds(); }
std::optional<Payoff> AnyGame::scores() const { return model_->scores(); }
std::string AnyGame::news(const AnyEvent& event, const AnyGame& after,
                          const SeatNames& names) const {
  return model_->news(event, *after.model_, names);
}
std::optional<TrickPlay> AnyGame::trick_play(const AnyEvent& event, const AnyGame& after) const {
  return model_->trick_play(event, *after.model_);
}
std::string AnyGame::words(const AnyEvent& event, const SeatNames& names,
                           const std::optional<Seat>& dealt_to) const {
  std::string own = model_->words(event, names);
  const auto* shown = std::get_if<Shown>(&event);
  if (!own.empty() || shown == nullptr) return own;
  const std::string face = model_->face_name(shown->face);
  if (face.empty()) return "";
  return (dealt_to ? who_does(names, *dealt_to, "shows") + " " : "Shown: ") + face + ".";
}
bool AnyGame::resigns() const {
  return seats() == 2 && info().zero_sum && !model_->has_stakes() && !over();
}
bool AnyGame::done(Seat seat) const { return secrets_of(info()).done && model_->done(seat); }
bool AnyGame::spent(Seat seat) const { return model_->spent(seat); }
std::optional<WantShuffle> AnyGame::foresees() const { return model_->foresees(); }
std::optional<std::int64_t> AnyGame::alarm() const {
  const auto minutes = over() ? std::nullopt : model_->alarm();
  if (!minutes || *minutes <= 0) return {};
  constexpr std::int64_t kWeek = std::int64_t{7} * 24 * 60;  // a game in C++ may say anything
  return std::min(*minutes, kWeek);
}
Seat AnyGame::next_first() const { return model_->next_first(); }
Json AnyGame::next_params() const { return model_->next_params(); }
Json AnyGame::newcomer_params(SeatSet newcomers) const {
  return model_->newcomer_params(newcomers);
}
bool AnyGame::has_chips() const { return model_->has_chips(); }
std::vector<std::int64_t> AnyGame::chips() const { return model_->chips(); }
Json AnyGame::params_with_chips(const std::vector<std::int64_t>& chips) const {
  return model_->params_with_chips(chips);
}
std::vector<std::optional<Seat>> AnyGame::next_seats(SeatSet staying, std::size_t newcomers) const {
  return model_->next_seats(staying, newcomers);
}
bool AnyGame::is_script() const { return model_->is_script(); }
bool AnyGame::is_shipped() const { return model_->is_shipped(); }
std::string AnyGame::digested() const { return model_->digested(); }
Json AnyGame::json() const { return model_->json(); }
Json AnyGame::view(Observer observer, const Known& known) const {
  return model_->view(observer, known);
}
std::string AnyGame::draw(Observer observer, const Known& known, const SeatNames& names) const {
  return model_->draw(observer, known, names);
}
Json AnyGame::scene(Observer observer, const Known& known, const SeatNames& names) const {
  return model_->scene(observer, known, names);
}
bool operator==(const AnyGame& a, const AnyGame& b) { return a.model_->equals(*b.model_); }

}  // namespace fairdeal::rules
