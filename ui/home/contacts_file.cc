#include "ui/home/contacts_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <sys/file.h>

#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

/// An open file that is closed at the end of its scope.
struct OpenFile {
  int fd;
  ~OpenFile() {
    if (fd >= 0) ::close(fd);
  }
};

tl::unexpected<Error> failed_at(const fs::path& path) {
  return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
}

/// Reads a file without leaving copies. Returns "" if there is none.
Result<std::string> read_secret_text(const fs::path& path) {
  const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0 && errno == ENOENT) return "";
  if (file.fd < 0) return failed_at(path);
  std::string text(ContactList::kBytesMax + 1, '\0');
  std::size_t size = 0;
  for (ssize_t got = 1; got > 0 && size < text.size(); size += static_cast<std::size_t>(got)) {
    got = ::read(file.fd, text.data() + size, text.size() - size);
    if (got >= 0) continue;
    sodium_memzero(text.data(), text.size());
    return failed_at(path);
  }
  if (size > ContactList::kBytesMax) {
    sodium_memzero(text.data(), text.size());
    return fail(Fault::too_large, path.string());
  }
  text.resize(size);
  return text;
}

Result<> replace(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  std::error_code error;
  fs::remove(fresh, error);  // left by a program that was stopped before the rename
  const OpenFile file{
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)};
  if (file.fd < 0) return failed_at(fresh);
  const bool written =
      ::write(file.fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(file.fd) == 0 && ::rename(fresh.c_str(), path.c_str()) == 0;
  if (written) return {};
  const auto failed = failed_at(path);
  ::unlink(fresh.c_str());
  return failed;
}

}  // namespace

ContactsFile::ContactsFile(const fs::path& identity) : path_(contacts_file(identity)) {}

OrFailure<ContactList> ContactsFile::load() const {
  auto text = read_secret_text(path_);
  if (!text) return tl::unexpected(words::failure_of(text.error(), "Could not read your contacts"));
  return ContactList::parse(*std::move(text), path_);
}

std::optional<words::Failure> ContactsFile::change(
    const std::function<std::optional<words::Failure>(ContactList&)>& change) const {
  make_private_folder(folder());
  const OpenFile lock{::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (lock.fd < 0 || ::flock(lock.fd, LOCK_EX) != 0)
    return words::failure_of(failed_at(folder()).value(), "Could not write your contacts");
  auto list = load();
  if (!list) return list.error();
  if (auto failure = change(*list)) return failure;
  std::string text = list->text();
  const auto written = replace(path_, text);
  sodium_memzero(text.data(), text.size());
  if (written) return {};
  return words::failure_of(written.error(), "Could not write your contacts");
}

}  // namespace fairdeal::home
