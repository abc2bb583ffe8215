#include "cli/play.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <iostream>
#include <unistd.h>

#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "rules/choice_text.h"
#include "rules/games/holdem/holdem.h"
#include "rules/json_full.h"
#include "rules/match.h"
#include "rules/model.h"
#include "rules/registry.h"
#include "ui/front/open_page.h"
#include "ui/front/table_screen.h"
#include "ui/front/terminal.h"
#include "ui/home/kept_play.h"
#include "ui/home/paths.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/play_page.h"
#include "ui/seat/table_params.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/words.h"

/// `fairdeal play` plays a match against bots in this process, which is also the dealer. The player
/// need trust nobody else.

namespace fairdeal::cli {
namespace {

constexpr const char* kHelpOfPlay =
    "Type a move: its number, its name or the beginning of it; an amount as in\n"
    "'raise to 60' or 'r60', or 'all in'. A move cannot be taken back. Besides:\n"
    "  list    all moves, where only some are named\n"
    "  rules   how the game is played, if its author says so\n"
    "  answers yes   let the game answer for you by what you alone know, until answers no\n"
    "  quit    stop, as Ctrl-C does; fairdeal resume goes on with the match";

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

/// The person at the terminal, in seat 0.
class Person {
 public:
  Person(front::Terminal& terminal, const words::Names& names, seat::PlayPage* page, bool answers)
      : terminal_(terminal), names_(names), page_(page), answers_(answers) {}

  /// Says whether the game may answer by what the person alone knows, if it can.
  void tell_whether_it_answers(const rules::AnyGame& game) {
    if (rules::secrets_of(game.info()).answers) say(words::whether_it_answers(answers_));
  }

  /// Asks the person for a move, unless only one makes sense. Returns none if the input ended.
  std::optional<rules::Action> choose(const rules::AnyGame& game, rules::Known known) {
    std::string problem;
    for (;;) {
      known.answers = answers_;
      if (const auto obvious = game.obvious(Seat(0), known); obvious && !failed_.contains(*obvious))
        return told(game, known, obvious, true);
      if (page_ != nullptr) {
        const auto chosen = page_->choose(game, known);
        known.answers = answers_ = page_->answers();
        if (page_->may_answer_now()) continue;
        return told(game, known, chosen, false);
      }
      const auto choices = game.choices(Seat(0), known, names_.all());
      const std::string block = words::drawing_of(game, Seat(0), known, names_.all()) + "\n" +
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
      if (action) return told(game, known, *action, false);
      problem = obeys(words::word_typed(line), game) ? "" : action.error().about;
      if (stops_) return {};
    }
  }

  /// Says that the rules failed at the person's move, which was not made. Returns whether the
  /// person can choose a move at which they have not failed.
  bool asked_again(const rules::AnyGame& game, const rules::Action& action, const Error& error) {
    failed_.insert(action);
    say(words::words_of_failed_move(game.info(), error.about));
    return std::ranges::any_of(game.legal(Seat(0)), [&](const rules::Choice& choice) {
      return choice.range || !failed_.contains(choice.action);
    });
  }
  /// Forgets at which moves the rules failed, since another state has come.
  void forget_failed() { failed_.clear(); }

  /// Returns whether the person wants to stop.
  bool stops() const { return stops_; }

  /// Sets the state from which watch() goes on.
  void look(const rules::AnyGame& game) { before_ = game; }
  /// Shows the end of the match.
  void end(const rules::AnyGame& game, const rules::Known& known, const std::string& words) {
    if (page_ != nullptr) page_->end_with(game, known, words);
  }

  /// Gives the terminal back, if the page has it.
  void leave() {
    if (page_ != nullptr) page_->leave();
  }

  void watch(const rules::Report& report) {
    if (report.kind == rules::Report::Kind::next) {
      const bool all = !plays_no_more_;
      const auto text = all ? words::describe(*report.event, *before_, report.game, names_, dealt_)
                            : hand_line(*report.event, report.game);
      if (!text.empty() && (all || watches_)) {
        say(text);
        if (page_ != nullptr &&
            words::brings_to_light(*report.event, *before_, report.game, names_))
          page_->mark_shown();
      }
    }
    if (report.event) dealt_.note(*report.event);
    before_ = report.game;
    if (!plays_no_more_ && !report.game.over() && has_lost_all(report.game)) ask_to_watch();
  }

  void say(const std::string& text) {
    if (page_ != nullptr) page_->add("event", text);
    terminal_.line(terminal_.colour() ? words::colour_cards(text) : text);
  }

 private:
  /// Tells of a move if the game made or named it by what the person alone knows. Returns it.
  std::optional<rules::Action> told(const rules::AnyGame& game, const rules::Known& known,
                                    const std::optional<rules::Action>& action, bool by_game) {
    const std::string words =
        action ? words::told_of_answer(game, Seat(0), known, *action, by_game, names_) : "";
    if (!words.empty()) say(words);
    return action;
  }

