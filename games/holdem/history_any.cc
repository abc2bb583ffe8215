#include "base/overloaded.h"
#include "games/holdem/history.h"
#include "rules/model.h"

/// The history of a game that may be hold'em.
namespace fairdeal::rules {
namespace {

Result<Event<Holdem::Move>> typed_event(const AnyEvent& event) {
  using Typed = Event<Holdem::Move>;
  return std::visit(Overloaded{[](const Moved<Action>& e) -> Result<Typed> {
                                 FD_TRY(const Json json,
                                        parse_json(e.move.text, Action::kBytesMax));
                                 FD_TRY(const auto move, Holdem::parse_move(json));
                                 return Typed(Moved<Holdem::Move>{e.seat, move});
                               },
                               [](const MovedTogether<Action>&) -> Result<Typed> {
                                 return fail(Fault::not_wanted, "hold'em has no such event");
                               },
                               [](const auto& e) -> Result<Typed> { return Typed(e); }},
                    event);
}

}  // namespace

std::string HandHistory::on(const AnyGame& before, const AnyEvent& event, const AnyGame& after) {
  const auto* from = typed<Holdem>(before);
  const auto* to = typed<Holdem>(after);
  const auto happened = typed_event(event);
  if (from == nullptr || to == nullptr || !happened) return "";
  return on(*from, *happened, *to);
}

}  // namespace fairdeal::rules
