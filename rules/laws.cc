#include "rules/laws.h"

#include <algorithm>
#include <set>

#include "base/overloaded.h"
#include "base/random_index.h"
#include "base/seeded_rng.h"
#include "rules/absence_laws.h"
#include "rules/choice_text.h"
#include "rules/dealer.h"
#include "rules/hint.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/law.h"
#include "rules/missed_move_law.h"
#include "rules/model.h"
#include "rules/params.h"
#include "rules/profit_law.h"
#include "rules/scene/scene.h"

namespace fairdeal::rules {
namespace {

// --- moves ---

/// Returns the event in which `seat` does `action` and every other active seat its first legal
/// move.
AnyEvent move_of(const AnyGame& game, Seat seat, const Action& action) {
  std::map<Seat, Action> moves;
  for (const Seat active : game.active()) moves[active] = game.legal(active).front().action;
  moves[seat] = action;
  return moved(moves);
}

bool is_legal(const std::vector<Choice>& choices, const Action& action) {
  return std::ranges::any_of(choices, [&](const Choice& choice) {
    if (!choice.range) return choice.action == action;
    const Json json = json_or_null(action.text);
    const auto [min, max, step] = *choice.range;
    const auto member = JsonReader(json).only_member();
    const auto number = member ? member->second.number(min, max) : std::nullopt;
    return number && (*number - min) % step == 0 && with_number(choice, *number) == action;
  });
}

Result<> check_legal(const AnyGame& game) {
  const auto active = game.active();
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const auto choices = game.legal(Seat(i));
    const bool is_active = std::ranges::count(active, Seat(i)) == 1;
    FD_TRY(law(choices.empty() != is_active, "exactly the seats that are asked have moves"));
    Json before;
    for (const Choice& choice : choices) {
      const Json json = json_or_null(choice.action.text);
      FD_TRY(law(before.is_null() || before < json, "moves are sorted and stand once"));
      before = json;
      std::vector<Action> actions{choice.action};
      if (choice.range) {
        FD_TRY(law(with_number(choice, choice.range->min) == choice.action,
                   "a move with a range stands with its least number", choice.action.text));
        actions.push_back(with_number(choice, choice.range->max));
      }
      for (const Action& action : actions)
        FD_TRY(law(game.after(move_of(game, Seat(i), action)).has_value(),
                   "a legal move is accepted", action.text));
    }
  }
  return {};
}

/// Returns what a seat alone knows, as its person lets the game answer by it.
Known answering(const Dealer& dealer, Seat seat) {
  Known known = dealer.known(seat);
  known.answers = true;
  return known;
}

/// Checks that a person can type a random one of the moves, by its label and by its number in the
/// list.
Result<> check_typed(const AnyGame& game, const Dealer& dealer, Rng& rng) {
  for (const Seat seat : game.active()) {
    const auto choices = game.choices(seat, answering(dealer, seat));
    const std::size_t i = random_index(rng, choices.size());
    const Choice& choice = choices[i];
    FD_TRY(law(read_choice(choice.label, choices) == choice.action,
               "a move can be typed by its label", choice.label));
    if (choice.range && choice.range->min != choice.range->max) continue;
    FD_TRY(law(read_choice(choice_number(choices, i), choices) == choice.action,
               "a move can be typed by its number", choice.label));
  }
  return {};
}

/// Checks that the move which the game calls careful is legal, and that it is fair where the seat's
/// view lists the cards that are. The game is asked as a program asks it: with the public state and
/// what this seat alone knows.
Result<> check_careful(const AnyGame& game, const Dealer& dealer) {
  for (const Seat seat : game.active()) {
    const Known known = answering(dealer, seat);
    const auto action = game.model().careful(seat, known);
    if (!action) continue;
    FD_TRY(law(allows(game, seat, *action), "a careful move is legal", action->text));
    const Json view = game.view(seat, known), move = json_or_null(action->text);
    const auto fair = JsonReader(view).member("fair").numbers();
    const auto slot = JsonReader(move).number();
    if (!fair || fair->empty() || !slot) continue;
    FD_TRY(law(std::ranges::count(*fair, *slot) == 1, "a careful move is fair by the seat's cards",
               action->text));
  }
  return {};
}

/// Notes what the game needs to declare for this value.
void note_used(const AnyGame& game, const Dealer& dealer, Secrecy& used) {
  for (const Want& want : game.wants()) used.add(secrets_of(want));
  for (std::uint32_t i = 0; i < game.seats(); ++i) used.done = used.done || game.done(Seat(i));
  if (used.answers || !secrets_of(game.info()).answers) return;
  for (const Seat seat : game.active()) {
    const Known known = answering(dealer, seat);
    Known unheard = game.is_script() ? known : Known();  // the program itself names cards by it
    unheard.answers = false;
    if (game.obvious(seat, known) != game.obvious(seat, {}) ||
        game.choices(seat, known) != game.choices(seat, unheard))
      used.answers = true;
  }
}

/// Returns texts that differ little from those of legal moves, and some that are nothing like
/// moves.
std::vector<Action> odd_actions(const std::vector<Choice>& choices, Rng& rng) {
  std::vector<Action> actions{{""},     {"null"}, {"{}"},  {"[]"},
                              {"\"\""}, {"-1"},   {"1e9"}, {"{\"bet\":-5}"}};
  for (const Choice& choice : choices) {
    const std::string& legal = choice.action.text;
    actions.push_back({legal + " "});
    actions.push_back({legal.substr(0, legal.size() - 1)});
    std::string changed = legal;
    changed[random_index(rng, changed.size())] = static_cast<char>(' ' + rng.below(95));
    actions.push_back({changed});
    if (!choice.range) continue;
    for (const auto number : {choice.range->min - 1, choice.range->max + 1, INT64_MAX, INT64_MIN})
      actions.push_back(with_number(choice, number));
  }
  return actions;
}

Result<> check_odd_moves(const AnyGame& game, Rng& rng) {
  const auto active = game.active();
  for (const Seat seat : active) {
    const auto choices = game.legal(seat);
    for (const Action& action : odd_actions(choices, rng))
      FD_TRY(law(game.after(move_of(game, seat, action)).has_value() == is_legal(choices, action),
                 "exactly the legal moves are accepted", action.text));
    for (std::uint32_t i = 0; i <= game.seats(); ++i)
      if (active != std::vector{Seat(i)})
        FD_TRY(law(!game.after(Moved<Action>{Seat(i), choices.front().action}),
                   "the moves of seats that are not asked are refused"));
  }
  return {};
}

// --- events ---

/// Returns an event of each kind, in a form in which it might be wanted.
std::vector<AnyEvent> events_of_each_kind() {
  return {Moved<Action>{Seat(0), {"0"}},
          MovedTogether<Action>{},
          Shuffled{{CardSlot(0)}},
          Dealt{CardSlot(0), Seat(0)},
          Shown{CardSlot(0), Face(0)},
          Rolled{{1}},
          RolledFor{Seat(0)},
          DiceShown{Seat(0), {1}},
          Absent{Seat(0)}};
}

/// Returns events that differ from `right` in something, so that they are wrong.
std::vector<AnyEvent> wrong_versions(const AnyEvent& right) {
  return std::visit(
      Overloaded{
          [](const Shuffled& e) -> std::vector<AnyEvent> {
            auto fewer = e;
            fewer.slots.pop_back();
            return {fewer};
          },
          [](const Dealt& e) -> std::vector<AnyEvent> {
            const SeatSet more = e.also | SeatSet::of({e.to.next()});
            return {Dealt{e.slot.next(), e.to, e.also}, Dealt{e.slot, e.to.next(), e.also},
                    Dealt{e.slot, e.to, e.also == more ? SeatSet() : more}};
          },
          [](const Shown& e) -> std::vector<AnyEvent> {
            return {Shown{e.slot.next(), e.face}, Shown{e.slot, Face(1'000'000)}};
          },
          [](const Rolled& e) -> std::vector<AnyEvent> {
            auto more = e;
            more.values.push_back(1);
            auto other = e;
            other.values.front() = INT64_MIN;
            return {more, other};
          },
          [](const RolledFor& e) -> std::vector<AnyEvent> { return {RolledFor{e.seat.next()}}; },
          [](const DiceShown& e) -> std::vector<AnyEvent> {
            return {DiceShown{e.seat.next(), e.values}};
          },
          [](const auto&) { return std::vector<AnyEvent>(); }},
      right);
}

Result<> check_odd_events(const AnyGame& game, const AnyEvent& right) {
  auto odd = wrong_versions(right);
  const bool absence_is_right = !game.active().empty();
  for (const AnyEvent& event : events_of_each_kind())
    if (event.index() != right.index() &&
        !(absence_is_right && std::holds_alternative<Absent>(event)))
      odd.push_back(event);
  for (const AnyEvent& event : odd)
    FD_TRY(law(!game.after(event), "an event that cannot happen here is refused", text_of(event)));
  return law(!game.after(Absent{Seat(static_cast<std::uint32_t>(game.seats()))}),
             "who is not at the table cannot be absent");
}

// --- what is written and what is seen ---

/// Returns an event that answers what is wanted, without a dealer who knows the cards; none if no
/// card can be shown.
std::optional<AnyEvent> any_answer(const AnyGame& game, Rng& rng) {
  const auto wants = game.wants();
  if (const auto* shuffle = std::get_if<WantShuffle>(&wants.front()))
    return Shuffled{shuffle->slots};
  if (const auto* deal = std::get_if<WantDeal>(&wants.front()))
    return Dealt{deal->slot, deal->to, deal->also};
  if (const auto* show = std::get_if<WantShow>(&wants.front())) {
    const auto first = static_cast<std::uint32_t>(rng.below(64));
    for (std::uint32_t i = 0; i < 64; ++i)
      if (const Shown shown{show->slot, Face((first + i) % 64)}; game.after(shown)) return shown;
    return {};
  }
  if (const auto* show = std::get_if<WantShowDice>(&wants.front())) {
    for (std::size_t dice = 1; dice <= 16; ++dice)
      if (DiceShown shown{show->seat, std::vector<std::int64_t>(dice, 1)}; game.after(shown))
        return shown;
    return {};
  }
  Dealer dealer(rng.u64());
  return next_event(game, dealer, rng);
}

/// Checks that what was loaded can be played on, for up to 100 events.
Result<> check_goes_on(AnyGame game, Rng& rng) {
  const std::string loaded = text(game.json());
  for (int i = 0; !game.over() && i < 100; ++i) {
    const auto event = any_answer(game, rng);
    if (!event) return {};
    auto next = game.after(*event);
    FD_TRY(law(next.has_value(), "what was loaded can be played on", loaded));
    game = *std::move(next);
  }
  return {};
}

/// Damages one value in the state. If the state still loads, checks that it can be played on.
Result<> check_damaged(const Module& module, const AnyGame& game, Rng& rng) {
  if (!module.loads) return {};
  Json state = game.json();
  const Json places = state.flatten();  // all values, by their JSON pointers
  auto place = places.begin();
  std::advance(place, random_index(rng, places.size()));
  const Json values[] = {nullptr, -1, 0, 1, 7, INT64_MAX, "", "x", true, false, Json::array()};
  const Json& put = values[random_index(rng, std::size(values))];
  state.at(Json::json_pointer(place.key())) = put;
  const auto damaged = module.load(game.params(), game.seats(), state);
  if (!damaged) return {};
  auto checked = check_absences(*damaged, rng);
  if (checked) checked = check_goes_on(*damaged, rng);
  if (!checked)
    checked.error().about += " (loaded with " + place.key() + " = " + text(put) + " in place of " +
                             text(place.value()) + ")";
  return checked;
}

/// The scene of each view that was seen in a match, by the hashes of their texts.
using SeenScenes = std::map<std::pair<Observer, std::size_t>, std::size_t>;

std::string differing_scene(const Observer& observer) {
  return "the scene of " +
         (observer ? "seat " + std::to_string(observer->value + 1) : std::string("everybody")) +
         " differs where its view does not";
}

/// Checks the scene of one observer: a page can draw it, it shows no card that the observer has not
/// seen, and it is the one that an equal view had before.
Result<> check_scene(const AnyGame& game, const Observer& observer, const Known& known,
                     const std::set<CardSlot>& open, SeenScenes& seen) {
  const Json scene = game.scene(observer, known);
  if (scene.is_null()) return {};
  const std::string problem = scene_problem(scene, game.seats());
  FD_TRY(law(problem.empty(), "a page can draw the scene", problem));
  const std::string hidden = hidden_face_problem(scene, observer, [&](CardSlot slot) {
    return open.contains(slot) || known.faces.contains(slot);
  });
  FD_TRY(law(hidden.empty(), "a scene shows no hidden face", hidden));
  const std::hash<std::string> hash;
  const auto [place, is_new] =
      seen.try_emplace({observer, hash(text(game.view(observer, known)))}, hash(text(scene)));
  return law(is_new || place->second == hash(text(scene)), "equal views give equal scenes",
             differing_scene(observer));
}

Result<> check_scenes(const AnyGame& game, const Dealer& dealer, const std::set<CardSlot>& open,
                      SeenScenes& seen) {
  FD_TRY(check_scene(game, {}, {}, open, seen));
  for (const Seat seat : SeatSet::first(game.seats()).list())
    FD_TRY(check_scene(game, seat, dealer.known(seat), open, seen));
  return {};
}

/// Checks the views of all seats and the public. `open` has the slots whose cards everybody has
/// seen.
Result<> check_views(const AnyGame& game, const Dealer& dealer, std::set<CardSlot> open) {
  const auto wants = game.wants();
  if (const auto* shuffle = wants.empty() ? nullptr : std::get_if<WantShuffle>(&wants.front()))
    open.insert(shuffle->slots.begin(), shuffle->slots.end());  // no longer any seat's own cards
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const Known& known = dealer.known(Seat(i));
    FD_TRY(
        law(game.view({}, known) == game.view({}, {}) && game.draw({}, known) == game.draw({}, {}),
            "the public view has nobody's hidden faces"));
    if (!known.dice.empty()) {
      Known other = known;
      other.dice.front() = other.dice.front() == 1 ? 2 : 1;
      FD_TRY(law(game.view(Seat(i), other) != game.view(Seat(i), known),
                 "a seat sees the dice that it alone has seen"));
    }
    bool compared = false;
    for (const auto& [slot, face] : known.faces) {
      if (open.contains(slot)) continue;
      Known other = known;
      other.faces[slot] = Face(face == Face(0) ? 1 : 0);
      FD_TRY(law(game.view(Seat(i), other) != game.view(Seat(i), known),
                 "a seat sees its own hidden faces", "slot " + std::to_string(slot.value)));
      const Seat rival(static_cast<std::uint32_t>((i + 1) % game.seats()));
      if (dealer.known(rival).faces.contains(slot)) continue;
      FD_TRY(law(game.view(rival, {{{slot, face}}, {}}) == game.view(rival, {}),
                 "a seat's view has no hidden faces of others",
                 "slot " + std::to_string(slot.value)));
      if (std::exchange(compared, true)) continue;  // one of the slots: a scene takes a script long
      FD_TRY(law(game.scene(rival, {{{slot, face}}, {}}) == game.scene(rival, {}),
                 "equal views give equal scenes", differing_scene(rival)));
    }
  }
  return {};
}

