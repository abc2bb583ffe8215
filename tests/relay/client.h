#pragma once

#include <atomic>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "proto/reach.h"
#include "relay/asio.h"
#include "relay/server/server.h"

/// A relay on a thread of its own, and clients that are made by hand so that they can do what no
/// library does. Clients block; a test that waits in vain is ended by ctest.

namespace fairdeal::relay::testing_ {

inline Address any_port() { return {.ip = *IpAddress::parse("127.0.0.1"), .port = 0}; }

/// The sockets of all clients belong to it; it never runs, since clients block. So a client takes
/// one descriptor.
inline asio::io_context& clients_io() {
  static asio::io_context io;
  return io;
}

/// A WebSocket client without manners. One that speaks TLS replaces put() and take().
class Client {
 public:
  explicit Client(std::uint16_t port, const std::string& from = "127.0.0.1", int receive_buffer = 0)
      : socket_(clients_io()) {
    socket_.open(tcp::v4());
    if (receive_buffer > 0)
      socket_.set_option(asio::socket_base::receive_buffer_size(receive_buffer));
    socket_.bind({asio::ip::make_address(from), 0});
    socket_.connect({asio::ip::make_address("127.0.0.1"), port});
    socket_.set_option(tcp::no_delay(true));
  }

  virtual ~Client() = default;
  Client(const Client&) = delete;

  void send_raw(std::string_view bytes) {
    error_code error;
    put(bytes, error);
    write_failed_ = write_failed_ || error;
  }
  bool write_failed() const { return write_failed_; }

  static std::string request(const std::string& path = "/fairdeal/1",
                             const std::string& protocol = "fairdeal.1",
                             const std::string& more = "") {
    return "GET " + path +
           " HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" +
           (protocol.empty() ? "" : "Sec-WebSocket-Protocol: " + protocol + "\r\n") + more + "\r\n";
  }
  /// Sends a request and reads the head of the answer. Returns its status; 0 if none came.
  int ask(const std::string& request) {
    send_raw(request);
    const std::string end = "\r\n\r\n";
    while (input_.find(end) == std::string::npos)
      if (!fill(input_.size() + 1)) return 0;
    const std::size_t size = input_.find(end) + end.size();
    head_ = input_.substr(0, size);
    input_.erase(0, size);
    return std::atoi(head_.substr(9, 3).c_str());
  }
  const std::string& head() const { return head_; }
  /// Reads so many bytes; fewer if the connection ends before.
  std::string raw(std::size_t size) {
    (void)fill(size);
    return std::exchange(input_, "");
  }
  std::string rest() {
    while (fill(input_.size() + 1)) continue;
    return input_;
  }
  /// Upgrades, and reads the greeting.
  proto::Greeting come_in(const std::string& more = "") {
    EXPECT_EQ(ask(request("/fairdeal/1", "fairdeal.1", more)), 101);
    const auto greeting = proto::decode_greeting(as_bytes(message().value_or("")));
    EXPECT_TRUE(greeting);
    return greeting.value_or(proto::Greeting{});
  }

  enum Opcode { kContinuation = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };
  /// Sends a frame, masked with zeros.
  void send(std::string_view payload, Opcode opcode = kBinary, bool last = true) {
    std::string frame{static_cast<char>(opcode | (last ? 0x80 : 0))};
    const int bytes_of_length = payload.size() < 126 ? 0 : payload.size() < 65536 ? 2 : 8;
    frame += static_cast<char>(0x80 | (bytes_of_length == 0 ? static_cast<int>(payload.size())
                                                            : (bytes_of_length == 2 ? 126 : 127)));
    for (int i = bytes_of_length - 1; i >= 0; --i)
      frame += static_cast<char>(payload.size() >> (8 * i));
    frame.append(4, '\0').append(payload);
    send_raw(frame);
  }
  void say(const proto::RelayMessage& message) { send(as_text(proto::encode(message))); }

  struct Frame {
    int opcode;
    std::string payload;
  };
  std::optional<Frame> frame() {
    if (!fill(2)) return {};
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(input_[i]); };
    const int opcode = at(0) & 0x0f;
    std::size_t length = at(1), head = 2;
    if (at(1) >= 126) {
      head += at(1) == 126 ? 2 : 8;
      if (!fill(head)) return {};
      length = 0;
      for (std::size_t i = 2; i < head; ++i) length = length << 8 | at(i);
    }
    if (!fill(head + length)) return {};
    Frame frame{opcode, input_.substr(head, length)};
    input_.erase(0, head + length);
    return frame;
  }
  /// Reads the next part of a message; none if the connection is closed. Answers pings.
  std::optional<std::string> message() {
    for (auto next = frame(); next; next = frame()) {
      if (next->opcode == kPing) {
        ++pings_;
        send(next->payload, kPong);
      }
      if (next->opcode == kBinary || next->opcode == kContinuation) return next->payload;
      if (next->opcode != kClose || next->payload.size() < 2) continue;
      close_code_ = static_cast<unsigned char>(next->payload[0]) << 8 |
                    static_cast<unsigned char>(next->payload[1]);
      send(next->payload, kClose);
      return {};
    }
    return {};
  }
  int pings() const { return pings_; }
  std::optional<proto::RelayMessage> hear() {
    const auto bytes = message();
    if (!bytes) return {};
    const auto message = proto::decode_relay(as_bytes(*bytes));
    EXPECT_TRUE(message);
    return *message;
  }
  template <class T>
  T hear_a() {
    const auto message = hear();
    EXPECT_TRUE(message && std::holds_alternative<T>(*message));
    return message && std::holds_alternative<T>(*message) ? std::get<T>(*message) : T{};
  }
  /// Reads bytes of a pipe.
  std::string stream(std::size_t size) {
    std::string bytes;
    while (bytes.size() < size) {
      const auto piece = message();
      if (!piece) break;
      bytes += *piece;
    }
    return bytes;
  }
  /// Reads to the end. Returns the code with which the relay closed; 0 if it ended without one.
  int close_code() {
    while (message()) continue;
    return close_code_;
  }
  void hang_up() {
    error_code ignored;
    socket_.close(ignored);
  }

