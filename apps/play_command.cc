#include <csignal>
#include <iostream>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/terminal.h"
#include "apps/words.h"
#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "rules/choice_text.h"
#include "rules/match.h"
#include "rules/params.h"
#include "rules/registry.h"

/// `fairdeal play`: against bots, in this process, with a dealer one has to trust: oneself.
namespace fairdeal::apps {
namespace {

/// Ctrl-C: nothing is kept here, so nothing is to be saved.
void leave(int) {
  constexpr std::string_view kWords = "\nfairdeal: Interrupted.\n";
  (void)!::write(STDERR_FILENO, kWords.data(), kWords.size());
  ::_exit(static_cast<int>(Exit::interrupted));
}

/// The person at the terminal, in seat 0.
class Person {
 public:
  Person(Terminal& terminal, const Names& names) : terminal_(terminal), names_(names) {}

  /// None: the input ended.
  std::optional<rules::Action> choose(const rules::AnyGame& game, const rules::Known& known) {
    std::string problem;
    for (;;) {
      if (const auto obvious = game.obvious(Seat(0), known)) return *obvious;
      const auto choices = game.choices(Seat(0), known, names_.all());
      const std::string block = game.draw(Seat(0), known, names_.all()) + "\n" +
                                (problem.empty() ? "" : problem + "\n") +
                                rules::list_choices(choices) + "\nYour move";
      show(block);
      std::string line;
      if (!std::getline(std::cin, line)) return {};
      terminal_.erase_typed(line);
      if (line == "list") {
        say(rules::list_choices(choices, true));
        problem.clear();
        continue;
      }
      const auto action = rules::read_choice(line, choices);
      if (action) return *action;
      problem = action.error().about;
    }
  }

  void watch(const rules::Report& report) {
    if (report.kind == rules::Report::Kind::next)
      if (const auto text = describe(*report.event, *before_, report.game, names_); !text.empty())
        say(text);
    before_ = report.game;
  }

  void say(const std::string& text) {
    terminal_.line(terminal_.colour() ? colour_cards(text) : text);
  }

 private:
  void show(const std::string& block) {
    const std::string text = terminal_.colour() ? colour_cards(block) : block;
    if (terminal_.in_place())
      terminal_.block(text);
    else
      terminal_.line(text);
  }

  Terminal& terminal_;
  const Names& names_;
  std::optional<rules::AnyGame> before_;
};

Names names_for(const PlayOptions& options) {
  std::vector<std::string> names{"You"};
  for (std::size_t i = 1; i < options.table.seats; ++i) names.push_back("bot " + std::to_string(i));
  return Names(names);
}

}  // namespace

int run_play(const PlayOptions& options, const Output& output) {
  const auto params = rules::parse_json(options.table.params, 16 * 1024);
  const auto game = params ? rules::start_game(options.table.game, *params, options.table.seats)
                           : Result<rules::AnyGame>(fail(params.error()));
  if (!game) return output.failed(failure_of(game.error(), "Could not start"));
  crypto::SystemRng system;
  const std::uint64_t seed = options.seed ? *options.seed : system.u64();
  SeededRng rng(seed);
  const rules::Player bot = options.bot == "random" ? rules::random_move : rules::simple_move;
  const Names names = names_for(options);
  std::signal(SIGINT, leave);
  Terminal terminal;
  Person person(terminal, names);

  rules::Match match(*game, rules::Dealer(seed),
                     [&](const rules::Report& report) { person.watch(report); });
  auto state = match.begin();
  while (state && !match.game().over()) {
    std::map<Seat, rules::Action> moves;
    for (const Seat seat : match.game().active()) {
      if (seat != Seat(0)) {
        moves.emplace(seat, bot(match.game(), seat, match.dealer().known(seat), rng));
        continue;
      }
      const auto action = person.choose(match.game(), match.dealer().known(seat));
      if (!action)
        return output.failed({Exit::usage, "no_input", "The input ended before the match did.",
                              "fairdeal demo --no-input lets bots play all seats."});
      moves.emplace(seat, *action);
    }
    state = match.move(moves);
  }
  if (!state) return output.failed(failure_of(state.error(), "The match broke off"));
  const auto result = *match.game().result();
  person.say(match.game().draw(Seat(0), match.dealer().known(Seat(0)), names.all()));
  output.result(Json{{"v", 1},
                     {"game", options.table.game},
                     {"result", result},
                     {"seed", std::to_string(seed)},
                     {"state", match.game().json()}});
  output.result("Result: " + describe_result(result, names));
  return 0;
}

}  // namespace fairdeal::apps
