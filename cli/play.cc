#include "cli/play.h"

#include <array>
#include <csignal>
#include <cstring>
#include <unistd.h>

#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/front/curses_screen.h"
#include "ui/front/open_page.h"
#include "ui/home/kept_play.h"
#include "ui/home/places.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/play.h"
#include "ui/seat/table_params.h"

/// `fairdeal play` plays a match against bots in this process, which is also the dealer. The player
/// need trust nobody else.

namespace fairdeal::cli {
namespace {

/// The text that Ctrl-C prints. It is made beforehand, because a signal handler must not allocate.
std::array<char, 160> last_words;

/// Says how to go on with a match that is kept; with none if it is not.
void set_last_words(const home::KeptPlay* kept) {
  const std::string more = kept != nullptr && !kept->library.empty() ? " --library FILE.so" : "";
  const std::string words =
      "\nfairdeal: Interrupted." +
      (kept == nullptr ? "" : " To go on: fairdeal resume " + kept->name + more) + "\n";
  last_words.fill('\0');
  words.copy(last_words.data(), last_words.size() - 1);
}

void leave(int) {
  front::CursesScreen::restore();
  (void)!::write(STDERR_FILENO, last_words.data(), std::strlen(last_words.data()));
  ::_exit(static_cast<int>(words::Exit::interrupted));
}

std::string new_name(const std::string& game, Rng& rng) {
  for (;;) {
    const std::string name = game + "-" + std::to_string(1000 + rng.below(9000));
    if (!home::KeptPlay::exists(name)) return name;
  }
}

/// Says why these bots cannot play the match, if they cannot.
std::optional<words::Failure> unplayable(const std::string& list, const rules::AnyGame& game) {
  const std::size_t others = game.seats() - 1;
  const auto bots = seat::bots_for(list, others);
  if (!bots)
    return words::Failure{words::Exit::usage, "wrong_bots",
                          "There are " + std::to_string(others) + " seats beside yours, and " +
                              std::to_string(seat::listed_bots(list).size()) + " bots.",
                          "One name alone is for all of them."};
  for (const std::string& bot : *bots)
    if (const auto failure = seat::unknown_bot(bot, game)) return failure;
  return {};
}

/// Returns the seat of a person who begins, or lets a bot begin.
std::uint32_t seat_of(seat::Beginner first, std::size_t seats, Rng& rng) {
  const auto last = static_cast<std::uint32_t>(seats - 1);
  if (first == seat::Beginner::random) return static_cast<std::uint32_t>(rng.below(seats));
  return first == seat::Beginner::bot ? last : 0;
}

/// Returns the ways to play that a person chose for a new match or for one that goes on.
template <class Options>
seat::PlayPlan::Ways ways_of(const Options& chosen) {
  return {.answers = chosen.answers,
          .show_losing = chosen.show_losing,
          .lines = chosen.page.lines,
          .bots_think_ms = chosen.page.lines ? 0 : chosen.bots_think_ms};
}

/// Plays a match, and those that the person wants after it. Returns the exit code of the last one.
int play_matches(seat::PlayPlan plan, rules::Match match, seat::Happened& happened, bool resumes) {
  const rules::AnyGame start = match.history().front();
  crypto::SystemRng system;
  for (;; resumes = false) {
    std::optional<seat::BeginAnew> anew;
    {
      seat::PlayProgram play(plan, match, happened);
      const int status = play.run(resumes);
      anew = play.anew();
      if (!anew) return status;
    }
    if (anew->deals_again) plan.kept.seed = system.u64();
    if (anew->first) plan.kept.person = seat_of(*anew->first, start.seats(), system);
    ++plan.number;
    set_last_words(nullptr);
    happened.clear();
    match = rules::Match(start, rules::Dealer(plan.kept.seed), seat::note_in(happened));
  }
}

}  // namespace

int run_play(PlayOptions options, const words::Output& output) {
  if (const auto used = sandbox::use_native(options.table.game); !used)
    return output.failed(used.error());
  if (const auto used = sandbox::use_script(options.table.game); !used)
    return output.failed(used.error());
  sandbox::tell_of_drawing(options.table.game, output);
  options.table.seats = sandbox::fitting_seats(options.table.game, options.table.seats);
  const auto params = seat::table_params(options.table);
  const auto game = params ? rules::start_game(options.table.game, *params, options.table.seats)
                           : Result<rules::AnyGame>(fail(params.error()));
  if (!game) return output.failed(seat::could_not_start(game.error(), "play", options.table));
  if (const auto failure = unplayable(options.bot, *game)) return output.failed(*failure);
  crypto::SystemRng system;
  auto display = front::open_display(options.page, home::data_folder());
  if (!display) return output.failed(display.error());
  home::KeptPlay kept{new_name(options.table.game, system), options.table.game,
                      game->info().version, options.bot,
                      options.seed ? *options.seed : system.u64()};
  kept.note_game(**rules::find_module(options.table.game));
  kept.person = seat_of(*seat::beginner_named(options.first), game->seats(), system);
  set_last_words(nullptr);
  std::signal(SIGINT, leave);
  seat::Happened happened;
  rules::Match match(*game, rules::Dealer(kept.seed), seat::note_in(happened));
  return play_matches({std::move(kept), ways_of(options), output, display->get(), set_last_words},
                      std::move(match), happened, false);
}

int resume_play(const std::string& name, const seat::Options& seat, const words::Output& output) {
  auto kept = home::KeptPlay::read(name);
  if (!kept) {
    words::Failure failure = words::failure_of(kept.error(), "Could not go on");
    if (kept.error().fault == Fault::unknown_module) failure.hint = sandbox::kNameTheLibrary;
    return output.failed(failure);
  }
  seat::Happened happened;
  auto match = rules::Match::load(kept->match, seat::note_in(happened));
  if (match && kept->person >= match->game().seats())
    match = fail(Fault::damaged, name + ": it has no such seat");
  if (!match) return output.failed(words::failure_of(match.error(), "Could not go on"));
  auto display = front::open_display(seat.page, home::data_folder());
  if (!display) return output.failed(display.error());
  set_last_words(&*kept);
  std::signal(SIGINT, leave);
  return play_matches({*std::move(kept), ways_of(seat), output, display->get(), set_last_words},
                      *std::move(match), happened, true);
}

}  // namespace fairdeal::cli
