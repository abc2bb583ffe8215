#pragma once

#include <span>

#include <sys/types.h>

#include "ui/sandbox/confine_engine.h"

/// The process that starts those in which scripts run, and engines. It is a fork of this program
/// from before it held any secret and had any thread, so that those have none, either. It opens no
/// files, starts no program but the engines that it was told of in time, and ends with this one.

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

/// Tells the helper of an engine that it may start later. Does nothing after no_more_engines().
void allow_engine(const EngineCommand& command);
/// From now on the helper is told of no engine. Why: an attacker who finds a fault in this program
/// could let it start any other one, however confined. Call this before confine().
void no_more_engines();

/// A process that the helper has started, and the socket through which it is spoken to. The
/// destructor kills it.
class HelpedProcess {
 public:
  HelpedProcess(const HelpedProcess&) = delete;
  HelpedProcess& operator=(const HelpedProcess&) = delete;
  ~HelpedProcess();

  int socket() const { return socket_; }
  pid_t pid() const { return pid_; }
  /// Returns whether this process started it, and not the one that it is a fork of.
  bool is_ours() const { return generation_ == script_generation(); }

 protected:
  HelpedProcess() = default;
  int socket_ = -1;
  pid_t pid_ = -1;

 private:
  int generation_ = script_generation();
};

/// A process that runs one script.
class ScriptProcess : public HelpedProcess {
 public:
  /// Starts one. Throws std::system_error, if the helper cannot.
  ScriptProcess();
};

/// A process that runs an engine, whose standard input and output are the socket. The socket's end
/// is there at once if the engine could not be confined or executed.
class EngineProcess : public HelpedProcess {
 public:
  /// Starts it. Throws std::system_error, if the helper was not told of it, or finds no program.
  explicit EngineProcess(const EngineCommand& command, const EngineLimits& limits = {});
};

}  // namespace fairdeal::sandbox
