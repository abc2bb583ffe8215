#pragma once

#include <span>

#include <sys/types.h>

/// The process that starts those in which scripts run. It is a fork of this program from before it
/// held any secret and had any thread, so that those have none, either. It opens no files, starts
/// no other program, and ends with this one.
namespace fairdeal::apps {

/// Starts it. Call this at the beginning of the program; later calls do nothing. The helper
/// overwrites these arguments of the program, which may hold an invitation, in its own memory.
void start_script_helper(std::span<char*> arguments = {});

/// A process that runs one script, and the socket through which it is asked. The destructor kills
/// it.
class ScriptProcess {
 public:
  /// Starts one. Throws std::system_error, if the helper cannot.
  ScriptProcess();
  ScriptProcess(const ScriptProcess&) = delete;
  ScriptProcess& operator=(const ScriptProcess&) = delete;
  ~ScriptProcess();

  int socket() const { return socket_; }
  pid_t pid() const { return pid_; }

 private:
  int socket_ = -1;
  pid_t pid_ = -1;
};

}  // namespace fairdeal::apps
