#pragma once

#include "rules/any_game.h"
#include "rules/json_full.h"
#include "rules/recording.h"

namespace fairdeal::conformance {

/// A difference between what a recorded line says and what our rules make of it.
struct Difference {
  std::size_t ply = 0;  ///< counted from 1; 0 stands for the line as a whole
  std::string what;     ///< "legal moves of One"
  std::string expected;
  std::string got;
};

/// Compares what a line says with what our rules make of it, and keeps the first difference.
class Checker {
 public:
  /// Returns whether there has been no difference so far.
  bool agrees() const { return !difference_; }
  const std::optional<Difference>& difference() const { return difference_; }
  std::size_t plies() const { return plies_; }
  const std::string& skipped() const { return skipped_; }

  /// Begins the next ply: the comparisons that follow belong to it.
  void next_ply() { ++plies_; }
  /// Ends the plies: the comparisons that follow belong to the line as a whole.
  void whole_line() { in_plies_ = false; }

  /// Returns whether `got` is what the line expects.
  bool same(const std::string& what, const rules::Json& expected, const rules::Json& got);
  /// Returns the same of two lists whose order does not matter.
  bool same_set(const std::string& what, rules::Json expected, rules::Json got);
  bool is_true(const std::string& what, bool holds);
  /// Notes an error where the line expects none.
  void fail(const std::string& what, const Error& error);
  /// Notes that the line says something that this program cannot check.
  void skip(std::string why) { skipped_ = std::move(why); }

 private:
  std::optional<Difference> difference_;
  std::size_t plies_ = 0;
  bool in_plies_ = true;
  std::string skipped_;
};

/// Returns those of a line's parameters that the game knows. Others say how the line was made.
rules::Json known_params(const rules::GameInfo& info, const rules::Json& params);

/// Loads `state` of the line's game, with the line's "params". Errors: as load_game.
Result<rules::AnyGame> game_of(const rules::Json& line, const rules::Json& state);

std::optional<Seat> seat_of(const rules::AnyGame& game, const std::string& role);
/// Reads the event that {role: move} describes. Errors: bad_parameters, if the game has no such
/// role.
Result<rules::AnyEvent> moves_of(const rules::AnyGame& game, const rules::Json& moves);

/// Returns the scores by role. Those of a game that has none of its own are its result, and null
/// while it goes on.
rules::Json scores_json(const rules::AnyGame& game);

/// Compares recorded scores with ours. Null agrees with any game that has none of its own, as most
/// playouts have it.
void same_scores(Checker& check, const std::string& what, const rules::Json& recorded,
                 const rules::AnyGame& game);

/// Compares a recorded state with ours. Keys of ours that the record lacks do not count, and
/// neither does "active" once the game is over.
bool same_state(Checker& check, const std::string& what, const rules::Json& recorded,
                const rules::AnyGame& game);

}  // namespace fairdeal::conformance
