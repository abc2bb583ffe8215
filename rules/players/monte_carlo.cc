#include "rules/players/monte_carlo.h"

#include <algorithm>
#include <memory>

#include "base/check.h"
#include "base/random_index.h"
#include "rules/any_position.h"
#include "rules/match.h"
#include "rules/players/upper_bound.h"

namespace fairdeal::rules {
namespace {

Result<> check_asked(const AnyGame& game, Seat seat) {
  if (std::ranges::count(game.active(), seat) == 0)
    return fail(Fault::bad_parameters, "it has no moves: another seat's move is wanted");
  if (game.info().hidden)
    return fail(Fault::bad_parameters, "hidden cards: there is no telling what a move leads to");
  return {};
}

/// Plays a match to its end with random moves, and returns its result.
Result<Payoff> play_out(const AnyGame& game, Rng& rng) {
  if (const auto result = game.result()) return *result;
  const std::vector<Player> players(game.seats(), random_move);
  FD_TRY(const AnyGame end, play(game, players, rng.u64()));
  return end.result().value();
}

// --- the tree ---

/// A move of a seat at a state of the tree, with the sum of the seat's results after it.
struct Arm {
  Action move;
  std::int64_t sum = 0;
  std::uint64_t matches = 0;
};

struct Node {
  std::map<Seat, std::vector<Arm>> arms;  ///< empty until a match has come here
  std::uint64_t matches = 0;
  std::map<std::string, std::unique_ptr<Node>> next;
};

class Tree {
 public:
  Tree(const Range& bounds, Rng& rng) : bounds_(bounds), rng_(rng) {}

  /// Plays one match from `game` on, which stands at `node`, and returns its result.
  Result<Payoff> play_match(Node& node, const AnyGame& game) {
    if (const auto result = game.result()) return *result;
    if (game.active().empty()) return roll(node, game);
    if (node.arms.empty()) {
      for (const Seat seat : game.active())
        for (Choice& choice : game.legal(seat)) node.arms[seat].push_back({choice.action});
      return play_out(game, rng_);
    }
    std::map<Seat, Action> moves;
    std::map<Seat, Arm*> chosen;
    std::string name;
    for (auto& [seat, arms] : node.arms) {
      chosen[seat] = &best(arms, node.matches);
      moves[seat] = chosen[seat]->move;
      name += chosen[seat]->move.text + "\n";
    }
    FD_TRY(const AnyGame after, game.after(moved(moves)));
    FD_TRY(const Payoff result, play_match(child(node, name), after));
    ++node.matches;
    for (auto& [seat, arm] : chosen) {
      arm->sum += result.at(seat.value);
      ++arm->matches;
    }
    return result;
  }

 private:
  static Node& child(Node& node, const std::string& name) {
    auto& next = node.next[name];
    if (!next) next = std::make_unique<Node>();
    return *next;
  }

  Result<Payoff> roll(Node& node, const AnyGame& game) {
    const auto outcomes = rolls(game);
    std::uint64_t at = rng_.below(outcomes.front().ply.all);
    std::size_t i = 0;
    while (at >= outcomes[i].ply.weight) at -= outcomes[i++].ply.weight;
    return play_match(child(node, std::to_string(i)), outcomes[i].after);
  }

  /// Returns a move that no match has had so far, or else the one with the greatest upper bound.
  Arm& best(std::vector<Arm>& arms, std::uint64_t matches) {
    std::vector<Arm*> fresh;
    for (Arm& arm : arms)
      if (arm.matches == 0) fresh.push_back(&arm);
    if (!fresh.empty()) return *fresh[random_index(rng_, fresh.size())];
    return *std::ranges::max_element(arms, {},
                                     [&](const Arm& arm) { return upper_bound(arm, matches); });
  }

  /// The mean result, scaled to 0…1, plus √(2 ln N / n).
  std::uint64_t upper_bound(const Arm& arm, std::uint64_t matches) const {
    __extension__ using Int128 = __int128;
    const Int128 above = Int128{arm.sum} - Int128{bounds_.min} * static_cast<Int128>(arm.matches);
    const Int128 span =
        std::max<Int128>(Int128{bounds_.max} - bounds_.min, 1) * Int128{arm.matches};
    const Int128 mean =
        std::clamp<Int128>((above << kPointBits) / span, 0, Int128{1} << kPointBits);
    const std::uint64_t doubt = ((2 * logarithm(matches)) << kPointBits) / arm.matches;
    return static_cast<std::uint64_t>(mean) + square_root(doubt);
  }

  Range bounds_;
  Rng& rng_;
};

}  // namespace

Result<std::vector<Sampled>> sample_moves(const AnyGame& game, Seat seat, std::uint64_t matches,
                                          Rng& rng) {
  FD_TRY(check_asked(game, seat));
  std::vector<Sampled> sampled;
  for (const Choice& choice : game.legal(seat)) {
    Rational sum;
    for (std::uint64_t i = 0; i < matches; ++i) {
      std::map<Seat, Action> moves;
      for (const Seat other : game.active())
        moves[other] = other == seat ? choice.action : random_move(game, other, {}, rng);
      FD_TRY(const AnyGame after, game.after(moved(moves)));
      FD_TRY(const Payoff result, play_out(after, rng));
      sum = sum + Rational(result.at(seat.value));
    }
    const auto count = static_cast<std::int64_t>(std::max<std::uint64_t>(matches, 1));
    sampled.push_back({choice.action, sum / Rational(count), matches});
  }
  return sampled;
}

Result<std::vector<Sampled>> search_by_uct(const AnyGame& game, Seat seat, std::uint64_t matches,
                                           Rng& rng) {
  FD_TRY(check_asked(game, seat));
  Node root;
  Tree tree(game.bounds(), rng);
  for (std::uint64_t i = 0; i <= matches; ++i) FD_TRY(tree.play_match(root, game));
  std::vector<Sampled> sampled;
  for (const Arm& arm : root.arms.at(seat))
    sampled.push_back(
        {arm.move,
         arm.matches == 0 ? Rational() : Rational(arm.sum, static_cast<std::int64_t>(arm.matches)),
         arm.matches});
  return sampled;
}

const Action& most_played(const std::vector<Sampled>& sampled) {
  CHECK(!sampled.empty());
  const auto less = [](const Sampled& a, const Sampled& b) {
    return a.matches != b.matches ? a.matches < b.matches : a.mean < b.mean;
  };
  return std::ranges::max_element(sampled, less)->move;
}

}  // namespace fairdeal::rules
