#include "relay/server.h"

#include <algorithm>
#include <malloc.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <sys/eventfd.h>

#include "relay/connection.h"
#include "relay/local_exchange.h"
#include "relay/nats_exchange.h"
#include "relay/ports.h"
#include "relay/resident_memory.h"
#include "relay/web_socket.h"

namespace fairdeal::relay {
namespace {

/// Fewer connections than this leave little memory to give back.
constexpr std::size_t kTrimmedFrom = 256;

}  // namespace

struct RelayServer::Impl {
  Impl(asio::io_context& context, RelayConfig config, Rng& rng);

  ~Impl();

  Result<> listen(const RelayAddress& main, const std::vector<RelayAddress>& reflect,
                  const std::optional<RelayAddress>& metrics_at);
  void stop_listening();
  void on_socket(tcp::socket socket, const RelayAddress& peer);
  void deliver(CallerId to, const proto::RelayMessage& message);
  void share(std::unique_ptr<Bus> bus_given, Rng& rng, std::function<void(bool connected)> on_bus);
  void arm_exchange();
  void tick();
  void give_memory_back();
  void make_descriptor_states();
  void stop(std::function<void()> then);
  std::vector<std::shared_ptr<Connection>> all_connections() const;
  void end_all();

  asio::io_context& io;
  ResidentMemory memory;
  std::unique_ptr<Bus> bus;
  RelayState state;
  ShortCalls calls;
  std::shared_ptr<Port> port;
  std::vector<std::shared_ptr<Port>> reflectors;
  std::shared_ptr<Port> metrics;
  CallerId last_caller{};
  asio::steady_timer exchange_timer, tick_timer, stop_timer;
  std::function<void()> on_stopped;
  std::size_t connections_before = 0, left_since = 0;
  Instant exchange_armed = never();
  Instant next_forgetting;
  bool stopping = false;
};

RelayServer::Impl::Impl(asio::io_context& context, RelayConfig config, Rng& rng)
    : io(context),
      state{.bounds = config.bounds,
            .trusted_proxies = std::move(config.trusted_proxies),
            .reflectors = {},
            .passes = std::move(config.passes),
            .utc_seconds = std::move(config.utc_seconds),
            .log_address = std::move(config.log_address),
            .on_stray_proxy = std::move(config.on_stray_proxy)},
      calls(state.bounds, state.counters,
            [this] {
              return metrics_text(state.counters, state.exchange->occupancy(), memory.bytes());
            }),
      exchange_timer(context),
      tick_timer(context),
      stop_timer(context),
      next_forgetting(now()) {
  if (config.bus != nullptr)
    share(std::move(config.bus), rng, std::move(config.on_bus));
  else
    state.exchange = std::make_unique<LocalExchange>(
        state.bounds, state.sources, state.counters, rng,
        [this](CallerId to, const proto::RelayMessage& message) { deliver(to, message); });
  state.exchange_changed = [this] { arm_exchange(); };
  state.empty = [this] {
    if (!stopping) return;
    tick_timer.cancel();
    stop_timer.cancel();
    if (const auto then = std::exchange(on_stopped, nullptr)) asio::post(io, then);
  };
}

RelayServer::Impl::~Impl() {
  stop_listening();
  end_all();
}

Result<> RelayServer::Impl::listen(const RelayAddress& main,
                                   const std::vector<RelayAddress>& reflect,
                                   const std::optional<RelayAddress>& metrics_at) {
  FD_TRY(port, Port::open(io, main, [this](tcp::socket socket, const RelayAddress& peer) {
           on_socket(std::move(socket), peer);
         }));
  for (const RelayAddress& at : reflect) {
    FD_TRY(auto reflector, Port::open(io, at, [this](tcp::socket socket, const RelayAddress& peer) {
             calls.reflect(std::move(socket), peer);
           }));
    state.reflectors.push_back(reflector->address().text());
    reflectors.push_back(std::move(reflector));
  }
  if (!metrics_at) return {};
  FD_TRY(metrics, Port::open(io, *metrics_at, [this](tcp::socket socket, const RelayAddress& peer) {
           calls.show_metrics(std::move(socket), peer);
         }));
  return {};
}

void RelayServer::Impl::on_socket(tcp::socket socket, const RelayAddress& peer) {
  if (state.connections.size() >= state.bounds.connections && !make_room(state))
    return state.counters.count(Denied::relay_full);
  last_caller = last_caller.next();
  const auto executor = socket.get_executor();
  auto client = std::make_shared<WebSocket>(std::move(socket), state.bounds);
  std::make_shared<Connection>(state, last_caller, std::move(client), executor, peer.ip)->start();
}

void RelayServer::Impl::deliver(CallerId to, const proto::RelayMessage& message) {
  const auto found = state.connections.find(to);
  if (found != state.connections.end()) found->second->send(message);
}

/// Makes the exchange of a relay that is one of many processes.
void RelayServer::Impl::share(std::unique_ptr<Bus> bus_given, Rng& rng,
                              std::function<void(bool connected)> on_bus) {
  bus = std::move(bus_given);
  auto exchange = std::make_unique<NatsExchange>(
      state.bounds, state.sources, state.counters, rng, *bus,
      [this](CallerId to, const proto::RelayMessage& message) { deliver(to, message); },
      [this](CallerId who) {
        const auto found = state.connections.find(who);
        if (found != state.connections.end()) found->second->close(CloseCode::shutting_down);
      });
  bus->start([this, to = exchange.get(), on_bus = std::move(on_bus)](const BusEvent& event) {
    to->on_event(event, now());
    arm_exchange();
    const bool is_back = std::holds_alternative<BusBack>(event);
    if (on_bus && (is_back || std::holds_alternative<BusLost>(event))) on_bus(is_back);
  });
  state.exchange = std::move(exchange);
}

void RelayServer::Impl::arm_exchange() {
  const Instant deadline = state.exchange->deadline();
  if (deadline >= exchange_armed || stopping) return;
  exchange_armed = deadline;
  exchange_timer.expires_at(time_point(deadline));
  exchange_timer.async_wait([this](error_code cancelled) {
    if (cancelled) return;
    exchange_armed = never();
    state.exchange->on_time(now());
    arm_exchange();
  });
}

/// Looks at the times of all connections, again and again. When the relay stops, it ends with the
/// last connection.
void RelayServer::Impl::tick() {
  const Instant due = now() + state.bounds.tick;
  tick_timer.expires_at(time_point(due));
  tick_timer.async_wait([this, due](error_code cancelled) {
    if (cancelled) return;
    const Instant moment = now();
    state.counters.loop_lag = moment - due;
    for (const auto& connection : all_connections()) connection->on_tick(moment);
    give_memory_back();
    calls.on_tick(moment);
    if (next_forgetting <= moment) {
      state.sources.forget_idle(moment);
      state.work.forget_old(moment);
      next_forgetting = moment + Duration{60'000};
      ::malloc_trim(0);
    }
    if (!stopping || !state.connections.empty()) tick();
  });
}

void RelayServer::Impl::stop_listening() {
  if (port) port->stop();
  for (const auto& reflector : reflectors) reflector->stop();
  if (metrics) metrics->stop();
}

void RelayServer::Impl::stop(std::function<void()> then) {
  if (std::exchange(stopping, true)) return;
  on_stopped = std::move(then);
  stop_listening();
  calls.cut_off_all();
  exchange_timer.cancel();
  for (const auto& connection : all_connections()) connection->close(CloseCode::shutting_down);
  if (state.connections.empty()) return state.empty();
  stop_timer.expires_at(time_point(now() + state.bounds.closing_max));
  stop_timer.async_wait([this](error_code cancelled) {
    if (!cancelled) end_all();
  });
}

/// A connection that is told something may leave, and others with it.
std::vector<std::shared_ptr<Connection>> RelayServer::Impl::all_connections() const {
  std::vector<std::shared_ptr<Connection>> all;
  all.reserve(state.connections.size());
  for (const auto& [id, connection] : state.connections) all.push_back(connection);
  return all;
}

void RelayServer::Impl::end_all() {
  calls.cut_off_all();
  for (const auto& connection : all_connections()) connection->leave();
}

/// Asio keeps its state of each descriptor that there ever was. States that were made one by one,
/// between what connections need, would keep the allocator from giving that memory back; so they
/// are made together.
void RelayServer::Impl::make_descriptor_states() {
  std::vector<asio::posix::stream_descriptor> all;
  for (std::size_t i = 0; i < state.bounds.connections; ++i) {
    const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) break;  // this process may have no more of them
    all.emplace_back(io, descriptor);
  }
}

/// The allocator keeps what many connections used, until it is told to give it back: once many have
/// left, and no more leave.
void RelayServer::Impl::give_memory_back() {
  const std::size_t count = state.connections.size();
  const bool left = count < connections_before;
  if (left) left_since += connections_before - count;
  connections_before = count;
  if (left || left_since < kTrimmedFrom) return;
  left_since = 0;
  ::malloc_trim(0);
}

Result<std::unique_ptr<RelayServer>> RelayServer::open(asio::io_context& io, RelayConfig config,
                                                       Rng& rng) {
  const RelayAddress listen = config.listen;
  const auto reflect = config.reflect;
  const auto metrics = config.metrics;
  auto impl = std::make_unique<Impl>(io, std::move(config), rng);
  impl->make_descriptor_states();
  FD_TRY(impl->listen(listen, reflect, metrics));
  impl->tick();
  return std::unique_ptr<RelayServer>(new RelayServer(std::move(impl)));
}

RelayServer::RelayServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RelayServer::~RelayServer() = default;

RelayAddress RelayServer::address() const { return impl_->port->address(); }

std::vector<RelayAddress> RelayServer::reflectors() const {
  std::vector<RelayAddress> all;
  for (const auto& reflector : impl_->reflectors) all.push_back(reflector->address());
  return all;
}

std::optional<RelayAddress> RelayServer::metrics() const {
  if (impl_->metrics) return impl_->metrics->address();
  return {};
}

void RelayServer::stop(std::function<void()> then) { impl_->stop(std::move(then)); }

}  // namespace fairdeal::relay
