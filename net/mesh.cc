#include "net/mesh.h"

#include <map>
#include <utility>

#include "base/overloaded.h"
#include "crypto/system_rng.h"
#include "net/asio.h"
#include "net/clock.h"
#include "net/dialer.h"
#include "net/link.h"
#include "net/listener.h"

namespace fairdeal::net {
namespace {

using crypto::PublicKey;

constexpr const char* kHungUp =
    "the other end hung up once it knew who called: a program with this identity is there "
    "already, or none is wanted";

Error unwanted(std::string about) {
  return {.fault = Fault::not_wanted, .about = std::move(about)};
}

}  // namespace

struct Mesh::Impl : std::enable_shared_from_this<Mesh::Impl> {
  /// An address that is to be called.
  struct Known {
    std::shared_ptr<Dialer> dialer;
    std::optional<PublicKey> expected;
    std::optional<PublicKey> identity;  // the expected one, or else the one that answered last
    Patience patience = Patience::endless;
    int unanswered = 0;  // calls since a connection to any peer was last lost
  };
  using Number = std::uint64_t;
  struct Connection {
    std::shared_ptr<Link> link;
    std::string where;  // the address that was called, or from which the connection came
    std::string ip;
    Known* called;                                   // null: the other side called
    HalfOpen::Permit permit;                         // held while the peer is a stranger
    std::unique_ptr<asio::steady_timer> patience{};  // how long a stranger that is up may stay
    std::optional<PublicKey> peer{};                 // set when it is admitted
    ByteArray<8> id{};                               // set when it is admitted
    Instant chosen_at{};
    bool up = false;
  };

  Impl(asio::io_context& io_context, crypto::SigningKey identity, Handlers callbacks,
       MeshConfig settings)
      : io(io_context),
        me(std::move(identity)),
        handlers(std::move(callbacks)),
        config(std::move(settings)) {}

  Result<Address> listen(const Address& at);
  void keep_calling(const Address& address, std::optional<PublicKey> expected, Patience patience);
  void unanswered(Known& address);
  void add(tcp::socket socket, std::string where, Known* called, HalfOpen::Permit permit);
  void on_established(Number number, const Channel::Established& established);
  void on_opened(Number number);
  void on_end(Number number, const Error& why);
  void limit_stay(Number number);
  /// Makes `number` the one connection to `peer`, and closes an earlier one. Returns false if a
  /// handler has closed `number` meanwhile.
  bool choose(Number number, const PublicKey& peer);
  bool i_decide(const PublicKey& peer) const { return me.public_key() < peer; }
  /// Returns whether nobody needs to call this address now: its peer is connected, or it is our
  /// own.
  bool settled(const Known& address) const;
  Connection* up(const PublicKey& peer);
  void stop();

