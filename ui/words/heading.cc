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

/// Returns the words of a part. Those of a script stand in quotation marks, as its moves do.
Said part_of(const rules::JsonReader& heading, const rules::AnyGame& game) {
  const auto part = heading.member("part").text();
  if (!part || part->empty() || part->size() > kPartBytesMax) return {};
  std::string words = printable(*part);
  if (game.is_script()) {
    std::ranges::replace(words, '"', '\'');
    words = '"' + words + '"';
  }
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

std::string Heading::text() const {
  if (title.empty()) return "";
  return "-- " + title.text() + (value.empty() ? "" : ", " + value.text()) + " --";
}

Heading heading_of(const rules::AnyGame& game) {
  const Json view = game.view({}, {});
  const auto facts = rules::JsonReader(view).member("heading");
  Heading heading{.page = page_of(facts), .value = value_of(facts)};
  heading.title = heading.page;
  const auto add = [&heading](const Said& part) {
    heading.title =
        heading.title.empty()
            ? part
            : said("heading_part", {{"of", sentence(heading.title)}, {"part", sentence(part)}});
  };
  if (const Said part = part_of(facts, game); !part.empty()) add(part);
  if (const auto n = counted(facts, "trick")) add(said("heading_trick", {{"n", count(*n)}}));
  if (heading.title.empty() && !heading.value.empty()) std::swap(heading.title, heading.value);
  return heading;
}

}  // namespace fairdeal::words
