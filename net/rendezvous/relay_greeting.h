#pragma once

#include <memory>
#include <variant>

#include "net/rendezvous/relay_socket.h"
#include "proto/reach.h"

namespace fairdeal::rendezvous {

/// A relay's greeting, or why there is none.
using Greeted = std::variant<proto::Greeting, RelayTrouble>;

/// Calls the relay and reads its greeting, which is the same for control connections and for pipes.
/// The caller then says what the connection is for.
asio::awaitable<Greeted> await_greeting(std::shared_ptr<RelaySocket> socket, Duration greeting_max);

/// Reads one message whole, of at most proto::kRelayBytesMax bytes.
asio::awaitable<std::tuple<error_code, Bytes>> read_message(std::shared_ptr<RelaySocket> socket);

}  // namespace fairdeal::rendezvous
