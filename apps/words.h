#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"
#include "runtime/node_queries.h"

/// A table in words for players.
namespace fairdeal::apps {

/// What members are called: their nicknames, as a terminal may show them and all different.
class Names {
 public:
  explicit Names(std::vector<std::string> nicknames);
  static Names of(const proto::Charter& charter);
  const std::string& operator[](Seat seat) const { return nicknames_.at(seat.value); }
  std::size_t size() const { return nicknames_.size(); }
  const std::vector<std::string>& all() const { return nicknames_; }

 private:
  std::vector<std::string> nicknames_;
};

/// "kuhn: 2 of 2 are here: Ann, Bob; 1 of 1 witnesses: Cat".
std::string describe(const proto::Gathering& gathering);

/// Returns what of a game only its owner sees: "cards", "dice" or "pieces"; "" if all see
/// everything.
std::string hidden_things(const rules::GameInfo& game);

/// Returns what an event was that led from `before` to `after` ("Ann: raise to 40"), and what came
/// of it, a line each; "" if there is nothing to say.
std::string describe(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names);

/// Returns the move that the rules make for a seat that does not answer, if that is one of its
/// moves.
std::optional<rules::Choice> move_of_absent(const rules::AnyGame& game, const rules::Absent& event);

/// Returns "waiting for Bob to move", for all for whom `node` waits but itself; "" if that is
/// nobody.
std::string awaited_by(const runtime::Node& node, const Names& names);

/// Returns, while a deck is shuffled, each seat's progress by seat; "" at other times.
std::vector<std::string> shuffle_stages(const runtime::Node& node, const Names& names);

/// Returns each seat's result: "Ann +120".
std::string describe_result(const rules::Payoff& result, const Names& names);

/// "Ann plays Xs, Bob plays Os"; empty for games whose seats have no names of their own.
std::string describe_roles(const rules::AnyGame& game, const Names& names);

/// Returns what it means that a seat's standing changed, to follow its name.
std::string describe_standing(const runtime::StandingChanged& changed);

/// Says that the table forked, and who contradicts itself in what led there.
std::string describe_fork(const runtime::Forked& forked, const Names& names);

/// Returns what everybody should know before they sit down.
std::string trust_sentence(const proto::Terms& terms);

}  // namespace fairdeal::apps
