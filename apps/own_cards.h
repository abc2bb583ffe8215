#pragma once

#include <filesystem>
#include <map>

#include "runtime/table.h"

namespace fairdeal::apps {

/// What one seat alone saw, in a file of its own beside the transcript: the keys that opened it are
/// erased with their deal. One line of JSON for each card, {"deal": number, "slot", "face"}, and
/// for each private throw, {"step", "dice"}. Readable by its owner alone.
class OwnCards {
 public:
  /// Beside that transcript: FILE.own.
  static std::filesystem::path beside(const std::filesystem::path& transcript);
  /// What the file has, as far as it can be read; nothing without a file.
  explicit OwnCards(std::filesystem::path path);

  /// Adds what is new. Errors: storage.
  Result<> note(const runtime::Table& table, const rules::Known& known);
  /// The card that was dealt to the seat in this deal.
  std::optional<Face> face(std::uint64_t deal, Slot slot) const;

 private:
  Result<> append(const std::string& line);

  std::filesystem::path path_;
  std::map<std::pair<std::uint64_t, Slot>, Face> faces_;
  std::vector<std::int64_t> dice_;  ///< as last noted
  bool is_whole_ = true;            ///< the file's last line
};

}  // namespace fairdeal::apps
