#include "rules/law.h"

#include <atomic>
#include <numeric>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/laws.h"
#include "rules/players/player.h"

namespace fairdeal::rules {

namespace {

std::atomic<std::uint64_t> laws_so_far{0};

std::string listed(const std::vector<std::int64_t>& values) {
  std::string words;
  for (const auto value : values) words += (words.empty() ? "" : ", ") + std::to_string(value);
  return words;
}

std::string seat_words(Seat seat) { return "seat " + std::to_string(seat.value + 1); }
std::string slot_words(CardSlot slot) { return "slot " + std::to_string(slot.value); }

}  // namespace

std::uint64_t laws_checked() { return laws_so_far; }

std::string text_of(const AnyEvent& event) {
  return std::visit(
      Overloaded{
          [](const Moved<Action>& e) { return seat_words(e.seat) + " moved " + e.move.text; },
          [](const MovedTogether<Action>& e) {
            std::string words;
            for (const auto& [seat, move] : e.moves)
              words += (words.empty() ? "" : ", ") + seat_words(seat) + " moved " + move.text;
            return words;
          },
          [](const Shuffled& e) { return std::to_string(e.slots.size()) + " cards were shuffled"; },
          [](const Dealt& e) {
            std::string words = slot_words(e.slot) + " was dealt to " + seat_words(e.to);
            for (const Seat seat : e.also.list()) words += " and " + seat_words(seat);
            return words;
          },
          [](const Shown& e) {
            return slot_words(e.slot) + " was shown, face " + std::to_string(e.face.value);
          },
          [](const Rolled& e) { return "dice showed " + listed(e.values); },
          [](const RolledFor& e) { return seat_words(e.seat) + " rolled unseen"; },
          [](const DiceShown& e) {
            return seat_words(e.seat) + " showed dice " + listed(e.values);
          },
          [](const Absent& e) { return seat_words(e.seat) + " was absent"; },
          [](const Out& e) { return seat_words(e.seat) + " was out"; },
          [](const Resigned& e) { return seat_words(e.seat) + " resigned"; },
          [](const AlarmRang&) { return std::string("the alarm rang"); },
          [](const Void& e) {
            std::string words = "void by";
            for (const Seat seat : e.by.list()) words += " " + seat_words(seat);
            return words;
          }},
      event);
}

Result<> law(bool holds, const char* words, const std::string& what) {
  ++laws_so_far;
  if (holds) return {};
  return fail(Fault::state_differs, what.empty() ? words : words + (": " + what));
}

AnyEvent next_event(const AnyGame& game, Dealer& dealer, Rng& rng) {
  const auto seats = game.active();
  if (seats.empty()) return event_of<Action>(dealer.answer(game.wants().front()));
  std::map<Seat, Action> moves;
  for (const Seat seat : seats) moves[seat] = random_move(game, seat, dealer.known(seat), rng);
  return moved(moves);
}

namespace {

Result<> check_payoff(const AnyGame& game, const Payoff& payoff) {
  const Range bounds = game.bounds();
  FD_TRY(law(payoff.size() == game.seats(), "a result has a number for each seat"));
  for (const auto number : payoff)
    FD_TRY(law(number >= bounds.min && number <= bounds.max, "a result is within bounds"));
  const auto sum = std::accumulate(payoff.begin(), payoff.end(), std::int64_t{0});
  return law(!game.info().zero_sum || sum == 0, "the results sum to zero");
}

}  // namespace

Result<> check_result(const AnyGame& game) {
  const auto result = game.result();
  FD_TRY(law(result.has_value() == game.wants().empty(),
             "there is a result exactly when nothing is wanted"));
  const auto scores = game.scores();
  FD_TRY(law(!scores || scores->size() == game.seats(), "scores have a number for each seat"));
  return result ? check_payoff(game, *result) : Result<>();
}

Result<> check_granted(const AnyGame& game, const Lying& lying) {
  const auto wants = game.wants();
  for (const Want& want : wants) {
    const auto said = declared(game.info(), want);
    FD_TRY(law(said.has_value(), "a game says what it asks for", said ? "" : said.error().about));
  }
  const auto grants = wants.empty() ? Result<>() : granted(lying, wants.front());
  return law(grants.has_value(), "a table can do what is wanted",
             grants ? "" : grants.error().about);
}

Result<> check_json(const Module& module, const AnyGame& game) {
  const std::string written = text(game.json());
  FD_TRY(const Json read, parse_json(written, 1 << 20));
  if (!module.loads) return {};
  const auto loaded = module.load(game.params(), game.seats(), read);
  FD_TRY(law(loaded.has_value(), "the JSON form loads", written));
  return law(*loaded == game && text(loaded->json()) == written,
             "the JSON form loads to an equal value", written);
}

}  // namespace fairdeal::rules
