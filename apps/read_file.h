#pragma once

#include <cstdint>
#include <filesystem>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::apps {

/// A file of any kind, a pipe or a device too, as it is read.
class FileReader {
 public:
  /// Errors: storage.
  static Result<FileReader> open(const std::filesystem::path& path);
  FileReader(FileReader&& other) noexcept;
  FileReader& operator=(FileReader&&) = delete;
  ~FileReader();

  /// How many bytes it claims to have, before any is read; 0 of a pipe or a device.
  std::uint64_t size() const;
  /// The next bytes, at most so many; none at the end. Errors: storage.
  Result<Bytes> more(std::size_t wanted);

 private:
  FileReader(int file, std::filesystem::path path) : file_(file), path_(std::move(path)) {}
  int file_;
  std::filesystem::path path_;
};

/// All of a file, whose size is looked at before it is read. Errors: storage, too_large (more than
/// `bytes_max`).
Result<Bytes> read_file(const std::filesystem::path& path, std::size_t bytes_max);

}  // namespace fairdeal::apps
