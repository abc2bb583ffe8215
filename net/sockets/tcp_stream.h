#pragma once

#include "net/sockets/stream.h"

namespace fairdeal::sockets {

/// The Stream that is a TCP connection. It sends small pieces without delay, and ends when the
/// other end has acknowledged nothing for kSilenceMax, so a write does not wait longer than that
/// for a machine that is gone.
class TcpStream final : public Stream {
 public:
  /// Takes a connected socket. If the connection is already broken, the first read says so.
  explicit TcpStream(tcp::socket socket);

  asio::any_io_executor executor() override { return socket_.get_executor(); }
  asio::awaitable<std::tuple<error_code, std::size_t>> read_some(asio::mutable_buffer to) override;
  asio::awaitable<error_code> write(asio::const_buffer bytes) override;
  void close(asio::const_buffer last) override;
  std::string remote_ip() const override { return remote_ip_; }

 private:
  tcp::socket socket_;
  std::string remote_ip_;
};

}  // namespace fairdeal::sockets
