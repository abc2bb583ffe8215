#include "tests/e2e/proxy.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <poll.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/write.hpp>
#include <sys/eventfd.h>

#include "base/seeded_rng.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::e2e {

namespace asio = boost::asio;
using asio::ip::tcp;
using fairdeal::kAwait;

namespace {

/// Longer than any machine needs.
constexpr std::chrono::minutes kHangs{4};

/// Members that are not at the end say where they are at least every four seconds.
constexpr std::chrono::seconds kSilence{8};
/// A table whose match is over dials a member that stands still; after a minute it gives it up.
constexpr Duration kHardlyMoves{20'000};

constexpr std::size_t kWaitingBytesMax = 1 << 20;  // then a writer is held up, as by a full window

/// One direction of a connection.
struct Way {
  explicit Way(asio::io_context& io) : changed(io) {}
  struct Piece {
    Instant due;
    Bytes bytes;  // none: the end
  };
  std::deque<Piece> waiting;
  std::size_t size = 0;
  Instant last_due{0};
  asio::steady_timer changed;  // cancelled to wake both ends of it
};

struct Connection {
  explicit Connection(tcp::socket accepted)
      : dialer(std::move(accepted)),
        callee(dialer.get_executor()),
        timer(dialer.get_executor()),
        there(static_cast<asio::io_context&>(dialer.get_executor().context())),
        back(static_cast<asio::io_context&>(dialer.get_executor().context())) {}
  void close(bool reset) {
    error_code ignored;
    for (tcp::socket* socket : {&dialer, &callee}) {
      if (reset) socket->set_option(asio::socket_base::linger(true, 0), ignored);
      socket->close(ignored);
    }
    there.changed.cancel();
    back.changed.cancel();
    timer.cancel();
  }
  tcp::socket dialer, callee;
  asio::steady_timer timer;
  Way there, back;
  bool deaf = false;
};

struct Line {
  std::string name;
  std::uint16_t to;
  Faults faults;
  tcp::acceptor acceptor;
  std::vector<std::weak_ptr<Connection>> connections{};
  std::vector<std::unique_ptr<asio::steady_timer>> timers{};
};

}  // namespace

struct Proxy::Impl : std::enable_shared_from_this<Proxy::Impl> {
  explicit Impl(std::uint64_t seed) : rng(seed), spans(seed + 1), work(asio::make_work_guard(io)) {}
  ~Impl() { ::close(bell); }

  /// Whether it is in one of these spans; if so, until when.
  std::optional<Instant> during(const std::vector<Faults::Span>& of) const {
    const Instant now = sockets::now();
    for (const auto& [from, to] : of)
      if (began && now >= *began + from && now < *began + to) return *began + to;
    return {};
  }
  void say(const Line& line, const std::string& what) {
    const auto ms = began ? (sockets::now() - *began).ms : 0;
    const std::lock_guard lock(mutex);
    said.push_back(std::to_string(ms) + " ms: " + line.name + ": " + what);
  }

  static asio::awaitable<void> accept(std::shared_ptr<Impl> self, std::shared_ptr<Line> line);
  static asio::awaitable<void> serve(std::shared_ptr<Impl> self, std::shared_ptr<Line> line,
                                     std::shared_ptr<Connection> connection);
  static asio::awaitable<void> read(std::shared_ptr<Impl> self, std::shared_ptr<Line> line,
                                    std::shared_ptr<Connection> connection, bool there);
  static asio::awaitable<void> write(std::shared_ptr<Impl> self, std::shared_ptr<Line> line,
                                     std::shared_ptr<Connection> connection, bool there);
  void plan(const std::shared_ptr<Line>& line);
  void at(const std::shared_ptr<Line>& line, Duration when, std::function<void()> what);

  void close();

  SeededRng rng;    // of delays
  SeededRng spans;  // the test's thread draws them
  asio::io_context io;
  asio::executor_work_guard<asio::io_context::executor_type> work;
  std::vector<std::shared_ptr<Line>> lines;
  std::optional<Instant> began;
  std::thread thread;
  mutable std::mutex mutex;  // guards the rest
  std::condition_variable passed;
  std::vector<std::string> said;
  std::map<std::string, std::size_t> bytes;  // of those who dialed, by line
  std::size_t all_bytes = 0;                 // of all lines, both ways
  std::size_t ring_at = SIZE_MAX;
  int bell =
      ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);  // readable once all_bytes has come to ring_at
};

