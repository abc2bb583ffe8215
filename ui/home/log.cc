#include "ui/home/log.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <regex>
#include <unistd.h>
#include <utility>

#include <nlohmann/json.hpp>

#include "net/sockets/private_file.h"
#include "ui/home/private_files.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 5> kLevelNames{"off", "error", "warn", "info", "debug"};

/// A longer text is left out as a whole, since a part of a link could pass as a harmless word.
constexpr std::size_t kTextMax = 2000;

/// The details that are logged: numbers, lists of seats, and names that this program chose.
constexpr std::array kLogged{"absent", "code", "convicted", "count",   "game", "gone", "here",
                             "name",   "saw",  "seat",      "seconds", "step", "steps"};
/// The details that are sentences, in which peers and addresses may be named.
constexpr std::array kSentences{"message", "why"};

/// Returns a moment as 2026-11-24T13:05:02.123Z.
std::string utc(Instant unix_time) {
  const std::time_t seconds = unix_time.ms / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 8> fraction{};
  std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(unix_time.ms % 1000));
  return std::string(text.data(), length) + fraction.data();
}

Instant unix_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

/// Returns the descriptor of a log file that has room. Errors: storage.
Result<int> open_file(const fs::path& path) {
  try {
    if (path.has_parent_path()) make_private_folder(path.parent_path());
  } catch (const fs::filesystem_error& error) {
    return fail(Fault::storage, error.path1().string() + ": " + error.code().message());
  }
  std::error_code none;
  if (fs::is_regular_file(path, none) && fs::file_size(path, none) > Log::kBytesMax)
    fs::rename(path, path.string() + ".1", none);
  return sockets::open_private(path, sockets::Existing::kept);
}

}  // namespace

std::optional<LogLevel> log_level_named(std::string_view name) {
  const auto found = std::ranges::find(kLevelNames, name);
  if (found == kLevelNames.end()) return {};
  return static_cast<LogLevel>(found - kLevelNames.begin());
}

LogLevel log_level_of(std::string_view event) {
  static constexpr std::array kWarnings{"dropped",     "evidence", "lost",
                                        "not_invited", "refused",  "too_late"};
  if (event == "failed") return LogLevel::error;
  if (event == "step") return LogLevel::debug;
  return std::ranges::count(kWarnings, event) > 0 ? LogLevel::warn : LogLevel::info;
}

std::string redacted(const std::string& text) {
  // In this order: what is replaced first must not be taken apart by a later one.
  static const std::array<std::pair<std::regex, const char*>, 8> kHidden{{
      {std::regex(R"(fairdeal:[^\s']*)", std::regex::icase), "[link]"},
      {std::regex(R"(\w+://\S+)"), "[address]"},
      {std::regex(R"(\b\d{1,3}(\.\d{1,3}){3}(:\d{1,5})?\b)"), "[address]"},
      {std::regex(R"(\[?[0-9A-Fa-f]{0,4}(:[0-9A-Fa-f]{0,4}){2,}(%\w+)?(\]?:\d{1,5}\b|\])?)"),
       "[address]"},
      {std::regex(R"(\b[A-Za-z0-9.-]+:\d{1,5}\b)"), "[address]"},
      {std::regex(R"(\b([A-Za-z0-9-]+\.){2,}[A-Za-z]{2,}\b)"), "[address]"},
      {std::regex(R"(\b\d{1,4}(-[a-z]+){2,3}\b)", std::regex::icase), "[code]"},
      {std::regex(R"([A-Za-z0-9_-]{22,})"), "[secret]"},
  }};
  if (text.size() > kTextMax) return "[too long]";
  std::string result = text;
  for (const auto& [hidden, instead] : kHidden)
    result = std::regex_replace(result, hidden, instead);
  return result;
}

std::string log_line(std::string_view event, const Json& details, std::uint64_t number,
                     Instant unix_time) {
  Json line = {{"v", 1},
               {"seq", number},
               {"t", utc(unix_time)},
               {"level", kLevelNames[static_cast<std::size_t>(log_level_of(event))]},
               {"type", event}};
  for (const char* key : kLogged) {
    const auto found = details.find(key);
    // The detail "code" is an exit code, but for the code that a host tells its friends.
    if (found != details.end() && (std::string_view(key) != "code" || found->is_number()))
      line[key] = *found;
  }
  for (const char* key : kSentences)
    if (const auto found = details.find(key); found != details.end() && found->is_string())
      line[key] = redacted(found->get<std::string>());
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Log> Log::open(LogLevel level, const std::string& path) {
  if (level == LogLevel::off) return Log();
  if (path == "-") return Log(level, ::dup(STDERR_FILENO));
  FD_TRY(const int file, open_file(path));
  return Log(level, file);
}

Log::Log(Log&& other) noexcept
    : level_(other.level_),
      file_(std::exchange(other.file_, -1)),
      events_(other.events_),
      bytes_(other.bytes_) {}

Log::~Log() {
  if (file_ >= 0) ::close(file_);
}

void Log::event(std::string_view type, const Json& details) {
  if (file_ < 0 || log_level_of(type) > level_ || bytes_ > kBytesMax) return;
  const std::string line = log_line(type, details, ++events_, unix_now());
  bytes_ += line.size();
  (void)!::write(file_, line.data(), line.size());
}

}  // namespace fairdeal::home
