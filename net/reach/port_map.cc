#include "net/reach/port_map.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "net/sockets/asio.h"

namespace fairdeal::reach {
namespace {

/// The requested lease. The program waits half of the granted time before it asks anew.
constexpr Duration kLease{3'600'000};
/// The shortest and the longest time until the router is asked again; a lease of a second, or of
/// for ever, does not change that.
constexpr Duration kAgainMin{20'000};
constexpr Duration kAgainMax{1'800'000};
/// The time until the next attempt where there is no router, or it refuses.
constexpr Duration kRetry{600'000};

}  // namespace

/// The data that PortMap shares with its thread.
struct PortMap::Impl {
  Impl(asio::io_context& io_context, std::uint16_t own_port,
       std::vector<std::unique_ptr<RouterProtocol>> all, Handlers callbacks)
      : port(own_port),
        protocols(std::move(all)),
        handlers(std::move(callbacks)),
        io(&io_context) {}

  /// The thread: asks, waits and asks anew, until it is stopped.
  void run() {
    while (!stopped_within(attempt())) continue;
    if (granted_by != nullptr) granted_by.load()->unmap();
  }

  /// Asks by the protocol that was granted something last, or else by all. Returns when to ask
  /// again.
  Duration attempt() {
    std::string failures;
    for (const auto& protocol : protocols) {
      if (granted_by != nullptr && granted_by != protocol.get()) continue;
      const auto granted = protocol->map(port, kLease);
      if (granted) {
        granted_by = protocol.get();
        tell(sockets::Address{.host = granted->ip.text(), .port = granted->port});
        const Duration lease = granted->lease.ms > 0 ? granted->lease : kLease;
        return std::clamp(Duration{lease.ms / 2}, kAgainMin, kAgainMax);
      }
      failures += (failures.empty() ? "" : "; ") + std::string(protocol->name()) + ": " +
                  granted.error().about;
    }
    granted_by = nullptr;
    last.reset();
    post([failures](const Handlers& to) { to.on_failed(failures); });
    return kRetry;
  }

  void tell(const sockets::Address& external) {
    if (last == external) return;
    last = external;
    post([external](const Handlers& to) { to.on_mapped(external); });
  }

  template <class F>
  void post(const F& call) {
    const std::lock_guard lock(mutex);
    if (io == nullptr) return;
    asio::post(*io, [weak = std::weak_ptr(alive), this, call] {
      if (weak.lock()) call(handlers);
    });
  }

  bool stopped_within(Duration time) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::milliseconds(time.ms), [this] { return io == nullptr; });
    return io == nullptr;
  }

  const std::uint16_t port;
  const std::vector<std::unique_ptr<RouterProtocol>> protocols;
  const Handlers handlers;
  std::shared_ptr<const bool> alive = std::make_shared<bool>(true);  // destroyed by ~PortMap

  // The thread's own.
  std::atomic<RouterProtocol*> granted_by = nullptr;
  std::optional<sockets::Address> last;  // that was told

  std::mutex mutex;  // guards `io`
  std::condition_variable changed;
  asio::io_context* io;  // null once the thread has to stop
};

PortMap::PortMap(asio::io_context& io, std::uint16_t port,
                 std::vector<std::unique_ptr<RouterProtocol>> protocols, Handlers handlers)
    : impl_(std::make_shared<Impl>(io, port, std::move(protocols), std::move(handlers))),
      thread_([impl = impl_] { impl->run(); }) {}

PortMap::~PortMap() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->io = nullptr;
  }
  impl_->changed.notify_all();
  impl_->alive.reset();
  // Only a router that granted something has to be told. Where none answers, nobody waits until the
  // thread has found that out.
  if (impl_->granted_by != nullptr)
    thread_.join();
  else
    thread_.detach();
}

}  // namespace fairdeal::reach
