#pragma once

#include <span>

#include <sys/types.h>

/// The process that starts those in which scripts run. It is a fork of this program from before it
/// held any secret and had any thread, so that those have none, either. It opens no files, starts
/// no other program, and ends with this one.

namespace fairdeal::sandbox {

/// Starts it. Call this at the beginning of the program; later calls do nothing. The helper
/// overwrites these arguments of the program, which may hold an invitation, in its own memory.
void start_script_helper(std::span<char*> arguments = {});

/// Returns a socket to another helper, which a fork of this program is to use; −1 if there is no
/// helper. Why: one helper answers one process. The other is a fork of the first, so it has no
/// secret, either.
int another_script_helper();
/// Uses that helper, in a fork that lets go of all other files of its parent. The processes of
/// scripts that the parent started are the parent's. Call it before this process has threads.
void use_script_helper(int socket);
/// Returns how often use_script_helper() was called on the way to this process: locks that were
/// held before may be held for ever.
int script_generation();

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
  /// Returns whether this process started it, and not the one that it is a fork of.
  bool is_ours() const { return generation_ == script_generation(); }

 private:
  int socket_ = -1;
  pid_t pid_ = -1;
  int generation_ = script_generation();
};

}  // namespace fairdeal::sandbox
