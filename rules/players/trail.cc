#include "rules/players/trail.h"

#include "base/overloaded.h"

namespace fairdeal::rules {
namespace {

/// Takes in what one event of a step changes about a seat's knowledge, which is `seen` after all.
void learn(Known& known, Seat seat, const AnyEvent& event, const Known& seen) {
  std::visit(Overloaded{[&](const Shuffled& e) {
                          for (const CardSlot slot : e.slots) known.faces.erase(slot);
                        },
                        [&](const Dealt& e) {
                          const auto face = seen.faces.find(e.slot);
                          if ((e.to == seat || e.also.has(seat)) && face != seen.faces.end())
                            known.faces.insert_or_assign(e.slot, face->second);
                        },
                        [&](const RolledFor& e) {
                          if (e.seat == seat) known.dice = seen.dice;
                        },
                        [&](const DiceShown& e) {
                          if (e.seat == seat) known.dice.clear();
                        },
                        [](const auto&) {}},
             event);
}

}  // namespace

bool Trail::note_step(Seat seat, const std::vector<AnyEvent>& step, const Known& seen) {
  Known now = known.empty() ? Known() : known.back();
  now.answers = seen.answers;
  now.shows_losing = seen.shows_losing;
  for (const AnyEvent& event : step) {
    auto after = last().after(event);
    if (!after) return false;
    learn(now, seat, event, seen);
    note(event, *std::move(after), now);
  }
  return true;
}

}  // namespace fairdeal::rules
