#pragma once

#include <memory>

#include "relay/limits.h"
#include "relay/server/client_socket.h"
#include "relay/server/tls.h"

namespace fairdeal::relay::server {

/// A ClientSocket over TCP. The head of the request is read by Boost.Beast, and the frames of the
/// WebSocket by FrameReader. It has no extensions: what goes through it is encrypted, and does not
/// shrink.
///
/// With TLS, the client agrees on keys before its first request.
///
/// One chain of writes sends everything, so a pong or a close frame never comes between the parts
/// of a frame. Nothing waits for anything but the socket and the deadlines of on_tick().
class WebSocket final : public ClientSocket, public std::enable_shared_from_this<WebSocket> {
 public:
  WebSocket(tcp::socket socket, const std::optional<TlsKeys>& tls, const Bounds& bounds);
  ~WebSocket() override;

  asio::awaitable<bool> hear_hello() override;
  asio::awaitable<bool> shake_hands(Handshakes& with, Handshakes::Name name,
                                    std::uint64_t rank) override;
  asio::awaitable<std::optional<RequestHead>> read_head() override;
  asio::awaitable<void> answer(int status, std::string text, std::string headers) override;
  asio::awaitable<bool> accept() override;
  asio::awaitable<Got> read(std::size_t bytes_max) override;
  asio::awaitable<Got> read_piece(std::size_t bytes_max, std::size_t room) override;
  ByteSpan message() const override;
  asio::awaitable<bool> write(ByteSpan bytes) override;
  void enlarge_buffers() override;
  void close(CloseCode code) override;
  void cut() override;
  State on_tick(Instant now) override;

 private:
  struct Impl;
  void set_buffers(int bytes);
  void begin_close(std::uint16_t code);
  void pump();
  static asio::awaitable<Got> read_data(std::shared_ptr<WebSocket> self, std::size_t bytes_max,
                                        bool whole);
  static asio::awaitable<void> discard(std::shared_ptr<WebSocket> self);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::relay::server
