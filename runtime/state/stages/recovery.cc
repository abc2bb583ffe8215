#include "runtime/state/stages/recovery.h"

#include <algorithm>

#include "crypto/vss.h"
#include "proto/limits.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Point;
using crypto::Purpose;

namespace {

std::vector<std::size_t> owed(const Recovering& stage, const PublicState& state, Seat seat) {
  return std::visit([&](const auto& what) { return owed(what, state, seat); }, stage.what);
}

/// Returns the cards that are dealt to nobody, beside those that the step is about, and have a lock
/// of the seat that is not off yet. A card that the step deals to the seat is not among them: it is
/// the seat's own.
std::vector<CardSlot> cards_to_come(const Recovering& stage, const PublicState& state, Seat seat) {
  auto slots = handed_over(state, seat);
  if (const auto* decrypting = std::get_if<Decrypting>(&stage.what))
    std::erase_if(slots, [&](CardSlot slot) {
      return std::ranges::count(decrypting->cards, slot, &CardToDecrypt::slot) != 0;
    });
  const std::size_t room = proto::kSharesMax - owed(stage, state, seat).size();
  if (slots.size() > room) slots.resize(room);
  return slots;
}

/// Returns the points of all shares that are made in the seat's place: of the cards or coins of the
/// step, and then of the cards to come, by slot.
std::vector<Point> recovered_points(const Recovering& stage, const PublicState& state, Seat seat) {
  auto points =
      std::visit([&](const auto& what) { return owed_points(what, state, seat); }, stage.what);
  for (const CardSlot slot : cards_to_come(stage, state, seat))
    points.push_back(state.cards.at(slot).masked.A);
  return points;
}

/// Takes the shares of one missing seat that these helpers' payloads make. `m` counts the missing.
void take_recovered(const Recovering& stage, const Transition& t, std::size_t m,
                    std::span<const Seat> helpers,
                    std::span<const proto::RecoverPayload* const> given_by, CoinShares& coins) {
  const Seat missing = stage.missing.list()[m];
  const auto of_step = owed(stage, t.before, missing);
  const auto to_come = cards_to_come(stage, t.before, missing);
  const auto* decrypting = std::get_if<Decrypting>(&stage.what);
  for (std::size_t k = 0; k < of_step.size() + to_come.size(); ++k) {
    std::vector<Point> shares;
    for (const auto* p : given_by) shares.push_back(p->shares[m].shares[k]);
    const Point share = crypto::combine_shares(helpers, shares);
    if (k >= of_step.size())
      t.state.cards.at(to_come[k - of_step.size()]).shares.emplace(missing, share);
    else if (decrypting != nullptr)
      take_share(*decrypting, t.state, of_step[k], missing, share);
    else
      coins[of_step[k]].emplace(missing, share);
  }
}

}  // namespace

Next begin_recovery(const Transition& t, Recovering stage) {
  t.state.withheld = t.state.withheld | stage.missing;
  if (!t.state.recovers(stage.missing)) return t.give_up(stage.missing);
  return Stage(std::move(stage));
}

/// Asks each present helper of the deal to stand in for the seats whose shares are missing.
EntrySlots owing(const Recovering& stage, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : (state.helpers(stage.missing) & state.present()).list())
    slots.push_back({seat, proto::Kind::recover});
  return slots;
}

proto::Payload make(const Recovering& stage, const Making& making) {
  proto::RecoverPayload p;
  for (const Seat missing : stage.missing.list()) {
    const auto& share = *making.recovery->at(missing);
    const auto public_share =
        crypto::public_share(making.state.deal->dealings.at(missing).commitments, making.me);
    const auto points = recovered_points(stage, making.state, missing);
    proto::DecryptPayload& of_one = p.shares.emplace_back();
    const auto shares = crypto::each_times(share.expose(), points);
    of_one.shares.assign(shares.expose().begin(), shares.expose().end());
    of_one.proof = crypto::prove_dleq({public_share, points, of_one.shares}, share,
                                      making.context(Purpose::recover), making.rng);
  }
  return p;
}

/// Checks that the entry has, for each missing seat, the author's share of that seat's key times
/// each point that the seat owes.
Result<> check(const Recovering& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::RecoverPayload>());
  const PublicState& state = checking.state;
  const auto missing = stage.missing.list();
  if (p->shares.size() != missing.size())
    return fail(Fault::bad_proof, "shares of shares: not for each absent seat");
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const auto share =
        crypto::public_share(state.deal->dealings.at(missing[i]).commitments, checking.seat);
    const auto points = recovered_points(stage, state, missing[i]);
    FD_TRY(checking.later(crypto::dleq_equations({share, points, p->shares[i].shares},
                                                 p->shares[i].proof,
                                                 checking.context(Purpose::recover))));
  }
  return {};
}

Next apply(const Recovering& stage, const Transition& t) {
  // It is taken from the state before, because a complaint in this record may end recovery.
  const std::size_t needed = t.before.deal->recovery;
  std::vector<Seat> helpers;
  std::vector<const proto::RecoverPayload*> given_by;
  for (const Seat seat : (t.state.deal->members - stage.missing).list()) {
    const auto* p = t.given<proto::RecoverPayload>(seat);
    if (p == nullptr || helpers.size() == needed) continue;
    helpers.push_back(seat);
    given_by.push_back(p);
  }
  if (helpers.size() < needed) {
    SeatSet by = stage.missing;  // with those that were asked to make the shares and did not
    for (const consensus::EntrySlot& slot : owing(t.before))
      if (t.given<proto::RecoverPayload>(slot.seat) == nullptr) by.insert(slot.seat);
    return t.give_up(by);
  }

  auto coins = stage.coins;
  for (std::size_t m = 0; m < stage.missing.size(); ++m)
    take_recovered(stage, t, m, helpers, given_by, coins);
  t.state.recovered = t.state.recovered | stage.missing;
  if (const auto* decrypting = std::get_if<Decrypting>(&stage.what))
    return show_or_recover(*decrypting, t);
  if (const auto* rolling = std::get_if<Rolling>(&stage.what))
    return roll_or_recover(*rolling, t, std::move(coins));
  return std::nullopt;
}

SeatSet asked_for_shares(const PublicState& state) {
  SeatSet asked;
  for (const Seat seat : (state.all_seats() - state.withheld).list())
    if (state.present().has(seat) ||
        (state.members.still_answers(seat) && !state.recovers(SeatSet::of({seat}))))
      asked.insert(seat);
  return asked;
}

Point sum(const std::map<Seat, Point>& shares) {
  Point total;
  for (const auto& [seat, share] : shares) total = total + share;
  return total;
}

}  // namespace fairdeal::state::stages
