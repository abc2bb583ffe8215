#include "net/mesh/mesh.h"

#include <utility>

#include "net/mesh/mesh_impl.h"
#include "net/sockets/clock.h"

namespace fairdeal::mesh {

using crypto::PublicKey;

sockets::Listening::OnStream Mesh::Impl::on_accepted(const sockets::Transport& transport) {
  return [weak = weak_from_this(), &transport](std::unique_ptr<sockets::Stream> stream,
                                               std::string where,
                                               sockets::HalfOpen::Permit permit) {
    if (const auto self = weak.lock())
      self->add_direct(transport, std::move(stream), std::move(where), nullptr, std::move(permit));
  };
}

Result<sockets::Address> Mesh::Impl::listen_on(sockets::HeldPort port) {
  const auto& transport = sockets::transport_of(port.address());
  FD_TRY(auto listener, transport.listen_on(io, std::move(port), on_accepted(transport)));
  listeners.push_back(listener);
  return listener->address();
}

Result<sockets::Address> Mesh::Impl::listen(const sockets::Address& at) {
  const auto& transport = sockets::transport_of(at);
  FD_TRY(auto listener, transport.listen(io, at, on_accepted(transport)));
  listeners.push_back(listener);
  return listener->address();
}

void Mesh::Impl::keep_calling(const sockets::Address& address, std::optional<PublicKey> expected,
                              Patience patience) {
  const auto before = known.find(address);
  // Hearsay about an address does not change whom this side expects there.
  if (patience == Patience::short_ && before != known.end() && before->second.identity &&
      before->second.identity != expected)
    return;
  Known& entry = known[address];
  entry.unanswered = 0;
  entry.expected = expected;
  if (patience == Patience::endless || before == known.end()) entry.patience = patience;
  if (expected) entry.identity = expected;
  if (!entry.dialer) {
    const auto answered = [weak = weak_from_this(),
                           address](std::unique_ptr<sockets::Stream> stream) {
      if (const auto self = weak.lock())
        self->add_direct(sockets::transport_of(address), std::move(stream), address.text(),
                         &self->known.at(address), nullptr);
    };
    const auto failed = [weak = weak_from_this(), address](const Error& why) {
      const auto self = weak.lock();
      if (!self) return;
      self->unanswered(self->known.at(address));
      self->handlers.on_refused(address.text(), why);
    };
    entry.dialer = std::make_shared<sockets::Dialer>(
        io, address, config.redial_max, rng,
        sockets::Dialer::Handlers{.on_stream = answered, .on_failure = failed});
  }
  if (!settled(entry)) entry.dialer->call();
}

void Mesh::Impl::unanswered(Known& address) {
  if (++address.unanswered >= net::kUnansweredMax && address.patience == Patience::short_)
    address.dialer->rest();
}

bool Mesh::Impl::settled(const Known& address) const {
  if (!address.identity) return false;
  if (*address.identity == me.public_key()) return true;
  const auto peer = peers.find(*address.identity);
  const auto link = peer != peers.end() ? peer->second.links.current() : std::nullopt;
  return link && connections.at(*link).rung != channel::Rung::relayed;
}

void Mesh::Impl::rest_if_settled(const PublicKey& peer) {
  for (auto& [address, entry] : known)
    if (entry.identity == peer && settled(entry)) entry.dialer->rest();
}

void Mesh::Impl::call_again(const PublicKey& peer) {
  // Losing a peer gives every address new attempts, not only the peer's own: perhaps the network
  // failed, and all who had given up can be reached again.
  for (auto& [address, entry] : known) {
    const bool concerned = entry.identity == peer;
    const bool had_given_up = std::exchange(entry.unanswered, 0) >= net::kUnansweredMax;
    if ((concerned || had_given_up) && !settled(entry)) entry.dialer->call();
  }
}

Mesh::Impl::Connection* Mesh::Impl::up(const PublicKey& peer) {
  const auto place = peers.find(peer);
  if (place == peers.end() || !place->second.up) return nullptr;
  return &connections.at(place->second.links.current().value());
}

void Mesh::Impl::stop() {
  stopped = true;
  for (const auto& listener : listeners) listener->stop();
  for (const auto& [address, entry] : known) entry.dialer->rest();
  for (const auto& [number, connection] : connections) connection.link->close();
  for (const auto& weak : finishing)
    if (const auto link = weak.lock()) link->close();
  connections.clear();
  peers.clear();
}

Mesh::Mesh(asio::io_context& io, crypto::SigningKey me, Handlers handlers, Config config)
    : impl_(std::make_shared<Impl>(io, std::move(me), std::move(handlers), std::move(config))) {}

Mesh::~Mesh() { impl_->stop(); }

Result<sockets::Address> Mesh::listen(const sockets::Address& at) { return impl_->listen(at); }

Result<sockets::Address> Mesh::listen_on(sockets::HeldPort port) {
  return impl_->listen_on(std::move(port));
}

std::optional<sockets::HeldPort> Mesh::hold_port() {
  if (impl_->listeners.empty()) return {};
  auto held = impl_->listeners.front()->hold();
  impl_->listeners.erase(impl_->listeners.begin());
  return held;
}

void Mesh::expect_from(const std::vector<std::string>& hosts) {
  for (const auto& listener : impl_->listeners) listener->expect_from(hosts);
}

void Mesh::keep_calling(const sockets::Address& address, std::optional<PublicKey> expected,
                        Patience patience) {
  impl_->keep_calling(address, expected, patience);
}

void Mesh::add_stream(std::unique_ptr<sockets::Stream> stream, std::string where,
                      std::optional<crypto::PublicKey> expected, bool dials, channel::Rung rung) {
  auto& rng = impl_->rng;
  const auto& config = impl_->config.channel;
  auto channel = dials ? channel::Channel::dial(impl_->me, expected, rng, sockets::now(), config)
                       : channel::Channel::answer(impl_->me, rng, sockets::now(), config);
  impl_->add(std::move(stream), std::move(channel),
             {.where = std::move(where),
              .called = nullptr,
              .rung = rung,
              .permit = nullptr,
              .stranger = !dials,
              .known_elsewhere = rung == channel::Rung::punched,
              .expected = expected});
}

void Mesh::doubt_all() {
  // A connection that ends leaves the table only later, so the loop sees no change of it.
  for (const auto& [number, connection] : impl_->connections) connection.link->doubt();
  for (auto& [address, entry] : impl_->known) {
    if (impl_->settled(entry)) continue;
    entry.unanswered = 0;
    entry.dialer->hurry();
  }
}

bool Mesh::send(const PublicKey& peer, ByteSpan frame) {
  const auto* connection = impl_->up(peer);
  if (connection != nullptr) connection->link->send(frame);
  return connection != nullptr;
}

bool Mesh::send_unless_busy(const PublicKey& peer, ByteSpan frame) {
  return !is_busy(peer) && send(peer, frame);
}

bool Mesh::is_busy(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr && connection->link->waiting() >= net::kBusyQueueBytes;
}

bool Mesh::has_unsent(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr && connection->link->waiting() > 0;
}

bool Mesh::send_path(const PublicKey& peer, const proto::PathMessage& message) {
  const auto* connection = impl_->up(peer);
  if (connection != nullptr) connection->link->send_path(proto::encode(message));
  return connection != nullptr;
}

bool Mesh::send_keep(const PublicKey& peer, const crypto::Secret<ByteArray<32>>& part) {
  const auto* connection = impl_->up(peer);
  if (connection != nullptr) connection->link->send_keep(part);
  return connection != nullptr;
}

void Mesh::keep(const PublicKey& peer) {
  auto* connection = impl_->up(peer);
  if (connection == nullptr) return;
  connection->permit.reset();
  connection->stranger = false;
  connection->patience.reset();
}

bool Mesh::called(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr && connection->called != nullptr;
}

void Mesh::drop(const PublicKey& peer, Error why) {
  if (const auto* connection = impl_->up(peer)) connection->link->end(std::move(why));
}

std::string Mesh::host_of(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr ? connection->ip : "";
}

std::optional<PathStatus> Mesh::path_of(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  if (connection == nullptr) return {};
  const Link& link = *connection->link;
  return PathStatus{.rung = connection->rung,
                    .where = connection->where,
                    .round_trip = link.channel().round_trip(),
                    .age = sockets::now() - connection->begun,
                    .silence = sockets::now() - link.channel().heard(),
                    .bytes_sent = link.bytes_sent(),
                    .bytes_received = link.bytes_received()};
}

std::optional<channel::Rung> Mesh::rung_of(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr ? std::optional(connection->rung) : std::nullopt;
}

channel::LinkId Mesh::link_of(const PublicKey& peer) const {
  const auto place = impl_->peers.find(peer);
  return place != impl_->peers.end() && place->second.up ? place->second.came_by
                                                         : channel::LinkId{};
}

std::string Mesh::called_at(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr && connection->called != nullptr ? connection->where : "";
}

std::vector<PublicKey> Mesh::peers() const {
  std::vector<PublicKey> peers;
  for (const auto& [peer, it] : impl_->peers)
    if (it.up) peers.push_back(peer);
  return peers;
}

}  // namespace fairdeal::mesh
