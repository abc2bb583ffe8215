#pragma once

#include <initializer_list>
#include <optional>

#include "conformance/checker.h"
#include "conformance/distributions.h"
#include "rules/rational.h"

namespace fairdeal::conformance {

/// The checks of behaviour lines, one function for each topic. check_behaviour_line() (kinds.h)
/// calls them.
void check_aleatory_line(const rules::Json& line, Checker& check);
void check_contingent_line(const rules::Json& line, Checker& check);
void check_game_base_line(const rules::Json& line, Checker& check);
void check_checkerboard_line(const rules::Json& line, Checker& check);
void check_equivalence_line(const rules::Json& line, Checker& check);
void check_player_line(const rules::Json& line, Checker& check);
void check_match_line(const rules::Json& line, Checker& check);
void check_tournament_line(const rules::Json& line, Checker& check);
void check_scanner_line(const rules::Json& line, Checker& check);
void check_statistics_line(const rules::Json& line, Checker& check);

// The lines were written by hand, and use several names for the same thing.

/// Reduces a name to its letters, in lower case, and digits, so that "ToadsAndFrogs",
/// "toads-and-frogs" and "toads and frogs" are the same.
std::string plain(std::string_view name);
/// Returns the first member of `given` that has one of these names; null if there is none.
const rules::Json* first_of(const rules::Json& given, std::initializer_list<const char*> names);
/// Returns whether the line expects an error or a refusal.
bool expects_error(const rules::Json& expect);
/// Returns the expected answer if it has one of the general names ("value", "result", …), else
/// null.
const rules::Json* answer_of(const rules::Json& expect);
/// Returns the simplest fraction that rounds to the number to 10^-12; if none is simple enough, the
/// number itself. Errors: not_canonical, if it is no number; too_large.
Result<rules::Rational> number_of(const rules::Json& number);
/// Compares an expected number with a fraction, to 10^-9.
bool same_number(Checker& check, const std::string& what, const rules::Json& expected,
                 const rules::Rational& got);

/// Returns what each die shows in the roll that `before` wants, by the name of the die.
rules::Json haps_of(const rules::AnyGame& before, const rules::AnyEvent& rolled);
/// Returns the moves in an event by role; none if the event is one of chance.
rules::Json roles_of(const rules::AnyGame& before, const rules::AnyEvent& event);

/// Reads the random variable that a line describes by a die's name, bounds, values, or values with
/// weights. Errors: bad_parameters, if it has no values or has negative weights; not_wanted, if it
/// is no description of a random variable.
Result<Distribution> variable_of(const rules::Json& given);

}  // namespace fairdeal::conformance
