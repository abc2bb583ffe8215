#include <set>

#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/schnorr.h"
#include "proto/limits.h"
#include "runtime/applying.h"

namespace fairdeal::runtime {

using crypto::Purpose;

namespace {

/// Where coins have a step: beyond all steps, one after another.
constexpr std::uint64_t kFirstCoin = std::uint64_t{1} << 63;

}  // namespace

Applying::Next Applying::wanted() const {
  FD_TRY(goes_out(all_seats() - table.present()));
  let_in();
  keep_opening();
  const auto wants = table.game_.wants();
  if (wants.empty()) return Stage(Ending{});
  if (table.present().empty()) {  // nobody is left to play: the rules settle
    FD_TRY(give_up(all_seats()));
    return Stage(Ending{});
  }
  if (table.deal_ && table.deal_->asked)
    if (auto first = hand_over(wants.front())) return first;
  return std::visit([&](const auto& want) -> Next { return stage_for(want, wants); },
                    wants.front());
}

/// A seat that is out makes its move first: it is absent.
Result<Stage> Applying::stage_for(const rules::WantMove& want, const Wants&) const {
  if (want.seats.empty()) return fail(Fault::not_wanted, "the rules want a move of nobody");
  for (const Seat seat : want.seats)
    if (want.seats.size() == 1 || !table.in().has(seat)) return Stage(Moving{seat});
  return Stage(Committing{want.seats, {}});
}

/// Deals and shows that stand together are one step; a slot twice begins another.
Applying::Next Applying::stage_for(const rules::WantDeal&, const Wants& wants) const {
  return decrypting(wants);
}
Applying::Next Applying::stage_for(const rules::WantShow&, const Wants& wants) const {
  return decrypting(wants);
}
Applying::Next Applying::decrypting(const Wants& wants) const {
  if (lies_in_vain()) return begin_anew();
  Decrypting stage;
  std::set<CardSlot> seen;
  for (const rules::Want& want : wants) {
    CardToDecrypt target;
    if (const auto* deal = std::get_if<rules::WantDeal>(&want))
      target = {deal->slot, deal->to};
    else if (const auto* show = std::get_if<rules::WantShow>(&want))
      target = {show->slot, {}};
    else
      break;
    if (!seen.insert(target.slot).second || stage.cards.size() == proto::kSharesMax) break;
    const auto card = table.cards_.find(target.slot);
    if (card == table.cards_.end()) return fail(Fault::not_wanted, "a card from an empty slot");
    // Everybody else's share of it is public, so a second deal would show it to all.
    if (target.to && card->second.dealt_to && card->second.dealt_to != target.to)
      return fail(Fault::not_wanted, "a card dealt to two seats");
    stage.cards.push_back(target);
  }
  return Next(std::move(stage));
}

Applying::Next Applying::stage_for(const rules::WantRoll& want, const Wants& wants) const {
  if (table.charter().randomness == proto::Randomness::coin) return rolling(wants);
  if (table.in().size() < 2 && table.seats() > 1) return settle_alone();
  return Stage(Committing{table.in().list(), want.dice});
}
Applying::Next Applying::stage_for(const rules::WantRollFor&, const Wants& wants) const {
  return rolling(wants);
}
Applying::Next Applying::stage_for(const rules::WantShowDice&, const Wants& wants) const {
  return rolling(wants);
}

/// Coins that stand together are one step, as long as their points differ: one for all, and one
/// for each seat.
Applying::Next Applying::rolling(const Wants& wants) const {
  const bool shows = std::holds_alternative<rules::WantShowDice>(wants.front());
  if (!shows) {
    if (table.in().size() < 2 && table.seats() > 1) return settle_alone();
    if (auto first = deal_for_those_in()) return first;
    if (key_holders().size() < 2 && table.seats() > 1) return settle_alone();
  }
  joins_deal();
  Rolling stage;
  std::set<Seat> seen;
  const auto add = [&](Coin::For for_whom, Seat seat, const std::vector<rules::Die>& dice) {
    if (!seen.insert(seat).second) return false;
    // Not by the step: an absence would move it, and so choose another roll.
    const Step place(kFirstCoin + table.rolls_made_++);
    Bytes context = crypto::context({table.id_, place}, seat, Purpose::coin);
    const auto point = crypto::coin_point(context);
    stage.coins.push_back({for_whom, seat, dice, point, std::move(context), key_holders()});
    return true;
  };
  for (const rules::Want& want : wants) {
    if (const auto* all = std::get_if<rules::WantRoll>(&want)) {
      if (table.charter().randomness != proto::Randomness::coin ||
          !add(Coin::For::all, crypto::kNobody, all->dice))
        break;
    } else if (const auto* one = std::get_if<rules::WantRollFor>(&want)) {
      if (table.private_rolls_.contains(one->seat))
        return fail(Fault::not_wanted, "a second roll before the first is shown");
      if (!add(Coin::For::one, one->seat, one->dice)) break;
    } else if (const auto* shown = std::get_if<rules::WantShowDice>(&want)) {
      const auto found = table.private_rolls_.find(shown->seat);
      if (found == table.private_rolls_.end())
        return fail(Fault::not_wanted, "a roll to show that nobody made");
      if (!seen.insert(shown->seat).second) break;
      Coin coin = found->second.coin;
      coin.for_whom = Coin::For::shown;
      stage.coins.push_back(std::move(coin));
    } else {
      break;
    }
  }
  return Stage(std::move(stage));
}

}  // namespace fairdeal::runtime
