#pragma once

#include <filesystem>
#include <map>

#include "runtime/table.h"

namespace fairdeal::apps {

/// Keeps what one seat alone saw in a file beside the transcript, since the keys that opened it are
/// erased with their deal. The file has one line of JSON for each card, {"deal": number, "face",
/// "slot"}, for each private roll, {"dice", "step"}, and for each deal, {"deal": number, "time"},
/// by this seat's clock in seconds since 1970; its owner alone may read it.
class OwnCards {
 public:
  /// Beside that transcript: FILE.own.
  static std::filesystem::path beside(const std::filesystem::path& transcript);
  /// Reads the file as far as it can be read, if there is one.
  explicit OwnCards(std::filesystem::path path);

  /// Adds what is new; it is `now`. Errors: storage.
  Result<> note(const runtime::Table& table, const rules::Known& known, std::uint64_t now);
  /// The card that was dealt to the seat in this deal.
  std::optional<Face> face(std::uint64_t deal, CardSlot slot) const;
  /// When this deal was first seen.
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
