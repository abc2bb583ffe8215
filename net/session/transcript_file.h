#pragma once

#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::session {

/// A transcript that is being written. Each part is appended when it is decided; the disk is synced
/// only at the end, because until then the store has all parts, too.
class TranscriptFile {
 public:
  /// Creates the file, or empties one that exists. Only its owner may read it. Errors: storage.
  static Result<TranscriptFile> create(const std::string& path);
  TranscriptFile(TranscriptFile&& other) noexcept;
  TranscriptFile& operator=(TranscriptFile&&) = delete;
  ~TranscriptFile();

  /// Appends an encoded part. Errors: storage (the disk is full, …).
  Result<> append(ByteSpan part);
  /// Forces everything to the disk. Errors: storage.
  Result<> sync();
  const std::string& path() const { return path_; }

 private:
  TranscriptFile(int file, std::string path) : file_(file), path_(std::move(path)) {}
  Result<> write(ByteSpan bytes);
  int file_;
  std::string path_;
};

}  // namespace fairdeal::session
