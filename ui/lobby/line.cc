#include "ui/lobby/line.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "net/signaling/relay_url.h"
#include "proto/limits.h"
#include "proto/name.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/seat/bot_names.h"
#include "ui/words/invitation.h"
#include "ui/words/printable.h"
#include "ui/words/table_link.h"

namespace fairdeal::lobby {
namespace {

// The bounds of a line. A message of a page has at most 4096 bytes anyway.
constexpr std::size_t kLobbyWordsMax = 32;
constexpr std::size_t kLobbyNameMax = 80;
constexpr std::size_t kLobbySecretMax = 3000;  ///< the longest link, twice

/// An option that a line may have, and what its value may be.
struct LineOption {
  enum class Value { none, number, range, json, word, bots };
  const char* name;
  Value value = Value::none;
  std::int64_t min = 0, max = 0;
  std::vector<std::string_view> words{};
};

using OptionValue = LineOption::Value;

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60;

const std::vector<LineOption>& options_of_host() {
  static const std::vector<LineOption> kOptions{
      {"--seats", OptionValue::number, 1, proto::kSeatsMax},
      {"--bots", OptionValue::bots},
      {"--params", OptionValue::json},
      {"--untimed"},
      {"--move-time", OptionValue::number, 1, kDay},
      {"--bank", OptionValue::number, 0, kDay},
      {"--increment", OptionValue::number, 0, kDay},
      {"--admit", OptionValue::word, 0, 0, {"invited", "ask", "known", "open"}},
      {"--watch", OptionValue::word, 0, 0, {"none", "invited", "open"}},
      {"--evening"},
      {"--buy-in", OptionValue::range, 1, proto::kOrderChipsMax},
      {"--chips", OptionValue::number, 1, proto::kOrderChipsMax},
      {"--orders", OptionValue::word, 0, 0, {"auto", "ask"}},
      {"--no-chat"},
      {"--unanimous"}};
  return kOptions;
}

const std::vector<LineOption>& options_of_play() {
  static const std::vector<LineOption> kOptions{
      {"--seats", OptionValue::number, 1, proto::kSeatsMax},
      {"--params", OptionValue::json},
      {"--first", OptionValue::word, 0, 0, {"me", "bot", "random"}},
      {"--bots", OptionValue::bots}};
  return kOptions;
}

tl::unexpected<Error> line_refused(const std::string& why) {
  return fail(Fault::not_canonical, why);
}

bool has_only(std::string_view text, std::string_view allowed) {
  return std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           allowed.find(c) != std::string_view::npos;
  });
}

/// Returns whether a word is a name of a few letters and digits, which no program takes for an
/// option or a path.
bool is_plain_name(std::string_view word, std::string_view allowed) {
  return !word.empty() && word.size() <= kLobbyNameMax && word[0] != '-' && word[0] != '.' &&
         has_only(word, allowed);
}

/// Returns whether the bots can be chosen on a page: no page says which files are programs.
bool are_bots(const std::string& value) {
  const auto bots = seat::counted_bots(value);
  return bots && std::ranges::all_of(*bots, [](const std::string& bot) {
           return bot.find_first_of("/ ") == std::string::npos;
         });
}

Result<> check_value(const LineOption& option, const std::string& value) {
  const auto bad = [&] {
    return line_refused(std::string(option.name) + " cannot be " + words::printable(value));
  };
  if (option.value == OptionValue::word)
    return std::ranges::count(option.words, value) > 0 ? Result<>() : bad();
  if (option.value == OptionValue::bots) return are_bots(value) ? Result<>() : bad();
  if (option.value == OptionValue::json) {
    const auto json = rules::parse_json(value, proto::kParamsBytesMax);
    return json && json->is_object() && value.starts_with('{') ? Result<>() : bad();
  }
  const auto fits = [&](std::string_view text) {
    std::int64_t number = -1;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool whole = error == std::errc() && stop == end && text[0] != '-';
    return whole && number >= option.min && number <= option.max;
  };
  if (option.value == OptionValue::number) return fits(value) ? Result<>() : bad();
  const std::size_t colon = std::min(value.find(':'), value.size());
  const std::string_view least(value.data(), colon);
  return fits(least) && colon < value.size() && fits(std::string_view(value).substr(colon + 1))
             ? Result<>()
             : bad();
}

