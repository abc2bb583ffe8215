#pragma once

#include <functional>
#include <map>
#include <memory>

#include "net/rendezvous/relay_connection.h"
#include "net/signaling/relay_call.h"

namespace fairdeal::rendezvous {

/// The sockets of one core to one relay: performs the core's effects on them by Asio. It ends them
/// all when it is destroyed, which any handler may do.
class RelaySockets {
 public:
  /// They are called by the io_context, never from inside a function below.
  struct Handlers {
    std::function<void(signaling::SocketId)> on_open;
    std::function<void(signaling::SocketId, Bytes)> on_message;
    std::function<void(signaling::SocketId, const signaling::RelayTrouble&)> on_end;
  };
  RelaySockets(asio::any_io_executor executor, signaling::RelaySettings settings,
               Handlers handlers);
  ~RelaySockets();
  RelaySockets(const RelaySockets&) = delete;
  RelaySockets& operator=(const RelaySockets&) = delete;

  void perform(signaling::SocketEffect effect);
  /// Makes the socket a stream. Requires: the core was just told the message by which it is one.
  std::unique_ptr<sockets::Stream> take_stream(signaling::SocketId socket);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::rendezvous
