#include "relay/server.h"

#include "relay/connection.h"
#include "relay/local_exchange.h"
#include "relay/nats_exchange.h"
#include "relay/ports.h"
#include "relay/resident_memory.h"

namespace fairdeal::relay {
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
  void stop();

  asio::io_context& io;
  ResidentMemory memory;
  std::unique_ptr<Bus> bus;
  RelayState state;
  ShortCalls calls;
  std::shared_ptr<Port> port;
  std::vector<std::shared_ptr<Port>> reflectors;
  std::shared_ptr<Port> metrics;
  CallerId last_caller{};
  asio::steady_timer exchange_timer, tick_timer;
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
            .log_address = std::move(config.log_address)},
      calls(state.bounds, state.counters,
            [this] {
              return metrics_text(state.counters, state.exchange->occupancy(), memory.bytes());
            }),
      exchange_timer(context),
      tick_timer(context),
      next_forgetting(now()) {
  if (config.bus != nullptr)
    share(std::move(config.bus), rng, std::move(config.on_bus));
  else
    state.exchange = std::make_unique<LocalExchange>(
        state.bounds, state.sources, state.counters, rng,
        [this](CallerId to, const proto::RelayMessage& message) { deliver(to, message); });
  state.exchange_changed = [this] { arm_exchange(); };
  state.empty = [this] {
    if (stopping) tick_timer.cancel();
  };
}

RelayServer::Impl::~Impl() { stop_listening(); }

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
  if (state.connections.size() >= state.bounds.connections)
    return state.counters.count(Denied::relay_full);
  last_caller = last_caller.next();
  std::make_shared<Connection>(state, last_caller, std::move(socket), peer.ip)->start();
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
    for (const auto& [id, connection] : state.connections) connection->on_tick(moment);
    calls.on_tick(moment);
    if (next_forgetting <= moment) {
      state.sources.forget_idle(moment);
      next_forgetting = moment + Duration{60'000};
    }
    if (!stopping || !state.connections.empty()) tick();
  });
}

void RelayServer::Impl::stop_listening() {
  if (port) port->stop();
  for (const auto& reflector : reflectors) reflector->stop();
  if (metrics) metrics->stop();
}

void RelayServer::Impl::stop() {
  if (std::exchange(stopping, true)) return;
  stop_listening();
  calls.cut_off_all();
  exchange_timer.cancel();
  for (const auto& [id, connection] : state.connections)
    connection->close(CloseCode::shutting_down);
  // Else the tick goes on until the last one has left.
  if (state.connections.empty()) tick_timer.cancel();
}

Result<std::unique_ptr<RelayServer>> RelayServer::open(asio::io_context& io, RelayConfig config,
                                                       Rng& rng) {
  const RelayAddress listen = config.listen;
  const auto reflect = config.reflect;
  const auto metrics = config.metrics;
  auto impl = std::make_unique<Impl>(io, std::move(config), rng);
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

void RelayServer::stop() { impl_->stop(); }

}  // namespace fairdeal::relay
