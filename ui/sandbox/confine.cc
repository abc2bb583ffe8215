#include "ui/sandbox/confine.h"

#include <cstdlib>
#include <fcntl.h>
#include <seccomp.h>
#include <sstream>
#include <unistd.h>

#include <linux/landlock.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "ui/sandbox/script_helper.h"

namespace fairdeal::sandbox {
namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr std::uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t kRead = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kWriteFile = kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr std::uint64_t kOwn = kRead | kWriteFile | LANDLOCK_ACCESS_FS_MAKE_REG |
                               LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                               LANDLOCK_ACCESS_FS_REMOVE_DIR;
/// All rights that the first version of Landlock can restrict: bits 0 (execute) to MAKE_SYM.
constexpr std::uint64_t kAll = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

/// The files that a confined seat may open outside of its own folders, and why. This is the one
/// list: what a library needs only after confine(), it finds here or not at all.
struct Allowed {
  const char* path;
  std::uint64_t access;
  const char* why;
};
constexpr Allowed kAllowed[] = {
    {"/lib", kRead, "libraries that glibc loads when it needs them: name services, character sets"},
    {"/lib64", kRead, "the same"},
    {"/usr/lib", kRead, "the same; locales, OpenSSL's folder, ICU's data, terminals"},
    {"/etc/ld.so.cache", kReadFile, "where these libraries are"},
    {"/usr/share/locale", kRead, "translations of the C library's messages"},
    {"/usr/share/zoneinfo", kRead, "time zones"},
    {"/etc/localtime", kReadFile, "this machine's time zone"},
    {"/etc/timezone", kReadFile, "its name"},
    {"/etc/terminfo", kRead, "terminals, for --screen"},
    {"/usr/share/terminfo", kRead, "the same"},
    {"/etc/hosts", kReadFile, "name resolution"},
    {"/etc/resolv.conf", kReadFile, "the same"},
    {"/etc/nsswitch.conf", kReadFile, "the same"},
    {"/etc/host.conf", kReadFile, "the same"},
    {"/etc/gai.conf", kReadFile, "the same"},
    {"/etc/services", kReadFile, "the same"},
    {"/etc/protocols", kReadFile, "the same"},
    {"/run/systemd/resolve", kRead, "where /etc/resolv.conf may point to"},
    {"/run/resolvconf", kRead, "the same"},
    {"/run/NetworkManager", kRead, "the same"},
    {"/etc/ssl", kRead, "OpenSSL's settings and the certificates that a relay's is checked by"},
    {"/usr/share/ca-certificates", kRead, "where these certificates point to"},
    {"/usr/local/share/ca-certificates", kRead, "the same, for those of this machine's owner"},
    {"/proc/self", kRead, "the router's address; this process's own limits"},
    {"/sys/devices/system/cpu", kRead, "how many processors there are"},
    {"/dev/null", kWriteFile, "devices"},
    {"/dev/tty", kWriteFile, "the terminal"},
    {"/dev/random", kWriteFile, "randomness, where the system call is missing"},
    {"/dev/urandom", kWriteFile, "the same"}};
/// Variables of the environment by which a user names other places for the same things.
constexpr const char* kNamedByUser[] = {"SSL_CERT_FILE", "TZDIR", "TERMINFO", "LOCPATH",
                                        "ICU_DATA"};
/// Folders of certificates, with a colon between two, and where they are if it is not set.
constexpr const char* kCertificates = "SSL_CERT_DIR";
constexpr const char* kUsualCertificates = "/etc/ssl/certs";
/// A folder of certificates has some hundred.
constexpr std::size_t kCertificatesMax = 4096;

/// A descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(long fd) : fd_(static_cast<int>(fd)) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  int fd_;
};

/// Allows `access` to `path` and everything below it. Does nothing if `path` does not exist.
bool allow(int ruleset, const fs::path& path, std::uint64_t access) {
  const Descriptor there(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!there.ok()) return true;
  const landlock_path_beneath_attr rule{access, there.get()};
  return ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

/// Allows to read a file, or a folder and what is below it.
void allow_reading(int ruleset, const fs::path& path) {
  std::error_code error;
  allow(ruleset, path, fs::is_directory(path, error) ? kRead : kReadFile);
}

/// Allows to read a folder of certificates, and the files to which links in it point: an authority
/// of the user's own may lie anywhere.
void allow_certificates(int ruleset, const fs::path& folder) {
  allow_reading(ruleset, folder);
  std::error_code error;
  std::size_t seen = 0;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (++seen > kCertificatesMax) return;
    std::error_code broken;
    if (at->is_symlink(broken) && at->is_regular_file(broken))
      allow(ruleset, at->path(), kReadFile);
  }
}

