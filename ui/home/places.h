#pragma once

#include <filesystem>
#include <string>

/// The usual places of a user's files on this machine. Nothing is made here. Each function throws
/// std::filesystem::filesystem_error for a user without a home folder, if it needs one.

namespace fairdeal::home {

/// Returns $HOME or, if it is no absolute path, the home folder of the user database. Never returns
/// a relative path, which would mean the current folder.
std::filesystem::path home_folder();

/// Returns the folder for this program's data (XDG base directories): $XDG_DATA_HOME/fairdeal or,
/// without that variable, ~/.local/share/fairdeal.
std::filesystem::path data_folder();
/// Returns the folder of logs: $XDG_STATE_HOME/fairdeal, or ~/.local/state/fairdeal.
std::filesystem::path state_folder();

/// Returns the file of a person's key and nickname: `named` or, if that is empty, the usual one.
std::filesystem::path identity_file(const std::string& named = {});
/// Returns the file of the contacts that a person with this identity file keeps. It lies in a
/// folder of its own.
std::filesystem::path contacts_file(const std::filesystem::path& identity);
/// Returns the folder of a person's tables: `named` or, if that is empty, the usual one.
std::filesystem::path tables_folder(const std::string& named = {});
/// Returns the folder of the matches against bots that are not finished.
std::filesystem::path plays_folder();
std::filesystem::path transcripts_folder();
/// Returns the folder of kept scripts that all commands share.
std::filesystem::path scripts_folder();

/// Returns config.toml in $XDG_CONFIG_HOME/fairdeal, or in ~/.config/fairdeal.
std::filesystem::path config_file();

/// Returns the file of the log: `named` or, if that is empty, the usual one.
std::filesystem::path log_file(const std::string& named = {});
/// Returns the file in which the lobby keeps what it has read from transcripts.
std::filesystem::path known_matches_file();
/// Returns the file in which a relay at this port keeps what it sent in the month.
std::filesystem::path relay_volume_file(const std::string& port);

/// Returns the folder of the sockets at which this user's programs tell how they are: in
/// $XDG_RUNTIME_DIR/fairdeal or, where the user has no such folder, in that of logs.
std::filesystem::path status_folder();

}  // namespace fairdeal::home
