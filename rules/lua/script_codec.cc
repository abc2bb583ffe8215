#include "rules/lua/script_codec.h"

#include <set>

#include "base/overloaded.h"
#include "rules/grants.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/model.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kWantsMax = 256;
constexpr std::uint32_t kCardsMax = 1024;

tl::unexpected<Error> refuse(const std::string& what) { return fail(Fault::bad_parameters, what); }

Json seat_json(Seat seat) { return seat.value + 1; }
Json seats_json(SeatSet seats) {
  Json list = Json::array();
  for (const Seat seat : seats.list()) list.push_back(seat_json(seat));
  return list;
}

/// Reads the members of a table that a script gave, each by its name.
class ScriptTable {
 public:
  ScriptTable(const JsonReader& table, std::size_t seats) : table_(table), seats_(seats) {}

  Result<std::int64_t> number(const char* key, std::int64_t min, std::int64_t max) const {
    if (const auto value = table_.member(key).number(min, max)) return *value;
    return refuse(std::string(key) + " is a number from " + std::to_string(min) + " to " +
                  std::to_string(max));
  }
  Result<Seat> seat(const char* key) const {
    FD_TRY(const auto seat, number(key, 1, static_cast<std::int64_t>(seats_)));
    return Seat(static_cast<std::uint32_t>(seat - 1));
  }
  /// One seat, or a list of different ones.
  Result<std::vector<Seat>> seat_or_seats(const char* key) const {
    if (table_.member(key).is_list()) {
      FD_TRY(const auto values, numbers(key, 1, static_cast<std::uint32_t>(seats_)));
      const std::set<std::uint32_t> distinct(values.begin(), values.end());
      if (values.empty() || distinct.size() != values.size())
        return refuse(std::string(key) + " is a seat, or a list of different ones");
      std::vector<Seat> list;
      for (const auto value : values) list.emplace_back(value - 1);
      return list;
    }
    FD_TRY(const Seat one, seat(key));
    return std::vector{one};
  }
  Result<CardSlot> slot() const {
    FD_TRY(const auto slot, number("slot", 0, kCardsMax - 1));
    return CardSlot(static_cast<std::uint32_t>(slot));
  }
  /// A list of numbers; empty if it is not there.
  Result<std::vector<std::uint32_t>> numbers(const char* key, std::uint32_t min,
                                             std::uint32_t max) const {
    std::vector<std::uint32_t> list;
    const JsonReader values = table_.member(key);
    if (!values.exists()) return list;
    if (!values.is_list() || values.size() > kCardsMax)
      return refuse(std::string(key) + " is a list of at most " + std::to_string(kCardsMax) +
                    " numbers");
    for (const JsonReader& value : values.elements()) {
      const auto number = value.number(min, max);
      if (!number)
        return refuse(std::string(key) + " has numbers from " + std::to_string(min) + " to " +
                      std::to_string(max));
      list.push_back(static_cast<std::uint32_t>(*number));
    }
    return list;
  }
  Result<std::vector<Seat>> seats(const char* key) const {
    FD_TRY(const auto values, numbers(key, 1, static_cast<std::uint32_t>(seats_)));
    std::vector<Seat> list;
    for (const auto value : values) list.emplace_back(value - 1);
    if (std::ranges::adjacent_find(list, std::ranges::greater_equal()) != list.end())
      return refuse(std::string(key) + " has each seat once, in ascending order");
    return list;
  }
  template <class Id>
  Result<std::vector<Id>> cards(const char* key) const {
    FD_TRY(const auto values, numbers(key, 0, kCardsMax - 1));
    return std::vector<Id>(values.begin(), values.end());
  }
  Result<std::vector<Die>> dice() const {
    const JsonReader values = table_.member("dice");
    if (!values.is_list() || values.size() == 0 || values.size() > kDiceMax)
      return refuse("dice is a list of 1 to " + std::to_string(kDiceMax));
    std::vector<Die> dice;
    for (const JsonReader& one : values.elements()) {
      if (!one.is_object()) return refuse("a die is {min = 1, max = 6}");
      const ScriptTable die(one, seats_);
      FD_TRY(const auto min, die.number("min", INT32_MIN, INT32_MAX));
      FD_TRY(const auto max, die.number("max", min, min + 65535));
      const JsonReader named = one.member("name");
      const auto name = named.exists() ? named.text() : "die";
      if (!name) return refuse("a die's name is a text");
      dice.push_back(uniform_die(*name, min, max));
    }
    return dice;
  }

 private:
  JsonReader table_;
  std::size_t seats_;
};

