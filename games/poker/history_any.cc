#include "base/overloaded.h"
#include "games/poker/history.h"
#include "games/poker/poker_game.h"

/// The history of a game that may be poker.
namespace fairdeal::rules {
namespace {

Result<Event<Poker::Move>> typed_event(const AnyEvent& event) {
  using Typed = Event<Poker::Move>;
  return std::visit(Overloaded{[](const Moved<Action>& e) -> Result<Typed> {
                                 FD_TRY(const Json json,
                                        parse_json(e.move.text, Action::kBytesMax));
                                 FD_TRY(const auto move, Poker::parse_move(json));
                                 return Typed(Moved<Poker::Move>{e.seat, move});
                               },
                               [](const MovedTogether<Action>&) -> Result<Typed> {
                                 return fail(Fault::not_wanted, "poker has no such event");
                               },
                               [](const auto& e) -> Result<Typed> { return Typed(e); }},
                    event);
}

}  // namespace

std::string HandHistory::on(const AnyGame& before, const AnyEvent& event, const AnyGame& after) {
  const Poker* from = poker_in(before);
  const Poker* to = poker_in(after);
  const auto happened = typed_event(event);
  if (from == nullptr || to == nullptr || !happened) return "";
  return on(*from, *happened, *to);
}

}  // namespace fairdeal::rules
