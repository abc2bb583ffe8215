#include "ui/home/fault_report.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <unistd.h>

#include <sys/utsname.h>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/lua/known_answers.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/home/kept_tables.h"
#include "ui/home/log.h"
#include "ui/home/places.h"
#include "ui/home/read_file.h"
#include "ui/home/settings.h"
#include "ui/words/printable.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;
using words::Json;

/// How many lines of the log a report has, and how many tables: the last ones.
constexpr std::size_t kLogLines = 300;
constexpr std::size_t kTables = 20;
/// How many reports of one day have names of their own.
constexpr int kReportsOfDay = 99;
constexpr std::size_t kLogBytesMax = 2 * Log::kBytesMax;

constexpr const char* kWhere =
    "Read it, then send it to the one who gave you this program, or put it into an issue of the "
    "project's page. A fault by which somebody could cheat is told in private: SECURITY.md.";
constexpr const char* kTranscripts =
    "A transcript helps most, and is not in the report: it shows the names, the moves and all "
    "shown cards of its table. FILE.own, beside it, shows your cards: keep it.";

/// Returns the user's home folder; "" if there is none.
std::string home_or_nothing() {
  try {
    return home_folder().string();
  } catch (const fs::filesystem_error&) {
    return "";
  }
}

/// Replaces words of this person and of others: names, and the user's home and name. Links, codes,
/// keys and addresses go by their form, redacted().
class Redaction {
 public:
  Redaction() {
    for (const char* variable : {"USER", "LOGNAME", "FAIRDEAL_NICKNAME"})
      if (const char* value = std::getenv(variable)) add_name(value);
    add_name(fs::path(home_).filename().string());
  }

  void add_name(const std::string& name) {
    // A name of one letter would be found in half of all sentences.
    if (name.size() > 1 && name != "/") names_.insert(name);
  }

  std::string operator()(const std::string& text) const {
    std::string found = text;
    if (home_.size() > 1) replace(found, home_, "~", false);
    // Longer names first: "Ann" is a part of "Ann Lee".
    std::vector<std::string> names(names_.begin(), names_.end());
    std::ranges::sort(names, {}, [](const std::string& name) { return -std::ssize(name); });
    for (const std::string& name : names) replace(found, name, "[name]", true);
    return words::printable(redacted(found));
  }

 private:
  static bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
  }

  static void replace(std::string& text, const std::string& what, const std::string& by,
                      bool whole_word) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;) {
      const std::size_t end = at + what.size();
      const bool inside = (at > 0 && in_word(text[at - 1]) && in_word(what.front())) ||
                          (end < text.size() && in_word(text[end]) && in_word(what.back()));
      if (whole_word && inside) {
        at = end;
        continue;
      }
      text.replace(at, what.size(), by);
      at += by.size();
    }
  }

  std::string home_ = home_or_nothing();
  std::set<std::string> names_;
};

std::string value_in_os_release() {
  std::ifstream file("/etc/os-release");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("PRETTY_NAME=")) {
      std::string name = line.substr(std::strlen("PRETTY_NAME="));
      std::erase(name, '"');
      return name;
    }
  return "unknown";
}

Json about_machine() {
  utsname system{};
  ::uname(&system);
  Json machine = {{"system", value_in_os_release()},
                  {"kernel", std::string(system.sysname) + " " + system.release},
                  {"processor", system.machine},
                  {"cores", ::sysconf(_SC_NPROCESSORS_ONLN)},
                  {"terminal", ::isatty(STDIN_FILENO) == 1},
                  {"proc", fs::exists("/proc/self/fd")}};
  for (const char* variable :
       {"LC_ALL", "LC_CTYPE", "LANG", "TERM", "NO_COLOR", "XDG_SESSION_TYPE"})
    if (const char* value = std::getenv(variable)) machine[variable] = value;
  std::error_code error;
  if (const auto space = fs::space(data_folder().parent_path(), error); !error)
    machine["free_mb"] = space.available >> 20;
  const std::string wrong = rules::wrong_answer(true);
  machine["scripts_count_as_all_do"] = wrong.empty();
  if (!wrong.empty()) machine["wrong_answer"] = wrong;
  return machine;
}

