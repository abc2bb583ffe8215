// An engine that does what it is told by its arguments, and should not. It writes a line about each
// attempt, "refused" or "done", and then waits for the end of its input.

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>

namespace {

using Words = std::vector<std::string>;

void tell(const std::string& line) { std::cout << line << std::endl; }
void tell_of(bool done) { tell(done ? "done" : "refused"); }

bool opens(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

/// Changes the file, or what is beside it, in all ways that there are.
bool changes(const std::string& path) {
  const std::string other = path + ".other";
  bool done = opens(path, O_WRONLY) || opens(path, O_RDWR) || opens(path, O_RDONLY | O_TRUNC) ||
              opens(other, O_WRONLY | O_CREAT) || opens("/tmp", O_TMPFILE | O_RDWR) ||
              opens("/dev/shm/fairdeal-hostile", O_RDWR | O_CREAT);
  done |= ::truncate(path.c_str(), 0) == 0 || ::unlink(path.c_str()) == 0;
  done |= ::rename(path.c_str(), other.c_str()) == 0 || ::link(path.c_str(), other.c_str()) == 0;
  done |= ::symlink("x", other.c_str()) == 0 || ::mkdir(other.c_str(), 0700) == 0;
  done |= ::chmod(path.c_str(), 0777) == 0 || ::chown(path.c_str(), 1, 1) == 0;
  done |= ::utimes(path.c_str(), nullptr) == 0 || ::mkfifo(other.c_str(), 0600) == 0;
  done |= ::syscall(SYS_memfd_create, "x", 0) >= 0;
  return done;
}

bool connects() {
  bool done = false;
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET})
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW})
      done |= ::socket(family, type, 0) >= 0;
  int ends[2];
  return done || ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
}

/// Asks the kernel by itself, since the C library takes another call where one is refused.
bool forks() {
  const long process = ::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (process == 0) ::_exit(0);
  if (process > 0) return true;
  std::uint64_t clone_args[8] = {};
  clone_args[4] = SIGCHLD;
  const long other = ::syscall(SYS_clone3, clone_args, sizeof clone_args);
  if (other == 0) ::_exit(0);
  const pid_t third = other > 0 ? 1 : ::fork();
  if (third == 0) ::_exit(0);
  return third > 0;
}

bool executes(const std::string& path) {
  const char* const none[] = {path.c_str(), nullptr};
  ::execv(path.c_str(), const_cast<char* const*>(none));
  ::syscall(SYS_execveat, AT_FDCWD, path.c_str(), none, none + 1, 0);
  return false;
}

bool reaches_other_processes() {
  const pid_t parent = ::getppid();
  bool done = ::kill(parent, 0) == 0 || ::kill(-1, 0) == 0 || ::kill(0, 0) == 0;
  done |= ::ptrace(PTRACE_ATTACH, parent, nullptr, nullptr) == 0;
  done |= ::syscall(SYS_pidfd_open, parent, 0) >= 0;
  done |= ::syscall(SYS_tgkill, parent, parent, 0) == 0 || ::syscall(SYS_tkill, parent, 0) == 0;
  done |= ::fcntl(0, F_SETOWN, parent) == 0;
  done |= ::setpriority(PRIO_PROCESS, 0, -5) == 0;
  const rlimit more{RLIM_INFINITY, RLIM_INFINITY};
  done |= ::setrlimit(RLIMIT_CPU, &more) == 0;
  done |= opens("/proc/" + std::to_string(parent) + "/mem", O_RDONLY);
  return done || opens("/proc/self/mem", O_RDONLY);
}

std::size_t descriptors() {
  std::size_t open = 0;
  for (int fd = 3; fd < 4096; ++fd) open += ::fcntl(fd, F_GETFD) >= 0;
  return open;
}

/// Takes memory until there is no more, and returns how many MiB it got.
std::size_t taken_mib() {
  constexpr std::size_t kMib = 1 << 20;
  std::size_t taken = 0;
  for (void* more; (more = std::malloc(kMib)) != nullptr; ++taken) std::memset(more, 1, kMib);
  return taken;
}

void compute_for_ever() {
  volatile bool goes_on = true;
  while (goes_on) continue;
}

void attempt(const std::string& what, const std::string& path) {
  if (what == "open") tell_of(opens(path, O_RDONLY));
  if (what == "change") tell_of(changes(path));
  if (what == "connect") tell_of(connects());
  if (what == "fork") tell_of(forks());
  if (what == "execute") tell_of(executes(path));
  if (what == "reach") tell_of(reaches_other_processes());
  if (what == "environment") tell_of(environ != nullptr && *environ != nullptr);
  if (what == "descriptors") tell_of(descriptors() > 0);
  if (what == "memory") tell(std::to_string(taken_mib()));
  if (what == "compute") compute_for_ever();
  if (what == "thread") {
    bool ran = false;
    std::thread([&] { ran = true; }).join();
    tell_of(ran);
  }
}

/// Plays as UCI says, but for its answer.
void play(const Words& words) {
  const std::string how = words.at(1);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "uci" && how != "silent") tell("id name Hostile\nuciok");
    if (line == "isready") tell("readyok");
    if (!line.starts_with("go") && !(line == "stop" && how == "late")) continue;
    if (line != "stop" && (how == "late" || how == "hang")) tell("info depth 1 nodes 5");
    if (how == "crash") std::abort();
    if (how == "leave") return;
    if (how == "nonsense") tell("bestmove checkmate");
    if (how == "illegal") tell("bestmove e2e5");
    if (how == "flood")
      for (;;) std::cout << "info string " << std::string(4'000, 'x') << '\n';
    if (how == "endless")
      for (;;) std::cout << std::string(4'000, 'x');
    if (how == "move") tell("info depth 1 score cp 7 nodes 30\nbestmove " + words.at(2));
    if (how == "late" && line == "stop") tell("bestmove e2e4");
  }
}

}  // namespace

int main(int count, char** arguments) {
  const Words words(arguments + 1, arguments + count);
  if (!words.empty() && words.front() == "play") {
    play(words);
    return 0;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_path = words[i] == "open" || words[i] == "change" || words[i] == "execute";
    attempt(words[i], has_path ? words.at(i + 1) : "");
    if (has_path) ++i;
  }
  while (std::getchar() != EOF) continue;
}
