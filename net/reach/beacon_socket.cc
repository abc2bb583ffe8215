#include "net/reach/beacon_socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>

#include <boost/asio/ip/udp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <netinet/in.h>
#include <sys/socket.h>

#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::reach {
namespace {

using asio::ip::udp;

sockets::LanIp group_of(bool v4) {
  return *sockets::LanIp::parse(std::string(v4 ? net::kBeaconGroup4 : net::kBeaconGroup6));
}

sockets::LanEndpoint from_asio(const udp::endpoint& endpoint) {
  sockets::LanIp ip;
  if (endpoint.address().is_v4()) {
    ip = sockets::LanIp::v4(endpoint.address().to_v4().to_uint());
  } else {
    const auto v6 = endpoint.address().to_v6();
    const auto bytes = v6.to_bytes();
    std::ranges::copy(std::as_bytes(std::span(bytes)), ip.bytes.begin());
    if (ip.is_link_local()) ip.scope = static_cast<std::uint32_t>(v6.scope_id());
  }
  return {ip, endpoint.port()};
}

/// An address as the kernel takes it.
struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

in_addr v4_of(const sockets::LanIp& ip) {
  in_addr address{};
  std::memcpy(&address, ip.bytes.data() + 12, sizeof address);
  return address;
}

in6_addr v6_of(const sockets::LanIp& ip) {
  in6_addr address{};
  std::memcpy(&address, ip.bytes.data(), sizeof address);
  return address;
}

SocketAddress socket_address(const sockets::LanEndpoint& endpoint) {
  SocketAddress out;
  if (endpoint.ip.is_v4()) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(endpoint.port);
    v4.sin_addr = v4_of(endpoint.ip);
    std::memcpy(&out.bytes, &v4, sizeof v4);
    out.size = sizeof v4;
  } else {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(endpoint.port);
    v6.sin6_addr = v6_of(endpoint.ip);
    v6.sin6_scope_id = endpoint.ip.scope;
    std::memcpy(&out.bytes, &v6, sizeof v6);
    out.size = sizeof v6;
  }
  return out;
}

/// Sends a datagram through the interface with this index (0: any) and from this address
/// (unspecified: any). Returns 0, or the error's number.
///
/// Interface and source are named with the datagram itself (IP_PKTINFO, RFC 3542's IPV6_PKTINFO),
/// which works for multicast, broadcast and single addresses alike. SO_BINDTODEVICE would also
/// change what the socket hears, and a process without rights cannot take it back.
int send_from(int socket, const sockets::LanEndpoint& to, std::uint32_t interface,
              const sockets::LanIp& from, ByteSpan bytes) {
  SocketAddress address = socket_address(to);
  iovec data{const_cast<std::byte*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(in6_pktinfo))> control{};
  msghdr message{};
  message.msg_name = &address.bytes;
  message.msg_namelen = address.size;
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  const auto attach = [&](int level, int type, const auto& info) {
    message.msg_controllen = CMSG_SPACE(sizeof info);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = level;
    header->cmsg_type = type;
    header->cmsg_len = CMSG_LEN(sizeof info);
    std::memcpy(CMSG_DATA(header), &info, sizeof info);
  };
  if (to.ip.is_v4()) {
    in_pktinfo info{};
    info.ipi_ifindex = static_cast<int>(interface);
    if (!from.is_unspecified()) info.ipi_spec_dst = v4_of(from);
    attach(IPPROTO_IP, IP_PKTINFO, info);
  } else {
    in6_pktinfo info{};
    info.ipi6_ifindex = interface;
    if (!from.is_unspecified()) info.ipi6_addr = v6_of(from);
    attach(IPPROTO_IPV6, IPV6_PKTINFO, info);
  }
  return ::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? errno : 0;
}

/// Enters the group of a family on an interface. Returns 0, or the error's number.
int join_group(int socket, bool v4, const sockets::LanInterface& interface) {
  int done = 0;
  if (v4) {
    ip_mreqn group{};
    group.imr_multiaddr = v4_of(group_of(true));
    group.imr_ifindex = static_cast<int>(interface.index);
    done = ::setsockopt(socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group);
  } else {
    ipv6_mreq group{};
    group.ipv6mr_multiaddr = v6_of(group_of(false));
    group.ipv6mr_interface = interface.index;
    done = ::setsockopt(socket, IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, &group, sizeof group);
  }
  return done == 0 || errno == EADDRINUSE ? 0 : errno;  // EADDRINUSE: it is in the group already
}

