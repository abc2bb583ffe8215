#pragma once

#include "tests/rules/holdem_table.h"

/// Situations of hold'em, written down as what is played and what must then be so.
namespace fairdeal::rules {

/// A rule of the Tournament Directors Association, and a hand that shows it.
struct Situation {
  std::string rule;  ///< its number in the rules of 2024, or its title
  std::string gist;
  std::size_t seats;
  Json params{};                       ///< beyond the defaults: blinds 10 and 20
  std::vector<Chips> stacks{};         ///< blinds included; none: a thousand each
  std::vector<std::string> pockets{};  ///< none: any cards
  std::string board{};
  std::string second{};  ///< what a second board has of its own
  /// In order: "raise 60" is a move of the seat that is asked; "deal" begins the next hand, with
  /// any cards; "absent 2", "void"; "= stacks 10 20" is what must be so: see holdem_situation.cc.
  std::vector<std::string> steps;
};

void show(const Situation& situation);

/// A test for each of a list of situations.
class Situations : public testing::TestWithParam<Situation> {};

std::string name_of(const testing::TestParamInfo<Situation>& test);

inline std::ostream& operator<<(std::ostream& out, const Situation& situation) {
  return out << "rule " << situation.rule << ": " << situation.gist;
}

}  // namespace fairdeal::rules
