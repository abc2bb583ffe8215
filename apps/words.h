#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"
#include "runtime/node_queries.h"

/// A table in words for players.
namespace fairdeal::apps {

/// How members are called: their nicknames, as a terminal may show them and all different.
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

/// What of a game only its owner sees: "cards", "dice" or "pieces"; empty if everything is open.
std::string hidden_things(const rules::GameInfo& game);

/// "Ann: raise to 40": what an event was that led from `before` to `after`, and what came of it, a
/// line each. Empty if there is nothing to say.
std::string describe(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names);

/// The move that the rules make for a seat that does not answer, if it is one that it has.
std::optional<rules::Choice> move_of_absent(const rules::AnyGame& game, const rules::Absent& event);

/// "waiting for Bob to move", for all that `node` waits for but itself; empty if that is nobody.
std::string awaited_by(const runtime::Node& node, const Names& names);

/// While a deck is shuffled: each seat's stage, by seat; empty at other times.
std::vector<std::string> shuffle_stages(const runtime::Node& node, const Names& names);

/// Each seat's result: "Ann +120".
std::string describe_result(const rules::Payoff& result, const Names& names);

/// "Ann plays Xs, Bob plays Os"; empty for games whose seats have no names of their own.
std::string describe_roles(const rules::AnyGame& game, const Names& names);

/// What it means that a seat's standing changed, to follow its name.
std::string describe_standing(const runtime::StandingChanged& changed);

/// That the table forked, and who contradicts itself in what led there.
std::string describe_fork(const runtime::Forked& forked, const Names& names);

/// What everybody should know before they sit down.
std::string trust_sentence(const proto::Terms& terms);

}  // namespace fairdeal::apps
