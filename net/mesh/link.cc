#include "net/mesh/link.h"

#include <utility>

#include "net/sockets/clock.h"

namespace fairdeal::mesh {
namespace {

Error lost(const error_code& error) {
  return {.fault = Fault::incomplete, .about = "the connection (" + error.message() + ")"};
}

}  // namespace

Link::Link(std::unique_ptr<sockets::Stream> stream, channel::Channel channel, Handlers handlers)
    : stream_(std::move(stream)),
      channel_(std::move(channel)),
      handlers_(std::move(handlers)),
      something_waits_(stream_->executor()),
      may_read_(stream_->executor()),
      deadline_(stream_->executor()) {}

void Link::start() {
  asio::co_spawn(stream_->executor(), read(shared_from_this()), rethrow);
  asio::co_spawn(stream_->executor(), write(shared_from_this()), rethrow);
  apply(channel_.on_start());
}

asio::awaitable<void> Link::read(std::shared_ptr<Link> self) {
  Bytes buffer(net::kReadBytes);
  while (!self->ended_) {
    const auto [error, size] = co_await self->stream_->read_some(asio::buffer(buffer));
    if (error) {
      self->end(lost(error));
      break;
    }
    self->bytes_received_ += size;
    auto effects = self->channel_.on_bytes(ByteSpan(buffer).first(size), sockets::now());
    const Instant read_after = effects.read_after;
    self->apply(std::move(effects));
    while (!self->ended_ && (self->channel_.holds() || read_after > sockets::now())) {
      self->may_read_.expires_at(time_point(self->channel_.holds() ? never() : read_after));
      co_await self->may_read_.async_wait(kAwait);
    }
  }
}

asio::awaitable<void> Link::write(std::shared_ptr<Link> self) {
  while (!self->ended_) {
    if (self->waiting_.empty()) {
      if (self->silent_) {  // finish() was called, and all is written
        self->shut();
        break;
      }
      self->something_waits_.expires_at(time_point(never()));
      co_await self->something_waits_.async_wait(kAwait);
      continue;
    }
    std::swap(self->waiting_, self->in_flight_);
    const error_code error = co_await self->stream_->write(asio::buffer(self->in_flight_));
    self->in_flight_.clear();
    if (error) self->end(lost(error));
  }
}

void Link::welcome(std::optional<channel::LinkId> replaces) {
  apply(channel_.welcome(replaces, sockets::now()));
}

void Link::send(ByteSpan frame) {
  if (!ended_) enqueue(channel_.encrypt(frame));
}

void Link::send_path(ByteSpan path) {
  if (!ended_) enqueue(channel_.encrypt_path(path));
}

void Link::doubt() { apply(channel_.doubt(sockets::now())); }

void Link::send_keep(const crypto::Secret<ByteArray<32>>& part) {
  if (!ended_) enqueue(channel_.encrypt_keep(part));
}

void Link::hand_over() {
  if (!ended_) enqueue(channel_.hand_over());
}

void Link::release() {
  may_read_.cancel();
  apply(channel_.release(sockets::now()));
}

void Link::finish() {
  if (ended_ || std::exchange(silent_, true)) return;
  something_waits_.cancel();
  deadline_.expires_at(time_point(sockets::now() + net::kHandoverMax));
  deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (!cancelled && !self->ended_) self->shut();
  });
}

void Link::apply(channel::Channel::Effects effects) {
  if (ended_ || silent_) return;
  enqueue(effects.write);
  for (channel::Channel::Event& event : effects.events) {
    if (ended_ || silent_) return;
    if (auto* refused = std::get_if<channel::Channel::Refused>(&event)) return end(refused->error);
    handlers_.on_event(event);
  }
  if (!ended_ && !silent_) arm();
}

void Link::enqueue(ByteSpan bytes) {
  bytes_sent_ += bytes.size();
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  if (waiting() > net::kSendQueueBytesMax)
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
    self->apply(self->channel_.on_time(sockets::now()));
  });
}

void Link::end(Error why) {
  if (ended_) return;
  shut();
  // on_end is posted because end() may have been called from inside the object that it would
  // destroy.
  asio::post(stream_->executor(), [self = shared_from_this(), why = std::move(why)] {
    if (!self->silent_) self->handlers_.on_end(why);
  });
}

void Link::close() {
  silent_ = true;
  if (!ended_) shut();
}

void Link::shut() {
  ended_ = true;
  // The last bytes often say why the connection ends. They go out only if no write is under way:
  // else they would stand in the middle of its record.
  stream_->close(in_flight_.empty() ? asio::buffer(waiting_) : asio::const_buffer());
  something_waits_.cancel();
  may_read_.cancel();
  deadline_.cancel();
}

}  // namespace fairdeal::mesh
