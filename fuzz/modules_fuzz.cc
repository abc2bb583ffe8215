// Fuzzes games that are scripts. Whatever the text is, it is refused in words, or it is a game; and
// two interpreters say the same of it, whatever it does.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/target.h"
#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/params.h"
#include "rules/players/player.h"

namespace fairdeal {
namespace {

constexpr int kMovesMax = 12;

/// Writes all that a seat and the public read of a value.
std::string seen(const rules::AnyGame& game, const rules::Match& match) {
  std::string text = game.digested() + game.broken_law() + game.draw({}, {});
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const auto known = match.dealer().known(Seat(i));
    text += rules::text(game.view(Seat(i), known));
    for (const auto& choice : game.choices(Seat(i), known)) text += choice.label;
  }
  return text;
}

/// Plays a match with random moves, and returns how it went.
std::string played(const rules::Module& module) {
  const auto params = rules::complete_params(module.info(), rules::Json::object());
  if (!params) return describe(params.error());
  const auto start = module.start(*params, module.info().seats_min);
  if (!start) return describe(start.error());
  rules::Match match(*start, rules::Dealer(1));
  SeededRng rng(1);
  std::string story;
  Result<> done = match.begin();
  for (int i = 0; done && i < kMovesMax && !match.game().over(); ++i) {
    story += seen(match.game(), match);
    std::map<Seat, rules::Action> moves;
    for (const Seat seat : match.game().active())
      moves[seat] = rules::random_move(match.game(), seat, match.dealer().known(seat), rng);
    done = match.move(moves);
  }
  return story + (done ? "" : describe(done.error()));
}

std::string told(std::string_view text) {
  const auto script = rules::Script::load("fuzz.lua", std::string(text));
  return script ? played(rules::module_of_script(*script)) : describe(script.error());
}

}  // namespace

void fuzz(ByteSpan input) {
  const std::string once = told(as_text(input)), again = told(as_text(input));
  CHECK(once == again);
}

}  // namespace fairdeal
