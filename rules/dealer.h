#pragma once

#include <map>
#include <vector>

#include "base/seeded_rng.h"
#include "rules/want.h"

namespace fairdeal::rules {

/// The decision of chance for one want: for a shuffle the face in each slot, in the order of the
/// want's slots; for a roll the value of each die.
using ChanceOutcome = std::vector<std::int64_t>;

/// The trusted dealer. It knows every card and every die, and answers each want that no seat
/// decides. The table of peers does the same by cryptography. A copy of a dealer goes on in the
/// same way as the dealer itself.
class Dealer {
 public:
  /// Makes a dealer whose first shuffles and rolls come out as `given`, one outcome for each; later
  /// ones are drawn from `seed`. Requires: the outcomes fit the wants (CHECKed when they come).
  explicit Dealer(std::uint64_t seed, std::vector<ChanceOutcome> given = {});

  /// Answers a want. Requires: it is one that no seat decides, and granted() for what lies.
  ChanceEvent answer(const Want& want);

  /// Returns the cards that were dealt to the seat, and the dice that it has rolled for itself.
  const Known& known(Seat seat) const;
  /// Returns what chance has decided so far. A dealer to whom this is given repeats it.
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