void set_option(int socket, int level, int option, int value) {
  ::setsockopt(socket, level, option, &value, sizeof value);
}

/// Opens the socket of one family.
error_code open_socket(udp::socket& socket, bool v4, std::uint16_t port) {
  error_code error;
  const udp::endpoint at(v4 ? udp::v4() : udp::v6(), port);
  socket.open(at.protocol(), error);
  if (error) return error;
  // Several programs share the port of all. SO_REUSEPORT would give each datagram to only one of
  // them. A port of our own must not be shared, which the kernel might do if both sides allow it.
  if (port != 0) socket.set_option(udp::socket::reuse_address(true), error);
  if (!error && !v4) socket.set_option(asio::ip::v6_only(true), error);
  if (!error && v4) socket.set_option(asio::socket_base::broadcast(true), error);
  if (!error) socket.bind(at, error);
  const int fd = socket.native_handle();
  // Nothing that is said here is for other networks.
  if (v4) {
    set_option(fd, IPPROTO_IP, IP_TTL, 1);
    set_option(fd, IPPROTO_IP, IP_MULTICAST_TTL, 1);
  } else {
    set_option(fd, IPPROTO_IPV6, IPV6_UNICAST_HOPS, 1);
    set_option(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 1);
  }
  if (error) socket.close();
  return error;
}

}  // namespace

struct BeaconSocket::Impl : std::enable_shared_from_this<BeaconSocket::Impl> {
  Impl(asio::io_context& io, const BeaconSettings& s, Use u, Handlers h)
      : settings(s), use(u), handlers(std::move(h)), v4(io), v6(io), timer(io) {}

  const sockets::LanIp& from() const { return settings.from; }
  bool uses_v6() const { return !from().is_v4(); }
  bool uses_v4() const { return from().is_v4() || from().is_unspecified(); }

  void read_interfaces();
  void join_all();
  void stop();
  static asio::awaitable<void> watch_interfaces(std::shared_ptr<Impl> self);
  static asio::awaitable<void> receive(std::shared_ptr<Impl> self, udp::socket& socket);
  void send_through(const sockets::LanInterface& interface, ByteSpan bytes);

  BeaconSettings settings;
  Use use;
  Handlers handlers;
  udp::socket v4, v6;
  asio::steady_timer timer;
  std::vector<sockets::LanInterface> interfaces;
  std::set<std::pair<std::string, bool>> joined;  // by name, and whether it is the group of IPv4
  std::map<std::string, std::string> refused;     // why, by name
  bool stopped = false;
};

// ---- Interfaces

void BeaconSocket::Impl::read_interfaces() {
  auto found = sockets::lan_interfaces(settings.interfaces);
  if (!from().is_unspecified())  // others cannot reach the table through the other interfaces
    std::erase_if(found, [&](const sockets::LanInterface& i) {
      return std::ranges::none_of(i.prefixes, [&](const auto& p) { return p.own == from(); });
    });
  const bool changed = found != interfaces;
  interfaces = std::move(found);
  if (use == Use::listening) join_all();
  if (changed) handlers.on_interfaces(interfaces);
}

void BeaconSocket::Impl::join_all() {
  // The kernel forgets the membership of an interface that goes.
  std::erase_if(joined, [&](const auto& j) {
    return std::ranges::find(interfaces, j.first, &sockets::LanInterface::name) == interfaces.end();
  });
  refused.clear();
  for (const sockets::LanInterface& interface : interfaces) {
    if (!interface.multicasts) {
      refused[interface.name] = "multicast is switched off there";
      continue;
    }
    for (const bool is_v4 : {true, false}) {
      udp::socket& socket = is_v4 ? v4 : v6;
      const bool has = is_v4 ? interface.has_v4() : interface.has_v6();
      if (!socket.is_open() || !has || joined.contains({interface.name, is_v4})) continue;
      if (const int error = join_group(socket.native_handle(), is_v4, interface); error != 0)
        refused[interface.name] = std::strerror(error);
      else
        joined.emplace(interface.name, is_v4);
    }
  }
}

asio::awaitable<void> BeaconSocket::Impl::watch_interfaces(std::shared_ptr<Impl> self) {
  while (!self->stopped) {
    self->timer.expires_at(time_point(sockets::now() + net::kInterfacesEvery));
    co_await self->timer.async_wait(kAwait);
    if (!self->stopped) self->read_interfaces();
  }
}