bool confine_files(const std::vector<fs::path>& own, const std::vector<fs::path>& read_only) {
  const landlock_ruleset_attr all{kAll};
  const Descriptor rules(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0));
  if (!rules.ok()) return false;
  bool good = true;
  for (const Allowed& allowed : kAllowed) good &= allow(rules.get(), allowed.path, allowed.access);
  for (const char* name : kNamedByUser)
    if (const char* path = std::getenv(name); path != nullptr) allow_reading(rules.get(), path);
  const char* named = std::getenv(kCertificates);
  std::istringstream folders(named != nullptr && *named != '\0' ? named : kUsualCertificates);
  for (std::string folder; std::getline(folders, folder, ':');)
    allow_certificates(rules.get(), folder);
  // The seat opens its standard input once more to read from it. If that is a pipe, Landlock
  // accepts no rule for it, and none is needed.
  for (const auto* path : {"/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2"})
    allow(rules.get(), path, kWriteFile);
  for (const auto& path : own) good &= allow(rules.get(), path, kOwn);
  for (const auto& path : read_only) allow_reading(rules.get(), path);
  return good && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

/// The system calls that are refused. A list of allowed calls would be stricter, but libraries
/// begin to use new calls for old purposes, and that must not end a table.
constexpr const char* kRefused[] = {"execve",
                                    "execveat",
                                    "ptrace",
                                    "process_vm_readv",
                                    "process_vm_writev",
                                    "pidfd_getfd",
                                    "mount",
                                    "umount2",
                                    "move_mount",
                                    "open_tree",
                                    "fsopen",
                                    "pivot_root",
                                    "chroot",
                                    "setns",
                                    "unshare",
                                    "bpf",
                                    "perf_event_open",
                                    "userfaultfd",
                                    "io_uring_setup",
                                    "keyctl",
                                    "add_key",
                                    "request_key",
                                    "kexec_load",
                                    "kexec_file_load",
                                    "init_module",
                                    "finit_module",
                                    "delete_module",
                                    "swapon",
                                    "reboot",
                                    "open_by_handle_at",
                                    "personality",
                                    "acct"};

bool confine_calls() {
  scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return false;
  bool good = true;
  for (const char* name : kRefused) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number != __NR_SCMP_ERROR)
      good &= ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0) == 0;
  }
  good = good && ::seccomp_load(filter) == 0;
  ::seccomp_release(filter);
  return good;
}

/// The system calls that a script's process may make. Memory is never made executable.
constexpr const char* kForComputing[] = {
    "read",       "write",        "sendto",        "recvfrom",       "poll",  "ppoll",
    "brk",        "munmap",       "mremap",        "madvise",        "futex", "exit",
    "exit_group", "rt_sigreturn", "clock_gettime", "restart_syscall"};
constexpr const char* kForMemory[] = {"mmap", "mprotect"};

bool allow_computing_only() {
  scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (filter == nullptr) return false;
  bool good = true;
  for (const char* name : kForComputing)
    if (const int number = ::seccomp_syscall_resolve_name(name); number != __NR_SCMP_ERROR)
      good &= ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) == 0;
  // The third argument says how the memory may be used.
  const scmp_arg_cmp not_to_run{
      .arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = PROT_EXEC, .datum_b = 0};
  for (const char* name : kForMemory)
    good &= ::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, ::seccomp_syscall_resolve_name(name),
                                     1, &not_to_run) == 0;
  good = good && ::seccomp_load(filter) == 0;
  ::seccomp_release(filter);
  return good;
}

/// Returns how many bytes of addresses this process uses; 0 if that is not known.
rlim_t addresses_used() {
  const Descriptor file(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  char text[64] = {};
  if (!file.ok() || ::read(file.get(), text, sizeof text - 1) <= 0) return 0;
  return std::strtoull(text, nullptr, 10) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

void limit_resources() {
  constexpr rlim_t kMoreBytes = rlim_t{256} << 20;
  constexpr rlim_t kSeconds = 600;
  const auto limit = [](int what, rlim_t to) {
    const rlimit both{to, to};
    ::setrlimit(static_cast<__rlimit_resource>(what), &both);
  };
  if (const rlim_t used = addresses_used(); used > 0) limit(RLIMIT_AS, used + kMoreBytes);
  limit(RLIMIT_CPU, kSeconds);
  for (const int none : {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE})
    limit(none, 0);
}

bool confine_to_no_files() {
  const landlock_ruleset_attr all{kAll};
  const Descriptor rules(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0));
  return rules.ok() && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

}  // namespace

Confined confine_to_computing() {
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (!kSanitized) limit_resources();
  const bool files = confine_to_no_files();
  return {.files = files, .calls = !kSanitized && allow_computing_only()};
}

void keep_memory_private() {
  if (kSanitized) return;
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

Confined confine(const std::vector<fs::path>& own, const std::vector<fs::path>& read_only) {
  no_more_engines();
  return {.files = confine_files(own, read_only), .calls = !kSanitized && confine_calls()};
}

std::vector<fs::path> folders_to_read(const fs::path& file) {
  std::error_code error;
  const fs::path given = fs::absolute(file, error), real = fs::canonical(file, error);
  std::vector<fs::path> folders{given.parent_path()};
  if (!error && real.parent_path() != given.parent_path()) folders.push_back(real.parent_path());
  return folders;
}

std::size_t descriptors_max() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<std::size_t>(limit.rlim_cur);
}

}  // namespace fairdeal::sandbox
