#include "apps/choice_text.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <nlohmann/json.hpp>

namespace fairdeal::apps {
namespace {

using rules::Action;
using rules::Choice;

std::optional<std::int64_t> number(const std::string& word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return value;
}

/// The move's own name: "call", "raise", "[0,2]".
std::string name_of(const Choice& choice) {
  const auto json = nlohmann::json::parse(choice.action.text);
  if (json.is_string()) return json.get<std::string>();
  if (json.is_object() && json.size() == 1) return json.begin().key();
  return choice.action.text;
}

std::string range_text(const rules::Range& range) {
  if (range.min == range.max) return std::to_string(range.min);
  return std::to_string(range.min) + "…" + std::to_string(range.max);
}

Result<Action> complete(const Choice& choice, const std::optional<std::int64_t>& amount) {
  if (!choice.range) {
    if (amount) return fail(Fault::illegal_move, "'" + name_of(choice) + "' takes no number");
    return choice.action;
  }
  const auto& range = *choice.range;
  if (!amount && range.min == range.max) return choice.action;
  if (!amount)
    return fail(Fault::illegal_move, "'" + name_of(choice) + "' takes a number, for example: " +
                                         name_of(choice) + " " + std::to_string(range.min));
  if (*amount < range.min || *amount > range.max || (*amount - range.min) % range.step != 0)
    return fail(Fault::illegal_move, range.min == range.max
                                         ? "the number is " + range_text(range)
                                         : "the number is from " + range_text(range));
  return with_number(choice, *amount);
}

Result<Action> all_in(const std::vector<Choice>& choices) {
  const auto found =
      std::ranges::find_if(choices, [](const Choice& c) { return c.range.has_value(); });
  if (found == choices.end()) return fail(Fault::illegal_move, "nothing to put all in");
  return with_number(*found, found->range->max);
}

}  // namespace

std::string list_choices(const std::vector<Choice>& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    text += (i == 0 ? "" : "   ") + std::to_string(i + 1) + " " + choices[i].label;
    if (choices[i].range && choices[i].range->min != choices[i].range->max)
      text += " (" + name_of(choices[i]) + " " + range_text(*choices[i].range) + ")";
  }
  return text;
}

Result<Action> read_choice(const std::string& given, const std::vector<Choice>& choices) {
  std::string typed = given;
  std::ranges::transform(typed, typed.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Choice& choice : choices)  // of several words: "run it twice"
    if (choice.label == typed) return choice.action;
  std::istringstream words(typed);
  std::string first, second, rest;
  words >> first >> second >> rest;
  if (first.empty() || !rest.empty())
    return fail(Fault::illegal_move, "type a number or a name from the list");
  std::optional<std::int64_t> amount;
  if (!second.empty()) {
    amount = number(second);
    if (!amount) return fail(Fault::illegal_move, "'" + second + "' is no number");
  }
  if (const auto index = number(first)) {
    if (*index < 1 || *index > static_cast<std::int64_t>(choices.size()))
      return fail(Fault::illegal_move, "the list goes from 1 to " + std::to_string(choices.size()));
    return complete(choices[static_cast<std::size_t>(*index - 1)], amount);
  }
  if (first == "all-in" || first == "allin") return all_in(choices);

  std::vector<const Choice*> fitting;
  for (const Choice& choice : choices) {
    if (name_of(choice) == first || choice.label == first) return complete(choice, amount);
    if (name_of(choice).starts_with(first) || choice.label.starts_with(first))
      fitting.push_back(&choice);
  }
  if (fitting.size() == 1) return complete(*fitting.front(), amount);
  return fail(Fault::illegal_move, fitting.empty() ? "'" + first + "' is not in the list"
                                                   : "'" + first + "' fits several moves");
}

}  // namespace fairdeal::apps
