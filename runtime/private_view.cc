#include "runtime/private_view.h"

#include "base/check.h"
#include "base/encode.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/hedged_rng.h"
#include "crypto/vss.h"

namespace fairdeal::runtime {

using crypto::Purpose;
using crypto::Scalar;
using crypto::Secret;

namespace {

std::shared_ptr<const SeatKeys> draw_keys(Rng& rng) {
  return std::make_shared<const SeatKeys>(
      SeatKeys{Secret(Scalar::random_nonzero(rng)), Secret(Scalar::random_nonzero(rng))});
}

/// Makes one seat's payload at a stage. Everything it proves, it proves at table->place().
struct Contributing {
  const Table& table;
  Seat me;
  const SeatKeys& keys;
  Rng& rng;

  Bytes context(Purpose purpose) const { return crypto::context(table.place(), me, purpose); }

  proto::Payload operator()(const CollectingKeys&) const {
    proto::KeyPayload p;
    p.X = crypto::mul_base(keys.x.reveal());
    p.proof = crypto::prove_key(keys.x, context(Purpose::key), rng);
    p.Y = crypto::mul_base(keys.y.reveal());
    p.sealing_proof = crypto::prove_key(keys.y, context(Purpose::recover), rng);
    return p;
  }

  proto::Payload operator()(const DealingShares&) const {
    auto dealing = crypto::deal_shares(keys.x, table.charter().recovery, table.seats(), rng);
    proto::SharesPayload p{std::move(dealing.commitments), {}};
    for (std::size_t j = 0; j < table.seats(); ++j)
      p.sealed.push_back(crypto::seal(Secret(dealing.shares[j]), table.sealing_keys()[j],
                                      context(Purpose::recover), rng));
    return p;
  }

  proto::Payload operator()(const Shuffling& s) const {
    const auto witness = crypto::draw_shuffle(s.deck->size(), rng);
    proto::ShufflePayload p{crypto::shuffle(*s.deck, table.joint_key(), witness), {}};
    p.proof = crypto::prove_shuffle({table.joint_key(), *s.deck, p.deck}, witness,
                                    context(Purpose::shuffle), rng);
    return p;
  }

  proto::Payload operator()(const Unlocking&) const {
    return shares<proto::UnlockPayload>(Purpose::unlock);
  }
  proto::Payload operator()(const Tossing&) const {
    return shares<proto::CoinPayload>(Purpose::coin);
  }
  proto::Payload operator()(const Ending&) const { return proto::EndPayload{}; }

  template <class S>
  proto::Payload operator()(const S&) const {
    CHECK(false);  // a person's to decide, or nobody's
  }

 private:
  template <class P>
  P shares(Purpose purpose) const {
    P p;
    const auto A = table.owed_points(me);
    for (const crypto::Point& point : A) p.shares.push_back(keys.x.reveal() * point);
    p.proof =
        crypto::prove_dleq({table.keys()[me.value], A, p.shares}, keys.x, context(purpose), rng);
    return p;
  }
};

}  // namespace

PrivateView::PrivateView(Seat me, Rng& rng) : me_(me), keys_(draw_keys(rng)) {}

Bytes PrivateView::keys_to_store() const {
  return Writer().raw(keys_->x.reveal().encode()).raw(keys_->y.reveal().encode()).bytes();
}

std::function<proto::Payload()> PrivateView::contribution(const std::shared_ptr<const Table>& table,
                                                          Rng& rng) const {
  if (std::holds_alternative<Revealing>(table->stage())) {
    CHECK(committed_.has_value());
    return [opening = *committed_] { return proto::Payload(opening); };
  }
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  return [table, me = me_, keys = keys_, fresh] {
    // The head stands for all that is public: the deck, the keys, the points of this step.
    const Bytes statement =
        Writer().raw(table->id().bytes).u64(table->step().value).raw(table->head().bytes).bytes();
    crypto::SharedRng source(fresh->reveal());
    crypto::HedgedRng hedged(statement, Secret(keys->x.reveal().encode()).reveal(), source);
    return std::visit(Contributing{*table, me, *keys, hedged}, table->stage());
  };
}

proto::CommitPayload PrivateView::commit(const Table& table, Bytes value, Rng& rng) {
  proto::RevealPayload opening{std::move(value), {}};
  rng.fill(opening.salt);
  const auto context = crypto::context(table.place(), me_, Purpose::commit);
  const proto::CommitPayload p{crypto::commit(context, opening.value, opening.salt)};
  committed_ = std::move(opening);
  return p;
}

Bytes PrivateView::opening_to_store() const {
  CHECK(committed_.has_value());
  return Writer().frame(committed_->value).raw(committed_->salt).bytes();
}

Result<> PrivateView::learn(const Table& table) {
  if (recovery_.empty() && !table.dealings().empty() && me_.value < table.seats())
    FD_CHECKED(learn_shares(table));
  return learn_cards(table);
}

Result<> PrivateView::learn_shares(const Table& table) {
  const crypto::Place dealt{table.id(), Step(1)};
  for (std::uint32_t dealer = 0; dealer < table.dealings().size(); ++dealer) {
    const auto& dealing = table.dealings()[dealer];
    const auto& sealed = dealing.sealed[me_.value];
    const Secret K(keys_->y.reveal() * sealed.E);
    auto share = crypto::open_sealed(sealed, table.sealing_keys()[me_.value], K,
                                     crypto::context(dealt, Seat(dealer), Purpose::recover));
    if (!share) return fail(blame(share.error(), Seat(dealer)));
    if (!crypto::share_fits(dealing.commitments, me_, *share))
      return fail(
          blame({Fault::bad_proof, {}, "a recovery share that does not fit"}, Seat(dealer)));
    recovery_.push_back(*std::move(share));
  }
  return {};
}

Result<> PrivateView::learn_cards(const Table& table) {
  for (const auto& [slot, card] : table.cards()) {
    if (card.dealt_to != me_) {
      known_.faces.erase(slot);
      continue;
    }
    if (known_.faces.contains(slot)) continue;
    crypto::Point M = card.masked.B - keys_->x.reveal() * card.masked.A;
    for (const auto& [seat, share] : card.shares)
      if (seat != me_) M = M - share;
    const auto face = crypto::face_of(M, table.faces());
    if (!face) return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
    known_.faces.emplace(slot, *face);
  }
  known_.dice.clear();
  if (const auto mine = table.throws().find(me_); mine != table.throws().end()) {
    const auto& [coin, shares] = mine->second;
    crypto::Point total = keys_->x.reveal() * coin.point;
    for (const auto& [seat, share] : shares) total = total + share;
    known_.dice = throw_dice(coin.dice, crypto::coin_value(coin.context, total));
  }
  return {};
}

}  // namespace fairdeal::runtime
