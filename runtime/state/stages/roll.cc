#include "runtime/state/stages/roll.h"

#include <set>

#include "crypto/coin.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/opening.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Point;
using crypto::Purpose;

namespace {

/// The place of the match's first coin, beyond all steps. The others follow it.
constexpr std::uint64_t kFirstCoin = std::uint64_t{1} << 63;

/// Collects the coins of one step: at most one for all and one for each seat.
class Coins {
 public:
  explicit Coins(const Transition& t) : t_(t) {}

  /// Adds the coin that `want` asks for. Returns false if the want has to wait for another step.
  /// Requires that it is granted.
  bool add(const rules::Want& want) {
    if (const auto* all = std::get_if<rules::WantRoll>(&want))
      return t_.state.charter().randomness == proto::Randomness::coin &&
             add_new(Coin::For::all, crypto::kNobody, all->dice);
    if (const auto* one = std::get_if<rules::WantRollFor>(&want)) {
      return add_new(Coin::For::one, one->seat, one->dice);
    }
    const auto* shown = std::get_if<rules::WantShowDice>(&want);
    return shown != nullptr ? add_shown(shown->seat) : false;
  }
  Rolling stage() && { return std::move(stage_); }

 private:
  bool add_new(Coin::For for_whom, Seat seat, const std::vector<rules::Die>& dice) {
    if (!seen_.insert(seat).second) return false;
    // The place is not the step: an absence would move the coin to another step, and so choose
    // another roll.
    const Step place(kFirstCoin + t_.state.rolls_made++);
    Bytes context = crypto::context({t_.state.id, place}, seat, Purpose::coin);
    const auto point = crypto::coin_point(context);
    stage_.coins.push_back({for_whom, seat, dice, point, std::move(context), t_.key_holders()});
    return true;
  }
  bool add_shown(Seat seat) {
    const auto found = t_.state.private_rolls.find(seat);
    if (!seen_.insert(seat).second) return false;
    Coin coin = found->second.coin;
    coin.for_whom = Coin::For::shown;
    stage_.coins.push_back(std::move(coin));
    return true;
  }

  const Transition& t_;
  Rolling stage_;
  std::set<Seat> seen_;
};

Result<> roll(const Rolling& stage, const Transition& t, CoinShares shares) {
  for (std::size_t i = 0; i < stage.coins.size(); ++i) {
    const Coin& coin = stage.coins[i];
    if (coin.for_whom == Coin::For::one) {
      t.state.private_rolls.insert_or_assign(coin.seat, PrivateRoll{coin, shares[i]});
      FD_TRY(t.happens(rules::RolledFor{coin.seat}));
      continue;
    }
    if (coin.for_whom == Coin::For::shown)
      shares[i].merge(t.state.private_rolls.extract(coin.seat).mapped().shares);
    auto values = roll_dice(coin.dice, crypto::coin_value(coin.context, sum(shares[i])));
    FD_TRY(coin.for_whom == Coin::For::all
               ? t.happens(rules::Rolled{std::move(values)})
               : t.happens(rules::DiceShown{coin.seat, std::move(values)}));
  }
  return {};
}

}  // namespace

Next begin_roll(const Transition& t, const std::vector<rules::Want>& wants) {
  if (t.state.charter().randomness == proto::Randomness::coin) return begin_coins(t, wants);
  if (t.is_alone()) return t.settle_alone();
  return commit_to_dice(t.state.in().list(), std::get<rules::WantRoll>(wants.front()).dice);
}

Next begin_coins(const Transition& t, const std::vector<rules::Want>& wants) {
  if (!std::holds_alternative<rules::WantShowDice>(wants.front())) {
    if (t.is_alone()) return t.settle_alone();
    if (auto first = deal_for_those_in(t)) return first;
    if (t.key_holders().size() < 2 && t.state.seats() > 1) return t.settle_alone();
  }
  joins_deal(t.state);
  Coins coins(t);
  const rules::Lying lying = t.state.lying();
  for (const rules::Want& want : wants) {
    if (!takes(t.state.game.info(), lying, want) || !coins.add(want)) break;
  }
  return Stage(std::move(coins).stage());
}

std::vector<std::size_t> owed(const Rolling& stage, const PublicState&, Seat seat) {
  std::vector<std::size_t> owed;
  for (std::size_t i = 0; i < stage.coins.size(); ++i) {
    const Coin& coin = stage.coins[i];
    const bool own = coin.seat == seat;
    if (coin.key_holders.has(seat) &&
        (coin.for_whom == Coin::For::all || own == (coin.for_whom == Coin::For::shown)))
      owed.push_back(i);
  }
  return owed;
}

std::vector<Point> owed_points(const Rolling& stage, const PublicState& state, Seat seat) {
  std::vector<Point> points;
  for (const std::size_t i : owed(stage, state, seat)) points.push_back(stage.coins[i].point);
  return points;
}

EntrySlots owing(const Rolling& stage, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : asked_for_shares(state).list())
    if (!owed(stage, state, seat).empty()) slots.push_back({seat, proto::Kind::coin});
  return slots;
}

proto::Payload make(const Rolling& stage, const Making& making) {
  return making.shares<proto::CoinPayload>(owed_points(stage, making.state, making.me),
                                           Purpose::coin);
}

Result<> check(const Rolling& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::CoinPayload>());
  return checking.shares(owed_points(stage, checking.state, checking.seat), *p, Purpose::coin);
}

Next apply(const Rolling& stage, const Transition& t) {
  CoinShares shares(stage.coins.size());
  for (const Seat seat : t.state.all_seats().list()) {
    const auto* p = t.given<proto::CoinPayload>(seat);
    if (p == nullptr) continue;
    const auto given = owed(stage, t.before, seat);
    for (std::size_t k = 0; k < given.size(); ++k) shares[given[k]].emplace(seat, p->shares[k]);
  }
  return roll_or_recover(stage, t, std::move(shares));
}

Next roll_or_recover(const Rolling& stage, const Transition& t, CoinShares shares) {
  SeatSet missing;
  for (const Seat seat : t.state.all_seats().list())
    for (const std::size_t i : owed(stage, t.state, seat))
      if (!shares[i].contains(seat)) missing.insert(seat);
  if (!missing.empty()) return begin_recovery(t, {stage, std::move(shares), missing});
  FD_TRY(roll(stage, t, std::move(shares)));
  return std::nullopt;
}

std::vector<std::int64_t> roll_dice(const std::vector<rules::Die>& dice,
                                    const ByteArray<64>& value) {
  crypto::SharedRng rng(value);
  std::vector<std::int64_t> shown;
  for (const rules::Die& die : dice) {
    std::uint64_t total = 0;
    for (const std::uint32_t weight : die.weights) total += weight;
    std::uint64_t drawn = rng.below(total);
    std::size_t i = 0;
    while (drawn >= die.weights[i]) drawn -= die.weights[i++];
    shown.push_back(die.values[i]);
  }
  return shown;
}

}  // namespace fairdeal::state::stages
