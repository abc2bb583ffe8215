#include "runtime/state/public_state.h"

#include <algorithm>

namespace fairdeal::state {

Step PublicState::deal_to_come() const {
  Deal to_come;
  to_come.number = deals_made;
  return to_come.place();
}

const SharedDeck* PublicState::deck() const {
  if (const SharedDeck* shuffled = stages::shuffled_deck(stage)) return shuffled;
  return next && next->deck && next->deck->due(takers()) ? &*next->deck : nullptr;
}

SeatSet PublicState::takers() const {
  if (is_shuffling()) return in();
  return next ? next->members : SeatSet();
}

const Deal* PublicState::disputed(Seat receiver) const {
  if (next && next->recovery != 0) {
    const SharedDeck* shuffled = stages::shuffled_deck(stage);
    const SharedDeck* deck = next->deck                                     ? &*next->deck
                             : shuffled && shuffled->place == next->place() ? shuffled
                                                                            : nullptr;
    const bool turned = deck != nullptr && deck->turns.has(receiver);
    return next->members.has(receiver) && !turned ? &*next : nullptr;
  }
  const bool coins = deal && deal->recovery != 0 && cards.empty();
  return coins && deal->members.has(receiver) ? &*deal : nullptr;
}

SeatSet PublicState::helpers(SeatSet missing) const {
  if (!deal || deal->recovery == 0) return {};
  return (deal->members & present()) - missing;
}

bool PublicState::recovers(SeatSet missing) const {
  return deal && deal->recovery != 0 && helpers(missing).size() >= deal->recovery;
}

Result<> PublicState::may_resign(Seat member) const {
  const auto no = [](const char* why) { return fail(Fault::bad_proof, why); };
  if (!all_seats().has(member)) return no("a resignation by a member without a seat");
  if (members.standing(member).left()) return no("a resignation by a seat that has left");
  if (members.standing(member).convicted()) return no("a resignation by a convicted seat");
  if (!game.resigns()) return no("a resignation of a match that is over or has none");
  if (!game.after(rules::Resigned{member})) return no("a resignation that the rules do not settle");
  return {};
}

SeatSet PublicState::spent() const {
  SeatSet seats_without;
  for (const Seat seat : all_seats().list())
    if (game.spent(seat)) seats_without.insert(seat);
  return seats_without;
}

rules::Lying PublicState::lying() const {
  rules::Lying lying(seats());
  lying.in = in();
  for (const auto& [slot, card] : cards) {
    SeatSet dealt_to = card.also;
    if (card.dealt_to) dealt_to.insert(*card.dealt_to);
    lying.cards[slot] = {card.key_holders, dealt_to, card.face.has_value()};
  }
  for (const auto& [seat, roll] : private_rolls) lying.rolled.insert(seat);
  return lying;
}

bool PublicState::needs(Seat seat) const {
  if (!members.still_answers(seat)) return false;
  const auto asked = stages::owing(*this);
  if (std::ranges::any_of(asked, [&](const auto& slot) { return slot.seat == seat; })) return true;
  if (between_deals() || recovers(SeatSet::of({seat})) || game.done(seat)) return false;
  const auto hidden = [&](const auto& card) {
    return card.second.dealt_to == seat && !card.second.face;
  };
  return private_rolls.contains(seat) || std::ranges::any_of(cards, hidden);
}

}  // namespace fairdeal::state
