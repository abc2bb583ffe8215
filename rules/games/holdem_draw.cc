#include <algorithm>

#include "rules/games/holdem.h"
#include "rules/pots.h"

/// Hold'em in words and lines of text.
namespace fairdeal::rules {
namespace {

constexpr const char* kStreets[] = {"shuffling", "dealing", "preflop",  "flop",
                                    "turn",      "river",   "showdown", "over"};

std::string padded(std::string text, std::size_t width) {
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

}  // namespace

std::string Holdem::label(Seat, const Move& move) const {
  switch (move.kind) {
    case Move::Kind::bet:
      return "bet " + std::to_string(move.to);
    case Move::Kind::raise:
      return "raise to " + std::to_string(move.to);
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
  }
  return {};
}

/// "A♥ K♦", with what is not known to the observer as "??".
std::string Holdem::cards_line(Seat seat, Observer observer, const Known& known) const {
  const Pocket& cards = pocket(seat);
  if (!cards.dealt_in) return "out";
  if (!betting_.at(seat).in) return "folded";
  std::string line;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto face = seen_face(seat, i, observer, known);
    line += (i == 0 ? "" : " ") + (face ? card_symbol(*face) : "??");
  }
  return line;
}

std::string Holdem::seat_line(Seat seat, const std::string& name, Observer observer,
                              const Known& known) const {
  const Stake& stake = betting_.at(seat);
  std::string line = asked() == seat ? "> " : "  ";
  line += name + padded(std::to_string(stake.stack), 8);
  line += padded(stake.bet == 0 ? "" : "bet " + std::to_string(stake.bet), 10);
  line += "  " + cards_line(seat, observer, known);
  if (stake.in && stake.stack == 0) line += "  all-in";
  if (seat == blinds_.button) line += "  button";
  if (observer == seat) line += "  (you)";
  return line + "\n";
}

std::string Holdem::draw(Observer observer, const Known& known, const SeatNames& names) const {
  std::string lines = "Hand " + std::to_string(hand_) + ", " +
                      kStreets[static_cast<std::size_t>(street_)] + ", blinds " +
                      std::to_string(terms_.small_blind) + "/" + std::to_string(terms_.big_blind);
  if (terms_.ante > 0) lines += ", ante " + std::to_string(terms_.ante);
  lines += "\n";
  if (board_.size > 0) lines += "Board  " + symbols(board_.cards()) + "\n";
  if (const auto in_the_middle = pots(betting_.stakes); !in_the_middle.empty())
    lines += "Pot    " + pots_line(in_the_middle, names) + "\n";
  std::size_t columns = 0;
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    columns = std::max(columns, columns_of(seat_name(names, Seat(i))));
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    lines += seat_line(Seat(i), filled(seat_name(names, Seat(i)), columns), observer, known);
  return lines;
}

}  // namespace fairdeal::rules
