#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "rules/json_full.h"

namespace fairdeal::apps {

/// A match against bots that goes on another time: a file in the data folder, by its name.
struct KeptPlay {
  std::string name;  ///< "holdem-4f2a"
  std::string game;
  std::string version;  ///< of its rules
  std::string bot;
  std::uint64_t seed = 0;  ///< of the bots
  nlohmann::json match{};  ///< rules::Match, as it keeps itself

  /// Writes the file, and returns whether it could: there may be no place for it.
  bool keep() const;
  void forget() const;
  static bool exists(const std::string& name);
  /// Returns the names of all such matches, in order.
  static std::vector<std::string> names();
  /// Reads a match by its name. Errors: storage, damaged, unknown_module (rules of another
  /// version).
  static Result<KeptPlay> read(const std::string& name);
};

}  // namespace fairdeal::apps
