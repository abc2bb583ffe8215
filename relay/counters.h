#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/time.h"
#include "relay/ip.h"

namespace fairdeal::relay {

/// Why the relay refused something. Each reason has a counter.
enum class Denied : std::size_t {
  relay_full,   ///< a connection, because of the total
  gave_way,     ///< a connection that had proved nothing, when a newcomer needed its place
  connections,  ///< the others: because of a limit of the source
  nameplates,
  boxes,
  visits,
  pipes,
  bytes,
  box_proof,     ///< a box that another holder has
  pass,          ///< no valid pass for a closed relay
  forwarded,     ///< X-Forwarded-For from an address that is no trusted proxy's
  not_fairdeal,  ///< wrong path, head, first message, or a message that cannot be decoded
  too_slow,      ///< no upgrade or first message in time, silence, or a write without progress
  queue,         ///< a control client did not read what it was sent
  reflections,   ///< a reflector's connection
  blocked,       ///< a network of the block list
  month,         ///< a pipe, because the month's volume is used up
  work,          ///< a request that costs work first
  handshakes,    ///< a TLS handshake
  kCount,
};
/// Returns the reason as the metrics and the log of refusals write it.
const char* name_of(Denied why);

/// How a visit ended.
enum class VisitEnd : std::size_t { no_place, left, time, too_many, kCount };

/// The counters of a relay. No label and no number of them comes from a client.
struct Counters {
  std::array<std::uint64_t, static_cast<std::size_t>(Denied::kCount)> denied{};
  std::array<std::uint64_t, static_cast<std::size_t>(VisitEnd::kCount)> visits{};
  std::uint64_t pipe_bytes = 0;
  std::int64_t new_connections = 0;  ///< neither of these two yet
  std::int64_t control_connections = 0;
  std::int64_t pipe_connections = 0;
  std::int64_t reflector_connections = 0;
  // Of a relay of many processes.
  std::uint64_t nats_gaps = 0;        ///< pipes that ended because bytes were lost on the way
  std::uint64_t nats_reconnects = 0;  ///< how often the connection was lost and came back
  std::uint64_t nats_ignored = 0;     ///< messages and values that no process of a relay writes
  std::uint64_t nats_forged = 0;      ///< those without the cluster's key, or said again
  Duration loop_lag{};                ///< how late the last tick was

  /// A histogram of how long the first end of a pipe waited for the other. Its bounds are in ms.
  static constexpr std::array<std::int64_t, 6> kWaitBounds{50, 200, 1'000, 3'000, 10'000, 15'000};
  std::array<std::uint64_t, kWaitBounds.size()> waits{};  ///< cumulative
  std::uint64_t waits_counted = 0;
  std::int64_t waits_ms = 0;

  /// Hears of each refusal whose client is known. May be empty.
  std::function<void(Denied why, const IpAddress& client)> on_refused{};
  /// The client that is being served; null: none. ServedClient sets it.
  const IpAddress* served = nullptr;

  void count(Denied why) {
    ++denied[static_cast<std::size_t>(why)];
    if (on_refused && served != nullptr) on_refused(why, *served);
  }
  void count(VisitEnd how) { ++visits[static_cast<std::size_t>(how)]; }
  void count_wait(Duration wait);
};

/// Lets refusals count as this client's as long as this object lives, which is never while a
/// coroutine waits.
class ServedClient {
 public:
  ServedClient(Counters& counters, const IpAddress& client)
      : counters_(counters), before_(std::exchange(counters.served, &client)) {}
  ServedClient(const ServedClient&) = delete;
  ~ServedClient() { counters_.served = before_; }

 private:
  Counters& counters_;
  const IpAddress* before_;
};

/// How many places and pipes there are at the moment.
struct Occupancy {
  std::size_t nameplates = 0;
  std::size_t boxes = 0;
  std::size_t pipes = 0;
  std::size_t visits = 0;
};

/// The moment's numbers of a relay, beside its counters.
struct Numbers {
  Occupancy occupancy{};
  std::uint64_t resident_bytes = 0;
  std::uint64_t up_seconds = 0;
  std::uint64_t sent_per_second = 0;
  std::optional<std::int64_t> rate_max{};  ///< bytes a second
  std::string month{};                     ///< "2026-11"
  std::uint64_t month_bytes = 0;
  std::optional<std::uint64_t> month_max{};
  bool draining = false;
};

/// Returns the Prometheus text format, version 0.0.4.
std::string metrics_text(const Counters& counters, const Numbers& numbers);
/// Returns the page of the operator, and the same as a line of JSON.
std::string status_text(const Counters& counters, const Numbers& numbers);
std::string status_json(const Counters& counters, const Numbers& numbers);

}  // namespace fairdeal::relay
