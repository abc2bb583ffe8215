#pragma once

#include <map>
#include <memory>
#include <string>

#include "relay/asio.h"
#include "relay/counters.h"
#include "relay/limits.h"
#include "relay/short_lived.h"
#include "relay/sources.h"

namespace fairdeal::relay::server {

/// Accepts connections at one address until it is stopped, and gives each to `on_socket`, with the
/// other end's address.
class Port : public std::enable_shared_from_this<Port> {
 public:
  using OnSocket = std::function<void(tcp::socket socket, const Address& peer)>;
  /// Errors: as listen_at.
  static Result<std::shared_ptr<Port>> open(asio::io_context& io,
                                            const asio::any_io_executor& turns, const Address& at,
                                            OnSocket on_socket);
  const Address& address() const { return address_; }
  /// Listens no more; `on_socket` is not called again.
  void stop();

 private:
  Port(tcp::acceptor acceptor, const Address& address, OnSocket on_socket);
  static asio::awaitable<void> accept(std::shared_ptr<Port> self);

  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  Address address_;
  OnSocket on_socket_;
};

/// A caller at one of the small ports beside the relay's own: a reflector's, or that of the
/// metrics. It is cut off after `by`.
struct ShortCall {
  tcp::socket socket;
  Address peer;
  Instant by;
  std::uint64_t name = 0;  ///< grows with each call
  Counted counted{};       ///< as a reflector's caller, or one at the metrics
};

/// The pages of the metrics' port.
struct OperatorPages {
  std::function<std::string()> metrics, status, status_json;
};

/// The calls that are under way at the small ports. The time of a call ends it, whatever its
/// coroutine does.
class ShortCalls {
 public:
  ShortCalls(const Bounds& bounds, Counters& counters, OperatorPages pages)
      : bounds_(bounds), counters_(counters), pages_(std::move(pages)) {}

  /// Tells the caller its address as seen here, if it asks by STUN, and nothing else.
  void reflect(tcp::socket socket, const Address& peer);
  /// Answers `GET /metrics`, `/status` and `/status.json`.
  void show_metrics(tcp::socket socket, const Address& peer);

  void on_tick(Instant now);
  void cut_off_all();

 private:
  using Call = std::shared_ptr<ShortCall>;
  Call begin(tcp::socket socket, const Address& peer);
  void end(const Call& call);
  /// Ends the call that gives way to a newer one.
  void make_room(const ShortLived& kind);
  static asio::awaitable<void> serve_reflection(ShortCalls& calls, Call call);
  static asio::awaitable<void> serve_metrics(ShortCalls& calls, Call call);

  const Bounds& bounds_;
  Counters& counters_;
  OperatorPages pages_;
  std::map<std::uint64_t, Call> calls_;  ///< by name
  std::map<SourceId, std::size_t> by_source_;
  ShortLived reflections_, collectors_;
  std::uint64_t last_name_ = 0;
};

}  // namespace fairdeal::relay::server
