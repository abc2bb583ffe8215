#include "net/reach/punch_port.h"

#include <utility>

#include "net/sockets/clock.h"
#include "net/sockets/listener.h"
#include "net/sockets/shared_port.h"
#include "net/sockets/tcp_stream.h"

namespace fairdeal::reach {

struct PunchPort::Impl : std::enable_shared_from_this<PunchPort::Impl> {
  Impl(asio::io_context& io, Rng& random, Handlers callbacks)
      : rng(random), handlers(std::move(callbacks)), caller(io), timer(io) {}

  void on_answer(const Reflection::Answer& answer);
  static asio::awaitable<void> accept(std::shared_ptr<Impl> self);
  static asio::awaitable<void> call(std::shared_ptr<Impl> self, tcp::endpoint at);
  static asio::awaitable<bool> connect(std::shared_ptr<Impl> self, tcp::endpoint at);
  void hand_out(tcp::socket socket);
  void stop();

  Rng& rng;
  Handlers handlers;
  std::optional<Reflection> reflection;
  tcp::socket caller;
  asio::steady_timer timer;
  std::size_t handed_out = 0;
  bool stopped = false;
};

void PunchPort::Impl::on_answer(const Reflection::Answer& answer) {
  // It listens before anybody hears of the address, so that no early call of the peer is refused.
  if (answer.seen.size() < 2 || !reflection->port()->listen())
    return handlers.on_reflected(std::nullopt);
  asio::co_spawn(timer.get_executor(), accept(shared_from_this()), rethrow);
  handlers.on_reflected(PunchAttempts::Seen{.at = answer.seen[0], .steady = answer.steady()});
}

asio::awaitable<void> PunchPort::Impl::accept(std::shared_ptr<Impl> self) {
  while (!self->stopped && self->handed_out < net::kPunchSocketsMax) {
    auto [error, socket] = co_await self->reflection->port()->acceptor().async_accept(kAwait);
    if (error) break;
    if (!self->stopped) self->hand_out(std::move(socket));
  }
}

asio::awaitable<void> PunchPort::Impl::call(std::shared_ptr<Impl> self, tcp::endpoint at) {
  while (!self->stopped && self->handed_out < net::kPunchSocketsMax) {
    if (co_await connect(self, at)) co_return;
    if (self->stopped) co_return;
    const auto spread =
        static_cast<std::uint64_t>(net::kPunchPauseMax.ms - net::kPunchPauseMin.ms + 1);
    const auto more = static_cast<std::int64_t>(self->rng.below(spread));
    self->timer.expires_at(time_point(sockets::now() + Duration{net::kPunchPauseMin.ms + more}));
    co_await self->timer.async_wait(kAwait);
  }
}

/// Calls once. Returns whether somebody answered.
asio::awaitable<bool> PunchPort::Impl::connect(std::shared_ptr<Impl> self, tcp::endpoint at) {
  auto socket = self->reflection->port()->socket();
  if (!socket) co_return false;
  self->caller = *std::move(socket);
  self->timer.expires_at(time_point(sockets::now() + net::kPunchCallMax));
  self->timer.async_wait([self](error_code cancelled) {
    error_code ignored;
    if (!cancelled) self->caller.close(ignored);
  });
  const auto [error] = co_await self->caller.async_connect(at, kAwait);
  self->timer.cancel();
  error_code ignored;
  if (error) self->caller.close(ignored);
  if (error || self->stopped) co_return false;
  self->hand_out(std::move(self->caller));
  co_return true;
}

void PunchPort::Impl::hand_out(tcp::socket socket) {
  error_code gone;
  const auto from = socket.remote_endpoint(gone);
  if (gone) return;
  ++handed_out;
  const sockets::Address where{.host = sockets::unwrapped(from.address()).to_string(),
                               .port = from.port()};
  handlers.on_stream(std::make_unique<sockets::TcpStream>(std::move(socket)), where.text());
}

void PunchPort::Impl::stop() {
  stopped = true;
  timer.cancel();
  error_code ignored;
  caller.close(ignored);
  reflection.reset();
}

PunchPort::PunchPort(asio::io_context& io, Reflection::Question question, Rng& rng,
                     Handlers handlers)
    : impl_(std::make_shared<Impl>(io, rng, std::move(handlers))) {
  impl_->reflection.emplace(io, std::move(question), rng,
                            [weak = std::weak_ptr(impl_)](const Reflection::Answer& answer) {
                              if (const auto self = weak.lock()) self->on_answer(answer);
                            });
}

PunchPort::~PunchPort() { impl_->stop(); }

void PunchPort::call(const sockets::Address& at) {
  error_code malformed;
  const auto ip = asio::ip::make_address(at.host, malformed);
  if (malformed) return;
  asio::co_spawn(impl_->timer.get_executor(), Impl::call(impl_, {ip, at.port}), rethrow);
}

}  // namespace fairdeal::reach
