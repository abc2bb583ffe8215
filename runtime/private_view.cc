#include "runtime/private_view.h"

#include <algorithm>

#include "base/check.h"
#include "base/encode.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/curve/msm.h"
#include "crypto/hedged_rng.h"
#include "crypto/vss.h"
#include "crypto/wipe.h"
#include "proto/limits.h"

namespace fairdeal::runtime {

using crypto::Purpose;
using crypto::Scalar;
using crypto::Secret;

namespace {

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

/// What a seat hides at a table is drawn from here.
crypto::HedgedRng hedged(const Writer& statement, const Secret<ByteArray<32>>& hedge, Rng& source) {
  return {statement.bytes(), hedge.expose(), source};
}

/// Whether all shares of a card but this seat's are public. They are not of one that was dealt to
/// it while it was out.
bool readable(const Card& card, Seat me) {
  SeatSet closed = card.key_holders - SeatSet::of({me});
  for (const auto& [seat, share] : card.shares) closed.erase(seat);
  return closed.empty();
}

/// Makes one seat's payload at a stage. Everything it proves, it proves at table.place(), but for
/// what opens a deal.
struct Contributing {
  const Table& table;
  Seat me;
  const SeatKeys* keys;  // of the deal that the stage is about
  const std::map<Seat, std::optional<Secret<Scalar>>>* recovery;
  Rng& rng;

  Bytes context(Purpose purpose) const { return crypto::context(table.place(), me, purpose); }
  Bytes opening_context(Purpose purpose) const {
    return crypto::context({table.id(), table.next_deal()->place()}, me, purpose);
  }

  proto::KeyPayload key() const {
    proto::KeyPayload p;
    p.X = crypto::mul_base(keys->x.expose());
    p.proof = crypto::prove_key(keys->x, opening_context(Purpose::key), rng);
    p.Y = crypto::mul_base(keys->y.expose());
    p.encryption_proof = crypto::prove_key(keys->y, opening_context(Purpose::recover), rng);
    return p;
  }
  proto::SharesPayload shares() const {
    const Deal& deal = *table.next_deal();
    auto dealing = crypto::deal_shares(keys->x, deal.recovery, table.seats(), rng);
    proto::SharesPayload p{std::move(dealing.commitments), {}};
    for (const Seat to : (deal.members - SeatSet::of({me})).list())
      p.encrypted.push_back(crypto::encrypt(Secret(dealing.shares[to.value]), deal.Y[to.value],
                                            opening_context(Purpose::recover), rng));
    return p;
  }

