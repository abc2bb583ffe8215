#include "net/sockets/private_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <sys/stat.h>

namespace fairdeal::sockets {

Result<int> open_private(const std::string& path, Existing existing) {
  const int truncate = existing == Existing::emptied ? O_TRUNC : 0;
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | truncate,
             S_IRUSR | S_IWUSR);
  if (file < 0)
    return fail(Fault::storage,
                path + ": " + (errno == ELOOP ? "a symbolic link" : std::strerror(errno)));
  // A file that existed before may be open to others. A device keeps the rights that it has.
  struct stat status {};
  const bool is_file = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && (status.st_mode & 0777) != (S_IRUSR | S_IWUSR))
    (void)!::fchmod(file, S_IRUSR | S_IWUSR);
  return file;
}

Result<> write_private(const std::string& path, std::string_view text) {
  FD_TRY(const int file, open_private(path, Existing::emptied));
  const ssize_t written = ::write(file, text.data(), text.size());
  const std::string why = written < 0 ? std::strerror(errno) : "the disk is full";
  const bool closed = ::close(file) == 0;
  if (written == static_cast<ssize_t>(text.size()) && closed) return {};
  return fail(Fault::storage, path + ": " + why);
}

Result<> replace_private(const std::string& path, std::string_view text) {
  const std::string fresh = path + ".new";
  FD_TRY(write_private(fresh, text));
  const int file = ::open(fresh.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  if (!synced || ::rename(fresh.c_str(), path.c_str()) != 0)
    return fail(Fault::storage, path + ": " + std::strerror(errno));
  const auto end = path.rfind('/');
  const std::string folder = end == std::string::npos ? "." : path.substr(0, end + 1);
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    (void)::fsync(directory);  // some file systems cannot
    ::close(directory);
  }
  return {};
}

}  // namespace fairdeal::sockets
