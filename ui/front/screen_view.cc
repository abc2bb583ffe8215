#include "ui/front/screen_view.h"

#include <algorithm>

#include "rules/choice_text.h"
#include "ui/words/printable.h"

namespace fairdeal::front {
namespace {

using ScreenColour = ScreenStyle::Colour;

constexpr ScreenStyle kFaint{.dim = true};
constexpr ScreenStyle kStrong{.bold = true};
constexpr ScreenStyle kOnTurn{.colour = ScreenColour::amber, .bold = true, .reverse = true};
constexpr ScreenStyle kLate{.colour = ScreenColour::red, .bold = true, .reverse = true};
constexpr ScreenStyle kBad{.colour = ScreenColour::red, .bold = true};
constexpr ScreenStyle kGood{.colour = ScreenColour::green, .bold = true};
constexpr ScreenStyle kChosen{.reverse = true};

constexpr std::int64_t kLateMs = 10'000;
/// The least columns for seats and log beside the table, and for the table.
constexpr std::size_t kSideMin = 36, kTableMin = 20;
/// The most columns of a seat's row: its clock should not be far from its name.
constexpr std::size_t kSeatsMax = 50;
/// The least rows of the log; below a table, seats get a row each only if the log keeps these.
constexpr std::size_t kLogMin = 4;
/// So many lines of trouble and results are shown at once; the log has all.
constexpr std::size_t kBannersMax = 4;

/// A rectangle of the screen.
struct ScreenArea {
  std::size_t row, column, rows, columns;

