#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "relay/asio.h"
#include "relay/server/handshakes.h"
#include "relay/server/tls.h"

namespace fairdeal::relay::server {

/// The bytes of a client's connection: those of its socket, or inside TLS. One read and one write
/// may be under way at a time; closing the socket ends both.
class Wire {
 public:
  Wire(tcp::socket socket, const std::optional<TlsKeys>& tls);
  ~Wire();
  Wire(const Wire&) = delete;

  tcp::socket& socket() { return socket_; }
  bool has_tls() const { return tls_ != nullptr; }

  /// Waits for the first bytes of a TLS handshake. Returns false if there is none: without TLS, or
  /// if the connection has ended.
  asio::awaitable<bool> hear_hello();
  /// Agrees on keys with the client, after its first bytes have come. Returns false if that failed.
  asio::awaitable<bool> shake_hands(Handshakes& with, Handshakes::Name name, std::uint64_t rank);
  asio::awaitable<std::tuple<error_code, std::size_t>> read_some(asio::mutable_buffer to);
  asio::awaitable<error_code> write_all(asio::const_buffer bytes);
  /// Writes both, one after the other. The caller keeps them until `done` is called.
  void write(const std::array<asio::const_buffer, 2>& bytes, std::function<void(error_code)> done);
  /// Tells the client that nothing more comes.
  void end_writing();

 private:
  struct Tls;
  asio::awaitable<bool> read_handshake();
  /// Waits until the socket allows what OpenSSL asks for. Returns false if it never will.
  asio::awaitable<bool> wait(int result);
  asio::awaitable<error_code> write_text(std::string bytes);

  tcp::socket socket_;
  std::shared_ptr<Tls> tls_;  ///< also kept by a step of the handshake
};

}  // namespace fairdeal::relay::server
