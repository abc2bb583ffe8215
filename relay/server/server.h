#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "relay/block_list.h"
#include "relay/cluster/authenticated_bus.h"
#include "relay/cluster/bus.h"
#include "relay/ip.h"
#include "relay/limits.h"
#include "relay/pass.h"
#include "relay/server/tls.h"
#include "relay/traffic.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::relay::server {

/// The parts of a relay's configuration that may change while it runs.
struct Files {
  std::optional<TlsKeys> tls{};  ///< none: clients speak without TLS
  BlockList blocked{};
  RevokedPasses revoked{};
};

struct Config {
  Address listen{};
  std::vector<Address> reflect{};
  std::optional<Address> metrics{};
  /// Proxies whose X-Forwarded-For is believed.
  std::vector<IpNetwork> trusted_proxies{};
  Files files{};
  TrafficBounds traffic{};
  MonthVolume volume{};  ///< what the relay has sent in this month before it was started
  /// Hears what the relay has sent in this month, once a minute and at the end. May be empty.
  std::function<void(const MonthVolume& volume)> keep_volume{};
  /// Hears lines that say whom the relay refused something (relay/refusals.h). May be empty.
  std::function<void(const std::string& line)> log_refusal{};
  /// Is set for a closed relay: who has no pass is turned away.
  std::optional<PassKey> passes{};
  /// Returns the time in seconds since 1970, UTC, by which passes expire.
  std::function<std::uint64_t()> utc_seconds{};
  /// Hears the address of each client. May be empty.
  std::function<void(const std::string& address)> log_address{};
  /// Hears once that an address sends X-Forwarded-For, and is no trusted proxy: it may be one that
  /// the operator forgot.
  std::function<void(const std::string& address)> on_stray_proxy{};
  /// Is set if this relay is one of many processes, which share this bus.
  std::unique_ptr<cluster::Bus> bus{};
  /// The key that these processes share: without it, strangers on the bus can speak, too.
  std::optional<cluster::Key> cluster_key{};
  /// Hears once that something on the bus is not of this cluster. May be empty.
  std::function<void()> on_forged{};
  /// Hears that the connection to the bus was lost, or is there again.
  std::function<void(bool connected)> on_bus{};
  Bounds bounds{};
};

/// A relay: it brings players together who cannot reach each other directly, and learns nothing of
/// what they say. One thread, that of the io_context, does everything but what Handshakes computes;
/// stop() must be called on it, too.
class Server {
 public:
  /// Begins to listen. `io` and `rng` must outlive the relay. Errors: bad_parameters (an address
  /// cannot be listened at).
  static Result<std::unique_ptr<Server>> open(boost::asio::io_context& io, Config config, Rng& rng);
  /// Requires: the io_context runs no more.
  ~Server();
  Server(const Server&) = delete;

  /// Returns the addresses with the ports that were taken.
  Address address() const;
  std::vector<Address> reflectors() const;
  std::optional<Address> metrics() const;

  /// Takes other files in place of those that it has. Connections of networks that are blocked now,
  /// and of passes that are revoked, end.
  void renew(Files files);

  /// Listens no more, and tells all clients that the relay shuts down, except those at joined
  /// pipes: these go on, Bounds::drain_max at most. Then `then` is called, as by stop().
  void drain(std::function<void()> then = {});
  /// Returns how many pipes go on.
  std::size_t pipes() const;

  /// Listens no more, and tells all clients that the relay shuts down. Clients that have not closed
  /// their connections after `patience` are cut off; none: after Bounds::closing_max. Then
  /// `then` is called, and io_context::run() has nothing of the relay's to wait for.
  void stop(std::function<void()> then = {}, std::optional<Duration> patience = {});

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::relay::server