asio::awaitable<void> Proxy::Impl::accept(std::shared_ptr<Impl> self, std::shared_ptr<Line> line) {
  for (;;) {
    auto [error, socket] = co_await line->acceptor.async_accept(kAwait);
    if (error) co_return;
    auto connection = std::make_shared<Connection>(std::move(socket));
    line->connections.push_back(connection);
    asio::co_spawn(self->io, serve(self, line, connection), rethrow);
  }
}

asio::awaitable<void> Proxy::Impl::serve(std::shared_ptr<Impl> self, std::shared_ptr<Line> line,
                                         std::shared_ptr<Connection> connection) {
  if (self->during(line->faults.cuts)) {
    self->say(*line, "reset a call");
    co_return connection->close(true);
  }
  connection->deaf = self->during(line->faults.half_open).has_value();
  if (connection->deaf) self->say(*line, "swallows a call");
  while (const auto until = self->during(line->faults.partition)) {
    if (!connection->dialer.is_open()) co_return;
    self->say(*line, "holds up a call");
    connection->timer.expires_at(time_point(*until));
    co_await connection->timer.async_wait(kAwait);
  }
  if (!connection->deaf) {
    const auto [error] = co_await connection->callee.async_connect(
        {asio::ip::make_address("127.0.0.1"), line->to}, kAwait);
    if (error) co_return connection->close(true);
    self->say(*line, "connected");
    asio::co_spawn(self->io, read(self, line, connection, false), rethrow);
    asio::co_spawn(self->io, write(self, line, connection, true), rethrow);
    asio::co_spawn(self->io, write(self, line, connection, false), rethrow);
  }
  co_await read(self, line, connection, true);
}

asio::awaitable<void> Proxy::Impl::read(std::shared_ptr<Impl> self, std::shared_ptr<Line> line,
                                        std::shared_ptr<Connection> connection, bool there) {
  Way& way = there ? connection->there : connection->back;
  tcp::socket& from = there ? connection->dialer : connection->callee;
  Bytes buffer(16 * 1024);
  for (;;) {
    const auto [error, size] = co_await from.async_read_some(asio::buffer(buffer), kAwait);
    if (connection->deaf && !error) continue;  // swallowed
    const auto jitter = static_cast<std::uint64_t>(2 * line->faults.jitter.ms + 1);
    const Duration delay{line->faults.delay.ms - line->faults.jitter.ms +
                         static_cast<std::int64_t>(self->rng.below(jitter))};
    way.last_due = std::max(way.last_due, sockets::now() + delay);
    way.waiting.push_back({way.last_due, to_bytes(ByteSpan(buffer).first(error ? 0 : size))});
    way.size += size;
    way.changed.cancel();
    if (error) co_return;
    while (way.size > kWaitingBytesMax && from.is_open()) {
      way.changed.expires_at(time_point(never()));
      co_await way.changed.async_wait(kAwait);
    }
  }
}

asio::awaitable<void> Proxy::Impl::write(std::shared_ptr<Impl> self, std::shared_ptr<Line> line,
                                         std::shared_ptr<Connection> connection, bool there) {
  Way& way = there ? connection->there : connection->back;
  tcp::socket& to = there ? connection->callee : connection->dialer;
  while (to.is_open()) {
    const Instant due = way.waiting.empty() ? never() : way.waiting.front().due;
    const Instant until = std::max(due, self->during(line->faults.partition).value_or(due));
    if (until > sockets::now()) {
      way.changed.expires_at(time_point(until));
      co_await way.changed.async_wait(kAwait);
      continue;
    }
    const Bytes bytes = std::move(way.waiting.front().bytes);
    way.waiting.pop_front();
    way.size -= bytes.size();
    if (connection->deaf) continue;
    if (bytes.empty()) co_return connection->close(false);
    const auto [error, size] = co_await asio::async_write(to, asio::buffer(bytes), kAwait);
    if (error) co_return connection->close(true);
    const std::lock_guard lock(self->mutex);
    if (there) self->bytes[line->name] += size;
    self->passed.notify_all();
    self->all_bytes += size;
    if (self->all_bytes >= self->ring_at) ::eventfd_write(self->bell, 1);
  }
}

void Proxy::Impl::at(const std::shared_ptr<Line>& line, Duration when, std::function<void()> what) {
  auto& timer = line->timers.emplace_back(
      std::make_unique<asio::steady_timer>(io, time_point(*began + when)));
  timer->async_wait([what = std::move(what)](error_code cancelled) {
    if (!cancelled) what();
  });
}

