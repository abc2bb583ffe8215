#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/address.h"
#include "net/asio.h"
#include "net/half_open.h"

namespace fairdeal::net {

/// Returns an IPv4 address that IPv6 has wrapped (::ffff:192.0.2.7) as IPv4, and any other as it
/// is.
asio::ip::address unwrapped(const asio::ip::address& address);

/// Returns the source that an address stands for. IPv6 networks hand out 2^64 addresses to one
/// machine (a /64), and 2^16 of these networks to one customer (a /48).
HalfOpen::Source source(const asio::ip::address& address);

/// Accepts TCP connections, as many unproved ones at a time as limits.h allows; when there are
/// more, an old one is evicted.
class Listener : public std::enable_shared_from_this<Listener> {
 public:
  /// Gets each connection with its permit, which is kept until the other end has proved to be a
  /// member.
  using OnSocket = std::function<void(tcp::socket, HalfOpen::Permit)>;

  /// Listens at an IP address; port 0 takes any that is free. "0.0.0.0" is all of this machine's
  /// IPv4 addresses, "::" the IPv6 ones too, where it has IPv6. Errors: bad_parameters (no such
  /// address here, port in use or not allowed).
  static Result<std::shared_ptr<Listener>> open(asio::io_context& io, const Address& at,
                                                OnSocket on_socket);

  /// Returns where it listens, with the port that it took.
  Address address() const { return address_; }
  /// Keeps places for connections from these IP addresses, where members of a table live: no
  /// stranger elsewhere can take them. Names of hosts are left out.
  void expect_from(const std::vector<std::string>& hosts);
  void stop();

 private:
  Listener(tcp::acceptor acceptor, Address address, OnSocket on_socket);
  static asio::awaitable<void> accept(std::shared_ptr<Listener> self);

  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  Address address_;
  OnSocket on_socket_;
  HalfOpen half_open_;
  HalfOpen half_open_of_members_;
  std::set<asio::ip::address> members_;
};

}  // namespace fairdeal::net
