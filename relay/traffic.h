#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/bucket.h"
#include "base/result.h"

namespace fairdeal::relay {

/// The bytes that a relay has sent in a month, by the calendar of UTC.
struct MonthVolume {
  std::uint32_t month = 0;  ///< since the beginning of year 0
  std::uint64_t bytes = 0;
  bool operator==(const MonthVolume&) const = default;

  /// Returns the month of a moment in seconds since 1970.
  static std::uint32_t month_of(std::uint64_t utc_seconds);
  std::string month_text() const;  ///< "2026-11"
  /// Returns the line that a file keeps: "2026-11 123456".
  std::string text() const;
  /// Errors: not_canonical.
  static Result<MonthVolume> parse(std::string_view text);
};

/// The bounds of what a relay sends; none: no bound.
struct TrafficBounds {
  std::optional<std::int64_t> bytes_per_second{};  ///< through all pipes together (--rate)
  std::optional<std::uint64_t> bytes_per_month{};  ///< --month
};

/// Counts what the relay sends to its clients, against the bounds that its operator pays for.
///
/// Each piece counts with the heads of a packet. Near the end of the month's volume there are no
/// new pipes, and the tables that play have the rest of it.
class Traffic {
 public:
  Traffic(const TrafficBounds& bounds, const MonthVolume& before, Instant now);

  /// Counts a piece that was sent.
  void sent(std::size_t bytes, std::uint64_t utc_seconds);
  /// Takes a piece's share of the rate. Returns the moment at which the next one may be read.
  Instant take(std::int64_t bytes, Instant now);
  /// Returns whether the month still has room for new pipes, or for those that there are.
  bool has_room_for_pipes(std::uint64_t utc_seconds);
  bool has_room(std::uint64_t utc_seconds);

  void on_tick(Instant now);
  const MonthVolume& volume(std::uint64_t utc_seconds);
  const TrafficBounds& bounds() const { return bounds_; }
  /// Returns the bytes that were sent in a second, on the average of the last ten.
  std::uint64_t bytes_per_second() const;

 private:
  void begin_month(std::uint64_t utc_seconds);

  TrafficBounds bounds_;
  MonthVolume volume_;
  std::optional<Bucket> rate_;
  std::uint64_t all_ = 0;
  struct Sample {
    Instant at;
    std::uint64_t all;
  };
  std::deque<Sample> samples_;  ///< one a tick
};

}  // namespace fairdeal::relay
