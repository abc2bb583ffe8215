#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "net/sockets/asio.h"

namespace fairdeal::sockets {

/// Looks names up, each in a thread of its own for which nobody waits: the system's look-up cannot
/// be stopped, and takes half a minute if no name server answers. So a call ends in its time, and
/// so does the program.
class Resolver {
 public:
  using Found = std::tuple<error_code, std::vector<tcp::endpoint>>;
  /// Blocks. It is called on another thread.
  using LookUp = std::function<Found(const std::string& host, std::uint16_t port)>;

  explicit Resolver(asio::any_io_executor executor, LookUp look_up = system_look_up);
  /// Cancels.
  ~Resolver();
  Resolver(const Resolver&) = delete;

  /// Returns where the host is; an address is where it says. Errors: operation_aborted, after
  /// cancel(); host_not_found_try_again, also if kLookUpsMax are under way in this process.
  /// Requires: `host` and the resolver live until then, and no other look-up is under way.
  asio::awaitable<Found> look_up(const std::string& host, std::uint16_t port);
  /// Ends the look-up at once, if one is under way.
  void cancel();

  static Found system_look_up(const std::string& host, std::uint16_t port);

 private:
  struct Mail;
  struct Waiting;

  asio::any_io_executor executor_;
  LookUp look_up_;
  std::shared_ptr<Waiting> waiting_;
};

}  // namespace fairdeal::sockets
