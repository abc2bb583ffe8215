#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/child.h"

namespace fairdeal::apps {

/// Bots of a host's machine, each a process of its own with its own key, which stay for all matches
/// that are played and end with the host. What they keep is in a folder of their own beside the
/// host's tables, so that they can be resumed with it.
class Bots {
 public:
  /// Takes the folder of the host's tables.
  explicit Bots(std::filesystem::path tables) : tables_(std::move(tables)) {}

  /// Returns whether files of bots are beside these tables.
  static bool are_kept(const std::filesystem::path& tables);

  /// Lets `count` bots join `table`, an address or a link.
  void sit_down(std::size_t count, const std::string& table);
  /// Starts those again that play at the table of this name.
  void resume(const std::string& table);
  /// Removes their files: the match is over.
  void forget();

 private:
  void start(std::vector<std::string> arguments, const std::filesystem::path& folder);

  std::filesystem::path tables_;
  std::vector<Child> running_;
  std::vector<std::filesystem::path> folders_;
};

}  // namespace fairdeal::apps