  /// Carries out what was typed where it is no move. Returns whether it was a command.
  bool obeys(const std::string& word, const rules::AnyGame& game) {
    const rules::GameInfo& info = game.info();
    if (word == "help" || word == "?")
      say(kHelpOfPlay);
    else if (word == "rules")
      say(words::rules_words(info, game.is_script()));
    else if (word == "answersyes" || word == "answersno") {
      answers_ = word == "answersyes";
      tell_whether_it_answers(game);
      return true;
    } else
      stops_ = word == "quit";
    return stops_ || word == "help" || word == "?" || word == "rules";
  }

  /// Returns whether the person has no chips left, not even on the table, so that the bots play on
  /// alone.
  static bool has_lost_all(const rules::AnyGame& game) {
    const auto* holdem = rules::typed<rules::Holdem>(game);
    return holdem != nullptr && holdem->betting().at(Seat(0)).total() == 0;
  }

  void ask_to_watch() {
    plays_no_more_ = true;
    if (page_ != nullptr) return;  // a page shows how the hands end
    show(
        "You have no chips left; the bots play on.\n"
        "'watch' shows how each hand ends; Enter goes to the result");
    std::string line;
    watches_ = std::getline(std::cin, line) && words::word_typed(line) == "watch";
    terminal_.erase_typed(line);
    terminal_.block("");
  }

  /// Returns how the hand ended that `event` ended; "" if it ended none.
  std::string hand_line(const rules::AnyEvent& event, const rules::AnyGame& after) const {
    const auto *from = rules::typed<rules::Holdem>(*before_),
               *to = rules::typed<rules::Holdem>(after);
    if (from->last().hand == to->last().hand) return "";
    const std::string news = before_->news(event, after, names_.all());
    return news.substr(news.rfind('\n') + 1);
  }

  void show(const std::string& block) {
    const std::string text = terminal_.colour() ? words::colour_cards(block) : block;
    if (terminal_.in_place())
      terminal_.block(text);
    else
      terminal_.line(text);
  }

  front::Terminal& terminal_;
  const words::Names& names_;
  seat::PlayPage* page_;  ///< at which the person plays; null: at the terminal
  bool answers_;          ///< whether the game may answer by what the person alone knows
  std::optional<rules::AnyGame> before_;
  words::DealtCards dealt_;
  std::set<rules::Action> failed_{};  ///< the person's moves at which the rules failed just now
  bool stops_ = false;                ///< whether the person wants to stop
  bool plays_no_more_ = false;        ///< whether the person has lost all chips
  bool watches_ = false;              ///< whether the person wants to see how the bots play on
};

words::Names names_for(std::size_t seats) {
  std::vector<std::string> names{"You"};
  for (std::size_t i = 1; i < seats; ++i) names.push_back("bot " + std::to_string(i));
  return words::Names(names);
}

/// Returns the bot's move. One at which the rules of a script fail is not made if there is another.
rules::Action move_of_bot(const rules::Match& match, const rules::Player& bot, Seat seat,
                          SeededRng& rng) {
  const rules::AnyGame& game = match.game();
  const auto known = match.dealer().known(seat);
  std::set<rules::Action> failed;
  const rules::Action best = bot(game, seat, known, rng);
  if (!game.is_script() || game.active().size() != 1) return best;
  for (std::optional<rules::Action> move = best; move;
       move = rules::next_best_move(bot, game, seat, known, rng, failed)) {
    if (match.try_move({{seat, *move}})) return *move;
    failed.insert(*move);
  }
  return best;
}

/// Plays the match to its end. Returns the exit code. Saves the match after each move of the
/// person.
int play_on(rules::Match& match, home::KeptPlay& kept, SeededRng rng, Person& person,
            const words::Names& names, const words::Output& output) {
  const rules::Player bot = kept.bot == "random" ? rules::random_move : rules::simple_move;
  Result<> state;
  while (state && !match.game().over()) {
    std::map<Seat, rules::Action> moves;
    bool chosen = false;
    for (const Seat seat : match.game().active()) {
      if (seat != Seat(0)) {
        moves.emplace(seat, move_of_bot(match, bot, seat, rng));
        continue;
      }
      const auto action = person.choose(match.game(), match.dealer().known(seat));
      if (person.stops())
        return output.failed({words::Exit::interrupted, "interrupted", "You stopped.",
                              home::KeptPlay::exists(kept.name)
                                  ? "To go on: fairdeal resume " + kept.name
                                  : "Nothing is kept of this match."});
      if (!action)
        return output.failed({words::Exit::usage, "no_input",
                              "The input ended before the match did.",
                              "fairdeal demo --no-input lets bots play all seats."});
      moves.emplace(seat, *action);
      chosen = true;
    }
    // A table makes such a move an absence; here nobody waits, so the person is asked again.
    if (chosen && match.game().is_script())
      if (const auto tried = match.try_move(moves);
          !tried && person.asked_again(match.game(), moves.at(Seat(0)), tried.error()))
        continue;
    person.forget_failed();
    state = match.move(moves);
    if (!chosen || !state) continue;
    kept.match = match.json();
    set_last_words(kept.keep() ? &kept : nullptr);
  }
  if (!state) {
    person.leave();
    return output.failed(words::failure_of(state.error(), "The match broke off"));
  }
  kept.forget();
  const auto result = *match.game().result();
  person.say(words::drawing_of(match.game(), Seat(0), match.dealer().known(Seat(0)), names.all()));
  person.end(match.game(), match.dealer().known(Seat(0)), words::describe_result(result, names));
  output.result(words::Json{{"v", 1},
                            {"game", kept.game},
                            {"result", result},
                            {"seed", std::to_string(kept.seed)},
                            {"state", match.game().json()}});
  output.result("Result: " + words::describe_result(result, names));
  return 0;
}

/// A page at which the person plays, if the options want one.
struct PlayedOnPage {
  std::unique_ptr<front::PageDisplay> display;
  std::optional<seat::StatusSocket> status_socket{}, page_socket{};
  std::unique_ptr<seat::PlayPage> page{};

