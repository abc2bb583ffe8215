#include "rules/settle.h"

#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {

Payoff forfeit(SeatSet by, Range bounds, std::size_t seats) {
  if (seats == 1) return {bounds.min};
  if (by.size() == seats) return draw_all(seats);
  return by.has(Seat(0)) ? Payoff{bounds.min, bounds.max} : Payoff{bounds.max, bounds.min};
}

Payoff forfeit(SeatSet by, const std::array<std::int64_t, 2>& put_in) {
  if (by.size() == 2) return draw_all(2);
  return by.has(Seat(0)) ? Payoff{-put_in[0], put_in[0]} : Payoff{put_in[1], -put_in[1]};
}

Payoff draw_all(std::size_t seats) { return Payoff(seats, 0); }

void put_settled(Json& state, const std::optional<Payoff>& settled) {
  if (settled) state["settled"] = *settled;
}

Json numbers_of(SeatSet seats) {
  Json numbers = Json::array();
  for (const Seat seat : seats.list()) numbers.push_back(seat.value);
  return numbers;
}

Result<SeatSet> read_seats(const Json& state, const char* name, std::size_t seats) {
  SeatSet read;
  const JsonReader list = JsonReader(state).member(name);
  if (!list.exists()) return read;
  const auto refused = bad_state("'" + std::string(name) + "' is a list of seats");
  if (!list.is_list()) return refused;
  for (const JsonReader& seat : list.elements()) {
    const auto number = seat.natural(seats - 1);
    if (!number) return refused;
    read.insert(Seat(static_cast<std::uint32_t>(*number)));
  }
  return read;
}

Result<std::optional<Payoff>> get_settled(const Json& state, std::size_t seats) {
  const JsonReader settled = JsonReader(state).member("settled");
  if (!settled.exists()) return std::optional<Payoff>();
  auto payoff = settled.numbers();
  if (!payoff || payoff->size() != seats)
    return fail(Fault::bad_parameters, "state: 'settled' is one integer a seat");
  return payoff;
}

}  // namespace fairdeal::rules
