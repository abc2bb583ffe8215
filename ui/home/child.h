#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace fairdeal::home {

/// Another process of this program, which reports events as JSON lines through a pipe. The
/// destructor kills and reaps it.
class Child {
 public:
  /// Where the child's standard streams lead.
  enum class Streams {
    terminal,  ///< to those of this process
    progress,  ///< standard error to that of this process, the others to /dev/null
    none       ///< to /dev/null
  };

  /// Runs this program with `arguments` and "--events-fd 3", without the settings of this one
  /// (ui/home/settings.h). Throws std::system_error.
  Child(std::vector<std::string> arguments, Streams streams);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();

  /// Returns the descriptor to poll for events, or −1 once it is closed.
  int events_fd() const { return events_; }
  /// Reads what has arrived and returns the lines that are complete. It blocks unless events_fd()
  /// is readable.
  std::vector<std::string> read_events();

  /// Stops reading events.
  void close_events();

  pid_t pid() const { return pid_; }
  void signal(int number);
  /// Waits until the process has ended. Returns its exit code, or 128 + the signal that killed it.
  int wait();

 private:
  pid_t pid_ = -1;
  int events_ = -1;
  std::string rest_;  ///< the beginning of a line that is not complete yet
  std::optional<int> status_;
};

}  // namespace fairdeal::home
