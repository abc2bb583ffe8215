#include "rules/dealer.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/random_index.h"

namespace fairdeal::rules {

Dealer::Dealer(std::uint64_t seed, std::vector<ChanceOutcome> given)
    : seed_(seed), rng_(seed), given_(std::move(given)) {}

ChanceEvent Dealer::answer(const Want& want) {
  return std::visit([this](const auto& w) { return on(w); }, want);
}

const Known& Dealer::known(Seat seat) const {
  static const Known kNothing;
  const auto known = known_.find(seat);
  return known == known_.end() ? kNothing : known->second;
}

std::vector<std::int64_t> Dealer::shuffled(std::vector<std::int64_t> faces) {
  if (next_is_given()) {
    const ChanceOutcome& given = given_[outcomes_.size()];
    CHECK(std::ranges::is_permutation(given, faces));
    return given;
  }
  for (std::size_t i = faces.size(); i > 1; --i)
    std::swap(faces[i - 1], faces[random_index(rng_, i)]);
  return faces;
}

std::vector<std::int64_t> Dealer::rolled(const std::vector<Die>& dice) {
  if (next_is_given()) {
    const ChanceOutcome& given = given_[outcomes_.size()];
    CHECK(std::ranges::equal(dice, given, [](const Die& die, std::int64_t value) {
      return std::ranges::count(die.values, value) == 1;
    }));
    return given;
  }
  std::vector<std::int64_t> values;
  for (const Die& die : dice) {
    const auto all = std::accumulate(die.weights.begin(), die.weights.end(), std::uint64_t{0});
    std::uint64_t left = rng_.below(all);
    std::size_t i = 0;
    for (; left >= die.weights[i]; ++i) left -= die.weights[i];
    values.push_back(die.values[i]);
  }
  return values;
}

ChanceEvent Dealer::on(const WantShuffle& want) {
  std::vector<std::int64_t> faces;
  for (const Face face : want.faces) faces.push_back(face.value);
  if (want.faces.empty())
    for (const CardSlot slot : want.slots) faces.push_back(cards_.at(slot).value);
  CHECK(faces.size() == want.slots.size());

  outcomes_.push_back(shuffled(std::move(faces)));
  for (std::size_t i = 0; i < want.slots.size(); ++i) {
    cards_[want.slots[i]] = Face(static_cast<std::uint32_t>(outcomes_.back()[i]));
    for (auto& [seat, known] : known_) known.faces.erase(want.slots[i]);
  }
  return Shuffled{want.slots};
}

ChanceEvent Dealer::on(const WantDeal& want) {
  for (const Seat seat : (want.also | SeatSet::of({want.to})).list())
    known_[seat].faces[want.slot] = cards_.at(want.slot);
  return Dealt{want.slot, want.to, want.also};
}

ChanceEvent Dealer::on(const WantShow& want) { return Shown{want.slot, cards_.at(want.slot)}; }

ChanceEvent Dealer::on(const WantRoll& want) {
  outcomes_.push_back(rolled(want.dice));
  return Rolled{outcomes_.back()};
}

ChanceEvent Dealer::on(const WantRollFor& want) {
  outcomes_.push_back(rolled(want.dice));
  known_[want.seat].dice = outcomes_.back();
  return RolledFor{want.seat};
}

ChanceEvent Dealer::on(const WantShowDice& want) {
  return DiceShown{want.seat, std::exchange(known_[want.seat].dice, {})};
}

ChanceEvent Dealer::on(const WantMove&) { CHECK(false); }

}  // namespace fairdeal::rules
