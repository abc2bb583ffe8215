#pragma once

#include <initializer_list>
#include <optional>

#include "rules/rational.h"
#include "rules/traces/checker.h"

namespace fairdeal::rules {

/// Behaviours, each topic by its own function; kinds.h has what leads here.
void check_aleatory_line(const Json& line, Checker& check);
void check_contingent_line(const Json& line, Checker& check);
void check_game_base_line(const Json& line, Checker& check);
void check_checkerboard_line(const Json& line, Checker& check);
void check_equivalence_line(const Json& line, Checker& check);
void check_match_line(const Json& line, Checker& check);
void check_tournament_line(const Json& line, Checker& check);
void check_scanner_line(const Json& line, Checker& check);
void check_statistics_line(const Json& line, Checker& check);

// Lines were written by hand, and say the same thing by several names.

/// Small letters and digits alone: "ToadsAndFrogs", "toads-and-frogs" and "toads and frogs" are
/// one.
std::string plain(std::string_view name);
/// The first of these that `given` has; null if it has none.
const Json* first_of(const Json& given, std::initializer_list<const char*> names);
/// Whether an error, or a refusal, is what is expected.
bool expects_error(const Json& expect);
/// What is expected under one of the names that say no more than "this".
const Json* answer_of(const Json& expect);
/// A number of a file, to 10^-12: the simplest fraction that it may be short for. Errors:
/// not_canonical for what is no number.
Result<Rational> number_of(const Json& number);
/// Compares with a fraction, to 10^-9.
bool same_number(Checker& check, const std::string& what, const Json& expected,
                 const Rational& got);

/// The values of all dice of the roll that `before` wants, by name.
Json haps_of(const AnyGame& before, const AnyEvent& rolled);
/// The moves of an event by role; of chance, none.
Json roles_of(const AnyGame& before, const AnyEvent& event);

/// A random variable: each value with its weight.
struct Weighted {
  Json value;
  Rational weight;
};
/// The one that a line describes by a die's name, bounds, values, or values with weights. Errors:
/// bad_parameters for one without values or with negative weights; not_wanted for what is none.
Result<std::vector<Weighted>> variable_of(const Json& given);

}  // namespace fairdeal::rules
