#include <algorithm>
#include <set>

#include "crypto/schnorr.h"
#include "proto/limits.h"
#include "runtime/applying.h"

namespace fairdeal::runtime {

// ---- Opened

Applying::Next Applying::stage_for(const rules::WantShuffle& want, const Wants&) const {
  if (want.faces.empty()) return shuffle_again(want);
  return begins_deal(want) ? begin_deal(want) : join_deal(want);
}

/// A deck beside cards that stay, or by named seats: under the keys of the deal that is there.
Applying::Next Applying::join_deal(const rules::WantShuffle& want) const {
  if (table.in().size() < 2 && table.seats() > 1 && want.by.empty()) return settle_alone();
  if (auto first = deal_for_those_in()) return first;
  const SeatSet by = want.by.empty() ? key_holders() : key_holders() & want.by;
  if (want.by.empty() && by.size() < 2 && table.seats() > 1) return settle_alone();
  if (by.empty()) return give_up(want.by);
  FD_TRY(auto deck, new_deck(want, by, *table.deal_, before.step_.next()));
  joins_deal();
  return Stage(Shuffling{std::move(deck)});
}

/// Face up, under the locks of `key_holders`.
Result<SharedDeck> Applying::new_deck(const rules::WantShuffle& want, SeatSet key_holders,
                                      const Deal& deal, Step place) const {
  if (want.faces.size() != want.slots.size())
    return fail(Fault::not_wanted, "a deck that does not fit its slots");
  for (const Face face : want.faces)
    if (face.value >= crypto::kGeneratorsMax)
      return fail(Fault::not_wanted, "a face beyond all decks");
  FD_TRY(auto deck, begin_shuffle(want, crypto::plain_deck(want.faces), key_holders, deal, place));
  table.faces_ = std::max<std::size_t>(table.faces_, std::ranges::max(want.faces).value + 1);
  return deck;
}

Result<SharedDeck> Applying::begin_shuffle(const rules::WantShuffle& want, crypto::Deck cards,
                                           SeatSet key_holders, const Deal& deal,
                                           Step place) const {
  const std::set<CardSlot> distinct(want.slots.begin(), want.slots.end());
  if (distinct.size() != want.slots.size() || want.slots.size() < 2 ||
      want.slots.size() > proto::kDeckMax)
    return fail(Fault::not_wanted, "a shuffle of no deck");
  if (key_holders.empty()) return fail(Fault::not_wanted, "a shuffle by nobody");
  std::vector<crypto::Point> keys;
  for (const Seat seat : key_holders.list()) keys.push_back(deal.X[seat.value]);
  FD_TRY(const auto key, crypto::joint_key(keys));
  const auto digest = crypto::digest(cards);
  return SharedDeck{want.slots, want.faces, key_holders,
                    key,        place,      std::make_shared<const crypto::Deck>(std::move(cards)),
                    digest,     key_holders};
}

/// What lies there. The locks of who is gone come off, as far as their shares of all these cards
/// are public: under new masks these shares would open nothing.
Applying::Next Applying::shuffle_again(const rules::WantShuffle& want) const {
  SeatSet gone = all_seats() - table.present();
  for (const CardSlot slot : want.slots) {
    const auto found = table.cards_.find(slot);
    if (found == table.cards_.end()) return fail(Fault::not_wanted, "a shuffle of an empty slot");
    for (const Seat seat : gone.list())
      if (found->second.key_holders.has(seat) && !found->second.shares.contains(seat))
        gone.erase(seat);
  }
  crypto::Deck cards;
  std::optional<SeatSet> key_holders;
  for (const CardSlot slot : want.slots) {
    const Card& card = table.cards_.at(slot);
    const SeatSet locks = card.key_holders - gone;
    if (key_holders.value_or(locks) != locks) {
      const SeatSet differ = (*key_holders | locks) - (*key_holders & locks);
      if (!(differ & table.present()).empty())
        return fail(Fault::not_wanted, "a shuffle of cards under different locks");
      return give_up(differ);  // who is gone keeps its lock on some of them
    }
    key_holders = locks;
    crypto::MaskedCard& masked = cards.emplace_back(card.masked);
    for (const auto& [seat, share] : card.shares)
      if (gone.has(seat)) masked.B = masked.B - share;
  }
  FD_TRY(auto deck, begin_shuffle(want, std::move(cards), key_holders.value_or(SeatSet{}),
                                  *table.deal_, before.step_.next()));
  if (!want.by.empty()) deck.left = deck.left & want.by;
  joins_deal();
  return Stage(Shuffling{std::move(deck)});
}

// ---- Shuffled

/// The turn of who was due at this step, then those that its entry attaches. Who misses its turn is
/// out. A new deck is dropped then, as it is when a holder goes: those who remain begin another,
/// for the others together know an order that one of them did not choose.
Applying::Next Applying::operator()(const Shuffling& s) const {
  SharedDeck deck = s.deck;
  if (!record.answers.empty()) {
    const Seat due = before.slots().front().seat;
    const auto* p = given<proto::ShufflePayload>(due);
    if (p != nullptr) deck.take_turn(due, std::make_shared<const crypto::Deck>(p->deck));
    take_attached_turns(deck, table.in());
    if (p == nullptr) FD_TRY(goes_out(SeatSet::of({due})));
  }
  if (deck.is_new() && !(deck.key_holders - table.in()).empty()) return std::nullopt;
  if (deck.due(table.in())) return Stage(Shuffling{std::move(deck)});
  const bool opens = table.next_ && deck.place == table.next_->place();
  const bool anew = opens && table.next_->anew;
  if (opens) table.deal_ = *std::exchange(table.next_, std::nullopt);
  for (std::size_t i = 0; i < deck.slots.size(); ++i) {
    Card& card = table.cards_[deck.slots[i]];
    card = {
        (*deck.cards)[i], deck.key_holders, {}, {}, {}, deck.is_new() ? deck.turns : card.shuffled};
  }
  if (anew)
    table.deal_->anew = false;
  else
    FD_TRY(happens(rules::Shuffled{deck.slots}));
  return std::nullopt;
}

/// Of what the record's entries attach. Table::check saw that they follow one another; what no
/// longer does, because somebody left in this same record, is void.
void Applying::take_attached_turns(SharedDeck& deck, SeatSet takers) const {
  for (const consensus::Answer& answer : record.answers) {
    const auto* entry = std::get_if<consensus::Checked>(&answer);
    if (entry == nullptr) continue;
    for (const proto::Attachment& attachment : (*entry)->message().attachments) {
      const auto* attached = std::get_if<proto::PassedAttachment>(&attachment);
      const auto* turn = attached != nullptr
                             ? std::get_if<proto::ShufflePayload>(&attached->passed.part)
                             : nullptr;
      if (turn == nullptr || deck.due(takers) != attached->envelope.by ||
          attached->passed.place != deck.place || attached->passed.input != deck.digest)
        continue;
      deck.take_turn(attached->envelope.by, std::make_shared<const crypto::Deck>(turn->deck));
    }
  }
}

}  // namespace fairdeal::runtime
