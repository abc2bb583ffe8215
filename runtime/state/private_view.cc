#include "runtime/state/private_view.h"

#include <algorithm>
#include <utility>

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

namespace fairdeal::state {

using crypto::Purpose;
using crypto::Scalar;
using crypto::Secret;

namespace {

/// Returns the text that says what `seat` draws randomness for: the place, the head, which stands
/// for all that is public (the deck, the keys, the points of this step), and a name for each thing
/// that needs randomness at a step. Why: two different things never use the same randomness, even
/// if the generator repeats itself.
Writer statement(const Table& table, Seat seat, std::string_view what) {
  return Writer()
      .frame(what)
      .raw(table.id().bytes)
      .u64(table.step().value)
      .raw(table.head().bytes)
      .u32(seat.value);
}

/// Returns the generator from which a seat draws everything that it hides. It mixes the statement,
/// the seat's hedge and the source, so that the source alone makes nothing guessable.
crypto::HedgedRng hedged(const Writer& statement, const Secret<ByteArray<32>>& hedge, Rng& source) {
  return {statement.bytes(), hedge.expose(), source};
}

Bytes to_store(const SeatKeys& keys) {
  Bytes both(2 * Scalar::kBytes);  // at its full size: growing would leave copies of the keys
  std::ranges::copy(Secret(keys.x.expose().encode()).expose(), both.begin());
  std::ranges::copy(Secret(keys.y.expose().encode()).expose(), both.begin() + Scalar::kBytes);
  return both;
}

/// Returns the kind of entry that the step waits for from this seat; none if it waits for none.
std::optional<proto::Kind> owed_kind(const Table& table, Seat me) {
  const auto slots = table.slots();
  const auto mine = std::ranges::find(slots, me, &consensus::EntrySlot::seat);
  return mine != slots.end() ? std::optional(mine->kind) : std::nullopt;
}

}  // namespace

// ---- Keys and other secrets that are stored

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
  const auto& next = table.state().next;
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
    if (table.over() || (!is(table.state().deal) && !is(table.state().next)))
      numbers.push_back(number);
  }
  for (const std::uint64_t number : numbers) held_.erase(number);
  if (!stages::may_reveal(table.stage(), me_)) committed_.reset();
  if (table.over()) hedge_ = {};
  return numbers;
}

bool PrivateView::drops_hedge(const Table& table) {
  const bool has_gone = table.members().standing(me_).left() && !table.state().needs(me_);
  return (table.over() || has_gone) && std::exchange(stores_hedge_, false);
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
  if (lost_keys(table.state().deal) ||
      (stages::is_opening(table.state()) && lost_keys(table.state().next)))
    return fail(Fault::damaged, "the key that this seat published");
  // All others together know the order of cards that this seat did not shuffle. So it answers
  // nothing while such cards lie under its lock, whatever the table asks for.
  for (const auto& [slot, card] : table.state().cards)
    if (card.key_holders.has(me_) && !card.shuffled.has(me_) &&
        !stages::shuffled_deck(table.stage()))
      return fail(Fault::not_wanted, "cards that this seat did not shuffle");
  if (!stages::opens_commitment(table.stage(), me_, committed_))
    return fail(Fault::damaged, "what this seat committed to");
  return {};
}

// ---- This seat's shuffles, shares and commitments

std::function<proto::Payload()> PrivateView::contribution(const std::shared_ptr<const Table>& table,
                                                          Rng& rng) const {
  const auto kind = owed_kind(*table, me_);
  if (kind == proto::Kind::reveal) {
    CHECK(committed_.has_value());
    return [opening = *committed_] { return proto::Payload(opening); };
  }
  const Held* held =
      this->held(stages::is_opening(table->state()) ? table->state().next : table->state().deal);
  if (held == nullptr && kind != proto::Kind::end) return {};
  for (const Seat missing : stages::stood_in_for(table->stage()).list())
    if (!held->shares || !held->shares->contains(missing) || !held->shares->at(missing)) return {};
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  return [table, me = me_, held = held ? *held : Held{}, fresh,
          hedge = std::make_shared<const Hedge>(hedge_.clone())] {
    crypto::SharedRng source(fresh->expose());
    auto draws = hedged(statement(*table, me, "entry"), *hedge, source);
    return stages::make(
        {table->state(), me, held.keys.get(), held.shares.get(), nullptr, nullptr, draws});
  };
}

