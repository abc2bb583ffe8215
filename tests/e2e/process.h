#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/types.h>

/// The program as its users and their scripts meet it: real processes, real sockets and files.
/// Nothing here sleeps: tests wait for words, for an end of file, or for the end of a process.
namespace fairdeal::e2e {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// A folder for one test, gone after it.
struct Folder {
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  fs::path operator/(const std::string& name) const { return path / name; }
  fs::path path;
};

std::string read_file(const fs::path& path);
void write_file(const fs::path& path, const std::string& content);

/// The remains of a process.
struct Ended {
  int code = -1;  ///< 128 + the signal, if it was killed by one
  std::string out;
  std::string err;

  /// Standard output, which must be exactly one JSON document.
  Json json() const;
};

/// Where a process's standard output goes. `terminal`: all three streams are one, and what is shown
/// there counts as standard error. `small_terminal`: the same, of 79 columns and 23 rows.
enum class Out { here, full_disk, closed_pipe, nowhere, terminal, small_terminal };

/// Whether a process has this machine's network, or one of its own in which nothing is.
enum class Network { shared, none };
/// Returns whether this machine lets a process have a network of its own.
bool can_be_without_network();

/// One process of the program, in a process group of its own.
class Process {
 public:
  using Environment = std::map<std::string, std::optional<std::string>>;  ///< none: unset

  Process(const std::vector<std::string>& arguments, const Environment& changes,
          Out out = Out::here, Network network = Network::shared);
  Process(const Process&) = delete;
  ~Process();

  void type(const std::string& text);
  void end_input();
  /// Waits until it has said `words` on standard error; returns what follows them on that line.
  std::string said(const std::string& words);
  /// Reads what it has said by now, waiting for a moment if that is nothing.
  void look() { read_some(std::chrono::milliseconds(20)); }
  /// All that it has said on standard error, as far as it was read.
  const std::string& said_so_far() const { return err_text_; }
  /// The same; none if its standard error ends before, or it says nothing for so long: a program
  /// that waits says so every five seconds, and one at the end of its match does not.
  std::optional<std::string> said_before_its_end(const std::string& words);
  void signal(int number) const;
  /// Readable once it has ended, for poll(); valid as long as this is.
  int end_fd() const { return end_fd_; }
  /// Whether whoever reads the terminal next would not wait for input.
  bool terminal_does_not_block() const;
  /// Whether the terminal shows what is typed there, line by line, as shells want it.
  bool terminal_is_as_it_was() const;
  /// Gives the terminal another size.
  void resize(std::size_t rows, std::size_t columns) const;
  Ended end();
  pid_t pid() const { return pid_; }
  /// Those it has started, in order.
  std::vector<pid_t> children() const;
  /// Waits until no process that this one started, or itself, is left.
  void all_gone();

 private:
  std::optional<std::string> said_within(const std::string& words,
                                         std::chrono::milliseconds patience);
  /// False once nothing can come any more, or nothing has come for `patience`.
  bool read_some(std::chrono::milliseconds patience);
  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1, terminal_ = -1, end_fd_ = -1;
  int life_ = -1;  ///< its other end is held by the process and all that it starts
  std::string out_text_, err_text_;
  std::size_t looked_ = 0;
  std::optional<int> code_;
};

/// Returns the processes that one has started, in order.
std::vector<pid_t> children_of(pid_t process);

/// A folder, and processes that write nowhere else.
struct Sandbox {
  std::unique_ptr<Process> start(const std::vector<std::string>& arguments, Out out = Out::here);
  Ended run(const std::vector<std::string>& arguments, const std::string& input = "",
            Out out = Out::here);
  /// Runs with --json besides, and expects {"error": {"code": name, …}} and the exit code.
  Ended run_refused(std::vector<std::string> arguments, int code, const std::string& name);

  Network network_ = Network::shared;  ///< of processes that are started from now on
  Folder folder_;
  Process::Environment environment_{{"XDG_DATA_HOME", (folder_ / "data").string()},
                                    {"XDG_CONFIG_HOME", std::nullopt},
                                    {"XDG_STATE_HOME", std::nullopt},
                                    {"XDG_RUNTIME_DIR", std::nullopt},
                                    {"FAIRDEAL_CONFIG", std::nullopt},
                                    {"LC_MESSAGES", "C"},
                                    {"DISPLAY", std::nullopt},
                                    {"WAYLAND_DISPLAY", std::nullopt},
                                    {"FAIRDEAL_PORT_MAP", "false"},
                                    {"FAIRDEAL_BOTS_THINK", "0"},
                                    {"HOME", folder_.path.string()},
                                    {"TMPDIR", folder_.path.string()},
                                    {"USER", "tester"}};
};

/// A test with a sandbox of its own.
class E2e : public testing::Test, protected Sandbox {};

void expect_error(const Ended& ended, int code, const std::string& name);

}  // namespace fairdeal::e2e