void Proxy::Impl::plan(const std::shared_ptr<Line>& line) {
  const auto each = [this, line](const std::string& what, auto act) {
    std::size_t count = 0;
    for (const auto& weak : line->connections)
      if (const auto connection = weak.lock(); connection && connection->dialer.is_open()) {
        act(*connection);
        ++count;
      }
    say(*line, what + ", " + std::to_string(count) + " connections");
  };
  for (const auto& [from, to] : line->faults.cuts)
    at(line, from, [each] { each("cut", [](Connection& c) { c.close(true); }); });
  for (const auto& [from, to] : line->faults.half_open)
    at(line, from, [each] { each("half open", [](Connection& c) { c.deaf = true; }); });
  for (const auto& [from, to] : line->faults.partition) {
    at(line, from, [each] { each("parted", [](Connection&) {}); });
    at(line, to, [each] { each("together", [](Connection&) {}); });
  }
}

void Proxy::Impl::close() {
  for (const auto& line : lines) {
    line->acceptor.close();
    line->timers.clear();
    for (const auto& weak : line->connections)
      if (const auto connection = weak.lock()) connection->close(true);
  }
  lines.clear();
  work.reset();
}

std::uint16_t free_port() {
  asio::io_context io;
  return tcp::acceptor(io, {asio::ip::make_address("127.0.0.1"), 0}).local_endpoint().port();
}

Proxy::Proxy(std::uint64_t seed) : impl_(std::make_shared<Impl>(seed)) {
  impl_->thread = std::thread([impl = impl_] { impl->io.run(); });
}

Proxy::~Proxy() {
  asio::post(impl_->io, [impl = impl_] { impl->close(); });
  impl_->thread.join();
}

sockets::Address Proxy::line(const std::string& name, std::uint16_t to, Faults faults) {
  auto line = std::make_shared<Line>(
      Line{name, to, std::move(faults),
           tcp::acceptor(impl_->io, {asio::ip::make_address("127.0.0.1"), 0})});
  const std::uint16_t port = line->acceptor.local_endpoint().port();
  asio::post(impl_->io, [impl = impl_, line] {
    impl->lines.push_back(line);
    asio::co_spawn(impl->io, Impl::accept(impl, line), rethrow);
  });
  return {"127.0.0.1", port};
}

Faults::Span Proxy::within(Faults::Span limits, Duration length) {
  const auto range = static_cast<std::uint64_t>(limits.to.ms - limits.from.ms + 1);
  const Duration from{limits.from.ms + static_cast<std::int64_t>(impl_->spans.below(range))};
  return {from, {from.ms + length.ms}};
}

void Proxy::begin() {
  asio::post(impl_->io, [impl = impl_] {
    impl->began = sockets::now();
    for (const auto& line : impl->lines) impl->plan(line);
  });
}

void Proxy::wait_for_bytes(const std::string& line, std::size_t more) {
  std::unique_lock lock(impl_->mutex);
  const std::size_t& said = impl_->bytes[line];
  const std::size_t enough = said + more;
  if (!impl_->passed.wait_for(lock, kHangs, [&] { return said >= enough; }))
    throw std::runtime_error("nothing comes through the proxy any more");
}

bool Proxy::wait_for_bytes(std::size_t more, const std::vector<int>& ends) {
  const auto passed = [this] {
    const std::lock_guard lock(impl_->mutex);
    return impl_->all_bytes;
  };
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->ring_at = impl_->all_bytes + more;
  }
  std::vector<pollfd> waiting{{impl_->bell, POLLIN, 0}};
  for (const int fd : ends) waiting.push_back({fd, POLLIN, 0});
  const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(kSilence);
  const Instant until = sockets::now() + kHardlyMoves;
  for (std::size_t before = passed();; before = passed())
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(limit.count())) != 0 ||
        passed() == before || sockets::now() > until)
      break;
  const std::lock_guard lock(impl_->mutex);
  impl_->ring_at = SIZE_MAX;
  eventfd_t rung = 0;
  ::eventfd_read(impl_->bell, &rung);
  return rung > 0;
}

std::vector<std::string> Proxy::log() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->said;
}

std::size_t Proxy::count(const std::string& what) const {
  const auto lines = log();
  return static_cast<std::size_t>(std::ranges::count_if(
      lines, [&](const std::string& line) { return line.find(": " + what) != line.npos; }));
}

}  // namespace fairdeal::e2e
