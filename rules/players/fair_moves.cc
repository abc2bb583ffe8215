#include "rules/players/fair_moves.h"

#include <algorithm>
#include <map>

#include "base/mutex.h"
#include "rules/hint.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/model.h"

namespace fairdeal::rules {
namespace {

/// Returns where the view of a game with this hint has the fair cards: "/fair"; "": nowhere.
std::string place_of_fair(const std::string& hint) {
  if (hint.find("\"fair\"") == std::string::npos) return "";
  static Mutex mutex;
  static std::map<std::string, std::string> places;
  const MutexLock lock(mutex);
  const auto known = places.find(hint);
  if (known != places.end()) return known->second;
  const Json usable = usable_hint(hint);
  const JsonReader fair = JsonReader(usable).member("cards").member("mine").member("fair");
  return places[hint] = fair.text().value_or("");
}

}  // namespace

bool says_what_is_fair(const AnyGame& game) { return !place_of_fair(game.info().hint).empty(); }

std::optional<CardSlot> card_of(const Action& action) {
  const auto json = parse_json(action.text, Action::kBytesMax);
  if (!json) return {};
  const auto slot = JsonReader(*json).natural(UINT32_MAX);
  if (!slot) return {};
  return CardSlot(static_cast<std::uint32_t>(*slot));
}

std::optional<std::set<CardSlot>> fair_cards(const AnyGame& game, Seat seat, const Known& known) {
  const std::string place = place_of_fair(game.info().hint);
  if (place.size() < 2 || place.front() != '/') return {};
  if (const auto fair = game.model().fair(seat, known))
    return std::set<CardSlot>(fair->begin(), fair->end());
  const Json view = game.view(seat, known);
  const JsonReader list = JsonReader(view).member(place.substr(1));
  if (!list.is_list()) return {};
  std::set<CardSlot> slots;
  for (const JsonReader& slot : list.elements())
    if (const auto number = slot.natural(UINT32_MAX))
      slots.insert(CardSlot(static_cast<std::uint32_t>(*number)));
  return slots;
}

std::vector<Choice> sensible_moves(const AnyGame& game, Seat seat, const Known& known) {
  const auto legal = game.legal(seat);
  const auto fair = fair_cards(game, seat, known);
  std::vector<Choice> sensible;
  for (const Choice& choice : legal) {
    if (choice.left_to_people) continue;
    if (fair && !fair->empty())
      if (const auto card = card_of(choice.action); card && !fair->contains(*card)) continue;
    sensible.push_back(choice);
  }
  return sensible.empty() ? legal : sensible;
}

}  // namespace fairdeal::rules
