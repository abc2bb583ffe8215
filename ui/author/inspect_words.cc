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

words::Said::Value named(const auto& seats, const words::Names& names) {
  std::vector<std::string> who;
  for (const Seat seat : seats) who.push_back(names[seat]);
  return words::names(who);
}

words::Said::Value dice_said(const std::vector<rules::Die>& dice) {
  const auto n = static_cast<std::int64_t>(dice.size());
  return words::sentence(n == 1 ? words::said("one_die")
                                : words::said("several_dice", {{"n", words::count(n)}}));
}

words::Said shuffle_said(const rules::WantShuffle& want, const words::Names& names) {
  const auto n = words::count(static_cast<std::int64_t>(want.slots.size()));
  std::string listed;
  for (const CardSlot slot : want.slots) listed += " " + std::to_string(slot.value);
  const auto where =
      words::sentence(want.slots.size() <= kListedMax
                          ? words::said("slots_listed", {{"n", n}, {"listed", words::text(listed)}})
                          : words::said("slots_counted", {{"n", n}}));
  const words::Said what = want.faces.empty() ? words::said("want_shuffle", {{"where", where}})
                                              : words::said("want_deck", {{"where", where}});
  if (want.by.empty()) return what;
  return words::said("want_by",
                     {{"what", words::sentence(what)}, {"who", named(want.by.list(), names)}});
}

/// Says one edit as a line: "/cards/0 = 12".
words::Said edit_said(const words::Json& edit) {
  std::string path;
  for (const words::Json& key : edit[0])
    path += "/" + rules::JsonReader(key).text().value_or(key.dump());
  if (edit.size() == 1)
    return path.empty() ? words::said("all_is_gone")
                        : words::said("is_gone", {{"path", words::text(path)}});
  const std::string is = (edit.size() == 3 ? " + " : " = ") + edit[1].dump();
  return path.empty() ? words::said("all_is", {{"value", words::text(is)}})
                      : words::plain(path + is);
}

std::string edits_words(const std::string& who, const words::Json& edits, const char* nothing) {
  std::string text = who + ":";
  for (const words::Said& line : edits_lines(edits)) text += "\n  " + line.text();
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

words::Said want_said(const rules::Want& want, const words::Names& names) {
  const auto slot_of = [](CardSlot slot) { return words::text(std::to_string(slot.value)); };
  return std::visit(
      Overloaded{[&](const rules::WantMove& w) {
                   const auto who = named(w.seats, names);
                   return w.seats.size() == 1 ? words::said("want_move", {{"who", who}})
                                              : words::said("want_moves", {{"who", who}});
                 },
                 [&](const rules::WantShuffle& w) { return shuffle_said(w, names); },
                 [&](const rules::WantDeal& w) {
                   std::vector<Seat> seats = w.also.list();
                   seats.insert(seats.begin(), w.to);
                   return words::said("want_deal",
                                      {{"slot", slot_of(w.slot)}, {"who", named(seats, names)}});
                 },
                 [&](const rules::WantShow& w) {
                   return words::said("want_show", {{"slot", slot_of(w.slot)}});
                 },
                 [](const rules::WantRoll& w) {
                   return words::said("want_roll", {{"dice", dice_said(w.dice)}});
                 },
                 [&](const rules::WantRollFor& w) {
                   return words::said("want_roll_for", {{"dice", dice_said(w.dice)},
                                                        {"who", words::name(names[w.seat])}});
                 },
                 [&](const rules::WantShowDice& w) {
                   return words::said("want_show_dice", {{"who", words::name(names[w.seat])}});
                 }},
      want);
}

std::string want_words(const rules::Want& want, const words::Names& names) {
  return want_said(want, names).text();
}

std::vector<words::Said> edits_lines(const words::Json& edits) {
  std::vector<words::Said> lines;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    // An item of a list that is another one now is taken out and put in.
    const bool other = edits[i].size() == 1 && i + 1 < edits.size() && edits[i + 1].size() == 3 &&
                       edits[i][0] == edits[i + 1][0];
    if (other) ++i;
    lines.push_back(edit_said(other ? words::Json::array({edits[i][0], edits[i][1]}) : edits[i]));
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
          {"text", words::texts_of(match.step().said)},
          {"wants", wants},
          {"active", active},
          {"result", result ? words::Json(*result) : words::Json()}};
}

std::string place_words(const InspectedMatch& match) {
  const rules::AnyGame& game = match.game();
  std::string text =
      "Ply " + std::to_string(match.at()) + " of " + std::to_string(match.last()) + ":";
  for (const words::Said& line : match.step().said) text += " " + line.text();
  text += "\n" + game.draw({}, {}, match.names().all());
  if (!text.ends_with('\n')) text += "\n";
  const auto wants = game.wants();
  if (wants.empty()) return text + "Over: " + words::describe_result(*game.result(), match.names());
  return text + "Wanted: " + want_words(wants.front(), match.names()) +
         (wants.size() > 1 ? " (and " + std::to_string(wants.size() - 1) + " more: wants)" : "");
}

}  // namespace fairdeal::author
