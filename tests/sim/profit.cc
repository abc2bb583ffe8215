#include "tests/sim/profit.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/check.h"

namespace fairdeal::sim {
namespace {

bool is_holdem(const rules::AnyGame& game) { return game.info().name == "holdem"; }

/// Returns the stacks, together with what each seat has put in.
std::vector<std::int64_t> stacks(const rules::AnyGame& game) {
  const auto json = game.json();
  auto stacks = json.at("stacks").get<std::vector<std::int64_t>>();
  for (std::size_t i = 0; i < stacks.size(); ++i)
    stacks[i] +=
        json.at("bets").at(i).get<std::int64_t>() + json.at("paid").at(i).get<std::int64_t>();
  return stacks;
}

bool bets_are_made(const rules::AnyGame& game) {
  if (!is_holdem(game)) return false;
  const auto json = game.json();
  return json.at("street") == "run_outs" || json.at("street") == "showdown";
}

}  // namespace

void PairGains::add(double gain) {
  ++count_;
  sum_ += gain;
  squares_ += gain * gain;
}

PairGains& PairGains::operator+=(const PairGains& other) {
  count_ += other.count_;
  sum_ += other.sum_;
  squares_ += other.squares_;
  return *this;
}

double PairGains::mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

double PairGains::standard_error() const {
  if (count_ < 2) return 0;
  const auto n = static_cast<double>(count_);
  return std::sqrt((squares_ - sum_ * sum_ / n) / (n - 1) / n);
}

Profit::Profit(const rules::AnyGame& game) : game_(game) {
  if (is_holdem(game_)) stacks_ = stacks(game_);
}

Profit::Seen Profit::after(const std::vector<rules::AnyEvent>& events) {
  Seen seen;
  for (const auto& event : events) {
    auto next = game_.after(event);
    CHECK(next.has_value());
    if (const auto* out = std::get_if<rules::Out>(&event)) {
      if (bets_are_made(game_) && !absent_.has(out->seat)) after_bets_.insert(out->seat);
      absent_.insert(out->seat);
    }
    if (const auto* spoilt = std::get_if<rules::Void>(&event)) {
      absent_ = absent_ | spoilt->by;
      after_bets_ = after_bets_ - spoilt->by;
    }
    if (next->over() || is_new_hand(*next)) {
      seen.gained = seen.gained | gained(*next);
      seen.pairs += pairs(*next);
      absent_ = after_bets_ = {};
      if (is_holdem(*next)) stacks_ = stacks(*next);
    }
    game_ = *std::move(next);
  }
  return seen;
}

PairGains Profit::pairs(const rules::AnyGame& now) const {
  PairGains pairs;
  std::vector<double> won(now.seats());
  if (now.seats() < 3 || !now.info().zero_sum) return pairs;
  if (is_holdem(now)) {
    const auto is = stacks(now);
    const double blind = now.params().at("big_blind").get<double>();
    for (std::size_t i = 0; i < won.size(); ++i)
      won[i] = static_cast<double>(is[i] - stacks_[i]) / blind;
  } else {
    for (std::size_t i = 0; i < won.size(); ++i)
      won[i] = static_cast<double>(now.result()->at(i)) / static_cast<double>(now.bounds().max);
  }
  for (const Seat one : absent_.list())
    for (const Seat other : (SeatSet::first(now.seats()) - absent_).list())
      pairs.add(won[one.value] + won[other.value]);
  return pairs;
}

bool Profit::wins_by_cards(Seat seat, const rules::AnyGame& now) const {
  if (!is_holdem(now) || !after_bets_.has(seat)) return false;
  const auto last = now.json().at("last");
  if (!last.is_object()) return false;
  const auto& shown = last.at("shown");
  const bool all_muck = std::ranges::all_of(shown, [](const auto& hand) { return hand.is_null(); });
  return all_muck || !shown.at(seat.value).is_null();
}

bool Profit::is_new_hand(const rules::AnyGame& now) const {
  return is_holdem(now) && now.json().at("hand") != game_.json().at("hand");
}

SeatSet Profit::gained(const rules::AnyGame& now) const {
  SeatSet gained;
  if (absent_ == SeatSet::first(now.seats())) return gained;
  const auto is = is_holdem(now) ? stacks(now) : std::vector<std::int64_t>();
  for (const Seat seat : absent_.list()) {
    if (wins_by_cards(seat, now)) continue;
    if (is_holdem(now)
            ? is[seat.value] > stacks_[seat.value]
            : now.seats() == 2 && now.info().zero_sum && now.result()->at(seat.value) > 0)
      gained.insert(seat);
  }
  return gained;
}

}  // namespace fairdeal::sim
