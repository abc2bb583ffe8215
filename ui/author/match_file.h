#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/author/match_pool.h"
#include "ui/words/report.h"

namespace fairdeal::author {

/// The matches of a tournament in a file of JSON lines, so that it can go on later. The first line
/// says which tournament it is, and each other one is a match. Lines are only ever appended, and
/// synced to the disk, so whatever ends the program loses no match that ended a second before.
class MatchFile {
 public:
  /// The players in their seats, and the deal: one match of a tournament.
  using Key = std::pair<std::vector<std::string>, std::uint64_t>;

  /// Opens the file, or makes it. A last line that was cut is dropped. Errors: bad_parameters, in
  /// words: the file is one of another tournament, a line of it is no match, or another program
  /// writes to it; storage.
  static Result<MatchFile> open(const std::string& path, const words::Json& tournament,
                                std::size_t seats);
  ~MatchFile();
  MatchFile(MatchFile&& other) noexcept;
  MatchFile& operator=(MatchFile&&) = delete;
  MatchFile(const MatchFile&) = delete;

  /// Returns a match that the file has; null if it has none.
  const MatchPlayed* find(const MatchToPlay& match) const;
  std::size_t size() const { return matches_.size(); }
  /// Appends a match. Errors: storage.
  Result<> add(const MatchPlayed& match);

 private:
  MatchFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  Result<> read(const words::Json& tournament, std::size_t seats);
  Result<> append(const words::Json& line);

  std::string path_;
  int file_ = -1;
  std::int64_t synced_s_ = 0;  ///< when it was last synced, by a clock that never goes back
  std::map<Key, MatchPlayed> matches_{};
};

}  // namespace fairdeal::author
