#include "ui/home/child.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/wait.h>

#include "ui/home/machine.h"
#include "ui/home/settings.h"

extern char** environ;

namespace fairdeal::home {
namespace {

constexpr int kEventsFd = 3;

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

struct FileActions {
  posix_spawn_file_actions_t actions;
  FileActions() { check(posix_spawn_file_actions_init(&actions), "posix_spawn"); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
  void discard(int fd, int flags) {
    check(posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", flags, 0), "posix_spawn");
  }
};

/// Returns this process's environment without the settings of its person, who neither plays the
/// seat of a bot nor chooses the options of a demo's peers.
std::vector<char*> environment_of_child() {
  static char no_config_file[] = "FAIRDEAL_CONFIG=";
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    const auto is_setting =
        std::ranges::any_of(settings(), [&](const Setting& s) { return name == s.environment; });
    if (!is_setting && name != "FAIRDEAL_CONFIG") variables.push_back(*variable);
  }
  variables.insert(variables.end(), {no_config_file, nullptr});
  return variables;
}

}  // namespace

Child::Child(std::vector<std::string> arguments, Streams streams) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) check(errno, "pipe");
  arguments.insert(arguments.begin(), "fairdeal");
  arguments.insert(arguments.end(), {"--events-fd", std::to_string(kEventsFd)});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  FileActions files;
  if (streams != Streams::terminal) {
    files.discard(STDIN_FILENO, O_RDONLY);
    files.discard(STDOUT_FILENO, O_WRONLY);
  }
  if (streams == Streams::none) files.discard(STDERR_FILENO, O_WRONLY);
  // If the pipe's end were descriptor 3 itself, dup2 would leave it close-on-exec, so it is moved
  // to a higher number first.
  const int write_end = ::fcntl(ends[1], F_DUPFD_CLOEXEC, kEventsFd + 1);
  check(posix_spawn_file_actions_adddup2(&files.actions, write_end, kEventsFd), "posix_spawn");
  // A host's child must not inherit the host's port or the files of its table.
  check(posix_spawn_file_actions_addclosefrom_np(&files.actions, kEventsFd + 1), "posix_spawn");
  const int error = posix_spawn(&pid_, "/proc/self/exe", &files.actions, nullptr, argv.data(),
                                environment_of_child().data());
  ::close(write_end);
  ::close(ends[1]);
  events_ = ends[0];
  if (error != 0) ::close(std::exchange(events_, -1));
  if (const std::string lacks = error != 0 ? what_machine_lacks() : ""; !lacks.empty())
    throw MachineLacks(lacks);
  check(error, "posix_spawn");
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      events_(std::exchange(other.events_, -1)),
      rest_(std::move(other.rest_)),
      status_(other.status_) {}

Child::~Child() {
  if (pid_ > 0 && !status_) {
    ::kill(pid_, SIGKILL);
    wait();
  }
  if (events_ >= 0) ::close(events_);
}

void Child::close_events() {
  if (events_ >= 0) ::close(std::exchange(events_, -1));
}

std::vector<std::string> Child::read_events() {
  char buffer[4096];
  const ssize_t n = ::read(events_, buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return {};
  if (n <= 0) {
    ::close(std::exchange(events_, -1));
    return {};
  }
  rest_.append(buffer, static_cast<std::size_t>(n));
  std::vector<std::string> lines;
  for (std::size_t end; (end = rest_.find('\n')) != std::string::npos; rest_.erase(0, end + 1))
    lines.push_back(rest_.substr(0, end));
  return lines;
}

void Child::signal(int number) {
  if (pid_ > 0 && !status_) ::kill(pid_, number);
}

int Child::wait() {
  if (status_) return *status_;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return *status_;
}

}  // namespace fairdeal::home
