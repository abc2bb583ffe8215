#include <utility>

#include <boost/asio/connect.hpp>

#include "net/sockets/listener.h"
#include "net/sockets/resolver.h"
#include "net/sockets/tcp_stream.h"
#include "net/sockets/transport.h"

/// TCP, as a transport.

namespace fairdeal::sockets {
namespace {

class TcpCall final : public Call {
 public:
  TcpCall(asio::any_io_executor executor, Address at)
      : address_(std::move(at)), resolver_(executor), socket_(std::move(executor)) {}

  asio::awaitable<std::tuple<error_code, std::unique_ptr<Stream>>> connect() override {
    const auto [unknown, endpoints] = co_await resolver_.look_up(address_.host, address_.port);
    if (unknown) co_return std::tuple(unknown, nullptr);
    const auto [error, endpoint] = co_await asio::async_connect(socket_, endpoints, kAwait);
    if (error) co_return std::tuple(error, nullptr);
    co_return std::tuple(error_code(), std::make_unique<TcpStream>(std::move(socket_)));
  }

  void cancel() override {
    resolver_.cancel();
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  Address address_;
  Resolver resolver_;
  tcp::socket socket_;
};

std::unique_ptr<Call> call(asio::any_io_executor executor, const Address& at) {
  return std::make_unique<TcpCall>(std::move(executor), at);
}

Result<std::shared_ptr<Listening>> listen(asio::io_context& io, const Address& at,
                                          Listening::OnStream on_stream) {
  return Listener::open(io, at, std::move(on_stream));
}

Result<std::shared_ptr<Listening>> listen_on(asio::io_context& io, HeldPort port,
                                             Listening::OnStream on_stream) {
  return Listener::open_on(io, std::move(port), std::move(on_stream));
}

channel::Rung rung(const Stream& stream) {
  return reach_of(stream.remote_ip()) == Reach::anywhere ? channel::Rung::direct
                                                         : channel::Rung::lan;
}

}  // namespace

const Transport kTcp{
    .scheme = "tcp", .call = call, .listen = listen, .listen_on = listen_on, .rung = rung};

}  // namespace fairdeal::sockets
