#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "crypto/hash.h"
#include "runtime/meet/script_author.h"
#include "ui/words/report.h"

namespace fairdeal::sandbox {

/// A script that is kept on this machine.
struct KeptScript {
  crypto::Digest digest;
  std::string name;
  std::string version;
  std::optional<meet::ScriptAuthor> author{};
};

/// The scripts of a folder, by their digests: DIGEST.lua has a text, and DIGEST.json what a list
/// shows of it. A file whose text has another digest than its name is no script.
class KeptScripts {
 public:
  explicit KeptScripts(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::vector<KeptScript> list() const;
  /// Returns whether a script of this name is kept.
  bool has(const std::string& name) const;
  /// Returns the text with this digest, in hexadecimal digits.
  std::optional<std::string> text(const std::string& digest) const;
  std::optional<KeptScript> about(const std::string& digest) const;
  /// Returns the kept scripts that have the name of `script`, and another text.
  std::vector<KeptScript> others_called(const KeptScript& script) const;
  /// Keeps a script, and syncs it to the disk. A signature that is known of it stays. Errors:
  /// storage.
  Result<> keep(const KeptScript& script, const std::string& text) const;
  /// Forgets a script. Errors: storage.
  Result<> remove(const crypto::Digest& digest) const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// Reads the file of a script's author, SCRIPT.sig: its key and signature in hexadecimal digits, a
/// line each. Errors: storage (there is none), not_canonical, bad_signature.
Result<meet::ScriptAuthor> read_author(const std::string& path, const std::string& script);
std::string text_of(const meet::ScriptAuthor& author);

}  // namespace fairdeal::sandbox
