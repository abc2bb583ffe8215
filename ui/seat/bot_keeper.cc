#include "ui/seat/bot_keeper.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sstream>
#include <system_error>
#include <unistd.h>

#include <sys/wait.h>

#include "ui/seat/bot_names.h"
#include "ui/seat/bots.h"

namespace fairdeal::seat {
namespace {

void check(bool good, const char* what) {
  if (!good) throw std::system_error(errno, std::generic_category(), what);
}

/// Carries out the host's commands, a line each, until the host closes its end of the pipe.
void obey(int from, Bots bots) {
  std::FILE* lines = ::fdopen(from, "r");
  char* line = nullptr;
  std::size_t room = 0;
  while (lines != nullptr && ::getline(&line, &room, lines) > 0) {
    std::istringstream words(line);
    std::string word, text, list;
    words >> word >> text >> std::ws;
    if (word == "sit_down" && std::getline(words, list))  // an engine's name may have spaces
      bots.sit_down(listed_bots(list), text);
    else if (word == "resume" && !text.empty())
      bots.resume(text);
    else if (word == "forget")
      bots.forget();
  }
  std::free(line);
}

}  // namespace

BotKeeper::BotKeeper(const std::filesystem::path& tables, const std::vector<std::string>& libraries,
                     std::int64_t think_ms) {
  int ends[2];
  check(::pipe2(ends, O_CLOEXEC) == 0, "pipe");
  pid_ = ::fork();
  check(pid_ >= 0, "fork");
  if (pid_ > 0) {
    ::close(ends[0]);
    to_ = ends[1];
    return;
  }
  ::close(ends[1]);
  // Ctrl-C in the terminal also reaches the bots, which end by themselves. The keeper ignores it,
  // and ends when the host does.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, [](int) {});
  int status = 0;
  try {
    obey(ends[0], Bots(tables, libraries, think_ms));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "The bots could not be started: %s.\n", error.what());
    status = 1;
  }
  ::_exit(status);
}

BotKeeper::~BotKeeper() {
  ::close(to_);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void BotKeeper::tell(const std::string& line) {
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t n = ::write(to_, line.data() + done, line.size() - done);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n < 0 && errno != EINTR) return;  // it is gone: everybody sees the seats stay empty
  }
}

void BotKeeper::sit_down(const std::vector<std::string>& bots, const std::string& table) {
  std::string list;
  for (const std::string& bot : bots) list += (list.empty() ? "" : ",") + bot;
  tell("sit_down " + table + " " + list + "\n");
}

void BotKeeper::resume(const std::string& table) { tell("resume " + table + "\n"); }

void BotKeeper::forget() { tell("forget\n"); }

}  // namespace fairdeal::seat
