#include "ui/home/places.h"

#include <cstdlib>
#include <pwd.h>
#include <system_error>
#include <unistd.h>

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

fs::path runtime_folder() {
  const char* given = std::getenv("XDG_RUNTIME_DIR");
  return given != nullptr && given[0] == '/' ? fs::path(given) / "fairdeal"
                                             : state_folder() / "run";
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
fs::path state_folder() { return xdg_folder("XDG_STATE_HOME", ".local/state"); }

fs::path identity_file(const std::string& named) {
  return named.empty() ? data_folder() / "identity" : fs::path(named);
}

fs::path contacts_file(const fs::path& identity) {
  const fs::path absolute = fs::absolute(identity);
  const bool usual = absolute == fs::absolute(identity_file());
  const fs::path folder =
      usual ? absolute.parent_path() / "contacts" : fs::path(absolute.string() + ".contacts");
  return folder / "contacts.toml";
}

fs::path tables_folder(const std::string& named) {
  return named.empty() ? data_folder() / "tables" : fs::path(named);
}

fs::path plays_folder() { return data_folder() / "plays"; }
fs::path transcripts_folder() { return data_folder() / "transcripts"; }
fs::path scripts_folder() { return data_folder() / "scripts"; }

fs::path config_file() { return xdg_folder("XDG_CONFIG_HOME", ".config") / "config.toml"; }

fs::path log_file(const std::string& named) {
  return named.empty() ? state_folder() / "fairdeal.log" : fs::path(named);
}

fs::path known_matches_file() { return state_folder() / "matches.json"; }

fs::path relay_volume_file(const std::string& port) {
  return state_folder() / ("relay-volume-" + port);
}

fs::path status_folder() { return runtime_folder() / "seats"; }

}  // namespace fairdeal::home
