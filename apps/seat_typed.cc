#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>

#include "apps/seat.h"
#include "rules/choice_text.h"

/// What a person types at a table.
namespace fairdeal::apps {
namespace {

constexpr std::size_t kLinesOfLog = 20;

constexpr const char* kHelp =
    "Type a move: its number, its name or the beginning of it; an amount as in\n"
    "'raise to 60' or 'r60', or 'all in'. Besides:\n"
    "  list    all moves, where only some are named\n"
    "  last    how the hand before this one went\n"
    "  log     the last lines of what happened\n"
    "  who     who is here\n"
    "  away    your program moves for you, as if you were silent but at once, until 'back'\n"
    "  leave   leave the table for good\n"
    "  quit    leave for good, or stop now and come back later\n"
    "  bell    no sound on your turn any more, or a sound again";

std::string command_in(const std::string& line) {
  std::string word;
  for (const char c : line)
    if (c > ' ') word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

}  // namespace

void SeatAtTable::listen_to_input() {
  // Asio makes it non-blocking: ours alone, not that of the terminal's next reader.
  const int own = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  input_.assign(own >= 0 ? own : ::dup(STDIN_FILENO));
  read_line();
}

void SeatAtTable::read_line() {
  boost::asio::async_read_until(
      input_, typed_, '\n', [this](boost::system::error_code error, std::size_t length) {
        if (error == boost::asio::error::not_found) {  // longer than anything one could mean
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
        if (input_.is_open()) read_line();
      });
}

void SeatAtTable::input_ended() {
  give_up({Exit::usage, "no_input", "The input ended: nobody can type here any more.",
           asks_consent_ ? "With --accept this seat agrees to the terms without being asked."
                         : "Let a bot play this seat with --bot simple."});
}

void SeatAtTable::on_line(const std::string& line) {
  terminal_.erase_typed(line);
  problem_.clear();
  asked_.clear();
  if (asks_consent_) return answer_consent(line);
  if (std::exchange(asks_to_quit_, false) && answer_quit(line)) return;
  if (!moves(line)) obeys(command_in(line));  // what is a move is no command
  show();
}

/// Whether it was a move: if it was not, `problem_` says why.
bool SeatAtTable::moves(const std::string& line) {
  const auto* node = session_->node();
  if (node == nullptr || !node->my_turn()) return false;
  const auto action = rules::read_choice(line, choices());
  const auto acted = action ? session_->act(*action) : Result<>(fail(action.error()));
  if (!acted) problem_ = printable(acted.error().about);
  return acted.has_value();
}

void SeatAtTable::obeys(const std::string& word) {
  const bool known = word == "help" || word == "list" || word == "last" || word == "log" ||
                     word == "who" || word == "away" || word == "back" || word == "leave" ||
                     word == "quit" || word == "bell";
  const auto* node = session_->node();
  if (!known) {
    if (node != nullptr && !node->my_turn() && !word.empty())
      say("It is not your turn; 'help' says what else you may type.");
    return;
  }
  problem_.clear();
  if (word == "help") say(kHelp);
  if (word == "bell") say((bell_ = !bell_) ? "There is a sound on your turn." : "No sound.");
  if (word == "quit") ask_to_quit();
  if (node == nullptr && word != "help" && word != "bell" && word != "quit")
    say("The table has not begun yet; 'quit' ends this program.");
  if (node == nullptr) return;
  if (word == "list" && node->my_turn()) say(rules::list_choices(choices(), true));
  if (word == "last") say(lines_of_last_hand());
  if (word == "log") say(last_lines(kLinesOfLog));
  if (word == "who") say(who_is_here());
  if (word == "away" || word == "back") go_away(word == "away");
  if (word == "leave") leave();
}

void SeatAtTable::leave() {
  session_->leave();
  say("You leave. This program ends by itself once your locks are off the cards; Ctrl-C ends it at "
      "once.");
}

void SeatAtTable::ask_to_quit() {
  if (session_->node() == nullptr) return interrupted();
  asks_to_quit_ = true;
  problem_ =
      "Do you leave for good (leave), or stop here and come back with fairdeal resume (stop)?\n"
      "Anything else: you play on.";
  if (!terminal_.in_place()) say(problem_);
}

/// Whether that was an answer.
bool SeatAtTable::answer_quit(const std::string& line) {
  const std::string word = command_in(line);
  if (word == "stop") interrupted();
  if (word == "leave") leave();
  if (word != "stop") show();
  return word == "stop" || word == "leave";
}

void SeatAtTable::go_away(bool away) {
  away_ = away;
  say(away ? "You are away: your program makes the moves of a silent seat for you, at once, until "
             "you type 'back'."
           : "You are back.");
  if (away_) move_for_person();
}

/// What has only one answer, or is answered for who is away. Whether there is such a move.
bool SeatAtTable::move_for_person() {
  const auto* node = session_->node();
  if (node == nullptr || !node->my_turn()) return false;
  auto action = node->table().game().obvious(node->me(), node->known());
  if (!action && away_)
    if (const auto choice = move_of_absent(node->table().game(), node->me()))
      action = choice->action;
  if (!action) return false;
  boost::asio::post(io_, [this, action = *action] {
    const auto* now = session_->node();
    if (now != nullptr && now->my_turn()) (void)session_->act(action);
  });
  return true;
}

// ---- What has happened

std::string SeatAtTable::last_lines(std::size_t count) const {
  std::string text;
  for (std::size_t i = log_.size() - std::min(count, log_.size()); i < log_.size(); ++i)
    text += (text.empty() ? "" : "\n") + log_[i];
  return text.empty() ? "Nothing has happened yet." : text;
}

/// From one shuffle to the next.
std::string SeatAtTable::lines_of_last_hand() const {
  std::string text;
  for (const std::string& line : last_hand_) text += (text.empty() ? "" : "\n") + line;
  return text.empty() ? "No hand was played before this one." : text;
}

std::string SeatAtTable::who_is_here() const {
  std::string text;
  for (std::uint32_t i = 0; i < session_->node()->table().standings().size(); ++i) {
    const bool me = Seat(i) == session_->node()->me();
    const std::string why = why_not_here(Seat(i));
    text += (i == 0 ? "" : "\n") + (*names_)[Seat(i)] +
            (!why.empty() ? why
             : me         ? ": you"
                          : ": here");
  }
  return text;
}

}  // namespace fairdeal::apps
