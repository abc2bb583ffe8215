#include "ui/author/inspect_words.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/views.h"

namespace fairdeal::author {
namespace {

constexpr std::size_t kListedMax = 8;  ///< slots that are named one by one

words::Json ids_json(const auto& ids) {
  words::Json list = words::Json::array();
  for (const auto& id : ids) list.push_back(id.value);
  return list;
}

words::Json dice_json(const std::vector<rules::Die>& dice) {
  words::Json list = words::Json::array();
  for (const auto& die : dice)
    list.push_back({{"name", die.name}, {"values", die.values}, {"weights", die.weights}});
  return list;
}

std::string names_in(const auto& seats, const words::Names& names) {
  std::string text;
  for (const Seat seat : seats) text += (text.empty() ? "" : " and ") + names[seat];
  return text;
}

std::string dice_words(const std::vector<rules::Die>& dice) {
  return dice.size() == 1 ? "a die" : std::to_string(dice.size()) + " dice";
}

std::string shuffle_words(const rules::WantShuffle& want, const words::Names& names) {
  std::string text = want.faces.empty() ? "a shuffle of the cards in " : "a new deck in ";
  if (want.slots.size() <= kListedMax) {
    text += want.slots.size() == 1 ? "slot" : "slots";
    for (const CardSlot slot : want.slots) text += " " + std::to_string(slot.value);
  } else {
    text += std::to_string(want.slots.size()) + " slots";
  }
  return text + (want.by.empty() ? "" : ", by " + names_in(want.by.list(), names));
}

/// Writes one edit as a line: "/cards/0 = 12".
std::string edit_words(const words::Json& edit) {
  std::string path;
  for (const words::Json& key : edit[0])
    path += "/" + rules::JsonReader(key).text().value_or(key.dump());
  if (path.empty()) path = "all";
  if (edit.size() == 1) return path + " is gone";
  return path + (edit.size() == 3 ? " + " : " = ") + edit[1].dump();
}

std::string edits_words(const std::string& who, const words::Json& edits, const char* nothing) {
  std::string text = who + ":";
  for (const std::string& line : edits_lines(edits)) text += "\n  " + line;
  return text + (edits.empty() ? std::string(" ") + nothing : "") + "\n";
}

}  // namespace

words::Json want_json(const rules::Want& want) {
  return std::visit(
      Overloaded{[](const rules::WantMove& w) -> words::Json {
                   return {{"move", {{"seats", ids_json(w.seats)}}}};
                 },
                 [](const rules::WantShuffle& w) -> words::Json {
                   return {{"shuffle",
                            {{"slots", ids_json(w.slots)},
                             {"faces", ids_json(w.faces)},
                             {"by", ids_json(w.by.list())}}}};
                 },
                 [](const rules::WantDeal& w) -> words::Json {
                   return {{"deal", {{"slot", w.slot.value}, {"to", w.to.value}}}};
                 },
                 [](const rules::WantShow& w) -> words::Json {
                   return {{"show", {{"slot", w.slot.value}}}};
                 },
                 [](const rules::WantRoll& w) -> words::Json {
                   return {{"roll", {{"dice", dice_json(w.dice)}}}};
                 },
                 [](const rules::WantRollFor& w) -> words::Json {
                   return {{"roll_for", {{"seat", w.seat.value}, {"dice", dice_json(w.dice)}}}};
                 },
                 [](const rules::WantShowDice& w) -> words::Json {
                   return {{"show_dice", {{"seat", w.seat.value}}}};
                 }},
      want);
}

std::string want_words(const rules::Want& want, const words::Names& names) {
  return std::visit(
      Overloaded{[&](const rules::WantMove& w) {
                   return (w.seats.size() == 1 ? "a move of " : "moves at once of ") +
                          names_in(w.seats, names);
                 },
                 [&](const rules::WantShuffle& w) { return shuffle_words(w, names); },
                 [&](const rules::WantDeal& w) {
                   std::vector<Seat> seats = w.also.list();
                   seats.insert(seats.begin(), w.to);
                   return "the card of slot " + std::to_string(w.slot.value) + " for " +
                          names_in(seats, names) + " alone";
                 },
                 [](const rules::WantShow& w) {
                   return "the card of slot " + std::to_string(w.slot.value) + " for all";
                 },
                 [](const rules::WantRoll& w) { return "a roll of " + dice_words(w.dice); },
                 [&](const rules::WantRollFor& w) {
                   return "a roll of " + dice_words(w.dice) + " for " + names[w.seat] + " alone";
                 },
                 [&](const rules::WantShowDice& w) {
                   return "the roll of " + names[w.seat] + " for all";
                 }},
      want);
}

std::vector<std::string> edits_lines(const words::Json& edits) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    // An item of a list that is another one now is taken out and put in.
    const bool other = edits[i].size() == 1 && i + 1 < edits.size() && edits[i + 1].size() == 3 &&
                       edits[i][0] == edits[i + 1][0];
    if (other) ++i;
    lines.push_back(edit_words(other ? words::Json::array({edits[i][0], edits[i][1]}) : edits[i]));
  }
  return lines;
}