/// Returns the path that a setting names, or else the usual one.
fs::path path_of(const char* key, const fs::path& usual) {
  const Setting& setting = setting_of(key);
  const auto file = read_config();
  const auto value =
      in_force(setting, std::getenv(setting.environment), file ? *file : ConfigFile{});
  const bool named =
      value.origin != Origin::fallback && !value.values.empty() && !value.values.front().empty();
  return named ? fs::path(value.values.front()) : usual;
}

/// Returns the settings that somebody changed. Values that are texts or files are left out, but for
/// those of a few words that the program itself offers.
Json about_settings(Redaction& redaction) {
  Json list = Json::object();
  const auto file = read_config();
  if (!file) return {{"error", redaction(file.error().message)}};
  for (const Setting& setting : settings()) {
    const auto value = in_force(setting, std::getenv(setting.environment), *file);
    if (std::string(setting.key) == "nickname" && !value.values.empty())
      redaction.add_name(value.values.front());
    if (value.origin == Origin::fallback) continue;
    using Kind = Setting::Kind;
    const bool plain = setting.kind == Kind::flag || setting.kind == Kind::number ||
                       std::string(setting.key) == "admit" ||
                       std::string(setting.key) == "log-level";
    if (plain && !value.values.empty())
      list[setting.key] = value.values.front();
    else
      list[setting.key] = std::to_string(value.values.size()) + " given";
  }
  return list;
}

std::vector<fs::path> latest_in(const fs::path& folder, const std::string& ending) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(ending) || !entry.is_regular_file(error)) continue;
    found.emplace_back(entry.last_write_time(error), entry.path());
  }
  std::ranges::sort(found, std::ranges::greater{});
  std::vector<fs::path> paths;
  for (std::size_t i = 0; i < std::min(found.size(), kTables); ++i)
    paths.push_back(found[i].second);
  return paths;
}

Json about_tables(Redaction& redaction) {
  Json tables = Json::array();
  for (const fs::path& store : latest_in(path_of("data", tables_folder()), ".db")) {
    auto [about, people] = about_kept_table(store);
    for (const std::string& name : people) redaction.add_name(name);
    if (const auto state = rules::JsonReader(about).member("state").text())
      about["state"] = redaction(*state);
    tables.push_back(std::move(about));
  }
  return tables;
}

void add_people(Redaction& redaction) {
  redaction.add_name(login_name());
  const fs::path identity = path_of("identity", identity_file());
  if (const auto me = load_identity(identity)) redaction.add_name(me->nickname);
  const auto contacts = ContactsFile(identity).load();
  if (!contacts) return;
  for (const KeptContact& contact : contacts->all()) redaction.add_name(contact.name);
}

