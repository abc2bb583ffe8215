#include "net/sockets/tcp_stream.h"

#include <utility>

#include <boost/asio/write.hpp>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "net/channel/limits.h"
#include "net/sockets/listener.h"

namespace fairdeal::sockets {

TcpStream::TcpStream(tcp::socket socket) : socket_(std::move(socket)) {
  error_code ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.non_blocking(true, ignored);
  const unsigned silence_ms = static_cast<unsigned>(net::kSilenceMax.ms);
  // A failure is ignored: then the channel's own limit of silence notices a dead connection.
  (void)::setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &silence_ms,
                     sizeof silence_ms);
  error_code gone;
  const auto other_end = socket_.remote_endpoint(gone);
  if (!gone) remote_ip_ = unwrapped(other_end.address()).to_string();
}

asio::awaitable<std::tuple<error_code, std::size_t>> TcpStream::read_some(asio::mutable_buffer to) {
  return socket_.async_read_some(to, kAwait);
}

asio::awaitable<error_code> TcpStream::write(asio::const_buffer bytes) {
  const auto [error, size] = co_await asio::async_write(socket_, bytes, kAwait);
  co_return error;
}

void TcpStream::close(asio::const_buffer last) {
  error_code ignored;
  if (last.size() > 0) socket_.write_some(last, ignored);
  socket_.close(ignored);
}

}  // namespace fairdeal::sockets
