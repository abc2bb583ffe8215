#include "ui/home/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <toml++/toml.h>

#include "base/check.h"
#include "base/edit_distance.h"
#include "ui/home/places.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;
using Kind = Setting::Kind;

constexpr std::array kSettings{
    Setting{"nickname", Kind::text, "FAIRDEAL_NICKNAME", "", "\"Ann\"",
            "The name that the others see"},
    Setting{"identity", Kind::path, "FAIRDEAL_IDENTITY", "", "\"~/ann.id\"", "Your identity file"},
    Setting{"data", Kind::path, "FAIRDEAL_DATA", "", "\"~/tables\"", "Where tables are kept"},
    Setting{"listen", Kind::text, "FAIRDEAL_LISTEN", "[::]:7777", "\"0.0.0.0:7777\"",
            "Address and port of the tables that you host"},
    Setting{"admit", Kind::text, "FAIRDEAL_ADMIT", "", "\"ask\"",
            "Who may sit down at them: invited, ask, known or open"},
    Setting{"move-time", Kind::number, "FAIRDEAL_MOVE_TIME", "30", "30",
            "Seconds for a move at them"},
    Setting{"bank", Kind::number, "FAIRDEAL_BANK", "60", "60",
            "Seconds of a seat's reserve at them"},
    Setting{"timeout", Kind::number, "FAIRDEAL_TIMEOUT", "0", "600",
            "Seconds to wait for others before giving up; 0: for ever"},
    Setting{"relay", Kind::list, "FAIRDEAL_RELAY", "", "[\"relay.example.org\"]",
            "Relays by which you and your friends find each other from anywhere"},
    Setting{"relay-pass-file", Kind::path, "FAIRDEAL_RELAY_PASS_FILE", "", "\"~/relay.pass\"",
            "File with the pass that these relays ask for, if they are closed"},
    Setting{"port-map", Kind::flag, "FAIRDEAL_PORT_MAP", "true", "false",
            "Whether your router may be asked to forward your port, while you are at a table"},
    Setting{"qr", Kind::flag, "FAIRDEAL_QR", "true", "false",
            "Whether a host's link is also shown as a QR code"},
    Setting{"bell", Kind::flag, "FAIRDEAL_BELL", "true", "false",
            "Whether a bell rings on your turn"},
    Setting{"bots-think", Kind::number, "FAIRDEAL_BOTS_THINK", "600", "0",
            "Milliseconds that bots on this machine wait before a move"},
    Setting{"show-losing", Kind::flag, "FAIRDEAL_SHOW_LOSING", "false", "true",
            "Whether your losing hands are shown at a showdown"},
    Setting{"log-level", Kind::text, "FAIRDEAL_LOG", "off", "\"info\"",
            "The events that are logged: off, error, warn, info or debug"},
    Setting{"log-file", Kind::path, "FAIRDEAL_LOG_FILE", "", "\"~/fairdeal.log\"",
            "Where to; - means standard error"},
};

tl::unexpected<words::Failure> refuse(const std::string& what, const std::string& instead) {
  return tl::unexpected<words::Failure>({words::Exit::usage, "bad_config", what, instead});
}

std::string at(const fs::path& path, std::size_t line) {
  return path.string() + ":" + std::to_string(line);
}

std::string example_of(const Setting& setting) {
  return std::string("Write for example ") + setting.key + " = " + setting.example + ".";
}

const char* words_for(Kind kind) {
  switch (kind) {
    case Kind::text:
      return "a text in quotes";
    case Kind::path:
      return "a path in quotes that begins with / or ~/";
    case Kind::flag:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::list:
      return "a list of texts in brackets";
  }
  return "";
}

tl::unexpected<words::Failure> refuse_unknown(const std::string& key, const std::string& where) {
  const auto& nearest = *std::ranges::min_element(
      kSettings, {}, [&](const Setting& setting) { return edit_distance(setting.key, key); });
  const bool near = edit_distance(nearest.key, key) <= 1 + key.size() / 3;
  return refuse(where + ": there is no setting '" + key + "'.",
                (near ? std::string("Did you mean ") + nearest.key + "? " : "") +
                    "fairdeal config lists all settings.");
}

/// Returns a number of the file as an option takes it.
template <class Number>
std::string number_text(Number number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

/// Returns a value of the file as its option takes it; nothing if it is of another kind.
std::optional<std::vector<std::string>> texts_of(const toml::node& node, Kind kind) {
  using Texts = std::vector<std::string>;
  if (kind == Kind::text && node.is_string()) return Texts{node.as_string()->get()};
  if (kind == Kind::path && node.is_string()) {
    const std::string& path = node.as_string()->get();
    if (path.starts_with("~/")) return Texts{(home_folder() / path.substr(2)).string()};
    if (path.starts_with("/") || path == "-") return Texts{path};
  }
  if (kind == Kind::flag && node.is_boolean())
    return Texts{node.as_boolean()->get() ? "true" : "false"};
  if (kind == Kind::number && node.is_integer())
    return Texts{number_text(node.as_integer()->get())};
  if (kind == Kind::number && node.is_floating_point())
    return Texts{number_text(node.as_floating_point()->get())};
  if (kind != Kind::list || !node.is_array()) return {};
  Texts texts;
  for (const auto& item : *node.as_array()) {
    if (!item.is_string()) return {};
    texts.push_back(item.as_string()->get());
  }
  return texts;
}

/// Returns the path of the file that is read if FAIRDEAL_CONFIG names none; empty for a user
/// without a home folder.
fs::path usual_path() {
  try {
    return config_file();
  } catch (const fs::filesystem_error&) {
    return {};
  }
}

/// Returns the path of the file that read_config reads; empty: it reads none.
fs::path path_of_config() {
  const char* named = std::getenv("FAIRDEAL_CONFIG");
  return named != nullptr ? fs::path(named) : usual_path();
}

/// Returns a setting as a line of the file.
std::string line_of(const Setting& setting, const std::vector<std::string>& values) {
  std::ostringstream line;
  line << setting.key << " = ";
  if (setting.kind == Kind::list)
    line << [&] {
      toml::array list;
      for (const std::string& value : values) list.push_back(value);
      return list;
    }();
  else if (setting.kind == Kind::flag)
    line << values.front();
  else
    line << toml::value<std::string>(values.front());
  return line.str() + "\n";
}

/// Replaces a file, completely or not at all. Returns whether that was done.
bool replace_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  fs::path fresh = path;
  fresh += ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (out) fs::rename(fresh, path, error);
  const bool done = out && !error;
  if (!done) fs::remove(fresh, error);
  return done;
}

}  // namespace

