#include "ui/engine/opponent.h"

#include <algorithm>
#include <memory>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/players/trail.h"
#include "ui/engine/running_engine.h"

namespace fairdeal::engine {
namespace {

using rules::AnyGame;
using rules::Choice;

/// By the fifty-move rule no more plies than these can follow without a capture or a pawn's move.
constexpr std::size_t kQuietPliesMax = 150;

std::string fen_of(const AnyGame& game) {
  const rules::Json json = game.json();
  return rules::JsonReader(json).member("fen").text().value();
}

/// Returns UCI's name of a move, which is one of the game's own; "": it is a word, such as an offer
/// of a draw.
std::string uci_name(const Choice& choice) {
  const auto named = std::ranges::find_if(choice.aliases, is_uci_move);
  return named == choice.aliases.end() ? "" : *named;
}

std::string words_of(const UciProgress& progress) {
  std::string text = "looked " + std::to_string(progress.depth) + " moves ahead, at " +
                     std::to_string(progress.nodes) + " positions";
  if (progress.centipawns)
    text += "; it is worth " + std::to_string(*progress.centipawns) + " hundredths of a pawn";
  if (progress.mate_in) text += "; mate in " + std::to_string(*progress.mate_in);
  return text;
}

}  // namespace

UciQuestion question_about(const rules::SeatSight& sight) {
  UciQuestion question{.fen = fen_of(sight.game)};
  if (sight.trail == nullptr) return question;
  const rules::Trail& trail = *sight.trail;
  for (std::size_t i = trail.events.size(); i > 0 && question.moves.size() < kQuietPliesMax; --i) {
    const auto* moved = std::get_if<rules::Moved<rules::Action>>(&trail.events[i - 1]);
    if (moved == nullptr) break;
    const AnyGame& before = trail.before(i - 1);
    const auto choices = before.choices(moved->seat, {});
    const auto made = std::ranges::find(choices, moved->move, &Choice::action);
    if (made == choices.end()) break;
    // A capture or a pawn's move: nothing before it comes again.
    if (fen_of(trail.values[i - 1]).find(" 0 ") != std::string::npos) break;
    const std::string name = uci_name(*made);
    if (name.empty()) continue;
    question.moves.insert(question.moves.begin(), name);
    question.fen = fen_of(before);
  }
  return question;
}

std::optional<std::string> why_no_engine(const EngineChoice& choice) {
  if (sandbox::engine_path(choice.command.program)) return {};
  return "there is no program " + choice.command.program +
         " that can be run. On Debian: apt install stockfish";
}

Result<rules::Opponent> engine_opponent(std::string_view name, const AnyGame& game) {
  FD_TRY(EngineChoice choice, engine_choice(name));
  if (game.info().name != "chess")
    return fail(Fault::bad_parameters, "an engine plays chess, and not " + game.info().name);
  const rules::Budget budget{.simulations = choice.nodes, .depth = choice.depth};
  const auto engine = std::make_shared<RunningEngine>(std::move(choice));
  const auto think = [engine](const rules::SeatSight& sight, const rules::Budget& limits,
                              const rules::GoOn& go_on, Rng&) -> Result<rules::Thought> {
    UciQuestion question = question_about(sight);
    question.milliseconds = engine->choice().milliseconds;
    question.nodes = limits.simulations;
    question.depth = limits.depth;
    FD_TRY(const UciAnswer answer, engine->answer(question, go_on));
    for (const Choice& choice_here : sight.game.choices(sight.seat, sight.known))
      if (uci_name(choice_here) == answer.move)
        return rules::Thought{
            .move = choice_here.action,
            .progress = {.simulations = answer.progress.nodes, .depth = answer.progress.depth},
            .why = words_of(answer.progress)};
    return fail(Fault::illegal_move,
                engine->choice().name + ": its move " + answer.move + " is not legal");
  };
  return rules::Opponent{std::string(name), think, budget};
}

}  // namespace fairdeal::engine
