#include "ui/match/frames.h"

#include <algorithm>
#include <sstream>

#include "base/overloaded.h"
#include "rules/card.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/words/entry_words.h"

namespace fairdeal::match {
namespace {

using rules::Json;

/// Says what a step asks of whom, for a record that changes nothing in the game: "Shuffle: Ann".
words::Said step_words(const state::Table& table, const words::Names& names) {
  std::vector<words::Said> who;
  for (const consensus::EntrySlot& slot : table.slots())
    who.push_back(words::said("person", {{"who", words::name(names[slot.seat])}}));
  if (who.empty()) return {};
  return words::entry_words(table.slots().front().kind, {{"who", words::list(who)}}).record;
}

std::int64_t number_of(const Json& state, const char* name, std::int64_t otherwise) {
  const auto found = state.find(name);
  return found != state.end() && found->is_number_integer() ? found->get<std::int64_t>()
                                                            : otherwise;
}

std::string text_of(const Json& state, const char* name) {
  const auto found = state.find(name);
  return found != state.end() && found->is_string() ? found->get<std::string>() : "";
}

Json numbers_of(const auto& ids) {
  Json numbers = Json::array();
  for (const auto id : ids) numbers.push_back(id.value);
  return numbers;
}

/// Returns what the game wants first, if it is of this kind.
template <class Want>
const Want* wanted(const std::vector<rules::Want>& wants) {
  return wants.empty() ? nullptr : std::get_if<Want>(&wants.front());
}

/// Returns whether these dice can show these values.
bool fits(const std::vector<std::int64_t>& values, const std::vector<rules::Die>& dice) {
  return std::ranges::equal(values, dice, [](std::int64_t value, const rules::Die& die) {
    return std::ranges::find(die.values, value) != die.values.end();
  });
}

Json move_of(const rules::Action& action) { return rules::json_or_null(action.text); }

/// Adds a sentence. If it has several lines, each is one in the game's own words.
void add_said(Frame& frame, const words::Said& said) {
  std::istringstream lines(said.text());
  const bool one = said.text().find('\n') == std::string::npos;
  for (std::string line; std::getline(lines, line);) {
    frame.said.push_back(one ? said.json()
                             : words::said("game_says", {{"words", words::game(line)}}).json());
    frame.lines.push_back(std::move(line));
  }
}

}  // namespace

Frames::Frames(const std::filesystem::path& transcript, Keep keep)
    : keep_(keep), own_cards_(OwnCards::beside(transcript)) {}

void Frames::on(const audit::Audited& audited) {
  const state::Table& table = audited.table;
  Frame frame{.record = {},
              .hand = 0,
              .street = "",
              .part = {},
              .events = {},
              .lines = {},
              .said = {},
              .game = table.game(),
              .own = {},
              .absent = {},
              .head = table.head().hex().substr(0, 16)};
  if (list_.empty()) {
    names_ = words::Names::of(table.charter());
    table_ = table.id().hex();
    owners_ = SeatSet::first(table.seats());
    add_said(frame, words::said("table_opens", {{"game", words::text(frame.game.info().name)}}));
  } else {
    frame.record = table.step().value - 1;
    frame.events = table.events();
    rules::AnyGame before = list_.back().game;
    frame.part = words::heading_of(before).title;
    for (const auto& event : frame.events) {
      const rules::AnyGame after = before.after(event).value();
      for (const words::Said& said : words::described(event, before, after, names_, dealt_))
        add_said(frame, said);
      dealt_.note(event);
      learn(event, before, table);
      before = after;
    }
    if (std::ranges::any_of(frame.events, [](const auto& event) {
          return std::holds_alternative<rules::DiceShown>(event);
        }))
      known_.dice.clear();
    learn_dice(table.step());
    for (const proto::Answer& answer : audited.decided->record)
      if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer))
        frame.absent.insert(absent->seat);
  }
  const words::Json state = frame.game.json();
  frame.hand = number_of(state, "hand", deals_);
  frame.street = text_of(state, "street");
  frame.own = known_;
  if (frame.lines.empty() && !asked_.empty()) add_said(frame, asked_);
  asked_ = step_words(table, names_);
  if (keep_ == Keep::last) list_.clear();
  list_.push_back(std::move(frame));
}

