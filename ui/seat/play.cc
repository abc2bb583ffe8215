#include "ui/seat/play.h"

#include <fcntl.h>
#include <iostream>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/players/contest.h"
#include "ui/home/places.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/hear.h"
#include "ui/seat/page.h"
#include "ui/seat/report_written.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {
namespace {

words::Names names_for(const std::vector<std::string>& bots, Seat person) {
  std::vector<std::string> names;
  for (const std::string& bot : bots) {
    const std::size_t number = names.size() + 1;
    names.push_back(answers_at_once(bot) ? "bot " + std::to_string(number)
                                         : bot_nickname(bot, number));
  }
  names.insert(names.begin() + person.value, "You");
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

}  // namespace

/// Waits for what is typed at the terminal while a bot thinks. Asio makes its descriptor
/// non-blocking, so it has one that is opened anew; lines are read from the usual one.
struct PlayProgram::Typing {
  Typing(boost::asio::io_context& io, int terminal) : input(io, terminal), shows(io) {}
  boost::asio::posix::stream_descriptor input;
  boost::asio::steady_timer shows;  ///< when the terminal shows for whom it waits
  std::uint64_t waits = 0;          ///< counts the waits; what an earlier one brings is old
};

/// The person's page: it shows the model, and what is said there is heard as at the terminal.
class PlayProgram::PlayPage final : public front::Page {
 public:
  explicit PlayPage(PlayProgram& play) : front::Page(play.io_, *play.plan_.display), play_(play) {}

  front::PageFacts facts() override {
    play_.model_.sight = play_.look();
    return page_facts(play_.model_);
  }
  std::string transcript() const override { return ""; }
  bool has_ended() const { return ended(); }

 private:
  void on_move(std::uint64_t step, const rules::Action& action) override {
    play_.hear(MovePicked{step, action});
  }
  void on_typed(const std::string& line) override { play_.hear_typed(line, true); }

