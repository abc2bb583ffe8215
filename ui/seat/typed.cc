#include <algorithm>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>

#include "rules/choice_text.h"
#include "ui/seat/seat.h"

/// The input of a seat: the moves and commands that a person types.
namespace fairdeal::apps {
namespace {

constexpr std::size_t kLinesOfLog = 20;
constexpr const char* kNotYourTurn = "It is not your turn; 'help' says what else you may type.";

constexpr const char* kHelp =
    "Type a move: its number, its name or the beginning of it; an amount as in\n"
    "'raise to 60' or 'r60', or 'all in'. Besides:\n"
    "  list    all moves, where only some are named\n"
    "  last    how the hand before this one went\n"
    "  log     the last lines of what happened\n"
    "  who     who is here\n"
    "  rules, terms   how the game is played; the terms of this table\n"
    "  secrets    who has seen which cards, and who shuffled them\n"
    "  answers yes   let the game answer for you by what you alone know, until answers no\n"
    "  say TEXT   say something to the others; chat shows what was said last\n"
    "  chat off   see nothing of what is said, until chat on\n"
    "  mute NAME  see nothing of what NAME says, until unmute NAME\n"
    "  away    your program moves for you, as if you were silent but at once, until 'back'\n"
    "  keep NAME  keep somebody as a contact, if NAME does so, too: then you find each other's\n"
    "             tables without a code (fairdeal contacts)\n"
    "  leave   leave the table for good\n"
    "  quit    leave for good, or stop now and come back later\n"
    "  bell    no sound on your turn any more, or a sound again";

constexpr const char* kHelpOfHost =
    "Until the table begins:\n"
    "  yes NAME, no NAME   whether somebody who asks may sit down\n"
    "  kick NAME           send somebody away, who cannot come back\n"
    "  code, code new      the code for your friends, or another one in its place\n"
    "  start, or Enter     begin, once all seats are taken";

constexpr const char* kHowToQuit =
    "Do you leave for good (leave), or stop here and come back with fairdeal resume (stop)?\n"
    "Anything else: you play on.";

template <class Lines>
std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace

void SeatAtTable::listen_to_input() {
  if (input_.is_open()) return;
  // The page is where the person plays.
  if (page_ && (on_screen() || ::isatty(STDIN_FILENO) != 1)) return;
  // Asio makes the descriptor non-blocking. It is opened anew, so that this does not change the one
  // that the terminal's next reader shares.
  const int own = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  input_.assign(own >= 0 ? own : ::dup(STDIN_FILENO));
  read_line();
}

void SeatAtTable::drop_typed_ahead() {
  constexpr std::chrono::milliseconds kShownWithin{200};
  terminal_.drain(kShownWithin);  // what the question is about stands there now
  if (page_) page_->drop_input();
  if (input_.is_open()) {
    input_.close();
    ++readings_;
    typed_.consume(typed_.size());
  }
  // A program in the background may not touch the terminal of its session: it would be stopped. Of
  // any other terminal nobody is in the foreground.
  const pid_t in_front = ::tcgetpgrp(STDIN_FILENO);
  if (in_front < 0 || in_front == ::getpgrp()) ::tcflush(STDIN_FILENO, TCIFLUSH);
}

void SeatAtTable::read_line() {
  boost::asio::async_read_until(
      input_, typed_, '\n',
      [this, reading = readings_](boost::system::error_code error, std::size_t length) {
        if (reading != readings_) return;
        if (error == boost::asio::error::not_found) {  // the line is longer than any command
          typed_.consume(typed_.size());
          return read_line();
        }
        if (error) {
          if (error != boost::asio::error::operation_aborted) input_ended();
          return;
        }
        const auto data = typed_.data();
        std::string line(
            boost::asio::buffers_begin(data),
            boost::asio::buffers_begin(data) + static_cast<std::ptrdiff_t>(length - 1));
        typed_.consume(length);
        on_line(line);
        if (reading == readings_ && input_.is_open()) read_line();
      });
}

void SeatAtTable::input_ended() {
  if (page_) return input_.close();
  give_up({Exit::usage, "no_input", "The input ended: nobody can type here any more.",
           asks_consent_ || asks_script_
               ? "With --accept this seat agrees to the terms without being asked."
               : "Let a bot play this seat with --bot simple."});
}

void SeatAtTable::on_line(const std::string& line) {
  terminal_.erase_typed(line);
  take_line(line);
}

/// Does what was typed, at the terminal or on the page.
void SeatAtTable::take_line(const std::string& line) {
  problem_.clear();
  asked_.clear();
  result_.end();
  if (!unread_.empty()) return turn_page(true);
  if (asks_script_) return answer_script(line);
  if (asks_consent_) return answer_consent(line);
  if (std::exchange(asks_to_quit_, false) && answer_quit(line)) return;
  if (!obeys_about_chat(line) && !obeys_host(line) && !moves(line) && !keeps(line))
    obeys(word_typed(line));  // a move is not a command, too
  show();
}

/// Submits the move that was typed. Returns whether it was a legal move; if not, and it is this
/// seat's turn, `problem_` says why.
bool SeatAtTable::moves(const std::string& line) {
  const auto* node = session_->node();
  if (node == nullptr || !node->to_act()) return false;
  const auto action = rules::read_choice(line, choices());
  if (action) tell_answer(*action, false);
  const auto acted = action ? session_->act(*action) : Result<>(fail(action.error()));
  if (!acted) problem_ = printable(acted.error().about);
  return acted.has_value();
}

void SeatAtTable::obeys(const std::string& word) {
  struct Command {
    const char* word;
    void (SeatAtTable::*obey)();
    bool at_table = true;  ///< whether the command works only once the table has begun
  };
  static constexpr Command kCommands[] = {{"help", &SeatAtTable::help, false},
                                          {"quit", &SeatAtTable::ask_to_quit, false},
                                          {"bell", &SeatAtTable::turn_bell, false},
                                          {"terms", &SeatAtTable::tell_terms, false},
                                          {"rules", &SeatAtTable::tell_rules, false},
                                          {"list", &SeatAtTable::list_all},
                                          {"last", &SeatAtTable::tell_last_hand},
                                          {"log", &SeatAtTable::tell_log},
                                          {"who", &SeatAtTable::tell_who_is_here, false},
                                          {"chat", &SeatAtTable::tell_chat},
                                          {"chatoff", &SeatAtTable::chat_off},
                                          {"chaton", &SeatAtTable::chat_on},
                                          {"secrets", &SeatAtTable::tell_secrets},
                                          {"answersyes", &SeatAtTable::let_answer},
                                          {"answersno", &SeatAtTable::let_not_answer},
                                          {"away", &SeatAtTable::go_away},
                                          {"back", &SeatAtTable::come_back},
                                          {"leave", &SeatAtTable::leave}};
  const auto* node = session_->node();
  const auto* command = std::ranges::find(kCommands, word, &Command::word);
  if (command == std::end(kCommands)) {
    if (node != nullptr && !node->to_act() && !word.empty()) say(kNotYourTurn);
    return;
  }
  problem_.clear();
  if (command->at_table && node == nullptr)
    return say("The table has not begun yet; 'quit' ends this program.");
  (this->*command->obey)();
}

void SeatAtTable::help() {
  say(kHelp);
  if (!is_guest_ && session_->node() == nullptr) say(kHelpOfHost);
}

void SeatAtTable::turn_bell() {
  bell_ = !bell_;
  say(bell_ ? "There is a sound on your turn." : "No sound.");
}

void SeatAtTable::list_all() {
  say(session_->node()->to_act() ? rules::list_choices(choices(), true) : kNotYourTurn);
}

void SeatAtTable::leave() {
  session_->leave();
  say("You leave. This program ends by itself once the others have what they need of it; Ctrl-C "
      "ends it at once.");
}

void SeatAtTable::ask_to_quit() {
  if (session_->node() == nullptr) return interrupted();
  asks_to_quit_ = true;
  if (!terminal_.in_place()) say(kHowToQuit);
}

/// Returns the line above the question: what is wrong with the last line typed, or how to quit.
std::string SeatAtTable::problem_words() const {
  const std::string text = asks_to_quit_ ? kHowToQuit : problem_;
  return text.empty() ? "" : text + "\n";
}

/// Carries out the answer to the question how to quit. Returns whether `line` was an answer.
bool SeatAtTable::answer_quit(const std::string& line) {
  const std::string word = word_typed(line);
  if (word == "stop") interrupted();
  if (word == "leave") leave();
  if (word != "stop") show();
  return word == "stop" || word == "leave";
}

void SeatAtTable::go_away() {
  away_ = true;
  say("You are away: your program makes the moves of a silent seat for you, at once, until you "
      "type "
      "'back'.");
  move_for_person();
}

void SeatAtTable::come_back() {
  away_ = false;
  say("You are back.");
}

/// Makes the bot's move. If the rules refuse it or fail at it, the next best one is tried.
void SeatAtTable::decide() {
  for (const auto* node = session_->node(); node != nullptr && node->to_act();) {
    const auto action = rules::next_best_move(bot_, node->table().game(), node->me(), node->known(),
                                              *bot_rng_, erred_);
    if (!action) return say("The bot has no move at which the rules do not fail.");
    const auto acted = session_->act(*action);
    if (acted) return;
    say("The bot erred: " + fairdeal::describe(acted.error()));
    erred_.insert(*action);
  }
}

/// Returns the move that the program makes without asking: the only sensible one or, if the person
/// is away, the one that the rules make for a silent seat.
std::optional<rules::Action> SeatAtTable::unasked() const {
  const auto* node = session_->node();
  if (node == nullptr || !node->to_act()) return {};
  if (auto action = node->table().game().obvious(node->me(), known());
      action && !erred_.contains(*action))
    return action;
  const auto choice =
      away_ ? move_of_absent(node->table().game(), {node->me()}) : std::optional<rules::Choice>();
  return choice && !erred_.contains(choice->action) ? std::optional(choice->action) : std::nullopt;
}

/// Makes the move of unasked(), unless the person has come back meanwhile. Returns whether there
/// was one.
bool SeatAtTable::move_for_person() {
  if (!unasked()) {
    const auto* node = session_->node();
    if (away_ && node != nullptr && node->to_act())
      say("Nothing can be done for you here while you are away: your clock runs.");
    return false;
  }
  boost::asio::post(io_, [this] {
    const auto action = unasked();
    if (action) tell_answer(*action, true);
    if (action) (void)session_->act(*action);
  });
  return true;
}

// ---- The past of the table

void SeatAtTable::tell_log() {
  const auto count = static_cast<std::ptrdiff_t>(std::min(kLinesOfLog, log_.size()));
  const std::vector<std::string> last(log_.end() - count, log_.end());
  say(last.empty() ? "Nothing has happened yet." : joined(last));
}

/// Prints what happened in the last hand, which lasted from one shuffle to the next.
void SeatAtTable::tell_last_hand() {
  say(last_hand_.empty() ? "No hand was played before this one." : joined(last_hand_));
}

void SeatAtTable::tell_who_is_here() {
  if (session_->node() == nullptr)
    return say(here_.empty() ? "The host has not answered yet." : here_ + ".");
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < session_->node()->table().members().standings().size(); ++i) {
    const bool me = Seat(i) == session_->node()->me();
    const std::string why = why_not_here(Seat(i));
    const auto through = session_->node()->parts().links.through(Seat(i));
    const std::string here =
        through ? ": here, via " + (*names_)[*through] : ": here" + path_words(Seat(i));
    lines.push_back((*names_)[Seat(i)] + (is_contact(Seat(i)) ? " ✓" : "") +
                    (!why.empty() ? why
                     : me         ? ": you"
                                  : here));
  }
  for (const auto& [at, keys] : watchers_)
    if (!keys.empty()) lines.push_back(watchers_words(at));
  say(joined(lines));
}

}  // namespace fairdeal::apps
