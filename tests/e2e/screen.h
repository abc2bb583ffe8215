#pragma once

#include <string>
#include <vector>

namespace fairdeal::e2e {

/// A person's view of a terminal, such as one of 80 columns and 24 rows, after these bytes: of
/// the sequences of ECMA-48 and of DEC's terminals it knows those that the program writes, also by
/// ncurses for xterm, and refuses others.
class DrawnScreen {
 public:
  static constexpr std::size_t kRows = 24, kColumns = 80;

  explicit DrawnScreen(std::size_t rows = kRows, std::size_t columns = kColumns)
      : row_count_(rows), columns_(columns), rows_(rows, Row(columns, " ")) {}

  void write(const std::string& bytes);
  /// Its rows, without spaces at their ends.
  std::vector<std::string> rows() const;
  bool shows(const std::string& text) const;
  std::string text() const;

 private:
  using Row = std::vector<std::string>;  ///< a character each

  void put(const std::string& character);
  void down();
  void escape(const std::string& bytes, std::size_t& i);
  void control(char what, const std::string& numbers);
  void erase(std::size_t row, std::size_t from, std::size_t to);
  void erase_screen(std::size_t what);
  /// Moves the rows between `from` and the lower margin by one, up or down.
  void scroll(std::size_t from, bool up);

  std::size_t row_count_, columns_;
  std::vector<Row> rows_;
  std::string last_;  ///< the character that was put last
  std::size_t row_ = 0, column_ = 0;
  std::size_t top_ = 0, bottom_ = row_count_ - 1;  ///< the margins
  std::size_t saved_row_ = 0, saved_column_ = 0;
};

}  // namespace fairdeal::e2e
