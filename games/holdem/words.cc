#include "games/holdem/holdem.h"

/// The events of hold'em in words, for those who play it.
namespace fairdeal::rules {
namespace {

template <class Cards>
std::string symbols(const Cards& cards) {
  std::string line;
  for (const Face face : cards) line += (line.empty() ? "" : " ") + card_symbol(face);
  return line;
}

std::string outcome_words(const Holdem::HandOutcome& last, std::size_t seats,
                          const SeatNames& names) {
  std::string line = "Hand " + std::to_string(last.hand) + ":";
  for (std::uint32_t i = 0; i < seats; ++i) {
    if (last.won[i] == 0) continue;
    line += (line.back() == ':' ? " " : ", ") + who_does(names, Seat(i), "wins") + " " +
            std::to_string(last.won[i]);
    const auto& shown = last.shown[i];
    if (!shown) continue;
    if (last.board.size >= 3) line += " with " + describe(Holdem::rank(last.board, *shown));
    line += " (" + symbols(*shown) + ")";
  }
  if (last.board.size > 0) line += ". Board " + symbols(last.board.cards());
  if (last.second) line += ", and " + symbols(last.second->cards());
  return line;
}

}  // namespace

std::string Holdem::losing_line(Observer observer, const Known& known,
                                const SeatNames& names) const {
  if (!observer || street_ != Street::showdown || turn() != *observer) return "";
  const auto hand = own_hand(*observer, known);
  const auto winner = hand ? beaten_by(*hand) : std::nullopt;
  if (!winner) return "";
  return "You hold " + describe(rank(board_, *hand)) + ", which loses to " +
         describe(rank(board_, *pocket(*winner).shown())) + " of " + seat_name(names, *winner) +
         ".\n";
}

std::string Holdem::news(const Event<Move>& event, const Holdem& after,
                         const SeatNames& names) const {
  std::string line;
  if (const auto* shown = std::get_if<Shown>(&event)) line = shown_words(*shown, names);
  if (after.last_.hand == last_.hand) return line;
  if (!line.empty()) line += "\n";
  return line + outcome_words(after.last_, betting_.seats, names);
}

/// Once all cards of a street, or both of a seat, are there.
std::string Holdem::shown_words(const Shown& shown, const SeatNames& names) const {
  for (std::uint32_t i = 0; i < betting_.seats; ++i) {
    const Pocket& pocket = pockets_[i];
    if (!pocket.dealt_in) continue;
    for (const std::size_t card : {0u, 1u}) {
      if (pocket.slots[card] != shown.slot) continue;
      auto faces = pocket.faces;
      faces[card] = shown.face;
      if (!faces[0] || !faces[1]) return "";
      return who_does(names, Seat(i), "shows") + " " + card_symbol(*faces[0]) + " " +
             card_symbol(*faces[1]);
    }
  }
  Board board = shown.slot < board_slot(true, 0) ? board_ : second_.value();
  board.faces[board.size++] = shown.face;
  if (board.size < 3) return "";
  const char* const street = board.size == 3 ? "Flop" : board.size == 4 ? "Turn" : "River";
  const char* const which = shown.slot < board_slot(true, 0) ? ": " : " of the second board: ";
  return std::string(street) + which + symbols(board.cards());
}

}  // namespace fairdeal::rules
