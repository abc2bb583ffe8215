#pragma once

#include <initializer_list>
#include <optional>

#include "conformance/checker.h"
#include "rules/rational.h"

namespace fairdeal::conformance {

/// Behaviours, each topic by its own function; kinds.h has what leads here.
void check_aleatory_line(const rules::Json& line, Checker& check);
void check_contingent_line(const rules::Json& line, Checker& check);
void check_game_base_line(const rules::Json& line, Checker& check);
void check_checkerboard_line(const rules::Json& line, Checker& check);
void check_equivalence_line(const rules::Json& line, Checker& check);
void check_match_line(const rules::Json& line, Checker& check);
void check_tournament_line(const rules::Json& line, Checker& check);
void check_scanner_line(const rules::Json& line, Checker& check);
void check_statistics_line(const rules::Json& line, Checker& check);

// Lines were written by hand, and say the same thing by several names.

/// Small letters and digits alone: "ToadsAndFrogs", "toads-and-frogs" and "toads and frogs" are
/// one.
std::string plain(std::string_view name);
/// The first of these that `given` has; null if it has none.
const rules::Json* first_of(const rules::Json& given, std::initializer_list<const char*> names);
/// Returns whether an error, or a refusal, is what is expected.
bool expects_error(const rules::Json& expect);
/// What is expected under one of the names that say no more than "this".
const rules::Json* answer_of(const rules::Json& expect);
/// A number of a file, to 10^-12: the simplest fraction that it may be short for. Errors:
/// not_canonical for what is no number.
Result<rules::Rational> number_of(const rules::Json& number);
/// Compares with a fraction, to 10^-9.
bool same_number(Checker& check, const std::string& what, const rules::Json& expected,
                 const rules::Rational& got);

/// The values of all dice of the roll that `before` wants, by name.
rules::Json haps_of(const rules::AnyGame& before, const rules::AnyEvent& rolled);
/// The moves of an event by role; of chance, none.
rules::Json roles_of(const rules::AnyGame& before, const rules::AnyEvent& event);

/// A random variable: each value with its weight.
struct Weighted {
  rules::Json value;
  rules::Rational weight;
};
/// The one that a line describes by a die's name, bounds, values, or values with weights. Errors:
/// bad_parameters for one without values or with negative weights; not_wanted for what is none.
Result<std::vector<Weighted>> variable_of(const rules::Json& given);

}  // namespace fairdeal::conformance
