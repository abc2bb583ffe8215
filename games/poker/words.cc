#include "games/poker/poker.h"

/// The events of poker in words, for those who play it.
namespace fairdeal::rules {
namespace {

template <class Cards>
std::string symbols(const Cards& cards) {
  std::string line;
  for (const Face face : cards) line += (line.empty() ? "" : " ") + card_symbol(face);
  return line;
}

std::string outcome_words(const Poker::HandOutcome& last, std::size_t seats,
                          const SeatNames& names) {
  const PokerVariant& variant = *last.variant;
  std::string line = "Hand " + std::to_string(last.hand) + ":";
  for (std::uint32_t i = 0; i < seats; ++i) {
    if (last.won[i] == 0) continue;
    line += (line.back() == ':' ? " " : ", ") + who_does(names, Seat(i), "wins") + " " +
            std::to_string(last.won[i]);
    const auto& shown = last.shown[i];
    if (!shown) continue;
    if (variant.ranks(last.board, *shown)) {
      line += " with " + variant.describe(last.board, *shown);
      if (last.second) line += " and on the second board " + variant.describe(*last.second, *shown);
    }
    line += " (" + symbols(shown->cards()) + ")";
  }
  if (last.board.size > 0) line += ". Board " + symbols(last.board.cards());
  if (last.second) line += ", and " + symbols(last.second->cards());
  return line;
}

}  // namespace

std::string Poker::losing_line(Observer observer, const Known& known,
                               const SeatNames& names) const {
  if (!observer || street_ != Street::showdown || turn() != *observer) return "";
  const auto hand = own_hand(*observer, known);
  const auto winner = hand ? beaten_by(*hand) : std::nullopt;
  if (!winner) return "";
  return "You hold " + variant_->describe(board_, *hand) + ", which loses to " +
         variant_->describe(board_, *pocket(*winner).shown()) + " of " + seat_name(names, *winner) +
         ".\n";
}

std::string Poker::news(const Event<Move>& event, const Poker& after,
                        const SeatNames& names) const {
  if (std::holds_alternative<AlarmRang>(event)) return next_level_words(after);
  std::string line;
  if (const auto* shown = std::get_if<Shown>(&event)) line = shown_words(*shown, names);
  if (after.last_.hand == last_.hand) return line;
  if (!line.empty()) line += "\n";
  return line + outcome_words(after.last_, betting_.seats, names);
}

/// At a table that changes its game a level means something else in each.
std::string Poker::next_level_words(const Poker& after) const {
  if (is_last_hand()) return "";
  if (is_mixed()) return "Next hand: level " + std::to_string(after.level_due_ + 1);
  return "Next hand: " + level_words(terms_.levels[after.level_due_]);
}

/// Once all cards of a street, or all of a seat, are there.
std::string Poker::shown_words(const Shown& shown, const SeatNames& names) const {
  for (std::uint32_t i = 0; i < betting_.seats; ++i) {
    Pocket pocket = pockets_[i];
    if (!pocket.dealt_in) continue;
    for (std::size_t card = 0; card < pocket.size; ++card) {
      if (pocket.slots[card] != shown.slot) continue;
      pocket.faces[card] = shown.face;
      if (!pocket.tabled) return who_does(names, Seat(i), "gets") + " " + card_symbol(shown.face);
      const auto all = pocket.shown();
      if (!all) return "";
      return who_does(names, Seat(i), "shows") + " " + symbols(all->cards());
    }
  }
  Board board = shown.slot < board_slot(true, 0) ? board_ : second_.value();
  board.add(shown.face);
  if (street_ == Street::rabbit)
    return board.size < variant_->board() ? ""
                                          : "The board would have been " + symbols(board.cards());
  if (board.size < 3) return "";
  const char* const street = board.size == 3 ? "Flop" : board.size == 4 ? "Turn" : "River";
  const char* const which = shown.slot < board_slot(true, 0) ? ": " : " of the second board: ";
  return std::string(street) + which + symbols(board.cards());
}

}  // namespace fairdeal::rules
