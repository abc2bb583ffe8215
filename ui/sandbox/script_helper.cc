#include "ui/sandbox/script_helper.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <system_error>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "ui/sandbox/confine.h"
#include "ui/sandbox/script_process.h"

namespace fairdeal::sandbox {
namespace {

/// A request of this program to the helper: with a socket, to start a process that serves it, or
/// another helper; without, to kill one. The answer is the process's number, or 0.
struct HelperRequest {
  pid_t kills = 0;
  bool helps = false;
};

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

pid_t start_process(int socket, bool helps) {
  const pid_t helper = ::getpid();
  const pid_t process = ::fork();
  if (process != 0) return process < 0 ? 0 : process;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != helper) ::_exit(1);
  keep_only(socket);
  if (helps) help();
  serve_script(kServedFd);
}

void help() {
  HelperRequest request;
  int with = -1;
  while (receive_request(kServedFd, request, with)) {
    pid_t answer = 0;
    if (with >= 0) {
      answer = start_process(with, request.helps);
      ::close(with);
    } else if (request.kills > 0) {
      ::kill(request.kills, SIGKILL);
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
    if (::send(kServedFd, &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;
  }
  ::_exit(0);
}

}  // namespace

void start_script_helper(std::span<char*> arguments) {
  if (helper_socket >= 0) return;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
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

/// Lets the helper start a process at the other end of a socket. Returns this end, or −1.
int started(int type, const HelperRequest& request, pid_t& process) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  const bool sent = send_request(helper_socket, request, ends[1]);
  ::close(ends[1]);
  ssize_t size = 0;
  do size = sent ? ::recv(helper_socket, &process, sizeof process, 0) : 0;
  while (size < 0 && errno == EINTR);
  if (size == static_cast<ssize_t>(sizeof process) && process > 0) return ends[0];
  ::close(ends[0]);
  return -1;
}

}  // namespace

int another_script_helper() {
  const std::scoped_lock lock(asking_helper);
  pid_t process = -1;
  return helper_socket < 0 ? -1 : started(SOCK_SEQPACKET, {.helps = true}, process);
}

void use_script_helper(int socket) {
  new (&asking_helper) std::mutex;  // a thread of the parent may have held it
  helper_socket = socket;
  ++generation;
}

int script_generation() { return generation; }

ScriptProcess::ScriptProcess() {
  const std::scoped_lock lock(asking_helper);
  start_script_helper();
  socket_ = started(SOCK_STREAM, {}, pid_);
  if (socket_ < 0)
    throw std::system_error(EAGAIN, std::generic_category(), "a process for a script");
}

ScriptProcess::~ScriptProcess() {
  if (!is_ours()) return;
  ::close(socket_);
  const std::scoped_lock lock(asking_helper);
  pid_t answer = 0;
  if (send_request(helper_socket, {pid_}, -1))
    while (::recv(helper_socket, &answer, sizeof answer, 0) < 0 && errno == EINTR) continue;
}

}  // namespace fairdeal::sandbox