/// Plays the same match with two deals. Checks that nothing differs until a card or die is shown.
Result<> check_no_trace(const AnyGame& start, std::uint64_t seed) {
  AnyGame a = start, b = start;
  Dealer dealer_a(seed), dealer_b(seed + 1);
  SeededRng rng_a(seed), rng_b(seed);
  while (!a.over()) {
    const AnyEvent event_a = next_event(a, dealer_a, rng_a);
    const AnyEvent event_b = next_event(b, dealer_b, rng_b);
    const bool moves = !a.active().empty();
    if (event_a != event_b) return law(!moves, "hidden cards leave no trace in the moves");
    FD_TRY(a, a.after(event_a));
    FD_TRY(b, b.after(event_b));
    FD_TRY(law(text(a.json()) == text(b.json()), "hidden cards leave no trace in the state"));
  }
  return {};
}

/// Checks that the same history gives the same value once more.
Result<> check_history(AnyGame first, const std::vector<AnyEvent>& events, const AnyGame& last) {
  for (const AnyEvent& event : events) {
    FD_TRY(first, first.after(event));
  }
  return law(first == last && text(first.json()) == text(last.json()),
             "the same history gives an equal value");
}

/// Checks that a value and the same value as it is loaded have equal successors.
Result<> check_follows(const Module& module, const AnyGame& game, const AnyEvent& event,
                       const AnyGame& after) {
  if (!module.loads) return {};
  FD_TRY(const AnyGame loaded, module.load(game.params(), game.seats(), game.json()));
  return law(loaded.after(event) == after, "what follows from a loaded value is equal");
}

