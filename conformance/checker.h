#pragma once

#include "rules/any_game.h"
#include "rules/json_full.h"

namespace fairdeal::conformance {

/// What a recorded line says, and what comes of it here.
struct Difference {
  std::size_t ply = 0;  ///< counted from 1; 0: the line as a whole
  std::string what;     ///< "legal moves of One"
  std::string expected;
  std::string got;
};

/// Compares what a line says with what is so, up to the first difference.
class Checker {
 public:
  /// Returns whether all was the same so far.
  bool agrees() const { return !difference_; }
  const std::optional<Difference>& difference() const { return difference_; }
  std::size_t plies() const { return plies_; }
  const std::string& skipped() const { return skipped_; }

  /// What follows belongs to the next ply.
  void next_ply() { ++plies_; }
  /// What follows belongs to the line as a whole.
  void whole_line() { in_plies_ = false; }

  /// Returns whether `got` is what the line expects.
  bool same(const std::string& what, const rules::Json& expected, const rules::Json& got);
  /// The same for lists in any order.
  bool same_set(const std::string& what, rules::Json expected, rules::Json got);
  bool is_true(const std::string& what, bool holds);
  /// Notes an error where the line expects none.
  void fail(const std::string& what, const Error& error);
  /// The line says something that nobody here knows to check.
  void skip(std::string why) { skipped_ = std::move(why); }

 private:
  std::optional<Difference> difference_;
  std::size_t plies_ = 0;
  bool in_plies_ = true;
  std::string skipped_;
};

/// The parameters of the line that the game knows: lines also say how they were made.
rules::Json known_params(const rules::GameInfo& info, const rules::Json& params);

/// `state` of the line's game, with the line's "params". Errors: as load_game.
Result<rules::AnyGame> game_of(const rules::Json& line, const rules::Json& state);

/// {role: number}.
rules::Json by_role(const rules::AnyGame& game, const std::optional<rules::Payoff>& numbers);
/// The result as lines have it: by role; of Tribolo {"winners", "scores"}.
rules::Json result_json(const rules::AnyGame& game);
rules::Json active_roles(const rules::AnyGame& game);
/// {role: [move]} of the active seats.
rules::Json legal_moves(const rules::AnyGame& game);
std::optional<Seat> seat_of(const rules::AnyGame& game, const std::string& role);
/// The event of {role: move}. Errors: bad_parameters for roles the game does not have.
Result<rules::AnyEvent> moves_of(const rules::AnyGame& game, const rules::Json& moves);

/// The difference between a recorded state and ours: keys of ours that the record lacks do not
/// count, nor "active" once the game is over.
bool same_state(Checker& check, const std::string& what, const rules::Json& recorded,
                const rules::AnyGame& game);

}  // namespace fairdeal::conformance
