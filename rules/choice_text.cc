#include "rules/choice_text.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/ascii.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {
namespace {

std::optional<std::int64_t> number(const std::string& word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return value;
}

/// Returns the name that a move has in its JSON form: "call", "raise", "[0,2]".
std::string name_of(const Choice& choice) {
  const std::string kind = kind_of(choice.action);
  return kind.empty() ? choice.action.text : kind;
}

std::string lower(const std::string& text) { return ascii::lowered(text); }

/// Returns whether a word is the name of a square: letters, and then a number.
bool is_square(const std::string& word) {
  const auto digits = std::ranges::find_if(word, ascii::is_digit);
  return digits != word.begin() && digits != word.end() &&
         std::all_of(word.begin(), digits, ascii::is_letter) &&
         std::all_of(digits, word.end(), ascii::is_digit);
}

/// Returns the text with one space between words and none around them.
std::string words_of(const std::string& text) {
  std::istringstream stream(text);
  std::string words;
  for (std::string word; stream >> word;) words += (words.empty() ? "" : " ") + word;
  return words;
}

/// Returns whether a label has the number as a word of its own, or no digit at all.
bool agrees_with(const std::string& label, const std::string& number) {
  if (label.find_first_of("0123456789") == std::string::npos) return true;
  std::istringstream words(label);
  for (std::string word; words >> word;)
    if (word == number) return true;
  return false;
}

/// Returns whether the moves are numbers for a player, such as cells of a board: then these are
/// their numbers in the list. They are not if they have other names, such as cards that the rules
/// name by the numbers of their places, or if a label has another number, such as a square "a1".
bool are_numbers(const std::vector<Choice>& choices) {
  return std::ranges::all_of(choices, [](const Choice& c) {
    return number(c.action.text).has_value() && c.aliases.empty() &&
           agrees_with(c.label, c.action.text);
  });
}

/// Returns whether the list has no numbers: its only move takes an amount, which is then typed
/// alone.
bool is_only_amount(const std::vector<Choice>& choices) {
  return choices.size() == 1 && choices[0].range && choices[0].range->min != choices[0].range->max;
}

/// Returns the integers in a text such as "3x3" or "[1,2]"; none if there is anything in it but
/// integers and what may stand between them.
std::vector<std::int64_t> integers_in(const std::string& text) {
  std::vector<std::int64_t> found;
  std::string digits;
  for (const char c : text + " ") {
    if (c >= '0' && c <= '9') {
      digits += c;
      continue;
    }
    if (std::string_view(" ,x-[]").find(c) == std::string_view::npos) return {};
    if (!digits.empty()) {
      const auto value = number(digits);
      if (!value) return {};
      found.push_back(*value);
    }
    digits.clear();
  }
  return found;
}

/// Returns the integers of a move that is a list of numbers, or has one: [1,2], {"bid":[3,3]}.
std::vector<std::int64_t> integers_of(const Choice& choice) {
  const Json json = json_or_null(choice.action.text);
  const JsonReader move(json);
  const auto member = move.only_member();
  const JsonReader list = member ? member->second : move;
  return list.is_list() ? integers_in(rules::text(list.json())) : std::vector<std::int64_t>();
}

std::string range_text(const Range& range) {
  if (range.min == range.max) return std::to_string(range.min);
  return std::to_string(range.min) + "…" + std::to_string(range.max);
}

using Why = Refusal::Why;
using Read = tl::expected<Action, Refusal>;

tl::unexpected<Refusal> refused(Why why, std::vector<std::string> about = {}) {
  return tl::unexpected<Refusal>(Refusal{why, std::move(about)});
}

/// Returns the move with the amount that was `typed` with it.
Read complete(const Choice& choice, const std::optional<std::int64_t>& amount,
              const std::string& typed) {
  if (!choice.range) {
    if (amount) return refused(Why::impossible, {typed});
    return choice.action;
  }
  const auto& range = *choice.range;
  if (!amount && range.min == range.max) return choice.action;
  if (!amount)
    return refused(Why::takes_number,
                   {name_of(choice), name_of(choice) + " " + std::to_string(range.min)});
  if (*amount < range.min || *amount > range.max || (*amount - range.min) % range.step != 0)
    return range.min == range.max ? refused(Why::number_is, {std::to_string(range.min)})
                                  : refused(Why::number_between,
                                            {std::to_string(range.min), std::to_string(range.max)});
  return with_number(choice, *amount);
}

/// Returns whether the move is a bet or raise of poker.
bool is_wager(const Choice& choice) {
  const std::string kind = kind_of(choice.action);
  return choice.range && (kind == "bet" || kind == "raise");
}

/// Returns whether these are moves of a round of betting, where "all in" means something.
bool are_bets(const std::vector<Choice>& choices) {
  const auto kinds = poker_order();
  return std::ranges::any_of(choices, [&](const Choice& choice) {
    return std::ranges::count(kinds, kind_of(choice.action)) != 0;
  });
}

Read all_in(const std::vector<Choice>& choices) {
  const auto found = std::ranges::find_if(choices, is_wager);
  if (found != choices.end()) return with_number(*found, found->range->max);
  // The bet to call takes all that the player has, or no other player can call a raise of it.
  const auto call =
      std::ranges::find_if(choices, [](const Choice& choice) { return name_of(choice) == "call"; });
  if (call != choices.end() && !call->range) return call->action;
  return refused(Why::no_wager);
}

/// Returns the one choice that fits; null if none does, or several do.
template <class Fits>
const Choice* only(const std::vector<Choice>& choices, Fits&& fits) {
  const Choice* found = nullptr;
  for (const Choice& choice : choices) {
    if (!fits(choice)) continue;
    if (found != nullptr) return nullptr;
    found = &choice;
  }
  return found;
}

/// Returns the choice that was typed with its whole label or name, or with its numbers alone; null
/// if there is none.
const Choice* whole(const std::string& typed, const std::vector<Choice>& choices) {
  if (const auto* choice = only(choices, [&](const Choice& c) { return c.label == typed; }))
    return choice;
  const std::string low = lower(typed);
  const bool has_name = !number(low).has_value();
  const auto alike = [&](const Choice& c) {
    return lower(c.label) == low || (has_name && !c.range && lower(name_of(c)) == low) ||
           std::ranges::any_of(c.aliases, [&](const auto& alias) { return lower(alias) == low; });
  };
  if (const auto* choice = only(choices, alike)) return choice;
  const auto integers = integers_in(low);
  if (integers.size() < 2) return nullptr;
  return only(choices, [&](const Choice& c) { return integers_of(c) == integers; });
}

/// Returns the number that was typed where the label of a move has its least one; none if what was
/// typed is not this label with a number.
std::optional<std::int64_t> number_in_label(const std::string& typed, const Choice& choice) {
  if (!choice.range) return {};
  const std::string label = lower(choice.label), least = std::to_string(choice.range->min);
  for (auto at = label.find(least); at != std::string::npos; at = label.find(least, at + 1)) {
    const std::string before = label.substr(0, at), after = label.substr(at + least.size());
    if (before.size() + after.size() >= typed.size() || (before + after).empty()) continue;
    if (!typed.starts_with(before) || !typed.ends_with(after)) continue;
    const auto middle = typed.size() - before.size() - after.size();
    if (const auto value = number(typed.substr(before.size(), middle))) return value;
  }
  return {};
}

/// Splits what was typed into a word and an amount: "raise to 60" into "raise" and "60", "r60" into
/// "r" and "60".
std::pair<std::string, std::string> word_and_amount(const std::string& typed) {
  std::string word, amount = typed;
  if (const auto digit = typed.find_first_of("0123456789"); digit != 0) {
    word = words_of(typed.substr(0, digit));
    amount = digit == std::string::npos ? "" : typed.substr(digit);
  } else {
    const auto space = typed.find(' ');
    word = typed.substr(0, space);
    amount = space == std::string::npos ? "" : typed.substr(space + 1);
  }
  if (!amount.empty() && word.ends_with(" to")) word.resize(word.size() - 3);
  return {word, amount};
}

/// Returns whether the list shows the i-th move with its least amount, and its number in the list
/// cannot be meant as another amount of it.
bool names_its_least(const std::vector<Choice>& choices, std::size_t i) {
  const auto& range = choices[i].range;
  const auto place = static_cast<std::int64_t>(i) + 1;
  return range && choices.size() > 1 && (place < range->min || place > range->max) &&
         choices[i].label.find(std::to_string(range->min)) != std::string::npos;
}

/// Returns the text without the marks that players leave out or add when they write a move of a
/// board down: "Bb5+", "e4!", "e2-e4", "a8=Q".
std::string without_marks(const std::string& text) {
  std::string rest;
  for (const char c : text)
    if (std::string_view("+#!?=-x ").find(c) == std::string_view::npos) rest += c;
  return rest;
}

/// Returns the one choice whose label or other name was typed but for such marks; null if there is
/// none. A move that takes an amount has none: a mark might belong to the number.
const Choice* spelled(const std::string& typed, const std::vector<Choice>& choices) {
  const std::string word = without_marks(typed), low = lower(word);
  const bool is_name = word.size() > 1 && std::ranges::any_of(word, ascii::is_letter);
  if (!is_name || std::ranges::any_of(choices, [](const Choice& c) { return c.range.has_value(); }))
    return nullptr;
  const auto fits = [](const std::string& meant, auto&& as_compared) {
    return [&meant, as_compared](const Choice& c) {
      const auto is_meant = [&](const std::string& name) {
        return as_compared(without_marks(name)) == meant;
      };
      return is_meant(c.label) || std::ranges::any_of(c.aliases, is_meant);
    };
  };
  if (const auto* choice = only(choices, fits(word, [](std::string name) { return name; })))
    return choice;
  return only(choices, fits(low, lower));
}

/// Returns the refusal of a text in small letters that several moves could be, if a player leaves
/// out capitals and marks: "bc4" is the bishop's Bxc4 or the pawn's bxc4. None of another text, and
/// of one that is a label as it stands.
std::optional<Refusal> ambiguous(const std::string& typed, const std::vector<Choice>& choices) {
  if (typed != lower(typed) || !std::ranges::any_of(typed, ascii::is_letter)) return {};
  std::vector<std::string> meant;
  for (const Choice& choice : choices) {
    if (choice.label == typed) return {};
    if (choice.range) return {};
    if (without_marks(lower(choice.label)) == without_marks(typed)) meant.push_back(choice.label);
  }
  if (meant.size() < 2) return {};
  return Refusal{Why::two_moves, {typed, meant[0], meant[1]}};
}

/// Returns why a move of betting is not possible now; none if the word is no such move.
std::optional<Why> why_no_bet(const std::string& word, const std::vector<Choice>& choices) {
  const auto can = [&](const char* kind) {
    return std::ranges::any_of(
        choices, [&](const Choice& choice) { return kind_of(choice.action) == kind; });
  };
  if (word == "call" && can("check")) return Why::call_of_no_bet;
  if (word == "check" && can("call")) return Why::check_of_a_bet;
  if (word == "raise" && can("bet")) return Why::raise_of_no_bet;
  if (word == "bet" && can("raise")) return Why::bet_of_a_bet;
  return {};
}

constexpr std::size_t kListed = 12;
constexpr std::size_t kColumns = 78;

}  // namespace

