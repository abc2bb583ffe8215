#include "ui/sandbox/confine_engine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <seccomp.h>
#include <sstream>
#include <unistd.h>

#include <linux/landlock.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

namespace fairdeal::sandbox {
namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
/// A sanitizer has terabytes of addresses already.
constexpr bool kLimitsAddresses = false;
#else
constexpr bool kLimitsAddresses = true;
#endif

/// The rights of Landlock's versions, which not every <linux/landlock.h> knows by name.
struct EngineRuleset {
  std::uint64_t files;
  std::uint64_t net;     ///< since version 4
  std::uint64_t scoped;  ///< since version 6
};

/// Returns all that this kernel's Landlock can restrict, and sets the size of it.
EngineRuleset all_rights(long version, std::size_t& size) {
  EngineRuleset all{.files = (std::uint64_t{1} << 13) - 1, .net = 0, .scoped = 0};
  if (version >= 2) all.files |= std::uint64_t{1} << 13;  // moving and linking between folders
  if (version >= 3) all.files |= std::uint64_t{1} << 14;  // truncating
  if (version >= 5) all.files |= std::uint64_t{1} << 15;  // commands to devices
  if (version >= 4) all.net = 3;                          // binding and connecting
  if (version >= 6) all.scoped = 3;                       // abstract sockets, signals
  size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return all;
}

constexpr std::uint64_t kEngineReads = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t kEngineLists = kEngineReads | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kEngineRuns = kEngineReads | LANDLOCK_ACCESS_FS_EXECUTE;

struct EngineFile {
  const char* path;
  std::uint64_t access;
};
constexpr EngineFile kEngineFiles[] = {
    {"/lib", kEngineLists},
    {"/lib64", kEngineLists},
    {"/usr/lib", kEngineLists},
    {"/etc/ld.so.cache", kEngineReads},
    {"/proc/cpuinfo", kEngineReads},
    {"/proc/meminfo", kEngineReads},
    {"/sys/devices/system/cpu", kEngineLists},
    // The kernel executes these, too, to load a program that is linked dynamically.
    {"/lib64/ld-linux-x86-64.so.2", kEngineRuns},
    {"/lib/ld-linux-aarch64.so.1", kEngineRuns}};

/// Adds a rule for a path; one that is not there needs none.
bool let_engine(int ruleset, const fs::path& path, std::uint64_t access) {
  const int there = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (there < 0) return true;
  const landlock_path_beneath_attr rule{access, there};
  const bool good =
      ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  ::close(there);
  return good;
}

/// Returns a ruleset for an engine's files; −1, if the kernel has no Landlock.
int engine_ruleset(const fs::path& path) {
  const long version =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return -1;
  std::size_t size = 0;
  const EngineRuleset all = all_rights(version, size);
  const int rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, size, 0));
  if (rules < 0) return -1;
  bool good = let_engine(rules, path, kEngineRuns);
  for (const EngineFile& file : kEngineFiles) good &= let_engine(rules, file.path, file.access);
  for (const char* folder : {"/usr/share", "/usr/share/games"})
    good &= let_engine(rules, fs::path(folder) / path.filename(), kEngineLists);
  return good ? rules : -1;
}

/// The system calls of a program that computes, with threads and libraries. Each other one fails.
constexpr const char* kEngineCalls[] = {
    // reading and writing what is open, or what Landlock lets it open
    "read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "close", "dup", "dup2",
    "dup3", "pipe", "pipe2", "eventfd2", "poll", "ppoll", "select", "pselect6", "epoll_create1",
    "epoll_ctl", "epoll_wait", "epoll_pwait", "stat", "fstat", "lstat", "newfstatat", "statx",
    "fstatfs", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd",
    "getdents64", "fadvise64",
    // memory
    "brk", "mmap", "mprotect", "munmap", "mremap", "madvise", "membarrier", "set_mempolicy",
    "get_mempolicy",
    // threads
    "futex", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "arch_prctl",
    "sched_yield", "sched_getaffinity", "exit", "exit_group", "getpid", "gettid",
    // signals to itself
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
    // time and the machine
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "times", "getrusage", "sysinfo", "uname", "getrandom", "getrlimit", "getuid", "geteuid",
    "getgid", "getegid", "getppid"};

class EngineFilter {
 public:
  EngineFilter() : filter_(::seccomp_init(SCMP_ACT_ERRNO(EPERM))) { good_ = filter_ != nullptr; }
  EngineFilter(const EngineFilter&) = delete;
  ~EngineFilter() {
    if (filter_ != nullptr) ::seccomp_release(filter_);
  }
  /// Answers a call by `action` if its arguments are so.
  void rule(std::uint32_t action, const char* name, const std::vector<scmp_arg_cmp>& arguments) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || !good_) return;
    good_ =
        ::seccomp_rule_add_array(filter_, action, number, static_cast<unsigned>(arguments.size()),
                                 arguments.data()) == 0;
  }
  void allow(const char* name, const std::vector<scmp_arg_cmp>& arguments = {}) {
    rule(SCMP_ACT_ALLOW, name, arguments);
  }
  bool load() { return good_ && ::seccomp_load(filter_) == 0; }

 private:
  scmp_filter_ctx filter_;
  bool good_;
};

