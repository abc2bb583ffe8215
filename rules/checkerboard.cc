#include "rules/checkerboard.h"

#include <algorithm>

#include "rules/json_full.h"

namespace fairdeal::rules {

Json square_json(Square square) { return Json::array({square.row, square.column}); }

namespace {

std::string column_name(int column) {
  const std::string last(1, static_cast<char>('a' + column % 26));
  return column < 26 ? last : column_name(column / 26 - 1) + last;
}

}  // namespace

std::string square_name(Square square) {
  return column_name(square.column) + std::to_string(square.row + 1);
}

Result<Square> parse_square(const Json& json) {
  const auto small = [](const Json& number) {
    return number.is_number_integer() && number >= 0 && number < 1000;
  };
  if (!json.is_array() || json.size() != 2 || !small(json[0]) || !small(json[1]))
    return fail(Fault::not_canonical, "a square is [row, column]");
  return Square{json[0].get<int>(), json[1].get<int>()};
}

std::vector<Square> Checkerboard::squares() const {
  std::vector<Square> all;
  for (int row = 0; row < height_; ++row)
    for (int column = 0; column < width_; ++column) all.push_back({row, column});
  return all;
}

namespace {

std::vector<Checkerboard::Line> chain(std::vector<Checkerboard::Line> a,
                                      const std::vector<Checkerboard::Line>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

std::vector<Checkerboard::Line> Checkerboard::horizontals() const {
  std::vector<Line> lines;
  for (int row = 0; row < height_; ++row) lines.push_back(walk({row, 0}, {0, 1}));
  return lines;
}
std::vector<Checkerboard::Line> Checkerboard::verticals() const {
  std::vector<Line> lines;
  for (int column = 0; column < width_; ++column) lines.push_back(walk({0, column}, {1, 0}));
  return lines;
}
std::vector<Checkerboard::Line> Checkerboard::positive_diagonals() const {
  std::vector<Line> lines;  // from the lower left corner to the upper right one
  for (int i = 0; i < height_ + width_ - 1; ++i)
    lines.push_back(walk({std::max(0, height_ - i - 1), std::max(0, i - height_ + 1)}, {1, 1}));
  return lines;
}
std::vector<Checkerboard::Line> Checkerboard::negative_diagonals() const {
  std::vector<Line> lines;
  for (int i = 0; i < height_ + width_ - 1; ++i)
    lines.push_back(walk({std::min(i, height_ - 1), std::max(0, i - height_ + 1)}, {-1, 1}));
  return lines;
}
std::vector<Checkerboard::Line> Checkerboard::orthogonals() const {
  return chain(horizontals(), verticals());
}
std::vector<Checkerboard::Line> Checkerboard::diagonals() const {
  return chain(positive_diagonals(), negative_diagonals());
}
std::vector<Checkerboard::Line> Checkerboard::lines() const {
  return chain(orthogonals(), diagonals());
}

std::vector<Checkerboard::Line> Checkerboard::sublines(std::span<const Line> lines,
                                                       std::size_t length) {
  std::vector<Line> pieces;
  for (const Line& line : lines)
    for (auto begin = line.begin(); line.end() - begin >= static_cast<std::ptrdiff_t>(length);
         ++begin)
      pieces.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
  return pieces;
}

Checkerboard::Line Checkerboard::walk(Square from, Direction direction) const {
  Line line;
  for (Square s = from; has(s); s = s + direction) {
    line.push_back(s);
    if (direction == Direction{}) break;
  }
  return line;
}

std::string Checkerboard::text_of(const std::string& board, const Line& line) const {
  std::string text;
  for (const Square s : line) text += board[index(s)];
  return text;
}

Result<std::string> Checkerboard::place(std::string board, Square where, char piece) const {
  if (!has(where)) return fail(Fault::bad_parameters, "a square off the board");
  board[index(where)] = piece;
  return board;
}

Result<std::string> Checkerboard::move(std::string board, Square from, Square to, char left) const {
  if (!has(from) || !has(to)) return fail(Fault::bad_parameters, "a square off the board");
  board[index(to)] = board[index(from)];
  board[index(from)] = left;
  return board;
}

Result<std::string> Checkerboard::swap(std::string board, Square a, Square b) const {
  if (!has(a) || !has(b)) return fail(Fault::bad_parameters, "a square off the board");
  std::swap(board[index(a)], board[index(b)]);
  return board;
}

std::vector<std::string> Checkerboard::symmetries(const std::string& board) const {
  // Makes an image of the board; `origin` says from which square the piece on a square comes.
  const auto image = [&](auto&& origin) {
    std::string text;
    for (const Square s : squares()) text += board[index(origin(s))];
    return text;
  };
  const int bottom = height_ - 1, right = width_ - 1;
  std::vector<std::string> images{board};
  images.push_back(image([&](Square s) { return Square{bottom - s.row, right - s.column}; }));
  images.push_back(image([&](Square s) { return Square{s.row, right - s.column}; }));
  images.push_back(image([&](Square s) { return Square{bottom - s.row, s.column}; }));
  if (height_ != width_) return images;
  images.push_back(image([&](Square s) { return Square{s.column, right - s.row}; }));
  images.push_back(image([&](Square s) { return Square{bottom - s.column, s.row}; }));
  images.push_back(image([&](Square s) { return Square{s.column, s.row}; }));
  images.push_back(image([&](Square s) { return Square{bottom - s.column, right - s.row}; }));
  return images;
}

std::string Checkerboard::draw(const std::string& board, bool row_0_first) const {
  const auto padded = [](const std::string& name) {
    return std::string(name.size() < 2 ? " " : "") + name;
  };
  std::string text;
  for (int i = 0; i < height_; ++i) {
    const int row = row_0_first ? i : height_ - 1 - i;
    text += padded(std::to_string(row + 1));
    for (int column = 0; column < width_; ++column)
      text += std::string("  ") + board[index({row, column})];
    text += "\n";
  }
  text += "  ";
  for (int column = 0; column < width_; ++column) text += " " + padded(column_name(column));
  return text + "\n";
}

}  // namespace fairdeal::rules
