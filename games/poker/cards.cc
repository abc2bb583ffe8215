#include <algorithm>

#include "games/poker/poker.h"

/// The cards of a hand of poker: where they lie, and which come next.
namespace fairdeal::rules {

Poker::Pocket Poker::undealt(bool dealt_in) const {
  return {.dealt_in = dealt_in, .size = dealt_in ? variant_->hole_by(0) : 0};
}

void Poker::place_pockets() {
  const auto order = players();
  const auto count = static_cast<std::uint32_t>(order.size());
  const auto cards = static_cast<std::uint32_t>(variant_->hole());
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t card = 0; card < cards; ++card)
      pockets_[order[i].value].slots[card] = CardSlot(card * count + i);
}

WantShuffle Poker::deck() const {
  WantShuffle deck;
  for (std::uint32_t k = 0; k < variant_->deck_size(); ++k) {
    deck.slots.emplace_back(k);
    deck.faces.emplace_back(variant_->first_face + k);
  }
  return deck;
}

std::size_t Poker::street_number() const {
  return number_of(std::clamp(street_, Street::first, last_street()));
}

std::size_t Poker::hole_due() const {
  if (is_betting()) return variant_->hole_by(number_of(street_));
  return street_ == Street::deal ? variant_->hole_by(0) : variant_->hole();
}

std::size_t Poker::board_due() const {
  if (is_betting()) return variant_->board_by(number_of(street_));
  if (street_ == Street::rabbit) return decides_ ? board_.size : variant_->board();
  // A seat that is left alone has no need of the rest of the board.
  return street_ == Street::showdown && betting_.in() > 1 ? variant_->board() : board_.size;
}

CardSlot Poker::board_slot(bool second, std::size_t card) const {
  const std::size_t pockets = variant_->hole() * players().size();
  return CardSlot(static_cast<std::uint32_t>(pockets + (second ? variant_->board() : 0) + card));
}

bool Poker::lacks(Seat seat, std::size_t card) const {
  const Pocket& cards = pocket(seat);
  return cards.slots[card].value >= dealt_ || (changes_ == seat && card + lacks_ >= cards.size);
}

/// Returns what happens to cards before anybody is asked: tabled hands are shown, then each seat is
/// dealt what is due on this street, then the board. In a void hand a new deck comes before the
/// cards that lack.
std::vector<Want> Poker::cards_wanted() const {
  if (!spoilt_) return cards_due();
  std::vector<Want> wants;
  shows_wanted(players(), wants);
  return wants;
}

void Poker::shows_wanted(const std::vector<Seat>& order, std::vector<Want>& wants) const {
  if (street_ != Street::run_outs && street_ != Street::showdown) return;
  for (const Seat seat : order)
    for (std::size_t card = 0; card < pocket(seat).size; ++card)
      if (pocket(seat).tabled && !pocket(seat).faces[card] && !lacks(seat, card))
        wants.emplace_back(WantShow{pocket(seat).slots[card]});
}

std::vector<Want> Poker::cards_due() const {
  std::vector<Want> wants;
  if (street_ < Street::deal || street_ == Street::over) return wants;
  const auto order = players();
  shows_wanted(order, wants);
  deals_wanted(order, wants);
  draws_wanted(wants);
  const std::size_t whole = variant_->board();
  for (std::size_t card = board_.size; card < board_due(); ++card)
    wants.emplace_back(WantShow{board_slot(false, card)});
  for (std::size_t card = second_ ? second_->size : whole; card < whole; ++card)
    wants.emplace_back(WantShow{board_slot(true, card)});
  return wants;
}

/// At the showdown nobody is dealt a hidden card any more.
void Poker::deals_wanted(const std::vector<Seat>& order, std::vector<Want>& wants) const {
  const bool open = street_ >= Street::run_outs;
  if (order.empty() || (open && (street_ != Street::showdown || betting_.in() < 2))) return;
  for (std::size_t card = open ? 0 : dealt_ / order.size(); card < hole_due(); ++card)
    for (const Seat seat : order) {
      const Pocket& cards = pocket(seat);
      if (!betting_.at(seat).in || card >= cards.size) continue;
      const bool due = open ? lacks(seat, card) && !cards.faces[card]
                            : cards.slots[card].value >= dealt_ && changes_ != seat;
      if (!due) continue;
      if (open || variant_->is_up(card))
        wants.emplace_back(WantShow{cards.slots[card]});
      else
        wants.emplace_back(WantDeal{cards.slots[card], seat});
    }
}

