#include "ui/words/log_lines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::words {
namespace {

const Said::Value* value_of(const Said& said, const char* place) {
  const auto found = said.values.find(place);
  return found == said.values.end() ? nullptr : &found->second;
}

/// Returns the names of a value; a name alone is one.
std::vector<std::string> names_in(const Said::Value& who) {
  std::vector<std::string> all;
  for (const rules::JsonReader& one : rules::JsonReader(who.json).elements())
    all.push_back(one.text().value_or(""));
  return all.empty() ? std::vector{who.text} : all;
}

/// Joins a move to the same move of others.
std::optional<Said> alike(const Said& last, const Said& next) {
  if ((last.id != "moved" && last.id != "moved_alike") || next.id != "moved") return {};
  const auto *before = value_of(last, "move"), *now = value_of(next, "move");
  const auto *they = value_of(last, "who"), *who = value_of(next, "who");
  if (before == nullptr || now == nullptr || they == nullptr || who == nullptr) return {};
  if (before->json != now->json) return {};
  std::vector<std::string> all = names_in(*they);
  if (std::ranges::find(all, who->text) != all.end()) return {};
  all.push_back(who->text);
  return said("moved_alike", {{"who", names(all)}, {"move", *now}});
}

/// Joins the move of the second seat to that of the first with the same number: "12. Nf3 Nc6".
std::optional<Said> paired(const Said& last, const Said& next) {
  if (last.id != "moved_first" || next.id != "moved_second") return {};
  const auto *n = value_of(last, "n"), *same = value_of(next, "n");
  const auto *move = value_of(last, "move"), *reply = value_of(next, "move");
  if (n == nullptr || same == nullptr || move == nullptr || reply == nullptr) return {};
  if (n->json != same->json) return {};
  return said("moved_pair", {{"n", *n}, {"move", *move}, {"reply", *reply}});
}

/// Returns a line for the trick to which a card was played; nothing for any other sentence.
std::optional<Said> trick_of(const Said& play) {
  const auto *who = value_of(play, "who"), *card = value_of(play, "card");
  const auto* n = value_of(play, "n");
  if (!play.id.starts_with("trick_play") || who == nullptr || card == nullptr || n == nullptr)
    return {};
  const Said one = said("trick_card", {{"who", *who}, {"card", *card}});
  Said trick = said("trick", {{"n", *n}, {"cards", list({one})}});
  if (const auto* taker = value_of(play, "taker")) {
    trick = play.id == "trick_play_last" ? said("trick_taken", trick.values)
                                         : said("trick_taken_by_you", trick.values);
    trick.values.emplace("taker", *taker);
  }
  return trick;
}

/// Joins a card to those that were played to its trick before.
std::optional<Said> in_trick(const Said& last, const Said& play) {
  auto trick = trick_of(play);
  if (!trick || last.id != "trick" || value_of(last, "n")->json != value_of(*trick, "n")->json)
    return {};
  Said::Value cards = *value_of(last, "cards");
  const Said::Value& more = *value_of(*trick, "cards");
  cards.text += ", " + more.text;
  for (const Json& card : more.json) cards.json.push_back(card);
  trick->values.insert_or_assign("cards", std::move(cards));
  return trick;
}

/// Joins a card to those before it that the same seats see.
std::optional<Said> seen_alike(const Said& last, const Said& next) {
  if ((last.id != "card_seen_by" && last.id != "cards_seen_by") || next.id != "card_seen_by")
    return {};
  const auto *they = value_of(last, "who"), *who = value_of(next, "who"), *n = value_of(last, "n");
  if (they == nullptr || who == nullptr || they->json != who->json) return {};
  const std::int64_t cards = n == nullptr ? 1 : rules::JsonReader(n->json).number().value_or(1);
  return said("cards_seen_by", {{"who", *who}, {"n", count(cards + 1)}});
}

/// Joins a seat that shuffled cards of its own to others that did so before it.
std::optional<Said> shuffled_alike(const Said& last, const Said& next) {
  if ((last.id != "shuffled_by_one" && last.id != "shuffled_by_each") ||
      next.id != "shuffled_by_one")
    return {};
  const auto *they = value_of(last, "who"), *who = value_of(next, "who");
  if (they == nullptr || who == nullptr) return {};
  std::vector<std::string> all = names_in(*they);
  for (const std::string& one : names_in(*who))
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  return all.size() < 2 ? next : said("shuffled_by_each", {{"who", names(all)}});
}

/// Counts a sentence that is said again, if it tells of nobody's choice.
std::optional<Said> again(const Said& last, const Said& next) {
  constexpr std::array kRepeats{"game_says", "shuffled_cards", "shuffled_pieces"};
  if (std::ranges::count(kRepeats, next.id) == 0) return {};
  const bool counted = last.id == "said_times";
  const Said::Value now = sentence(next);
  if (counted ? value_of(last, "what")->json != now.json : last.json() != now.json) return {};
  const std::int64_t times =
      counted ? rules::JsonReader(value_of(last, "n")->json).number().value_or(1) : 1;
  return said("said_times", {{"what", now}, {"n", count(times + 1)}});
}

}  // namespace

std::vector<Said> OpenLine::add(const Said& next) {
  if (next.empty()) return {};
  std::vector<Said> complete;
  std::optional<Said> joined = alike(open_, next);
  if (!joined) joined = paired(open_, next);
  if (!joined) joined = in_trick(open_, next);
  if (!joined) joined = seen_alike(open_, next);
  if (!joined) joined = shuffled_alike(open_, next);
  if (!joined) joined = again(open_, next);
  if (!joined) {
    complete = end();
    joined = trick_of(next).value_or(next);
  }
  open_ = *std::move(joined);
  if (value_of(open_, "taker") == nullptr) return complete;
  for (Said& line : end()) complete.push_back(std::move(line));
  return complete;
}

std::vector<Said> OpenLine::end() {
  if (open_.empty()) return {};
  return {std::exchange(open_, {})};
}

void LogLines::add(const Said& next) { keep(open_.add(next)); }

void LogLines::keep(std::vector<Said> lines) {
  for (Said& line : lines) whole_.push_back(std::move(line));
  if (whole_.size() > most_)
    whole_.erase(whole_.begin(), whole_.end() - static_cast<std::ptrdiff_t>(most_));
}

std::vector<Said> LogLines::lines() const {
  std::vector<Said> all = whole_;
  if (!open_.line().empty()) all.push_back(open_.line());
  return all;
}

}  // namespace fairdeal::words
