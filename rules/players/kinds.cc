#include "rules/players/kinds.h"

#include <array>
#include <utility>

namespace fairdeal::rules {

std::optional<PlayerKind> player_kind_named(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c >= 'a' && c <= 'z') letters += c;
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
  }
  constexpr std::string_view kEnding = "player";
  if (letters.ends_with(kEnding)) letters.resize(letters.size() - kEnding.size());
  static constexpr std::array<std::pair<std::string_view, PlayerKind>, 16> kNames{
      {{"random", PlayerKind::random},
       {"trace", PlayerKind::trace},
       {"scripted", PlayerKind::trace},
       {"rulebased", PlayerKind::rule_based},
       {"rules", PlayerKind::rule_based},
       {"heuristic", PlayerKind::heuristic},
       {"minimax", PlayerKind::minimax},
       {"expectiminimax", PlayerKind::minimax},
       {"alphabeta", PlayerKind::alpha_beta},
       {"maxn", PlayerKind::maxn},
       {"montecarlo", PlayerKind::monte_carlo},
       {"uct", PlayerKind::uct},
       {"ensemble", PlayerKind::ensemble},
       {"person", PlayerKind::person},
       {"userinterface", PlayerKind::person},
       {"webworker", PlayerKind::person}}};
  for (const auto& [known, kind] : kNames)
    if (letters == known) return kind;
  return {};
}

bool plays(PlayerKind kind, const GameInfo& game) {
  switch (kind) {
    case PlayerKind::minimax:
    case PlayerKind::alpha_beta:
      return !game.simultaneous;
    case PlayerKind::maxn:
      return !game.simultaneous && !game.chance;
    default:
      return true;
  }
}

}  // namespace fairdeal::rules
