#pragma once

#include <optional>
#include <set>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// Returns whether the game says which cards a seat may play without breaking a rule.
bool says_what_is_fair(const AnyGame& game);

/// Returns the cards of a seat that its move may be without breaking a rule, such as to follow
/// suit. The game says so in its view, where its hint says to look (docs/web.md, `fair`). None: the
/// game does not say it, or it is not the seat's move.
std::optional<std::set<CardSlot>> fair_cards(const AnyGame& game, Seat seat, const Known& known);

/// Returns the card that a move is, if the move is no more than a card.
std::optional<CardSlot> card_of(const Action& action);

/// Returns the legal moves of a seat by which it breaks no rule that it knows of, and which a bot
/// may make; all legal moves if there are no others.
std::vector<Choice> sensible_moves(const AnyGame& game, Seat seat, const Known& known);

}  // namespace fairdeal::rules
