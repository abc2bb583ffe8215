#include "conformance/described_players.h"

#include <algorithm>
#include <memory>

#include "base/random_index.h"
#include "conformance/behaviours.h"
#include "rules/players/maxn.h"
#include "rules/players/monte_carlo.h"

namespace fairdeal::conformance {
using namespace rules;

Result<Heuristic> heuristic_of_line(const std::string& name) {
  if (name.starts_with("own points minus other")) return heuristic_named("points difference");
  if (name == "weighted squares" || name == "square weights" || name == "othello weighted squares")
    return heuristic_named("othello weights");
  return heuristic_named(name);
}

Result<std::vector<Action>> choices_of(PlayerKind kind, const Thinking& thinking,
                                       const AnyGame& game, Seat seat, Rng& rng) {
  const auto best_of = [](const Result<std::vector<Evaluated>>& values) {
    return values ? Result<std::vector<Action>>(best_moves(*values))
                  : Result<std::vector<Action>>(fail(values.error()));
  };
  const auto best_sampled = [](const std::vector<Sampled>& sampled) {
    std::vector<Evaluated> means;
    for (const Sampled& one : sampled) means.push_back({one.move, one.mean});
    return best_moves(means);
  };
  switch (kind) {
    case PlayerKind::heuristic:
      return best_of(evaluate_moves(game, seat, {.heuristic = thinking.heuristic, .horizon = 1}));
    case PlayerKind::minimax:
    case PlayerKind::alpha_beta:
      return best_of(evaluate_moves(game, seat,
                                    {.heuristic = thinking.heuristic,
                                     .horizon = thinking.horizon,
                                     .alpha_beta = kind == PlayerKind::alpha_beta}));
    case PlayerKind::maxn:
      return best_of(evaluate_moves_by_maxn(game, seat, thinking.heuristic, thinking.horizon));
    case PlayerKind::monte_carlo: {
      FD_TRY(const auto sampled, sample_moves(game, seat, thinking.matches, rng));
      return best_sampled(sampled);
    }
    case PlayerKind::uct: {
      FD_TRY(const auto sampled, search_by_uct(game, seat, thinking.matches, rng));
      return std::vector<Action>{most_played(sampled)};
    }
    default:
      return fail(Fault::bad_parameters, "no search");
  }
}

std::optional<Json> script_of(const Json& described) {
  if (described.is_array() && described.size() > 1 && described[0] == "trace")
    return Json(described.begin() + 1, described.end());
  const Json* moves =
      described.is_object() ? first_of(described, {"trace", "moves", "script"}) : nullptr;
  if (moves == nullptr || !moves->is_array() || moves->empty()) return {};
  if ((*moves)[0] == "trace") return script_of(*moves);
  return *moves;
}

std::string player_name(const Json& described) {
  const Json* name = described.is_object() ? first_of(described, {"name"}) : nullptr;
  return name != nullptr && name->is_string() ? name->get<std::string>() : "";
}

namespace {

constexpr std::uint64_t kSampledMax = 2000;
constexpr unsigned kDepthOfThinkingMax = 12;

Player scripted(const Json& moves) {
  auto next = std::make_shared<std::size_t>(0);
  return [moves, next](const AnyGame&, Seat, const Known&, Rng&) {
    const Json& move = moves.at(std::min(*next, moves.size() - 1));
    ++*next;
    return Action{text(move)};
  };
}

Player thinking_player(PlayerKind kind, const Json& how) {
  const auto number = [&](std::initializer_list<const char*> names, std::uint64_t otherwise,
                          std::uint64_t most) {
    const Json* said = how.is_object() ? first_of(how, names) : nullptr;
    return said != nullptr && said->is_number_unsigned()
               ? std::min(said->get<std::uint64_t>(), most)
               : otherwise;
  };
  const Json* named = how.is_object() ? first_of(how, {"heuristic"}) : nullptr;
  const auto heuristic = heuristic_of_line(
      named != nullptr && named->is_string() ? named->get<std::string>() : "zero");
  const Thinking thinking{
      .heuristic = heuristic ? *heuristic : heuristic_named("zero").value(),
      .horizon = static_cast<unsigned>(number({"horizon", "depth"}, 3, kDepthOfThinkingMax)),
      .matches = number({"simulationCount", "simulation_count", "simulations"}, 30, kSampledMax)};
  return [kind, thinking](const AnyGame& game, Seat seat, const Known& known, Rng& rng) {
    const auto choices = choices_of(kind, thinking, game, seat, rng);
    if (!choices || choices->empty()) return random_move(game, seat, known, rng);
    return (*choices)[random_index(rng, choices->size())];
  };
}

/// Returns a player who asks any one of these whenever it is asked.
std::optional<Player> ensemble(const Json& described) {
  std::vector<Player> members;
  for (const Json& one : described) {
    auto player = player_of(one);
    if (!player) return {};
    members.push_back(*std::move(player));
  }
  if (members.empty()) return {};
  return Player([members](const AnyGame& game, Seat seat, const Known& known, Rng& rng) {
    return members[random_index(rng, members.size())](game, seat, known, rng);
  });
}

std::optional<Player> player_in_words(const std::string& words, const Json& how) {
  for (const std::string_view always : {"always ", "always: "})
    if (words.starts_with(always)) {
      const std::string said = words.substr(always.size());
      const Json move = Json::parse(said, nullptr, /*allow_exceptions=*/false);
      const Action action{text(move.is_discarded() ? Json(said) : move)};
      return Player([action](const AnyGame&, Seat, const Known&, Rng&) { return action; });
    }
  if (words == "simple") return Player(simple_move);
  const auto kind = player_kind_named(words);
  if (!kind || *kind == PlayerKind::trace || *kind == PlayerKind::person) return {};
  if (*kind == PlayerKind::ensemble)
    return how.is_object() && how.contains("players") ? ensemble(how["players"]) : std::nullopt;
  if (*kind == PlayerKind::random || *kind == PlayerKind::rule_based) return Player(random_move);
  return thinking_player(*kind, how);
}

}  // namespace

std::optional<Player> player_of(const Json& described) {
  if (described.is_string()) return player_in_words(described.get<std::string>(), {});
  if (const auto script = script_of(described);
      script && !(described.is_object() && described.size() > 1))
    return scripted(*script);
  if (described.is_array()) {  // ["participate", P]
    if (described.size() == 1 || (described.size() == 2 && described[0].is_string()))
      return player_of(described.back());
    if (described.size() < 3 || !described[0].is_string()) return {};
    return player_of(Json(described.begin() + 1, described.end()));  // ["participate", "trace", …]
  }
  if (!described.is_object()) return {};
  for (const auto& [key, value] : described.items()) {  // somebody else who joins in its place
    const std::string name = plain(key);
    for (const char* word : {"particip", "stand", "substitut", "replac", "joins", "returns"})
      if (name.starts_with(word))
        if (auto player = player_of(value)) return player;
  }
  if (const auto script = script_of(described)) return scripted(*script);
  if (const Json* move = first_of(described, {"always"}))
    return player_in_words(
        "always " + (move->is_string() ? move->get<std::string>() : move->dump()), {});
  const Json* kind = first_of(described, {"player", "kind", "type", "class", "algorithm"});
  if (kind == nullptr) return {};
  return kind->is_string() ? player_in_words(kind->get<std::string>(), described)
                           : player_of(*kind);
}

}  // namespace fairdeal::conformance