// ---- Datagrams

asio::awaitable<void> BeaconSocket::Impl::receive(std::shared_ptr<Impl> self, udp::socket& socket) {
  std::array<std::byte, proto::kBeaconBytesMax + 1> buffer;  // one byte more shows what is too long
  Bucket reads(net::kBeaconReadsPerSecond, net::kBeaconReadsPerSecond, sockets::now());
  asio::steady_timer pause(socket.get_executor());
  while (!self->stopped) {
    udp::endpoint from;
    const auto [error, size] =
        co_await socket.async_receive_from(asio::buffer(buffer), from, kAwait);
    if (self->stopped) co_return;
    if (!error) self->handlers.on_datagram(from_asio(from), ByteSpan(buffer).first(size));
    // A network that is down may make each call fail, at once.
    const Instant next =
        error ? sockets::now() + net::kAcceptRetryAfter : reads.take(1, sockets::now());
    if (next <= sockets::now()) continue;
    pause.expires_at(time_point(next));
    co_await pause.async_wait(kAwait);
  }
}

void BeaconSocket::Impl::send_through(const sockets::LanInterface& interface, ByteSpan bytes) {
  const auto send = [&](udp::socket& socket, const sockets::LanIp& to,
                        const sockets::LanIp& source) {
    return send_from(socket.native_handle(), {to, settings.port}, interface.index, source, bytes);
  };
  // A listener of one IPv4 network drops what comes from an address of another, so each address of
  // ours speaks for itself.
  for (const sockets::LanPrefix& network : interface.prefixes) {
    const bool speaks = from().is_unspecified() || network.own == from();
    if (!network.own.is_v4() || !v4.is_open() || !speaks) continue;
    if (interface.multicasts) send(v4, group_of(true), network.own);
    if (network.broadcast && send(v4, sockets::LanIp::v4(0xffffffff), network.own) != 0)
      send(v4, *network.broadcast, network.own);
  }
  if (v6.is_open() && interface.has_v6() && interface.multicasts) send(v6, group_of(false), from());
}

void BeaconSocket::Impl::stop() {
  stopped = true;
  error_code ignored;
  v4.close(ignored);
  v6.close(ignored);
  timer.cancel();
}

// ---- The public side

Result<std::unique_ptr<BeaconSocket>> BeaconSocket::open(asio::io_context& io,
                                                         const BeaconSettings& settings, Use use,
                                                         Handlers handlers) {
  const auto impl = std::make_shared<Impl>(io, settings, use, std::move(handlers));
  const std::uint16_t port = use == Use::listening ? settings.port : std::uint16_t{0};
  error_code error;
  if (impl->uses_v4()) error = open_socket(impl->v4, true, port);
  if (impl->uses_v6())
    if (const auto failed = open_socket(impl->v6, false, port); !error) error = failed;
  if (!impl->v4.is_open() && !impl->v6.is_open())
    return fail(Fault::bad_parameters,
                "UDP port " + std::to_string(port) + " (" + error.message() + ")");
  impl->read_interfaces();
  asio::co_spawn(io, Impl::watch_interfaces(impl), rethrow);
  for (udp::socket* socket : {&impl->v4, &impl->v6})
    if (socket->is_open()) asio::co_spawn(io, Impl::receive(impl, *socket), rethrow);
  return std::unique_ptr<BeaconSocket>(new BeaconSocket(impl));
}

BeaconSocket::BeaconSocket(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
BeaconSocket::~BeaconSocket() { impl_->stop(); }

void BeaconSocket::send_to_all(ByteSpan bytes) {
  for (const sockets::LanInterface& interface : impl_->interfaces)
    impl_->send_through(interface, bytes);
}

void BeaconSocket::send(const sockets::LanEndpoint& to, ByteSpan bytes) {
  udp::socket& socket = to.ip.is_v4() ? impl_->v4 : impl_->v6;
  if (socket.is_open()) send_from(socket.native_handle(), to, to.ip.scope, impl_->from(), bytes);
}

std::vector<BeaconSocket::Refusing> BeaconSocket::refusing() const {
  std::vector<Refusing> found;
  for (const auto& [name, why] : impl_->refused) found.push_back({name, why});
  return found;
}

}  // namespace fairdeal::reach
