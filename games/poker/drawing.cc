#include <algorithm>

#include "games/poker/mix.h"
#include "games/poker/poker.h"
#include "rules/json_full.h"
#include "rules/pots.h"

/// Poker in words and lines of text.
namespace fairdeal::rules {
namespace {

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// A character of UTF-8 takes one column.
std::size_t columns_of(const std::string& text) {
  const auto begins = [](char c) { return (c & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

std::string filled(std::string text, std::size_t columns) {
  return text.append(columns - std::min(columns, columns_of(text)), ' ');
}

std::string symbols(std::span<const Face> cards) {
  std::string line;
  for (const Face face : cards) line += (line.empty() ? "" : " ") + card_symbol(face);
  return line;
}

/// "60", or with side pots "40 for Ann, Bob, Cat; 20 for Ann, Bob".
std::string pots_line(const std::vector<Pot>& pots, const SeatNames& names) {
  if (pots.size() == 1) return std::to_string(pots.front().chips);
  std::string line;
  for (const Pot& pot : pots) {
    line += (line.empty() ? "" : "; ") + std::to_string(pot.chips) + " for ";
    for (std::size_t i = 0; i < pot.seats.size(); ++i)
      line += (i == 0 ? "" : ", ") + seat_name(names, pot.seats[i]);
  }
  return line;
}

/// "pot-limit, blinds 10/20, ante 1 of the big blind".
std::string stakes_line(const Poker& game) {
  const BlindLevel level = game.level();
  std::string line;
  if (game.terms().limit.kind == BetLimit::Kind::pot) line = "pot-limit, ";
  if (game.terms().limit.kind == BetLimit::Kind::fixed) line = "fixed-limit, ";
  if (game.is_bomb()) return line + "bomb pot, ante " + std::to_string(level.ante);
  return line + game.level_words(level) +
         (level.ante > 0 && game.has_table_ante() ? " of the big blind" : "");
}

}  // namespace

std::string Poker::level_words(const BlindLevel& level) const {
  const std::string small = std::to_string(level.small), big = std::to_string(level.big);
  std::string words;
  switch (variant_->forced) {
    case PokerVariant::Forced::blinds:
      words = "blinds " + small + "/" + big;
      break;
    case PokerVariant::Forced::button_blind:
      words = "button blind " + big;
      break;
    case PokerVariant::Forced::bring_in:
      words = "bets of " + big + ", bring-in " + small;
      break;
    case PokerVariant::Forced::of_the_game:  // of no hand
      break;
  }
  return words + (level.ante > 0 ? ", ante " + std::to_string(level.ante) : "");
}

/// Returns what the table is doing.
std::string Poker::doing() const {
  switch (street_) {
    case Street::shuffle:
      return "shuffling";
    case Street::deal:
      return "dealing";
    case Street::run_outs:
      return "all-in";
    default:
      if (!is_betting() || variant_->board() > 0) return street_name(street_);
      return decides_ ? rules_of(street_).draw : rules_of(street_).part;
  }
}

std::string Poker::label(Seat, const Move& move) const {
  switch (move.kind) {
    case Move::Kind::bet:
    case Move::Kind::raise:
      return bet_words(move.kind) + std::to_string(move.to);
    case Move::Kind::bring_in:
      return "bring in " + std::to_string(std::min(level().small, betting_.at(*turn()).stack));
    case Move::Kind::change:
      return move_json(move).get<std::string>();
    case Move::Kind::choose:
      return std::string("play ") + mixed_games()[move.game].name;
    case Move::Kind::keep:
      return "keep";
    case Move::Kind::call:
      return "call " + std::to_string(betting_.to_call());
    case Move::Kind::check:
      return "check";
    case Move::Kind::fold:
      return "fold";
    case Move::Kind::muck:
      return "muck";
    case Move::Kind::show:
      return "show";
    case Move::Kind::away:
      return street_ == Street::seating ? "stay out" : "sit out";
    case Move::Kind::back:
      return "come back";
    case Move::Kind::pass:
      return street_ == Street::rabbit ? "leave the rest hidden" : "no straddle";
    case Move::Kind::rabbit:
      return "see the rest of the board";
    case Move::Kind::straddle:
      return "straddle " + std::to_string(2 * level().big);
    case Move::Kind::once:
      return "run it once";
    case Move::Kind::twice:
      return "run it twice";
  }
  return {};
}

std::vector<std::string> Poker::names_of(Seat seat, const Move& move, const Known& known,
                                         const SeatNames&) const {
  std::string by_symbols = "change", by_names = by_symbols;
  for (std::size_t card = 0; move.cards >> card != 0; ++card) {
    if ((move.cards >> card & 1) == 0) continue;
    const auto face = seen_face(seat, card, seat, known);
    if (!face) return {label(seat, move)};
    by_symbols += " " + card_symbol(*face);
    by_names += " " + card_name(*face);
  }
  if (move.kind != Move::Kind::change) return {label(seat, move)};
  return {by_symbols, by_names, label(seat, move)};
}

/// With a fixed limit, what follows a bring-in makes a whole bet of it.
std::string Poker::bet_words(Move::Kind kind) const {
  const bool completes = variant_->has_bring_in() && street_ == Street::first &&
                         terms_.limit.kind == BetLimit::Kind::fixed && level().small > 0 &&
                         betting_.wagers == 0;
  if (completes) return "complete to ";
  return kind == Move::Kind::bet ? "bet " : "raise to ";
}

MoveFacts Poker::facts(Seat, const Move& move) const {
  if (move.kind == Move::Kind::fold && betting_.to_call() == 0 && !must_bring_in())
    return {.careful = true};
  if (move.kind == Move::Kind::bring_in)
    return {.price = std::min(level().small, betting_.at(*turn()).stack), .main = true};
  if (move.kind == Move::Kind::keep) return {.main = true};
  if (move.kind != Move::Kind::call && move.kind != Move::Kind::check) return {};
  return {.price = betting_.to_call(), .main = true};
}

/// "A♥ K♦", with what is not known to the observer as "??". A player who has folded still sees
/// their own.
std::string Poker::cards_line(Seat seat, Observer observer, const Known& known) const {
  const Pocket& cards = pocket(seat);
  if (!cards.dealt_in)
    return away_[seat.value] && betting_.at(seat).total() > 0 ? "sits out" : "out";
  const bool folded = !betting_.at(seat).in;
  if (folded && (observer != seat || !own_hand(seat, known))) return "folded";
  std::string line;
  for (std::size_t i = 0; i < cards.size; ++i) {
    if (street_ > Street::deal && lacks(seat, i)) continue;
    const auto face = seen_face(seat, i, observer, known);
    const std::string card = face ? card_symbol(*face) : "??";
    const bool hidden = observer == seat && variant_->has_bring_in() && !cards.faces[i];
    line += (line.empty() ? "" : " ") + (hidden ? "(" + card + ")" : card);
  }
  if (const auto count = drawn(seat); count && is_betting())
    line += *count == 0 ? "  keeps all" : "  changed " + std::to_string(*count);
  return line + (folded ? "  folded" : "");
}

std::string Poker::seat_line(Seat seat, const std::string& name, Observer observer,
                             const Known& known) const {
  const Stake& stake = betting_.at(seat);
  std::string line = asked() == seat ? "> " : "  ";
  line += name + padded(std::to_string(stake.stack), 8);
  line += padded(stake.bet == 0 ? "" : "bet " + std::to_string(stake.bet), 10);
  line += "  " + cards_line(seat, observer, known);
  if (stake.in && stake.stack == 0) line += "  all-in";
  if (seat == blinds_.button) line += "  button";
  if (variant_->has_blinds() && !is_bomb() && street_ > Street::shuffle && street_ < Street::flop) {
    if (seat == blinds_.small) line += "  small blind";
    if (seat == blinds_.big) line += "  big blind";
  }
  if (observer == seat) line += "  (you)";
  return line + "\n";
}

std::string Poker::draw(Observer observer, const Known& known, const SeatNames& names) const {
  std::string lines = "Hand " + std::to_string(hand_) + ", " +
                      (is_mixed() ? variant_->title + std::string(", ") : "") + doing() + ", " +
                      stakes_line(*this) + "\n";
  if (board_.size > 0) lines += "Board  " + symbols(board_.cards()) + "\n";
  if (second_) lines += "Second " + symbols(second_->cards()) + "\n";
  lines += pot_lines(observer, names);
  std::size_t columns = 0;
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    columns = std::max(columns, columns_of(seat_name(names, Seat(i))));
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    lines += seat_line(Seat(i), filled(seat_name(names, Seat(i)), columns), observer, known);
  return lines + losing_line(observer, known, names);
}

/// Draws what lies in the middle, with the bets of this round; what the observer has to put in to
/// stay.
std::string Poker::pot_lines(Observer observer, const SeatNames& names) const {
  std::string lines;
  Chips bets = 0;
  for (std::size_t i = 0; i < betting_.seats; ++i) bets += betting_.stakes[i].bet;
  const auto in_the_middle = pots(betting_.stakes);
  if (!in_the_middle.empty()) lines += "Pot    " + pots_line(in_the_middle, names);
  if (bets > 0)
    lines += (in_the_middle.empty() ? "Bets   " : ", and bets of ") + std::to_string(bets);
  if (observer && asked() == *observer && is_betting() && !decides_ && betting_.to_call() > 0)
    lines += (lines.empty() ? "" : ". ") + std::to_string(betting_.to_call()) + " to call";
  return lines.empty() ? "" : lines + "\n";
}

}  // namespace fairdeal::rules
