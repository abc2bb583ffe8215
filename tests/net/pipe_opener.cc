#include "tests/net/pipe_opener.h"

#include <utility>

#include "net/sockets/clock.h"

namespace fairdeal::net::testing_ {
namespace {

constexpr signaling::SocketId kSocket{1};

}  // namespace

PipeOpener::PipeOpener(asio::io_context& io, const signaling::RelaySettings& settings,
                       const proto::PipeToken& token, signaling::PipeSide side, Handlers handlers)
    : handlers_(std::move(handlers)),
      core_(settings, kSocket, token, side, rng_),
      timer_(io),
      sockets_(
          io.get_executor(), settings,
          {.on_open =
               [this](signaling::SocketId) {
                 core_.on_open(sockets::now());
                 perform({});
               },
           .on_message =
               [this](signaling::SocketId, const Bytes& message) {
                 perform(core_.on_message(message, sockets::now()));
               },
           .on_end = [this](signaling::SocketId,
                            const signaling::RelayTrouble& why) { perform(core_.on_end(why)); }}) {
  timer_.on_due([this] { perform(core_.on_time(sockets::now())); });
  perform(core_.start());
}

void PipeOpener::perform(signaling::PipeCall::Effects effects) {
  for (auto& effect : effects.sockets) sockets_.perform(std::move(effect));
  timer_.arm(core_.deadline());
  if (!effects.joined && !effects.failed) return;
  timer_.stop();
  if (effects.joined)
    handlers_.on_open(sockets_.take_stream(kSocket));
  else
    handlers_.on_failure(*effects.failed);
}

}  // namespace fairdeal::net::testing_
