#include "relay/server/server.h"

#include <algorithm>
#include <malloc.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <sys/eventfd.h>

#include "relay/cluster/nats_exchange.h"
#include "relay/local_exchange.h"
#include "relay/refusals.h"
#include "relay/resident_memory.h"
#include "relay/server/connection.h"
#include "relay/server/ports.h"
#include "relay/server/web_socket.h"

namespace fairdeal::relay::server {
namespace {

/// Fewer connections than this leave little memory to give back.
constexpr std::size_t kTrimmedFrom = 256;

}  // namespace

struct Server::Impl {
  Impl(asio::io_context& context, Config config, Rng& rng);

  ~Impl();

  Result<> listen(const Address& main, const std::vector<Address>& reflect,
                  const std::optional<Address>& metrics_at);
  void stop_listening();
  void on_socket(tcp::socket socket, const Address& peer);
  void deliver(CallerId to, const proto::RelayMessage& message);
  void share(std::unique_ptr<cluster::Bus> bus_given, Rng& rng,
             std::function<void(bool connected)> on_bus);
  void arm_exchange();
  asio::any_io_executor own_steps() const;
  void tick();
  void look_at_some(Instant moment, CallerId after);
  void end_tick(Instant moment);
  void give_memory_back();
  void make_descriptor_states();
  Numbers numbers();
  void keep_volume();
  void renew(Files files);
  void drain(std::function<void()> then);
  void stop(std::function<void()> then, std::optional<Duration> patience);
  std::vector<std::shared_ptr<Connection>> all_connections() const;
  void end_all();

