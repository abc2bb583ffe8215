#pragma once

#include "rules/position.h"

namespace fairdeal::rules {

/// Colograph: two players take turns to colour the nodes of a graph. An edge between two nodes of
/// one colour belongs to that player. It is worth one number of points if its nodes have the same
/// shape, and another if their shapes differ.
class Colograph {
 public:
  using Move = int;  ///< a node, counted from 0

  static const GameInfo& info();
  static Result<Colograph> start(const Json& params, std::size_t seats);
  static Result<Colograph> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  std::vector<Move> moves() const;
  void play(Move node);
  bool over() const { return free_ == 0; }
  Payoff payoff() const;
  Range bounds() const;
  /// Returns for each seat the number of all nodes plus the values of its edges.
  std::optional<Payoff> scores() const;
  /// Returns {"node_colours": a role or null for each, "edge_colours": {"a,b": role},
  /// "active": [role]}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  std::size_t nodes() const { return colours_.size(); }

  std::uint64_t hash() const { return hash_bytes(colours_.data(), colours_.size()) + active_; }
  bool operator==(const Colograph& other) const {  // the graph is a parameter
    return colours_ == other.colours_ && active_ == other.active_ &&
           graph_->values == other.graph_->values;
  }

 private:
  struct Edge {
    std::size_t a, b;
    std::int64_t value;
    bool operator==(const Edge&) const = default;
  };
  struct Graph {
    std::vector<Edge> edges;
    std::vector<std::string> shapes;
    std::vector<std::int64_t> values;  ///< of the edges
  };
  static constexpr char kFree = '.';
  static Json role_or_null(char colour);

  std::shared_ptr<const Graph> graph_{};  ///< never changes
  std::string colours_{};                 ///< of the nodes: '0' or '1' for a seat, or kFree
  std::size_t free_ = 0;
  std::uint32_t active_ = 0;
};

}  // namespace fairdeal::rules