 protected:
  virtual void put(std::string_view bytes, error_code& error) {
    asio::write(socket_, asio::buffer(bytes), error);
  }
  virtual std::size_t take(asio::mutable_buffer to, error_code& error) {
    return socket_.read_some(asio::buffer(to), error);
  }

  tcp::socket socket_;

 private:
  bool fill(std::size_t size) {
    error_code error;
    while (input_.size() < size && !error) {
      std::array<char, 65536> more;
      const std::size_t got = take(asio::buffer(more), error);
      input_.append(more.data(), got);
    }
    return input_.size() >= size;
  }

  std::string input_, head_;
  int pings_ = 0;
  int close_code_ = 0;
  bool write_failed_ = false;
};

/// A relay with some bounds, and what is seen of it from outside.
class RelayUp {
 public:
  explicit RelayUp(server::Config config) {
    config.listen = any_port();
    config.metrics = any_port();
    if (!config.utc_seconds) config.utc_seconds = [] { return std::uint64_t{1'000'000}; };
    auto opened = server::Server::open(io_, std::move(config), rng_);
    EXPECT_TRUE(opened);
    server_ = *std::move(opened);
    thread_ = std::thread([this] { io_.run(); });
  }
  explicit RelayUp(const Bounds& bounds = {}) : RelayUp(server::Config{.bounds = bounds}) {}
  ~RelayUp() { stop(); }

  void begin_to_stop() {
    asio::post(io_, [this] { server_->stop(); });
  }
  void stop() {
    if (!thread_.joinable()) return;
    begin_to_stop();
    thread_.join();
  }
  void begin_to_drain() {
    asio::post(io_, [this] { server_->drain(); });
  }
  /// Waits until the relay has nothing more to do.
  void join() { thread_.join(); }
  void renew(server::Files files) {
    asio::post(io_, [this, shared = std::make_shared<server::Files>(std::move(files))] {
      server_->renew(std::move(*shared));
    });
  }
  std::uint16_t port() const { return server_->address().port; }
  std::uint16_t metrics_port() const { return server_->metrics()->port; }
  std::uint16_t reflector() const { return server_->reflectors().at(0).port; }

  std::string metrics() {
    Client collector(server_->metrics()->port);
    EXPECT_EQ(collector.ask("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n"), 200);
    return collector.rest();
  }
  /// Returns the value of a series, such as `fairdeal_relay_pipes`.
  std::int64_t metric(const std::string& series) {
    const std::string text = "\n" + metrics();
    const auto at = text.find("\n" + series + " ");
    EXPECT_NE(at, std::string::npos) << series;
    return at == std::string::npos ? -1 : std::atoll(text.c_str() + at + series.size() + 2);
  }
  std::int64_t refused(const std::string& why) {
    return metric("fairdeal_relay_refused_total{why=\"" + why + "\"}");
  }
  /// Asks until the series has this value.
  void wait_for(const std::string& series, std::int64_t value) {
    while (metric(series) != value) continue;
  }

 private:
  asio::io_context io_;
  crypto::SystemRng rng_;
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

inline std::string pipe_hello(const std::string& token, int side) {
  return std::string(1, '\1') + token + std::string(1, static_cast<char>(side));
}
inline const std::string kToken(16, 't');
inline const std::string kControl(1, '\0');
inline const std::string kBothAreThere(1, '\1');

/// Two clients at the ends of a pipe.
struct Joined {
  explicit Joined(RelayUp& relay, int receive_buffer = 0, const std::string& token = kToken)
      : ann(relay.port()), bob(relay.port(), "127.0.0.1", receive_buffer) {
    ann.come_in();
    bob.come_in();
    ann.send(pipe_hello(token, 0));
    bob.send(pipe_hello(token, 1));
    EXPECT_EQ(ann.message(), kBothAreThere);
    EXPECT_EQ(bob.message(), kBothAreThere);
  }
  Client ann, bob;
};

}  // namespace fairdeal::relay::testing_
