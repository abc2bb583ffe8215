#include "base/overloaded.h"
#include "ui/seat/hear.h"
#include "ui/words/printable.h"

/// The account for a page: the checks that this seat made, and the troubles.

namespace fairdeal::seat {
namespace {

constexpr std::size_t kStepsShown = 50;
constexpr std::size_t kTroublesShown = 20;

/// Returns what a step of this kind of entries is about; "" for kinds that prove nothing.
const char* page_step_words(proto::Kind kind) {
  switch (kind) {
    case proto::Kind::key:
      return "keys of a new deal";
    case proto::Kind::shares:
      return "shares for recovery";
    case proto::Kind::shuffle:
      return "shuffle";
    case proto::Kind::decrypt:
      return "cards opened";
    case proto::Kind::coin:
      return "dice rolled";
    case proto::Kind::commit:  // to a choice, or to a number that dice are made of
      return "commitments";
    case proto::Kind::reveal:
      return "commitments opened";
    case proto::Kind::move:
      return "move";
    case proto::Kind::end:
      return "end";
    case proto::Kind::recover:
      return "recovery";
    case proto::Kind::copy:
      return "cards copied";
    case proto::Kind::none:
      return "";
  }
  return "";
}

bool has_proof(proto::Kind kind) {
  return kind == proto::Kind::key || kind == proto::Kind::shares || kind == proto::Kind::shuffle ||
         kind == proto::Kind::decrypt || kind == proto::Kind::recover || kind == proto::Kind::copy;
}

}  // namespace

std::string names_in(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

void trouble(Model& model, bool bad, const std::string& title, const std::string& text,
             const std::string& next, SeatEffects& out) {
  auto& troubles = model.account.troubles;
  troubles.push_back({bad, title, text, next});
  if (troubles.size() > kTroublesShown) troubles.erase(troubles.begin());
  out.add(Line{.text = title + ": " + text, .kind = "trouble", .to = Line::To::page});
}

namespace {

void count_step(Model& model, const node::StepDecided& decided) {
  Model::Account& account = model.account;
  std::vector<std::string> by;
  for (const auto& [seat, kind] : account.arrived) by.push_back(model.name_of(seat));
  const std::string what =
      account.arrived.empty() ? "" : page_step_words(account.arrived.begin()->second);
  auto& steps = account.checks.steps;
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(model.sight.now -
                                                                          model.clocks.step_began);
  if (!what.empty())
    steps.push_back({.step = decided.step.value,
                     .what = what,
                     .by = names_in(by),
                     .ms = took.count(),
                     .ok = decided.absent.empty()});
  if (steps.size() > kStepsShown) steps.erase(steps.begin());
  for (const auto& event : decided.events)
    if (std::holds_alternative<rules::Shuffled>(event)) account.checks.proofs = 0;
  account.checks.head = model.table()->table->head().hex().substr(0, 16);
  account.arrived.clear();
  model.clocks.step_began = model.sight.now;
}

void count_entry(Model& model, const node::Arrived& entry) {
  Model::Account& account = model.account;
  account.arrived[entry.seat] = entry.kind;
  if (entry.seat == model.table()->me || !has_proof(entry.kind)) return;
  ++account.checks.proofs;
  ++account.checks.total;
}

}  // namespace

void note_for_page(Model& model, const node::Notice& notice, SeatEffects& out) {
  std::visit(Overloaded{[&](const node::Arrived& entry) { count_entry(model, entry); },
                        [&](const node::StepDecided& decided) { count_step(model, decided); },
                        [&](const node::Refused& refused) {
                          trouble(model, false, "Something was refused",
                                  fairdeal::describe(refused.error), "The table goes on.", out);
                        },
                        [&](const node::Equivocated& found) {
                          const std::string& name = model.name_of(found.seat);
                          trouble(model, true, name + " cheats",
                                  "Two statements that " + name +
                                      " signed contradict each other. That proves it to everybody.",
                                  "The table goes on without " + name + ".", out);
                        },
                        [&](const node::StandingChanged& changed) {
                          const std::string& name = model.name_of(changed.seat);
                          if (changed.convicted)
                            trouble(model, true, name + " was convicted",
                                    name + words::describe_standing(changed), "The table goes on.",
                                    out);
                        },
                        [&](const node::Forked& forked) {
                          trouble(model, true, "The table forked",
                                  words::describe_fork(forked, *model.people.names),
                                  "Keep the transcript: it shows who is at fault.", out);
                        },
                        [](const auto&) {}},
             notice);
}

}  // namespace fairdeal::seat
