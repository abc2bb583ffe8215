#include "ui/lobby/child.h"

#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "ui/home/machine.h"

extern char** environ;

namespace fairdeal::lobby {
namespace {

using boost::asio::posix::stream_descriptor;
using boost::system::error_code;

constexpr std::string_view kAddressBegins = "http://127.0.0.1:";
/// How much of what a child says is kept: the words of a failure are short.
constexpr std::size_t kSaidBytesMax = 16 << 10;

/// Returns this process's environment, in which FAIRDEAL_LINK is `secret` and nothing else names a
/// table.
std::vector<std::string> environment_with(const std::string& secret) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (!text.starts_with("FAIRDEAL_LINK=") && !text.starts_with("FAIRDEAL_CODE="))
      variables.emplace_back(text);
  }
  if (!secret.empty()) variables.push_back("FAIRDEAL_LINK=" + secret);
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts this program with both its outputs in `output`. Returns its number, or a negative error.
pid_t spawn_apart(std::vector<std::string> arguments, const std::string& secret, int output) {
  arguments.insert(arguments.begin(), "fairdeal");
  auto variables = environment_with(secret);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&files) != 0) return -ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&files);
    return -ENOMEM;
  }
  pid_t pid = -1;
  int error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  const auto then = [&](int result) { error = error == 0 ? result : error; };
  then(posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
  then(posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO));
  then(posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO));
  then(posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1));
  if (error == 0)
    then(posix_spawn(&pid, "/proc/self/exe", &files, &attributes, pointers_to(arguments).data(),
                     pointers_to(variables).data()));
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error == 0 ? pid : -error;
}

/// Returns a file in memory for what a child says, or -1. It is no pipe: when the lobby ends, a
/// table that was opened from it goes on writing, and loses nothing.
int memory_file() {
  const int file = ::memfd_create("fairdeal-said", MFD_CLOEXEC);
  if (file >= 0) ::fcntl(file, F_SETFL, O_APPEND);
  return file;
}

/// Reads what a child says until it names its page, and waits for its end.
class ChildListener : public std::enable_shared_from_this<ChildListener> {
 public:
  ChildListener(boost::asio::io_context& io, pid_t pid, int said, int end, Child::Hear hear)
      : pid_(pid), file_(said), look_(io), end_(io, end), hear_(std::move(hear)) {}
  ChildListener(const ChildListener&) = delete;
  ~ChildListener() { ::close(file_); }

  void begin() {
    look_again();
    end_.async_wait(stream_descriptor::wait_read, [self = shared_from_this()](error_code error) {
      if (!error) self->ended();
    });
  }

 private:
  static constexpr std::chrono::milliseconds kLook{50};

  void look_again() {
    look_.expires_after(kLook);
    look_.async_wait([self = shared_from_this()](error_code error) {
      if (error || !self->hear_) return;
      self->take();
      if (self->hear_) self->look_again();
    });
  }

  void take() {
    while (said_.size() < kSaidBytesMax) {
      const ssize_t size =
          ::pread(file_, some_.data(), some_.size(), static_cast<off_t>(said_.size()));
      if (size <= 0) break;
      said_.append(some_.data(), static_cast<std::size_t>(size));
    }
    std::string address = address_in(said_);
    if (!address.empty()) std::exchange(hear_, nullptr)({.address = std::move(address)});
  }

  void ended() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (hear_) take();
    if (hear_) std::exchange(hear_, nullptr)({.code = code, .said = said_});
    look_.cancel();
  }

  pid_t pid_;
  int file_;
  boost::asio::steady_timer look_;
  stream_descriptor end_;
  Child::Hear hear_;
  std::array<char, 4096> some_{};
  std::string said_;
};

}  // namespace

std::string address_in(std::string_view said) {
  const std::size_t begin = said.find(kAddressBegins);
  if (begin == std::string_view::npos) return "";
  const std::size_t end = said.find_first_of(" \n", begin);
  return end == std::string_view::npos ? "" : std::string(said.substr(begin, end - begin));
}

Result<> Child::start(boost::asio::io_context& io, std::vector<std::string> arguments,
                      const std::string& secret, Hear hear) {
  const auto failed = [](int error) {
    if (const std::string lacks = home::what_machine_lacks(); !lacks.empty())
      return fail(Fault::storage, "no program can be started: " + lacks);
    return fail(Fault::storage,
                "no program can be started: " + std::generic_category().message(error));
  };
  const int said = memory_file();
  if (said < 0) return failed(errno);
  const pid_t pid = spawn_apart(std::move(arguments), secret, said);
  const int end = pid < 0 ? -1 : static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (end < 0) {
    const int error = pid < 0 ? -pid : errno;
    ::close(said);
    return failed(error);
  }
  std::make_shared<ChildListener>(io, pid, said, end, std::move(hear))->begin();
  return {};
}

}  // namespace fairdeal::lobby
