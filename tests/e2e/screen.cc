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
    else if (c != '\a')
      put(bytes.substr(i, length));
    i += length;
  }
} catch (const std::out_of_range&) {
}

void DrawnScreen::put(const std::string& character) {
  if (column_ == kColumns) {
    column_ = 0;
    down();
  }
  rows_[row_][column_++] = character;
}

void DrawnScreen::down() {
  if (row_ + 1 < kRows) {
    ++row_;
    return;
  }
  rows_.erase(rows_.begin());
  rows_.emplace_back(kColumns, " ");
}

void DrawnScreen::escape(const std::string& bytes, std::size_t& i) {
  const char first = bytes.at(i++);
  if (first == 'D') return down();
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
  if (first != '[') throw std::runtime_error("an escape sequence that nobody expects");
  std::string number;
  while (std::string("0123456789;").find(bytes.at(i)) != std::string::npos) number += bytes[i++];
  const char what = bytes[i++];
  if (what != 'm') control(what, number.empty() ? 1 : std::stoul(number));
}

void DrawnScreen::control(char what, std::size_t n) {
  const auto here = rows_.begin() + static_cast<std::ptrdiff_t>(row_);
  switch (what) {
    case 'A':
      row_ -= std::min(row_, n);
      return;
    case 'B':
      row_ = std::min(row_ + n, kRows - 1);
      return;
    case 'J':
      for (std::size_t k = column_; k < kColumns; ++k) rows_[row_][k].assign(1, ' ');
      for (std::size_t k = row_ + 1; k < kRows; ++k) rows_[k] = Row(kColumns, " ");
      return;
    case 'L':
      rows_.insert(here, n, Row(kColumns, " "));
      rows_.resize(kRows);
      column_ = 0;
      return;
    case 'M':
      rows_.erase(here, here + static_cast<std::ptrdiff_t>(std::min(n, kRows - row_)));
      rows_.resize(kRows, Row(kColumns, " "));
      column_ = 0;
      return;
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