  /// Returns the page of the match that has this name, or null if there is none.
  seat::PlayPage* begin(const rules::AnyGame& game, const words::Names& names,
                        const std::string& name, front::Terminal& terminal) {
    if (!display) return nullptr;
    const std::string address = display->address();
    page = std::make_unique<seat::PlayPage>(*display, game, names);
    if (address.empty())
      terminal.mute();
    else
      tell(address, name, terminal);
    return page.get();
  }

 private:
  /// Says where the page is: to the person, and to the user's other programs.
  void tell(const std::string& address, const std::string& name, front::Terminal& terminal) {
    terminal.line("Open " + address + " in your browser: you play there. It works once.");
    // A match is played all the same where there is no place for sockets.
    auto status = seat::StatusSocket::open(home::status_folder());
    auto entry = seat::StatusSocket::open(home::status_folder(), seat::StatusSocket::Tells::page);
    if (status && entry)
      page->tell_at(status_socket.emplace(*std::move(status)),
                    page_socket.emplace(*std::move(entry)), name);
  }
};

std::string new_name(const std::string& game, Rng& rng) {
  for (;;) {
    const std::string name = game + "-" + std::to_string(1000 + rng.below(9000));
    if (!home::KeptPlay::exists(name)) return name;
  }
}

}  // namespace

int run_play(PlayOptions options, const words::Output& output) {
  if (const auto used = sandbox::use_native(options.table.game); !used)
    return output.failed(used.error());
  if (const auto used = sandbox::use_script(options.table.game); !used)
    return output.failed(used.error());
  sandbox::tell_of_hint(options.table.game, output);
  options.table.seats = sandbox::fitting_seats(options.table.game, options.table.seats);
  const auto params = seat::table_params(options.table);
  const auto game = params ? rules::start_game(options.table.game, *params, options.table.seats)
                           : Result<rules::AnyGame>(fail(params.error()));
  if (!game) return output.failed(seat::could_not_start(game.error(), "play", options.table));
  crypto::SystemRng system;
  const words::Names names = names_for(options.table.seats);
  front::Terminal terminal;
  auto display = front::open_display(options.page, home::data_folder());
  if (!display) return output.failed(display.error());
  PlayedOnPage web{*std::move(display)};
  home::KeptPlay kept{new_name(options.table.game, system), options.table.game,
                      game->info().version, options.bot,
                      options.seed ? *options.seed : system.u64()};
  kept.note_game(**rules::find_module(options.table.game));
  Person person(terminal, names, web.begin(*game, names, kept.name, terminal), options.answers);
  person.tell_whether_it_answers(*game);
  set_last_words(nullptr);
  std::signal(SIGINT, leave);
  rules::Match match(*game, rules::Dealer(kept.seed),
                     [&](const rules::Report& report) { person.watch(report); });
  if (const auto begun = match.begin(); !begun) {
    person.leave();
    return output.failed(words::failure_of(begun.error(), "The match broke off"));
  }
  return play_on(match, kept, SeededRng(kept.seed), person, names, output);
}

int resume_play(const std::string& name, const front::PageOptions& page, bool answers,
                const words::Output& output) {
  auto kept = home::KeptPlay::read(name);
  if (!kept) {
    words::Failure failure = words::failure_of(kept.error(), "Could not go on");
    if (kept.error().fault == Fault::unknown_module) failure.hint = sandbox::kNameTheLibrary;
    return output.failed(failure);
  }
  std::optional<Person> person;
  auto match =
      rules::Match::load(kept->match, [&](const rules::Report& report) { person->watch(report); });
  if (!match) return output.failed(words::failure_of(match.error(), "Could not go on"));
  const words::Names names = names_for(match->game().seats());
  front::Terminal terminal;
  auto display = front::open_display(page, home::data_folder());
  if (!display) return output.failed(display.error());
  PlayedOnPage web{*std::move(display)};
  person.emplace(terminal, names, web.begin(match->game(), names, name, terminal), answers)
      .look(match->game());
  person->tell_whether_it_answers(match->game());
  set_last_words(&*kept);
  std::signal(SIGINT, leave);
  return play_on(*match, *kept, SeededRng(kept->seed + match->ply()), *person, names, output);
}

}  // namespace fairdeal::cli