/// Checks what the game itself says always holds, and that what it shows and suggests can be had by
/// everybody who knows what he or she may know.
Result<> check_own_laws(const AnyGame& game, const Dealer& dealer) {
  (void)game.broken_law();  // other checks asked for views with less than that
  (void)game.draw({}, {});
  (void)game.view({}, {});
  (void)game.scene({}, {});
  for (const Seat seat : SeatSet::first(game.seats()).list()) {
    (void)game.draw(seat, dealer.known(seat));
    (void)game.view(seat, dealer.known(seat));
    (void)game.scene(seat, dealer.known(seat));
  }
  for (const Seat seat : game.active()) (void)game.suggested(seat, dealer.known(seat));
  const std::string broken = game.broken_law();
  FD_TRY(law(broken.empty(), "the game's own laws hold", broken));
  const std::string hint = hint_text_problem(game.info().hint);
  return law(hint.empty(), "a page can use the hint", hint);
}

/// Checks that cards that were wanted one after another are still wanted in this order: a table
/// deals and shows them in one step.
Result<> check_in_order(const std::vector<Want>& wants, const AnyGame& after) {
  const auto is_card = [](const Want& want) {
    return std::holds_alternative<WantDeal>(want) || std::holds_alternative<WantShow>(want);
  };
  if (wants.size() < 2 || !is_card(wants[0]) || !is_card(wants[1])) return {};
  const auto next = after.wants();
  return law(!next.empty() && next.front() == wants[1],
             "cards that are wanted one after another come in this order");
}