void Frames::learn(const rules::AnyEvent& event, const rules::AnyGame& before,
                   const state::Table& table) {
  std::visit(Overloaded{[&](const rules::Shuffled& e) {
                          for (const CardSlot slot : e.slots) known_.faces.erase(slot);
                          const auto wants = before.wants();
                          const auto* shuffle = wanted<rules::WantShuffle>(wants);
                          // Cards that are passed on are shuffled, too: that is no new deck.
                          if (shuffle == nullptr || shuffle->faces.empty()) return;
                          ++deals_;
                          deck_ = {shuffle->faces.begin(), shuffle->faces.end()};
                        },
                        [&](const rules::Dealt& e) {
                          if (!table.state().deal) return;
                          const auto face = own_cards_.face(table.state().deal->number, e.slot);
                          if (!face || !deck_.contains(*face)) return;
                          known_.faces[e.slot] = *face;
                          given_[{table.state().deal->number, e.slot}].insert(e.to);
                          for (const Seat seat : e.also.list())
                            given_[{table.state().deal->number, e.slot}].insert(seat);
                          learnt_ = true;
                        },
                        [&](const rules::Shown& e) { known_.faces.erase(e.slot); },
                        [&](const rules::RolledFor& e) {
                          if (owner() == e.seat) known_.dice.clear();
                          const auto wants = before.wants();
                          if (const auto* roll = wanted<rules::WantRollFor>(wants))
                            rolls_[e.seat] = roll->dice;
                        },
                        [&](const rules::DiceShown& e) {
                          if (!known_.dice.empty() && e.values != known_.dice)
                            owners_.erase(e.seat);
                        },
                        [](const auto&) {}},
             event);
}

/// Takes what the private file says of this step, if some seat that may be the owner can have
/// rolled it.
void Frames::learn_dice(Step step) {
  const auto dice = own_cards_.dice(step);
  if (!dice) return;
  SeatSet can;
  for (const auto& [seat, roll] : rolls_)
    if (owners_.has(seat) && fits(*dice, roll)) can.insert(seat);
  if (can.empty()) return;
  owners_ = can;
  known_.dice = *dice;
  learnt_ = true;
}

std::optional<Seat> Frames::owner() const {
  SeatSet may = owners_;
  for (const auto& [card, given] : given_) may = may & given;
  const auto seats = may.list();
  return learnt_ && seats.size() == 1 ? std::optional(seats.front()) : std::nullopt;
}

words::Json Frames::view(const Frame& frame, rules::Observer observer) const {
  return frame.game.view(observer, observer ? frame.own : rules::Known{});
}

std::string Frames::draw(const Frame& frame, rules::Observer observer) const {
  return frame.game.draw(observer, observer ? frame.own : rules::Known{}, names_.all());
}

words::Json as_json(const Frames& frames, const Frame& frame, rules::Observer observer) {
  return {{"record", frame.record ? words::Json(*frame.record) : words::Json(nullptr)},
          {"hand", frame.hand},
          {"street", frame.street},
          {"text", frame.lines},
          {"absent", numbers_of(frame.absent.list())},
          {"view", frames.view(frame, observer)},
          {"checked", true}};
}

words::Json event_json(const rules::AnyEvent& event) {
  return std::visit(
      Overloaded{
          [](const rules::Moved<rules::Action>& e) {
            return words::Json{{"moved", {{"seat", e.seat.value}, {"move", move_of(e.move)}}}};
          },
          [](const rules::MovedTogether<rules::Action>& e) {
            words::Json moves = words::Json::array();
            for (const auto& [seat, move] : e.moves)
              moves.push_back({{"seat", seat.value}, {"move", move_of(move)}});
            return words::Json{{"moved_together", moves}};
          },
          [](const rules::Shuffled& e) {
            return words::Json{{"shuffled", numbers_of(e.slots)}};
          },
          [](const rules::Dealt& e) {
            words::Json dealt{{"slot", e.slot.value}, {"to", e.to.value}};
            for (const Seat seat : e.also.list()) dealt["also"].push_back(seat.value);
            return words::Json{{"dealt", dealt}};
          },
          [](const rules::Shown& e) {
            return words::Json{{"shown", {{"slot", e.slot.value}, {"face", e.face.value}}}};
          },
          [](const rules::Rolled& e) {
            return words::Json{{"rolled", e.values}};
          },
          [](const rules::RolledFor& e) {
            return words::Json{{"rolled_for", {{"seat", e.seat.value}}}};
          },
          [](const rules::DiceShown& e) {
            return words::Json{{"dice_shown", {{"seat", e.seat.value}, {"values", e.values}}}};
          },
          [](const rules::Absent& e) {
            return words::Json{{"absent", {{"seat", e.seat.value}, {"opens", e.opens}}}};
          },
          [](const rules::Out& e) {
            words::Json out = {{"seat", e.seat.value}, {"left", e.left}, {"opens", e.opens}};
            if (e.owes) out["owes"] = true;
            return words::Json{{"out", std::move(out)}};
          },
          [](const rules::Resigned& e) {
            return words::Json{{"resigned", {{"seat", e.seat.value}}}};
          },
          [](const rules::AlarmRang&) {
            return words::Json{{"alarm", words::Json::object()}};
          },
          [](const rules::Void& e) {
            return words::Json{{"void", numbers_of(e.by.list())}};
          }},
      event);
}

}  // namespace fairdeal::match