Result<Want> want_of(const Json& json, std::size_t seats) {
  const ScriptTable table(JsonReader(json), seats);
  const std::string type = JsonReader(json).member("type").text().value_or("");
  if (type == "move") {
    FD_TRY(auto who, table.seats("seats"));
    if (who.empty()) return refuse("a move is wanted of at least one seat");
    return WantMove{std::move(who)};
  }
  if (type == "shuffle") {
    FD_TRY(auto slots, table.cards<CardSlot>("slots"));
    FD_TRY(auto faces, table.cards<Face>("faces"));
    FD_TRY(const auto who, table.seats("by"));
    SeatSet by;
    for (const Seat seat : who) by.insert(seat);
    return WantShuffle{std::move(slots), std::move(faces), by};
  }
  if (type == "deal") {
    FD_TRY(const CardSlot slot, table.slot());
    FD_TRY(const auto to, table.seat_or_seats("to"));
    SeatSet also;
    for (std::size_t i = 1; i < to.size(); ++i) also.insert(to[i]);
    return WantDeal{slot, to.front(), also};
  }
  if (type == "show") {
    FD_TRY(const CardSlot slot, table.slot());
    return WantShow{slot};
  }
  if (type == "roll") {
    FD_TRY(auto dice, table.dice());
    return WantRoll{std::move(dice)};
  }
  if (type == "roll_for") {
    FD_TRY(const Seat seat, table.seat("seat"));
    FD_TRY(auto dice, table.dice());
    return WantRollFor{seat, std::move(dice)};
  }
  if (type == "show_dice") {
    FD_TRY(const Seat seat, table.seat("seat"));
    return WantShowDice{seat};
  }
  return refuse("a want's type is move, shuffle, deal, show, roll, roll_for or show_dice");
}

Json move_json_of(const Action& action) { return json_or_null(action.text); }

}  // namespace

Result<std::vector<Want>> wants_of_script(const Json& wants, std::size_t seats) {
  if (wants.is_null()) return std::vector<Want>();
  if (!wants.is_array() || wants.size() > kWantsMax)
    return refuse("wants is a list of at most " + std::to_string(kWantsMax));
  std::vector<Want> list;
  for (const Json& json : wants) {
    if (!json.is_object()) return refuse("a want is a table with a type");
    FD_TRY(auto want, want_of(json, seats));
    list.push_back(std::move(want));
  }
  return list;
}

Json event_for_script(const AnyEvent& event) {
  const auto cards = [](const auto& ids) {
    Json list = Json::array();
    for (const auto& id : ids) list.push_back(id.value);
    return list;
  };
  return std::visit(
      Overloaded{
          [](const Moved<Action>& e) -> Json {
            return {{"type", "moved"}, {"seat", seat_json(e.seat)}, {"move", move_json_of(e.move)}};
          },
          [](const MovedTogether<Action>& e) -> Json {
            Json moves = Json::array();
            for (const auto& [seat, action] : e.moves)
              moves.push_back({{"seat", seat_json(seat)}, {"move", move_json_of(action)}});
            return {{"type", "moved_together"}, {"moves", moves}};
          },
          [&](const Shuffled& e) -> Json {
            return {{"type", "shuffled"}, {"slots", cards(e.slots)}};
          },
          [](const Dealt& e) -> Json {
            Json to = seat_json(e.to);
            if (!e.also.empty()) {
              to = seats_json(e.also);
              to.insert(to.begin(), seat_json(e.to));
            }
            return {{"type", "dealt"}, {"slot", e.slot.value}, {"to", to}};
          },
          [](const Shown& e) -> Json {
            return {{"type", "shown"}, {"slot", e.slot.value}, {"face", e.face.value}};
          },
          [](const Rolled& e) -> Json {
            return {{"type", "rolled"}, {"values", e.values}};
          },
          [](const RolledFor& e) -> Json {
            return {{"type", "rolled_for"}, {"seat", seat_json(e.seat)}};
          },
          [](const DiceShown& e) -> Json {
            return {{"type", "dice_shown"}, {"seat", seat_json(e.seat)}, {"values", e.values}};
          },
          [](const Absent& e) -> Json {
            return {{"type", "absent"}, {"seat", seat_json(e.seat)}, {"opens", e.opens}};
          },
          [](const Out& e) -> Json {
            return {{"type", "out"},
                    {"seat", seat_json(e.seat)},
                    {"left", e.left},
                    {"opens", e.opens},
                    {"owes", e.owes}};
          },
          [](const Resigned& e) -> Json {
            return {{"type", "resigned"}, {"seat", seat_json(e.seat)}};
          },
          [](const AlarmRang&) -> Json {
            return {{"type", "alarm"}};  // no script sets one
          },
          [](const Void& e) -> Json {
            return {{"type", "void"}, {"by", seats_json(e.by)}};
          }},
      event);
}

Result<Payoff> payoff_of_script(const Json& payoff, std::size_t seats) {
  auto values = JsonReader(payoff).numbers();
  if (!values || values->size() != seats)
    return refuse("a result is a list with a number for each seat");
  return *std::move(values);
}

Json json_for_script(Observer observer) { return observer ? seat_json(*observer) : Json(); }

Json json_for_script(const Known& known) {
  Json faces = Json::object();
  for (const auto& [slot, face] : known.faces) faces[std::to_string(slot.value)] = face.value;
  return {{"faces", faces}, {"dice", known.dice}};
}

}  // namespace fairdeal::rules