scmp_arg_cmp argument_is(unsigned number, std::uint64_t value) {
  return {.arg = number, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
}
scmp_arg_cmp argument_has(unsigned number, std::uint64_t mask, std::uint64_t value) {
  return {.arg = number, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
}

/// Allows the calls of an engine. `path` is executed by the pointer to its text, which nobody knows
/// in the program that it becomes.
bool fill(EngineFilter& filter, const char* path) {
  for (const char* name : kEngineCalls) filter.allow(name);
  filter.allow("execve", {argument_is(0, reinterpret_cast<std::uintptr_t>(path))});
  // To open files for reading alone. Landlock says which.
  constexpr std::uint64_t kChanges = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  filter.allow("open", {argument_has(1, kChanges, O_RDONLY)});
  filter.allow("openat", {argument_has(2, kChanges, O_RDONLY)});
  // Threads, and no process. A filter does not see the flags of clone3, which lie in memory: so the
  // C library must take clone.
  constexpr std::uint64_t kThread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  constexpr std::uint64_t kSpaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  filter.allow("clone", {argument_has(0, kThread | kSpaces, kThread)});
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), "clone3", {});
  for (const char* name : {"tgkill", "kill"})
    filter.allow(name, {argument_is(0, static_cast<std::uint64_t>(::getpid()))});
  for (const int command : {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC})
    filter.allow("fcntl", {argument_is(1, static_cast<std::uint64_t>(command))});
  for (const unsigned long request : {TCGETS, FIONREAD})
    filter.allow("ioctl", {argument_is(1, request)});
  constexpr std::uint64_t kNameOfMemory = 0x53564d41;  // PR_SET_VMA
  for (const std::uint64_t what : {std::uint64_t{PR_SET_NAME}, kNameOfMemory})
    filter.allow("prctl", {argument_is(0, what)});
  filter.allow("prlimit64", {argument_is(0, 0), argument_is(2, 0)});  // reads its own limits
  return true;
}

bool limit_engine(const EngineLimits& limits) {
  const EngineLimits most;
  const auto limit = [](int what, rlim_t to) {
    rlimit now{};
    ::getrlimit(static_cast<__rlimit_resource>(what), &now);
    const rlimit both{std::min(to, now.rlim_max), std::min(to, now.rlim_max)};
    return ::setrlimit(static_cast<__rlimit_resource>(what), &both) == 0;
  };
  constexpr rlim_t kDescriptors = 64;
  constexpr rlim_t kThreads = 4'096;  // all of this user count
  bool good = limit(RLIMIT_CPU, std::min(limits.cpu_seconds, most.cpu_seconds));
  for (const int none : {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE})
    good &= limit(none, 0);
  good = limit(RLIMIT_NPROC, kThreads) && good;
  good = limit(RLIMIT_NOFILE, kDescriptors) && good;
  if (kLimitsAddresses) good = limit(RLIMIT_AS, std::min(limits.bytes, most.bytes)) && good;
  return good;
}

bool can_be_run(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> engine_path(const std::string& program) {
  std::error_code error;
  if (program.find('/') != std::string::npos) {
    const fs::path path = fs::absolute(program, error);
    return can_be_run(path) ? std::optional(path) : std::nullopt;
  }
  const char* set = std::getenv("PATH");
  std::istringstream folders(std::string(set == nullptr ? "/usr/bin" : set) + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path path = fs::absolute(fs::path(folder) / program, error); can_be_run(path))
      return path;
  return {};
}

void become_engine(const fs::path& path, const EngineCommand& command, const EngineLimits& limits,
                   int socket) {
  // Ctrl-C reaches an engine as it reaches its player's program, which ends it.
  for (const int signal : {SIGPIPE, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  const std::string text = path.string();
  EngineCommand own = command;
  std::vector<char*> arguments{own.program.data()};
  for (std::string& argument : own.arguments) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  char* environment[] = {nullptr};
  const int rules = engine_ruleset(path);
  EngineFilter filter;
  if (rules < 0 || !fill(filter, text.c_str()) || ::chdir("/") != 0) return;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
    if (::dup2(socket, stream) < 0) return;
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  if (::setpriority(PRIO_PROCESS, 0, 5) != 0) return;  // the table comes first
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !limit_engine(limits) ||
      ::syscall(SYS_landlock_restrict_self, rules, 0) != 0 || !filter.load())
    return;
  ::execve(text.c_str(), arguments.data(), environment);
}

}  // namespace fairdeal::sandbox
