#include "games/poker/phh.h"

#include <cstdio>

#include "games/poker/phh_actions.h"

namespace fairdeal::rules {
namespace {

/// Writes a TOML basic string. Bytes from 128 on are parts of UTF-8, and stay as they are.
std::string toml_string(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    std::array<char, 8> escaped{};
    if (byte < 0x20 || byte == 0x7f) {
      std::snprintf(escaped.data(), escaped.size(), "\\u%04X", byte);
      text += escaped.data();
    } else {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text + "\"";
}

template <class T, class Write>
std::string toml_list(const std::vector<T>& values, Write write) {
  std::string text;
  for (const T& value : values) text += (text.empty() ? "" : ", ") + write(value);
  return "[" + text + "]";
}

std::string toml_numbers(const std::vector<Chips>& values) {
  return toml_list(values, [](Chips value) { return std::to_string(value); });
}

/// The game of the format that is nearest to a hand's.
class PhhGame {
 public:
  explicit PhhGame(const HandRecord& hand) {
    const auto& [fixed, other] = hand.variant->phh;
    const bool is_fixed = hand.limit.kind == BetLimit::Kind::fixed;
    name = (is_fixed && fixed != nullptr) || other == nullptr ? fixed : other;
    const char limit = "NPF"[static_cast<std::size_t>(hand.limit.kind)];
    constexpr const char* kLimits[] = {"no-limit", "pot-limit", "fixed-limit"};
    if (*name != limit) betting = kLimits[static_cast<std::size_t>(hand.limit.kind)];
  }
  bool is_fixed() const { return *name == 'F'; }

  const char* name;
  const char* betting = nullptr;  ///< the hand's limit, if it is not the game's
};

/// The fields of one hand.
class PhhFields {
 public:
  explicit PhhFields(const HandRecord& hand) : hand_(hand), game_(hand), actions_(hand) {
    add_required();
    add_optional();
  }
  std::string text() && { return std::move(text_); }

 private:
  void add(const char* name, const std::string& value) {
    text_ += std::string(name) + " = " + value + "\n";
  }
  void add(const char* name, std::int64_t value) { add(name, std::to_string(value)); }
  template <class Of>
  std::string each(Of of) const {
    return toml_list(actions_.players(),
                     [&](const HandRecord::Player& player) { return std::to_string(of(player)); });
  }

  void add_required() {
    add("variant", toml_string(game_.name));
    add("antes", toml_numbers(actions_.antes()));
    if (hand_.variant->has_bring_in())
      add("bring_in", hand_.level.small);
    else
      add("blinds_or_straddles", toml_numbers(actions_.blinds()));
    if (game_.is_fixed()) {
      add("small_bet", hand_.level.big);
      add("big_bet", 2 * hand_.level.big);
    } else {
      add("min_bet", hand_.level.big);
    }
    add("starting_stacks", each([](const auto& player) { return player.stack; }));
    text_ += "actions = [\n";
    for (const std::string& line : actions_.lines()) text_ += "  " + toml_string(line) + ",\n";
    text_ += "]\n";
  }

  void add_optional() {
    if (hand_.time) add_time(UtcTime::of(*hand_.time));
    add("hand", hand_.number);
    add("level", static_cast<std::int64_t>(hand_.level_number));
    add("seats", each([](const auto& player) { return player.seat.value + 1; }));
    add("seat_count", static_cast<std::int64_t>(hand_.seats));
    if (!hand_.table.empty()) add("table", toml_string(hand_.table));
    add("players",
        toml_list(actions_.players(), [](const auto& player) { return toml_string(player.name); }));
    if (hand_.ended) {
      add("finishing_stacks", each([](const auto& player) { return player.left(); }));
      add("winnings", each([](const auto& player) { return player.won; }));
    }
    // A seat that could not pay the whole ante wins only as much of the others' as it paid.
    if (!hand_.table_ante && hand_.level.ante > 0) add("ante_trimming_status", "true");
    add("_button", hand_.button.value + 1);
    if (!hand_.rabbit.empty()) add("_rabbit_hunt", toml_string(phh_cards(hand_.rabbit)));
    if (game_.betting != nullptr) add("_betting", toml_string(game_.betting));
  }

  void add_time(const UtcTime& time) {
    std::array<char, 64> clock{};
    std::snprintf(clock.data(), clock.size(), "%02d:%02d:%02d", time.hour, time.minute,
                  time.second);
    add("time", std::string(clock.data()));
    add("time_zone", toml_string("UTC"));
    add("day", time.day);
    add("month", time.month);
    add("year", time.year);
  }

  const HandRecord& hand_;
  PhhGame game_;
  PhhActions actions_;
  std::string text_;
};

}  // namespace

std::string phh(const std::vector<HandRecord>& hands) {
  std::string text;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    if (hands.size() > 1) text += (i > 0 ? "\n[" : "[") + std::to_string(i + 1) + "]\n";
    text += PhhFields(hands[i]).text();
  }
  return text;
}

}  // namespace fairdeal::rules
