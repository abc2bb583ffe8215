#include "rules/settle.h"

#include <nlohmann/json.hpp>

namespace fairdeal::rules {

Payoff forfeit(Seat absent, Range bounds) {
  Payoff payoff{bounds.max, bounds.max};
  payoff.at(absent.value) = bounds.min;
  return payoff;
}

Payoff draw_all(std::size_t seats) { return Payoff(seats, 0); }

void put_settled(Json& state, const std::optional<Payoff>& settled) {
  if (settled) state["settled"] = *settled;
}

Result<std::optional<Payoff>> get_settled(const Json& state, std::size_t seats) {
  if (!state.contains("settled")) return std::optional<Payoff>();
  const Json& list = state["settled"];
  Payoff payoff;
  if (list.is_array())
    for (const Json& value : list)
      if (value.is_number_integer()) payoff.push_back(value.get<std::int64_t>());
  if (!list.is_array() || list.size() != seats || payoff.size() != seats)
    return fail(Fault::bad_parameters, "state: 'settled' is one integer a seat");
  return std::optional(std::move(payoff));
}

}  // namespace fairdeal::rules
