#include "ui/words/heading.h"

#include <algorithm>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/words/printable.h"

namespace fairdeal::words {
namespace {

constexpr std::uint64_t kCountMax = 1'000'000'000'000'000;  // every page holds it exactly
constexpr std::size_t kPartBytesMax = 40;

/// Returns the number of a member of a heading; nothing if it has none.
std::optional<std::int64_t> counted(const rules::JsonReader& heading, const char* what) {
  const auto number = heading.member(what).natural(kCountMax);
  return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

Said page_of(const rules::JsonReader& heading) {
  if (const auto n = counted(heading, "hand")) return said("heading_hand", {{"n", count(*n)}});
  if (const auto n = counted(heading, "deal")) return said("heading_deal", {{"n", count(*n)}});
  if (const auto n = counted(heading, "round")) return said("heading_round", {{"n", count(*n)}});
  return {};
}

std::string quoted_of_script(std::string words) {
  std::ranges::replace(words, '"', '\'');
  return '"' + words + '"';
}

/// Returns the words of a part. Those of a stranger's script stand in quotation marks, as its moves
/// do.
Said part_of(const rules::JsonReader& heading, const rules::AnyGame& game) {
  const auto part = heading.member("part").text();
  if (!part || part->empty() || part->size() > kPartBytesMax) return {};
  std::string words = printable(*part);
  if (!game.is_shipped()) words = quoted_of_script(words);
  return said("heading_words", {{"words", words::game(words)}});
}

Said value_of(const rules::JsonReader& heading) {
  if (const auto n = counted(heading, "pot")) return said("heading_pot", {{"n", chips(*n)}});
  if (const auto n = counted(heading, "dice")) return said("heading_dice", {{"n", count(*n)}});
  return {};
}

}  // namespace

Json Heading::json() const {
  if (title.empty()) return {};
  return {{"page", page.json()}, {"title", title.json()}, {"value", value.json()}};
}

Said Heading::line(const Said& other_title) const {
  if (other_title.empty()) return {};
  const Said whole =
      value.empty()
          ? other_title
          : said("heading_value", {{"title", sentence(other_title)}, {"value", sentence(value)}});
  return said("heading_line", {{"title", sentence(whole)}});
}

Heading heading_of(const rules::AnyGame& game) {
  const Json view = game.view({}, {});
  const auto facts = rules::JsonReader(view).member("heading");
  Heading heading{.page = page_of(facts), .value = value_of(facts)};
  heading.by_news = facts.member("by_news").flag() == true;
  heading.move = counted(facts, "move").value_or(0);
  heading.is_second = facts.member("second").flag() == true;
  heading.title = heading.page;
  const auto add = [&heading](const Said& part) {
    heading.title =
        heading.title.empty()
            ? part
            : said("heading_part", {{"of", sentence(heading.title)}, {"part", sentence(part)}});
  };
  if (const Said part = part_of(facts, game); !part.empty()) add(part);
  heading.before_trick = heading.title;
  if (const auto n = counted(facts, "trick"); n && *n > 0) {
    heading.trick = *n;
    add(said("heading_trick", {{"n", count(*n)}}));
  }
  if (heading.title.empty() && !heading.value.empty()) std::swap(heading.title, heading.value);
  return heading;
}

namespace {

/// Returns the line of news that begins a part, as a heading of a terminal has it: without the mark
/// of a stranger's script, which a heading does not begin with, but in quotation marks.
Said as_title(const Said& news, bool is_shipped) {
  if (is_shipped) return news;
  std::string words = news.text();
  if (words.starts_with(rules::kScriptMark)) words.erase(0, rules::kScriptMark.size());
  return said("heading_words", {{"words", game(quoted_of_script(words))}});
}

}  // namespace

LogParts::Told LogParts::next(const rules::AnyGame& before, const std::vector<Said>& told) {
  Told next{.all = in_lines(told), .lines = told};
  if (told.empty()) return next;
  Heading heading = heading_of(before);
  const bool begins = !heading.title.empty() && !heading.same_part(now_);
  const bool by_news = begins && heading.by_news && told.front().id == "game_says";
  if (begins) {
    now_ = heading;
    next.heading = heading.json();
  }
  Said line = heading.line();
  if (by_news) {
    next.heading["title"] = told.front().json();
    next.heading["by_news"] = true;
    next.lines.erase(next.lines.begin());
    line = heading.line(as_title(told.front(), before.is_shipped()));
  } else if (told.front().id.starts_with("trick_play") && heading.trick > 0) {
    line = heading.line(heading.before_trick);  // the line of the trick has its number
  }
  const std::string text = line.text();
  if (begins && !text.empty() && text != shown_) {
    shown_ = text;
    next.lines.insert(next.lines.begin(), line);
  }
  return next;
}

}  // namespace fairdeal::words