std::string choice_number(const std::vector<Choice>& choices, std::size_t i) {
  if (is_only_amount(choices)) return "";
  return are_numbers(choices) ? choices[i].action.text : std::to_string(i + 1);
}

std::string choice_text(const std::vector<Choice>& choices, std::size_t i) {
  const std::string index = choice_number(choices, i);
  const bool is_alone = index.empty() || choices[i].label == index;
  std::string option = is_alone ? choices[i].label : index + " " + choices[i].label;
  if (choices[i].range && choices[i].range->min != choices[i].range->max)
    option += " (" + name_of(choices[i]) + " " + range_text(*choices[i].range) + ")";
  return option;
}

std::string list_choices(const std::vector<Choice>& choices, bool all, const std::string& mark) {
  if (choices.size() > kListed && !all) {
    std::string text = mark + std::to_string(choices.size()) + " moves, for example";
    const std::size_t last = choices.size() - 1;
    for (const std::size_t i : {std::size_t{0}, last / 2, last})
      text += (i == 0 ? ": " : i == last ? " or " : ", ") + choices[i].label;
    return text + ".\nType one of them; 'list' shows them all.";
  }
  std::string text, line;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string option = choice_text(choices, i);
    if (!line.empty() && mark.size() + line.size() + 3 + option.size() > kColumns) {
      text += mark + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + option;
  }
  return text + (line.empty() ? "" : mark + line);
}

