#include "net/session/impl.h"
#include "net/sockets/clock.h"

/// A session's handling of its machine, which sleeps and moves, and of its router.

namespace fairdeal::session {

void Session::Impl::watch_machine() {
  looking.expires_after(std::chrono::milliseconds(reach::kLookEvery.ms));
  looking.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || self->ended) return;
    const Instant time = sockets::now_asleep_too();
    std::optional<std::vector<sockets::LanInterface>> interfaces;
    if (self->machine.wants_interfaces(time)) interfaces = sockets::lan_interfaces();
    if (const auto news = self->machine.look(std::move(interfaces), time)) self->on_machine(news);
    if (!self->ended) self->watch_machine();
  });
}

void Session::Impl::on_machine(const reach::MachineWatch::News& news) {
  watcher.on_event(news);
  if (ended) return;
  mesh->doubt_all();
  if (rendezvous) rendezvous->renew();
  for (const crypto::PublicKey& peer : mesh->peers()) tell_where(peer);
}

void Session::Impl::map_port() {
  if (!config.map_port || port_map || !config.own_addresses) return;
  bool hidden = false;
  for (const sockets::Address& address : config.own_addresses(listening)) {
    const auto ip = IpAddress::parse(address.host);
    if (!ip || !ip->is_v4()) continue;
    if (sockets::reach_of(address.host) == sockets::Reach::anywhere) return;
    hidden = hidden || sockets::reach_of(address.host) == sockets::Reach::network;
  }
  if (!hidden) return;
  port_map = std::make_unique<reach::PortMap>(
      io, listening.port, reach::router_protocols(),
      reach::PortMap::Handlers{
          .on_mapped = while_alive(
              [](Impl& self, const sockets::Address& external) { self.on_mapped(external); }),
          .on_failed = while_alive([](Impl& self, const std::string&) { self.mapped.reset(); })});
}

void Session::Impl::on_mapped(const sockets::Address& external) {
  // Behind a second router, or the provider's, its address is of no use to others.
  if (sockets::reach_of(external.host) != sockets::Reach::anywhere) return;
  mapped = external;
  watcher.on_event(PortForwarded{external});
  if (ended) return;
  if (gathering() != nullptr && gathering()->has_place()) offer_code();
  for (const crypto::PublicKey& peer : mesh->peers()) tell_where(peer);
}

std::vector<sockets::Address> Session::Impl::own_addresses() const {
  std::vector<sockets::Address> all;
  if (mapped) all.push_back(*mapped);
  if (!config.own_addresses) return all;
  for (sockets::Address& address : config.own_addresses(listening))
    all.push_back(std::move(address));
  return all;
}

}  // namespace fairdeal::session
