#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "base/time.h"

/// A log has the events of a seat, for whoever looks for a fault later: a JSON line an event. It
/// never has cards, links, codes, tokens, keys and addresses, so that people can pass it on. A
/// nickname or a path is only there if an error's sentence has it.

namespace fairdeal::home {

using Json = nlohmann::json;

enum class LogLevel { off, error, warn, info, debug };

/// Returns the level with this name; none if there is no such level.
std::optional<LogLevel> log_level_named(std::string_view name);

/// Returns the level of a seat's event: "failed" is an error, "evidence" a warning, "step" for
/// debugging, and most others are information.
LogLevel log_level_of(std::string_view event);

/// Returns a text without what is nobody else's business: "[link]" stands for a link, "[address]"
/// for an IP address, a host with a port, a host's full name or a URL, "[code]" for a short code,
/// and "[secret]" for any other word that is long enough to be a token or a key. Names of files and
/// games stay.
std::string redacted(const std::string& text);

/// Returns the line for an event. Of its details it has only those that are known to be harmless
/// (kLogged in log.cc), and texts are redacted().
std::string log_line(std::string_view event, const Json& details, std::uint64_t number,
                     Instant unix_time);

/// A log, which several matches of one process share.
class Log {
 public:
  /// How large a log may become. A larger one is renamed to FILE.1 when it is opened, and a process
  /// that has written so much writes no more.
  static constexpr std::uint64_t kBytesMax = 8 << 20;

  /// Makes a log that keeps nothing.
  Log() = default;
  /// Opens the log at `path`, or standard error if that is "-", for events up to this level. Makes
  /// the file, which only its owner can read, and its folder. Errors: storage.
  static Result<Log> open(LogLevel level, const std::string& path);
  Log(Log&& other) noexcept;
  Log& operator=(Log&&) = delete;
  ~Log();

  /// Writes the event, unless it is above the level. If that fails the event is lost: the match
  /// goes on.
  void event(std::string_view type, const Json& details);

 private:
  Log(LogLevel level, int file) : level_(level), file_(file) {}

  LogLevel level_ = LogLevel::off;
  int file_ = -1;
  std::uint64_t events_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace fairdeal::home
