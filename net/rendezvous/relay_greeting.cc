#include "net/rendezvous/relay_greeting.h"

#include <utility>

#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {

asio::awaitable<Greeted> await_greeting(std::shared_ptr<RelaySocket> socket,
                                        Duration greeting_max) {
  auto refused = co_await socket->open();
  if (refused) co_return *std::move(refused);
  socket->set_deadline(sockets::now() + greeting_max);
  const auto [error, message] = co_await read_message(socket);
  if (error) co_return trouble_of(error);
  socket->set_deadline(never());

  auto greeting = proto::decode_greeting(message);
  if (!greeting)
    co_return RelayTrouble{.what = RelayTrouble::What::version, .error = greeting.error()};
  if (greeting->version != proto::kRelayVersion)
    co_return RelayTrouble{
        .what = RelayTrouble::What::version,
        .error = {.fault = Fault::unknown_version,
                  .about = "the relay speaks version " + std::to_string(greeting->version) +
                           " of its protocol, and we speak version " +
                           std::to_string(proto::kRelayVersion)}};
  co_return *std::move(greeting);
}

asio::awaitable<std::tuple<error_code, Bytes>> read_message(std::shared_ptr<RelaySocket> socket) {
  Bytes message(proto::kRelayBytesMax);
  std::size_t size = 0;
  do {
    // A message that fills the buffer is complete, or it is longer than any may be.
    if (size == message.size())
      co_return std::tuple(error_code(asio::error::message_size), Bytes{});
    const auto [error, more] = co_await socket->read_some(asio::buffer(message) + size);
    if (error) co_return std::tuple(error, Bytes{});
    size += more;
  } while (!socket->message_done());
  message.resize(size);
  co_return std::tuple(error_code(), std::move(message));
}

}  // namespace fairdeal::rendezvous
