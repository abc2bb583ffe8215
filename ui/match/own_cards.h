#pragma once

#include <filesystem>
#include <map>

#include "runtime/state/table.h"

namespace fairdeal::match {

/// A file beside the transcript that holds what one seat alone saw. Why: the keys that decrypted it
/// are erased with their deal. The file has one line of JSON for each card, {"deal": number,
/// "face", "slot"}, for each private roll, {"dice", "step"}, and for each deal, {"deal": number,
/// "time"}, where the time is this seat's clock in seconds since 1970. Only its owner may read it.
class OwnCards {
 public:
  /// Returns the path of the file beside a transcript: FILE.own.
  static std::filesystem::path beside(const std::filesystem::path& transcript);
  /// Reads the file, if there is one, and skips lines that cannot be read.
  explicit OwnCards(std::filesystem::path path);

  /// Appends to the file what is new since the last call; a new deal gets the time `now`. Errors:
  /// storage.
  Result<> note(const state::Table& table, const rules::Known& known, std::uint64_t now);
  /// Returns the face of the card in this slot of this deal, if the seat saw it.
  std::optional<Face> face(std::uint64_t deal, CardSlot slot) const;
  /// Returns the private roll that the seat saw at this step.
  std::optional<std::vector<std::int64_t>> dice(Step step) const;
  /// Returns whether the file has anything that only its owner saw.
  bool empty() const { return faces_.empty() && rolls_.empty(); }
  /// Returns the time at which this seat first saw the deal.
  std::optional<std::uint64_t> time(std::uint64_t deal) const;

 private:
  Result<> append(const std::string& line);

  std::filesystem::path path_;
  std::map<std::pair<std::uint64_t, CardSlot>, Face> faces_;
  std::map<std::uint64_t, std::uint64_t> times_;
  std::map<std::uint64_t, std::vector<std::int64_t>> rolls_;
  std::vector<std::int64_t> dice_;  ///< the private roll that was noted last
  bool is_whole_ = true;            ///< whether the file's last line is complete
};

}  // namespace fairdeal::match
