#pragma once

#include <string>
#include <vector>

namespace fairdeal::e2e {

/// What a person sees on a terminal of 80 columns and 24 rows after these bytes: of the sequences
/// of ECMA-48 and of DEC's terminals it knows those that the program writes, and refuses others.
class DrawnScreen {
 public:
  static constexpr std::size_t kRows = 24, kColumns = 80;

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
  void control(char what, std::size_t n);

  std::vector<Row> rows_{kRows, Row(kColumns, " ")};
  std::size_t row_ = 0, column_ = 0;
  std::size_t saved_row_ = 0, saved_column_ = 0;
};

}  // namespace fairdeal::e2e