  asio::io_context& io;
  ResidentMemory memory;
  std::unique_ptr<cluster::Bus> bus;
  std::optional<TlsKeys> tls;
  std::optional<RefusalLog> refusals;
  std::function<void(const MonthVolume&)> on_volume;
  State state;
  std::shared_ptr<Turns> turns;
  ShortCalls calls;
  std::shared_ptr<Port> port;
  std::vector<std::shared_ptr<Port>> reflectors;
  std::shared_ptr<Port> metrics;
  CallerId last_caller{};
  asio::steady_timer exchange_timer, tick_timer, stop_timer, drain_timer;
  std::function<void()> on_stopped;
  std::size_t connections_before = 0, left_since = 0;
  Instant exchange_armed = never();
  Instant began, next_forgetting;
  bool draining = false, stopping = false;
};

Server::Impl::Impl(asio::io_context& context, Config config, Rng& rng)
    : io(context),
      on_volume(std::move(config.keep_volume)),
      state{.bounds = config.bounds,
            .trusted_proxies = std::move(config.trusted_proxies),
            .reflectors = {},
            .passes = std::move(config.passes),
            .utc_seconds = std::move(config.utc_seconds),
            .log_address = std::move(config.log_address),
            .on_stray_proxy = std::move(config.on_stray_proxy),
            .traffic = Traffic(config.traffic, config.volume, now())},
      turns(std::make_shared<Turns>(context)),
      calls(state.bounds, state.counters,
            {.metrics = [this] { return metrics_text(state.counters, numbers()); },
             .status = [this] { return status_text(state.counters, numbers()); },
             .status_json = [this] { return status_json(state.counters, numbers()); }}),
      exchange_timer(context),
      tick_timer(context),
      stop_timer(context),
      drain_timer(context),
      began(now()),
      next_forgetting(began) {
  state.handshake_thread = std::make_unique<Handshakes>(context);
  renew(std::move(config.files));
  if (config.log_refusal) {
    refusals.emplace(std::move(config.log_refusal));
    state.counters.on_refused = [this](Denied why, const IpAddress& client) {
      refusals->on_refused(why, client, now());
    };
  }
  if (config.bus != nullptr && config.cluster_key)
    config.bus = std::make_unique<cluster::AuthenticatedBus>(
        std::move(config.bus), *std::move(config.cluster_key), state.counters, rng,
        [this] { return static_cast<std::int64_t>(state.utc()) * 1000; },
        std::move(config.on_forged));
  if (config.bus != nullptr)
    share(std::move(config.bus), rng, std::move(config.on_bus));
  else
    state.exchange = std::make_unique<LocalExchange>(
        state.bounds, state.sources, state.counters, rng,
        [this](CallerId to, const proto::RelayMessage& message) { deliver(to, message); });
  state.exchange_changed = [this] { arm_exchange(); };
  state.empty = [this] {
    if (draining && !stopping) return stop(std::exchange(on_stopped, nullptr), {});
    if (!stopping) return;
    keep_volume();
    tick_timer.cancel();
    stop_timer.cancel();
    drain_timer.cancel();
    if (const auto then = std::exchange(on_stopped, nullptr)) asio::post(io, then);
  };
}

Server::Impl::~Impl() {
  stop_listening();
  if (metrics) metrics->stop();
  end_all();
  turns->close();
}

Result<> Server::Impl::listen(const Address& main, const std::vector<Address>& reflect,
                              const std::optional<Address>& metrics_at) {
  FD_TRY(port, Port::open(io, own_steps(), main, [this](tcp::socket socket, const Address& peer) {
           on_socket(std::move(socket), peer);
         }));
  for (const Address& at : reflect) {
    FD_TRY(auto reflector,
           Port::open(io, own_steps(), at, [this](tcp::socket socket, const Address& peer) {
             if (state.blocked.contains(peer.ip)) return state.counters.count(Denied::blocked);
             calls.reflect(std::move(socket), peer);
           }));
    state.reflectors.push_back(reflector->address().text());
    reflectors.push_back(std::move(reflector));
  }
  if (!metrics_at) return {};
  FD_TRY(metrics,
         Port::open(io, own_steps(), *metrics_at, [this](tcp::socket socket, const Address& peer) {
           calls.show_metrics(std::move(socket), peer);
         }));
  return {};
}

void Server::Impl::on_socket(tcp::socket socket, const Address& peer) {
  if (state.connections.size() >= state.bounds.connections && !make_room(state))
    return state.counters.count(Denied::relay_full);
  last_caller = last_caller.next();
  auto client = std::make_shared<WebSocket>(std::move(socket), tls, state.bounds);
  auto lane = std::make_shared<Turns::Lane>(Turns::Lane{.turns = turns});
  std::make_shared<Connection>(state, last_caller, std::move(client), std::move(lane), peer.ip)
      ->start();
}

void Server::Impl::deliver(CallerId to, const proto::RelayMessage& message) {
  const auto found = state.connections.find(to);
  if (found != state.connections.end()) found->second->send(message);
}

/// Makes the exchange of a relay that is one of many processes.
void Server::Impl::share(std::unique_ptr<cluster::Bus> bus_given, Rng& rng,
                         std::function<void(bool connected)> on_bus) {
  bus = std::move(bus_given);
  auto exchange = std::make_unique<cluster::NatsExchange>(
      state.bounds, state.sources, state.counters, rng, *bus,
      [this](CallerId to, const proto::RelayMessage& message) { deliver(to, message); },
      [this](CallerId who) {
        const auto found = state.connections.find(who);
        if (found != state.connections.end()) found->second->close(CloseCode::shutting_down);
      });
  bus->start(
      [this, to = exchange.get(), on_bus = std::move(on_bus)](const cluster::BusEvent& event) {
        to->on_event(event, now());
        arm_exchange();
        const bool is_back = std::holds_alternative<cluster::BusBack>(event);
        if (on_bus && (is_back || std::holds_alternative<cluster::BusLost>(event))) on_bus(is_back);
      });
  state.exchange = std::move(exchange);
}

void Server::Impl::arm_exchange() {
  const Instant deadline = state.exchange->deadline();
  if (deadline >= exchange_armed || stopping) return;
  exchange_armed = deadline;
  exchange_timer.expires_at(time_point(deadline));
  exchange_timer.async_wait(asio::bind_executor(own_steps(), [this](error_code cancelled) {
    if (cancelled || stopping) return;
    exchange_armed = never();
    state.exchange->on_time(now());
    arm_exchange();
  }));
}

/// Returns the executor of a duty of the relay's own.
asio::any_io_executor Server::Impl::own_steps() const {
  return Turns::Executor(
      std::make_shared<Turns::Lane>(Turns::Lane{.turns = turns, .whose = Turns::Whose::relay}));
}

/// Looks at the times of all connections, again and again, a few at a time: tables do not wait for
/// all of them. When the relay stops, it ends with the last connection.
void Server::Impl::tick() {
  const Instant due = now() + state.bounds.tick;
  tick_timer.expires_at(time_point(due));
  tick_timer.async_wait([this, due](error_code cancelled) {
    if (cancelled) return;
    const Instant moment = now();
    state.counters.loop_lag = moment - due;
    calls.on_tick(moment);
    state.traffic.on_tick(moment);
    if (refusals) refusals->on_tick(moment);
    look_at_some(moment, {});
  });
}

void Server::Impl::look_at_some(Instant moment, CallerId after) {
  auto at = state.connections.upper_bound(after);
  bool left = false;  // to leave takes longest
  for (std::size_t i = 0; i < kLookedAtTogether && !left && at != state.connections.end(); ++i) {
    const auto connection = at->second;
    after = at->first;
    connection->on_tick(moment);
    at = state.connections.upper_bound(after);
    left = !state.connections.contains(after);
  }
  if (at == state.connections.end()) return end_tick(moment);
  asio::post(own_steps(), [this, moment, after] { look_at_some(moment, after); });
}

void Server::Impl::end_tick(Instant moment) {
  give_memory_back();
  if (next_forgetting <= moment) {
    state.sources.forget_idle(moment);
    state.work.forget_old(moment);
    next_forgetting = moment + state.bounds.forget_every;
    keep_volume();
    ::malloc_trim(0);
  }
  if (!stopping || !state.connections.empty()) tick();
}

Numbers Server::Impl::numbers() {
  const Traffic& traffic = state.traffic;
  const MonthVolume& volume = state.traffic.volume(state.utc());
  return {.occupancy = state.exchange->occupancy(),
          .resident_bytes = memory.bytes(),
          .up_seconds = static_cast<std::uint64_t>((now() - began).ms) / 1000,
          .sent_per_second = traffic.bytes_per_second(),
          .rate_max = traffic.bounds().bytes_per_second,
          .month = volume.month_text(),
          .month_bytes = volume.bytes,
          .month_max = traffic.bounds().bytes_per_month,
          .draining = draining};
}

void Server::Impl::keep_volume() {
  if (on_volume) on_volume(state.traffic.volume(state.utc()));
}

void Server::Impl::renew(Files files) {
  tls = std::move(files.tls);
  state.blocked = std::move(files.blocked);
  state.revoked = std::move(files.revoked);
  for (const auto& connection : all_connections())
    if (connection->is_barred()) connection->close(CloseCode::over_limit);
}

void Server::Impl::stop_listening() {
  if (port) port->stop();
  for (const auto& reflector : reflectors) reflector->stop();
}

/// The metrics stay, so that the operator sees how many tables there still are.
void Server::Impl::drain(std::function<void()> then) {
  if (stopping || std::exchange(draining, true)) return;
  on_stopped = std::move(then);
  stop_listening();
  for (const auto& connection : all_connections())
    if (!connection->is_joined()) connection->close(CloseCode::shutting_down);
  if (state.connections.empty()) return state.empty();
  drain_timer.expires_at(time_point(now() + state.bounds.drain_max));
  drain_timer.async_wait([this](error_code cancelled) {
    if (!cancelled) stop(std::exchange(on_stopped, nullptr), {});
  });
  stop_timer.expires_at(time_point(now() + state.bounds.closing_max));
  stop_timer.async_wait([this](error_code cancelled) {
    if (cancelled || stopping) return;
    for (const auto& connection : all_connections())
      if (!connection->is_joined()) connection->leave();
  });
}

void Server::Impl::stop(std::function<void()> then, std::optional<Duration> patience) {
  if (std::exchange(stopping, true)) return;
  on_stopped = std::move(then);
  stop_listening();
  if (metrics) metrics->stop();
  calls.cut_off_all();
  exchange_timer.cancel();
  for (const auto& connection : all_connections()) connection->close(CloseCode::shutting_down);
  if (state.connections.empty()) return state.empty();
  stop_timer.expires_at(time_point(now() + patience.value_or(state.bounds.closing_max)));
  stop_timer.async_wait([this](error_code cancelled) {
    if (!cancelled) end_all();
  });
}

/// A connection that is told something may leave, and others with it.
std::vector<std::shared_ptr<Connection>> Server::Impl::all_connections() const {
  std::vector<std::shared_ptr<Connection>> all;
  all.reserve(state.connections.size());
  for (const auto& [id, connection] : state.connections) all.push_back(connection);
  return all;
}

void Server::Impl::end_all() {
  calls.cut_off_all();
  for (const auto& connection : all_connections()) connection->leave();
}

/// Asio keeps its state of each descriptor that there ever was. States that were made one by one,
/// between what connections need, would keep the allocator from giving that memory back; so they
/// are made together.
void Server::Impl::make_descriptor_states() {
  std::vector<asio::posix::stream_descriptor> all;
  for (std::size_t i = 0; i < state.bounds.connections; ++i) {
    const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) break;  // this process may have no more of them
    all.emplace_back(io, descriptor);
  }
}

