#include "net/rendezvous/relay_connection.h"

#include <algorithm>
#include <utility>

#include "base/bucket.h"
#include "net/channel/limits.h"
#include "net/sockets/clock.h"
#include "proto/reach.h"

namespace fairdeal::rendezvous {

using signaling::RelaySettings;
using signaling::RelayTrouble;
namespace {

/// Reads one message whole, of at most proto::kRelayBytesMax bytes.
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

}  // namespace

/// The stream that a connection becomes.
class RelayConnection::Pipe final : public sockets::Stream {
 public:
  explicit Pipe(std::shared_ptr<RelayConnection> connection)
      : connection_(std::move(connection)), socket_(connection_->socket_) {}
  ~Pipe() override { socket_->leave({}); }

  asio::any_io_executor executor() override { return connection_->written_.get_executor(); }

  asio::awaitable<std::tuple<error_code, std::size_t>> read_some(asio::mutable_buffer to) override {
    return socket_->read_some(to);
  }

  asio::awaitable<error_code> write(asio::const_buffer bytes) override {
    const auto connection = connection_;
    const auto socket = socket_;
    // The relay may answer a message before its writer has heard that it is written.
    while (connection->writing_) co_await connection->written_.async_wait(kAwait);
    while (bytes.size() > 0) {
      const auto piece = asio::buffer(bytes, proto::kPipeBytesMax);
      const error_code error = co_await socket->write(piece);
      if (error) co_return error;
      bytes += piece.size();
    }
    co_return error_code();
  }

  void close(asio::const_buffer last) override {
    const auto* begin = static_cast<const std::byte*>(last.data());
    socket_->leave(Bytes(begin, begin + std::min(last.size(), proto::kPipeBytesMax)));
  }

  std::string remote_ip() const override { return ""; }

 private:
  std::shared_ptr<RelayConnection> connection_;
  std::shared_ptr<RelaySocket> socket_;
};

RelayConnection::RelayConnection(asio::any_io_executor executor, const RelaySettings& settings,
                                 signaling::OpenSocket::Purpose purpose, Handlers handlers)
    : handlers_(std::move(handlers)),
      socket_(RelaySocket::make(executor, settings, purpose)),
      something_waits_(executor),
      written_(executor, time_point(never())),
      may_read_(executor) {}

void RelayConnection::start() {
  asio::co_spawn(something_waits_.get_executor(), run(shared_from_this()), rethrow);
}

asio::awaitable<void> RelayConnection::run(std::shared_ptr<RelayConnection> self) {
  const auto refused = co_await self->socket_->open();
  if (refused) {
    self->end(*refused);
  } else if (!self->ended_) {
    asio::co_spawn(self->something_waits_.get_executor(), write(self), rethrow);
    self->handlers_.on_open();
    co_await read(self);
  }
}

asio::awaitable<void> RelayConnection::read(std::shared_ptr<RelayConnection> self) {
  Bucket rate(net::kRelayMessagesPerSecond, net::kRelayMessagesBurst, sockets::now());
  while (!self->ended_) {
    auto [error, message] = co_await read_message(self->socket_);
    if (error) {
      self->end(trouble_of(error));
      break;
    }
    if (self->ended_) break;
    self->handlers_.on_message(std::move(message));
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
    self->writing_ = true;
    const error_code error = co_await self->socket_->write(asio::buffer(self->waiting_.front()));
    self->writing_ = false;
    self->waiting_bytes_ -= self->waiting_.front().size();
    self->waiting_.pop_front();
    if (error) self->end(trouble_of(error));
  }
  self->written_.cancel();
}

void RelayConnection::send(Bytes message) {
  if (ended_) return;
  waiting_bytes_ += message.size();
  waiting_.push_back(std::move(message));
  if (waiting_bytes_ > net::kRelayQueueBytesMax)
    end({.what = RelayTrouble::What::lost,
         .error = {.fault = Fault::too_large,
                   .about = "what waits for a relay that does not read"}});
  else
    something_waits_.cancel();
}

void RelayConnection::wake() {
  something_waits_.cancel();
  may_read_.cancel();
}

void RelayConnection::end(RelayTrouble why) {
  if (std::exchange(ended_, true)) return;
  socket_->cut();
  wake();
  // on_end is posted because end() may have been called from inside the object that it would
  // destroy.
  asio::post(something_waits_.get_executor(), [self = shared_from_this(), why = std::move(why)] {
    if (!self->silent_) self->handlers_.on_end(why);
  });
}

void RelayConnection::cut() {
  silent_ = true;
  if (std::exchange(ended_, true)) return;
  socket_->cut();
  wake();
}

void RelayConnection::close() {
  silent_ = true;
  if (std::exchange(ended_, true)) return;
  socket_->leave({});
  wake();
}

std::unique_ptr<sockets::Stream> RelayConnection::take_stream() {
  silent_ = ended_ = true;
  wake();
  return std::make_unique<Pipe>(shared_from_this());
}

}  // namespace fairdeal::rendezvous
