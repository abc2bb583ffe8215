#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ui/home/child.h"

namespace fairdeal::seat {

/// The bots that run on a host's machine, each in a process of its own with its own key. They stay
/// for all matches and end with the host. Each keeps its files in a folder of its own beside the
/// host's tables, so that it can be resumed together with the host.
class Bots {
 public:
  /// Starts nothing yet; `tables` is the folder of the host's tables. Each bot loads these
  /// libraries, and waits so long before a move.
  Bots(std::filesystem::path tables, std::vector<std::string> libraries, std::int64_t think_ms)
      : tables_(std::move(tables)), libraries_(std::move(libraries)), think_ms_(think_ms) {}

  /// Returns whether a bot has left its folder beside these tables.
  static bool are_kept(const std::filesystem::path& tables);

  /// Starts bots of these names (bot_named()) that join `table`, which is an address or a
  /// link.
  void sit_down(const std::vector<std::string>& bots, const std::string& table);
  /// Starts the bots again that played at the table of this name.
  void resume(const std::string& table);
  /// Ends the bots and removes their files. Call it when the match is over.
  void forget();

 private:
  void start(const std::string& bot, std::vector<std::string> arguments,
             const std::filesystem::path& folder);

  std::filesystem::path tables_;
  std::vector<std::string> libraries_;
  std::int64_t think_ms_;
  std::vector<home::Child> running_;
  std::vector<std::filesystem::path> folders_;
};

}  // namespace fairdeal::seat
