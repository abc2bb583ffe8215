#include "ui/seat/next_match.h"

#include <csignal>
#include <iostream>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {
namespace {

constexpr int kAnswerMs = 30'000;

/// Sets the terminal, while it lives, to deliver each key at once and not to echo it.
class SingleKeys {
 public:
  SingleKeys() {
    ::tcgetattr(STDIN_FILENO, &before_);
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys);  // discards what was typed before the question
  }
  ~SingleKeys() { ::tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

 private:
  termios before_{};
};

/// Returns the key that is pressed after the question; none after kAnswerMs or Ctrl-C.
std::optional<char> key_pressed_after(const std::string& question) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, [](int) {});
  const SingleKeys keys;
  std::cout << words::shown_on(STDOUT_FILENO, question) << std::flush;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  char key = 0;
  if (::poll(&input, 1, kAnswerMs) <= 0 || ::read(STDIN_FILENO, &key, 1) != 1) return {};
  return key;
}

/// Returns what the game carries over for each seat: " (stacks: Ann 520, Bob 480)"; "" if nothing.
std::string carried_over(const meet::NextMatch& next) {
  std::string text;
  const words::Json params = rules::json_or_null(next.terms.params);
  for (const auto& [name, value] : rules::JsonReader(params).members()) {
    if (!value.is_list() || value.size() != next.seats.size()) continue;
    text += (text.empty() ? " (" : "; ") + words::printable(name) + ":";
    for (std::size_t i = 0; i < value.size(); ++i)
      text += (i == 0 ? " " : ", ") + words::printable(next.seats[i].nickname) + " " +
              words::printable(rules::text(value.element(i).json()));
  }
  return text.empty() ? "" : text + ")";
}

}  // namespace

bool wants_next_match(const Options& options, const words::Output& output,
                      const meet::NextMatch& next, const words::Said& host, std::uint32_t played) {
  if (options.matches > 0) return played < options.matches;
  const bool can_ask = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  if (!options.bot.empty() || options.events_fd >= 0 || output.json || output.quiet || !can_ask ||
      next.seats.size() < 2)
    return false;
  const std::string opens = host.empty() ? "" : words::printable(host.text()) + " ";
  const auto key = key_pressed_after("Another match with the same people" + carried_over(next) +
                                     "? " + opens + "Press y within 30 s; any other key leaves.\n");
  const bool yes = key == 'y' || key == 'Y';
  return yes;
}

}  // namespace fairdeal::seat
