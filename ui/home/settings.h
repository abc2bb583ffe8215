#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/words/report.h"

/// Settings spare people to type the same again and again. A setting is an option of some commands,
/// a variable of the environment, and a key of the file config.toml. The first of these that gives
/// a value wins; if none does, the default holds.

namespace fairdeal::home {

struct Setting {
  enum class Kind { text, path, flag, number, list };

  const char* key;          ///< in the file; its option is "--" and the key
  Kind kind;                ///< the kind of its value in the file
  const char* environment;  ///< the name of its variable; lists are separated by commas there
  const char* fallback;     ///< the default value, in words where it is no fixed one
  const char* example;      ///< a value as it is written in the file
  const char* about;
};

/// Returns all settings, in the order in which they are listed.
std::span<const Setting> settings();
/// Returns the setting with this key. Requires: there is one.
const Setting& setting_of(std::string_view key);

/// The origins of a setting's value, the strongest first.
enum class Origin { flag, environment, file, fallback };

/// A setting with the value that holds for it, and where that value comes from.
struct SettingInForce {
  const Setting* setting;
  std::vector<std::string>
      values;  ///< one, except of a list; none if the default is no fixed value
  Origin origin = Origin::fallback;
  std::string where;  ///< "--nickname", "FAIRDEAL_NICKNAME", "/home/ann/config.toml:3", "default"
};

/// The values that config.toml gives, each with the number of its line.
struct ConfigFile {
  struct Value {
    std::vector<std::string> texts;
    std::size_t line;
  };

  std::filesystem::path path;           ///< empty: there is none
  std::map<std::string, Value> values;  ///< by key
};

/// A T, or the failure that names the file, the line and what to write instead.
template <class T>
using OrFailure = tl::expected<T, words::Failure>;

/// The largest config.toml that is read. All settings with their comments take about 2 KiB.
inline constexpr std::size_t kConfigBytesMax{64 * 1024};

/// Reads the text of a config.toml at `path`, which is named in failures. Fails if it is not TOML,
/// has a key that is no setting, or a value of another kind than that setting's.
OrFailure<ConfigFile> parse_config(std::string_view text, const std::filesystem::path& path);

/// Reads the file that FAIRDEAL_CONFIG names, which has to exist, or else
/// $XDG_CONFIG_HOME/fairdeal/config.toml, which may be missing. If FAIRDEAL_CONFIG is set and
/// empty, no file is read.
OrFailure<ConfigFile> read_config();

/// Returns the text of a config.toml in which a setting has these values. A text without a value is
/// not there; an empty list is. All other lines stay as they are, comments included. Requires:
/// parse_config accepts the text, and the setting is no number.
std::string with_setting(std::string_view text, const Setting& setting,
                         const std::vector<std::string>& values);

/// Keeps a setting in the file that read_config reads, and makes the file if there is none. Fails
/// if the file cannot be read or written.
OrFailure<void> keep_setting(const Setting& setting, const std::vector<std::string>& values);

/// Returns the value that holds for a setting whose option is not given. `variable` is the value of
/// its variable in the environment, or null; an empty one counts as none.
SettingInForce in_force(const Setting& setting, const char* variable, const ConfigFile& file);

/// Returns the failure that reports a value which its option refuses, because of `why`.
words::Failure refused_setting(const SettingInForce& refused, const std::string& why);

}  // namespace fairdeal::home
