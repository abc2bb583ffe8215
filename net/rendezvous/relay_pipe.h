#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "net/signaling/relay_settings.h"
#include "net/signaling/relay_trouble.h"
#include "proto/reach.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::sockets {
class Stream;
}

namespace fairdeal::rendezvous {

using signaling::RelaySettings;
using signaling::RelayTrouble;

/// Which end of a pipe this is. The asking end is the initiator of the Channel inside.
enum class PipeSide : std::uint8_t { asking = 0, asked = 1 };

/// Exactly one of these is called, once, and never from inside open_pipe().
struct PipeHandlers {
  std::function<void(std::unique_ptr<sockets::Stream>)> on_open;
  std::function<void(const RelayTrouble&)> on_failure;
};

/// Opens a pipe through a relay: a connection that the relay joins with the one that names the same
/// token and the other side. The relay sees how much goes through it, and when. It takes at most
/// a minute until a handler is called.
///
/// When the stream ends, its error says in words why: the other end left, the relay lost bytes, a
/// limit of the relay, or another reason. Bytes that the relay took and lost are never noticed by
/// the stream alone: the Channel inside does that.
///
/// Returns a function that gives the attempt up, so that on_failure is called soon. Once a handler
/// was called it does nothing.
std::function<void()> open_pipe(boost::asio::io_context& io, const RelaySettings& settings,
                                const proto::PipeToken& token, PipeSide side,
                                PipeHandlers handlers);

}  // namespace fairdeal::rendezvous
