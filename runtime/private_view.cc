#include "runtime/private_view.h"

#include <algorithm>

#include "base/check.h"
#include "base/encode.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/hedged_rng.h"
#include "crypto/vss.h"
#include "crypto/wipe.h"
#include "proto/limits.h"

namespace fairdeal::runtime {

using crypto::Purpose;
using crypto::Scalar;
using crypto::Secret;

namespace {

std::shared_ptr<const SeatKeys> draw_keys(Rng& rng) {
  return std::make_shared<const SeatKeys>(
      SeatKeys{Secret(Scalar::random_nonzero(rng)), Secret(Scalar::random_nonzero(rng))});
}

/// What `seat` draws for at this step: the place, the head, which stands for all that is public
/// (the deck, the keys, the points of this step), and a name for each thing that is drawn for at a
/// step.
Writer statement(const Table& table, Seat seat, std::string_view what) {
  return Writer()
      .frame(what)
      .raw(table.id().bytes)
      .u64(table.step().value)
      .raw(table.head().bytes)
      .u32(seat.value);
}

/// What a seat hides at a table is drawn from here, but for its keys.
crypto::HedgedRng hedged(const Writer& statement, const Secret<Scalar>& key, Rng& source) {
  return {statement.bytes(), Secret(key.reveal().encode()).reveal(), source};
}

/// Whether all shares of a card but this seat's are public. They are not of one that was dealt to
/// it while it was out.
bool readable(const Card& card, Seat me) {
  SeatSet closed = card.holders - SeatSet::of({me});
  for (const auto& [seat, share] : card.shares) closed.erase(seat);
  return closed.empty();
}

/// Makes one seat's payload at a stage. Everything it proves, it proves at table->place().
struct Contributing {
  const Table& table;
  Seat me;
  const SeatKeys& keys;
  const std::map<Seat, std::optional<Secret<Scalar>>>* recovery;
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

  proto::Payload operator()(const Unlocking&) const {
    return shares<proto::UnlockPayload>(Purpose::unlock);
  }
  proto::Payload operator()(const HandingOver&) const {
    return shares<proto::UnlockPayload>(Purpose::unlock);
  }
  proto::Payload operator()(const Tossing&) const {
    return shares<proto::CoinPayload>(Purpose::coin);
  }
  /// Requires a sound share of each missing seat's key.
  proto::Payload operator()(const Recovering& s) const {
    proto::RecoverPayload p;
    for (const Seat missing : s.missing.list()) {
      const auto& share = *recovery->at(missing);
      const auto public_share = crypto::public_share(table.dealings().at(missing).commitments, me);
      const auto A = table.owed_points(missing);
      proto::UnlockPayload& of_one = p.shares.emplace_back();
      for (const crypto::Point& point : A) of_one.shares.push_back(share.reveal() * point);
      of_one.proof = crypto::prove_dleq({public_share, A, of_one.shares}, share,
                                        context(Purpose::recover), rng);
    }
    return p;
  }
  proto::Payload operator()(const Ending&) const { return proto::EndPayload{}; }

