#include <set>

#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/schnorr.h"
#include "proto/limits.h"
#include "runtime/applying.h"

namespace fairdeal::runtime {

using crypto::Purpose;

Applying::Next Applying::wanted() const {
  const auto wants = table.game_.wants();
  if (wants.empty()) return Stage(Ending{});
  if (table.present().empty()) {  // nobody is left to play: the rules settle
    FD_CHECKED(happens(rules::Void{}));
    return Stage(Ending{});
  }
  if (auto first = hand_over(wants.front())) return first;
  return std::visit([&](const auto& want) -> Next { return stage_for(want, wants); },
                    wants.front());
}

/// A seat that is gone makes its move first: it is absent.
Result<Stage> Applying::stage_for(const rules::WantMove& want, const Wants&) const {
  if (want.seats.empty()) return fail(Fault::not_wanted, "the rules want a move of nobody");
  for (const Seat seat : want.seats)
    if (want.seats.size() == 1 || !table.present().has(seat)) return Stage(Moving{seat});
  return Stage(Committing{want.seats, {}});
}

Applying::Next Applying::stage_for(const rules::WantShuffle& want, const Wants&) const {
  const std::set<Slot> distinct(want.slots.begin(), want.slots.end());
  if (distinct.size() != want.slots.size() || want.slots.size() < 2 ||
      want.slots.size() > proto::kDeckMax)
    return fail(Fault::not_wanted, "a shuffle of no deck");
  if (!want.faces.empty()) {
    if (want.faces.size() != want.slots.size())
      return fail(Fault::not_wanted, "a pack that does not fit its slots");
    for (const Face face : want.faces) {
      if (face.value >= crypto::kGeneratorsMax)
        return fail(Fault::not_wanted, "a face beyond all packs");
      table.faces_ = std::max<std::size_t>(table.faces_, face.value + 1);
    }
    let_back(want.slots);
    return shuffling(want.slots, crypto::open_deck(want.faces), holders());
  }
  return shuffle_again(want.slots);
}

/// What lies there. The locks of who is gone come off, as far as their shares of all these cards
/// are public: under new masks these shares would open nothing.
Applying::Next Applying::shuffle_again(const std::vector<Slot>& slots) const {
  SeatSet gone = table.keyed_ - table.present();
  for (const Slot slot : slots) {
    const auto found = table.cards_.find(slot);
    if (found == table.cards_.end()) return fail(Fault::not_wanted, "a shuffle of an empty slot");
    for (const Seat seat : gone.list())
      if (found->second.holders.has(seat) && !found->second.shares.contains(seat)) gone.erase(seat);
  }
  crypto::Deck deck;
  std::optional<SeatSet> holders;
  for (const Slot slot : slots) {
    const Card& card = table.cards_.at(slot);
    const SeatSet locks = card.holders - gone;
    if (holders.value_or(locks) != locks) {
      if ((*holders & table.present()) != (locks & table.present()))
        return fail(Fault::not_wanted, "a shuffle of cards under different locks");
      return give_up();  // one who is gone keeps its lock on some of them
    }
    holders = locks;
    crypto::MaskedCard& masked = deck.emplace_back(card.masked);
    for (const auto& [seat, share] : card.shares)
      if (gone.has(seat)) masked.B = masked.B - share;
  }
  return shuffling(slots, std::move(deck), *holders);
}

Applying::Next Applying::shuffling(const std::vector<Slot>& slots, crypto::Deck deck,
                                   SeatSet holders) const {
  if (holders.empty()) return fail(Fault::not_wanted, "a shuffle by nobody");
  std::vector<crypto::Point> keys;
  for (const Seat seat : holders.list()) keys.push_back(table.keys_[seat.value]);
  FD_TRY(const auto key, crypto::joint_key(keys));
  return Stage(Shuffling{slots, std::make_shared<const crypto::Deck>(std::move(deck)), holders, key,
                         holders.list().front()});
}

/// Deals and shows that stand together are one step; a slot twice begins another.
Result<Stage> Applying::stage_for(const rules::WantDeal&, const Wants& wants) const {
  return unlocking(wants);
}
Result<Stage> Applying::stage_for(const rules::WantShow&, const Wants& wants) const {
  return unlocking(wants);
}
Result<Stage> Applying::unlocking(const Wants& wants) const {
  Unlocking stage;
  std::set<Slot> seen;
  for (const rules::Want& want : wants) {
    Opening opening;
    if (const auto* deal = std::get_if<rules::WantDeal>(&want))
      opening = {deal->slot, deal->to};
    else if (const auto* show = std::get_if<rules::WantShow>(&want))
      opening = {show->slot, {}};
    else
      break;
    if (!seen.insert(opening.slot).second || stage.openings.size() == proto::kSharesMax) break;
    const auto card = table.cards_.find(opening.slot);
    if (card == table.cards_.end()) return fail(Fault::not_wanted, "a card from an empty slot");
    // Everybody else's share of it is public, so a second deal would show it to all.
    if (opening.to && card->second.dealt_to && card->second.dealt_to != opening.to)
      return fail(Fault::not_wanted, "a card dealt to two seats");
    stage.openings.push_back(opening);
  }
  return Stage(std::move(stage));
}

Result<Stage> Applying::stage_for(const rules::WantRoll& want, const Wants& wants) const {
  if (table.charter().randomness == proto::Randomness::coin) return tossing(wants);
  return Stage(Committing{table.present().list(), want.dice});
}
Result<Stage> Applying::stage_for(const rules::WantRollFor&, const Wants& wants) const {
  return tossing(wants);
}
Result<Stage> Applying::stage_for(const rules::WantOpen&, const Wants& wants) const {
  return tossing(wants);
}

/// Coins that stand together are one step, as long as their points differ: one for all, and one
/// for each seat.
Result<Stage> Applying::tossing(const Wants& wants) const {
  Tossing stage;
  std::set<Seat> seen;
  const auto add = [&](Coin::For for_whom, Seat seat, const std::vector<rules::Die>& dice) {
    if (!seen.insert(seat).second) return false;
    Bytes context = crypto::context({table.id_, before.step_.next()}, seat, Purpose::coin);
    const auto point = crypto::coin_point(context);
    stage.coins.push_back({for_whom, seat, dice, point, std::move(context), holders()});
    return true;
  };
  for (const rules::Want& want : wants) {
    if (const auto* all = std::get_if<rules::WantRoll>(&want)) {
      if (table.charter().randomness != proto::Randomness::coin ||
          !add(Coin::For::all, crypto::kNobody, all->dice))
        break;
    } else if (const auto* one = std::get_if<rules::WantRollFor>(&want)) {
      if (table.throws_.contains(one->seat))
        return fail(Fault::not_wanted, "a second throw before the first is opened");
      if (!add(Coin::For::one, one->seat, one->dice)) break;
    } else if (const auto* opened = std::get_if<rules::WantOpen>(&want)) {
      const auto found = table.throws_.find(opened->seat);
      if (found == table.throws_.end())
        return fail(Fault::not_wanted, "a throw to open that nobody made");
      if (!seen.insert(opened->seat).second) break;
      Coin coin = found->second.coin;
      coin.for_whom = Coin::For::opened;
      stage.coins.push_back(std::move(coin));
    } else {
      break;
    }
  }
  return Stage(std::move(stage));
}

}  // namespace fairdeal::runtime
