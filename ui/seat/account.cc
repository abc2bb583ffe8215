#include <algorithm>

#include "base/overloaded.h"
#include "ui/seat/hear.h"
#include "ui/words/entry_words.h"
#include "ui/words/fault_words.h"
#include "ui/words/printable.h"

/// The account for a page: the checks that this seat made, and the troubles.

namespace fairdeal::seat {
namespace {

constexpr std::size_t kStepsShown = 50;
constexpr std::size_t kTroublesShown = 20;

}  // namespace

std::string names_in(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

front::PageTrouble& add_trouble(Model& model, const Trouble& about) {
  auto& troubles = model.account.troubles;
  const std::string title = about.title.text(), text = about.text.text();
  words::Json said{{"title", about.title.json()}, {"text", about.text.json()}};
  if (!about.next.empty()) said["next"] = about.next.json();
  troubles.push_back({about.bad, title, text, about.next.text(), std::move(said)});
  if (troubles.size() > kTroublesShown) troubles.erase(troubles.begin());
  return troubles.back();
}

void trouble(Model& model, const Trouble& about, SeatEffects& out) {
  add_trouble(model, about);
  out.add(Line{.text = about.title.text() + ": " + about.text.text(),
               .kind = "trouble",
               .to = Line::To::page,
               .said = words::said("trouble", {{"title", words::sentence(about.title)},
                                               {"text", words::sentence(about.text)}})
                           .json()});
}

namespace {

void count_step(Model& model, const node::StepDecided& decided) {
  Model::Account& account = model.account;
  std::vector<std::string> by;
  for (const auto& [seat, kind] : account.arrived)
    if (std::ranges::find(decided.absent, seat) == decided.absent.end())
      by.push_back(model.name_of(seat));
  const words::Said what = account.arrived.empty()
                               ? words::Said()
                               : words::entry_words(account.arrived.begin()->second).step;
  auto& steps = account.checks.steps;
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(model.sight.now -
                                                                          model.clocks.step_began);
  words::Json said = what.json();
  if (!what.empty()) said["by"] = {{"names", by}};
  if (!what.empty())
    steps.push_back({.step = decided.step.value,
                     .what = what.text(),
                     .by = names_in(by),
                     .ms = took.count(),
                     .ok = decided.absent.empty(),
                     .said = std::move(said)});
  if (steps.size() > kStepsShown) steps.erase(steps.begin());
  for (const auto& event : decided.events)
    if (std::holds_alternative<rules::Shuffled>(event)) account.checks.proofs = 0;
  account.checks.head = model.table()->table->head().hex().substr(0, 16);
  account.arrived.clear();
  model.clocks.step_began = model.sight.now;
}

void count_entry(Model& model, const node::Arrived& entry) {
  Model::Account& account = model.account;
  if (entry.kind == proto::Kind::none) return;  // the seat says that it takes no part
  account.arrived[entry.seat] = entry.kind;
  if (entry.seat == model.table()->me || !proto::has_proof(entry.kind)) return;
  ++account.checks.proofs;
  ++account.checks.total;
}

}  // namespace

void note_shuffle(Model& model) {
  const TableSight& table = *model.table();
  auto& shuffle = model.account.shuffle;
  const auto parts = words::parts_of_shuffle(*table.table, table.passed);
  const bool is_another = shuffle && std::ranges::any_of(parts, [&](const auto& part) {
                            return !part.second && shuffle->took_ms.contains(part.first);
                          });
  if (parts.empty() || is_another) shuffle.reset();
  if (parts.empty()) return;
  if (!shuffle) shuffle.emplace().since = model.sight.now;
  for (const auto& [seat, done] : parts) {
    if (!done || shuffle->took_ms.contains(seat)) continue;
    const auto took = model.sight.now - std::exchange(shuffle->since, model.sight.now);
    shuffle->took_ms[seat] = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  }
}

void note_for_page(Model& model, const node::Notice& notice, SeatEffects& out) {
  note_shuffle(model);
  std::visit(
      Overloaded{[&](const node::Arrived& entry) { count_entry(model, entry); },
                 [&](const node::StepDecided& decided) { count_step(model, decided); },
                 [&](const node::Refused& refused) {
                   // A false answer convicts its author once it is decided, and
                   // MemberAccused tells that.
                   if (refused.error.culprit) return;
                   trouble(model,
                           {.title = words::said("refused_title"),
                            .text = words::said(
                                "message_refused",
                                {{"why", words::sentence(words::fault_said(refused.error.fault))}}),
                            .next = words::said("table_goes_on")},
                           out);
                 },
                 [&](const node::Forked& forked) {
                   trouble(model,
                           {.bad = true,
                            .title = words::said("forked_title"),
                            .text = words::describe_fork(forked, *model.people.names),
                            .next = words::said("keep_transcript")},
                           out);
                 },
                 [](const auto&) {}},
      notice);
}

}  // namespace fairdeal::seat
