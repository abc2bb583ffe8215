#include "rules/grants.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/overloaded.h"

namespace fairdeal::rules {
namespace {

tl::unexpected<Error> no(std::string why) { return fail(Fault::rules, std::move(why)); }

std::string named(CardSlot slot) { return "slot " + std::to_string(slot.value); }
std::string named(Seat seat) { return "seat " + std::to_string(seat.value + 1); }
std::string named(SeatSet seats) {
  std::string words;
  for (const Seat seat : seats.list()) words += (words.empty() ? "" : " and ") + named(seat);
  return words;
}

Result<> at_table(const Lying& lying, Seat seat) {
  if (seat.value < lying.seats) return {};
  return no(named(seat) + " is not at the table");
}
Result<> at_table(const Lying& lying, SeatSet seats) {
  for (const Seat seat : seats.list()) FD_TRY(at_table(lying, seat));
  return {};
}

Result<const LyingCard*> card_in(const Lying& lying, CardSlot slot) {
  const auto found = lying.cards.find(slot);
  if (found == lying.cards.end()) return no(named(slot) + " is empty");
  return &found->second;
}

Result<> grant(const Lying& lying, const WantMove& want) {
  if (want.seats.empty()) return no("a move is wanted of nobody");
  for (const Seat seat : want.seats) FD_TRY(at_table(lying, seat));
  if (std::ranges::adjacent_find(want.seats, std::ranges::greater_equal()) != want.seats.end())
    return no("the seats of a move are named once each, in ascending order");
  return {};
}

Result<> grant_new_deck(const WantShuffle& want) {
  if (want.faces.size() != want.slots.size())
    return no("a deck of " + std::to_string(want.faces.size()) + " cards for " +
              std::to_string(want.slots.size()) + " slots");
  if (want.faces.size() < 2) return no("a new deck has at least 2 cards");
  for (const Face face : want.faces)
    if (face.value >= kFacesMax)
      return no("face " + std::to_string(face.value) + " is beyond the " +
                std::to_string(kFacesMax) + " that there are");
  return {};
}

/// Checks that the named seats may shuffle this card, which lies.
Result<> grant_turns(const Lying& lying, CardSlot slot, const LyingCard& card, SeatSet by) {
  if (by.empty()) return {};
  if (const SeatSet without = (by & lying.in) - card.key_holders; !without.empty())
    return no(named(without) + " has no lock on the card in " + named(slot));
  const bool all = ((card.key_holders & lying.in) - by).empty();
  if (!all && !card.dealt_to.empty() && !card.shown && (card.dealt_to & by).empty())
    return no(named(by) + " may not shuffle a card that was dealt to " + named(card.dealt_to));
  return {};
}

Result<> grant(const Lying& lying, const WantShuffle& want) {
  const std::set<CardSlot> distinct(want.slots.begin(), want.slots.end());
  if (want.slots.empty()) return no("a shuffle of no cards");
  if (want.slots.size() > kDeckCardsMax)
    return no("a shuffle of " + std::to_string(want.slots.size()) + " cards, of which " +
              std::to_string(kDeckCardsMax) + " are possible");
  if (distinct.size() != want.slots.size()) return no("a shuffle that names a slot twice");
  FD_TRY(at_table(lying, want.by));
  if (!want.faces.empty()) return grant_new_deck(want);
  std::optional<SeatSet> locks;
  for (const CardSlot slot : want.slots) {
    FD_TRY(const LyingCard* card, card_in(lying, slot));
    const SeatSet here = card->key_holders & lying.in;
    if (locks.value_or(here) != here)
      return no(named(slot) + " has other locks than " + named(want.slots.front()) +
                ": cards that are shuffled together have the same");
    locks = here;
    FD_TRY(grant_turns(lying, slot, *card, want.by));
  }
  return {};
}

Result<> grant(const Lying& lying, const WantDeal& want) {
  FD_TRY(at_table(lying, want.to));
  FD_TRY(at_table(lying, want.also));
  if (want.also.has(want.to)) return no(named(want.slot) + " is dealt twice to " + named(want.to));
  FD_TRY(const LyingCard* card, card_in(lying, want.slot));
  const SeatSet seats = want.also | SeatSet::of({want.to});
  if (const SeatSet others = card->dealt_to - seats; !others.empty())
    return no(named(want.slot) + " was dealt to " + named(others) + " already");
  if (const SeatSet without = (seats & lying.in) - card->key_holders; !without.empty())
    return no(named(without) + " has no lock on the card in " + named(want.slot));
  return {};
}

Result<> grant(const Lying& lying, const WantShow& want) {
  FD_TRY(card_in(lying, want.slot));
  return {};
}

Result<> grant_dice(const std::vector<Die>& dice) {
  if (dice.empty()) return no("a roll of no dice");
  if (dice.size() > kDiceMax)
    return no("a roll of " + std::to_string(dice.size()) + " dice, of which " +
              std::to_string(kDiceMax) + " are possible");
  for (const Die& die : dice)
    if (die.values.empty() || die.weights.size() != die.values.size() ||
        std::ranges::count(die.weights, 0u) != 0)
      return no("a die that has not a positive weight for each of its values");
  return {};
}

Result<> grant(const Lying&, const WantRoll& want) { return grant_dice(want.dice); }

Result<> grant(const Lying& lying, const WantRollFor& want) {
  FD_TRY(at_table(lying, want.seat));
  if (lying.rolled.has(want.seat))
    return no(named(want.seat) + " has a roll that it has not shown");
  return grant_dice(want.dice);
}

Result<> grant(const Lying& lying, const WantShowDice& want) {
  FD_TRY(at_table(lying, want.seat));
  if (lying.rolled.has(want.seat)) return {};
  return no(named(want.seat) + " has no roll to show");
}

}  // namespace

bool begins_deal(const Lying& lying, const WantShuffle& want) {
  return !want.faces.empty() && want.by.empty() && lying.rolled.empty() &&
         std::ranges::all_of(lying.cards, [&](const auto& card) {
           return std::ranges::count(want.slots, card.first) != 0;
         });
}

void Lying::shuffled(const WantShuffle& want) {
  if (begins_deal(*this, want)) {
    in = SeatSet::first(seats) - std::exchange(out_next_, {});
    cards.clear();
  }
  const SeatSet key_holders = want.by.empty() ? in : in & want.by;
  for (const CardSlot slot : want.slots) {
    LyingCard& card = cards[slot];
    card = {want.faces.empty() ? card.key_holders : key_holders};
  }
}

/// Where a match is made void in the middle of a deal, the shares of some cards may be public
/// already. So these cards count as dealt.
void Lying::hear(const std::vector<Want>& wants, const AnyEvent& event) {
  if (wants.empty()) return;
  const auto* shuffle = std::get_if<WantShuffle>(&wants.front());
  const auto dealt = [&](CardSlot slot, SeatSet to) {
    if (const auto card = cards.find(slot); card != cards.end())
      card->second.dealt_to = card->second.dealt_to | to;
  };
  std::visit(Overloaded{[&](const Shuffled&) { shuffled(*shuffle); },
                        [&](const Dealt& e) { dealt(e.slot, e.also | SeatSet::of({e.to})); },
                        [&](const Shown& e) {
                          if (const auto card = cards.find(e.slot); card != cards.end())
                            card->second.shown = true;
                        },
                        [&](const RolledFor& e) { rolled.insert(e.seat); },
                        [&](const DiceShown& e) { rolled.erase(e.seat); },
                        [&](const Out& e) {
                          in.erase(e.seat);
                          if (shuffle != nullptr && begins_deal(*this, *shuffle))
                            out_next_.insert(e.seat);
                        },
                        [&](const Void&) {
                          rolled = {};
                          for (const Want& want : wants) {
                            const auto* deal = std::get_if<WantDeal>(&want);
                            if (deal == nullptr) break;
                            dealt(deal->slot, deal->also | SeatSet::of({deal->to}));
                          }
                        },
                        [](const auto&) {}},
             event);
}

Result<> granted(const Lying& lying, const Want& want) {
  return std::visit([&](const auto& w) { return grant(lying, w); }, want);
}

Result<> takes(const GameInfo& info, const Lying& lying, const Want& want) {
  if (const auto said = declared(info, want); !said) return no("not wanted: " + said.error().about);
  return granted(lying, want);
}

Result<> declared(const GameInfo& info, const Want& want) {
  const auto no = [](std::string why) { return fail(Fault::not_wanted, std::move(why)); };
  const auto* move = std::get_if<WantMove>(&want);
  const bool hides =
      std::holds_alternative<WantDeal>(want) || std::holds_alternative<WantRollFor>(want);
  if (move != nullptr && move->seats.size() > 1 && !info.simultaneous)
    return no("moves are made together, and simultaneous is not true");
  if (move == nullptr && !info.chance)
    return no("cards or dice are wanted, and chance is not true");
  if (hides && !info.hidden)
    return no("a seat gets what others do not see, and hidden is not true");
  const std::string more = undeclared(secrets_of(info), secrets_of(want));
  return more.empty() ? Result<>() : no(more);
}

}  // namespace fairdeal::rules
