#include "net/reach/reflect.h"

#include <algorithm>
#include <list>
#include <optional>

#include <boost/asio/write.hpp>

#include "net/reach/stun.h"
#include "net/sockets/clock.h"
#include "net/sockets/listener.h"
#include "net/sockets/resolver.h"
#include "net/sockets/shared_port.h"
#include "proto/reach.h"

namespace fairdeal::reach {

struct Reflection::Impl : std::enable_shared_from_this<Reflection::Impl> {
  Impl(asio::io_context& io_context, Question what, Rng& random,
       std::function<void(const Answer&)> callback)
      : io(io_context),
        question(std::move(what)),
        rng(random),
        done(std::move(callback)),
        resolver(io.get_executor()),
        timer(io) {}

  static asio::awaitable<void> run(std::shared_ptr<Impl> self);
  static asio::awaitable<void> ask(std::shared_ptr<Impl> self, tcp::endpoint at);
  static asio::awaitable<std::optional<sockets::Address>> exchange(tcp::socket& socket,
                                                                   tcp::endpoint at, StunId id);
  std::vector<tcp::endpoint> choose(const std::vector<tcp::endpoint>& found) const;
  void report();
  void stop();

  asio::io_context& io;
  Question question;
  Rng& rng;
  std::function<void(const Answer&)> done;  // empty once it was called
  sockets::Resolver resolver;
  asio::steady_timer timer;
  std::optional<sockets::SharedPort> port;
  std::list<tcp::socket> sockets;
  Answer answer;
  std::size_t waiting = 0;  // reflectors that have not answered
  bool stopped = false;
};

/// Looks all of them up, then asks as many as it may.
asio::awaitable<void> Reflection::Impl::run(std::shared_ptr<Impl> self) {
  // The constructor has to return before anything is told.
  co_await asio::post(self->io, asio::use_awaitable);
  std::vector<tcp::endpoint> found;
  for (const sockets::Address& reflector : self->question.reflectors) {
    const auto [error, results] = co_await self->resolver.look_up(reflector.host, reflector.port);
    if (self->stopped || !self->done) co_return;
    if (!error) found.insert(found.end(), results.begin(), results.end());
  }
  const auto chosen = self->choose(found);
  if (chosen.empty()) co_return self->report();
  auto port = sockets::SharedPort::take(self->io, chosen.front().protocol());
  if (!port) co_return self->report();
  self->port.emplace(*std::move(port));
  self->waiting = chosen.size();
  for (const auto& at : chosen) asio::co_spawn(self->io, ask(self, at), rethrow);
}

/// Returns those that are asked: of one family, because a port has one.
std::vector<tcp::endpoint> Reflection::Impl::choose(const std::vector<tcp::endpoint>& found) const {
  std::vector<tcp::endpoint> v4, v6;
  for (const auto& at : found) {
    auto& family = at.protocol() == tcp::v4() ? v4 : v6;
    const sockets::Address address{.host = sockets::unwrapped(at.address()).to_string(),
                                   .port = at.port()};
    const bool is_new = std::ranges::find(family, at) == family.end();
    if (is_new && family.size() < proto::kReflectorsMax && question.may_be_called(address))
      family.push_back(at);
  }
  switch (question.family) {
    case IpFamily::v4:
      return v4;
    case IpFamily::v6:
      return v6;
    case IpFamily::any:
      break;
  }
  return v4.size() < 2 && v6.size() > v4.size() ? v6 : v4;
}

asio::awaitable<void> Reflection::Impl::ask(std::shared_ptr<Impl> self, tcp::endpoint at) {
  StunId id;
  self->rng.fill(id);
  std::optional<sockets::Address> seen;
  if (auto opened = self->port->socket()) {
    tcp::socket& socket = self->sockets.emplace_back(*std::move(opened));
    seen = co_await exchange(socket, at, id);
  }
  if (self->stopped || !self->done) co_return;
  --self->waiting;
  if (seen) self->answer.seen.push_back(*std::move(seen));
  if (self->waiting == 0 || self->answer.seen.size() == 2) self->report();
}

asio::awaitable<std::optional<sockets::Address>> Reflection::Impl::exchange(tcp::socket& socket,
                                                                            tcp::endpoint at,
                                                                            StunId id) {
  const auto [refused] = co_await socket.async_connect(at, kAwait);
  if (refused) co_return std::nullopt;
  const Bytes request = stun_request(id);
  const auto [unsent, sent] = co_await asio::async_write(socket, asio::buffer(request), kAwait);
  if (unsent) co_return std::nullopt;
  Bytes buffer(net::kStunAnswerBytesMax);
  std::size_t size = 0;
  for (;;) {
    const auto [error, more] = co_await socket.async_read_some(asio::buffer(buffer) + size, kAwait);
    if (error) co_return std::nullopt;
    size += more;
    auto seen = read_stun_answer(ByteSpan(buffer).first(size), id);
    if (seen) co_return *std::move(seen);
    if (seen.error().fault != Fault::incomplete) co_return std::nullopt;
  }
}

void Reflection::Impl::report() {
  timer.cancel();
  if (const auto tell = std::exchange(done, nullptr)) tell(answer);
}

void Reflection::Impl::stop() {
  stopped = true;
  resolver.cancel();
  timer.cancel();
  error_code ignored;
  for (tcp::socket& socket : sockets) socket.close(ignored);
}

Reflection::Reflection(asio::io_context& io, Question question, Rng& rng,
                       std::function<void(const Answer&)> done)
    : impl_(std::make_shared<Impl>(io, std::move(question), rng, std::move(done))) {
  impl_->timer.expires_at(time_point(sockets::now() + impl_->question.time_max));
  impl_->timer.async_wait([weak = std::weak_ptr(impl_)](error_code cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self && !self->stopped) self->report();
  });
  asio::co_spawn(io, Impl::run(impl_), rethrow);
}

Reflection::~Reflection() { impl_->stop(); }

sockets::SharedPort* Reflection::port() { return impl_->port ? &*impl_->port : nullptr; }

}  // namespace fairdeal::reach
