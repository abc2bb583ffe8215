#include "rules/position.h"

#include "rules/json_full.h"

namespace fairdeal::rules {

Json active_json(const GameInfo& info, Seat mover) {
  return Json::array({info.roles.at(mover.value)});
}

Result<Seat> parse_active(const GameInfo& info, const Json& state) {
  for (std::uint32_t i = 0; i < info.roles.size(); ++i)
    if (state.at("active") == active_json(info, Seat(i))) return Seat(i);
  return fail(Fault::bad_parameters,
              "state: 'active' names one role, such as " + text(active_json(info, Seat(0))));
}

Payoff win_for(Seat winner, std::int64_t points) {
  return winner == Seat(0) ? Payoff{points, -points} : Payoff{-points, points};
}

}  // namespace fairdeal::rules
