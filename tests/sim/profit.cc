#include "tests/sim/profit.h"

#include <nlohmann/json.hpp>

#include "base/check.h"

namespace fairdeal::sim {
namespace {

bool is_holdem(const rules::AnyGame& game) { return game.info().name == "holdem"; }

/// With what each seat has put in.
std::vector<std::int64_t> stacks(const rules::AnyGame& game) {
  const auto json = game.json();
  auto stacks = json.at("stacks").get<std::vector<std::int64_t>>();
  for (std::size_t i = 0; i < stacks.size(); ++i)
    stacks[i] +=
        json.at("bets").at(i).get<std::int64_t>() + json.at("paid").at(i).get<std::int64_t>();
  return stacks;
}

}  // namespace

Profit::Profit(const rules::AnyGame& game) : game_(game) {
  if (is_holdem(game_)) stacks_ = stacks(game_);
}

SeatSet Profit::after(const std::vector<rules::AnyEvent>& events) {
  SeatSet gained;
  for (const auto& event : events) {
    auto next = game_.after(event);
    CHECK(next.has_value());
    if (const auto* out = std::get_if<rules::Out>(&event)) absent_.insert(out->seat);
    if (const auto* spoilt = std::get_if<rules::Void>(&event)) absent_ = absent_ | spoilt->by;
    if (next->over() || is_new_hand(*next)) {
      gained = gained | this->gained(*next);
      absent_ = {};
      if (is_holdem(*next)) stacks_ = stacks(*next);
    }
    game_ = *std::move(next);
  }
  return gained;
}

bool Profit::is_new_hand(const rules::AnyGame& now) const {
  return is_holdem(now) && now.json().at("hand") != game_.json().at("hand");
}

SeatSet Profit::gained(const rules::AnyGame& now) const {
  SeatSet gained;
  if (absent_ == SeatSet::first(now.seats())) return gained;
  const auto is = is_holdem(now) ? stacks(now) : std::vector<std::int64_t>();
  for (const Seat seat : absent_.list())
    if (is_holdem(now)
            ? is[seat.value] > stacks_[seat.value]
            : now.seats() == 2 && now.info().zero_sum && now.result()->at(seat.value) > 0)
      gained.insert(seat);
  return gained;
}

}  // namespace fairdeal::sim
