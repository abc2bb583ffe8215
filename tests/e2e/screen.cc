#include "tests/e2e/screen.h"

#include <algorithm>
#include <stdexcept>

namespace fairdeal::e2e {

/// A sequence that is cut at the end is left out.
void DrawnScreen::write(const std::string& bytes) try {
  for (std::size_t i = 0; i < bytes.size();) {
    const char c = bytes[i];
    if (c == '\033') {
      escape(bytes, ++i);
      continue;
    }
    std::size_t length = 1;
    while (i + length < bytes.size() && (bytes[i + length] & 0xc0) == 0x80) ++length;
    if (c == '\n')
      down();
    else if (c == '\r')
      column_ = 0;
    else if (c == '\b')
      column_ -= std::min<std::size_t>(column_, 1);
    else if (c == '\t')
      column_ = std::min(columns_ - 1, (column_ / 8 + 1) * 8);
    else if (c != '\a')
      put(bytes.substr(i, length));
    i += length;
  }
} catch (const std::out_of_range&) {
}

void DrawnScreen::put(const std::string& character) {
  if (column_ == columns_) {
    column_ = 0;
    down();
  }
  rows_[row_][column_++] = character;
  last_ = character;
}

void DrawnScreen::scroll(std::size_t from, bool up) {
  const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(from),
             last = rows_.begin() + static_cast<std::ptrdiff_t>(bottom_);
  std::rotate(first, up ? first + 1 : last, last + 1);
  (up ? *last : *first) = Row(columns_, " ");
}

void DrawnScreen::down() {
  if (row_ == bottom_)
    scroll(top_, true);
  else if (row_ + 1 < row_count_)
    ++row_;
}

void DrawnScreen::escape(const std::string& bytes, std::size_t& i) {
  const char first = bytes.at(i++);
  if (first == 'D') return down();
  if (first == 'M') return row_ == top_ ? scroll(top_, false) : (void)--row_;
  if (first == '=' || first == '>') return;      // what the keypad sends
  if (first == '(') return (void)bytes.at(i++);  // a character set, which is ASCII
  if (first == '7') {
    saved_row_ = row_;
    saved_column_ = column_;
    return;
  }
  if (first == '8') {
    row_ = saved_row_;
    column_ = saved_column_;
    return;
  }
  if (first != '[')
    throw std::runtime_error(std::string("an escape sequence that nobody expects: ") + first);
  std::string numbers;
  while (std::string("0123456789;?").find(bytes.at(i)) != std::string::npos) numbers += bytes[i++];
  const char what = bytes[i++];
  // Colours, modes and the window's title.
  if (std::string("mhlt").find(what) == std::string::npos) control(what, numbers);
}

void DrawnScreen::erase(std::size_t row, std::size_t from, std::size_t to) {
  for (std::size_t k = from; k < std::min(to, columns_); ++k) rows_[row][k].assign(1, ' ');
}

/// Erases from the cursor to the end, or (1) from the beginning to the cursor, or (2) all.
void DrawnScreen::erase_screen(std::size_t what) {
  for (std::size_t row = 0; row < row_count_; ++row) {
    if (what == 2 || (row < row_ ? what == 1 : row > row_ && what == 0))
      erase(row, 0, columns_);
    else if (row == row_)
      erase(row, what == 1 ? 0 : column_, what == 1 ? column_ + 1 : columns_);
  }
}

void DrawnScreen::control(char what, const std::string& numbers) {
  const std::size_t second = numbers.find(';');
  const std::size_t n = numbers.empty() ? 1 : std::stoul(numbers);
  const std::size_t m = second == std::string::npos ? 1 : std::stoul(numbers.substr(second + 1));
  switch (what) {
    case 'A':
      row_ -= std::min(row_, n);
      return;
    case 'B':
      row_ = std::min(row_ + n, row_count_ - 1);
      return;
    case 'C':
      column_ = std::min(column_ + n, columns_ - 1);
      return;
    case 'D':
      column_ -= std::min(column_, n);
      return;
    case 'G':
      column_ = n - 1;
      return;
    case 'H':
      row_ = n - 1;
      column_ = m - 1;
      return;
    case 'd':
      row_ = n - 1;
      return;
    case 'J':
      return erase_screen(numbers.empty() ? 0 : n);
    case 'K':
      return erase(row_, n == 1 && !numbers.empty() ? 0 : column_,
                   n == 1 && !numbers.empty() ? column_ + 1 : columns_);
    case 'X':
      return erase(row_, column_, column_ + n);
    case 'b':
      for (std::size_t k = 0; k < n; ++k) put(std::string(last_));
      return;
    case 'r':
      top_ = second == std::string::npos ? 0 : n - 1;
      bottom_ = second == std::string::npos ? row_count_ - 1 : m - 1;
      row_ = column_ = 0;
      return;
    case 'S':
    case 'T':
      for (std::size_t k = 0; k < n; ++k) scroll(top_, what == 'S');
      return;
    case 'L':
    case 'M':
      for (std::size_t k = 0; k < n; ++k) scroll(row_, what == 'M');
      column_ = 0;
      return;
    case '@':
    case 'P': {
      Row& row = rows_[row_];
      const auto at = row.begin() + static_cast<std::ptrdiff_t>(column_);
      const auto count = static_cast<std::ptrdiff_t>(std::min(n, columns_ - column_));
      if (what == '@')
        row.insert(at, static_cast<std::size_t>(count), " ");
      else
        row.erase(at, at + count);
      row.resize(columns_, " ");
      return;
    }
    default:
      throw std::runtime_error(std::string("a control sequence that nobody expects: ") + what);
  }
}

std::vector<std::string> DrawnScreen::rows() const {
  std::vector<std::string> rows;
  for (const Row& row : rows_) {
    std::string text;
    for (const auto& character : row) text += character;
    text.resize(text.find_last_not_of(' ') + 1);
    rows.push_back(text);
  }
  return rows;
}

bool DrawnScreen::shows(const std::string& text) const {
  return std::ranges::any_of(rows(),
                             [&](const auto& row) { return row.find(text) != std::string::npos; });
}

std::string DrawnScreen::text() const {
  std::string text;
  for (const auto& row : rows()) text.append(row).append("\n");
  return text;
}

}  // namespace fairdeal::e2e
