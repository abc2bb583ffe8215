#include "tests/hostile/strangers.h"

#include <atomic>
#include <thread>

#include <boost/asio/write.hpp>

#include "base/seeded_rng.h"
#include "net/channel/channel.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::hostile {

using asio::awaitable;
using fairdeal::kAwait;

namespace {

/// Handshakes under way at once: a port that answers slowly is not owed more.
constexpr int kAtOnce = 200;
constexpr Duration kPatience{2'000};
constexpr Duration kTick{10};
constexpr int kSources = 8;

Bytes garbage(Garbage kind, Rng& rng) {
  const auto bytes = [](std::size_t size, unsigned char value) {
    return Bytes(size, std::byte{value});
  };
  switch (kind) {
    case Garbage::nothing:
    case Garbage::reset:
      return {};
    case Garbage::one_byte:
      return bytes(1, 0);
    case Garbage::http:
      return to_bytes("GET / HTTP/1.1\r\nHost: table\r\n\r\n");
    case Garbage::tls:
      return to_bytes(std::string_view("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11));
    case Garbage::zeros:
      return bytes(4'000, 0);
    case Garbage::long_record:
      return bytes(2, 0xff);
    case Garbage::low_order: {
      Bytes first = bytes(2 + 32, 0);
      first[1] = std::byte{32};
      return first;
    }
    case Garbage::random:
    case Garbage::half: {
      Bytes any(1'000);
      rng.fill(any);
      return any;
    }
  }
  return {};
}

}  // namespace

struct Strangers::Impl {
  Impl(const sockets::Address& target, const Attack& what, std::uint64_t seed)
      : to(asio::ip::make_address(target.host), target.port), attack(what), rng(seed) {
    if (attack.handshakes_a_second > 0) go(handshakes());
    if (attack.garbage_a_second > 0) go(all_garbage());
    for (int i = 0; i < attack.idle; ++i) go(idle(i));
    thread = std::jthread([this] { io.run(); });
  }
  ~Impl() {
    asio::post(io, [this] { io.stop(); });
  }

  void go(awaitable<void> task) { asio::co_spawn(io, std::move(task), rethrow); }
  awaitable<void> wait(Duration time) {
    asio::steady_timer timer(io, std::chrono::milliseconds(time.ms));
    co_await timer.async_wait(kAwait);
  }

  /// A call and its timer share the socket: the handler of a cancelled timer may already be due.
  using Socket = std::shared_ptr<tcp::socket>;
  Socket new_socket() { return std::make_shared<tcp::socket>(io); }

  /// Calls from one of eight addresses; closes the socket when its patience ends.
  awaitable<bool> call(const Socket& socket, asio::steady_timer& patience, int from) {
    error_code error;
    socket->open(tcp::v4(), error);
    const auto address = asio::ip::address_v4(0x7f000001u + static_cast<unsigned>(from % kSources));
    if (!error && to.address().is_v4()) socket->bind({address, 0}, error);
    patience.expires_after(std::chrono::milliseconds(kPatience.ms));
    patience.async_wait([socket](error_code cancelled) {
      error_code ignored;
      if (!cancelled) socket->close(ignored);
    });
    const auto [failed] = co_await socket->async_connect(to, kAwait);
    if (!failed) ++calls;
    co_return !failed;
  }

  awaitable<void> shake_hands(int from) {
    const Socket socket = new_socket();
    asio::steady_timer patience(io);
    ++under_way;
    if (co_await call(socket, patience, from)) {
      auto channel = channel::Channel::dial(me, {}, rng, sockets::now());
      auto effects = channel.on_start();
      Bytes buffer(4'096);
      for (bool over = false; !over;) {
        co_await asio::async_write(
            *socket, asio::buffer(effects.write.data(), effects.write.size()), kAwait);
        const auto [error, n] = co_await socket->async_read_some(asio::buffer(buffer), kAwait);
        if (error) ++refused;
        if (error) break;
        effects = channel.on_bytes(ByteSpan(buffer).first(n), sockets::now());
        for (const auto& event : effects.events) {
          if (std::holds_alternative<channel::Channel::Established>(event)) ++established;
          over = true;
        }
      }
    }
    patience.cancel();
    --under_way;
  }

  awaitable<void> handshakes() {
    double owed = 0;
    for (int i = 0;;) {
      owed += attack.handshakes_a_second * static_cast<double>(kTick.ms) / 1000;
      for (; owed >= 1; --owed)
        if (under_way < kAtOnce) go(shake_hands(i++));
      co_await wait(kTick);
    }
  }

  awaitable<void> send_garbage(Garbage kind, int from) {
    const Socket socket = new_socket();
    asio::steady_timer patience(io);
    if (co_await call(socket, patience, from)) {
      ++garbage_sent;
      Bytes bytes = garbage(kind, rng);
      if (kind == Garbage::half) {
        auto channel = channel::Channel::dial(me, {}, rng, sockets::now());
        Bytes first = channel.on_start().write;
        first.insert(first.end(), bytes.begin(), bytes.end());
        bytes = std::move(first);
      }
      error_code ignored;
      if (kind == Garbage::reset) socket->set_option(tcp::socket::linger(true, 0), ignored);
      if (!bytes.empty()) {
        co_await asio::async_write(*socket, asio::buffer(bytes.data(), bytes.size()), kAwait);
        Bytes buffer(64);
        const auto [error, n] = co_await socket->async_read_some(asio::buffer(buffer), kAwait);
        if (error) ++refused;
      }
    }
    patience.cancel();
  }

  awaitable<void> all_garbage() {
    for (int i = 0;; ++i) {
      go(send_garbage(static_cast<Garbage>(i % static_cast<int>(kGarbage)), i));
      co_await wait({1'000 / attack.garbage_a_second});
    }
  }

  awaitable<void> idle(int from) {
    for (;;) {
      const Socket socket = new_socket();
      asio::steady_timer patience(io);
      if (co_await call(socket, patience, from)) {
        patience.cancel();
        Bytes buffer(64);
        co_await socket->async_read_some(asio::buffer(buffer), kAwait);
        ++refused;
      }
      co_await wait(kTick);
    }
  }

  asio::io_context io{1};
  tcp::endpoint to;
  Attack attack;
  SeededRng rng;
  crypto::SigningKey me = crypto::SigningKey::generate(rng);
  int under_way = 0;
  std::atomic<std::uint64_t> calls = 0, established = 0, garbage_sent = 0, refused = 0;
  std::jthread thread;
};

Strangers::Strangers(const sockets::Address& target, const Attack& attack, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(target, attack, seed)) {}
Strangers::~Strangers() = default;

Strangers::Counts Strangers::counts() const {
  return {impl_->calls, impl_->established, impl_->garbage_sent, impl_->refused};
}

}  // namespace fairdeal::hostile