std::string typed_for(const std::vector<Choice>& choices, std::size_t i) {
  const auto read = read_choice(choices[i].label, choices);
  if (read && *read == choices[i].action) return choices[i].label;
  return is_only_amount(choices) ? name_of(choices[i]) + " " : choice_number(choices, i);
}

std::string Refusal::text() const {
  const auto the = [this](std::size_t i) { return i < about.size() ? about[i] : std::string(); };
  switch (why) {
    case Why::nothing_typed:
      return "type a move from the list, or its number";
    case Why::no_moves:
      return "there is no move to choose";
    case Why::two_moves:
      return "'" + the(0) + "' may be " + the(1) + " or " + the(2) +
             ": type it as it is written here";
    case Why::takes_number:
      return "'" + the(0) + "' takes a number, for example: " + the(1);
    case Why::number_is:
      return "the number is " + the(0);
    case Why::number_between:
      return "the number is from " + the(0) + "…" + the(1);
    case Why::no_number:
      return "'" + the(0) + "' is no number";
    case Why::impossible:
      return "You cannot play '" + the(0) + "' now";
    case Why::no_wager:
      return "here you cannot bet or raise";
    case Why::number_of_all_in:
      return "'all in' takes no number";
    case Why::not_in_list:
      return "the list goes from " + the(0) + " to " + the(1) + ", and has no " + the(2);
    case Why::several:
      return "'" + the(0) + "' fits several moves";
    case Why::call_of_no_bet:
      return "You cannot call now: nobody has bet";
    case Why::check_of_a_bet:
      return "You cannot check now: there is a bet to call";
    case Why::raise_of_no_bet:
      return "You cannot raise now: nobody has bet, so you may bet";
    case Why::bet_of_a_bet:
      return "You cannot bet now: there is a bet, so you may raise";
  }
  return "";
}