Result<> check_match(const Module& module, AnyGame game, std::uint64_t seed, LawReport& report) {
  Dealer dealer(seed);
  SeededRng rng(seed);
  SeededRng damage(seed + 1);  // of its own, so that the damage does not change the match
  std::set<CardSlot> open;
  SeenScenes scenes;
  Lying lying(game.seats());
  const AnyGame first = game;
  std::vector<AnyEvent> events;
  for (; report.values < kLawEventsMax; ++report.values) {
    FD_TRY(check_result(game));
    FD_TRY(check_own_laws(game, dealer));
    FD_TRY(check_granted(game, lying));
    note_used(game, dealer, report.used);
    FD_TRY(check_absences(game, damage));
    FD_TRY(check_legal(game));
    FD_TRY(check_json(module, game));
    FD_TRY(check_views(game, dealer, open));
    FD_TRY(check_scenes(game, dealer, open, scenes));
    FD_TRY(check_damaged(module, game, damage));
    if (game.over()) return check_history(first, events, game);

    const AnyEvent event = next_event(game, dealer, rng);
    FD_TRY(check_typed(game, dealer, damage));
    FD_TRY(check_careful(game, dealer));
    FD_TRY(check_odd_moves(game, damage));
    FD_TRY(check_odd_events(game, event));
    FD_TRY(AnyGame next, game.after(event));
    FD_TRY(check_follows(module, game, event, next));
    FD_TRY(check_in_order(game.wants(), next));
    lying.hear(game.wants(), event);
    game = std::move(next);
    events.push_back(event);
    report.after = text_of(event);
    if (const auto* shown = std::get_if<Shown>(&event)) open.insert(shown->slot);
    if (const auto* shuffled = std::get_if<Shuffled>(&event))
      for (const CardSlot slot : shuffled->slots) open.erase(slot);
  }
  return law(false, "a match ends");
}

