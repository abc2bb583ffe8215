#include "ui/seat/nickname.h"

#include <iostream>
#include <unistd.h>

#include "proto/name.h"
#include "ui/front/typed_ahead.h"
#include "ui/home/identity.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {

std::string nickname_problem(const std::string& nickname) { return proto::name_problem(nickname); }

std::string ask_nickname(const Options& seat, const std::filesystem::path& path) {
  const bool person = seat.bot.empty() && seat.events_fd < 0 && ::isatty(STDIN_FILENO) == 1 &&
                      ::isatty(STDERR_FILENO) == 1;
  if (!seat.nickname.empty() || !person || std::filesystem::exists(path)) return seat.nickname;
  const std::string login = words::shown_on(STDERR_FILENO, home::login_name());
  front::TypedAhead ahead;
  ahead.take();
  for (std::string name;;) {
    std::cerr << "What shall the others call you? Type a name, or nothing for " << login << "."
              << std::endl;
    if (!std::getline(std::cin, name)) return "";
    if (name.empty()) {
      std::cerr << "You are called " << login << "; --nickname NAME changes it." << std::endl;
      return "";
    }
    const std::string problem = nickname_problem(name);
    if (problem.empty()) return name;
    ahead.take();
    std::cerr << "That will not do: " << problem << "." << std::endl;
  }
}

}  // namespace fairdeal::seat
