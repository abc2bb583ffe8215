#include "ui/sandbox/script_helper.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "ui/sandbox/confine.h"
#include "ui/sandbox/script_process.h"

namespace fairdeal::sandbox {
namespace {

enum class HelperTask : std::uint8_t {
  script,  ///< starts a process that serves the socket that comes along
  helper,  ///< starts another helper, for that socket
  engine,  ///< starts the engine of this text, with that socket
  allow,   ///< keeps in mind that this engine may be started
  seal,    ///< allows no engine any more
  kill     ///< kills the process
};

/// A request of this program to the helper. The answer is the process's number, or 0.
struct HelperRequest {
  HelperTask task;
  pid_t process = 0;
  EngineLimits limits{};
  std::array<char, 1'024> engine{};  ///< the program and its arguments, a line each, and a zero
};

/// The engines that this helper may start, as HelperRequest has them.
struct AllowedEngines {
  std::vector<std::string> texts{};
  bool sealed = false;
} allowed_engines;
constexpr std::size_t kEnginesMax = 32;

constexpr int kServedFd = 3;
int helper_socket = -1;
int generation = 0;
/// Held from a request to its answer, since the lobby has two threads that may run scripts.
std::mutex asking_helper;

union SocketRights {
  cmsghdr align;
  char bytes[CMSG_SPACE(sizeof(int))];
};

bool send_request(int socket, const HelperRequest& request, int with) {
  HelperRequest copy = request;
  iovec part{&copy, sizeof copy};
  SocketRights rights{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (with >= 0) {
    message.msg_control = rights.bytes;
    message.msg_controllen = sizeof rights.bytes;
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &with, sizeof with);
  }
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof copy);
}

/// Reads a request; `with` gets the socket that came along, or −1.
bool receive_request(int socket, HelperRequest& request, int& with) {
  iovec part{&request, sizeof request};
  SocketRights rights{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = rights.bytes;
  message.msg_controllen = sizeof rights.bytes;
  ssize_t size = 0;
  do size = ::recvmsg(socket, &message, 0);
  while (size < 0 && errno == EINTR);
  with = -1;
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS)
    std::memcpy(&with, CMSG_DATA(header), sizeof with);
  return size == static_cast<ssize_t>(sizeof request);
}

/// Lets go of all that this process has of its parent but one socket, which becomes kServedFd.
void keep_only(int socket) {
  ::dup2(socket, kServedFd);
  ::close_range(kServedFd + 1, ~0U, 0);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  ::close_range(kServedFd + 1, ~0U, 0);
}

[[noreturn]] void help();

/// Returns the engine's text in a request; "": it is too long.
std::string engine_text(const EngineCommand& command) {
  std::string text = command.program;
  for (const std::string& argument : command.arguments) text += "\n" + argument;
  return text.size() < HelperRequest{HelperTask::kill}.engine.size() ? text : "";
}
EngineCommand engine_command(const std::string& text) {
  std::istringstream lines(text);
  EngineCommand command;
  std::getline(lines, command.program);
  for (std::string line; std::getline(lines, line);) command.arguments.push_back(line);
  return command;
}

/// Keeps in mind which engines may be started. Returns 1, or 0 for no.
pid_t note_engine(const HelperRequest& request) {
  allowed_engines.sealed |= request.task == HelperTask::seal;
  if (allowed_engines.sealed || allowed_engines.texts.size() == kEnginesMax) return 0;
  allowed_engines.texts.emplace_back(request.engine.data());
  return 1;
}

pid_t start_process(int socket, const HelperRequest& request) {
  const std::string text = request.engine.data();
  const EngineCommand engine = engine_command(text);
  std::optional<std::filesystem::path> path;
  if (request.task == HelperTask::engine) {
    if (std::ranges::count(allowed_engines.texts, text) == 0) return 0;
    if (path = engine_path(engine.program); !path) return 0;
  }
  const pid_t helper = ::getpid();
  const pid_t process = ::fork();
  if (process != 0) return process < 0 ? 0 : process;
  ::signal(SIGUSR1, SIG_DFL);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != helper) ::_exit(1);
  keep_only(socket);
  if (path) {
    become_engine(*path, engine, request.limits, kServedFd);
    ::_exit(1);
  }
  if (request.task == HelperTask::helper) help();
  serve_script(kServedFd);
}