Result<Action> read_choice(const std::string& typed, const std::vector<Choice>& choices) {
  auto read = choice_typed(typed, choices);
  if (!read) return fail(Fault::illegal_move, read.error().text());
  return *std::move(read);
}

Read choice_typed(const std::string& given, const std::vector<Choice>& choices) {
  const std::string exact = words_of(given), typed = lower(exact);
  if (typed.empty()) return refused(Why::nothing_typed);
  if (choices.empty()) return refused(Why::no_moves);
  if (auto error = ambiguous(exact, choices)) return tl::unexpected(*std::move(error));
  if (const auto* choice = whole(exact, choices)) return choice->action;
  if (typed == "0-0" || typed == "0-0-0")  // castling, typed with zeros instead of the letter O
    if (const auto* choice = whole(typed == "0-0" ? "O-O" : "O-O-O", choices))
      return choice->action;
  if (const auto* choice = spelled(exact, choices)) return choice->action;
  const auto is_label = [&](const Choice& c) { return number_in_label(typed, c).has_value(); };
  if (const auto* choice = only(choices, is_label))
    return complete(*choice, number_in_label(typed, *choice), exact);
  const auto names_square = [&](const Choice& c) { return lower(c.label).ends_with(" " + typed); };
  if (is_square(typed))  // "c3" for "shoot at c3"
    if (const auto* choice = only(choices, names_square)) return choice->action;
  const bool bets = are_bets(choices);
  if (bets && (typed == "all-in" || typed == "allin" || typed == "all in")) return all_in(choices);

  const auto [word, rest] = word_and_amount(typed);
  const auto amount = rest.empty() ? std::nullopt : number(rest);
  if (!rest.empty() && !amount) {
    const bool any =
        std::ranges::any_of(choices, [](const Choice& c) { return c.range.has_value(); });
    return any ? refused(Why::no_number, {rest}) : refused(Why::impossible, {exact});
  }
  if (bets && word == "all in") return refused(Why::number_of_all_in);
  if (number(word)) {
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (choice_number(choices, i) == word)
        return names_its_least(choices, i) && !amount
                   ? with_number(choices[i], choices[i].range->min)
                   : complete(choices[i], amount, exact);
    // No move of the list has this number, so it can only be an amount.
    const auto* takes_amount = only(choices, [](const Choice& c) { return c.range.has_value(); });
    if (takes_amount != nullptr && !amount)
      if (auto action = complete(*takes_amount, number(word), exact); action || choices.size() == 1)
        return action;
    if (is_only_amount(choices)) return refused(Why::impossible, {exact});
    return refused(Why::not_in_list,
                   {choice_number(choices, 0), choice_number(choices, choices.size() - 1), word});
  }
  const auto by_name = [&](const Choice& c) { return lower(name_of(c)) == word; };
  if (const auto* choice = only(choices, by_name)) return complete(*choice, amount, exact);
  const auto begins = [&](const Choice& c) {
    return !c.left_to_people &&
           (lower(name_of(c)).starts_with(word) || lower(c.label).starts_with(word));
  };
  if (const auto* choice = only(choices, begins)) return complete(*choice, amount, exact);
  if (std::ranges::any_of(choices, begins)) return refused(Why::several, {word});
  if (const auto why = bets ? why_no_bet(word, choices) : std::nullopt) return refused(*why);
  return refused(Why::impossible, {exact});
}

}  // namespace fairdeal::rules
