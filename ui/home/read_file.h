#pragma once

#include <cstdint>
#include <filesystem>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::home {

/// A file, pipe or device that is read once, from its beginning to its end.
class FileReader {
 public:
  /// Opens the file at `path`. Errors: storage, no_such_file.
  static Result<FileReader> open(const std::filesystem::path& path);
  /// Opens the file, to be read from byte `begins` on. Errors: as open(); storage for a pipe.
  static Result<FileReader> open_at(const std::filesystem::path& path, std::uint64_t begins);
  FileReader(FileReader&& other) noexcept;
  FileReader& operator=(FileReader&&) = delete;
  ~FileReader();

  /// Returns how many bytes the file claims to have; 0 for a pipe or a device.
  std::uint64_t size() const;
  /// Returns the next bytes, at most `wanted`; an empty result means the end. Errors: storage.
  Result<Bytes> more(std::size_t wanted);

 private:
  FileReader(int file, std::filesystem::path path) : file_(file), path_(std::move(path)) {}
  int file_;
  std::filesystem::path path_;
};

/// Reads a whole file, but no more than `bytes_max`, even of a pipe. Errors: storage, no_such_file,
/// too_large.
Result<Bytes> read_file(const std::filesystem::path& path, std::size_t bytes_max);
/// Reads a whole file that is neither a folder nor a pipe, for which a program could wait for ever.
/// Errors: as read_file.
Result<Bytes> read_regular_file(const std::filesystem::path& path, std::size_t bytes_max);

}  // namespace fairdeal::home
