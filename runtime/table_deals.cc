#include <algorithm>

#include "crypto/generators.h"
#include "runtime/applying.h"
#include "runtime/terms.h"

namespace fairdeal::runtime {

/// The next number, for keys of these.
void Applying::begin_deal(SeatSet members, bool wanted) const {
  Deal deal;
  deal.number = table.deals_made_++;
  deal.members = members;
  deal.X.resize(table.seats());
  deal.Y.assign(table.seats(), crypto::pedersen_h());
  deal.wanted = wanted;
  table.next_ = std::move(deal);
  table.opened_ = before.step_.next();
}

/// Who goes before its key is simply no member. After it, the opening is dropped, and another
/// begins without it: new keys, new dealings, new masks. Nothing was shown, so nobody has chosen
/// anything.
void Applying::keep_opening() const {
  auto& next = table.next_;
  if (!next) return;
  const SeatSet here = next->wanted ? table.in() : may_play();
  const SeatSet lost = next->members - here;
  if ((lost & next->keyed).empty()) {
    next->members = next->members - lost;
  } else {
    const Deal dropped = *next;
    begin_deal(here, dropped.wanted);
    next->anew = dropped.anew;
    if (dropped.anew) next->want = dropped.want;
  }
  // Two others who could show a hand to one opponent would be too few.
  if (table.charter().recovery != 0 && next->owe_keys().empty() && next->recovery == 0 &&
      next->members.size() >= kRecoverySeatsMin)
    next->recovery = next->members.size() - 1;
}

void Applying::take_key(Seat seat, const proto::KeyPayload& key) const {
  Deal& deal = *table.next_;
  if (!deal.owe_keys().has(seat)) return;
  deal.keyed.insert(seat);
  deal.X[seat.value] = key.X;
  deal.Y[seat.value] = key.Y;
}

/// What the record's entries attach of the opening that was there before it: what is attached first
/// of an author counts.
void Applying::take_attached() const {
  if (!before.next_ || !table.next_) return;
  for (const consensus::Answer& answer : record.answers) {
    const auto* entry = std::get_if<consensus::Checked>(&answer);
    if (entry == nullptr) continue;
    for (const proto::Attachment& attachment : (*entry)->message().attachments) {
      const auto* attached = std::get_if<proto::PassedAttachment>(&attachment);
      if (attached == nullptr || attached->passed.place != table.next_->place()) continue;
      if (const auto* key = std::get_if<proto::KeyPayload>(&attached->passed.part))
        take_key(attached->envelope.by, *key);
      if (const auto* shares = std::get_if<proto::SharesPayload>(&attached->passed.part))
        table.next_->dealings.emplace(attached->envelope.by, *shares);
    }
  }
  if (table.next_->deck) take_attached_turns(*table.next_->deck, table.next_->members);
}

/// The step that the opening waits for; none if all keys and dealings are there.
std::optional<Stage> Applying::opening() const {
  if (!table.next_->owe_keys().empty()) return CollectingKeys{};
  if (!table.next_->owe_shares().empty()) return DealingShares{};
  return {};
}

/// Keys for a coin, or for a deck that joins: those of the deal that is there. Where nothing lies,
/// it has ended when somebody went or came back.
std::optional<Stage> Applying::deal_for_those_in() const {
  if (table.deal_ && (!table.nothing_lies() || table.deal_->members == table.in())) return {};
  if (!table.next_ || !table.next_->wanted) begin_deal(table.in(), true);
  if (auto first = opening()) return first;
  table.deal_ = *std::exchange(table.next_, std::nullopt);
  return {};
}

/// Whether this new deck takes the place of every card that lies. One by named seats joins the deal
/// that is there.
bool Applying::begins_deal(const rules::WantShuffle& want) const {
  return want.by.empty() && table.private_rolls_.empty() &&
         std::ranges::all_of(table.cards_, [&](const auto& card) {
           return std::ranges::count(want.slots, card.first) != 0;
         });
}

/// All who are here play it, but for who came after its opening began, or misses a part of that.
Applying::Next Applying::begin_deal(const rules::WantShuffle& want) const {
  if (!table.next_ || table.next_->anew ||
      (!table.next_->wanted && table.next_->members.size() < 2))
    begin_deal(may_play(), false);
  if (!std::exchange(table.next_->wanted, true)) {
    if (table.deal_ && !std::exchange(table.deal_->counted, true))
      played_through(table.deal_->members & table.in());
    table.withheld_ = {};
    ++table.deals_begun_;
    table.out_ = {};
    const SeatSet others = all_seats() - table.next_->members;
    FD_TRY(hear_out(others));
    if (!others.empty()) return std::nullopt;  // the rules may want something else now
  }
  if (table.next_->members.size() < 2 && table.seats() > 1) return settle_alone();
  if (auto first = opening()) return first;
  Deal& deal = *table.next_;
  if (deal.deck && (deal.deck->slots != want.slots || deal.deck->faces != want.faces)) {
    begin_deal(table.in(), true);  // it was foreseen otherwise
    return std::nullopt;
  }
  if (!deal.deck) {
    FD_TRY(deal.deck, new_deck(want, deal.members, deal, deal.place()));
  }
  deal.want = want;
  return Stage(Shuffling{*std::exchange(deal.deck, std::nullopt)});
}

/// Whether the deck that opened the deal has the lock of somebody who went before any share was
/// asked, or is being made anew for that reason.
bool Applying::lies_in_vain() const {
  if (table.next_ && table.next_->anew) return true;
  const auto& deal = table.deal_;
  return deal && deal->want && !deal->asked && !(deal->members - table.in()).empty();
}

/// Something else comes under the keys of the deal, so its deck stays, whoever went.
void Applying::joins_deal() const {
  if (table.next_ && table.next_->anew) table.next_.reset();
  if (table.deal_) table.deal_->want.reset();
}

/// The others make it in another opening. The rules, which know that it lies, need not know of
/// this: nobody has seen a card.
Applying::Next Applying::begin_anew() const {
  if (!table.next_ || !table.next_->anew) {
    begin_deal(table.in(), true);
    table.next_->anew = true;
    table.next_->want = table.deal_->want;
  }
  if (table.next_->members.size() < 2 && table.seats() > 1) return settle_alone();
  if (auto first = opening()) return first;
  Deal& deal = *table.next_;
  FD_TRY(auto deck, new_deck(*deal.want, deal.members, deal, deal.place()));
  return Stage(Shuffling{std::move(deck)});
}

/// Opens the deal of the deck that the rules will want, as soon as the one before is dealt from.
void Applying::look_ahead() const {
  keep_opening();
  if (table.next_ && table.next_->wanted) return;
  const auto want = table.game_.foresees();
  if (!want || want->faces.empty() || !want->by.empty()) return table.next_.reset();
  if (!table.next_ && (!table.deal_ || table.deal_->asked)) begin_deal(may_play(), false);
  if (!table.next_ || table.next_->deck || !table.next_->is_open()) return;
  if (table.next_->members.size() < 2 && table.seats() > 1) return;
  auto deck = new_deck(*want, table.next_->members, *table.next_, table.next_->place());
  if (deck) table.next_->deck = *std::move(deck);
}

}  // namespace fairdeal::runtime
