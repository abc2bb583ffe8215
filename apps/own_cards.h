#pragma once

#include <filesystem>
#include <map>

#include "runtime/table.h"

namespace fairdeal::apps {

/// A file beside the transcript that holds what one seat alone saw. Why: the keys that decrypted it
/// are erased with their deal. The file has one line of JSON for each card, {"deal": number,
/// "face", "slot"}, for each private roll, {"dice", "step"}, and for each deal, {"deal": number,
/// "time"}, by this seat's clock in seconds since 1970; its owner alone may read it.
class OwnCards {
 public:
  /// Returns the path of the file beside a transcript: FILE.own.
  static std::filesystem::path beside(const std::filesystem::path& transcript);
  /// Reads the file as far as it can be read, if there is one.
  explicit OwnCards(std::filesystem::path path);

  /// Adds what is new, with the time `now`. Errors: storage.
  Result<> note(const runtime::Table& table, const rules::Known& known, std::uint64_t now);
  /// Returns the card that lay in this card slot in this deal, if the seat saw it.
  std::optional<Face> face(std::uint64_t deal, CardSlot slot) const;
  /// Returns when this deal was first seen.
  std::optional<std::uint64_t> time(std::uint64_t deal) const;

 private:
  Result<> append(const std::string& line);

  std::filesystem::path path_;
  std::map<std::pair<std::uint64_t, CardSlot>, Face> faces_;
  std::map<std::uint64_t, std::uint64_t> times_;
  std::vector<std::int64_t> dice_;  ///< as last noted
  bool is_whole_ = true;            ///< the file's last line
};

}  // namespace fairdeal::apps
