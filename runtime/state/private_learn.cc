#include "crypto/coin.h"
#include "crypto/vss.h"
#include "runtime/state/private_view.h"

/// The part of PrivateView that learns from the public state with the seat's own keys.

namespace fairdeal::state {

using crypto::Purpose;
using crypto::Secret;

namespace {

/// Returns what this seat reads of a card that is dealt to it: the card itself, or its copy of it.
/// None if not all shares but its own are public, as when the card was dealt while it was out.
std::optional<CardCopy> readable(const PublicCard& card, Seat me) {
  std::optional<CardCopy> read;
  if (card.dealt_to == me) read = {card.masked, card.key_holders, card.shares};
  if (const auto copy = card.copies.find(me); card.also.has(me) && copy != card.copies.end())
    read = copy->second;
  return read && stages::is_readable(*read, me) ? read : std::nullopt;
}

}  // namespace

Result<> PrivateView::learn(const Table& table) {
  for (const auto* deal : {&table.state().deal, &table.state().next})
    if (*deal && (*deal)->recovery != 0 && (*deal)->is_open() && held(*deal) != nullptr)
      learn_shares(table, **deal);
  if (lost_keys(table.state().deal))
    return {};  // without its key this seat reads no card; can_answer() tells what it cannot answer
  return learn_cards(table);
}

void PrivateView::learn_shares(const Table& table, const Deal& deal) {
  Held& held = held_.at(deal.number);
  if (held.shares) return;
  auto shares = std::make_shared<RecoveryShares>();
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
  const Deal* deal = table.state().disputed(me_);
  const auto found = deal != nullptr ? held_.find(deal->number) : held_.end();
  if (found == held_.end() || !found->second.shares) return dealers;
  for (const auto& [dealer, share] : *found->second.shares)
    if (!share && !table.members().standing(dealer).convicted()) dealers.push_back(dealer);
  return dealers;
}

bool PrivateView::complains(const Table& table) const { return !wronged_by(table).empty(); }

Result<> PrivateView::learn_cards(const Table& table) {
  for (const auto& [slot, card] : table.state().cards) {
    if (card.dealt_to != me_ && !card.also.has(me_)) {
      known_.faces.erase(slot);
      read_.erase(slot);
      continue;
    }
    const auto mine = readable(card, me_);
    if (!mine) {
      if (card.also.has(me_) && card.face) known_.faces.insert_or_assign(slot, *card.face);
      continue;
    }
    if (const auto read = read_.find(slot); read != read_.end() && read->second == mine->masked)
      continue;
    Secret M(mine->masked.B);
    if (mine->key_holders.has(me_)) {
      const Held* held = this->held(table.state().deal);
      if (held == nullptr) continue;
      const Secret own(held->keys->x.expose() * mine->masked.A);
      M = Secret(M.expose() - own.expose());
    }
    for (const auto& [seat, share] : mine->shares)
      if (seat != me_) M = Secret(M.expose() - share);
    const auto face = crypto::face_of(M.expose(), table.state().faces);
    if (!face) return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
    known_.faces.insert_or_assign(slot, *face);
    read_.insert_or_assign(slot, mine->masked);
  }
  known_.dice.clear();
  if (const auto mine = table.state().private_rolls.find(me_);
      mine != table.state().private_rolls.end()) {
    const auto& [coin, shares] = mine->second;
    const Held* held = this->held(table.state().deal);
    if (held == nullptr) return {};
    Secret total(held->keys->x.expose() * coin.point);
    for (const auto& [seat, share] : shares) total = Secret(total.expose() + share);
    const Secret value(crypto::coin_value(coin.context, total.expose()));
    known_.dice = stages::roll_dice(coin.dice, value.expose());
  }
  return {};
}

}  // namespace fairdeal::state
