#include "relay/server/ports.h"

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include "relay/server/stun.h"

namespace fairdeal::relay::server {
namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";
/// Connections to the metrics' port at a time; a collector needs one.
constexpr std::size_t kMetricsCallsMax = 16;
constexpr Duration kMetricsCallMax{5'000};

std::string http_answer(const char* status, const char* type, const std::string& text) {
  return std::string("HTTP/1.1 ") + status + "\r\nContent-Type: " + type +
         "\r\nConnection: close\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" +
         text;
}

/// Answers a request of an operator or a collector.
std::string page_for(std::string_view head, const OperatorPages& pages) {
  if (head.starts_with("GET /metrics HTTP/1."))
    return http_answer("200 OK", "text/plain; version=0.0.4", pages.metrics());
  if (head.starts_with("GET /status HTTP/1.") || head.starts_with("GET / HTTP/1."))
    return http_answer("200 OK", "text/plain; charset=utf-8", pages.status());
  if (head.starts_with("GET /status.json HTTP/1."))
    return http_answer("200 OK", "application/json", pages.status_json());
  return http_answer("404 Not Found", "text/plain", "not found\n");
}

}  // namespace

Result<std::shared_ptr<Port>> Port::open(asio::io_context& io, const asio::any_io_executor& turns,
                                         const Address& at, OnSocket on_socket) {
  FD_TRY(tcp::acceptor acceptor, listen_at(io, at));
  const Address address = address_of(acceptor, at);
  std::shared_ptr<Port> port(new Port(std::move(acceptor), address, std::move(on_socket)));
  asio::co_spawn(turns, accept(port), rethrow);
  return port;
}

Port::Port(tcp::acceptor acceptor, const Address& address, OnSocket on_socket)
    : acceptor_(std::move(acceptor)),
      retry_(acceptor_.get_executor()),
      address_(address),
      on_socket_(std::move(on_socket)) {}

asio::awaitable<void> Port::accept(std::shared_ptr<Port> self) {
  while (self->acceptor_.is_open()) {
    auto [error, socket] = co_await self->acceptor_.async_accept(kAwait);
    // Either stop() was called, or accept() failed, for example because no descriptors were left.
    if (error) {
      self->retry_.expires_at(time_point(now() + kAcceptRetryAfter));
      if (self->acceptor_.is_open()) co_await self->retry_.async_wait(kAwait);
      continue;
    }
    const auto peer = socket.remote_endpoint(error);
    if (error) continue;  // the other end has closed the connection already
    if (self->on_socket_)
      self->on_socket_(std::move(socket), {.ip = ip_of(peer.address()), .port = peer.port()});
  }
}

void Port::stop() {
  on_socket_ = nullptr;
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
}

ShortCalls::Call ShortCalls::begin(tcp::socket socket, const Address& peer) {
  const auto call = std::make_shared<ShortCall>(ShortCall{.socket = std::move(socket),
                                                          .peer = peer,
                                                          .by = now() + bounds_.reflection_max,
                                                          .name = ++last_name_});
  calls_.emplace(call->name, call);
  return call;
}

void ShortCalls::end(const Call& call) {
  call->counted = Counted();
  error_code ignored;
  call->socket.shutdown(tcp::socket::shutdown_send, ignored);
  call->socket.close(ignored);
  calls_.erase(call->name);
}

void ShortCalls::make_room(const ShortLived& kind) {
  if (const auto name = kind.gives_way()) end(Call(calls_.at(*name)));
}

void ShortCalls::reflect(tcp::socket socket, const Address& peer) {
  const SourceId source = source_of(peer.ip);
  const ServedClient served(counters_, peer.ip);
  const auto has = by_source_.find(source);
  if (has != by_source_.end() && has->second >= bounds_.reflections_per_source)
    return counters_.count(Denied::reflections);
  if (reflections_.size() >= bounds_.reflections) {
    counters_.count(Denied::reflections);
    make_room(reflections_);
  }
  const auto executor = socket.get_executor();
  const Call call = begin(std::move(socket), peer);
  ++by_source_[source];
  ++counters_.reflector_connections;
  reflections_.add(call->name, source);
  call->counted = Counted([this, source, name = call->name] {
    --counters_.reflector_connections;
    reflections_.remove(name);
    if (--by_source_[source] == 0) by_source_.erase(source);
  });
  asio::co_spawn(executor, serve_reflection(*this, call), rethrow);
}

asio::awaitable<void> ShortCalls::serve_reflection(ShortCalls& calls, Call call) {
  Bytes request(kStunRequestBytes);
  const auto [error, size] = co_await asio::async_read(call->socket, asio::buffer(request), kAwait);
  const auto answer = error ? std::nullopt : stun_answer(request, call->peer);
  if (answer) {
    co_await asio::async_write(call->socket, asio::buffer(*answer), kAwait);
    // The connection stays open, because a NAT keeps the mapping as long. It ends when the caller
    // says anything more, or ends it, or by time.
    co_await call->socket.async_read_some(asio::buffer(request), kAwait);
  }
  calls.end(call);
}

void ShortCalls::show_metrics(tcp::socket socket, const Address& peer) {
  if (collectors_.size() >= kMetricsCallsMax) make_room(collectors_);
  const SourceId source = source_of(peer.ip);
  const auto executor = socket.get_executor();
  const Call call = begin(std::move(socket), peer);
  call->by = now() + kMetricsCallMax;
  collectors_.add(call->name, source);
  call->counted = Counted([this, name = call->name] { collectors_.remove(name); });
  asio::co_spawn(executor, serve_metrics(*this, call), rethrow);
}

asio::awaitable<void> ShortCalls::serve_metrics(ShortCalls& calls, Call call) {
  std::string head;
  auto buffer = asio::dynamic_buffer(head, kHeadBytesMax);
  const auto [error, size] =
      co_await asio::async_read_until(call->socket, buffer, kHeadEnd, kAwait);
  if (!error) {
    const std::string answer = page_for(head, calls.pages_);
    co_await asio::async_write(call->socket, asio::buffer(answer), kAwait);
  }
  calls.end(call);
}

void ShortCalls::on_tick(Instant now) {
  const auto calls = calls_;
  for (const auto& [name, call] : calls)
    if (call->by <= now) end(call);
}

void ShortCalls::cut_off_all() {
  const auto calls = calls_;
  for (const auto& [name, call] : calls) end(call);
}

}  // namespace fairdeal::relay::server
