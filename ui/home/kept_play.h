#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "rules/json_full.h"
#include "rules/registry.h"

namespace fairdeal::home {

/// An unfinished match against bots, kept in a file of the data folder that has its name.
struct KeptPlay {
  std::string name;  ///< "holdem-4f2a"
  std::string game;
  std::string version;  ///< version of the game's rules
  /// The players of the other seats, as rules::opponent_named() names them, with commas between;
  /// one name alone is for all.
  std::string bot;
  std::uint64_t seed = 0;  ///< for the bots
  nlohmann::json match{};  ///< from rules::Match::json()
  /// The text of a game that is a script: the match goes on with it, whatever became of the file
  /// that it was played from. "": it is compiled.
  std::string script{};
  /// The digest of a library's rules, in hexadecimal digits; "": the game is none.
  std::string library{};
  std::uint32_t person = 0;  ///< the person's seat; the bots have the others, in their order

  /// Sets the last two to what this program plays.
  void note_game(const rules::Module& module);

  /// Writes the file, and syncs it. Returns false if that failed, for example because the disk is
  /// full.
  bool keep() const;
  /// Removes the file.
  void forget() const;
  static bool exists(const std::string& name);
  /// Returns the names of all kept matches, sorted.
  static std::vector<std::string> names();
  /// Returns when the match of this name was kept last, in seconds since 1970; 0: it is not there.
  static std::int64_t date_s(const std::string& name);
  /// Reads the match of this name; its game, which may be a script, can be found by its name then.
  /// Errors: storage, too_large, damaged, unknown_module (the game, or this version of its rules,
  /// is not in this program); as rules::add_script.
  static Result<KeptPlay> read(const std::string& name);
};

}  // namespace fairdeal::home