std::function<proto::Passed()> PrivateView::part(const std::shared_ptr<const Table>& table,
                                                 Rng& rng) const {
  const Held* held = this->held(table->state().next);
  if (held == nullptr) return {};
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  return [table, me = me_, keys = held->keys, fresh,
          hedge = std::make_shared<const Hedge>(hedge_.clone())] {
    const Deal& deal = *table->state().next;
    crypto::SharedRng source(fresh->expose());
    auto draws = hedged(statement(*table, me, "part").u64(deal.number), *hedge, source);
    const Making making{table->state(), me, keys.get(), nullptr, nullptr, nullptr, draws};
    if (deal.owe_keys().has(me))
      return proto::Passed{table->id(), deal.place(), {}, stages::make_key(making)};
    return proto::Passed{table->id(), deal.place(), deal.keys_digest(),
                         stages::make_dealing(making)};
  };
}

std::function<crypto::PreparedShuffle()> PrivateView::prepare_shuffle(const Table& table,
                                                                      const SharedDeck& deck,
                                                                      Rng& rng) const {
  ByteArray<64> drawn;
  rng.fill(drawn);
  const auto fresh = std::make_shared<const Secret<ByteArray<64>>>(std::move(drawn));
  // The statement names the deck as far as it is known here; the one that this seat will shuffle
  // may not have come yet. So two turns that are prepared at one step differ, because the second is
  // prepared for a deck that has come since.
  const auto about = statement(table, me_, "shuffle").u64(deck.place.value).raw(deck.digest.bytes);
  return [about, n = deck.slots.size(), X = deck.key, fresh,
          hedge = std::make_shared<const Hedge>(hedge_.clone())] {
    crypto::SharedRng source(fresh->expose());
    auto draws = hedged(about, *hedge, source);
    return crypto::prepare_shuffle(n, X, draws);
  };
}

proto::MovePayload PrivateView::move(const Table& table, const std::string& action,
                                     Rng& rng) const {
  if (!stages::gives_locks(table.state(), me_, action)) return {action};
  const Held* held = this->held(table.state().deal);
  CHECK(held != nullptr);  // can_answer() has refused a seat that lost its keys
  auto draws = hedged(statement(table, me_, "locks"), hedge_, rng);
  return std::get<proto::MovePayload>(
      stages::make({table.state(), me_, held->keys.get(), nullptr, nullptr, &action, draws}));
}

proto::CommitPayload PrivateView::commit_to_move(const Table& table, Bytes move, Rng& rng) {
  auto draws = hedged(statement(table, me_, "commit").frame(move), hedge_, rng);
  return commit(table, std::move(move), draws);
}

proto::CommitPayload PrivateView::commit_to_dice(const Table& table, Rng& rng) {
  auto draws = hedged(statement(table, me_, "commit"), hedge_, rng);
  Bytes value(32);  // the size that joint_value() takes
  draws.fill(value);
  return commit(table, std::move(value), draws);
}

proto::CommitPayload PrivateView::commit(const Table& table, Bytes value, Rng& draws) {
  committed_ = proto::RevealPayload{std::move(value), {}};
  draws.fill(committed_->salt);
  return stages::make_commitment(
      {table.state(), me_, nullptr, nullptr, &*committed_, nullptr, draws});
}

std::vector<proto::Attachment> PrivateView::complaints(const Table& table, Rng& rng) const {
  std::vector<proto::Attachment> attachments;
  for (const Seat dealer : wronged_by(table)) {
    const Deal& deal = *table.state().disputed(me_);
    const auto& y = held_.at(deal.number).keys->y;
    const crypto::Point E[] = {deal.encrypted(dealer, me_).E};
    const crypto::Point K[] = {y.expose() * E[0]};
    auto draws = hedged(statement(table, me_, "complaint").u32(dealer.value), hedge_, rng);
    const auto proof =
        crypto::prove_dleq({deal.Y[me_.value], E, K}, y,
                           crypto::context(table.state().place(), me_, Purpose::recover), draws);
    attachments.emplace_back(proto::Complaint{dealer, K[0], proof});
  }
  return attachments;
}

Bytes PrivateView::committed_to_store() const {
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
  add(committed_ ? committed_to_store() : Bytes());
  const auto digest = crypto::hash("memory", all);
  crypto::wipe(all);
  return digest;
}

}  // namespace fairdeal::state
