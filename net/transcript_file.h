#pragma once

#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::net {

/// A transcript as it is written: parts are appended as they are decided, and synced at the end
/// (until then the store has them).
class TranscriptFile {
 public:
  /// Creates it, for its owner alone, or empties what is there. Errors: storage.
  static Result<TranscriptFile> create(const std::string& path);
  TranscriptFile(TranscriptFile&& other) noexcept;
  TranscriptFile& operator=(TranscriptFile&&) = delete;
  ~TranscriptFile();

  /// Errors: storage (the disk is full, …).
  Result<> append(ByteSpan part);
  Result<> sync();
  const std::string& path() const { return path_; }

 private:
  TranscriptFile(int file, std::string path) : file_(file), path_(std::move(path)) {}
  Result<> write(ByteSpan bytes);
  int file_;
  std::string path_;
};

}  // namespace fairdeal::net
