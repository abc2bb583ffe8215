#include "net/rendezvous/relay_sockets.h"

#include <utility>

#include "base/check.h"
#include "base/overloaded.h"

namespace fairdeal::rendezvous {

using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::SocketId;

struct RelaySockets::Impl : std::enable_shared_from_this<RelaySockets::Impl> {
  Impl(asio::any_io_executor on, RelaySettings to, Handlers told)
      : executor(std::move(on)), settings(std::move(to)), handlers(std::move(told)) {}

  void open(const signaling::OpenSocket& opened) {
    const auto id = opened.socket;
    const auto on_open = [weak = weak_from_this(), id] {
      if (const auto self = weak.lock()) self->handlers.on_open(id);
    };
    const auto on_message = [weak = weak_from_this(), id](Bytes message) {
      if (const auto self = weak.lock()) self->handlers.on_message(id, std::move(message));
    };
    const auto on_end = [weak = weak_from_this(), id](const RelayTrouble& why) {
      const auto self = weak.lock();
      if (self && self->connections.erase(id) > 0) self->handlers.on_end(id, why);
    };
    const auto connection = std::make_shared<RelayConnection>(
        executor, settings, opened.purpose,
        RelayConnection::Handlers{.on_open = on_open, .on_message = on_message, .on_end = on_end});
    connections.emplace(id, connection);
    connection->start();
  }

  std::shared_ptr<RelayConnection> take(SocketId socket) {
    const auto node = connections.extract(socket);
    return node ? node.mapped() : nullptr;
  }

  asio::any_io_executor executor;
  RelaySettings settings;
  Handlers handlers;
  std::map<SocketId, std::shared_ptr<RelayConnection>> connections;
};

RelaySockets::RelaySockets(asio::any_io_executor executor, RelaySettings settings,
                           Handlers handlers)
    : impl_(std::make_shared<Impl>(std::move(executor), std::move(settings), std::move(handlers))) {
}

RelaySockets::~RelaySockets() {
  for (const auto& [socket, connection] : std::exchange(impl_->connections, {}))
    connection->close();
}

void RelaySockets::perform(signaling::SocketEffect effect) {
  // A socket that has ended is forgotten, and the core hears of its end in a moment.
  std::visit(Overloaded{[&](const signaling::OpenSocket& opened) { impl_->open(opened); },
                        [&](signaling::SendMessage& sent) {
                          const auto at = impl_->connections.find(sent.socket);
                          if (at != impl_->connections.end())
                            at->second->send(std::move(sent.message));
                        },
                        [&](const signaling::CloseSocket& closed) {
                          const auto connection = impl_->take(closed.socket);
                          if (!connection) return;
                          if (closed.at_once)
                            connection->cut();
                          else
                            connection->close();
                        }},
             effect);
}

std::unique_ptr<sockets::Stream> RelaySockets::take_stream(SocketId socket) {
  const auto connection = impl_->take(socket);
  CHECK(connection);
  return connection->take_stream();
}

}  // namespace fairdeal::rendezvous
