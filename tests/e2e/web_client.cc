#include "tests/e2e/web_client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <gtest/gtest.h>

namespace fairdeal::e2e {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

/// Long for any machine; it only ends a test that would hang.
constexpr std::chrono::seconds kPatience{60};

/// Runs what was begun until it is done. Returns whether that happened.
bool run_until(asio::io_context& io, const bool& done) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  io.restart();
  while (!done && io.run_one_until(until) > 0) {
  }
  return done;
}

tcp::socket connected(asio::io_context& io, std::uint16_t port) {
  tcp::socket socket(io);
  error_code error;
  socket.connect({asio::ip::address_v4::loopback(), port}, error);
  EXPECT_FALSE(error) << error.message();
  return socket;
}

}  // namespace

std::string WebReply::header(const std::string& name) const {
  const auto at = head.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const auto begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

WebAddress::WebAddress(const std::string& printed) {
  const std::string begins = "http://127.0.0.1:";
  const auto at = printed.find(begins);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no address: " << printed;
    return;
  }
  const std::string rest = printed.substr(at + begins.size());
  port = static_cast<std::uint16_t>(std::stoi(rest));
  target = rest.substr(rest.find('/'), rest.find(' ') - rest.find('/'));
}

WebReply web_exchange(std::uint16_t port, const std::string& bytes) {
  asio::io_context io;
  tcp::socket socket = connected(io, port);
  error_code error;
  asio::write(socket, asio::buffer(bytes), error);
  std::string all;
  bool done = false;
  asio::async_read(socket, asio::dynamic_buffer(all),
                   [&](error_code, std::size_t) { done = true; });
  EXPECT_TRUE(run_until(io, done));
  WebReply reply;
  const auto end = all.find("\r\n\r\n");
  if (!all.starts_with("HTTP/1.1 ") || end == std::string::npos) return reply;
  reply.status = std::stoi(all.substr(9));
  reply.head = all.substr(0, end + 2);
  reply.body = all.substr(end + 4);
  return reply;
}

WebReply web_get(const WebAddress& address, const std::string& target,
                 const std::vector<std::string>& headers) {
  std::string bytes = "GET " + target + " HTTP/1.1\r\nHost: " + address.host() + "\r\n";
  for (const std::string& header : headers) bytes += header + "\r\n";
  return web_exchange(address.port, bytes + "\r\n");
}

std::string web_enter(WebAddress& address) {
  const WebReply reply = web_get(address, address.target);
  EXPECT_EQ(reply.status, 303) << reply.head << reply.body;
  const std::string place = reply.header("Location");
  EXPECT_TRUE(place.starts_with("/?key=")) << place;
  address.key = place.substr(place.find('=') + 1);
  const std::string cookie = reply.header("Set-Cookie");
  return "Cookie: " + cookie.substr(0, cookie.find(';'));
}

struct IdleConnections::Impl {
  asio::io_context io;
  std::vector<tcp::socket> sockets;
};
IdleConnections::IdleConnections(std::uint16_t port, std::size_t count, const std::string& begins)
    : impl_(std::make_unique<Impl>()) {
  for (std::size_t i = 0; i < count; ++i) {
    impl_->sockets.push_back(connected(impl_->io, port));
    asio::write(impl_->sockets.back(), asio::buffer(begins));
  }
}
IdleConnections::~IdleConnections() = default;

struct PageSocket::Impl {
  asio::io_context io;
  websocket::stream<tcp::socket, false> stream{io};
  int status = 0;
};

PageSocket::PageSocket(const WebAddress& address, const std::vector<std::string>& headers,
                       const std::string& origin)
    : impl_(std::make_unique<Impl>()) {
  impl_->stream.next_layer() = connected(impl_->io, address.port);
  impl_->stream.set_option(websocket::stream_base::decorator([=](websocket::request_type& request) {
    if (!origin.empty()) request.set(beast::http::field::origin, origin);
    request.set(beast::http::field::sec_websocket_protocol,
                address.key.empty() ? "fairdeal" : "fairdeal, fairdeal-key." + address.key);
    for (const std::string& header : headers)
      request.set(header.substr(0, header.find(':')), header.substr(header.find(' ') + 1));
  }));
  websocket::response_type answer;
  bool done = false;
  impl_->stream.async_handshake(answer, address.host(), "/socket",
                                [&](error_code) { done = true; });
  EXPECT_TRUE(run_until(impl_->io, done));
  impl_->status = static_cast<int>(answer.result_int());
}
PageSocket::~PageSocket() = default;
PageSocket::PageSocket(PageSocket&&) noexcept = default;

int PageSocket::status() const { return impl_->status; }

nlohmann::json PageSocket::read() {
  beast::flat_buffer buffer;
  bool done = false;
  error_code failed;
  impl_->stream.async_read(buffer, [&](error_code error, std::size_t) {
    failed = error;
    done = true;
  });
  EXPECT_TRUE(run_until(impl_->io, done)) << "the page server says nothing";
  if (!done || failed) return nullptr;
  const auto data = buffer.cdata();
  return nlohmann::json::parse(std::string(static_cast<const char*>(data.data()), data.size()));
}

void PageSocket::say(const std::string& text, bool binary) {
  impl_->stream.binary(binary);
  bool done = false;
  impl_->stream.async_write(asio::buffer(text), [&](error_code, std::size_t) { done = true; });
  EXPECT_TRUE(run_until(impl_->io, done));
}

int PageSocket::close_code() const { return static_cast<int>(impl_->stream.reason().code); }

}  // namespace fairdeal::e2e