  template <class S>
  proto::Payload operator()(const S&) const {
    CHECK(false);  // a person's to decide, or nobody's, or a shuffle
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

Result<PrivateView> PrivateView::restore(Seat me, ByteSpan keys, std::optional<ByteSpan> opening) {
  if (keys.size() != 2 * Scalar::kBytes) return fail(Fault::damaged, "the seat's keys");
  FD_TRY(auto x, Scalar::decode(keys.first<Scalar::kBytes>()));
  FD_TRY(auto y, Scalar::decode(keys.last<Scalar::kBytes>()));
  PrivateView view(
      me, std::make_shared<const SeatKeys>(SeatKeys{Secret(std::move(x)), Secret(std::move(y))}));
  if (opening) {
    Reader reader(*opening);
    proto::RevealPayload committed;
    FD_TRY(const ByteSpan value, reader.frame(proto::kRevealBytesMax));
    committed.value = to_bytes(as_text(value));
    FD_TRY(committed.salt, reader.array<32>());
    FD_CHECKED(reader.end());
    view.committed_ = std::move(committed);
  }
  return view;
}

bool PrivateView::has_key(const Table& table) const {
  if (me_.value >= table.seats()) return true;
  const crypto::Point& published = table.keys()[me_.value];
  return published.is_identity() || published == public_key_;
}

Result<> PrivateView::can_answer(const Table& table) const {
  if (!has_key(table)) return fail(Fault::damaged, "the key that this seat published");
  // Whatever the table says: all others together know the order of cards that this seat did not
  // shuffle, so it neither opens nor plays them.
  for (const auto& [slot, card] : table.cards())
    if (card.holders.has(me_) && !card.shuffled.has(me_) &&
        !std::holds_alternative<Shuffling>(table.stage()))
      return fail(Fault::not_wanted, "cards that this seat did not shuffle");
  const auto* stage = std::get_if<Revealing>(&table.stage());
  if (stage == nullptr || !stage->commitments.contains(me_)) return {};
  const auto place = crypto::context(stage->place, me_, Purpose::commit);
  if (!committed_ ||
      crypto::commit(place, committed_->value, committed_->salt) != stage->commitments.at(me_))
    return fail(Fault::damaged, "what this seat committed to");
  return {};
}

Bytes PrivateView::keys_to_store() const {
  Bytes both(2 * Scalar::kBytes);  // at once: what grows leaves copies behind
  std::ranges::copy(Secret(keys_->x.reveal().encode()).reveal(), both.begin());
  std::ranges::copy(Secret(keys_->y.reveal().encode()).reveal(), both.begin() + Scalar::kBytes);
  return both;
}

std::function<proto::Payload()> PrivateView::contribution(const std::shared_ptr<const Table>& table,
                                                          Rng& rng) const {
  if (std::holds_alternative<Revealing>(table->stage())) {
    CHECK(committed_.has_value());
    return [opening = *committed_] { return proto::Payload(opening); };
  }
  if (const auto* recovering = std::get_if<Recovering>(&table->stage()))
    for (const Seat missing : recovering->missing.list())
      if (!recovery_ || !recovery_->contains(missing) || !recovery_->at(missing)) return {};
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  return [table, me = me_, keys = keys_, recovery = recovery_, fresh] {
    crypto::SharedRng source(fresh->reveal());
    auto draws = hedged(statement(*table, me, "entry"), keys->x, source);
    return std::visit(Contributing{*table, me, *keys, recovery.get(), draws}, table->stage());
  };
}

std::function<crypto::PreparedShuffle()> PrivateView::prepare_shuffle(const Table& table,
                                                                      const Pack& pack,
                                                                      Rng& rng) const {
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  // The deck that this seat will shuffle may not be here yet. What is known of the pack goes in: of
  // two turns that are prepared at one step, the second is prepared for a deck that has come since.
  const auto about = statement(table, me_, "shuffle").u64(pack.since.value).raw(pack.digest.bytes);
  return [about, n = pack.slots.size(), X = pack.key, keys = keys_, fresh] {
    crypto::SharedRng source(fresh->reveal());
    auto draws = hedged(about, keys->x, source);
    return crypto::prepare_shuffle(n, X, draws);
  };
}

proto::CommitPayload PrivateView::commit_to_move(const Table& table, Bytes move, Rng& rng) {
  auto draws = hedged(statement(table, me_, "commit").frame(move), keys_->x, rng);
  return commit(table, std::move(move), draws);
}

proto::CommitPayload PrivateView::commit_to_dice(const Table& table, Rng& rng) {
  auto draws = hedged(statement(table, me_, "commit"), keys_->x, rng);
  Bytes value(32);  // as joint_value takes it
  draws.fill(value);
  return commit(table, std::move(value), draws);
}

proto::CommitPayload PrivateView::commit(const Table& table, Bytes value, Rng& draws) {
  proto::RevealPayload opening{std::move(value), {}};
  draws.fill(opening.salt);
  const auto context = crypto::context(table.place(), me_, Purpose::commit);
  const proto::CommitPayload p{crypto::commit(context, opening.value, opening.salt)};
  committed_ = std::move(opening);
  return p;
}

Bytes PrivateView::opening_to_store() const {
  CHECK(committed_.has_value());
  return Writer(4 + committed_->value.size() + committed_->salt.size())
      .frame(committed_->value)
      .raw(committed_->salt)
      .bytes();
}

crypto::Digest PrivateView::memory() const {
  Bytes keys = keys_to_store();
  Bytes opening = committed_ ? opening_to_store() : Bytes();
  Bytes both = Writer(8 + keys.size() + opening.size()).frame(keys).frame(opening).bytes();
  const auto digest = crypto::hash("memory", both);
  for (Bytes* secret : {&keys, &opening, &both}) crypto::wipe(*secret);
  return digest;
}

Result<> PrivateView::learn(const Table& table) {
  if (!has_key(table)) return {};  // it reads nothing any more, and answers nothing that needs it
  if (!recovery_ && !table.dealings().empty() && me_.value < table.seats()) learn_shares(table);
  return learn_cards(table);
}

void PrivateView::learn_shares(const Table& table) {
  auto shares = std::make_shared<Shares>();
  for (const auto& [dealer, dealing] : table.dealings()) {
    const auto& sealed = dealing.sealed[me_.value];
    auto share = crypto::open_sealed(
        sealed, table.sealing_keys()[me_.value], Secret(keys_->y.reveal() * sealed.E),
        crypto::context(table.dealings_place(), dealer, Purpose::recover));
    auto& sound = (*shares)[dealer];
    if (share && crypto::share_fits(dealing.commitments, me_, *share)) sound = *std::move(share);
  }
  recovery_ = std::move(shares);
}

std::vector<proto::Note> PrivateView::complaints(const Table& table, Rng& rng) const {
  std::vector<proto::Note> notes;
  if (!recovery_) return notes;
  for (const auto& [dealer, share] : *recovery_) {
    if (share || table.unserved(me_, dealer)) continue;
    const crypto::Point E[] = {table.dealings().at(dealer).sealed[me_.value].E};
    const crypto::Point K[] = {keys_->y.reveal() * E[0]};
    auto draws = hedged(statement(table, me_, "complaint").u32(dealer.value), keys_->y, rng);
    const auto proof =
        crypto::prove_dleq({table.sealing_keys()[me_.value], E, K}, keys_->y,
                           crypto::context(table.place(), me_, Purpose::recover), draws);
    notes.emplace_back(proto::Complaint{dealer, K[0], proof});
  }
  return notes;
}

Result<> PrivateView::learn_cards(const Table& table) {
  for (const auto& [slot, card] : table.cards()) {
    if (card.dealt_to != me_) {
      known_.faces.erase(slot);
      read_.erase(slot);
      continue;
    }
    if (const auto read = read_.find(slot); read != read_.end() && read->second == card.masked)
      continue;
    if (!readable(card, me_)) continue;
    Secret M(card.masked.B);
    if (card.holders.has(me_)) {
      const Secret own(keys_->x.reveal() * card.masked.A);
      M = Secret(M.reveal() - own.reveal());
    }
    for (const auto& [seat, share] : card.shares)
      if (seat != me_) M = Secret(M.reveal() - share);
    const auto face = crypto::face_of(M.reveal(), table.faces());
    if (!face) return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
    known_.faces.insert_or_assign(slot, *face);
    read_.insert_or_assign(slot, card.masked);
  }
  known_.dice.clear();
  if (const auto mine = table.throws().find(me_); mine != table.throws().end()) {
    const auto& [coin, shares] = mine->second;
    Secret total(keys_->x.reveal() * coin.point);
    for (const auto& [seat, share] : shares) total = Secret(total.reveal() + share);
    const Secret value(crypto::coin_value(coin.context, total.reveal()));
    known_.dice = throw_dice(coin.dice, value.reveal());
  }
  return {};
}

}  // namespace fairdeal::runtime
