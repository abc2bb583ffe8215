#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "base/time.h"
#include "net/channel/limits.h"
#include "net/sockets/address.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::sockets {
class SharedPort;
}

namespace fairdeal::reach {

enum class IpFamily { any, v4, v6 };

/// A fresh port of this machine, and the address that others see when it calls from there: asked of
/// reflectors, by STUN over TCP. The connections to them stay open as long as the object lives,
/// because a router keeps its mapping for the port as long.
///
/// Everything happens on the io_context's thread; the io_context must outlive the object.
class Reflection {
 public:
  struct Question {
    /// IP addresses or names; at most kReflectorsMax that answer a look-up are asked.
    std::vector<sockets::Address> reflectors{};
    /// With `any`, it is IPv4 if two reflectors have such an address, or no more have one of IPv6.
    IpFamily family = IpFamily::any;
    /// Returns whether this IP address may be called: a relay names reflectors, and could name
    /// other machines.
    std::function<bool(const sockets::Address&)> may_be_called{};
    Duration time_max = net::kReflectMax;
  };
  struct Answer {
    /// The addresses seen by the first two reflectors that answered; fewer if fewer did.
    std::vector<sockets::Address> seen{};
    /// Returns whether two reflectors saw the same: then the router keeps one mapping, whoever is
    /// called.
    bool steady() const { return seen.size() == 2 && seen[0] == seen[1]; }
  };

  /// Asks. `done` is called once, and not from inside this constructor: when two have answered,
  /// when no other answer can come, or after `time_max`.
  Reflection(boost::asio::io_context& io, Question question, Rng& rng,
             std::function<void(const Answer&)> done);
  /// Ends all connections. `done` is not called any more.
  ~Reflection();
  Reflection(const Reflection&) = delete;
  Reflection& operator=(const Reflection&) = delete;

  /// Returns the port; null if no reflector could be called.
  sockets::SharedPort* port();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::reach