  asio::io_context& io;
  crypto::SigningKey me;
  Handlers handlers;
  MeshConfig config;
  crypto::SystemRng rng;
  std::vector<std::shared_ptr<Listener>> listeners;
  std::map<Address, Known> known;
  std::map<Number, Connection> connections;
  std::map<PublicKey, Number> chosen;  // the one connection to each peer, up or about to be
  Number next_number = 0;
};

Result<Address> Mesh::Impl::listen(const Address& at) {
  const auto accepted = [weak = weak_from_this()](tcp::socket socket, HalfOpen::Permit permit) {
    const auto self = weak.lock();
    error_code gone;
    const auto from = socket.remote_endpoint(gone);
    if (!self || gone) return;
    const Address where{.host = unwrapped(from.address()).to_string(), .port = from.port()};
    self->add(std::move(socket), where.text(), nullptr, std::move(permit));
  };
  FD_TRY(auto listener, Listener::open(io, at, accepted));
  listeners.push_back(listener);
  return listener->address();
}

void Mesh::Impl::keep_calling(const Address& address, std::optional<PublicKey> expected,
                              Patience patience) {
  Known& entry = known[address];
  entry.expected = expected;
  entry.patience = patience;
  if (expected) entry.identity = expected;
  if (!entry.dialer) {
    const auto answered = [weak = weak_from_this(), address](tcp::socket socket) {
      if (const auto self = weak.lock())
        self->add(std::move(socket), address.text(), &self->known.at(address), nullptr);
    };
    const auto failed = [weak = weak_from_this(), address](const Error& why) {
      const auto self = weak.lock();
      if (!self) return;
      self->unanswered(self->known.at(address));
      self->handlers.on_refused(address.text(), why);
    };
    entry.dialer =
        std::make_shared<Dialer>(io, address, config.redial_max, rng,
                                 Dialer::Handlers{.on_socket = answered, .on_failure = failed});
  }
  if (!settled(entry)) entry.dialer->call();
}

void Mesh::Impl::unanswered(Known& address) {
  if (++address.unanswered >= kUnansweredMax && address.patience == Patience::short_)
    address.dialer->rest();
}

void Mesh::Impl::add(tcp::socket socket, std::string where, Known* called,
                     HalfOpen::Permit permit) {
  const Number number = next_number++;
  error_code gone;  // if the other end has gone, the link ends at its first read
  const auto other_end = socket.remote_endpoint(gone);
  auto channel = called ? Channel::dial(me, called->expected, rng, now(), config.channel)
                        : Channel::answer(me, rng, now(), config.channel);
  const auto on_event = [weak = weak_from_this(), number](Channel::Event& event) {
    const auto self = weak.lock();
    if (!self) return;
    std::visit(Overloaded{
                   [&](const Channel::Established& e) { self->on_established(number, e); },
                   [&](const Channel::Opened&) { self->on_opened(number); },
                   [&](Channel::Frame& frame) {
                     const PublicKey peer = self->connections.at(number).peer.value();
                     self->handlers.on_frame(peer, std::move(frame.bytes));
                   },
                   [](const Channel::Refused&) {},  // Link handles it, by ending
               },
               event);
  };
  const auto ended = [weak = weak_from_this(), number](const Error& why) {
    if (const auto self = weak.lock()) self->on_end(number, why);
  };
  auto link = std::make_shared<Link>(std::move(socket), std::move(channel),
                                     Link::Handlers{.on_event = on_event, .on_end = ended});
  if (permit)
    permit->on_evicted = [link] { link->end(unwanted("a newer connection took its place")); };
  connections.emplace(
      number, Connection{.link = link,
                         .where = std::move(where),
                         .ip = gone ? std::string() : unwrapped(other_end.address()).to_string(),
                         .called = called,
                         .permit = std::move(permit)});
  link->start();
}

void Mesh::Impl::on_established(Number number, const Channel::Established& established) {
  const PublicKey& peer = established.peer;
  Connection& connection = connections.at(number);
  if (connection.called != nullptr) connection.called->identity = peer;
  if (peer == me.public_key())
    return connection.link->end(unwanted("the other end has this same identity"));
  if (!handlers.admit(peer)) return connection.link->end(unwanted("identity " + peer.hex()));
  connection.peer = peer;
  connection.id = established.link;
  // The side that decides chooses before it sends its welcome; the other side chooses in
  // on_opened(), once that welcome has come. So both choose the same connection.
  if (i_decide(peer)) {
    const auto first = chosen.find(peer);
    if (first != chosen.end() && now() - connections.at(first->second).chosen_at < config.twin_age)
      return connection.link->end(unwanted("a second connection at once"));
    if (!choose(number, peer)) return;
  }
  connection.link->welcome();
}

void Mesh::Impl::on_opened(Number number) {
  Connection& connection = connections.at(number);
  const PublicKey peer = connection.peer.value();
  if (!i_decide(peer) && !choose(number, peer)) return;
  connection.up = true;
  if (connection.permit) limit_stay(number);
  for (auto& [address, entry] : known)
    if (entry.identity == peer) entry.dialer->rest();
  handlers.on_up(peer);
}

void Mesh::Impl::limit_stay(Number number) {
  auto& patience = connections.at(number).patience;
  patience = std::make_unique<asio::steady_timer>(io, time_point(now() + config.stranger_max));
  patience->async_wait([weak = weak_from_this(), number](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    const auto stranger = self->connections.find(number);
    if (stranger != self->connections.end() && stranger->second.permit)
      stranger->second.link->end(unwanted("a stranger that wants nothing"));
  });
}

bool Mesh::Impl::choose(Number number, const PublicKey& peer) {
  connections.at(number).chosen_at = now();
  const auto [place, is_first] = chosen.try_emplace(peer, number);
  if (is_first) return true;
  // The old connection leaves all tables before the handler hears of it: the handler may call any
  // function of the Mesh, and may even end the new connection.
  const auto old = connections.extract(place->second);
  place->second = number;
  old.mapped().link->close();
  if (old.mapped().up) handlers.on_down(peer, unwanted("the connection before a newer one"));
  return connections.contains(number);
}

void Mesh::Impl::on_end(Number number, const Error& why) {
  const auto node = connections.extract(number);
  if (!node) return;
  const Connection& ended = node.mapped();
  if (ended.peer) {
    const auto place = chosen.find(*ended.peer);
    if (place != chosen.end() && place->second == number) chosen.erase(place);
  }
  // Losing a peer gives every address new attempts, not only the peer's own: perhaps the network
  // failed, and all who had given up can be reached again.
  for (auto& [address, entry] : known) {
    const bool called = &entry == ended.called;
    const bool concerned = called || (ended.peer && entry.identity == ended.peer);
    if (ended.up) {
      const bool had_given_up = std::exchange(entry.unanswered, 0) >= kUnansweredMax;
      if ((concerned || had_given_up) && !settled(entry)) entry.dialer->call();
    } else if (concerned && !settled(entry)) {
      entry.dialer->call();
      if (called) unanswered(entry);
    }
  }
  if (ended.up)
    handlers.on_down(*ended.peer, why);
  else if (ended.permit && ended.permit->evicted)
    return;  // strangers that push each other out are not reported: there may be very many
  else if (!ended.peer || !chosen.contains(*ended.peer))  // else it was a second connection
    handlers.on_refused(ended.where,
                        ended.peer && why.fault == Fault::incomplete ? unwanted(kHungUp) : why);
}

bool Mesh::Impl::settled(const Known& address) const {
  return address.identity &&
         (*address.identity == me.public_key() || chosen.contains(*address.identity));
}

Mesh::Impl::Connection* Mesh::Impl::up(const PublicKey& peer) {
  const auto place = chosen.find(peer);
  if (place == chosen.end()) return nullptr;
  Connection& connection = connections.at(place->second);
  return connection.up ? &connection : nullptr;
}

void Mesh::Impl::stop() {
  for (const auto& listener : listeners) listener->stop();
  for (const auto& [address, entry] : known) entry.dialer->rest();
  for (const auto& [number, connection] : connections) connection.link->close();
  connections.clear();
  chosen.clear();
}

Mesh::Mesh(asio::io_context& io, crypto::SigningKey me, Handlers handlers, MeshConfig config)
    : impl_(std::make_shared<Impl>(io, std::move(me), std::move(handlers), std::move(config))) {}

Mesh::~Mesh() { impl_->stop(); }

Result<Address> Mesh::listen(const Address& at) { return impl_->listen(at); }

void Mesh::expect_from(const std::vector<std::string>& hosts) {
  for (const auto& listener : impl_->listeners) listener->expect_from(hosts);
}

void Mesh::keep_calling(const Address& address, std::optional<PublicKey> expected,
                        Patience patience) {
  impl_->keep_calling(address, expected, patience);
}

bool Mesh::send(const PublicKey& peer, ByteSpan frame) {
  const auto* connection = impl_->up(peer);
  if (connection != nullptr) connection->link->send(frame);
  return connection != nullptr;
}

void Mesh::keep(const PublicKey& peer) {
  auto* connection = impl_->up(peer);
  if (connection == nullptr) return;
  connection->permit.reset();
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

ByteArray<8> Mesh::link_of(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr ? connection->id : ByteArray<8>{};
}

std::string Mesh::called_at(const PublicKey& peer) const {
  const auto* connection = impl_->up(peer);
  return connection != nullptr && connection->called != nullptr ? connection->where : "";
}

std::vector<PublicKey> Mesh::peers() const {
  std::vector<PublicKey> peers;
  for (const auto& [peer, number] : impl_->chosen)
    if (impl_->connections.at(number).up) peers.push_back(peer);
  return peers;
}

}  // namespace fairdeal::net