Result<> check_all(const Module& module, const Json& params, std::size_t seats, std::uint64_t seed,
                   LawReport& report) {
  FD_TRY(const Json complete, complete_params(module.info(), params));
  FD_TRY(const AnyGame start, module.start(complete, seats));
  FD_TRY(check_match(module, start, seed, report));
  FD_TRY(check_silences(module, start, seed));
  FD_TRY(check_profit(start, seed));
  FD_TRY(check_missed_moves(start, seed));
  return check_no_trace(start, seed);
}

}  // namespace

LawReport check_laws(const Module& module, const Json& params, std::size_t seats,
                     std::uint64_t seed) {
  LawReport report;
  const auto checked = check_all(module, params, seats, seed, report);
  if (!checked)
    report.broken = "value " + std::to_string(report.values) +
                    (report.after.empty() ? "" : ", after " + report.after) + ": " +
                    checked.error().about;
  return report;
}

std::optional<std::string> check_loaded(const Module& module, const AnyGame& game,
                                        std::uint64_t seed) {
  SeededRng rng(seed);
  const auto written = check_json(module, game);
  const auto goes_on = written ? check_goes_on(game, rng) : written;
  return goes_on ? std::nullopt : std::optional(goes_on.error().about);
}

}  // namespace fairdeal::rules
