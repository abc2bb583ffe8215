#include "rules/players/resample.h"

#include <algorithm>
#include <numeric>

#include "base/overloaded.h"
#include "base/random_index.h"
#include "rules/model.h"
#include "rules/players/fair_moves.h"

namespace fairdeal::rules {
namespace {

/// So many deals are drawn anew before cards change places, and so often these do.
constexpr int kDrawsMax = 100, kExchangesMax = 400;

/// Returns the value for questions about what a seat may know.
AnyGame without_answers(const AnyGame& game) {
  auto copy = game.model().without_answers();
  return copy == nullptr ? game : AnyGame(std::move(copy));
}

template <class T>
void shuffle(std::vector<T>& list, Rng& rng) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random_index(rng, i)]);
}

}  // namespace

Result<Resampler> Resampler::of(const SeatSight& sight) {
  if (sight.trail == nullptr)
    return fail(Fault::bad_parameters, "what happened so far is not known");
  const Trail& trail = *sight.trail;
  if (!(trail.last() == sight.game))
    return fail(Fault::bad_parameters, "what happened so far does not lead to this value");
  Resampler resampler(trail);
  for (std::size_t i = 0; i < trail.events.size(); ++i) resampler.take_in(i, sight.seat);
  return resampler;
}

// ---- What has happened

void Resampler::take_in(std::size_t event, Seat own) {
  const AnyGame& before = trail_.before(event);
  std::visit(Overloaded{[&](const Shuffled&) {
                          take_in_shuffle(std::get<WantShuffle>(before.wants().front()));
                        },
                        [&](const Dealt& e) {
                          happened_.push_back({.want = WantDeal{e.slot, e.to, e.also}});
                          const auto& faces = trail_.known[event].faces;
                          if (const auto face = faces.find(e.slot); face != faces.end())
                            know(e.slot, face->second);
                        },
                        [&](const Shown& e) {
                          happened_.push_back({.want = WantShow{e.slot}});
                          know(e.slot, e.face);
                        },
                        [&](const Rolled& e) {
                          happened_.push_back({.want = before.wants().front(), .rolled = e.values});
                        },
                        [&](const RolledFor& e) {
                          hidden_rolls_[e.seat] = happened_.size();
                          happened_.push_back({.want = before.wants().front()});
                          if (e.seat == own) happened_.back().rolled = trail_.known[event].dice;
                        },
                        [&](const DiceShown& e) {
                          settle_dice(e.seat, e.values);
                          happened_.push_back({.want = WantShowDice{e.seat}});
                        },
                        [&](const Moved<Action>& e) { note_move(event, e.seat, e.move, own); },
                        [&](const MovedTogether<Action>& e) {
                          for (const auto& [seat, action] : e.moves)
                            note_move(event, seat, action, own);
                        },
                        [](const auto&) {}},
             trail_.events[event]);
}

void Resampler::take_in_shuffle(const WantShuffle& want) {
  const bool is_new = !want.faces.empty();
  const bool takes_all = std::ranges::all_of(
      lying_, [&](const auto& lies) { return std::ranges::count(want.slots, lies.first) != 0; });
  if (is_new && takes_all && hidden_rolls_.empty()) {  // nothing of before matters any more
    happened_.clear();
    known_.clear();
    reshuffled_ = false;
  }
  Happening shuffle{.want = want};
  for (const CardSlot slot : want.slots) {
    if (!is_new) shuffle.shuffled.push_back(lying_.at(slot));
    shuffle.cards.push_back(known_.size());
    known_.emplace_back();
  }
  for (std::size_t i = 0; i < want.slots.size(); ++i) lying_[want.slots[i]] = shuffle.cards[i];
  reshuffled_ = reshuffled_ || !is_new;
  happened_.push_back(std::move(shuffle));
}

void Resampler::know(CardSlot slot, Face face) { known_[lying_.at(slot)] = face; }

void Resampler::note_move(std::size_t event, Seat seat, const Action& action, Seat own) {
  if (seat == own) return;
  const auto card = card_of(action);
  if (!card || !says_what_is_fair(trail_.start)) return;
  Happening move;
  move.value = event;
  move.seat = seat;
  move.card = card;
  happened_.push_back(std::move(move));
}