void help() {
  HelperRequest request{HelperTask::kill};
  int with = -1;
  while (receive_request(kServedFd, request, with)) {
    pid_t answer = 0;
    request.engine.back() = '\0';
    if (request.task == HelperTask::kill) {
      if (request.process > 0) ::kill(request.process, SIGKILL);
    } else if (request.task == HelperTask::allow || request.task == HelperTask::seal) {
      answer = note_engine(request);
    } else if (with >= 0) {
      answer = start_process(with, request);
    }
    if (with >= 0) ::close(with);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
    if (::send(kServedFd, &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;
  }
  ::_exit(0);
}

}  // namespace

namespace {

/// The process that the helper helps.
pid_t helped = 0;

/// Ends the helper with that process. The kernel gives the signal, too, when only the thread ends
/// that started the helper, such as one in which a bot thought.
void end_with_helped(int) {
  if (::getppid() != helped) ::_exit(1);
}

}  // namespace

void start_script_helper(std::span<char*> arguments) {
  if (helper_socket >= 0) return;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  helped = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) {
    ::signal(SIGUSR1, end_with_helped);
    ::prctl(PR_SET_PDEATHSIG, SIGUSR1);
    if (::getppid() != helped) ::_exit(1);
    // Ctrl-C goes to all of a terminal's programs; this one ends with the one that it helps.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(signal, SIG_IGN);
    for (char* const argument : arguments) std::memset(argument, '*', std::strlen(argument));
    keep_only(ends[1]);
    help();
  }
  ::close(ends[1]);
  if (process > 0)
    helper_socket = ends[0];
  else
    ::close(ends[0]);
}

namespace {

/// Asks the helper, and returns its answer; 0: there is none. Requires `asking_helper` to be held.
pid_t ask_helper(const HelperRequest& request, int with = -1) {
  if (helper_socket < 0 || !send_request(helper_socket, request, with)) return 0;
  pid_t answer = 0;
  ssize_t size = 0;
  do size = ::recv(helper_socket, &answer, sizeof answer, 0);
  while (size < 0 && errno == EINTR);
  return size == static_cast<ssize_t>(sizeof answer) ? answer : 0;
}

/// Lets the helper start a process at the other end of a socket. Returns this end, or −1.
int started(int type, const HelperRequest& request, pid_t& process) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  process = ask_helper(request, ends[1]);
  ::close(ends[1]);
  if (process > 0) return ends[0];
  ::close(ends[0]);
  return -1;
}

HelperRequest request_for(HelperTask task, const EngineCommand& command) {
  HelperRequest request{task};
  std::ranges::copy(engine_text(command), request.engine.begin());
  return request;
}

}  // namespace

int another_script_helper() {
  const std::scoped_lock lock(asking_helper);
  pid_t process = -1;
  return helper_socket < 0 ? -1 : started(SOCK_SEQPACKET, {HelperTask::helper}, process);
}

void use_script_helper(int socket) {
  new (&asking_helper) std::mutex;  // a thread of the parent may have held it
  helper_socket = socket;
  ++generation;
}

int script_generation() { return generation; }

void allow_engine(const EngineCommand& command) {
  const std::scoped_lock lock(asking_helper);
  start_script_helper();
  ask_helper(request_for(HelperTask::allow, command));
}

void no_more_engines() {
  const std::scoped_lock lock(asking_helper);
  ask_helper({HelperTask::seal});
}

HelpedProcess::~HelpedProcess() {
  if (!is_ours() || socket_ < 0) return;
  ::close(socket_);
  const std::scoped_lock lock(asking_helper);
  ask_helper({HelperTask::kill, pid_});
}

ScriptProcess::ScriptProcess() {
  const std::scoped_lock lock(asking_helper);
  start_script_helper();
  socket_ = started(SOCK_STREAM, {HelperTask::script}, pid_);
  if (socket_ < 0)
    throw std::system_error(EAGAIN, std::generic_category(), "a process for a script");
}

EngineProcess::EngineProcess(const EngineCommand& command, const EngineLimits& limits) {
  const std::scoped_lock lock(asking_helper);
  HelperRequest request = request_for(HelperTask::engine, command);
  request.limits = limits;
  socket_ = started(SOCK_STREAM, request, pid_);
  if (socket_ < 0)
    throw std::system_error(ENOENT, std::generic_category(), "the engine " + command.program);
}

}  // namespace fairdeal::sandbox
