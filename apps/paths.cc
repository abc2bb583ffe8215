#include "apps/paths.h"

#include <cstdlib>
#include <stdlib.h>
#include <string>
#include <system_error>

namespace fairdeal::apps {

namespace fs = std::filesystem;

fs::path data_folder() {
  if (const char* xdg = std::getenv("XDG_DATA_HOME"); xdg != nullptr && xdg[0] == '/')
    return fs::path(xdg) / "fairdeal";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr && home[0] != '\0' ? home : ".") / ".local" / "share" /
         "fairdeal";
}

void make_private_folder(const fs::path& folder) {
  if (fs::exists(folder)) return;
  fs::create_directories(folder.parent_path());
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