/// New cards come from the deck, and then from the cards that were changed before.
void Poker::draws_wanted(std::vector<Want>& wants) const {
  if (lacks_ == 0 || !is_betting()) return;
  std::size_t due = lacks_;
  for (std::uint32_t slot = dealt_; due > 0 && slot < variant_->deck_size(); ++slot, --due)
    wants.emplace_back(WantDeal{CardSlot(slot), *changes_});
  for (auto slot = stock_.begin(); due > 0 && slot != stock_.end(); ++slot, --due)
    wants.emplace_back(WantDeal{*slot, *changes_});
  if (!wants.empty()) return;
  WantShuffle again;
  const auto own = thrown_.end() - drawn_[changes_->value];
  for (auto card = thrown_.begin(); card != own; ++card) again.slots.push_back(card->second);
  wants.emplace_back(std::move(again));
}

/// Makes a new stock of the cards that were changed before, but not of those that the last seat has
/// just thrown.
void Poker::shuffle_thrown() {
  const auto own = thrown_.end() - drawn_[changes_->value];
  stock_.clear();
  for (auto card = thrown_.begin(); card != own; ++card) stock_.push_back(card->second);
  thrown_.erase(thrown_.begin(), own);
}

/// Takes in that a card was dealt to a seat, or is shown in its hand.
void Poker::got(CardSlot slot) {
  if (lacks_ > 0 && is_betting()) {
    Pocket& cards = pockets_[changes_->value];
    cards.slots[cards.size - lacks_] = slot;
    --lacks_;
    if (slot.value < dealt_) {
      stock_.erase(stock_.begin());
      return;
    }
  }
  dealt_ = slot.value + 1;
}

std::optional<std::size_t> Poker::drawn(Seat seat) const {
  const auto count = drawn_[seat.value];
  return count < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(count));
}

void Poker::change(Seat seat, std::uint8_t which) {
  Pocket& cards = pockets_[seat.value];
  const auto old = cards.slots;
  std::size_t kept = 0;
  for (std::size_t card = 0; card < cards.size; ++card) {
    if ((which >> card & 1) != 0)
      thrown_.emplace_back(seat, old[card]);
    else
      cards.slots[kept++] = old[card];
  }
  changes_ = seat;
  lacks_ = cards.size - kept;
  for (std::size_t card = kept; card < cards.size; ++card) cards.slots[card] = kNoSlot;
  drawn_[seat.value] = static_cast<std::int8_t>(lacks_);
  decides_ = next_in(seat);
}

/// Gives all who are in the cards that they lack at the showdown of a void hand. A new deck will
/// lie in all slots of cards that were not shown, so any of these will do.
void Poker::place_lacking() {
  if (lacks_ == 0) return;
  Pocket& cards = pockets_[changes_->value];
  const auto order = players();
  const auto taken = [&](CardSlot slot) {
    return std::ranges::any_of(order, [&](Seat seat) {
      const auto& slots = pocket(seat).slots;
      return std::ranges::count(slots, slot) != 0;
    });
  };
  std::uint32_t slot = 0;
  for (std::size_t card = cards.size - lacks_; card < cards.size; ++card) {
    while (taken(CardSlot(slot))) ++slot;
    cards.slots[card] = CardSlot(slot);
  }
}

bool Poker::cards_come() const {
  if (variant_->board() > 0) return board_.size < variant_->board();
  if (street_ >= Street::run_outs) return !cards_wanted().empty();
  return street_ < last_street() || !opened_;
}

CardList Poker::open_cards(Seat seat) const {
  CardList open;
  for (std::size_t card = 0; card < pocket(seat).size; ++card)
    if (variant_->is_up(card) && pocket(seat).faces[card]) open.add(*pocket(seat).faces[card]);
  return open;
}

}  // namespace fairdeal::rules