void Resampler::settle_dice(Seat seat, const std::vector<std::int64_t>& values) {
  const auto roll = hidden_rolls_.find(seat);
  if (roll == hidden_rolls_.end()) return;
  happened_[roll->second].rolled = values;
  hidden_rolls_.erase(roll);
}

// ---- Draws

bool Resampler::draw_shuffle(const Happening& shuffle_, Drawn& drawn, std::uint64_t& ways,
                             Rng& rng) const {
  std::vector<Face> pool = std::get<WantShuffle>(shuffle_.want).faces;
  const bool again = pool.empty();
  for (const CardId card : shuffle_.shuffled) pool.push_back(drawn.faces[card]);
  for (const CardId card : shuffle_.cards) {
    const auto& fixed = drawn.fixed[card];
    if (!fixed) continue;
    const auto same = static_cast<std::uint64_t>(std::ranges::count(pool, *fixed));
    if (same == 0) return false;
    if (again) ways *= same;
    pool.erase(std::ranges::find(pool, *fixed));
    drawn.faces[card] = *fixed;
  }
  shuffle(pool, rng);
  for (const CardId card : shuffle_.cards)
    if (!drawn.fixed[card]) {
      drawn.faces[card] = pool.back();
      pool.pop_back();
    }
  return true;
}

void Resampler::draw_dice(const Happening& roll, Drawn& drawn, Rng& rng) const {
  if (roll.rolled) return drawn.outcomes.push_back(*roll.rolled);
  ChanceOutcome values;
  for (const Die& die : std::get<WantRollFor>(roll.want).dice) {
    const auto all = std::accumulate(die.weights.begin(), die.weights.end(), std::uint64_t{0});
    std::uint64_t left = rng.below(all);
    std::size_t i = 0;
    for (; left >= die.weights[i]; ++i) left -= die.weights[i];
    values.push_back(die.values[i]);
  }
  drawn.outcomes.push_back(std::move(values));
}

/// Returns how many cards of the decks have this face.
std::uint64_t Resampler::same_faces(Face face) const {
  std::ptrdiff_t same = 0;
  for (const Happening& one : happened_)
    if (const auto* want = std::get_if<WantShuffle>(&one.want); want != nullptr && !one.value)
      same += std::ranges::count(want->faces, face);
  return static_cast<std::uint64_t>(same);
}

/// Where a card is known that came out of a shuffle, one of those that went in had its face: one
/// that is known, or else any of the others.
void Resampler::look_back(Drawn& drawn, Rng& rng) const {
  drawn.fixed = known_;
  if (!reshuffled_) return;
  for (std::size_t i = happened_.size(); i > 0; --i) {
    const Happening& one = happened_[i - 1];
    if (one.shuffled.empty()) continue;
    std::vector<Face> missing;
    for (const CardId card : one.cards)
      if (drawn.fixed[card]) missing.push_back(*drawn.fixed[card]);
    std::vector<CardId> open;
    for (const CardId before : one.shuffled) {
      if (!drawn.fixed[before]) {
        open.push_back(before);
      } else if (const auto same = std::ranges::find(missing, *drawn.fixed[before]);
                 same != missing.end()) {
        missing.erase(same);
      }
    }
    shuffle(open, rng);
    for (const Face face : missing) {
      if (open.empty()) break;
      drawn.fixed[open.back()] = face;
      open.pop_back();
    }
  }
}

/// Draws all cards and dice. A deal whose shuffles could have come about in many ways is kept that
/// much more often than another: `ways` counts how often the known faces lay in what was shuffled.
Resampler::Faces Resampler::draw_faces(Drawn& drawn, Rng& rng) const {
  drawn.faces.assign(known_.size(), Face());
  drawn.outcomes.clear();
  look_back(drawn, rng);
  std::uint64_t ways = 1;
  for (const Happening& one : happened_) {
    if (std::holds_alternative<WantShuffle>(one.want) && !one.value) {
      if (!draw_shuffle(one, drawn, ways, rng)) return Faces::impossible;
    } else if (std::holds_alternative<WantRoll>(one.want) ||
               std::holds_alternative<WantRollFor>(one.want)) {
      draw_dice(one, drawn, rng);
    }
  }
  std::uint64_t most = 1;
  for (const Happening& one : happened_)
    for (const CardId card : one.cards)
      if (!one.shuffled.empty() && known_[card]) most *= same_faces(*known_[card]);
  return ways >= most || rng.below(most) < ways ? Faces::good : Faces::too_often;
}

