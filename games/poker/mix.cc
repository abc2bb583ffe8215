#include "games/poker/mix.h"

#include <algorithm>
#include <array>

#include "games/badugi/badugi.h"
#include "games/five-card-draw/five_card_draw.h"
#include "games/holdem/holdem.h"
#include "games/omaha-hi-lo/omaha_hi_lo.h"
#include "games/omaha/omaha.h"
#include "games/razz/razz.h"
#include "games/single-draw/single_draw.h"
#include "games/stud-hi-lo/stud_hi_lo.h"
#include "games/stud/stud.h"
#include "games/triple-draw/triple_draw.h"

/// A table of poker that changes its game.
namespace fairdeal::rules {

std::span<const MixedGame> mixed_games() {
  static constexpr std::array kGames{MixedGame{"badugi", &BadugiRules::kRules},
                                     MixedGame{"five-card-draw", &FiveCardDrawRules::kRules},
                                     MixedGame{"holdem", &HoldemRules::kRules},
                                     MixedGame{"omaha", &OmahaRules::kRules},
                                     MixedGame{"omaha-hi-lo", &OmahaHiLoRules::kRules},
                                     MixedGame{"razz", &RazzRules::kRules},
                                     MixedGame{"single-draw", &SingleDrawRules::kRules},
                                     MixedGame{"stud", &StudRules::kRules},
                                     MixedGame{"stud-hi-lo", &StudHiLoRules::kRules},
                                     MixedGame{"triple-draw", &TripleDrawRules::kRules}};
  return kGames;
}

BlindLevel Poker::level() const {
  BlindLevel level = terms_.levels[level_number() - 1];
  if (is_bomb()) {
    level.small = 0;
    level.ante = terms_.bomb_ante;
    return level;
  }
  if (!is_mixed()) return level;
  if (variant_->has_bring_in())
    level.small = level.bring_in;
  else
    level.ante = 0;
  return level;
}

void Poker::set_game(std::size_t number) {
  game_ = number;
  variant_ = mixed_games()[terms_.games[number]].rules;
  const SeatSet here = with_chips(Presence::here) | with_chips(Presence::waits);
  game_left_ = terms_.game_hands > 0 ? terms_.game_hands : static_cast<std::int64_t>(here.size());
}

void Poker::count_hand() {
  if (!is_mixed() || --game_left_ > 0) return;
  if (!terms_.dealers_choice) set_game((game_ + 1) % terms_.games.size());
}

/// Returns the seat that chooses: the button, or the next one after it that is in the hand and does
/// not sit out.
std::optional<Seat> Poker::chooser() const {
  Seat seat = blinds_.button;
  for (std::size_t i = 0; i < betting_.seats; ++i, seat = betting_.after(seat))
    if (betting_.at(seat).in && !away_[seat.value]) return seat;
  return {};
}

std::vector<Poker::Move> Poker::legal_games() const {
  std::vector<Move> moves;
  for (const std::uint8_t game : terms_.games)
    moves.push_back({.kind = Move::Kind::choose, .game = game});
  std::ranges::sort(moves);
  return moves;
}

/// Returns the choice that is made for a seat that does not answer: the next game of the list.
Poker::Move Poker::next_game() const {
  const std::size_t next = last_.hand == 0 ? 0 : (game_ + 1) % terms_.games.size();
  return {.kind = Move::Kind::choose, .game = terms_.games[next]};
}

void Poker::choose(const Move& move) {
  const auto chosen = std::ranges::find(terms_.games, move.game);
  decides_.reset();
  set_game(static_cast<std::size_t>(chosen - terms_.games.begin()));
  --hand_;
  begin_hand();
}

Poker Poker::begun() const {
  Poker next = *this;
  if (street_ == Street::choice) next.choose(next_game());
  return next;
}

}  // namespace fairdeal::rules
