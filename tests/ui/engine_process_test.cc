#include <fcntl.h>
#include <fstream>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "crypto/system_rng.h"
#include "ui/home/identity.h"
#include "ui/sandbox/script_helper.h"

/// The limits of an engine's process. FD_HOSTILE_ENGINE tries to pass them.

namespace fairdeal::sandbox {
namespace {

namespace fs = std::filesystem;

/// Starts the hostile engine with these arguments.
std::unique_ptr<EngineProcess> start_hostile(std::vector<std::string> arguments,
                                             const EngineLimits& limits = {}) {
  const EngineCommand command{FD_HOSTILE_ENGINE, std::move(arguments)};
  allow_engine(command);
  return std::make_unique<EngineProcess>(command, limits);
}

/// Returns the next line that the engine writes; "ended" if it ends instead.
std::string line_of(const HelpedProcess& engine) {
  std::string line;
  for (char c; ::recv(engine.socket(), &c, 1, 0) == 1;) {
    if (c == '\n') return line;
    line += c;
  }
  return "ended";
}

std::string said_by_hostile(std::vector<std::string> arguments) {
  return line_of(*start_hostile(std::move(arguments)));
}

/// A bot thinks on a thread of its own, which ends with its match. The process that starts engines
/// has to outlive it, also if that thread was the first to need an engine.
TEST(EngineProcesses, StartAfterTheThreadEndedThatStartedTheFirst) {
  std::thread([] { EXPECT_EQ(said_by_hostile({"thread"}), "done"); }).join();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(said_by_hostile({"thread"}), "done");
}

class EngineFolder : public testing::Test {
 protected:
  EngineFolder() { fs::create_directories(folder_); }
  ~EngineFolder() override { fs::remove_all(folder_); }
  const fs::path folder_ =
      fs::temp_directory_path() / ("fairdeal-engine-" + std::to_string(::getpid()));
};

TEST_F(EngineFolder, TheIdentityIsNotOpened) {
  crypto::SystemRng rng;
  const fs::path identity = folder_ / "identity";
  ASSERT_TRUE(home::obtain_identity(identity, "Ann", rng));
  ASSERT_TRUE(std::ifstream(identity).good());
  EXPECT_EQ(said_by_hostile({"open", identity.string()}), "refused");
  for (const char* path : {"/etc/passwd", "/proc/self/environ", "/", "/home", "/tmp"})
    EXPECT_EQ(said_by_hostile({"open", path}), "refused") << path;
}

TEST_F(EngineFolder, ItsOwnFilesAreRead) {
  EXPECT_EQ(said_by_hostile({"open", FD_HOSTILE_ENGINE}), "done");
  EXPECT_EQ(said_by_hostile({"open", "/usr/lib"}), "done");
}

TEST_F(EngineFolder, NothingIsWritten) {
  const fs::path file = folder_ / "file";
  std::ofstream(file) << "as it was";
  EXPECT_EQ(said_by_hostile({"change", file.string()}), "refused");
  EXPECT_EQ(said_by_hostile({"change", FD_HOSTILE_ENGINE}), "refused");
  std::string text;
  std::getline(std::ifstream(file), text);
  EXPECT_EQ(text, "as it was");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST(EngineProcesses, CallNobody) { EXPECT_EQ(said_by_hostile({"connect"}), "refused"); }

TEST(EngineProcesses, StartNoOtherProcess) {
  EXPECT_EQ(said_by_hostile({"fork"}), "refused");
  EXPECT_EQ(said_by_hostile({"execute", "/bin/true"}), "refused");
  EXPECT_EQ(said_by_hostile({"execute", FD_HOSTILE_ENGINE}), "refused");
}

TEST(EngineProcesses, ReachNoOtherProcess) { EXPECT_EQ(said_by_hostile({"reach"}), "refused"); }

TEST(EngineProcesses, HaveNoEnvironmentAndNoDescriptors) {
  ::setenv("FD_SECRET", "secret", 1);
  const int open = ::open("/etc/passwd", O_RDONLY);
  EXPECT_EQ(said_by_hostile({"environment"}), "refused");
  EXPECT_EQ(said_by_hostile({"descriptors"}), "refused");
  ::close(open);
}

TEST(EngineProcesses, MayHaveThreads) { EXPECT_EQ(said_by_hostile({"thread"}), "done"); }

TEST(EngineProcesses, HaveBoundedMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer has terabytes of addresses";
#endif
  const auto engine = start_hostile({"memory"}, {.bytes = 64 << 20});
  const int taken_mib = std::stoi(line_of(*engine));
  EXPECT_GT(taken_mib, 16);
  EXPECT_LT(taken_mib, 64);
}

TEST(EngineProcesses, HaveBoundedProcessorTime) {
  const auto engine = start_hostile({"compute"}, {.cpu_seconds = 1});
  EXPECT_EQ(line_of(*engine), "ended");
}

TEST(EngineProcesses, GetNoMoreThanTheProfileSays) {
  const auto engine = start_hostile({"memory"}, {.bytes = ~std::uint64_t{0}});
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(std::stoi(line_of(*engine)), 1 << 10);
#endif
}

TEST(EngineProcesses, AreStartedOnlyIfAllowedInTime) {
  EXPECT_THROW(EngineProcess({"/usr/bin/env"}), std::system_error);
  const EngineCommand missing{"/nowhere/engine"};
  allow_engine(missing);
  EXPECT_THROW((EngineProcess(missing)), std::system_error);
  // Seals the helper of a fork, as the other tests need theirs.
  const int socket = another_script_helper();
  ASSERT_GE(socket, 0);
  const pid_t child = ::fork();
  if (child == 0) {
    use_script_helper(socket);
    const EngineCommand early{FD_HOSTILE_ENGINE, {"environment"}},
        late{FD_HOSTILE_ENGINE, {"fork", "late"}};
    allow_engine(early);
    no_more_engines();
    allow_engine(late);
    bool late_starts = true;
    try {
      const EngineProcess engine(late);
    } catch (const std::system_error&) {
      late_starts = false;
    }
    ::_exit(!late_starts && line_of(EngineProcess(early)) == "refused" ? 0 : 1);
  }
  ::close(socket);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(EnginePaths, AreFoundByNameAndByPath) {
  EXPECT_EQ(engine_path("env"), fs::path("/usr/bin/env"));
  EXPECT_EQ(engine_path("/usr/bin/env"), fs::path("/usr/bin/env"));
  for (const char* none : {"", "no-such-engine", "/usr/bin", "/etc/passwd", "/nowhere/engine"})
    EXPECT_FALSE(engine_path(none)) << none;
}

}  // namespace
}  // namespace fairdeal::sandbox
