#include "net/rendezvous/relay_connection.h"

#include <utility>

#include "base/bucket.h"
#include "net/channel/limits.h"
#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {

RelayConnection::RelayConnection(asio::any_io_executor executor, const RelaySettings& settings,
                                 Handlers handlers)
    : settings_(settings),
      handlers_(std::move(handlers)),
      socket_(RelaySocket::make(executor, settings, RelaySocket::Purpose::control)),
      something_waits_(executor),
      may_read_(executor) {}

void RelayConnection::start() {
  waiting_.push_front({std::byte{0}});  // says that this is a control connection
  waiting_bytes_ += 1;
  asio::co_spawn(something_waits_.get_executor(), run(shared_from_this()), rethrow);
}

asio::awaitable<void> RelayConnection::run(std::shared_ptr<RelayConnection> self) {
  const Greeted greeted = co_await await_greeting(self->socket_, self->settings_.greeting_max);
  if (const auto* trouble = std::get_if<RelayTrouble>(&greeted)) {
    self->end(*trouble);
  } else if (!self->ended_) {
    asio::co_spawn(self->something_waits_.get_executor(), write(self), rethrow);
    self->handlers_.on_greeting(std::get<proto::Greeting>(greeted));
    co_await read(self);
  }
}

asio::awaitable<void> RelayConnection::read(std::shared_ptr<RelayConnection> self) {
  Bucket rate(net::kRelayMessagesPerSecond, net::kRelayMessagesBurst, sockets::now());
  while (!self->ended_) {
    const auto [error, bytes] = co_await read_message(self->socket_);
    if (error) {
      self->end(trouble_of(error));
      break;
    }
    auto message = proto::decode_relay(bytes);
    if (self->ended_) break;
    if (!message) {
      self->end({.what = RelayTrouble::What::protocol, .error = message.error()});
      break;
    }
    self->handlers_.on_message(*message);
    const Instant read_after = rate.take(1, sockets::now());
    if (!self->ended_ && read_after > sockets::now()) {
      self->may_read_.expires_at(time_point(read_after));
      co_await self->may_read_.async_wait(kAwait);
    }
  }
}

asio::awaitable<void> RelayConnection::write(std::shared_ptr<RelayConnection> self) {
  while (!self->ended_) {
    if (self->waiting_.empty()) {
      self->something_waits_.expires_at(time_point(never()));
      co_await self->something_waits_.async_wait(kAwait);
      continue;
    }
    const error_code error = co_await self->socket_->write(asio::buffer(self->waiting_.front()));
    self->waiting_bytes_ -= self->waiting_.front().size();
    self->waiting_.pop_front();
    if (error) self->end(trouble_of(error));
  }
}

void RelayConnection::send(const proto::RelayMessage& message) {
  if (ended_) return;
  waiting_.push_back(proto::encode(message));
  waiting_bytes_ += waiting_.back().size();
  if (waiting_bytes_ > net::kRelayQueueBytesMax)
    end({.what = RelayTrouble::What::lost,
         .error = {.fault = Fault::too_large,
                   .about = "what waits for a relay that does not read"}});
  else
    something_waits_.cancel();
}

void RelayConnection::end(RelayTrouble why) {
  if (std::exchange(ended_, true)) return;
  socket_->cut();
  something_waits_.cancel();
  may_read_.cancel();
  // on_end is posted because end() may have been called from inside the object that it would
  // destroy.
  asio::post(something_waits_.get_executor(), [self = shared_from_this(), why = std::move(why)] {
    if (!self->silent_) self->handlers_.on_end(why);
  });
}

void RelayConnection::close() {
  silent_ = true;
  if (std::exchange(ended_, true)) return;
  socket_->leave({});
  something_waits_.cancel();
  may_read_.cancel();
}

}  // namespace fairdeal::rendezvous
