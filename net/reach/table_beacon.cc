#include "net/reach/table_beacon.h"

#include <algorithm>

#include "crypto/system_rng.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::reach {
namespace {

/// The time between two questions, since the first may be lost. It is longer than a host may take
/// to answer the same source again, so that both are answered.
constexpr Duration kAskEvery{1'100};

}  // namespace

struct TableBeacon::Impl : std::enable_shared_from_this<TableBeacon::Impl> {
  Impl(asio::io_context& io, const proto::BeaconTable& table)
      : announcer(table, sockets::now()), timer(io) {}

  /// Sends what is due, and waits until something is due again.
  void go_on() {
    if (stopped) return;
    for (const auto& [to, datagram] : announcer.on_time(sockets::now())) {
      if (to)
        socket->send(*to, datagram);
      else
        socket->send_to_all(datagram);
    }
    timer.expires_at(time_point(announcer.deadline()));
    timer.async_wait([weak = weak_from_this()](error_code cancelled) {
      if (const auto self = weak.lock(); self && !cancelled) self->go_on();
    });
  }

  Announcer announcer;
  asio::steady_timer timer;
  crypto::SystemRng rng;
  std::unique_ptr<BeaconSocket> socket;
  bool stopped = false;
};

Result<std::unique_ptr<TableBeacon>> TableBeacon::open(asio::io_context& io,
                                                       const BeaconSettings& settings,
                                                       const proto::BeaconTable& table) {
  const auto impl = std::make_shared<Impl>(io, table);
  const std::weak_ptr<Impl> weak = impl;
  BeaconSocket::Handlers handlers;
  handlers.on_interfaces = [weak](const std::vector<sockets::LanInterface>& interfaces) {
    if (const auto self = weak.lock()) self->announcer.on_interfaces(interfaces);
  };
  handlers.on_datagram = [weak](const sockets::LanEndpoint& from, ByteSpan bytes) {
    const auto self = weak.lock();
    // A refused datagram is noise of others, or one of our own announcements.
    if (self && self->announcer.on_datagram(from, bytes, sockets::now(), self->rng)) self->go_on();
  };
  FD_TRY(impl->socket,
         BeaconSocket::open(io, settings, BeaconSocket::Use::listening, std::move(handlers)));
  asio::post(io, [impl] { impl->go_on(); });
  return std::unique_ptr<TableBeacon>(new TableBeacon(impl));
}

TableBeacon::TableBeacon(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

TableBeacon::~TableBeacon() {
  impl_->stopped = true;
  impl_->timer.cancel();
  impl_->socket->send_to_all(impl_->announcer.farewell());
  impl_->socket.reset();
}

void TableBeacon::change(const proto::BeaconTable& table) {
  impl_->announcer.on_change(table, sockets::now());
  impl_->go_on();
}

std::vector<BeaconSocket::Refusing> TableBeacon::refusing() const {
  return impl_->socket->refusing();
}

Result<std::vector<BeaconList::Heard>> find_tables(const BeaconSettings& settings, Duration wait) {
  asio::io_context io;
  crypto::SystemRng rng;
  BeaconList list;
  BeaconSocket::Handlers handlers;
  handlers.on_interfaces = [&list](const std::vector<sockets::LanInterface>& interfaces) {
    list.on_interfaces(interfaces);
  };
  handlers.on_datagram = [&list](const sockets::LanEndpoint& from, ByteSpan bytes) {
    (void)list.on_datagram(from, bytes, sockets::now());  // what is refused is noise of others
  };
  FD_TRY(const auto asking, BeaconSocket::open(io, settings, BeaconSocket::Use::asking, handlers));
  // A firewall may let announcements in and answers not, or the other way round.
  const auto listening = BeaconSocket::open(io, settings, BeaconSocket::Use::listening, handlers);
  for (Duration waited{0}; waited < wait; waited.ms += kAskEvery.ms) {
    proto::BeaconSeek seek;
    rng.fill(seek.nonce);
    asking->send_to_all(proto::encode(seek));
    io.run_for(std::chrono::milliseconds(std::min(kAskEvery.ms, wait.ms - waited.ms)));
  }
  return list.tables(sockets::now());
}

}  // namespace fairdeal::reach
