#include "net/link.h"

#include <utility>

#include <boost/asio/write.hpp>

#include "net/clock.h"

namespace fairdeal::net {
namespace {

Error lost(const error_code& error) {
  return {.fault = Fault::incomplete, .about = "the connection (" + error.message() + ")"};
}

}  // namespace

Link::Link(tcp::socket socket, Channel channel, Handlers handlers)
    : socket_(std::move(socket)),
      channel_(std::move(channel)),
      handlers_(std::move(handlers)),
      something_waits_(socket_.get_executor()),
      may_read_(socket_.get_executor()),
      deadline_(socket_.get_executor()) {}

void Link::start() {
  error_code ignored;  // if the socket is broken already, the first read says so
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.non_blocking(true, ignored);
  asio::co_spawn(socket_.get_executor(), read(shared_from_this()), rethrow);
  asio::co_spawn(socket_.get_executor(), write(shared_from_this()), rethrow);
  apply(channel_.on_start());
}

asio::awaitable<void> Link::read(std::shared_ptr<Link> self) {
  Bytes buffer(kReadBytes);
  while (!self->ended_) {
    const auto [error, size] = co_await self->socket_.async_read_some(asio::buffer(buffer), kAwait);
    if (error) {
      self->end(lost(error));
      break;
    }
    auto effects = self->channel_.on_bytes(ByteSpan(buffer).first(size), now());
    const Instant read_after = effects.read_after;
    self->apply(std::move(effects));
    if (!self->ended_ && read_after > now()) {
      self->may_read_.expires_at(time_point(read_after));
      co_await self->may_read_.async_wait(kAwait);
    }
  }
}

asio::awaitable<void> Link::write(std::shared_ptr<Link> self) {
  while (!self->ended_) {
    if (self->waiting_.empty()) {
      self->something_waits_.expires_at(time_point(never()));
      co_await self->something_waits_.async_wait(kAwait);
      continue;
    }
    std::swap(self->waiting_, self->in_flight_);
    const auto [error, size] =
        co_await asio::async_write(self->socket_, asio::buffer(self->in_flight_), kAwait);
    self->in_flight_.clear();
    if (error) self->end(lost(error));
  }
}

void Link::welcome() { apply(channel_.welcome(now())); }

void Link::send(ByteSpan frame) {
  if (!ended_) enqueue(channel_.encrypt(frame, now()));
}

void Link::apply(Channel::Effects effects) {
  if (ended_) return;
  enqueue(effects.write);
  for (Channel::Event& event : effects.events) {
    if (ended_) return;
    if (auto* refused = std::get_if<Channel::Refused>(&event)) return end(refused->error);
    handlers_.on_event(event);
  }
  if (!ended_) arm();
}

void Link::enqueue(ByteSpan bytes) {
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  if (waiting_.size() + in_flight_.size() > kSendQueueBytesMax)
    end({.fault = Fault::too_large, .about = "what waits for a peer that does not read"});
  else
    something_waits_.cancel();
}

void Link::arm() {
  const Instant deadline = channel_.deadline();
  // Each frame moves the deadline later. The timer is not moved for that: it fires at the earlier
  // moment, on_time() then does nothing, and apply() arms it anew.
  if (deadline >= armed_) return;
  armed_ = deadline;
  deadline_.expires_at(time_point(deadline));
  deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (cancelled || self->ended_) return;
    self->armed_ = never();
    self->apply(self->channel_.on_time(now()));
  });
}

void Link::end(Error why) {
  if (ended_) return;
  shut();
  // on_end is posted because end() may have been called from inside the object that it would
  // destroy.
  asio::post(socket_.get_executor(), [self = shared_from_this(), why = std::move(why)] {
    if (!self->silent_) self->handlers_.on_end(why);
  });
}

void Link::close() {
  silent_ = true;
  if (!ended_) shut();
}

void Link::shut() {
  ended_ = true;
  error_code ignored;
  // The last bytes often say why the connection ends. They go out only if no write is under way:
  // else they would stand in the middle of its record.
  if (in_flight_.empty()) socket_.write_some(asio::buffer(waiting_), ignored);
  socket_.close(ignored);
  something_waits_.cancel();
  may_read_.cancel();
  deadline_.cancel();
}

}  // namespace fairdeal::net
