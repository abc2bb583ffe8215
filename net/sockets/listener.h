#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/sockets/address.h"
#include "net/sockets/asio.h"
#include "net/sockets/half_open.h"
#include "net/sockets/held_port.h"
#include "net/sockets/transport.h"

namespace fairdeal::sockets {

/// Returns the IPv4 address that is mapped into an IPv6 address (::ffff:192.0.2.7), and any other
/// address as it is.
asio::ip::address unwrapped(const asio::ip::address& address);

/// Returns the source to which an address belongs. For IPv4 it is the address itself. An IPv6
/// provider gives a machine 2^64 addresses (a /64) and a customer up to 2^16 such networks (a /48),
/// so there the network is the /48 and its parts are the /64s: a limit for each address would not
/// limit anybody.
HalfOpen::Source source(const asio::ip::address& address);

/// Accepts TCP connections. It keeps as many that have not proved to be a member's as limits.h
/// allows; each one beyond that evicts an older one.
class Listener final : public Listening, public std::enable_shared_from_this<Listener> {
 public:
  /// Listens at an IP address of this machine; port 0 takes any free port. "0.0.0.0" stands for all
  /// IPv4 addresses of the machine, and "::" for its IPv6 addresses as well, if it has any. Errors:
  /// bad_parameters (the machine has no such address, or the port is in use or not allowed).
  static Result<std::shared_ptr<Listener>> open(asio::io_context& io, const Address& at,
                                                OnStream on_stream);
  /// Goes on accepting at a port that hold() returned, also those who called meanwhile. Errors:
  /// bad_parameters (the socket is lost).
  static Result<std::shared_ptr<Listener>> open_on(asio::io_context& io, HeldPort port,
                                                   OnStream on_stream);

  Address address() const override { return address_; }
  /// Host names are ignored.
  void expect_from(const std::vector<std::string>& hosts) override;
  void stop() override;
  HeldPort hold() override;

 private:
  Listener(tcp::acceptor acceptor, Address address, OnStream on_stream);
  static asio::awaitable<void> accept(std::shared_ptr<Listener> self);

  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  Address address_;
  OnStream on_stream_;
  HalfOpen half_open_;
  HalfOpen half_open_of_members_;
  std::set<asio::ip::address> members_;
};

}  // namespace fairdeal::sockets
