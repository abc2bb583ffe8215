#include "rules/card_names.h"

#include <algorithm>
#include <map>
#include <utility>

#include "rules/card.h"
#include "rules/hint.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {
namespace {

/// Returns the slot that a move is; none if it is anything but a number.
std::optional<CardSlot> slot_of(const Choice& choice) {
  const Json json = json_or_null(choice.action.text);
  const auto slot = JsonReader(json).number(0, 0xffff);
  if (!slot) return {};
  return CardSlot(static_cast<std::uint32_t>(*slot));
}

/// Returns the cards that a view pairs with slots, at the place that the hint names.
std::map<CardSlot, Face> pairs_in(const Json& view, const std::string& path) {
  std::map<CardSlot, Face> cards;
  for (const JsonReader& pair : JsonReader(view).at_path(path).elements()) {
    const auto slot = pair.element(0).number(0, 0xffff);
    const auto name = pair.element(1).text();
    if (!slot || !name) continue;
    if (const auto face = parse_card(*name))
      cards.emplace(CardSlot(static_cast<std::uint32_t>(*slot)), *face);
  }
  return cards;
}

/// Returns the rank of a game's face 0, the lowest: the deuce, or the ace where it is low. The view
/// tells it of a card that nobody has, so it cannot depend on what the seat holds.
std::optional<std::uint32_t> lowest_rank(const std::map<CardSlot, Face>& probed, CardSlot slot) {
  const auto card = probed.find(slot);
  if (card == probed.end()) return {};
  const auto [rank, suit] = card_of(card->second);
  return suit == 0 && (rank == 0 || rank == 12) ? std::optional(rank) : std::nullopt;
}

/// Returns the cards of the slots that are moves, as far as they may be told.
std::map<CardSlot, Face> cards_of_moves(const std::vector<Choice>& choices, const AnyGame& game,
                                        Seat seat, const Known& known, CardSlot an_own) {
  const Json hint = usable_hint(game.info().hint);
  const auto path = JsonReader(hint).at_path("/cards/mine/pairs").text();
  if (!path) return {};
  const auto cards = pairs_in(game.view(seat, known), *path);
  Known probe;
  probe.faces.emplace(an_own, Face(0));
  const auto probed = pairs_in(game.view(seat, probe), *path);
  const auto lowest = lowest_rank(probed, an_own);
  std::map<CardSlot, Face> told;
  for (const Choice& choice : choices) {
    const auto slot = slot_of(choice);
    const auto card = slot ? cards.find(*slot) : cards.end();
    if (card == cards.end()) continue;
    const auto own = known.faces.find(*slot);
    if (own == known.faces.end() || !lowest) continue;
    const auto [rank, suit] = card_of(card->second);
    if (own->second.value == 4 * ((rank + 13 - *lowest) % 13) + suit) told.emplace(*card);
  }
  return told;
}

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Returns the names of a card that a person may type.
std::vector<std::string> names_of(Face face) {
  std::vector<std::string> names{card_symbol(face), card_name(face)};
  if (names[1].starts_with('T'))
    for (std::size_t i = 0; i < 2; ++i) names.push_back("10" + names[i].substr(1));
  return names;
}

/// Takes the names of a card from all other moves, so that no label of a script catches what a
/// person types for its own card.
void free_names(std::vector<Choice>& choices, const Choice& own, Face face) {
  const auto names = names_of(face);
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(names, [&](const std::string& of_card) {
      return std::ranges::equal(name, of_card, {}, ascii_lower, ascii_lower);
    });
  };
  for (Choice& other : choices) {
    if (other.action == own.action) continue;
    std::erase_if(other.aliases, is_taken);
    if (is_taken(other.label)) other.label = "move " + other.action.text;
  }
}

void name_by(Choice& choice, Face face, CardSlot slot) {
  const std::string by_slot = "card " + std::to_string(slot.value);
  const std::string label = choice.label;
  if (label.ends_with(by_slot)) {
    const std::string verb = label.substr(0, label.size() - by_slot.size());
    choice.aliases.push_back(label);
    choice.label = verb + card_symbol(face);
    for (const std::string& name : names_of(face))
      if (verb + name != choice.label) choice.aliases.push_back(verb + name);
  }
  for (std::string& name : names_of(face))
    if (std::ranges::count(choice.aliases, name) == 0) choice.aliases.push_back(std::move(name));
}

}  // namespace

void name_own_cards(std::vector<Choice>& choices, const AnyGame& game, Seat seat,
                    const Known& known) {
  if (known.faces.empty()) return;
  const auto is_own = [&](const Choice& choice) {
    const auto slot = slot_of(choice);
    return slot && known.faces.contains(*slot);
  };
  const auto an_own = std::ranges::find_if(choices, is_own);
  if (an_own == choices.end()) return;
  const auto cards = cards_of_moves(choices, game, seat, known, *slot_of(*an_own));
  // The number of a slot is no number for a person, also where its card has no such name; but a
  // game may show these numbers, and nothing else, on its cards.
  for (Choice& choice : choices)
    if (is_own(choice) && choice.aliases.empty() && choice.label != choice.action.text)
      choice.aliases.push_back(choice.label);
  std::vector<std::size_t> places;
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, Choice>> sorted;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto slot = slot_of(choices[i]);
    const auto card = slot ? cards.find(*slot) : cards.end();
    if (card == cards.end()) continue;
    free_names(choices, choices[i], card->second);
    name_by(choices[i], card->second, *slot);
    const auto [rank, suit] = card_of(card->second);
    places.push_back(i);
    sorted.emplace_back(std::pair(suit, rank), choices[i]);
  }
  std::ranges::stable_sort(sorted, {}, [](const auto& one) { return one.first; });
  for (std::size_t i = 0; i < places.size(); ++i) choices[places[i]] = std::move(sorted[i].second);
}

}  // namespace fairdeal::rules