  PlayProgram& play_;
};

rules::Watch note_in(Happened& happened) {
  return [&happened](const rules::Report& report) {
    if (report.event != nullptr) happened.push_back({*report.event, report.game});
  };
}

PlayProgram::PlayProgram(PlayPlan plan, rules::Match& match, Happened& happened)
    : plan_(std::move(plan)),
      match_(match),
      happened_(happened),
      person_(plan_.kept.person),
      lines_(-1, false),
      bot_(plan_.kept.bot == "random" ? rules::random_move : rules::simple_move),
      thinkers_(match.game().seats()),
      rng_(plan_.kept.seed + match.ply()) {
  const auto bots =
      bots_for(plan_.kept.bot, match.game().seats() - 1).value_or(std::vector<std::string>());
  for (std::size_t i = 0; i < bots.size(); ++i)
    if (auto opponent = bot_named(bots[i], match.game());
        opponent && (bots[i] != plan_.kept.bot || !answers_at_once(bots[i])))
      thinkers_.at(i < person_.value ? i : i + 1) = *std::move(opponent);
  has_moved_ = home::KeptPlay::exists(plan_.kept.name);
  Model::Setup setup;
  setup.options.answers = plan_.ways.answers;
  setup.options.show_losing = plan_.ways.show_losing;
  setup.options.bell = false;
  setup.dealer =
      Model::Setup::Dealer{plan_.kept.name, plan_.kept.game, plan_.kept.seed, plan_.number};
  setup.has_page = plan_.display != nullptr;
  setup.in_place = lines_.terminal().in_place();
  setup.on_screen = setup.has_page && plan_.display->address().empty();
  setup.at_terminal = ::isatty(STDIN_FILENO) == 1;
  setup.asks_twice = setup.at_terminal && !plan_.output.json && !plan_.ways.lines;
  if (setup.on_screen) lines_.terminal().mute();
  if (setup.at_terminal && !setup.has_page)
    if (const int terminal =
            ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        terminal >= 0)
      typing_ = std::make_unique<Typing>(io_, terminal);
  model_ = begin_model(std::move(setup), {}, {}, look());
  if (plan_.display == nullptr) return;
  page_ = std::make_unique<PlayPage>(*this);
  if (!model_.setup.on_screen) tell_where_the_page_is();
}

PlayProgram::~PlayProgram() = default;

/// Says where the page is: to the person, and to the user's other programs.
void PlayProgram::tell_where_the_page_is() {
  lines_.terminal().line("Open " + plan_.display->address() +
                         " in your browser: you play there. It works once.");
  // A match is played all the same where there is no place for sockets.
  auto status = StatusSocket::open(home::status_folder());
  auto entry = StatusSocket::open(home::status_folder(), StatusSocket::Tells::page);
  if (!status || !entry) return;
  status_socket_.emplace(*std::move(status)).serve(io_, [this] {
    const words::Json json = {{"v", 1},
                              {"pid", ::getpid()},
                              {"version", FAIRDEAL_VERSION},
                              {"nickname", model_.name_of(person_)},
                              {"game", match_.game().info().name},
                              {"play", plan_.kept.name},
                              {"phase", page_->has_ended() ? "over" : "playing"},
                              {"waiting", ""},
                              {"page", true},
                              {"to_act", wants_},
                              {"members", words::Json::array()}};
    return json.dump() + "\n";
  });
  page_socket_.emplace(*std::move(entry)).serve(io_, [this] {
    return plan_.display->fresh_address() + "\n";
  });
}

int PlayProgram::run(bool resumes) {
  hear(MatchBegan{names_for(bots_for(plan_.kept.bot, match_.game().seats() - 1).value(), person_)});
  if (resumes)
    hear(MatchRecalled{rules::trail_of(match_, person_)});
  else if (const auto begun = match_.begin(); !begun)
    broken_ = words::failure_of(begun.error(), "The match broke off");
  while (!done_) step();
  return finish();
}

Sight PlayProgram::look() const {
  Sight sight{.now = Model::Clock::now()};
  const home::KeptPlay& kept = plan_.kept;
  if (home::KeptPlay::exists(kept.name))
    sight.store = kept.name + (kept.library.empty() ? "" : " --library FILE.so");
  sight.dealt = Position{.me = person_,
                         .value = match_.game(),
                         .known = match_.dealer().known(person_),
                         .to_act = wants_,
                         .step = step_};
  return sight;
}

void PlayProgram::hear(SeatEvent event) {
  Updated updated = update(std::move(model_), std::move(event), look());
  model_ = std::move(updated.model);
  for (Effect& effect : updated.effects.all()) perform(effect);
}

/// Does one thing: the person hears of all that has happened before anything else does.
void PlayProgram::step() {
  if (model_.asks(Model::Question::watch)) return read_line();
  if (!happened_.empty()) {
    MatchMoved moved = std::move(happened_.front());
    happened_.pop_front();
    return hear(std::move(moved));
  }
  if (broken_) return hear(Failed{*broken_});
  if (std::exchange(due_, false)) return hear(MoveDue{});
  if (wants_) return wait_for_person();
  if (match_.game().over()) return hear(MatchOver{});
  advance();
}

/// Rings the game's alarm, as by the clock of the one program that plays. Returns whether it did.
bool PlayProgram::ring() {
  const auto minutes = match_.game().alarm();
  const auto now = Model::Clock::now();
  if (!minutes || now - alarm_since_ < std::chrono::minutes(*minutes)) return false;
  alarm_since_ = now;
  if (const auto rung = match_.happen(rules::AlarmRang{}); !rung)
    broken_ = words::failure_of(rung.error(), "The match broke off");
  return true;
}

/// Lets the bots move, or asks the person first.
void PlayProgram::advance() {
  if (ring()) return;
  moves_.clear();
  for (const Seat seat : match_.game().active()) {
    if (seat == person_)
      wants_ = true;
    else if (const auto move = thought_of(seat))
      moves_.emplace(seat, *move);
    else
      return;  // the person has ended the match meanwhile, or taken their move back
  }
  if (!wants_) {
    const std::size_t ply = match_.ply();
    think();
    // The person may have resigned meanwhile, or taken their move back.
    if (done_ || match_.game().over() || match_.ply() != ply) return;
    make(moves_);
    if (has_moved_) keep();  // so that a person who comes back finds what the bots did
    return;
  }
  ++step_;
  hear(MoveWanted{});
}

/// Returns the move of a bot's seat. A player that thinks does so on a thread of its own, and the
/// page is served meanwhile; none: as for ask().
std::optional<rules::Action> PlayProgram::thought_of(Seat seat) {
  if (!thinkers_.at(seat.value)) return move_of_bot(match_, bot_, seat, rng_);
  const auto answer = ask(*thinkers_.at(seat.value), seat);
  if (!answer) return {};
  if (!answer->failed.empty()) {
    const auto erred =
        words::said("bot_erred", {{"why", words::text(words::printable(answer->failed))}});
    print({.text = erred.text(), .said = erred.json()});
  }
  if (!match_.game().is_script() || match_.game().active().size() > 1 ||
      match_.try_move({{seat, answer->thought.move}}))
    return answer->thought.move;
  return move_of_bot(match_, rules::simple_move, seat, rng_);
}

/// Returns what a player answers who thinks on a thread of its own; none: the person has ended the
/// match meanwhile, or taken their move back.
std::optional<ThinkerAnswer> PlayProgram::ask(const rules::Opponent& player, Seat seat) {
  std::optional<ThinkerAnswer> answer;
  std::optional<rules::Trail> trail;
  if (reads_trail(player, match_.game())) trail = rules::trail_of(match_, seat);
  thinking_.ask(
      {player, match_.game(), seat, match_.dealer().known(seat), std::move(trail), rng_.u64()},
      std::chrono::milliseconds(kThoughtMax_ms),
      [&answer](ThinkerAnswer given) { answer = std::move(given); });
  serve_until([&answer] { return answer.has_value(); });
  thinking_.cancel();
  return answer;
}

/// Hears what the person does meanwhile, until `over` holds or they have ended the match or gone
/// back in it. A terminal shows the game with whom it waits for, if that takes longer than a
/// moment.
void PlayProgram::serve_until(const std::function<bool()>& over) {
  constexpr std::chrono::milliseconds kMoment{200};
  const std::size_t ply = match_.ply();
  io_.restart();
  const auto work = boost::asio::make_work_guard(io_);
  if (typing_) listen_meanwhile();
  if (typing_ && model_.setup.in_place && !wants_) show_waiting(kMoment);
  while (!over() && !done_ && !match_.game().over() && match_.ply() == ply) io_.run_one();
  if (!typing_) return;
  ++typing_->waits;
  typing_->input.cancel();
  typing_->shows.cancel();
}

/// Shows the game in so many milliseconds, and then each second while the program waits.
void PlayProgram::show_waiting(std::chrono::milliseconds in) {
  typing_->shows.expires_after(in);
  typing_->shows.async_wait([this, wait = typing_->waits](boost::system::error_code error) {
    if (error || wait != typing_->waits) return;
    model_.sight = look();
    lines_.show(model_);
    show_waiting(std::chrono::seconds(1));
  });
}

/// Hears the commands that the person types at a terminal while a bot thinks. All else waits for
/// their turn. A terminal gives a whole line at a time.
void PlayProgram::listen_meanwhile() {
  const auto heard = [this, wait = typing_->waits](boost::system::error_code error) {
    if (error || wait != typing_->waits) return;
    std::string line;
    if (!std::getline(std::cin, line)) return hear(InputEnded{});
    lines_.terminal().erase_typed(line);
    if (is_command(model_, line))
      hear_typed(line, false);
    else
      ahead_.push_back(std::move(line));
    if (wait == typing_->waits) listen_meanwhile();
  };
  typing_->input.async_wait(boost::asio::posix::stream_descriptor::wait_read, heard);
}

/// Says what a hard bot would do in the person's place.
void PlayProgram::give_hint() {
  const auto hard = rules::opponent_named("hard", match_.game());
  const auto say = [&](const words::Said& said) {
    print({.text = said.text(), .said = said.json()});
  };
  if (!hard) return say(words::said("no_hint", {{"why", words::text(hard.error().about)}}));
  const auto answer = ask(*hard, person_);
  if (!answer) return;
  if (!answer->failed.empty())
    return say(words::said("no_hint", {{"why", words::text(words::printable(answer->failed))}}));
  const std::string move = words::printable(
      match_.game().label(person_, answer->thought.move, match_.dealer().known(person_)));
  const std::string& why = answer->thought.why;
  say(why.empty()
          ? words::said("hint_is_plain", {{"move", words::text(move)}})
          : words::said("hint_is", {{"move", words::text(move)}, {"why", words::text(why)}}));
}

/// Goes back to before the person's last move. What the bots had chosen is chosen anew.
void PlayProgram::take_back() {
  if (!match_.undo(person_)) {
    const words::Said said = words::said("no_move_to_take_back");
    return print({.text = said.text(), .said = said.json()});
  }
  wants_ = false;
  ++step_;
  moves_.clear();
  keep();
  hear(MoveTakenBack{});
}

/// Returns how long the bots seem to think about their moves.
std::int64_t PlayProgram::thought_ms() const {
  std::int64_t most = 0;
  for (const auto& [seat, action] : moves_)
    most = std::max(
        most, wait_ms(match_.game(), seat, action, model_.play.kinds, plan_.ways.bots_think_ms));
  return most;
}

/// Waits as long as the bots seem to think, if there is a person who follows them. The page is
/// served meanwhile.
void PlayProgram::think() {
  const bool follows = page_ ? plan_.display->viewers() > 0 : model_.setup.at_terminal;
  if (!follows || plan_.ways.bots_think_ms == 0 || model_.play.lost_all) return;
  boost::asio::steady_timer timer(io_, std::chrono::milliseconds(thought_ms()));
  bool over = false;
  timer.async_wait([&over](boost::system::error_code) { over = true; });
  serve_until([&over] { return over; });
  timer.cancel();
  while (!over) io_.run_one();
}

void PlayProgram::wait_for_person() {
  if (!page_) return read_line();
  // A page without an address to come back by is gone for good.
  if (plan_.display->address().empty() && plan_.display->viewers() == 0) return hear(InputEnded{});
  io_.run_one();
}

void PlayProgram::read_line() {
  std::string line;
  lines_.terminal().wait_until_asked();
  if (!ahead_.empty()) {
    line = std::move(ahead_.front());
    ahead_.pop_front();
    return hear_typed(line, false);
  }
  if (!std::getline(std::cin, line)) return hear(InputEnded{});
  lines_.terminal().erase_typed(line);
  hear_typed(line, false);
}

void PlayProgram::hear_typed(const std::string& line, bool on_page) {
  lines_.note_typed();
  hear(Typed{line, on_page});
}

void PlayProgram::make(const std::map<Seat, rules::Action>& moves) {
  if (const auto made = match_.move(moves); !made)
    broken_ = words::failure_of(made.error(), "The match broke off");
}

/// Makes the person's move, and keeps the match. Where a table would make a move at which the rules
/// fail an absence, nobody waits here, so the person is asked again as long as there is another.
Result<> PlayProgram::act(const rules::Action& action) {
  if (!wants_ || !rules::allows(match_.game(), person_, action))
    return fail(Fault::illegal_move, "that is no legal move");
  auto moves = moves_;
  moves.emplace(person_, action);
  if (match_.game().is_script())
    if (const auto tried = match_.try_move(moves); !tried) {
      hear(MoveFailedHere{action, tried.error().about});
      const auto& erred = model_.play.erred;
      const auto others = match_.game().legal(person_);
      if (std::ranges::any_of(others, [&](const rules::Choice& choice) {
            return choice.range || !erred.contains(choice.action);
          })) {
        hear(MoveWanted{});
        return {};
      }
    }
  wants_ = false;
  ++step_;
  make(moves);
  if (broken_) return {};
  has_moved_ = true;
  keep();
  return {};
}

void PlayProgram::keep() {
  if (broken_) return;
  plan_.kept.match = match_.json();
  plan_.when_kept(plan_.kept.keep() ? &plan_.kept : nullptr);
}

void PlayProgram::resign() {
  wants_ = false;
  ++step_;
  if (const auto happened = match_.happen(rules::Resigned{person_}); !happened)
    broken_ = words::failure_of(happened.error(), "The match broke off");
}

void PlayProgram::perform(Effect& effect) {
  std::visit(Overloaded{[&](const Line& line) { print(line); },
                        [&](const AskAgain&) { lines_.ask(model_); }, [&](const Show&) { show(); },
                        [&](const RingBell&) { lines_.terminal().bell(); },
                        [&](const NewDeck& deck) {
                          if (page_) page_->on_new_deck(deck.game);
                        },
                        [&](const MoveLater&) { due_ = true; },
                        [&](const AskHint&) { give_hint(); }, [&](const TakeBack&) { take_back(); },
                        [&](const BeginAnew& anew) {
                          anew_ = anew;
                          done_ = true;
                          wants_ = false;
                          model_.sight = look();  // so that nothing is asked once more
                        },
                        [&](const Order& order) {
                          if (std::holds_alternative<Resign>(order)) resign();
                          const auto* chosen = std::get_if<Act>(&order);
                          if (chosen == nullptr) return;
                          auto result = act(chosen->action);
                          hear(Answered{order, std::move(result)});
                        },
                        [&](const WriteReport&) {
                          const words::Said said = report_written();
                          print({.text = said.text(), .said = said.json()});
                        },
                        [&](Conclude& conclude) { conclusion_ = std::move(conclude); },
                        [&](const End& end) {
                          done_ = true;
                          lingers_ = end.lingers;
                        },
                        [](const auto&) {}},  // orders to a session
             effect);
}

void PlayProgram::print(const Line& line) {
  if (page_) put_line(*page_, line);
  lines_.print(line, model_);
}

void PlayProgram::show() {
  if (page_) return page_->changed();
  model_.sight = look();
  if (wants_) lines_.show(model_);
}

/// Lets a page show the end, and prints the result.
int PlayProgram::finish() {
  if (!conclusion_.failure) plan_.kept.forget();
  if (page_ && (lingers_ || anew_)) {
    bool over = false;
    page_->end(lingers_, [&over] { over = true; });
    while (!over) io_.run_one();
    if (page_->again().value_or(false)) anew_ = BeginAnew{.deals_again = true};
  } else if (page_) {
    io_.poll();  // what is still to be said
    page_->leave();
  }
  lines_.end_event();
  lines_.terminal().drain(std::chrono::seconds(1));
  if (anew_ && !lingers_) return 0;
  if (conclusion_.failure) return plan_.output.failed(*conclusion_.failure, conclusion_.document);
  plan_.output.result(conclusion_.document);
  plan_.output.result(conclusion_.text);
  return 0;
}

}  // namespace fairdeal::seat