/// Checks the options in `words` behind the first two, and adds them to the order.
Result<> take_options(Order& order, std::span<const std::string> words,
                      const std::vector<LineOption>& allowed) {
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto option = std::ranges::find(allowed, words[i], &LineOption::name);
    if (option == allowed.end())
      return line_refused("'" + words::printable(words[i]) + "' is no option of " + words[0] +
                          " here");
    if (std::ranges::count(order.arguments, words[i]) > 0)
      return line_refused(words[i] + " is there twice");
    order.arguments.push_back(words[i]);
    if (option->value == OptionValue::none) continue;
    if (++i == words.size()) return line_refused(order.arguments.back() + " takes a value");
    FD_TRY(check_value(*option, words[i]));
    order.arguments.push_back(words[i]);
  }
  return {};
}

Result<Order> order_of_game(std::span<const std::string> words) {
  if (!is_plain_name(words[1], "-") || !rules::find_module(words[1]))
    return line_refused("there is no game '" + words::printable(words[1]) + "'");
  Order order{.arguments = {words[0], words[1]}};
  FD_TRY(take_options(order, words, words[0] == "host" ? options_of_host() : options_of_play()));
  return order;
}

Result<Order> order_of_table(std::span<const std::string> words) {
  const std::string& table = words[1];
  const std::string named = words::invitation_in(table);
  const bool is_option = table.starts_with('-') && named.empty();
  if (table.empty() || table.size() > kLobbySecretMax || is_option)
    return line_refused("that is no link, code, address or contact");
  const auto link = words::TableLink::parse(named);
  const bool watches = link && link->watch;
  return Order{.arguments = {watches ? "watch" : words[0]}, .secret = table};
}

Result<Order> order_of_file(std::span<const std::string> words) {
  if (!is_plain_name(words[1], "-_.") || !words[1].ends_with(".fdt"))
    return line_refused("there is no transcript '" + words::printable(words[1]) + "' here");
  return Order{.what = words[0] == "audit" ? Order::What::audit : Order::What::page,
               .arguments = {words[0]},
               .file = words[1]};
}

Result<Order> order_of_setting(std::span<const std::string> words) {
  const std::string& value = words[1];
  if (words[0] == "name") {
    if (const auto problem = proto::name_problem(value); !problem.empty())
      return line_refused("that name will not do: " + problem);
    return Order{.what = Order::What::name, .value = value};
  }
  if (words[0] == "show-losing") {
    if (value != "yes" && value != "no") return line_refused("show-losing is yes or no");
    return Order{.what = Order::What::show_losing, .value = value};
  }
  if (value.empty()) return Order{.what = Order::What::relay};
  const auto url = signaling::RelayUrl::parse(value);
  if (!url) return line_refused("that is no relay: " + words::printable(url.error().about));
  return Order{.what = Order::What::relay, .value = url->text()};
}

}  // namespace

Result<std::vector<std::string>> lobby_words(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    if (words.size() == kLobbyWordsMax) return fail(Fault::too_large, "too many words");
    const bool quoted = line[at] == '\'';
    const std::size_t begin = quoted ? at + 1 : at;
    const std::size_t end = line.find(quoted ? '\'' : ' ', begin);
    if (quoted && end == std::string_view::npos) return line_refused("a quote is not closed");
    words.emplace_back(line.substr(begin, end - begin));
    at = end == std::string_view::npos ? line.size() : end + 1;
    if (quoted && at < line.size() && line[at] != ' ')
      return line_refused("a space follows a word in quotes");
  }
  return words;
}

Result<Order> parse_line(std::string_view line) {
  FD_TRY(const auto words, lobby_words(line));
  if (words.size() < 2) return line_refused("a command has a word that says of what");
  const std::string& command = words[0];
  if (command == "host" || command == "play") return order_of_game(words);
  if (words.size() > 2) return line_refused("'" + words::printable(words[2]) + "' is too much");
  if (command == "join" || command == "watch") return order_of_table(words);
  if (command == "replay" || command == "audit") return order_of_file(words);
  if (command == "resume") {
    if (!is_plain_name(words[1], "-")) return line_refused("no such table is kept");
    return Order{.arguments = {command, words[1]}};
  }
  if (command == "open") {
    const bool number = words[1].size() <= 10 &&
                        std::ranges::all_of(words[1], [](char c) { return c >= '0' && c <= '9'; });
    if (!number) return line_refused("there is no such program");
    return Order{.what = Order::What::go_to, .process = words[1]};
  }
  if (command == "name" || command == "relay" || command == "show-losing")
    return order_of_setting(words);
  return line_refused("'" + words::printable(command) + "' cannot be done from here");
}

}  // namespace fairdeal::lobby
