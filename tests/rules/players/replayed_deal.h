#pragma once

#include <map>

#include "base/random_index.h"
#include "rules/dealer.h"
#include "rules/players/thinker.h"
#include "rules/players/trail.h"

namespace fairdeal::rules {

/// Deals that agree with all that a seat saw, in games whose cards are shuffled once a deal and
/// whose dice are rolled for a seat alone. It is a stand-in: what others' moves say of their cards
/// does not count.
class ReplayedDeals {
 public:
  explicit ReplayedDeals(const SeatSight& sight) : seat_(sight.seat) {
    AnyGame game = sight.trail->start;
    std::map<CardSlot, std::pair<std::size_t, std::size_t>> lies;  // its deck, its place there
    for (std::size_t i = 0; i < sight.trail->events.size(); ++i) {
      const AnyEvent& event = sight.trail->events[i];
      const auto wants = game.wants();
      if (!wants.empty() && !std::holds_alternative<WantMove>(wants.front()))
        hear(wants.front(), event, lies);
      for (const auto& [slot, face] : sight.trail->known[i].faces) note(lies, slot, face);
      game = game.after(event).value();
    }
  }

  Result<Dealer> deal(Rng& rng) const {
    std::vector<ChanceOutcome> given;
    for (const Deck& deck : decks_) {
      std::vector<std::int64_t> faces = deck.faces;
      for (const auto& face : deck.seen)
        if (face) faces.erase(std::ranges::find(faces, *face));
      for (std::size_t i = faces.size(); i > 1; --i)
        std::swap(faces[i - 1], faces[random_index(rng, i)]);
      ChanceOutcome outcome;
      for (const auto& face : deck.seen) {
        outcome.push_back(face ? *face : faces.back());
        if (!face) faces.pop_back();
      }
      given.push_back(outcome);
    }
    Dealer dealer(rng.u64(), given);
    for (const Want& want : wants_) dealer.answer(want);
    return dealer;
  }

 private:
  /// A shuffle, or a roll of which something was seen.
  struct Deck {
    std::vector<std::int64_t> faces;
    std::vector<std::optional<std::int64_t>> seen;
  };
  using Lies = std::map<CardSlot, std::pair<std::size_t, std::size_t>>;

  void note(const Lies& lies, CardSlot slot, Face face) {
    const auto [deck, place] = lies.at(slot);
    decks_[deck].seen[place] = face.value;
  }
  void hear(const Want& want, const AnyEvent& event, Lies& lies) {
    wants_.push_back(want);
    if (const auto* shuffle = std::get_if<WantShuffle>(&want)) {
      Deck deck;
      for (const Face face : shuffle->faces) deck.faces.push_back(face.value);
      deck.seen.resize(deck.faces.size());
      for (std::size_t i = 0; i < shuffle->slots.size(); ++i)
        lies[shuffle->slots[i]] = {decks_.size(), i};
      decks_.push_back(std::move(deck));
    }
    if (const auto* shown = std::get_if<Shown>(&event)) note(lies, shown->slot, shown->face);
  }

  Seat seat_;
  std::vector<Want> wants_;
  std::vector<Deck> decks_;
};

}  // namespace fairdeal::rules
