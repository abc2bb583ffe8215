#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace fairdeal::apps {

/// Another process of this program, which reports events as JSON lines through a pipe. The
/// destructor kills and reaps it.
class Child {
 public:
  /// Where the child's standard streams lead.
  enum class Streams {
    terminal,
    progress,
    none
  };  ///< all of ours; our standard error only; nothing

  /// Runs this program with `arguments` and "--events-fd 3". Throws std::system_error.
  Child(std::vector<std::string> arguments, Streams streams);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();

  /// Returns the descriptor to poll for events; −1 once it is closed.
  int events_fd() const { return events_; }
  /// Reads what is there, and returns its whole lines. Call it when events_fd() is readable.
  std::vector<std::string> read_events();

  /// Stops reading events.
  void close_events();

  pid_t pid() const { return pid_; }
  void signal(int number);
  /// Waits for its end. Returns its exit code, or 128 + the signal that killed it.
  int wait();

 private:
  pid_t pid_ = -1;
  int events_ = -1;
  std::string rest_;  ///< of a line not whole yet
  std::optional<int> status_;
};

}  // namespace fairdeal::apps