std::vector<ChanceOutcome> Resampler::outcomes_of(const Drawn& drawn) const {
  std::vector<ChanceOutcome> outcomes;
  std::size_t roll = 0;
  for (const Happening& one : happened_) {
    if (one.value) continue;
    if (std::holds_alternative<WantShuffle>(one.want)) {
      outcomes.emplace_back();
      for (const CardId card : one.cards) outcomes.back().push_back(drawn.faces[card].value);
    } else if (std::holds_alternative<WantRoll>(one.want) ||
               std::holds_alternative<WantRollFor>(one.want)) {
      outcomes.push_back(drawn.outcomes[roll++]);
    }
  }
  return outcomes;
}

std::optional<std::size_t> Resampler::broken_rule(Dealer& dealer) const {
  for (std::size_t i = 0; i < happened_.size(); ++i) {
    const Happening& one = happened_[i];
    if (!one.value) {
      (void)dealer.answer(one.want);
      continue;
    }
    const auto fair =
        fair_cards(without_answers(trail_.before(*one.value)), one.seat, dealer.known(one.seat));
    if (fair && !fair->empty() && !fair->contains(*one.card)) return i;
  }
  return {};
}

/// Gives away one of the cards that the seat could have played without breaking the rule, for any
/// other that the seat which thinks has not seen.
void Resampler::exchange(Drawn& drawn, std::size_t broken, Rng& rng) const {
  std::map<CardSlot, CardId> lying;
  Dealer dealer(0, outcomes_of(drawn));
  for (std::size_t i = 0; i < broken; ++i) {
    const Happening& one = happened_[i];
    if (one.value) continue;
    (void)dealer.answer(one.want);
    if (const auto* want = std::get_if<WantShuffle>(&one.want))
      for (std::size_t k = 0; k < want->slots.size(); ++k) lying[want->slots[k]] = one.cards[k];
  }
  const Happening& move = happened_[broken];
  const auto fair =
      fair_cards(without_answers(trail_.before(*move.value)), move.seat, dealer.known(move.seat));
  std::vector<CardId> give, take;
  for (const CardSlot slot : *fair)
    if (lying.contains(slot) && !known_[lying[slot]]) give.push_back(lying[slot]);
  for (CardId card = 0; card < known_.size(); ++card)
    if (!known_[card] && std::ranges::count(give, card) == 0) take.push_back(card);
  if (give.empty() || take.empty()) return;
  std::swap(drawn.faces[give[random_index(rng, give.size())]],
            drawn.faces[take[random_index(rng, take.size())]]);
}

Result<Dealer> Resampler::draw(Rng& rng) const {
  Drawn drawn;
  bool any = false;
  for (int i = 0; i < kDrawsMax; ++i) {
    Drawn next;
    const Faces faces = draw_faces(next, rng);
    if (faces == Faces::impossible) continue;
    drawn = std::move(next);
    any = true;
    if (faces == Faces::too_often) continue;
    Dealer dealer(rng.u64(), outcomes_of(drawn));
    if (!broken_rule(dealer)) return dealer;
  }
  if (!any) return fail(Fault::bad_parameters, "no deal agrees with the cards that were seen");
  for (int i = 0; i < kExchangesMax && !reshuffled_; ++i) {
    Dealer dealer(rng.u64(), outcomes_of(drawn));
    const auto broken = broken_rule(dealer);
    if (!broken) return dealer;
    exchange(drawn, *broken, rng);
  }
  Dealer dealer(rng.u64(), outcomes_of(drawn));
  for (const Happening& one : happened_)
    if (!one.value) (void)dealer.answer(one.want);
  return dealer;
}

}  // namespace fairdeal::rules
