#include "runtime/stages/recovery.h"

#include "crypto/vss.h"
#include "runtime/checking.h"
#include "runtime/making.h"
#include "runtime/transition.h"

namespace fairdeal::runtime {

using crypto::Point;
using crypto::Purpose;

namespace {

std::vector<std::size_t> owed(const Recovering& stage, const PublicState& state, Seat seat) {
  return std::visit([&](const auto& what) { return owed(what, state, seat); }, stage.what);
}

std::vector<Point> owed_points(const Recovering& stage, const PublicState& state, Seat seat) {
  return std::visit([&](const auto& what) { return owed_points(what, state, seat); }, stage.what);
}

}  // namespace

Next begin_recovery(const Transition& t, Recovering stage) {
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
    const auto points = owed_points(stage, making.state, missing);
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
    const auto points = owed_points(stage, state, missing[i]);
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
  const auto* decrypting = std::get_if<Decrypting>(&stage.what);
  const auto missing = stage.missing.list();
  for (std::size_t m = 0; m < missing.size(); ++m) {
    const auto points = owed(stage, t.before, missing[m]);
    for (std::size_t k = 0; k < points.size(); ++k) {
      std::vector<Point> shares;
      for (const auto* p : given_by) shares.push_back(p->shares[m].shares[k]);
      const Point share = crypto::combine_shares(helpers, shares);
      if (decrypting != nullptr)
        take_share(*decrypting, t.state, points[k], missing[m], share);
      else
        coins[points[k]].emplace(missing[m], share);
    }
  }
  if (decrypting != nullptr) return show_or_recover(*decrypting, t);
  return roll_or_recover(std::get<Rolling>(stage.what), t, std::move(coins));
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

}  // namespace fairdeal::runtime