  /// Cuts off and returns the first `n` rows, or all if there are fewer.
  ScreenArea take(std::size_t n) {
    n = std::min(n, rows);
    const ScreenArea above{row, column, n, columns};
    row += n;
    rows -= n;
    return above;
  }
  std::size_t end() const { return column + columns; }
};

std::string repeated_mark(const char* mark, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += mark;
  return text;
}

/// Puts a list into the area; if it is too long, its last row is the mark of a cut.
void put_list(ScreenGrid& grid, const ScreenArea& area, const std::vector<std::string>& lines,
              ScreenStyle style = {}) {
  for (std::size_t i = 0; i < std::min(area.rows, lines.size()); ++i) {
    const bool cut = i + 1 == area.rows && lines.size() > area.rows;
    grid.put(area.row + i, area.column, cut ? "…" : lines[i], style, area.columns);
  }
}

/// Returns the mark of a seat that is to act, and its number: "▸2 ".
std::string seat_mark(const PageSeat& seat, std::size_t i) {
  return (seat.to_act ? "▸" : " ") + std::to_string(i + 1) + " ";
}

ScreenStyle style_of(const PageSeat& seat) {
  if (seat.to_act) return kStrong;
  if (seat.standing == "convicted") return kBad;
  return seat.standing == "here" ? ScreenStyle() : kFaint;
}

void put_seats(ScreenGrid& grid, ScreenArea area, const ScreenScene& scene) {
  area.columns = std::min(area.columns, kSeatsMax);
  const auto& seats = scene.facts.seats;
  for (std::size_t i = 0; i < std::min(area.rows, seats.size()); ++i) {
    const std::string state = screen_seat_state(scene, i);
    const std::size_t taken = state.empty() ? 0 : screen_columns(state) + 1;
    const ScreenStyle style = style_of(seats[i]);
    grid.put(area.row + i, area.column, seat_mark(seats[i], i) + seats[i].name, style,
             area.columns - std::min(taken, area.columns));
    grid.put_right(area.row + i, area.end(), state, style);
  }
}

/// Puts the seats one after another, into as few rows as they take, and at most those of the area.
/// Returns how many that are.
std::size_t put_seats_close(ScreenGrid& grid, const ScreenArea& area, const ScreenScene& scene) {
  std::size_t row = 0, column = area.column;
  for (std::size_t i = 0; i < scene.facts.seats.size(); ++i) {
    const PageSeat& seat = scene.facts.seats[i];
    const std::string state = screen_seat_state(scene, i);
    const std::string text = seat_mark(seat, i) + seat.name + (state.empty() ? "" : " · " + state);
    if (column > area.column && column + screen_columns(text) > area.end()) {
      if (row + 1 == area.rows) break;
      column = area.column;
      ++row;
    }
    column = grid.put(area.row + row, column, text, style_of(seat), area.end() - column) + 2;
  }
  return row + 1;
}

ScreenStyle style_of_line(const PageLine& line) {
  if (line.kind == "trouble") return kBad;
  return line.kind == "note" ? kFaint : ScreenStyle();
}

/// Puts the last rows of the log that fit.
void put_log(ScreenGrid& grid, ScreenArea area, const ScreenScene& scene,
             const ScreenInput& input) {
  struct Row {
    std::string text;
    ScreenStyle style;
  };
  const bool back = input.last_line != 0 && area.rows > 0;
  if (back) {
    --area.rows;
    grid.put(area.row + area.rows, area.column, "… Esc: the last lines", kFaint, area.columns);
  }
  std::vector<Row> rows;  // the last one first
  for (std::size_t i = scene.lines.size(); i-- > 0 && rows.size() < area.rows;) {
    const PageLine& line = scene.lines[i];
    if (back && line.seq > input.last_line) continue;
    const auto parts = screen_lines(screen_log_line(scene, line), area.columns, 2);
    for (std::size_t k = parts.size(); k-- > 0 && rows.size() < area.rows;)
      rows.push_back({parts[k], style_of_line(line)});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [text, style] = rows[rows.size() - 1 - i];
    grid.put(area.row + i, area.column, text, style, area.columns);
  }
}

std::size_t columns_of_lines(const std::vector<std::string>& lines) {
  std::size_t columns = 0;
  for (const std::string& line : lines) columns = std::max(columns, screen_columns(line));
  return columns;
}

void put_rule(ScreenGrid& grid, const ScreenArea& area, const std::string& words) {
  if (area.rows == 0) return;
  grid.put(area.row, area.column, repeated_mark("─", area.columns), kFaint);
  if (!words.empty())
    grid.put(area.row, area.column + 2, " " + words + " ", kFaint, area.columns - 4);
}

/// Puts the table, cards included, as the rules draw it (AnyGame::draw), and the seats and the log
/// beside it or, if it is too wide for that, below it.
void put_table(ScreenGrid& grid, ScreenArea body, const ScreenScene& scene,
               const ScreenInput& input) {
  const auto drawn = screen_lines(scene.drawn, SIZE_MAX);
  const std::size_t width = std::max(columns_of_lines(drawn), kTableMin);
  const std::size_t seats = scene.facts.seats.size();
  if (width + 3 + kSideMin <= body.columns) {
    put_list(grid, {body.row, body.column + 1, body.rows, width}, drawn);
    ScreenArea side{body.row, body.column + width + 4, body.rows, body.columns - width - 4};
    for (std::size_t i = 0; i < body.rows; ++i)
      grid.put(body.row + i, body.column + width + 2, "│", kFaint);
    put_seats(grid, side.take(std::min(seats, side.rows - kLogMin)), scene);
    put_rule(grid, side.take(1), "");
    return put_log(grid, side, scene, input);
  }
  const auto inside = [](const ScreenArea& area) {
    return ScreenArea{area.row, area.column + 1, area.rows, area.columns - 2};
  };
  const auto broken = screen_lines(scene.drawn, body.columns - 2, 4);
  put_list(grid, inside(body.take(std::min(broken.size(), body.rows - kLogMin))), broken);
  put_rule(grid, body.take(1), "");
  if (body.rows >= seats + kLogMin + 1)
    put_seats(grid, inside(body.take(seats)), scene);
  else
    body.take(put_seats_close(grid, {body.row, body.column + 1, 2, body.columns - 2}, scene));
  put_rule(grid, body.take(1), "");
  put_log(grid, inside(body), scene, input);
}

/// Puts what there is to know before the table begins.
void put_terms(ScreenGrid& grid, ScreenArea body, const ScreenScene& scene,
               const ScreenInput& input) {
  std::string text;
  for (const std::string& line : scene.facts.terms) text += line + "\n";
  if (text.empty()) text = scene.facts.sentence;  // which the terms have in brief
  const auto lines = screen_lines(text, body.columns - 2, 2);
  const std::size_t rows = std::min(lines.size(), body.rows - kLogMin);
  const ScreenArea terms = body.take(rows);
  put_list(grid, {terms.row, terms.column + 1, terms.rows, terms.columns - 2}, lines);
  if (rows > 0) put_rule(grid, body.take(1), "");
  put_log(grid, {body.row, body.column + 1, body.rows, body.columns - 2}, scene, input);
}

/// A line that stays until the person puts it away.
struct ScreenBanner {
  std::string text;
  ScreenStyle style;
};

/// Returns at most kBannersMax lines, whose texts fit in so many columns.
std::vector<ScreenBanner> banners_of(const ScreenScene& scene, const ScreenInput& input,
                                     std::size_t columns) {
  std::vector<ScreenBanner> banners;
  const auto add = [&](const std::string& text, ScreenStyle style) {
    for (const std::string& line : screen_lines(words::printable(text), columns, 2))
      if (banners.size() < kBannersMax) banners.push_back({line, style});
  };
  const auto& troubles = scene.facts.trouble;
  if (troubles.size() > input.troubles_read && troubles.back().bad) {
    const PageTrouble& last = troubles.back();
    add(last.title + ": " + last.text + (last.next.empty() ? "" : " " + last.next), kBad);
  }
  if (scene.facts.result)
    for (const std::string& words : scene.facts.result->words) add("Result: " + words, kGood);
  return banners;
}

/// Puts the rows of moves that fit: those about the chosen one.
void put_moves(ScreenGrid& grid, const ScreenArea& area, const ScreenScene& scene,
               const ScreenInput& input) {
  const auto rows = screen_moves(scene.choices, area.columns);
  const auto meant = input.chosen ? input.chosen : move_meant(input.typed, scene.choices);
  std::size_t of_meant = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (meant && rows[i].front() <= *meant) of_meant = i;
  const std::size_t first =
      std::min(of_meant - std::min(of_meant, area.rows / 2), rows.size() - area.rows);
  for (std::size_t i = 0; i < area.rows; ++i) {
    std::size_t column = area.column;
    for (const std::size_t k : rows[first + i])
      column = grid.put(area.row + i, column, rules::choice_text(scene.choices, k),
                        meant == k ? kChosen : ScreenStyle()) +
               3;
  }
  if (rows.size() > area.rows)
    grid.put_right(area.row + area.rows - 1, area.end(),
                   " … " + std::to_string(scene.choices.size()) + " moves", kFaint);
}

/// Puts the line that the person types, as far as it fits: the end that has the cursor.
void put_input(ScreenGrid& grid, const ScreenArea& area, const ScreenScene& scene,
               const ScreenInput& input) {
  const std::size_t begin = grid.put(area.row, area.column, "> ", kStrong);
  const std::size_t room = area.end() - begin - 1;
  std::size_t from = 0;
  while (screen_columns(input.typed.substr(from, input.cursor - from)) > room) {
    ++from;
    while (from < input.typed.size() && (input.typed[from] & 0xc0) == 0x80) ++from;
  }
  const std::size_t shown = screen_columns(input.typed.substr(from, input.cursor - from));
  grid.cursor = {area.row, begin + shown};
  if (!input.typed.empty()) {
    grid.put(area.row, begin, input.typed.substr(from));
    return;
  }
  const std::string hint = scene.facts.terms.empty() ? "a move"
                           : scene.facts.chat        ? "a move, say TEXT, or help"
                                                     : "a move, or help";
  if (!scene.ended() && scene.facts.game && scene.facts.game->observer)
    grid.put(area.row, begin + 1, hint, kFaint);
}

std::string keys_of(const ScreenScene& scene) {
  if (scene.ended())
    return scene.facts.again ? "PgUp PgDn: log   yes, no: then Enter"
                             : "Enter: end   PgUp PgDn: log";
  const std::string moves = scene.choices.empty() ? "" : "arrows: choose   Enter: play   ";
  return moves + "PgUp PgDn: log   Esc: clear   Ctrl-C: stop";
}

ScreenStyle style_of_turn(const ScreenScene& scene) {
  const PageTurn& turn = scene.facts.turn;
  if (scene.ended()) return kStrong;
  if (!turn.mine) return scene.facts.question.empty() ? ScreenStyle() : kStrong;
  return !turn.then.empty() && turn.left_ms <= kLateMs ? kLate : kOnTurn;
}

}  // namespace

ScreenGrid draw_screen(const ScreenScene& scene, const ScreenInput& input, std::size_t rows,
                       std::size_t columns, bool utf8) {
  ScreenGrid grid(rows, columns, utf8);
  if (rows < kScreenRowsMin || columns < kScreenColumnsMin) {
    grid.put(0, 0, "This window is too small: a table takes 80 columns and 24 rows.");
    return grid;
  }
  const auto banners = banners_of(scene, input, columns - 2);
  const std::size_t moves =
      std::min(screen_moves(scene.choices, columns - 2).size(), std::max<std::size_t>(3, rows / 8));
  ScreenArea screen{0, 0, rows, columns};
  screen.take(1);
  grid.put(0, 1, screen_heading(scene), kStrong, columns - 24);
  grid.put_right(0, columns - 1, screen_connected(scene));
  grid.paint(0, {.bold = true, .reverse = true});
  const ScreenArea body = screen.take(screen.rows - banners.size() - moves - 4);
  if (scene.facts.game)
    put_table(grid, body, scene, input);
  else
    put_terms(grid, body, scene, input);
  for (const ScreenBanner& banner : banners)
    grid.put(screen.take(1).row, 1, banner.text, banner.style, columns - 2);
  const bool checked = scene.facts.checks.total > 0;
  put_rule(grid, screen.take(1), checked ? scene.facts.checks.sentence : "");
  const ScreenArea turn = screen.take(1);
  grid.put(turn.row, 0, " " + screen_turn(scene) + " ", style_of_turn(scene), columns);
  const ScreenArea list = screen.take(moves);
  if (moves > 0) put_moves(grid, {list.row, 1, moves, columns - 2}, scene, input);
  const ScreenArea typed = screen.take(1);
  put_input(grid, {typed.row, 1, 1, columns - 2}, scene, input);
  grid.put(screen.row, 1, keys_of(scene), kFaint, columns - 2);
  grid.colour_suits();
  return grid;
}

}  // namespace fairdeal::front
