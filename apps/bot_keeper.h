#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace fairdeal::apps {

/// A process beside a host that starts its bots, for the host itself may run no other program once
/// it is confined. It ends with the host, and the bots with it.
class BotKeeper {
 public:
  /// Starts the process; `tables` is the folder of the host's tables. Requires: this process has
  /// one thread. Throws std::system_error.
  explicit BotKeeper(const std::filesystem::path& tables);
  BotKeeper(const BotKeeper&) = delete;
  /// Waits for the end of the process.
  ~BotKeeper();

  /// Do as Bots' functions of these names.
  void sit_down(std::size_t count, const std::string& table);
  void resume(const std::string& table);
  void forget();

 private:
  void tell(const std::string& line);

  pid_t pid_ = -1;
  int to_ = -1;
};

}  // namespace fairdeal::apps