/// The allocator keeps what many connections used, until it is told to give it back: once many have
/// left, and no more leave.
void Server::Impl::give_memory_back() {
  const std::size_t count = state.connections.size();
  const bool left = count < connections_before;
  if (left) left_since += connections_before - count;
  connections_before = count;
  if (left || left_since < kTrimmedFrom) return;
  left_since = 0;
  ::malloc_trim(0);
}

Result<std::unique_ptr<Server>> Server::open(asio::io_context& io, Config config, Rng& rng) {
  const Address listen = config.listen;
  const auto reflect = config.reflect;
  const auto metrics = config.metrics;
  auto impl = std::make_unique<Impl>(io, std::move(config), rng);
  impl->make_descriptor_states();
  FD_TRY(impl->listen(listen, reflect, metrics));
  impl->tick();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Address Server::address() const { return impl_->port->address(); }

std::vector<Address> Server::reflectors() const {
  std::vector<Address> all;
  for (const auto& reflector : impl_->reflectors) all.push_back(reflector->address());
  return all;
}

std::optional<Address> Server::metrics() const {
  if (impl_->metrics) return impl_->metrics->address();
  return {};
}

void Server::renew(Files files) { impl_->renew(std::move(files)); }

void Server::drain(std::function<void()> then) { impl_->drain(std::move(then)); }

std::size_t Server::pipes() const { return impl_->state.exchange->occupancy().pipes; }

void Server::stop(std::function<void()> then, std::optional<Duration> patience) {
  impl_->stop(std::move(then), patience);
}

}  // namespace fairdeal::relay::server
