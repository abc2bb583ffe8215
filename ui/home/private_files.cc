#include "ui/home/private_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string>
#include <system_error>
#include <unistd.h>

#include "net/sockets/private_file.h"
#include "ui/home/machine.h"

namespace fairdeal::home {

namespace fs = std::filesystem;

void make_private_folder(const fs::path& folder) {
  if (fs::exists(folder)) return;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path());
  if (fs::create_directory(folder)) fs::permissions(folder, fs::perms::owner_all);
}

Result<> write_synced(const fs::path& path, std::string_view text) {
  FD_TRY(sockets::write_private(path.string(), text));
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  return synced ? Result<>() : fail(Fault::storage, path.string());
}

fs::path make_temporary_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) throw MachineLacks("This program needs a folder for temporary files: /tmp or TMPDIR");
  std::string name = (folder / "fairdeal-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("cannot make a folder", name,
                               std::error_code(errno, std::generic_category()));
  return name;
}

}  // namespace fairdeal::home
