#pragma once

#include <functional>
#include <set>
#include <string>

#include "relay/counters.h"
#include "relay/ip.h"

namespace fairdeal::relay {

/// Writes refusals as lines by which a firewall can be told whom to keep away:
///
///   refused network=192.0.2.7 why=visits
///   refused network=2001:db8:0:1::/64 why=connections
///   refused 312 more
///
/// Attackers decide how often something is refused, so there is one line a second for a network and
/// a reason, and kLinesMax in all; the rest is one number.
class RefusalLog {
 public:
  static constexpr std::size_t kLinesMax = 20;

  explicit RefusalLog(std::function<void(const std::string& line)> write)
      : write_(std::move(write)) {}

  void on_refused(Denied why, const IpAddress& client, Instant now);
  /// Writes the number of those that had no line, once their second is over.
  void on_tick(Instant now);

 private:
  std::function<void(const std::string& line)> write_;
  Instant began_{};
  std::set<std::pair<Denied, SourceId>> lines_;  ///< of this second
  std::uint64_t more_ = 0;
};

}  // namespace fairdeal::relay
