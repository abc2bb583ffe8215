#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace fairdeal::seat {

/// A separate process that starts a host's bots, because the host may run no other program once it
/// is confined. It ends when the host ends, and the bots end with it.
class BotKeeper {
 public:
  /// Starts the process; the arguments are those of Bots. Requires: this process has one thread.
  /// Throws std::system_error.
  BotKeeper(const std::filesystem::path& tables, const std::vector<std::string>& libraries,
            std::int64_t think_ms);
  BotKeeper(const BotKeeper&) = delete;
  /// Closes the pipe to the process, which then ends, and waits for that.
  ~BotKeeper();

  /// Each asks the process to call the function of Bots that has the same name.
  void sit_down(const std::vector<std::string>& bots, const std::string& table);
  void resume(const std::string& table);
  void forget();

 private:
  void tell(const std::string& line);

  pid_t pid_ = -1;
  int to_ = -1;
};

}  // namespace fairdeal::seat
