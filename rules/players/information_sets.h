#pragma once

#include <map>
#include <string>
#include <vector>

#include "rules/any_game.h"
#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// The situations that one seat cannot tell apart, because it has seen the same in all of them.
struct InformationSet {
  Seat seat;
  std::vector<Action> actions;  ///< by the order of legal(); each number of a range is one of them
  AnyGame game;                 ///< the value in one of the situations
  Known known;                  ///< what the seat alone knows, the same in all of them
};

/// All matches of a small game as a tree: every deal of the cards, every roll and every move. It
/// follows from the game's own wants and events, so a game's author writes nothing for it. A card
/// gets its face when it is first dealt or shown: cards that nobody ever sees make no branches.
/// Where seats move at once, they move one after the other in the tree, and none sees what those
/// before it chose.
///
/// A seat sees the events, its own cards and its own dice, and forgets nothing.
/// Source: Kuhn, "Extensive Games and the Problem of Information", 1953.
struct GameTree {
  enum class Kind : std::uint8_t { chance, move, end };
  struct Node {
    Kind kind;
    std::uint32_t index;  ///< of a move: in `sets`; of an end: in `payoffs`
    std::uint32_t first,
        count;  ///< where it leads, in `edges`: at a move by InformationSet::actions
  };
  struct Edge {
    std::uint32_t to;          ///< in `nodes`, after the node itself
    std::uint64_t weight = 1;  ///< at a node of chance: among the sum of its edges
  };
  static constexpr std::size_t kNodesMax = 1'000'000;
  static constexpr unsigned kPliesMax = 200;

  /// Returns the tree of all that may follow from the first value of a match. Errors: too_large, if
  /// it has more nodes, or a longer line; as AnyGame::after. Cost: about 5 µs a node.
  static Result<GameTree> of(const AnyGame& start, std::size_t nodes_max = kNodesMax);

  /// Returns the information set in which a seat has to move, by its trail. An absence counts as
  /// the move that it comes to. None: there is no trail, or it leaves the tree.
  std::optional<std::uint32_t> set_of(const SeatSight& sight) const;

  std::size_t seats = 0;
  std::vector<Node> nodes{};  ///< the first is the root
  std::vector<Edge> edges{};
  std::vector<InformationSet> sets{};
  std::vector<Payoff> payoffs{};

  /// What a seat has seen, as a number: that before, and the event after it. A seat's own number
  /// comes first.
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> histories{};
  std::map<std::uint32_t, std::uint32_t> set_after{};  ///< by history
};

}  // namespace fairdeal::rules