Revealed revealed_by(const InspectStep& before, const InspectStep& after) {
  const auto learnt = [&](rules::Observer observer, const rules::Known& had,
                          const rules::Known& has) {
    return rules::difference(before.game.view(observer, had), after.game.view(observer, has));
  };
  Revealed revealed{learnt({}, {}, {}), {}};
  for (const auto& [seat, has] : after.known) {
    const auto had = before.known.find(seat);
    words::Json own = words::Json::array();
    for (const words::Json& edit :
         learnt(seat, had == before.known.end() ? rules::Known() : had->second, has))
      if (std::ranges::find(revealed.everybody, edit) == revealed.everybody.end())
        own.push_back(edit);
    revealed.seats[seat] = std::move(own);
  }
  return revealed;
}

words::Json as_json(const Revealed& revealed) {
  words::Json seats = words::Json::array();
  for (const auto& [seat, edits] : revealed.seats)
    seats.push_back({{"seat", seat.value}, {"edits", edits}});
  return {{"everybody", revealed.everybody}, {"seats", seats}};
}

std::string revealed_words(const Revealed& revealed, const words::Names& names) {
  std::string text = edits_words("everybody", revealed.everybody, "nothing");
  for (const auto& [seat, edits] : revealed.seats)
    text += edits_words(names[seat] + " alone", edits, "nothing more");
  return text;
}

words::Json place_json(const InspectedMatch& match) {
  const rules::AnyGame& game = match.game();
  words::Json events = words::Json::array(), wants = words::Json::array(),
              active = words::Json::array();
  for (const auto& event : match.step().events) events.push_back(match::event_json(event));
  for (const auto& want : game.wants()) wants.push_back(want_json(want));
  for (const Seat seat : game.active()) active.push_back(seat.value);
  const auto result = game.result();
  return {{"v", 1},
          {"ply", match.at()},
          {"last", match.last()},
          {"events", events},
          {"text", match.step().words},
          {"wants", wants},
          {"active", active},
          {"result", result ? words::Json(*result) : words::Json()}};
}

std::string place_words(const InspectedMatch& match) {
  const rules::AnyGame& game = match.game();
  std::string text =
      "Ply " + std::to_string(match.at()) + " of " + std::to_string(match.last()) + ":";
  for (const std::string& line : match.step().words) text += " " + line;
  text += "\n" + game.draw({}, {}, match.names().all());
  if (!text.ends_with('\n')) text += "\n";
  const auto wants = game.wants();
  if (wants.empty()) return text + "Over: " + words::describe_result(*game.result(), match.names());
  return text + "Wanted: " + want_words(wants.front(), match.names()) +
         (wants.size() > 1 ? " (and " + std::to_string(wants.size() - 1) + " more: wants)" : "");
}

}  // namespace fairdeal::author