std::span<const Setting> settings() { return kSettings; }

const Setting& setting_of(std::string_view key) {
  const auto found = std::ranges::find(kSettings, key, &Setting::key);
  CHECK(found != kSettings.end());
  return *found;
}

OrFailure<ConfigFile> parse_config(std::string_view text, const fs::path& path) {
  toml::table table;
  try {
    table = toml::parse(text, path.string());
  } catch (const toml::parse_error& error) {
    return refuse(at(path, error.source().begin.line) +
                      ": this is not TOML: " + std::string(error.description()) + ".",
                  "Each line is KEY = VALUE, such as nickname = \"Ann\".");
  }
  ConfigFile file{path, {}};
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    const std::size_t line = name.source().begin.line;
    const auto setting =
        std::ranges::find_if(kSettings, [&](const Setting& known) { return known.key == key; });
    if (setting == kSettings.end()) return refuse_unknown(key, at(path, line));
    auto texts = texts_of(node, setting->kind);
    if (!texts)
      return refuse(at(path, line) + ": " + key + " is not " + words_for(setting->kind) + ".",
                    example_of(*setting));
    file.values.emplace(key, ConfigFile::Value{*std::move(texts), line});
  }
  return file;
}

std::string with_setting(std::string_view text, const Setting& setting,
                         const std::vector<std::string>& values) {
  CHECK(setting.kind != Kind::number);
  const toml::table table = toml::parse(text);
  const toml::node* const old = table.get(setting.key);
  const std::size_t first = old != nullptr ? old->source().begin.line : 0;
  const std::size_t last = old != nullptr ? old->source().end.line : 0;
  // An empty list is a choice: that of none.
  const bool kept = !values.empty() || setting.kind == Kind::list;
  const std::string added = kept ? line_of(setting, values) : "";
  std::string changed;
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (++number == first) changed += added;
    if (number < first || number > last) changed += line + "\n";
  }
  return old != nullptr ? changed : changed + added;
}

OrFailure<void> keep_setting(const Setting& setting, const std::vector<std::string>& values) {
  const fs::path path = path_of_config();
  const auto refused = [&](const std::string& why) {
    return refuse("Could not keep " + std::string(setting.key) + ": " + why + ".",
                  "Name a file in FAIRDEAL_CONFIG that can be written.");
  };
  if (path.empty()) return refused("there is no folder for settings");
  if (const auto valid = read_config(); !valid && fs::exists(path))
    return tl::unexpected(valid.error());
  std::string text;
  if (fs::exists(path)) {
    const auto bytes = read_file(path, kConfigBytesMax);
    if (!bytes) return refused(path.string() + " cannot be read");
    text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }
  if (!replace_file(path, with_setting(text, setting, values)))
    return refused(path.string() + " cannot be written");
  return {};
}

OrFailure<ConfigFile> read_config() {
  const char* named = std::getenv("FAIRDEAL_CONFIG");
  const fs::path path = path_of_config();
  std::error_code none;
  if (path.empty() || (named == nullptr && !fs::exists(path, none))) return ConfigFile{};
  const auto bytes = read_file(path, kConfigBytesMax);
  if (!bytes)
    return tl::unexpected(words::failure_of(bytes.error(), "Could not read the settings"));
  return parse_config({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path);
}

SettingInForce in_force(const Setting& setting, const char* variable, const ConfigFile& file) {
  SettingInForce found{&setting, {}, Origin::fallback, "default"};
  if (variable != nullptr && *variable != '\0') {
    std::istringstream items(variable);
    if (setting.kind == Kind::list)
      for (std::string item; std::getline(items, item, ',');) found.values.push_back(item);
    else
      found.values.emplace_back(variable);
    found.origin = Origin::environment;
    found.where = setting.environment;
  } else if (const auto given = file.values.find(setting.key); given != file.values.end()) {
    found.values = given->second.texts;
    found.origin = Origin::file;
    found.where = at(file.path, given->second.line);
  } else if (*setting.fallback != '\0') {
    found.values.emplace_back(setting.fallback);
  }
  return found;
}

words::Failure refused_setting(const SettingInForce& refused, const std::string& why) {
  return {words::Exit::usage, "bad_config", refused.where + ": " + why + ".",
          refused.origin == Origin::file ? example_of(*refused.setting)
                                         : "See fairdeal config --help."};
}

}  // namespace fairdeal::home
