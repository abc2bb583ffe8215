#include "apps/paths.h"

#include <cstdlib>
#include <pwd.h>
#include <stdlib.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace fairdeal::apps {

namespace fs = std::filesystem;

namespace {

/// Returns $HOME or, if it is no absolute path, the home folder of the user database. Never returns
/// a relative path, which would mean the current folder.
fs::path home() {
  if (const char* named = std::getenv("HOME"); named != nullptr && named[0] == '/') return named;
  if (const passwd* user = ::getpwuid(::getuid()); user != nullptr && user->pw_dir[0] == '/')
    return user->pw_dir;
  throw fs::filesystem_error("you have no home folder: set HOME or XDG_DATA_HOME",
                             std::make_error_code(std::errc::no_such_file_or_directory));
}

}  // namespace

fs::path data_folder() {
  if (const char* xdg = std::getenv("XDG_DATA_HOME"); xdg != nullptr && xdg[0] == '/')
    return fs::path(xdg) / "fairdeal";
  return home() / ".local" / "share" / "fairdeal";
}

void make_private_folder(const fs::path& folder) {
  if (fs::exists(folder)) return;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path());
  if (fs::create_directory(folder)) fs::permissions(folder, fs::perms::owner_all);
}

fs::path make_temporary_folder() {
  std::string name = (fs::temp_directory_path() / "fairdeal-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("cannot make a folder", name,
                               std::error_code(errno, std::generic_category()));
  return name;
}

}  // namespace fairdeal::apps
