#include "ui/seat/watch_page.h"

#include "runtime/state/charter.h"
#include "ui/words/terms_words.h"

namespace fairdeal::seat {

void WatchPage::look(const state::Table& table, const words::Names& names) {
  began_ = true;
  facts_.table = {.id = table.id().hex(),
                  .game = table.charter().module,
                  .params = table.game().params(),
                  .seats = table.seats()};
  const auto terms = state::terms_of(table.charter());
  facts_.terms = words::terms_in_brief(terms);
  facts_.terms_facts = words::terms_facts(terms);
  const words::Said behind = words::said("watch_behind");
  facts_.sentence = behind.text();
  facts_.sentence_said = behind.json();
  facts_.seats.clear();
  const bool has_roles = !table.game().info().roles.empty();
  for (std::uint32_t i = 0; i < table.charter().validators(); ++i) {
    const auto& standing = table.members().standing(Seat(i));
    const bool plays = i < table.seats();
    facts_.seats.push_back({.name = names[Seat(i)],
                            .role = !plays      ? "witness"
                                    : has_roles ? table.game().role(Seat(i))
                                                : "",
                            .standing = standing.convicted() ? "convicted"
                                        : standing.left()    ? "left"
                                        : standing.gone()    ? "away"
                                                             : "here"});
  }
  facts_.game = front::PageGame{.game = table.game(), .names = names.all()};
  facts_.step = table.step().value;
  facts_.checks.head = table.head().hex().substr(0, 16);
  if (const auto result = table.game().result())
    facts_.result =
        front::page_result(words::result_said(*result, table.game().info(), {}, names), *result);
  changed();
}

void WatchPage::failed(const words::Failure& failure) {
  failed_ = true;
  facts_.trouble.push_back({true, "The program ended", failure.message, failure.hint});
}

front::PageFacts WatchPage::facts() {
  front::PageFacts facts = facts_;
  facts.phase = failed_ ? "failed" : ended() ? "ended" : began_ ? "playing" : "gathering";
  facts.transcript = transcript();
  if (!began_) {
    const words::Said waits = words::said("watch_waits");
    facts.waiting = waits.text();
    facts.waiting_said = waits.json();
  }
  return facts;
}

}  // namespace fairdeal::seat
