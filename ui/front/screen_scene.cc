#include "ui/front/screen_scene.h"

#include <algorithm>

#include "rules/choice_text.h"
#include "rules/json_reader.h"
#include "ui/front/page_moves.h"
#include "ui/front/screen_grid.h"
#include "ui/words/chat_words.h"
#include "ui/words/printable.h"
#include "ui/words/words.h"

namespace fairdeal::front {
namespace {

void add_part(std::string& line, const std::string& part) {
  if (!part.empty()) line += (line.empty() ? "" : " · ") + part;
}

/// Returns what the game is played for and with, where it has such parameters.
std::string stakes_of(const Json& params) {
  const rules::JsonReader reader(params);
  std::string text = reader.member("betting").text().value_or("");
  const auto small = reader.member("small_blind").number();
  const auto big = reader.member("big_blind").number();
  if (small && big) add_part(text, std::to_string(*small) + "/" + std::to_string(*big));
  return text;
}

/// Returns a text without its digits, for comparing moves that differ by a number.
std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

/// Returns what the seat's program does in a shuffle; "" if there is none.
std::string work_of(const PageFacts& facts, std::size_t seat) {
  bool first = true;
  for (const PageWork& work : facts.working) {
    if (work.seat.value == seat)
      return work.done ? "shuffled" : first ? "shuffles" : "waits to shuffle";
    first = first && work.done;
  }
  return "";
}

}  // namespace

ScreenScene ScreenScene::of(PageFacts facts, std::vector<PageLine> lines) {
  ScreenScene scene{.facts = std::move(facts), .lines = std::move(lines)};
  if (!scene.facts.game) return scene;
  const auto& [game, observer, known, names, asks] = *scene.facts.game;
  scene.drawn = words::drawing_of(game, observer, known, names);
  if (!asks || !observer) return scene;
  scene.choices = game.choices(*observer, known, names);
  scene.price = page_price(game.view(observer, known), *observer);
  return scene;
}

std::string ScreenScene::asked() const {
  const std::string move = facts.turn.mine ? "move " + std::to_string(facts.step) + " " : "";
  return move + (facts.table.ready ? "start " : "") + (ended() ? "end " : "") + facts.question;
}

std::string screen_clock(std::int64_t ms) {
  const std::int64_t seconds = std::max<std::int64_t>(0, ms) / 1000;
  const std::string rest = std::to_string(seconds % 60);
  return std::to_string(seconds / 60) + (rest.size() == 1 ? ":0" : ":") + rest;
}

std::string screen_heading(const ScreenScene& scene) {
  const PageFacts& facts = scene.facts;
  std::string line = game_title(facts.table.game);
  add_part(line, stakes_of(facts.table.params));
  const std::int64_t seconds = facts.seats.empty() ? 0 : facts.seats[0].clock_of_ms / 1000;
  if (seconds > 0)
    add_part(line, seconds % 60 == 0 ? std::to_string(seconds / 60) + " min"
                                     : std::to_string(seconds) + " s");
  return line;
}

std::string screen_connected(const ScreenScene& scene) {
  const auto& seats = scene.facts.seats;
  if (seats.size() < 2 || scene.facts.terms.empty()) return "";
  const auto here = std::ranges::count_if(seats, &PageSeat::connected);
  return std::to_string(here) + " of " + std::to_string(seats.size()) + " connected";
}

std::string screen_turn(const ScreenScene& scene) {
  const PageFacts& facts = scene.facts;
  const PageTurn& turn = facts.turn;
  if (!facts.question.empty()) return facts.question;
  if (scene.ended())
    return facts.result ? "The match is over." : "You have left the table; the others play on.";
  if (turn.line.empty()) return facts.waiting;
  std::string line = turn.line;
  if (turn.mine && scene.price > 0) add_part(line, std::to_string(scene.price) + " to call");
  if (!turn.then.empty()) add_part(line, screen_clock(turn.left_ms) + ", then " + turn.then);
  return line;
}

std::string screen_seat_state(const ScreenScene& scene, std::size_t seat) {
  const PageFacts& facts = scene.facts;
  const PageSeat& shown = facts.seats.at(seat);
  const bool mine = facts.game && facts.game->observer && facts.game->observer->value == seat;
  std::string text;
  if (shown.role != std::to_string(seat + 1)) text = shown.role;
  const bool is_away = shown.standing != "here" && shown.away_ms > 0;  // then that time counts
  if (shown.clock_ms > 0 && !is_away) add_part(text, screen_clock(shown.clock_ms));
  add_part(text, work_of(facts, seat));
  if (shown.standing != "here")
    add_part(text, shown.standing + (is_away ? " " + screen_clock(shown.away_ms) : ""));
  else if (mine)
    add_part(text, facts.away ? "away" : "you");
  return text;
}

std::string screen_log_line(const ScreenScene& scene, const PageLine& line) {
  if (line.kind != "chat" || line.seat < 0) return line.text;
  const auto seat = static_cast<std::size_t>(line.seat);
  const auto& seats = scene.facts.seats;
  std::string text;
  const std::string name = seat < seats.size() ? words::printable(seats[seat].name) : "";
  for (const std::string& row : words::chat_rows(name, words::printable(line.text)))
    text += (text.empty() ? "" : "\n") + row;
  return text;
}

std::vector<std::vector<std::size_t>> screen_moves(const std::vector<rules::Choice>& choices,
                                                   std::size_t columns) {
  std::vector<std::vector<std::size_t>> rows;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::size_t width = screen_columns(rules::choice_text(choices, i));
    if (rows.empty() || taken + 3 + width > columns) {
      rows.emplace_back();
      taken = 0;
    }
    taken += (rows.back().empty() ? 0 : 3) + width;
    rows.back().push_back(i);
  }
  return rows;
}

std::optional<std::size_t> move_meant(const std::string& typed,
                                      const std::vector<rules::Choice>& choices) {
  if (typed.empty() || choices.empty()) return {};
  const auto action = rules::read_choice(typed, choices);
  if (!action) return {};
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i].action == *action ||
        (choices[i].range &&
         without_digits(choices[i].action.text) == without_digits(action->text)))
      return i;
  return {};
}

}  // namespace fairdeal::front
