#include "ui/home/paths.h"

#include <cstdlib>
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string>
#include <system_error>
#include <unistd.h>

#include "net/sockets/private_file.h"
#include "ui/home/machine.h"

namespace fairdeal::home {

namespace fs = std::filesystem;

namespace {

/// Returns this program's folder in the one that `variable` names or, without an absolute path
/// there, in `usual`, below the home folder.
fs::path xdg_folder(const char* variable, const char* usual) {
  const char* xdg = std::getenv(variable);
  const bool named = xdg != nullptr && xdg[0] == '/';
  return (named ? fs::path(xdg) : home_folder() / usual) / "fairdeal";
}

}  // namespace

fs::path home_folder() {
  if (const char* named = std::getenv("HOME"); named != nullptr && named[0] == '/') return named;
  if (const passwd* user = ::getpwuid(::getuid()); user != nullptr && user->pw_dir[0] == '/')
    return user->pw_dir;
  throw fs::filesystem_error("you have no home folder: set HOME",
                             std::make_error_code(std::errc::no_such_file_or_directory));
}

fs::path data_folder() { return xdg_folder("XDG_DATA_HOME", ".local/share"); }
fs::path config_folder() { return xdg_folder("XDG_CONFIG_HOME", ".config"); }
fs::path state_folder() { return xdg_folder("XDG_STATE_HOME", ".local/state"); }

fs::path runtime_folder() {
  const char* given = std::getenv("XDG_RUNTIME_DIR");
  return given != nullptr && given[0] == '/' ? fs::path(given) / "fairdeal"
                                             : state_folder() / "run";
}

fs::path status_folder() { return runtime_folder() / "seats"; }

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