/// Returns the last lines of the log. The log has no secrets; names go here.
Json about_log(const Redaction& redaction) {
  const auto text = read_regular_file(path_of("log-file", log_file()), kLogBytesMax);
  Json lines = Json::array();
  if (!text) return lines;
  std::istringstream stream(std::string(as_text(*text)));
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(std::move(line));
  const std::size_t from = all.size() - std::min(all.size(), kLogLines);
  for (std::size_t i = from; i < all.size(); ++i) {
    const Json parsed = rules::json_or_null(all[i]);
    const rules::JsonReader read(parsed);
    if (!read.is_object()) continue;
    Json line = Json::object();
    for (const auto& [key, value] : read.members()) {
      // The name of a failure is a word of the program; that of anything else is a person's.
      const bool of_person = key == "name" && !read.member("type").is("failed");
      if (of_person || value.is_list() || value.is_object()) continue;
      const auto words = value.text();
      line[key] = words ? Json(redaction(*words)) : value.json();
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

Json report_contents(const std::string& version) {
  Redaction redaction;
  Json report = {{"v", 1}, {"version", version}};
  try {
    report["machine"] = about_machine();
    report["settings"] = about_settings(redaction);
    add_people(redaction);
    report["tables"] = about_tables(redaction);
    report["log"] = about_log(redaction);
  } catch (const fs::filesystem_error& error) {
    report["home"] = redaction(error.what());
  }
  return report;
}

/// Returns the report as a text that a person can read before sending it.
std::string report_text(const Json& report) {
  const rules::JsonReader read(report);
  std::string text = "A report of fairdeal " + read.member("version").text().value_or("") +
                     ". It has no cards, keys, codes, links, addresses and contacts. A name that "
                     "somebody gave\nthemselves may stand in a sentence of the log: read it.\n";
  const auto add = [&](const std::string& before, const rules::JsonReader& one) {
    text += "  " + before +
            one.text().value_or(one.json().dump(-1, ' ', false, Json::error_handler_t::replace)) +
            "\n";
  };
  for (const auto& [section, value] : read.members()) {
    if (!value.is_object() && !value.is_list()) continue;
    text += "\n" + section + "\n";
    for (const auto& [key, one] : value.members()) add(key + ": ", one);
    for (const auto& one : value.elements()) add("", one);
    if (value.size() == 0)
      text += section == "log" ? "  none: a seat logs if you ask for it, --log-level info\n"
                               : "  none\n";
  }
  return text;
}

/// Returns the name of a report of this day, the first that no file in the folder has.
std::string unused_name(const fs::path& folder) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char date[16];
  const std::string name =
      "fairdeal-report-" + std::string(date, std::strftime(date, sizeof date, "%Y-%m-%d", &local));
  std::string file = name + ".txt";
  for (int i = 2; fs::exists(folder / file) && i <= kReportsOfDay; ++i)
    file = name + "-" + std::to_string(i) + ".txt";
  return file;
}

/// Writes a file that is not there yet, and that only its owner can read.
std::optional<words::Failure> write_new_file(const std::string& path, const std::string& text) {
  const std::string shown = words::printable(path);
  const auto failure = [&](const std::string& why) {
    return words::Failure{words::Exit::usage, "unwritable",
                          shown + " could not be written: " + why + ".",
                          "Name another file: fairdeal report FILE."};
  };
  if (fs::is_directory(path)) return failure("it is a folder");
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 && errno == EEXIST)
    return words::Failure{words::Exit::usage, "file_exists",
                          "There is a file " + shown + " already, and it stays as it is.",
                          "Name another file: fairdeal report FILE."};
  if (file < 0) return failure(std::strerror(errno));
  const auto written = ::write(file, text.data(), text.size());
  const int error = written < 0 ? errno : ENOSPC;
  const bool synced = written == std::ssize(text) && ::fsync(file) == 0;
  ::close(file);
  if (synced) return {};
  ::unlink(path.c_str());
  return failure(std::strerror(error));
}

}  // namespace

FaultReport::FaultReport(const std::string& version)
    : document_(report_contents(version)), text_(report_text(document_)) {}

std::optional<words::Failure> FaultReport::write(const std::string& path) {
  file_ = path;
  return write_new_file(file_, text_);
}

std::optional<words::Failure> FaultReport::write_into(const fs::path& folder) {
  return write((folder / unused_name(folder)).string());
}

words::Json FaultReport::summary() const {
  Json sections = Json::array();
  const rules::JsonReader read(document_);
  for (const auto& [section, value] : read.members())
    if (value.is_object() || value.is_list()) sections.push_back(section);
  return {{"v", 1}, {"file", file_}, {"bytes", text_.size()}, {"sections", sections}};
}

std::string FaultReport::summary_text() const {
  const rules::JsonReader read(document_);
  return words::printable(file_) + ": " + std::to_string(text_.size()) + " bytes, with the " +
         "version, this machine, the changed settings, " +
         std::to_string(read.member("tables").size()) + " tables and " +
         std::to_string(read.member("log").size()) + " lines of the log.\n" + kWhere + "\n" +
         kTranscripts;
}

}  // namespace fairdeal::home
