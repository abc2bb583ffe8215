#pragma once

#include "base/rng.h"
#include "rules/dealer.h"
#include "rules/players/thinker.h"
#include "rules/players/trail.h"

namespace fairdeal::rules {

/// Deals that agree with what one seat knows: cards in the places that the seat has not seen, and
/// dice that others rolled for themselves. They follow from the game's own wants and events alone,
/// so a game's author writes nothing for it.
///
/// A card that the seat saw, or that all saw later, lies where it lay; one that was shuffled after
/// it was dealt, such as a card that is passed on, lay under any of those shuffled. Where the game
/// says which cards a seat may play without breaking a rule (fair_cards()), the others are taken to
/// have kept the rules: a deal in which one did not follow suit is drawn again. So among the deals
/// that agree each is as likely as chance made it. If none of some hundred draws agrees, cards
/// change places until the deal does; then the likelihoods are only near to these. So
/// they are where cards with equal faces were shuffled after they were dealt.
class Resampler {
 public:
  /// Takes in all that the seat has seen. Errors: bad_parameters, if there is no trail, or it does
  /// not lead to the present value.
  static Result<Resampler> of(const SeatSight& sight);

  /// Returns a dealer who holds such a deal, and with whom the match can go on. Errors:
  /// bad_parameters, if no deal agrees with the cards that the seat has seen.
  Result<Dealer> draw(Rng& rng) const;

 private:
  /// A card from one shuffle to the next; it lies in one place.
  using CardId = std::size_t;

  /// One thing that happened since the present deck was new.
  struct Happening {
    Want want{};                     ///< for chance: what was wanted
    std::vector<CardId> cards{};     ///< of a shuffle: the new cards, in the order of its slots
    std::vector<CardId> shuffled{};  ///< of a shuffle without faces: the cards before
    std::optional<ChanceOutcome> rolled{};  ///< of dice: the values, if the seat knows them
    std::optional<std::size_t> value{};     ///< for a move: the value before it, in trail_
    Seat seat{};
    std::optional<CardSlot> card{};  ///< for a move: the card that it is
  };
  /// What a draw comes to: its outcomes, and the first move that breaks a rule.
  struct Drawn {
    std::vector<Face> faces{};                 ///< by CardId
    std::vector<std::optional<Face>> fixed{};  ///< by CardId: what is not drawn any more
    std::vector<ChanceOutcome> outcomes{};
  };

  explicit Resampler(const Trail& trail) : trail_(trail) {}
  void take_in(std::size_t event, Seat own);
  void take_in_shuffle(const WantShuffle& want);
  void know(CardSlot slot, Face face);
  void note_move(std::size_t event, Seat seat, const Action& action, Seat own);
  void settle_dice(Seat seat, const std::vector<std::int64_t>& values);

  /// Whether faces can lie so, and whether they are drawn as often as chance would have them.
  enum class Faces { impossible, too_often, good };
  Faces draw_faces(Drawn& drawn, Rng& rng) const;
  void look_back(Drawn& drawn, Rng& rng) const;
  std::uint64_t same_faces(Face face) const;
  bool draw_shuffle(const Happening& shuffle, Drawn& drawn, std::uint64_t& ways, Rng& rng) const;
  void draw_dice(const Happening& roll, Drawn& drawn, Rng& rng) const;
  /// Returns the happening at which a seat broke a rule; none: all agree.
  std::optional<std::size_t> broken_rule(Dealer& dealer) const;
  void exchange(Drawn& drawn, std::size_t broken, Rng& rng) const;
  std::vector<ChanceOutcome> outcomes_of(const Drawn& drawn) const;

  const Trail& trail_;
  std::vector<Happening> happened_{};
  std::map<CardSlot, CardId> lying_{};
  std::vector<std::optional<Face>> known_{};    ///< by CardId: what the seat knows of it
  std::map<Seat, std::size_t> hidden_rolls_{};  ///< by seat: its roll that it has not shown
  bool reshuffled_ = false;                     ///< whether cards that lay were shuffled
};

}  // namespace fairdeal::rules
