#include "ui/front/screen_input.h"

#include <algorithm>

#include "rules/choice_text.h"

namespace fairdeal::front {
namespace {

using KeyName = ScreenKey::Name;

/// How many lines of the log a key goes back or forth.
constexpr std::ptrdiff_t kLinesOfPage = 5;

bool continues_character(char c) { return (c & 0xc0) == 0x80; }

/// Returns where the character before `at` begins.
std::size_t character_before(const std::string& text, std::size_t at) {
  if (at > 0) --at;
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

/// Returns where the character at `at` ends.
std::size_t character_behind(const std::string& text, std::size_t at) {
  if (at < text.size()) ++at;
  while (at < text.size() && continues_character(text[at])) ++at;
  return at;
}

bool is_arrow(KeyName name) {
  return name == KeyName::left || name == KeyName::right || name == KeyName::up ||
         name == KeyName::down;
}

/// Returns the move in the row above or below that stands at the same place.
std::size_t in_next_row(std::size_t chosen, bool down,
                        const std::vector<std::vector<std::size_t>>& rows) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t first = rows[row].front();
    if (chosen < first || chosen > rows[row].back()) continue;
    if (down ? row + 1 == rows.size() : row == 0) return chosen;
    const auto& next = rows[down ? row + 1 : row - 1];
    return next[std::min(chosen - first, next.size() - 1)];
  }
  return chosen;
}

}  // namespace

void ScreenInput::follow(const ScreenScene& scene) {
  if (step != scene.facts.step || (chosen && *chosen >= scene.choices.size())) chosen.reset();
  step = scene.facts.step;
}

void ScreenInput::set_typed(const std::string& text) {
  typed = text.size() <= kTypedMax ? text : "";
  cursor = typed.size();
}

std::optional<FromPage> ScreenInput::press(const ScreenKey& key, const ScreenScene& scene,
                                           std::size_t columns) {
  follow(scene);
  switch (key.name) {
    case KeyName::enter:
      return enter(scene);
    case KeyName::tab:
      if (const auto meant = move_meant(typed, scene.choices)) chosen = meant;
      if (chosen) set_typed(rules::typed_for(scene.choices, *chosen));
      break;
    case KeyName::escape:
      if (typed.empty() && !chosen) troubles_read = scene.facts.trouble.size();
      set_typed("");
      chosen.reset();
      last_line = 0;
      break;
    case KeyName::page_up:
      scroll(scene, -kLinesOfPage);
      break;
    case KeyName::page_down:
      scroll(scene, kLinesOfPage);
      break;
    default:
      if (typed.empty() && is_arrow(key.name))
        choose(key.name, scene, columns);
      else
        edit(key);
  }
  return {};
}

/// Sends what is typed or, if nothing is, the chosen move. A move that takes a number is only put
/// into the line: a second time sends it. A careful one is sent as a line, at which the program
/// asks.
std::optional<FromPage> ScreenInput::enter(const ScreenScene& scene) {
  last_line = 0;
  if (!typed.empty()) {
    FromPage said{.line = typed};
    set_typed("");
    chosen.reset();
    return said;
  }
  if (chosen) {
    const rules::Choice& choice = scene.choices[*chosen];
    const std::string line = rules::typed_for(scene.choices, *chosen);
    if (choice.range && choice.range->min != choice.range->max) {
      set_typed(line);
      return {};
    }
    if (choice.facts.careful) {
      chosen.reset();
      return FromPage{.line = line};
    }
    chosen.reset();
    return FromPage{.chosen = FromPage::Chosen{scene.facts.step, choice.action}};
  }
  if (scene.ended() && !scene.facts.again) return FromPage{.line = "quit"};
  return scene.facts.table.ready ? std::optional(FromPage{}) : std::nullopt;
}

void ScreenInput::choose(KeyName key, const ScreenScene& scene, std::size_t columns) {
  if (scene.choices.empty()) return;
  const std::size_t last = scene.choices.size() - 1;
  if (!chosen)
    chosen = key == KeyName::left || key == KeyName::up ? last : 0;
  else if (key == KeyName::left)
    chosen = *chosen == 0 ? last : *chosen - 1;
  else if (key == KeyName::right)
    chosen = *chosen == last ? 0 : *chosen + 1;
  else
    chosen = in_next_row(*chosen, key == KeyName::down, screen_moves(scene.choices, columns));
}

void ScreenInput::insert(const std::string& text) {
  if (typed.size() + text.size() > kTypedMax) return;
  typed.insert(cursor, text);
  cursor += text.size();
  chosen.reset();
}

void ScreenInput::edit(const ScreenKey& key) {
  const auto erase = [this](std::size_t from, std::size_t to) {
    typed.erase(from, to - from);
    cursor = from;
  };
  switch (key.name) {
    case KeyName::backspace:
      return erase(character_before(typed, cursor), cursor);
    case KeyName::remove:
      return erase(cursor, character_behind(typed, cursor));
    case KeyName::erase_line:
      return erase(0, cursor);
    case KeyName::erase_word: {
      const auto word = typed.find_last_not_of(' ', cursor == 0 ? 0 : cursor - 1);
      const auto space = word == std::string::npos ? word : typed.rfind(' ', word);
      return erase(std::min(cursor, space == std::string::npos ? 0 : space + 1), cursor);
    }
    case KeyName::left:
      cursor = character_before(typed, cursor);
      return;
    case KeyName::right:
      cursor = character_behind(typed, cursor);
      return;
    case KeyName::home:
      cursor = 0;
      return;
    case KeyName::end:
      cursor = typed.size();
      return;
    case KeyName::character:
      return insert(key.text);
    default:
      return;
  }
}

void ScreenInput::scroll(const ScreenScene& scene, std::ptrdiff_t lines) {
  if (scene.lines.empty()) return;
  const auto last = static_cast<std::ptrdiff_t>(scene.lines.size()) - 1;
  const auto found = std::ranges::find(scene.lines, last_line, &PageLine::seq);
  const std::ptrdiff_t at = last_line == 0               ? last
                            : found == scene.lines.end() ? 0
                                                         : found - scene.lines.begin();
  const auto to = std::clamp<std::ptrdiff_t>(at + lines, 0, last);
  last_line = to == last ? 0 : scene.lines[static_cast<std::size_t>(to)].seq;
}

}  // namespace fairdeal::front
