#pragma once

#include <functional>
#include <memory>

#include "crypto/system_rng.h"
#include "net/rendezvous/core_timer.h"
#include "net/rendezvous/relay_sockets.h"
#include "net/signaling/pipe_call.h"

namespace fairdeal::net::testing_ {

/// Opens one end of a pipe: the core of it, with its socket and its timer.
class PipeOpener {
 public:
  /// One of them is called, once.
  struct Handlers {
    std::function<void(std::unique_ptr<sockets::Stream>)> on_open;
    std::function<void(const signaling::RelayTrouble&)> on_failure;
  };
  PipeOpener(asio::io_context& io, const signaling::RelaySettings& settings,
             const proto::PipeToken& token, signaling::PipeSide side, Handlers handlers);

 private:
  void perform(signaling::PipeCall::Effects effects);

  Handlers handlers_;
  crypto::SystemRng rng_;
  signaling::PipeCall core_;
  rendezvous::CoreTimer timer_;
  rendezvous::RelaySockets sockets_;
};

}  // namespace fairdeal::net::testing_
