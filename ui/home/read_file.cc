#include "ui/home/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

namespace fairdeal::home {

namespace {
constexpr std::size_t kPieceBytes = 1 << 20;
}

Result<FileReader> FileReader::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return fail(Fault::no_such_file, path.string());
  if (file < 0) return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
  FileReader reader(file, path);
  struct stat status {};
  if (::fstat(file, &status) == 0 && S_ISDIR(status.st_mode))
    return fail(Fault::storage, path.string());  // words::failure_of says that it is a folder
  return reader;
}

Result<FileReader> FileReader::open_at(const std::filesystem::path& path, std::uint64_t begins) {
  FD_TRY(FileReader reader, open(path));
  if (begins > 0 && ::lseek(reader.file_, static_cast<off_t>(begins), SEEK_SET) < 0)
    return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
  return reader;
}

FileReader::FileReader(FileReader&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)) {}

FileReader::~FileReader() {
  if (file_ >= 0) ::close(file_);
}

std::uint64_t FileReader::size() const {
  struct stat status {};
  const bool is_file = ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode);
  return is_file ? static_cast<std::uint64_t>(status.st_size) : 0;
}

Result<Bytes> FileReader::more(std::size_t wanted) {
  Bytes bytes(wanted);
  ssize_t got = -1;
  do {
    got = ::read(file_, bytes.data(), bytes.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) return fail(Fault::storage, path_.string() + ": " + std::strerror(errno));
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

Result<Bytes> read_regular_file(const std::filesystem::path& path, std::size_t bytes_max) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  const bool is_read = std::filesystem::is_regular_file(status);
  if (std::filesystem::exists(status) && !is_read && !std::filesystem::is_directory(status))
    return fail(Fault::storage, path.string() + " is no file");
  return read_file(path, bytes_max);
}

Result<Bytes> read_file(const std::filesystem::path& path, std::size_t bytes_max) {
  FD_TRY(FileReader file, FileReader::open(path));
  if (file.size() > bytes_max) return fail(Fault::too_large, path.string());
  Bytes bytes;
  for (;;) {
    FD_TRY(const Bytes piece, file.more(kPieceBytes));
    if (piece.empty()) return bytes;
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    if (bytes.size() > bytes_max) return fail(Fault::too_large, path.string());
  }
}

}  // namespace fairdeal::home
