#include "relay/traffic.h"

#include <charconv>
#include <chrono>

namespace fairdeal::relay {
namespace {

/// The heads of a packet and of a frame, and the client's acknowledgement.
constexpr std::size_t kPacketBytes = 64;
/// The part of a month's volume, in percent, that is kept for the tables that play.
constexpr std::uint64_t kKeptPercent = 5;
constexpr Duration kAveragedOver{10'000};
/// The least that may go at once, whatever the rate is.
constexpr std::int64_t kBurstMin{64 * 1024};

/// Reads a number to its end; none for anything else.
std::optional<std::uint64_t> number_in(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return number;
}

std::string two_digits(std::uint32_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

std::uint32_t MonthVolume::month_of(std::uint64_t utc_seconds) {
  const std::chrono::sys_seconds moment{std::chrono::seconds(utc_seconds)};
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(moment));
  return 12 * static_cast<std::uint32_t>(static_cast<int>(date.year())) +
         static_cast<unsigned>(date.month()) - 1;
}

std::string MonthVolume::month_text() const {
  return std::to_string(month / 12) + "-" + two_digits(month % 12 + 1);
}

std::string MonthVolume::text() const { return month_text() + " " + std::to_string(bytes) + "\n"; }

Result<MonthVolume> MonthVolume::parse(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const auto space = text.find(' ');
  const auto dash = text.find('-');
  if (space == std::string_view::npos || dash == std::string_view::npos || dash > space)
    return fail(Fault::not_canonical, "a month's volume");
  const auto year = number_in(text.substr(0, dash));
  const auto month = number_in(text.substr(dash + 1, space - dash - 1));
  const auto bytes = number_in(text.substr(space + 1));
  if (!year || !month || !bytes || *year > 9999 || *month < 1 || *month > 12)
    return fail(Fault::not_canonical, "a month's volume");
  return MonthVolume{.month = static_cast<std::uint32_t>(12 * *year + *month - 1), .bytes = *bytes};
}

Traffic::Traffic(const TrafficBounds& bounds, const MonthVolume& before, Instant now)
    : bounds_(bounds), volume_(before) {
  if (const auto rate = bounds.bytes_per_second)
    rate_.emplace(*rate, std::max(*rate, kBurstMin), now);
}

void Traffic::begin_month(std::uint64_t utc_seconds) {
  const std::uint32_t month = MonthVolume::month_of(utc_seconds);
  if (month != volume_.month) volume_ = {.month = month, .bytes = 0};
}

void Traffic::sent(std::size_t bytes, std::uint64_t utc_seconds) {
  begin_month(utc_seconds);
  volume_.bytes += bytes + kPacketBytes;
  all_ += bytes + kPacketBytes;
}

Instant Traffic::take(std::int64_t bytes, Instant now) {
  if (!rate_) return now;
  return rate_->take(bytes + static_cast<std::int64_t>(kPacketBytes), now);
}

bool Traffic::has_room_for_pipes(std::uint64_t utc_seconds) {
  begin_month(utc_seconds);
  const auto all = bounds_.bytes_per_month;
  return !all || volume_.bytes < *all - *all / 100 * kKeptPercent;
}

bool Traffic::has_room(std::uint64_t utc_seconds) {
  begin_month(utc_seconds);
  return !bounds_.bytes_per_month || volume_.bytes < *bounds_.bytes_per_month;
}

const MonthVolume& Traffic::volume(std::uint64_t utc_seconds) {
  begin_month(utc_seconds);
  return volume_;
}

void Traffic::on_tick(Instant now) {
  samples_.push_back({.at = now, .all = all_});
  while (samples_.size() > 2 && samples_[1].at + kAveragedOver <= now) samples_.pop_front();
}

std::uint64_t Traffic::bytes_per_second() const {
  if (samples_.size() < 2) return 0;
  const Duration passed = samples_.back().at - samples_.front().at;
  if (passed.ms <= 0) return 0;
  return (samples_.back().all - samples_.front().all) * 1000 /
         static_cast<std::uint64_t>(passed.ms);
}

}  // namespace fairdeal::relay
