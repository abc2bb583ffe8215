#include "ui/sandbox/confine.h"

#include <cerrno>
#include <clocale>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <netdb.h>
#include <string>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "runtime/node/store.h"
#include "ui/home/private_files.h"

namespace fairdeal::sandbox {
namespace {

namespace fs = std::filesystem;

/// A process that is confined to its folder, and what it finds there: the first thing that is
/// otherwise than it should be. A kernel without Landlock shows nothing of files, and fails.
class Confining : public testing::Test {
 protected:
  Confining() { fs::create_directory(own_), std::ofstream(outside_) << "another's"; }
  ~Confining() override { fs::remove_all(folder_); }

  void expect_within(const std::function<std::string(Confined)>& what) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const Confined confined = confine({own_});
      const std::string wrong =
          confined.files ? what(confined)
                         : "This kernel has no Landlock, so this test cannot show anything here.";
      (void)!::write(ends[1], wrong.data(), wrong.size());
      ::_exit(0);
    }
    ::close(ends[1]);
    char text[256] = "";
    EXPECT_EQ(::read(ends[0], text, sizeof text - 1), 0) << text;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }

  static int opened(const fs::path& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
    const int error = fd < 0 ? errno : 0;
    if (fd >= 0) ::close(fd);
    return error;
  }

  const fs::path folder_ = home::make_temporary_folder(), own_ = folder_ / "own",
                 outside_ = folder_ / "file";
};

TEST_F(Confining, ASeatWritesInItsOwnFolderAndNowhereElse) {
  expect_within([&](Confined) -> std::string {
    if (opened(own_ / "a", O_CREAT | O_WRONLY) != 0) return "its own file";
    if (::rename((own_ / "a").c_str(), (own_ / "b").c_str()) != 0) return "a rename of it";
    if (::unlink((own_ / "b").c_str()) != 0) return "to remove it";
    if (opened("/etc/hosts", O_RDONLY) != 0) return "where hosts are";
    if (opened(outside_, O_RDONLY) != EACCES) return "another's file";
    if (opened(folder_ / "new", O_CREAT | O_WRONLY) != EACCES) return "a new file elsewhere";
    if (opened("/etc/hosts", O_WRONLY) != EACCES) return "to write where hosts are";
    if (opened("/etc/passwd", O_RDONLY) != EACCES) return "who has an account";
    return "";
  });
}

TEST_F(Confining, NoOtherProgramIsRun) {
  expect_within([&](Confined) -> std::string {
    ::execl("/bin/true", "true", nullptr);
    return errno == EPERM || errno == EACCES ? "" : "an error of another kind";
  });
}

TEST_F(Confining, ThreadsAndChildProcessesAreConfinedToo) {
  expect_within([&](Confined) -> std::string {
    std::string wrong;
    std::thread([&] {
      if (opened(outside_, O_RDONLY) != EACCES) wrong = "a thread";
    }).join();
    const pid_t child = ::fork();
    if (child == 0) ::_exit(opened(outside_, O_RDONLY) == EACCES ? 0 : 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status == 0 ? wrong : "a process";
  });
}

/// A match of 10,000 steps: SQLite sorts so much in a file of /var/tmp, unless it is told
/// otherwise.
TEST_F(Confining, TheStoreOfALongMatchIsOpenedAgain) {
  expect_within([&](Confined) -> std::string {
    constexpr std::uint64_t kSteps = 10'000;
    const std::string path = own_ / "store";
    {
      auto store = node::Store::open(path);
      if (!store) return store.error().about;
      std::vector<state::Put> puts;
      for (std::uint64_t step = 0; step < kSteps; ++step)
        puts.emplace_back(state::kept::Record{Step(step)}, Bytes(2'000, std::byte(step)));
      if (const auto kept = store->apply(puts); !kept) return kept.error().about;
    }
    const auto store = node::Store::open(path, node::Store::Missing::refuse);
    if (!store) return store.error().about;
    const auto puts = store->load();
    if (!puts) return puts.error().about;
    if (puts->size() != kSteps) return "some are missing";
    for (std::uint64_t step = 0; step < kSteps; ++step)
      if (state::record_step((*puts)[step]) != Step(step)) return "they are in another order";
    return "";
  });
}

TEST_F(Confining, LibrariesFindWhatTheyReadLate) {
  expect_within([&](Confined) -> std::string {
    addrinfo* found = nullptr;
    if (::getaddrinfo("localhost", "80", nullptr, &found) != 0) return "name resolution";
    ::freeaddrinfo(found);
    if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) return "the locale";
    for (const char* path : {"/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/openssl.cnf",
                             "/usr/share/zoneinfo/Europe/Berlin", "/etc/localtime",
                             "/lib/terminfo/x/xterm", "/usr/share/terminfo/x/xterm",
                             "/proc/self/net/route", "/usr/local/share/ca-certificates"})
      if (const int error = opened(path, O_RDONLY); error == EACCES) return path;
    return "";
  });
}

TEST_F(Confining, NoProcessIsTraced) {
  expect_within([&](Confined confined) -> std::string {
    if (!confined.calls) return "";
    return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0 && errno == EPERM ? "" : "ptrace";
  });
}

}  // namespace
}  // namespace fairdeal::sandbox
