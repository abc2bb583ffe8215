#include "relay/connection.h"

namespace fairdeal::relay {
namespace {

constexpr std::string_view kPath = "/fairdeal/1";
constexpr std::string_view kHealthPath = "/healthz";
constexpr std::byte kControl{0};
constexpr std::byte kJoined{1};

bool is_trusted(const RelayState& state, const IpAddress& address) {
  for (const IpNetwork& network : state.trusted_proxies)
    if (network.contains(address)) return true;
  return false;
}

}  // namespace

Connection::Connection(RelayState& state, CallerId id, tcp::socket socket, const IpAddress& peer)
    : state_(state), id_(id), client_(peer), waiting_(socket.get_executor()) {
  socket_ = std::make_shared<WebSocket>(std::move(socket), state.bounds);
}

void Connection::start() {
  // Of a proxy's connection it is not known yet who comes through it.
  if (!is_trusted(state_, client_) && !enter({})) return socket_->shut();
  state_.connections.emplace(id_, shared_from_this());
  asio::co_spawn(waiting_.get_executor(), serve(shared_from_this()), rethrow);
}

/// Counts the connection by its source. Returns false if it has to end at once.
bool Connection::enter(const RequestHead& head) {
  if (source_) return true;
  client_ = client_address(client_, head.forwarded, state_.trusted_proxies);
  const auto entry = state_.sources.enter(source_of(client_), now());
  if (entry == Sources::Entry::closed) {
    state_.counters.count(Denied::relay_full);
    return false;
  }
  source_ = source_of(client_);
  over_limit_ = entry == Sources::Entry::over_limit;
  if (state_.log_address) state_.log_address(client_.text());
  return true;
}

bool Connection::has_pass(const RequestHead& head) const {
  return !state_.passes || state_.passes->check(head.authorization, state_.utc_seconds());
}

asio::awaitable<void> Connection::serve(std::shared_ptr<Connection> self) {
  const auto head = co_await self->socket_->read_head();
  RelayState& state = self->state_;
  if (!head || !self->enter(*head)) {
    self->socket_->shut();
  } else if (head->is_get && head->path == kHealthPath) {
    co_await self->socket_->answer(200, "ok");
  } else if (!head->is_upgrade || head->path != kPath) {
    state.counters.count(Denied::not_fairdeal);
    co_await self->socket_->answer(404, "not found");
  } else if (!self->has_pass(*head)) {
    state.counters.count(Denied::pass);
    co_await self->socket_->answer(401, "this relay wants a pass");
  } else if (co_await self->socket_->accept()) {
    co_await greet(self);
  }
  self->leave();
}

Bytes Connection::greeting() const {
  const auto rate = static_cast<std::uint32_t>(state_.bounds.pipe_bytes_per_second);
  return proto::encode(proto::Greeting{.observed = client_.text(),
                                       .reflectors = state_.reflectors,
                                       .limits = {.pipe_bytes_per_second = rate}});
}

/// Greets the client, and serves it as its first message says.
asio::awaitable<void> Connection::greet(std::shared_ptr<Connection> self) {
  if (self->over_limit_)
    self->deny(Denied::connections, CloseCode::over_limit);
  else
    self->enqueue({.own = self->greeting()});
  const auto got = co_await self->socket_->read(PipeHello::kBytes);
  if (got == WebSocket::Got::nothing) co_return;
  const ByteSpan first = self->socket_->message();
  const auto hello = PipeHello::decode(first);
  if (got == WebSocket::Got::message && hello) {
    co_await pipe(self, *hello);
  } else if (got == WebSocket::Got::message && first.size() == 1 && first[0] == kControl) {
    co_await control(self);
  } else {
    self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
    co_await self->socket_->read(PipeHello::kBytes);  // until it is closed
  }
}

asio::awaitable<void> Connection::control(std::shared_ptr<Connection> self) {
  RelayState& state = self->state_;
  ++state.counters.control_connections;
  Bucket bucket(state.bounds.control_per_second, state.bounds.control_burst, now());
  for (auto got = co_await self->socket_->read(proto::kRelayBytesMax);
       got != WebSocket::Got::nothing; got = co_await self->socket_->read(proto::kRelayBytesMax)) {
    const auto message = proto::decode_relay(self->socket_->message());
    const bool ours = got == WebSocket::Got::message && message &&
                      state.exchange->on_message(self->id_, *self->source_, *message, now());
    state.exchange_changed();
    if (!ours) self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
    if (const Instant next = bucket.take(1, now()); next > now()) co_await pause(self, next);
  }
  --state.counters.control_connections;
  state.exchange->on_hang_up(self->id_, now());
  state.exchange_changed();
}

asio::awaitable<void> Connection::pipe(std::shared_ptr<Connection> self, PipeHello hello) {
  RelayState& state = self->state_;
  const bool granted = state.sources.take(Sources::Holding::pipe, *self->source_, now());
  ++state.counters.pipe_connections;
  if (granted)
    state.exchange->await_other(hello, self, now());
  else
    self->deny(Denied::pipes, CloseCode::over_limit);
  state.exchange_changed();
  Bucket bucket(state.bounds.pipe_bytes_per_second, state.bounds.pipe_bytes_burst, now());
  for (auto got = co_await self->socket_->read(proto::kPipeBytesMax);
       got != WebSocket::Got::nothing; got = co_await self->socket_->read(proto::kPipeBytesMax)) {
    // Before it has heard that the other end is there, a client says nothing.
    if (got == WebSocket::Got::text || self->other_ == nullptr)
      self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
    else
      co_await pass_on(self, bucket);
  }
  --state.counters.pipe_connections;
  if (granted) state.sources.give_back(Sources::Holding::pipe, *self->source_);
  state.exchange->on_left(hello, *self, now());
  state.exchange_changed();
  self->other_.reset();
}

/// Writes the message that was read to the other end, and returns when that end has taken it and
/// the rate allows to read the next one; or when either end is lost.
asio::awaitable<void> Connection::pass_on(std::shared_ptr<Connection> self, Bucket& bucket) {
  RelayState& state = self->state_;
  const ByteSpan piece = self->socket_->message();
  const auto size = static_cast<std::int64_t>(piece.size());
  state.counters.pipe_bytes += piece.size();
  if (!state.sources.count_bytes(*self->source_, size, now()))
    co_return self->deny(Denied::bytes, CloseCode::over_limit);
  if (!piece.empty()) {
    self->taken_ = false;
    self->other_->write(piece, [self] {
      self->taken_ = true;
      self->waiting_.cancel();
    });
    while (!self->taken_ && !self->over_) co_await pause(self, never());
  }
  const Instant next = bucket.take(std::max(size, kPipeMessageBytesMin), now());
  if (next > now() && !self->over_) co_await pause(self, next);
}

asio::awaitable<void> Connection::pause(std::shared_ptr<Connection> self, Instant until) {
  self->waiting_.expires_at(time_point(until));
  co_await self->waiting_.async_wait(kAwait);
}

// ---- What others do to it

void Connection::send(const proto::RelayMessage& message) {
  if (cut_off_) return;
  enqueue({.own = proto::encode(message)});
  if (queued_bytes_ <= state_.bounds.queue_bytes) return;
  cut_off_ = true;
  state_.counters.count(Denied::queue);
  socket_->shut();
}

void Connection::on_joined(std::shared_ptr<PipeEnd> other) {
  other_ = std::move(other);
  enqueue({.own = {kJoined}});
}

void Connection::write(ByteSpan piece, std::function<void()> taken) {
  enqueue({.bytes = piece, .taken = std::move(taken)});
}

void Connection::close(CloseCode why) {
  stop_waiting();
  socket_->close(why);
}

void Connection::on_tick(Instant now) {
  if (socket_->on_tick(now)) return;
  state_.counters.count(Denied::too_slow);
  stop_waiting();
}

/// Ends the wait for the other end, which may wait for this one.
void Connection::stop_waiting() {
  over_ = true;
  waiting_.cancel();
}

void Connection::deny(Denied why, CloseCode code) {
  state_.counters.count(why);
  socket_->close(code);
}

void Connection::enqueue(Outbound outbound) {
  queued_bytes_ += outbound.own.size();
  queue_.push_back(std::move(outbound));
  if (std::exchange(writing_, true)) return;
  asio::co_spawn(waiting_.get_executor(), drain(shared_from_this()), rethrow);
}

asio::awaitable<void> Connection::drain(std::shared_ptr<Connection> self) {
  while (!self->queue_.empty()) {
    const Outbound next = std::move(self->queue_.front());
    self->queue_.pop_front();
    const ByteSpan bytes = next.taken ? next.bytes : ByteSpan(next.own);
    const bool written = co_await self->socket_->write(bytes);
    self->queued_bytes_ -= next.own.size();
    if (!written) {
      self->queue_.clear();
      self->stop_waiting();
    }
    if (written && next.taken) next.taken();
  }
  self->writing_ = false;
}

void Connection::leave() {
  if (source_) state_.sources.leave(*source_);
  source_.reset();
  state_.connections.erase(id_);
  if (state_.connections.empty()) state_.empty();
}

}  // namespace fairdeal::relay
