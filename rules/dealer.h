#pragma once

#include <map>
#include <vector>

#include "base/seeded_rng.h"
#include "rules/want.h"

namespace fairdeal::rules {

/// What chance decided for one want: for a shuffle the face that came to lie in each slot, in the
/// order of the want's slots; for dice a value each.
using ChanceOutcome = std::vector<std::int64_t>;

/// The trusted dealer: knows every card and every die, and answers each want that no seat decides.
/// A value: a copy goes on the same way. The table of peers does the same by cryptography.
class Dealer {
 public:
  /// Chance is as `given`, one outcome for each shuffle and each roll, and after that drawn from
  /// `seed`. Requires outcomes that fit (CHECKed).
  explicit Dealer(std::uint64_t seed, std::vector<ChanceOutcome> given = {});

  /// Requires a want that no seat decides.
  ChanceEvent answer(const Want& want);

  /// What the seat has been dealt, and the dice it has rolled for itself.
  const Known& known(Seat seat) const;
  /// What chance has decided so far: given to another dealer, the same happens there.
  const std::vector<ChanceOutcome>& outcomes() const { return outcomes_; }
  std::uint64_t seed() const { return seed_; }
  bool is_seeded() const { return given_.empty(); }

 private:
  ChanceEvent on(const WantShuffle& want);
  ChanceEvent on(const WantDeal& want);
  ChanceEvent on(const WantShow& want);
  ChanceEvent on(const WantRoll& want);
  ChanceEvent on(const WantRollFor& want);
  ChanceEvent on(const WantShowDice& want);
  ChanceEvent on(const WantMove& want);

  bool next_is_given() const { return outcomes_.size() < given_.size(); }
  std::vector<std::int64_t> shuffled(std::vector<std::int64_t> faces);
  std::vector<std::int64_t> rolled(const std::vector<Die>& dice);

  std::uint64_t seed_;
  SeededRng rng_;
  std::vector<ChanceOutcome> given_;
  std::vector<ChanceOutcome> outcomes_;
  std::map<CardSlot, Face> cards_;
  std::map<Seat, Known> known_;
};

}  // namespace fairdeal::rules