  proto::Payload operator()(const CollectingKeys&) const { return key(); }
  proto::Payload operator()(const DealingShares&) const { return shares(); }
  proto::Payload operator()(const Decrypting&) const {
    return shares<proto::DecryptPayload>(Purpose::decrypt);
  }
  proto::Payload operator()(const HandingOver&) const {
    return shares<proto::DecryptPayload>(Purpose::decrypt);
  }
  proto::Payload operator()(const Rolling&) const {
    return shares<proto::CoinPayload>(Purpose::coin);
  }
  /// Requires a sound share of each missing seat's key.
  proto::Payload operator()(const Recovering& s) const {
    proto::RecoverPayload p;
    for (const Seat missing : s.missing.list()) {
      const auto& share = *recovery->at(missing);
      const auto public_share =
          crypto::public_share(table.deal()->dealings.at(missing).commitments, me);
      const auto A = table.owed_points(missing);
      proto::DecryptPayload& of_one = p.shares.emplace_back();
      const auto shares = crypto::each_times(share.expose(), A);
      of_one.shares.assign(shares.expose().begin(), shares.expose().end());
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

  template <class P>
  P shares(Purpose purpose) const {
    P p;
    const auto A = table.owed_points(me);
    const auto shares = crypto::each_times(keys->x.expose(), A);
    p.shares.assign(shares.expose().begin(), shares.expose().end());  // public from now on
    p.proof = crypto::prove_dleq({table.deal()->X[me.value], A, p.shares}, keys->x,
                                 context(purpose), rng);
    return p;
  }
};

Bytes to_store(const SeatKeys& keys) {
  Bytes both(2 * Scalar::kBytes);  // at once: what grows leaves copies behind
  std::ranges::copy(Secret(keys.x.expose().encode()).expose(), both.begin());
  std::ranges::copy(Secret(keys.y.expose().encode()).expose(), both.begin() + Scalar::kBytes);
  return both;
}

/// Whether what this seat committed to is still asked for.
bool may_reveal(const Table& table, Seat me) {
  const auto* revealing = std::get_if<Revealing>(&table.stage());
  return std::holds_alternative<Committing>(table.stage()) ||
         (revealing != nullptr && revealing->commitments.contains(me));
}

/// Whether the stage is about the deal that is being opened.
bool is_opening(const Table& table) {
  const auto* shuffling = std::get_if<Shuffling>(&table.stage());
  return std::holds_alternative<CollectingKeys>(table.stage()) ||
         std::holds_alternative<DealingShares>(table.stage()) ||
         (shuffling != nullptr && table.next_deal() &&
          shuffling->deck.place == table.next_deal()->place());
}

}  // namespace

// ---- Keys, and what is stored

PrivateView::PrivateView(Seat me, Rng& rng) : me_(me) {
  ByteArray<32> hedge;
  rng.fill(hedge);
  hedge_ = Hedge(std::move(hedge));
}

Result<PrivateView> PrivateView::restore(Seat me, ByteSpan hedge, std::optional<ByteSpan> opening) {
  if (hedge.size() != 32) return fail(Fault::damaged, "the seat's own secret");
  ByteArray<32> drawn;
  std::ranges::copy(hedge, drawn.begin());
  PrivateView view(me, Hedge(std::move(drawn)));
  if (opening) {
    Reader reader(*opening);
    proto::RevealPayload committed;
    FD_TRY(const ByteSpan value, reader.frame(proto::kRevealBytesMax));
    committed.value = to_bytes(as_text(value));
    FD_TRY(committed.salt, reader.array<32>());
    FD_TRY(reader.end());
    view.committed_ = std::move(committed);
  }
  return view;
}

Result<> PrivateView::restore_keys(std::uint64_t number, ByteSpan keys) {
  if (keys.size() != 2 * Scalar::kBytes) return fail(Fault::damaged, "the seat's keys");
  FD_TRY(auto x, Scalar::decode(keys.first<Scalar::kBytes>()));
  FD_TRY(auto y, Scalar::decode(keys.last<Scalar::kBytes>()));
  auto both =
      std::make_shared<const SeatKeys>(SeatKeys{Secret(std::move(x)), Secret(std::move(y))});
  const auto X = crypto::mul_base(both->x.expose());
  held_.insert_or_assign(number, Held{std::move(both), X});
  return {};
}

std::optional<std::uint64_t> PrivateView::draw_keys(const Table& table, Rng& rng) {
  const auto& next = table.next_deal();
  if (!next || !next->owe_keys().has(me_) || held_.contains(next->number)) return {};
  auto draws = hedged(statement(table, me_, "keys").u64(next->number), hedge_, rng);
  auto keys = std::make_shared<const SeatKeys>(
      SeatKeys{Secret(Scalar::random_nonzero(draws)), Secret(Scalar::random_nonzero(draws))});
  const auto X = crypto::mul_base(keys->x.expose());
  held_.emplace(next->number, Held{std::move(keys), X});
  return next->number;
}

Bytes PrivateView::keys_to_store(std::uint64_t number) const {
  return to_store(*held_.at(number).keys);
}
Bytes PrivateView::hedge_to_store() const { return to_bytes(as_text(hedge_.expose())); }

std::vector<std::uint64_t> PrivateView::forget(const Table& table) {
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, held] : held_) {
    const auto is = [n = number](const std::optional<Deal>& deal) {
      return deal && deal->number == n;
    };
    if (table.over() || (!is(table.deal()) && !is(table.next_deal()))) numbers.push_back(number);
  }
  for (const std::uint64_t number : numbers) held_.erase(number);
  if (!may_reveal(table, me_)) committed_.reset();
  if (table.over()) hedge_ = {};
  return numbers;
}

const PrivateView::Held* PrivateView::held(const std::optional<Deal>& deal) const {
  if (!deal || !deal->members.has(me_)) return nullptr;
  const auto found = held_.find(deal->number);
  const bool is =
      found != held_.end() && (!deal->keyed.has(me_) || deal->X[me_.value] == found->second.X);
  return is ? &found->second : nullptr;
}

bool PrivateView::lost_keys(const std::optional<Deal>& deal) const {
  return deal && deal->keyed.has(me_) && held(deal) == nullptr;
}

Result<> PrivateView::can_answer(const Table& table) const {
  if (lost_keys(table.deal()) || (is_opening(table) && lost_keys(table.next_deal())))
    return fail(Fault::damaged, "the key that this seat published");
  // Whatever the table says: all others together know the order of cards that this seat did not
  // shuffle, so it neither opens nor plays them.
  for (const auto& [slot, card] : table.cards())
    if (card.key_holders.has(me_) && !card.shuffled.has(me_) &&
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

// ---- What it makes

std::function<proto::Payload()> PrivateView::contribution(const std::shared_ptr<const Table>& table,
                                                          Rng& rng) const {
  if (std::holds_alternative<Revealing>(table->stage())) {
    CHECK(committed_.has_value());
    return [opening = *committed_] { return proto::Payload(opening); };
  }
  const Held* held = this->held(is_opening(*table) ? table->next_deal() : table->deal());
  if (held == nullptr && !std::holds_alternative<Ending>(table->stage())) return {};
  if (const auto* recovering = std::get_if<Recovering>(&table->stage()))
    for (const Seat missing : recovering->missing.list())
      if (!held->shares || !held->shares->contains(missing) || !held->shares->at(missing))
        return {};
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  return [table, me = me_, held = held ? *held : Held{}, fresh,
          hedge = std::make_shared<const Hedge>(hedge_.clone())] {
    crypto::SharedRng source(fresh->expose());
    auto draws = hedged(statement(*table, me, "entry"), *hedge, source);
    return std::visit(Contributing{*table, me, held.keys.get(), held.shares.get(), draws},
                      table->stage());
  };
}

std::function<proto::Passed()> PrivateView::part(const std::shared_ptr<const Table>& table,
                                                 Rng& rng) const {
  const Held* held = this->held(table->next_deal());
  if (held == nullptr) return {};
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  return [table, me = me_, keys = held->keys, fresh,
          hedge = std::make_shared<const Hedge>(hedge_.clone())] {
    const Deal& deal = *table->next_deal();
    crypto::SharedRng source(fresh->expose());
    auto draws = hedged(statement(*table, me, "part").u64(deal.number), *hedge, source);
    const Contributing making{*table, me, keys.get(), nullptr, draws};
    if (deal.owe_keys().has(me)) return proto::Passed{table->id(), deal.place(), {}, making.key()};
    return proto::Passed{table->id(), deal.place(), deal.keys_digest(), making.shares()};
  };
}

std::function<crypto::PreparedShuffle()> PrivateView::prepare_shuffle(const Table& table,
                                                                      const SharedDeck& deck,
                                                                      Rng& rng) const {
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  // The deck that this seat will shuffle may not be here yet. What is known of the deck goes in: of
  // two turns that are prepared at one step, the second is prepared for a deck that has come since.
  const auto about = statement(table, me_, "shuffle").u64(deck.place.value).raw(deck.digest.bytes);
  return [about, n = deck.slots.size(), X = deck.key, fresh,
          hedge = std::make_shared<const Hedge>(hedge_.clone())] {
    crypto::SharedRng source(fresh->expose());
    auto draws = hedged(about, *hedge, source);
    return crypto::prepare_shuffle(n, X, draws);
  };
}

std::optional<proto::DecryptPayload> PrivateView::locks(const Table& table,
                                                        const std::string& action, Rng& rng) const {
  const auto after = table.game().after(rules::Moved<rules::Action>{me_, {action}});
  if (!after || !table.hands_over(me_, *after)) return {};
  const Held* held = this->held(table.deal());
  CHECK(held != nullptr);  // can_answer() has seen it
  auto draws = hedged(statement(table, me_, "locks"), hedge_, rng);
  const Contributing making{table, me_, held->keys.get(), nullptr, draws};
  return making.shares<proto::DecryptPayload>(Purpose::decrypt);
}

proto::CommitPayload PrivateView::commit_to_move(const Table& table, Bytes move, Rng& rng) {
  auto draws = hedged(statement(table, me_, "commit").frame(move), hedge_, rng);
  return commit(table, std::move(move), draws);
}

proto::CommitPayload PrivateView::commit_to_dice(const Table& table, Rng& rng) {
  auto draws = hedged(statement(table, me_, "commit"), hedge_, rng);
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
  Bytes all;
  const auto add = [&](Bytes secret) {
    const auto digest = crypto::hash("memory", secret);
    all.insert(all.end(), digest.bytes.begin(), digest.bytes.end());
    crypto::wipe(secret);
  };
  for (const auto& [number, held] : held_) add(to_store(*held.keys));
  add(committed_ ? opening_to_store() : Bytes());
  const auto digest = crypto::hash("memory", all);
  crypto::wipe(all);
  return digest;
}

// ---- What it learns

Result<> PrivateView::learn(const Table& table) {
  for (const auto* deal : {&table.deal(), &table.next_deal()})
    if (*deal && (*deal)->recovery != 0 && (*deal)->is_open() && held(*deal) != nullptr)
      learn_shares(table, **deal);
  if (lost_keys(table.deal())) return {};  // it reads nothing, and answers nothing that needs it
  return learn_cards(table);
}

void PrivateView::learn_shares(const Table& table, const Deal& deal) {
  Held& held = held_.at(deal.number);
  if (held.shares) return;
  auto shares = std::make_shared<Shares>();
  for (const auto& [dealer, dealing] : deal.dealings) {
    if (dealer == me_) continue;
    const auto& encrypted = deal.encrypted(dealer, me_);
    auto share =
        crypto::decrypt(encrypted, deal.Y[me_.value], Secret(held.keys->y.expose() * encrypted.E),
                        crypto::context({table.id(), deal.place()}, dealer, Purpose::recover));
    auto& sound = (*shares)[dealer];
    if (share && crypto::share_fits(dealing.commitments, me_, *share)) sound = *std::move(share);
  }
  held.shares = std::move(shares);
}

std::vector<Seat> PrivateView::wronged_by(const Table& table) const {
  std::vector<Seat> dealers;
  const Deal* deal = table.disputed(me_);
  const auto found = deal != nullptr ? held_.find(deal->number) : held_.end();
  if (found == held_.end() || !found->second.shares) return dealers;
  for (const auto& [dealer, share] : *found->second.shares)
    if (!share && !table.standing(dealer).convicted) dealers.push_back(dealer);
  return dealers;
}

bool PrivateView::complains(const Table& table) const { return !wronged_by(table).empty(); }

std::vector<proto::Attachment> PrivateView::complaints(const Table& table, Rng& rng) const {
  std::vector<proto::Attachment> attachments;
  for (const Seat dealer : wronged_by(table)) {
    const Deal& deal = *table.disputed(me_);
    const auto& y = held_.at(deal.number).keys->y;
    const crypto::Point E[] = {deal.encrypted(dealer, me_).E};
    const crypto::Point K[] = {y.expose() * E[0]};
    auto draws = hedged(statement(table, me_, "complaint").u32(dealer.value), hedge_, rng);
    const auto proof = crypto::prove_dleq(
        {deal.Y[me_.value], E, K}, y, crypto::context(table.place(), me_, Purpose::recover), draws);
    attachments.emplace_back(proto::Complaint{dealer, K[0], proof});
  }
  return attachments;
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
    if (card.key_holders.has(me_)) {
      const Held* held = this->held(table.deal());
      if (held == nullptr) continue;
      const Secret own(held->keys->x.expose() * card.masked.A);
      M = Secret(M.expose() - own.expose());
    }
    for (const auto& [seat, share] : card.shares)
      if (seat != me_) M = Secret(M.expose() - share);
    const auto face = crypto::face_of(M.expose(), table.faces());
    if (!face) return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
    known_.faces.insert_or_assign(slot, *face);
    read_.insert_or_assign(slot, card.masked);
  }
  known_.dice.clear();
  if (const auto mine = table.private_rolls().find(me_); mine != table.private_rolls().end()) {
    const auto& [coin, shares] = mine->second;
    const Held* held = this->held(table.deal());
    if (held == nullptr) return {};
    Secret total(held->keys->x.expose() * coin.point);
    for (const auto& [seat, share] : shares) total = Secret(total.expose() + share);
    const Secret value(crypto::coin_value(coin.context, total.expose()));
    known_.dice = roll_dice(coin.dice, value.expose());
  }
  return {};
}

}  // namespace fairdeal::runtime
